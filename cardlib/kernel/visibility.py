"""Who may see what: the one place that decides it, for views, logs, undo, bots and the sampling of hidden cards.

A zone is open, its owner's, or nobody's (`zones` in game.json); an effect may open hands or top cards, and single cards
may have been shown, or lie face down where all others are open. Everything else is hidden: a `View` gives the card of a
hidden object as None, and `sample` deals the hidden cards anew, so a choice made with a view cannot depend on them. So
it is with what others have chosen and nobody has opened, and with numbers that only one player knows (`secrets`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.compiled import mypyc_attr
from cardlib.kernel import atoms, grants, holding, seats, secrets, values, windows
from cardlib.kernel.chance import Chance, derive
from cardlib.kernel.decisions import Choice, Decision, IllegalOption, Option, Options
from cardlib.kernel.events import Event, told
from cardlib.kernel.holding import Holder
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.results import Result


def may_see(m: Match, player: int, obj: int) -> bool:
    """Whether a player may see the face of an object now."""
    s = m.state
    facts = m.facts
    zone = s.zone[obj]
    kind = facts.zone_kinds[zone]
    seen_by = facts.visible[kind]
    if s.down and obj in s.down:
        return bool(s.shown_to.get(str(obj), 0) >> player & 1)
    owner = facts.zone_owner[zone]  # a zone of a player is open to that player, whoever owns what lies in it
    if owner == NOWHERE:
        owner = s.owner[obj]
    if seen_by == "all" or (seen_by == "owner" and owner == player):
        return True
    if s.shown_to.get(str(obj), 0) >> player & 1:
        return True
    if kind == facts.role.get("hand") and values.for_player(m, owner, "reveal:hand"):
        return True
    return bool(
        kind == facts.role.get("deck") and s.zones[zone][0] == obj and values.for_player(m, owner, "reveal:top card")
    )


def hidden(m: Match, player: int) -> list[int]:
    """Return every object whose face a player may not see."""
    facts = m.facts
    seen = offered(m, player)
    # Only where something was shown, or is shown by an effect, cards of one zone differ in this.
    alike = not m.state.shown_to and not values.effects(m, "reveal:hand") and not values.effects(m, "reveal:top card")
    found: list[int] = []
    for zone, objects in enumerate(m.state.zones):
        if not objects:
            continue
        if facts.visible[facts.zone_kinds[zone]] == "all":
            if m.state.down:
                found += [obj for obj in objects if obj in m.state.down and not may_see(m, player, obj)]
            continue
        if not alike or (facts.zone_owner[zone] == NOWHERE and facts.visible[facts.zone_kinds[zone]] == "owner"):
            found += [obj for obj in objects if obj not in seen and not may_see(m, player, obj)]
        elif not may_see(m, player, objects[0]):
            found += [obj for obj in objects if obj not in seen] if seen else objects
    return found


def mixed(m: Match, objects: Iterable[int]) -> list[list[int]]:
    """Return hidden objects by what they may be taken for: each player's of one back, in zones apart by themselves.

    Those of a supply that all share may be any of that supply, wherever they lie and whoever owns them.
    """
    s, facts = m.state, m.facts
    supplies = facts.holders.supply_of
    groups: dict[tuple[int, str, str], list[int]] = {}
    cards, zones, owners, backs = s.card, s.zone, s.owner, facts.backs
    here: dict[tuple[int, int, str, int], list[int]] = {}  # the group of a zone, an owner, a back and a supply
    zone = owner = NOWHERE
    each = facts.mixed_backs or bool(supplies)
    group: list[int] = []
    for obj in objects:
        if zones[obj] != zone or owners[obj] != owner or each:
            zone, owner, card = zones[obj], owners[obj], cards[obj]
            spot = zone, owner, backs[card], supplies[card] if supplies else NOWHERE
            if spot not in here:
                here[spot] = groups.setdefault(secrets.taken_for(m, obj), [])
            group = here[spot]
        group.append(obj)
    return [groups[key] for key in sorted(groups)]


def offered(m: Match, player: int) -> frozenset[int]:
    """Return the cards that a player looks at because an effect offers them just now, such as those of a search.

    Those that were picked a moment ago, in the same step, belong to them; not those that an opponent picked.
    """
    decision = m.decision
    if decision is None or decision.player != player:
        return _NOTHING
    s = m.state
    found = {value[1] for value in decision.choices if value[0] in ("card", "play")}
    zones = {s.zone[obj] for obj in found}
    picked = {value[1] for value in s.stack[-1][3] if value[0] in ("card", "play")}
    found.update(obj for obj in picked if s.owner[obj] == player or s.zone[obj] in zones)
    for frame in s.stack:
        if frame[2].get("player") == player:
            found.update(frame[2].get("cards", ()))
    return frozenset(found)


_NOTHING: frozenset[int] = frozenset()


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """What one player may see of a match: position, decision, options, log. Bots get nothing else."""

    __slots__ = ("_match", "player")

    def __init__(self, match: Match, player: int) -> None:
        self._match = match
        self.player = player

    # -- the decision -------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """The decision that is due, if it is this player's."""
        decision = self._match.decision
        return decision if decision is not None and decision.player == self.player else None

    @property
    def options(self) -> Options:
        """The options of this player's decision; the same as `match.options`."""
        return self._match.options if self.decision is not None else Options(self._match, ())

    @property
    def prompt(self) -> str:
        """What is asked."""
        decision = self.decision
        return decision.prompt if decision else ""

    # -- the position -------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self._match.state.vars["turn"]

    @property
    def picks(self) -> int:
        """How many picks all players have taken so far."""
        return self._match.state.serial

    @property
    def active(self) -> int:
        """The player whose turn it is."""
        return self._match.state.vars["active"]

    @property
    def order(self) -> Sequence[int]:
        """Who is in the match, in turn order from the active one; those with no seat (`actors` in game.json) too."""
        return seats.around(self._match, self.active)

    def is_out(self, player: int) -> bool:
        """Whether a player is out of the match."""
        return seats.is_out(self._match, player)

    def called(self, player: int) -> str:
        """Return what a player is called: the letter of the seat, or the name of who has none."""
        return self._match.facts.seats[player]

    @property
    def facts(self) -> Facts:
        """What no match changes: printed cards, zones, the board, the seats of a match of so many players."""
        return self._match.facts

    @property
    def rules(self) -> Rules:
        """The rules of the game, which declare what can be read of players and things."""
        return self._match.rules

    @property
    def result(self) -> Result | None:
        """How the match ended; None while it runs."""
        return self._match.result

    @property
    def names(self) -> Sequence[str]:
        """The names of the printed cards, by number."""
        return self._match.facts.names

    def count(self, zone: str, player: int) -> int:
        """Return how many cards lie in a zone."""
        return len(self._match.state.zones[self._match.facts.zone[zone][player]])

    def cards(self, zone: str, player: int) -> list[str | None]:
        """Return the ids of the cards in a zone, None for a face that this player may not see."""
        m = self._match
        return [
            m.facts.ids[m.state.card[obj]] if may_see(m, self.player, obj) else None
            for obj in m.state.zones[m.facts.zone[zone][player]]
        ]

    def objects(self, zone: str = "", player: int = 0) -> list[int]:
        """Return the objects in a zone that everybody sees; those in play if none is named."""
        m = self._match
        zone = zone or m.facts.field
        if m.facts.visible[zone] != "all":
            raise ValueError(f"the zone '{zone}' is not open")
        return list(m.state.zones[m.facts.zone[zone][player]])

    def card(self, obj: int) -> str | None:
        """Return the id of the card that an object is, None when this player may not see it."""
        m = self._match
        return m.facts.ids[m.state.card[obj]] if self._sees(obj) else None

    def value(self, obj: int, attr: str) -> int:
        """Return a current value of an object; raises ValueError where this player may not see it, or there is none."""
        if not self._sees(obj):
            raise ValueError("that card is hidden")
        return self._match.rules.value(self._match, obj, attr)

    def keyword(self, obj: int, word: str) -> int:
        """Return the value of a keyword of an object that this player may see, 0 without it. Raises as `value` does."""
        if not self._sees(obj):
            raise ValueError("that card is hidden")
        return self._match.rules.keyword(self._match, obj, word)

    def match_value(self, attr: str) -> int:
        """Return a value of the match, one of `rules.of_match`. Raises ValueError for any other."""
        if attr not in self._match.rules.of_match:
            raise ValueError(f"'{attr}' is no value of the match that the rules declare")
        return self._match.state.vars.get(attr, 0)

    def player_value(self, player: int, attr: str) -> int:
        """Return a value of a player. Raises ValueError for a number that only another one knows."""
        if not secrets.may_know(self._match, self.player, player, attr):
            raise ValueError("that number is hidden")
        return self._match.rules.player_value(self._match, player, attr)

    def controller(self, obj: int) -> int:
        """Return who controls an object."""
        return self._match.state.controller[obj]

    def owner(self, obj: int) -> int | None:
        """Return who owns an object, None for what belongs to nobody."""
        owner = self._match.state.owner[obj]
        return None if owner == NOWHERE else owner

    def holder(self, obj: int) -> Holder:
        """Return where an object lies: with a thing, in a slot of it, on a space, with a player, in a pool of all.

        Raises ValueError for a card that this player may not see where not all lies open: its number tells what it is.
        """
        m = self._match
        if m.facts.visible[m.facts.zone_kinds[m.state.zone[obj]]] != "all" and not self._sees(obj):
            raise ValueError("where that card lies is hidden")
        return holding.holder(m, obj)

    def held(self, obj: int, slot: str = "") -> tuple[int, ...]:
        """Return what lies with an object, in one of its slots or at all."""
        return holding.held(self._match, obj, slot)

    def place(self, obj: int) -> int | None:
        """Return the space of an object on the board."""
        place = self._match.state.place[obj]
        return None if place == NOWHERE else place

    def chosen(self, what: str) -> dict[int, Choice | None]:
        """Return who has chosen what, of a choice that all make at the same time; None for one that is sealed."""
        return secrets.seen_choices(self._match, self.player, what)

    def is_down(self, obj: int) -> bool:
        """Whether an object lies face down."""
        return secrets.is_down(self._match, obj)

    def back(self, obj: int) -> str:
        """Return what the back of an object shows: `back` of its type in game.json."""
        return self._match.facts.backs[self._match.state.card[obj]]

    @property
    def records(self) -> list[tuple[str, dict[str, Any]]]:
        """The records of the actions in flight, the outermost first: kind and fields, None for what is hidden."""
        return windows.seen_records(self._match, self.player)

    def abilities(self, obj: int) -> list[tuple[str, int]]:
        """Return the abilities that an open object has now: the card that each stands on, and where it comes from."""
        if not self._sees(obj):
            raise ValueError("that card is hidden")
        return [
            (self._match.facts.ids[ability.card], source) for ability, source in grants.abilities_of(self._match, obj)
        ]

    @property
    def log(self) -> list[Event]:
        """What happened, as this player may know it."""
        return self._told(0, len(self._match.events or ()))

    def log_from(self, first: int) -> list[Event]:
        """Return what happened from an event on, by its number, up to the number that `happened` says."""
        return self._told(first, self.happened)

    @property
    def happened(self) -> int:
        """How many events there were so far of which it is settled whether they are told (`moments.foretell`)."""
        return len(self._match.events or ()) if self._match.foretold is None else self._match.foretold[0]

    def _told(self, first: int, last: int) -> list[Event]:
        events = self._match.events or []
        return [told(self._match, raw, self.player) for raw in events[first:last] if not raw.seen.idle]

    def said(self, choice: Choice) -> str:
        """Return the notation of a choice that this player knows of, such as one that was opened (`chosen`)."""
        return self._match.say(choice).notation

    def find(self, notation: str) -> Option:
        """Return the option with this notation. Raises IllegalOption as `Match.find` does, and while another is asked.

        Why a move is refused is told to whoever is asked: it speaks of that player's hand.
        """
        if self.decision is None:
            raise IllegalOption(f"player {self._match.facts.seats[self.player]} is not asked now")
        return self.options[self._match.find(notation)]

    def _sees(self, obj: int) -> bool:
        return may_see(self._match, self.player, obj) or obj in offered(self._match, self.player)

    # -- thinking -----------------------------------------------------------------------------------------------

    def worth_trying(self) -> Sequence[int]:
        """Return the indices of the options that the game's rules think worth a search; at least one."""
        decision = self.decision
        return self._match.judgement.worth_trying(self._match, decision.choices) if decision is not None else ()

    def sample(self, seed: int) -> Match:
        """Return a fork in which everything hidden from this player is dealt anew and chance begins anew.

        The hidden cards of a player are those of the own deck list that nobody has seen; which of them lies where is
        drawn from `seed`. Nothing of the sample tells what is hidden: hidden objects have their numbers by where they
        lie, the set-up has no seed, and what another player is about to pick begins anew. Two positions that look the
        same to this player give the same samples.
        """
        m = self._match
        fork = m.fork()
        s = fork.state
        chance = Chance(derive(seed, 1))
        dealt = list(s.card)
        numbers: dict[int, int] = {}  # of the object that lies where a hidden one lies
        for objects in mixed(m, hidden(m, self.player)):
            known = sorted(objects)
            cards = sorted([dealt[obj] for obj in objects])
            chance.shuffle(cards)
            if s.down:  # what lies face down in the open keeps its number, which all see
                lying = [obj for obj in objects if obj in s.down]
                numbers.update(zip(lying, lying, strict=True))
                objects = [obj for obj in objects if obj not in s.down]
                numbers.update(zip(objects, sorted(objects), strict=True))
            else:
                numbers.update(zip(objects, known, strict=True))
            for number, card in zip(known, cards, strict=True):
                dealt[number] = card
        atoms.deal(fork, dealt, numbers)
        windows.deal_hidden(fork, self.player, chance)
        secrets.deal_numbers(fork, self.player, chance)
        atoms.reseed(fork, derive(seed, 2))
        atoms.note(fork, "unsettled", m.state.vars["unsettled"])
        fork.setup = {name: value for name, value in m.setup.items() if name != "seed"}
        fork.counts = [0, 0, 0]
        if fork.decision is not None and fork.decision.player != self.player:
            atoms.ask_anew(fork)
        secrets.deal_choices(fork, self.player, chance)
        fork.still = None  # what was worked out of the real position
        return fork

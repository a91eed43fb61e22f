"""What the kernel asks of a game, with the answers that most games share.

A game's package makes one `GameRules` subclass and fills in procedures, set-up, values and sentences. Nothing here
knows a game; nothing in a game copies what is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlib.engine import atoms, moments, values
from cardlib.engine.abilities import EFFECT
from cardlib.engine.decisions import Said, Value
from cardlib.engine.declared import Declared
from cardlib.engine.facts import Facts
from cardlib.engine.honours import Honours
from cardlib.engine.match import Match
from cardlib.engine.showing import Shown, counted
from cardlib.engine.state import NOWHERE, State
from cardlib.engine.triggers import TRIGGER
from cardlib.engine.values import Lasting, Test
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.engine.abilities import Ability, Target
    from cardlib.engine.compiling import Compiler
    from cardlib.engine.events import Raw
    from cardlib.engine.moves import Move
    from cardlib.engine.running import Run
    from cardlib.engine.verbs import Verbs

Step = Callable[[Match, dict[str, Any]], str | None]
Total = Callable[[Match, int, int, int, int], str]  # of the match and subject, other, number and player of an event
Procedure = tuple[tuple[Step, ...], dict[str, int]]


def procedure(*steps: Step) -> Procedure:
    """Make a procedure of steps; a step may name another one by its function's name to go on there."""
    return steps, {step.__name__: i for i, step in enumerate(steps)}


class GameRules:
    """The rules of one game, as the kernel sees them."""

    slug = ""
    sections: tuple[str, ...] = ("main",)  # the parts of a deck that take part in play
    columns: tuple[str, ...] = ()  # counters and records that objects carry
    constants: Mapping[str, int] = {}  # the numbers of game.json that the rules read, each with its least value
    reads: Mapping[str, tuple[str, ...]] = {}  # by section of game.json (zones, counters…) what the rules count on
    spaces: tuple[str, ...] = ()  # the spaces of the board that they count on, in order; none for any board
    relations: Mapping[str, Test] = {}  # the game's own words of the filter language
    seats = "AB"
    vital: frozenset[str] = frozenset()  # columns and zones that a state check looks at
    valued: frozenset[str] = frozenset()  # columns that current values depend on
    vital_spaces: frozenset[int] | None = None  # spaces whose occupation it looks at; None for all
    filler = ""  # the card that a deck is made of where a scenario gives only its size
    cites: Mapping[str, str] = {}  # the rules of common procedures (target, order…) and kinds of abilities
    main_phase = "main"  # the phase in which a scenario begins that names none
    declining: frozenset[str] = frozenset({"end", "no", "done", "pass"})  # options that decline
    moves: tuple[str, ...] = ()  # the forms of its moves, as its manual writes them: see `cardlib.engine.moves`
    activated_by: Mapping[str, str] = {}  # by the timing of an activated ability the form by which it is used
    placed = True  # whether it matters where on the board something is
    turn_procedure = "turn"  # what a turn runs
    weighs = False  # whether anything may count as more than one: see `counts_as`
    honours = Honours()  # what of the abilities of cards the rules carry out

    # What can be read, and set in a position, beside zones, counters, attributes and keywords of the game's data.
    of_match: Mapping[str, Declared] = {}
    of_player: Mapping[str, Declared] = {}
    of_object: Mapping[str, Declared] = {}  # records, and current values that are not printed
    of_side: Mapping[str, str] = {}  # further words of a player's side, and what they are
    phases: Mapping[str, str] = {}  # where in a turn a position can begin, and the step of the turn's procedure
    link_kinds: Mapping[str, str] = {}  # what can wait on the chain

    verbs: Verbs

    def __init__(self) -> None:
        self.procedures: dict[str, Procedure] = {"effect": EFFECT, "trigger": TRIGGER}
        self._compiler: Compiler | None = None

    def prepare(self, facts: Facts) -> Compiler:
        """Compile the abilities of all cards; a game adds what its own rules read off the printed cards."""
        from cardlib.engine.compiling import Compiler

        compiler = self._compiler = Compiler(self, facts)
        facts.index([compiler.card(number) for number in range(len(facts.cards))])
        return compiler

    def compiled(self, text: str) -> Test:
        """Return the test of a filter."""
        if self._compiler is None:
            raise TypeError(f"{self.slug}: prepare() comes first")
        return self._compiler.test(text)

    # -- to be filled in by a game ------------------------------------------------------------------------------

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Put a match at its first step: objects in decks, variables, the first frame on the stack.

        A deck is a list of numbers that `facts.by_section` reads; with one section they are printed cards.
        """
        raise TypeError(f"{self.slug}: set_up is missing")

    def section_of(self, facts: Facts, card: int) -> str:
        """Return the section of a deck where a card belongs that was named without one."""
        return self.sections[0]

    def concede(self, m: Match, player: int) -> None:
        """End the match because a player gives up."""
        m.end(1 - player, f"player {self.seats[player]} gives up", None)

    def delicate(self, m: Match) -> bool:
        """Whether any change at all may matter to the next state check, asked just before it is made known."""
        return True

    def lay_out(self, m: Match, given: Mapping[str, Any]) -> None:
        """Complete a position that was laid out, before the phase begins."""

    def cannot_be(self, m: Match) -> Iterator[str]:
        """Yield what no play of the game leads to in a position that was laid out: sentences, each with its rule."""
        yield from ()

    def settle_position(self, m: Match) -> None:
        """Carry out the check that follows every action on a position that was laid out."""

    def occupies(self, m: Match, obj: int) -> bool:
        """Whether an object on the board takes up its space."""
        return True

    def columns_on_entry(self, m: Match, obj: int) -> Mapping[str, int]:
        """Return the counters with which an object enters, for positions that a scenario lays out."""
        return {}

    def value(self, m: Match, obj: int, attr: str) -> int:
        """Return the current value of an attribute or counter."""
        column = m.state.columns.get(attr)
        if column is not None:
            return column[obj]
        return values.modified(m, obj, attr, values.printed(m, obj, attr))

    def counts_as(self, m: Match, obj: int, source: int) -> int:
        """Return as how many an object counts for an amount of a source; asked only where the game `weighs`."""
        return 1

    def player_value(self, m: Match, player: int, attr: str) -> int:
        """Return a value of a player ("bandwidth")."""
        return m.state.players[player].get(attr, 0)

    def keyword(self, m: Match, obj: int, word: str) -> int:
        """Return the value of a keyword, 0 if it is not there."""
        return values.keyword(m, obj, word)

    def name(self, m: Match, obj: int) -> str:
        """Return the current name."""
        return m.facts.names[m.state.card[obj]]

    def words(self, facts: Facts) -> Mapping[str, Sequence[str]]:
        """Return the kinds of words in the game's forms beside those that every game has, with the words of each."""
        return {}

    def meant(self, m: Match, player: int, move: Move) -> Sequence[Value]:
        """Return the options that a well-formed move means, offered or not, for one that says more than notations do.

        Here those of a card that is named with its place or its zone.
        """
        if move.verb or not move.things:
            return ()
        card, zone, owner = move.named("CARD"), move.named("ZONE"), move.named("PLAYER")
        if card is None or zone is None:
            return [("card", obj) for obj in move.things[0].objects]
        owners = m.facts.zone_owner
        zones = [number for number in zone.numbers if owner is None or owners[number] == owner.number]
        lying = [obj for number in zones for obj in m.state.zones[number]]
        return [("card", obj) for obj in lying if m.state.card[obj] in card.numbers]

    def refuse(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        """Say why a well-formed move is not offered to a player, and which rule refuses it."""
        return self.not_offered(m, player, move)

    def not_offered(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        """Say that something else is asked, by the rule that asks; to who wants to go on, what declines here.

        A choice in the middle of an effect that names no rule of its own is asked by the rule on choices.
        """
        decision = m.decision
        if decision is None:
            return "the match is over", None
        rule = decision.rule or self.cites.get("target")
        if decision.player != player:
            return f"player {self.seats[decision.player]} is asked now: {decision.prompt}", rule
        way_on = [str(value[0]) for value in decision.values if value[0] in GameRules.declining]
        instead = f"; say '{way_on[0]}'" if way_on and move.form in GameRules.declining else f": {decision.prompt}"
        return f"'{move.said}' is not offered now{instead}", rule

    def say(self, m: Match, value: Value) -> Said:
        """Return notation, sentence and rule of an option; the common ones are said here."""
        verb = value[0]
        if verb == "card":
            label, title = self.label(m, value[1]), self.title(m, value[1])
            zone = self.zone_if_in_doubt(m, value[1])
            return Said(f"{label} {zone}", f"{title} ({zone})", None) if zone else Said(label, title, None)
        if verb == "trigger":
            notation = f"first {self.label(m, value[4])} {value[1] + 1}"
            return Said(notation, f"{self.title(m, value[4])} first", self.cites.get("order"))
        if verb == "space" and m.facts.board:
            return Said(m.facts.board.names[value[1]], f"space {m.facts.board.names[value[1]]}", None)
        if verb == "number":
            return Said(str(value[1]), str(value[1]), None)
        if verb == "mode":
            return Said(str(value[2]), str(value[2]).replace("-", " "), None)
        if verb == "name":
            return Said(m.facts.ids[value[1]], m.facts.names[value[1]], None)
        if verb == "player":
            return Said(f"player {self.seats[value[1]].lower()}", f"player {self.seats[value[1]]}", None)
        words = {"done": "no more", "pass": "pass", "yes": "yes", "no": "no"}
        return Said(str(verb), words.get(str(verb), str(verb)), None)

    # Sentences of events. Besides what `tell_more` adds there is {s} and {o} for subject and other, {p} and {q} for the
    # player and the next one, {n} and {signed} for the number, and {hidden} for a card that only its player knows.
    # {n:card|cards} is the number with its noun, and {counters} a change of counters with theirs.
    sentences: Mapping[str, str] = {}

    def tell(self, m: Match, raw: Raw, viewer: int | None) -> str:
        """Return the sentence of an event, without what `viewer` may not see."""
        kind, subject, other, number, player, _, seen = raw
        if kind == "ended":
            return "The game is a draw" if player == NOWHERE else capital(f"{self.called(player, start=True)} wins")
        form = self.sentences.get(kind)
        if form is None:
            return kind.replace("-", " ")
        names, card = m.facts.names, m.state.card
        subject_name = names[card[subject]] if subject >= 0 else ""
        words = {
            "s": subject_name + seen.subject,
            "name": subject_name,
            "o": "",
            "n": Counted(number),
            "p": self.called(player) if player >= 0 else "",
            "q": self.called((player + 1) % m.facts.players) if player >= 0 else "",
            "signed": f"{number:+d}",
            "counters": counters(m, other, number) if kind == "counters" else "",
            "on": moments.lasting_on(kind, subject, other, number, subject_name + seen.subject),
            "hidden": subject_name if viewer in (None, player) and subject >= 0 else "a card",
        }
        words |= self.tell_more(m, raw)
        if not words["o"] and "{o}" in form and other >= 0:
            words["o"] = names[card[other]] + seen.other
        total = f" ({seen.total})" if seen.total else ""
        return capital(form.format(**words) + total)

    # What a number has become, told behind the sentence of its event: from the match at that moment, and the event.
    totals: Mapping[str, Total] = {}

    # Events told after a thing has left its space, which call it as it stood there.
    leaving: frozenset[str] = frozenset()

    def where(self, m: Match, place: int) -> str:
        """Return in words where on the board a space is."""
        return f"on {m.facts.board.names[place]}" if m.facts.board is not None and self.placed else ""

    def tell_more(self, m: Match, raw: Raw) -> dict[str, Any]:
        """Return further words for the sentence of an event."""
        return {}

    def called(self, player: int, *, start: bool = False) -> str:
        """Return what sentences call a player, at the start of one or within it."""
        return f"Player {self.seats[player]}" if start else self.seats[player]

    # -- for whoever shows a match ------------------------------------------------------------------------------

    # events whose card only their player knows
    veiled: frozenset[str] = frozenset({"drawn", "put-on-top", "put-under"})
    silent: frozenset[str] = frozenset()  # events that another sentence tells already
    player_values: tuple[str, ...] = ()  # what a screen shows of a player beside the sizes of zones

    named_phases: Mapping[str, str] = {}  # the names of the phases in their order, each with the rule that tells of it

    turn_name = "Turn"

    def phase(self, m: Match) -> str:
        """Return the name of the phase of the turn."""
        return ""

    # The phases in which windows for responses open, each with the turns ("mine", "theirs") in which somebody at a
    # screen is asked there, unless told otherwise.
    windows: Mapping[str, tuple[str, ...]] = {}

    def announced(self, m: Match) -> int | None:
        """Return who announced what is resolved next; None where nothing waits."""
        return None

    def pending(self, m: Match) -> list[str]:
        """Return what is announced and not yet resolved, next first, each as a sentence."""
        return []

    spread: tuple[str, ...] = ()  # zones of a player whose cards a screen names, to whoever may see them

    def show(self, m: Match, obj: int) -> Shown:
        """Return what a screen shows of a card in play, beside its name, where the board has no single spaces."""
        return Shown(keywords=tuple(m.facts.keywords[m.state.card[obj]]), remarks=counted(m, obj, self.columns))

    def table(self, m: Match) -> str:
        """Return what a screen shows of the match beside turn and phase."""
        return ""

    def side(self, m: Match, player: int) -> str:
        """Return who a player is in this match: a role, a faction, what that player is after."""
        return ""

    # -- for bots that search ----------------------------------------------------------------------------------

    clear_lead = 25.0  # points of `evaluate` by which a player is ahead who wins about three of four matches

    def evaluate(self, m: Match, player: int) -> float:
        """Return how good a position is for a player, 0 when it is even; it may use only what that player may see.

        Raises CardlibError where the game has no evaluation.
        """
        raise CardlibError(f"{self.slug} has no evaluation yet, which bots that search need")

    def evaluate_stopped(self, m: Match, player: int, now: float) -> float:
        """Return what a position is worth once whose turn it is stops here; `now` is what `evaluate` says of it.

        Asked where an option `leaves_as_is`, so that stopping is not credited with what could still be done. A game
        whose evaluation counts what is still to do in this turn leaves that out here; in others nothing is lost.
        """
        return now

    def horizon(self, m: Match) -> int:
        """Return how many turns after the present one a search plays out before it values the position."""
        return 1

    def worth_trying(self, m: Match, values: Sequence[Value]) -> Sequence[int]:
        """Return the indices of the options that a search looks at; at least one."""
        return range(len(values))

    def worth_following(self, m: Match, values: Sequence[Value]) -> bool:
        """Whether a choice that comes up while an option is tried is tried out too, not taken as it comes."""
        return True

    def leaves_as_is(self, m: Match, value: Value) -> bool:
        """Whether the position is valued as it stands at an option: it ends one's doing and changes nothing.

        So does an option of which one look ahead shows only luck; what changes nothing is then the first worth trying.
        """
        return False

    def ends_turn(self, m: Match, value: Value) -> bool:
        """Whether an option of those that leave the position as it is ends the turn, not only a phase of it."""
        return True

    def last_turn(self, m: Match) -> bool:
        """Whether the match ends with this turn at the latest, so that a search plays it to its end."""
        return False

    def guess(self, m: Match, question: str, about: Any) -> Value | None:
        """Return what a player may be expected to answer, for a search that plays on quietly; None asks."""
        return None

    def prompt(self, run: Run) -> str:
        """Return what a player is asked in the middle of an ability."""
        return f"{m_name(run)}: choose"

    def tell_lasting(self, m: Match, run: Run, objects: Sequence[int] | None, begun: Sequence[Lasting]) -> None:
        """Emit the event that something holds from now on: on which cards, and what."""
        on_cards = objects if begun and begun[0].whose != values.PLAYERS else None
        subject, number = (on_cards[0], len(on_cards)) if on_cards else (NOWHERE, 0)
        m.emit("lasting", subject, run.source, number, run.you, run.rule, total=moments.effect_words(m, begun))

    # -- shared answers -----------------------------------------------------------------------------------------

    def controller(self, m: Match, obj: int) -> int:
        """Who is "you" in the text of an object: its controller, its owner outside the battlefield."""
        return m.state.controller[obj]

    def type_test(self, id_: str, cards: frozenset[int]) -> Test:
        """Return the test of a type; `cards` are the printed cards that have it."""
        return lambda m, obj, source, you: m.state.card[obj] in cards

    def zones_of(self, m: Match, kind: str, whose: str, you: int) -> list[int]:
        """Return the zones of a kind that `whose` names, seen by `you`."""
        zones = m.facts.zone[kind]
        if m.facts.zone_owner[zones[0]] == NOWHERE:
            return [zones[0]]
        if whose == "you":
            return [zones[you]]
        if whose == "opponent":
            return [zones[player] for player in range(m.facts.players) if player != you]
        return list(zones)

    def players_named(self, m: Match, who: str, you: int, bind: Mapping[str, Any]) -> list[int]:
        """Return the players that `who` names; "each player" begins with the active one."""
        if who == "you":
            return [you]
        players = m.facts.players
        if who == "opponent":
            return [player for player in range(players) if player != you]
        if who == "each player":
            first = m.state.vars.get("active", 0)
            return [(first + i) % players for i in range(players)]
        if who == "that player":
            return [bind["player"]]
        if who == "its controller":
            return [m.state.controller[bind["that"]]]
        if who == "its owner":
            return [m.state.owner[bind["that"]]]
        return [bind["chosen"]]

    def distinct(self, m: Match, options: Sequence[Value]) -> list[Value]:
        """Leave out options that differ only in which of several equal cards outside the board they name."""
        s = m.state
        seen = set()
        kept = []
        for option in options:
            if option[0] == "card" and s.place[option[1]] == NOWHERE and s.host[option[1]] == NOWHERE:
                key = (s.zone[option[1]], s.card[option[1]])
                if key in seen:
                    continue
                seen.add(key)
            kept.append(option)
        return kept

    def legal_target(self, m: Match, target: Target, obj: int, source: int, you: int) -> bool:
        """Whether an object, or a player, may be (or still is) a target."""
        if target.zone == "player":
            return target.whose == "each player" or obj != you
        zones = self.zones_of(m, target.zone, target.whose, you)
        return m.state.zone[obj] in zones and target.test(m, obj, source, you)

    def can_pay(self, m: Match, ability: Ability, source: int, you: int) -> bool:
        """Whether what only this game demands in the cost of an ability can be paid now."""
        return True

    def can_carry(self, m: Match, obj: int) -> bool:
        """Whether counters and lasting effects can be put on an object where it is now."""
        return True

    def still_there(self, m: Match, obj: int, bind: Mapping[str, Any]) -> bool:
        """Whether a remembered object may still be acted on."""
        return True

    def label(self, m: Match, obj: int) -> str:
        """Return the notation of an object: its id, where it stands, and from the second of its kind there a number."""
        name = m.facts.ids[m.state.card[obj]]
        place = m.state.space_of(obj)
        where = f" {m.facts.board.names[place]}" if place != NOWHERE and m.facts.board and self.placed else ""
        number = self.number_there(m, obj)
        return f"{name}{where} {number}" if number > 1 else f"{name}{where}"

    def title(self, m: Match, obj: int) -> str:
        """Return an object in words: its name, where it stands, and from the second of its kind there a number."""
        place = m.state.space_of(obj)
        where = self.where(m, place) if place != NOWHERE else ""
        number = self.number_there(m, obj)
        return self.name(m, obj) + (f" {where}" if where else "") + (f" ({number})" if number > 1 else "")

    def number_there(self, m: Match, obj: int) -> int:
        """Return which copy of its card an object is, from 1, where it lies: on a space, or in a zone of all players.

        The oldest one there is the first; in the zones of a player every card is.
        """
        s = m.state
        zone = s.zone[obj]
        if m.facts.zone_owner[zone] != NOWHERE:
            return 1
        card, place = s.card[obj], s.space_of(obj)
        copies = [other for other in s.zones[zone] if s.card[other] == card and s.space_of(other) == place]
        return copies.index(obj) + 1

    def zone_if_in_doubt(self, m: Match, obj: int) -> str:
        """Return the zone of a card that is offered from several zones at once, with the player's letter if need be."""
        s = m.state
        if m.decision is None or m.facts.zone_owner[s.zone[obj]] == NOWHERE:
            return ""
        card = s.card[obj]
        zones = {s.zone[v[1]] for v in m.decision.values if v[0] == "card" and s.card[v[1]] == card}
        if len(zones) < 2:
            return ""
        kind, owner = m.facts.zone_kinds[s.zone[obj]], m.facts.zone_owner[s.zone[obj]]
        owners = {m.facts.zone_owner[zone] for zone in zones}
        return f"{kind} {self.seats[owner].lower()}" if len(owners) > 1 else kind

    def stage(self, m: Match, entry: tuple[Any, ...]) -> int:
        """Return when a trigger comes among those of a moment: all of a lower stage before all of a higher one."""
        return 0

    def raise_triggers(self, m: Match, kind: str, subject: int, other: int, number: int, player: int) -> None:
        """Raise every trigger that listens to an event, found through the index of listeners."""
        s = m.state
        listeners = s.listeners.get(kind)
        if not listeners:
            return
        facts = m.facts
        for obj in listeners:
            m.counts[1] += 1
            zone = facts.zone_kinds[s.zone[obj]]
            for ability in facts.triggers[s.card[obj]].get(kind, ()):
                if zone not in ability.zones or (zone == "battlefield" and values.lost(m, obj)):
                    continue
                if ability.who is not None and not ability.who(m, subject, obj, player):
                    continue
                you = self.controller(m, obj)
                if ability.once_per_turn and s.columns["used"][obj] >> ability.number & 1:
                    continue
                if ability.condition is not None and not ability.condition(m, obj, you, {"that": subject}):
                    continue
                if ability.once_per_turn:
                    atoms.put(m, obj, "used", s.columns["used"][obj] | 1 << ability.number)
                atoms.raise_trigger(m, (ability.card, ability.number, obj, you, subject, other, number, player))


class Counted(int):
    """A number in a sentence, which `{n:card|cards}` says with its noun."""

    def __format__(self, form: str) -> str:
        one, several, many = form.partition("|")
        if not several:
            return super().__format__(form)
        return f"{int(self)} {one if self == 1 else many}"


def counters(m: Match, kind: int, number: int) -> str:
    """Return a change of counters of a kind with its sign: "+1 Charge token", "-2 armour counters"."""
    about = list(m.facts.vocabulary.counters.values())[kind]
    return f"{number:+d} {about.name if abs(number) == 1 else about.many}"


def capital(text: str) -> str:
    """Return a sentence with its first letter large."""
    return text[:1].upper() + text[1:]


def m_name(run: Run) -> str:
    """The name of the card whose ability runs."""
    return run.match.facts.names[run.ability.card]


def new_state(facts: Facts, columns: tuple[str, ...], seed: int) -> State:
    """Return an empty state of a game."""
    state = State()
    atoms.begin(facts, state, columns, seed)
    return state

"""What the kernel asks of the rules of a game, with the answers that most games share.

How a game speaks is `speech`, what a screen shows `table`, what bots know `judgement`. Nothing here knows a game;
nothing in a game copies what is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.compiled import mypyc_attr
from cardlib.errors import NoSuchValue
from cardlib.filters import nearest_note
from cardlib.filters.vocabulary import FACE_DOWN
from cardlib.kernel import atoms, grants, holding, moments, pools, records, refusals, seats, spans, values
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.boards.occupants import in_the_way
from cardlib.kernel.decisions import Choice, Kind, cards_in
from cardlib.kernel.declared import EVENTS, VARIABLES, Declared, Fields, Sealed, Secret, most_of
from cardlib.kernel.effects import Test
from cardlib.kernel.facts import Facts
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import Match
from cardlib.kernel.records import Lasting, Raised
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.slots import Slot
from cardlib.kernel.speech import Speech, capital
from cardlib.kernel.state import NOWHERE, State
from cardlib.kernel.table import Table
from cardlib.kernel.verbs import Verbs

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability, Instruction, Target
    from cardlib.kernel.boards.board import Board
    from cardlib.kernel.boards.places import Fault
    from cardlib.kernel.moves import Move

Step = Callable[[Match, dict[str, Any]], str | None]
Procedure = tuple[tuple[Step, ...], dict[str, int]]


def procedure(*steps: Step) -> Procedure:
    """Make a procedure of steps; a step may name another one by its function's name to go on there."""
    for step in steps:
        if isinstance(step, tuple):
            raise TypeError(f"a step of a procedure is a function, found {len(step)} of them: put * in front of them")
    return steps, {step.__name__: i for i, step in enumerate(steps)}


class Back:
    """A step that goes on at another one; see `back_to`."""

    def __init__(self, step: str) -> None:
        self.__name__ = f"back to {step}"
        self.step = step

    def __call__(self, m: Match, f: dict[str, Any]) -> str:
        return self.step


def back_to(step: str) -> Back:
    """Return a step behind which a procedure goes on at another one of its steps, such as the next turn."""
    return Back(step)


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """The rules of one game, as the kernel sees them; `speech`, `table` and `judgement` hold the rest of the game."""

    slug: ClassVar[str] = ""
    sections: ClassVar[tuple[str, ...]] = ("main",)  # the parts of a deck that take part in play
    columns: ClassVar[tuple[str, ...]] = ()  # counters and records that objects carry
    kept: ClassVar[frozenset[str]] = frozenset()  # those of them that stay when an object leaves play or changes zones
    # of the match: each with its first value, or the constant that it is
    variables: ClassVar[Mapping[str, int | str]] = {}
    # of each player, likewise; `Secret` ones nobody else sees
    player_variables: ClassVar[Mapping[str, int | str | Secret]] = {}
    # choices made at the same time and opened together: see `cardlib.kernel.secrets`
    sealed: ClassVar[Mapping[str, Sealed]] = {}
    events: ClassVar[Mapping[str, Fields]] = {}  # what the rules emit, and what the fields of each event are called
    # the numbers of game.json that the rules read, each with its least value
    constants: ClassVar[Mapping[str, int]] = {}
    # by section of game.json (zones, counters…) what the rules count on
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    roles: ClassVar[Mapping[str, str]] = {}  # of those zones the roles that common rules find them by
    needs: ClassVar[Needs] = Needs()  # what they count on in the board
    dice: ClassVar[tuple[str, ...]] = ()  # the dice that they roll
    relations: ClassVar[Mapping[str, Test]] = {}  # the game's own words of the filter language
    # those with an argument, of which the test is made
    related_by: ClassVar[Mapping[str, Callable[[int | str], Test]]] = {}
    vital: ClassVar[frozenset[str]] = frozenset()  # columns and zones that a state check looks at
    valued: ClassVar[frozenset[str]] = frozenset()  # columns, and variables of players, that current values depend on
    in_play: ClassVar[frozenset[str]] = frozenset()  # what is steady of things in play and of nothing else, by its key
    departures: ClassVar[frozenset[str]] = frozenset()  # events by which things leave play
    # regions of the seats whose occupation it looks at; None for all
    vital_regions: ClassVar[tuple[str, ...] | None] = None
    # whether they bring cards into play that no deck and no supply has, and that no card names
    makes_cards: ClassVar[bool] = True
    filler: ClassVar[str] = ""  # the card that a deck is made of where a scenario gives only its size
    cites: ClassVar[Mapping[str, str]] = {}  # rules of common procedures (target, order, cost…) and kinds of abilities
    spans: ClassVar[tuple[str, ...]] = ("turn",)  # that its procedures begin and end: see `cardlib.kernel.spans`
    main_phase: ClassVar[str] = "main"  # the phase in which a scenario begins that names none
    declining: ClassVar[frozenset[str]] = frozenset({"end", "no", "done", "pass"})  # options that decline
    # the forms of its moves, as its manual writes them: see `cardlib.kernel.moves`
    moves: ClassVar[tuple[str, ...]] = ()
    # by the verb of a move what refuses it: of the match, who moves, and the things that it names
    forbids: ClassVar[Mapping[str, Callable[..., Refusal | None]]] = {}
    activated_by: ClassVar[Mapping[str, str]] = {}  # by the timing of an activated ability the form by which it is used
    types_stay: ClassVar[bool] = False  # whether of which types a thing is follows from its printed card alone
    placed: ClassVar[bool] = True  # whether it matters where on the board something is
    turn_procedure: ClassVar[str] = "turn"  # what a turn runs
    endows: ClassVar[bool] = False  # whether things in play have abilities by the rules: see `owned`
    weighs: ClassVar[bool] = False  # whether anything may count as more than one: see `counts_as`
    # What can be read, and set in a position, beside zones, counters, attributes and keywords of the game's data.
    of_match: ClassVar[Mapping[str, Declared]] = {}
    of_player: ClassVar[Mapping[str, Declared]] = {}
    of_object: ClassVar[Mapping[str, Declared]] = {}  # records, and current values that are not printed
    of_side: ClassVar[Mapping[str, str]] = {}  # further words of a player's side, and what they are
    # where in a turn a position can begin, and the step of the turn's procedure
    phases: ClassVar[Mapping[str, str]] = {}
    link_kinds: ClassVar[Mapping[str, str]] = {}  # what can wait on the chain
    verbs: Verbs

    def __init__(self) -> None:
        self.procedures: dict[str, Procedure] = {}
        self.told: Mapping[str, Fields] = {**EVENTS, **self.events}  # every event that can happen
        self.secret = {name: first for name, first in self.player_variables.items() if isinstance(first, Secret)}
        self.cleared = tuple(name for name in self.columns if name not in self.kept)
        self.speech = Speech(self)
        self.table = Table(self)
        self.judgement = Judgement(self)
        self.verbs = Verbs()

    def compiled(self, text: str) -> Test:
        """Return the test of a filter."""
        raise TypeError(f"{self.slug}: filters need the rules of a game with abilities")

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Put a match at its first step: objects in decks, variables, the first frame on the stack.

        A deck is a list of numbers that `facts.by_section` reads; with one section they are printed cards.
        """
        raise TypeError(f"{self.slug}: set_up is missing")

    def unlawful(self, board: Board) -> Iterator[Fault]:
        """Yield what a board breaks of the rules on boards; the check of the data asks this, play does not."""
        return iter(())

    def section_of(self, facts: Facts, card: int) -> str:
        """Return the section of a deck where a card belongs that was named without one."""
        return self.sections[0]

    def concede(self, m: Match, player: int) -> None:
        """Let a player give up: the match ends where one is left, and goes on for the others where there are more."""
        others = seats.opponents(m, player)
        if len(others) > 1:
            self.leave(m, (player,), "gives up", None)
        else:
            m.end(others[0] if others else NOWHERE, f"player {m.facts.seats[player]} gives up", None)

    def leave(self, m: Match, players: Sequence[int], reason: str, rule: str | None) -> None:
        """Put players out of the match at the same moment, tell it, and do with their things what the game says."""
        atoms.put_out(m, players, reason, rule)
        for player in players:
            m.emit("out", player=player, rule=rule, total=reason)
        for player in players:
            self.vacate(m, player)

    def vacate(self, m: Match, player: int) -> None:
        """Do what the game says with the things of a player who is out; here they stay as they are."""

    def answer_for(self, m: Match, player: int, kind: Kind, choices: Sequence[Choice], prompt: str) -> Choice:
        """Return what somebody takes who is never asked: one who acts by rules, or is out of the match.

        Here what declines, where something does, else what stands first. A game whose actors choose says how.
        """
        return next((choice for choice in choices if choice[0] in Rules.declining), choices[0])

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

    def layer(self, m: Match, obj: int) -> int:
        """Return in which layer of the board an object stands, by number; units stand in the first."""
        return 0

    def footprint(self, m: Match, obj: int) -> str:
        """Return the footprint of an object that takes several spaces, one of the board's; "" for a single space."""
        return ""

    def slot_holds(self, m: Match, obj: int, slot: Slot) -> int | None:
        """Return how many things a slot of an object holds now; None for any number.

        Here the number that game.json says, or the current value of the attribute that it names.
        """
        if isinstance(slot.holds, int):
            return slot.holds or None
        return max(0, self.value(m, obj, slot.holds))

    def slot_refuses(self, m: Match, obj: int, by: int, slot: Slot) -> str | None:
        """Say in words why an object that would fit cannot lie in a slot of another one now; None where it can."""
        return None

    def bereft(self, m: Match, obj: int, space: int, zone: int) -> None:
        """Do with what an object holds, which has just left its zone and perhaps a space, what its slots say."""
        holding.bereft(m, obj, space, zone)

    def sight_blocked(self, m: Match, viewer: int) -> int:
        """Return the spaces that block the sight of an object, as one number (`boards.board.bits`).

        Here all spaces that block it themselves or with something in a layer that does.
        """
        return in_the_way(m, "sight", viewer)

    def movement_blocked(self, m: Match, mover: int) -> int:
        """Return the spaces that an object cannot enter; here those that block movement, or with what blocks it."""
        return in_the_way(m, "movement", mover)

    def may_be_answered(self, m: Match, window: str) -> bool:
        """Whether anybody could react in a window now, as far as the index of listeners tells."""
        return f"react:{window}" in m.state.listeners or bool(m.facts.granting)

    def columns_on_entry(self, m: Match, obj: int) -> Mapping[str, int]:
        """Return the counters with which an object enters, for positions that a scenario lays out."""
        return {}

    def value(self, m: Match, obj: int, attr: str) -> int:
        """Return the current value of an attribute or counter."""
        column = m.state.columns.get(attr)
        if column is not None:
            return column[obj]
        return values.modified(m, obj, attr, values.printed(m, obj, attr))

    def has_value(self, m: Match, obj: int, attr: str) -> bool:
        """Whether an object has a number now that its card does not print; filters ask of no other (`cost>=3`)."""
        return False

    def counts_as(self, m: Match, obj: int, source: int) -> int:
        """Return as how many an object counts for an amount of a source; asked only where the game `weighs`."""
        return 1

    def points_there(self, m: Match, pool: str, obj: int, you: int) -> int:
        """Return how many points of a pool an object or its player can pay with."""
        return pools.there(m, pool, obj, you)

    def payers(self, m: Match, ability: Ability, pool: str, obj: int, you: int, number: int) -> Sequence[Any]:
        """Ask whose points go first for an ability, where there is a choice; `take_points` is told what was chosen."""
        return ()

    def take_points(self, m: Match, pool: str, obj: int, you: int, number: int, first: Sequence[Any] = ()) -> None:
        """Let an object or its player pay points of a pool, those first that were chosen."""
        pools.take(m, pool, obj, you, number)

    def surcharge(self, m: Match, ability: Ability, obj: int, pool: str, bind: Mapping[str, Any]) -> int:
        """Return how many points of a pool more than stand there an ability costs an object now."""
        return 0

    def owned(self, m: Match) -> Iterable[tuple[int, Sequence[int]]]:
        """Return things in play with the cards whose abilities they have by the rules: of a class, a rank, a pick.

        They belong to them as if they were granted, with the thing itself as the source.
        """
        return ()

    def player_value(self, m: Match, player: int, attr: str) -> int:
        """Return a value of a player ("bandwidth"); raises NoSuchValue for one that there is not."""
        variables = m.state.players[player]
        if attr not in variables:
            if attr in self.of_player:
                raise NoSuchValue(f"'{attr}' stands in of_player of {self.slug}: its `player_value` has to work it out")
            near = nearest_note(attr, [*variables, *self.of_player])
            raise NoSuchValue(f"'{attr}' is no value that players of {self.slug} have{near}")
        return variables[attr]

    def possible(self, m: Match, player: int, name: str) -> Sequence[int]:
        """Return what a secret number of a player may be, for who does not see it; here whatever it is declared to be.

        A game that knows more says so from what lies open, and from the numbers before it: those of a sample are dealt
        one after another, in the order in which they are declared, and stand at their least until then.
        """
        about = self.secret[name]
        return range(about.least, (most_of(about, m.facts.constants) or 0) + 1)

    def keyword(self, m: Match, obj: int, word: str) -> int:
        """Return the value of a keyword, 0 if it is not there."""
        return values.keyword(m, obj, word)

    def name(self, m: Match, obj: int) -> str:
        """Return the current name; what lies face down has none but that of its back."""
        if m.state.down and obj in m.state.down:
            return capital(f"{FACE_DOWN} {m.facts.backs[m.state.card[obj]]}".rstrip())
        return m.facts.names[m.state.card[obj]]

    def refuse(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        """Say why a well-formed move is not offered to a player, and which rule refuses it."""
        return refusals.by_verb(m, player, move) or self.not_offered(m, player, move)

    def not_offered(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        """Say that something else is asked, by the rule that asks; to who wants to go on, what declines here.

        A choice in the middle of an effect that names no rule of its own is asked by the rule on choices.
        """
        decision = m.decision
        if decision is None:
            return "the match is over", None
        rule = decision.rule or self.cites.get("target")
        if decision.player != player:
            return f"player {m.facts.seats[decision.player]} is asked now: {decision.prompt}", rule
        way_on = [str(value[0]) for value in decision.choices if value[0] in Rules.declining]
        instead = f"; say '{way_on[0]}'" if way_on and move.form in Rules.declining else f": {decision.prompt}"
        return f"'{move.said}' is not offered now{instead}", rule

    def tell_lasting(
        self,
        m: Match,
        source: int,
        you: int,
        rule: str | None,
        objects: Sequence[int] | None,
        begun: Sequence[Lasting],
    ) -> None:
        """Emit the event that something holds from now on: on which cards, and what."""
        on_cards = objects if begun and begun[0].whose != records.PLAYERS else None
        subject, number = (on_cards[0], len(on_cards)) if on_cards else (NOWHERE, 0)
        said = moments.effect_words(m, source, begun) if m.telling else ""
        m.emit("lasting", subject, source, number, you, rule, total=said)

    def controller(self, m: Match, obj: int) -> int:
        """Who is "you" in the text of an object: its controller, its owner outside play."""
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
            return [zones[you]] if you != NOWHERE else []
        if whose == "opponent":
            return [zones[player] for player in range(m.facts.players) if player != you]
        return list(zones)

    def players_named(self, m: Match, who: str, you: int, bind: Mapping[str, Any]) -> list[int]:
        """Return the players that `who` names, without those who are out.

        "each player" begins with the active one, "opponent" and "each neighbour" with who comes next in turn order.
        """
        if who == "you":
            return [you] if you != NOWHERE else []
        if who == "opponent":
            return seats.opponents(m, you)
        if who == "each player":
            return seats.players_around(m, m.state.vars.get("active", 0))
        if who == "next player":
            return [seats.next_player(m, you)]
        if who == "each neighbour":
            return seats.neighbours(m, you)
        if who == "that player":
            return [bind["player"]]
        if who == "its controller":
            return _somebody(m.state.controller[bind["that"]])
        if who == "its owner":
            return _somebody(m.state.owner[bind["that"]])
        return [bind["chosen"]]

    def distinct(self, m: Match, options: Sequence[Choice]) -> list[Choice]:
        """Leave out options that differ only in which of several equal cards outside the board they name.

        Cards are what options of the verb `card` name, and those of the game's `moves` whose form says CARD there.
        """
        s = m.state
        seen = set()
        kept = []
        for option in options:
            places = cards_in(self.moves, option[0], len(option))
            if places and all(s.place[option[at]] == NOWHERE == s.host[option[at]] for at in places):
                cards = [(s.zone[option[at]], s.card[option[at]]) for at in places]
                key = (*cards, *(thing for at, thing in enumerate(option) if at not in places))
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
        return m.state.zone[obj] in zones and target.test(m, obj, source, you) and self.exposed(m, target, obj, you)

    def exposed(self, m: Match, target: Target, obj: int, you: int) -> bool:
        """Whether a player may choose an object that fits a target, by what the game says of all targets."""
        return True

    def can_pay(self, m: Match, ability: Ability, source: int, you: int, spent: Mapping[str, int]) -> bool:
        """Whether what only this game demands can be paid now; `spent` is what the cost takes of each resource."""
        return True

    def kept_back(self, m: Match, ability: Ability, source: int) -> Refusal | None:
        """Say by which rule points that are there can't pay an ability, where it is not that they run short."""
        return None

    def can_begin(
        self, m: Match, ability: Ability, first: Instruction, source: int, you: int, bind: Mapping[str, Any]
    ) -> bool:
        """Whether the first thing that an ability, or a mode of it, does could be done at all, as the game can tell.

        `bind` is what is bound by then: for a reaction the action that it answers to, for a trigger what set it off.
        Where not, it can't be used, and of a trigger that may be declined nobody is asked.
        """
        return True

    def can_carry(self, m: Match, obj: int) -> bool:
        """Whether counters and lasting effects can be put on an object where it is now."""
        return True

    def still_there(self, m: Match, obj: int, bind: Mapping[str, Any]) -> bool:
        """Whether a remembered object may still be acted on."""
        return True

    def stage(self, m: Match, entry: Raised) -> int:
        """Return when a trigger comes among those of a moment: all of a lower stage before all of a higher one."""
        return 0

    def heaps(self, m: Match, raised: list[Raised]) -> list[list[Raised]]:
        """Return triggers of a player as that player orders them: each for itself, or several that go in one go."""
        return [[entry] for entry in raised]

    def raise_triggers(self, m: Match, kind: str, subject: int, other: int, number: int, player: int) -> None:
        """Raise every trigger that an event sets off; one that may be declined counts once it is used."""
        for ability, obj in self.set_off(m, kind, subject, other, player):
            you = self.controller(m, obj)
            if not ability.optional:
                spans.use(m, ability, obj, you)
            atoms.raise_trigger(m, Raised(ability.card, ability.number, obj, you, subject, other, number, player))

    def set_off(self, m: Match, kind: str, subject: int, other: int, player: int) -> Iterator[tuple[Ability, int]]:
        """Yield every trigger that an event sets off, found through the index of listeners, with what has it."""
        s, facts = m.state, m.facts
        for obj in s.listeners.get(kind, ()):
            m.counts[1] += 1
            zone = facts.zone_kinds[s.zone[obj]]
            for ability in facts.triggers[s.card[obj]].get(kind, ()):
                if zone not in ability.zones or (zone == facts.field and values.lost(m, obj)):
                    continue
                if self._takes(m, ability, obj, subject, other, player):
                    yield ability, obj
        if facts.granting:
            for obj, ability in grants.triggers(m, kind):
                if self._takes(m, ability, obj, subject, other, player):
                    yield ability, obj

    def _takes(self, m: Match, ability: Ability, obj: int, subject: int, other: int, player: int) -> bool:
        """Whether a trigger is about what happened, and its limit and condition allow it."""
        if ability.who is not None and not ability.who(m, subject, obj, player):
            return False
        you = self.controller(m, obj)
        if ability.limit is not None and spans.used_up(m, ability, obj, you):
            return False
        return ability.condition is None or ability.condition(m, obj, you, {"that": subject, "other": other})


def _somebody(player: int) -> list[int]:
    return [player] if player != NOWHERE else []


def new_state(rules: Rules, facts: Facts, seed: int) -> State:
    """Return an empty state of a game, with every column and variable that its rules declare at its first value."""
    state = State()
    variables = _first({**VARIABLES, **rules.variables}, facts)
    atoms.begin(facts, state, rules.columns, variables, _first(rules.player_variables, facts), seed)
    return state


def _first(variables: Mapping[str, int | str | Secret], facts: Facts) -> dict[str, int]:
    plain = {name: value.first if isinstance(value, Secret) else value for name, value in variables.items()}
    return {name: facts.constants[value] if isinstance(value, str) else value for name, value in plain.items()}

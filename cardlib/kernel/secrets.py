"""What only some players know: choices that are made at the same time, numbers of a player, things that lie face down.

A game declares the first two in its rules, `sealed` and the `Secret` ones of `player_variables`. Who may see a thing is
`visibility`'s business; here is what a procedure does with it, and how a sample deals anew what its player cannot know.

    procedure(begin, *together("bid"), compare, ...)

has everybody choose, nobody seeing what the others did, then opens all in one event; `opened(m, "bid")` is what came
out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from cardlib.errors import EngineError
from cardlib.kernel import atoms, seats
from cardlib.kernel.chance import Chance, derive
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match

AGAIN: Final = "again"


# -- choices made at the same time ---------------------------------------------------------------------------------


class Choosing:
    """A step in which everybody named chooses; see `together`."""

    def __init__(self, what: str) -> None:
        self.__name__ = f"choose {what}"
        self.what = what

    def __call__(self, m: Match, f: dict[str, Any]) -> str | None:
        return _choose(m, self.what)


class Opening:
    """A step in which all that was chosen is opened; see `together`."""

    def __init__(self, what: str) -> None:
        self.__name__ = f"open {what}"
        self.what = what

    def __call__(self, m: Match, f: dict[str, Any]) -> None:
        open_all(m, self.what)


def together(what: str) -> tuple[Choosing, Opening]:
    """Return the steps in which a choice that the rules declare in `sealed` is made by all of its players, and opened.

    A procedure may have other steps between the two; what was chosen stays sealed in them.
    """
    return Choosing(what), Opening(what)


def _choose(m: Match, what: str) -> str | None:
    """Ask the next one who has not chosen; also where only one option is left, as not being asked would tell that."""
    rule = m.rules.sealed[what].rule
    for player in m.rules.sealed[what].who(m):
        if not is_sealed(m, what, player):
            atoms.seal(m, what, player, _asked(m, what, player))
            m.emit("sealed", number=_number(m, what), player=player, rule=rule)
            return AGAIN
    return None


def _asked(m: Match, what: str, player: int) -> Choice:
    about = m.rules.sealed[what]
    return m.ask(
        player,
        about.kind,
        lambda: about.options(m, player),
        about.prompt,
        rule=about.rule,
        offer=True,
        default=lambda: _by_chance(m, what, player),
    )


def _by_chance(m: Match, what: str, player: int) -> Choice:
    """What somebody chooses where play goes on without asking: nobody there may answer what others have chosen."""
    s = m.state
    options = m.rules.sealed[what].options(m, player)
    return options[Chance(derive(s.seed, s.counter, s.serial, player)).below(len(options))]


def open_all(m: Match, what: str) -> None:
    """Open what was chosen by those who are still in the match, in one event."""
    rows = [row for row in m.state.sealed if row.what == what and not row.opened]
    gone = [row.player for row in rows if m.state.out and seats.is_out(m, row.player)]
    if gone:
        atoms.drop_sealed(m, what, gone)
    atoms.open_sealed(m, what)
    choices = tuple((row.player, row.choice) for row in rows if row.player not in gone)
    for _, choice in choices:
        if choice[0] in ("card", "play", "put"):
            atoms.show(m, choice[1], (1 << m.facts.players) - 1)
    rule = m.rules.sealed[what].rule
    m.emit("opened", number=_number(m, what), rule=rule, choices=choices)


def _number(m: Match, what: str) -> int:
    return list(m.rules.sealed).index(what)


def is_sealed(m: Match, what: str, player: int) -> bool:
    """Whether a player has chosen, and it is not opened yet."""
    return any(row.what == what and row.player == player and not row.opened for row in m.state.sealed)


def opened(m: Match, what: str) -> dict[int, Choice]:
    """Return what was chosen the last time by each player, once it is opened; it stays until the next one chooses."""
    return {row.player: row.choice for row in m.state.sealed if row.what == what and row.opened}


def seen_choices(m: Match, viewer: int, what: str) -> dict[int, Choice | None]:
    """Return who has chosen, and what; None while it is sealed from a player."""
    return {
        row.player: row.choice if row.opened or row.player == viewer else None
        for row in m.state.sealed
        if row.what == what
    }


def deal_choices(m: Match, viewer: int, chance: Chance) -> None:
    """In a sample for a player, let the others have chosen anything that they may have chosen.

    That is so also for who has yet to choose in the step that is under way: they choose without knowing more.
    """
    s = m.state
    if s.sealed:
        hidden = [(row.what, row.player) for row in s.sealed if not row.opened and row.player != viewer]
        _deal(m, hidden, chance)
    if s.stack and s.result is None:
        procedure, at, _, _ = s.stack[-1]
        steps = m.rules.procedures[procedure][0]
        step = steps[at] if at < len(steps) else None
        if isinstance(step, Choosing):
            what = step.what
            others = [player for player in m.rules.sealed[what].who(m) if player != viewer]
            _deal(m, [(what, player) for player in others if not is_sealed(m, what, player)], chance)


def _deal(m: Match, which: Sequence[tuple[str, int]], chance: Chance) -> None:
    for what, player in which:
        options = m.rules.sealed[what].options(m, player)
        if not options:
            raise EngineError(f"sealed '{what}': there is nothing that player {m.facts.seats[player]} may have chosen")
        atoms.seal(m, what, player, options[chance.below(len(options))])


# -- numbers of a player ---------------------------------------------------------------------------------------------


def may_know(m: Match, viewer: int | None, player: int, name: str) -> bool:
    """Whether a player (None: an onlooker who sees all) knows a value of a player."""
    return viewer in (None, player) or name not in m.rules.secret


def deal_numbers(m: Match, viewer: int, chance: Chance) -> None:
    """In a sample for a player, let the secret numbers of the others be any that they may be, one after another."""
    secret = m.rules.secret
    others = [player for player in range(m.facts.sides) if player != viewer]
    for name, about in secret.items():
        for player in others:
            atoms.note_player(m, player, name, about.least)
    for name in secret:
        for player in others:
            possible = m.rules.possible(m, player, name)
            atoms.note_player(m, player, name, possible[chance.below(len(possible))])


# -- things that lie face down ---------------------------------------------------------------------------------------


def is_down(m: Match, obj: int) -> bool:
    """Whether a thing lies face down."""
    return obj in m.state.down


def taken_for(m: Match, obj: int) -> tuple[int, str, str]:
    """Return what a hidden thing may be taken for: any other of which this is the same.

    That is its owner, or the supply that all share, with its zone where that lies apart, and its back.
    """
    s, facts = m.state, m.facts
    card, kind = s.card[obj], facts.zone_kinds[s.zone[obj]]
    supplies = facts.holders.supply_of
    supply = supplies[card] if supplies else NOWHERE
    whose = s.owner[obj] if supply == NOWHERE else facts.sides + supply
    return whose, kind if facts.apart[kind] else "", facts.backs[card]


def lay_face_down(m: Match, obj: int, zone: str, players: Sequence[int], player: int, rule: str | None = None) -> int:
    """Lay a thing face down in a zone that all see; `players` may look at it. Returns the number that it has there.

    It comes with any of the numbers of the hidden things that it may be taken for, so that the number tells nothing.
    What nobody owns goes to the zone of `player`, where every player has one. Where it goes on the board is the next
    thing to say.
    """
    s, facts = m.state, m.facts
    if facts.visible[facts.zone_kinds[s.zone[obj]]] != "all" and s.host[obj] == NOWHERE:
        named, like = _named(m), taken_for(m, obj)
        alike = [
            other
            for other, lies in enumerate(s.zone)
            if facts.visible[facts.zone_kinds[lies]] != "all"
            and taken_for(m, other) == like
            and s.host[other] == NOWHERE
            and other not in named
        ]
        if obj in alike:
            obj = atoms.renumber(m, obj, alike)
    atoms.move(m, obj, zone, player=player if s.owner[obj] == NOWHERE else NOWHERE)
    turn_down(m, obj, players, player, rule)
    return obj


def _named(m: Match) -> set[int]:
    """Return the things that what is under way names by their numbers."""
    s = m.state
    found = {raised.source for raised in (*s.raised, *s.queue)}
    for lasting in s.modifiers:
        found |= {lasting.source, *(lasting.objects or ())}
    for frame in s.stack:
        found.update(frame[2].get("cards", ()))
    return found


def turn_down(m: Match, obj: int, players: Sequence[int], player: int, rule: str | None = None) -> None:
    """Turn a thing face down where it is; `players` may look at it."""
    atoms.turn_down(m, obj, sum(1 << one for one in set(players)))
    m.emit("turned-down", obj, player=player, rule=rule)


def turn_up(m: Match, obj: int, player: int, rule: str | None = None) -> None:
    """Turn a thing face up that lies face down."""
    atoms.turn_up(m, obj)
    m.emit("turned-up", obj, player=player, rule=rule)

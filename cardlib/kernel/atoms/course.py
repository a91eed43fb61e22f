"""Atoms of the match as a whole: how it is laid out, its variables and those of players, turn order, who is out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardlib.errors import EngineError
from cardlib.filters import nearest_note
from cardlib.kernel.state import NOWHERE, State

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match


def set_order(m: Match, order: Iterable[int]) -> None:
    """Let players and actors take their turns in another order; who is not in it takes none."""
    m.state.order = tuple(order)
    m.changed()


def put_out(m: Match, sides: Iterable[int], reason: str, rule: str | None) -> None:
    """Put players (or actors) out of the match, all at the same moment: they are asked nothing any more."""
    s = m.state
    moment = s.out[-1][1] + 1 if s.out else 0
    gone = {entry[0] for entry in s.out}
    s.out = (*s.out, *((side, moment, reason, rule) for side in sides if side not in gone))
    m.changed()


def note(m: Match, name: str, number: int) -> None:
    """Set a variable of the match."""
    m.touched = True
    variables = m.state.vars
    if name not in variables:
        near = nearest_note(name, variables)
        raise EngineError(f"'{name}' is no variable that the rules of {m.rules.slug} declare{near}")
    variables[name] = number


def note_player(m: Match, player: int, name: str, number: int) -> None:
    """Set a variable of a player."""
    m.touched = True
    variables = m.state.players[player]
    if name not in variables:
        near = nearest_note(name, variables)
        raise EngineError(f"'{name}' is no variable of players that the rules of {m.rules.slug} declare{near}")
    variables[name] = number
    if name in m.rules.valued:
        m.steady = {}


def begin(
    facts: Facts,
    state: State,
    columns: tuple[str, ...],
    variables: dict[str, int],
    player_variables: dict[str, int],
    seed: int,
) -> None:
    """Lay out empty zones, an empty board, columns and variables of a new match, whose chance comes from a seed."""
    state.seed = seed
    state.zones = [[] for _ in facts.zone_kinds]
    state.board = [NOWHERE] * (facts.board.slots if facts.board else 0)
    state.columns = {name: [] for name in columns}
    state.vars = variables
    state.players = [player_variables.copy() for _ in range(facts.sides)]
    state.order = tuple(range(facts.sides))

"""Stealth Tokens on the board: whose, and how they go (AT-203, AT-264)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.analog_tactics import units
from cardlib.kernel import atoms

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def tokens(m: Match, player: int | None = None) -> list[int]:
    """Return the Stealth Tokens on the board, of a player or of all."""
    found = units.on_board(m)["tokens"]
    return found if player is None else [obj for obj in found if m.state.controller[obj] == player]


def is_token(m: Match, obj: int) -> bool:
    """Whether a thing is a Stealth Token."""
    return bool(m.state.card[obj] == m.facts.game.token)


def clear(m: Match, token: int, rule: str | None) -> None:
    """A token, or what an ability has left on the board, leaves it."""
    m.emit("cleared", token, player=m.state.controller[token], rule=rule)
    atoms.move(m, token, "removed")


def clear_tokens(m: Match, spaces: int, by: int) -> None:
    """Damage removes the tokens in some spaces, but not a player's own under that player's AOE (AT-203)."""
    for token in list(tokens(m)):
        if spaces >> m.state.place[token] & 1 and m.state.controller[token] != by:
            clear(m, token, "AT-203")

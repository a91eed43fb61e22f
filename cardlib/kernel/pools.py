"""Pools of points from which costs are paid: of an object, of a player, or of all together; declared in game.json.

The pool of an object is a column of the rules, that of a player one of the player's variables, a shared one a variable
of the match; each is called by the id of the pool.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from cardlib.kernel import atoms

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool: whose it is, and how one and several of its points are called."""

    id: str
    of: Literal["object", "player", "all"]
    name: str
    plural: str

    def counted(self, number: int) -> str:
        """Return a number of its points in words: "1 Reaction point"."""
        return f"{number} {self.name if number == 1 else self.plural}"


def declared(raw: Mapping[str, Any]) -> dict[str, Pool]:
    """Return the pools that a game.json declares."""
    return {
        id_: Pool(id_, about["of"], about["name"], about.get("plural", f"{about['name']}s"))
        for id_, about in dict(raw.get("pools", {})).items()
    }


def there(m: Match, id_: str, obj: int, player: int) -> int:
    """Return how many points are in a pool of an object or player."""
    of = m.facts.pools[id_].of
    if of == "object":
        return m.state.columns[id_][obj]
    return m.state.players[player].get(id_, 0) if of == "player" else m.state.vars.get(id_, 0)


def take(m: Match, id_: str, obj: int, player: int, number: int) -> None:
    """Take points out of a pool of an object or player."""
    of = m.facts.pools[id_].of
    left = there(m, id_, obj, player) - number
    if of == "object":
        atoms.put(m, obj, id_, left)
    elif of == "player":
        atoms.note_player(m, player, id_, left)
    else:
        atoms.note(m, id_, left)

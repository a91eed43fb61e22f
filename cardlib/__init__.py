"""cardlib: cards as data, checked, queried, printed and played.

game = cardlib.load("mecha")
match = game.match([deck_a, deck_b], seed=7)
while not match.over:
    view = match.view(match.player)
    match.take(bots[match.player].choose(view))
print(match.result)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlib.errors import Ambiguous, CardlibError, NotFound

if TYPE_CHECKING:
    from cardlib.game import Game, load

__version__ = "0.1.0"
__all__ = ["Ambiguous", "CardlibError", "Game", "NotFound", "load"]


def __getattr__(name: str) -> Any:
    """Import the engine only when a game is loaded, so that reading data starts fast."""
    if name in ("load", "Game"):
        return getattr(import_module("cardlib.game"), name)
    raise AttributeError(f"module 'cardlib' has no attribute '{name}'")

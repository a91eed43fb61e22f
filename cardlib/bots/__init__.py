"""Bots: players that get a view and choose an option of it. Random, greedy, and how to bring one's own.

    class MyBot:
        def __init__(self, seed: int) -> None: ...
        def choose(self, view: View) -> Option:
            return view.options[0]

`bot("greedy", seed)` makes a bot by name; `bot("mymodule:MyBot", seed)` imports one. A bot sees a `View` and nothing
else: what it does must not depend on cards that are hidden from it, and the same seed must give the same choices.
"""

from __future__ import annotations

from cardlib.bots.greedy import Greedy
from cardlib.bots.protocol import Bot
from cardlib.bots.random import Random
from cardlib.bots.registry import NAMES, bot

__all__ = ["NAMES", "Bot", "Greedy", "Random", "bot"]

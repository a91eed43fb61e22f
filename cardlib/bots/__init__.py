"""Bots: players that get a view and choose an option of it. Random, greedy, search, and how to bring one's own.

    class MyBot:
        def __init__(self, seed: int) -> None: ...
        def choose(self, view: View) -> Option:
            return view.options[0]

`bot("greedy", seed)` makes a bot by name, `bot("search:400", seed)` one that thinks 400 iterations long; neither
imports anything. `named_bot("mymodule:MyBot", seed)` imports one, `named_bot("pipe:./mybot.sh", seed)` talks with a
program in any language, and so neither is ever given a name out of a file. A bot
sees a `View` and nothing else: what it does must not depend on cards that are hidden from it, and the same seed must
give the same choices. One with a method `explain` can say why.
A name also says what parts of the game's evaluation count for it: `greedy:hand=1.5`, `search:400:base=2+hand=0.8`.
`answer(bot, match, name)` asks one: it returns the number of an option, or raises `BotError` with the lines of the bot
that went wrong.
"""

from __future__ import annotations

from cardlib.bots.asking import BotError, answer, break_off, explanation, seated
from cardlib.bots.greedy import Greedy
from cardlib.bots.protocol import Bot, Thinker, Thought
from cardlib.bots.random import Random
from cardlib.bots.registry import NAMES, bot, check_weights, is_own, named_bot, weights_of, with_weights
from cardlib.bots.search import Search

__all__ = [
    "NAMES",
    "Bot",
    "BotError",
    "Greedy",
    "Random",
    "Search",
    "Thinker",
    "Thought",
    "answer",
    "bot",
    "break_off",
    "check_weights",
    "explanation",
    "is_own",
    "named_bot",
    "seated",
    "weights_of",
    "with_weights",
]

"""Bots by name: `random`, `greedy`, `search` or `search:ITERATIONS`; `module:Class` or `pipe:COMMAND` for one's own.

`bot` takes any name, also one that a file holds, and imports and starts nothing. `named_bot` imports `module:Class` and
starts `pipe:COMMAND`, which is code that runs; so it is for names that a person typed or a program of one's own hands
over, and never for those of a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from cardlib import bounds
from cardlib.bots.asking import BotError, raised
from cardlib.bots.greedy import Greedy
from cardlib.bots.protocol import Bot
from cardlib.bots.random import Random
from cardlib.bots.search import Search
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest_note

PIPE = "pipe"
NAMES: Mapping[str, type[Greedy] | type[Random] | type[Search]] = {
    "random": Random,
    "greedy": Greedy,
    "search": Search,
}


def bot(name: str, seed: int = 0) -> Bot:
    """Return a new bot: one of `NAMES`, or `search:ITERATIONS`. Nothing is imported, whatever the name.

    Raises NotFound for an unknown name, CardlibError for a wrong number and for the name of a bot of one's own.
    """
    if name in NAMES:
        return NAMES[name](seed)
    module, colon, attribute = name.partition(":")
    if module == "search":
        return Search(seed, _iterations(name, attribute))
    if module in NAMES:
        raise CardlibError(f"the bot '{module}' takes no number; only search does: search:400")
    if colon:
        raise CardlibError(f"the bot '{name}' is code of somebody's own, which runs only where it is asked for")
    known = ", ".join(sorted(NAMES))
    raise NotFound(
        f"no bot is called '{name}'; known are {known}, and module:Class or pipe:COMMAND for one of your own"
        + nearest_note(name, NAMES)
    )


def is_own(name: str) -> bool:
    """Whether a name is that of code of somebody's own, `module:Class` or `pipe:COMMAND`, so that it runs."""
    module, colon, _ = name.partition(":")
    return bool(colon) and module not in NAMES


def is_pipe(name: str) -> bool:
    """Whether a name is that of a program, `pipe:COMMAND` or `pipe@SECONDS:COMMAND`."""
    head, colon, _ = name.partition(":")
    return bool(colon) and head.partition("@")[0] == PIPE


def is_module(name: str) -> bool:
    """Whether a name has the form `module:Class`, so that its bot is imported."""
    return is_own(name) and not is_pipe(name)


def named_bot(name: str, seed: int = 0) -> Bot:
    """Return a new bot: one that `bot` knows, `module:Class`, which is imported and called with the seed, or a program.

    Never for a name out of a file: what is imported or started runs. Raises as `bot` does, NotFound for a module that
    can't be imported or has no such class and for a program that is not there, BotError when the module or the class
    raises.
    """
    if not is_own(name):
        return bot(name, seed)
    if is_pipe(name):
        from cardlib.bots.pipe import Pipe  # with threads and all

        return Pipe(name, seed)
    module, _, attribute = name.partition(":")
    try:
        there = import_module(module)
    except ImportError as error:
        raise NotFound(f"the bot '{name}' can't be imported: {error}") from None
    except Exception as error:
        raise BotError(f"the bot '{name}' can't be imported: {raised(error)}") from error
    if not hasattr(there, attribute):
        raise NotFound(f"the module '{module}' has no '{attribute}'")
    try:
        made = getattr(there, attribute)(seed)
    except Exception as error:
        raise BotError(f"the bot '{name}' can't be made: {attribute}(seed) fails: {raised(error)}") from error
    if not callable(getattr(made, "choose", None)):
        raise CardlibError(f"the bot '{name}' has no method choose(view)")
    found: Bot = made
    return found


def _iterations(name: str, number: str) -> int:
    few = number.isascii() and number.isdecimal() and len(number) <= len(str(bounds.ITERATIONS))
    if not few or not 1 <= int(number) <= bounds.ITERATIONS:
        raise CardlibError(
            f"the bot '{name[:40]}': a number of iterations comes after the colon, such as search:400; "
            f"at most {bounds.ITERATIONS}"
        )
    return int(number)

"""Bots by name: `random`, `greedy`, `search` or `search:ITERATIONS`; `module:Class` or `pipe:COMMAND` for one's own.

What a part of the game's evaluation counts for a bot that has one is said behind its name: `greedy:hand=1.5` counts
cards in hand half as much again, `search:400:base=2+hand=0.8` two parts otherwise. `Judgement.parts` has their names.

`bot` takes any name, also one that a file holds, and imports and starts nothing. `named_bot` imports `module:Class` and
starts `pipe:COMMAND`, which is code that runs; so it is for names that a person typed or a program of one's own hands
over, and never for those of a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module

from cardlib import bounds
from cardlib.bots.asking import BotError
from cardlib.bots.greedy import Greedy
from cardlib.bots.protocol import Bot
from cardlib.bots.random import Random
from cardlib.bots.search import ITERATIONS, Search
from cardlib.errors import CardlibError, NotFound, raised
from cardlib.filters import nearest_note
from cardlib.kernel.judgement import Judgement

PIPE = "pipe"
_WEIGHT = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6})?", re.ASCII)
NAMES: Mapping[str, type[Greedy] | type[Random] | type[Search]] = {
    "random": Random,
    "greedy": Greedy,
    "search": Search,
}
WEIGHING = ("greedy", "search")  # those whose names take weights


def bot(name: str, seed: int = 0, processes: int = 1) -> Bot:
    """Return a new bot: one of `NAMES`, with its iterations and weights. Nothing is imported, whatever the name.

    A search thinks in so many processes. It thinks the same whatever their number, and so no name has it. Raises
    NotFound for an unknown name, CardlibError for a wrong number and for the name of a bot of one's own.
    """
    if name == "search":
        return Search(seed, processes=processes)
    if name in NAMES:
        return NAMES[name](seed)
    module, colon, attribute = name.partition(":")
    if module == "search":
        number, more, said = ("", ":", attribute) if "=" in attribute.partition(":")[0] else attribute.partition(":")
        iterations = _iterations(name, number) if number or not more else ITERATIONS
        return Search(seed, iterations, _weights(name, said) if more else None, processes)
    if module == "greedy" and "=" in attribute:
        return Greedy(seed, _weights(name, attribute))
    if module in NAMES:
        weighed = "" if module == "random" else ", and weights come behind a colon: greedy:hand=1.5"
        raise CardlibError(f"the bot '{module}' takes no number; only search does: search:400{weighed}")
    if colon:
        raise CardlibError(f"the bot '{name}' is code of somebody's own, which runs only where it is asked for")
    known = ", ".join(sorted(NAMES))
    raise NotFound(
        f"no bot is called '{name}'; known are {known}, and module:Class or pipe:COMMAND for one of your own"
        + nearest_note(name, NAMES)
    )


def weights_of(name: str) -> Mapping[str, float]:
    """Return what parts of the evaluation count for a bot by its name, where it is not 1. Raises as `bot` does."""
    return {} if is_own(name) else getattr(bot(name), "weights", {})


def check_weights(name: str, judgement: Judgement) -> None:
    """Raise as `bot` does, and as `Judgement.check` for a part that is weighed and not there."""
    weights = weights_of(name)
    if weights:
        judgement.check(weights)


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


def named_bot(name: str, seed: int = 0, processes: int = 1) -> Bot:
    """Return a new bot: one that `bot` knows, `module:Class`, which is imported and called with the seed, or a program.

    Never for a name out of a file: what is imported or started runs. Raises as `bot` does, NotFound for a module that
    can't be imported or has no such class and for a program that is not there, BotError when the module or the class
    raises.
    """
    if not is_own(name):
        return bot(name, seed, processes)
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


def with_weights(name: str, weights: Mapping[str, float]) -> str:
    """Return the name of a bot that weighs parts of the evaluation; those that count 1 are left out."""
    said = "+".join(f"{part}={weight:g}" for part, weight in weights.items() if weight != 1.0)
    return f"{name}:{said}" if said else name


def _weights(name: str, said: str) -> dict[str, float]:
    """Return the weights of `hand=1.5+base=2`."""
    found: dict[str, float] = {}
    for word in said.split("+"):
        part, equals, text = word.partition("=")
        weight = _WEIGHT.fullmatch(text)
        if not equals or not part or weight is None or float(text) > bounds.WEIGHT:
            raise CardlibError(
                f"the bot '{name[:80]}': found '{word[:40]}', expected a part of the evaluation and what it counts, "
                f"from 0 to {bounds.WEIGHT}, such as hand=1.5; more of them with + between"
            )
        if part in found:
            raise CardlibError(f"the bot '{name[:80]}' weighs '{part}' twice")
        found[part] = float(text)
    return found


def _iterations(name: str, number: str) -> int:
    few = number.isascii() and number.isdecimal() and len(number) <= len(str(bounds.ITERATIONS))
    if not few or not 1 <= int(number) <= bounds.ITERATIONS:
        raise CardlibError(
            f"the bot '{name[:40]}': a number of iterations comes after the colon, such as search:400; "
            f"at most {bounds.ITERATIONS}"
        )
    return int(number)

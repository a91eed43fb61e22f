"""Bots by name: `random`, `greedy`, or `module:Class` for a bot of one's own."""

from __future__ import annotations

from importlib import import_module

from cardlib.bots.greedy import Greedy
from cardlib.bots.protocol import Bot
from cardlib.bots.random import Random
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import nearest

NAMES: dict[str, type[Greedy] | type[Random]] = {"random": Random, "greedy": Greedy}


def bot(name: str, seed: int = 0) -> Bot:
    """Return a new bot: one of `NAMES`, or `module:Class`, whose class is called with the seed.

    Raises NotFound for an unknown name or a module that can't be imported.
    """
    if name in NAMES:
        return NAMES[name](seed)
    module, colon, attribute = name.partition(":")
    if not colon:
        hint = nearest(name, NAMES)
        known = ", ".join(sorted(NAMES))
        raise NotFound(
            f"no bot is called '{name}'"
            + (f"; nearest: {hint}" if hint else "")
            + f"; known are {known}, and module:Class for one of your own"
        )
    try:
        made = getattr(import_module(module), attribute)(seed)
    except ImportError as error:
        raise NotFound(f"the bot '{name}' can't be imported: {error}") from None
    except AttributeError:
        raise NotFound(f"the module '{module}' has no '{attribute}'") from None
    except TypeError as error:
        raise CardlibError(f"the bot '{name}' can't be made: {attribute}(seed) fails: {error}") from None
    if not callable(getattr(made, "choose", None)):
        raise CardlibError(f"the bot '{name}' has no method choose(view)")
    found: Bot = made
    return found

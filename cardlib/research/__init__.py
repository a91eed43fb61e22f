"""Games for learning programs: a PettingZoo environment of any game, with what an agent sees as an array of numbers.

    from cardlib.research import env

    match = env("mecha", ["graces-command", "donnas-search"])

It needs the extra `research`, which nothing else of cardlib imports. docs/research.md tells what an observation holds
and how actions are numbered.
"""

from __future__ import annotations

from cardlib.errors import CardlibError

try:
    import gymnasium as _gymnasium  # noqa: F401
    import numpy as _numpy  # noqa: F401
    import pettingzoo as _pettingzoo  # noqa: F401
except ImportError as missing:
    raise CardlibError(
        f"cardlib.research needs the package {missing.name}, which is not installed: "
        "pip install 'cardlib-tabletop[research]'"
    ) from None

from cardlib.research.actions import Numbering
from cardlib.research.environment import MatchEnv, env
from cardlib.research.observing import Observing

__all__ = ["MatchEnv", "Numbering", "Observing", "env"]

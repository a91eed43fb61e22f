"""The errors that a caller can catch: every one says what was found, where, and what to do about it.

`CardlibError` is the root; the command line prints its message and exits with 1. A wrong *use* of the library
(a programmer's slip) stays an ordinary `TypeError` or `ValueError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import FrameType


class CardlibError(Exception):
    """Anything that a person can mend: wrong data, a wrong file, a query that does not parse, an illegal pick."""


class NotFound(CardlibError):
    """A name that nothing carries; the message lists the nearest ones."""


class Ambiguous(CardlibError):
    """A name that several things carry; the message lists the candidates."""


class EngineError(RuntimeError):
    """The rules code broke the kernel's contract: a defect of the game, not of the player."""


class NoSuchValue(EngineError, ValueError):
    """A value was asked for that nobody declared, by the rules or by a bot."""


def raised(error: Exception, package: str = "") -> str:
    """Return what an exception of somebody's own code says, and the lines that led to it there, the last call last.

    What came before the first line of a `package` is left out, or of any but cardlib where none is named; where all
    lines are cardlib's own, all but the last two.
    """
    from itertools import dropwhile
    from traceback import StackSummary, format_exception_only, walk_tb  # only where something went wrong

    def before(call: tuple[FrameType, int]) -> bool:
        top = str(call[0].f_globals.get("__name__")).partition(".")[0]
        return top != package if package else top in _OURS

    calls = list(walk_tb(error.__traceback__))
    lines = list(dropwhile(before, calls))
    if not lines and not isinstance(error, SyntaxError):  # which says its line itself
        lines = calls[-2:]
    led = "".join(StackSummary.extract(iter(lines)).format())
    return f"{''.join(format_exception_only(error)).strip()}\n{led}".rstrip()


_OURS = ("cardlib", "cardlib_cli", "cardlib_print", "importlib")

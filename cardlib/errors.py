"""The errors that a caller can catch: every one says what was found, where, and what to do about it.

`CardlibError` is the root; the command line prints its message and exits with 1. A wrong *use* of the library
(a programmer's slip) stays an ordinary `TypeError` or `ValueError`.
"""

from __future__ import annotations


class CardlibError(Exception):
    """Anything that a person can mend: wrong data, a wrong file, a query that does not parse, an illegal pick."""


class NotFound(CardlibError):
    """A name that nothing carries; the message lists the nearest ones."""


class Ambiguous(CardlibError):
    """A name that several things carry; the message lists the candidates."""


class EngineError(RuntimeError):
    """The rules code broke the kernel's contract: a defect of the game, not of the player."""

"""Ctrl-C ends every command with 130, whatever becomes of what it raises.

Libraries swallow what is raised while they call back (SQLite, the parser, a weak reference): an interrupt is therefore
noted too, and a command that ended otherwise after one still ends as interrupted.
"""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

INTERRUPTED = 130
_noted: list[int] = []


def watch() -> None:
    """Note every interrupt before it is raised; for the process of a command, not for a library.

    Where it is ignored it stays so: shells say in this way that a command in the background is not meant.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _note)
        sys.unraisablehook = _swallowed


def deaf() -> None:
    """Let no interrupt come any more: what there was to do is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def interrupted() -> bool:
    """Whether an interrupt came since `watch`."""
    return bool(_noted)


def _note(number: int, frame: object) -> None:
    _noted.append(number)
    raise KeyboardInterrupt


def _swallowed(told: UnraisableHookArgs) -> None:
    """Say nothing of an interrupt that came while a weak reference was called back: it is noted."""
    if not issubclass(told.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(told)

"""What comes from the keyboard at the table: one line at a time, of bounded length, and text.

A line comes from a terminal or a pipe. What is no text in it (keys such as arrows, bytes that are not UTF-8) is kept
apart by `check`, so that nothing behind it has to think of it.
"""

from __future__ import annotations

import errno
import io
import sys
import unicodedata
from pathlib import Path

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib_cli.output import write

BEGINNING = 60  # characters that are shown of a longer one


def take_any_bytes() -> None:
    """Let bytes that are not UTF-8 come through as what `check` refuses, in place of an error that ends the match."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")


def at_terminal() -> bool:
    """Whether a person types, and sees what is typed."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def read(prompt: str) -> str:
    """Read a line; raises EOFError when there are no more, also because the terminal has gone.

    Of a line that is too long only a beginning is returned, which is still too long.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise EOFError
    if at_terminal():
        sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        line = part = sys.stdin.readline(bounds.TYPED + 2)
        while part and not part.endswith("\n"):
            part = sys.stdin.readline(bounds.TYPED + 2)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        line = ""
    if not line:
        raise EOFError
    line = line.rstrip("\n")
    if not at_terminal():
        write(f"{prompt}{shown(line).rstrip() if len(line) <= bounds.TYPED else shown(line[:BEGINNING]) + '…'}")
    return line


def check(line: str) -> None:
    """Raise CardlibError for a line that is too long, or no text."""
    if len(line) > bounds.TYPED:
        raise CardlibError(f"this line is too long: a line has at most {bounds.TYPED} characters")
    wrong = [character for character in line if not _is_text(character)]
    if any("\udc80" <= character <= "\udcff" for character in wrong):
        raise CardlibError(f"this line has bytes that are not UTF-8: {shown(line)}; type it again")
    if wrong:
        raise CardlibError(f"this line has keys that are no text: {shown(line)}; type it again")


def shown(line: str) -> str:
    """Return a line with what is no text in it written out, such as \\x1b for the key Esc."""
    return "".join(character if _is_text(character) else f"\\x{ord(character) & 0xFF:02x}" for character in line)


def counted(text: str) -> int:
    """Return the number that was typed; 0 for what is none, or none that counts anything here."""
    return int(text) if text.isdecimal() and len(text) <= bounds.COUNT else 0


def _is_text(character: str) -> bool:
    return character == "\t" or unicodedata.category(character) not in ("Cc", "Cs")


def path_in(text: str) -> Path:
    """Return the path that was typed, with `~` for the own folder; raises CardlibError for nobody's folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise CardlibError(f"{text}: nobody's folder is called {Path(text).parts[0]}") from None

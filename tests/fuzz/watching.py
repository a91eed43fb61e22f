"""What a case does while it runs, seen through Python's audit events: files opened, programs started, code run.

A command that reads or writes where it should not is caught in the act, even where nothing of it is left afterwards.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "pty.spawn", "os.startfile")
CHANGES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.symlink", "os.link", "os.chmod", "os.truncate")
FOLLOWING = ("os.chmod", "os.truncate")  # of these; the others change what is at a place itself
NETWORK = ("socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request")
PICKLES = ("pickle.find_class",)


def watch(root: Path, told: Callable[[str], object]) -> None:
    """From now on tell every event that no command has a reason for; cannot be undone, so only in a fork."""
    base = f"{root}{os.sep}"
    forbidden = f"{root / 'outside'}{os.sep}"
    seen: set[str] = set()
    busy = False

    def say(what: str) -> None:
        if what not in seen and len(seen) < 50:
            seen.add(what)
            told(what)

    def whole(path: object) -> str:
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        return os.path.realpath(path) if isinstance(path, str) else ""

    def itself(path: str) -> str:
        """A place whose link, if it is one, is not followed."""
        return str(Path(os.path.realpath(Path(path).parent), Path(path).name))

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal busy
        if busy or event in ("object.__getattr__", "sys._getframe"):
            return
        busy = True
        try:
            if event == "open":
                name, _, flags = arguments
                path = whole(name)
                if not path or path.startswith(("/dev/", "/proc/self/fd")):
                    return
                writes = isinstance(flags, int) and bool(flags & WRITES)
                if path.startswith(forbidden):
                    say(f"{'writes' if writes else 'reads'} outside/{path.removeprefix(forbidden)}")
                elif writes and not path.startswith(base) and not path.endswith(".pyc"):
                    say(f"writes {path}")
                elif path == "/etc/passwd":
                    say(f"reads {path}")
            elif event in STARTS:
                say(f"starts a program: {arguments[0]!r}")
            elif event in NETWORK:
                say(f"asks the network: {event} {arguments!r}"[:200])
            elif event in PICKLES:
                say(f"reads a pickle: {arguments!r}"[:200])
            elif event in CHANGES and arguments:
                named = [os.fsdecode(one) for one in arguments[:2] if isinstance(one, str | bytes)]
                places = [whole(one) if event in FOLLOWING else itself(one) for one in named]
                for path in places:
                    if f"{path}{os.sep}".startswith(forbidden) or (path and not path.startswith((base, "/dev/"))):
                        say(f"{event} {path.removeprefix(base)}")
            elif event == "exec":
                file = getattr(arguments[0], "co_filename", "")
                if isinstance(file, str) and file[:1] != "<" and whole(file).startswith(base):
                    say(f"runs {os.path.relpath(whole(file), root)}")
        finally:
            busy = False

    sys.addaudithook(hook)

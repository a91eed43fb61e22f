"""What must hold of every case, whatever a file says: each oracle returns what is wrong, or nothing.

The oracles know no command: exit codes and messages are the same everywhere (docs/security.md).
"""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from fuzz.running import Outcome
from fuzz.world import SCRATCH, SECRET, Entry, Listing, same

CODES = (0, 1, 2, 129, 130, 143)  # the last three: a terminal that closed, Ctrl-C, a kill
SECONDS = 8.0  # of processor time for a command that does what it was asked
REFUSING = 4.0  # for one that refuses
MEGABYTES = 440  # beyond what a command holds when it begins, so that it stays under 500
SHEETS = frozenset({"cards.pdf", "cards.manifest"})  # what `print` writes when it is told no other place

TRACEBACK = re.compile(rb"Traceback \(most recent call last\)|^  File \"[^\"]+\", line \d+|Fatal Python error", re.M)
PYTHON = re.compile(
    rb"\b(?:Key|Type|Value|Index|Attribute|Recursion|Overflow|Memory|Assertion|ZeroDivision|Name|OS|Unicode\w+)Error\b"
)
# What a terminal must not get: C0 but tab and newline, DEL, C1 in UTF-8, signs that turn the direction of writing.
RAW = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
OWN = re.compile(
    rb"\x1b\[[0-9;]*m|\x1b\[2J\x1b\[3J\x1b\[H|\x1b\[\?2004[hl]|\x1b\[(?:\?25[hl]|\d?[AK])|\r\n|\r(?=\x1b\[K)|\r|\x07|\x08"
)
TEMPORARY = re.compile(r"\.part$|\.tmp$|^\.[^/]*\.[a-z0-9_]{8}|-journal$|-wal$|~$")


@dataclass(frozen=True, slots=True)
class Seen:
    """What an oracle gets: the command and its outcome, everything before and after, and what the case damaged."""

    argv: tuple[str, ...]
    outcome: Outcome
    before: Listing
    after: Mapping[str, Entry]
    surroundings: str
    afterwards: str = ""  # what is wrong with the answers of a command once the files are whole again


def codes(seen: Seen) -> str:
    """The exit code is one that the documentation names."""
    if seen.outcome.ended:
        return ""
    code = seen.outcome.code
    return "" if code in CODES else f"exit code {code}"


def tracebacks(seen: Seen) -> str:
    """No traceback reaches a person."""
    for text in (seen.outcome.err, seen.outcome.out):
        if found := TRACEBACK.search(text):
            last = [line for line in text[found.start() :].decode("utf-8", "replace").splitlines() if line[:1].strip()]
            return f"a traceback: {last[-1] if last else ''}"[:300]
    return ""


def python(seen: Seen) -> str:
    """No message is only a Python error's name."""
    found = PYTHON.search(seen.outcome.err)
    if not found or TRACEBACK.search(seen.outcome.err):
        return ""
    line = next(line for line in seen.outcome.err.splitlines() if found[0] in line)
    return f"says {line.decode('utf-8', 'replace')[:200]}"


def messages(seen: Seen) -> str:
    """What fails says why."""
    outcome = seen.outcome
    if (
        outcome.code in (1, 2)
        and not outcome.err.strip()
        and not outcome.out.strip()
        and "clos" not in seen.surroundings
    ):
        return f"exit code {outcome.code} without a word" if "full" not in seen.surroundings else ""
    return ""


def controls(seen: Seen) -> str:
    """Nothing of the data reaches a terminal as control characters."""
    texts = [seen.outcome.err, seen.outcome.out]
    if "utf-16" in seen.surroundings or "complete" in seen.surroundings:
        return ""
    for text in texts:
        plain = OWN.sub(b"", text) if seen.outcome.terminal else text.replace(b"\r\n", b"\n")
        if found := RAW.search(plain):
            return f"prints {plain[max(0, found.start() - 30) : found.end() + 30]!r}"
    return ""


def bounds(seen: Seen) -> str:
    """Bounded time and memory."""
    outcome = seen.outcome
    if outcome.ended:
        return outcome.ended
    if outcome.code in (-24, -9):
        return f"took more than {outcome.seconds:.0f} s"
    limit = REFUSING if outcome.code in (1, 2) else SECONDS
    if outcome.seconds > limit:
        return f"took {outcome.seconds:.1f} s"
    if outcome.megabytes > MEGABYTES:
        return f"took {outcome.megabytes} MB"
    return ""


def _led(seen: Seen) -> set[str]:
    """Where links lead that the command line names: a person named them, and so the file behind them."""
    named = (seen.before.get(f"work/{word}") for word in seen.argv)
    return {entry.link for entry in named if entry is not None and entry.link}


def acts(seen: Seen) -> str:
    """Nothing outside is opened, no program started, nothing of a file run."""
    led = _led(seen)

    def own(act: str) -> bool:
        read = act.removeprefix("reads ")
        places = (read, *map(str, PurePath(read).parents)) if read != act else ()
        return read in seen.argv or any(link.endswith(f"/{place}") for link in led for place in places)

    return "; ".join(act for act in seen.outcome.seen if not own(act))[:600]


def secrets(seen: Seen) -> str:
    """Nothing of a file outside is told, unless the command line names a link to it."""
    said = SECRET.encode() in seen.outcome.out or SECRET.encode() in seen.outcome.err
    return "tells the secret" if said and not any("/outside" in link for link in _led(seen)) else ""


def marks(seen: Seen) -> str:
    """No planted code has left its mark."""
    ran = [name for name in seen.after if name.startswith("ran/")]
    return f"ran {', '.join(ran)}" if ran else ""


def places(seen: Seen) -> str:
    """Nothing is written or changed but where the command was told to."""
    changed = [name for name in {*seen.before, *seen.after} if not same(seen.before.get(name), seen.after.get(name))]
    wrong = sorted(name for name in changed if not _may_change(name, seen))
    return f"changes {', '.join(wrong[:5])}" if wrong else ""


def _may_change(name: str, seen: Seen) -> bool:
    if any(name == place or name.startswith(f"{place}/") for place in SCRATCH) or name.startswith(("scratch", "ran/")):
        return True
    named = name.removeprefix("work/").removesuffix(".journal")
    if named in SHEETS and seen.argv[0] == "print" and not {"-o", "--output"} & {*seen.argv}:
        return True
    return "__pycache__" in name or named in seen.argv


def leftovers(seen: Seen) -> str:
    """Nothing temporary stays."""
    new = [name for name in seen.after if name not in seen.before]
    left = [name for name in new if TEMPORARY.search(name.rpartition("/")[2]) or name.startswith("scratch/")]
    if seen.outcome.ended or seen.outcome.code < 0:
        return ""
    return f"leaves {', '.join(left[:3])}" if left else ""


def outputs(seen: Seen) -> str:
    """What was written is whole."""
    for name, entry in seen.after.items():
        if name.startswith("work/out/") and name not in seen.before and entry.kind == stat.S_IFREG and not entry.size:
            return f"writes {name} with nothing in it"
    return ""


def afterwards(seen: Seen) -> str:
    """Nothing stays broken: once the files are whole again, commands answer as before."""
    return seen.afterwards


Oracle = Callable[[Seen], str]
ORACLES: tuple[Oracle, ...] = (
    codes, tracebacks, python, messages, controls, bounds, acts, secrets, marks, places, leftovers, outputs,
    afterwards,
)  # fmt: skip


def judged(seen: Seen, oracles: Iterable[Oracle] = ORACLES) -> dict[str, str]:
    """Return what each oracle finds wrong, by its name."""
    return {oracle.__name__: wrong for oracle in oracles if (wrong := oracle(seen))}

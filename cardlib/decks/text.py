"""Decks as plain text, the form that people write by hand.

name: Grace's Command          headers come first
# published starter            comments: `#` or `//`, on a line or behind an entry

[main]                         or `Main:`; a list without a heading is the main section
17 Radio Tower
3x Bugzapper  # both hit Flight
turtle                         an id works like a name; no number means one copy
"""

from __future__ import annotations

import re

from cardlib.decks.model import MAIN
from cardlib.decks.names import shown_count
from cardlib.decks.written import NOTE, DeckError, Written, WrittenLine, WrittenSection, one_line, section_id

_HEADER = re.compile(r"([a-z][a-z0-9_-]*):\s+(\S.*)")
_HEADING = re.compile(r"\[([^\[\]]+)\]|([^\W\d_][^:\[\]#]*):")
_ENTRY = re.compile(r"([0-9]+)[xX×]?\s+(\S.*)")
_SIDE = re.compile(r"SB:\s*(\S.*)")
_BARE_NUMBER = re.compile(r"[0-9]+[xX×]?")


def read_text(text: str) -> Written:
    """Read a plain-text deck; every line that makes no sense is among its `problems`."""
    deck = Written()
    current: WrittenSection | None = None
    pending: list[str] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = one_line(raw)
        if not line:
            if current is None:
                deck.comments += pending
                pending = []
            continue
        if line.startswith(("#", "//")):
            pending.append(line[1 if line[0] == "#" else 2 :].strip())
            continue
        if current is None and (header := _HEADER.fullmatch(line)):
            deck.header(header[1], header[2])
            continue
        if heading := _HEADING.fullmatch(line):
            (deck.comments if current is None else current.below).extend(pending)
            pending = []
            current = deck.section(section_id(heading[1] or heading[2]))
            continue
        into = current
        if side := _SIDE.fullmatch(line):
            into, line = deck.section("side"), side[1]
        if into is None:
            into = current = deck.section(MAIN)
        try:
            into.lines.append(_entry(line, number, tuple(pending)))
        except DeckError as problem:
            deck.problems.append((number, str(problem)))
        pending = []
    (deck.comments if current is None else current.below).extend(pending)
    return deck


def _entry(line: str, number: int, above: tuple[str, ...]) -> WrittenLine:
    note = ""
    if behind := NOTE.search(line):
        note = (behind[1] or "").strip()
        line = line[: behind.start()]
    if entry := _ENTRY.fullmatch(line):
        digits = entry[1].lstrip("0")
        if not digits or len(digits) > 4:
            raise DeckError(f"found {shown_count(entry[1])} copies, expected 1 to 9999")
        return WrittenLine(int(digits), entry[2], number, note, above)
    if _BARE_NUMBER.fullmatch(line):
        raise DeckError(f"found {shown_count(line)} alone, expected a card name after the number")
    return WrittenLine(1, line, number, note, above)


def write_text(deck: Written) -> str:
    """The deck as plain text; `read_text` gives back the same deck."""
    head = [f"{key}: {value}" for key, value in (("name", deck.name), ("game", deck.game)) if value]
    head += [f"{key}: {value}" for key, value in deck.headers.items()]
    head += [_comment(comment) for comment in deck.comments]
    blocks = ["\n".join(head)] if head else []
    bare = [section.name for section in deck.sections] == [MAIN] and bool(deck.sections[0].lines)
    for section in deck.sections:
        lines = [] if bare else [f"[{section.name}]"]
        for entry in section.lines:
            lines += [_comment(comment) for comment in entry.above]
            note = f"  {_comment(entry.note)}" if entry.note else ""
            lines.append(f"{entry.count} {entry.name}{note}")
        lines += [_comment(comment) for comment in section.below]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _comment(text: str) -> str:
    return f"# {text}".rstrip()

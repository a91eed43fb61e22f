"""Decks as plain text, the form that people write by hand, and that other programs export.

name: Grace's Command          headers come first
# published starter            comments: `#` or `//`, on a line or behind an entry

[main]                         or `Main:`; a list without a heading is the main section
17 Radio Tower
3x Bugzapper  # both hit Flight
turtle                         an id works like a name; no number means one copy

Cockatrice exports a sideboard as lines that begin with `SB:`, and writes name, notes and counts as `//` comments
(`DeckLoader::saveToStream_Plain`); it reads `Deck`, `Maindeck`, `Mainboard` and `Sideboard` alone on a line as headings
(`DeckList::loadFromStream_Plain`). All of that is read here.
"""

from __future__ import annotations

import re

from cardlib.decks.customs import SIDE, Customs, asked
from cardlib.decks.model import MAIN
from cardlib.decks.names import shown_count
from cardlib.decks.written import NOTE, DeckError, Written, WrittenLine, WrittenSection, one_line, section_id

_HEADER = re.compile(r"([a-z][a-z0-9_-]*):\s+(\S.*)")
_LOOSE_HEADER = re.compile(r"([A-Za-z][\w-]*)\s*[:=]\s*(\S.*)")
_HEADING = re.compile(r"\[([^\[\]]+)\]|([^\W\d_][^:\[\]#]*):")
_ENTRY = re.compile(r"([0-9]+)[xX×]?\s+(\S.*)")
_BARE_HEADING = re.compile(r"(?:main ?)?deck(?: ?list)?|mainboard|sideboard", re.IGNORECASE)
_BELOW_NOTHING = re.compile(r"(-[0-9]{1,9})[xX×]?\s+\S.*")
_SIDE = re.compile(r"SB:\s*(\S.*)", re.IGNORECASE)
_COMMON = Customs()
_BARE_NUMBER = re.compile(r"[0-9]+[xX×]?")


def read_text(text: str, customs: Customs = _COMMON) -> Written:
    """Read a plain-text deck; every line that makes no sense is among its `problems`.

    `customs` are the headers that something reads: other words are kept as headers of one's own, unless they are
    nearly one of those.
    """
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
        if header := _header(line, customs):
            key, value, problem = header
            if problem is None and current is not None:
                problem = f"found the header '{key}' behind the head of the deck, expected it before the first card"
            if problem is None and not value:
                problem = f"found the header '{key}' without a text"
            if problem is None:
                deck.header(key, value)
            else:
                deck.problems.append((number, problem))
            continue
        if current is None and (own := _HEADER.fullmatch(line)):
            deck.header(own[1], own[2])
            continue
        heading = _HEADING.fullmatch(line) or _BARE_HEADING.fullmatch(line)
        if heading:
            (deck.comments if current is None else current.below).extend(pending)
            pending = []
            current = deck.section(section_id(next((part for part in heading.groups() if part), heading[0])))
            continue
        into = current
        if side := _SIDE.fullmatch(line):
            into, line = deck.section(SIDE), side[1]
        if into is None:
            into = current = deck.section(MAIN)
        try:
            into.lines.append(_entry(line, number, tuple(pending)))
        except DeckError as problem:
            deck.problems.append((number, str(problem)))
        pending = []
    (deck.comments if current is None else current.below).extend(pending)
    return deck


def _header(line: str, customs: Customs) -> tuple[str, str, str | None] | None:
    """The key and the text of a header that something reads, and what is wrong with a word that is nearly one."""
    found = _LOOSE_HEADER.fullmatch(line) or re.fullmatch(r"([A-Za-z][\w-]*)\s*:()", line)
    if found is None:
        return None
    key = found[1].lower()
    if key in customs.headers:
        return key, found[2], None
    meant = customs.nearly(key)
    return (key, found[2], f"{asked(found[1], meant)} A remark begins with #") if meant and found[2] else None


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
    if below := _BELOW_NOTHING.fullmatch(line):
        raise DeckError(f"found {shown_count(int(below[1]))} copies, expected 1 to 9999")
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

"""Documents as plain text, the form that people write by hand.

kind: rig                      headers and fields of one value come first
name: Bulldozer
tier: heavy                    # a comment, also on a line of its own

[slots]                        a field with several values; [units chief] is the entry `chief` of the field `units`
left-arm: Band Saw             the entries of a map
[picks]
level 2, skill Red Heat        an entry of a list; a record has its fields with commas between
gear (Hand Lamp, Rope)         what has several values itself stands in parentheses there
[stock]
2 Hand Lamp                    counted cards, as in a deck

A name with a comma in it is written as its id. `none` is a list or map without entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardlib.decks.customs import READ
from cardlib.decks.kinds import Field, Kind
from cardlib.decks.written import NOTE, TOLD, DeckError, one_line
from cardlib.filters.nearest import nearest, noted

_HEADING = re.compile(r"\[([^\[\]]+)\]")
_PAIR = re.compile(r"([^\s:=,]+)\s*[:=]\s*(.*)")
_PART = re.compile(r"([\w-]+)(?:\s*[:=]\s*|\s+)(.+)")
_COUNTED = re.compile(r"([0-9]{1,4})[xX×]?\s+(\S.*)")
_KIND = re.compile(r"\s*kind\s*[:=]\s*([\w-]+)", re.IGNORECASE)
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def named_kind(text: str) -> str:
    """Return the kind that a text names in its head; "" if it names none."""
    for line in text.splitlines():
        if found := _KIND.match(line):
            return found[1].lower()
        if _HEADING.match(line.strip()):
            break
    return ""


@dataclass(slots=True)
class _Text:
    """A text document while it is read: what stands in it as JSON would have it."""

    kind: Kind
    where: str
    made: dict[str, Any] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def wrong(self, line: int, problem: str) -> None:
        self.problems.append(f"{self.where}:{line}: {problem}")

    def head(self, line: str, number: int) -> None:
        """A header, or a field that is one value."""
        pair = _PAIR.fullmatch(line)
        if pair is None or not pair[2]:
            self.wrong(number, f"found '{line[:60]}', expected 'field: value' or [field] in the head of a document")
            return
        key, value = pair[1].lower(), pair[2]
        about = self.kind.fields.get(key)
        if about is None and key not in (*READ, "kind"):
            known = [*(name for name, one in self.kind.fields.items()), *READ]
            self.wrong(number, f"found no field of a {self.kind.name} '{key[:40]}'{noted(nearest(key, known))}")
        elif key in self.made:
            self.repeated.append(key) if about is not None else self.wrong(number, f"found '{key}' twice")
        elif about is None:
            self.made[key] = value
        else:
            self.made[key] = self.inline(value, about, number, key)

    def section(self, title: str, number: int) -> tuple[Field, Any, str] | None:
        """The field that a heading names, what stands in it so far, and its path."""
        steps = re.split(r"[\s.]+", title.strip())
        about: Field | None = self.kind.fields.get(steps[0])
        if about is None:
            near = noted(nearest(steps[0], self.kind.fields))
            self.wrong(number, f"found no field of a {self.kind.name} '{steps[0][:40]}'{near}")
            return None
        into: Any = self.made
        for at, step in enumerate(steps):
            if at:
                about = about.fields.get(step) if about.type == "record" else about.of if about.type == "map" else None
            if about is None:
                self.wrong(number, f"found [{title[:60]}], expected a heading of a field that is declared")
                return None
            if about.type not in ("map", "list", "record", "cards"):
                self.wrong(number, f"found [{title[:60]}], expected '{steps[-1]}: value': it is one value")
                return None
            if not isinstance(into, dict):
                self.wrong(number, f"found [{title[:60]}] for what has a value already")
                return None
            into = into.setdefault(step, [] if about.type == "list" else {})
        return about, into, ".".join(steps)

    def entry(self, line: str, number: int, about: Field, into: Any, path: str) -> None:
        """One line of a section."""
        if about.type == "list":
            assert about.of is not None
            into.append(self.inline(line, about.of, number, f"{path}.{len(into) + 1}"))
            return
        if about.type == "cards":
            counted = _COUNTED.fullmatch(line)
            count, card = (int(counted[1]), counted[2]) if counted else (1, line)
            into[card] = into.get(card, 0) + count
            return
        pair = _PAIR.fullmatch(line)
        if pair is None:
            self.wrong(number, f"found '{line[:60]}', expected 'name: value' in [{path}]")
            return
        self.named(pair[1], pair[2], about, into, number, path, f" in [{path}]")

    def named(self, name: str, text: str, about: Field, into: dict[str, Any], number: int, path: str, of: str) -> None:
        """A value of a name within a map or a record; `of` says where, for a name that is none of its fields."""
        inner = about.of if about.type == "map" else about.fields.get(name)
        if inner is None:
            self.wrong(number, f"found no field '{name[:40]}'{of}{noted(nearest(name, about.fields))}")
        elif name in into:
            self.repeated.append(f"{path}.{name}")
        else:
            into[name] = self.inline(text, inner, number, f"{path}.{name}")

    def inline(self, text: str, about: Field, number: int, path: str) -> Any:
        """A value on one line; text is left to the reader of documents to judge."""
        if about.type == "number":
            return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else text
        if about.type == "flag":
            return _FLAGS.get(text.lower(), text)
        if about.type in ("word", "text", "card"):
            return text
        parts = [] if text.lower() == "none" else _parts(text)
        if about.type == "list":
            assert about.of is not None
            if not about.of.plain and not all(part.startswith("(") for part in parts):
                self.wrong(number, f"found '{text[:60]}', expected a section of its own for it: [field entry]")
                return []
            return [self.inline(part, about.of, number, f"{path}.{at}") for at, part in enumerate(parts, 1)]
        found: dict[str, Any] = {}
        for part in parts:
            pair = _PART.fullmatch(part)
            counted = _COUNTED.fullmatch(part) if about.type == "cards" else None
            if counted:
                found[counted[2]] = int(counted[1])
            elif pair is None:
                self.wrong(number, f"found '{part[:60]}', expected a name and a value")
            else:
                self.named(pair[1], pair[2], about, found, number, path, "")
        return found


def _parts(text: str) -> list[str]:
    """Return what commas part; those in parentheses part nothing, and parentheses around all of it are left out."""
    parts = _parted(text)
    around = len(parts) == 1 and parts[0].startswith("(") and parts[0].endswith(")")
    return _parted(parts[0][1:-1]) if around else parts


def _parted(text: str) -> list[str]:
    parts, depth = [""], 0
    for sign in text:
        depth = max(0, depth + (sign == "(") - (sign == ")"))
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def parse_document(text: str, kind: Kind, where: str) -> tuple[dict[str, Any], list[str]]:
    """Return a text document as JSON would have it, and the paths of what stands twice.

    Raises `DeckError` with every line that makes no sense.
    """
    reading = _Text(kind, where)
    current: tuple[Field, Any, str] | None = None
    heading = skipped = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = one_line(raw)
        if not line:
            continue
        if line.startswith(("#", "//")):
            if not heading:
                reading.comments.append(line.lstrip("#/").strip())
            continue
        if found := _HEADING.fullmatch(line):
            heading = True
            current = reading.section(found[1], number)
            skipped = current is None
            continue
        if note := NOTE.search(line):
            line = line[: note.start()]
        if current is not None:
            reading.entry(line, number, *current)
        elif not skipped:
            reading.head(line, number)
    if reading.problems:
        more = len(reading.problems) - TOLD
        raise DeckError("\n".join([*reading.problems[:TOLD], *([f"and {more:,} more"] if more > 0 else [])]))
    if reading.comments:
        reading.made["comments"] = reading.comments
    return reading.made, reading.repeated


def write_document(made: Mapping[str, Any], kind: Kind) -> str:
    """Return a document, as `document_json` gives it, as text; reading it gives the same document."""
    head = [f"{key}: {made[key]}" for key in ("kind", "name", "game") if made.get(key)]
    head += [f"{key}: {made[key]}" for key in READ if key not in ("name", "game") and made.get(key)]
    blocks: list[str] = []
    for name, about in kind.fields.items():
        if name in made:
            if about.plain or about.type == "text":
                head.append(f"{name}: {_shown(made[name])}")
            else:
                blocks += _blocks(made[name], about, name)
    head += [f"# {comment}".rstrip() for comment in made.get("comments", ())]
    return "\n\n".join(["\n".join(head), *blocks]) + "\n"


def _blocks(value: Any, about: Field, path: str) -> Iterator[str]:
    """A field as sections: its own, then those of entries that do not fit on a line."""
    lines = [f"[{path}]"]
    later: list[tuple[Any, Field, str]] = []
    if about.type == "cards":
        lines += [f"{number} {card}" for card, number in value.items()]
    elif about.type == "list":
        assert about.of is not None
        lines += [_line(one, about.of) for one in value]
    else:
        for key, one in value.items():
            inner = about.fields[key] if about.type == "record" else about.of
            assert inner is not None
            if inner.type == "text" or _fits(one, inner):
                lines.append(f"{key}: {_line(one, inner)}")
            else:
                later.append((one, inner, f"{path} {key}"))
    if len(lines) > 1 or not later:
        yield "\n".join(lines)
    for one, inner, where in later:
        yield from _blocks(one, inner, where)


def _fits(value: Any, about: Field) -> bool:
    """Whether a value can be written on a line behind its name."""
    if about.plain:
        return "," not in str(value)
    if about.type == "list":
        return about.of is not None and about.of.plain and all(_fits(one, about.of) for one in value)
    inner = [(one, about.fields.get(key) or about.of) for key, one in value.items()]
    return about.type in ("record", "map") and all(one is not None and one.plain and _fits(v, one) for v, one in inner)


def _line(value: Any, about: Field) -> str:
    if about.plain or about.type == "text":
        return _shown(value)
    if not value:
        return "none"
    if about.type == "list":
        assert about.of is not None
        return ", ".join(_nested(one, about.of) for one in value)
    if about.type == "cards":
        return ", ".join(f"{number} {card}" for card, number in value.items())
    inner = {key: about.fields[key] if about.type == "record" else about.of for key in value}
    return ", ".join(
        f"{key} {_nested(one, of)}" for (key, one), of in zip(value.items(), inner.values(), strict=True) if of
    )


def _nested(value: Any, about: Field) -> str:
    """A value within a line, in parentheses where it has several values itself."""
    line = _line(value, about)
    return line if about.plain or about.type == "text" or not value else f"({line})"


def _shown(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

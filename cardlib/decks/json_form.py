"""Decks as JSON: `{"name": …, "sections": {"main": {"Radio Tower": 17, …}}}`.

A section is `{card: count}`, or a list of `{"card": …, "count": …, "note": …, "above": […]}` where entries carry
comments or a card stands twice. `{"cards": {…}}` is short for one main section.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping

from cardlib.decks.customs import Customs, asked
from cardlib.decks.model import MAIN
from cardlib.decks.names import checked_count
from cardlib.decks.written import DeckError, Written, WrittenLine, one_line, section_id
from cardlib.errors import CardlibError
from cardlib.filters.nearest import nearest_note

_KEYS = ("$schema", "name", "game", "headers", "comments", "sections", "cards")
_COMMON = Customs()
_HEADER_KEY = re.compile(r"[a-z][a-z0-9_-]*")


def read_json(data: object, where: str = "deck", customs: Customs = _COMMON) -> Written:
    """Read a deck from parsed JSON; raises `DeckError` with the path of what is wrong."""
    fields = _object(data, where)
    for key in fields:
        if key in customs.headers and key not in _KEYS:
            raise DeckError(f'{where}: found {key!r}, expected it in the headers: "headers": {{"{key}": …}}')
        if key not in _KEYS:
            near = nearest_note(key, _KEYS)
            raise DeckError(f"{where}: found {key[:40]!r}, expected one of {', '.join(_KEYS[1:])}{near}")
    if "sections" not in fields and "cards" not in fields:
        raise DeckError(f'{where}: found no cards, expected "cards" or "sections" with the cards in it')
    deck = Written(_text(fields.get("name", ""), f"{where}: name"), _text(fields.get("game", ""), f"{where}: game"))
    for key, value in _object(fields.get("headers", {}), f"{where}: headers").items():
        if not _HEADER_KEY.fullmatch(key) or key in ("name", "game"):
            raise DeckError(
                f"{where}: headers: found {key[:40]!r}, expected a lower-case word other than name and game"
            )
        if meant := customs.nearly(key):
            raise DeckError(f"{where}: headers: {asked(key, meant)}")
        if text := _text(value, f"{where}: headers.{key}"):
            deck.headers[key] = text
    deck.comments += _texts(fields.get("comments", []), f"{where}: comments")
    parts = dict(_object(fields.get("sections", {}), f"{where}: sections"))
    if "cards" in fields:
        parts = {MAIN: fields["cards"], **parts}
    for title, content in parts.items():
        section = deck.section(section_id(title))
        path = f"{where}: sections.{one_line(title)[:40]}"
        if isinstance(content, Mapping) and not ("entries" in content and isinstance(content["entries"], list)):
            section.lines += [_line({"card": card, "count": count}, path) for card, count in content.items()]
            continue
        if isinstance(content, Mapping):
            section.below += _texts(content.get("below", []), f"{path}.below")
            content = content["entries"]
        if not isinstance(content, list):
            raise DeckError(f"{path}: found {_kind(content)}, expected an object or a list of cards")
        section.lines += [_line(_object(entry, f"{path}[{i}]"), f"{path}[{i}]") for i, entry in enumerate(content)]
    return deck


def write_json(deck: Written) -> str:
    """The deck as JSON; `read_json` gives back the same deck."""
    made: dict[str, object] = {"name": deck.name}
    if deck.game:
        made["game"] = deck.game
    if deck.headers:
        made["headers"] = deck.headers
    if deck.comments:
        made["comments"] = deck.comments
    sections: dict[str, object] = {}
    for section in deck.sections:
        names = [line.name for line in section.lines]
        plain = len(set(names)) == len(names) and not any(line.note or line.above for line in section.lines)
        if plain and not section.below and "entries" not in names:
            sections[section.name] = {line.name: line.count for line in section.lines}
            continue
        entries: list[dict[str, object]] = []
        for line in section.lines:
            entry: dict[str, object] = {"card": line.name, "count": line.count}
            if line.note:
                entry["note"] = line.note
            if line.above:
                entry["above"] = list(line.above)
            entries.append(entry)
        sections[section.name] = {"entries": entries, "below": section.below} if section.below else entries
    made["sections"] = sections
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def strict_json(text: str, where: str) -> object:
    """Parse JSON; duplicate keys, NaN and endless nesting are refused with a `DeckError` like any other slip."""
    from cardlib.catalog.reading import DataError, parse_json

    try:
        return parse_json(text, where)
    except DataError as error:
        raise DeckError(str(error)) from None


def repeating_json(text: str, where: str, fields: Container[str] | None = None) -> tuple[object, list[str]]:
    """Parse JSON in which keys may stand twice in one object; return the value, with the last of each, and their paths.

    With `fields` only below those of them; any other slip is refused as by `strict_json`.
    """
    from cardlib.catalog.positions import TWICE, read_positions

    read = read_positions(text)
    repeated = []
    for _, path, _, expected in read.slips:
        if expected != TWICE or not (fields is None or path[0] in fields):
            return strict_json(text, where), []
        repeated.append("".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)[1:])
    return read.value, list(dict.fromkeys(repeated))


def _line(entry: Mapping[str, object], path: str) -> WrittenLine:
    for key in entry:
        if key not in ("card", "count", "note", "above"):
            raise DeckError(f"{path}: found {key[:40]!r}, expected card, count, note or above")
    card = entry.get("card")
    if not isinstance(card, str) or not card.strip():
        raise DeckError(f'{path}: found no card name, expected "card": a name or an id')
    try:
        count = checked_count(entry.get("count", 1), f"{path}: {one_line(card)[:60]}")
    except CardlibError as error:
        raise DeckError(str(error)) from None
    note = _text(entry.get("note", ""), f"{path}.note")
    return WrittenLine(count, one_line(card), None, note, tuple(_texts(entry.get("above", []), f"{path}.above")))


def _object(value: object, path: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise DeckError(f"{path}: found {_kind(value)}, expected an object")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise DeckError(f"{path}: found {_kind(value)}, expected text")
    return one_line(value)


def _texts(value: object, path: str) -> list[str]:
    if not isinstance(value, list):
        raise DeckError(f"{path}: found {_kind(value)}, expected a list of texts")
    return [_text(text, path) for text in value]


def _kind(value: object) -> str:
    kinds = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")

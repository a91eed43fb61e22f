"""The text of a layout element: a template with `{field}`, `{symbol:name}`, `<b>`, `<i>` and line breaks.

A template is read once per layout and filled per card. What a field puts in is plain text, except that `{name}` in it
is a symbol too; so a card's own text can carry inline symbols and never needs escaping.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from cardlib.errors import CardlibError

_TOKEN = re.compile(r"\{([^{}]*)\}|<(/?)([bi])>|(\n)")
_OPENING = re.compile(r"""(?:(?<=[\s(\[\u2014])|^)["'](?=\w)""", re.MULTILINE)
_SYMBOL = re.compile(r"\{([a-z][a-z0-9-]*)\}")


class Run(NamedTuple):
    """Text in one style, or a symbol (then `text` is its name)."""

    text: str
    bold: bool = False
    italic: bool = False
    symbol: bool = False
    colour: str = ""

    @property
    def style(self) -> str:
        """The style as fonts name it."""
        return ("bold_italic" if self.italic else "bold") if self.bold else "italic" if self.italic else "regular"


Paragraph = tuple[Run, ...]
Value = tuple[Paragraph, ...]


class FieldName(NamedTuple):
    """The place of a field in a template, with the style around it."""

    name: str
    bold: bool
    italic: bool


Template = tuple[tuple[Run | FieldName, ...], ...]


def read_template(text: str) -> Template:
    """Return the template as lines of runs and fields; raise `CardlibError` for a tag that is left open."""
    lines: list[list[Run | FieldName]] = [[]]
    style = {"b": False, "i": False}
    position = 0
    for match in _TOKEN.finditer(text):
        _add(lines[-1], text[position : match.start()], style)
        position = match.end()
        name, closing, tag, line_break = match.groups()
        if line_break:
            lines.append([])
        elif tag:
            if style[tag] is not (closing == "/"):
                raise CardlibError(f"<{closing}{tag}> at position {match.start() + 1} does not match")
            style[tag] = closing != "/"
        elif name.startswith("symbol:"):
            lines[-1].append(Run(name.removeprefix("symbol:"), symbol=True))
        else:
            lines[-1].append(FieldName(name, style["b"], style["i"]))
    _add(lines[-1], text[position:], style)
    for tag, is_open in style.items():
        if is_open:
            raise CardlibError(f"<{tag}> is never closed")
    return tuple(tuple(line) for line in lines)


def _add(line: list[Run | FieldName], text: str, style: dict[str, bool]) -> None:
    if text:
        line.append(Run(text, style["b"], style["i"]))


def fields_of(template: Template) -> list[str]:
    """Return the names of the fields that a template uses."""
    return [item.name for line in template for item in line if isinstance(item, FieldName)]


def plain(text: str) -> Value:
    """Return text as a value: a paragraph per line, `{name}` in it as a symbol; no text is no paragraph."""
    return tuple(tuple(_symbols(line)) for line in curly(text).split("\n")) if text else ()


def curly(text: str) -> str:
    """Return the text with typographic quotation marks and apostrophes in place of the typewriter's."""
    if "'" not in text and '"' not in text:
        return text
    text = _OPENING.sub(lambda match: "\u201c" if match[0] == '"' else "\u2018", text)
    return text.replace('"', "\u201d").replace("'", "\u2019")


def _symbols(line: str) -> Iterable[Run]:
    position = 0
    if "{" in line:
        for match in _SYMBOL.finditer(line):
            if match.start() > position:
                yield Run(line[position : match.start()])
            yield Run(match[1], symbol=True)
            position = match.end()
    if position < len(line):
        yield Run(line[position:])


def filled(template: Template, value_of: Callable[[str], Value]) -> Value:
    """Return the paragraphs of a template for one card; a line whose fields are all empty is left out."""
    paragraphs: list[Paragraph] = []
    for line in template:
        current: list[Run] = []
        named = False
        anything = False
        for item in line:
            if isinstance(item, Run):
                current.append(item)
                continue
            named = True
            value = value_of(item.name)
            anything = anything or any(value)
            for index, paragraph in enumerate(value):
                if index:
                    paragraphs.append(tuple(current))
                    current = []
                if item.bold or item.italic:
                    current += [
                        run._replace(bold=run.bold or item.bold, italic=run.italic or item.italic) for run in paragraph
                    ]
                else:
                    current += paragraph
        if current and (anything or not named):
            paragraphs.append(tuple(current))
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def emphasised(value: Value, pattern: re.Pattern[str] | None) -> Value:
    """Return the value with every match of the pattern in bold."""
    if pattern is None:
        return value
    return tuple(tuple(run for old in paragraph for run in _split(old, pattern)) for paragraph in value)


def _split(run: Run, pattern: re.Pattern[str]) -> Iterable[Run]:
    if run.symbol or run.bold:
        yield run
        return
    position = 0
    for match in pattern.finditer(run.text):
        if match.start() > position:
            yield run._replace(text=run.text[position : match.start()])
        yield run._replace(text=match[0], bold=True)
        position = match.end()
    if position < len(run.text):
        yield run._replace(text=run.text[position:])

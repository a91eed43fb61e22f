"""Rich text: the one grammar for all that is printed, whether a layout or the data of the game says it.

`<b>bold</b>`, `<i>italic</i>`, `<colour gold>in a colour of the layout</colour>` or in `#rrggbb`, `{symbol:star}` for a
symbol, and a line break for a new paragraph. In a text of a layout `{name}` is a field of the card; in names, rules
texts, flavour, reminders and pieces it is the symbol of that name. What a field puts in is rich text of its own, so a
style around a field holds for all of it. Tags have to be closed where they were opened: in the same text. One that is
not is an error in a layout; in the data the check finds it, and it is printed as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cardlib.errors import CardlibError

_TAG = r"<(/?)(b|i|colour)(?: +([a-z][a-z0-9-]*|#[0-9a-fA-F]{6}))?>"
_TOKEN = re.compile(rf"\{{([^{{}}]*)\}}|{_TAG}|(\n)")
_OPENING = re.compile(r"""(?:(?<=[\s(\[\u2014])|^)["'](?=\w)""", re.MULTILINE)
_SYMBOL = re.compile(r"(?:symbol:)?([a-z][a-z0-9-]*)")
_TAGS = re.compile(_TAG)


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
    colour: str = ""


Template = tuple[tuple[Run | FieldName, ...], ...]


def read_template(text: str) -> Template:
    """Return the template as lines of runs and fields; raise `CardlibError` for a tag that is left open."""
    return tuple(tuple(line) for line in _read(text, fields=True))


@dataclass(slots=True)
class _Style:
    """The tags that are open at a place of a text; colours may lie in each other."""

    bold: bool = False
    italic: bool = False
    inks: list[str] = field(default_factory=list)

    def turn(self, tag: str, ink: str | None, *, opens: bool) -> bool:
        """Open or close a tag; return whether it could be."""
        if tag == "colour":
            if opens and ink:
                self.inks.append(ink)
                return True
            return not opens and not ink and bool(self.inks) and bool(self.inks.pop())
        known = self.bold if tag == "b" else self.italic
        if tag == "b":
            self.bold = opens
        else:
            self.italic = opens
        return known is not opens and not ink

    @property
    def ink(self) -> str:
        """The colour, "" for that of the text."""
        return self.inks[-1] if self.inks else ""

    @property
    def open(self) -> str:
        """A tag that is open, if one is."""
        return "b" if self.bold else "i" if self.italic else "colour" if self.inks else ""


def _read(text: str, *, fields: bool) -> list[list[Run | FieldName]]:
    """Read rich text; braces are fields, or else symbols. Raises `CardlibError` for tags that do not match."""
    lines: list[list[Run | FieldName]] = [[]]
    style = _Style()
    position = 0
    for match in _TOKEN.finditer(text):
        name, closing, tag, ink, line_break = match.groups()
        symbol = _SYMBOL.fullmatch(name) if name and (":" in name or not fields) else None
        if name is not None and symbol is None and not fields:
            continue  # braces around anything else are braces
        if position < match.start():
            lines[-1].append(Run(text[position : match.start()], style.bold, style.italic, False, style.ink))
        position = match.end()
        if line_break:
            lines.append([])
        elif tag:
            if not style.turn(tag, ink, opens=not closing):
                raise CardlibError(f"{match[0]} at position {match.start() + 1} does not match")
        elif symbol is not None:
            lines[-1].append(Run(symbol[1], symbol=True, colour=style.ink))
        else:
            lines[-1].append(FieldName(name, style.bold, style.italic, style.ink))
    if position < len(text):
        lines[-1].append(Run(text[position:], style.bold, style.italic, False, style.ink))
    if style.open:
        raise CardlibError(f"<{style.open}> is never closed")
    return lines


def fields_of(template: Template) -> list[str]:
    """Return the names of the fields that a template uses."""
    return [item.name for line in template for item in line if isinstance(item, FieldName)]


def plain(text: str) -> Value:
    """Return rich text of the data as a value: a paragraph per line; no text is no paragraph."""
    if not text:
        return ()
    text = curly(text)
    if "<" not in text and "{" not in text:
        return tuple([(Run(line),) if line else () for line in text.split("\n")])
    try:
        lines = _read(text, fields=False)
    except CardlibError:  # the check tells of it; here it is shown
        whole = _read(text.replace("<", "\0"), fields=False)
        return tuple(tuple(run._replace(text=run.text.replace("\0", "<")) for run in _runs(line)) for line in whole)
    return tuple(tuple(_runs(line)) for line in lines)


def _runs(line: Iterable[Run | FieldName]) -> Iterator[Run]:
    return (item for item in line if isinstance(item, Run))


def mismatched(text: str) -> str:
    """Return what is wrong with the tags of rich text in the data; "" if nothing is."""
    try:
        _read(text, fields=False)
    except CardlibError as error:
        return str(error)
    return ""


def unmarked(text: str) -> str:
    """Return rich text without its tags, for where there is one style."""
    return _TAGS.sub("", text) if "<" in text else text


def curly(text: str) -> str:
    """Return the text with typographic quotation marks and apostrophes in place of the typewriter's."""
    if "'" not in text and '"' not in text:
        return text
    text = _OPENING.sub(lambda match: "\u201c" if match[0] == '"' else "\u2018", text)
    return text.replace('"', "\u201d").replace("'", "\u2019")


def filled(template: Template, value_of: Callable[[str], Value]) -> Value:
    """Return the paragraphs of a template for one card; a line whose fields are all empty is left out."""
    if len(template) == 1 and len(template[0]) == 1:
        (only,) = template[0]
        if isinstance(only, FieldName) and not (only.bold or only.italic or only.colour):
            value = value_of(only.name)
            return value if all(value) else tuple(paragraph for paragraph in value if paragraph)
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
                if item.bold or item.italic or item.colour:
                    current += [
                        run._replace(
                            bold=run.bold or item.bold,
                            italic=run.italic or item.italic,
                            colour=run.colour or item.colour,
                        )
                        for run in paragraph
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
    text = run.text
    if run.symbol or run.bold or not (found := list(pattern.finditer(text))):
        return (run,)
    runs: list[Run] = []
    position = 0
    for match in found:
        if match.start() > position:
            runs.append(run._replace(text=text[position : match.start()]))
        runs.append(run._replace(text=match[0], bold=True))
        position = match.end()
    if position < len(text):
        runs.append(run._replace(text=text[position:]))
    return runs

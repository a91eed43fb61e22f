"""Reads one layout's JSON into elements: every property checked, every filter parsed, all problems collected."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError
from cardlib.filters import FilterError, parse, printed
from cardlib.filters.nearest import nearest, noted
from cardlib_print.colours import Colour, from_hex, is_hex
from cardlib_print.elements import ArtElement, BoxElement, Condition, FontRole, Layout, SymbolElement, TextElement
from cardlib_print.fitting import Limits
from cardlib_print.fonts import STYLES
from cardlib_print.geometry import Box, Size
from cardlib_print.markup import Template, fields_of, read_template
from cardlib_print.motifs import MOTIFS
from cardlib_print.paths import SHAPES
from cardlib_print.symbols import Symbol, symbol

if TYPE_CHECKING:
    from cardlib.catalog import Project

Raw = dict[str, Any]

_TOP = {
    "$schema",
    "title",
    "description",
    "extends",
    "for",
    "card",
    "back",
    "symbols",
    "fonts",
    "colours",
    "palettes",
    "keywords",
    "elements",
}
_COMMON = {"id", "kind", "extends", "when", "box", "low_ink", "remove", "comment"}
_OF_KIND = {
    "box": {"shape", "fill", "stroke", "line", "radius"},
    "symbol": {"symbol", "fill", "stroke", "line", "stretch"},
    "text": {
        "text",
        "font",
        "style",
        "size",
        "min",
        "comfortable",
        "leading",
        "min_leading",
        "gap",
        "lines",
        "align",
        "valign",
        "colour",
        "upper",
        "tracking",
        "turn",
    },
    "art": {"shape", "radius", "colour", "motifs"},
}


@dataclass(slots=True)
class Reader:
    """Turns raw layouts into `Layout`; look at `problems` afterwards. `symbols` is the content of the symbol file."""

    project: Project
    path: Path
    fields: Sequence[str]
    low_ink: bool
    problems: list[str] = field(default_factory=list)
    conditions: dict[str, Condition] = field(default_factory=dict)
    colours: dict[str, Colour] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    size: Size = field(default_factory=lambda: Size(63.0, 88.0))
    bleed: float = 3.0
    uses_card: bool = False

    def layout(self, name: str, raw: Raw, symbols: Raw) -> Layout:
        """Read a layout whose `extends` is already resolved; `symbols` is the content of its symbol file, or empty."""
        self.known("", raw, _TOP, "property")
        card = self.section(raw, "card")
        self.known("card", card, {"width", "height", "corner", "bleed", "poster"}, "property")
        self.size = Size(
            self.number("card", card, "width", 63.0, 10, 1000), self.number("card", card, "height", 88.0, 10, 1000)
        )
        self.bleed = self.number("card", card, "bleed", 3.0, 0, 10)
        fonts = {role: self.font(f"fonts.{role}", value) for role, value in self.section(raw, "fonts").items()}
        if not fonts:
            self.wrong("fonts", "expected at least one role, found none", None)
        self.colours = self.colour_table("colours", self.section(raw, "colours"))
        palettes = []
        for index, item in enumerate(self.rows(raw, "palettes")):
            where = f"palettes[{index}]"
            self.known(where, item, {"when", "colours", "comment"}, "property")
            condition = self.condition(where, item.get("when", ""))
            palettes.append((condition, self.colour_table(f"{where}.colours", self.section(item, "colours"))))
            for colour_name in palettes[-1][1]:
                if colour_name not in self.colours:
                    self.wrong(f"{where}.colours", f"colour {colour_name!r} is not among the layout's colours", "")
        self.symbols = self.symbol_table(symbols, self.word("", raw, "symbols"))
        keywords = self.section(raw, "keywords")
        self.known("keywords", keywords, {"bold_in_text", "symbols"}, "property")
        keyword_symbols = {str(key): str(value) for key, value in self.section(keywords, "symbols").items()}
        for keyword, symbol_name in keyword_symbols.items():
            self.known(f"keywords.symbols.{keyword}", [symbol_name], self.symbols, "symbol")
            self.known("keywords.symbols", [keyword], self.project.vocabulary.keywords, "keyword")
        rows = self.rows(raw, "elements")
        elements = []
        for index, item in enumerate(rows):
            element = self.element(f"elements[{index}] ({item.get('id', '?')})", item, rows, fonts)
            if element is not None:
                elements.append(element)
        applies = self.condition("for", raw["for"]) if raw.get("for") else None
        return Layout(
            name=name,
            title=self.word("", raw, "title", name),
            path=self.path,
            applies=applies,
            size=self.size,
            corner=self.number("card", card, "corner", 3.0, 0, 20),
            bleed=self.bleed,
            back=self.word("", raw, "back"),
            fonts=fonts,
            colours=self.colours,
            palettes=tuple(palettes),
            symbols=self.symbols,
            keyword_symbols=keyword_symbols,
            bold_keywords=self.flag("keywords", keywords, "bold_in_text", True),
            elements=tuple(elements),
            low_ink=self.low_ink,
            uses_card=self.uses_card or bool(palettes),
            poster=self.flag("card", card, "poster", False),
        )

    def element(
        self, where: str, item: Raw, rows: list[Raw], fonts: Mapping[str, FontRole]
    ) -> BoxElement | SymbolElement | TextElement | ArtElement | None:
        item = self.inherited(where, item, rows, [])
        if item.get("remove") or (self.low_ink and item.get("low_ink") is False):
            return None
        kind = self.word(where, item, "kind")
        if kind not in _OF_KIND:
            self.wrong(where, f"unknown kind {kind!r}", nearest(kind, _OF_KIND))
            return None
        self.known(where, item, _COMMON | _OF_KIND[kind], "property")
        if self.low_ink:
            item = self.pale(kind, item)
        when = item.get("when")
        condition = self.condition(where, when) if when else None
        self.uses_card = self.uses_card or condition is not None
        common = (str(item.get("id", "?")), condition, self.box(where, item.get("box")))
        line = self.number(where, item, "line", 0.25, 0, 10)
        if kind == "text":
            return self.text(where, item, common, fonts)
        if kind == "symbol":
            name = self.word(where, item, "symbol")
            self.known(where, [name], self.symbols, "symbol")
            fill, stroke = self.colour(where, item, "fill"), self.colour(where, item, "stroke")
            return SymbolElement(*common, name, fill, stroke, line, self.flag(where, item, "stretch"))
        shape = self.one_of(where, item, "shape", SHAPES)
        radius = self.number(where, item, "radius", 0.0, 0, 100)
        if kind == "box":
            fill, stroke = self.colour(where, item, "fill"), self.colour(where, item, "stroke")
            return BoxElement(*common, shape, fill, stroke, line, radius)
        self.uses_card = True
        motifs: list[tuple[Condition | None, str]] = []
        for index, row in enumerate(self.rows(item, "motifs")):
            place = f"{where}.motifs[{index}]"
            self.known(place, row, {"when", "motif"}, "property")
            motif = self.one_of(place, row, "motif", tuple(MOTIFS))
            motifs.append((self.condition(place, row["when"]) if row.get("when") else None, motif))
        return ArtElement(*common, shape, radius, self.colour(where, item, "colour"), tuple(motifs))

    def text(
        self,
        where: str,
        item: Raw,
        common: tuple[str, Condition | None, Box],
        fonts: Mapping[str, FontRole],
    ) -> TextElement:
        given = item.get("text", "")
        texts = [self.template(where, text) for text in (given if isinstance(given, list) else [given])]
        size = self.number(where, item, "size", 8.0, 1, 200)
        leading = self.number(where, item, "leading", 1.2, 0.8, 3)
        limits = Limits(
            size=size,
            smallest=min(size, self.number(where, item, "min", 6.5, 1, 200)),
            leading=leading,
            tightest=min(leading, self.number(where, item, "min_leading", 1.06, 0.8, 3)),
            gap=self.number(where, item, "gap", 0.35, 0, 3),
            lines=int(self.number(where, item, "lines", 0, 0, 200)),
            comfortable=min(size, self.number(where, item, "comfortable", size, 1, 200)),
        )
        font = self.word(where, item, "font", "body")
        self.known(where, [font], fonts, "font role")
        turn = item.get("turn", 0)
        if turn not in (0, 90, -90):
            self.wrong(where, f"turn must be 0, 90 or -90, found {turn!r}", "")
        return TextElement(
            *common,
            texts=tuple(texts),
            font=font,
            style=self.one_of(where, item, "style", STYLES),
            limits=limits,
            align=self.one_of(where, item, "align", ("left", "centre", "right")),  # type: ignore[arg-type]
            valign=self.one_of(where, item, "valign", ("top", "middle", "bottom")),  # type: ignore[arg-type]
            colour=self.colour(where, item, "colour") or "#000000",
            upper=self.flag(where, item, "upper"),
            tracking=self.number(where, item, "tracking", 0.0, -0.2, 2),
            turn=turn if turn in (90, -90) else 0,
        )

    def pale(self, kind: str, item: Raw) -> Raw:
        """Return the element as low-ink prints it: white grounds, black text and lines, then its own overrides."""
        changed = dict(item)
        if changed.get("fill"):
            changed["fill"] = "#000000" if kind == "symbol" else "#ffffff"
        if changed.get("stroke"):
            changed["stroke"] = "#000000"
        if kind == "text":
            changed["colour"] = "#000000"
        own = item.get("low_ink")
        return {**changed, **own} if isinstance(own, dict) else changed

    def inherited(self, where: str, item: Raw, rows: list[Raw], above: list[str]) -> Raw:
        base_id = self.word(where, item, "extends")
        if not base_id:
            return item
        bases = {str(row.get("id")): row for row in rows}
        if base_id not in bases or base_id in above:
            self.wrong(where, f"extends unknown element {base_id!r}", nearest(base_id, bases))
            return item
        base = self.inherited(where, bases[base_id], rows, [*above, base_id])
        return {**{key: value for key, value in base.items() if key != "remove"}, **item}

    def template(self, where: str, text: object) -> Template:
        if not isinstance(text, str):
            self.wrong(where, f"text: a text was expected, found {text!r}", None)
            return ()
        try:
            template = read_template(text)
        except CardlibError as error:
            self.wrong(where, f"text: {error}", "")
            return ()
        for name in fields_of(template):
            self.uses_card = self.uses_card or name not in ("game", "prefix")
            self.known(where, [name], self.fields, "field")
        for line in template:
            for run in line:
                if getattr(run, "symbol", False):
                    self.known(where, [getattr(run, "text", "")], self.symbols, "symbol")
        return template

    def condition(self, where: str, text: object) -> Condition:
        if not isinstance(text, str):
            self.wrong(where, f"a filter was expected, found {text!r}", None)
            return lambda card: False
        key = text
        if key not in self.conditions:
            try:
                self.conditions[key] = printed(parse(key, self.project.vocabulary))
            except FilterError as error:
                self.wrong(where, f"filter {key!r}: {error.one_line}", "")
                return lambda card: False
        return self.conditions[key]

    def box(self, where: str, given: object) -> Box:
        if given == "card":
            return Box(0.0, 0.0, self.size.width, self.size.height)
        if given == "bleed":
            return Box(0.0, 0.0, self.size.width, self.size.height).grown(self.bleed)
        if (
            not isinstance(given, list)
            or len(given) != 4
            or not all(isinstance(value, int | float) and not isinstance(value, bool) for value in given)
            or not all(-1000 <= value <= 1000 for value in given)
            or given[2] <= 0
            or given[3] <= 0
        ):
            self.wrong(where, f'box: expected [x, y, width, height] in mm, "card" or "bleed", found {given!r}', "")
            return Box(0.0, 0.0, 1.0, 1.0)
        return Box(*(float(value) for value in given))

    def font(self, where: str, value: object) -> FontRole:
        if not isinstance(value, dict):
            self.wrong(where, "an object was expected", "")
            return FontRole(("Fira Sans Condensed",), {})
        self.known(where, value, {"family", *STYLES}, "property")
        family = value.get("family", [])
        families = tuple(str(name) for name in (family if isinstance(family, list) else [family]))
        if not families:
            self.wrong(where, "family is missing", "")
        defaults = {"regular": "Regular", "bold": "Bold", "italic": "Italic", "bold_italic": "BoldItalic"}
        return FontRole(families, {style: str(value.get(style, defaults[style])) for style in STYLES})

    def symbol_table(self, raw: Raw, file: str) -> dict[str, Symbol]:
        """Read the symbols of a symbol file's content."""
        found: dict[str, Symbol] = {}
        for key, value in self.section(raw, "symbols").items():
            where = f"{file}: {key}"
            if not isinstance(value, dict):
                self.wrong(where, "an object was expected", None)
                continue
            self.known(where, value, {"path", "size", "colour", "scale", "comment"}, "property")
            size = value.get("size", [100, 100])
            if not isinstance(size, list) or len(size) != 2:
                self.wrong(where, f"size: expected [width, height], found {size!r}", None)
                continue
            sides = dict(zip(("width", "height"), size, strict=True))
            width = self.number(where, sides, "width", 100, 0.01, 100_000)
            height = self.number(where, sides, "height", 100, 0.01, 100_000)
            name = self.colour(where, value, "colour")
            colour = self.colours.get(name) or (from_hex(name) if name else None)
            scale = self.number(where, value, "scale", 0.86, 0.1, 3)
            try:
                path = self.word(where, value, "path")
                found[key] = symbol(key, path, (width, height), colour, scale)
            except CardlibError as error:
                self.wrong(where, str(error), None)
        return found

    def colour_table(self, where: str, raw: Raw) -> dict[str, Colour]:
        found = {}
        for name, value in raw.items():
            if isinstance(value, str) and is_hex(value):
                found[name] = from_hex(value)
            else:
                self.wrong(f"{where}.{name}", f"expected a colour such as #1c2a39, found {value!r}", "")
        return found

    def colour(self, where: str, item: Raw, key: str) -> str:
        value = item.get(key) or ""
        if value and not (isinstance(value, str) and (is_hex(value) or value in self.colours)):
            self.wrong(where, f"{key}: unknown colour {value!r}", nearest(str(value), self.colours))
            return ""
        return str(value)

    def word(self, where: str, item: Raw, key: str, default: str = "") -> str:
        value = item.get(key, default)
        if not isinstance(value, str):
            self.wrong(where, f"{key}: a text was expected, found {value!r}", None)
            return default
        return value

    def flag(self, where: str, item: Raw, key: str, default: bool = False) -> bool:
        value = item.get(key, default)
        if not isinstance(value, bool):
            self.wrong(where, f"{key}: true or false was expected, found {value!r}", None)
            return default
        return value

    def one_of(self, where: str, item: Raw, key: str, allowed: Sequence[str]) -> str:
        value = self.word(where, item, key, allowed[0])
        if value in allowed:
            return value
        self.wrong(where, f"{key}: unknown {value!r}, expected one of {', '.join(allowed)}", None)
        return allowed[0]

    def number(self, where: str, item: Raw, key: str, default: float, least: float, most: float) -> float:
        value = item.get(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            self.wrong(where, f"{key}: expected a number from {least:g} to {most:g}, found {value!r}", None)
            return default
        return float(value)

    def section(self, raw: Raw, key: str) -> Raw:
        value = raw.get(key, {})
        if not isinstance(value, dict):
            self.wrong(key, "an object was expected", None)
            return {}
        return value

    def rows(self, raw: Raw, key: str) -> list[Raw]:
        value = raw.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(key, "a list of objects was expected", None)
            return []
        return value

    def known(self, where: str, names: Iterable[str], allowed: Collection[str], what: str) -> None:
        for name in names:
            if name not in allowed:
                self.wrong(where, f"unknown {what} {name!r}", nearest(name, allowed))

    def wrong(self, where: str, problem: str, hint: str | None) -> None:
        place = f"{where}: " if where else ""
        self.problems.append(f"{place}{problem}{noted(hint)}")

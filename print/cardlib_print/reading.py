"""Reads one layout's JSON into elements: every property checked, every filter parsed, all problems collected."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError, NotFound
from cardlib.filters import FilterError, parse, printed
from cardlib.filters.nearest import nearest
from cardlib_print import tables
from cardlib_print.colours import Colour, from_hex, is_hex
from cardlib_print.elements import (
    ArtElement,
    BoxElement,
    Condition,
    FontRole,
    Layout,
    SymbolElement,
    TableElement,
    TextElement,
)
from cardlib_print.fitting import Limits
from cardlib_print.fonts import STYLES
from cardlib_print.forms import MARK, Cards, Formulas, formulas_for
from cardlib_print.geometry import WIDEST, Box, Size, length, millimetres
from cardlib_print.given import Given, Raw
from cardlib_print.given_spaces import card_around, read_spaces
from cardlib_print.icons import icon, icon_names
from cardlib_print.lengths import named_lengths, spelt_out
from cardlib_print.markup import Run, Template, fields_of, read_template
from cardlib_print.motifs import ICON, MOTIFS
from cardlib_print.paths import SHAPES
from cardlib_print.repeats import SPACES, declared, expanded, sources_of
from cardlib_print.spaces import Space
from cardlib_print.symbols import Symbol, read_symbols
from cardlib_print.values import details

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.catalog.languages import Language

_FIELD = re.compile(r"\{(\w+)\}")
_TOP = {
    "$schema",
    "title",
    "description",
    "extends",
    "document",
    "for",
    "card",
    "spaces",
    "back",
    "symbols",
    "fonts",
    "colours",
    "palettes",
    "keywords",
    "lengths",
    "elements",
    "hexagon",
}
_COMMON = {"id", "kind", "extends", "when", "box", "low_ink", "remove", "comment", "repeat"}
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
        "cards",
        "column_count",
        "gutter",
    },
    "table": tables.PROPERTIES,
    "art": {"shape", "radius", "colour", "motifs", "fit", "focus", "ground"},
}


@dataclass(slots=True)
class Reader(Given):
    """Turns raw layouts into `Layout`; look at `problems` afterwards. `symbols` is the content of the symbol file."""

    project: Project
    path: Path
    fields: Sequence[str]
    low_ink: bool
    language: Language
    on: Size | None = None  # in place of the size that the layout says
    conditions: dict[str, Condition] = field(default_factory=dict)
    colours: dict[str, Colour] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    size: Size = field(default_factory=lambda: Size(63.0, 88.0))
    bleed: float = 3.0
    uses_card: bool = False
    named: set[str] = field(default_factory=set)  # the fields of its texts
    formulas: Formulas = field(init=False)

    def layout(self, name: str, raw: Raw, symbols: Raw) -> Layout:
        """Read a layout whose `extends` is already resolved; `symbols` is the content of its symbol file, or empty."""
        self.known("", raw, _TOP, "property")
        self.formulas = self.formulas_of(raw)
        card = self.section(raw, "card")
        self.known("card", card, {"width", "height", "corner", "bleed", "poster"}, "property")
        spaces: list[Space] | None = None
        if card.get("width") == card.get("height") == SPACES:
            spaces = read_spaces(self, self.section(raw, "spaces"), self.project, self.size)
            own = card_around(self, spaces, self.size)
        else:
            own = Size(
                self.number("card", card, "width", 63.0, 10, WIDEST),
                self.number("card", card, "height", 88.0, 10, WIDEST),
            )
        self.size = self.on or own
        self.bleed = self.number("card", card, "bleed", 3.0, 0, 10)
        fonts = {role: self.font(f"fonts.{role}", value) for role, value in self.section(raw, "fonts").items()}
        if not fonts:
            self.wrong("fonts", "expected at least one role, found none", None)
        self.colours = self.colour_table("colours", self.section(raw, "colours"))
        palettes = [one for index, item in enumerate(self.rows(raw, "palettes")) for one in self.palettes(index, item)]
        self.symbols = read_symbols(self, symbols, self.word("", raw, "symbols"))
        keywords = self.section(raw, "keywords")
        self.known("keywords", keywords, {"bold_in_text", "symbols"}, "property")
        keyword_symbols = {str(key): str(value) for key, value in self.section(keywords, "symbols").items()}
        for keyword, symbol_name in keyword_symbols.items():
            self.known(f"keywords.symbols.{keyword}", [symbol_name], self.symbols, "symbol")
            self.known("keywords.symbols", [keyword], self.project.vocabulary.keywords, "keyword")
        written = self.rows(raw, "elements")
        lengths = named_lengths(self, self.section(raw, "lengths"))
        places = [f"elements[{at}] ({row.get('id', '?')})" for at, row in enumerate(written)]
        whole = [
            spelt_out(self, where, self.inherited(where, row, written, []), lengths)
            for where, row in zip(places, written, strict=True)
        ]
        if spaces is None:
            spaces = read_spaces(self, self.section(raw, "spaces"), self.project, self.size)
        rows = expanded(self, self.language, whole, self.size, spaces)
        self.named = {name for row in rows for name in _FIELD.findall(str(row.get("text", "")))}
        elements = []
        for index, item in enumerate(rows):
            element = self.element(f"elements[{index}] ({item.get('id', '?')})", item, fonts)
            if element is not None:
                elements.append(element)
        applies = self.condition("for", raw["for"]) if raw.get("for") else None
        if raw.get("document") and raw.get("for") and not str(raw["for"]).startswith(MARK):
            self.wrong("for", f"expected a formula such as '=level >= 5', found {raw['for']!r}", None)
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
            formulas=self.formulas,
        )

    def formulas_of(self, raw: Raw) -> Formulas:
        """What the formulas of the layout may name: of the kind of documents that it is for, if it is for any."""
        try:
            return formulas_for(self.project, self.word("", raw, "document"))
        except NotFound as error:
            self.wrong("document", str(error), "")
            return formulas_for(self.project, "")

    def palettes(self, index: int, item: Raw) -> list[tuple[Condition, dict[str, Colour]]]:
        """Read a palette: colours for the cards of a filter, or `by` what the game declares, in turn for each word."""
        where = f"palettes[{index}]"
        self.known(where, item, {"when", "by", "colours", "comment"}, "property")
        colours = self.section(item, "colours")
        for name in colours:
            if name not in self.colours:
                self.wrong(f"{where}.colours", f"colour {name!r} is not among the layout's colours", "")
        if "by" not in item:
            return [(self.condition(where, item.get("when", "")), self.colour_table(f"{where}.colours", colours))]
        sources = [str(one) for one in (item["by"] if isinstance(item["by"], list) else [item["by"]])]
        self.known(f"{where}.by", sources, sources_of(self.project), "thing to have colours for")
        words = next((some for source in sources if (some := declared(self.project, source))), [])
        found: list[tuple[Condition, dict[str, Colour]]] = []
        for at, word in enumerate(words):
            turn = {name: row[at % len(row)] for name, row in colours.items() if isinstance(row, list) and row}
            table = self.colour_table(f"{where}.colours", {**colours, **turn})
            found.append((self.condition(where, f"{word.of}:{word.word}"), table))
        return found

    def element(
        self, where: str, item: Raw, fonts: Mapping[str, FontRole]
    ) -> BoxElement | SymbolElement | TextElement | TableElement | ArtElement | None:
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
        if kind == "table":
            return tables.read_table(self, where, item, common, fonts)
        if kind == "symbol":
            symbol = self.symbol(where, self.word(where, item, "symbol"))
            if symbol is None:
                return None
            fill, stroke = self.colour(where, item, "fill"), self.colour(where, item, "stroke")
            return SymbolElement(*common, symbol.name, fill, stroke, line, self.flag(where, item, "stretch"))
        shape = self.one_of(where, item, "shape", SHAPES)
        radius = self.number(where, item, "radius", 0.0, 0, 100)
        if kind == "box":
            fill, stroke = self.colour(where, item, "fill"), self.colour(where, item, "stroke")
            return BoxElement(*common, shape, fill, stroke, line, radius)
        self.uses_card = True
        motifs: list[tuple[Condition | None, str, Symbol | None]] = []
        for index, row in enumerate(self.rows(item, "motifs")):
            place = f"{where}.motifs[{index}]"
            self.known(place, row, {"when", "motif", "symbol"}, "property")
            motif = self.one_of(place, row, "motif", (*MOTIFS, ICON))
            symbol = self.symbol(place, self.word(place, row, "symbol")) if row.get("symbol") else None
            motifs.append((self.condition(place, row["when"]) if row.get("when") else None, motif, symbol))
        contained = self.one_of(where, item, "fit", ("cover", "contain")) == "contain"
        base, ground = self.colour(where, item, "colour"), self.colour(where, item, "ground")
        return ArtElement(
            *common, shape, radius, base, tuple(motifs), contained, self.focus(where, item.get("focus")), ground
        )

    def focus(self, where: str, given: object) -> tuple[float, float]:
        """Return the point of a picture that is kept when it is cropped, in shares of its width and height."""
        if given is None:
            return 0.5, 0.5
        found = [length(one, 1.0) for one in given] if isinstance(given, list) else []
        shares = [share for share in found if share is not None and 0 <= share <= 1]
        if len(shares) == len(found) == 2:
            return shares[0], shares[1]
        self.wrong(where, f'focus: expected ["30%", "50%"], from the left and from the top, found {given!r}', None)
        return 0.5, 0.5

    def symbol(self, where: str, names: str) -> Symbol | None:
        """Return the first symbol that there is of names with a | between them: of the layout's, or one that ships."""
        for name in names.split("|"):
            found = self.symbols.get(name) or icon(name)
            if found is not None:
                return self.symbols.setdefault(found.name, found)
        self.known(where, [names], [*self.symbols, *icon_names()], "symbol")
        return None

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
            fields=frozenset(name for text in texts for name in fields_of(text)),
            cards=self.cards(where, item["cards"]) if "cards" in item else None,
            columns=int(self.number(where, item, "column_count", 1, 1, 20)),
            gutter=self.number(where, item, "gutter", 3, 0, 100),
        )

    def cards(self, where: str, text: object) -> Cards:
        """What gives the cards that a text is written for: a filter over all cards, or a formula."""
        if isinstance(text, str) and text.startswith(MARK):
            self.uses_card = True
            formulas = self.formulas
            return (lambda card: formulas.cards(text, card)) if self.formula(where, text) else lambda card: ()
        passes = self.condition(where, text)
        found = tuple(card for card in self.project.cards.values() if passes(card))
        if not found and not self.problems:
            self.wrong(where, f"cards: no card passes {text!r}", "")
        return lambda card: found

    def formula(self, where: str, text: str) -> bool:
        """Whether a text can be read as a formula; else it is noted what is wrong with it."""
        from cardlib.decks.formulas import FormulaError

        try:
            self.formulas.formula(text)
        except FormulaError as error:
            self.wrong(where, f"formula: {error.line}", "")
            return False
        return True

    def pale(self, kind: str, item: Raw) -> Raw:
        """Return the element as low-ink prints it: white grounds, black text and lines, then its own overrides."""
        changed = dict(item)
        if changed.get("fill"):
            changed["fill"] = "#000000" if kind == "symbol" else "#ffffff"
        if changed.get("stroke"):
            changed["stroke"] = "#000000"
        if kind in ("text", "table"):
            changed["colour"] = "#000000"
        if kind == "table" and isinstance(item.get("rows"), list):
            pale = {"fill": "", "colour": "#000000"}
            changed["rows"] = [{**row, **pale} if isinstance(row, dict) else row for row in item["rows"]]
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
            template = read_template(self.language.text(text))
        except CardlibError as error:
            self.wrong(where, f"text: {error}", "")
            return ()
        for name in fields_of(template):
            self.uses_card = self.uses_card or name not in ("game", "prefix")
            if name.startswith(MARK):
                self.formula(where, name)
            else:
                self.known(where, [name], self.fields, "field")
        for line in template:
            for run in line:
                if isinstance(run, Run) and run.symbol:
                    self.known(where, [run.text], [*self.symbols, *icon_names()], "symbol")
                if run.colour and not is_hex(run.colour):
                    self.known(where, [run.colour], self.colours, "colour")
        return template

    def condition(self, where: str, text: object) -> Condition:
        if not isinstance(text, str):
            self.wrong(where, f"a filter was expected, found {text!r}", None)
            return lambda card: False
        if text.startswith(MARK):
            formulas = self.formulas
            return partial(formulas.holds, text) if self.formula(where, text) else lambda card: False
        key = self.with_declared(text)
        if key not in self.conditions:
            try:
                self.conditions[key] = printed(parse(key, self.project.vocabulary))
            except FilterError as error:
                self.wrong(where, f"filter {key!r}: {error.one_line}", "")
                return lambda card: False
        return self.conditions[key]

    def with_declared(self, text: str) -> str:
        """Put in place of `{stats}`, `{numbers}`, `{sides}` and `{details}` the filter for cards that have one."""
        for source in ("stats", "numbers", "sides", "details"):
            if f"{{{source}}}" in text:
                words = [f"has:{item.of or item.word}" for item in declared(self.project, source)]
                if source == "details":
                    words = [f"has:{one.id}" for one in details(self.project.game, self.named)]
                never = f"({'type:' + next(iter(self.project.game.types))} -type:{next(iter(self.project.game.types))})"
                text = text.replace(f"{{{source}}}", f"({' or '.join(dict.fromkeys(words))})" if words else never)
        return text

    def box(self, where: str, given: object) -> Box:
        if given in ("card", "bleed"):
            by = self.bleed if given == "bleed" else 0.0
            return Box(-by, -by, self.size.width + 2 * by, self.size.height + 2 * by, shared=True)
        if isinstance(given, Box):
            return self._with_room(where, given)
        if isinstance(given, list) and len(given) == 4:
            wholes = (self.size.width, self.size.height, self.size.width, self.size.height)
            sides = [length(one, whole) for one, whole in zip(given, wholes, strict=True)]
            x, y, width, height = (1001.0 if side is None else side for side in sides)
            if max(abs(x), abs(y), width, height) <= 1000:
                return self._with_room(where, Box(x, y, width, height, any(isinstance(one, str) for one in given)))
        self.wrong(
            where,
            'box: expected [x, y, width, height] in mm, each a number or a sum such as "100%-6", '
            f'or "card" or "bleed", found {given!r}',
            "",
        )
        return Box(0.0, 0.0, 1.0, 1.0)

    def _with_room(self, where: str, box: Box) -> Box:
        """A box, if its sums leave something of it on a card of this size."""
        if min(box.width, box.height) > 0:
            return box
        left = f"{millimetres(box.width)} x {millimetres(box.height)} mm"
        self.wrong(where, f"box: comes to {left} on a card of {self.size}, expected more than nothing", "")
        return Box(0.0, 0.0, 1.0, 1.0)

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

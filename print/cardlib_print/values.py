"""The fields that a layout's texts can name, and what each is for a card: the game's attributes and a common set."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from cardlib_print.forms import MARK
from cardlib_print.markup import Paragraph, Run, Value, curly, emphasised, plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from cardlib.catalog import Attribute, AttributeInfo, Card, GameInfo, Json, Project
    from cardlib_print.forms import Formulas

STAMP = "stamp"  # not a value of the card but of what is drawn: `Faces` fills it in last
COMMON_FIELDS: Mapping[str, str] = {
    "name": "the name",
    "marks": "what keywords print behind the name, such as *",
    "id": "the id",
    "type": "the name of the type, without subtypes",
    "type_line": "subtypes and type",
    "subtypes": "the subtypes",
    "type_description": "what the game says of the type",
    "keywords": "the keywords in one line, in bold, each after its symbol",
    "keyword_lines": "a line per keyword: symbol, name in bold, reminder in italics",
    "mentioned": "a line per keyword that the rules text names and the card does not have, as in keyword_lines",
    "text": "the rules text, keywords in bold",
    "flavour": "the flavour text",
    "attributes": "all attributes with their titles",
    "details": "the attributes, with their titles, that no other text of the layout names",
    STAMP: "six digits that change whenever anything drawn on the card changes",
    "game": "the name of the game",
    "prefix": "the game's prefix of rule ids",
}
_MOST_SYMBOLS = 4  # in a row, before a number is easier to read


def field_names(project: Project) -> list[str]:
    """Return every name that a text of a layout may use in a project."""
    return [*project.game.attributes, *COMMON_FIELDS]


def details(game: GameInfo, elsewhere: Collection[str]) -> list[AttributeInfo]:
    """Return the attributes that `{details}` says, beside those that other texts name."""
    return [info for info in game.attributes.values() if not info.part_of and info.id not in elsewhere]


class Values:
    """Gives the value of a field for the cards of one project; `symbols` maps keyword ids to symbol names.

    `drawn` holds the names of all symbols: a part of a sum that has one is printed as that, in the sum (`{cost}`) and
    wherever a text counts it ("2B", "2 Bio"). `named` holds what the texts name: `{details}` leaves it out. What begins
    with `=` is worked out by the `formulas` of the layout.
    """

    def __init__(
        self,
        project: Project,
        symbols: Mapping[str, str],
        *,
        bold_keywords: bool = True,
        drawn: Collection[str] = (),
        named: Collection[str] = (),
        formulas: Formulas | None = None,
    ) -> None:
        self.project = project
        self._formulas = formulas
        self._elsewhere = named
        self._symbols = symbols
        self._bold = bold_keywords
        parts = [info for info in project.game.attributes.values() if info.letter and info.id in drawn]
        self._parts = {word: part.id for part in parts for word in (part.letter, part.title)}
        self._counted = _counting([part.letter for part in parts], [part.title for part in parts])

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        """Matches keywords as they are printed, with their numbers."""
        if not self._bold or not self.project.keywords:
            return None
        forms = [keyword.pattern() for keyword in self.project.keywords.values() if not keyword.mark]
        return re.compile(rf"(?<![\w+\u2212])(?:{'|'.join(sorted(forms, key=lambda form: (-len(form), form)))})(?!\w)")

    def _emphasis(self, card: Card) -> re.Pattern[str] | None:
        """Matches what is bold in the rules text: keywords, and the names of abilities with their marks."""
        leads = [re.escape(curly(lead).rstrip()) for ability in card.abilities if (lead := self._lead(ability))]
        if not leads:
            return self._pattern
        return re.compile("|".join([*leads, *([self._pattern.pattern] if self._pattern else [])]))

    def _lead(self, ability: Mapping[str, Json]) -> str:
        if "name" not in ability:
            return ""
        from cardlib.wording.rendering import ability_lead

        return ability_lead(ability, self.project)

    def of(self, card: Card | None, name: str) -> Value:
        """Return the value of a field as paragraphs; empty where the card has none."""
        game = self.project.game
        if name.startswith(MARK):
            return self._formulas.value(name, card) if self._formulas is not None else ()
        if name == "game":
            return plain(game.name)
        if name == "prefix":
            return plain(game.prefix)
        if card is None:
            return ()
        if name in game.attributes:
            value = plain(self.attribute(card, name))
            return value if game.attributes[name].type != "sum" else _without_spaces(self._drawn(value))
        if name == "text":
            return emphasised(self._drawn(plain(card.text)), self._emphasis(card))
        if name == "keywords":
            return self._keywords(card)
        if name == "keyword_lines":
            return self._keyword_lines(self._named(card))
        if name == "mentioned":
            return self._keyword_lines(self._mentioned(card))
        return plain(self._text(card, name))

    def attribute(self, card: Card, name: str) -> str:
        """Return an attribute as printed: 3, X, 2B 1S, and +1 or −1 where the game prints a sign; "" without one."""
        value, info = card.attributes.get(name), self.project.game.attributes[name]
        if info.parts and value is not None:
            return self.project.game.written(info, card.attributes)
        return "" if value is None else _shown(value, info, signed=bool(card.types & set(info.signed)))

    def _text(self, card: Card, name: str) -> str:
        game = self.project.game
        if name == "name":
            return card.name
        if name == "marks":
            known = self.project.keywords
            return "".join(known[id_].mark for id_ in card.keywords if id_ in known)
        if name == "id":
            return card.id
        if name == "type":
            return game.types[card.type].name if card.type else ""
        if name == "type_description":
            return game.types[card.type].description if card.type else ""
        if name == "type_line":
            return card.type_line or self._text(card, "type")
        if name == "subtypes":
            between = ", " if game.type_line else " "
            return between.join(game.subtypes.get(subtype, subtype) for subtype in card.subtypes)
        if name == "flavour":
            return card.flavour
        whole = details(game, self._elsewhere if name == "details" else ())
        shown = ((info.title or info.id, self._said(card, info.id)) for info in whole)
        return " · ".join(f"{title} {value}".rstrip() for title, value in shown if value)

    def _said(self, card: Card, attribute: str) -> str:
        """What stands behind the title of an attribute, "" for none; a flag that is set is said by its title alone."""
        value = card.attributes.get(attribute)
        return " " * value if isinstance(value, bool) else self.attribute(card, attribute)

    def _named(self, card: Card) -> list[tuple[str, str, str]]:
        """Each keyword as id, printed form and reminder; those that are a mark behind the name are left out."""
        known = self.project.keywords
        return [named for named in self.project.keywords_of(card) if named[0] not in known or not known[named[0]].mark]

    def _marked(self, id_: str, printed: str) -> list[Run]:
        symbol = self._symbols.get(id_)
        named = Run(printed.replace(" ", "\u00a0"), bold=True)
        return [Run(symbol, symbol=True), Run("\u00a0", bold=True), named] if symbol else [named]

    def _keywords(self, card: Card) -> Value:
        runs: list[Run] = []
        for id_, printed, _ in self._named(card):
            if runs:
                runs.append(Run("  " if self._symbols else ", "))
            runs += self._marked(id_, printed)
        return (tuple(runs),) if runs else ()

    def _mentioned(self, card: Card) -> list[tuple[str, str, str]]:
        """Each keyword that the text names and the card does not have, in the same form."""
        others = [keyword for id_, keyword in self.project.keywords.items() if id_ not in card.keywords]
        found = []
        for keyword in others:
            match = (
                re.search(rf"(?<![\w+\u2212])(?:{keyword.pattern()})(?!\w)", card.text) if not keyword.mark else None
            )
            if match:
                found.append((keyword.id, match[0], keyword.reminder_for(match[0]) or ""))
        return found

    def _keyword_lines(self, named: Sequence[tuple[str, str, str]]) -> Value:
        lines: list[Paragraph] = []
        for id_, printed, reminder in named:
            first, *more = plain(f" ({reminder})") if reminder else ((),)
            lines.append((*self._marked(id_, printed), *(run._replace(italic=True) for run in first)))
            lines += [tuple(run._replace(italic=True) for run in line) for line in more]
        return self._drawn(tuple(lines))

    def _drawn(self, value: Value) -> Value:
        """Put symbols in place of counted parts of sums: "2B" and "2 Bio" become two symbols."""
        pattern = self._counted
        if pattern is None:
            return value
        return tuple(tuple(run for old in line for run in self._pictured(old, pattern)) for line in value)

    def _pictured(self, run: Run, pattern: re.Pattern[str]) -> Iterator[Run]:
        position = 0
        for match in pattern.finditer(run.text) if not run.symbol else ():
            if match.start() > position:
                yield run._replace(text=run.text[position : match.start()])
            number, part = int(match[1]), Run(self._parts[match[2] or match[3]], symbol=True)
            if number <= _MOST_SYMBOLS:
                yield from [part] * number
            else:
                yield from (run._replace(text=match[1]), part)
            position = match.end()
        if position < len(run.text):
            yield run._replace(text=run.text[position:])


def _counting(letters: Sequence[str], titles: Sequence[str]) -> re.Pattern[str] | None:
    """Matches a number of parts by letter ("2B") or by name ("2 Bio"); None without parts."""
    if not letters:
        return None
    short, long = ("|".join(sorted(map(re.escape, words), key=len, reverse=True)) for words in (letters, titles))
    return re.compile(rf"(?<![\w+\u2212-])(\d+)(?:({short})|[ \u00a0]({long}))(?!\w)")


def _without_spaces(value: Value) -> Value:
    """A sum whose parts are all symbols needs no spaces between them."""
    if not any(run.symbol for line in value for run in line):
        return value
    return tuple(tuple(run for run in line if run.symbol or run.text.strip()) for line in value)


def _shown(value: Attribute, info: AttributeInfo, *, signed: bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return (f"+{value}" if signed and value >= 0 else str(value)).replace("-", "\u2212")
    return info.named(value)

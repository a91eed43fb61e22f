"""What a format may say, declared once: kinds of constraint with their properties, and the parts of a format.

The reader of formats asks here which properties a kind has and needs; `cardlib.decks.format_schema` makes the JSON
Schema of the same declarations, so that an editor, the check and the reader agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Shape: TypeAlias = Mapping[str, Any]  # JSON Schema of a value, without title and description

ID: Shape = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 80}
RULE: Shape = {"type": "string", "format": "rule"}
FILTER: Shape = {"type": "string", "format": "card-filter", "maxLength": 2000}
FORMULA: Shape = {"type": "string", "minLength": 1, "maxLength": 500}
FLAG: Shape = {"type": "boolean"}
LINE: Shape = {"type": "string", "minLength": 1, "maxLength": 200}
NOTE: Shape = {"type": "string", "minLength": 1, "maxLength": 500}
WORD: Shape = {"type": "string", "minLength": 1, "maxLength": 80}
NUMBER_FIELD: Shape = {**WORD, "format": "number-field"}
FILE_NAME: Shape = {**WORD, "format": "file-name"}
HEADER: Shape = {"type": "string", "pattern": "^[a-z][a-z0-9_-]*$", "maxLength": 80}
MANY = 1000  # items of any list or object


@dataclass(frozen=True, slots=True)
class Property:
    """A member of an object in a format: its name, title, what it means, its shape, and whether it has to be there."""

    name: str
    title: str
    about: str
    shape: Shape
    needed: bool = False

    def schema(self) -> dict[str, Any]:
        """Return its JSON Schema."""
        return told(self.title, self.about, self.shape)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of constraint: what it tests, the properties that it has, and whether it needs one of the limits."""

    name: str
    about: str
    properties: tuple[Property, ...]
    limited: bool = False
    ruled: bool = True  # whether a breach of it cites a rule; what any game means by it needs none
    named: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "named", ("kind", *(one.name for one in self.properties)))

    @property
    def needed(self) -> tuple[str, ...]:
        """The properties that have to be there."""
        return tuple(one.name for one in self.properties if one.needed)


def constant(most: int, least: int = 0) -> Shape:
    """Return the shape of a whole number, or of the name of one under `rules` in game.json."""
    return {"type": ["integer", "string"], "format": "constant", "minimum": least, "maximum": most}


def told(title: str, about: str, shape: Shape) -> dict[str, Any]:
    """Return a schema with its title and description first."""
    return {"title": title, "description": about, **shape}


def listed(title: str, about: str, shape: Shape, **more: object) -> Shape:
    """Return the shape of a list of such values."""
    return {"type": "array", "items": told(title, about, shape), **more, "maxItems": MANY}


def object_of(properties: tuple[Property, ...]) -> Shape:
    """Return the shape of an object with these members and no others."""
    needed = [one.name for one in properties if one.needed]
    shape: dict[str, Any] = {"type": "object", "properties": {one.name: one.schema() for one in properties}}
    return {**shape, **({"required": needed} if needed else {}), "additionalProperties": False}


def _number_from(title: str, about: str, name: str, shape: Shape) -> dict[str, Any]:
    """The shape of `{"header": …}` and `{"attribute": …}`."""
    return told(title, about, object_of((Property(name, title, about, shape, needed=True),)))


# -- properties that several kinds have ------------------------------------------------------------------------------

_RULE = Property("rule", "Rule", "The id of the rule that a breach cites.", RULE)
_ALSO = Property("also", "Also", "The id of a second rule that a breach breaks with it.", RULE)
_NOTE = Property("note", "Note", "A sentence that stands in place of the rule's text.", NOTE)
_SEVERITY = Property(
    "severity",
    "Severity",
    "error breaks the rules, warning is legal but hardly meant, advice is a guideline that random decks aim at.",
    {"enum": ["error", "warning", "advice"]},
)
_SCOPE = Property(
    "scope",
    "Scope",
    "Whether one document is looked at, or the documents of all players together.",
    {"enum": ["deck", "table"]},
)
_WHEN = Property(
    "when", "When", "A formula: the constraint is tested only where it is true, such as `strict`.", FORMULA
)
_SECTIONS = Property(
    "sections",
    "Sections",
    "The sections that count, or the fields with cards; all of the format's if left out.",
    listed("Section", "The id of a section.", ID, minItems=1, uniqueItems=True),
)
_NEEDED_SECTIONS = Property(_SECTIONS.name, _SECTIONS.title, _SECTIONS.about, _SECTIONS.shape, needed=True)
NAMED = "a number, or the name of one under `rules` in game.json."
_NUMBER = constant(100000)
_MIN = Property("min", "Minimum", f"At least so many: {NAMED}", _NUMBER)
_EXACTLY = Property("exactly", "Exactly", f"Neither more nor fewer: {NAMED}", _NUMBER)
_PLAIN_MAX = told("Number", "A number, or the name of one under `rules` in game.json.", _NUMBER)


def _max(title: str, about: str, name: str, shape: Shape) -> Property:
    other = _number_from(title, about, name, shape)
    return Property("max", "Maximum", "At most so many.", {"anyOf": [_PLAIN_MAX, other]})


_PRINTED = ("Attribute", "The attribute of a card that gives its own number.", "attribute", NUMBER_FIELD)
_EXACTLY_PRINTED = Property(
    "exactly", "Exactly", "Neither more nor fewer.", {"anyOf": [_PLAIN_MAX, _number_from(*_PRINTED)]}
)


_MAX = _max("Header", "The header of the deck that gives the number; no limit where the deck has none.", "header", WORD)
_LIMITS = (_MIN, _MAX, _EXACTLY)
_COMMON = (_RULE, _NOTE, _SEVERITY, _SCOPE, _WHEN)
_COMMON_ALSO = (_RULE, _ALSO, _NOTE, _SEVERITY, _SCOPE, _WHEN)
_FOR = Property(
    "for",
    "For",
    "Names with formulas: it is tested for each entry of a map or list, or each number up to one, under that name.",
    {
        "type": "object",
        "propertyNames": {"type": "string", "pattern": "^[a-z][a-z0-9-]*$", "maxLength": 40},
        "additionalProperties": told("Entries", "Whose entries, such as `picks` or `keys(units)`.", FORMULA),
        "minProperties": 1,
        "maxProperties": 3,
    },
)
_FIX_OF_VALUE = Property(
    "fix",
    "Fix",
    "The smallest repair, where more can be said than `raise it by 1`; {x} in it is the value of x, {change} is "
    "`raise` or `lower`, {by} by how much, {wanted} the nearest value that is allowed.",
    NOTE,
)
_FIX = Property("fix", "Fix", "The smallest repair, where it can be said; {x} in it is the value of x.", NOTE)
_AMOUNT: Shape = {"anyOf": [told("Number", "A number.", {"type": "integer"}), told("Formula", "A formula.", FORMULA)]}


def _filter(name: str, title: str, about: str, *, needed: bool = False) -> Property:
    return Property(name, title, about, FILTER, needed)


WAY = (
    _filter("of", "Of", "The cards that it brings; every card if left out."),
    _filter("by", "By", "The cards that bring them; they come on their own if left out."),
    Property(
        "named_by",
        "Named by",
        "A keyword: cards that have it bring those with the subtype or type that it names.",
        {"type": "string", "format": "keyword-id"},
    ),
    Property("chain", "Chain", "Whether a card of the same sections that has been brought brings others.", FLAG),
)

_DECLARED = (
    Kind(
        "size",
        "How many cards the sections hold.",
        (
            *_COMMON_ALSO,
            _SECTIONS,
            Property("each", "Each", "Each section on its own instead of all together.", FLAG),
            _filter("except", "Except", "Cards that are not counted."),
            *_LIMITS,
        ),
        limited=True,
    ),
    Kind(
        "copies",
        "How many copies of one card.",
        (
            *_COMMON,
            _SECTIONS,
            _filter("of", "Of", "The cards that are limited; all if left out."),
            _filter("except", "Except", "Cards that are exempt."),
            Property("by", "By", "Whether copies are counted by id or by printed name.", {"enum": ["id", "name"]}),
            Property(
                "spread",
                "Spread",
                "The id of the rule that a breach cites when its copies stand on several lines.",
                RULE,
            ),
            _MIN,
            _max(*_PRINTED),
            _EXACTLY_PRINTED,
        ),
        limited=True,
    ),
    Kind(
        "count",
        "How many cards of a filter.",
        (
            *_COMMON_ALSO,
            _SECTIONS,
            _filter("of", "Of", "The cards that are counted.", needed=True),
            _filter("except", "Except", "Cards that are not counted."),
            *_LIMITS,
        ),
        limited=True,
    ),
    Kind(
        "only",
        "A section holds nothing but cards of a filter.",
        (
            *_COMMON_ALSO,
            _SECTIONS,
            _filter("of", "Of", "The cards that are allowed.", needed=True),
            _filter("except", "Except", "Cards that are not allowed all the same."),
        ),
    ),
    Kind(
        "budget",
        "The sum of an attribute or keyword over the deck.",
        (
            *_COMMON,
            _SECTIONS,
            Property("sum", "Sum", "The attribute or keyword that is added up.", NUMBER_FIELD, needed=True),
            _filter("of", "Of", "The cards that are added up; all if left out."),
            _filter("except", "Except", "Cards that are left out."),
            *_LIMITS,
        ),
        limited=True,
    ),
    Kind(
        "identity",
        "The deck names exactly one identity, and every card belongs to it.",
        (
            *_COMMON,
            _SECTIONS,
            Property("header", "Header", "The header of the deck that names the identity.", HEADER, needed=True),
            Property("unnamed", "Unnamed", "The id of the rule that a deck breaks by naming none, or two.", RULE),
            Property(
                "values",
                "Values",
                "Each identity with the cards that it may hold.",
                {
                    "type": "object",
                    "minProperties": 1,
                    "propertyNames": ID,
                    "additionalProperties": told("Cards", "The cards of this identity.", FILTER),
                    "maxProperties": MANY,
                },
                needed=True,
            ),
            Property(
                "by_section",
                "By section",
                "Sections in which a foreign card breaks another rule, each with its id.",
                {
                    "type": "object",
                    "propertyNames": ID,
                    "additionalProperties": told("Rule", "The id of the rule.", RULE),
                    "maxProperties": MANY,
                },
            ),
        ),
    ),
    Kind(
        "requires",
        "A card asks for partners.",
        (
            *_COMMON,
            _SECTIONS,
            _filter("if", "If", "The cards that ask.", needed=True),
            Property(
                "needs",
                "Needs",
                "For each filter the deck holds at least `min` cards.",
                listed("Partner", "The cards that fit.", FILTER, minItems=1),
                needed=True,
            ),
            Property(
                "min",
                "Minimum",
                f"How many partners each, one if left out: {NAMED}",
                constant(1000, 1),
            ),
        ),
    ),
    Kind(
        "reach",
        "Something in the deck can bring every card of the sections into play.",
        (
            *_COMMON,
            _NEEDED_SECTIONS,
            Property(
                "ways",
                "Ways",
                "How cards come into play.",
                {
                    "type": "array",
                    "minItems": 1,
                    "items": told(
                        "Way", "One way: on their own, by others, or named by a keyword of others.", object_of(WAY)
                    ),
                    "maxItems": MANY,
                },
                needed=True,
            ),
        ),
    ),
    Kind(
        "demands",
        "Every card of a filter is printed so that it passes another one; the data check says so too.",
        (
            *_COMMON,
            _SECTIONS,
            _filter("of", "Of", "The cards that it is about; every card if left out."),
            _filter("must", "Must", "What they have to pass.", needed=True),
        ),
    ),
    Kind(
        "pool",
        "Every card exists, and is one of a filter.",
        (*_COMMON, _SECTIONS, _filter("of", "Of", "The cards that are allowed; all of the game if left out.")),
        ruled=False,
    ),
    Kind("sections", "The deck has no other sections than those of the format.", _COMMON, ruled=False),
    Kind(
        "listed",
        "The deck equals one of the named decks.",
        (
            *_COMMON,
            _SECTIONS,
            Property(
                "decks",
                "Decks",
                "The decks of the game by name.",
                listed("Deck", "The file name of a deck without its suffix.", FILE_NAME, minItems=1, uniqueItems=True),
                needed=True,
            ),
        ),
    ),
    Kind(
        "value",
        "What a formula gives lies within limits, which may be formulas too.",
        (
            *_COMMON_ALSO,
            _FOR,
            Property("value", "Value", "The formula, such as `sum(weight of slots)`.", FORMULA, needed=True),
            Property("min", "Minimum", "At least so much.", _AMOUNT),
            Property("max", "Maximum", "At most so much.", _AMOUNT),
            Property("exactly", "Exactly", "Neither more nor less; it may be a word.", _AMOUNT),
            _FIX_OF_VALUE,
        ),
        limited=True,
    ),
    Kind(
        "holds",
        "A formula is true.",
        (
            *_COMMON_ALSO,
            _FOR,
            Property("must", "Must", "The formula, such as `pick.level >= 2`.", FORMULA, needed=True),
            Property("found", "Found", "The formula of what a breach shows as found.", FORMULA),
            Property("allowed", "Allowed", "What is allowed, in words; {x} in it is the value of x.", NOTE),
            _FIX,
        ),
    ),
    Kind(
        "check",
        "A named check that a package provides.",
        (
            *_COMMON,
            Property(
                "check",
                "Check",
                "The name in the entry point group cardlib.deck_checks.",
                {"type": "string", "minLength": 1, "maxLength": 120},
                needed=True,
            ),
        ),
    ),
)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in _DECLARED}

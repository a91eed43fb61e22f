"""What a kind of documents declares beside fields and figures: how a map is drawn, which questions of dice it answers.

drawing   a field of slots, in rows as they lie, with what is shown of the card in each
odds      by name: the rolls that a document makes, such as the attack of a machine with all its weapons
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from cardlib.catalog.reading import Shape
from cardlib.decks.fields import FormatError
from cardlib.decks.formulas import FormulaError
from cardlib.decks.naming import Formula, Naming
from cardlib.filters import FilterError, parse, printed
from cardlib.filters.nearest import nearest

NOTHING = "."  # in a row of a drawing: no key
OTHER = "theirs"  # the figures of the document that a question is asked against


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map drawn as it lies: its keys in rows, and the attributes shown of its cards."""

    field: str
    rows: tuple[tuple[str, ...], ...]
    keys: Formula | None
    shows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a written question depends on beside the document: what is taken if nothing is said, and all that may be."""

    value: int | str
    of: Formula | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """The rolls of a document: one for each card of `rolls`, with as many dice as its attributes say, or `written`.

    What is `written` is a question in the notation of odds, with the values of formulas in it: whoever asks says by
    name what else it depends on, beside the document (`asked`, with what is taken where nothing is said), and `steps`
    are the formulas on the way to it.

    `turn` has the symbols that count as so many of what is counted, by the attribute that says how many. Cards of
    `helpers` roll first; once one shows `helps`, the faces `retried` of later rolls are thrown again. `again` is how
    many dice of each roll the other side has rolled again; its formula may name the figures of `theirs`.
    """

    title: str
    rolls: Formula | None = None
    dice: Mapping[str, str] = field(default_factory=dict)
    counts: str = ""
    void: tuple[str, ...] = ()
    turn: Mapping[str, str] | None = None
    helpers: frozenset[str] = frozenset()
    helps: str = ""
    retried: tuple[str, ...] = ()
    again: Formula | None = None
    again_title: str = ""
    written: Formula | None = None
    asked: Mapping[str, Asked] = field(default_factory=dict)
    steps: Mapping[str, Formula] = field(default_factory=dict)


def drawing_of(data: Shape | None, naming: Naming, keys: Mapping[str, Iterable[str]]) -> Drawing | None:
    """Read how a map is drawn; `keys` are those of the maps among the fields. Raises `FormatError`."""
    if data is None:
        return None
    field = data.word("field")
    if field not in keys:
        raise data.at("field").wrong("a field that is a map", nearest(field, keys))
    known = [*keys[field]]
    rows = []
    for row in data.items("rows"):
        words = row.text().split()
        for word in words:
            if word not in (NOTHING, *known):
                raise row.wrong(f"keys of {field}, and {NOTHING} for none: {', '.join(known)}", nearest(word, known))
        rows.append(tuple(words))
    shows = data.words("shows")
    for name in shows:
        if name not in naming.project.game.attributes:
            raise data.at("shows").wrong("attributes of game.json", nearest(name, naming.project.game.attributes))
    written = data.word("keys", "")
    return Drawing(field, tuple(rows), _formula(data, "keys", written, naming) if written else None, shows)


def questions_of(data: Shape, naming: Naming) -> dict[str, Question]:
    """Read the questions of dice that documents of a kind answer; raises `FormatError`."""
    found: dict[str, Question] = {}
    for name, one in data.members("odds"):
        if one.get("written") is not None:
            found[name] = _written(one, naming, found)
            continue
        helped = one.get("helped")
        again = one.get("again")
        found[name] = Question(
            title=one.word("title"),
            rolls=_formula(one, "rolls", one.word("rolls"), naming),
            dice=_words(one, "dice", naming.project.dice.kinds, naming.project.game.attributes),
            counts=_symbol(one, "counts", one.word("counts"), naming),
            void=tuple(_symbol(one, "void", word, naming) for word in one.words("void")),
            turn=_words(one, "turn", naming.project.dice.symbols, naming.project.game.attributes),
            helpers=_cards(helped, "by", naming) if helped is not None else frozenset(),
            helps=_symbol(helped, "showing", helped.word("showing"), naming) if helped is not None else "",
            retried=helped.words("retries") if helped is not None else (),
            again=_formula(again, "dice", again.word("dice"), naming, (OTHER,)) if again is not None else None,
            again_title=again.word("title") if again is not None else "",
        )
    return found


def _written(data: Shape, naming: Naming, before: Mapping[str, Question]) -> Question:
    """A question in the notation of odds; one that is like another has what that one asks, and its steps."""
    asked: dict[str, Asked] = {}
    steps: dict[str, Formula] = {}
    if like := data.word("like", ""):
        if like not in before:
            raise data.at("like").wrong("a written question before this one", nearest(like, before))
        asked, steps = dict(before[like].asked), dict(before[like].steps)
    for name, value in data.members("asked"):
        if name in naming.known():
            raise data.at("asked").wrong(f"another name than '{name}', which the document or the game has")
        one = value.mapping().get("value") if isinstance(value.value, dict) else value.value
        of = value.word("of", "") if isinstance(value.value, dict) else ""
        many = _formula(data, f"asked.{name}.of", of, naming, (OTHER, *asked)) if of else None
        asked[name] = Asked(one if isinstance(one, int) else str(one), many)
    bound = [OTHER, *asked, *steps]
    for name, value in data.members("steps"):
        steps[name] = _formula(data, f"steps.{name}", value.text(), naming, bound)
        bound.append(name)
    written = _formula(data, "written", data.word("written"), naming, bound)
    return Question(data.word("title"), written=written, asked=asked, steps=steps)


def _formula(data: Shape, key: str, text: str, naming: Naming, bound: Iterable[str] = ()) -> Formula:
    try:
        return naming.formula(text, bound)
    except FormulaError as error:
        raise FormatError(f"{data.file}: {data.path}.{key}: {error.line}") from None


def _symbol(data: Shape, key: str, word: str, naming: Naming) -> str:
    known = naming.project.dice.symbols
    if word not in known:
        raise data.at(key).wrong("a symbol of the dice", nearest(word, known))
    return word


def _words(data: Shape, key: str, names: Iterable[str], values: Iterable[str]) -> dict[str, str]:
    """A map from dice or symbols to attributes."""
    known, attributes = [*names], [*values]
    found = {name: value.text() for name, value in data.members(key)}
    for name, value in found.items():
        if name not in known:
            raise data.at(key).wrong(f"one of {', '.join(known)}", nearest(name, known))
        if value not in attributes:
            raise data.at(key).wrong("attributes of game.json", nearest(value, attributes))
    return found


def _cards(data: Shape, key: str, naming: Naming) -> frozenset[str]:
    try:
        test = printed(parse(data.word(key), naming.project.vocabulary))
    except FilterError as error:
        raise FormatError(f"{data.file}: {data.path}.{key}: {error.problem}") from None
    return frozenset(id_ for id_, card in naming.project.cards.items() if test(card))

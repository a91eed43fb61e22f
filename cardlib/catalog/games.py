"""Reads game.json and keywords.json, and makes the vocabulary of the filter language from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from string import ascii_uppercase
from typing import Literal, TypeGuard, cast

from cardlib import bounds
from cardlib.catalog.models import AttributeInfo, GameInfo, Json, Keyword, Scale, TypeInfo
from cardlib.catalog.reading import Shape, nearest_of
from cardlib.filters.holding import holding_relations
from cardlib.filters.placing import board_relations
from cardlib.filters.vocabulary import COMMON_RELATIONS, Entry, Field, Relation, Vocabulary

_KINDS: dict[str, Literal["number", "word", "flag", "words", "text"]] = {
    "integer": "number",
    "sum": "number",
    "table": "number",
    "boolean": "flag",
    "array": "words",
}
COLOURS = ("cyan", "yellow", "magenta", "green", "blue", "red", "white")  # of seats that state none, in this order
_TYPES = ("integer", "string", "boolean", "array", "sum", "table")


def game_from(data: Shape) -> GameInfo:
    """Make a `GameInfo` of the content of a game.json."""
    players = data.get("players")
    scales = {name: _scale(name, value) for name, value in data.members("scales")}
    seats, letters = _seats(data, players.at("max").number() if players else 2)
    actors = {id_: value.word("name") for id_, value in data.members("actors")}
    return GameInfo(
        slug=data.word("slug"),
        name=data.word("name"),
        prefix=data.word("prefix", ""),
        players=(players.at("min").number(), players.at("max").number()) if players else (2, 2),
        constants={name: value.number() for name, value in data.members("rules")},
        types={name: _type(name, value) for name, value in data.members("types")},
        groups={name: data.at("groups").words(name) for name, _ in data.members("groups")},
        subtypes={name: value.word("name") for name, value in data.members("subtypes")},
        attributes=_declared(data, scales),
        source=data.word("source", ""),
        credits=data.word("credits", ""),
        licence=data.word("licence", ""),
        type_line=data.word("type_line", ""),
        stats=data.words("stats"),
        scales=scales,
        seats=seats,
        letters=letters,
        colours=_colours(data, len(letters) + len(actors)),
        actors=actors,
        roles={value.word("role"): name for name, value in reversed([*data.members("zones")]) if value.get("role")},
        raw=data.mapping(),
    )


def _seats(data: Shape, most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the seats and their letters.

    A seat that states no letter has the first one of its name, where those differ; without names they are A, B, C…
    """
    names, letters = [], []
    for seat in data.items("seats"):
        named = isinstance(seat.value, dict)
        names.append(seat.word("name") if named else seat.text())
        letters.append(seat.word("letter", "") if named else "")
    first = [name[:1].upper() for name in names]
    plain = first if len(set(first)) == len(names) and set(first) <= {*ascii_uppercase} else ascii_uppercase
    found = tuple(letter or plain[at] for at, letter in enumerate(letters)) or tuple(ascii_uppercase[:most])
    if names and len(names) < most:
        raise data.at("seats").wrong(f"a seat for each of at most {most} players")
    if len(set(found)) < len(found):
        raise data.at("seats").wrong("a letter of its own for each seat")
    return tuple(names), found


def _colours(data: Shape, sides: int) -> tuple[str, ...]:
    """Return the colour of each seat on a screen, and of those who act by rules: its own, else the next that is free.

    Where there are more of them than colours, they begin again.
    """
    said = [seat.word("colour", "") if isinstance(seat.value, dict) else "" for seat in data.items("seats")]
    given = [colour for colour in said if colour]
    if len(set(given)) < len(given):
        raise data.at("seats").wrong("a colour of its own for each seat")
    free = [colour for colour in COLOURS if colour not in given] or list(COLOURS)
    said += [""] * (sides - len(said))
    places = [at for at, colour in enumerate(said) if not colour]
    return tuple(colour or free[places.index(at) % len(free)] for at, colour in enumerate(said))


def _type(id_: str, data: Shape) -> TypeInfo:
    name = data.word("name")
    return TypeInfo(id_, name, data.word("plural", f"{name}s"), data.words("is"), data.word("description", ""))


def _scale(id_: str, data: Shape) -> Scale:
    """What tables go by: words, or numbers from one to another."""
    words = data.words("steps")
    first = 1 if words else data.at("from").number()
    steps = words or tuple(str(number) for number in range(first, data.at("to").number() + 1))
    if not 1 <= len(steps) <= bounds.STEPS:
        raise data.at("to").wrong(f"a scale of 1 to {bounds.STEPS} steps")
    plain = data.get("plain")
    chosen = steps[0] if plain is None else str(plain.value)
    if plain is not None and chosen not in steps:
        raise plain.wrong(f"one of its steps, {', '.join(steps)}")
    reads = data.get("reads")
    read = (reads.word("of"), reads.word("name")) if reads is not None else ("", "")
    return Scale(id_, data.word("title", id_.capitalize()), steps, first, chosen, read)


def _declared(data: Shape, scales: Mapping[str, Scale]) -> dict[str, AttributeInfo]:
    found: dict[str, AttributeInfo] = {}
    for name, value in data.members("attributes"):
        for attribute in _attributes(name, value, scales):
            if attribute.id in found:
                raise value.wrong(f"ids of its own: '{attribute.id}' is declared twice")
            found[attribute.id] = attribute
    if len(found) > bounds.MEMBERS:
        raise data.at("attributes").wrong(f"at most {bounds.MEMBERS:,} attributes, with their parts and steps")
    return found


def _attributes(id_: str, data: Shape, scales: Mapping[str, Scale]) -> Iterator[AttributeInfo]:
    """An attribute, and behind a sum its parts, behind a table its numbers at each step."""
    whole = _attribute(id_, data)
    if whole.type == "table":
        by = data.word("by")
        if by not in scales:
            raise data.at("by").wrong(f"a scale of the game, one of {', '.join(scales)}", nearest_of(by, scales))
        scale = scales[by]
        whole = replace(whole, by=by, parts=tuple(f"{id_}@{step}" for step in scale.steps))
        yield whole
        for cell, step in zip(whole.parts, scale.steps, strict=True):
            title = f"{whole.title} at {scale.title.lower()} {step}"
            yield replace(whole, id=cell, type="integer", title=title, optional=True, parts=(), part_of=id_, step=step)
        return
    yield whole
    for name, part in data.members("parts"):
        yield AttributeInfo(
            id=name,
            type="integer",
            title=part.word("title", name.capitalize()),
            description=part.word("description", ""),
            minimum=1,
            of=whole.of,
            preposition=whole.preposition,
            optional=True,
            part_of=id_,
            letter=part.word("letter"),
        )


def _attribute(id_: str, data: Shape) -> AttributeInfo:
    type_ = data.word("type")
    if type_ not in _TYPES:
        raise data.at("type").wrong(f"one of {', '.join(_TYPES)}", nearest_of(type_, _TYPES))
    minimum, maximum = data.get("minimum"), data.get("maximum")
    values = data.get("enum")
    names = {name: data.at("enum").word(name) for name in values.mapping()} if _is_object(values) else {}
    return AttributeInfo(
        id=id_,
        type=cast("Literal['integer', 'string', 'boolean', 'array', 'sum', 'table']", type_),
        title=data.word("title", id_.capitalize()),
        description=data.word("description", ""),
        minimum=minimum.number() if minimum else None,
        maximum=maximum.number() if maximum else None,
        variable=data.words("variable"),
        values=tuple(names) or data.words("enum"),
        names=names,
        of=data.words("of"),
        signed=data.words("signed"),
        preposition=data.word("preposition", "of"),
        optional="optional" in data.mapping() and data.mapping()["optional"] is True,
        parts=tuple(name for name, _ in data.members("parts")),
        pools={pool: name for name, part in data.members("parts") if (pool := part.word("pool", ""))},
    )


def _is_object(data: Shape | None) -> TypeGuard[Shape]:
    return data is not None and isinstance(data.value, dict)


def keywords_from(data: Shape, constants: Mapping[str, int]) -> dict[str, Keyword]:
    """Make the keywords, by id, of the content of a keywords.json, with the constants put into the reminders."""
    found = [_keyword(item, constants) for item in data.items("keywords", required=True)]
    return {keyword.id: keyword for keyword in found}


def _keyword(data: Shape, constants: Mapping[str, int]) -> Keyword:
    stacks = data.word("stacks", "none")
    if stacks not in ("sum", "highest", "none"):
        raise data.at("stacks").wrong("sum, highest or none")
    word = data.word("word", "")
    if word not in ("", "subtype", "type"):
        raise data.at("word").wrong("subtype or type")
    minimum = data.get("minimum")
    return Keyword(
        id=data.word("id"),
        name=data.word("name"),
        has_value=data.get("value") is not None,
        minimum=minimum.number() if minimum else None,
        word=cast("Literal['', 'subtype', 'type']", word),
        mark=data.word("mark", ""),
        plain=_with(data.word("plain", ""), constants),
        stacks=cast("Literal['sum', 'highest', 'none']", stacks),
        reminder=_with(data.word("reminder", ""), constants),
        format=data.word("format", ""),
        rule=data.word("rule", ""),
    )


def _with(text: str, constants: Mapping[str, int]) -> str:
    for name, number in constants.items():
        text = text.replace(f"{{{name}}}", str(number))
    return text


def vocabulary_of(game: GameInfo, keywords: dict[str, Keyword], boards: Iterable[Json] = ()) -> Vocabulary:
    """Make the vocabulary that filters of this game use; `boards` are the contents of its `boards/*.json`."""
    raw = Shape(dict(game.raw), f"{game.slug}/game.json")
    types = {id_: Entry(type_.name, type_.plural, type_.is_) for id_, type_ in game.types.items()}
    groups = {id_: Entry(id_, f"{id_}s", members) for id_, members in game.groups.items()}
    slots = {id_: (value.word("name"), value.mapping().get("holds") == 1) for id_, value in raw.members("slots")}
    field = next((value for _, value in raw.members("zones") if value.word("role", "") == "field"), None)
    permanent = COMMON_RELATIONS["permanent"]
    if field is not None:
        permanent = replace(permanent, typed=f"on the {field.word('name', 'table')}")
    common = {
        **COMMON_RELATIONS,
        "permanent": permanent,
        **board_relations(boards),
        **holding_relations(slots, types, groups),
    }
    named: dict[str, Mapping[str, object]] = {"subtype": game.subtypes, "type": game.types}
    return Vocabulary(
        types=types,
        groups=groups,
        subtypes={id_: Entry(name) for id_, name in game.subtypes.items()},
        keywords={
            id_: Entry(keyword.name, has_value=keyword.has_value, words=tuple(named.get(keyword.word, ())))
            for id_, keyword in keywords.items()
        },
        fields={id_: _field(attribute, game) for id_, attribute in game.attributes.items()},
        counters={id_: Entry(value.word("name"), value.word("plural", "")) for id_, value in raw.members("counters")},
        shortcuts={id_: value.text() for id_, value in raw.members("shortcuts")},
        relations={
            **common,
            **{id_: _relation(value, common.get(id_, Relation())) for id_, value in raw.members("relations")},
        },
    )


def _field(attribute: AttributeInfo, game: GameInfo) -> Field:
    if attribute.step:
        whole, scale = game.attributes[attribute.part_of], game.scales[attribute.by]
        behind = f"at {scale.title.lower()} {attribute.step}"
        return Field("number", whole.title, preposition=whole.preposition, behind=behind)
    kind = _KINDS.get(attribute.type) or ("word" if attribute.values else "text")
    printed = tuple(attribute.names.get(value, value) for value in attribute.values)
    return Field(kind, attribute.title, attribute.variable, attribute.values, attribute.preposition, printed)


def _relation(data: Shape, common: Relation) -> Relation:
    """A relation of the game's own, or the game's English for one that every game has."""
    own = Relation(
        before=data.word("before", ""),
        after=data.word("after", ""),
        not_before=data.word("not_before", ""),
        not_after=data.word("not_after", ""),
        determiner=data.word("determiner", ""),
        noun=data.word("noun", ""),
        plural=data.word("plural", ""),
        takes=common.takes,
        least=common.least,
        most=common.most,
        words=common.words,
        printed=common.printed,
        placed=common.placed,
    )
    takes = data.get("takes")
    if takes is None:
        return own
    if takes.word("type", "") != "integer":
        return replace(own, takes="word", words=takes.words("enum"))
    least, most = takes.get("minimum"), takes.get("maximum")
    low, high = least.number() if least else 0, most.number() if most else bounds.NUMBER
    if most is not None and low > high:
        raise most.wrong(f"at least the minimum, {low}")
    return replace(own, takes="number", least=low, most=high)

"""The dice of a project: the files in `dice/` as `Dice`. What no schema can say of them is the check's work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardlib.catalog.reading import DataError, Shape
from cardlib.kernel.dice import Counts, Dice, Die, Face, Symbol, numbered, word_of


def dice_from(files: Iterable[Shape]) -> Dice:
    """Make the dice of a project, and the symbols on them, which every file may use whichever declares them."""
    kinds: list[Die] = []
    symbols: list[Symbol] = []
    for data in files:
        kinds += [_die(item) for item in data.items("dice")]
        symbols += [_symbol(id_, about) for id_, about in data.members("symbols")]
    return Dice(kinds, symbols)


def _symbol(id_: str, data: Shape) -> Symbol:
    name = data.word("name")
    texts = {key: data.word(key, "") for key in ("plural", "mark", "picture", "description")}
    return Symbol(id_, name, **texts)


def _die(data: Shape) -> Die:
    id_, name = data.word("id"), data.word("name")
    colour, ink, description = (data.word(key, "") for key in ("colour", "ink", "description"))
    sides = data.get("sides")
    faces = numbered(id_, sides.number()).faces if sides is not None else tuple(_faces(data))
    if not faces:
        raise data.wrong("a die with 'faces', or with 'sides' for the numbers from 1 on")
    return Die(id_, name, faces, colour, ink, data.words("rules"), description)


def _faces(data: Shape) -> Iterator[Face]:
    seen: set[str] = set()
    for item in data.items("faces"):
        number = item.get("number")
        symbols = counts_of((id_, about.number()) for id_, about in item.members("symbols"))
        shown = None if number is None else number.number()
        count = item.get("count")
        face = Face(
            word=item.word("id", "") or word_of(symbols, shown),
            symbols=symbols,
            number=shown,
            sides=1 if count is None else count.number(),
            name=item.word("name", ""),
            rules=item.words("rules"),
            picture=item.word("picture", ""),
        )
        if face.word in seen:
            raise DataError(f"{item.place()}: {item.path}: the face '{face.word}' again")
        seen.add(face.word)
        yield face


def counts_of(symbols: Iterable[tuple[str, int]]) -> Counts:
    """Return symbols with their numbers as faces have them."""
    return tuple(sorted((id_, number) for id_, number in symbols if number))

"""What a game declares of holders: the slots of things that hold others, and the supplies that all players share.

`slots` of game.json says by id which things have a slot, what fits in it and how many, and what becomes of them when
the holder leaves; `supplies` which cards belong to nobody's deck, and where those lie that all may draw on. Filters
there are about printed cards. What lies where in a match is `holding`'s business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from cardlib.errors import CardlibError
from cardlib.filters import parse, printed
from cardlib.filters.nearest import nearest

if TYPE_CHECKING:
    from cardlib.filters import Vocabulary
    from cardlib.filters.cards import Printed

SLOT: Final = "slot"  # the column of a game with slots: 1 and the number of the slot in which a thing lies, 0 for none
DROPS, ALONG = "drops", "goes along"  # what becomes of what lies in a slot; else it names a zone


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot: the printed cards that have it, those that fit in it, and how many.

    `holds` is a number, 0 for any, or the attribute of the holder that says it. When the holder leaves, what lies in it
    `drops` to its space, `goes along`, or goes to the zone that `leaving` names. With `follows` it is controlled by
    whoever controls the holder.
    """

    id: str
    number: int
    name: str
    holders: frozenset[int]
    fits: frozenset[int]
    holds: int | str = 0
    leaving: str = DROPS
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Supply:
    """What belongs to no deck: its cards, the zone of all players where they lie, and whether it never runs out."""

    id: str
    number: int
    name: str
    cards: frozenset[int]
    zone: str
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class Holders:
    """The slots and supplies of a game, by id in the order of game.json; `supply_of` a card is -1 for none."""

    slots: Mapping[str, Slot]
    supplies: Mapping[str, Supply]
    in_order: tuple[Slot, ...]  # by number, the first one is 1
    supply_of: tuple[int, ...]


NONE = Holders({}, {}, (), ())


def declared(raw: Mapping[str, Any], cards: Sequence[object], vocabulary: Vocabulary) -> Holders:
    """Return the slots and supplies that a game.json declares; raises CardlibError for a filter that cannot be read."""
    if not raw.get("slots") and not raw.get("supplies"):
        return NONE

    def meant(text: str, place: str) -> frozenset[int]:
        try:
            fits = printed(parse(text, vocabulary))
        except CardlibError as error:
            raise CardlibError(f"game.json: {place}: {error}") from None
        return frozenset(number for number, card in enumerate(cards) if fits(cast("Printed", card)))

    slots = {
        id_: Slot(
            id_,
            number,
            about["name"],
            meant(about["of"], f"slots.{id_}.of"),
            meant(about["takes"], f"slots.{id_}.takes"),
            about.get("holds", 0),
            about.get("leaving", DROPS),
            bool(about.get("follows")),
        )
        for number, (id_, about) in enumerate(dict(raw.get("slots", {})).items(), 1)
    }
    supplies = {
        id_: Supply(
            id_,
            number,
            about["name"],
            meant(about["cards"], f"supplies.{id_}.cards"),
            about["zone"],
            bool(about.get("unlimited")),
        )
        for number, (id_, about) in enumerate(dict(raw.get("supplies", {})).items())
    }
    supply_of = [-1] * len(cards)
    for supply in list(supplies.values())[::-1]:
        for number in supply.cards:
            supply_of[number] = supply.number
    return Holders(slots, supplies, tuple(slots.values()), tuple(supply_of))


Unfit = tuple[str, str, str, str | None]  # place in game.json, what was found, what was expected, the nearest name


def misfits(
    raw: Mapping[str, Any], zones: Mapping[str, Mapping[str, Any]], attributes: Collection[str]
) -> Iterator[Unfit]:
    """Yield what slots and supplies name that game.json does not declare."""
    fates = (DROPS, ALONG, *zones)
    for id_, about in dict(raw.get("slots", {})).items():
        holds, leaving = about.get("holds", 0), about.get("leaving", DROPS)
        if isinstance(holds, str) and holds not in attributes:
            expected = "a number, or an attribute of the holder"
            yield f"slots.{id_}.holds", f"'{holds}'", expected, nearest(holds, attributes)
        if leaving not in fates:
            expected = f"'{DROPS}', '{ALONG}' or a zone of the game"
            yield f"slots.{id_}.leaving", f"'{leaving}'", expected, nearest(leaving, fates)
    for id_, about in dict(raw.get("supplies", {})).items():
        shared = [name for name, zone in zones.items() if zone.get("of") != "player"]
        if about["zone"] not in shared:
            expected = "a zone that all players share"
            yield f"supplies.{id_}.zone", f"'{about['zone']}'", expected, nearest(about["zone"], shared)

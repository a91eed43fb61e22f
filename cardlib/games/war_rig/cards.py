"""What the rules of War Rig read off the printed cards and the board once, when the game is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlib.games.war_rig.board import Land, land_of
from cardlib.games.war_rig.kinds import COLOURS, KINDS, PART, RESOURCES, TITLE_OF
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts

WEAPON_DICE = ("red", "blue", "black")


@dataclass(frozen=True, slots=True)
class Printed:
    """By number of card: its kind, number and colour of a squad, equipment title, cost in each resource."""

    land: Land
    kind: tuple[int, ...]
    number: tuple[int, ...]
    colour: tuple[int, ...]  # the seat that it is printed for, -1 for none
    title: tuple[str, ...]  # the column of an equipment title, "" for other cards
    cost: tuple[tuple[int, ...], ...]  # red, green, blue, brown
    area: tuple[int, ...]  # by space the card of the area
    armour: tuple[int, ...]  # 0 where it is infinite
    weight: tuple[int, ...]
    limits: tuple[tuple[int, ...], ...]  # light, medium, heavy; none for most cards
    dice: tuple[Mapping[str, int], ...]  # that a weapon rolls, by id
    critical: tuple[int, ...]  # hits of each lightning
    location: tuple[int, ...]  # the space of a facility, -1 for the Home Base and for other cards
    needs: tuple[str, ...]  # the facility that its builder has to control
    after: tuple[str, ...]  # the facility that has to exist
    works_with: tuple[str, ...]  # the facility without which its owner cannot use it
    copies: tuple[int, ...]  # in the tech deck
    walker: frozenset[int]
    crawler: frozenset[int]
    movement: frozenset[int]
    targeting: frozenset[int]
    weapons: frozenset[int]  # parts that roll dice


def read(facts: Facts) -> Printed:
    """Read the printed cards and the board of the game."""
    assert facts.board is not None  # the check of the board comes first
    printed, cards = facts.printed, range(len(facts.cards))
    words = {name: [facts.variable[card].get(name, "") for card in cards] for name in ("needs", "after", "works-with")}
    places = [facts.variable[card].get("location", "") for card in cards]
    colours = [facts.variable[card].get("colour", "") for card in cards]
    return Printed(
        land=land_of(facts.board, facts.most),
        kind=tuple(KINDS[card.type] for card in facts.cards),
        number=tuple(printed["number"][card] or 0 for card in cards),
        colour=tuple(COLOURS.index(colour) if colour in COLOURS else -1 for colour in colours),
        title=tuple(TITLE_OF.get(id_, "") for id_ in facts.ids),
        cost=tuple(tuple(printed[colour][card] or 0 for colour in RESOURCES) for card in cards),
        area=tuple(facts.number[name] for name in facts.board.names),
        armour=tuple(printed["armour"][card] or 0 for card in cards),
        weight=tuple(printed["weight"][card] or 0 for card in cards),
        limits=tuple(tuple(row) for row in facts.tables["limit"].rows),
        dice=tuple({die: printed[f"{die}-dice"][card] or 0 for die in WEAPON_DICE} for card in cards),
        critical=tuple(printed["critical"][card] or 0 for card in cards),
        location=tuple(facts.board.number.get(place, NOWHERE) for place in places),
        needs=tuple(words["needs"]),
        after=tuple(words["after"]),
        works_with=tuple(words["works-with"]),
        copies=tuple(0 if printed["standard"][card] else printed["copies"][card] or 0 for card in cards),
        walker=frozenset(card for card in cards if "walker" in facts.subtypes[card]),
        crawler=frozenset(card for card in cards if "crawler" in facts.subtypes[card]),
        movement=frozenset(
            card for card in cards if "movement" in facts.keywords[card] or "walker" in facts.subtypes[card]
        ),
        targeting=frozenset(card for card in cards if "targeting" in facts.keywords[card]),
        weapons=frozenset(
            card
            for card in cards
            if KINDS[facts.cards[card].type] == PART and any(printed[f"{die}-dice"][card] for die in WEAPON_DICE)
        ),
    )

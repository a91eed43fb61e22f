"""Continuous operations: what holds while the source is in play (`static`) or until a stated end (`do`).

Their functions describe the change to an `Effect`; `values` reads it whenever a current value is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cardlib.abilities.operations.params import (
    AMOUNT,
    JSON,
    Abilities,
    About,
    Action,
    FilterTest,
    Granted,
    Keyword,
    KeywordId,
    Literally,
    Param,
    Who,
)
from cardlib.abilities.operations.registry import operation
from cardlib.kernel.effects import Number

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler, Effect


class StatsParam(Param):
    """Attributes with amounts: `{"power": 2, "durability": -1}`."""

    def schema(self) -> JSON:
        return {
            "type": "object",
            "propertyNames": {"type": "string", "format": "value"},
            "additionalProperties": {"$ref": "#/$defs/amount"},
            "minProperties": 1,
        }

    def compile(self, value: JSON, compiler: Compiler) -> dict[str, Number]:
        return {attr: AMOUNT.compile(amount, compiler) for attr, amount in value.items()}


Stats = Annotated[dict[str, Number], StatsParam()]


@operation("gets", text="{about:}{stats:get}", continuous=True)
def gets(effect: Effect, stats: Stats, about: About | None = None) -> None:
    """Numbers are added to attributes."""
    for attr, number in stats.items():
        effect.add(attr, number)


@operation("sets", text="{about:}{stats:be}", continuous=True)
def sets(effect: Effect, stats: Stats, about: About | None = None) -> None:
    """Numbers, often formulas, take the place of printed ones."""
    for attr, number in stats.items():
        effect.set(attr, number)


@operation("has", text="{about:}{keyword:have}", continuous=True)
def has(effect: Effect, keyword: Keyword, about: About | None = None) -> None:
    """Permanents have a keyword, perhaps with a number that is worked out."""
    word, number = keyword
    effect.add(f"keyword:{word}", number)


@operation("lacks", text="{about:do} not have {keyword}", continuous=True)
def lacks(effect: Effect, keyword: KeywordId, about: About | None = None) -> None:
    """Permanents do not have a keyword that is printed on them."""
    effect.has(f"without:{keyword}")


@operation(
    "cannot",
    text="{about:can't} {action}[ {against}]",
    continuous=True,
)
def cannot(effect: Effect, action: Action, about: About | None = None, against: FilterTest | None = None) -> None:
    """Something is forbidden, against (or by) whatever fits `against` where that is given.

    action: what can't be done: one of the actions that the game declares.
    against: whom it can't be done to, or who can't do it to the subject; anybody if left out.
    """
    effect.has(f"cannot:{action}", against)


@operation("loses-abilities", text="{about:lose} all abilities", continuous=True)
def loses_abilities(effect: Effect, about: About | None = None) -> None:
    """What is printed as abilities is gone; numbers, type, counters and what other cards give stay."""
    effect.has("lose")


@operation("grants", text="{about:have} {ability}", continuous=True)
def grants(effect: Effect, ability: Granted, about: About | None = None) -> None:
    """Things in play have the abilities of a card, as if they were their own, as long as this holds.

    ability: the card on which the abilities stand.
    """
    effect.grant(ability)


@operation("scales", text="{about:have} {stats:plain} for {ability}", continuous=True)
def scales(effect: Effect, ability: Abilities, stats: Stats, about: About | None = None) -> None:
    """Numbers that stand on the cards of abilities are higher or lower for what has these abilities.

    ability: on which cards.
    """
    for attr, number in stats.items():
        effect.add(f"scale:{attr}", number, ability)


@operation(
    "reveals",
    text="{who:'s} hand is revealed to all players",
    variants={"what=top card": "the top card of {who:'s} deck is revealed to all players"},
    continuous=True,
)
def reveals(effect: Effect, what: Annotated[str, Literally("string", ("hand", "top card"))], who: Who = "you") -> None:
    """The hands, or the top cards of the decks, of players are open to everybody.

    what: the hand, or the top card of the deck.
    """
    effect.for_players(who)
    effect.has(f"reveal:{what}")

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
    Amount,
    FilterTest,
    Granted,
    Keyword,
    KeywordId,
    Literally,
    Param,
    Who,
)
from cardlib.abilities.operations.registry import operation
from cardlib.kernel.values import Number

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler, Effect
    from cardlib.kernel.match import Match


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
ACTIONS = ("move", "attack", "attack directly", "be attacked", "be targeted", "move and attack")
Action = Annotated[str, Literally("string", ACTIONS)]


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
    variants={
        "action=be attacked": "{about:can't} be attacked[ by {against}]",
        "action=be targeted": "{about:can't} be targeted[ by {against}]",
        "action=attack directly": "{about:can't} attack players",
        "action=move and attack": "{about:can't} both move and attack in the same turn",
    },
    continuous=True,
)
def cannot(effect: Effect, action: Action, about: About | None = None, against: FilterTest | None = None) -> None:
    """Something is forbidden, against (or by) whatever fits `against` where that is given.

    action: what can't be done.
    against: whom it can't be done to, or who can't do it to the subject; anybody if left out.
    """
    effect.has(f"cannot:{action}", against)


@operation("attacks-only", text="{about:can} attack only {what}", continuous=True)
def attacks_only(effect: Effect, what: FilterTest, about: About | None = None) -> None:
    """Attacks may be aimed at nothing but what fits, and not directly at a player.

    what: what may be attacked.
    """

    def anything_else(m: Match, obj: int, source: int, you: int) -> bool:
        return not what(m, obj, source, you)

    effect.has("cannot:attack", anything_else)
    effect.has("cannot:attack directly")


@operation("must-move", text="{about:must} move{until} if able", continuous=True)
def must_move(effect: Effect, about: About | None = None) -> None:
    """A unit has to make a move of at least one step if it can, and can't attack before."""
    effect.has("must:move")


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


@operation("costs", text="{about:cost} {amount:more|less}", continuous=True)
def costs(effect: Effect, amount: Amount, about: About | None = None) -> None:
    """The cost is higher or, with a negative amount, lower (never below 0).

    amount: how much more; less if negative.
    """
    effect.add("cost", amount)


@operation("costs-zero", text="{about:cost} 0", continuous=True)
def costs_zero(effect: Effect, about: About | None = None) -> None:
    """The cost becomes 0 after all other changes."""
    effect.has("cost:zero")


@operation("hand-limit", text="{who:'s} maximum hand size is {amount:higher|lower}", continuous=True)
def hand_limit(effect: Effect, amount: Amount, who: Who = "you") -> None:
    """The maximum hand size of players changes.

    amount: how much higher; lower if negative.
    """
    effect.for_players(who)
    effect.add("hand_size", amount)


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


@operation("cannot-play", text="{who:can't} play {what}", continuous=True)
def cannot_play(effect: Effect, what: FilterTest, who: Who = "you") -> None:
    """Players may not play cards that fit.

    what: which cards.
    """
    effect.for_players(who)
    effect.has("cannot:play", what)


@operation("may-play-top", text="{who:may} play {what} from the top of {their} deck", continuous=True)
def may_play_top(effect: Effect, what: FilterTest, who: Who = "you") -> None:
    """Players may play the top card of their deck, as from the hand, while it fits.

    what: which cards.
    """
    effect.for_players(who)
    effect.has("play:top", what)

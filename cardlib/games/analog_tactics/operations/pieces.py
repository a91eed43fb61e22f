"""Operations on tokens, markers, Obstacles, buildings and units that are made (AT-014, AT-176, AT-263 to AT-267)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.operations.params import ONE, About, Amount, CardId, FilterTest, Flag
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics.board import placing, tokens
from cardlib.games.analog_tactics.classes import building
from cardlib.games.analog_tactics.operations.kinds import To, Whole

if TYPE_CHECKING:
    from cardlib.abilities.running import Run

GAME: Final = "analog-tactics"


@operation(
    "place-tokens",
    text="place {count:Stealth Token} on {to}",
    variants={
        "together": "choose {to:any} and place up to {count} Stealth Tokens within 1 space of it",
        "up_to": "place {count:up to Stealth Token} on {to}",
    },
    game=GAME,
)
def place_tokens(run: Run, to: To, count: Amount = ONE, together: Flag = False, up_to: Flag = False) -> None:
    """Stealth Tokens of the player are placed, on free spaces without one (AT-265, ATA-Q54).

    to: where.
    together: whether the place is the middle of where they go.
    up_to: whether fewer may be placed.
    """
    placing.place_tokens(run, to, run.number(count), together=together, fewer=up_to)


@operation("move-tokens", text="move {about} {spaces:space}", game=GAME)
def move_tokens(run: Run, about: About, spaces: Amount = ONE) -> None:
    """Stealth Tokens move to a free space without one.

    spaces: how far.
    """
    for token in about.find(run):
        placing.move_token(run, token, run.number(spaces))


@operation("clear-tokens", text="remove {about}", game=GAME)
def clear_tokens(run: Run, about: About) -> None:
    """Stealth Tokens leave the board."""
    for token in about.find(run):
        tokens.clear(run.match, token, "AT-203")


@operation(
    "mark-space",
    text="put {count:up to card marker} on {to:any}{count:rest}",
    variants={
        "turns=1": "put {count:card marker} on {to:any}. It is removed after it has taken effect",
        "turns": "put {count:card marker} on {to:any}. It is removed after it has taken effect {turns} times",
    },
    game=GAME,
)
def mark_space(run: Run, card: CardId, to: To, count: Amount = ONE, turns: Whole = 0) -> None:
    """Markers are put on spaces; what they do stands on their card.

    card: the marker.
    to: where.
    turns: after how many ends of turns it goes.
    """
    placing.mark(run, card, to, run.number(count), turns)


@operation("raise-obstacle", text="put {card:a} on {to}", game=GAME)
def raise_obstacle(run: Run, card: CardId, to: To) -> None:
    """An Obstacle of the player is made, not next to an Objective or Respawn Point (AT-014).

    card: which.
    to: where.
    """
    building.raise_obstacle(run, card, to)


@operation(
    "build",
    text="Build {card:a} on {to}",
    variants={
        "what": "Build {what:a} available to you on {to}",
        "card": "Build {card:up to} adjacent to this unit",
        "count": "Build {count:thing} available to you, adjacent to this unit",
    },
    game=GAME,
)
def build(
    run: Run,
    card: CardId | None = None,
    to: To | None = None,
    count: Amount | None = None,
    what: FilterTest | None = None,
) -> None:
    """Things with the Build keyword are placed, within their maximum (AT-288 to AT-290, ATA-Q27).

    card: what; anything that the player has available if left out.
    to: where; next to the unit if left out.
    what: which things are meant.
    """
    building.build(run, card, to, run.number(count) if count is not None else 1)


@operation("summon", text="summon the {card} on {to}", game=GAME)
def summon(run: Run, card: CardId, to: To) -> None:
    """A unit is summoned, with full Health and points (ATA-Q27, ATA-Q28).

    card: which.
    to: where.
    """
    building.summon(run, card, to)


@operation("recall", text="remove {about} from the board; its Blueprints return to the pool", game=GAME)
def recall(run: Run, about: About) -> None:
    """A built unit leaves the board; this is no elimination."""
    for unit in about.find(run):
        building.recall(run.match, unit)


@operation("call-commons", text="new Commons enter until you have {up_to}", game=GAME)
def call_commons(run: Run, up_to: Amount) -> None:
    """Commons enter in the respawn area until the team has so many (AT-278).

    up_to: how many the team has.
    """
    building.call_commons(run, run.number(up_to))

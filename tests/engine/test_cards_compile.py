"""Every ability of every card compiles, and every card that does something more than its keywords has abilities."""

from __future__ import annotations

import pytest

from cardlib.catalog import Project, load_project
from cardlib.engine.compiling import Compiler
from cardlib.engine.facts import Facts
from cardlib.engine.match import Match
from cardlib.engine.rules import GameRules
from cardlib.errors import CardlibError

VANILLA = [
    "autonomous-cockpit",
    "bugzapper",
    "cap-gun",
    "challenger-tank",
    "corvette",
    "cruiser",
    "guard-dog",
    "insect-drone",
    "jaeger",
    "radio-tower",
    "shortbow",
    "skipper",
    "sky-whale",
    "stage-1",
    "succubus",
    "wind-up-bull",
    "wind-up-cat",
    "wind-up-dog",
    "wind-up-mouse",
    "wind-up-spider",
]


def never(m: Match, obj: int, source: int, you: int) -> bool:
    return False


class Rules(GameRules):
    """Just enough of a game to compile with."""

    relations = {"piloted": never, "entry": never}  # noqa: RUF012


def compiler(project: Project) -> Compiler:
    zones = project.game.raw["zones"]
    assert isinstance(zones, dict)
    facts = Facts(
        list(project.cards.values()),
        project.vocabulary,
        zones=zones,  # type: ignore[arg-type]
        players=2,
        constants=project.game.constants,
        board=None,
    )
    return Compiler(Rules(), facts)


@pytest.fixture(scope="module")
def mecha() -> Project:
    __import__("cardlib.games.mecha.operations")
    return load_project("mecha")


def test_every_card_compiles(mecha: Project) -> None:
    compiling = compiler(mecha)
    wrong = []
    for number, card in enumerate(compiling.facts.cards):
        try:
            found = compiling.card(number)
        except CardlibError as error:
            wrong.append(str(error))
        else:
            assert len(found) == len(card.abilities)
    assert wrong == []


def test_only_vanilla_cards_have_no_abilities(mecha: Project) -> None:
    assert sorted(card.id for card in mecha.cards.values() if not card.abilities) == sorted(VANILLA)
    assert not any(card.unimplemented for card in mecha.cards.values())

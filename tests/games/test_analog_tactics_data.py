"""The data of Analog Tactics is whole: how many of everything there are, and what stands in the rows of tables.

`analog_tactics_stats.csv` holds the stats of units, summons and growth at each level as the catalogue has them.
"""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from cardlib.catalog import Project, check_project, load_project, project_path
from cardlib.games.analog_tactics.kinds import CLASSES, STATS, WEAPONS
from cardlib.games.analog_tactics.teams.rows import rows
from cardlib.games.analog_tactics.teams.sheets import ELEMENTS, ORDER, printed
from cardlib_cli.checks import EXTRA

SUMS = {  # of growth over all levels (catalogue 5.5, the last column)
    "air": {"movement": 4, "evasion": 5},
    "water": {"movement": 3, "hit": 3, "critical": 2, "reaction": 2},
    "fire": {"hit": 4, "base": 2, "attack": 2, "movement": 1},
    "earth": {"health": 6, "armor": 3},
    "mana": {"critical": 2, "health": 2, "hit": 3, "attack": 1},
    "void": {"health": 1, "evasion": 1, "hit": 3, "movement": 3, "base": 1},
}
TABLES = list(csv.DictReader((Path(__file__).parent / "analog_tactics_stats.csv").open(encoding="utf-8")))
TIERS = {"assassin": [5, 14, 10, 4], "engineer": [8, 5, 5, 10, 5], "warrior": [2, 3], "mage": [10]}


@pytest.fixture(scope="module")
def game() -> Project:
    """The bundled game."""
    return load_project("analog-tactics")


def test_every_rule_of_the_rulebook_is_there(game: Project) -> None:
    kinds = Counter((rule.kind, rule.id.split("-")[0]) for rule in game.rules.values())
    assert kinds == {
        ("rule", "AT"): 308,
        ("construction", "AT"): 44,
        ("ruling", "AT"): 117,
        ("ruling", "ATA"): 125,
        ("example", "AT"): 29,
    }
    assert len(game.keywords) == 28


@pytest.mark.pins("AT-Q117", "AT-213")
def test_stat_tables_have_a_number_for_each_level_and_never_fall(game: Project) -> None:
    for of in CLASSES:
        for rank in ("elite", "common"):
            card = game.cards[f"{of}-{rank}"]
            for stat in ORDER:
                row = [printed(card, stat, level) for level in range(1, 11)]
                assert row == sorted(row), (card.id, stat)
    assert set(ORDER) == set(STATS)


@pytest.mark.pins("AT-059", "AT-276")
def test_stats_are_those_of_the_rulebook_at_each_level(game: Project) -> None:
    rows = {(row["card"], row["stat"]): [int(row[str(level)]) for level in range(1, 11)] for row in TABLES}
    having = [card for card in game.cards.values() if card.type in ("elite", "common", "summon", "growth")]
    assert {card for card, _ in rows} == {card.id for card in having}
    for card in having:
        for stat in ORDER:
            found = [printed(card, stat, level) for level in range(1, 11)]
            assert found == rows.get((card.id, stat), [0] * 10), (card.id, stat)


@pytest.mark.pins("AT-276")
def test_growth_comes_to_the_sums_of_the_rulebook(game: Project) -> None:
    growth = rows(game).growth
    assert set(growth) == set(ELEMENTS)
    for element, sums in SUMS.items():
        found = {stat: sum(printed(growth[element], stat, level) for level in range(1, 11)) for stat in ORDER}
        assert {stat: number for stat, number in found.items() if number} == sums
        assert not any(printed(growth[element], stat, 1) for stat in ORDER)


@pytest.mark.pins("AT-235", "AT-250", "AT-260", "AT-268", "AT-299")
def test_what_a_team_can_have_is_whole(game: Project) -> None:
    known = rows(game)
    assert set(known.upgrades) == {(weapon, rank) for weapon in WEAPONS for rank in (1, 2, 3)}
    assert len(known.pairs) == 21 and {len(pair) for pair in known.pairs} == {2}
    assert set(known.houses) == {(house, rank) for house in HOUSES for rank in (1, 2, 3, 4)}
    assert sum(any(known.lasting(id_) for id_ in ids) for ids in known.houses.values()) == 16
    assert Counter(known.blueprints.values()) == {1: 6, 2: 4, 3: 2 + 3, 4: 1, 5: 1, 6: 2, 8: 1}
    for of, tiers in TIERS.items():
        assert [len(known.tiers[of].get(tier, ())) for tier in range(1, len(tiers))] == tiers[1:]


HOUSES = ("conium", "naal", "caecus", "esper", "accipiter")


def test_what_changes_with_place_is_not_for_good(game: Project) -> None:
    known = rows(game)
    for id_ in (
        "kineblade-link",
        "assassin-2-anonymity",
        "house-naal-1-mark",
        "engineer-1-armory",
        "water-2-hoarfrost",
    ):
        assert known.lasting(id_) == (), id_


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ({"op": "weaken"}, "found what cannot be said: 'weaken' without 'amount', expected abilities that"),
        ({"op": "prepare"}, "found what cannot be said: 'prepare' without 'stats', expected abilities that"),
        (
            {"op": "relocate", "to": {"spaces": [1]}},
            "found no 'near', expected the member 'near' beside 'spaces'",
        ),
    ],
)
def test_an_ability_that_lacks_what_its_sentence_says_is_told_what(
    node: Mapping[str, object], expected: str, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(project_path("analog-tactics"), tmp_path / "tactics"))
    card = {
        "id": "drill",
        "name": "Drill",
        "type": "ability",
        "subtypes": ["activated"],
        "class": "warrior",
        "who": "both",
        "group": "Drill",
        "abilities": [{"activate": "action", "do": [node]}],
    }
    (folder / "cards" / "drill.json").write_text(json.dumps({"cards": [card]}), encoding="utf-8")
    assert next(problem.said for problem in check_project(folder, EXTRA)).startswith(expected)

"""What an attack between two team sheets comes to: exact by hand, and as often as in 100,000 rolls."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.deck_odds import deck_odds
from cardlib.decks import Deck, parse_deck
from cardlib.errors import NotFound

ROLLS = 100_000
UNITS: dict[str, Any] = {name: {} for name in ("E", "C1", "C2", "C3", "C4")}


@pytest.fixture(scope="module")
def game() -> Project:
    """The bundled game."""
    return load_project("analog-tactics")


def sheet(project: Project, of: str, level: int, **fields: Any) -> Deck:
    made = {"kind": "team", "name": of, "class": of, "round": level, "level": level, "units": UNITS, **fields}
    return parse_deck(json.dumps(made), project, "test.json", strict=False)


@pytest.mark.pins("AT-E02", "AT-101", "AT-104", "AT-107", "AT-108")
def test_the_sample_combat(game: Project) -> None:
    """AT-E02: Hit +1, Base 1, Critical 1 against an unseeing target with Evasion 2 and Armor 1: 5 or 6 succeed."""
    mage = sheet(game, "mage", 4)  # Elite: Base 1, Critical 1, Hit 1
    warrior = sheet(game, "warrior", 6)  # Common: Evasion 0, Armor 1
    asked: dict[str, int | str] = {"on": "C1", "seen": "no", "plus-evasion": 2}
    found = deck_odds(game, mage, "damage", warrior, asked)
    assert found.faced == "d6 + 0 > 3 + 1 then 1 else 0"
    assert found.against.weights == {0: 2, 1: 1}
    assert deck_odds(game, mage, "hit", warrior, asked).against.at_least(1) == Fraction(1, 3)


@pytest.mark.pins("AT-E19", "AT-112", "AT-159")
@pytest.mark.parametrize(
    ("how", "most", "least"),
    [
        ({"distance": 1}, 5 - 2, 2 - 2),
        ({"distance": 2}, 3 - 2, 0),
        ({"distance": 1, "wounding": "yes"}, 3, 3),
        ({"distance": 2, "wounding": "yes"}, 1, 1),
        ({"distance": 1, "piercing": "yes"}, 5, 2),
        ({"distance": 2, "piercing": "yes"}, 3, 0),
        ({"distance": 1, "wounding": "yes", "piercing": "yes"}, 5, 5),
    ],
)
def test_wounding_and_piercing(game: Project, how: dict[str, int | str], most: int, least: int) -> None:
    """AT-E19: Base 2 and Critical 3 on Armor 2."""
    attacker, target = sheet(game, "warrior", 10), sheet(game, "mage", 7)  # Elite: 2 and 2, Armor 2
    found = deck_odds(game, attacker, "damage", target, {"plus-critical": 1, **how}).against
    assert (max(found), min(found)) == (most, least)


@pytest.mark.pins("AT-060")
def test_critical_damage_is_never_below_nothing(game: Project) -> None:
    """Three less than Critical Damage 2 leaves Base Damage 2 as it is."""
    attacker, target = sheet(game, "warrior", 10), sheet(game, "mage", 1)  # Elite: 2 and 2; Armor 0
    found = deck_odds(game, attacker, "damage", target, {"plus-critical": -3}).against
    assert (max(found), min(found)) == (2, 2)


def rolled(how: dict[str, Any], hit: int, evasion: int, base: int, critical: int, armor: int) -> Counter[int]:
    """The damage of so many attacks, thrown die by die."""
    dice = random.Random(20)
    die = range(1, 7)

    def kept(swing: str) -> int:
        first = dice.choice(die)
        if swing == "plain":
            return first
        return (max if swing == "advantage" else min)(first, dice.choice(die))

    found: Counter[int] = Counter()
    for _ in range(ROLLS):
        total = kept(how.get("swing", "plain")) + hit - how.get("hidden-corners", 0)
        other = (kept(how.get("guard", "plain")) if how.get("seen", "yes") == "yes" else 3) + evasion
        success = total >= other if how.get("ties") == "success" else total > other
        part = (base if how.get("distance", 1) == 1 else 0) + how.get("plus-damage", 0)
        found[max(0, max(0, part + (critical if success else 0)) - armor)] += 1
    return found


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"swing": "advantage"},
        {"swing": "advantage", "guard": "disadvantage", "distance": 3, "hidden-corners": 2},
        {"guard": "advantage", "plus-damage": -1, "ties": "success"},
        {"swing": "disadvantage", "seen": "no"},
    ],
)
@pytest.mark.pins("AT-099", "AT-100", "AT-107", "AT-109", "AT-111", "AT-121")
def test_an_attack_comes_to_what_many_attacks_do(game: Project, how: dict[str, Any]) -> None:
    attacker, target = sheet(game, "warrior", 10), sheet(game, "engineer", 5)
    found = deck_odds(game, attacker, "damage", target, {"by": "E", "on": "E", **how}).against
    thrown = rolled(how, hit=3, evasion=-1, base=2, critical=2, armor=0)
    assert set(thrown) <= set(found)
    for damage in found:
        assert abs(thrown[damage] / ROLLS - float(found.chance(damage))) < 0.006, damage
    mean = sum(damage * times for damage, times in thrown.items()) / ROLLS
    assert abs(mean - float(found.mean)) < 0.02


def test_an_elimination_is_asked_of_full_health(game: Project) -> None:
    attacker, target = sheet(game, "warrior", 10), sheet(game, "engineer", 1)
    found = deck_odds(game, attacker, "eliminates", target).against
    assert found.at_least(1) == deck_odds(game, attacker, "damage", target).against.at_least(4)


def test_a_unit_that_is_not_there_is_told_of(game: Project) -> None:
    one = sheet(game, "warrior", 1)
    with pytest.raises(NotFound, match="on: found 'C9', expected one of E, C1, C2, C3, C4"):
        deck_odds(game, one, "damage", one, {"on": "C9"})
    with pytest.raises(NotFound, match="expected one of plain, advantage, disadvantage"):
        deck_odds(game, one, "damage", one, {"swing": "swift"})

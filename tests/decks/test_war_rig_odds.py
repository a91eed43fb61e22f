"""What the dice of a rig come to: exact, by hand where that can be done, and as often as in 100,000 attacks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest

from cardlib.catalog import Project, load_project
from cardlib.deck_odds import deck_odds
from cardlib.decks import load_deck
from cardlib.errors import NotFound
from cardlib.kernel.dice import turn, void
from cardlib.odds import odds
from cardlib.odds.volleys import Shot, volley

ROLLS = 100_000  # of one rig; of the other ones a tenth, and in `make soak` as many


@pytest.fixture(scope="module")
def war_rig() -> Project:
    """The bundled game."""
    return load_project("war-rig")


def shot(project: Project, die: str, number: int, critical: int = 0, helps: str = "") -> Shot:
    changes = (void("overheat"), void("skull"), *([turn("lightning", "hit", critical)] if critical else []))
    return Shot(((project.dice[die], number),), "hit", changes, helps)


def test_a_volley_of_one_shot_is_what_the_notation_says(war_rig: Project) -> None:
    for die, number, critical, text in (
        ("red", 2, 0, "2 red.hit void overheat"),
        ("blue", 3, 0, "3 blue.hit"),
        ("black", 3, 4, "3 black.hit void skull turn lightning into 4 hit"),
    ):
        assert volley([shot(war_rig, die, number, critical)]) == odds(text, war_rig).distribution


def test_what_voids_one_shot_voids_no_other(war_rig: Project) -> None:
    two = volley([shot(war_rig, "red", 1), shot(war_rig, "red", 1)])
    assert two == odds("1 red.hit void overheat + 1 red.hit void overheat", war_rig).distribution
    assert two != odds("2 red.hit void overheat", war_rig).distribution


def test_a_die_that_is_rolled_again_is_the_one_that_leaves_least(war_rig: Project) -> None:
    """Of one red die: a hit (2/8) or a double hit (1/8) is rolled again, nothing else."""
    made = volley([shot(war_rig, "red", 1)], again=1)
    assert made.at_least(1) == Fraction(3, 8) * Fraction(3, 8)
    assert volley([shot(war_rig, "red", 1)], again=2) == made  # each die at most once (WR-224)


def test_a_robot_lets_blanks_of_later_weapons_be_rolled_again(war_rig: Project) -> None:
    """WR-213, WR-E24: of one blue and one red die; 3/12 show a robot, then 3/8 blanks are rolled again."""
    made = volley([shot(war_rig, "blue", 1, helps="robot"), shot(war_rig, "red", 1)], retried=["blank"])
    hit, again = Fraction(3, 8), Fraction(3, 8) * Fraction(3, 8)
    assert made.at_least(1) == Fraction(8, 12) + Fraction(1, 12) * hit + Fraction(3, 12) * (hit + again)


def test_a_die_that_was_rolled_again_is_not_rolled_again_by_the_other_side(war_rig: Project) -> None:
    """WR-224: each die at most once."""
    helped = volley([shot(war_rig, "blue", 1, helps="robot"), shot(war_rig, "blue", 1)], retried=["blank"], again=1)
    plain = volley([shot(war_rig, "blue", 1), shot(war_rig, "blue", 1)], again=1)
    assert helped.mean > plain.mean


# -- rigs ------------------------------------------------------------------------------------------------------------

WEAPONS = {"mass-driver": ("black", 3, 4), "linked-lasers": ("red", 2, 0), "tracker-cannon": ("blue", 2, 0)}
WORTH = {"hit": 1, "double-hit": 2}


def attacked(sides: Mapping[str, list[str]], weapons: Sequence[str], again: int, rolled: random.Random) -> int:
    """One attack, step by step as the rules have it (WR-212 to WR-217, WR-222 to WR-224); Trackers come first."""
    hits, robot = 0, False
    for weapon in weapons:
        kind, number, critical = WEAPONS[weapon]
        die = sides[kind]
        faces = [thrown(die, rolled) for _ in range(number)]
        again_open = [True] * number
        for at, face in enumerate(faces):
            if robot and face == "blank":
                faces[at], again_open[at] = thrown(die, rolled), False
        worth = {**WORTH, "lightning": critical}
        if not {"overheat", "skull"} & {*faces}:
            best = sorted((at for at in range(number) if again_open[at]), key=lambda at: -worth.get(faces[at], 0))
            for at in best[:again]:
                if worth.get(faces[at], 0):
                    faces[at] = thrown(die, rolled)
        if weapon == "tracker-cannon":
            robot = robot or "robot" in faces
        if not {"overheat", "skull"} & {*faces}:
            hits += sum(worth.get(face, 0) for face in faces)
    return hits


def thrown(die: Sequence[str], rolled: random.Random) -> str:
    return die[int(rolled.random() * len(die))]


RIGS = (("patchwork", "gnat", 2), ("siege-crawler", "hunter", 0), ("broadside", "sand-strider", 2))


@pytest.mark.parametrize(
    ("name", "against", "again", "share"),
    [
        ("hunter", "gnat", 1, ROLLS),
        *((*rig, ROLLS // 10) for rig in RIGS),
        *(pytest.param(*rig, ROLLS, marks=pytest.mark.soak) for rig in RIGS),
    ],
)
def test_the_odds_of_a_rig_are_those_of_100000_attacks(
    war_rig: Project, name: str, against: str, again: int, share: int
) -> None:
    rig, other = load_deck(name, war_rig), load_deck(against, war_rig)
    found = deck_odds(war_rig, rig, "hits", other)
    assert found.again == again
    weapons = sorted((card for card in rig.cards("slots") if card in WEAPONS), key=lambda one: one != "tracker-cannon")
    sides = {
        die.id: [face.word for face in die.faces for _ in range(face.sides)] for die in war_rig.dice.kinds.values()
    }
    for rerolls, exact in ((0, found.plain), (again, found.against)):
        rolled = random.Random(7)
        counts = Counter(attacked(sides, weapons, rerolls, rolled) for _ in range(share))
        for least in (1, 2, 4, 6, 9):
            chance = float(exact.at_least(least))
            seen = sum(count for hits, count in counts.items() if hits >= least) / share
            assert abs(seen - chance) < 4.5 * (max(chance * (1 - chance), 1e-6) / share) ** 0.5 + 1e-9, (least, seen)


@pytest.mark.parametrize(
    ("name", "against", "again", "why"),
    [
        ("gnat", "broadside", 0, "a light rig against a heavy one"),
        ("one-leg", "gnat", 2, "what cannot move attacks as a heavy one (WR-225)"),
        ("gnat", "one-leg", 0, "what cannot move has no agility (WR-222)"),
        ("top-heavy", "hunter", 1, "what is overweight attacks as a heavy one (WR-225)"),
    ],
)
def test_agility_goes_by_tiers(war_rig: Project, name: str, against: str, again: int, why: str) -> None:
    assert deck_odds(war_rig, load_deck(name, war_rig), "hits", load_deck(against, war_rig)).again == again, why


def test_without_targeting_nothing_is_fired(war_rig: Project) -> None:
    """WR-208."""
    assert deck_odds(war_rig, load_deck("blind-fury", war_rig), "hits").plain.weights == {0: 1}


def test_a_question_that_there_is_not_is_told(war_rig: Project) -> None:
    with pytest.raises(NotFound, match="a Rig build answers no question 'hots'"):
        deck_odds(war_rig, load_deck("gnat", war_rig), "hots")


def test_the_other_side_is_a_rig_too(war_rig: Project) -> None:
    with pytest.raises(NotFound, match="Duel, far groups: found the kind 'setup', expected a Rig build"):
        deck_odds(war_rig, load_deck("hunter", war_rig), "hits", against=load_deck("duel-far", war_rig))

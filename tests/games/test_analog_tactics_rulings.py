"""Rulings of Analog Tactics that no scenario can play out: before the first decision, or with what no ability sets."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from given import begun, position

import cardlib
from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking
from cardlib.games.analog_tactics.course import preparing
from cardlib.kernel import atoms
from cardlib.kernel.match import Match
from cardlib.scenarios import Play
from cardlib.scenarios.falling import falls


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("analog-tactics")


@pytest.mark.pins("AT-E34", "AT-019", "AT-Q019")
def test_who_is_tied_rolls_again_for_the_places_in_dispute(game: cardlib.Game) -> None:
    match = position(game, phase="set-up", players=4)
    atoms.script_dice(match, falls(match.facts.dice, ["5", "2", "5", "2", "3", "6", "4", "4", "1", "2"]))
    preparing.roll_order(match, {})
    assert match.state.order == (2, 0, 3, 1)
    assert [event.rule for event in match.events or () if event.kind == "order"][-4:] == ["AT-019"] * 4


@pytest.mark.pins("AT-223")
@pytest.mark.parametrize(
    ("second", "reason"),
    [
        ({"vp": 50, "elites": 3, "commons": 1}, "most victory points, then enemy Elites eliminated"),
        ({"vp": 50, "elites": 4, "commons": 0}, "most victory points, then enemy Commons eliminated"),
        ({"vp": 50, "elites": 4, "commons": 1}, "most victory points, shared"),
        ({"vp": 20, "elites": 9, "commons": 9}, "most victory points"),
    ],
)
def test_the_result_says_what_parted_the_first_two(game: cardlib.Game, second: dict[str, int], reason: str) -> None:
    match = position(
        game,
        phase="end",
        active="B",
        has={"round": 12, "last-round": 1},
        A={"board": ["warrior-common k6"], "has": {"vp": 52, "elites": 4, "commons": 1}},
        B={"board": ["warrior-common b9"], "has": second},
    )
    assert match.result is not None
    assert match.result.reason == reason


@pytest.mark.pins("AT-016")
def test_every_die_is_six_sided(game: cardlib.Game) -> None:
    dice = game.facts.dice
    assert list(dice.kinds) == ["d6"]
    assert [face.number for face in dice.kinds["d6"].faces] == [1, 2, 3, 4, 5, 6]


def in_flight(match: Match) -> int:
    """The frame of the attack that is in flight."""
    return next(at for at, (_, _, bind, _) in enumerate(match.state.stack) if bind.get("record") == "attack")


def declared(game: cardlib.Game, **field: int) -> Play:
    """An Engineer's Elite (Hit -2) has declared an attack on a Warrior's (Evasion 2) with Health 13 and Armor 2."""
    elite = {"card": "engineer-elite", "at": "h8", "facing": "east", "wounds": 0, "reaction-points": 1}
    a = {"board": [elite], "has": {"team-class": 3, "level": 5}}
    other = {"card": "warrior-elite", "at": "i8", "facing": "west", "reaction-points": 1}
    b = {"board": [other], "has": {"level": 10}}
    play = begun(game, "A attack engineer-elite h8 warrior-elite i8", "expect now player = B", A=a, B=b)
    for name, number in field.items():
        atoms.bind(play.match, in_flight(play.match), name, number)
    return play


@pytest.mark.pins("AT-123", "AT-Q047")
def test_a_defined_hit_is_the_hit_total(game: cardlib.Game) -> None:
    """No Hit die, no modifier, no reaction on the roll; the target rolls as usual: 6 beats 3 + 2."""
    play = declared(game, hit_set=6)
    for step in ("dice 3", "B pass", "expect now events lacks rolled"):
        play.step(step)
    play.step("expect player = A")
    assert [event.kind for event in play.match.events or ()].count("rolled") == 1
    play.step("expect events has succeeds")
    play.step("expect h8.reaction-points = 1")


@pytest.mark.pins("AT-123", "AT-227", "AT-Q047")
def test_a_defined_hit_is_not_raised_by_accurate_strike(game: cardlib.Game) -> None:
    """A tie at 6 is evaded, also if 1 is added to a roll that there is not."""
    play = declared(game, hit_set=6)
    for step in ("dice 4", "B pass", "A react engineer-elite h8 all-accurate-strike", "expect events has evades"):
        play.step(step)


@pytest.mark.pins("AT-124", "AT-Q047")
@pytest.mark.parametrize(("defined", "came"), [(2, "succeeds"), (3, "evades")])
def test_a_defined_evasion_is_the_evasion_total(game: cardlib.Game, defined: int, came: str) -> None:
    """The target rolls nothing and adds nothing; the Hit total is 5 - 2 as usual."""
    play = declared(game, evasion_set=defined)
    for step in ("dice 5", f"expect events has {came}", "expect player = A"):
        play.step(step)
    assert [event.kind for event in play.match.events or ()].count("rolled") == 1


def moved_to(window: str, game: cardlib.Game, card: str) -> dict[str, Any]:
    """The one reaction of a card, as it would be in another window."""
    (ability,) = game.project.cards[card].abilities
    return {**ability, "react": {**ability["react"], "window": window}}


@pytest.mark.pins("AT-123", "AT-124", "AT-Q047")
def test_an_ability_may_say_what_hit_and_evasion_are(game: cardlib.Game) -> None:
    """Of a designer: Avoid makes the Evasion 9 for who uses it, Accurate Strike the Hit 8, before the dice."""
    changes = {}
    for card, field, to in (("assassin-0-avoid", "evasion_set", 9), ("all-accurate-strike", "hit_set", 8)):
        ability = moved_to("declared", game, card)
        ability.pop("while", None)
        changes[f"cards.{card}.abilities"] = [{**ability, "do": [{"op": "make", "field": field, "to": to}]}]
    a = {
        "board": [{"card": "assassin-elite", "at": "h8", "facing": "east", "reaction-points": 1}],
        "has": {"team-class": 1},
    }
    b = {
        "board": [{"card": "assassin-elite", "at": "i8", "facing": "west", "reaction-points": 1}],
        "has": {"team-class": 1},
    }
    begun(
        cardlib.load("analog-tactics", changes),
        "A attack assassin-elite h8 assassin-elite i8",
        "A react assassin-elite h8 all-accurate-strike",
        "B react assassin-elite i8 assassin-0-avoid",
        "A yes",
        "expect events lacks rolled",
        "expect A.told has (8 to 9)",
        A=a,
        B=b,
    )


@pytest.mark.pins("AT-094", "AT-135")
def test_nothing_is_paid_for_an_attack_for_whom_it_takes_in_later(game: cardlib.Game) -> None:
    """Of a designer: Gardener widens an attack that others may react to by now; Momentum is not offered once more."""
    gardener = moved_to("declared", game, "katana-greatsword-gardener")
    armed = {"katana": 4, "greatsword": 4, "warhammer": 4, "axe": 4, "form": 1, "movement-points": 0}
    a = {
        "board": [{"card": "warrior-elite", "at": "g4", "facing": "east", "reaction-points": 0, **armed}],
        "has": {"team-class": 0, "level": 10},
    }
    b = {
        "board": [
            {"card": "warrior-elite", "at": "h4", "facing": "west", "reaction-points": 0, "number": 1},
            {"card": "warrior-elite", "at": "g5", "facing": "west", "reaction-points": 0, "number": 2},
        ],
        "has": {"team-class": 0, "level": 1},
    }
    begun(
        cardlib.load("analog-tactics", {"cards.katana-greatsword-gardener.abilities": [gardener]}),
        "A use warrior-elite g4 greatsword-form-1",
        "A attack warrior-elite g4 warrior-elite h4",
        "A pass",
        "A react warrior-elite g4 katana-greatsword-gardener",
        "expect now prompt = make an Attack Roll",
        A=a,
        B=b,
    )


@pytest.mark.pins("AT-089", "AT-Q032")
@pytest.mark.parametrize(("nondirectional", "rolls"), [(1, 2), (0, 1)])
def test_nondirectional_switches_sight_off_on_both_sides(game: cardlib.Game, nondirectional: int, rolls: int) -> None:
    """Who is looked at from behind something, and does not look back, rolls all the same, and costs no Hit."""
    a = {"board": [{"card": "warrior-elite", "at": "f9", "facing": "east"}, "obstacle h9"]}
    b = {"board": [{"card": "warrior-common", "at": "i8", "facing": "east"}]}
    play = begun(game, "dice 4 3" if nondirectional else "dice 4", A=a, B=b)
    match = play.match
    attacker, target = (next(iter(units.units(match, player))) for player in (0, 1))
    attacking.begin(match, attacker, (target,), nondirectional=nondirectional)
    match.run()
    play.step(f"expect events has {'succeeds' if nondirectional else 'evades'}")
    assert [event.kind for event in match.events or ()].count("rolled") == rolls


@pytest.mark.pins("AT-126", "fire-8-pyre")
def test_what_fades_to_nothing_takes_and_gives_no_health(tmp_path: Path) -> None:
    """A Pyre of 1 Health has nothing left two spaces away, and who is wounded there stays so."""
    folder = shutil.copytree(cardlib.load("analog-tactics").project.path, tmp_path / "faded")
    file = folder / "cards" / "board.json"
    file.write_text(file.read_text().replace('"amount": 5, "fades"', '"amount": 1, "fades"'))
    mage = {"card": "mage-elite", "at": "b9", "facing": "east", "reaction-points": 0}
    burnt = {"card": "warrior-common", "at": "l8", "facing": "east", "reaction-points": 0, "wounds": 1}
    beside = {"card": "warrior-elite", "at": "n8", "facing": "east", "reaction-points": 0, "wounds": 1}
    a = {"board": [mage], "has": {"team-class": 2, "level": 8, "attuned": 3, "fire": 2}}
    play = begun(cardlib.load(folder), A=a, B={"board": [burnt, beside], "has": {"team-class": 0, "level": 8}})
    for step in (
        "A use mage-elite b9 fire-8-pyre",
        "A l8",
        "A end",
        "B end",
        "expect l8.wounds = 2",
        "expect n8.wounds = 1",
    ):
        play.step(step)

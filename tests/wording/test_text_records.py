"""Reactions as sentences: flags and limits as conditions, what the words of a window say already, who is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.filters import article, english, parse
from cardlib.filters.phrases import plural_of
from cardlib.wording.rendering import ability_text

Node = Mapping[str, Any]
Say = Callable[..., str]


@pytest.fixture(scope="module")
def tactics() -> Project:
    return load_project("analog-tactics")


@pytest.fixture(scope="module")
def say(tactics: Project) -> Say:
    """Render an ability as it would stand on a card."""

    def ability(node: Node, card: str = "assassin-0-avoid") -> str:
        return ability_text(tactics.cards[card], node, tactics)

    return ability


@pytest.fixture(scope="module")
def does(say: Say) -> Say:
    """Render what a spell does, without its price."""

    def operations(*nodes: Node, card: str = "assassin-0-avoid") -> str:
        paid = say({"activate": "action", "cost": [POINT], "do": list(nodes)}, card)
        return paid.removeprefix("1 Special point: ")

    return operations


POINT = {"op": "pay", "points": {"special_points": 1}}
MOVE = {"op": "step", "spaces": 2}
SWIFT, PIERCING = {"op": "mark", "field": "swift"}, {"op": "mark", "field": "piercing"}


def raised(field: str, amount: Any = 1) -> Node:
    return {"op": "raise", "field": field, "amount": amount}


def automatic(window: str, while_: Node | None = None, **where: str) -> Node:
    about = {"window": window, "where": where, "automatic": True}
    return {"react": about, "do": [raised("hit_bonus")], **({"while": while_} if while_ else {})}


def field(name: str, **limits: int) -> Node:
    return {"amount": {"field": name}, **limits}


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (field("evaded", at_least=1), "if the attack was evaded"),
        (field("evaded", at_most=0), "if the attack was not evaded"),
        ({"not": field("success", at_least=1)}, "if the attack did not succeed"),
        (field("natural", at_least=5, at_most=6), "if the Hit die shows 5 or 6"),
        (field("natural", at_least=2, at_most=5), "if the Hit die shows 2 to 5"),
        (field("natural", at_least=4, at_most=4), "if the Hit die shows 4"),
        (field("natural", at_most=2), "if the Hit die shows 2 or less"),
        (field("margin", at_most=-3), "if the Evasion total is at least 3 above the Hit total"),
        (field("margin", at_least=2), "if the Hit total is at least 2 above the Evasion total"),
        ({"amount": {"value": "attuned"}, "at_least": 4, "at_most": 4}, "if Earth is attuned"),
        ({"amount": {"value": "fire"}, "at_least": 2, "at_most": 3}, "if your Fire Attunement is 2 or 3"),
        (
            {"amount": {"value": "fire"}, "at_least": 2, "at_most": 4},
            "if your Fire Attunement is at least 2 and at most 4",
        ),
        (
            {"amount": {"minus": [{"value": "fire"}, {"value": "air"}]}, "at_least": 0},
            "is at least your Air Attunement",
        ),
        ({"amount": {"minus": [{"value": "fire"}, {"value": "air"}]}, "at_least": 1}, "is above your Air Attunement"),
        ({"amount": {"minus": [{"value": "fire"}, {"value": "air"}]}, "at_least": 3}, "is at least 3 above your Air"),
        ({"amount": {"minus": [{"value": "fire"}, {"value": "air"}]}, "at_most": 0}, "is at most your Air Attunement"),
        ({"amount": {"minus": [{"value": "fire"}, {"value": "air"}]}, "at_most": -1}, "is below your Air Attunement"),
        (
            {"amount": {"minus": [{"value": "fire"}, {"value": "air"}]}, "at_most": 2},
            "minus your Air Attunement is at most 2",
        ),
    ],
)
def test_flags_and_limits_are_conditions_in_words(say: Say, condition: Node, text: str) -> None:
    assert text in say(automatic("result", condition, attacker="self"))


def test_what_the_words_of_a_window_say_is_not_said_again(say: Say) -> None:
    attack = field("is_attack", at_least=1)
    assert say(automatic("declared", attack, attacker="self")) == "When this unit attacks, raise the Hit total by 1."
    both = {"all": [attack, field("swift", at_least=1)]}
    assert say(automatic("declared", both, attacker="self")).startswith(
        "When this unit attacks, if the attack has Swift, "
    )
    damaged = say(automatic("damage-before", attack, target="self"))
    assert damaged.startswith("When this unit is about to take damage, if it comes from an attack, ")


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ({"attacker": "self"}, "When this unit attacks, "),
        ({"target": "self"}, "When this unit is attacked, "),
        ({"attacker": "self", "target": "unit theirs"}, "When this unit attacks an enemy unit, "),
        (
            {"target": "self", "attacker": "unit theirs adjacent"},
            "When this unit is attacked by an adjacent enemy unit, ",
        ),
        ({}, "When a unit attacks, "),
    ],
)
def test_a_window_reads_by_the_fields_that_are_said(say: Say, where: dict[str, str], text: str) -> None:
    assert say(automatic("declared", **where)).startswith(text)


def test_a_moment_needs_no_when(say: Say) -> None:
    paid = {"cost": [POINT], "do": [MOVE]}
    assert say({"react": {"window": "any"}, **paid}).startswith("After any step, 1 Special point: ")
    assert say({"react": {"window": "declared", "also": "every"}, **paid}).startswith(
        "At any moment of an attack, 1 Sp"
    )
    assert say({"when": {"event": "units-return", "whose": "you"}, "do": [POINT]}).startswith("As your units return, ")


def test_it_is_only_said_where_one_was_named(say: Say) -> None:
    heals = {"op": "heal", "of": "self", "amount": 1}
    one = {"react": {"window": "declared", "where": {"target": "self"}, "automatic": True}, "do": [heals]}
    assert say(one) == "When this unit is attacked, it heals 1 Health."
    two = {"react": {"window": "declared", "where": {"target": "self", "attacker": "theirs"}, "automatic": True}}
    assert say({**two, "do": [heals]}).endswith(", this unit heals 1 Health.")


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (MOVE, "At the beginning of your turn, this unit may move up to 2 spaces."),
        ({"op": "face"}, "At the beginning of your turn, you may turn this unit to face any direction."),
        (
            {"op": "heal", "of": "self", "amount": 1},
            "At the beginning of your turn, if you wish, this unit heals 1 Health.",
        ),
    ],
)
def test_you_may_stands_before_what_you_do(say: Say, node: Node, text: str) -> None:
    assert say({"when": {"event": "turn-begins", "whose": "you"}, "may": True, "do": [node]}) == text


def test_points_are_paid_and_are_a_price(say: Say) -> None:
    ability = {"activate": "turn-begin", "do": [POINT, {"op": "if-done", "do": [MOVE]}]}
    assert say(ability) == (
        "At the beginning of your turn, you may pay 1 Special point. If you do, this unit may move up to 2 spaces."
    )


@pytest.mark.parametrize(
    ("nodes", "text"),
    [
        ([raised("hit_bonus", 2), raised("base")], "raise the Hit total by 2 and the attack's Base Damage by 1"),
        ([raised("hit_bonus", 2), raised("base", 2)], "raise the Hit total and the attack's Base Damage by 2"),
        ([SWIFT, PIERCING], "the attack gains Swift and Piercing"),
        ([SWIFT, {"op": "unmark", "field": "wounding"}], "the attack gains Swift and loses Wounding"),
        ([{"op": "mark", "field": "evade_advantage"}], "the Evasion roll has advantage"),
        ([{"op": "widen", "shape": "cleave"}], "the attack gains Cleave"),
        ([raised("armor_bonus")], "raise this unit's Armor by 1"),
        ([{"op": "prevent", "field": "damage"}], "prevent the damage"),
        ([{"op": "prevent", "field": "damage", "amount": 2}], "prevent 2 of the damage"),
        (
            [{"op": "prevent", "field": "damage", "amount": {"field": "margin"}}],
            "prevent as much of the damage as the Hit total minus the Evasion total",
        ),
    ],
)
def test_changes_of_the_record(say: Say, nodes: list[Node], text: str) -> None:
    ability = {"react": {"window": "declared", "where": {"target": "self"}, "automatic": True}, "do": nodes}
    assert say(ability) == f"When this unit is attacked, {text}."


@pytest.mark.parametrize(
    ("over", "text"), [((2,), "half of the damage, rounded down"), ((3,), "a third of the damage")]
)
def test_a_share_of_a_number_is_not_of_it_twice(say: Say, over: tuple[int], text: str) -> None:
    damage = {"field": "damage"}
    ability = {"react": {"window": "damage-before", "where": {"target": "self"}, "automatic": True}}
    less = {"over": [damage, over[0]]}
    assert f"prevent {text}" in say({**ability, "do": [{"op": "prevent", "field": "damage", "amount": less}]})
    if over == (2,):
        rest = {"minus": [damage, less]}
        said = say({**ability, "do": [{"op": "prevent", "field": "damage", "amount": rest}]})
        assert said.endswith("prevent half of the damage, rounded up.")


@pytest.mark.parametrize(
    ("limit", "text"),
    [
        ("once per action", "This happens only once per attack."),
        ("once per window", "This happens only once each time."),
    ],
)
def test_what_happens_by_itself_is_not_used(say: Say, limit: str, text: str) -> None:
    ability = automatic("declared", attacker="self")
    assert say({**ability, "limit": limit}).endswith(text)


def test_a_limit_of_all_together_names_who_they_are(say: Say) -> None:
    limit = {"per": "match", "by": "player"}
    said = say({"activate": "action", "cost": [POINT], "limit": limit, "do": [MOVE]})
    assert said.endswith("Your team may use this only once in the game.")


def test_a_keyword_stands_for_the_limit_that_it_means(say: Say) -> None:
    ability = {"activate": "action", "cost": [POINT], "do": [MOVE]}
    assert say({**ability, "limit": {"per": "turn", "by": "player"}}).endswith("up to 2 spaces. Cooldown.")
    assert say({**ability, "limit": "once per turn"}).endswith("Use this only once each turn.")
    twice = {"times": 2, "per": "turn", "by": "player"}
    assert say({**ability, "limit": twice}).endswith("Your team may use this only twice each turn.")


@pytest.mark.parametrize(
    ("nodes", "text"),
    [
        (
            [{"op": "deal", "amount": 2, "keywords": ["wounding"], "each": "unit theirs"}],
            "deal 2 Wounding damage to each",
        ),
        (
            [{"op": "deal", "amount": {"value": "fire"}, "keywords": ["wounding"], "of": "self"}],
            "deal Wounding damage equal to your Fire Attunement to this unit.",
        ),
        (
            [
                {"op": "deal", "amount": 2, "each": "unit theirs"},
                {"op": "deal", "amount": 2, "each": "objective theirs"},
            ],
            "deal 2 damage to each enemy unit and each enemy Objective.",
        ),
        (
            [
                {"op": "deal", "amount": 2, "each": "unit theirs"},
                {"op": "deal", "amount": 3, "each": "objective theirs"},
            ],
            "deal 2 damage to each enemy unit, then deal 3 damage to each enemy Objective.",
        ),
        (
            [{"op": "lose-health", "amount": {"value": "fire"}, "of": "self"}],
            "this unit loses Health equal to your Fire",
        ),
        (
            [{"op": "heal", "amount": {"value": "hurt"}, "of": "self"}],
            "heals 1 Health for each unit that lost Health to it.",
        ),
        (
            [{"op": "gain-points", "points": {"movement_points": {"value": "air"}}, "of": "self", "lasts": "round"}],
            "this unit gains Movement points equal to your Air Attunement until the end of the round.",
        ),
        ([{"op": "build", "card": "profile-wall", "count": 2}], "Build up to 2 Walls adjacent to this unit."),
        ([{"op": "build", "card": "profile-armory"}], "Build an Armory adjacent to this unit."),
        (
            [{"op": "mark-space", "card": "tectonics-marker", "to": {"at": "cast"}, "count": {"value": "earth"}}],
            "put up to X Tectonics markers on spaces within cast range, where X is your Earth Attunement.",
        ),
        ([{"op": "attack", "of": "it"}], "make an attack on it."),
        ([{"op": "attack"}, {"op": "push", "of": "it"}], "make an attack, then Push its target."),
        ([{"op": "attack", "times": 2, "stats": {"base": -1}}], "make 2 attacks with −1 Base Damage each."),
        (
            [{"op": "gets", "stats": {"hit": {"value": "air"}, "evasion": {"value": "air"}}, "of": "self"}],
            "this unit gets +X Hit and +X Evasion until end of turn, where X is your Air Attunement.",
        ),
    ],
)
def test_numbers_that_are_worked_out(does: Say, nodes: list[Node], text: str) -> None:
    assert text in does(*nodes)


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (
            {"op": "scales", "ability": "id:assassin-0-stealth", "stats": {"range": 1}},
            "Stealth reaches 1 space further.",
        ),
        ({"op": "scales", "ability": "id:engineer-0-drone", "stats": {"max": 2}}, "The maximum for Drone is 2 higher."),
        ({"op": "knows", "ability": "level=2"}, "This unit may use abilities of level 2."),
        ({"op": "cannot", "action": "be-pierced"}, "This unit ignores Piercing."),
        ({"op": "cannot", "action": "be-pierced", "each": "unit yours"}, "Each friendly unit ignores Piercing."),
        ({"op": "cannot", "action": "deal-wounding"}, "This unit can't deal Wounding damage."),
        ({"op": "can", "action": "win-ties"}, "This unit wins ties between a Hit total and an Evasion total."),
        ({"op": "can", "action": "ignore-force"}, "This unit can ignore forced movement."),
        ({"op": "grants", "ability": "warrior-parry", "of": "self"}, "This unit has Parry."),
        ({"op": "gets", "stats": {"hit": 1}, "target": "elite yours"}, "Your Elite gets +1 Hit."),
        (
            {"op": "sets", "stats": {"movement": 2}, "each": "building yours turret"},
            "Each friendly Turret's Movement is 2.",
        ),
    ],
)
def test_the_games_own_words(say: Say, node: Node, text: str) -> None:
    assert say({"static": [node]}) == text


def test_nouns_and_articles(tactics: Project) -> None:
    assert [article(noun) for noun in ("axe", "spear", "other unit", "unit")] == [
        "an axe", "a spear", "another unit", "a unit",
    ]  # fmt: skip
    assert [plural_of(noun) for noun in ("ability", "relay", "Turret", "class")] == [
        "abilities", "relays", "Turrets", "classes",
    ]  # fmt: skip
    said = english(parse("unit theirs adjacent wielding:axe", tactics.vocabulary), tactics.vocabulary)
    assert said == "an adjacent enemy Unit with an Axe in hand"
    said = english(parse("unit yours within-attunement:fire", tactics.vocabulary), tactics.vocabulary, "each")
    assert said == "each friendly Unit within as many spaces as your Fire Attunement"

"""The data of Dept. of Structure: rules, cards, keywords and costs as the catalogue counts them, and how they read."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from cardlib.catalog import Project, check_project, find_cards, load_project
from cardlib.decks import load_deck
from cardlib.errors import CardlibError
from cardlib_cli import checks
from cardlib_cli.checks import EXTRA

FACTIONS = ("unburied", "holdouts", "department", "ash-riders")


@pytest.fixture(scope="module")
def structure() -> Project:
    return load_project("structure")


def test_as_many_rules_as_the_catalogue_has(structure: Project) -> None:
    kinds = Counter(rule.kind for rule in structure.rules.values())
    assert kinds == {"rule": 214, "construction": 14, "ruling": 74, "example": 23}
    for letter, count in (("", 214), ("D", 14), ("Q", 74)):
        width = 2 if letter else 3
        assert {f"DOS-{letter}{number:0{width}d}" for number in range(1, count + 1)} <= set(structure.rules)


def test_what_a_rule_refers_to_is_there(structure: Project) -> None:
    for rule in structure.rules.values():
        named = [ref for ref in (*rule.refs, *rule.pins) if ref.startswith("DOS-")]
        assert set(named) <= set(structure.rules), rule.id


def test_as_many_cards_as_the_catalogue_has(structure: Project) -> None:
    kinds = Counter(card.type for card in structure.cards.values())
    assert kinds == {
        "unit": 33, "tactic": 14, "resource": 9, "fortification": 8, "vehicle": 7, "equipment": 6, "upgrade": 5,
        "counter": 3,
    }  # fmt: skip
    factions = Counter(card.attributes.get("faction") for card in structure.cards.values())
    assert factions == {**dict.fromkeys(FACTIONS, 18), "neutral": 10, None: 3}
    assert sum(card.attributes.get("unique") is True for card in structure.cards.values()) == len(FACTIONS)


# How many cards have each keyword printed, or in their text, from the coverage table of the catalogue.
KEYWORDS = {
    "Crippled": 4, "Defense Gain": 3, "Disguise": 3, "Equipment Assist": 2, "First Strike": 7, "Generator": 3,
    "Hidden": 3, "Hunger": 2, "Leadership": 3, "Motivator": 3, "Mounting Aggression": 3, "Overrun": 4, "Pacifist": 3,
    "Rage": 4, "Rampage": 2, "Resurrect": 3, "Tech Savvy": 3, "Unblockable": 2,
}  # fmt: skip


def test_keywords_are_on_as_many_cards_as_the_catalogue_counts(structure: Project) -> None:
    found = Counter(
        keyword.name
        for keyword in structure.keywords.values()
        for card in structure.cards.values()
        if keyword.id in card.keywords or keyword.name in card.text
    )
    assert found == KEYWORDS
    assert all(keyword.reminder and keyword.rule in structure.rules for keyword in structure.keywords.values())


def test_every_ability_has_its_place(structure: Project) -> None:
    kinds = Counter(
        "played" if ability.get("when") == "played" else next(iter(ability))
        for card in structure.cards.values()
        for ability in card.abilities
    )
    assert kinds.pop("play") == 5  # how Upgrades are deployed, which the catalogue has among their bonuses
    assert kinds == {"static": 15, "activate": 11, "played": 23, "when": 14}
    assert not any(card.unimplemented for card in structure.cards.values())


@pytest.mark.parametrize(
    ("card", "figures"),
    [
        ("hld-ol-tank", ("2S 1U 2*", 5, 4, 4)),
        ("und-shambler", ("1B", 1, 1, 1)),
        ("und-wall-of-flesh", ("1B 1*", 2, 0, 2)),
        ("und-raging-dead", ("1B", 1, 2, 2)),
        ("und-necromender", ("2B 1S 1*", 4, 2, 4)),
        ("neu-canned-rage", ("1*", 1, None, None)),
        ("neu-blood-bank", ("0", 0, None, None)),
    ],
)
def test_costs_are_sums_of_resources(structure: Project, card: str, figures: tuple[object, ...]) -> None:
    have = structure.cards[card].attributes
    written = structure.game.written(structure.game.attributes["cost"], have)
    assert (written, have["cost"], have.get("attack"), have.get("defense")) == figures


@pytest.mark.parametrize(
    ("faction", "own"),
    [
        ("unburied", {"bio", "survivor"}),
        ("holdouts", {"survivor", "supplies"}),
        ("department", {"power", "bio"}),
        ("ash-riders", {"supplies", "power"}),
        ("neutral", set()),
    ],
)
def test_a_faction_needs_its_own_two_resources_only(structure: Project, faction: str, own: set[str]) -> None:
    cards = [card for card in structure.cards.values() if card.attributes.get("faction") == faction]
    assert {
        part for card in cards for part in ("survivor", "bio", "power", "supplies") if part in card.attributes
    } == own
    most = max(number for card in cards for part, number in card.attributes.items() if part in own) if own else 0
    assert most <= 3


@pytest.mark.parametrize("faction", FACTIONS)
def test_decks_leave_out_two_cards_of_their_faction(structure: Project, faction: str) -> None:
    held = load_deck(faction, structure).counts("main")
    cards = {card.id for card in structure.cards.values() if card.attributes.get("faction") == faction}
    assert len(cards - held.keys()) == 2
    assert sum(held[card] for card in cards if card in held) == 33


def test_the_kind_of_technology_is_printed_behind_it(structure: Project) -> None:
    assert structure.cards["hld-ol-tank"].type_line == "Technology: Vehicle"
    assert structure.cards["neu-kneecap"].type_line == "Tactic"
    assert len(find_cards([structure], "technology")) == 26


def test_how_abilities_read(structure: Project) -> None:
    assert structure.cards["und-wall-of-flesh"].text.splitlines() == [
        "1B: put 1 token on this card.",
        "Sacrifice another friendly Unit: put 2 tokens on this card.",
    ]
    assert structure.cards["hld-reinforced-plating"].text.splitlines() == [
        "Attach this card to target friendly Vehicle or Fortification.",
        "Upgraded: +0/+2.",
    ]


def test_a_wrong_name_in_a_pre_assembled_deck_is_said_once(tmp_path: Path) -> None:
    folder = tmp_path / "structure"
    shutil.copytree(load_project("structure").path, folder)
    deck = folder / "decks" / "unburied.txt"
    deck.write_text(deck.read_text(encoding="utf-8").replace("3 Shambler", "3 Shamblr"), encoding="utf-8")
    said = [str(problem) for problem in check_project(folder, EXTRA)]
    assert said == ["decks/unburied.txt:11: main: found 'Shamblr', expected the name of a card (nearest: Shambler)"]


def test_what_a_deck_says_wrong_is_found_once(tmp_path: Path) -> None:
    deck = tmp_path / "first.txt"
    error = CardlibError(f"{deck}:4: found the header 'formt', did you mean 'format'?")
    (problem,) = checks._said("decks/first.txt", deck, error, "a deck that can be read")
    assert str(problem) == (
        "decks/first.txt:4: found the header 'formt', did you mean 'format'?, expected a deck that can be read"
    )

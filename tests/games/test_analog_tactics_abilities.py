"""Every ability of Analog Tactics is a card whose figures are those of the rulebook, and whose tree says all it does.

`analog_tactics_rows.csv` holds id, name, class, owner, cost and timing of all 309 rows as the catalogue has them.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

import cardlib
from cardlib.bots import bot
from cardlib.catalog import Project, load_project
from cardlib.catalog.models import Card
from cardlib.filters.cards import printed
from cardlib.game import Game
from cardlib.wording.rendering import card_text

ROWS = list(csv.DictReader((Path(__file__).parent / "analog_tactics_rows.csv").open(encoding="utf-8")))
CLASSES = {"All classes": "all"}
WORDS = ("attack-modifier", "activated", "triggered", "reaction", "replacement", "static", "build")
POINTS = ("attack", "movement", "special", "reaction")
# Rows whose price stands elsewhere in the catalogue, each with what its card takes.
ELSEWHERE: dict[str, dict[str, int]] = {
    "warhammer-plus-1": {},  # it grants Block, which has its price
    "rapier-plus-2": {},  # likewise Parry
    "assassin-1-undercover": {"movement-cost": 1},  # behind a semicolon: for each space
    "void-7-orbitals": {"movement-cost": 1},  # in the effect
    "house-naal-3-camouflage": {},  # paid when it happens, at the beginning of the turn
}
ABILITIES = ("ability", "blueprint", "growth")
# Who has an ability, where the row says "elite" and a ruling that a Common may pay for it and use it, too (ATA-Q63).
HAD_BY = {"house-naal-4-alternative-recruit": "both"}
SINCE = {
    "level": "level",
    "tier": "tier",
    "rank": "rank",
    "upgrade": "upgrade",
    "Weaponform": "form",
    "cost": "blueprints",
}


@pytest.fixture(scope="module")
def game() -> Project:
    """The bundled game."""
    return load_project("analog-tactics")


def cost_of(row: dict[str, str]) -> dict[str, int]:
    """The points of the first way to pay a row; X is 1 at least."""
    said = row["cost"].replace("free when", "").split(" or ")[0].split(";")[0].split(", on top")[0]
    if "per use" in row["cost"]:
        said = row["cost"].split(";")[1]
    found = re.findall(r"(\d+|X) (attack|movement|special|reaction)", said)
    return {f"{kind}-cost": int(number) if number.isdigit() else 1 for number, kind in found}


def test_there_is_a_card_for_every_row_and_for_nothing_else(game: Project) -> None:
    rows = {row["id"] for row in ROWS}
    assert len(ROWS) == len(rows) == 309
    assert {card.id for card in game.cards.values() if card.type in ABILITIES} == rows


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_the_figures_of_a_row_are_those_of_its_card(game: Project, row: dict[str, str]) -> None:
    card = game.cards[row["id"]]
    assert card.name == row["name"] or card.type == "growth"
    assert card.attributes["class"] == CLASSES.get(row["class"], row["class"].lower())
    assert set(card.subtypes) == {word for word in WORDS if re.search(rf"(^|[/;,] ?|then ){word}\b", row["timing"])}
    assert {part: number for part, number in card.attributes.items() if part.endswith("-cost")} == ELSEWHERE.get(
        card.id, cost_of(row)
    )


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_who_has_an_ability_and_from_when_on_is_as_in_its_row(game: Project, row: dict[str, str]) -> None:
    card = game.cards[row["id"]]
    who, since = re.sub(r" \(.*?\)", "", row["owner"]).split("; ", 1)
    assert card.attributes["who"] == HAD_BY.get(card.id, who)
    said = {SINCE[kind]: int(number) for kind, number in re.findall(rf"({'|'.join(SINCE)}) (\d+)", since)}
    if card.attributes.get("tier") == 0:
        assert said.pop("level", 1) == 1
    assert {part: card.attributes.get(part) for part in said} == said
    of = re.match(r"(?:House )?(\w+),? (?:level|rank|upgrade|Weaponform|attuned)", since)
    if of is not None:
        assert of[1].lower() in (card.attributes.get(part) for part in ("element", "house", "weapon"))
    if "+3 and " in since:
        assert card.attributes["weapons"] == tuple(weapon.lower() for weapon in re.findall(r"(\w+)\+3", since))


def test_no_ability_is_only_written_down(game: Project) -> None:
    for card in game.cards.values():
        if card.type in ABILITIES:
            assert card.abilities and card.unimplemented is None, card.id
            assert all(one.get("do") or one.get("static") for one in card.abilities), card.id
            assert card_text(card, game).endswith("."), card.id


def test_queries_find_abilities_by_class_timing_and_price(game: Project) -> None:
    def found(text: str) -> list[str]:
        fits = printed(cardlib.filters.parse(text, game.vocabulary))
        return sorted(card.id for card in game.cards.values() if fits(card))

    assert found("class:mage reaction cost<=2") == [
        "air-9-prismata", "mage-0-teleport", "mana-2-phase", "mana-3-substitute", "mana-6-reflect",
        "water-7-liquid-shield",
    ]  # fmt: skip
    assert found("class:assassin special-cost>=1 movement-cost>=1") == [
        "house-accipiter-2-silent-lift",
        "house-accipiter-4-concussive-jump",
    ]


def test_a_number_that_is_changed_is_changed_in_the_text_and_in_what_the_match_reads(game: Project) -> None:
    assert "within Range 3" in card_text(game.cards["bow-attack"], game)
    changed: Game = cardlib.load("analog-tactics", changes={"cards.bow-attack.range": 5})
    assert changed.facts.printed["range"][changed.facts.number["bow-attack"]] == 5
    more: Card = changed.project.cards["bow-attack"]
    assert "within Range 5" in card_text(more, game)


@pytest.mark.parametrize("seats", [("warrior", "mage"), ("assassin", "engineer")])
def test_random_games_use_abilities_of_all_classes_and_owe_no_points(tmp_path: Path, seats: tuple[str, str]) -> None:
    loaded: Game = cardlib.load("analog-tactics")
    sheets = []
    for name in seats:
        units = "\n".join(f"{unit}: none" for unit in ("E", "C1", "C2", "C3", "C4"))
        sheets.append(tmp_path / f"{name}.txt")
        sheets[-1].write_text(
            f"kind: team\nname: {name.title()}\ngame: analog-tactics\nclass: {name}\n"
            f"round: 1\nlevel: 1\n\n[units]\n{units}\n"
        )
    match = loaded.match([str(sheet) for sheet in sheets], seed=3)
    bots = [bot("random", seed=1), bot("random", seed=2)]
    used = set()
    for _ in range(600):
        if match.over:
            break
        picked = bots[match.player].choose(match.view(match.player))
        if picked.notation.startswith(("use ", "react ")):
            used.add(picked.notation.split()[-1])
        match.take(picked)
    assert len(used) >= 4
    s = match.state
    for obj in s.zones[match.facts.field_zone]:
        for points in ("attack_points", "movement_points", "special_points", "reaction_points"):
            assert s.columns[points][obj] >= 0

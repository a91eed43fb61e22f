"""The poster of War Rig's board says of every area what the board's data says; the wide chassis has its nine slots."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.kernel.slots import declared


@pytest.fixture(scope="module")
def war_rig() -> Project:
    """The bundled game."""
    return load_project("war-rig")


def elements(project: Project, layout: str) -> dict[str, Any]:
    data = json.loads((project.path / "print" / f"{layout}.json").read_text(encoding="utf-8"))
    return {one["id"]: one for one in data["elements"]}


def test_the_poster_has_the_facts_of_the_board(war_rig: Project) -> None:
    said = elements(war_rig, "planet")
    board = json.loads((war_rig.path / "boards" / "planet.json").read_text(encoding="utf-8"))
    names = {one["id"]: war_rig.cards[one["id"]].name for one in board["spaces"]}
    for space in board["spaces"]:
        id_, about = space["id"], space["attributes"]
        assert said[f"{id_}-name"]["text"] == f"<b>{names[id_]}</b>"
        supplies = {token: f"<b>{many}</b>" for token, many in about.get("supply", {}).items()}
        printed = {
            name.removeprefix(f"{id_}-").removesuffix("-supply"): one["text"]
            for name, one in said.items()
            if name.startswith(f"{id_}-") and name.endswith("-supply")
        }
        assert printed == supplies
        built = ", ".join(war_rig.cards[card].name for card in about.get("facilities", ()))
        assert said.get(f"{id_}-facilities", {"text": ""})["text"] == (f"<b>Facilities:</b> {built}" if built else "")
        if f"{id_}-ways" in said:
            assert said[f"{id_}-ways"]["text"] == f"Ways: {', '.join(names[one] for one in space['neighbours'])}"


def test_the_wide_chassis_prints_every_slot(war_rig: Project) -> None:
    slots = declared(war_rig.game.raw, list(war_rig.cards.values()), war_rig.vocabulary).slots
    wide, six = elements(war_rig, "rig-wide"), elements(war_rig, "rig")
    assert set(slots) <= set(wide) and set(slots) - set(six) == {"left-shoulder", "right-shoulder", "lower-body"}


def test_every_piece_has_a_layout(war_rig: Project) -> None:
    pieces = json.loads((war_rig.path / "pieces.json").read_text(encoding="utf-8"))
    entries = [one for section in ("tokens", "dice", "board", "reference") for one in pieces[section]]
    assert [one["id"] for one in entries if "id" in one and "layout" not in one] == []

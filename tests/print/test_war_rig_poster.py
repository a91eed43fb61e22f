"""The pieces of War Rig: each has a layout, and the wide chassis has its nine slots."""

from __future__ import annotations

import json
from typing import Any

import pytest
from shipped import shipped

from cardlib.catalog import Project
from cardlib.kernel.slots import declared


@pytest.fixture(scope="module")
def war_rig() -> Project:
    """The bundled game."""
    return shipped("war-rig")


def elements(project: Project, layout: str) -> dict[str, Any]:
    data = json.loads((project.path / "print" / f"{layout}.json").read_text(encoding="utf-8"))
    return {one["id"]: one for one in data["elements"]}


def test_the_wide_chassis_prints_every_slot(war_rig: Project) -> None:
    slots = declared(war_rig.game.raw, list(war_rig.cards.values()), war_rig.vocabulary).slots
    wide, six = elements(war_rig, "rig-wide"), elements(war_rig, "rig")
    assert set(slots) <= set(wide) and set(slots) - set(six) == {"left-shoulder", "right-shoulder", "lower-body"}


def test_every_piece_has_a_layout(war_rig: Project) -> None:
    pieces = json.loads((war_rig.path / "pieces.json").read_text(encoding="utf-8"))
    entries = [one for section in ("tokens", "dice", "board", "reference") for one in pieces[section]]
    assert [one["id"] for one in entries if "id" in one and "layout" not in one] == []

"""Dice for tests in the form of those of large board games: symbols that void, dodge and trigger; numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cardlib.catalog import Project, make_project

DICE: dict[str, Any] = {
    "symbols": {
        "hit": {"name": "hit", "mark": "+"},
        "fog": {"name": "fog", "plural": "fogs", "description": "Nothing else counts."},
        "spark": {"name": "spark"},
        "dodge": {"name": "dodge"},
        "gear": {"name": "gear"},
        **{name: {"name": name} for name in ("burst", "skull", "alarm", "assault", "unlock", "caught")},
    },
    "dice": [
        {
            "id": "ruby",
            "name": "Ruby die",
            "colour": "#b02a2a",
            "ink": "#ffffff",
            "rules": ["SAD-002"],
            "faces": [
                {"count": 3},
                {"symbols": {"hit": 1}, "count": 2},
                {"symbols": {"hit": 2}},
                {"symbols": {"spark": 1}},
                {"symbols": {"fog": 1}, "rules": ["SAD-001"]},
            ],
        },
        {
            "id": "azure",
            "name": "Azure die",
            "faces": [{"symbols": {"hit": 1}, "count": 8}, {"symbols": {"gear": 1}, "count": 3}, {}],
        },
        {
            "id": "umber",
            "name": "Umber die",
            "faces": [{"symbols": {"dodge": 1}, "count": 4}, {"id": "parry", "symbols": {"dodge": 2}}, {}],
        },
        {
            "id": "onyx",
            "name": "Onyx die",
            "faces": [
                {"count": 8},
                {"symbols": {"hit": 2}, "count": 6},
                {"symbols": {"spark": 1}, "count": 3},
                {"symbols": {"burst": 1}, "count": 2},
                {"symbols": {"skull": 1}},
            ],
        },
        {
            "id": "jade",
            "name": "Jade die",
            "faces": [
                {"symbols": {"alarm": 1}, "count": 3},
                {"symbols": {"assault": 1}, "count": 3},
                {"id": "nothing", "count": 3},
                {"symbols": {"unlock": 1}, "count": 2},
                {"symbols": {"caught": 1}},
            ],
        },
        {"id": "ivory", "name": "Ivory die", "sides": 6},
        {"id": "strike", "name": "Strike die", "sides": 6},
        {"id": "evade", "name": "Evade die", "sides": 6},
    ],
}


def dice_project(folder: Path, data: dict[str, Any] | None = None) -> Project:
    """A small project that has dice."""
    made = make_project(folder / "skirmish", "Skirmish at Dawn")
    (made.path / "dice").mkdir()
    (made.path / "dice" / "dice.json").write_text(json.dumps(data or DICE, indent=1))
    return Project(made.path)

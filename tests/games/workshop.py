"""Dept. of Structure with made-up cards: a manual for each keyword, a growth without end, costs of other kinds."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import cardlib
from cardlib.games.structure import numbers
from cardlib.kernel.match import Match

FACTIONS = ("unburied", "holdouts", "department", "ash-riders")
ADDED = {"defense-gain", "generator", "leadership", "motivator", "mounting-aggression", "rampage"}
PLAIN = {
    "crippled", "disguise", "equipment-assist", "first-strike", "hidden", "hunger", "overrun", "pacifist", "rage",
    "tech-savvy", "unblockable",
}  # fmt: skip


def workshop_at(folder: Path) -> cardlib.Game:
    """Write the game with the made-up cards to a folder, and load it."""
    shutil.copytree(cardlib.load("structure").project.path, folder)
    common = {"faction": "neutral", "cost": {}, "keywords": []}
    cards: list[dict[str, Any]] = [
        {
            **common,
            "id": f"manual-{word}",
            "name": f"Manual of {word}",
            "type": "equipment",
            "abilities": [{"static": [{"op": "has", "keyword": word, "of": "host"}]}],
        }
        for word in sorted(ADDED | PLAIN)
    ]
    grow = [{"op": "add-counters", "counter": "token", "of": "self"}]
    cards += [
        {
            **common,
            "id": "spreading-mould",
            "name": "Spreading Mould",
            "type": "fortification",
            "attack": 0,
            "defense": 1,
            "abilities": [
                {"activate": "action", "cost": [{"op": "utilize", "of": "self"}], "do": grow},
                {"when": "counters", "do": grow},
            ],
        },
        {
            **common,
            "id": "spare-battery",
            "name": "Spare Battery",
            "type": "equipment",
            "keywords": ["generator"],
            "abilities": [],
        },
        {
            **common,
            "id": "loose-plate",
            "name": "Loose Plate",
            "type": "upgrade",
            "abilities": [{"play": {"attach": "technology", "target": True}}],
        },
        {
            **common,
            "id": "lead-boots",
            "name": "Lead Boots",
            "type": "equipment",
            "abilities": [{"static": [{"op": "gets", "stats": {"attack": -3}, "of": "host"}]}],
        },
        {
            **common,
            "id": "open-grave",
            "name": "Open Grave",
            "type": "tactic",
            "abilities": [{"when": "played", "do": [{"op": "resurrect", "target": "technology", "from": "discard"}]}],
        },
        {
            **common,
            "id": "writ-of-return",
            "name": "Writ of Return",
            "type": "tactic",
            "abilities": [{"when": "played", "do": [{"op": "return", "target": "vehicle theirs"}]}],
        },
        {
            **common,
            "id": "grudge",
            "name": "Grudge",
            "type": "tactic",
            "abilities": [{"when": "played", "do": [{"op": "lose-base", "amount": 1, "who": "target player"}]}],
        },
        {
            **common,
            "id": "cross-fire",
            "name": "Cross Fire",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "do": [
                        {"op": "damage", "amount": 1, "target": "combatant theirs", "count": 2},
                        {"op": "gain", "resource": "power", "amount": 1},
                    ],
                }
            ],
        },
        {
            **common,
            "id": "burnt-bridge",
            "name": "Burnt Bridge",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "cost": [{"op": "lose-base", "amount": 3, "who": "you"}],
                    "do": [{"op": "gain", "resource": "bio", "amount": 1}],
                }
            ],
        },
        {
            **common,
            "id": "toll-bridge",
            "name": "Toll Bridge",
            "type": "tactic",
            "cost": {"power": 1},
            "abilities": [
                {
                    "when": "played",
                    "cost": [{"op": "spend", "resource": "power"}, {"op": "spend-any"}],
                    "do": [{"op": "draw"}],
                }
            ],
        },
        {
            **common,
            "id": "war-diarist",
            "name": "War Diarist",
            "type": "unit",
            "attack": 1,
            "defense": 1,
            "abilities": [{"when": {"event": "kills", "who": "unit yours"}, "do": [{"op": "draw"}]}],
        },
        {
            **common,
            "id": "wrecking-ball",
            "name": "Wrecking Ball",
            "type": "tactic",
            "abilities": [{"when": "played", "do": [{"op": "damage", "amount": 1, "each": "technology theirs"}]}],
        },
        {
            **common,
            "id": "leaking-tank",
            "name": "Leaking Tank",
            "type": "fortification",
            "attack": 0,
            "defense": 3,
            "abilities": [
                {
                    "activate": "action",
                    "needs": {"is": "damaged"},
                    "cost": [{"op": "utilize", "of": "self"}],
                    "do": [{"op": "gain", "resource": "bio"}],
                }
            ],
        },
        {
            **common,
            "id": "double-blame",
            "name": "Double Blame",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "do": [
                        {"op": "add-counters", "counter": "token", "target": "unit yours"},
                        {"op": "lose-base", "amount": 2, "who": "target player"},
                        {"op": "utilize", "of": "target"},
                    ],
                }
            ],
        },
        {
            **common,
            "id": "paper-fire",
            "name": "Paper Fire",
            "type": "tactic",
            "abilities": [
                {
                    "when": "played",
                    "cost": [{"op": "discard", "count": 2}],
                    "do": [{"op": "gain", "resource": "bio", "amount": 1}],
                }
            ],
        },
    ]
    (folder / "cards" / "workshop.json").write_text(json.dumps({"cards": cards}), encoding="utf-8")
    wording = json.loads((folder / "wording.json").read_text(encoding="utf-8"))
    wording["events"]["counters"] = {"text": "{subject} gets a token"}
    (folder / "wording.json").write_text(json.dumps(wording), encoding="utf-8")
    return cardlib.load(folder)


def held(match: Match, card: str) -> int:
    """The oldest object of a card on the battlefield."""
    return next(obj for obj in numbers.field(match) if match.facts.ids[match.state.card[obj]] == card)

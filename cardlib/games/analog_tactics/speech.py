"""How Analog Tactics talks: the notation and sentence of options, and words of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.games.analog_tactics.classes.owning import HOUSES
from cardlib.games.analog_tactics.classes.upkeep import ELEMENTS
from cardlib.games.analog_tactics.events import SILENT
from cardlib.games.analog_tactics.kinds import CLASSES, WEAPONS
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Raw

NAMED = {"base": "Base Damage", "critical": "Critical Damage"}  # attributes that go by more than their word


class AnalogTacticsSpeech(Speech):
    """What the game says, as the kernel asks for it."""

    silent = SILENT
    sentences: ClassVar[Mapping[str, str]] = {"laid": "{name} lies {where}"}
    changes: ClassVar[Mapping[str, str]] = {
        "evasion": "{n:+d} Evasion",
        "next:hit": "{n:+d} Hit for its next attack",
        "next:base": "{n:+d} Base Damage for its next attack",
        "next:critical": "{n:+d} Critical Damage for its next attack",
        "next:range": "{n:+d} Range for its next attack",
        "next:swift": "Swift for its next attack",
        "next:piercing": "Piercing for its next attack",
        "next:wounding": "Wounding for its next attack",
        "next:face": "targets of its next attack take {n} in place of the Evasion die",
        "next:poison": "its next attack deals {n} times its Base Damage to whoever evades it",
        "next:ring": "its next attack is made all around it",
        "next:unrolled": "its next attack is not rolled",
        "can:pass": "moves through occupied spaces",
        "can:count-wounds-as-armor": "counts the Health that it lacks as its Armor",
    }
    said: ClassVar[Mapping[str, str]] = {
        "turn": "{0} turns",
        "capture": "{0} captures {1}",
        "attack": "{0} attacks {1}",
        "toward": "face {0}",
        "take": "take the {0}",
        "arm": "{0} takes the {1}",
        "raise": "{0} raises the {1}",
        "use": "{0} uses {1}",
        "attune": "attune {0}",
        "build": "build {0} on {1}",
        "pick": "pick {0}",
        "house": "raise House {0}",
        "equip": "{0} takes {1}",
    }

    def words(self, facts: Facts) -> Mapping[str, Sequence[str]]:
        """The classes, the weapons, the elements, and what can be used, picked and built."""
        game = facts.game
        return {
            "CLASS": CLASSES,
            "WEAPON": WEAPONS,
            "ELEMENT": ELEMENTS,
            "ABILITY": [facts.ids[card] for card in game.usable],
            "PICK": [facts.ids[card] for card in game.pickable],
            "THING": facts.ids,
            "HOUSE": HOUSES,
            "BLUEPRINT": [facts.ids[card] for card in game.blueprints],
        }

    def tell_more(self, m: Match, raw: Raw) -> dict[str, Any]:
        """Return further words for sentences: names of classes, weapons, elements, houses and cards, and points."""
        if raw.kind == "takes-class":
            return {"what": CLASSES[raw.number]}
        if raw.kind == "arms":
            return {"what": WEAPONS[raw.number]}
        if raw.kind == "gains-points":
            kind = raw.seen.total.removesuffix("_points").capitalize()
            return {"total": f"{raw.number} {kind} {'point' if raw.number == 1 else 'points'}"}
        if raw.kind == "grows":
            return {"total": f"{raw.number:+d} {NAMED.get(raw.seen.total, raw.seen.total.capitalize())}"}
        if raw.kind in ("attunes", "house", "raises"):
            return {"total": raw.seen.total.capitalize()}
        if raw.kind == "uses":
            on = f" on {m.facts.names[m.state.card[raw.other]]}{raw.seen.other}" if raw.other != NOWHERE else ""
            return {"what": m.facts.names[m.facts.game.usable[raw.number]], "on": on}
        return {"what": m.facts.names[raw.number]} if raw.kind in ("picks", "equips") else {}

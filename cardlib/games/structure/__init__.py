"""Dept. of Structure: four factions, four resources, battles with blocking cards.

`round` follows the phases, `deploying` and `chain` what is announced and answered, `battle` the four steps of a
battle, `settle` the checks after every event.
"""

from __future__ import annotations

from cardlib.games.structure.rules import StructureRules, rules

__all__ = ["StructureRules", "rules"]

"""Mecha: Immense Warfare. The rules' own words and ids; the catalogue of rules is `data/mecha/rules.json`.

`numbers` holds current values, `board` the battlefield, `playing`, `acting`, `chain` and `settle` what players do and
what follows, `turn` the phases, `saying` and `why` the words, `cards` what is read off printed cards.
"""

from __future__ import annotations

from cardlib.games.mecha.rules import MechaRules, rules

__all__ = ["MechaRules", "rules"]

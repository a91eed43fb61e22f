"""Against All Tyrants: two theaters, an escalating conflict, twelve alternate objectives.

`turn` and `acting` follow the order of play, `attack` the steps of an attack, `escalation` the objectives.
"""

from __future__ import annotations

from cardlib.games.tyrants.rules import TyrantsRules, rules

__all__ = ["TyrantsRules", "rules"]

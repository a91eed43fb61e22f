"""War Rig: two to four factions around the Barren Wastes; squads move, gather, fight and coerce.

`rules` is what the kernel asks; `board` and `cards` what is read off board and cards; `squads` the questions about
squads that every chapter asks. Then the chapters: `preparing`, `turn`, `acting`, `moving`, `captives`, `gathering`,
`attacking`, `equipping`, `infiltrating`, `winning`. `speech`, `why` and `table` are for people, `judgement` for bots.
"""

from cardlib.games.war_rig.rules import WarRigRules, rules

__all__ = ["WarRigRules", "rules"]

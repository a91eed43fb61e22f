"""War Rig: two to four factions around the Barren Wastes; squads move, gather, fight and coerce.

`rules` is what the kernel asks; `kinds` and `cards` the words that the chapters share and what is read off the printed
cards; `board`, `squads`, `rigs` and `sites` the questions about these that every chapter asks. The chapters are rooms,
in the order of the rulebook: `course` (set-up, turns, what a player may do), `movement`, `supplies`, `attacks`,
`building`, `rival_base`, `fire`, `facilities`, `ways_to_win`. `positions` and `resuming` begin a match in its midst.
`speech`, `why` and `table` are for people, `judgement` for bots.
"""

from cardlib.games.war_rig.rules import WarRigRules, rules

__all__ = ["WarRigRules", "rules"]

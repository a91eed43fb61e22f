"""Analog Tactics: two to four teams of an Elite and its Commons on hexes, with reactions inside each attack.

`rules` is what the kernel asks; `kinds` and `cards` the words that the chapters share and what is read off the printed
cards; `units` the questions about units that every chapter asks. The chapters are rooms: `course` (set-up, turns, what
a player may do, the end), `movement`, `attacks`, `classes` (picks, weapons, elements, buildings) on the `board`;
`teams` holds what a team sheet is before a match. `speech` and `table` are for people, `judgement` for bots.
"""

from cardlib.games.analog_tactics.rules import AnalogTacticsRules, rules

__all__ = ["AnalogTacticsRules", "rules"]

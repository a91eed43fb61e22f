"""Analog Tactics: two to four teams of an Elite and its Commons on hexes, with reactions inside each attack.

`rules` is what the kernel asks; `kinds` and `cards` the words that the chapters share and what is read off the printed
cards; `units` the questions about units that every chapter asks. Then the chapters: `preparing`, `rounds`, `acting`,
`moving`, `sight`, `attacking` with `interaction` and `damage`, `objectives`, `respawning`, `levelling`, `winning`.
`speech`, `why` and `table` are for people, `judgement` for bots.
"""

from cardlib.games.analog_tactics.rules import AnalogTacticsRules, rules

__all__ = ["AnalogTacticsRules", "rules"]

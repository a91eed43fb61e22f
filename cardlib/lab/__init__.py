"""The lab: many games between two decks, and what they say about decks and cards.

    report = simulate("mecha", "graces-command", "donnas-search", n=1000, seed=1, jobs=2)
    report.sides[0].rate          Interval(value=0.53, low=0.50, high=0.56)

Pairs of games share their chance and swap the seats, so that who goes first and who draws well cancel out of the
difference between the decks. The same seed gives the same report on any number of processes.
"""

from __future__ import annotations

from cardlib.lab.games import LabError, Played, Setting, play
from cardlib.lab.intervals import Interval, mean, wilson
from cardlib.lab.report import CardLine, Reason, Report, Side, report
from cardlib.lab.series import simulate

__all__ = [
    "CardLine",
    "Interval",
    "LabError",
    "Played",
    "Reason",
    "Report",
    "Setting",
    "Side",
    "mean",
    "play",
    "report",
    "simulate",
    "wilson",
]

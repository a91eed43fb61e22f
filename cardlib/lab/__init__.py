"""The lab: many games between decks, and what they say about decks and cards.

    report = simulate("mecha", "graces-command", "donnas-search", n=1000, seed=1, jobs=2)
    report.sides[0].rate          Interval(value=0.53, low=0.50, high=0.56)
    matrix = play_matrix("mecha", n=50, seed=1, jobs=2)
    matrix.cells[0][1].rate       the first deck in the first seat against the second one
    tables = play_tables("lanterns", players=3, seed=1, jobs=2)
    tables.standings[0].place     the mean place of the first deck, with its interval
    made = compare(load("mecha"), load("mecha", {"cards.turtle.durability": 6}), "ok40", "graces-command", jobs=2)
    made.verdict                  whether the change makes the first deck win "more", "less" or the "same"
    why("mecha", n=20, seed=1, jobs=2).cards      what each card does to the games of its decks, the surest first
    doubt("structure", "unburied", "holdouts", n=20, seed=1).findings     where the order of abilities matters
    sweep("mecha", "ok40", "graces-command", vary={"rules.opening_hand": [4, 5, 6]}, goal="win=50").best
    tune("mecha", "ok40", parts=["hand", "units"], n=1600, seed=1, jobs=2).best.bot      "greedy:hand=1.3+units=0.84"

Pairs of games share their chance and swap the seats, so that who goes first and who draws well cancel out of the
difference between the decks. The same seed gives the same report on any number of processes, and on any engine:

    with engine_of("dask://node1:8786") as engine:
        simulate("mecha", "graces-command", "donnas-search", n=1000, seed=1, start=1000, jobs=engine, out=path)
    merge([one, other]).report()
"""

from __future__ import annotations

from cardlib.lab.again import replay_of
from cardlib.lab.balance import Balance, Bands, check_balance
from cardlib.lab.cards import CardStory, PairStory
from cardlib.lab.compare import Comparison, compare
from cardlib.lab.doubt import Doubts, doubt
from cardlib.lab.engines import Engine, engine_of
from cardlib.lab.games import LabError, Played, Setting, play
from cardlib.lab.intervals import Interval, mean, share, wilson
from cardlib.lab.matrix import Cell, Matrix, Standing, play_matrix
from cardlib.lab.merging import Merged, merge
from cardlib.lab.report import CardLine, Reason, Report, Side, report
from cardlib.lab.series import simulate
from cardlib.lab.sweep import Sweep, sweep
from cardlib.lab.swings import Swing, Swings
from cardlib.lab.tables import Place, Tables, play_tables
from cardlib.lab.tune import Candidate, Tuned, tune
from cardlib.lab.why import Why, why

__all__ = [
    "Balance",
    "Bands",
    "Candidate",
    "CardLine",
    "CardStory",
    "Cell",
    "Comparison",
    "Doubts",
    "Engine",
    "Interval",
    "LabError",
    "Matrix",
    "Merged",
    "PairStory",
    "Place",
    "Played",
    "Reason",
    "Report",
    "Setting",
    "Side",
    "Standing",
    "Sweep",
    "Swing",
    "Swings",
    "Tables",
    "Tuned",
    "Why",
    "check_balance",
    "compare",
    "doubt",
    "engine_of",
    "mean",
    "merge",
    "play",
    "play_matrix",
    "play_tables",
    "replay_of",
    "report",
    "share",
    "simulate",
    "sweep",
    "tune",
    "why",
    "wilson",
]

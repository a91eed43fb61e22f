"""Refusals: what a rule answers to a move that it forbids, as one constant for each.

The functions that tell legality return a refusal or None. Options are what none of them refuses, and whoever tries
something else is told the first refusal, so the two cannot differ.
"""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """The rule that forbids a move, and a template of the reason: {s} acts, {o} is the other, {n} a number."""

    rule: str
    text: str

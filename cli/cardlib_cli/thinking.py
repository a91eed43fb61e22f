"""Tells what a bot thought: its best options, how often it tried each, and the share of wins that it expects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib_cli.output import dim

if TYPE_CHECKING:
    from cardlib.bots import Thought
    from cardlib.kernel.match import Match

SHOWN = 5


def thoughts(match: Match, player: int, name: str, found: Sequence[Thought]) -> list[str]:
    """Return the thoughts of a bot as lines, best first; none where it had nothing to think about."""
    visits = sum(thought.visits for thought in found)
    if not visits:
        return []
    seat = match.facts.seats[player]
    lines = [dim(f"  {seat} ({name}) thought of {len(found)} options in {visits} iterations")]
    lines.append(dim("    visits  wins"))
    for thought in found[:SHOWN]:
        rate = "" if thought.win_rate is None else f"{100 * thought.win_rate:.0f} %"
        lines.append(dim(f"    {thought.visits:>6}  {rate:>5}  {thought.option.notation}"))
    if len(found) > SHOWN:
        rest = sum(thought.visits for thought in found[SHOWN:])
        left = len(found) - SHOWN
        lines.append(dim(f"    {rest:>6}         {left} more option{'s' if left > 1 else ''}"))
    return lines


def advice(match: Match, player: int, name: str, found: Sequence[Thought]) -> list[str]:
    """Return the thoughts of a bot as the answer to somebody who asked for them."""
    return thoughts(match, player, name, found) or [f"  {found[0].option.notation}: nothing else is worth a thought"]

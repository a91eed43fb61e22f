"""Abilities that set themselves off: put in order, and carried out one after another (AT-038, AT-231)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.triggers import next_trigger, order
from cardlib.kernel.contract import procedure

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def settle(m: Match) -> None:
    """Put what waits on the stack, if anything does."""
    if m.state.raised or m.state.queue:
        m.push("settle")


def check(m: Match, f: dict[str, Any]) -> None:
    """What was raised meanwhile is put in order with the rest."""


PROCEDURES = {"settle": procedure(check, order, next_trigger)}

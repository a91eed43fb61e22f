"""The common vocabulary of operations, by theme. Importing this package registers all of them.

`cards` moves cards between zones, `permanents` acts on what is in play, `holders` says what lies with what and whose it
is, `lasting` holds what goes on, `flow` decides what is done at all, `records` changes what lies open in a window. A
game adds a few of its own in its package.
"""

from __future__ import annotations

from cardlib.abilities.operations import cards, flow, holders, lasting, permanents, records
from cardlib.abilities.operations.registry import OPERATIONS, Operation, operation

__all__ = ["OPERATIONS", "Operation", "cards", "flow", "holders", "lasting", "operation", "permanents", "records"]

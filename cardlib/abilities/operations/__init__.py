"""The common vocabulary of operations, by theme. Importing this package registers all of them.

`cards` moves cards between zones, `permanents` acts on what is in play, `lasting` holds what goes on, `flow` decides
what is done at all, `records` changes what lies open in a window. A game adds a few of its own in its package.
"""

from __future__ import annotations

from cardlib.abilities.operations import cards, flow, lasting, permanents, records
from cardlib.abilities.operations.registry import OPERATIONS, Operation, operation

__all__ = ["OPERATIONS", "Operation", "cards", "flow", "lasting", "operation", "permanents", "records"]

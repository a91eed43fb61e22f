"""What `make test` tries a part of, and `make soak` all: matrices of two axes, and more of the same."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

import pytest


def matrix(
    rows: Sequence[Hashable], columns: Sequence[Hashable], of_each: int, whole: Collection[Hashable] = ()
) -> list[Any]:
    """Return every pair as parameters; outside `make soak` each row has so many columns, which go on in the next row.

    The columns in `whole` stay with all rows, and are counted by nobody.
    """
    turns = [column for column in columns if column not in whole]
    kept = {(row, turns[(at * of_each + n) % len(turns)]) for at, row in enumerate(rows) for n in range(of_each)}
    assert {column for _, column in kept} == set(turns), "a column comes up in no row; take more of each"
    return [
        pytest.param(row, column, marks=() if column in whole or (row, column) in kept else pytest.mark.soak)
        for row in rows
        for column in columns
    ]


def seldom(*values: Any) -> list[Any]:
    """Return values of one axis that are tried in `make soak` alone: more of the same."""
    return [pytest.param(value, marks=pytest.mark.soak) for value in values]

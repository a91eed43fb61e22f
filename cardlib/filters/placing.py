"""The words that a board brings to the filter language: `adjacent`, `within:3`, `away:2`, `in-arc:front`, `in-sight`.

They are read off the data of a board as it is written, so that the vocabulary of a game is there before any board has
been made, and also where a board is broken. What they mean on the table stands in `cardlib.kernel.boards.relations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardlib import bounds
from cardlib.filters.vocabulary import Relation

ARCS = ("front", "rear", "side")  # of a board that declares none


def board_relations(boards: Iterable[object]) -> dict[str, Relation]:
    """Return the relations that the boards of a game bring, by name; their English counts spaces, or areas."""
    found: dict[str, Relation] = {}
    for board in boards:
        if isinstance(board, Mapping):
            found |= _relations(board)
    return found


def _relations(board: Mapping[str, object]) -> dict[str, Relation]:
    noun = "{n:area|areas}" if board.get("shape") == "areas" else "{n:space|spaces}"
    found = {
        "adjacent": Relation(
            before="adjacent", not_after="that is not adjacent", either="on an adjacent space", placed=True
        ),
        "within": Relation(after=f"within {noun}", takes="number", most=bounds.SPACES, placed=True),
        "away": Relation(after=f"exactly {noun} away", takes="number", most=bounds.SPACES, placed=True),
    }
    if board.get("shape") not in ("grid", "hex"):
        return found
    found["in-sight"] = Relation(after="in sight", not_after="out of sight", placed=True)
    arcs = board.get("arcs")
    named = tuple(str(arc) for arc in arcs) if isinstance(arcs, Mapping) else ARCS
    found["in-arc"] = Relation(after="in its {word} arc", takes="word", words=named, placed=True)
    return found

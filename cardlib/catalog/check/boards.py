"""Checks of boards that no schema can say: neighbours that are there and name each other back, every name declared.

What a board has to be is told by `cardlib.kernel.boards`, which reads it for play as well; here it gets file and line.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from cardlib import bounds
from cardlib.catalog.check.sources import Source
from cardlib.catalog.problems import Problem


def check_boards(sources: list[Source], broken: Container[str]) -> Iterator[Problem]:
    """Yield what is wrong with the boards, of files that fit their schema; their ids are their own."""
    from cardlib.kernel.boards.reading import faults

    ids: dict[object, str] = {}
    for source in sources:
        if source.schema != "board" or source.file in broken or not isinstance(source.value, dict):
            continue
        for number, fault in enumerate(faults(source.value)):
            if number == bounds.PROBLEMS:
                yield source.told((), f"more than {bounds.PROBLEMS} problems", "fewer: mend these first")
                break
            yield source.told(fault.path, fault.found, fault.expected, fault.hint)
        id_ = source.value.get("id")
        if id_ in ids:
            yield source.problem(("id",), id_, f"an id of its own: {ids[id_]} has it")
        ids.setdefault(id_, source.file)

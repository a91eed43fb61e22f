"""Memory: Python's search for unreachable cycles, put off where many small things are made, and there are none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

GROWN = 2  # times as many things as after the last search: then there is one, so that what nobody holds has an end
FEW = 150_000  # things that are not searched however they grew: that is felt, and what it could free is not

SELDOM = 50_000  # things that are made and kept between two searches of the young ones: Python has 700

_left: list[int] = []  # how many things there were after the last search; none while there has been none
_unseen = [0]  # at most so many came and grew old since things were counted: Python, which counts itself, sees none


@contextmanager
def uncollected() -> Iterator[None]:
    """Put off the search for cycles for a while, or as a decorator for a call.

    Reading, checking and writing a game makes trees that are all kept; searching them again and again takes a third of
    the time for 20,000 cards and finds nothing. Reference counting goes on as ever. Who does this again and again, as
    one who watches a folder does, leaves cycles behind: there is one search whenever things have doubled and are many.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            _unseen[0] += gc.get_count()[0]
            gc.freeze()  # all counts as old with that, as if it had been searched and kept
            gc.unfreeze()
            if not _left:
                _left[:] = [_there()]
            elif _unseen[0] > max(FEW, _left[0]) // 2:  # counting takes its time, too
                if _there() > max(FEW, GROWN * _left[0]):
                    gc.collect()
                    _left[0] = _there()
                _unseen[0] = 0
        gc.enable()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Search young things for cycles less often for a while, or as a decorator for a call.

    Positions are made and dropped by the thousand while games are played, without cycles: searching them takes up to an
    eighth of the time and finds nothing.
    """
    young, *older = gc.get_threshold()
    if not 0 < young < SELDOM:  # never, rarer already, or of another thread, which takes it back when it is done
        yield
        return
    gc.set_threshold(SELDOM, *older)
    try:
        yield
    finally:
        gc.set_threshold(young, *older)


def _there() -> int:
    """Return how many things there are; they are counted one by one, which takes its time."""
    gc.freeze()
    there = gc.get_freeze_count()
    gc.unfreeze()
    return there

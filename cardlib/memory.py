"""Memory: Python's search for unreachable cycles, put off where many small things are made and kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Put off the search for cycles for a while, or as a decorator for a call.

    Reading, checking and writing a game makes trees that are all kept; searching them again and again takes a third of
    the time for 20,000 cards and finds nothing. Reference counting goes on as ever.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # what was made counts as old from here on, as if it had been searched and kept
            gc.freeze()
            gc.unfreeze()
        gc.enable()

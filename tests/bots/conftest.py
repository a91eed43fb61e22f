"""What tests of other rooms have left in this process is no reason for a search not to fork."""

from __future__ import annotations

import threading

import pytest


@pytest.fixture(autouse=True)
def threads_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask's loop stays once it has run, and sleeps; threads that a test begins count as ever."""
    counted = threading.active_count
    others = counted() - 1
    monkeypatch.setattr("threading.active_count", lambda: counted() - others)

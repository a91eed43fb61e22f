"""What holds for all tests.

Matches that are played lie in a folder of the tests, and not among the user's own. So does the cache: what is kept of
the bundled games is worked out once, and not by each test that asks for it; a test of what is kept has one of its own.
And who started the tests in the background, where a shell ignores Ctrl-C, did not start them so for the commands that
they try.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def places_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDLIB_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("CARDLIB_MATCHES", str(tmp_path_factory.mktemp("matches")))
        patch.setenv("CARDLIB_PRINTS", str(tmp_path_factory.mktemp("prints")))
        patch.setenv("CARDLIB_CONFIG", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(autouse=True, scope="session")
def disks_that_need_not_keep_it() -> Iterator[None]:
    """What tests write in their own process need not outlive a power cut: thousands of files are not waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda file: None)
        yield


def pytest_configure() -> None:
    # Hundreds of tests start commands of their own, each of which would compile the whole house anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    # Ten thousand tests are held in each process, among which a search for cycles finds nothing: old things are not
    # looked through but where `cardlib.memory` says so.
    gc.set_threshold(50_000, 50, 1_000_000)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)

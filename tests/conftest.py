"""What holds for all tests: matches that are played lie in a folder of the tests, and not among the user's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def matches_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDLIB_MATCHES", str(tmp_path_factory.mktemp("matches")))
        yield

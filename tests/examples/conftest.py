"""The example game, installed and loaded once for the tests of a file, and gone after them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from example import forget, install

import cardlib


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cardlib.Game]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDLIB_CACHE", str(tmp_path_factory.mktemp("cache")))
        install(tmp_path_factory.mktemp("site"), patch)
        yield cardlib.load("beacon-hill")
    forget()

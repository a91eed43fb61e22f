"""Lets reportlab write a PDF as it is made, object by object, with binary streams.

By itself it keeps a file in pieces and joins them, so that all of it is in memory twice; and its ASCII armour costs a
fifth in size and most of the time for pictures.
"""

# mypy: disable-error-code="no-untyped-call"
# (reportlab has no annotations)

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.pdfdoc import PDFDocument, PDFFile


@contextmanager
def plain_streams() -> Iterator[None]:
    """Let reportlab write binary streams meanwhile."""
    before: int = vars(rl_config)["useA85"]
    vars(rl_config)["useA85"] = 0
    try:
        yield
    finally:
        vars(rl_config)["useA85"] = before


@contextmanager
def streaming(out: BinaryIO) -> Iterator[None]:
    """Let each object of a file that is saved meanwhile go to `out` as soon as it is made, with binary streams."""
    before: type[PDFFile] = vars(pdfdoc)["PDFFile"]
    vars(pdfdoc)["PDFFile"] = lambda version: _Flow(out, version)
    try:
        with plain_streams():
            yield
    finally:
        vars(pdfdoc)["PDFFile"] = before


class _Flow(PDFFile):
    """A PDF that goes out as it is made."""

    def __init__(self, out: BinaryIO, version: tuple[int, int]) -> None:
        super().__init__(version)
        self._out = out
        self.write = self._written
        for begun in self.strings:
            self._written(begun)
        self.strings.clear()

    def _written(self, data: bytes) -> None:
        self._out.write(data)

    def format(self, document: PDFDocument) -> bytes:
        """Return what has not gone out: nothing."""
        return b""

"""The mark that a class needs where the code that plays is compiled; in pure Python it does nothing.

Which modules are compiled, and how, is the business of `hatch_build.py` at the top of a clone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:
    Marked = TypeVar("Marked")

    def mypyc_attr(**how: object) -> Callable[[Marked], Marked]:
        """Mark a class for the compiler: `allow_interpreted_subclasses=True` where games of others make subclasses."""
        return lambda marked: marked

"""What a bot is: anything that chooses one of the options of a view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cardlib.engine.decisions import Option
    from cardlib.engine.visibility import View


class Bot(Protocol):
    """A player that chooses. One bot plays one seat of one match; it is made anew for each match, with a seed."""

    def choose(self, view: View) -> Option:
        """Return one of `view.options`, of which there is at least one."""
        ...

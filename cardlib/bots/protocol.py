"""What a bot is: anything that chooses one of the options of a view; some can say what they thought of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Option
    from cardlib.kernel.visibility import View


class Bot(Protocol):
    """A player that chooses. One bot plays one seat of one match; it is made anew for each match, with a seed.

    One with a method `over(view)` is called when the match is over, or broken off (`view.result` is None then).
    """

    def choose(self, view: View) -> Option:
        """Return one of `view.options`, of which there is at least one."""
        ...


class ProgramError(CardlibError):
    """A program that is a bot and does not start, ended, or says what it should not; it does not say which one."""


class Thought(NamedTuple):
    """What a bot found of one option: how often it tried it, and the share of wins that it expects, from 0 to 1.

    The rate of what was never tried is None; nothing is tried where there is nothing to choose.
    """

    option: Option
    visits: int
    win_rate: float | None


@runtime_checkable
class Thinker(Protocol):
    """A bot that can say what it thought."""

    def choose(self, view: View) -> Option:
        """Return the option of the first thought."""
        ...

    def explain(self, view: View) -> Sequence[Thought]:
        """Return a thought for each option that it tried, the best one first."""
        ...

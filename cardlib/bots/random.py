"""The bot that takes any option, each as likely: the floor that every other bot must beat, and one that finds bugs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.kernel.chance import Chance

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Option
    from cardlib.kernel.visibility import View


class Random:
    """Takes a random option; its chance is its own, from a seed, and knows nothing of the match's."""

    __slots__ = ("chance",)

    def __init__(self, seed: int = 0) -> None:
        self.chance = Chance(seed)

    def choose(self, view: View) -> Option:
        """Return a random option of the view."""
        options = view.options
        return options[self.chance.below(len(options))]

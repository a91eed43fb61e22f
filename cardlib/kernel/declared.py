"""What a game declares of itself for whoever lays out or reads a position: its values, and within what bounds they are.

Counters, attributes, keywords and zones stand in the game's data; here is what only its rules know. Names are those of
the code; people write them with hyphens.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Declared:
    """A value that can be read, and set in a position where it has a `least`.

    `most` is the highest number that a position can have, or the name of a number under `rules` in game.json.
    """

    about: str
    least: int | None = None
    most: int | str | None = None

    @property
    def settable(self) -> bool:
        """Whether a position can say it; what is worked out from the rest cannot be said."""
        return self.least is not None

    @property
    def flag(self) -> bool:
        """Whether it says yes or no, so that a position may say `true`."""
        return (self.least, self.most) == (0, 1)


def spelled(name: str) -> str:
    """Return a name as people write it: with hyphens.

    >>> spelled("base_health")
    'base-health'
    """
    return name.replace("_", "-")

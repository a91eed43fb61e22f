"""Numbers for actions that mean the same in every match: an option's number is a hash of its notation.

How many things can be done in a game, and so how many actions there are, depends on its cards and board; a list of all
of them would change with every card. A hash of the notation into a fixed number of places needs no list: `pass` has the
same number in each decision, each match and on each machine. Two options of one decision whose notations meet at one
place are told apart by going on to the next free one, in the order of the options.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from cardlib.errors import CardlibError

PLACES = 4096  # actions, if nobody says how many


def place(text: str, places: int) -> int:
    """Return the place of a text among so many: the same on every machine.

    >>> place("pass", 4096) == place("pass", 4096)
    True
    """
    return int.from_bytes(blake2b(text.encode(), digest_size=8, person=b"cardlib lab").digest(), "big") % places


class Numbering:
    """The actions of one game: `places` of them, from 0."""

    __slots__ = ("_known", "places")

    def __init__(self, places: int = PLACES) -> None:
        if places < 2:
            raise CardlibError(f"actions={places}: expected 2 or more")
        self.places = places
        self._known: dict[str, int] = {}  # places of notations, as they come

    def of(self, notation: str) -> int:
        """Return the number of an action, where no other option of the decision has it."""
        found = self._known.get(notation)
        if found is None:
            found = self._known[notation] = place(notation, self.places)
        return found

    def numbered(self, notations: Iterable[str]) -> dict[int, int]:
        """Return the indices of the options of a decision by the numbers of their actions.

        Raises CardlibError for more options than there are actions.
        """
        found: dict[int, int] = {}
        for index, notation in enumerate(notations):
            if index >= self.places:
                raise CardlibError(f"found more options than the {self.places} actions; make the environment with more")
            number = self.of(notation)
            while number in found:
                number = (number + 1) % self.places
            found[number] = index
        return found

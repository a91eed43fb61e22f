"""What a screen shows of a match beside its board: phases and where they ask, players, what waits, cards in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cardlib.compiled import mypyc_attr
from cardlib.kernel.boards.occupants import FACING
from cardlib.kernel.declared import spelled
from cardlib.kernel.holding import slot_of
from cardlib.kernel.showing import Shown, counted
from cardlib.kernel.slots import SLOT

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.match import Match


class Panel(NamedTuple):
    """A list below the numbers of a player: what it is of, and its entries."""

    title: str
    entries: Sequence[str]


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """What one game puts on a screen; nothing in it decides what happens."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    # what a screen shows of a player beside the sizes of zones; None for all that scenarios read of one
    player_values: ClassVar[tuple[str, ...] | None] = None
    unlisted: ClassVar[frozenset[str]] = frozenset()  # zones that say nothing while they are empty
    # the names of the phases in their order, each with the rule that tells of it
    named_phases: ClassVar[Mapping[str, str]] = {}
    turn_name: ClassVar[str] = "Turn"

    def phase(self, m: Match) -> str:
        """Return the name of the phase of the turn."""
        return ""

    # The phases in which windows for responses open, each with the turns ("mine", "theirs") in which somebody at a
    # screen is asked there, unless told otherwise.
    windows: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def announced(self, m: Match) -> int | None:
        """Return who announced what is resolved next; None where nothing waits."""
        return None

    def pending(self, m: Match) -> list[str]:
        """Return what is announced and not yet resolved, next first, each as a sentence."""
        return []

    spread: ClassVar[tuple[str, ...]] = ()  # zones of a player whose cards a screen names, to whoever may see them

    def show(self, m: Match, obj: int) -> Shown:
        """Return what a screen shows of a card in play, beside its name, where the board has no single spaces.

        Here its slot, keywords, counters and records; of what says yes or no the word alone.
        """
        flags = [name for name, declared in self.rules.of_object.items() if declared.flag]
        numbers = [name for name in self.rules.columns if name not in {FACING, SLOT, *flags}]
        slot = slot_of(m, obj)
        marked = [spelled(name) for name in flags if m.state.columns.get(name, {obj: 0})[obj]]
        keywords = tuple(m.facts.keywords[m.state.card[obj]])
        return Shown(
            keywords=keywords, remarks=[*([slot.name] if slot is not None else []), *counted(m, obj, numbers), *marked]
        )

    def numbers(self, m: Match, obj: int) -> str | None:
        """Return the numbers of a thing on a board of single spaces; None for those that the game names."""
        return None

    def faces(self, m: Match, obj: int) -> bool:
        """Whether a thing faces somewhere, in a game where things do, so that a screen shows where."""
        return True

    def mark(self, m: Match, obj: int) -> str:
        """Return the few words by which a map shows a thing, below the letter of its side; "" for what it leaves out.

        Here its name; what it carries and can do stands in a panel.
        """
        return self.rules.name(m, obj)

    def told_of(self, m: Match, space: int) -> Sequence[str] | None:
        """Return what a screen tells of a space, beside who stands there; None for what the board says of it."""
        return None

    def sight(self, m: Match, obj: int) -> Mapping[int, str] | None:
        """Return by space that a thing sees how well it does, in a few signs; None for what has no line of sight."""
        return None

    paneled: ClassVar[frozenset[str]] = frozenset()  # zones of which panels or the map tell

    def panels(self, m: Match, player: int) -> Sequence[Panel]:
        """Return what a screen lists of a player below the numbers: on a map, what its marks leave out."""
        return ()

    def asked(self, m: Match) -> str:
        """Return what a screen says behind the question, of the position in which it is asked."""
        return ""

    def beside(self, m: Match) -> str:
        """Return what a screen shows of the match beside turn and phase; here what a position can say of it."""
        declared = {name: about for name, about in self.rules.of_match.items() if name in m.state.vars}
        numbers = [name for name, about in declared.items() if not about.flag]
        flags = [spelled(name) for name, about in declared.items() if about.flag and m.state.vars[name]]
        return ", ".join([*(f"{spelled(name)} {m.state.vars[name]}" for name in numbers), *flags])

    def side(self, m: Match, player: int) -> str:
        """Return who a player is in this match: a role, a faction, what that player is after."""
        return ""

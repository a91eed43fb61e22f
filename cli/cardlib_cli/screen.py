"""The screen of a match: who looks at it, what each player has been told already, and the board, question and options.

It knows nothing of bots, files and what is typed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib_cli import board, keyboard, telling
from cardlib_cli.drawing import READABLE, room
from cardlib_cli.output import bold, dim, paragraph, write
from cardlib_cli.terminal import clear

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.match import Match


@dataclass(slots=True)
class Screen:
    """What the players at one screen have seen."""

    project: Project
    humans: Sequence[int]  # the seats of people
    at: int | None = None  # who looks at it
    redraw: bool = True  # whether the board is drawn in any case
    headline: str = ""  # of the board that was drawn last
    told: dict[int, int] = field(default_factory=dict)  # by seat: events already told
    unsaid: dict[int, list[str]] = field(default_factory=dict)  # by seat: windows passed by stops, until it is told
    explained: dict[int, set[str]] = field(default_factory=dict)  # by seat: those that it was told before
    symbols: dict[int, set[str]] = field(default_factory=dict)  # by seat: of dice, those whose meaning it was told

    def __post_init__(self) -> None:
        if len(self.humans) == 1:
            self.at = self.humans[0]

    @property
    def viewer(self) -> int | None:
        """Who looks at the screen; None sees all, when only bots play."""
        return self.at if self.humans else None

    def turn_to(self, player: int, match: Match) -> None:
        """Show a player what happened and what is asked; the board only where it is another one."""
        if self.at != player:
            self._pass_on(player, match)
        before = self.told.get(player, 0)
        self.tell(match, player)
        headline = board.headline(match)
        if before != self.told[player] or headline != self.headline or self.redraw:
            self.draw(match)
            self.redraw = False
        self.headline = headline
        self.ask(match)

    def _pass_on(self, player: int, match: Match) -> None:
        """Hot seat: what the last player saw goes off the screen before the next one looks."""
        first = self.at is None
        self.at = player
        _clear()
        seat = match.facts.seats[player]
        write(f"=== Player {seat}" + ("" if first else f": pass the screen to player {seat}") + " ===")
        if keyboard.at_terminal() and not first:
            keyboard.read("Press Enter when nobody else looks ")
            _clear()

    def tell(self, match: Match, viewer: int | None) -> None:
        """Tell what happened since it was told last, and what stops passed."""
        seat = 0 if viewer is None else viewer
        lines = telling.events(match, self.told.get(seat, 0), viewer)
        lines += self._new_symbols(match, seat)
        self.told[seat] = len(match.events or ())
        if lines:
            write(board.shown(lines))
        if viewer is not None:
            known = self.explained.setdefault(viewer, set())
            passed = [one for one in dict.fromkeys(self.unsaid.pop(viewer, ())) if one not in known]
            if passed:
                said = f"passed for you, from now on: {'; '.join(passed)} (see stops)"
                write("\n".join(dim(line) for line in paragraph(said, room(READABLE), "  ", "    ")))
            known.update(passed)

    def _new_symbols(self, match: Match, seat: int) -> list[str]:
        """Return what the symbols of dice mean that a player sees for the first time."""
        known = self.symbols.setdefault(seat, set())
        shown = telling.symbols(match, self.told.get(seat, 0))
        new = [said for id_, said in shown.items() if id_ not in known]
        known.update(shown)
        return [dim(line) for said in new for line in paragraph(said, room(READABLE), "    ", "      ")]

    def tell_end(self, match: Match) -> None:
        """Tell the last events, the board at the end, and who won."""
        self.tell(match, self.viewer)
        write("")
        write(board.shown(board.draw(match, self.project, None if len(self.humans) != 1 else self.viewer)))
        write("\n" + bold(telling.result_line(match)))
        for line in telling.ranking_lines(match):
            write(line)

    def draw(self, match: Match) -> None:
        """Draw the board."""
        write("\n" + board.shown(board.draw(match, self.project, self.viewer)))

    def ask(self, match: Match) -> None:
        """Write the question and its options."""
        write("")
        for line in paragraph(telling.question(match), room(READABLE), "", "  "):
            write(bold(line))
        lines = [*telling.about(match, self.project), *telling.options(match)]
        write(board.shown(lines))

    def passed_by_stops(self, player: int, window: str) -> None:
        """Note a window that stops passed for a player, to be told."""
        self.unsaid.setdefault(player, []).append(window)

    def take_back(self, match: Match) -> None:
        """Forget what was told of picks that are taken back; `match` is as it was before them."""
        events = len(match.events or ())
        self.told = {seat: min(told, events) for seat, told in self.told.items()}
        self.unsaid.clear()
        self.redraw = True


def _clear() -> None:
    if sys.stdout.isatty():
        clear(sys.stdout)

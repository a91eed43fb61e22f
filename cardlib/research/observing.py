"""What an agent sees as an array of whole numbers, in an order that is fixed for a game: each column has a name.

All of it is read from a `View`. Players are counted from whoever looks: 0 is that player, 1 who sits next. Cards,
spaces and things are named by numbers from 1, 0 is none, a number that is not known is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from cardlib.bots.seen import numbers, value_of
from cardlib.errors import CardlibError
from cardlib.kernel.declared import spelled
from cardlib.kernel.dice import Roll
from cardlib.kernel.state import NOWHERE
from cardlib.research.actions import PLACES, place

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.visibility import View

KINDS: Final = ("one", "some", "number", "order", "yesno")
PROMPTS: Final = 32  # columns for what is asked, by a hash of its words
THINGS: Final = 64  # rows for what is in play, if nobody says how many
MOST: Final = 2**31 - 1
UNKNOWN: Final = -1
_ROW: Final = ("card", "there", "controller", "owner", "at", "with", "slot", "down")

Array = NDArray[np.int32]


class Observing:
    """How positions of one game, with so many players, become arrays: `columns` names every number."""

    def __init__(self, facts: Facts, rules: Rules, things: int = THINGS) -> None:
        if things < 1:
            raise CardlibError(f"things={things}: expected 1 or more")
        self.facts = facts
        self.rules = rules
        self.things = things
        self.numbers = numbers(facts, rules)
        self.shared = [kind for kind, of in facts.zone.items() if facts.zone_owner[of[0]] == NOWHERE]
        self.own = [kind for kind in facts.zone if kind not in self.shared]
        self.columns = tuple(self._columns())
        self.number = {name: at for at, name in enumerate(self.columns)}

    def _columns(self) -> list[str]:
        facts, sides = self.facts, range(self.facts.sides)
        found = ["turn", "asked"]
        found += [f"active.{side}" for side in sides]
        found += [f"asked.{kind}" for kind in KINDS]
        found += [f"asked.prompt.{at}" for at in range(PROMPTS)]
        found.append("asked.card")
        found += [f"match.{spelled(name)}" for name in self.rules.of_match]
        for side in sides:
            found.append(f"player.{side}.out")
            found += [f"player.{side}.{spelled(name)}" for name in self.rules.of_player]
            found += [f"player.{side}.chosen.{spelled(name)}" for name in self.rules.sealed]
            found += [f"player.{side}.{kind}.count" for kind in self.own]
            found += [f"player.{side}.{kind}:{card}" for kind in self.own for card in facts.ids]
        shared = [kind for kind in self.shared if kind != facts.field]
        found += [f"{kind}.count" for kind in self.shared]
        found += [f"{kind}:{card}" for kind in shared for card in facts.ids]
        for kind, record in facts.windows.records.items():
            found += [f"record.{kind}", *(f"record.{kind}.{name}" for name in record.fields)]
        words = [*_ROW, *(one.spelled for one in self.numbers)]
        return found + [f"thing.{row}.{word}" for row in range(self.things) for word in words]

    def of(self, view: View) -> Array:
        """Return what the player of a view sees; things beyond the last row are left out (`left_out`)."""
        found = np.zeros(len(self.columns), dtype=np.int32)
        sides = self.facts.sides
        at = self.number

        def relative(player: int | None) -> int:
            if player is None or player == NOWHERE:
                return NOWHERE
            players = self.facts.players
            return player if player >= players else (player - view.player) % players

        def note(name: str, value: int) -> None:
            found[at[name]] = max(-MOST, min(MOST, value))

        note("turn", view.turn)
        note(f"active.{relative(view.active)}", 1)
        self._asked(view, note)
        for name in self.rules.of_match:
            note(f"match.{spelled(name)}", view.match_value(name))
        for player in range(sides):
            self._player(view, player, f"player.{relative(player)}", note)
        for kind in self.shared:
            note(f"{kind}.count", view.count(kind, view.player))
            if kind != self.facts.field:
                self._cards(view, kind, view.player, kind, found)
        things = view.objects()[: self.things] if self.facts.field else []
        rows = {obj: row for row, obj in enumerate(things, 1)}
        self._records(view, rows, relative, note)
        if things:
            start, width = at["thing.0.card"], len(_ROW) + len(self.numbers)
            for row, obj in enumerate(things):
                first = start + row * width
                values = self._thing(view, obj, rows, relative)
                found[first : first + width] = [max(-MOST, min(MOST, value)) for value in values]
        return found

    def left_out(self, view: View) -> int:
        """Return how many things in play have no row."""
        return max(0, len(view.objects()) - self.things) if self.facts.field else 0

    def _asked(self, view: View, note: Callable[[str, int], None]) -> None:
        decision = view.decision
        if decision is None:
            return
        note("asked", 1)
        note(f"asked.{decision.kind}", 1)
        note(f"asked.prompt.{place(decision.prompt, PROMPTS)}", 1)
        note("asked.card", self._card(view, decision.source) if decision.source != NOWHERE else 0)

    def _player(self, view: View, player: int, path: str, note: Callable[[str, int], None]) -> None:
        note(f"{path}.out", int(view.is_out(player)))
        for name in self.rules.of_player:
            try:
                value = view.player_value(player, name)
            except ValueError:
                value = UNKNOWN
            note(f"{path}.{spelled(name)}", value)
        for what in self.rules.sealed:
            chosen = view.chosen(what)
            if player in chosen:
                made = chosen[player]
                note(f"{path}.chosen.{spelled(what)}", UNKNOWN if made is None else 1 + place(view.said(made), PLACES))
        for kind in self.own:
            note(f"{path}.{kind}.count", view.count(kind, player))
            for card, count in _counted(view, kind, player).items():
                note(f"{path}.{kind}:{card}", count)

    def _cards(self, view: View, kind: str, player: int, path: str, found: Array) -> None:
        for card, count in _counted(view, kind, player).items():
            found[self.number[f"{path}:{card}"]] = count

    def _card(self, view: View, obj: int) -> int:
        """The number of a thing's card, from 1; 0 where its face is hidden."""
        card = view.card(obj)
        return 0 if card is None else self.facts.number[card] + 1

    def _thing(self, view: View, obj: int, rows: Mapping[int, int], relative: Callable[[int | None], int]) -> list[int]:
        space, lies = view.place(obj), view.holder(obj)
        slots = self.facts.holders.slots
        known = view.card(obj) is not None
        return [
            self._card(view, obj),
            1,
            relative(view.controller(obj)) + 1,
            relative(view.owner(obj)) + 1,
            0 if space is None else space + 1,
            rows.get(lies.number, UNKNOWN) if lies.kind == "thing" else 0,
            slots[lies.slot].number if lies.kind == "thing" and lies.slot else 0,
            int(view.is_down(obj)),
            *(value_of(view, obj, one) if known else UNKNOWN for one in self.numbers),
        ]

    def _records(
        self,
        view: View,
        rows: Mapping[int, int],
        relative: Callable[[int | None], int],
        note: Callable[[str, int], None],
    ) -> None:
        """The innermost record of each kind that is in flight."""
        for kind, fields in view.records:
            note(f"record.{kind}", 1)
            for name, one in self.facts.windows.records[kind].fields.items():
                value = fields.get(name)
                path = f"record.{kind}.{name}"
                if name not in fields:
                    note(path, 0)
                elif value is None:
                    note(path, UNKNOWN)
                elif one.type == "object":
                    note(path, rows.get(value, 0))
                elif one.type == "player":
                    note(path, relative(value) + 1)
                elif one.type == "space":
                    note(path, value + 1)
                elif one.type in ("number", "flag"):
                    note(path, int(value))
                elif isinstance(value, Roll):
                    note(path, value.number + sum(count for _, count in value.symbols))
                else:
                    note(path, _total(value))


def _counted(view: View, kind: str, player: int) -> dict[str, int]:
    """Return how often each card that is known lies in a zone."""
    found: dict[str, int] = {}
    for card in view.cards(kind, player):
        if card is not None:
            found[card] = found.get(card, 0) + 1
    return found


def _total(value: Any) -> int:
    """What shares come to together."""
    return sum(part[-1] for part in value if isinstance(part, tuple | list) and part and isinstance(part[-1], int))

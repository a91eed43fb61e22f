"""What is done to an attack in flight: it takes in more spaces, or is rolled against after all (AT-158, AT-166)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics.attacks import interaction, volleys
from cardlib.games.analog_tactics.board import geometry
from cardlib.kernel.contract import procedure

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def widen(m: Match, action: int, shape: str) -> None:
    """An attack takes in more spaces; who stands there is attacked too, against the same die (AT-166, AT-167)."""
    f = m.state.stack[action][2]
    attacker, there = f["attacker"], tuple(row[0] for row in f["rows"])
    if shape == "sweeping":
        _take_in(m, action, geometry.around(m, attacker, f["target"]))
    elif shape == "cleave":
        for target in there:
            nearest = geometry.behind(m, attacker, target)
            _one_of(m, action, nearest, [1 << space for space in nearest])
    else:
        nearest = geometry.before(m, attacker, f["target"])
        _one_of(m, action, nearest, [geometry.arc(m, f["target"], space) for space in nearest])


def _take_in(m: Match, action: int, spaces: int) -> None:
    f = m.state.stack[action][2]
    there = {row[0] for row in f["rows"]}
    for target in geometry.attackable_on(m, f["attacker"], spaces):
        if target not in there:
            interaction.join(m, action, target)


def _one_of(m: Match, action: int, nearest: list[int], spaces: list[int]) -> None:
    """Take in the spaces that go with the nearest one; of two on an exact tie its player picks (ATA-Q21, ATA-Q51)."""
    attacker = m.state.stack[action][2]["attacker"]
    if not any(geometry.attackable_on(m, attacker, each) for each in spaces):
        return
    if len(nearest) == 1:
        _take_in(m, action, *spaces)
    else:
        m.push("widened", action=action, attacker=attacker, nearest=tuple(nearest), spaces=tuple(spaces))


def widened(m: Match, f: dict[str, Any]) -> None:
    """The player of the attacker picks which of two spaces counts, and what goes with it is attacked."""
    nearest = list(f["nearest"])
    space = volleys.pick(m, f["attacker"], nearest, "which space counts as the nearest?")
    m.touched = True
    _take_in(m, f["action"], f["spaces"][nearest.index(space)])


PROCEDURES = {"widened": procedure(widened)}

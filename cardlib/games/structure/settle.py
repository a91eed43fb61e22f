"""The check after every event, and the conditional abilities that wait for it (DOS-076 to 079, DOS-210, 211)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.triggers import next_trigger, order
from cardlib.games.structure import verbs
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.match import AGAIN
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def settle(m: Match) -> None:
    """Put the check on the stack, unless a look at the position shows that nothing follows."""
    s = m.state
    if s.vars["unsettled"]:
        if verbs.lethal(m):
            m.push("settle", counts=())
            return
        _settled(m)
    if s.raised or s.queue:
        m.push("settle", counts=())


def check(m: Match, f: dict[str, Any]) -> str | None:
    """Retire what is defeated, all together, and test the Bases; repeat until nothing changes (DOS-077)."""
    if not m.state.vars["unsettled"]:
        return None
    dead = verbs.lethal(m)
    if dead:
        verbs.destroy(m, dead, NOWHERE, "DOS-138")
        return AGAIN
    _settled(m)
    return None


def _settled(m: Match) -> None:
    s = m.state
    atoms.note(m, "unsettled", 0)
    if any(s.columns["hit_by"]):
        atoms.clear(m, "hit_by")
    down = [player for player in (0, 1) if s.players[player]["base_health"] <= 0]
    if len(down) == 2:
        m.end(NOWHERE, "both Bases are down", "DOS-211")
    elif down:
        m.end(1 - down[0], "Base down", "DOS-210")


def gather(m: Match, f: dict[str, Any]) -> None:
    """What waits already and what was raised just now are put in order together (DOS-078)."""
    s = m.state
    if s.raised and s.queue:
        waiting = [atoms.dequeue(m) for _ in range(len(s.queue))]
        atoms.keep_raised(m, [*waiting, *s.raised])


def limit_triggers(m: Match, f: dict[str, Any]) -> str | None:
    """The same ability of the same card resolves at most ten times in one run of checks (DOS-079)."""
    s = m.state
    if not s.queue:
        return None
    counts = dict(f["counts"])
    key = s.queue[0][:3]
    counts[key] = counts.get(key, 0) + 1
    f["counts"] = tuple(counts.items())
    if counts[key] > m.facts.constants["trigger_limit"]:
        atoms.dequeue(m)
        return AGAIN
    return None


SETTLE = {"settle": procedure(check, gather, order, limit_triggers, next_trigger)}

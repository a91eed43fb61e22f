"""Sites: attached parts and constructed facilities, whether they work, who controls which (WR-145, WR-218, WR-233)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig.kinds import FACILITY, PART, RIG
from cardlib.kernel import atoms, holding
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def kind_of(m: Match, obj: int) -> int:
    """Return the kind of the card that an object is."""
    kind: int = m.facts.game.kind[m.state.card[obj]]
    return kind


def armour(m: Match, site: int) -> int:
    """Return the printed armour of a site, 0 where it is infinite (WR-246)."""
    found: int = m.facts.game.armour[m.state.card[site]]
    return found


def remaining(m: Match, site: int) -> int:
    """Return the armour that a site has left; 1 where it is infinite."""
    whole = armour(m, site)
    return max(0, whole - m.state.columns["hit"][site]) if whole else 1


def works(m: Match, site: int) -> bool:
    """Whether a site does not burn, as one without armour does, and is not disabled (WR-218, WR-233)."""
    columns = m.state.columns
    return not columns["fire"][site] and not columns["disabled"][site]


def renew(m: Match, site: int) -> None:
    """What is unconstructed again has neither hits nor what disables it (WR-159, WR-243)."""
    for column in ("hit", "disabled"):
        atoms.put(m, site, column, 0)


def rigs(m: Match) -> tuple[int, ...]:
    """Return the chassis that stand on the board."""
    found: tuple[int, ...] | None = m.steady.get("rigs")
    if found is None:
        found = m.steady["rigs"] = _of_kind(m, RIG)
    return found


def facilities(m: Match) -> tuple[int, ...]:
    """Return the constructed facilities."""
    found: tuple[int, ...] | None = m.steady.get("facilities")
    if found is None:
        found = m.steady["facilities"] = _of_kind(m, FACILITY)
    return found


def _of_kind(m: Match, kind: int) -> tuple[int, ...]:
    kinds, card = m.facts.game.kind, m.state.card
    return tuple(obj for obj in m.state.zones[m.facts.field_zone] if kinds[card[obj]] == kind)


def rig_of(m: Match, player: int) -> int:
    """Return the chassis of a player, NOWHERE if it is gone."""
    key = ("rig", player)
    found: int | None = m.steady.get(key)
    if found is None:
        controller = m.state.controller
        found = m.steady[key] = next((rig for rig in rigs(m) if controller[rig] == player), NOWHERE)
    return found


def parts(m: Match, rig: int) -> tuple[int, ...]:
    """Return the parts that are attached to a rig, in the order of its slots (WR-Q74)."""
    key = ("parts", rig)
    found: tuple[int, ...] | None = m.steady.get(key)
    if found is None:
        column = m.state.columns["slot"]
        attached = [part for part in holding.held(m, rig) if kind_of(m, part) == PART]
        found = m.steady[key] = tuple(sorted(attached, key=lambda part: column[part]))
    return found


def working_facilities(m: Match, id_: str, player: int = NOWHERE) -> list[int]:
    """Return the working facilities of a title, of a player or of all."""
    there = facilities(m)
    if not there:
        return []
    s, card = m.state, m.facts.number[id_]
    return [
        site for site in there if s.card[site] == card and (player in (NOWHERE, s.controller[site])) and works(m, site)
    ]


def granted(m: Match, player: int, keyword: str) -> int:
    """Return the numbers of a keyword on the working facilities of a player, taken together."""
    printed, s = m.facts.keywords, m.state
    return sum(
        printed[s.card[site]].get(keyword, 0)
        for site in facilities(m)
        if s.controller[site] == player and works(m, site)
    )


def controls(m: Match, player: int, id_: str) -> bool:
    """Whether a player owns a facility that works (WR-145)."""
    return bool(working_facilities(m, id_, player))


def exists(m: Match, id_: str) -> bool:
    """Whether a facility has been constructed by anybody, working or not (WR-145)."""
    card = m.facts.number[id_]
    return any(m.state.card[site] == card for site in facilities(m))

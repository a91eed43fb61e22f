"""Gathering, cargo and loose tokens (WR-073 to WR-082)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import area_of, land
from cardlib.games.war_rig.kinds import SUPPLY_OF, TOKENS
from cardlib.games.war_rig.supplies.stock import deposit
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NOTHING_YIELDED = Refusal("WR-082", "nothing is gathered in {here}")
NOT_YIELDED = Refusal("WR-074", "{here} does not yield {token}")
SUPPLY_OUT = Refusal("WR-077", "there is not so much left in the supply of {here}")
NOT_SO_MANY = Refusal("WR-075", "{s} gathers {n:token|tokens} now")
NOT_LOOSE = Refusal("WR-079", "no {token} lies loose in {here}")
FULL = Refusal("WR-081", "{s} has no free space")


# -- gathering ---------------------------------------------------------------------------------------------------


def amount(m: Match, squad: int) -> int:
    """Return how many tokens a squad gathers, more in a camp or vented, up to the supply (WR-075, WR-077)."""
    return _most(m, squad, supply(m, m.state.place[squad]))


def _most(m: Match, squad: int, left: Mapping[str, int]) -> int:
    numbers = m.facts.constants
    wanted = numbers["gather_amount"] + (numbers["camp_gather"] if m.state.columns["camp"][squad] else 0)
    if sites.working_facilities(m, "planetary-venting-infrastructure"):
        wanted *= 2
    return min(wanted, sum(left.values()))


def supply(m: Match, space: int) -> dict[str, int]:
    """Return what can be gathered in an area, by token, without what has run out."""
    kinds = land(m).yields[space]
    if not kinds:
        return {}
    columns, area = m.state.columns, area_of(m, space)
    return {token: left for token in kinds if (left := columns[SUPPLY_OF[token]][area])}


def not_gathered(m: Match, squad: int, tokens: Sequence[str]) -> Refusal | None:
    """Say why a squad cannot gather these tokens: what the area yields, what is left, how many (WR-074 to WR-082)."""
    space = m.state.place[squad]
    yields = land(m).yields[space]
    if not yields:
        return NOTHING_YIELDED
    if any(token not in yields for token in tokens):
        return NOT_YIELDED
    left = supply(m, space)
    if not left or any(tokens.count(token) > left.get(token, 0) for token in tokens):
        return SUPPLY_OUT
    return NOT_SO_MANY if len(tokens) != amount(m, squad) else None


def gatherings(m: Match, squad: int) -> list[Choice]:
    """Return what a squad may gather: of several tokens each may be of another kind (WR-076)."""
    left = supply(m, m.state.place[squad])
    if not left:
        return []
    most = _most(m, squad, left)
    ways = combinations_with_replacement(left, most)
    return [("gather", squad, way) for way in ways if all(way.count(token) <= left[token] for token in way)]


def take_aboard(m: Match, f: dict[str, Any]) -> None:
    """What was gathered goes aboard; of more than there is space for the player says which, the rest lies loose.

    See WR-073 and WR-078.
    """
    squad, tokens = f["squad"], f["tokens"]
    free = squads.room(m, squad)
    aboard = tokens
    if free < len(tokens):
        ways = sorted(set(combinations_with_replacement(sorted(set(tokens)), free)))
        ways = [way for way in ways if all(way.count(token) <= tokens.count(token) for token in way)]
        choices: list[Choice] = [("aboard", way) for way in ways]
        player = m.state.controller[squad]
        aboard = m.ask(player, "one", choices, "what goes aboard", rule="WR-078", source=squad)[1] if free else ()
    area = area_of(m, m.state.place[squad])
    columns = m.state.columns
    loose = list(tokens)
    for token in aboard:
        loose.remove(token)
    for token in tokens:
        atoms.put(m, area, SUPPLY_OF[token], columns[SUPPLY_OF[token]][area] - 1)
    for token in aboard:
        atoms.put(m, squad, token, columns[token][squad] + 1)
    for token in loose:
        atoms.put(m, area, token, columns[token][area] + 1)
    more = f"; loose: {', '.join(loose)}" if loose else ""
    m.emit(
        "gathered",
        squad,
        number=len(tokens),
        player=m.state.controller[squad],
        rule="WR-073",
        total=f"{', '.join(tokens)}{more}",
    )


def gather(m: Match, squad: int, tokens: tuple[str, ...]) -> None:
    """A squad takes tokens from the supply of its area."""
    m.push("gathering", squad=squad, tokens=tokens)


# -- loose tokens ------------------------------------------------------------------------------------------------


def claims(m: Match, squad: int) -> list[Choice]:
    """Return the loose tokens that a squad may take for free in its activation (WR-079)."""
    if not squads.room(m, squad) or m.state.columns["disabled"][squad]:
        return []
    columns, area = m.state.columns, area_of(m, m.state.place[squad])
    return [("claim", squad, token) for token in TOKENS if columns[token][area]]


def unclaimed(m: Match, squad: int, token: str) -> Refusal | None:
    """Say why a squad in its activation cannot take a loose token (WR-079, WR-081)."""
    if not m.state.columns[token][area_of(m, m.state.place[squad])]:
        return NOT_LOOSE
    return None if squads.room(m, squad) else FULL


def claim(m: Match, squad: int, token: str) -> None:
    """A squad takes a loose token aboard, which may begin its activation (WR-079)."""
    columns, area = m.state.columns, area_of(m, m.state.place[squad])
    atoms.put(m, area, token, columns[token][area] - 1)
    atoms.put(m, squad, token, columns[token][squad] + 1)
    m.emit("claimed", squad, number=1, player=m.state.controller[squad], rule="WR-079", total=token)
    deposit(m, squad)


def spill(m: Match, squad: int) -> None:
    """A squad that has lost Armoured Haulage keeps what its white spaces hold (WR-081)."""
    if squads.cargo(m, squad) > squads.spaces(m, squad):
        m.push("spilling", squad=squad)


def drop_surplus(m: Match, f: dict[str, Any]) -> None:
    """Its player says which tokens were armoured and have no space now: they lie loose in the area (WR-078)."""
    squad = f["squad"]
    columns = m.state.columns
    aboard = [token for token in TOKENS for _ in range(columns[token][squad])]
    over = squads.cargo(m, squad) - squads.spaces(m, squad)
    choices: list[Choice] = [("spill", way) for way in dict.fromkeys(combinations(aboard, over))]
    player = m.state.controller[squad]
    gone = m.ask(player, "one", choices, "what falls out of the armoured spaces", rule="WR-Q43", source=squad)[1]
    area = area_of(m, m.state.space_of(squad))
    for token in gone:
        atoms.put(m, squad, token, columns[token][squad] - 1)
        atoms.put(m, area, token, columns[token][area] + 1)
    m.emit("spilt", squad, number=len(gone), player=player, rule="WR-Q43", total=", ".join(gone))


PROCEDURES = {"gathering": procedure(take_aboard), "spilling": procedure(drop_surplus)}

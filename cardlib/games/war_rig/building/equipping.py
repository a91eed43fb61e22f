"""Equipment: units between store and squads, tools and the inventory (WR-139, WR-146 to WR-150)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.games.war_rig import squads
from cardlib.games.war_rig.kinds import SMOKE, TITLE_OF, TITLES, TOOLS, plan, store, stowed
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NOT_HOME = Refusal("WR-147", "{s} does not stand in its Home Base")
DISABLED = Refusal("WR-128", "{s} is disabled until the end of the turn")
NONE_STORED = Refusal("WR-149", "no unit of {title} is in the store")
MOVED_ALREADY = Refusal("WR-030", "that unit of {title} was moved in this slot")
NO_SPACE_LEFT = Refusal("WR-150", "{s} carries {title}, or two other titles")
NOT_CARRIED = Refusal("WR-149", "{s} carries no {title}")


STORES = tuple((title, store(title)) for title in TITLES)
STORED_TOOLS = store(TOOLS)
PLANS = {id_: plan(title) for id_, title in TITLE_OF.items()}


def bit(title: str) -> int:
    """Return the number by which the record of moved units knows a title."""
    return 1 << TITLES.index(title)


# -- assigning ---------------------------------------------------------------------------------------------------


def unassigned(m: Match, player: int, title: str) -> int:
    """Return how many units of a title a player may take from the store in this slot (WR-030)."""
    about = m.state.players[player]
    return about[store(title)] - about[stowed(title)]


def unable_to_assign(m: Match, squad: int) -> Refusal | None:
    """Say why nothing is given to or taken from a squad: where it is, whether it is disabled (WR-128, WR-147)."""
    if not squads.is_free(m, squad) or not squads.at_home(m, squad):
        return NOT_HOME
    return DISABLED if m.state.columns["disabled"][squad] else None


def not_equipped(m: Match, squad: int, title: str) -> Refusal | None:
    """Say why a unit of a title does not go from the store to a squad (WR-030, WR-149, WR-150)."""
    player = m.state.controller[squad]
    if not m.state.players[player][store(title)]:
        return NONE_STORED
    if not unassigned(m, player, title):
        return MOVED_ALREADY
    return None if squads.can_carry(m, squad, title) else NO_SPACE_LEFT


def not_stowed(m: Match, squad: int, title: str) -> Refusal | None:
    """Say why a unit of a title does not go from a squad to the store (WR-030, WR-149)."""
    columns = m.state.columns
    if not columns[title][squad]:
        return NOT_CARRIED
    return MOVED_ALREADY if columns["moved_units"][squad] & bit(title) else None


def assignments(m: Match, player: int) -> list[Choice]:
    """Return the free steps by which units go between the store and squads at home (WR-149)."""
    there = squads.there(m, squads.home(m, player), player)
    if not there:
        return []
    found: list[Choice] = []
    about = m.state.players[player]
    stored = [title for title, units in STORES if about[units]]
    for squad in there:
        if unable_to_assign(m, squad) is None:
            found += [("equip", squad, title) for title in stored if not_equipped(m, squad, title) is None]
            carried = squads.titles(m, squad)
            found += [("stow", squad, title) for title in carried if not_stowed(m, squad, title) is None]
    return found


def equip(m: Match, squad: int, title: str) -> None:
    """A unit goes from the store to a squad (WR-149)."""
    player = m.state.controller[squad]
    atoms.note_player(m, player, store(title), m.state.players[player][store(title)] - 1)
    atoms.put(m, squad, title, 1)
    atoms.put(m, squad, "moved_units", m.state.columns["moved_units"][squad] | bit(title))
    m.emit("equipped", squad, player=player, rule="WR-149", total=title.replace("_", " "))


def stow(m: Match, squad: int, title: str) -> None:
    """A unit goes from a squad to the store (WR-149)."""
    player = m.state.controller[squad]
    about = m.state.players[player]
    atoms.put(m, squad, title, 0)
    atoms.note_player(m, player, store(title), about[store(title)] + 1)
    atoms.note_player(m, player, stowed(title), about[stowed(title)] + 1)
    m.emit("stowed", squad, player=player, rule="WR-149", total=title.replace("_", " "))


# -- Smoke Grenades -----------------------------------------------------------------------------------------------


def smoke_clears(m: Match, attacker: int) -> None:
    """When the activation of an attacker ends, or an attack outside one, smoke used against it is gone (WR-Q42)."""
    columns = m.state.columns
    for squad in squads.all_squads(m):
        if columns["smoke_against"][squad] == attacker + 1:
            atoms.put(m, squad, "smoke_against", 0)
            atoms.put(m, squad, SMOKE, 0)
            m.emit("spent", squad, player=m.state.controller[squad], rule="WR-Q42")


# -- what constructing takes ---------------------------------------------------------------------------------------


def inventory(m: Match, player: int) -> list[int]:
    """Return the cards in the inventory of a player, face-down and face-up."""
    zones, zone = m.state.zones, m.facts.zone
    return [*zones[zone["inventory"][player]], *zones[zone["known"][player]]]


def planned(m: Match, player: int) -> list[int]:
    """Return the equipment titles of which a player has stolen the plan (WR-155)."""
    about, numbers = m.state.players[player], m.facts.number
    return [numbers[id_] for id_, stolen in PLANS.items() if about[stolen]]


def has_tools(m: Match, squad: int) -> bool:
    """Whether a squad or a free friend in its area carries Workshop Tools that work (WR-128, WR-139)."""
    tools, disabled = m.state.columns[TOOLS], m.state.columns["disabled"]
    return any(tools[friend] and not disabled[friend] for friend in squads.friends(m, squad))


def without_tools(m: Match, player: int) -> bool:
    """Whether a faction has Workshop Tools neither on a free squad nor in its store (WR-146)."""
    if m.state.players[player][STORED_TOOLS]:
        return False
    tools = m.state.columns[TOOLS]
    for squad in squads.free_squads(m, player):  # noqa: SIM110 (bots ask it of every position)
        if tools[squad]:
            return False
    return True

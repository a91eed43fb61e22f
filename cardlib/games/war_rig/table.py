"""What a screen shows of War Rig: who stands where on the map, and what squads, rigs and stores of a player hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardlib.filters.words import listed
from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.board import area_name, area_of, land
from cardlib.games.war_rig.course import acting
from cardlib.games.war_rig.facilities import fuel
from cardlib.games.war_rig.kinds import (
    AREA,
    FACILITY,
    FUELS,
    RIG,
    SHIP,
    SQUAD,
    SUPPLY_OF,
    TITLE_OF,
    TOKENS,
    plan,
    store,
)
from cardlib.games.war_rig.movement.captives import JOINED
from cardlib.games.war_rig.ways_to_win import empire, power
from cardlib.games.war_rig.why import SLOT
from cardlib.kernel import holding
from cardlib.kernel.showing import Shown
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.table import Panel, Table

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

PHASES = {"Set-up": "WR-003", "Start": "WR-018", "Rounds": "WR-019", "End": "WR-031"}
TIERS = ("light", "medium", "heavy", "overweight")


def carried(m: Match, obj: int) -> list[str]:
    """Return the tokens that a squad carries, or that lie loose in an area, in words."""
    columns = m.state.columns
    return [f"{columns[token][obj]} {token}" for token in TOKENS if columns[token][obj]]


def colour_of(m: Match, squad: int) -> int:
    """Return the seat for which a squad was printed."""
    found: int = m.facts.game.colour[m.state.card[squad]]
    return found


def numbered(m: Match, squad: int) -> str:
    """Return what a map calls a squad: its number, before it the letter of its colour where that is not its side's."""
    own = colour_of(m, squad) == m.state.controller[squad]
    return f"{'' if own else m.facts.seats[colour_of(m, squad)]}{squads.number(m, squad)}"


def left_of(m: Match, actor: int) -> str:
    """Return how many actions a squad or rig has left."""
    left = m.state.columns["actions"][actor]
    return f"{left} action{'' if left == 1 else 's'} left"


def state_of(m: Match, squad: int) -> list[str]:
    """Return how a squad is: captured, infiltrated, camped, in a cell, what it may not do in this turn."""
    columns = m.state.columns
    host = m.state.host[squad]
    found = [f"captured by {m.rules.speech.title(m, host)}"] if host != NOWHERE else []
    if squads.is_free(m, squad) and squads.infiltrated(m, squad):
        found.append("infiltrated")
    found += [
        word
        for column, word in (
            ("camp", "camped"),
            ("locked", "in the cell"),
            ("holding", "waits for the cell"),
            ("empire", "held by the Empire"),
            ("barred", "barred from attacks"),
            ("disabled", "disabled"),
        )
        if columns[column][squad]
    ]
    if columns["coercion"][squad]:
        found.append(f"{columns['coercion'][squad]} to coerce")
    if columns["actions"][squad]:
        found.append(left_of(m, squad))
    elif columns["acted"][squad] and squads.is_free(m, squad):
        found.append("free too late to act" if columns["acted"][squad] == JOINED else "has acted")
    return found


def of_squad(m: Match, squad: int) -> str:
    """Return a squad in a panel: its number, where it is and how, what it carries, its equipment."""
    names, card = m.facts.names, m.facts.number
    spelled = [names[card[id_]] for id_, title in TITLE_OF.items() if m.state.columns[title][squad]]
    held = [f"holds {m.rules.speech.title(m, captive)}" for captive in squads.captives(m, squad)]
    where = ", ".join([area_name(m, m.state.space_of(squad)), *state_of(m, squad), *held])
    armoured = squads.armoured(m, squad)
    loaded = [*carried(m, squad), *([f"{armoured} of them armoured"] if armoured else [])]
    what = "; ".join(", ".join(part) for part in (loaded, spelled) if part)
    return f"{numbered(m, squad)} {where}{f': {what}' if what else ''}"


def armour_of(m: Match, site: int) -> str:
    """Return what armour a site has left, of how much, and whether it burns or is disabled."""
    whole, columns = sites.armour(m, site), m.state.columns
    words = [f"{sites.remaining(m, site)}/{whole}" if whole else ""]
    words += [word for column, word in (("fire", "BURNING"), ("disabled", "disabled")) if columns[column][site]]
    return " ".join(filter(None, words))


def of_rig(m: Match, rig: int) -> Iterator[str]:
    """Yield a rig: where it is, its weight and what it can do, then part after part with armour and dice."""
    found = [area_name(m, m.state.place[rig]), f"weight {rigs.weight(m, rig)} ({TIERS[rigs.tier(m, rig)]})"]
    found.append("moves" if rigs.can_move(m, rig) else "cannot move")
    found.append("aims" if rigs.has_targeting(m, rig) else "cannot aim")
    columns = m.state.columns
    if columns["acted"][rig]:
        found.append(left_of(m, rig) if columns["actions"][rig] else "has acted")
    yield ", ".join(found)
    for part in sites.parts(m, rig):
        slot = holding.slot_of(m, part)
        dice = [f"{many} {die}" for die, many in m.facts.game.dice[m.state.card[part]].items() if many]
        words = [m.rules.name(m, part), armour_of(m, part), *([f"({', '.join(dice)})"] if dice else [])]
        yield f"{slot.name if slot is not None else ''}: {' '.join(words)}"


def of_facility(m: Match, site: int) -> str:
    """Return a facility: where it stands, its armour, fuel, and how long a reactor has worked."""
    columns = m.state.columns
    words = [f"{m.rules.name(m, site)} ({area_name(m, m.state.place[site])})", armour_of(m, site)]
    if site == fuel.platform(m):
        words.append(", ".join(f"{columns[column][site]} {fuel} fuel" for fuel, column in FUELS.items()))
    if columns["working_turns"][site]:
        turns = columns["working_turns"][site]
        words.append(f"worked {turns} turn{'' if turns == 1 else 's'}")
    return " ".join(filter(None, words))


def of_store(m: Match, player: int) -> Iterator[str]:
    """Yield the units of equipment and the parts that lie in the stores, and the plans that were stolen."""
    about, names, number = m.state.players[player], m.facts.names, m.facts.number
    for id_, title in TITLE_OF.items():
        if about[store(title)]:
            yield f"{about[store(title)]} {names[number[id_]]}"
    for part in m.state.zones[m.facts.zone["parts"][player]]:
        yield f"{m.rules.name(m, part)} {armour_of(m, part)}"
    yield from (f"plan of {names[number[id_]]}" for id_, title in TITLE_OF.items() if about[plan(title)])


class WarRigTable(Table):
    """What the game puts on a screen, as the kernel asks for it."""

    player_values = TOKENS
    paneled = frozenset({"known", "parts", "deck"})
    named_phases: ClassVar[Mapping[str, str]] = PHASES

    def phase(self, m: Match) -> str:
        if not m.state.vars["turn"]:
            return "Set-up"
        return "Rounds" if m.state.vars["round"] else "Start"

    def asked(self, m: Match) -> str:
        """In a slot, who is active with how many actions left, or who may still act."""
        asked = m.decision
        if asked is None or asked.rule != SLOT:
            return ""
        active = acting.active_squad(m)
        if active != NOWHERE and m.state.columns["actions"][active]:
            return f"{m.rules.name(m, active)} has {left_of(m, active)}"
        ready = [m.rules.name(m, one) for one in sorted(acting.ready(m, asked.player))]
        return f"{listed(ready)} may act" if ready else "free steps, or end"

    def beside(self, m: Match) -> str:
        """The round, and what the Empire and Infinite Power have come to."""
        if not m.state.vars["turn"]:
            return ""
        found = [f"round {m.state.vars['round']}"]
        if empire.summoner(m) != NOWHERE:
            who = m.facts.seats[empire.summoner(m)]
            found.append(f"the Empire is here for {who} since turn {m.state.vars['summoned']}")
        if power.controller(m) != NOWHERE:
            found.append(f"{m.facts.seats[power.controller(m)]} controls Infinite Power")
        return ", ".join(found)

    def side(self, m: Match, player: int) -> str:
        """The sway that a base still resists, and to whom it is loyal; of the planet what it is."""
        if player >= m.facts.players:
            return "the planet: lesser factions, which nobody plays, and the Empire"
        about = m.state.players[player]
        if about["loyal"]:
            return f"loyal to {m.facts.seats[about['loyal'] - 1]}"
        return f"{about['sway']} sway counter{'' if about['sway'] == 1 else 's'} left" if about["sway"] else ""

    def mark(self, m: Match, obj: int) -> str:
        match sites.kind_of(m, obj):
            case kind if kind == SQUAD:
                words = [numbered(m, obj)]
                words += ["camped"] if m.state.columns["camp"][obj] else []
                words += ["in the cell"] if m.state.columns["locked"][obj] else []
                words += ["waits"] if m.state.columns["holding"][obj] else []
                words += ["held"] if m.state.columns["empire"][obj] else []
                held = [f"{m.facts.seats[colour_of(m, one)]}{squads.number(m, one)}" for one in squads.captives(m, obj)]
                return " ".join([*words, *([f"holds {' '.join(held)}"] if held else [])])
            case kind if kind == RIG:
                return "rig" if sites.parts(m, obj) else ""
            case kind if kind == AREA:
                return ""
            case kind if kind in (FACILITY, SHIP):
                return f"{m.rules.name(m, obj)} {armour_of(m, obj)}".rstrip()
        return m.rules.name(m, obj)

    def told_of(self, m: Match, space: int) -> Sequence[str]:
        """What can still be gathered in an area, what lies loose there, who holds it, whether it is shielded."""
        columns, area = m.state.columns, area_of(m, space)
        found = [f"{columns[SUPPLY_OF[token]][area]} {token}" for token in TOKENS if columns[SUPPLY_OF[token]][area]]
        found = found or (["nothing left"] if land(m).yields[space] else [])
        loose = carried(m, area)
        found += [f"loose: {', '.join(loose)}"] if loose else []
        found += ["held by the Empire"] if columns["held"][area] else []
        return [*found, *(["shielded"] if columns["shielded"][area] else [])]

    def panels(self, m: Match, player: int) -> Sequence[Panel]:
        """Squads, rig, facilities, stores and face-up cards; squads of which there is no more to say than where."""
        if player >= m.facts.players:
            return ()
        known = Counter(m.facts.names[m.state.card[obj]] for obj in m.state.zones[m.facts.zone["known"][player]])
        cards = [f"{many} {name}" if many > 1 else name for name, many in known.items()]
        own = [squad for squad in squads.all_squads(m) if m.state.controller[squad] == player]
        rig = sites.rig_of(m, player)
        lists = (
            ("squads", [of_squad(m, squad) for squad in sorted(own, key=lambda one: squads.number(m, one))]),
            ("rig", list(of_rig(m, rig)) if rig != NOWHERE and sites.parts(m, rig) else []),
            ("built", [of_facility(m, site) for site in sites.facilities(m) if m.state.controller[site] == player]),
            ("store", list(of_store(m, player))),
            ("cards", [", ".join(cards)] if cards else []),
        )
        return [Panel(title, entries) for title, entries in lists if entries]

    def show(self, m: Match, obj: int) -> Shown:
        kind = sites.kind_of(m, obj)
        if kind == SQUAD:
            return Shown("", not m.state.columns["acted"][obj], (), [*state_of(m, obj), *carried(m, obj)])
        return Shown(armour_of(m, obj)) if kind != RIG else Shown()

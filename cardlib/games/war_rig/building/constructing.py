"""Constructing equipment, rig parts and facilities, and where they go then (WR-138 to WR-146, WR-148 to WR-153)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.building import equipping, fitting
from cardlib.games.war_rig.building.equipping import inventory
from cardlib.games.war_rig.kinds import EQUIPMENT, FACILITY, FUELS, PART, PLATFORM, RESOURCES, TOOLS, store
from cardlib.kernel import atoms, holding
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NO_CARD = Refusal("WR-138", "{card} is not in your inventory")
NO_TOOLS = Refusal("WR-139", "no friendly squad there carries Workshop Tools")
TOO_DEAR = Refusal("WR-140", "{card} costs {cost}")
BUILT_ELSEWHERE = Refusal("WR-144", "{card} is constructed in {place}")
NOT_CONTROLLED = Refusal("WR-142", "{card} needs control of {wanted}")
NOT_BUILT = Refusal("WR-142", "{card} needs {wanted} to have been built")


def not_constructed(m: Match, squad: int, card: int) -> Refusal | None:
    """Say why a squad cannot construct a card of the inventory: place, tools, conditions, cost (WR-139 to WR-146)."""
    player, game = m.state.controller[squad], m.facts.game
    if m.state.place[squad] != building_place(m, player, card):
        return BUILT_ELSEWHERE
    title = game.title[card]
    if not equipping.has_tools(m, squad) and not (title == TOOLS and equipping.without_tools(m, player)):
        return NO_TOOLS
    if game.needs[card] and not sites.controls(m, player, game.needs[card]):
        return NOT_CONTROLLED
    if game.after[card] and not sites.exists(m, game.after[card]):
        return NOT_BUILT
    return None if affordable(m, squad, card) else TOO_DEAR


def building_place(m: Match, player: int, card: int) -> int:
    """Return where a card is constructed: the Home Base, or the printed location of a facility (WR-144)."""
    where = m.facts.game.location[card]
    return where if where != NOWHERE else land(m).home[player]


def affordable(m: Match, squad: int, card: int) -> bool:
    """Whether home stock and friendly cargo in the area pay for a card (WR-140, WR-141)."""
    stock, columns = m.state.players[m.state.controller[squad]], m.state.columns
    friends = squads.friends(m, squad)
    return all(
        stock[colour] + sum(columns[colour][friend] for friend in friends) >= many
        for colour, many in zip(RESOURCES, m.facts.game.cost[card], strict=True)
    )


def constructions(m: Match, squad: int) -> list[Choice]:
    """Return what a squad may construct now, each title once."""
    here, player = m.state.place[squad], m.state.controller[squad]
    held = held_for(m, player).get(here, ())
    if here == land(m).home[player]:
        held = tuple(dict.fromkeys([*held, *equipping.planned(m, player)]))
    return [("construct", squad, one) for one in held if not_constructed(m, squad, one) is None]


def held_for(m: Match, player: int) -> Mapping[int, tuple[int, ...]]:
    """Return the titles in the inventory of a player, by the space where they are constructed."""
    key = ("held", player)
    found: dict[int, tuple[int, ...]] | None = m.steady.get(key)
    if found is None:
        card = m.state.card
        places: dict[int, list[int]] = {}
        for one in dict.fromkeys([card[obj] for obj in inventory(m, player)]):
            places.setdefault(building_place(m, player, one), []).append(one)
        found = m.steady[key] = {space: tuple(titles) for space, titles in places.items()}
    return found


def construct(m: Match, squad: int, card: int) -> None:
    """A card of the inventory is constructed and assigned."""
    m.push("constructing", squad=squad, card=card)


def pay(m: Match, f: dict[str, Any]) -> None:
    """Home stock and friendly cargo pay in any mix; how much of each, and whose cargo, says the player (WR-141).

    What is paid goes to the general supply (WR-143).
    """
    squad, card = f["squad"], f["card"]
    player = m.state.controller[squad]
    stock, columns = m.state.players[player], m.state.columns
    friends = squads.friends(m, squad)
    from_cargo: list[tuple[int, ...]] = []
    for colour, many in zip(RESOURCES, m.facts.game.cost[card], strict=True):
        aboard = sum(columns[colour][friend] for friend in friends)
        least, most = max(0, many - stock[colour]), min(many, aboard)
        offers: list[Choice] = [("number", number) for number in range(least, most + 1)]
        prompt = f"how many {colour} come from cargo"
        paid = m.ask(player, "number", offers, prompt, rule="WR-141", source=squad)[1]
        from_cargo.append(_payers(m, squad, colour, paid))
    told: list[str] = []
    for colour, many, payers in zip(RESOURCES, m.facts.game.cost[card], from_cargo, strict=True):
        atoms.note_player(m, player, colour, stock[colour] - (many - len(payers)))
        for friend in payers:
            atoms.put(m, friend, colour, columns[colour][friend] - 1)
        told += [f"{payers.count(friend)} {colour} of {m.rules.name(m, friend)}" for friend in dict.fromkeys(payers)]
    f["paid"] = f"cargo: {', '.join(told)}" if told else ""


def _payers(m: Match, squad: int, colour: str, many: int) -> tuple[int, ...]:
    """Return whose cargo pays, a squad for each token; asked where several carry more than is paid (WR-141)."""
    aboard = [friend for friend in squads.friends(m, squad) for _ in range(m.state.columns[colour][friend])]
    paid: list[int] = []
    while len(paid) < many:
        left = [friend for friend in dict.fromkeys(aboard) if paid.count(friend) < aboard.count(friend)]
        if many == len(aboard):
            return tuple(aboard)
        offers: list[Choice] = [("unload", friend, colour) for friend in left]
        prompt = f"whose {colour} cargo pays"
        paid.append(m.ask(m.state.controller[squad], "one", offers, prompt, rule="WR-141", source=squad)[1])
    return tuple(paid)


def assign(m: Match, f: dict[str, Any]) -> None:
    """Equipment adds a unit, a facility stands where it was built, a part is attached or stored (WR-148 to WR-153)."""
    squad, card = f["squad"], f["card"]
    s, game = m.state, m.facts.game
    player = s.controller[squad]
    held = next((obj for obj in inventory(m, player) if s.card[obj] == card), NOWHERE)
    kind = game.kind[card]
    rule = {EQUIPMENT: "WR-148", PART: "WR-151", FACILITY: "WR-153"}[kind]
    paid = f.get("paid", "")
    if kind == EQUIPMENT:
        if held in s.zones[m.facts.zone["inventory"][player]]:
            atoms.move(m, held, "known", player=player)
        name = store(game.title[card])
        atoms.note_player(m, player, name, s.players[player][name] + 1)
        m.emit("produced", squad, NOWHERE, card, player, rule, total=paid)
        return
    atoms.own(m, held, player)
    if kind == FACILITY:
        atoms.move(m, held, "board")
        atoms.relocate(m, held, s.place[squad])
        fuel_up(m, held)
        m.emit("constructed", held, squad, 0, player, rule, total=paid)
        return
    atoms.move(m, held, "parts", player=player)
    m.emit("constructed", held, squad, 0, player, rule, total=paid)
    f["part"] = held


def fuel_up(m: Match, site: int) -> None:
    """On construction the platform has its first fuel from the general supply (WR-Q81)."""
    if m.state.card[site] == m.facts.number[PLATFORM]:
        for column in FUELS.values():
            atoms.put(m, site, column, m.facts.constants["fuel"])
        atoms.put(m, site, "built", m.state.vars["turn"])


def fit(m: Match, f: dict[str, Any]) -> None:
    """A part goes into an empty slot of its zone if the chassis is at home (WR-151)."""
    part = f.get("part", NOWHERE)
    if part == NOWHERE:
        return
    player = m.state.controller[f["squad"]]
    rig = sites.rig_of(m, player)
    free = fitting.slots_for(m, rig, part) if rig != NOWHERE and fitting.rig_at_home(m, rig) else []
    if free:
        offers: list[Choice] = [("attach", part, slot) for slot in free]
        slot = m.ask(player, "one", offers, "into which slot", rule="WR-151", source=part)[2]
        holding.hold(m, part, rig, slot, player=player, rule="WR-151")


PROCEDURES = {"constructing": procedure(pay, assign, fit)}

"""Random games of War Rig, and what must hold at every decision of them; for property tests.

A game with an odd seed begins with full home stocks and constructed parts and facilities, so that rigs, fires and the
Empire are met as well. Weight, tiers, movement and cost are worked out here from the printed cards alone, apart from
the rules in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import cardlib
from cardlib.games.war_rig import sites, squads
from cardlib.games.war_rig.board import land
from cardlib.games.war_rig.kinds import PART, RESOURCES, SHIP, SQUAD, SUPPLIES, TITLES, TOKENS
from cardlib.kernel import atoms, holding
from cardlib.kernel.chance import Chance, derive
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

FUELS = {"red": "red_fuel", "green": "green_fuel"}
PLENTY = 40
ENDINGS = frozenset({"WR-254", "WR-270", "WR-272", "WR-274", "WR-280"})
STARTERS = ("orbital-platform", "orbital-cannon", "arc-shield-generator")
SHORT = ("empire-portal", "stable-core-reactor")  # with one of these a game of the rich is over in a few turns
IDLE = frozenset({"end", "keep", "let-in", "stop", "done", "no"})


def begun(game: cardlib.Game, players: int, seed: int) -> Match:
    """Begin a match in which nothing is decided by documents; with an odd seed everybody is rich."""
    match = game.match([{}] * players, seed=seed)
    if seed % 2:
        enrich(match, Chance(derive(seed, 7)), STARTERS if seed % 4 == 3 else (*STARTERS, *SHORT))
    return match


def enrich(m: Match, chance: Chance, built: tuple[str, ...]) -> None:
    """Fill the home stocks, attach parts to every rig that fit, and give every player some cards and facilities."""
    s, facts = m.state, m.facts
    for player in range(facts.players):
        for token in TOKENS:
            atoms.note_player(m, player, token, PLENTY)
    deck = list(s.zones[facts.zone["deck"][0]])
    chance.shuffle(deck)
    for obj in deck[:30]:
        player = chance.below(facts.players)
        id_ = facts.ids[s.card[obj]]
        if sites.kind_of(m, obj) == PART:
            rig = sites.rig_of(m, player)
            free = [slot for slot in facts.holders.slots if holding.unfit(m, obj, rig, slot) is None]
            atoms.own(m, obj, player)
            atoms.move(m, obj, "parts", player=player)
            if free:
                holding.hold(m, obj, rig, free[chance.below(len(free))], player=player, rule="WR-152")
        elif id_ in built:
            atoms.own(m, obj, player)
            atoms.move(m, obj, "board")
            atoms.relocate(m, obj, facts.game.location[s.card[obj]])
            if id_ == "orbital-platform":
                for column in FUELS.values():
                    atoms.put(m, obj, column, facts.constants["fuel"])
        else:
            atoms.move(m, obj, "inventory", player=player)


def walk(m: Match, seed: int, picks: int = 100_000) -> Iterator[Match]:
    """Play random picks, with seeds of 2 and 3 in 4 eagerly; yields the match at every decision, before its pick."""
    chance = Chance(derive(seed, 99))
    for _ in range(picks):
        if m.over:
            return
        yield m
        assert m.decision is not None
        choices = m.decision.choices
        doing = [at for at, choice in enumerate(choices) if choice[0] not in IDLE]
        if seed % 4 > 1 and doing and chance.below(8):
            m.take(doing[chance.below(len(doing))])
        else:
            m.take(chance.below(len(choices)))


# -- tokens ------------------------------------------------------------------------------------------------------


def tokens(m: Match) -> Counter[str]:
    """Count all tokens outside the general supply: aboard, loose, in supplies, in home stocks and as fuel."""
    columns, players = m.state.columns, m.state.players
    found: Counter[str] = Counter()
    for token, supply in zip(TOKENS, SUPPLIES, strict=True):
        found[token] += sum(columns[token]) + sum(columns[supply]) + sum(player[token] for player in players)
    for colour, fuel in FUELS.items():
        found[colour] += sum(columns[fuel])
    return found


class Ledger:
    """What tokens there ought to be: those of the beginning, and what the log says has come and gone since."""

    def __init__(self, m: Match) -> None:
        self.ought = tokens(m)
        self.read = len(m.events or ())
        self.fuel = self._fuel(m)
        self.stocks = [{token: player[token] for token in TOKENS} for player in m.state.players]

    def wrong(self, m: Match) -> list[str]:
        """Return the tokens that came or went without being told, by colour."""
        events: list[Any] = list(m.events or ())
        for event in events[self.read :]:
            self._book(m, event)
        self.read = len(events)
        self.fuel = self._fuel(m)
        self.stocks = [{token: player[token] for token in TOKENS} for player in m.state.players]
        now = tokens(m)
        found = [
            f"{now[token]} {token}, not {self.ought[token]}" for token in TOKENS if now[token] != self.ought[token]
        ]
        self.ought = now
        return found

    @staticmethod
    def _fuel(m: Match) -> Counter[str]:
        return Counter({colour: sum(m.state.columns[column]) for colour, column in FUELS.items()})

    def _book(self, m: Match, event: Any) -> None:
        ought, printed = self.ought, m.facts
        match event.kind:
            case "swapped":
                ought["scrap"] -= event.number
                ought[event.seen.total] += 1
            case "refined":
                paid, gained = event.seen.total.split(" for ")
                ought.subtract(paid.split(", "))
                ought[gained] += 1
            case "produced" | "constructed":
                card = event.number if event.kind == "produced" else m.state.card[event.subject]
                for colour in RESOURCES:
                    ought[colour] -= printed.printed[colour][card] or 0
                if printed.ids[card] == "orbital-platform":
                    ought.update(dict.fromkeys(FUELS, printed.constants["fuel"]))
                    self.fuel = Counter(dict.fromkeys(FUELS, printed.constants["fuel"]))
            case "exchanged":
                ought["tech"] -= 1
            case "ionised":
                ought["red"] -= printed.constants["ion_canon_price"]
            case "gains":
                ought[event.seen.total] += 1
            case "refuelled":
                self.fuel[event.seen.total] += 1
            case "fuel-burnt":
                ought.subtract(list(FUELS))
                self.fuel.subtract(list(FUELS))
            case "falls":
                ought.subtract(self.fuel)
                self.fuel.clear()
            case "dissolved" if not self._fuel(m).total():
                ought.subtract(self.fuel)  # it leaves with who is out, and its fuel is in the supply again (WR-277)
                self.fuel.clear()
            case "out":
                ought.subtract(self.stocks[event.player])


# -- what must hold ----------------------------------------------------------------------------------------------


def ways(m: Match, squad: int) -> list[str]:
    """Return every way in which a squad is somewhere; there has to be one."""
    s, columns = m.state, m.state.columns
    found = {
        "free": squads.is_free(m, squad),
        "captured": s.host[squad] != NOWHERE,
        "in the cell": columns["locked"][squad] > 0,
        "in holding": columns["holding"][squad] > 0,
        "of the Empire": columns["empire"][squad] > 0,
        "removed": m.facts.zone_kinds[s.zone[squad]] == "removed",
    }
    return [way for way, holds in found.items() if holds]


def wrong(m: Match) -> list[str]:
    """Return what does not hold at a decision: objects, squads, cells, rigs, numbers."""
    return [*_objects(m), *_squads(m), *_cells(m), *_rigs(m), *_numbers(m)]


def _objects(m: Match) -> Iterator[str]:
    s, facts = m.state, m.facts
    if Counter(obj for zone in s.zones for obj in zone) != Counter(range(len(s.card))):
        yield "an object is in no zone, or in two"
    if not m.over and not (m.decision is not None and len(m.decision.choices) > 1):
        yield "there is nothing to choose"
    if m.decision is not None and s.out and m.player in {row[0] for row in s.out}:
        yield "who is out is asked"
    field = facts.field_zone
    for obj, zone in enumerate(s.zone):
        if zone != field and (s.place[obj] != NOWHERE or s.host[obj] != NOWHERE):
            yield f"{facts.ids[s.card[obj]]} has a place or a host, and is not on the board"
        if zone == field and (s.place[obj] == NOWHERE) == (s.host[obj] == NOWHERE):
            yield f"{facts.ids[s.card[obj]]} stands and is held, or neither"


def _squads(m: Match) -> Iterator[str]:
    s, columns, ids = m.state, m.state.columns, m.facts.ids
    kind = m.facts.game.kind
    every = [obj for obj, card in enumerate(s.card) if kind[card] == SQUAD]
    acting = s.vars["acting"] - 1
    spilling = [bind["squad"] for name, _, bind, _ in s.stack if name == "spilling"]  # its player is asked what falls
    for squad in every:
        name, found = ids[s.card[squad]], ways(m, squad)
        if len(found) != 1:
            yield f"{name} is {' and '.join(found) or 'nowhere'}"
            continue
        way, host = found[0], s.host[squad]
        if way == "removed":
            if any(columns[column][squad] for column in (*TOKENS, *TITLES, "camp", "coercion")):
                yield f"{name} is removed and has something"
            continue
        if way == "captured" and (not squads.is_free(m, host) or s.controller[host] == s.controller[squad]):
            yield f"{name} is captured by a squad that is not free, or is its friend"
        if squads.cargo(m, squad) > squads.spaces(m, squad) and squad not in spilling:
            yield f"{name} carries too much"
        if len(squads.titles(m, squad)) > m.facts.constants["equipment_titles"]:
            yield f"{name} has too many titles"
        if columns["camp"][squad] and (way != "free" or squads.intruding(m, squad)):
            yield f"{name} is camped where it cannot be"
        if (columns["coercion"][squad] > 0) != (way == "in the cell"):
            yield f"{name} is {way} with {columns['coercion'][squad]} coercion counters"
        if columns["lesser"][squad] != (s.controller[squad] == squads.planet(m)):
            yield f"{name} is lesser and controlled, or neither"
        if way == "of the Empire" and not s.vars["summoner"]:
            yield f"{name} is held by an Empire that is not there"
        if way == "free" and squads.at_home(m, squad) and squads.cargo(m, squad):
            yield f"{name} is at home and has deposited nothing"
        if columns["actions"][squad] and (squad != acting or way != "free"):
            yield f"{name} has actions left and is not active"
        if s.controller[squad] < m.facts.players and s.controller[squad] not in s.order:
            yield f"{name} belongs to who is out"


def _cells(m: Match) -> Iterator[str]:
    columns, place = m.state.columns, m.state.place
    for base in land(m).bases:
        locked = [one for one in squads.all_squads(m) if columns["locked"][one] and place[one] == base]
        queue = squads.waiting(m, base)
        if len(locked) > 1:
            yield "two squads are in a cell"
        if queue and not locked:
            yield "a squad waits for an empty cell"
        if len({columns["holding"][one] for one in queue}) != len(queue):
            yield "two squads wait in one place"
        if (locked or queue) and base not in land(m).home[: m.facts.players]:
            yield "a squad is locked up where there is no cell"


def _rigs(m: Match) -> Iterator[str]:
    s, facts = m.state, m.facts
    numbers, words = facts.printed, facts.keywords
    for rig in sites.rigs(m):
        attached = [obj for obj, host in enumerate(s.host) if host == rig]
        slots = [s.columns["slot"][part] for part in attached]
        if len(set(slots)) != len(slots) or 0 in slots:
            yield "two parts are in a slot, or a part in none"
        cards = [s.card[part] for part in attached]
        weight = sum(numbers["weight"][card] or 0 for card in cards)
        at_work = [
            s.card[part]
            for part in attached
            if not s.columns["fire"][part]
            and not s.columns["disabled"][part]
            and s.columns["hit"][part] < (numbers["armour"][s.card[part]] or 0)
        ]
        crawlers = [card for card in at_work if "crawler" in facts.subtypes[card]]
        walkers = [card for card in at_work if "walker" in facts.subtypes[card]]
        rows = []
        twice = crawlers if len(crawlers) > 1 else []
        for part, card in zip(attached, cards, strict=True):
            row = facts.tables["limit"].rows[card]
            if row:
                broken = card not in twice or s.columns["fire"][part] or s.columns["disabled"][part]
                rows.append([limit * (1 if broken else 2) for limit in row])
        tier = 1 + sum(weight > min(column) for column in zip(*rows, strict=True)) if rows else 1
        moved = any("movement" in words[card] for card in at_work) or len(walkers) > 1
        ought = {
            "load": weight,
            "tier": tier,
            "can_move": int(moved and tier < 4),
            "has_targeting": int(any("targeting" in words[card] for card in at_work)),
        }
        for name, number in ought.items():
            if m.rules.value(m, rig, name) != number:
                yield f"{name} of a rig is {m.rules.value(m, rig, name)}, not {number}"
        if land(m).base[s.place[rig]] and s.place[rig] != land(m).home[s.controller[rig]]:
            yield "a rig stands in the base of another player"


def _numbers(m: Match) -> Iterator[str]:
    s, facts = m.state, m.facts
    if any(number < 0 for column in s.columns.values() for number in column):
        yield "a number of an object is below 0"
    if any(number < 0 for player in s.players for number in player.values()):
        yield "a number of a player is below 0"
    for obj in s.zones[facts.field_zone]:
        armour = facts.printed["armour"][s.card[obj]]
        if armour and s.columns["hit"][obj] > armour:
            yield f"{facts.ids[s.card[obj]]} has more hits than armour"
        if armour and s.columns["hit"][obj] == armour and not s.columns["fire"][obj]:
            yield f"{facts.ids[s.card[obj]]} has no armour left and does not burn"
        if any(s.columns[fuel][obj] > facts.constants["fuel"] for fuel in FUELS.values()):
            yield "the platform holds too much fuel"
    ships = [obj for obj in s.zones[facts.field_zone] if facts.game.kind[s.card[obj]] == SHIP]
    if bool(ships) and not s.vars["summoner"]:
        yield "ships are there and nobody has summoned them"
    if any(s.columns["held"]) and not s.vars["summoner"]:
        yield "areas are held and the Empire is not there"
    if s.vars["turn"] > facts.constants["turn_limit"]:
        yield "the last turn is over"


def stale(m: Match) -> list[str]:
    """Return current values that differ from the same worked out anew."""
    fork = m.fork()
    found = []
    for obj in m.state.zones[m.facts.field_zone]:
        for name in ("is_free", "infiltrated", "works", "remaining", "load", "tier", "can_move", "defence", "offence"):
            if name in ("defence", "offence") and not squads.is_squad(m, obj):
                continue
            if m.rules.value(m, obj, name) != fork.rules.value(fork, obj, name):
                found.append(f"{name} of {m.facts.ids[m.state.card[obj]]} is remembered wrongly")
    return found

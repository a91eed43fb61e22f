"""Why something is not possible now, with the rule that forbids it: for messages, scenarios and the `?` of play.

What is legal is told where the options are made; here a move that was typed is led to it and the refusal put in words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.attacks import attacking, firing
from cardlib.games.war_rig.board import area_name
from cardlib.games.war_rig.building import constructing, equipping, fitting
from cardlib.games.war_rig.course import acting
from cardlib.games.war_rig.facilities import fuel, orbit, using
from cardlib.games.war_rig.fire import fighting
from cardlib.games.war_rig.kinds import FUELS, PART, RESOURCES, TITLE_OF
from cardlib.games.war_rig.movement import captives, driving, moving
from cardlib.games.war_rig.rival_base import infiltrating, spying
from cardlib.games.war_rig.supplies import camps, gathering, stock, tech
from cardlib.games.war_rig.ways_to_win import empire, power
from cardlib.kernel.refusals import Refusal, Why, asked, told
from cardlib.kernel.speech import Counted
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move, Thing

SLOT = "WR-022"  # the decision at a free moment of a slot
FIRST_UNITS = "WR-011"  # the decision who carries a starting unit
NOT_THERE = Refusal("WR-022", "{s} is not on the board")
NO_SQUAD = Refusal("WR-022", "{s} is no squad")
NOT_OF_RIGS = Refusal("WR-205", "{s} is a rig; it moves, attacks and may fight its own fires")
NO_SUCH_FUEL = Refusal("WR-244", "the platform takes red and green fuel")
NOT_FACE_DOWN = Refusal("WR-281", "{card} does not lie face-down in your inventory")
FREE_STEPS = Refusal("WR-029", "free steps are taken in the own slot")


def why_not(m: Match, player: int, move: Move) -> Why:
    """Say why a well-formed move is no option of a player now, and by which rule."""
    found: Why | None = None
    if move.verb in ABOUT:
        found = _squad(m, player, move)
    elif move.verb == "shoot":
        found = _shoot(m, player, move)
    elif move.verb in STEPS:
        found = STEPS[move.verb](m, player, move) if asked(m, player, SLOT) else told(m, FREE_STEPS)
    return found or m.rules.not_offered(m, player, move)


def _squad(m: Match, player: int, move: Move) -> Why | None:
    """Lead a move of a squad to what refuses it: whose it is, the round, then the action itself."""
    thing = move.things[0]
    squad = thing.object
    if squad == NOWHERE:
        return told(m, NOT_THERE, s=m.facts.names[thing.number])
    if rigs.is_rig(m, squad):
        return _rig(m, player, squad, move)
    if not squads.is_squad(m, squad):
        return told(m, NO_SQUAD, squad)
    if move.verb in acting.ACTIONS:
        refusal = acting.unable_to_act(m, player, squad)
        if refusal is not None:
            other = acting.active_squad(m)
            return told(m, refusal, squad, other if other >= 0 else NOWHERE, n=squads.number(m, squad))
    elif move.verb == "equip" and asked(m, player, FIRST_UNITS) and m.state.controller[squad] == player:
        return _first_units(m, squad, move)
    elif not asked(m, player, SLOT) or m.state.controller[squad] != player:
        return told(m, FREE_STEPS if m.state.controller[squad] == player else acting.NOT_YOURS, squad)
    return ABOUT[move.verb](m, squad, move)


def _rig(m: Match, player: int, rig: int, move: Move) -> Why | None:
    """Lead a move of a rig to what refuses it; only moves and fire fighting are its own (WR-201, WR-205).

    What no rig ever does is told before what this one cannot do now.
    """
    if move.verb not in ("move", "douse") and m.state.controller[rig] == player:
        return told(m, NOT_OF_RIGS, rig)
    refusal = acting.unable_to_act(m, player, rig)
    if refusal is not None:
        return told(m, refusal, rig, max(acting.active_squad(m), NOWHERE))
    if move.verb == "douse":
        return _douse(m, rig, move)
    named = move.named("SPACE")
    refusal = driving.unable_to_move(m, rig)
    words = _words(m, rig)
    if refusal is None and named is not None:
        refusal = driving.no_road(m, rig, named.number)
        words["space"] = area_name(m, named.number)
    return None if refusal is None else told(m, refusal, rig, **words)


def _douse(m: Match, actor: int, move: Move) -> Why | None:
    site = move.things[1].object if len(move.things) > 1 else NOWHERE
    if site == NOWHERE:
        return told(m, fighting.NOT_BURNING, o=_called(m, move.things[1])) if len(move.things) > 1 else None
    refusal = fighting.not_fought(m, actor, site)
    return None if refusal is None else told(m, refusal, actor, site)


def _shoot(m: Match, player: int, move: Move) -> Why | None:
    """Say why a weapon is not fired at a target: the rig, the weapon, then the target."""
    weapon = move.things[0].object if move.things else NOWHERE
    rig = m.state.host[weapon] if weapon != NOWHERE else NOWHERE
    if rig == NOWHERE or m.state.controller[rig] != player or not rigs.is_rig(m, rig):
        return told(m, firing.NO_WEAPON, s=_called(m, move.things[0])) if move.things else None
    refusal = acting.unable_to_act(m, player, rig) or firing.unable_to_fire(m, rig)
    if refusal is not None:
        return told(m, refusal, rig, max(acting.active_squad(m), NOWHERE))
    if weapon not in rigs.weapons(m, rig):
        return told(m, firing.NO_WEAPON, weapon)
    target = move.things[1].object if len(move.things) > 1 else NOWHERE
    if target == NOWHERE:
        return None
    refusal = firing.no_target(m, weapon, target, m.state.place[rig])
    return None if refusal is None else told(m, refusal, weapon, target)


def _words(m: Match, squad: int) -> dict[str, Any]:
    place = m.state.space_of(squad)
    return {"here": area_name(m, place)}


def _move(m: Match, squad: int, move: Move) -> Why | None:
    refusal = moving.unable_to_move(m, squad)
    named = move.named("SPACE")
    words = _words(m, squad)
    if refusal is None and named is not None:
        refusal = moving.no_way(m, squad, named.number)
        words["space"] = area_name(m, named.number)
    return None if refusal is None else told(m, refusal, squad, **words)


def _gather(m: Match, squad: int, move: Move) -> Why | None:
    tokens = [thing.words for thing in move.things[1:]]
    refusal = gathering.not_gathered(m, squad, tokens)
    words = _words(m, squad)
    yields = m.facts.game.land.yields[m.state.place[squad]]
    words["token"] = next((token for token in tokens if token not in yields), "")
    words["n"] = Counted(gathering.amount(m, squad))
    return None if refusal is None else told(m, refusal, squad, **words)


def _plain(unable: Callable[[Match, int], Refusal | None]) -> Callable[[Match, int, Move], Why | None]:
    """Return what tells the refusal of an action that names nothing but the squad."""

    def tell(m: Match, squad: int, move: Move) -> Why | None:
        refusal = unable(m, squad)
        if refusal is None:
            return None
        held = squads.prisoner(m, m.state.place[squad])
        words = {**_words(m, squad), "base": _words(m, squad)["here"]}
        return told(m, refusal, squad, held, **words)

    return tell


def _attack(m: Match, squad: int, move: Move) -> Why | None:
    refusal = attacking.unable_to_attack(m, squad)
    target = move.things[1].object if len(move.things) > 1 else NOWHERE
    if refusal is not None:
        return told(m, refusal, squad)
    if target == NOWHERE or not squads.is_squad(m, target):
        return told(m, attacking.ELSEWHERE, squad, o=_called(m, move.things[1])) if len(move.things) > 1 else None
    refusal = attacking.no_target(m, squad, target)
    return None if refusal is None else told(m, refusal, squad, target)


def _rescue(m: Match, squad: int, move: Move) -> Why | None:
    held = move.things[1].object if len(move.things) > 1 else NOWHERE
    if held == NOWHERE or not squads.is_squad(m, held):
        return told(m, infiltrating.NOT_JAILED, o=_called(m, move.things[1])) if len(move.things) > 1 else None
    refusal = infiltrating.no_rescue(m, squad, held)
    return None if refusal is None else told(m, refusal, squad, held)


def _spy(m: Match, squad: int, move: Move) -> Why | None:
    return told(m, spying.unable_to_spy(m, squad) or spying.NOTHING_THERE, squad)


def _sabotage(m: Match, squad: int, move: Move) -> Why | None:
    site = move.things[1].object if len(move.things) > 1 else NOWHERE
    unable = spying.unable_to_spy(m, squad)
    if unable is not None or site == NOWHERE:
        return told(m, unable or spying.NO_SITE, squad, o=_called(m, move.things[-1]))
    refusal = spying.no_sabotage(m, squad, site)
    return None if refusal is None else told(m, refusal, squad, site)


def _claim(m: Match, squad: int, move: Move) -> Why | None:
    if len(move.things) < 2:
        return None
    token = move.things[1].words
    refusal = acting.unable_to_claim(m, m.state.controller[squad], squad) or gathering.unclaimed(m, squad, token)
    return None if refusal is None else told(m, refusal, squad, token=token, **_words(m, squad))


def _construct(m: Match, squad: int, move: Move) -> Why | None:
    thing = move.things[1] if len(move.things) > 1 else None
    if thing is None:
        return None
    card, player, game = thing.number, m.state.controller[squad], m.facts.game
    held = {m.state.card[obj] for obj in equipping.inventory(m, player)}
    if card not in held and card not in equipping.planned(m, player):
        return told(m, constructing.NO_CARD, card=m.facts.names[card])
    refusal = constructing.not_constructed(m, squad, card)
    if refusal is None:
        return None
    cost = [f"{many} {colour}" for colour, many in zip(RESOURCES, game.cost[card], strict=True) if many]
    place = area_name(m, constructing.building_place(m, player, card))
    needed = game.needs[card] if refusal is constructing.NOT_CONTROLLED else game.after[card]
    wanted = m.facts.names[m.facts.number[needed]] if needed else ""
    return told(m, refusal, squad, card=m.facts.names[card], cost=", ".join(cost), place=place, wanted=wanted)


def _assign(m: Match, squad: int, move: Move) -> Why | None:
    refusal = equipping.unable_to_assign(m, squad)
    if refusal is not None:
        return told(m, refusal, squad)
    thing = move.things[1] if len(move.things) > 1 else None
    title = TITLE_OF.get(m.facts.ids[thing.number]) if thing is not None else None
    if title is None:
        return None
    test = equipping.not_equipped if move.verb == "equip" else equipping.not_stowed
    refusal = test(m, squad, title)
    return None if refusal is None else told(m, refusal, squad, title=title.replace("_", " "))


def _first_units(m: Match, squad: int, move: Move) -> Why | None:
    """Say why a starting unit does not go on a squad: it is the one that is asked about, and two are there (WR-150)."""
    title = TITLE_OF.get(m.facts.ids[move.things[1].number]) if len(move.things) > 1 else None
    if title is None or m.decision is None or ("keep", title) not in m.decision.choices:
        return None
    return told(m, equipping.NO_SPACE_LEFT, squad, title=title.replace("_", " "))


def _summon(m: Match, player: int, move: Move) -> Why | None:
    refusal = empire.no_summons(m, player)
    return None if refusal is None else told(m, refusal)


def _discover(m: Match, player: int, move: Move) -> Why | None:
    refusal = power.no_discovery(m, player)
    working = sites.working_facilities(m, power.REACTOR, player)
    count = m.state.columns["working_turns"][working[0]] if working else 0
    return None if refusal is None else told(m, refusal, n=count, many=m.facts.constants["reactor_turns"])


def _exchange(m: Match, player: int, move: Move) -> Why | None:
    refusal = tech.no_exchange(m, player)
    return None if refusal is None else told(m, refusal)


def _attach(m: Match, player: int, move: Move) -> Why | None:
    card = move.things[0].number if move.things else NOWHERE
    rig = sites.rig_of(m, player)
    if card == NOWHERE or rig == NOWHERE:
        return None
    name = m.facts.names[card]
    if not fitting.rig_at_home(m, rig):
        return told(m, fitting.RIG_AWAY)
    stored = [part for part in m.state.zones[m.facts.zone["parts"][player]] if m.state.card[part] == card]
    if not stored:
        return told(m, fitting.NOT_STORED, card=name)
    if all(m.state.columns["moved_units"][part] for part in stored):
        return told(m, fitting.MOVED_ALREADY, s=name)
    return told(m, fitting.NO_SLOT, card=name)


def _detach(m: Match, player: int, move: Move) -> Why | None:
    part = move.things[0].object if move.things else NOWHERE
    if part == NOWHERE or sites.kind_of(m, part) != PART:
        return told(m, fitting.NOT_ATTACHED, s=_called(m, move.things[0])) if move.things else None
    refusal = fitting.not_detached(m, player, part)
    return None if refusal is None else told(m, refusal, part)


def _swap(m: Match, player: int, move: Move) -> Why | None:
    if move.things and move.things[0].words not in RESOURCES:
        return told(m, stock.NO_RESOURCE)
    refusal = stock.no_swap(m, player)
    return None if refusal is None else told(m, refusal, n=stock.scrap_price(m))


def _called(m: Match, thing: Thing) -> str:
    return m.facts.names[thing.number] if thing.numbers else thing.words


ABOUT: dict[str, Callable[[Match, int, Move], Why | None]] = {
    "move": _move,
    "gather": _gather,
    "encamp": _plain(camps.unable_to_camp),
    "decamp": _plain(camps.unable_to_decamp),
    "attack": _attack,
    "coerce": _plain(captives.unable_to_coerce),
    "recruit": _plain(infiltrating.unable_to_recruit),
    "rescue": _rescue,
    "douse": _douse,
    "spy": _spy,
    "sabotage": _sabotage,
    "claim": _claim,
    "construct": _construct,
    "equip": _assign,
    "stow": _assign,
}


def _facility(id_: str) -> Callable[[Match, int, Move], Why | None]:
    """Return what tells why a facility is not used: it works, what it needs, what it costs, what it is aimed at."""

    def tell(m: Match, player: int, move: Move) -> Why | None:
        card = m.facts.number[id_]
        refusal = using.unusable(m, player, id_)
        needed = m.facts.game.works_with[card]
        wanted = m.facts.names[m.facts.number[needed]] if needed else ""
        name = m.facts.names[card]
        if refusal is not None:
            return told(m, refusal, card=name, wanted=wanted)
        price = m.facts.constants["ion_canon_price"]
        if id_ == using.CANON and m.state.players[player]["red"] < price:
            return told(m, using.CANNOT_PAY, card=name, cost=f"{price} red")
        if id_ == using.CANON and move.things:
            rig = move.things[0].object
            if rig == NOWHERE or not rigs.is_rig(m, rig):
                return told(m, using.NO_RIG, o=_called(m, move.things[0]))
            unaimed = using.no_ionising(m, player, rig)
            return None if unaimed is None else told(m, unaimed, other=rig)
        if id_ == using.REFINERY:
            return told(m, using.CANNOT_PAY, card=name, cost=f"{using.refined_from(m)} resources of the stock")
        return None

    return tell


def _in_orbit(id_: str) -> Callable[[Match, int, Move], Why | None]:
    """Return what tells why a facility in Low Orbit is not used."""

    def tell(m: Match, player: int, move: Move) -> Why | None:
        card = m.facts.number[id_]
        refusal = orbit.unusable(m, player, id_)
        if refusal is not None:
            wanted = m.facts.names[m.facts.number[m.facts.game.works_with[card]]]
            return told(m, refusal, card=m.facts.names[card], wanted=wanted)
        if id_ == orbit.ARRAY:
            return told(m, spying.NOTHING_THERE)
        target = move.things[0].object if move.things else NOWHERE
        refusal = orbit.no_target(m, player, target) if target != NOWHERE else firing.NO_TARGET
        return None if refusal is None else told(m, refusal, o=_called(m, move.things[0]))

    return tell


def _refuel(m: Match, player: int, move: Move) -> Why | None:
    colour = move.things[0].words if move.things else ""
    if colour not in FUELS:
        return told(m, NO_SUCH_FUEL)
    refusal = fuel.not_refuelled(m, player, colour)
    return None if refusal is None else told(m, refusal, fuel=colour)


def _expose(m: Match, player: int, move: Move) -> Why | None:
    return told(m, NOT_FACE_DOWN, card=m.facts.names[move.things[0].number]) if move.things else None


STEPS: dict[str, Callable[[Match, int, Move], Why | None]] = {
    "swap": _swap,
    "exchange": _exchange,
    "discover": _discover,
    "summon": _summon,
    "refine": _facility(using.REFINERY),
    "ionise": _facility(using.CANON),
    "shield": _facility(using.SHIELD),
    "refuel": _refuel,
    "bombard": _in_orbit(orbit.CANNON),
    "hack": _in_orbit(orbit.ARRAY),
    "attach": _attach,
    "detach": _detach,
    "expose": _expose,
}

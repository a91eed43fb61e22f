"""What a player may do in a slot: actions of a squad of the round, and free steps between them (WR-022 to WR-030)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cardlib.games.war_rig import rigs, sites, squads
from cardlib.games.war_rig.attacks import attacking, firing
from cardlib.games.war_rig.building import constructing, equipping, fitting
from cardlib.games.war_rig.facilities import fuel, orbit, using
from cardlib.games.war_rig.fire import fighting
from cardlib.games.war_rig.movement import captives, driving, moving
from cardlib.games.war_rig.rival_base import infiltrating, spying
from cardlib.games.war_rig.supplies import camps, gathering, stock, tech
from cardlib.games.war_rig.ways_to_win import empire, power
from cardlib.kernel import atoms
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

END: Choice = ("end",)
NOT_YOURS = Refusal("WR-022", "{s} is not under your control")
NOT_FREE = Refusal("WR-127", "{s} is captured")
IMPRISONED = Refusal("WR-135", "{s} is a prisoner")
EMPIRE_HELD = Refusal("WR-250", "{s} is held by the Empire")
OTHER_SLOT = Refusal("WR-021", "it is not your slot")
OTHER_ROUND = Refusal("WR-022", "{s} acts in round {n}")
HAS_ACTED = Refusal("WR-022", "{s} has no action left in this turn")
RIG_HAS_ACTED = Refusal("WR-027", "{s} has no action left in this turn")
JOINED_LATE = Refusal("WR-026", "{s} became free in this round")
NOT_ACTING = Refusal("WR-079", "{s} takes loose tokens in its activation")
OTHER_ACTS = Refusal("WR-022", "{o} is active; it finishes or ends first")


def active_squad(m: Match) -> int:
    """Return the squad that is active, NOWHERE if none is."""
    return m.state.vars["acting"] - 1


def ready(m: Match, player: int) -> list[int]:
    """Return what a player has still to activate: squads of the round, and the rig in any round (WR-022, WR-028)."""
    round_, columns = m.state.vars["round"], m.state.columns
    rig = sites.rig_of(m, player)
    waits = [rig] if rig != NOWHERE and not columns["acted"][rig] and rigs.working_parts(m, rig) else []
    return waits + [
        squad
        for squad in sorted(squads.free_squads(m, player))
        if squads.number(m, squad) == round_ and not columns["acted"][squad] and not columns["disabled"][squad]
    ]


def has_squads(m: Match, player: int) -> bool:
    """Whether a player has a free squad of the round, be it one that cannot act now (WR-023)."""
    round_ = m.state.vars["round"]
    return any(squads.number(m, squad) == round_ for squad in squads.free_squads(m, player))


def held_back(m: Match, squad: int) -> Refusal:
    """Say who keeps a squad from acting: its captor, a cell or the wait for it, or the Empire."""
    columns = m.state.columns
    if columns["empire"][squad]:
        return EMPIRE_HELD
    return IMPRISONED if columns["locked"][squad] or columns["holding"][squad] else NOT_FREE


def unable_to_act(m: Match, player: int, squad: int) -> Refusal | None:
    """Say why a squad takes no action now: whose it is, the round, what it has done, who is active."""
    s = m.state
    if s.controller[squad] != player:
        return NOT_YOURS
    rig = rigs.is_rig(m, squad)
    if rig and not rigs.working_parts(m, squad):
        return rigs.NO_PARTS
    if not rig and not squads.is_free(m, squad):
        return held_back(m, squad)
    if s.columns["disabled"][squad]:
        return equipping.DISABLED
    in_round = rig or squads.number(m, squad) == s.vars["round"]
    if in_round and s.columns["acted"][squad] == captives.JOINED:
        return JOINED_LATE
    if s.vars["active"] != player:
        return OTHER_SLOT
    if not in_round:
        return OTHER_ROUND
    acting = active_squad(m)
    if acting == squad:
        return None if s.columns["actions"][squad] else (RIG_HAS_ACTED if rig else HAS_ACTED)
    if s.columns["acted"][squad]:
        return RIG_HAS_ACTED if rig else HAS_ACTED
    return OTHER_ACTS if acting != NOWHERE and s.columns["actions"][acting] else None


def unable_to_claim(m: Match, player: int, squad: int) -> Refusal | None:
    """Say why a squad takes no loose tokens now: it is neither active nor able to begin (WR-079, WR-127, WR-128)."""
    if active_squad(m) == squad:
        return equipping.DISABLED if m.state.columns["disabled"][squad] else None
    refusal = unable_to_act(m, player, squad)
    as_it_is = (None, NOT_YOURS, NOT_FREE, IMPRISONED, EMPIRE_HELD, equipping.DISABLED)
    return refusal if refusal in as_it_is else NOT_ACTING


# -- options -----------------------------------------------------------------------------------------------------


def options(m: Match, player: int) -> list[Choice]:
    """Return everything that a player may do at a free moment of the slot, and ending it."""
    acting = active_squad(m)
    found: list[Choice] = []
    if acting != NOWHERE and m.state.columns["actions"][acting]:
        able = [acting]
    else:
        able = ready(m, player)
    for squad in able:
        found += actions(m, squad)
    taking = able if acting == NOWHERE or acting in able else [acting, *able]
    for squad in taking:
        if not rigs.is_rig(m, squad):
            found += gathering.claims(m, squad)
    found += stock.swaps(m, player)
    found += equipping.assignments(m, player)
    found += fitting.fittings(m, player)
    if tech.no_exchange(m, player) is None:
        found.append(("exchange",))
    found += tech.exposures(m, player)
    found += using.options(m, player)
    found += orbit.options(m, player)
    if sites.facilities(m) and empire.no_summons(m, player) is None:
        found.append(("summon",))
    if sites.facilities(m) and power.no_discovery(m, player) is None:
        found.append(("discover",))
    found.append(END)
    return found


def actions(m: Match, squad: int) -> list[Choice]:
    """Return the actions that a squad or rig may take (WR-025, WR-201)."""
    found: list[Choice] = [("douse", squad, site) for site in fighting.fires(m, squad)]
    if rigs.is_rig(m, squad):
        return [*found, *(("move", squad, to) for to in driving.roads(m, squad)), *firing.shots(m, squad)]
    if moving.unable_to_move(m, squad) is None:
        found += [("move", squad, to) for to in moving.ways(m, squad)]
    found += gathering.gatherings(m, squad)
    if camps.unable_to_camp(m, squad) is None:
        found.append(("encamp", squad))
    if camps.unable_to_decamp(m, squad) is None:
        found.append(("decamp", squad))
    found += attacking.attacks(m, squad)
    if captives.unable_to_coerce(m, squad) is None:
        found.append(("coerce", squad))
    if squads.infiltrated(m, squad):
        found += _inside(m, squad)
    found += constructing.constructions(m, squad)
    return found


def _inside(m: Match, squad: int) -> list[Choice]:
    """Return what an infiltrated squad may do beside leaving (WR-165)."""
    found: list[Choice] = [("recruit", squad)] if infiltrating.unable_to_recruit(m, squad) is None else []
    found += spying.spyings(m, squad)
    found += [("sabotage", squad, site) for site in spying.sabotages(m, squad)]
    found += [("rescue", squad, held) for held in infiltrating.rescues(m, squad)]
    return found


# -- doing it ----------------------------------------------------------------------------------------------------


def act(m: Match, player: int, choice: Choice) -> None:
    """Carry out what a player has chosen at a free moment of the slot."""
    verb, *about = choice
    if verb in ACTIONS:
        _spend(m, about[0])
        ACTIONS[verb](m, *about)
    elif verb == "shoot":
        _spend(m, m.state.host[about[0]])
        firing.shoot(m, *about)
    elif verb == "claim":
        _activate(m, about[0])
        gathering.claim(m, *about)
    elif verb in ASSIGNING:
        ASSIGNING[verb](m, *about)
    else:
        STEPS[verb](m, player, *about)


def _move(m: Match, mover: int, to: int) -> None:
    """A squad or a rig moves."""
    if rigs.is_rig(m, mover):
        driving.move(m, mover, to)
    else:
        moving.move(m, mover, to)


def _activate(m: Match, squad: int) -> None:
    """With its first action, or a loose token that it takes before, a squad becomes active (WR-022, WR-079)."""
    if active_squad(m) == squad:
        return
    finish(m)
    atoms.note(m, "acting", squad + 1)
    atoms.put(m, squad, "acted", 1)
    atoms.put(m, squad, "actions", m.facts.constants["actions"])
    m.emit("activated", squad, player=m.state.controller[squad], rule="WR-022")


def _spend(m: Match, squad: int) -> None:
    """A squad takes an action, one of so many in its activation (WR-022)."""
    _activate(m, squad)
    atoms.put(m, squad, "actions", m.state.columns["actions"][squad] - 1)


def finish(m: Match) -> None:
    """An activation ends; actions that are left are lost (WR-024)."""
    squad = active_squad(m)
    if squad == NOWHERE:
        return
    atoms.put(m, squad, "actions", 0)
    atoms.note(m, "acting", 0)
    equipping.smoke_clears(m, squad)


# What takes one of the actions of a squad, or of a rig that moves or fights a fire (WR-022, WR-201).
ACTIONS: Mapping[str, Callable[..., None]] = {
    "move": _move,
    "gather": gathering.gather,
    "encamp": camps.encamp,
    "decamp": camps.decamp,
    "attack": attacking.attack,
    "coerce": captives.coerce,
    "construct": constructing.construct,
    "recruit": infiltrating.recruit,
    "rescue": infiltrating.rescue,
    "spy": spying.spy,
    "sabotage": spying.sabotage,
    "douse": fighting.fight,
}
# Free steps with a squad at home, then those of its player (WR-029, WR-149).
ASSIGNING: Mapping[str, Callable[..., None]] = {"equip": equipping.equip, "stow": equipping.stow}
STEPS: Mapping[str, Callable[..., None]] = {
    "swap": stock.swap,
    "exchange": tech.exchange,
    "expose": tech.expose,
    "attach": fitting.attach,
    "detach": fitting.detach,
    "refine": using.refine,
    "ionise": using.ionise,
    "shield": using.shield,
    "refuel": fuel.refuel,
    "bombard": orbit.bombard,
    "hack": orbit.hack,
    "summon": empire.summon,
    "discover": power.discover,
}

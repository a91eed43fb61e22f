"""The game's own words of the filter language: what can be attacked, who is near what, who stands where."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cardlib.games.analog_tactics import units
from cardlib.games.analog_tactics.attacks import attacking, kineblades, volleys
from cardlib.games.analog_tactics.board import geometry, sight, tokens
from cardlib.games.analog_tactics.classes import owning, weapons
from cardlib.games.analog_tactics.kinds import COMMON, ENGINEER, OBSTACLE, WEAPONS
from cardlib.kernel.boards.occupants import board_of, spaces_of
from cardlib.kernel.effects import Test
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def on_board(m: Match, *things: int) -> bool:
    """Whether all of these stand on the board."""
    place = m.state.place
    return all(obj != NOWHERE and place[obj] != NOWHERE for obj in things)


def attackable(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a player may attack or damage a thing (AT-090)."""
    return obj in attacking.enemies(m, you)


def in_view(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether who says it has line of sight to a thing (AT-081)."""
    return obj != source and on_board(m, obj, source) and sight.sees(m, source, obj)


def in_range(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is in the Range and line of sight of who says it (AT-058, AT-087)."""
    near = on_board(m, obj, source) and units.distance(m, source, obj) <= weapons.reach(m, source)
    return near and sight.sees(m, source, obj)


def in_reach(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether who says it could attack a thing now, with what waits for its next attack (AT-090, ATA-Q16, ATA-Q68)."""
    if not on_board(m, obj, source):
        return False
    if volleys.waiting(m, source, "ring") and obj not in volleys.ring(m, source):
        return False
    return volleys.can_strike(m, source, obj, volleys.reach(m, source))


def in_cast_range(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is in cast range and line of sight, perhaps measured from a Common (AT-281, ATA-Q72)."""
    return on_board(m, obj, source) and _cast_at(m, obj, *casting(m, source))


def in_cast_touch(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is at distance 1 and in line of sight, perhaps measured from a Common (AT-088)."""
    return on_board(m, obj, source) and obj != source and _cast_at(m, obj, 1, casting(m, source)[1])


def in_cast_view(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a spell with global range has line of sight to a thing, perhaps from a Common (AT-087, AT-281)."""
    return on_board(m, obj, source) and obj != source and any(sight.sees(m, one, obj) for one in casting(m, source)[1])


def _cast_at(m: Match, obj: int, reach: int, origins: list[int]) -> bool:
    for one in origins:  # noqa: SIM110 (a generator costs twice as much)
        if units.distance(m, one, obj) <= reach and sight.sees(m, one, obj):
            return True
    return False


def casting(m: Match, caster: int) -> tuple[int, list[int]]:
    """Return the cast range of a unit, and from where it is measured."""
    still = m.recall()
    key = "casting", caster
    found: tuple[int, list[int]] | None = still.get(key) if still is not None else None
    if found is None:
        found = volleys.cast_range(m, caster), volleys.origins(m, caster)
        if still is not None:
            still[key] = found
    return found


def in_cast_reach(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is in cast range, seen or not (AT-281, AT-087)."""
    reach, origins = casting(m, source)
    return on_board(m, obj, source) and any(units.distance(m, one, obj) <= reach for one in origins)


def backed(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether something stands straight behind a thing."""
    return on_board(m, obj, source) and geometry.backed(m, source, obj)


def built(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a unit was built: the Commons of Engineers (AT-287)."""
    game, card = m.facts.game, m.state.card[obj]
    return units.kind(m, obj) == COMMON and game.of_class[card] == ENGINEER


def fixed(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing can never be attacked, moved or taken."""
    return bool(m.state.columns["permanent"][obj])


def wounded(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a unit could regain Health: it lacks some, and is not at 0, where it is about to go (AT-130, AT-142)."""
    return bool(m.state.columns["wounds"][obj] and units.health(m, obj))


def hurled(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a unit may be hurled, or an Obstacle by who may hurl those (AT-188, ATA-Q91)."""
    if units.is_unit(m, obj):
        return True
    loose = units.kind(m, obj) == OBSTACLE and not m.state.columns["permanent"][obj]
    return loose and units.may(m, source, "hurl-obstacles")


def relay(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing serves as a Relay."""
    return m.state.card[obj] == m.facts.game.relay or units.may(m, obj, "serve-as-relay")


def turret(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is a Turret."""
    return bool(m.state.card[obj] == m.facts.game.turret)


def has_radius(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a building has an aura."""
    return bool(m.facts.printed["radius"][m.state.card[obj]])


def has_aura(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether the aura of a building adds numbers."""
    return bool(m.facts.printed["aura"][m.state.card[obj]])


def _next_to(m: Match, obj: int, others: list[int]) -> bool:
    return on_board(m, obj) and any(units.adjacent(m, obj, other) for other in others)


def near_objective(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is next to an Objective."""
    return _next_to(m, obj, units.objectives(m))


def near_own_objective(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is next to an Objective of the player."""
    return _next_to(m, obj, [one for one in units.objectives(m) if m.state.controller[one] == you])


def near_point(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is next to an Objective or a Respawn Point."""
    return _next_to(m, obj, [*units.objectives(m), *units.respawns(m)])


def in_radius(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is within the radius of a building."""
    return on_board(m, obj, source) and units.distance(m, source, obj) <= m.rules.value(m, source, "radius")


def unstacked(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether no other thing of the same name, of the same player, does this for it already (ATA-Q15)."""
    s = m.state
    card = s.card[source]
    for other in s.zones[m.facts.field_zone]:
        if other >= source:
            break
        if s.card[other] == card and s.controller[other] == s.controller[source] and in_radius(m, obj, other, you):
            return False
    return True


def current(m: Match) -> dict[str, Any] | None:
    """Return the record of the attack that is in flight."""
    return next((bind for name, _, bind, _ in m.state.stack[::-1] if name == "interaction"), None)


def by_target(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is next to the target of the attack in flight."""
    record = current(m)
    return record is not None and on_board(m, obj, record["target"]) and units.adjacent(m, obj, record["target"])


def by_attacker(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is next to who makes the attack in flight, or to what it attacks through (ATA-Q68)."""
    record = current(m)
    return (
        record is not None
        and on_board(m, obj, record["attacker"])
        and any(
            m.state.place[obj] in board_of(m).neighbours[here]
            for here in kineblades.standing_to_attack(m, record["attacker"])
        )
    )


def on_the_line(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a token lies between target and attacker, or what it attacks through, ends not counted (ATA-Q65)."""
    record = current(m)
    if record is None or not on_board(m, obj, record["attacker"], record["target"]):
        return False
    place = m.state.place
    start = kineblades.attacking_from(m, record["attacker"])
    own = geometry.bits(place[token] for token in tokens.tokens(m, you))
    return bool(geometry.between(m, start, place[record["target"]], own) >> place[obj] & 1)


def token_ahead(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a token of the player lies in space 1, 2 or 6 of a unit."""
    found = tokens.tokens(m, you) if on_board(m, obj) else ()
    ahead = geometry.sweeping(m, obj, 1) if found else 0
    return any(ahead >> m.state.place[token] & 1 for token in found)


def on_token(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a unit stands on a token of the player, with any part (AT-306)."""
    return any(m.state.place[token] in spaces_of(m, obj) for token in tokens.tokens(m, you))


def in_the_fold(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a unit is within the Void Attunement of the Elite (ATA-Q104)."""
    return obj in units.folded(m, you)


def of_turn(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing is of the player whose turn it is."""
    return m.state.controller[obj] == m.state.vars["active"]


def _laid_with(m: Match, marker: int) -> list[int]:
    """Return the markers that are one effect: those of a player and of one name, the oldest first (AT-190)."""
    s = m.state
    alike = (s.card[marker], s.controller[marker])
    return [obj for obj in sorted(s.zones[m.facts.field_zone]) if (s.card[obj], s.controller[obj]) == alike]


def first_laid(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a marker is the first of those that are one effect."""
    return _laid_with(m, obj)[:1] == [obj]


def on_these(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing stands on one of the markers that are one effect, with any part (AT-190, AT-306)."""
    here = spaces_of(m, obj)
    return any(m.state.place[marker] in here for marker in _laid_with(m, source))


def in_front(m: Match, obj: int, source: int, you: int) -> bool:
    """Whether a thing stands in space 1, 2 or 6 of a unit, or attacks it as if from there (ATA-Q52, ATA-Q68)."""
    ahead = geometry.sweeping(m, source, 1) if on_board(m, obj, source) else 0
    return bool(ahead) and any(ahead >> space & 1 for space in kineblades.standing_to_attack(m, obj))


RELATIONS: Mapping[str, Test] = {
    "attackable": attackable,
    "in-range": in_range,
    "in-reach": in_reach,
    "in-view": in_view,
    "in-cast-range": in_cast_range,
    "in-cast-touch": in_cast_touch,
    "in-cast-view": in_cast_view,
    "in-cast-reach": in_cast_reach,
    "backed": backed,
    "built": built,
    "wounded": wounded,
    "fixed": fixed,
    "hurled": hurled,
    "relay": relay,
    "turret": turret,
    "has-radius": has_radius,
    "has-aura": has_aura,
    "near-point": near_point,
    "near-objective": near_objective,
    "near-own-objective": near_own_objective,
    "in-radius": in_radius,
    "unstacked": unstacked,
    "by-target": by_target,
    "by-attacker": by_attacker,
    "on-the-line": on_the_line,
    "sees-me": in_view,
    "token-ahead": token_ahead,
    "on-token": on_token,
    "in-the-fold": in_the_fold,
    "of-turn": of_turn,
    "first-laid": first_laid,
    "on-these": on_these,
    "in-front": in_front,
}


# -- with an argument --------------------------------------------------------------------------------------------


def in_space(number: Any) -> Test:
    """Return the test whether a thing stands in a numbered space of who says it, with any part (AT-005, AT-306)."""

    def test(m: Match, obj: int, source: int, you: int) -> bool:
        return on_board(m, obj, source) and geometry.numbered(m, source, int(number)) in spaces_of(m, obj)

    return test


def from_space(number: Any) -> Test:
    """Return the test whether who says it attacks a thing from that one's numbered space (AT-006, ATA-Q22)."""

    def test(m: Match, obj: int, source: int, you: int) -> bool:
        if not on_board(m, obj, source) or not units.is_unit(m, obj):
            return False
        record = current(m)
        mine = record is not None and record["attacker"] == source and obj in record["aimed"][:1]
        picked = record["side"] if record is not None and mine else 0
        numbers = geometry.number_seen_from(m, obj, kineblades.attacking_from(m, source))
        return int(number) in ((picked,) if picked else numbers)

    return test


def wields(m: Match, unit: int) -> tuple[str, ...]:
    """Return the weapons that a unit has in hand, or uses in the attack in flight (AT-249, AT-251, ATA-Q35).

    Who attacks without one has none for that attack, but against what strikes back the one that it declared last.
    """
    game = m.facts.game
    strikes = True
    for name, _, bind, _ in m.state.stack[::-1]:
        if name == "interaction":
            arms: tuple[str, ...] = game.arms.get(bind["card"], ()) if bind["attacker"] == unit else ()
            if arms or (strikes and bind["attacker"] == unit):
                return arms
            strikes = False
        if name == "effect" and bind["source"] == unit and bind["ability"][0] in game.pairs:
            return tuple(game.pairs[bind["ability"][0]])  # both weapons, whatever it makes happen
    number = m.state.columns["in_hand"][unit]
    return (WEAPONS[number - 1],) if number else tuple(weapons.has(m, unit))  # at first whichever its owner likes


def wielding(weapon: Any) -> Test:
    """Return the test whether a unit has a weapon in hand, or uses it now (AT-249, AT-251, ATA-Q35)."""

    def test(m: Match, obj: int, source: int, you: int) -> bool:
        return str(weapon) in wields(m, obj)

    return test


def within_attunement(element: Any) -> Test:
    """Return the test whether a thing is within as many spaces as an Attunement of the player."""

    def test(m: Match, obj: int, source: int, you: int) -> bool:
        reach = m.rules.player_value(m, you, str(element))
        return on_board(m, obj, source) and units.distance(m, source, obj) <= reach

    return test


def spared(ability: Any) -> Test:
    """Return the test whether no Elite of another player does this to a thing already, by an ability (ATA-Q15)."""
    name = str(ability)
    reached = within_attunement(name.split("-")[0])

    def test(m: Match, obj: int, source: int, you: int) -> bool:
        others = [one for one in range(m.facts.players) if one != m.state.controller[obj] and owning.has(m, one, name)]
        elites = ((units.elite(m, one), one) for one in others)
        return not any(NOWHERE < elite < source and reached(m, obj, elite, one) for elite, one in elites)

    return test


def near_some(element: Any, commons: bool) -> Test:
    """Return the test whether a thing is within an Attunement of a unit of the player, or of a Common."""

    def test(m: Match, obj: int, source: int, you: int) -> bool:
        reach = m.rules.player_value(m, you, str(element))
        mates = [one for one in units.units(m, you) if not commons or units.kind(m, one) == COMMON]
        return on_board(m, obj) and any(units.distance(m, one, obj) <= reach for one in mates)

    return test


RELATED_BY: Mapping[str, Callable[[Any], Test]] = {
    "in-space": in_space,
    "from-space": from_space,
    "wielding": wielding,
    "within-attunement": within_attunement,
    "spared": spared,
    "near-units": lambda element: near_some(element, False),
    "near-commons": lambda element: near_some(element, True),
}

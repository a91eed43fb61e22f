"""What both sides may be expected to do in a battle of Dept. of Structure, where a search plays on without asking.

The attacker compares a few attacks, the strongest cards first; the defender adds blocking cards one or two at a time,
as long as a skirmish gains by it. Both count what dies, what the Base loses, and for the attacker what the other side
can strike back at: cards that attacked are utilized and do not block in the next round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cardlib.games.structure.battle import unable_to_block, unblockable
from cardlib.games.structure.cards import ATTACKS, COMBATANT, Printed
from cardlib.games.structure.judgement.worth import ATTACK, BASE, DEFENSE, EXPOSED, FALLS, LOW, LOW_EXTRA, bodies
from cardlib.games.structure.numbers import attack, defense, field, keyword, remaining
from cardlib.kernel.decisions import DONE, Choice

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

DYING: Final = 1.2  # how much the own card counts that dies in a block
DYING_IN_NEED: Final = 0.7  # the same where the Base would fall otherwise
SETS: Final = 4  # attacks with so many cards and fewer are compared, and those with half of the cards and with all
NEED: Final = 2.0  # how much a point of Base Health counts then


class Like(NamedTuple):
    """All that a card is to a battle: those that are equal in it do the same."""

    power: int
    life: int
    first: bool
    overrun: bool
    worth: float
    met: bool  # whether it can be blocked


class Fighter(NamedTuple):
    """A card as a battle sees it."""

    obj: int
    like: Like


class Skirmish(NamedTuple):
    """What comes of an attacking card and its blocking cards: who dies, by place, and what still hits the Base."""

    killed: bool
    lost: tuple[int, ...]
    through: int


Group = tuple[Fighter, ...]  # the blocking cards of an attacking card, in blocking order
Stock = list[list[Fighter]]  # the cards that may still block; those in one list differ in nothing
Kinds = tuple[tuple[Like, int], ...]  # of a stock what its cards are, and how many of each there are, of more two


class Offer(NamedTuple):
    """A way to add to a group: what it gains, the places of the cards in the stock, and whether they come first."""

    gain: float
    added: tuple[int, ...]
    before: bool


NOTHING = Offer(0.0, (), False)
KEPT: Final = 4096  # offers that are remembered: options that are tried lead to battles that differ in little


def guessed_attack(m: Match, able: Sequence[int], chosen: Sequence[int]) -> Choice:
    """Return the next card that attacks, or DONE. `able` are all that could, `chosen` those that do already."""
    known: Choice | None = m.cache.get(("guessed attack", *chosen))
    if known is None:
        plan: list[Choice] = [("attack", obj) for obj in _attack(m, able, chosen) if obj not in chosen]
        for at, following in enumerate([*plan, DONE]):
            m.cache["guessed attack", *chosen, *(value[1] for value in plan[:at])] = following
        known = m.cache["guessed attack", *chosen]
    return known


def guessed_block(m: Match, pairs: Sequence[tuple[int, int]], left: Sequence[int], against: Sequence[int]) -> Choice:
    """Return the next block, or DONE. `pairs` are the blocks so far, `left` the cards that may still block."""
    known: Choice | None = m.cache.get(("guessed blocks", *pairs))
    if known is None:
        s = m.state
        unmet = sum(attack(m, obj) for obj in field(m) if s.columns["attacking"][obj] and obj not in against)
        attacking = [_fighter(m, obj, True) for obj in against]
        groups = [tuple(_fighter(m, one, True) for one, other in pairs if other == obj) for obj in against]
        health = s.players[1 - s.vars["active"]]["base_health"]
        found = _blocks([_fighter(m, obj, True) for obj in left], attacking, groups, unmet, health)
        plan = [
            (one.obj, attacker.obj)
            for attacker, group in zip(attacking, found, strict=True)
            for one in group
            if one.obj in left
        ]
        for at in range(len(plan) + 1):
            following: Choice = ("block", *plan[at]) if at < len(plan) else DONE
            m.cache["guessed blocks", *pairs, *plan[:at]] = following
        known = m.cache["guessed blocks", *pairs]
    return known


def _fighter(m: Match, obj: int, met: bool) -> Fighter:
    """A card as it stands; it is worth what it will be worth once the damage of the round is gone."""
    power = attack(m, obj)
    worth = bodies(m.facts)[m.state.card[obj]] + ATTACK * power + DEFENSE * defense(m, obj)
    first, overrun = bool(keyword(m, obj, "first-strike")), bool(keyword(m, obj, "overrun"))
    return Fighter(obj, Like(power, remaining(m, obj), first, overrun, worth, met))


def _blocks(
    free: Sequence[Fighter], attacking: Sequence[Fighter], groups: Sequence[Group], unmet: int, health: int
) -> list[Group]:
    """Return the blocking cards of each attacking card: `groups`, and of those that are free what gains most, in turn.

    `unmet` is what hits the Base unblocked anyway. As long as what comes through brings the Base down, its health
    counts more and what dies for it less.
    """
    found = list(groups)
    fixed = [bool(group) for group in groups]
    alike: dict[Like, list[Fighter]] = {}
    for one in free:
        alike.setdefault(one.like, []).append(one)
    stock = list(alike.values())
    everyone = _kinds(stock, alike)
    kinds = [_likes(group) for group in found]
    through = unmet + sum([_skirmish(one.like, group).through for one, group in zip(attacking, kinds, strict=True)])
    for base, dying, need in ((BASE * NEED, DYING_IN_NEED, True), (BASE, DYING, False)):
        if need and through < health:
            continue
        left = _kinds(stock, alike)
        offers = [
            _offers(one.like, group, is_fixed, left if group else everyone, base, dying)
            for one, group, is_fixed in zip(attacking, kinds, fixed, strict=True)
        ]
        while not (need and through < health):
            best, at = NOTHING, 0
            for place, made in enumerate(offers):
                for offer in made:
                    if offer.gain <= best.gain:
                        break
                    if _there(stock, offer.added):
                        best, at = offer, place
                        break
            if best is NOTHING:
                break
            added = tuple([stock[place].pop(0) for place in best.added])
            found[at] = (*added, *found[at]) if best.before else (*found[at], *added)
            group, attacker = _likes(found[at]), attacking[at].like
            through += _skirmish(attacker, group).through - _skirmish(attacker, kinds[at]).through
            kinds[at] = group
            offers[at] = _offers(attacker, group, fixed[at], _kinds(stock, alike), base, dying)
    return found


def _likes(group: Group) -> tuple[Like, ...]:
    return tuple([one.like for one in group])


def _kinds(stock: Stock, alike: Iterable[Like]) -> Kinds:
    """Return what a stock holds, as far as offers depend on it; `alike` says what its cards are."""
    return tuple([(like, min(2, len(cards))) for like, cards in zip(alike, stock, strict=True)])


def _there(stock: Stock, added: Sequence[int]) -> bool:
    return all(len(stock[place]) >= added.count(place) for place in added)


@lru_cache(maxsize=KEPT)
def _offers(
    attacker: Like, group: tuple[Like, ...], fixed: bool, stock: Kinds, base: float, dying: float
) -> tuple[Offer, ...]:
    """Return the ways to add to a group that gain something, the best first; of pairs only those that may kill."""
    now = _gain(attacker, group, base, dying)
    found: list[Offer] = []
    several = [(place, one, copies) for place, (one, copies) in enumerate(stock) if copies]
    for place, one, copies in several:
        found.append(Offer(_gain(attacker, (*group, one), base, dying) - now, (place,), False))
        if group and not fixed:
            found.append(Offer(_gain(attacker, (one, *group), base, dying) - now, (place,), True))
        if not group and not _skirmish(attacker, (one,)).killed:
            need = attacker.life - one.power
            found += [
                Offer(_gain(attacker, (one, two), base, dying), (place, other), False)
                for other, two, _ in several
                if two.power >= need and (other != place or copies > 1)
            ]
    found = [offer for offer in found if offer.gain > 0.0]
    found.sort(key=lambda offer: -offer.gain)
    return tuple(found)


def _gain(attacker: Like, group: tuple[Like, ...], base: float, dying: float) -> float:
    """What a group of blocking cards gains the defender, beside no block at all."""
    killed, lost, through = _skirmish(attacker, group)
    gain = base * (attacker.power - through) - dying * (sum([group[at].worth for at in lost]) if lost else 0.0)
    return gain + attacker.worth if killed else gain


def _skirmish(attacker: Like, group: tuple[Like, ...]) -> Skirmish:
    """Let an attacking card meet its blocking cards one by one (DOS-119 to DOS-129)."""
    if not group:
        return Skirmish(False, (), attacker.power)
    pool, life = attacker.power, attacker.life
    lost: tuple[int, ...] = ()
    for at, one in enumerate(group):
        given, taken = min(pool, one.life), one.power
        if attacker.first and not one.first and given >= one.life:
            taken = 0
        elif one.first and not attacker.first and taken >= life:
            given = 0
        pool -= given
        life -= taken
        if given >= one.life:
            lost = (*lost, at)
        if life <= 0:
            return Skirmish(True, lost, 0)
    return Skirmish(False, lost, pool if attacker.overrun else 0)


def _combatants(m: Match, player: int) -> list[int]:
    """Return the combatants of a player on the battlefield, crew too."""
    s = m.state
    game: Printed = m.facts.game
    kinds = game.kind
    return [obj for obj in field(m) if s.controller[obj] == player and kinds[s.card[obj]] & COMBATANT]


def _attack(m: Match, able: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """Return the best of these attacks: what attacks already, and one, two, three… of the strongest cards with it."""
    s = m.state
    active = s.vars["active"]
    defender = 1 - active
    mine = [_fighter(m, obj, unblockable(m, obj, defender) is None) for obj in able]
    forced = [one for one in mine if one.obj in chosen]
    free = sorted(
        [one for one in mine if one.obj not in chosen and one.like.power],
        key=lambda one: (one.like.met, -one.like.power),
    )
    game: Printed = m.facts.game
    kind = game.kind
    theirs = [_fighter(m, obj, True) for obj in _combatants(m, defender)]
    blocking = [one for one in theirs if unable_to_block(m, one.obj) is None]
    striking = [one for one in theirs if kind[s.card[one.obj]] & ATTACKS and s.host[one.obj] < 0 and one.like.power]
    guards = sum(1 for obj in field(m) if s.controller[obj] == active and unable_to_block(m, obj) is None)
    best, found = float("-inf"), forced
    for number in sorted({*range(min(SETS, len(free)) + 1), len(free) // 2, len(free)}):
        attacking = forced + free[:number]
        worth = _battle(m, attacking, blocking, striking, guards - len(attacking), defender)
        if worth > best:
            best, found = worth, attacking
    return [one.obj for one in found]


def _battle(
    m: Match,
    attacking: Sequence[Fighter],
    blocking: Sequence[Fighter],
    striking: Sequence[Fighter],
    guards: int,
    defender: int,
) -> float:
    """What an attack is worth: damage to the Base and cards that die, less what the other side can strike back.

    After the last round nobody strikes back, and cards are worth nothing.
    """
    health = m.state.players[defender]["base_health"]
    own = m.state.players[1 - defender]["base_health"]
    met = [one for one in attacking if one.like.met]
    through = sum([one.like.power for one in attacking if not one.like.met])
    dead: set[int] = set()
    worth = 0.0
    for attacker, group in zip(met, _blocks(blocking, met, [()] * len(met), through, health), strict=True):
        skirmish = _skirmish(attacker.like, _likes(group))
        through += skirmish.through
        for at in skirmish.lost:
            worth += group[at].like.worth
            dead.add(group[at].obj)
        if skirmish.killed:
            worth -= attacker.like.worth
    if through >= health:
        return 1_000.0
    if m.judgement.last_turn(m):
        return BASE * through
    worth += BASE * through + LOW_EXTRA * max(0, min(through, through + LOW - health))
    hits = sorted([one.like.power for one in striking if one.obj not in dead])
    back = sum(hits[: max(0, len(hits) - guards)])
    return worth - EXPOSED * back - (FALLS if back >= own else 0.0)

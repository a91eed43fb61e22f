"""Why something is not possible now, with the rule that forbids it: for messages, scenarios and the `?` of play.

What is legal is told where the options are made: acting and battle. Here a move that was typed is led to them, and the
refusal that they give is put into words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cardlib.games.structure import acting, battle
from cardlib.games.structure.cards import COUNTER, EQUIPMENT, RESOURCE, TACTIC, TYPES, UPGRADE
from cardlib.games.structure.numbers import field, keyword, pool
from cardlib.games.structure.verbs import hungry
from cardlib.kernel.decisions import DONE, PASS
from cardlib.kernel.refusals import Refusal, Why, asked, first, told
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move, Thing

# The rules by which the decisions of the game are asked; those of common procedures stand in `cites` of its rules.
CHAIN, MAIN, WINDOW, ATTACK, BLOCK, TACTICS, HUNGER = (
    "DOS-064",
    "DOS-032",
    "DOS-073",
    "DOS-094",
    "DOS-107",
    "DOS-112",
    "DOS-194",
)
PAYING = "DOS-048"
TARGETS = ("target", "trigger-target")
CHOICES = (*TARGETS, "cost", "order", "trigger")  # what is asked while something is announced, paid or resolves
DEPLOYING = (2, 4)  # the numbers of phases 3 and 5
BATTLE: Final = 3  # the number of phase 4

NOT_HELD = Refusal("DOS-017", "{s} is not in your Hand")
WAITS_FOR_BATTLE = Refusal("DOS-071", "{s} waits: in the Battle phase Tactics are played in step 4.3")
TACTIC_WHEN = Refusal("DOS-070", "{s} is played in a window for Tactics")
NO_TACTIC = Refusal("DOS-065", "only Tactics are added to a chain, and {s} is none")
NO_ABILITIES = Refusal("DOS-065", "only Tactics are added to a chain, and no abilities")
NOT_IN_BATTLE = Refusal("DOS-114", "{s} is not deployed in the Battle phase")
RESOURCE_WHEN = Refusal("DOS-062", "{s} is deployed by the attacker, in phases 3 and 5")
ATTACKER_DEPLOYS = Refusal("DOS-021", "{s} is deployed by the attacker of the round; the defender only plays Tactics")
DEPLOYED_WHEN = Refusal("DOS-032", "{s} is deployed in phases 3 and 5")
NO_UPGRADABLE = Refusal("DOS-154", "{s} goes on a friendly Technology that its text allows; there is {hosts}")
GOES_NOWHERE = Refusal("DOS-154", "{s} is no Upgrade and goes on no card")
EQUIPPED_LATER = Refusal("DOS-149", "{s} is deployed by itself, and equipped to a Unit afterwards")
AIMED_LATER = Refusal("DOS-043", "{s} is announced by itself; its target is asked for then")

NOT_YOURS = Refusal("DOS-182", "{s} is controlled by its General, your opponent")
NO_ABILITY = Refusal("DOS-170", "{s} has no activated ability")
FEWER_ABILITIES = Refusal("DOS-170", "{s} has {n} activated {what}")
USED_BY_ATTACKER = Refusal("DOS-173", "abilities are activated in phases 3 and 5 and in step 4.3 of a battle")
USED_BY_DEFENDER = Refusal("DOS-173", "abilities are activated as defender only in step 4.3 of a battle")

NO_EQUIPPING = Refusal("DOS-114", "nothing is equipped or unequipped in the Battle phase")
EQUIPPED_WHEN = Refusal("DOS-080", "the attacker equips and unequips, in phases 3 and 5")

ATTACKERS_ONLY = Refusal("DOS-021", "only the attacker of the round attacks")
ATTACKS_ALREADY = Refusal("DOS-098", "{s} attacks already")
NAMED_ALREADY = Refusal("DOS-094", "{s} is among the attacking cards")
ATTACK_WHEN = Refusal("DOS-089", "attacking cards are declared together, once in a round, in phase 4")
DEFENDERS_ONLY = Refusal("DOS-100", "only the defender blocks")
BLOCKS_ALREADY = Refusal("DOS-108", "{s} blocks already and can't be withdrawn")
BLOCKS_ONE = Refusal("DOS-101", "{s} blocks an attacking card already")
BLOCK_WHEN = Refusal("DOS-107", "blocking cards are declared in step 4.2")
NOT_ATTACKING = Refusal("DOS-100", "{s} does not attack")

NO_HUNGER = Refusal("DOS-193", "{s} has no Hunger")
NOT_HUNGRY = Refusal("DOS-194", "{s} is not hungry now; who is not fed by a kill is asked at the end of an own round")
EATS_UNITS = Refusal("DOS-196", "{s} eats another friendly Unit")

PAY_ONE = Refusal("DOS-048", "name one type: each * is paid by itself")
NONE_LEFT = Refusal("DOS-048", "your pool has no {s} left to pay with")
DEFENDER_ADDS = Refusal("DOS-024", "only the attacker adds resources")
ADDED_ONCE = Refusal("DOS-023", "resources are added once, in the Regroup phase")

BASE_NO_TARGET = Refusal("DOS-181", "a Base is affected only by effects that name a Base or a player")
NO_LEGAL_TARGET = Refusal("DOS-044", "{s} is no legal target")
HIDDEN_TARGET = Refusal("DOS-192", "{s} is Hidden and can't be targeted while it is ready")
ATTACKER_ENDS = Refusal("DOS-021", "the attacker ends phases 3 and 5")
MAY_PASS = Refusal("DOS-021", "the attacker ends phases 3 and 5; you may pass")
SAY_DONE = Refusal("DOS-094", "say 'done' when the attacking cards are declared")
SAY_END = Refusal("DOS-034", "say 'end' to end the phase")


def why_not(m: Match, player: int, move: Move) -> Why:
    """Say why a well-formed move is no option of a player now, and by which rule."""
    answer = ANSWERS.get(move.verb or move.said)
    if answer is not None:
        return answer(m, player, move)
    if move.named("RESOURCE") is not None:
        return _resources(m, player, move)
    if asked(m, player, *_cited(m, TARGETS)) and move.things and move.things[0].kind in ("PERMANENT", "CARD", "PLAYER"):
        meant = move.verb in ("", "player") and not _naming(m)
        return _target(m, move) if meant else m.rules.not_offered(m, player, move)
    return m.rules.not_offered(m, player, move)


# -- what is asked, what the words name --------------------------------------------------------------------------


def _naming(m: Match) -> bool:
    """Whether it is a type of resource that is to be named."""
    return m.decision is not None and m.decision.choices[0][0] == "resource"


def _deploying(m: Match, player: int) -> bool:
    """Whether it is phase 3 or 5 of the player's round: what is refused there waits only for another choice."""
    return m.state.vars["active"] == player and m.state.vars["phase"] in DEPLOYING


def _absent(thing: Thing) -> Why:
    """Say that nothing is there to act or to be acted on, which is no matter of a rule."""
    return f"no '{thing.words}' is on the battlefield", None


def _copies(m: Match, thing: Thing, player: int) -> list[int]:
    """Return the cards that a thing may mean, those that a player controls first."""
    return sorted(thing.objects, key=lambda obj: m.state.controller[obj] != player)


# -- cards -------------------------------------------------------------------------------------------------------


def _play(m: Match, player: int, move: Move) -> Why:
    s = m.state
    card = move.things[0].number
    kind, name = m.facts.game.kind[card], m.facts.names[card]
    if kind == COUNTER:
        return told(m, acting.ONLY_COUNTS, s=name)
    held = [obj for obj in s.zones[m.facts.zone["hand"][player]] if s.card[obj] == card]
    if not held:
        return told(m, NOT_HELD, s=name)
    if not asked(m, player, MAIN, *([WINDOW, CHAIN, TACTICS] if kind == TACTIC else [])):
        moment = _moment_of_tactic(m, player) if kind == TACTIC else _moment_of_card(m, player, kind)
        return told(m, moment, s=name) if moment is not None else m.rules.not_offered(m, player, move)
    refusal = acting.unplayable(m, player, held[0])
    if refusal is not None:
        ability = m.facts.game.played[card]
        words = _cost_words(m, player, m.facts.game.cost[card])
        if ability is not None and refusal not in (acting.UNIQUE, acting.TYPES_SHORT, acting.ANY_SHORT):
            return _unusable(m, player, ability, held[0], refusal, s=name)
        return told(m, refusal, NOWHERE, NOWHERE, s=name, **words)
    host = move.named("PERMANENT")
    if kind != UPGRADE:
        return told(m, _by_itself(m, card), s=name) if host is not None else m.rules.not_offered(m, player, move)
    hosts = ", ".join(m.rules.speech.label(m, obj) for obj in acting.upgradable(m, held[0], player)) or "none"
    none_there = told(m, NO_UPGRADABLE, s=name, hosts=hosts)
    if host is None:
        return none_there
    reasons = ((acting.no_host(m, held[0], obj, player), obj) for obj in _copies(m, host, player))
    return first((told(m, why, other=obj, s=name) for why, obj in reasons if why is not None), none_there)


def _by_itself(m: Match, card: int) -> Refusal:
    """Say why a card that is no Upgrade is not deployed on the card that was named."""
    ability = m.facts.game.played[card]
    if ability is not None and ability.targets:
        return AIMED_LATER
    return EQUIPPED_LATER if m.facts.game.kind[card] == EQUIPMENT else GOES_NOWHERE


def _cited(m: Match, procedures: Iterable[str]) -> Iterator[str]:
    """Yield the rules by which common procedures ask."""
    return (m.rules.cites[name] for name in procedures)


def _moment_of_tactic(m: Match, player: int) -> Refusal | None:
    """Say why this is no moment for a Tactic; None where another choice is made first."""
    if asked(m, player, PAYING, None, *_cited(m, CHOICES)):
        return None
    if m.state.vars["phase"] == BATTLE:
        return None if battle.tactics_begun(m) else WAITS_FOR_BATTLE
    return TACTIC_WHEN


def _moment_of_card(m: Match, player: int, kind: int) -> Refusal | None:
    """Say why this is no moment to deploy a card; None where another choice is made first."""
    if m.state.chain:
        return NO_TACTIC
    if m.state.vars["phase"] == BATTLE:
        return NOT_IN_BATTLE
    if _deploying(m, player):
        return None
    if kind == RESOURCE:
        return RESOURCE_WHEN
    return DEPLOYED_WHEN if m.state.vars["active"] == player else ATTACKER_DEPLOYS


def _cost_words(m: Match, player: int, cost: tuple[int, ...]) -> dict[str, object]:
    """Return what a message says of a cost that a pool can't pay: which resources are missing, what is there."""
    have = pool(m, player)
    short = [
        f"{need} {type_.capitalize()}" for type_, need, there in zip(TYPES, cost, have, strict=False) if there < need
    ]
    total = sum(cost)
    there = ", ".join(f"{number} {type_.capitalize()}" for type_, number in zip(TYPES, have, strict=True))
    return {"cost": " and ".join(short), "pool": there, "n": f"{total} resource{'s' * (total != 1)}"}


# -- abilities ---------------------------------------------------------------------------------------------------


def _use(m: Match, player: int, move: Move) -> Why:
    objects, at = acting.ability_named(m, move)
    if not objects:
        return _absent(move.things[0])
    own_first = sorted(objects, key=lambda obj: m.state.controller[obj] != player)
    otherwise = m.rules.not_offered(m, player, move)
    return first((_no_use(m, player, obj, at, otherwise) for obj in own_first), otherwise)


def _no_use(m: Match, player: int, obj: int, at: int, otherwise: Why) -> Why | None:
    """Say why a card's ability can't be activated: whose, the moment, a new Unit, cost, targets (DOS-170 to 173)."""
    s = m.state
    if s.controller[obj] != player:
        return told(m, NOT_YOURS, obj)
    abilities = m.facts.game.activated[s.card[obj]]
    if not abilities:
        return told(m, NO_ABILITY, obj)
    if s.chain:
        return told(m, NO_ABILITIES)
    if not asked(m, player, MAIN, TACTICS):
        if _deploying(m, player) or battle.tactics_begun(m):
            return otherwise
        return told(m, USED_BY_ATTACKER if s.vars["active"] == player else USED_BY_DEFENDER)
    refusal = acting.inactive(m, obj)
    if refusal is not None:
        return told(m, refusal, obj)
    if not 0 <= at < len(abilities):
        what = "ability" if len(abilities) == 1 else "abilities"
        return told(m, FEWER_ABILITIES, obj, n=len(abilities), what=what)
    refusal = acting.unusable(m, abilities[at], obj, player)
    return None if refusal is None else _unusable(m, player, abilities[at], obj, refusal)


def _unusable(m: Match, player: int, ability: Ability, obj: int, refusal: Refusal, **words: object) -> Why:
    """Put into words what an ability lacks."""
    lacking = acting.lacking(m, ability, obj, player)
    if refusal is acting.UNPAID_RESOURCE and lacking is not None:
        resource, need = lacking
        words["cost"] = f"{need} {resource.capitalize()}"
        words["n"] = m.rules.player_value(m, player, resource)
    return told(m, refusal, obj, acting.hidden_target(m, ability, obj, player), **words)


# -- equipping ---------------------------------------------------------------------------------------------------


def _moment_of_equipping(m: Match, player: int, move: Move) -> Why | None:
    """Say why nothing is equipped or taken off at the moment."""
    if asked(m, player, MAIN):
        return None
    if m.state.vars["phase"] == BATTLE:
        return told(m, NO_EQUIPPING)
    return m.rules.not_offered(m, player, move) if _deploying(m, player) else told(m, EQUIPPED_WHEN)


def _nearest_to_it(found: Sequence[tuple[Refusal | None, int]]) -> tuple[Refusal | None, int]:
    """Return the card that is nearest to what is wanted: one that nothing refuses, or only that it is utilized."""
    unready = (acting.NOT_READY, acting.NOT_READY_TO_PART)
    return min(found, key=lambda one: 0 if one[0] is None else 1 if one[0] in unready else 2)


def _equip(m: Match, player: int, move: Move) -> Why:
    for thing in move.things:
        if thing.object == NOWHERE:
            return _absent(thing)
    spared = acting.assisted(m, player)
    nearest = [
        _nearest_to_it([(acting.not_equipment(m, obj, player), obj) for obj in _copies(m, move.things[0], player)])
    ]
    for thing in move.things[1:]:
        units = _copies(m, thing, player)
        nearest.append(_nearest_to_it([(acting.not_bearer(m, obj, player, spared), obj) for obj in units]))
    reasons = [told(m, refusal, obj) for refusal, obj in nearest if refusal is not None]
    lasting = [reason for reason in reasons if reason[1] != acting.NOT_READY.rule]
    if lasting:
        return lasting[0]
    return _moment_of_equipping(m, player, move) or first(reasons, m.rules.not_offered(m, player, move))


def _unequip(m: Match, player: int, move: Move) -> Why:
    thing = move.things[0]
    if thing.object == NOWHERE:
        return _absent(thing)
    refusal, obj = _nearest_to_it([(acting.inseparable(m, obj, player), obj) for obj in _copies(m, thing, player)])
    if refusal is not None and refusal is not acting.NOT_READY_TO_PART:
        return told(m, refusal, obj)
    moment = _moment_of_equipping(m, player, move)
    if moment is not None:
        return moment
    if refusal is None:
        return m.rules.not_offered(m, player, move)
    return told(m, refusal, obj, obj if m.state.columns["utilized"][obj] else m.state.host[obj])


# -- battle ------------------------------------------------------------------------------------------------------


def _attack(m: Match, player: int, move: Move) -> Why:
    if m.state.vars["active"] != player:
        return told(m, ATTACKERS_ONLY)
    thing = move.things[0]
    if thing.object == NOWHERE:
        return _absent(thing)
    found = (_no_attack(m, player, obj) for obj in _copies(m, thing, player))
    return first(found, m.rules.not_offered(m, player, move))


def _no_attack(m: Match, player: int, obj: int) -> Why | None:
    s = m.state
    if s.controller[obj] != player:
        return told(m, NOT_YOURS, obj)
    if s.columns["attacking"][obj]:
        return told(m, ATTACKS_ALREADY, obj)
    refusal = battle.unable_to_attack(m, obj)
    if refusal is not None:
        return told(m, refusal, obj, host=_host(m, obj))
    if not asked(m, player, ATTACK):
        return told(m, ATTACK_WHEN)
    return told(m, NAMED_ALREADY, obj)


def _host(m: Match, obj: int) -> str:
    host = m.state.host[obj]
    return m.rules.speech.title(m, host) if host != NOWHERE else ""


def _block(m: Match, player: int, move: Move) -> Why:
    if m.state.vars["active"] == player:
        return told(m, DEFENDERS_ONLY)
    for thing in move.things:
        if thing.object == NOWHERE:
            return _absent(thing)
    blockers = _copies(m, move.things[0], player)
    against = _copies(m, move.things[1], 1 - player) if len(move.things) > 1 else []
    found = [_no_block(m, player, obj) for obj in blockers]
    if all(reason is not None for reason in found):
        return first(found, m.rules.not_offered(m, player, move))
    attackers = [_no_blocking_of(m, player, other) for other in against]
    if against and all(reason is not None for reason in attackers):
        return first(attackers, m.rules.not_offered(m, player, move))
    if not asked(m, player, BLOCK):
        return told(m, BLOCK_WHEN)
    return told(m, BLOCKS_ONE, blockers[0])


def _no_block(m: Match, player: int, obj: int) -> Why | None:
    """Say why a card can block nothing now."""
    s = m.state
    if s.controller[obj] != player:
        return told(m, NOT_YOURS, obj)
    if s.columns["blocks"][obj]:
        return told(m, BLOCKS_ALREADY, obj)
    refusal = battle.unable_to_block(m, obj)
    if refusal is not None:
        return told(m, refusal, obj, host=_host(m, obj))
    return None


def _no_blocking_of(m: Match, player: int, other: int) -> Why | None:
    """Say why nothing can block a card."""
    if other not in battle.in_battle(m):
        return told(m, NOT_ATTACKING, other)
    refusal = battle.unblockable(m, other, player)
    least, have = m.facts.constants["disguise_survivors"], m.state.players[player]["survivor"]
    return None if refusal is None else told(m, refusal, other, n=have, least=least)


# -- resources, hunger, targets, passing -------------------------------------------------------------------------


def _resources(m: Match, player: int, move: Move) -> Why:
    words = [thing.words for thing in move.things]
    decision = m.decision
    if decision is None or decision.player != player or decision.choices[0][0] not in ("resource", "income"):
        return told(m, ADDED_ONCE if m.state.vars["active"] == player else DEFENDER_ADDS)
    if asked(m, player, PAYING):
        gone = [thing.words for thing in move.things if ("resource", thing.number) not in decision.choices]
        return told(m, NONE_LEFT, s=gone[0].capitalize()) if gone else told(m, PAY_ONE)
    if decision.choices[0][0] == "resource":
        return "name one type", decision.rule
    wanted = len(decision.choices[0]) - 1
    ordered = [type_ for type_ in TYPES if type_ in words]
    if len(ordered) == len(words) == wanted:
        return f"say '{' '.join(ordered)}'", None
    return f"name {wanted} different types, in the order {', '.join(TYPES)}", decision.rule


def _hunger(m: Match, player: int, move: Move) -> Why:
    for thing in move.things:
        if thing.object == NOWHERE:
            return _absent(thing)
    copies = _copies(m, move.things[0], player)
    eaters = [obj for obj in copies if keyword(m, obj, "hunger")]
    if not eaters:
        return told(m, NO_HUNGER, copies[0])
    due = [obj for obj in eaters if obj in hungry(m, player)]
    if not due or not asked(m, player, HUNGER):
        return told(m, NOT_HUNGRY, eaters[0])
    return told(m, EATS_UNITS, due[0])


def _target(m: Match, move: Move) -> Why:
    """Say why something cannot be chosen as a target (DOS-044, DOS-181, DOS-192)."""
    thing = move.things[0]
    if thing.kind == "PLAYER":
        return told(m, BASE_NO_TARGET)
    on_field = [
        obj for obj in field(m) if obj in thing.objects or (m.state.card[obj] in thing.numbers and not thing.objects)
    ]
    for obj in on_field:
        if acting.is_hidden(m, obj):
            return told(m, HIDDEN_TARGET, obj)
    return told(m, NO_LEGAL_TARGET, on_field[0]) if on_field else told(m, NO_LEGAL_TARGET, s=f"'{move.said}'")


def _end(m: Match, player: int, move: Move) -> Why:
    if m.state.vars["active"] != player and m.state.vars["turn"]:
        decision = m.decision
        passes = decision is not None and decision.player == player and PASS in decision.choices
        return told(m, MAY_PASS if passes else ATTACKER_ENDS)
    return told(m, SAY_DONE) if asked(m, player, ATTACK) else m.rules.not_offered(m, player, move)


def _pass(m: Match, player: int, move: Move) -> Why:
    decision = m.decision
    if decision is None or decision.player != player:
        return m.rules.not_offered(m, player, move)
    if decision.rule == MAIN:
        return told(m, SAY_END)
    if DONE in decision.choices:
        return "say 'done' to go on", decision.rule
    if PASS in decision.choices:
        return "say 'pass' to go on", decision.rule
    return f"a choice has to be made first: {decision.prompt}", decision.rule


ANSWERS: dict[str, Callable[[Match, int, Move], Why]] = {
    "play": _play,
    "use": _use,
    "equip": _equip,
    "unequip": _unequip,
    "attack": _attack,
    "block": _block,
    "feed": _hunger,
    "starve": _hunger,
    "end": _end,
    "pass": _pass,
    "done": _pass,
}

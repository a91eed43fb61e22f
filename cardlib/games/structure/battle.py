"""The battle: attack, defend, Tactics, resolution (DOS-089 to DOS-136)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.structure import verbs
from cardlib.games.structure.acting import activatable, playable
from cardlib.games.structure.cards import ATTACKS, COMBATANT, UNIT
from cardlib.games.structure.chain import begin_chain
from cardlib.games.structure.numbers import attack, distinct, field, keyword, kind, on_field, remaining
from cardlib.games.structure.settle import settle
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import DONE, PASS, Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


# -- step 4.1: attack --------------------------------------------------------------------------------------------


NEVER_ATTACKS = Refusal("DOS-093", "{s} is no Unit and no Vehicle, and never attacks")
UTILIZED = Refusal("DOS-039", "{s} is utilized")
CREW = Refusal("DOS-162", "{s} is crew of {host}")
ARRIVED = Refusal("DOS-145", "{s} arrived this round; it attacks from the next round on")
PACIFIST = Refusal("DOS-201", "{s} has Pacifist")
CRIPPLED = Refusal("DOS-186", "{s} has Crippled")


def unable_to_attack(m: Match, obj: int) -> Refusal | None:
    """Say why a card is not able to attack; None if it is: ready, no new Unit, no crew, not Pacifist… (DOS-092)."""
    s = m.state
    card = s.card[obj]
    kind_ = m.facts.game.kind[card]
    if not kind_ & ATTACKS:
        return NEVER_ATTACKS
    if kind_ == UNIT and s.host[obj] != NOWHERE:
        return CREW
    if s.columns["utilized"][obj]:
        return UTILIZED
    if kind_ == UNIT and s.columns["arrived"][obj] == s.vars["turn"]:
        return ARRIVED
    if keyword(m, obj, "pacifist"):
        return PACIFIST
    return CRIPPLED if keyword(m, obj, "crippled") else None


def attackers(m: Match, player: int) -> list[int]:
    """Return the cards of a player that are able to attack."""
    s = m.state
    return [obj for obj in field(m) if s.controller[obj] == player and unable_to_attack(m, obj) is None]


def forced(m: Match, obj: int) -> bool:
    """Whether a card must attack if it is able (DOS-097)."""
    return bool(keyword(m, obj, "rage") or keyword(m, obj, "rampage"))


def declare_attack(m: Match, f: dict[str, Any]) -> str | None:
    """The attacker names the attacking cards, one pick after another; those that must are in (DOS-089 to 097)."""
    active = m.state.vars["active"]
    able = attackers(m, active)
    if not able:
        return END
    chosen = [obj for obj in able if forced(m, obj)]
    left = [obj for obj in able if obj not in chosen]

    def offers() -> list[Choice]:
        return [*(("attack", obj) for obj in distinct(m, left)), DONE]

    while left:
        answer = m.ask(
            active,
            "some",
            offers,
            "declare attacking cards",
            rule="DOS-094",
            offer=True,
            default=lambda: m.judgement.guess(m, "attack", (able, chosen)),
        )
        if answer == DONE:
            break
        chosen.append(answer[1])
        left.remove(answer[1])
    if not chosen:
        return END
    m.emit("battle", NOWHERE, NOWHERE, len(chosen), active, "DOS-090")
    for obj in chosen:
        atoms.put(m, obj, "utilized", 1)
        atoms.put(m, obj, "attacking", 1)
    m.changed()
    m.emit("attack-declared", NOWHERE, NOWHERE, len(chosen), active, "DOS-094")
    for obj in chosen:
        m.emit("attacks", obj, NOWHERE, 0, active, "DOS-094")
    settle(m)
    return None


# -- step 4.2: defend --------------------------------------------------------------------------------------------


NEVER_BLOCKS = Refusal("DOS-100", "{s} is no Unit, Vehicle or Fortification")
UNBLOCKABLE = Refusal("DOS-207", "{s} has Unblockable")
DISGUISED = Refusal("DOS-188", "{s} has Disguise, and the defender's pool {n} Survivor, {least} or more")


def unable_to_block(m: Match, obj: int) -> Refusal | None:
    """Say why a card is not able to block; None if it is: ready and no crew, new and Pacifist ones too (DOS-100)."""
    s = m.state
    if not m.facts.game.kind[s.card[obj]] & COMBATANT:
        return NEVER_BLOCKS
    if s.host[obj] != NOWHERE:
        return CREW
    return UTILIZED if s.columns["utilized"][obj] else None


def unblockable(m: Match, attacker: int, defender: int) -> Refusal | None:
    """Say why an attacking card can't be given a blocking card; None if it can (DOS-105)."""
    if keyword(m, attacker, "unblockable"):
        return UNBLOCKABLE
    few = m.state.players[defender]["survivor"] < m.facts.constants["disguise_survivors"]
    return None if few or not keyword(m, attacker, "disguise") else DISGUISED


def in_battle(m: Match) -> list[int]:
    """Return the attacking cards that are still there, oldest first."""
    attacking = m.state.columns["attacking"]
    return [obj for obj in field(m) if attacking[obj]]


def declare_blocks(m: Match, f: dict[str, Any]) -> None:
    """The defender assigns blocking cards; those of one attacking card meet it in the order named (DOS-100 to 108)."""
    s = m.state
    defender = 1 - s.vars["active"]
    against = [obj for obj in in_battle(m) if unblockable(m, obj, defender) is None]
    own = [obj for obj in field(m) if s.controller[obj] == defender] if against else []
    left = [obj for obj in own if unable_to_block(m, obj) is None]
    pairs: list[tuple[int, int]] = []

    def offers() -> list[Choice]:
        return [*(("block", obj, other) for obj in distinct(m, left) for other in against), DONE]

    while left:
        answer = m.ask(
            defender,
            "some",
            offers,
            "declare blocking cards",
            rule="DOS-107",
            offer=True,
            default=lambda: m.judgement.guess(m, "block", (pairs, left, against)),
        )
        if answer == DONE:
            break
        pairs.append((answer[1], answer[2]))
        left.remove(answer[1])
    m.touched = True
    for index, (blocker, attacker) in enumerate(pairs, 1):
        atoms.put(m, blocker, "blocks", attacker + 1)
        atoms.put(m, blocker, "order", index)
        atoms.put(m, attacker, "was_blocked", 1)
    if pairs:
        m.changed()
        for blocker, attacker in pairs:
            m.emit("blocks", blocker, attacker, 0, defender, "DOS-107")
    settle(m)


# -- step 4.3: Tactics -------------------------------------------------------------------------------------------


def tactics(m: Match, f: dict[str, Any]) -> str | None:
    """Attacker and defender act in turn: a Tactic, an ability or a pass; two passes end the step (DOS-111, DOS-112)."""
    s = m.state
    if f.get("passes", 0) >= 2:
        return None
    player = f.get("next", s.vars["active"])

    def choices() -> list[Choice]:
        return [PASS, *playable(m, player, tactics_only=True), *activatable(m, player)]

    offer = m.windows == "hand" and not m.quiet and bool(s.zones[m.facts.zone["hand"][player]])
    answer = m.ask(player, "one", choices, "play a Tactic, use an ability or pass", rule="DOS-112", offer=offer)
    f["next"] = 1 - player
    m.touched = True
    if answer == PASS:
        f["passes"] = f.get("passes", 0) + 1
        return AGAIN
    f["passes"] = 0
    begin_chain(m, answer, player)
    return AGAIN


# -- step 4.4: resolution ----------------------------------------------------------------------------------------


def blockers_of(m: Match, attacker: int) -> list[int]:
    """Return the blocking cards of an attacking card that are still there, in blocking order."""
    s = m.state
    found = [obj for obj in field(m) if s.columns["blocks"][obj] == attacker + 1]
    return sorted(found, key=lambda obj: s.columns["order"][obj])


def resolve(m: Match, f: dict[str, Any]) -> None:
    """Read all values once, compute every skirmish, mark all damage at the same moment, check (DOS-116, DOS-133)."""
    s = m.state
    active = s.vars["active"]
    defender = 1 - active
    marks: dict[int, int] = {}
    dealt: list[tuple[int, int]] = []
    base: list[tuple[int, int, str]] = []
    for attacker in in_battle(m):
        left = attack(m, attacker)
        blocking = blockers_of(m, attacker)
        rule = "DOS-117"
        if s.columns["was_blocked"][attacker]:
            rule = "DOS-129" if blocking else "DOS-132"
            left = skirmish(m, attacker, blocking, marks, dealt)
            if not keyword(m, attacker, "overrun"):
                left = 0
        if left:
            base.append((attacker, left, rule))
    for obj, amount in marks.items():
        verbs.hurt(m, obj, amount, NOWHERE, "DOS-133")
    for attacker, amount, rule in base:
        verbs.lose_base(m, defender, amount, attacker, rule)
        m.emit("hits-base", attacker, NOWHERE, amount, active, rule)
    rule = "DOS-133"
    while marks and (dead := verbs.lethal(m)):
        verbs.destroy(m, dead, NOWHERE, rule)
        rule = "DOS-138"
        for killer, victim in dealt:
            if victim in dead and on_field(m, killer) and kind(m, victim) == UNIT:
                atoms.put(m, killer, "fed", s.vars["turn"])
                m.emit("kills", killer, victim, 0, s.controller[killer], "DOS-135")
    settle(m)


def skirmish(m: Match, attacker: int, blocking: list[int], marks: dict[int, int], dealt: list[tuple[int, int]]) -> int:
    """Let an attacking card meet its blocking cards one by one (DOS-119 to DOS-128).

    Adds to `marks` (damage by card) and `dealt` (who damaged whom); returns the attack that is left once all blocking
    cards are defeated: what is not defeated has used it up, and a dead attacking card has none.
    """
    pool, life = attack(m, attacker), remaining(m, attacker)
    first = bool(keyword(m, attacker, "first-strike"))
    for blocker in blocking:
        strength, health = attack(m, blocker), remaining(m, blocker)
        quick = bool(keyword(m, blocker, "first-strike"))
        given = min(pool, health)
        taken = strength
        if first and not quick and given >= health:
            taken = 0
        elif quick and not first and taken >= life:
            given = 0
        pool -= given
        life -= taken
        for obj, by, amount in ((blocker, attacker, given), (attacker, blocker, taken)):
            if amount:
                marks[obj] = marks.get(obj, 0) + amount
                dealt.append((by, obj))
        if life <= 0:
            return 0
    return pool


def retreat(m: Match, f: dict[str, Any]) -> None:
    """What survived leaves the battle and keeps its state (DOS-037)."""
    atoms.clear(m, "attacking", "blocks", "order", "was_blocked")
    m.changed()


BATTLE = {"battle": procedure(declare_attack, declare_blocks, tactics, resolve, retreat)}


def tactics_begun(m: Match) -> bool:
    """Whether step 4.3 is on, with all that is announced, paid and resolved in it."""
    _, steps = BATTLE["battle"]
    return any(name == "battle" and step == steps["tactics"] for name, step, _, _ in m.state.stack)

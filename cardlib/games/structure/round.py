"""Set-up and the round with its phases and its end (DOS-005 to DOS-037, DOS-208 to DOS-213)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cardlib.filters import count_word
from cardlib.games.structure import verbs
from cardlib.games.structure.acting import activatable, equippable, playable
from cardlib.games.structure.cards import TYPES, UNIT
from cardlib.games.structure.chain import ask_tactic, begin_chain
from cardlib.games.structure.deploying import equip, unequip
from cardlib.games.structure.numbers import field, keyword, kind
from cardlib.games.structure.paying import change
from cardlib.games.structure.settle import settle
from cardlib.kernel import atoms, opening, spans
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import PASS, Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.questions import ask_some
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import discard

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


# -- set-up ------------------------------------------------------------------------------------------------------


def opening_hands(m: Match, f: dict[str, Any]) -> None:
    """Shuffle both Decks and draw the first hands (DOS-008)."""
    opening.opening_hands(m, verbs.draw, "DOS-008")


def mulligan_first(m: Match, f: dict[str, Any]) -> str | None:
    """The first player decides on the mulligan first (DOS-010)."""
    return _mulligan(m, f, 0)


def mulligan_second(m: Match, f: dict[str, Any]) -> str | None:
    """Then the second player, who knows only the number of cards changed."""
    return _mulligan(m, f, 1)


def _mulligan(m: Match, f: dict[str, Any], player: int) -> str | None:
    """Shuffle cards of the first hand into the Deck, then draw as many; those are final (DOS-009)."""

    def ask() -> list[int]:
        return opening.cards_to_change(m, player, "shuffle in and draw anew", "DOS-009")

    return opening.mulligan(m, f, player, ask, verbs.draw, "DOS-009", shuffled_first=True)


def first_round(m: Match, f: dict[str, Any]) -> None:
    """Round 1 starts with the first player as attacker (DOS-012)."""
    m.push("round")


# -- phase 1: Regroup --------------------------------------------------------------------------------------------


def begin(m: Match, f: dict[str, Any]) -> None:
    """A round begins; the cards of the attacker become ready (DOS-018, DOS-022)."""
    s = m.state
    turn = s.vars["turn"] + 1
    active = 1 - s.vars["active"] if turn > 1 else 0
    atoms.note(m, "turn", turn)
    atoms.note(m, "active", active)
    atoms.note(m, "phase", 0)
    spans.begin(m, "turn")
    m.emit("turn", NOWHERE, NOWHERE, turn, active, "DOS-018")
    for obj in field(m):
        if s.controller[obj] == active and s.columns["utilized"][obj]:
            atoms.put(m, obj, "utilized", 0)
    m.changed(vital=False)


def income(m: Match, f: dict[str, Any]) -> None:
    """The attacker adds two resources of two different types (DOS-023)."""
    active = m.state.vars["active"]
    wanted = m.facts.constants["income"]
    prompt = f"add {count_word(min(wanted, len(TYPES)))} different resources"
    answer = m.ask(active, "one", _different(wanted), prompt, rule="DOS-023")
    for number in answer[1:]:
        change(m, active, TYPES[number], 1, "DOS-023")
    m.touched = True


@lru_cache(maxsize=16)
def _different(count: int) -> tuple[Choice, ...]:
    return tuple(("income", *chosen) for chosen in combinations(range(len(TYPES)), min(count, len(TYPES))))


def generators(m: Match, f: dict[str, Any]) -> None:
    """Then each Generator adds Power (DOS-025)."""
    s = m.state
    active = s.vars["active"]
    for obj in field(m):
        if s.controller[obj] == active and (copies := keyword(m, obj, "generator")):
            change(m, active, "power", copies * m.facts.constants["generator_power"], "DOS-025")


def heal(m: Match, f: dict[str, Any]) -> None:
    """What lasted until end of round ends, and all damage is removed, in one moment (DOS-026)."""
    s = m.state
    spans.end(m, "turn")
    if any(s.columns["damage"]):
        atoms.clear(m, "damage")
        m.emit("healed", NOWHERE, NOWHERE, 0, s.vars["active"], "DOS-026")
    m.changed()
    settle(m)


def regroup_abilities(m: Match, f: dict[str, Any]) -> None:
    """Conditional abilities of the Regroup phase (DOS-028)."""
    m.emit("regroup-heals", NOWHERE, NOWHERE, 0, m.state.vars["active"], "DOS-028")
    settle(m)


def regroup_window(m: Match, f: dict[str, Any]) -> str | None:
    """A window for Tactics ends the phase (DOS-073)."""
    return _window(m)


def _window(m: Match) -> str | None:
    """The attacker, then the defender, plays a Tactic or passes; after a chain the attacker chooses anew (DOS-073)."""
    active = m.state.vars["active"]
    for player in (active, 1 - active):
        answer = ask_tactic(m, player, "play a Tactic or pass", "DOS-073")
        if answer != PASS:
            m.touched = True
            begin_chain(m, answer, player)
            return AGAIN
    return None


# -- phase 2: Draw -----------------------------------------------------------------------------------------------


def draw_card(m: Match, f: dict[str, Any]) -> str | None:
    """The attacker draws a card; in round 1 the phase is skipped (DOS-029, DOS-030)."""
    s = m.state
    if s.vars["turn"] < m.facts.constants["first_draw_round"]:
        return "deploy_begins"
    atoms.note(m, "phase", 1)
    for _ in range(m.facts.constants["draws_per_round"]):
        verbs.draw(m, s.vars["active"])
    settle(m)
    return None


def draw_window(m: Match, f: dict[str, Any]) -> str | None:
    """Then a window for Tactics opens."""
    return _window(m)


# -- phases 3 and 5: Deploy --------------------------------------------------------------------------------------


def deploy_begins(m: Match, f: dict[str, Any]) -> None:
    """Phase 3 begins."""
    atoms.note(m, "phase", 2)


def deploy(m: Match, f: dict[str, Any]) -> str | None:
    """The attacker deploys, equips and activates in any order and number (DOS-032 to DOS-034)."""
    s = m.state
    active = s.vars["active"]

    def choices() -> list[Choice]:
        return [
            *playable(m, active, tactics_only=False),
            *equippable(m, active),
            *activatable(m, active),
            ("end",),
        ]

    offer = m.windows == "turns" or (m.windows == "hand" and bool(s.zones[m.facts.zone["hand"][active]]))
    answer = m.ask(active, "one", choices, "deploy, equip or activate", rule="DOS-032", offer=offer, rest=True)
    if answer != ("end",):
        m.touched = True
        _act(m, answer, active)
        return AGAIN
    reply = ask_tactic(m, 1 - active, "play a Tactic or pass", "DOS-073")
    if reply != PASS:
        m.touched = True
        begin_chain(m, reply, 1 - active)
        return AGAIN
    return None


def _act(m: Match, choice: Choice, player: int) -> None:
    if choice[0] == "equip":
        equip(m, choice[1], choice[2], player)
        settle(m)
    elif choice[0] == "unequip":
        unequip(m, choice[1], player)
        settle(m)
    else:
        begin_chain(m, choice, player)


def fight(m: Match, f: dict[str, Any]) -> None:
    """Phase 4: at most one battle (DOS-089)."""
    atoms.note(m, "phase", 3)
    m.push("battle")


def deploy_again_begins(m: Match, f: dict[str, Any]) -> None:
    """Phase 5 begins, whether or not a battle was fought (DOS-036)."""
    atoms.note(m, "phase", 4)


def deploy_again(m: Match, f: dict[str, Any]) -> str | None:
    """Phase 5 offers the actions of phase 3 (DOS-035)."""
    return deploy(m, f)


# -- end of round ------------------------------------------------------------------------------------------------


def hunger(m: Match, f: dict[str, Any]) -> str | None:
    """Each card with Hunger that was not fed takes a Unit or Base Health, in the owner's order (DOS-193 to 196)."""
    s = m.state
    if s.vars["phase"] != 5:
        atoms.note(m, "phase", 5)
        return AGAIN
    active = s.vars["active"]
    hungry = verbs.hungry(m, active)
    if not hungry:
        return None
    choices: list[Choice] = []
    units = [obj for obj in field(m) if s.controller[obj] == active and kind(m, obj) == UNIT]
    for obj in hungry:
        choices.append(("starve", obj))
        choices += [("feed", obj, unit) for unit in units if unit != obj]
    answer = m.ask(active, "one", choices, "feed a hungry card", rule="DOS-194")
    eater = answer[1]
    atoms.put(m, eater, "fed", s.vars["turn"])
    if answer[0] == "feed":
        m.emit("fed", eater, answer[2], 0, active, "DOS-196")
        verbs.sacrifice(m, answer[2], eater)
    else:
        verbs.lose_base(m, active, m.facts.constants["hunger_damage"], eater, "DOS-193")
    settle(m)
    return AGAIN


def hand_limit(m: Match, f: dict[str, Any]) -> None:
    """The attacker discards down to 5 cards (DOS-015)."""
    s = m.state
    active = s.vars["active"]
    hand = s.zones[m.facts.zone["hand"][active]]
    surplus = len(hand) - m.facts.constants["hand_limit"]
    if surplus <= 0:
        return
    choices: list[Choice] = [("card", obj) for obj in hand]
    picked = ask_some(m, active, choices, surplus, surplus, "discard down to the hand limit", rule="DOS-015")
    for value in picked:
        discard(m, active, value[1])


def end_round(m: Match, f: dict[str, Any]) -> str | None:
    """The role passes; after round 60 the higher Base Health wins (DOS-018, DOS-213)."""
    if not m.judgement.last_turn(m):
        return "begin"
    limit = m.facts.constants["round_limit"]
    first, second = (m.state.players[player]["base_health"] for player in (0, 1))
    winner = NOWHERE if first == second else 0 if first > second else 1
    m.end(winner, f"limit of {limit} rounds", "DOS-213")
    return END


PROCEDURES = {
    "set_up": procedure(opening_hands, mulligan_first, mulligan_second, first_round),
    "round": procedure(
        begin,
        income,
        generators,
        heal,
        regroup_abilities,
        regroup_window,
        draw_card,
        draw_window,
        deploy_begins,
        deploy,
        fight,
        deploy_again_begins,
        deploy_again,
        hunger,
        hand_limit,
        end_round,
    ),
}

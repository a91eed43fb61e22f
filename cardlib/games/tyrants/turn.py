"""Set-up and the turn of Against All Tyrants: deployment, combat, end of turn (AAT-017 to 051, AAT-086 to 090)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.engine import atoms, opening
from cardlib.engine.abilities import begin_effect
from cardlib.engine.decisions import Value
from cardlib.engine.match import AGAIN, END
from cardlib.engine.rules import procedure
from cardlib.engine.state import NOWHERE
from cardlib.engine.targets import cost_can_be_paid
from cardlib.engine.triggers import next_trigger, order
from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.acting import act, combat_options
from cardlib.games.tyrants.board import ATTACKER, DEFENDER, HOME, THEATERS, base, units
from cardlib.games.tyrants.cards import LEADER, ONE_TIME, UNIT
from cardlib.games.tyrants.escalation import add_incidents, takeover
from cardlib.games.tyrants.numbers import remaining

if TYPE_CHECKING:
    from cardlib.engine.match import Match


# -- set-up ------------------------------------------------------------------------------------------------------


def opening_hands(m: Match, f: dict[str, Any]) -> None:
    """Shuffle the main decks and nothing else, then draw (AAT-018, AAT-019)."""
    opening.opening_hands(m, verbs.draw, "AAT-019")


def mulligan_defender(m: Match, f: dict[str, Any]) -> str | None:
    """The Defender sets cards aside first (AAT-020)."""
    return _mulligan(m, f, DEFENDER)


def mulligan_attacker(m: Match, f: dict[str, Any]) -> str | None:
    """Then the Attacker."""
    return _mulligan(m, f, ATTACKER)


def _mulligan(m: Match, f: dict[str, Any], player: int) -> str | None:
    """Set cards aside, draw as many, then shuffle those set aside into the deck; none of them is drawn again."""

    def ask() -> list[int]:
        return opening.cards_to_change(m, player, "set aside and draw anew", "AAT-020")

    return opening.mulligan(m, f, player, ask, verbs.draw, "AAT-020", shuffled_first=False)


def infiltrate_defender(m: Match, f: dict[str, Any]) -> str | None:
    """Infiltrate units of Special Forces decks are deployed, the Defender's first (AAT-021, AAT-118)."""
    return _infiltrate(m, DEFENDER)


def infiltrate_attacker(m: Match, f: dict[str, Any]) -> str | None:
    """Then the Attacker's."""
    return _infiltrate(m, ATTACKER)


def _infiltrate(m: Match, player: int) -> str | None:
    s = m.state
    keywords = m.facts.keywords
    waiting = [
        obj for obj in s.zones[m.facts.zone["special-forces"][player]] if keywords[s.card[obj]].get("infiltrate")
    ]
    if not waiting:
        return None
    cards = {s.card[obj]: obj for obj in reversed(waiting)}
    values = [("put", obj, theater) for card, obj in cards.items() for theater in m.facts.game.theaters[card]]
    _, obj, theater = m.ask(player, "one", values, "deploy by Infiltrate", rule="AAT-118")
    verbs.enter(m, obj, theater, player, "AAT-118", deployed=True)
    return AGAIN


def first_turn(m: Match, f: dict[str, Any]) -> None:
    """The Defender takes the first turn (AAT-010)."""
    m.push("turn")


# -- phase one: deployment ---------------------------------------------------------------------------------------


def begin(m: Match, f: dict[str, Any]) -> None:
    """A turn begins: the other player, nothing played yet (AAT-023)."""
    s = m.state
    turn = s.vars["turn"] + 1
    active = 1 - s.vars["active"] if turn > 1 else DEFENDER
    atoms.note(m, "turn", turn)
    atoms.note(m, "active", active)
    atoms.note(m, "combat", 0)
    atoms.note(m, "plays", 0)
    atoms.clear(m, "ready", "instructed", "barred")
    m.emit("turn", NOWHERE, NOWHERE, turn, active, "AAT-023")


def draw_card(m: Match, f: dict[str, Any]) -> None:
    """Draw a card; that there is none left adds an Incident (AAT-026, AAT-027)."""
    active = m.state.vars["active"]
    for _ in range(m.facts.constants["draws_per_turn"]):
        if not verbs.draw(m, active, "AAT-026"):
            m.emit("no-card", NOWHERE, NOWHERE, 0, active, "AAT-027")
            add_incidents(m, 1, "AAT-027")


def play_cards(m: Match, f: dict[str, Any]) -> str | None:
    """Play up to two cards, one after the other (AAT-029)."""
    s = m.state
    active = s.vars["active"]
    if s.vars["plays"] >= m.facts.constants["plays_per_turn"]:
        return None
    hand = s.zones[m.facts.zone["hand"][active]]

    def choices() -> list[Value]:
        return [*playable(m, active), ("end",)]

    offer = m.windows == "hand" and bool(hand)
    answer = m.ask(active, "one", choices, "play a card", rule="AAT-029", offer=offer, rest=True)
    if answer == ("end",):
        m.touched = True
        return None
    atoms.note(m, "plays", s.vars["plays"] + 1)
    _, obj, theater = answer
    if m.facts.game.kind[s.card[obj]] == ONE_TIME:
        m.push("one_time", card=obj, player=active)
    else:
        m.emit("played", obj, NOWHERE, theater, active, "AAT-033" if theater >= 0 else "AAT-034")
        verbs.enter(m, obj, theater, active, "AAT-033" if theater >= 0 else "AAT-034", deployed=True)
    return AGAIN


def playable(m: Match, player: int) -> list[Value]:
    """Return the cards in hand that can be played, units once for each of their theaters (AAT-030, AAT-033)."""
    s = m.state
    facts = m.facts
    game = facts.game
    level = s.vars["level"]
    requirement = facts.printed["requirement"]
    found: list[Value] = []
    seen = set()
    for obj in s.zones[facts.zone["hand"][player]]:
        card = s.card[obj]
        if card in seen or (requirement[card] or 0) > level:
            continue
        seen.add(card)
        kind = game.kind[card]
        if kind == UNIT:
            found += [("play", obj, theater) for theater in game.theaters[card]]
        elif kind == LEADER or (kind == ONE_TIME and payable(m, obj, player)):
            found.append(("play", obj, NOWHERE))
    return found


def payable(m: Match, obj: int, player: int) -> bool:
    """Whether what a one-time card needs is there (AAT-079); missing targets do not matter (AAT-025)."""
    card = m.state.card[obj]
    needs = m.facts.game.needs[card]
    if needs is not None and not needs(m, obj, player, {}):
        return False
    ability = m.facts.game.played[card]
    if ability is None:
        return True
    if ability.needs is not None and not ability.needs(m, obj, player, {}):
        return False
    return not ability.cost or cost_can_be_paid(m, ability, obj, player)


def one_time_begins(m: Match, f: dict[str, Any]) -> None:
    """A one-time card is laid open and paid for."""
    obj, player = f["card"], f["player"]
    atoms.move(m, obj, "resolving")
    m.emit("played", obj, NOWHERE, NOWHERE, player, "AAT-032")
    ability = m.facts.game.played[m.state.card[obj]]
    if ability is not None and ability.cost:
        begin_effect(m, ability, obj, player, part="cost")


def one_time_effect(m: Match, f: dict[str, Any]) -> None:
    """Then it is resolved completely (AAT-032)."""
    ability = m.facts.game.played[m.state.card[f["card"]]]
    if ability is not None:
        begin_effect(m, ability, f["card"], f["player"])


def one_time_ends(m: Match, f: dict[str, Any]) -> None:
    """And goes to its owner's discard pile."""
    atoms.move(m, f["card"], "discard")
    m.emit("spent", f["card"], NOWHERE, 0, f["player"], "AAT-032")


def placing(m: Match, f: dict[str, Any]) -> str | None:
    """Units come into play one after another, each in a theater printed on it (AAT-039, AAT-043)."""
    s = m.state
    player = f["player"]
    if not f["left"]:
        return END
    kept = (m.facts.zone["hand"][player], m.facts.zone["special-forces"][player])
    theaters = m.facts.game.theaters
    values: list[Value] = []
    seen = set()
    for obj in f["cards"]:
        key = (s.zone[obj], s.card[obj])
        if s.zone[obj] in kept and key not in seen:
            seen.add(key)
            values += [("put", obj, to) for to in theaters[s.card[obj]] if f["at"] in ("legal", THEATERS[to])]
    if not values and not f.get("veiled"):
        return END
    if f["up_to"]:
        values.append(("done",))
    deployed = bool(f.get("deployed"))  # what the operation `place` pushes says nothing of it, nor of `veiled`
    prompt = "deploy a unit" if deployed else "place a unit"
    answer = m.ask(player, "some", values, prompt, rule=f["rule"], source=f["source"], offer=f["up_to"])
    if answer[0] == "done":
        return END
    f["left"] -= 1
    verbs.enter(m, answer[1], answer[2], player, f["rule"] or "AAT-043", deployed=deployed)
    return AGAIN


# -- phase two: combat -------------------------------------------------------------------------------------------


def combat_begins(m: Match, f: dict[str, Any]) -> None:
    """Every unit and the base of the current player get one action (AAT-045, AAT-046)."""
    s = m.state
    active = s.vars["active"]
    atoms.note(m, "combat", 1)
    for unit in units(m, active):
        atoms.put(m, unit, "ready", 1)
    own = base(m, active)
    if own != NOWHERE:
        atoms.put(m, own, "ready", 1)


def combat(m: Match, f: dict[str, Any]) -> str | None:
    """Units and base act in any order, one at a time (AAT-048)."""
    s = m.state
    active = s.vars["active"]
    offer = m.windows != "playable"
    answer = m.ask(
        active, "one", lambda: combat_options(m, active), "take an action", rule="AAT-049", offer=offer, rest=True
    )
    if answer == ("end",):
        m.touched = True
        return None
    obj = answer[1]
    spends = base(m, active) if s.place[obj] == NOWHERE else obj
    atoms.put(m, spends, "ready", 0)
    act(m, answer, active)
    return AGAIN


# -- phase three: end of turn ------------------------------------------------------------------------------------


def end_begins(m: Match, f: dict[str, Any]) -> None:
    """Phase three begins."""
    atoms.note(m, "combat", 2)
    atoms.note(m, "plays", 0)


def place_objective(m: Match, f: dict[str, Any]) -> str | None:
    """An objective card may be placed in the theater of the own base (AAT-086 to AAT-088)."""
    s = m.state
    active = s.vars["active"]
    if s.vars["plays"] >= m.facts.constants["objectives_per_turn"]:
        return None
    values = placeable(m, active)
    if not values:
        return None
    answer = m.ask(active, "one", [*values, ("done",)], "place an objective card", rule="AAT-086", offer=True)
    if answer == ("done",):
        return None
    atoms.note(m, "plays", s.vars["plays"] + 1)
    _, obj, theater = answer
    verbs.enter(m, obj, theater, active, "AAT-086", deployed=False)
    return AGAIN


def placeable(m: Match, player: int) -> list[Value]:
    """Return the objective cards that role, theater and placement condition allow (AAT-087)."""
    s = m.state
    game = m.facts.game
    barred = "defender-objective" if player == ATTACKER else "attacker-objective"
    found: list[Value] = []
    seen = set()
    for obj in s.zones[m.facts.zone["objectives"][player]]:
        card = s.card[obj]
        if card in seen or barred in m.facts.keywords[card] or HOME[player] not in game.theaters[card]:
            continue
        seen.add(card)
        needs = game.needs[card]
        if needs is None or needs(m, obj, player, {}):
            found.append(("put", obj, HOME[player]))
    return found


def check_end(m: Match, f: dict[str, Any]) -> None:
    """Win conditions that are read at the end of the turn (AAT-089)."""
    takeover(m, m.state.vars["active"])


def expire(m: Match, f: dict[str, Any]) -> None:
    """What lasts until end of turn expires (AAT-090)."""
    s = m.state
    if s.modifiers:
        atoms.keep_lasting(m, [entry for entry in s.modifiers if entry[7] != "turn"])
    if m.rules.last_turn(m):
        _limit(m)


def _limit(m: Match) -> None:
    """After the last round the healthier base wins, then the one with more Objective tokens (AAT-169)."""
    from cardlib.games.tyrants.escalation import alternate

    def standing(player: int) -> tuple[int, int]:
        goal = alternate(m, player)
        counts = goal is not None and goal.tokens
        own = base(m, player)
        left = remaining(m, own) if own != NOWHERE else 0
        return left, m.state.players[player]["objective-token"] if counts else 0

    defender, attacker = standing(DEFENDER), standing(ATTACKER)
    winner = NOWHERE if defender == attacker else DEFENDER if defender > attacker else ATTACKER
    m.end(winner, f"limit of {m.facts.constants['round_limit']} rounds", "AAT-169")


def pass_turn(m: Match, f: dict[str, Any]) -> str:
    """The other player takes a turn (AAT-023)."""
    return "begin"


def check(m: Match, f: dict[str, Any]) -> None:
    """Between two triggers nothing has to be looked at: what is destroyed leaves at once (AAT-063)."""


PROCEDURES = {
    "set_up": procedure(
        opening_hands,
        mulligan_defender,
        mulligan_attacker,
        infiltrate_defender,
        infiltrate_attacker,
        first_turn,
    ),
    "turn": procedure(
        begin,
        draw_card,
        play_cards,
        combat_begins,
        combat,
        end_begins,
        place_objective,
        check_end,
        expire,
        pass_turn,
    ),
    "one_time": procedure(one_time_begins, one_time_effect, one_time_ends),
    "placing": procedure(placing),
    "settle": procedure(check, order, next_trigger),
}

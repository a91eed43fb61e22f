"""Set-up and the turn of Against All Tyrants, with its first and last phase (AAT-017 to 027, AAT-086 to 090)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.triggers import next_trigger, order
from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.acting import act, combat_options, spender
from cardlib.games.tyrants.board import ATTACKER, COMBAT, DEFENDER, END_OF_TURN, HOME, base, units
from cardlib.games.tyrants.escalation import add_incidents, takeover
from cardlib.games.tyrants.numbers import remaining
from cardlib.games.tyrants.playing import play_cards
from cardlib.kernel import atoms, opening, spans
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.games.tyrants.cards import Printed
    from cardlib.kernel.match import Match


NOT_NOW = Refusal("AAT-170", "a player gives up in a turn of the player's own")
NO_INFILTRATOR = Refusal("AAT-118", "{s} is no card with Infiltrate in your Special Forces deck")
NOT_IN_ZONE = Refusal("AAT-086", "{s} is not in your Objective zone")
PHASE_THREE = Refusal("AAT-086", "{s} is placed in phase three of your turn")
PLACED = Refusal("AAT-086", "one objective card has been placed this turn")
NOT_HOME = Refusal("AAT-086", "objective cards are placed in the theater of the own base: {home}")
FOR_DEFENDER = Refusal("AAT-115", "{s} is for the Defender only")
FOR_ATTACKER = Refusal("AAT-106", "{s} is for the Attacker only")
NEVER_HOME = Refusal("AAT-087", "{s} cannot be {at_home}, where your base is")
CONDITION = Refusal("AAT-087", "{s} cannot be placed now: {condition}")

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
    reserve = s.zones[m.facts.zone["special-forces"][player]]
    waiting = [obj for obj in reserve if no_infiltrator(m, player, obj) is None]
    if not waiting:
        return None
    cards = {s.card[obj]: obj for obj in waiting[::-1]}
    values = [("put", obj, theater) for card, obj in cards.items() for theater in m.facts.game.theaters[card]]
    _, obj, theater = m.ask(player, "one", values, "deploy by Infiltrate", rule="AAT-118")
    verbs.enter(m, obj, theater, player, "AAT-118", deployed=True)
    return AGAIN


def no_infiltrator(m: Match, player: int, obj: int) -> Refusal | None:
    """Say why a card does not begin the game in play (AAT-118)."""
    s = m.state
    waits = s.zone[obj] == m.facts.zone["special-forces"][player] and "infiltrate" in m.facts.keywords[s.card[obj]]
    return None if waits else NO_INFILTRATOR


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
    spans.begin(m, "turn")
    m.emit("turn", NOWHERE, NOWHERE, turn, active, "AAT-023")


def draw_card(m: Match, f: dict[str, Any]) -> None:
    """Draw a card; that there is none left adds an Incident (AAT-026, AAT-027)."""
    active = m.state.vars["active"]
    for _ in range(m.facts.constants["draws_per_turn"]):
        if not verbs.draw(m, active, "AAT-026"):
            m.emit("no-card", NOWHERE, NOWHERE, 0, active, "AAT-027")
            add_incidents(m, 1, "AAT-027")


# -- phase two: combat -------------------------------------------------------------------------------------------


def combat_begins(m: Match, f: dict[str, Any]) -> None:
    """Every unit and the base of the current player get one action (AAT-045, AAT-046)."""
    s = m.state
    active = s.vars["active"]
    atoms.note(m, "combat", COMBAT)
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
    atoms.put(m, spender(m, answer[1]), "ready", 0)
    act(m, answer, active)
    return AGAIN


# -- phase three: end of turn ------------------------------------------------------------------------------------


def end_begins(m: Match, f: dict[str, Any]) -> None:
    """Phase three begins."""
    atoms.note(m, "combat", END_OF_TURN)
    atoms.note(m, "plays", 0)


def place_objective(m: Match, f: dict[str, Any]) -> str | None:
    """An objective card may be placed in the theater of the own base (AAT-086 to AAT-088)."""
    s = m.state
    active = s.vars["active"]
    if no_objective(m, active) is not None:
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


def placeable(m: Match, player: int) -> list[Choice]:
    """Return the objective cards that role, theater and placement condition allow (AAT-087)."""
    s = m.state
    found: list[Choice] = []
    seen = set()
    for obj in s.zones[m.facts.zone["objectives"][player]]:
        if s.card[obj] not in seen and unplaceable(m, obj, player, HOME[player]) is None:
            found.append(("put", obj, HOME[player]))
        seen.add(s.card[obj])
    return found


def no_objective(m: Match, player: int) -> Refusal | None:
    """Say why a player places no objective card at this time (AAT-086)."""
    s = m.state
    if s.vars["active"] != player or s.vars["combat"] != END_OF_TURN:
        return PHASE_THREE
    return PLACED if s.vars["plays"] >= m.facts.constants["objectives_per_turn"] else None


def unplaceable(m: Match, obj: int, player: int, theater: int) -> Refusal | None:
    """Say why an objective card can't be placed: its role, its theaters, its condition (AAT-086, AAT-087)."""
    game: Printed = m.facts.game
    card = m.state.card[obj]
    if player == ATTACKER and "defender-objective" in m.facts.keywords[card]:
        return FOR_DEFENDER
    if player != ATTACKER and "attacker-objective" in m.facts.keywords[card]:
        return FOR_ATTACKER
    if HOME[player] not in game.theaters[card]:
        return NEVER_HOME
    if theater != HOME[player]:
        return NOT_HOME
    needs = game.needs[card]
    return None if needs is None or needs(m, obj, player, {}) else CONDITION


def check_end(m: Match, f: dict[str, Any]) -> None:
    """Win conditions that are read at the end of the turn (AAT-089)."""
    takeover(m, m.state.vars["active"])


def expire(m: Match, f: dict[str, Any]) -> None:
    """What lasts until end of turn expires (AAT-090)."""
    spans.end(m, "turn")
    if m.judgement.last_turn(m):
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


def no_surrender(m: Match, player: int) -> Refusal | None:
    """Say why a player can't give up: it is not the own turn (AAT-170)."""
    return NOT_NOW if m.state.vars["active"] != player or not m.state.vars["turn"] else None


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
    "settle": procedure(check, order, next_trigger),
}

"""Cards that are played, one-time cards, and units that are placed or deployed by an effect (AAT-029 to AAT-044)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardlib.abilities.performing import begin_effect
from cardlib.abilities.targets import cost_can_be_paid
from cardlib.games.tyrants import verbs
from cardlib.games.tyrants.board import END_OF_TURN, THEATERS
from cardlib.games.tyrants.cards import LEADER, OBJECTIVE, ONE_TIME, UNIT, Printed
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN, END
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

IS_OBJECTIVE = Refusal("AAT-086", "{s} is an objective card, placed in phase three: put {id}")
NOT_IN_HAND = Refusal("AAT-029", "{s} is not in your hand")
IN_RESERVE = Refusal("AAT-044", "{s} is in your Special Forces deck; only traits bring it into play")
OTHERS_TURN = Refusal("AAT-024", "{s} is played in your own turn; nothing is played in answer")
PHASE_ONE = Refusal("AAT-029", "{s} is played in phase one, one card after the other")
PLAYED_OUT = Refusal("AAT-029", "{plays} cards have been played this turn")
REQUIREMENT = Refusal("AAT-030", "{s} requires level {requirement}; the Escalation level is {level}")
NOT_PAYABLE = Refusal("AAT-079", "what {s} needs is not there")
OTHER_THEATER = Refusal("AAT-033", "{s} goes {theaters}: play {id} {spaces}")
BESIDE_BASE = Refusal("AAT-034", "{s} goes next to your base: play {id}")
NO_THEATER = Refusal("AAT-032", "{s} goes to no theater: play {id}")
NOT_PLACED = Refusal("AAT-038", "no trait, order or effect places {s} now; cards are played in phase one")
ONLY_BY_TRAIT = Refusal("AAT-044", "{s} comes into play only by a trait that places or deploys it")
NOT_SHOWN = Refusal("AAT-039", "{s} may only be {theaters}")
NOT_BROUGHT: Final = "{s} is none of the cards that may be put into play now"
ONLY_THERE: Final = "{s} is put into play in the other theater now"

# -- playing -----------------------------------------------------------------------------------------------------


def play_cards(m: Match, f: dict[str, Any]) -> str | None:
    """Play up to two cards, one after the other (AAT-029)."""
    s = m.state
    active = s.vars["active"]
    if no_play(m, active) is not None:
        return None
    hand = s.zones[m.facts.zone["hand"][active]]

    def choices() -> list[Choice]:
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


def playable(m: Match, player: int) -> list[Choice]:
    """Return the cards in hand that can be played, units once for each of their theaters (AAT-030, AAT-033)."""
    s = m.state
    found: list[Choice] = []
    seen = set()
    for obj in s.zones[m.facts.zone["hand"][player]]:
        card = s.card[obj]
        if card not in seen and unplayable(m, obj, player) is None:
            found += [("play", obj, to) for to in destinations(m, card)]
        seen.add(card)
    return found


def destinations(m: Match, card: int) -> tuple[int, ...]:
    """Return where a card goes that is played: a unit to its theaters, others to none (AAT-032 to AAT-034)."""
    game: Printed = m.facts.game
    if game.kind[card] == UNIT:
        theaters: tuple[int, ...] = game.theaters[card]
        return theaters
    return (NOWHERE,) if game.kind[card] & (LEADER | ONE_TIME) else ()


def not_held(m: Match, obj: int, player: int) -> Refusal | None:
    """Say why a card is none that its player holds in hand."""
    if verbs.kind(m, obj) == OBJECTIVE:
        return IS_OBJECTIVE
    zone = m.state.zone[obj]
    if zone == m.facts.zone["hand"][player]:
        return None
    return IN_RESERVE if zone == m.facts.zone["special-forces"][player] else NOT_IN_HAND


def no_play(m: Match, player: int) -> Refusal | None:
    """Say why a player plays no card at this time (AAT-024, AAT-029)."""
    s = m.state
    if s.vars["active"] != player:
        return OTHERS_TURN
    if s.vars["combat"] != END_OF_TURN and s.vars["plays"] >= m.facts.constants["plays_per_turn"]:
        return PLAYED_OUT
    return PHASE_ONE if s.vars["combat"] else None


def unplayable(m: Match, obj: int, player: int) -> Refusal | None:
    """Say why a card in hand can't be played (AAT-030, AAT-079); missing targets do not matter (AAT-025)."""
    card = m.state.card[obj]
    if (m.facts.printed["requirement"][card] or 0) > m.state.vars["level"]:
        return REQUIREMENT
    game: Printed = m.facts.game
    if game.kind[card] != ONE_TIME:
        return None
    needs, ability = game.needs[card], game.played[card]
    for condition in (needs, ability.needs if ability is not None else None):
        if condition is not None and not condition(m, obj, player, {}):
            return NOT_PAYABLE
    payable = ability is None or not ability.cost or cost_can_be_paid(m, ability, obj, player)
    return None if payable else NOT_PAYABLE


def misdirected(m: Match, card: int, theater: int) -> Refusal | None:
    """Say why a card that is played does not go where it is wanted (AAT-032 to AAT-034)."""
    if theater in destinations(m, card):
        return None
    kind = m.facts.game.kind[card]
    return OTHER_THEATER if kind == UNIT else BESIDE_BASE if kind == LEADER else NO_THEATER


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
    choices: list[Choice] = []
    seen = set()
    for obj in f["cards"]:
        key = (s.zone[obj], s.card[obj])
        if key not in seen and not_brought(m, f, obj) is None:
            seen.add(key)
            theaters = m.facts.game.theaters[s.card[obj]]
            choices += [("put", obj, to) for to in theaters if not_there(m, f, obj, to) is None]
    if not choices and not f.get("veiled"):
        return END
    if f["up_to"]:
        choices.append(("done",))
    deployed = bool(f.get("deployed"))  # what the operation `place` pushes says nothing of it, nor of `veiled`
    prompt = "deploy a unit" if deployed else "place a unit"
    rule = f["rule"] or "AAT-043"
    answer = m.ask(player, "some", choices, prompt, rule=rule, source=f["source"], offer=f["up_to"])
    if answer[0] == "done":
        return END
    f["left"] -= 1
    verbs.enter(m, answer[1], answer[2], player, rule, deployed=deployed)
    return AGAIN


def not_brought(m: Match, f: dict[str, Any], obj: int) -> Refusal | None:
    """Say why a card is none of those that come into play now: out of the hand or the Special Forces deck."""
    kept = (m.facts.zone["hand"][f["player"]], m.facts.zone["special-forces"][f["player"]])
    return None if obj in f["cards"] and m.state.zone[obj] in kept else not_among(f)


def not_among(f: dict[str, Any]) -> Refusal:
    """Say that what places cards now does not place such a card, by its rule."""
    return Refusal(f["rule"] or "AAT-043", NOT_BROUGHT)


def not_there(m: Match, f: dict[str, Any], obj: int, theater: int) -> Refusal | None:
    """Say why a card that comes into play now does not go to a theater (AAT-039)."""
    hidden = not_shown(m, obj, theater)
    if hidden is not None:
        return hidden
    return None if f["at"] in ("legal", THEATERS[theater]) else Refusal(f["rule"] or "AAT-043", ONLY_THERE)


def not_shown(m: Match, obj: int, theater: int) -> Refusal | None:
    """Say that a card does not show a theater (AAT-039)."""
    return None if theater in m.facts.game.theaters[m.state.card[obj]] else NOT_SHOWN


PROCEDURES = {
    "one_time": procedure(one_time_begins, one_time_effect, one_time_ends),
    "placing": procedure(placing),
}

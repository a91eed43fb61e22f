"""The turn of Mecha, phase by phase, and the set-up before the first one (MIW-018 to MIW-045)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.abilities.performing import begin_effect
from cardlib.games.mecha import verbs
from cardlib.games.mecha.aiming import attack_targets, unable_to_attack
from cardlib.games.mecha.chain import announce, may_announce, open_window
from cardlib.games.mecha.moving import fresh, held_back, obliged, paths
from cardlib.games.mecha.numbers import crew, hand_size
from cardlib.games.mecha.playing import activated_options, options_in_main_phase, usable
from cardlib.games.mecha.settle import settle
from cardlib.kernel import atoms, opening, spans, values
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.match import AGAIN
from cardlib.kernel.questions import ask_yes
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

# -- set-up ------------------------------------------------------------------------------------------------------


def opening_hands(m: Match, f: dict[str, Any]) -> None:
    """Shuffle both decks and draw the opening hands (MIW-020, MIW-021)."""
    opening.opening_hands(m, verbs.draw, "MIW-021", "MIW-020")


def mulligan_first(m: Match, f: dict[str, Any]) -> str | None:
    """A decides on a mulligan and carries it out (MIW-022 to MIW-024)."""
    return _mulligan(m, f, 0)


def mulligan_second(m: Match, f: dict[str, Any]) -> str | None:
    """Then B decides."""
    return _mulligan(m, f, 1)


def _mulligan(m: Match, f: dict[str, Any], player: int) -> str | None:
    """Set the whole hand aside, draw as many cards, then shuffle it into the deck."""

    def ask() -> list[int]:
        yes = ask_yes(m, player, "take a mulligan", rule="MIW-022")
        return list(m.state.zones[m.facts.zone["hand"][player]]) if yes else []

    return opening.mulligan(m, f, player, ask, verbs.draw, "MIW-022", shuffled_first=False)


def first_turn(m: Match, f: dict[str, Any]) -> None:
    """A takes the first turn (MIW-025)."""
    m.push("turn")
    settle(m)


# -- the turn ----------------------------------------------------------------------------------------------------


def begin(m: Match, f: dict[str, Any]) -> str | None:
    """A turn begins: the next number, the other player, per-turn values at their defaults (MIW-027).

    Of a turn that is skipped nothing takes place but its end (MIW-045).
    """
    s = m.state
    turn = s.vars["turn"] + 1
    active = 1 - s.vars["active"] if turn > 1 else 0
    atoms.note(m, "turn", turn)
    atoms.note(m, "active", active)
    atoms.note(m, "announcements", 0)
    atoms.clear(m, "moves", "move_used", "attacks_made", "forfeited")
    spans.begin(m, "turn")
    for player in (0, 1):
        atoms.note_player(m, player, "towers_played", 0)
        atoms.note_player(m, player, "discarded", 0)
    if s.modifiers:
        _next_turns(m, turn, active)
    m.changed(vital=False, sources=bool(s.modifiers), moved=not s.modifiers)
    if s.players[active]["skips_turn"]:
        atoms.note_player(m, active, "skips_turn", 0)
        m.emit("turn-skipped", NOWHERE, NOWHERE, turn, active, "MIW-045")
        return "end_turn"
    m.emit("turn", NOWHERE, NOWHERE, turn, active, "MIW-027")
    return None


def _next_turns(m: Match, turn: int, active: int) -> None:
    """Begin what was said of the "next turn" of the player who controls the unit now (MIW-091, MIW-Q23).

    A duty to move ends when control changes (MIW-Q93).
    """
    s = m.state
    kept = []
    for lasting in s.modifiers:
        effect = m.facts.abilities[lasting.card][lasting.ability].continuous[lasting.node]
        units = lasting.objects or ()
        duty = lasting.until == "next" and effect.attr == "must:move"
        if not duty or all(s.controller[unit] == lasting.whose for unit in units):
            kept.append(lasting)
    atoms.keep_lasting(m, kept)
    for i, lasting in enumerate(s.modifiers):
        waits = lasting.turn == NOWHERE  # as what holds during a "next turn" does until that begins
        if waits and any(s.controller[unit] == active for unit in lasting.objects or ()):
            atoms.set_lasting_turn(m, i, turn)


def time_counters(m: Match, f: dict[str, Any]) -> None:
    """One time counter comes off each permanent of the active player, and off those that say every turn (MIW-028)."""
    s = m.state
    time = s.columns["time"]
    if not any(time):
        return
    for obj in list(s.zones[m.facts.zone["battlefield"][0]]):
        if time[obj] and (s.controller[obj] == s.vars["active"] or m.facts.game.every_turn[s.card[obj]]):
            rule = "MIW-028" if s.controller[obj] == s.vars["active"] else "MIW-029"
            atoms.put(m, obj, "time", time[obj] - 1)
            m.emit("time", obj, NOWHERE, time[obj], s.controller[obj], rule)
    settle(m)


def start_phase(m: Match, f: dict[str, Any]) -> None:
    """Abilities that name the beginning of a turn (MIW-030)."""
    m.emit("turn-begins", NOWHERE, NOWHERE, 0, m.state.vars["active"], "MIW-030")
    settle(m)


def start_window(m: Match, f: dict[str, Any]) -> None:
    """The phase window of the Start Phase (MIW-053)."""
    open_window(m, "start")


def skip_draw(m: Match, f: dict[str, Any]) -> str | None:
    """The active player may skip the Draw Phase for one ability that asks for it (MIW-031 to MIW-033)."""
    s = m.state
    active = s.vars["active"]
    offers: list[Choice] = []
    seen = set()
    for obj, ability in usable(m, active, "skip draw"):
        key = (s.card[obj], s.place[obj])
        if key not in seen:
            seen.add(key)
            offers.append(("skip", obj, ability.number))
    if not offers:
        return None
    answer = m.ask(active, "one", [("draw-phase",), *offers], "skip the Draw Phase", rule="MIW-031")
    if answer[0] == "draw-phase":
        return None
    ability = m.facts.abilities[s.card[answer[1]]][answer[2]]
    m.emit("skipped", answer[1], NOWHERE, 0, active, "MIW-033")
    begin_effect(m, ability, answer[1], active)
    return "after_skip"


def draw_begins(m: Match, f: dict[str, Any]) -> None:
    """Abilities that name the beginning of the Draw Phase (MIW-034)."""
    m.emit("draw-begins", NOWHERE, NOWHERE, 0, m.state.vars["active"], "MIW-034")
    settle(m)


def draw_card(m: Match, f: dict[str, Any]) -> None:
    """The active player draws, one card if the numbers of the rules are as printed (MIW-035)."""
    for _ in range(m.facts.constants["draws_per_turn"]):
        verbs.draw(m, m.state.vars["active"], "MIW-035")
    settle(m)


def draw_window(m: Match, f: dict[str, Any]) -> str:
    """The phase window of the Draw Phase."""
    open_window(m, "draw")
    return "main_begins"


def after_skip(m: Match, f: dict[str, Any]) -> None:
    """What was paid for by the skip has taken effect, without responses."""
    settle(m)


def main_begins(m: Match, f: dict[str, Any]) -> None:
    """Abilities that name the beginning of the Main Phase (MIW-036)."""
    m.emit("main-begins", NOWHERE, NOWHERE, 0, m.state.vars["active"], "MIW-036")
    settle(m)


def main_options(m: Match) -> list[Choice]:
    """Return every action of the active player at a free moment of the Main Phase (MIW-037)."""
    s = m.state
    active = s.vars["active"]
    if not may_announce(m):
        return [("end",)]
    options = options_in_main_phase(m, active)
    activated_options(m, active, options)
    must = False
    held = bool(values.effects(m, "must:move"))
    entered, turn = s.columns["entered"], s.vars["turn"]
    for unit in crew(m, active):
        if entered[unit] == turn and fresh(m, unit):
            continue  # neither moves nor attacks (MIW-144)
        if held_back(m, unit) is None:
            ways_on = paths(m, unit)
            must = must or (held and bool(ways_on) and obliged(m, unit))
            options += [("move", unit, path) for path in ways_on]
        if unable_to_attack(m, unit) is None:
            options += [("attack", unit, target) for target in attack_targets(m, unit)]
    if not must:
        options.append(("end",))
    return options


def main_phase(m: Match, f: dict[str, Any]) -> str | None:
    """One action after another, until the player ends the phase."""
    active = m.state.vars["active"]
    offer = m.windows != "playable"
    answer = m.ask(active, "one", lambda: main_options(m), "your Main Phase", rule="MIW-037", offer=offer, rest=True)
    if answer[0] == "end":
        return None
    m.push("work_off", base=0)
    announce(m, answer, active)
    return AGAIN


def end_begins(m: Match, f: dict[str, Any]) -> None:
    """Abilities that look at the whole turn (MIW-039)."""
    m.emit("end-begins", NOWHERE, NOWHERE, 0, m.state.vars["active"], "MIW-039")
    settle(m)


def end_window(m: Match, f: dict[str, Any]) -> None:
    """The phase window of the End Phase."""
    open_window(m, "end")


def discard_down(m: Match, f: dict[str, Any]) -> str | None:
    """Discard down to the maximum hand size, one card at a time, each settled (MIW-040 to MIW-042)."""
    s = m.state
    active = s.vars["active"]
    hand = s.zones[m.facts.zone["hand"][active]]
    if len(hand) <= hand_size(m, active):
        return None

    def choices() -> list[Choice]:
        return m.rules.distinct(m, [("card", obj) for obj in hand])

    card = m.ask(active, "one", choices, "discard down to your maximum hand size", rule="MIW-040")[1]
    verbs.discard(m, active, card)
    settle(m)
    return AGAIN


def end_turn(m: Match, f: dict[str, Any]) -> None:
    """Effects of this turn end, then a state check (MIW-044)."""
    spans.end(m, "turn")
    settle(m)


def next_turn(m: Match, f: dict[str, Any]) -> str:
    """After the last turn the fewer damage cards win, then the larger deck, then nobody (MIW-010)."""
    s = m.state
    if m.judgement.last_turn(m):
        score = [
            (-len(s.zones[m.facts.zone["damage"][player]]), len(s.zones[m.facts.zone["deck"][player]]))
            for player in (0, 1)
        ]
        winner = NOWHERE if score[0] == score[1] else int(score[1] > score[0])
        m.end(winner, "the turn limit is reached", "MIW-010")
    return "begin"


PROCEDURES = {
    "set_up": procedure(opening_hands, mulligan_first, mulligan_second, first_turn),
    "turn": procedure(
        begin,
        time_counters,
        start_phase,
        start_window,
        skip_draw,
        draw_begins,
        draw_card,
        draw_window,
        after_skip,
        main_begins,
        main_phase,
        end_begins,
        end_window,
        discard_down,
        end_turn,
        next_turn,
    ),
}

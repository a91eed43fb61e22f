"""The turn of War Rig: rounds by squad number, a slot for each player in each (WR-017 to WR-032)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardlib.games.war_rig import squads
from cardlib.games.war_rig.course import acting
from cardlib.games.war_rig.facilities import fuel
from cardlib.games.war_rig.fire import fires
from cardlib.games.war_rig.kinds import TITLES, stowed
from cardlib.games.war_rig.ways_to_win import empire, power, winning
from cardlib.kernel import atoms, seats, secrets, spans
from cardlib.kernel.contract import procedure

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

STOWED = tuple(map(stowed, TITLES))


def begin(m: Match, f: dict[str, Any]) -> None:
    """A turn begins (WR-017)."""
    turn = m.state.vars["turn"] + 1
    atoms.note(m, "turn", turn)
    atoms.note(m, "round", 0)
    atoms.note(m, "active", seats.players_in(m)[0])
    spans.begin(m, "turn")
    m.emit("turn", number=turn, rule="WR-017")


def start_steps(m: Match, f: dict[str, Any]) -> None:
    """What happens as a turn starts: fuel burns, then fires spread (WR-018)."""
    fuel.upkeep(m)
    fires.begin_spread(m)


def rounds_begin(m: Match, f: dict[str, Any]) -> None:
    """The start steps are over: the rounds begin (WR-018, WR-032)."""
    winning.check(m)
    power.begin_turn(m)


def next_round(m: Match, f: dict[str, Any]) -> str | None:
    """Rounds go up to the highest number on a free squad, worked out again after each (WR-019, WR-020)."""
    round_ = m.state.vars["round"] + 1
    if round_ > last_round(m):
        return "empire_wave"
    atoms.note(m, "round", round_)
    atoms.note(m, "active", seats.players_in(m)[0])
    return None


def last_round(m: Match) -> int:
    """Return the highest number on any free squad of any player, at least 1 (WR-019)."""
    players = m.facts.players
    numbers = [
        squads.number(m, squad) for (_, side), there in squads.standing(m).items() if side < players for squad in there
    ]
    return max(numbers, default=1)


def open_slot(m: Match, f: dict[str, Any]) -> str | None:
    """A player without a free squad of the round and without a rig to activate is skipped (WR-021, WR-023, WR-028)."""
    player = m.state.vars["active"]
    if seats.is_out(m, player) or not (acting.has_squads(m, player) or acting.ready(m, player)):
        return "close_slot"
    atoms.clear(m, "moved_units")
    for title in STOWED:
        atoms.note_player(m, player, title, 0)
    m.emit("slot", number=m.state.vars["round"], player=player, rule="WR-021")
    return None


def judge_start(m: Match, f: dict[str, Any]) -> None:
    """The start steps are tested as one (WR-032)."""
    winning.check(m)


def judge(m: Match, f: dict[str, Any]) -> None:
    """Win conditions are tested after everything that is fully resolved (WR-032)."""
    power.watch(m)
    winning.check(m)


def slot(m: Match, f: dict[str, Any]) -> str | None:
    """One action or free step after another; an activation that is over, then the slot is ended (WR-022 to WR-029)."""
    player = m.state.vars["active"]
    if seats.is_out(m, player):
        return None
    answer = m.ask(player, "one", lambda: acting.options(m, player), "your slot", rule="WR-022", rest=True)
    if answer != acting.END:
        acting.act(m, player, answer)
        return "judge"
    active = acting.active_squad(m)
    if active < 0:
        return None
    acting.finish(m)
    return "slot" if acting.ready(m, player) else None


def close_slot(m: Match, f: dict[str, Any]) -> str:
    """The next player in seat order has a slot; after the last one the round is over (WR-021)."""
    acting.finish(m)
    s = m.state
    left = [player for player in s.order if s.vars["active"] < player < m.facts.players]
    if not left:
        return "next_round"
    atoms.note(m, "active", left[0])
    return "open_slot"


def empire_wave(m: Match, f: dict[str, Any]) -> None:
    """The end of a turn begins with a wave of the Empire, then reactors count the turn (WR-031)."""
    empire.wave(m)
    power.end_turn(m)


def end_turn(m: Match, f: dict[str, Any]) -> None:
    """What holds for this turn ends; then the turn limit is checked (WR-031)."""
    atoms.clear(m, "barred", "disabled", "acted", "actions", "uses", "shielded")
    spans.end(m, "turn")
    m.emit("turn-ends", number=m.state.vars["turn"], rule="WR-031")
    winning.check(m)


def check_limit(m: Match, f: dict[str, Any]) -> str:
    """After the last turn the game ends (WR-280)."""
    winning.limit(m)
    return "begin"


PROCEDURES = {
    "turn": procedure(
        *(begin, start_steps, judge_start, power.power_begins, *secrets.together(power.TOKEN), power.match_tokens),
        *(rounds_begin, next_round, open_slot, judge, slot, close_slot),
        *(empire_wave, end_turn, check_limit),
    ),
}

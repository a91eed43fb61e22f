"""What a table or a screen shows beside the cards: the phase of the turn, and what waits on the chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from cardlib.abilities.targets import single
from cardlib.filters.words import listed
from cardlib.games.mecha.speech import SEATS
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.table import Table

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Link

PHASES = {
    "Set-up": "MIW-018",
    "Start Phase": "MIW-030",
    "Draw Phase": "MIW-035",
    "Main Phase": "MIW-037",
    "End Phase": "MIW-039",
}
WINDOWS = {"start": "Start Phase", "draw": "Draw Phase", "end": "End Phase"}
LAST_STEPS = (("skip_draw", "Start Phase"), ("after_skip", "Draw Phase"), ("main_phase", "Main Phase"))


def phase(m: Match) -> str:
    """Return the name of the phase (MIW-026), or of the set-up before the first turn."""
    names = m.rules.procedures["turn"][1]
    found = "Set-up"
    for frame in m.state.stack:
        if frame[0] == "turn":
            found = next((name for last, name in LAST_STEPS if frame[1] <= names[last]), "End Phase")
        elif frame[0] == "window":
            found = WINDOWS.get(frame[2]["kind"], found)
    return found


def pending(m: Match) -> list[str]:
    """Return what waits on the chain, last in first out, each as a sentence."""
    told = []
    for link in m.state.chain[::-1]:
        if link.kind in ("move", "attack"):
            said = m.rules.speech.say(m, (link.kind, link.obj, link.about))
        elif link.kind == "ability":
            said = m.rules.speech.say(m, ("use", link.obj, link.about, dict(link.kept).get("that", -1)))
        else:
            said = m.rules.speech.say(m, ("play", link.obj, link.about, dict(link.kept).get("that", NOWHERE)))
        told.append(f"{SEATS[link.player]}: {said.text}{_aimed_at(m, link)}")
    return told


def _aimed_at(m: Match, link: Link) -> str:
    """Say at what a waiting card is aimed, where it was not the option that named it (MIW-055)."""
    ability = m.facts.game.play[m.state.card[link.obj]].played if link.kind == "card" else None
    if ability is None or single(ability) is not None:
        return ""
    aims = [m.rules.speech.title(m, obj) for group in link.targets for obj in group]
    return f", aimed at {listed(aims)}" if aims else ""


class MechaTable(Table):
    """What the game puts on a screen, as the kernel asks for it."""

    player_values = ("bandwidth", "total_cost")
    named_phases: ClassVar[Mapping[str, str]] = PHASES

    def phase(self, m: Match) -> str:
        return phase(m)

    windows: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "Start Phase": (),
        "Draw Phase": (),
        "Main Phase": ("mine", "theirs"),  # after a destruction; Commands are played there at any time
        "End Phase": ("theirs",),
    }

    def announced(self, m: Match) -> int | None:
        return m.state.chain[-1].player if m.state.chain else None

    def pending(self, m: Match) -> list[str]:
        return pending(m)

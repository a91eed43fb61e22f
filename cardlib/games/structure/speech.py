"""How Dept. of Structure talks: notation and sentence of every option, and the sentence of every event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cardlib.games.structure import acting
from cardlib.games.structure.cards import RESOURCE, TACTIC, TYPES
from cardlib.games.structure.numbers import defense, remaining
from cardlib.kernel.decisions import Choice, Said
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move
    from cardlib.kernel.records import Raw
    from cardlib.kernel.speech import Total

SEATS: Final = "AB"


SENTENCES = {
    "turn": "Round {n}: player {p} is the attacker",
    "shuffled": "{p} shuffles the Deck",
    "mulligan": "{p} changes {n:card|cards}",
    "no-card": "{p} has no card to draw",
    "returned": "{s} goes to {p}'s Hand",
    "milled": "{s} goes to {p}'s Graveyard",
    "resources": "{p}: {signed} {type}",
    "healed": "All damage is removed",
    "played": "{p} plays {s}{on}",
    "used": "{p} uses {s}{which}",
    "aims-at": "{s} targets {o}",
    "missed": "{s} has no legal target left",
    "spent": "{s} goes to the Graveyard",
    "enters": "{s} comes onto the battlefield{on}",
    "fizzled": "{s} goes to the Graveyard without effect",
    "equipped": "{s} and {o} are put together",
    "unequipped": "{s} leaves {o}",
    "battle": "{p} starts a battle with {n:card|cards}",
    "attacks": "{s} attacks",
    "blocks": "{s} blocks {o}",
    "damaged": "{s} takes {n} damage",
    "base": "{p}'s Base loses {n}",
    "kills": "{s} kills {o}",
    "retired": "{s} retires",
    "sacrificed": "{p} sacrifices {s}",
    "fed": "{s} eats {o}",
    "utilized": "{s} becomes utilized",
    "readied": "{s} becomes ready",
    "resurrected": "{s} is resurrected",
    "names": "{p} names {type}",
}


def _left(m: Match, obj: int, other: int, number: int, player: int) -> str:
    return f"{max(0, remaining(m, obj))} of {defense(m, obj)} left"


TOTALS: Mapping[str, Total] = {
    "damaged": _left,
    "resources": lambda m, obj, other, number, player: f"now {m.state.players[player][TYPES[other]]}",
    "base": lambda m, obj, other, number, player: f"{m.state.players[player]['base_health']} left",
    "counters": lambda m, obj, other, number, player: f"now {_counter(m, obj, other)}",
}


def _counter(m: Match, obj: int, kind: int) -> int:
    return m.state.columns[list(m.facts.vocabulary.counters)[kind]][obj]


# Events that only mark a moment, or that another sentence tells already.
SILENT = frozenset({"announced", "attack-declared", "hits-base", "regroup-heals", "deployed"})


def _asking(m: Match, choice: Choice, otherwise: str) -> str | None:
    """Return the rule by which types of resources are asked for; of what is not offered any more that of most."""
    return m.decision.rule if m.decision is not None and choice in m.decision.choices else otherwise


def which_ability(m: Match, obj: int, number: int) -> str:
    """Return which of several activated abilities of a card it is, such as `ability 2`; "" where it has one."""
    activated = m.facts.game.activated[m.state.card[obj]]
    return f"ability {number - activated[0].number + 1}" if len(activated) > 1 else ""


class StructureSpeech(Speech):
    """What the game says, as the kernel asks for it."""

    sentences = SENTENCES
    silent = SILENT
    totals = TOTALS

    def say(self, m: Match, choice: Choice) -> Said:
        """Return notation, sentence and rule of an option; common ones are said as everywhere."""
        verb = choice[0]
        s = m.state
        if verb == "play":
            _, obj, host = choice
            id_, name = m.facts.ids[s.card[obj]], m.facts.names[s.card[obj]]
            if host != NOWHERE:
                return Said(
                    f"play {id_} {self.label(m, host)}",
                    f"deploy {name} on {self.title(m, host)}",
                    "DOS-154",
                )
            kind = m.facts.game.kind[s.card[obj]]
            word = "play" if kind & (TACTIC | RESOURCE) else "deploy"
            return Said(f"play {id_}", f"{word} {name}", "DOS-070" if kind == TACTIC else "DOS-032")
        if verb == "use":
            _, obj, number = choice
            which = which_ability(m, obj, number)
            said = f"use {self.title(m, obj)}{which and f', {which}'}"
            return Said(f"use {self.label(m, obj)}{which.removeprefix('ability')}", said, "DOS-170")
        if verb == "equip":
            _, technical, unit = choice
            return Said(
                f"equip {self.label(m, technical)} {self.label(m, unit)}",
                f"put {self.title(m, technical)} and {self.title(m, unit)} together",
                "DOS-081",
            )
        if verb == "unequip":
            return Said(f"unequip {self.label(m, choice[1])}", f"take off {self.title(m, choice[1])}", "DOS-084")
        if verb == "attack":
            return Said(f"attack {self.label(m, choice[1])}", f"{self.title(m, choice[1])} attacks", "DOS-094")
        if verb == "block":
            _, blocker, attacker = choice
            return Said(
                f"block {self.label(m, blocker)} {self.label(m, attacker)}",
                f"{self.title(m, blocker)} blocks {self.title(m, attacker)}",
                "DOS-107",
            )
        if verb == "income":
            names = [TYPES[number] for number in choice[1:]]
            return Said(
                " ".join(names), " and ".join(name.capitalize() for name in names), _asking(m, choice, "DOS-023")
            )
        if verb == "resource":
            return Said(TYPES[choice[1]], TYPES[choice[1]].capitalize(), _asking(m, choice, "DOS-048"))
        if verb == "starve":
            loss = m.facts.constants["hunger_damage"]
            return Said(
                f"starve {self.label(m, choice[1])}",
                f"{self.title(m, choice[1])}: {loss} Base Health",
                "DOS-193",
            )
        if verb == "feed":
            _, eater, unit = choice
            return Said(
                f"feed {self.label(m, eater)} {self.label(m, unit)}",
                f"{self.title(m, eater)} eats {self.title(m, unit)}",
                "DOS-196",
            )
        if verb == "end":
            return Said("end", "end the phase", "DOS-034")
        return super().say(m, choice)

    def tell_more(self, m: Match, raw: Raw) -> dict[str, Any]:
        """Return further words for sentences: a type of resource, what a card is put on, which of its abilities."""
        kind, subject, other, number, _, _, seen = raw
        type_ = TYPES[other] if kind == "resources" else TYPES[number] if kind == "names" else ""
        put = kind in ("played", "enters") and other >= 0
        which = which_ability(m, subject, number) if kind == "used" else ""
        more = {"type": type_.capitalize(), "which": f", {which}" if which else ""}
        return more | {"on": f" on {m.facts.names[m.state.card[other]]}{seen.other}"} if put else more

    def words(self, facts: Facts) -> Mapping[str, Sequence[str]]:
        """The four resources."""
        return {"RESOURCE": TYPES}

    def meant(self, m: Match, player: int, move: Move) -> Sequence[Choice]:
        """Of cards that differ in nothing one is offered; any of them may be named."""
        at = acting.alike(m, move)
        return super().meant(m, player, move) if at is None or m.decision is None else (m.decision.choices[at],)

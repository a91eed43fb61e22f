"""How Mecha talks: the notation and sentence of every option, and the sentence of every event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from cardlib.filters.words import slug
from cardlib.games.mecha.kinds import COMMAND, PILOT
from cardlib.games.mecha.numbers import bandwidth, cost, durability, name_of, total_cost
from cardlib.games.mecha.playing import not_among, rule_of_use
from cardlib.kernel import values
from cardlib.kernel.decisions import Choice, Said
from cardlib.kernel.speech import Speech
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Raw
    from cardlib.kernel.speech import Total

SEATS: Final = "AB"


def _targets_player(m: Match, obj: int) -> bool:
    ability = m.facts.game.play[m.state.card[obj]].played
    return ability is not None and bool(ability.targets) and ability.targets[0].zone == "player"


def _rule_of_place(m: Match, obj: int, space: int) -> str:
    """By which rule a card may be played on a space: that of its type, or the one on what its own text says."""
    card = m.state.card[obj]
    if m.facts.game.bits[card] == COMMAND:
        return "MIW-117"
    if m.state.board[space] != NOWHERE and not m.facts.game.play[card].onto_needed:
        return "MIW-Q78"
    return not_among(m, obj).rule


SENTENCES = {
    "turn": "Turn {n}: player {p}",
    "turn-skipped": "{p} skips turn {n}",
    "mulligan": "{p} takes a mulligan",
    "played": "{p} plays {s}{at}",
    "aims-at": "{s} targets {o}",
    "used": "{p} uses {s}{at}",
    "move-declared": "{p} moves {s} to {space}",
    "attack-declared": "{s} attacks {o}",
    "step": "{name} steps from {start} to {space}",
    "moves": "{s} has moved {n:space|spaces}",
    "forfeits": "{s} forfeits its attack",
    "attack-ends": "The attack of {s} ends without effect",
    "hits-player": "{s} hits player {q} directly",
    "armour": "{s} loses an armour counter instead of taking damage",
    "damaged": "{s} takes {n} damage",
    "destroyed": "{s} is destroyed",
    "sacrificed": "{p} sacrifices {s}",
    "put-off": "{s} is discarded",
    "enters": "{name} enters on {space}",
    "attached": "{s} is attached to {o}",
    "stands": "{s} stands on {space}",
    "spent": "{s} goes to the discard pile",
    "milled": "{s} goes from {p}'s deck to the discard pile",
    "damage-zone": "{s} goes to {p}'s damage zone",
    "triggered": "{s} is triggered",
    "fizzled": "{s} finds no legal place and is discarded",
    "time": "{s}: {n:time counter|time counters} left",
    "skipped": "{p} skips the Draw Phase for {s}",
    "redirected": "The attack goes on against {s}",
    "named": "{s}: the name {chosen} is chosen",
    "shown": "{p}'s hand holds {s}",
}


def _left(m: Match, obj: int, other: int, number: int, player: int) -> str:
    whole = durability(m, obj)
    return f"{max(0, whole - m.state.columns['damage'][obj])} of {whole} left"


def _counters(m: Match, obj: int, other: int, number: int, player: int) -> str:
    name = list(m.facts.vocabulary.counters)[other]
    return f"now {m.state.columns[name][obj]}"


def _limits(m: Match, obj: int, other: int, number: int, player: int) -> str:
    """Return what a permanent that enters changes of the two numbers that limit which Mechas can be played."""
    now = []
    if values.keyword(m, obj, "provide"):
        now.append(f"bandwidth {bandwidth(m, player)}")
    if cost(m, obj):
        now.append(f"total cost {total_cost(m, player)}")
    return ", ".join(now)


TOTALS: Mapping[str, Total] = {
    "damaged": _left,
    "armour": lambda m, obj, other, number, player: f"{m.state.columns['armour'][obj]} left",
    "counters": _counters,
    "damage-zone": lambda m, obj, other, number, player: f"{number} of {m.facts.constants['damage_limit']}",
    "enters": _limits,
}
# Events that only mark a moment, or that another sentence tells already.
SILENT = frozenset({"turn-begins", "draw-begins", "main-begins", "end-begins", "attacks", "attacked", "destroys"})


class MechaSpeech(Speech):
    """What the game says, as the kernel asks for it."""

    sentences = SENTENCES
    silent = SILENT
    totals = TOTALS
    changes: ClassVar[Mapping[str, str]] = {"must:move": "must move"}

    def say(self, m: Match, choice: Choice) -> Said:
        """Return notation, sentence and rule of an option; common ones are said as everywhere."""
        verb = choice[0]
        rules = m.rules
        assert m.facts.board is not None
        names = m.facts.board.names
        if verb == "play":
            _, obj, where, target = choice
            card = m.facts.ids[m.state.card[obj]]
            bits = m.facts.game.bits[m.state.card[obj]]
            play = m.facts.game.play[m.state.card[obj]]
            title = rules.name(m, obj)
            # A card found by a search is played from the deck too, but not as its top card.
            free = m.decision is not None and m.decision.rule == "MIW-037"
            top = "top " if free and m.facts.zone_kinds[m.state.zone[obj]] == "deck" else ""
            if bits == PILOT or play.attach is not None:
                return Said(
                    f"play {top}{card} {self.label(m, where)}",
                    f"play {title} on {self.title(m, where)}",
                    "MIW-124" if bits == PILOT else "MIW-136",
                )
            if where != NOWHERE:
                rule = _rule_of_place(m, obj, where)
                return Said(f"play {top}{card} {names[where]}", f"play {title} on {names[where]}", rule)
            if target != NOWHERE:
                by_player = _targets_player(m, obj)
                label = f"player {SEATS[target].lower()}" if by_player else self.label(m, target)
                words = f"player {SEATS[target]}" if by_player else self.title(m, target)
                return Said(f"play {card} {label}", f"play {title} on {words}", "MIW-046")
            return Said(f"play {top}{card}", f"play {title}", "MIW-046")
        if verb == "use":
            _, obj, number, target = choice
            label, title = self.label(m, obj), self.title(m, obj)
            rule = rule_of_use(m.facts.abilities[m.state.card[obj]][number])
            if target != NOWHERE:
                against = m.facts.ids[m.state.card[target]]
                return Said(f"use {label} {against}", f"use {title} against {rules.name(m, target)}", rule)
            return Said(f"use {label}", f"use {title}", rule)
        if verb == "move":
            _, unit, path = choice
            way = " ".join(names[space] for space in path)
            return Said(
                f"move {self.label(m, unit)} {way}",
                f"move {self.title(m, unit)} to {way.replace(' ', ', ')}",
                "MIW-143",
            )
        if verb == "attack":
            _, unit, target = choice
            if target == NOWHERE:
                return Said(
                    f"attack {self.label(m, unit)} player",
                    f"{self.title(m, unit)} attacks directly",
                    "MIW-168",
                )
            return Said(
                f"attack {self.label(m, unit)} {self.label(m, target)}",
                f"{self.title(m, unit)} attacks {self.title(m, target)}",
                "MIW-166",
            )
        if verb == "forfeit":
            return Said(
                f"forfeit {self.label(m, choice[1])}",
                f"{self.title(m, choice[1])} forfeits its attack",
                "MIW-156",
            )
        if verb == "end":
            return Said("end", "end the Main Phase", "MIW-037")
        if verb == "skip":
            return Said(
                f"skip {self.label(m, choice[1])}",
                f"skip the Draw Phase for {rules.name(m, choice[1])}",
                "MIW-031",
            )
        if verb == "draw-phase":
            return Said("draw", "do not skip the Draw Phase", "MIW-031")
        if verb == "name":
            prefix, named = divmod(choice[1], len(m.facts.names))
            text = (m.facts.game.prefixes[prefix - 1] if prefix else "") + m.facts.names[named]
            return Said(slug(text), text, "MIW-Q66")
        return super().say(m, choice)

    def tell_more(self, m: Match, raw: Raw) -> dict[str, Any]:
        """Return further words for sentences: spaces, and what a card was played on."""
        kind, subject, other, number, _, _, seen = raw
        board = m.facts.board
        assert board is not None
        names, card = m.facts.names, m.state.card
        at = ""
        if kind == "played" and other >= 0:
            at = (
                f" on player {SEATS[other]}" if _targets_player(m, subject) else f" on {names[card[other]]}{seen.other}"
            )
        elif kind == "played" and number >= 0:
            at = f" on {board.names[number]}"
        elif kind == "used" and other >= 0:
            at = f" against {names[card[other]]}"
        return {
            "at": at,
            "space": board.names[number] if kind in ("step", "stands", "move-declared", "enters") else "",
            "start": board.names[other] if kind == "step" else "",
            "chosen": name_of(m, number) if kind == "named" else "",
            "o": "" if other >= 0 else "the opponent",
        }

    def words(self, facts: Facts) -> Mapping[str, Sequence[str]]:
        """The names that a card may take on (MIW-Q66)."""
        return {"NAME": facts.game.names}

"""Against All Tyrants, as the kernel sees it: set-up, procedures, values and words put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.abilities.compiling import Compiler
from cardlib.abilities.rules import GameRules
from cardlib.games.tyrants import (
    acting,
    attack,
    cards,
    numbers,
    operations,
    playing,
    positions,
    turn,
    verbs,
    why,
)
from cardlib.games.tyrants.board import DEFENDER, HOME, PLANETSIDE, SPACE, THEATERS
from cardlib.games.tyrants.cards import ONE_TIME, Printed
from cardlib.games.tyrants.events import EVENTS
from cardlib.games.tyrants.honours import HONOURS
from cardlib.games.tyrants.judgement import TyrantsJudgement
from cardlib.games.tyrants.speech import TyrantsSpeech
from cardlib.games.tyrants.table import TyrantsTable
from cardlib.kernel import atoms
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.effects import Test
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import Verbs, remembering

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move
    from cardlib.kernel.records import Raised

__all__ = ["TyrantsRules", "operations", "rules"]

TOKENS = ("damage", "shield", "stealth-token", "disruption", "mark-token", "charge", "computation")
RECORDS = ("ready", "instructed", "barred")
# The numbers of game.json that the rules read, each with its least value.
CONSTANTS = {
    "opening_hand": 0,
    "draws_per_turn": 0,
    "plays_per_turn": 0,
    "objectives_per_turn": 0,
    "incidents_per_level": 1,
    "incidents_per_step": 0,
    "escalation_limit": 0,
    "objective_tokens": 1,
    "mainframe_capacity": 0,
    "takeover_tokens": 1,
    "instructions_per_turn": 0,
    "mulligans": 0,
    "pact_units": 1,
    "weakened_health": 1,
    "round_limit": 1,
}


def _at(theater: int) -> Test:
    return lambda m, obj, source, you: m.state.place[obj] == theater


def _within_level(m: Match, obj: int, source: int, you: int) -> bool:
    return (m.facts.printed["requirement"][m.state.card[obj]] or 0) <= m.state.vars["level"]


def _weakened(m: Match, obj: int, source: int, you: int) -> bool:
    return numbers.remaining(m, obj) <= int(m.facts.constants["weakened_health"])


RELATIONS: Mapping[str, Test] = {
    "in-space": _at(SPACE),
    "on-planet": _at(PLANETSIDE),
    "disrupted": lambda m, obj, source, you: m.state.columns["disruption"][obj] > 0,
    "instructed": lambda m, obj, source, you: acting.uninstructed(m, obj) is not None,
    "damaged": lambda m, obj, source, you: m.state.columns["damage"][obj] > 0,
    "weakened": _weakened,
    "within-level": _within_level,
}


class TyrantsRules(GameRules):
    """The rules of Against All Tyrants; one object per loaded game. The first seat is the Defender."""

    slug = "tyrants"
    filler = "unb-partisan-band"
    makes_cards = False
    sections = ("main", "special-forces", "bases", "objectives")
    columns = (*TOKENS, *RECORDS)
    valued = frozenset({*TOKENS, "instructed", "barred"})
    variables: ClassVar[Mapping[str, int | str]] = {
        "active": DEFENDER,
        "level": 0,
        "incidents": 0,
        "combat": 0,
        "plays": 0,
    }
    player_variables: ClassVar[Mapping[str, int | str]] = {
        **dict.fromkeys(("funds-token", "objective-token", "pacts", "subfaction"), 0),
        "base": NOWHERE,
    }
    events = EVENTS
    departures = frozenset({"destroyed"})
    constants = CONSTANTS
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "zones": (
            "deck",
            "hand",
            "special-forces",
            "discard",
            "objectives",
            "aside",
            "resolving",
            "battlefield",
        ),
        "counters": (
            "charge",
            "computation",
            "damage",
            "disruption",
            "escalation",
            "funds-token",
            "incident",
            "mark-token",
            "objective-token",
            "shield",
            "stealth-token",
        ),
        "attributes": (
            "faction",
            "subfaction",
            "theaters",
            "requirement",
            "attack",
            "health",
            "as-defender",
            "as-attacker",
        ),
    }
    roles: ClassVar[Mapping[str, str]] = {
        "deck": "deck",
        "hand": "hand",
        "discard": "discard",
        "resolving": "chain",
        "battlefield": "field",
    }
    needs = Needs(spaces=THEATERS, layers=("units",), holds=(0,))
    honours = HONOURS
    moves = (
        "play CARD [SPACE]",
        "attack PERMANENT PERMANENT",
        "order PERMANENT ORDER",
        "order PERMANENT N",
        "move PERMANENT",
        "clear PERMANENT",
        "put CARD [SPACE] [ZONE]",
        "delegate CARD N",
        "name TYPE",
        "end",
    )
    activated_by: ClassVar[Mapping[str, str]] = {"order": "order PERMANENT ORDER"}
    cites: ClassVar[Mapping[str, str]] = {
        "target": "AAT-025",
        "order": "AAT-036",
        "trigger": "AAT-035",
        "played": "AAT-032",
        "activated": "AAT-078",
        "discard": "AAT-095",
        "return": "AAT-095",
        "mill": "AAT-025",
        "shuffle": "AAT-018",
    }
    relations = RELATIONS
    main_phase = "combat"
    of_match = positions.OF_MATCH
    of_player = positions.OF_PLAYER
    of_object = positions.OF_OBJECT
    of_side = positions.OF_SIDE
    phases = positions.PHASES
    weighs = True

    def __init__(self) -> None:
        super().__init__()
        self.speech = TyrantsSpeech(self)
        self.table = TyrantsTable(self)
        self.judgement = TyrantsJudgement(self)
        self.procedures |= {**turn.PROCEDURES, **playing.PROCEDURES, **attack.PROCEDURES, **acting.PROCEDURES}
        self.verbs = Verbs(
            draw=verbs.draw_one,
            damage=verbs.damage,
            destroy=verbs.destroy,
            sacrifice=verbs.sacrifice,
            gain=verbs.gain,
            snapshot=remembering("attack", "health", "damage"),
        )

    def prepare(self, facts: Facts) -> Compiler:
        compiler = super().prepare(facts)
        cards.trait_abilities(facts, compiler)
        facts.game = cards.read(facts)
        return compiler

    # -- set-up -------------------------------------------------------------------------------------------------

    def section_of(self, facts: Facts, card: int) -> str:
        return {"base": "bases", "objective": "objectives"}.get(facts.cards[card].type, "main")

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Lay out the cards: the base of the role in its theater, the other one set aside (AAT-009 to AAT-017)."""
        s = m.state
        facts = m.facts
        for player, deck in enumerate(decks):
            parts = facts.by_section(deck)
            variables = s.players[player]
            variables["subfaction"] = positions.subfaction_of(facts, [card for part in parts.values() for card in part])
            for section, zone in (("main", "deck"), ("special-forces", "special-forces"), ("objectives", "objectives")):
                for card in parts[section]:
                    s.add(card, player, facts.zone[zone][player])
            for card in parts["bases"]:
                used = HOME[player] in facts.game.theaters[card] and variables["base"] == NOWHERE
                obj = s.add(card, player, facts.zone["battlefield" if used else "aside"][player])
                if used:
                    s.place[obj] = HOME[player]
                    variables["base"] = obj
                    atoms.listen(m, obj)
        m.push("set_up", taken_0=0, taken_1=0)

    def lay_out(self, m: Match, given: Mapping[str, Any]) -> None:
        positions.lay_out(m, given)

    def cannot_be(self, m: Match) -> Iterator[str]:
        return positions.cannot_be(m)

    def settle_position(self, m: Match) -> None:
        positions.settle_position(m)

    def concede(self, m: Match, player: int) -> None:
        early = turn.no_surrender(m, player)
        if early is not None:
            raise IllegalOption(early.text, early.rule)
        m.end(1 - player, "gives up", "AAT-170")

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, m: Match, obj: int, attr: str) -> int:
        if attr == "attack":
            return numbers.attack_value(m, obj)
        if attr == "health":
            return numbers.health(m, obj)
        if attr == "remaining":
            return numbers.remaining(m, obj)
        return super().value(m, obj, attr)

    def player_value(self, m: Match, player: int, attr: str) -> int:
        found = numbers.player_value(m, player, attr)
        return super().player_value(m, player, attr) if found is None else found

    def keyword(self, m: Match, obj: int, word: str) -> int:
        return numbers.working(m, obj, word)

    def counts_as(self, m: Match, obj: int, source: int) -> int:
        """A unit with Expert counts as two for the one-time cards of its type (AAT-132, AAT-Q58)."""
        s = m.state
        game: Printed = m.facts.game
        expert = game.expert[s.card[obj]]
        if expert and game.kind[s.card[source]] == ONE_TIME and expert & game.types[s.card[source]]:
            yours = s.controller[obj] == s.controller[source]
            return 2 if yours and numbers.working(m, obj, "expert") else 1
        return 1

    def type_test(self, id_: str, cards: frozenset[int]) -> Test:
        """Units are objective units too (2.2 of the catalogue); the filter `objective` tells them apart."""
        if id_ != "unit":
            return super().type_test(id_, cards)
        return lambda m, obj, source, you: bool(m.facts.game.kind[m.state.card[obj]] & 3)

    def stage(self, m: Match, entry: Raised) -> int:
        """What a deployed card itself does comes before what others do about it (AAT-035)."""
        return 0 if entry.source == entry.subject else 1

    # -- words --------------------------------------------------------------------------------------------------

    def refuse(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        return why.why_not(m, player, move)


def rules() -> TyrantsRules:
    """Return the rules of Against All Tyrants: the entry point `cardlib.games`."""
    return TyrantsRules()

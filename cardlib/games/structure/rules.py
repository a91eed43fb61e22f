"""Dept. of Structure, as the kernel sees it: set-up, procedures, values and words put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardlib.abilities.compiling import Compiler
from cardlib.abilities.rules import GameRules
from cardlib.games.structure import (
    battle,
    cards,
    chain,
    deploying,
    numbers,
    operations,
    paying,
    positions,
    settle,
    verbs,
    why,
)
from cardlib.games.structure import round as rounds
from cardlib.games.structure.cards import COUNTER, TYPES
from cardlib.games.structure.events import EVENTS
from cardlib.games.structure.honours import HONOURS
from cardlib.games.structure.judgement import StructureJudgement
from cardlib.games.structure.speech import StructureSpeech
from cardlib.games.structure.table import StructureTable
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.effects import Test
from cardlib.kernel.verbs import Verbs, cancel_played, remembering

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability, Target
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move

__all__ = ["StructureRules", "operations", "rules"]

RECORDS = ("utilized", "arrived", "attacking", "blocks", "order", "was_blocked", "fed", "hit_by")
# The numbers of game.json that the rules read, each with its least value.
CONSTANTS = {
    "base_health": 1,
    "opening_hand": 0,
    "mulligans": 0,
    "hand_limit": 0,
    "draws_per_round": 0,
    "first_draw_round": 1,
    "income": 1,
    "pool_limit": 0,
    "empty_deck_damage": 0,
    "crew_capacity": 0,
    "disguise_survivors": 0,
    "generator_power": 0,
    "hunger_damage": 0,
    "rampage_attack": 0,
    "trigger_limit": 1,
    "round_limit": 1,
}

RELATIONS: Mapping[str, Test] = {
    "ready": lambda m, obj, source, you: not m.state.columns["utilized"][obj],
    "attacking": lambda m, obj, source, you: bool(m.state.columns["attacking"][obj]),
    "blocking": lambda m, obj, source, you: bool(m.state.columns["blocks"][obj]),
    "blocked": lambda m, obj, source, you: bool(m.state.columns["was_blocked"][obj]),
    "crewing": lambda m, obj, source, you: numbers.crewing(m, obj),
    "damaged": lambda m, obj, source, you: bool(m.state.columns["damage"][obj]),
    "arrived": lambda m, obj, source, you: m.state.columns["arrived"][obj] == m.state.vars["turn"],
}


class StructureRules(GameRules):
    """The rules of Dept. of Structure; one object per loaded game. The first seat attacks in round 1."""

    slug = "structure"
    filler = "und-shambler"
    makes_cards = False
    sections = ("main", "counters")
    columns = ("token", "damage", *RECORDS)
    variables: ClassVar[Mapping[str, int | str]] = {"phase": 0}
    player_variables: ClassVar[Mapping[str, int | str]] = {**dict.fromkeys(TYPES, 0), "base_health": "base_health"}
    events = EVENTS
    constants = CONSTANTS
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "zones": (
            "deck",
            "hand",
            "battlefield",
            "discard",
            "counters",
            "pending",
        ),
        "counters": (
            "token",
            "damage",
        ),
        "attributes": (
            "faction",
            "cost",
            "unique",
            "attack",
            "defense",
            "crew",
            "tracks",
            "limit",
            "start",
        ),
    }
    roles: ClassVar[Mapping[str, str]] = {
        "deck": "deck",
        "hand": "hand",
        "battlefield": "field",
        "discard": "discard",
        "pending": "chain",
    }
    needs = Needs(spaces=("battlefield",), layers=("units",), holds=(0,))
    honours = HONOURS
    moves = (
        "play CARD [PERMANENT]",
        "use PERMANENT [N]",
        "equip PERMANENT PERMANENT",
        "unequip PERMANENT",
        "attack PERMANENT",
        "block PERMANENT PERMANENT",
        "feed PERMANENT PERMANENT",
        "starve PERMANENT",
        "end",
        "RESOURCE...",
    )
    activated_by: ClassVar[Mapping[str, str]] = {"action": "use PERMANENT [N]"}
    cites: ClassVar[Mapping[str, str]] = {
        "target": "DOS-043",
        "trigger-target": "DOS-176",
        "order": "DOS-078",
        "trigger": "DOS-174",
        "played": "DOS-067",
        "activated": "DOS-067",
        "cost": "DOS-052",
        "discard": "DOS-015",
        "return": "DOS-182",
        "mill": "DOS-014",
        "cancel": "DOS-069",
        "shuffle": "DOS-008",
    }
    relations = RELATIONS
    vital = frozenset({"damage", "token", "battlefield"})
    departures = frozenset({"retired", "sacrificed"})
    valued = frozenset({"damage", "token"})
    main_phase = "deploy"
    placed = False
    declining = GameRules.declining | {"income"}  # any two resources will do on the way to a later round
    turn_procedure = "round"
    of_player = positions.OF_PLAYER
    of_object = positions.OF_OBJECT
    phases = positions.PHASES
    link_kinds = positions.LINK_KINDS

    def __init__(self) -> None:
        super().__init__()
        self.speech = StructureSpeech(self)
        self.table = StructureTable(self)
        self.judgement = StructureJudgement(self)
        self.procedures |= {
            **rounds.PROCEDURES,
            **battle.BATTLE,
            **chain.PROCEDURES,
            **deploying.PROCEDURES,
            **settle.SETTLE,
        }
        self.verbs = Verbs(
            draw=verbs.draw,
            damage=verbs.damage,
            destroy=verbs.destroy,
            sacrifice=verbs.sacrifice,
            return_to_hand=verbs.return_to_hand,
            cancel=cancel_played,
            gain=verbs.gain,
            snapshot=remembering("attack", "defense", "cost", "damage"),
        )

    def prepare(self, facts: Facts) -> Compiler:
        compiler = super().prepare(facts)
        facts.game = cards.read(facts, compiler)
        return compiler

    # -- set-up -------------------------------------------------------------------------------------------------

    def section_of(self, facts: Facts, card: int) -> str:
        return "counters" if facts.cards[card].type == "counter" else "main"

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Lay out Decks and counter cards; the first player is the attacker of round 1 (DOS-006 to DOS-012)."""
        s = m.state
        facts = m.facts
        for player, deck in enumerate(decks):
            for number in (card for part in facts.by_section(deck).values() for card in part):
                zone = "counters" if facts.game.kind[number] == COUNTER else "deck"
                s.add(number, player, facts.zone[zone][player])
        m.push("set_up", taken_0=0, taken_1=0)

    def cannot_be(self, m: Match) -> Iterator[str]:
        return positions.cannot_be(m)

    def settle_position(self, m: Match) -> None:
        positions.settle_position(m)

    def concede(self, m: Match, player: int) -> None:
        m.end(1 - player, "gives up", "DOS-214")

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, m: Match, obj: int, attr: str) -> int:
        if attr == "attack":
            return numbers.attack(m, obj)
        if attr == "defense":
            return numbers.defense(m, obj)
        if attr == "crew_now":
            return len(numbers.crew(m, obj))
        if attr == "remaining":
            return numbers.remaining(m, obj)
        return super().value(m, obj, attr)

    def player_value(self, m: Match, player: int, attr: str) -> int:
        found = numbers.player_value(m, player, attr)
        return super().player_value(m, player, attr) if found is None else found

    def keyword(self, m: Match, obj: int, word: str) -> int:
        return numbers.keyword(m, obj, word)

    def exposed(self, m: Match, target: Target, obj: int, you: int) -> bool:
        """A ready Hidden card is no target of Tactics and abilities (DOS-192)."""
        hidden = target.zone == "battlefield" and not m.state.columns["utilized"][obj]
        return not (hidden and numbers.keyword(m, obj, "hidden"))

    def can_pay(self, m: Match, ability: Ability, source: int, you: int, spent: Mapping[str, int]) -> bool:
        """Resources of all parts of a cost together, with what deploying the card takes (DOS-052)."""
        return paying.demands(m, ability, you, spent)

    def can_carry(self, m: Match, obj: int) -> bool:
        """Tokens and modifiers lie only on cards on the battlefield (DOS-183, DOS-185)."""
        return numbers.on_field(m, obj)

    # -- words --------------------------------------------------------------------------------------------------

    def refuse(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        return why.why_not(m, player, move)


def rules() -> StructureRules:
    """Return the rules of Dept. of Structure: the entry point `cardlib.games`."""
    return StructureRules()

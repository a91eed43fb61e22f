"""Mecha: Immense Warfare, as the kernel sees it: set-up, procedures, values and words put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.abilities.compiling import Compiler
from cardlib.abilities.rules import GameRules
from cardlib.games.mecha import (
    acting,
    aiming,
    cards,
    chain,
    numbers,
    operations,
    positions,
    settle,
    turn,
    verbs,
    why,
)
from cardlib.games.mecha.board import field
from cardlib.games.mecha.events import EVENTS
from cardlib.games.mecha.honours import HONOURS
from cardlib.games.mecha.judgement import MechaJudgement
from cardlib.games.mecha.kinds import MECHA, TOWER
from cardlib.games.mecha.speech import MechaSpeech
from cardlib.games.mecha.table import MechaTable
from cardlib.kernel import values
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.decisions import IllegalOption
from cardlib.kernel.effects import Test
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import Verbs, cancel_played, remembering

if TYPE_CHECKING:
    from cardlib.kernel.ability import Target
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move

__all__ = ["MechaRules", "operations", "rules"]

COLUMNS = (
    "damage",
    "armour",
    "time",
    "entered",
    "arrived",
    "moves",
    "move_used",
    "attacks_made",
    "forfeited",
    "chosen",
    "hit_by",
)
CONSTANTS = {
    "opening_hand": 0,
    "mulligans": 0,
    "draws_per_turn": 0,
    "towers_per_turn": 0,
    "attacks_per_turn": 1,
    "pilots_per_mecha": 0,
    "hand_size": 0,
    "damage_limit": 1,
    "turn_limit": 1,
    "announcement_limit": 1,
}


def _piloted(m: Match, obj: int, source: int, you: int) -> bool:
    return bool(numbers.pilots(m, obj))


def _entry(m: Match, obj: int, source: int, you: int) -> bool:
    place = m.state.place[obj]
    return place != NOWHERE and field(m).in_entry[you][place]


MECHA_NUMBERS = ("cost", "power", "durability")


class MechaRules(GameRules):
    """The rules of Mecha; one object per loaded game."""

    slug = "mecha"
    filler = "radio-tower"
    makes_cards = False
    cites: ClassVar[Mapping[str, str]] = {
        "target": "MIW-055",
        "order": "MIW-063",
        "trigger": "MIW-062",
        "played": "MIW-114",
        "activated": "MIW-214",
        "discard": "MIW-077",
        "return": "MIW-074",
        "mill": "MIW-Q105",
        "cancel": "MIW-059",
        "shuffle": "MIW-085",
    }
    columns = COLUMNS
    variables: ClassVar[Mapping[str, int | str]] = dict.fromkeys(
        ("announcements", "destroyed", "hit", "arrivals", "frail"), 0
    )
    player_variables: ClassVar[Mapping[str, int | str]] = dict.fromkeys(
        ("towers_played", "discarded", "drew_nothing", "skips_turn"), 0
    )
    events = EVENTS
    constants = CONSTANTS
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "zones": (
            "deck",
            "hand",
            "discard",
            "damage",
            "battlefield",
            "chain",
        ),
        "counters": (
            "damage",
            "armour",
            "time",
        ),
        "attributes": (
            "cost",
            "power",
            "durability",
        ),
    }
    roles: ClassVar[Mapping[str, str]] = {
        "deck": "deck",
        "hand": "hand",
        "discard": "discard",
        "battlefield": "field",
        "chain": "chain",
    }
    needs = Needs(shapes=("grid",), regions=("entry",), layers=("units", "standing"), holds=(1, 0), forward=True)
    honours = HONOURS
    moves = (
        "play CARD SPACE",
        "play CARD PERMANENT",
        "play CARD player PLAYER",
        "play CARD CARD",
        "play CARD",
        "play top CARD SPACE",
        "play top CARD PERMANENT",
        "play top CARD",
        "move PERMANENT SPACE...",
        "attack PERMANENT PERMANENT",
        "attack PERMANENT player",
        "forfeit PERMANENT",
        "use PERMANENT CARD",
        "use PERMANENT",
        "skip PERMANENT",
        "draw",
        "end",
        "NAME",
    )
    activated_by: ClassVar[Mapping[str, str]] = {
        "main": "use PERMANENT",
        "skip draw": "skip PERMANENT",
        "response": "use PERMANENT CARD",
    }
    vital = frozenset({"damage", "battlefield"})  # the counters and the zone called damage, both
    in_play = numbers.IN_PLAY
    departures = frozenset({"destroyed", "sacrificed"})
    vital_regions = ("entry",)
    declining = GameRules.declining | {"forfeit", "draw-phase"}
    of_player = positions.OF_PLAYER
    of_object = positions.OF_OBJECT
    phases = positions.PHASES
    link_kinds = positions.LINK_KINDS
    relations: ClassVar[Mapping[str, Test]] = {"piloted": _piloted, "entry": _entry}

    def __init__(self) -> None:
        super().__init__()
        self.speech = MechaSpeech(self)
        self.table = MechaTable(self)
        self.judgement = MechaJudgement(self)
        self.procedures |= {
            "settle": settle.SETTLE,
            **chain.PROCEDURES,
            **acting.PROCEDURES,
            **turn.PROCEDURES,
        }
        self.verbs = Verbs(
            draw=verbs.draw,
            discard=verbs.discard,
            damage=verbs.damage,
            destroy=verbs.destroy,
            sacrifice=verbs.sacrifice,
            top_to=verbs.top_to,
            cancel=cancel_played,
            snapshot=remembering("durability", "power", "cost", "damage"),
        )

    def prepare(self, facts: Facts) -> Compiler:
        compiler = super().prepare(facts)
        facts.game = cards.read(facts, compiler)
        return compiler

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Lay out the decks; the first player is player A, whoever that is by the caller's choice (MIW-019)."""
        s = m.state
        for player, deck in enumerate(decks):
            for card in deck:
                s.add(card, player, m.facts.zone["deck"][player])
        m.push("set_up", taken_0=0, taken_1=0)

    def concede(self, m: Match, player: int) -> None:
        if m.player != player:
            raise IllegalOption("a player gives up at a decision of the player's own", "MIW-011")
        m.end(1 - player, "gives up", "MIW-011")

    def delicate(self, m: Match) -> bool:
        """A text that changes durability (Spectre) may look at anything."""
        effects = m.effects
        return "durability" in (values.in_force(m) if effects is None else effects).rows

    def lay_out(self, m: Match, given: Mapping[str, Any]) -> None:
        """What stands there first arrived first (MIW-205)."""
        s = m.state
        s.vars["frail"] = int(any(m.facts.game.withstands[s.card[obj]] <= 0 for obj in s.board if obj != NOWHERE))
        for obj in s.zones[m.facts.field_zone]:
            s.vars["arrivals"] = s.columns["arrived"][obj] = s.vars["arrivals"] + 1

    def cannot_be(self, m: Match) -> Iterator[str]:
        return positions.cannot_be(m)

    def settle_position(self, m: Match) -> None:
        positions.settle_position(m)

    def layer(self, m: Match, obj: int) -> int:
        """Units, and Commands that stand in for one; standing Commands lie beside them (MIW-117)."""
        card = m.state.card[obj]
        unit = m.facts.game.bits[card] & (MECHA | TOWER) or card in m.facts.game.stand_in
        return 0 if unit else 1

    def columns_on_entry(self, m: Match, obj: int) -> Mapping[str, int]:
        card = m.state.card[obj]
        return {"armour": m.facts.keywords[card].get("armour", 0), **m.facts.game.play[card].counters}

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, m: Match, obj: int, attr: str) -> int:
        if attr == "power":
            return numbers.power(m, obj)
        if attr == "durability":
            return numbers.durability(m, obj)
        if attr == "cost":
            return numbers.cost(m, obj)
        if attr == "speed":
            return numbers.speed(m, obj)
        if attr == "range":
            return numbers.reach(m, obj)
        if attr == "attacks":
            return numbers.attacks(m, obj)
        if attr == "remaining":
            return numbers.durability(m, obj) - m.state.columns["damage"][obj]
        return super().value(m, obj, attr)

    def has_value(self, m: Match, obj: int, attr: str) -> bool:
        """A Command that stands in for a Mecha has cost, power and durability (MIW-Q65)."""
        card = m.state.card[obj]
        return card in m.facts.game.stand_in and attr in MECHA_NUMBERS and bool(numbers.kind(m, obj) & MECHA)

    def player_value(self, m: Match, player: int, attr: str) -> int:
        if attr == "bandwidth":
            return numbers.bandwidth(m, player)
        if attr == "total_cost":
            return numbers.total_cost(m, player)
        if attr == "hand":
            return len(m.state.zones[m.facts.zone["hand"][player]])
        if attr == "discarded_this_turn":
            return sum(variables["discarded"] for variables in m.state.players)
        return super().player_value(m, player, attr)

    def name(self, m: Match, obj: int) -> str:
        return numbers.name(m, obj)

    def type_test(self, id_: str, cards: frozenset[int]) -> Test:
        # A Command is a Mecha, too, while it stands in for one.
        bits = {"mecha": MECHA, "unit": TOWER | MECHA}.get(id_)
        if bits is None:
            return lambda m, obj, source, you: m.state.card[obj] in cards
        wanted: int = bits
        return lambda m, obj, source, you: bool(numbers.kind(m, obj) & wanted)

    def exposed(self, m: Match, target: Target, obj: int, you: int) -> bool:
        """No permanent that a text keeps from it (MIW-055 to MIW-058)."""
        return target.zone != "battlefield" or not aiming.untargetable(m, obj, you)

    def can_carry(self, m: Match, obj: int) -> bool:
        """Counters and lasting effects lie only on what is on the battlefield, and end as it leaves (MIW-203)."""
        return m.state.zone[obj] == m.facts.zone["battlefield"][0]

    # -- words --------------------------------------------------------------------------------------------------

    def refuse(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        return why.why_not(m, player, move)


def rules() -> MechaRules:
    """Return the rules of Mecha: the entry point `cardlib.games`."""
    return MechaRules()

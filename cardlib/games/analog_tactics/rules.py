"""Analog Tactics, as the kernel sees it: set-up, procedures, values and words put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.abilities.rules import GameRules
from cardlib.games.analog_tactics import cards, positions, units
from cardlib.games.analog_tactics.attacks import harming, inflight, interaction, volleys
from cardlib.games.analog_tactics.board import grounds, placing
from cardlib.games.analog_tactics.board.relations import RELATED_BY, RELATIONS
from cardlib.games.analog_tactics.classes import building, choosing, owning, spells, weapons
from cardlib.games.analog_tactics.classes.upkeep import ELEMENTS
from cardlib.games.analog_tactics.course import acting, preparing, respawning, rounds, settling, sharing, using
from cardlib.games.analog_tactics.events import EVENTS
from cardlib.games.analog_tactics.honours import HONOURS
from cardlib.games.analog_tactics.judgement import AnalogTacticsJudgement
from cardlib.games.analog_tactics.kinds import POINTS, SIGNED, STATS, WEAPONS
from cardlib.games.analog_tactics.movement import forcing, large, moving, striding
from cardlib.games.analog_tactics.speech import AnalogTacticsSpeech
from cardlib.games.analog_tactics.table import AnalogTacticsTable
from cardlib.kernel import atoms, grants, values
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.boards.occupants import FACING
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.kernel.ability import Ability, Instruction
    from cardlib.kernel.boards.board import Board
    from cardlib.kernel.boards.places import Fault
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.records import Raised
    from cardlib.kernel.refusals import Refusal

STAT_NAMES = frozenset(STATS)
LEAST = frozenset({"range", "health"})  # that are at least 1 (AT-060)
CONSTANTS = {
    "victory_points": 1,
    "round_limit": 1,
    "top_level": 1,
    "commons": 0,
    "objective_points": 0,
    "decapture_points": 0,
    "unseen_evasion": 0,
    "first_raises": 0,
    "weapon_rank": 0,
    "push": 0,
    "damage_bonus": 0,
    "stealth_tokens": 0,
    "least_cast_range": 1,
    "starting_blueprints": 0,
    "engineer_commons": 0,
    "ritual_attunement": 0,
    "attunement_per_unit": 1,
    "house_rank": 0,
    "interactions": 1,
}


class AnalogTacticsRules(GameRules):
    """The rules of Analog Tactics; one object per loaded game."""

    slug = "analog-tactics"
    filler = "warrior-common"
    columns = (
        *(FACING, "wounds", *POINTS, "form", "number", "permanent", *WEAPONS, "in_hand", "last_space", "kept_points"),
        *("blueprints", "doubled", "elite_blueprints", "volleys", "cinders", "cinder_damage"),
        *("turns_left", "laid", "made_in", "poured", "trodden", "remote", "lent_points"),
    )
    kept = frozenset(
        {"number", "form", "blueprints", "doubled", *WEAPONS, "elite_blueprints", "last_space"}
    )  # of a unit that is eliminated (AT-207)
    variables: ClassVar[Mapping[str, int | str]] = {"round": 0, "place": 0, "last_round": 0, "fights": 0}
    player_variables: ClassVar[Mapping[str, int | str]] = {
        "team_class": 0,
        "level": 1,
        "vp": 0,
        "elites": 0,
        "commons": 0,
        **dict.fromkeys(owning.TIERS.values(), 0),
        "bonus": 0,
        "pool": 0,
        "attuned": 0,
        **dict.fromkeys(ELEMENTS, 0),
        **dict.fromkeys(owning.HOUSES, 0),
        **{f"grown_{name}": 0 for name in STATS},
    }
    relations = RELATIONS
    related_by = RELATED_BY
    activated_by: ClassVar[Mapping[str, str]] = {
        "action": "use PERMANENT ABILITY",
        "build": "use PERMANENT ABILITY",
        "turn-begin": "use PERMANENT ABILITY",
        "named": "use PERMANENT ABILITY",
    }
    # The order of units is kept, and the numbers of a level, with what is added to them for good.
    valued = frozenset({FACING, "number", "level", "bonus", *(f"grown_{name}" for name in STATS)})
    endows = True
    types_stay = True
    spans = ("turn", "round")
    events = EVENTS
    constants = CONSTANTS
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "zones": ("board", "reserve", "removed"),
        "attributes": (*STATS, "class", "vp"),
    }
    roles: ClassVar[Mapping[str, str]] = {"board": "field", "reserve": "discard"}
    needs = Needs(shapes=("hex",), regions=("home", "respawn", "objectives", "respawns", "obstacles"))
    dice = ("d6",)
    honours = HONOURS
    departures = frozenset({"eliminated"})
    moves = (
        "move PERMANENT SPACE",
        "turn PERMANENT",
        "attack PERMANENT PERMANENT",
        "capture PERMANENT PERMANENT",
        "toward DIRECTION",
        "take CLASS",
        "arm PERMANENT WEAPON",
        "raise PERMANENT WEAPON",
        "use PERMANENT ABILITY",
        "attune ELEMENT",
        "build THING SPACE",
        "pick PICK",
        "house HOUSE",
        "equip PERMANENT BLUEPRINT",
        "end",
    )
    forbids: ClassVar[Mapping[str, Any]] = acting.FORBIDS
    cites: ClassVar[Mapping[str, str]] = {
        "activated": "AT-049",
        "trigger": "AT-231",
        "reaction": "AT-134",
        "target": "AT-087",
        "order": "AT-038",
        "reaction-cost": "AT-153",
        "reaction-condition": "AT-146",
        "reaction-limit": "AT-149",
        "turn-limit": "AT-174",
        "move": "AT-062",
        "turn": "AT-062",
        "attack": "AT-090",
        "capture": "AT-194",
        "toward": "AT-069",
        "take": "AT-020",
        "arm": "AT-235",
        "raise": "AT-247",
    }
    of_match = positions.OF_MATCH
    of_player = positions.OF_PLAYER
    of_object = positions.OF_OBJECT
    phases = positions.PHASES

    def __init__(self) -> None:
        super().__init__()
        self.speech = AnalogTacticsSpeech(self)
        self.table = AnalogTacticsTable(self)
        self.judgement = AnalogTacticsJudgement(self)
        self.procedures |= {
            **preparing.PROCEDURES,
            **rounds.PROCEDURES,
            **moving.PROCEDURES,
            **respawning.PROCEDURES,
            **weapons.PROCEDURES,
            **interaction.PROCEDURES,
            **inflight.PROCEDURES,
            **volleys.PROCEDURES,
            **striding.PROCEDURES,
            **forcing.PROCEDURES,
            **placing.PROCEDURES,
            **building.PROCEDURES,
            **harming.PROCEDURES,
            **spells.PROCEDURES,
            **using.PROCEDURES,
            **choosing.PROCEDURES,
            **settling.PROCEDURES,
            **acting.PROCEDURES,
        }

    def prepare(self, facts: Facts) -> Compiler:
        compiler = super().prepare(facts)
        facts.game = cards.read(facts)
        return compiler

    def unlawful(self, board: Board) -> Iterator[Fault]:
        """Boards are alike for all seats, and leave room around what stands on them (AT-D37 to AT-D44)."""
        return grounds.faults(board)

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Begin with the set-up; teams come from team sheets, or are chosen (AT-018 to AT-027)."""
        m.push("set_up")

    def delicate(self, m: Match) -> bool:
        return False

    def vacate(self, m: Match, player: int) -> None:
        """The units of a player who gives up leave the board."""
        for unit in list(units.units(m, player)):
            atoms.move(m, unit, "removed")

    # -- positions ----------------------------------------------------------------------------------------------

    def columns_on_entry(self, m: Match, obj: int) -> Mapping[str, int]:
        return positions.columns_on_entry(m, obj)

    def lay_out(self, m: Match, given: Mapping[str, Any]) -> None:
        positions.lay_out(m)

    def cannot_be(self, m: Match) -> Iterator[str]:
        return positions.cannot_be(m)

    # -- abilities that set themselves off ----------------------------------------------------------------------

    def heaps(self, m: Match, raised: list[Raised]) -> list[list[Raised]]:
        return settling.heaps(m, raised)

    # -- values -------------------------------------------------------------------------------------------------

    def player_value(self, m: Match, player: int, attr: str) -> int:
        if attr == "own-turn":
            return int(m.state.vars["active"] == player)
        return super().player_value(m, player, attr)

    def footprint(self, m: Match, obj: int) -> str:
        return large.SHAPE if m.state.columns["blueprints"][obj] & m.facts.game.large else ""

    def layer(self, m: Match, obj: int) -> int:
        return 1 if m.facts.cards[m.state.card[obj]].type in ("token", "marker") else 0

    def may_be_answered(self, m: Match, window: str) -> bool:
        return f"react:{window}" in m.state.listeners or bool(grants.reactions(m, window))

    def owned(self, m: Match) -> Iterator[tuple[int, tuple[int, ...]]]:
        return owning.owned(m)

    def value(self, m: Match, obj: int, attr: str) -> int:
        if attr in STAT_NAMES:
            key = attr, obj
            steady: int | None = m.steady.get(key)
            if steady is not None:
                return steady
            still = m.recall()
            known: int | None = still.get(key) if still is not None else None
            if known is None:
                known = _stat(m, obj, attr)
                if values.is_certain(m, attr, obj):
                    m.steady[key] = known
                elif still is not None:
                    still[key] = known
            return known
        if attr in ("left", "health-left"):
            return units.health(m, obj)
        if attr == "armor_now":
            return units.armor(m, obj)
        if attr == "push":
            return values.modified(m, obj, attr, 0)
        if attr == "missing-health":
            return m.state.columns["wounds"][obj]
        if attr == "missing-movement":
            return max(0, units.stat(m, obj, "movement") - m.state.columns["movement_points"][obj])
        if attr == "age":
            return m.state.vars["turn"] - m.state.columns["laid"][obj]
        if attr == "installed":
            return int(bool(m.state.columns["elite_blueprints"][obj]))
        if attr in ("radius", "aura"):
            return values.modified(m, obj, attr, m.facts.printed[attr][m.state.card[obj]] or 0)
        return super().value(m, obj, attr)

    def points_there(self, m: Match, pool: str, obj: int, you: int) -> int:
        if pool == "attack_points" and large.is_large(m, obj):
            return 0  # its parts attack for nothing, and it attacks in no other way (ATA-Q116)
        return sharing.there(m, pool, obj)

    def payers(
        self, m: Match, ability: Ability, pool: str, obj: int, you: int, number: int
    ) -> tuple[sharing.Source, ...]:
        own = pool == "movement_points" and ability.program[0].operation.name == "reposition"
        return () if own else sharing.asked(m, pool, obj, number)  # nothing stands in for those (AT-155)

    def take_points(
        self, m: Match, pool: str, obj: int, you: int, number: int, first: Sequence[sharing.Source] = ()
    ) -> None:
        sharing.take(m, pool, obj, number, first=first)

    def kept_back(self, m: Match, ability: Ability, source: int) -> Refusal | None:
        return using.kept_back(m, source, ability)

    def can_begin(
        self, m: Match, ability: Ability, first: Instruction, source: int, you: int, bind: Mapping[str, Any]
    ) -> bool:
        return using.could_do(m, ability, first, source, bind)

    def still_there(self, m: Match, obj: int, bind: Mapping[str, Any]) -> bool:
        return m.state.place[obj] != NOWHERE  # nothing is done to what has left the board (AT-232)

    def surcharge(self, m: Match, ability: Ability, obj: int, pool: str, bind: Mapping[str, Any]) -> int:
        return sharing.surcharge(m, ability, obj, pool, bind)

    # -- what abilities ask ---------------------------------------------------------------------------------------


def _stat(m: Match, obj: int, attr: str) -> int:
    found = units.modified(m, obj, attr)
    return found if attr in SIGNED else max(found, int(attr in LEAST))


def rules() -> AnalogTacticsRules:
    """Return the rules of Analog Tactics: the entry point `cardlib.games`."""
    return AnalogTacticsRules()

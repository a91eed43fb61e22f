"""War Rig, as the kernel sees it: set-up, procedures, values and words put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlib.abilities.rules import GameRules
from cardlib.games.war_rig import cards, positions, resuming, rigs, sites, squads, why
from cardlib.games.war_rig.attacks import attacking, firing
from cardlib.games.war_rig.building import constructing
from cardlib.games.war_rig.course import preparing, turn
from cardlib.games.war_rig.events import EVENTS
from cardlib.games.war_rig.facilities import orbit
from cardlib.games.war_rig.fire import fires
from cardlib.games.war_rig.honours import HONOURS
from cardlib.games.war_rig.judgement import WarRigJudgement
from cardlib.games.war_rig.kinds import FUELS, SUPPLIES, TITLES, TOKENS, WIDE, plan, store, stowed
from cardlib.games.war_rig.movement import moving
from cardlib.games.war_rig.rival_base import infiltrating, spying
from cardlib.games.war_rig.speech import WarRigSpeech
from cardlib.games.war_rig.supplies import gathering, tech
from cardlib.games.war_rig.table import WarRigTable
from cardlib.games.war_rig.ways_to_win import empire, leaving, power, winning
from cardlib.kernel import rolling
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.match import Match
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.moves import Move
    from cardlib.kernel.slots import Slot

STATUS = ("camp", "coercion", "lesser", "home", "locked", "holding", "empire")
RECORDS = ("acted", "actions", "barred", "disabled", "moved_units", "smoke_against")
OF_SITES = ("fire", "hit", "slot", *FUELS.values(), "uses", "built", "sound", "working_turns")
OF_AREAS = ("shielded", "held", "reach")
CONSTANTS = {
    "actions": 1,
    "squads": 1,
    "lesser_squads": 0,
    "cargo_spaces": 0,
    "armoured_spaces": 0,
    "equipment_titles": 1,
    "starting_units": 0,
    "gather_amount": 1,
    "camp_gather": 0,
    "camp_strength": 1,
    "base_strength": 0,
    "repel_factor": 1,
    "scrap_price": 1,
    "scrap_price_vented": 1,
    "tech_cards_seen": 1,
    "offence_per_die": 1,
    "defence_per_die": 1,
    "lower_target_to": 0,
    "upper_target_to": 0,
    "crash_fire_at": 0,
    "crash_half_to": 0,
    "fire_out_from": 1,
    "fuel": 1,
    "reactor_turns": 0,
    "power_tokens": 1,
    "sway": 1,
    "loyalties_2": 1,
    "loyalties_3": 1,
    "loyalties_4": 1,
    "drop_ships": 1,
    "return_fire_robot": 0,
    "ships_to_destroy_2": 1,
    "ships_to_destroy_3": 1,
    "ships_to_destroy_4": 1,
    "ion_canon_price": 0,
    "coercion": 1,
    "coercion_lesser": 1,
    "domination_strength": 1,
    "turn_limit": 1,
    "wide_chassis": 0,
}


class WarRigRules(GameRules):
    """The rules of War Rig; one object per loaded game."""

    slug = "war-rig"
    filler = "utility-cockpit"
    columns = (*TOKENS, *SUPPLIES, *TITLES, *STATUS, *RECORDS, *OF_SITES, *OF_AREAS)
    kept = frozenset({"hit", "disabled"})  # hits stay with a part, and so does what disables it (WR-152, WR-Q65)
    variables: ClassVar[Mapping[str, int | str]] = {
        "round": 1,
        **dict.fromkeys(("acting", "summoner", "summoned", "ships_lost", "retreated", "discoverer", "discovered"), 0),
    }
    player_variables: ClassVar[Mapping[str, int | str]] = dict.fromkeys(
        ("sway", "loyal", *TOKENS, *map(store, TITLES), *map(stowed, TITLES), *map(plan, TITLES)), 0
    )
    sealed = power.SEALED
    events = EVENTS
    constants = CONSTANTS
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "zones": ("deck", "inventory", "known", "parts", "board", "removed"),
        "counters": (*TOKENS, "camp", "coercion", "fire", "hit"),
        "attributes": ("cost", "number", "colour"),
        "actors": ("planet",),
    }
    roles: ClassVar[Mapping[str, str]] = {"deck": "deck", "inventory": "hand", "board": "field", "removed": "discard"}
    needs = Needs(shapes=("areas",), regions=("home", "bases", "resource-rich"))
    dice = ("white", "red", "blue", "black", "brown", "green")
    honours = HONOURS
    moves = (
        "move PERMANENT SPACE",
        "gather PERMANENT TOKEN...",
        "encamp PERMANENT",
        "decamp PERMANENT",
        "attack PERMANENT PERMANENT",
        "coerce PERMANENT",
        "construct PERMANENT CARD",
        "recruit PERMANENT",
        "rescue PERMANENT PERMANENT",
        "spy PERMANENT N",
        "spy PERMANENT CARD",
        "look",
        "turn",
        "both",
        "steal",
        "stop",
        "sabotage PERMANENT PERMANENT",
        "claim PERMANENT TOKEN",
        "shoot PERMANENT PERMANENT",
        "douse PERMANENT PERMANENT",
        rolling.REROLL,
        "swap TOKEN",
        "refine TOKEN...",
        "ionise PERMANENT",
        "shield SPACE",
        "refuel TOKEN [PERMANENT]",
        "bombard PERMANENT",
        "summon",
        "discover",
        "gain TOKEN",
        "hack PLAYER N",
        "hack PLAYER CARD",
        "exchange",
        "expose CARD",
        "attach CARD SLOT",
        "detach PERMANENT",
        "equip PERMANENT CARD",
        "stow PERMANENT CARD",
        "keep CARD",
        "aboard TOKEN...",
        "spill TOKEN...",
        "unload PERMANENT TOKEN",
        "repel",
        "let-in",
        "smoke PERMANENT",
        "release PERMANENT",
        "give TOKEN",
        "give CARD",
        "surrender",
        "end",
    )
    # who is free is kept in the cache, and so is which parts and facilities work, and what squads carry for good
    valued = frozenset({"locked", "holding", "empire", "coercion", "fire", "hit", "disabled", *FUELS.values(), *TITLES})
    departures = frozenset({"destroyed"})
    declining = GameRules.declining | {"let-in", "keep", "stop"}
    of_match = positions.OF_MATCH
    of_player = positions.OF_PLAYER
    of_object = positions.OF_OBJECT
    phases = positions.PHASES
    main_phase = "slot"

    def __init__(self) -> None:
        super().__init__()
        self.speech = WarRigSpeech(self)
        self.table = WarRigTable(self)
        self.judgement = WarRigJudgement(self)
        self.procedures |= {
            **preparing.PROCEDURES,
            **resuming.PROCEDURES,
            **turn.PROCEDURES,
            **moving.PROCEDURES,
            **gathering.PROCEDURES,
            **attacking.PROCEDURES,
            **infiltrating.PROCEDURES,
            **constructing.PROCEDURES,
            **tech.PROCEDURES,
            **spying.PROCEDURES,
            **fires.PROCEDURES,
            **empire.PROCEDURES,
            **power.PROCEDURES,
            **firing.PROCEDURES,
            **orbit.PROCEDURES,
        }

    def prepare(self, facts: Facts) -> Compiler:
        compiler = super().prepare(facts)
        facts.game = cards.read(facts)
        return compiler

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Begin with the set-up, or from a position of the table; nobody brings cards of their own (WR-003)."""
        m.push("resume" if resuming.position_of(m) else "set_up")

    def delicate(self, m: Match) -> bool:
        return False

    def vacate(self, m: Match, player: int) -> None:
        """Prisoners of a faction that is out escape, its squads, rig, cards and facilities go (WR-277)."""
        leaving.vacate(m)

    def slot_holds(self, m: Match, obj: int, slot: Slot) -> int | None:
        """The three slots of the wide chassis hold nothing on a chassis with six (WR-192)."""
        if slot.id in WIDE and not m.facts.constants["wide_chassis"]:
            return 0
        return super().slot_holds(m, obj, slot)

    # -- positions ----------------------------------------------------------------------------------------------

    def columns_on_entry(self, m: Match, obj: int) -> Mapping[str, int]:
        return positions.columns_on_entry(m, obj)

    def lay_out(self, m: Match, given: Mapping[str, Any]) -> None:
        resuming.refuse_twofold(m)
        positions.lay_out(m)

    def cannot_be(self, m: Match) -> Iterator[str]:
        return positions.cannot_be(m)

    def settle_position(self, m: Match) -> None:
        positions.settle_position(m)

    # -- values -------------------------------------------------------------------------------------------------

    def value(self, m: Match, obj: int, attr: str) -> int:
        s = m.state
        match attr:
            case "captured":
                return int(squads.is_squad(m, obj) and s.host[obj] != NOWHERE)
            case "is_free":
                return int(squads.is_free(m, obj))
            case "infiltrated":
                return int(squads.is_free(m, obj) and squads.infiltrated(m, obj))
            case "remaining":
                return sites.remaining(m, obj)
            case "works":
                return int(sites.works(m, obj))
            case "load":
                return rigs.weight(m, obj)
            case "tier":
                return rigs.tier(m, obj) + 1
            case "can_move":
                return int(rigs.can_move(m, obj))
            case "has_targeting":
                return int(rigs.has_targeting(m, obj))
            case "offence":
                return attacking.offence(m, obj)
            case "defence":
                return squads.defence(m, obj)
            case "cargo":
                return squads.cargo(m, obj)
            case "strength":
                return squads.strength(m, m.state.controller[obj], m.state.place[obj])
            case "room":
                return squads.room(m, obj)
        return super().value(m, obj, attr)

    def player_value(self, m: Match, player: int, attr: str) -> int:
        if attr == "controls":
            return winning.locations_controlled(m, player)
        if attr == "free":
            return len(squads.free_squads(m, player))
        return super().player_value(m, player, attr)

    # -- words --------------------------------------------------------------------------------------------------

    def refuse(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        return why.why_not(m, player, move)


def rules() -> WarRigRules:
    """Return the rules of War Rig: the entry point `cardlib.games`."""
    return WarRigRules()

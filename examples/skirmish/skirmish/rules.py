"""The rules of Skirmish on Beacon Hill, as the kernel sees them: what they declare, set-up, how they speak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from cardlib.abilities.honours import Honours
from cardlib.abilities.operations.registry import operation
from cardlib.abilities.rules import GameRules
from cardlib.abilities.running import Run
from cardlib.kernel import atoms
from cardlib.kernel.boards.facing import directions_to
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.boards.occupants import FACING, board_of
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Declared, Fields, Sealed
from cardlib.kernel.match import Match
from cardlib.kernel.table import Table
from skirmish import attack, turns, units
from skirmish.judgement import SkirmishJudgement

ENDS = ("end", "toward DIRECTION", "N")
DICE = ("reroll", "add-symbols", "cancel-symbols")
FLAGS = ("braced", "moved", "attacked", "spent")  # of a unit


@operation("face-attacker", text="turn to face the attacker", game="beacon-hill")
def face_attacker(run: Run) -> None:
    """Who reacts turns to face the attacker: an operation that no other game has."""
    m, source = run.match, run.source
    attacker = m.state.stack[run.bind["action"]][2]["attacker"]
    there = directions_to(board_of(m), m.state.place[source], m.state.place[attacker])
    units.turn(m, source, there[0], run.you, run.rule)


class Skirmish(GameRules):
    """The rules of Skirmish on Beacon Hill."""

    slug = "beacon-hill"
    sections = ("units",)
    constants: ClassVar = {"rounds": 1, "income": 0, "resolve_limit": 1, "beacon": 0}
    reads: ClassVar = {"counters": ("wounds",), "zones": ("field", "fallen")}
    roles: ClassVar = {"field": "field", "fallen": "discard"}
    needs = Needs(shapes=("hex",), regions=("home", "beacon"), forward=True)
    dice = ("attack", "ward")
    columns = (FACING, "level", "wounds", *FLAGS)
    valued = frozenset({FACING, "level"})
    variables: ClassVar = {"round": 0, "acting": 0}  # acting: 1 more than the unit that has the turn
    player_variables: ClassVar = {"resolve": 0, "glory": 0}
    sealed: ClassVar = {"bid": Sealed("bid", turns.bids, "bid Resolve to go first", "SK-021")}
    spans = ("turn", "round")
    events: ClassVar = {
        "rolled": Fields("unit", number="number", says="{player} rolls {dice}: {roll}"),
        "round": Fields(number="round", says="Round {round} begins"),
        "goes": Fields("unit", number="hex", says="{unit} goes to {space}"),
        "faces": Fields("unit", number="way", says="{unit} faces {direction}"),
        "braces": Fields("unit", says="{unit} braces"),
        "attacks": Fields("attacker", "target", says="{attacker} attacks {target}"),
        "wounded": Fields("unit", "attacker", "damage", says="{unit} takes {damage:wound|wounds}"),
        "falls": Fields("unit", says="{unit} falls"),
        "holds": Fields("unit", says="{unit} holds the beacon"),
        "resolve": Fields(number="gained", says="{player} gains {gained} Resolve"),
        "glory": Fields(number="gained", says="{player} gains {gained} glory"),
    }
    phases: ClassVar = {"round": "income", "bids": "choose bid", "turn": "next_turn", "main": "act"}
    moves = ("move PERMANENT SPACE", "turn PERMANENT", "attack PERMANENT PERMANENT", "brace PERMANENT", *ENDS)
    forbids: ClassVar = {
        "move": units.no_move,
        "turn": units.no_turn,
        "attack": attack.no_attack,
        "brace": attack.no_bracing,
    }
    cites: ClassVar = {"reaction": "SK-051", "toward": "SK-032", **dict.fromkeys(forbids, "SK-024")}
    of_match: ClassVar = {"round": Declared("the number of the round", 0, "rounds")}
    of_player: ClassVar = {
        "resolve": Declared("the Resolve of the player", 0, "resolve_limit"),
        "glory": Declared("the glory of the player", 0),
    }
    of_object: ClassVar = {
        "level": Declared("its level", 1, 3),
        **{flag: Declared(f"whether it is {flag}", 0, 1) for flag in FLAGS},
    }
    honours = Honours(
        operations=frozenset({"gets", "grants", "scales", "pay", "raise", "prevent", "redirect", "call-off", *DICE}),
        only={"gets.stats": frozenset({"might", "guard", "speed"}), "scales.stats": frozenset({"strength"})},
        hosts=True,
        limits=frozenset({"round", "action"}),
    )

    def __init__(self) -> None:
        super().__init__()
        self.table, self.judgement = SkirmishTable(self), SkirmishJudgement(self)
        self.procedures |= {"turn": turns.TURN, "face": procedure(units.face), "attack": attack.ATTACK}

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        """Units stand on the home hexes in the order of the warband, with their gear (SK-016)."""
        board = board_of(m)
        for player in range(len(decks)):
            for entry, home in zip(m.document(player).get("units", ()), board.region("home", player), strict=False):
                unit = atoms.add(m, entry["unit"], player, "field")
                atoms.put(m, unit, "level", entry["level"])
                atoms.put(m, unit, FACING, board.seats[player].forward)
                atoms.occupy(m, unit, home)
                if "gear" in entry:
                    atoms.attach(m, atoms.add(m, entry["gear"], player, "field"), unit)
        m.push("turn")

    def columns_on_entry(self, m: Match, obj: int) -> Mapping[str, int]:
        return {"level": 1}

    def cannot_be(self, m: Match) -> Iterator[str]:
        for unit in (unit for player in range(m.facts.players) for unit in units.units(m, player)):
            if units.left(m, unit) <= 0:
                yield f"{self.speech.title(m, unit)} has as many wounds as health (SK-046)"

    def vacate(self, m: Match, player: int) -> None:
        for unit in units.units(m, player):
            attack.remove(m, unit)


class SkirmishTable(Table):
    """What a screen shows of the game beside the board."""

    player_values = ("resolve", "glory")

    def phase(self, m: Match) -> str:
        return f"round {m.state.vars['round']} of {m.facts.constants['rounds']}"

    def beside(self, m: Match) -> str:
        return ""  # the phase says the round

"""What happens in Analog Tactics, what the fields of each event are called, and its sentence."""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.kernel.declared import Fields

EVENTS: Mapping[str, Fields] = {
    "round": Fields(number="round", says="Round {round} begins"),
    "turn": Fields(number="turn", says="{player} has the turn"),
    "order": Fields(number="place", says="{player} is number {place} in the turn order"),
    "takes-class": Fields(number="class", says="{player} takes the {what}"),
    "takes-seat": Fields(number="home", says="{player} takes the home on {space}"),
    "placed": Fields("unit", number="space", says="{name} is placed on {space}"),
    "moves": Fields("unit", number="space", says="{unit} moves to {space}"),
    "faces": Fields("unit", number="way", says="{unit} faces {direction}"),
    "aims": Fields("unit", number="space", says="{unit} aims at {space}"),
    "attacks": Fields("attacker", "target", says="{attacker} attacks {target}"),
    "declined": Fields("attacker", says="{attacker} makes no Attack Roll"),
    "succeeds": Fields("target", "attacker", "total", says="The attack of {attacker} on {target} succeeds"),
    "evades": Fields("target", "attacker", "total", says="{target} evades"),
    "damaged": Fields("target", "source", "damage", says="{target} takes {damage:damage|damage}"),
    "lost": Fields("target", "source", "health", says="{target} loses {health} Health"),
    "eliminated": Fields("unit", "source", says="{unit} is eliminated"),
    "cleared": Fields("thing", says="{thing} is removed"),
    "destroyed": Fields("obstacle", says="{obstacle} is removed"),
    "decaptured": Fields("objective", "source", says="{objective} is decaptured"),
    "captured": Fields("object", "unit", says="{unit} captures {object}"),
    "scores": Fields(number="points", says="{player} gains {points} VP"),
    "returns": Fields("unit", number="space", says="{name} returns on {space}"),
    "round-begins": Fields(says="The round begins"),
    "round-ends": Fields(says="The round ends"),
    "turn-starts": Fields(says="The turn of {player} starts"),
    "units-return": Fields(says="The units of {player} return"),
    "upkeep": Fields(says="{player} has upkeep"),
    "turn-begins": Fields(says="The turn of {player} begins"),
    "turn-begins-late": Fields(says="The turn of {player} has begun"),
    "turn-ends": Fields(says="The turn of {player} ends"),
    "turn-ends-late": Fields(says="The turn of {player} has ended"),
    "tokens-cleared": Fields(says="{player} has no surplus tokens"),
    "dodged": Fields("unit", says="{unit} dodges"),
    "entered": Fields("unit", number="space", says="{unit} enters {space}"),
    "left": Fields("unit", number="space", says="{unit} leaves {space}"),
    "passed-over": Fields("unit", "thing", says="{unit} passes over {thing}"),
    "movement-used": Fields("unit", says="{unit} has moved"),
    "blocked": Fields("unit", "blocker", says="The way of {unit} is blocked by {blocker}"),
    "collided": Fields("unit", "blocker", "damage", says="{unit} runs into {blocker}"),
    "healed": Fields("unit", number="health", says="{unit} regains {health} Health"),
    "spends": Fields("unit", "for", number="points", says="{unit} spends {total} for {for}"),
    "gains-points": Fields("unit", number="points", says="{unit} gains {total}"),
    "bonus": Fields(number="bonus", says="The bonus of {player} is {bonus}"),
    "attunes": Fields(number="attunement", says="The {total} Attunement of {player} is {attunement}"),
    "token": Fields(number="space", says="{player} has a Stealth Token on {space}"),
    "uses": Fields("unit", "target", number="ability", says="{unit} uses {what}{on}", uses="number"),
    "house": Fields(number="rank", says="House {total} of {player} rises to rank {rank}"),
    "picks": Fields(number="ability", says="{player} picks {what}"),
    "grows": Fields(number="amount", says="The Commons of {player} gain {total}"),
    "levels-up": Fields(number="level", says="{player} reaches level {level}"),
    "arms": Fields("unit", number="weapon", says="{unit} takes the {what}"),
    "raises": Fields("unit", number="rank", says="{unit} raises its {total} to rank {rank}"),
    "equips": Fields("unit", number="blueprint", says="{unit} takes {what}"),
    "pool": Fields(number="blueprints", says="The Blueprint pool of {player} is {blueprints}"),
    "form": Fields("unit", number="form", says="{unit} goes to weaponform {form}"),
    "last-round": Fields(number="points", says="{player} has {points} VP: this round is the last"),
}
SILENT = frozenset(
    {
        *("damaged", "round-begins", "round-ends", "turn-begins", "turn-begins-late", "turn-ends", "turn-ends-late"),
        *("tokens-cleared", "turn-starts", "units-return", "upkeep", "dodged", "entered", "left"),
        *("passed-over", "movement-used"),
    }
)

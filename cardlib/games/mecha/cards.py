"""What the rules of Mecha read off the printed cards once, when the game is loaded: types, play conditions, targets.

The `play` entry of an ability says how a card is played: attached, standing, onto a unit, in a window of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardlib.filters.words import slug
from cardlib.games.mecha.board import Field, field_of
from cardlib.games.mecha.kinds import COMMAND, MECHA, PILOT, TOWER
from cardlib.kernel.ability import nodes_in

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Compiler
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.effects import Test
    from cardlib.kernel.facts import Facts

BITS = {"tower": TOWER, "mecha": MECHA, "mecha-tower": TOWER | MECHA, "command": COMMAND, "pilot": PILOT}


@dataclass(slots=True)
class Play:
    """How a printed card is played."""

    never: bool = False
    window: str = ""  # "", "destruction", "attack", "card"
    attach: Test | None = None
    attach_target: bool = False
    stand: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    onto: Test | None = None
    onto_needed: bool = False
    keep_damage: bool = False
    enemy_entry: bool = False
    played: Ability | None = None


@dataclass(slots=True)
class Printed:
    """By number of card: types as bits, how it is played, what bandwidth, activated abilities."""

    ground: Field  # the board, by space
    bits: list[int]
    play: list[Play]
    provides: list[int]  # bandwidth by printed keyword
    activated: list[tuple[Ability, ...]]
    trigger: list[bool]  # Trigger Commands
    basic: frozenset[int]
    stand_in: dict[int, tuple[int, int]]  # Commands that become units: power and durability
    instant: frozenset[int]  # Commands that can be played at all
    withstands: list[int]  # the printed durability: damage that it does not outlast; frail is who has none above 0
    burden: list[bool]  # Pilots that lower the durability of what carries them
    every_turn: list[bool]  # time counters come off at the start of every turn (Road Works)
    prefixes: list[str]  # what renaming effects put before a printed name
    names: list[str]  # every name that a card may have, as notations write it: printed, then by prefix (MIW-Q66)


def read(facts: Facts, compiler: Compiler) -> Printed:
    """Read the printed cards of the game."""
    every = nodes_in([ability.node for abilities in facts.abilities for ability in abilities])
    prefixes = list(dict.fromkeys([node["prefix"] for node in every if node.get("op") == "named" and "prefix" in node]))
    plays, activated = [], []
    stand_in: dict[int, tuple[int, int]] = {}
    for number in range(len(facts.cards)):
        play = Play()
        abilities = facts.abilities[number]
        for ability in abilities:
            about: Mapping[str, Any] = ability.node.get("play", {})
            play.never |= bool(about.get("never"))
            play.window = about.get("window", play.window)
            if "attach" in about:
                play.attach = compiler.test(about["attach"])
                play.attach_target = bool(about.get("target"))
            play.stand |= bool(about.get("stand"))
            if "counters" in about:
                play.counters = about["counters"]
            if "onto" in about:
                play.onto = compiler.test(about["onto"])
                play.onto_needed = not about.get("optional")
                play.keep_damage = bool(about.get("keep_damage"))
            play.enemy_entry |= about.get("space") == "opponent's entry zone"
            if ability.kind == "played":
                play.played = ability
                for node in ability.node.get("do", ()):
                    if node["op"] == "stand-in":
                        stand_in[number] = (node["power"], node["durability"])
        plays.append(play)
        activated.append(tuple(ability for ability in abilities if ability.kind == "activated"))
    assert facts.board is not None  # the check of the board comes first
    return Printed(
        ground=field_of(facts.board),
        bits=[BITS[card.type] for card in facts.cards],
        play=plays,
        provides=[keywords.get("provide", 0) for keywords in facts.keywords],
        activated=activated,
        trigger=["trigger" in subtypes for subtypes in facts.subtypes],
        basic=frozenset(i for i, subtypes in enumerate(facts.subtypes) if "basic" in subtypes),
        stand_in=stand_in,
        instant=frozenset(i for i, card in enumerate(facts.cards) if BITS[card.type] == COMMAND and not plays[i].never),
        withstands=[facts.printed["durability"][i] or 0 for i in range(len(facts.cards))],
        burden=[(facts.printed["durability"][i] or 0) < 0 for i in range(len(facts.cards))],
        every_turn=[any(play.get("every_turn") for play in _plays(facts, i)) for i in range(len(facts.cards))],
        prefixes=prefixes,
        names=[slug(prefix + name) for prefix in ("", *prefixes) for name in facts.names],
    )


def _plays(facts: Facts, number: int) -> list[Mapping[str, Any]]:
    return [ability.node.get("play", {}) for ability in facts.abilities[number]]

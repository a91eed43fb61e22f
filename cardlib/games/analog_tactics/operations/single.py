"""Operations that one ability alone has: what no other row of the rulebook does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.operations.lasting import Stats
from cardlib.abilities.operations.params import About, Amount, FilterTest
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics.attacks import volleys
from cardlib.games.analog_tactics.board import placing
from cardlib.games.analog_tactics.classes import spells
from cardlib.games.analog_tactics.movement import striding
from cardlib.games.analog_tactics.operations.kinds import Keywords, To

if TYPE_CHECKING:
    from cardlib.abilities.running import Run

GAME: Final = "analog-tactics"

# -- Warrior -----------------------------------------------------------------------------------------------------


@operation(
    "barter",
    text="no Attack Roll is made for it. Then attack the attacker once for each Health that this unit lost to it",
    game=GAME,
)
def barter(run: Run) -> None:
    """The Health that is lost becomes a number of attacks (ATA-Q48)."""
    volleys.barter(run.match, run.bind["action"], run.source, run.ability.card)


@operation(
    "sunder",
    text="the attack has +1 Base Damage and twice its Critical Damage; each further Attack point paid adds 1 to both",
    game=GAME,
)
def sunder(run: Run) -> None:
    """Attack points are paid for damage and for a factor on the Critical Damage, after all additions (ATA-Q50)."""
    volleys.sunder(run)


# -- Assassin ----------------------------------------------------------------------------------------------------


@operation(
    "body-double", text="exchange the spaces of your Elite and a friendly Common (not during an attack)", game=GAME
)
def body_double(run: Run) -> None:
    """The Elite and a Common change spaces, never inside an interaction (ATA-Q20)."""
    placing.body_double(run)


@operation(
    "shadowstep",
    text="each friendly Stealth Token that was adjacent to it may move 1 space in the same direction",
    game=GAME,
)
def shadowstep(run: Run) -> None:
    """Tokens go along with a unit that moves a space."""
    placing.shadowstep(run)


@operation(
    "blast-trap",
    text="roll a die: above its Evasion, deal {amount} damage to it and remove the Stealth Token",
    game=GAME,
)
def blast_trap(run: Run, amount: Amount) -> None:
    """A token goes off under a unit that enters its space (ATA-Q61)."""
    spells.blast_trap(run, run.number(amount))


# -- Mage --------------------------------------------------------------------------------------------------------


@operation(
    "chain-lightning",
    text="deal {amount} {keywords} damage to {about} and to each enemy unit joined to it by a chain of adjacent enemy "
    "units, Obstacles and friendly Commons",
    game=GAME,
)
def chain_lightning(run: Run, about: About, amount: Amount, keywords: Keywords) -> None:
    """Damage runs through everything that conducts it (ATA-Q79).

    keywords: the keywords that it has.
    """
    for first in about.find(run):
        spells.chain_lightning(run.match, first, run.number(amount), run.source, run.you, keywords)


@operation(
    "steps-of-cinder",
    text="for each step of this unit this turn, up to as many as {steps}, deal {amount} damage to everything "
    "around it (AOE)",
    game=GAME,
)
def steps_of_cinder(run: Run, steps: Amount, amount: Amount) -> None:
    """Each step of the unit in this turn burns what is around it (ATA-Q84).

    steps: how many steps.
    """
    spells.steps_of_cinder(run.match, run.source, run.number(steps), run.number(amount))


@operation(
    "tremor",
    text="for {about}, its owner chooses {amount} damage, or forced movement of {spaces} spaces away from your closest "
    "Common if all of these are free",
    game=GAME,
)
def tremor(run: Run, about: About, amount: Amount, spaces: Amount) -> None:
    """Each owner chooses between damage and movement (ATA-Q89).

    spaces: how far.
    """
    spells.tremor(run, about.find(run), run.number(amount), run.number(spaces))


@operation(
    "aether-beam",
    text="deal {amount} damage to everything, friendly or not, in a straight line of up to {length} spaces in front",
    game=GAME,
)
def aether_beam(run: Run, amount: Amount, length: Amount) -> None:
    """Damage along a line, whatever stands between (ATA-Q97).

    length: how many spaces.
    """
    spells.aether_beam(run, run.number(amount), run.number(length))


@operation("substitute", text="exchange the spaces of this unit and {about}, which loses the Health instead", game=GAME)
def substitute(run: Run, about: About) -> None:
    """A loss of Health goes to a Common that takes the place of the Elite (ATA-Q96)."""
    for other in about.find(run):
        placing.swap(run.match, run.source, other)
        volleys.lose_instead(run.match, run.bind["action"], other)


@operation("paired-decay", text="choose a number. This unit and {about} both lose that much Health", game=GAME)
def paired_decay(run: Run, about: About) -> None:
    """The caster picks how much, and loses it too (ATA-Q99)."""
    for target in about.find(run):
        spells.paired_decay(run, target)


@operation(
    "mass-teleport",
    text="relocate this unit to {to}, and all units within 1 space of it by the same offset; units that can't be stay",
    game=GAME,
)
def mass_teleport(run: Run, to: To) -> None:
    """A group relocates as it stands (ATA-Q102).

    to: where the unit itself goes.
    """
    placing.mass_teleport(run, to)


@operation(
    "return-in-time",
    text="you may relocate this unit to its marker of the round before, if that space is free",
    game=GAME,
)
def return_in_time(run: Run) -> None:
    """The Elite goes back to where it was (ATA-Q103)."""
    placing.return_in_time(run)


@operation("bend-fabric", text="split the loss among friendly units within that distance as you like", game=GAME)
def bend_fabric(run: Run) -> None:
    """A loss of Health is split over a group by its owner (ATA-Q104)."""
    volleys.bend_fabric(run)


# -- Engineer ----------------------------------------------------------------------------------------------------


@operation(
    "dreadnought-volley",
    text="make an attack from the front, left or right space of this unit; one from the front has {stats:plain} and "
    "{keywords}",
    game=GAME,
)
def dreadnought_volley(run: Run, stats: Stats, keywords: Keywords) -> None:
    """One of the three spaces of a Dreadnought attacks (ATA-Q116).

    keywords: the keywords of the front attack.
    """
    added = tuple((name, run.number(number)) for name, number in stats.items())
    volleys.dreadnought(run, added, keywords)


@operation(
    "shift-ground",
    text="relocate {what:a} within {reach} spaces to a free space within {reach} spaces",
    game=GAME,
)
def shift_ground(run: Run, what: FilterTest, reach: Amount) -> None:
    """A thing near the unit is put on another space near it (ATA-Q112).

    what: which things may be moved, of either side.
    reach: how far both may be, as what changes Blueprints lets it be.
    """
    placing.shift_ground(run, what, run.number(reach))


@operation(
    "grapple",
    text="choose the first occupied space in a straight line, at most {length} spaces away, and relocate this unit to "
    "the space before it",
    game=GAME,
)
def grapple(run: Run, length: Amount) -> None:
    """The unit pulls itself to what stands first in a line (ATA-Q120).

    length: how far the first occupied space may be.
    """
    striding.grapple(run, run.number(length))


@operation(
    "grenade",
    text="choose a space within {reach} spaces. Deal {amount} Wounding damage to what stands there and {ring} damage "
    "to everything around it (AOE), then force each unit around it {spaces:space} straight away",
    game=GAME,
)
def grenade(run: Run, amount: Amount, ring: Amount, spaces: Amount, reach: Amount) -> None:
    """Damage in a space and around it, then everybody around it is moved (ATA-Q121).

    ring: how much around it.
    spaces: how far they are moved.
    reach: how far away the space may be.
    """
    numbers = run.number(amount), run.number(ring), run.number(spaces), run.number(reach)
    spells.grenade(run, *numbers)

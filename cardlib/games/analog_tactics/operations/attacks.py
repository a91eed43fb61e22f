"""Operations that make an attack, change its shape, or wait for the next one (AT-090 to AT-125, AT-166 to AT-173)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.operations.lasting import Stats
from cardlib.abilities.operations.params import ONE, About, Amount, Block, Field, Flag
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics.attacks import harming, inflight, struck, volleys
from cardlib.games.analog_tactics.movement import striding
from cardlib.games.analog_tactics.operations.kinds import Keywords, Kind, Matching, Shape, Space, Whole
from cardlib.kernel import atoms, windows
from cardlib.kernel.effects import Constant, Test
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Effect
    from cardlib.abilities.running import Run

GAME: Final = "analog-tactics"


@operation(
    "attack",
    text="make an attack[ on {about}][ on space {space}][ within Range {reach}][ {kind}][ {shape}][ with {keywords}]",
    variants={
        "raises": "make {times:attack} for {amount:damage}; each success raises the bonus of your Elite by {raises}",
        "other": "make an attack within Range {reach} on a different unit",
        "apart": "make up to {times:attack}[ within Range {reach}], each on a different target",
        "times": "make {times:attack}[ within Range {reach}][ with {stats:plain} each]",
        "matching": "make an attack with {keywords} and a bonus to its Base Damage equal to the target's {matching}",
        "backed": "make an attack, which has {backed} if something stands straight behind the target",
        "length": "make an attack {shape}, up to {length} spaces away",
        "amount": "make an attack[ {kind}] for {amount:damage}[, with {keywords}][, with {stats:plain}]",
        "stats": "make an attack[ on {about}][ on space {space}][ within Range {reach}][ {kind}][ {shape}] with "
        "{stats:plain}[{keywords:and}]",
    },
    game=GAME,
    keeps="it",
)
def attack(
    run: Run,
    about: About | None = None,
    times: Amount = ONE,
    reach: Amount | None = None,
    shape: Shape | None = None,
    space: Space | None = None,
    length: Space | None = None,
    amount: Amount | None = None,
    stats: Stats | None = None,
    keywords: Keywords | None = None,
    backed: Keywords | None = None,
    matching: Matching | None = None,
    apart: Flag = False,
    other: Flag = False,
    kind: Kind | None = None,
    raises: Whole | None = None,
) -> None:
    """The unit attacks, each time as an interaction of its own (AT-119); what is hit last is remembered as "it".

    times: how often.
    reach: how far it reaches; the Range of the unit if left out.
    shape: the spaces on which it is laid, if it has not one target.
    space: the numbered space of the unit at which it is aimed.
    length: how many spaces a line, or the spaces around the unit, reach.
    amount: what it deals in place of the unit's damage, on a success.
    keywords: the keywords that it has.
    backed: the keywords that it has if something stands straight behind the target.
    matching: the stat of the target that is its damage bonus.
    apart: whether each attack has to have another target.
    other: whether it has to have another unit as its target than the attack before.
    kind: what brings it about.
    raises: by how much each success raises the bonus of an Assassin's Elite.
    """
    added = tuple((name, run.number(number)) for name, number in (stats or {}).items())
    targets = tuple(about.find(run)) if about is not None else None
    card, far = run.ability.card, run.number(reach) if reach is not None else 0
    if kind == "counter" and volleys.has_countered(run):
        return
    if kind in ("counter", "extra"):
        card, far = volleys.weapon_of(run, kind, targets)
    if kind == "counter" and volleys.named(run.match, {"unit": run.source, "reach": far, "targets": targets or ()}):
        volleys.note_counter(run)
    volleys.begin(
        run.match,
        run.source,
        targets=targets,
        times=run.number(times),
        reach=far,
        shape=shape or "",
        space=space or 0,
        length=length or 0,
        stated=run.number(amount) if amount is not None else -1,
        added=added,
        keywords=keywords or (),
        backed=backed or (),
        matching=matching or "",
        apart=apart,
        skip=tuple(run.bind.get("it", ())) if other else (),
        other=other,
        kind=kind or "",
        raises=raises or 0,
        card=card,
    )
    # between two steps of a Sequence others may react, and where the unit has come to before it attacks (AT-134)
    if striding.take_arrival(run) or run.bind["pc"] > run.bind.get("started", run.bind["pc"]) + 1:
        run.match.push("others", record="step", unit=NOWHERE, space=NOWHERE, asks="all")


@operation("if-hit", text="if it succeeds, {do}", game=GAME)
def if_hit(run: Run, do: Block) -> bool:
    """The block is carried out if the attack before it was successful (AT-117)."""
    return bool(run.bind.get("hit"))


@operation("if-eliminated", text="if that eliminates it, {do}", game=GAME)
def if_eliminated(run: Run, do: Block) -> bool:
    """The block is carried out if what was hurt before was eliminated by it."""
    return bool(run.bind.get("felled"))


@operation("sequence", text="{do:then}", game=GAME)
def sequence(run: Run, do: Block) -> bool:
    """The steps are carried out in order; a movement that can't be made in full ends it (AT-168, AT-171)."""
    run.bind["sequence"] = run.ability.program[run.bind["pc"]].jump  # where it goes on if a movement ends it
    run.bind["started"] = run.bind["pc"]
    return True


@operation(
    "widen",
    text="{record} is made {shape}",
    variants={
        "shape=sweeping": "{record:gain} Sweeping",
        "shape=cleave": "{record:gain} Cleave",
        "shape=arc": "{record} also strikes {shape}",
    },
    game=GAME,
)
def widen(run: Run, shape: Shape) -> None:
    """The attack that is declared takes in further spaces; one Hit die serves for all (AT-166, AT-167)."""
    inflight.widen(run.match, run.bind["action"], shape)


@operation(
    "prepare",
    text="this unit's next attack has {stats:plain}",
    variants={
        "poison": "{until}, this unit's next attack deals {poison} times its Base Damage to whoever evades it",
        "face": "{until}, each target of this unit's next attack takes {face} in place of its Evasion die",
        "unrolled": "{until}, this unit's next attack is made {shape}, without an Attack Roll or Critical Damage",
        "adds": "this unit's next attack has a further {stats:plain}[{keywords:and}]",
        "stats": "this unit's next attack has {stats:plain}[{keywords:and}]",
        "keywords": "this unit's next attack has {keywords}",
    },
    continuous=True,
    game=GAME,
)
def prepare(
    effect: Effect,
    stats: Stats | None = None,
    keywords: Keywords | None = None,
    shape: Shape | None = None,
    unrolled: Flag = False,
    poison: Space | None = None,
    face: Space | None = None,
    adds: Flag = False,
) -> None:
    """Something waits for the next attack of the unit (ATA-Q16).

    keywords: the keywords that the attack gets.
    shape: the spaces on which it is laid.
    unrolled: whether it is made without an Attack Roll and without Critical Damage.
    poison: by what its base part is multiplied against whoever evades it.
    face: what every target takes in place of its Evasion die.
    adds: whether it adds up with the same of another use.
    """
    each: Test | None = (lambda m, obj, source, you: True) if adds else None
    for name, number in (stats or {}).items():
        effect.changes.append((f"next:{name}", "add", number, each))
    for word in keywords or ():
        effect.has(f"next:{word}")
    for name, number_ in (("poison", poison), ("face", face)):
        if number_:
            effect.add(f"next:{name}", Constant(number_))
    if shape:
        effect.has(f"next:{shape}")
    if unrolled:
        effect.has("next:unrolled")


@operation(
    "weaken",
    text="lower the attack's Base Damage by {amount}, not below 0",
    variants={"whole": "set the attack's Base Damage to 0"},
    game=GAME,
)
def weaken(run: Run, amount: Amount | None = None, whole: Flag = False) -> None:
    """The base part of the attack is lower, and never pushed below 0 by this (AT-111).

    whole: whether nothing of it is left.
    """
    m, action = run.match, run.bind["action"]
    f = m.state.stack[action][2]
    if whole:
        atoms.bind(m, action, "shielded", True)  # and what is added to it later
    elif amount is not None:
        less = harming.scaled(run, run.number(amount))
        atoms.bind(m, action, "weakened", int(f["weakened"]) + less)  # of what the base part comes to in the end
    if f["is_attack"]:
        atoms.bind(m, action, "damage", min(int(f["damage"]), struck.incoming(m, f)))


@operation("sear", text="raise the attack's Base Damage by {amount}; this part ignores Armor", game=GAME)
def sear(run: Run, amount: Amount) -> None:
    """Damage is added of which only this part is Piercing (AT-160, ATA-Q85)."""
    m, action = run.match, run.bind["action"]
    f = m.state.stack[action][2]
    number = run.number(amount)
    atoms.bind(m, action, "base", int(f["base"]) + number)
    atoms.bind(m, action, "seared", int(f["seared"]) + number)


@operation("raise-throughout", text="raise {field} by {amount}", game=GAME, change="add")
def raise_throughout(run: Run, field: Field, amount: Amount = ONE) -> None:
    """A number of the attack becomes higher for all of its targets.

    amount: by how much; one if left out.
    """
    _throughout(run, field, run.number(amount))


@operation("lower-throughout", text="lower {field} by {amount}", game=GAME, change="add")
def lower_throughout(run: Run, field: Field, amount: Amount = ONE) -> None:
    """A number of the attack becomes lower for all of its targets.

    amount: by how much; one if left out.
    """
    _throughout(run, field, -run.number(amount))


@operation("mark-throughout", text="{record:gain} {field}", game=GAME, change="set")
def mark_throughout(run: Run, field: Field) -> None:
    """A flag of the attack is set for all of its targets."""
    if struck.mark_throughout(run.match, run.bind["action"], field):
        _tell(run, field, "yes")


def _throughout(run: Run, field: str, by: int) -> None:
    struck.throughout(run.match, run.bind["action"], field, by)
    if by:
        _tell(run, field, f"{by:+d}")


def _tell(run: Run, field: str, total: str) -> None:
    name = windows.declared_field(run.match, run.bind["action"], field).name
    run.match.emit("record-changed", run.source, NOWHERE, 0, run.you, run.rule, total=f"{name}: {total}")


@operation(
    "roll-against",
    text="treat it as an attack with Hit {hit}",
    variants={
        "later": "treat Wounding damage from it as an attack with Hit {hit}",
        "advantage": "treat it as an attack with Hit {hit}, and roll Evasion with advantage",
        "lasts": "treat it, and later Wounding damage from the same attack, as an attack with Hit {hit}",
    },
    game=GAME,
)
def roll_against(run: Run, hit: Space, advantage: Flag = False, later: Flag = False, lasts: Flag = False) -> None:
    """Wounding damage becomes an attack with a defined Hit value, against which the target rolls Evasion (AT-158).

    hit: the Hit total.
    advantage: whether the Evasion roll has advantage.
    later: whether that waits until the damage of a declared attack is known, and counts if it is Wounding.
    lasts: whether it holds for Wounding damage later in the same interaction, too.
    """
    if later or lasts:
        atoms.bind(run.match, run.bind["action"], "against", hit)
    if not later:
        run.match.push("resisted", action=run.bind["action"], hit=hit, advantage=advantage)


@operation("save", text="it stays on the board with {amount} Health instead", game=GAME)
def save(run: Run, amount: Amount) -> None:
    """What is about to be eliminated stays, with so much Health (ATA-Q119)."""
    target = run.match.state.stack[run.bind["action"]][2]["target"]
    volleys.set_health(run.match, target, run.number(amount))

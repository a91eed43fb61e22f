"""Operations that move, place and turn units (AT-068 to AT-072, AT-179 to AT-190)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.operations.params import ONE, About, Amount, Flag
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics.board import placing
from cardlib.games.analog_tactics.movement import forcing, striding
from cardlib.games.analog_tactics.operations.kinds import Around, Force, Space, To, Way

if TYPE_CHECKING:
    from cardlib.abilities.running import Run

GAME: Final = "analog-tactics"


@operation(
    "step",
    text="{about:may} move up to {spaces:space}{spaces:rest}[ {way}]",
    variants={
        "into": "move {about} {spaces:space} into its space {into}",
        "exactly": "move {about} {spaces:space}{spaces:rest}[ {way}]",
        "dodge": "{about:may} move up to {spaces:space}",
    },
    game=GAME,
)
def step(
    run: Run,
    spaces: Amount = ONE,
    about: About | None = None,
    way: Way | None = None,
    into: Space | None = None,
    exactly: Flag = False,
    dodge: Flag = False,
) -> None:
    """Units move for free, step by step; the facing may change with each step (ATA-Q17).

    spaces: how far; one space if left out.
    way: whether the direction stays the same, or is named.
    into: the numbered space that is entered, the whole way.
    exactly: whether it has to be the whole way.
    dodge: whether the space that is left first is left by a dodge, for abilities that wait for one.
    """
    movers = about.find(run) if about is not None else [run.source]
    for unit in movers[::-1]:
        whole = exactly or bool(into)
        striding.begin(run.match, unit, run.number(spaces), way or "", into or 0, exactly=whole, dodge=dodge)


@operation("step-afterwards", text="after {record}, this unit may move up to {spaces:space}", game=GAME)
def step_afterwards(run: Run, spaces: Amount = ONE) -> None:
    """A free movement waits for the end of the attack (ATA-Q55).

    spaces: how far; one space if left out.
    """
    striding.afterwards(run.match, run.bind["action"], run.source, run.number(spaces))


@operation("move-at-once", text="this unit may take a Movement action at once", game=GAME)
def move_at_once(run: Run) -> None:
    """A Movement point is gained that is used at once or lost (ATA-Q56)."""
    striding.at_once(run.match, run.source)


@operation(
    "reposition",
    text="this unit takes a Movement action, and another one each time that the same is paid again",
    game=GAME,
)
def reposition(run: Run) -> None:
    """Standard movements in a row, each for a Reaction point and a Movement point of the unit (AT-154, AT-155)."""
    striding.reposition(run.match, run.source)


@operation("relocate", text="relocate {about} to {to}", game=GAME, keeps="it")
def relocate(run: Run, to: To, about: About | None = None) -> None:
    """Things are put on a free space without a path (AT-072).

    to: where.
    """
    movers = about.find(run) if about is not None else [run.source]
    if not to.spaces:  # else it is what the unit is put beside
        run.keep("it", movers)
    for obj in movers:
        run.note("left", run.match.state.place[obj])
        placing.relocate(run, obj, to)


@operation("swap", text="exchange the spaces of this unit and {about}", game=GAME, keeps="it")
def swap(run: Run, about: About) -> None:
    """Two units change spaces at the same moment; each keeps its facing (ATA-Q20)."""
    found = about.find(run)
    run.keep("it", found)
    for other in found:
        placing.swap(run.match, run.source, other)


@operation(
    "face",
    text="turn {about} to face any direction",
    variants={"space": "turn {about} to its space {space}"},
    game=GAME,
)
def face(run: Run, about: About | None = None, space: Space | None = None) -> None:
    """A unit turns where it stands (AT-170, AT-226).

    space: the numbered space that becomes its space 1; any if left out.
    """
    for unit in about.find(run) if about is not None else [run.source]:
        striding.face(run.match, unit, space or 0)


@operation("face-to", text="turn to face {about}", game=GAME)
def face_to(run: Run, about: About) -> None:
    """A unit turns towards something."""
    for obj in about.find(run):
        striding.face_to(run.match, run.source, obj)


@operation("push", text="Push {about}", variants={"afar": "Push {about} at any distance"}, game=GAME)
def push(run: Run, about: About, afar: Flag = False) -> None:
    """Neighbours are forced straight away from the unit, as far as it pushes (AT-181, ATA-Q36).

    afar: whether it reaches also who is no neighbour, or is none any more.
    """
    forcing.push(run.match, run.source, about.find(run), afar=afar)


@operation(
    "force",
    text="force {about} {spaces:space}{spaces:rest} {way}",
    variants={
        "way=same": "force {about} as many spaces as the damage dealt to it, {way}",
        "hurls": "force {about} {spaces:space}{spaces:rest} {way}; a friendly Common that meets an enemy unit which "
        "may move through occupied spaces makes an Attack Roll against it with the Hit of this unit",
    },
    game=GAME,
)
def force(run: Run, about: About, way: Force, spaces: Amount | None = None, hurls: Flag = False) -> None:
    """Things are moved by force; what blocks them is damaged with them (AT-179 to AT-189).

    spaces: how far; as many as the collision did damage if left out.
    way: in which direction.
    hurls: whether a Common that meets a unit which can't be stopped attacks it (ATA-Q87).
    """
    number = int(run.bind["number"]) if spaces is None else run.number(spaces)
    forcing.force(run, about.find(run), number, way, hurls=hurls)


__all__ = ["Around"]

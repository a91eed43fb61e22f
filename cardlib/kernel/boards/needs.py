"""What the rules of a game count on in its board, declared, and whether a board has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardlib.filters import nearest
from cardlib.kernel.boards.board import NOWHERE, Board
from cardlib.kernel.boards.places import Fault


@dataclass(frozen=True, slots=True)
class Needs:
    """What a board has to have: a shape, spaces by name and order, regions and layers, a forward for each seat."""

    shapes: tuple[str, ...] = ()  # one of these; none for any
    spaces: tuple[str, ...] = ()  # exactly these; none for any
    regions: tuple[str, ...] = ()  # that each seat has, or the board for all of them
    layers: tuple[str, ...] = ()  # the first ones, in order
    holds: tuple[int, ...] = ()  # how many each of these layers holds, 0 for any number
    forward: bool = False


def unmet(board: Board, needs: Needs, seats: int) -> Iterator[Fault]:
    """Yield what the rules of a game count on and a board does not have."""
    if needs.shapes and board.shape not in needs.shapes:
        yield Fault(("shape",), f"'{board.shape}'", f"{' or '.join(needs.shapes)}, which the rules play on")
        return
    if needs.spaces and tuple(board.names) != needs.spaces:
        yield Fault((), f"the spaces {few(board.names)}", f"those of the rules: {few(needs.spaces)}")
    for at, layer in enumerate(needs.layers):
        found = board.layers[at] if at < len(board.layers) else None
        if found is None or found.id != layer:
            shown = f"'{found.id}'" if found is not None else f"{len(board.layers)} layers"
            yield Fault(("layers", at), shown, f"'{layer}': the rules have the layers {', '.join(needs.layers)}")
        elif needs.holds and found.holds != needs.holds[at]:
            expected = str(needs.holds[at] or "any number, 'holds' left out")
            yield Fault(("layers", at, "holds"), str(found.holds or "any number"), expected)
    if (needs.regions or needs.forward) and len(board.seats) < seats:
        yield Fault(("seats",), f"{len(board.seats)} seats", f"one for each of {seats} players")
    for number, seat in enumerate(board.seats[:seats]):
        if needs.forward and seat.forward == NOWHERE:
            yield Fault(("seats", number), "no 'forward'", "the direction in which the player's things advance")
        known = [*seat.regions, *board.regions]
        for region in needs.regions:
            if region not in known:
                near = nearest(region, known)
                yield Fault(("seats", number, "regions"), f"no '{region}'", "all regions that the rules read", near)
            elif not board.region(region, number):
                yield Fault(("seats", number, "regions", region), "no spaces", "at least one")


def few(names: Sequence[str]) -> str:
    """Return names for a message, of many the first two and the last."""
    return ", ".join(names) if len(names) < 5 else f"{', '.join(names[:2])}, … {names[-1]} ({len(names)})"

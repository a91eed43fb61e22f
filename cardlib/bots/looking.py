"""Looking one action ahead: each option worth trying on a fork, played on to the next free moment and valued there.

What an action sets off runs its course: windows pass, choices of the own player on the way are tried in turn, other
ones are the first there is. Greedy stops here; the search takes it for its first guess and for its playouts.

Options are compared at the same horizon. Who stops loses what could still be done, so stopping is worth what the
position is worth then (`Judgement.evaluate_stopped`). An action that gains something with the rest of the turn still
open is worth acting for; any other one only if the position is better for it when the player stops right after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from cardlib.bots.tree import Key, keys
from cardlib.kernel import atoms
from cardlib.kernel.chance import derive
from cardlib.kernel.decisions import DONE, NO, PASS
from cardlib.kernel.runaways import Runaway

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

DEPTH: Final = 1  # choices of its own on the way that are tried out; later ones are the first there is
WIDTH: Final = 4  # options that are tried at such a choice
BOUND: Final = 40  # picks on the way, at most
WORST = float("-inf")
EQUAL: Final = 1e-9
IDLE = (PASS, NO, DONE)

Gains = dict[Key, float]  # what options of one question seemed to gain, by what tells them apart in every sample


class Look(NamedTuple):
    """An option by its index, what it is worth beside the others, and the fork that went there.

    `after` is None where nothing had to be tried: the option stops, or never comes to an end; and where dice were
    rolled that were only imagined. `open` is what the position after it is worth with the rest of the turn still open.
    The value is less where what could still be done is not counted.
    """

    pick: int
    value: float
    after: Match | None
    open: float


class Standing(NamedTuple):
    """What a position is worth with the rest of the turn still open, and if its player stops here."""

    open: float
    stopped: float


UNASKED = Standing(0.0, 0.0)  # where no option stops nothing is compared with stopping


def standing(match: Match, player: int, now: float | None = None) -> Standing:
    """Value a position for a player at the decision that is due; `now` is its value as it stands, where it is known."""
    judgement = match.judgement
    match.stop_doing()
    if now is None:
        now = judgement.evaluate(match, player)
    return Standing(now, judgement.evaluate_stopped(match, player, now) if _may_stop(match) else now)


def look(match: Match, player: int, indices: Sequence[int], imagined: bool = False) -> list[Look]:
    """Try options of the decision that is due, each on a fork of a quiet match; values are for the player.

    Forks roll the dice that the match would roll, and so who goes on with one has seen them fall; not where they are
    imagined.
    """
    here = standing(match, player) if _compared(match, indices) else UNASKED
    return _try(match, player, indices, here, DEPTH, imagined)


def look_again(
    match: Match, player: int, indices: Sequence[int], gains: Gains, here: Standing, imagined: bool = False
) -> list[Look]:
    """Try the options that may be best, by what each seemed to gain when it was last tried; the gains are kept there.

    What is new is tried, and what declines; the others from the best down, until the best found gains as much as the
    next one did. So of ten attacks seen a moment ago one or two are tried anew.
    """
    judgement = match.judgement
    decision = match.decision
    assert decision is not None
    choices = decision.choices
    names = told_apart(match, indices)
    new: list[int] = []
    known: list[tuple[float, int]] = []
    for index, name in names.items():
        value = choices[index]
        if name in gains and value not in IDLE and not judgement.leaves_as_is(match, value):
            known.append((gains[name], index))
        else:
            new.append(index)
    found = _try(match, player, new, here, DEPTH, imagined)
    best = max((one.value for one in found), default=WORST)
    known.sort()
    while known and known[-1][0] > best - here.stopped:
        (one,) = _try(match, player, (known.pop()[1],), here, DEPTH, imagined)
        found.append(one)
        best = max(best, one.value)
    remember(found, names, gains, here)
    return found


def told_apart(match: Match, indices: Sequence[int]) -> dict[int, Key]:
    """Return by index what tells options of the decision that is due apart in every sample."""
    decision = match.decision
    assert decision is not None
    return dict(zip(indices, keys(match, decision.choices, indices), strict=True))


def remember(looks: Sequence[Look], names: Mapping[int, Key], gains: Gains, here: Standing) -> None:
    """Keep what options seemed to gain over stopping."""
    for one in looks:
        gains[names[one.pick]] = one.value - here.stopped


def best_of(match: Match, looks: Sequence[Look]) -> list[Look]:
    """Return the looks with the highest value, in order; one that gains nothing by acting stands alone.

    Passing, declining, stopping and what leaves the position as it is are not acting; the first such one is returned.
    """
    decision = match.decision
    assert decision is not None
    best = max(one.value for one in looks)
    equal = [one for one in looks if one.value >= best - EQUAL]
    for one in equal:
        value = decision.choices[one.pick]
        if value in IDLE or match.judgement.leaves_as_is(match, value):
            return [one]
    return equal


def _compared(match: Match, indices: Sequence[int]) -> bool:
    """Whether the position as it stands is compared with options that are tried: one stops, or stopping costs."""
    judgement, decision = match.judgement, match.decision
    assert decision is not None
    if not _may_stop(match):
        return False
    return judgement.stopping_costs or any(judgement.leaves_as_is(match, decision.choices[one]) for one in indices)


def _may_stop(match: Match) -> bool:
    """Whether the option that stands last ends the player's doing."""
    decision = match.decision
    assert decision is not None
    return bool(decision.choices) and match.judgement.leaves_as_is(match, decision.choices[-1])


def _try(
    match: Match, player: int, indices: Sequence[int], here: Standing, depth: int, imagined: bool = False
) -> list[Look]:
    """Take options on forks; what gains nothing while the turn is open counts as though the player stopped then."""
    judgement, chance = match.judgement, match.state
    decision = match.decision
    assert decision is not None
    choices = decision.choices
    match.stop_doing()  # so that what one fork works out of the position in which it answers stands for all
    found = []
    for index in indices:
        if judgement.leaves_as_is(match, choices[index]):
            found.append(Look(index, here.stopped, None, here.open))
            continue
        fork = match.fork()
        if imagined:
            atoms.imagine(fork, derive(chance.seed, chance.counter))
        try:
            fork.take(index)
            value, after = _outcome(fork, player, depth)
        except Runaway:
            found.append(Look(index, WORST, None, WORST))
            continue
        gains = value > here.open + EQUAL or here.stopped >= here.open
        worth = value if gains or after.over else judgement.evaluate_stopped(after, player, value)
        if not imagined:
            found.append(Look(index, worth, after, value))
        elif after.state.counter:
            found.append(Look(index, worth, None, value))
        else:
            atoms.imagine(after, chance.seed, chance.counter)
            found.append(Look(index, worth, after, value))
    return found


def _outcome(match: Match, player: int, depth: int) -> tuple[float, Match]:
    """Let a position run to the next free moment; return its value for the player, and the match there."""
    judgement = match.judgement
    for _ in range(BOUND):
        decision = match.decision
        if decision is None or not decision.choices:
            break
        if decision.player == player and depth > 0 and judgement.worth_following(match, decision.choices):
            here = standing(match, player) if _may_stop(match) else UNASKED
            tried = _try(match, player, judgement.worth_trying(match, decision.choices)[:WIDTH], here, depth - 1)
            best = max(tried, key=lambda one: one.value)
            return best.open, best.after or match
        match.take(0)
    match.stop_doing()
    return judgement.value(match, player), match

"""The tree of a search over information sets: nodes, branches, which branch to follow, what came of it.

A node stands for all positions that look the same to whoever searches: the branches are told apart by what an option
says, not by which hidden card is meant, so that samples of the hidden cards share their statistics. Which branches a
node has differs from sample to sample; each counts how often it was there (Cowling, Powley, Whitehouse 2012). The
choice among them weighs a first guess against what was found (PUCT: Rosin 2011, Silver et al. 2017).

Results are shares of a win from 0 to 1 for the player who searches; the others choose what is worst for that player.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match

Key = Hashable

CURIOSITY: Final = 4.0  # in standard deviations: how much the first guess and few visits weigh against what was found
UNTRIED: Final = 0.15  # in standard deviations: what was never tried is taken to be this much worse than the average
# the standard deviation before anything was found, and how many results it weighs
SPREAD: Final = 0.15
WEIGHT: Final = 4
SURE: Final = 0.08  # the least share of that spread, in positions that are as good as won or lost
# in leads (Judgement.clear_lead): an option as much worse than the best one has a first guess of 1/e of its
STEEP: Final = 0.3
FAINT: Final = -40.0
STAKE: Final = 8.0  # with a chance p of winning a choice is worth STAKE * p * (1 - p) of the iterations, at most all
LEAST: Final = 40  # iterations, where little is at stake
ALIKE: Final = 0.002  # of a win: options that lie no further apart are as good as each other
CATCH_UP: Final = 0.3  # of the iterations that are left, by so many the second option may still gain on the first


class Branch:
    """An option at a node: how often it was there and was followed, what came of it, and the nodes behind it."""

    __slots__ = ("available", "guess", "nodes", "totals", "visits")

    def __init__(self, guess: float) -> None:
        self.guess = guess
        self.available = 0
        self.visits = 0
        self.totals = [0.0]  # of the results of so many visits
        self.nodes: dict[Key, Node] = {}

    @property
    def rate(self) -> float:
        """The average result."""
        return self.totals[-1] / self.visits if self.visits else 0.0

    def node(self, asked: Key, mine: bool) -> Node:
        """Return the node behind this branch where something is asked; a new one at the first time."""
        node = self.nodes.get(asked)
        if node is None:
            node = self.nodes[asked] = Node(mine)
        return node


class Node:
    """A decision of one player, as whoever searches sees it. `mine` says that it is the one who searches."""

    __slots__ = ("branches", "level", "mine", "squares", "total", "visits")

    def __init__(self, mine: bool) -> None:
        self.mine = mine
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0
        self.level = 0.0  # the value at first sight that a guess of 1 stands for
        self.branches: dict[Key, Branch] = {}

    def unknown(self, keys: Sequence[Key]) -> list[int]:
        """Return the places in `keys` of the options that have no branch yet."""
        branches = self.branches
        return [place for place, key in enumerate(keys) if key not in branches]

    def grow(self, keys: Sequence[Key], values: Sequence[float], lead: float) -> None:
        """Add a branch for each key, with a first guess from the value of its option at first sight."""
        if not self.branches:
            self.level = max(values)
        for key, value in zip(keys, values, strict=True):
            weight = (value - self.level) / (STEEP * lead)
            self.branches[key] = Branch(exp(max(FAINT, min(5.0, weight))))

    @property
    def spread(self) -> float:
        """The standard deviation of the results: what is a large difference here, and what is none.

        Near 0 and 1 shares of a win lie close together, and so much less of a spread is expected from the start.
        """
        visits = self.visits
        if not visits:
            return SPREAD
        average = self.total / visits
        first = SPREAD * max(SURE, 4.0 * average * (1.0 - average))
        found = self.squares - self.total * average
        return sqrt((max(0.0, found) + WEIGHT * first * first) / (visits + WEIGHT))

    def follow(self, keys: Sequence[Key]) -> int:
        """Return the place in `keys` of the option to follow, among those that are there this time."""
        branches = [self.branches[key] for key in keys]
        for branch in branches:
            branch.available += 1
        promises = self.promises(branches)
        return promises.index(max(promises))

    def promises(self, branches: Sequence[Branch], ahead: Sequence[int] | None = None) -> list[float]:
        """Return how much following each branch promises, as if it had been followed so many times more, to no end."""
        guesses = sum([branch.guess for branch in branches])
        average = self.total / self.visits if self.visits else 0.5
        if not self.mine:
            average = 1.0 - average
        spread = self.spread
        untried = average - UNTRIED * spread
        curiosity = CURIOSITY * spread / guesses
        found = []
        for place, (branch, rate) in enumerate(zip(branches, self.rates(branches), strict=True)):
            visits = branch.visits
            if not visits:
                rate = untried
            elif not self.mine:
                rate = 1.0 - rate
            if ahead is not None:
                visits += ahead[place]
            found.append(rate + curiosity * branch.guess * sqrt(branch.available) / (1 + visits))
        return found

    def rates(self, branches: Sequence[Branch]) -> list[float]:
        """Return what branches are worth, as far as can be told; 0 for what was never followed."""
        return [branch.rate for branch in branches]

    def ranked(self) -> list[tuple[Key, Branch, float]]:
        """Return the branches with their rates: most visited first, then the better one, then the better guess."""
        branches = list(self.branches.values())
        found = zip(self.branches, branches, self.rates(branches), strict=True)
        return sorted(found, key=lambda item: (-item[1].visits, -item[2], -item[1].guess))

    def settled(self, left: int) -> bool:
        """Whether the most visited branch stays so, as far as can be told, or little depends on which one it is.

        The next one would have to catch up fast; and who is as good as winning or losing thinks less.
        """
        if self.visits < len(self.branches):
            return False
        visits = sorted((branch.visits for branch in self.branches.values()), reverse=True)
        if len(visits) < 2 or visits[0] - visits[1] > CATCH_UP * left:
            return True
        average = self.total / self.visits
        stake = STAKE * average * (1.0 - average)
        return self.visits > max(LEAST, stake * (self.visits + left))


class Root(Node):
    """The decision that is searched. The first visit of every branch has the same sample, and so has each later one.

    So what luck gives to one option it gives to all, and a branch is compared with the most visited one by the samples
    that both have seen.
    """

    __slots__ = ()

    def rates(self, branches: Sequence[Branch]) -> list[float]:
        """Return what the most visited branch is worth, and how much better or worse each was on the samples it saw."""
        first = max(self.branches.values(), key=lambda one: one.visits)
        return [
            first.rate + (branch.totals[-1] - first.totals[branch.visits]) / branch.visits if branch.visits else 0.0
            for branch in branches
        ]

    @property
    def alike(self) -> bool:
        """Whether all options came to the same, each on two samples or more: then none is worth a thought."""
        branches = list(self.branches.values())
        if min([branch.visits for branch in branches]) < 2:
            return False
        rates = self.rates(branches)
        return max(rates) - min(rates) <= ALIKE

    def settled(self, left: int) -> bool:
        """Whether the choice is settled as in any node, or all options are alike."""
        return super().settled(left) or (self.visits >= LEAST and self.alike)

    def ranked(self) -> list[tuple[Key, Branch, float]]:
        """Return the branches as a node does; where all are alike, by what they seemed at first sight."""
        found = super().ranked()
        return sorted(found, key=lambda item: -item[1].guess) if self.alike else found


def learn(path: Sequence[tuple[Node, Branch | None]], result: float) -> None:
    """Write the result of an iteration to all nodes and branches that it went through."""
    for node, branch in path:
        node.visits += 1
        node.total += result
        node.squares += result * result
        if branch is not None:
            branch.visits += 1
            branch.totals.append(branch.totals[-1] + result)


def keys(match: Match, choices: Sequence[Choice], indices: Sequence[int]) -> list[Key]:
    """Return what tells options apart in every sample: equal cards off the board stand for each other.

    By the kernel's convention only `card`, `play` and `put` name cards that somebody may not see, in the second place.
    """
    s = match.state
    seen: dict[Key, int] = {}
    found: list[Key] = []
    for index in indices:
        key: tuple[object, ...] = choices[index]
        if key[0] in ("card", "play", "put"):
            obj = choices[index][1]
            if s.place[obj] == NOWHERE and s.host[obj] == NOWHERE:
                key = (key[0], ("printed", s.card[obj], s.zone[obj]), *key[2:])
        copies = seen.get(key, 0)
        seen[key] = copies + 1
        found.append((key, copies) if copies else key)
    return found

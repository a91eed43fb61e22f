"""The bot that thinks: Monte Carlo tree search over information sets, with a budget in iterations.

Every iteration deals the hidden cards as they may lie, goes down the tree on the options that are there then, adds a
node, and plays on greedily, both sides, until the turns it looks ahead are over. The position there is valued by the
game's evaluation as a share of a win. The n-th iteration of every option has the same deal, so that luck is the same
for all. In the end it takes the option that was followed most.

With more than two players the others choose, in the tree, what is worst for whoever searches: the search is paranoid
(Sturtevant, Korf 2000), not max^n. It needs one number for a position and not one for each player, and so the tree of
two players is that of any number. In the playouts everybody plays greedily for itself.

The budget is a number of iterations and never a time, and chance comes from the seed and from what the view shows, so
the same view gives the same choice on any machine, wherever the hidden cards lie.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from cardlib.bots.ahead import worked_out
from cardlib.bots.looking import Gains, Look, best_of, look, look_again, remember, standing, told_apart
from cardlib.bots.protocol import Thought
from cardlib.bots.tree import Branch, Key, Node, Root, keys, learn
from cardlib.errors import CardlibError
from cardlib.kernel import results, seats
from cardlib.kernel.chance import derive
from cardlib.kernel.runaways import Runaway
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardlib.kernel.decisions import Decision, Option
    from cardlib.kernel.match import Match
    from cardlib.kernel.visibility import View

ITERATIONS: Final = 400
DEALS: Final = 5  # on which options are looked at first where dice are rolled
LONGEST: Final = 300  # picks of one playout, at most
FAR: Final = 30.0  # leads; beyond it a position is as good as won
EVERY: Final = 10  # iterations between two looks whether the choice is settled
TURNS: Final = 2  # courses of iterations that an option has, which take turns, so that two processes may share it
SHARE: Final = 8  # iterations that a process has at least, so that it is worth a fork
FRESH: Final = 4  # iterations of a course; then all options are tried anew in a playout

Memory = dict[Key, Gains]  # what was tried in playouts, by who is asked what
Path = list[tuple[Node, Branch | None]]  # the nodes of an iteration, with the branches that were followed


class Search:
    """Searches `iterations` times from each decision with a real choice, and takes what was followed most."""

    __slots__ = ("iterations", "processes", "seed", "weights")

    def __init__(
        self,
        seed: int = 0,
        iterations: int = ITERATIONS,
        weights: Mapping[str, float] | None = None,
        processes: int = 1,
    ) -> None:
        """Make a bot; `weights` say what parts of the game's evaluation count for it, where it is not 1.

        So many processes share in a decision, fewer where there are few iterations; its thoughts are the same
        whatever their number.
        """
        if iterations < 1:
            raise CardlibError(f"a search has at least one iteration, not {iterations}")
        self.seed = seed
        self.iterations = iterations
        self.processes = processes
        self.weights: Mapping[str, float] = weights or {}

    def choose(self, view: View) -> Option:
        """Return the option that the search followed most."""
        return self.explain(view)[0].option

    def explain(self, view: View) -> list[Thought]:
        """Return what was found of each option worth trying, the one that `choose` takes first.

        The search ends early when what is left of the budget will hardly change the choice.
        """
        options = view.options
        worth = range(1) if len(options) == 1 else view.worth_trying()
        if len(worth) == 1:
            return [Thought(options[worth[0]], 0, None)]
        seed = derive(self.seed, view.turn, view.picks)
        sample = _sample(view, derive(seed, 0), self.weights)
        last = view.turn + sample.judgement.horizon(sample)
        names = keys(sample, [option.choice for option in options], worth)
        root = Root(mine=True)
        root.grow(names, self._first_looks(view, seed, sample, worth), sample.judgement.clear_lead)
        branches = [root.branches[name] for name in names]
        rows = [[Course(self, view, seed, index, last, turn).play for turn in range(TURNS)] for index in worth]
        with worked_out(rows, min(self.processes, self.iterations // SHARE)) as ask:
            for iteration in range(self.iterations):
                place = root.follow(names)
                result = ask(place, lambda ahead: root.promises(branches, ahead))
                learn([(root, branches[place])], result)
                if iteration % EVERY == 0 and root.settled(self.iterations - iteration - 1):
                    break
        places = dict(zip(names, worth, strict=True))
        return [
            Thought(options[places[key]], branch.visits, _whole(rate) if branch.visits else None)
            for key, branch, rate in root.ranked()
        ]

    def _first_looks(self, view: View, seed: int, sample: Match, worth: Sequence[int]) -> list[float]:
        """Return what options worth trying look like; those that roll dice on several deals."""
        looks = look(sample, view.player, worth)
        values = [one.value for one in looks]
        rolled = [
            at
            for at, one in enumerate(looks)
            if one.after is not None and one.after.state.counter != sample.state.counter
        ]
        if not rolled or not _rolls(sample):
            return values
        found = [[values[at]] for at in rolled]
        for deal in range(1, DEALS):
            again = look(_sample(view, derive(seed, 0, deal), self.weights), view.player, [worth[at] for at in rolled])
            for had, one in zip(found, again, strict=True):
                had.append(one.value)
        for at, had in zip(rolled, found, strict=True):
            values[at] = sum(had) / len(had)
        return values


class Course:
    """Every `TURNS`-th iteration of one option. The tree behind it and what its playouts remember are its own.

    So its n-th iteration gives the same wherever and whenever it is played.
    """

    __slots__ = ("branch", "index", "last", "memory", "search", "seed", "turn", "view")

    def __init__(self, search: Search, view: View, seed: int, index: int, last: int, turn: int) -> None:
        self.search = search
        self.view = view
        self.seed = seed
        self.index = index
        self.last = last
        self.turn = turn
        self.branch = Branch(1.0)
        self.memory: Memory = {}

    def play(self) -> float:
        """Deal the hidden cards, follow the tree and play on; return the share of a win that comes of it."""
        visits = self.branch.visits
        if visits % FRESH == 0:
            self.memory = {}
        path: Path = []
        try:
            match = _sample(self.view, derive(self.seed, visits * TURNS + self.turn), self.search.weights)
            result = _follow(self.branch, self.index, match, self.view.player, self.last, path, self.memory)
        except Runaway:
            result = 0.5
        learn(path, result)
        self.branch.visits = visits + 1
        return result


def _whole(rate: float) -> float:
    """A rate within 0 and 1: what comes of comparing samples may lie outside."""
    return min(1.0, max(0.0, rate))


def _sample(view: View, seed: int, weights: Mapping[str, float]) -> Match:
    match = view.sample(seed)
    match.windows = "turns"
    match.quiet = True
    match.judge_by(weights)
    return match


def _rolls(match: Match) -> bool:
    """Whether chance decides what options bring: then nobody knows, who looks ahead, what it will be."""
    return len(match.facts.dice) > 0


def _follow(branch: Branch, index: int, match: Match, player: int, last: int, path: Path, memory: Memory) -> float:
    """Take an option, follow branches to a node that is new and play on from there; `path` notes the way."""
    judgement = match.judgement
    while True:
        assert match.decision is not None
        if _stops(match, match.decision, index, last):
            return _share(match, player, stopped=True)
        match.take(index)
        asked = _asked(match, last)
        if asked is None:
            return _share(match, player)
        decision, worth = asked
        if len(worth) == 1:
            index = worth[0]
            continue
        node = branch.node((decision.player, decision.prompt), decision.player == player)
        known = keys(match, decision.choices, worth)
        unknown = node.unknown(known)
        if unknown:
            looks = look(match, decision.player, [worth[place] for place in unknown], imagined=_rolls(match))
            node.grow([known[place] for place in unknown], [one.value for one in looks], judgement.clear_lead)
            if not node.visits:
                path.append((node, None))
                return _play_on(match, looks, player, last, memory)
        place = node.follow(known)
        branch = node.branches[known[place]]
        path.append((node, branch))
        index = worth[place]


def _play_on(match: Match, looks: list[Look], player: int, last: int, memory: Memory) -> float:
    """Let both sides take what looks best one action ahead; return the player's share of a win at the end.

    What seemed best in the playouts before is tried first, and what cannot be as good not at all (see `look_again`).
    """
    decision, imagined = match.decision, _rolls(match)
    assert decision is not None
    asking: Key = (decision.player, decision.prompt)
    here = standing(match, decision.player)
    remember(looks, told_apart(match, [one.pick for one in looks]), memory.setdefault(asking, {}), here)
    now: float | None = here.open
    for _ in range(LONGEST):
        assert match.decision is not None
        best = best_of(match, looks)[0]
        if _stops(match, match.decision, best.pick, last):
            return _share(match, player, stopped=True)
        if best.after is None:
            match.take(best.pick)
            now = None
        else:
            match, now = best.after, best.open
        while True:
            asked = _asked(match, last)
            if asked is None:
                return _share(match, player)
            decision, worth = asked
            if len(worth) > 1:
                break
            if _stops(match, decision, worth[0], last):
                return _share(match, player, stopped=True)
            match.take(worth[0])
            now = None
        whose, asking = asking, (decision.player, decision.prompt)
        here = standing(match, decision.player, now if asking == whose else None)
        looks = look_again(match, decision.player, worth, memory.setdefault(asking, {}), here, imagined)
    return _share(match, player)


def _asked(match: Match, last: int) -> tuple[Decision, list[int]] | None:
    """Return the decision that is due and the options of it worth trying; None when it goes no further."""
    decision = match.decision
    if decision is None or match.state.vars["turn"] > last:
        return None
    if not decision.choices:  # a quiet match at rest: have the options listed
        match.quiet = False
        match.run()
        match.quiet = True
        decision = match.decision
        if decision is None:  # it was the only option, and the last of the match
            return None
    return decision, list(match.judgement.worth_trying(match, decision.choices))


def _stops(match: Match, decision: Decision, index: int, last: int) -> bool:
    """Whether an option ends the last turn that is played out: the position is valued as it stands."""
    judgement, value = match.judgement, decision.choices[index]
    if match.state.vars["turn"] < last or judgement.last_turn(match):
        return False
    return judgement.leaves_as_is(match, value) and judgement.ends_turn(match, value)


def _share(match: Match, player: int, stopped: bool = False) -> float:
    """Return the share of a win that a position is worth to a player: 1 won, 0 lost.

    With `stopped` whose turn it is ends it here.
    """
    ended = match.state.result
    if ended is not None:
        return 0.5 if match.facts.players == 2 and ended[0] == NOWHERE else results.share(match, player)
    if match.state.out and seats.is_out(match, player):
        return 0.0
    judgement = match.judgement
    value = judgement.evaluate(match, player)
    if stopped:
        value = judgement.evaluate_stopped(match, player, value)
    ahead = value / judgement.clear_lead
    return 1.0 / (1.0 + exp(-max(-FAR, min(FAR, ahead))))

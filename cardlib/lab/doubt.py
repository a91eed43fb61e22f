"""Where the order of what happens at the same time matters: both orders are played, and what came of them compared.

    made = doubt("mecha", "ok40", "graces-command", n=20, seed=1)
    made.findings[0].pair         two triggers of one moment, with the cards that have them
    made.findings[0].differed     how often the position was another one when both were through

When several triggers are raised at the same time, the player who has them chooses their order, or a rule says it. Games
are played between bots; wherever two triggers that do not do the same come one after the other, the position before is
forked, and played on once as it came and once with these two the other way round, until all that was raised is through.
Whoever is asked meanwhile picks the same in both, where it is offered. What differs then is told in the words of
scenarios; chance that falls otherwise counts as a difference too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from cardlib import bounds
from cardlib.abilities import triggers
from cardlib.bots import answer, bot
from cardlib.errors import CardlibError
from cardlib.filters.words import slug
from cardlib.game import Game, load
from cardlib.kernel.decisions import PASS
from cardlib.kernel.match import Match
from cardlib.kernel.runaways import Runaway, Turns
from cardlib.lab.games import Setting, begin
from cardlib.lab.series import TURN_LIMIT, settle
from cardlib.scenarios import playing
from cardlib.scenarios.reading import Scenario
from cardlib.scenarios.writing import Difference, differences, expectation, given_of, look

if TYPE_CHECKING:
    from cardlib.game import Document, Seat
    from cardlib.kernel.records import Raised

GAMES = 20
TRIED = 40  # of each pair: so many times both orders are played
PLAYED_ON = 5  # of each pair: so many positions are played to the end in both orders
SHOWN = 4  # differences that a scenario expects
BACK = 60  # picks that a scenario goes back, to where a position can be told
FURTHER = 60  # picks, after which both orders are compared all the same
CHOSEN, SETTLED = "chosen", "settled"


@dataclass(frozen=True, slots=True)
class Trigger:
    """An ability that sets itself off: the id of its card, its number there (from 1), and the name of the card."""

    card: str
    ability: int
    name: str

    def __str__(self) -> str:
        return self.name if self.ability == 1 else f"{self.name} ({self.ability})"


@dataclass(frozen=True, slots=True)
class Example:
    """A position in which the order mattered: the game of the series, after how many picks, and what differed."""

    game: int  # from 1
    pick: int
    turn: int
    differs: tuple[Difference, ...]
    scenarios: tuple[dict[str, Any], ...]  # as it came, and the other way round where somebody chooses


@dataclass(slots=True)
class Finding:
    """Two triggers that come at the same time, and what their order did."""

    pair: tuple[Trigger, Trigger]
    order: str  # CHOSEN: a player says which goes first; SETTLED: a rule does
    rule: str | None  # by which
    met: int = 0  # how often they came one after the other
    tried: int = 0  # of those, how often both orders were played: the first `TRIED` times
    differed: int = 0  # of those, how often the position was another one afterwards
    ended: int = 0  # of those, how many were played to the end in both orders
    turned: int = 0  # of those, in how many somebody else won
    example: Example | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the finding as JSON."""
        found: dict[str, Any] = {
            "first": [self.pair[0].card, self.pair[0].ability],
            "second": [self.pair[1].card, self.pair[1].ability],
            "order": self.order,
            "rule": self.rule,
            "met": self.met,
            "tried": self.tried,
            "differed": self.differed,
            "ended": self.ended,
            "turned": self.turned,
        }
        if self.example is not None:
            found |= {"game": self.example.game, "pick": self.example.pick, "turn": self.example.turn}
            found["differs"] = [one._asdict() for one in self.example.differs]
        return found


@dataclass(slots=True)
class Doubts:
    """The report: what was found of each pair, those first whose order turned games, then those where it mattered."""

    name: str
    setting: Setting
    whole: int
    games: int = 0
    moments: int = 0  # at which several triggers were put in order
    findings: list[Finding] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON; it depends on the games alone."""
        return {
            "game": self.setting.game,
            "decks": list(self.setting.names),
            "games": self.games,
            "moments": self.moments,
            "findings": [one.to_json() for one in self.findings],
        }

    def scenarios(self) -> list[dict[str, Any]]:
        """Return the scenarios of all examples that a scenario can tell, each with an id of its own."""
        found: list[dict[str, Any]] = []
        for one in self.findings:
            for made in one.example.scenarios if one.example is not None else ():
                same = sum(each["id"] == made["id"] or each["id"].startswith(f"{made['id']}-") for each in found)
                found.append({**made, "id": f"{made['id']}-{same + 1}"} if same else made)
        return found


def doubt(
    game: str | Game,
    *decks: Seat,
    n: int = GAMES,
    seed: int = 1,
    bots: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    table: Document | Sequence[Document] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Doubts:
    """Play `n` games and say where the order of simultaneous triggers changed what came of them.

    The games are those of a series with windows "turns". An interrupt ends it with the games that are finished. Raises
    CardlibError for decks that can't be played, and unknown bots.
    """
    loaded = game if isinstance(game, Game) else load(game)
    loaded.check_players(len(decks))
    if n < 1:
        raise CardlibError("a series has at least one game")
    bounds.check_number(n, bounds.GAMES, "games")
    called = bots or ["greedy"] * len(decks)
    setting = settle(loaded, decks, seed, called, names, turn_limit, "turns", len(decks), table=table)
    made = Doubts(loaded.project.game.name, setting, n)
    found: dict[tuple[Trigger, Trigger, str], Finding] = {}
    started = perf_counter()
    try:
        if progress is not None:
            progress(0, n)
        for number in range(n):
            _Search(loaded, setting, number, found, made).play()
            made.games += 1
            if progress is not None:
                progress(made.games, n)
    except KeyboardInterrupt:
        made.interrupted = True
    made.findings = sorted(found.values(), key=_weight)
    made.seconds = perf_counter() - started
    return made


def _weight(one: Finding) -> tuple[Any, ...]:
    return -one.turned, -one.differed, -one.met, str(one.pair[0]), str(one.pair[1])


class _Watch:
    """Stands in a match where triggers are put in order: notes every order, and turns two of one round."""

    def __init__(self, moment: int = -1, at: int = -1) -> None:
        self.moment, self.at = moment, at
        self.seen: list[list[Raised]] = []

    def __call__(self, m: Match, ordered: list[Raised]) -> list[Raised]:
        if len(self.seen) == self.moment and self.at + 1 < len(ordered):
            at = self.at
            ordered = [*ordered[:at], ordered[at + 1], ordered[at], *ordered[at + 2 :]]
        self.seen.append(ordered)
        return ordered


class _Search:
    """One game, and the forks beside it."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        number: int,
        found: dict[tuple[Trigger, Trigger, str], Finding],
        made: Doubts,
    ) -> None:
        self.game, self.setting, self.number = game, setting, number
        self.found, self.made = found, made
        self.trail: deque[tuple[Match, list[int]]] = deque(maxlen=BACK)  # positions, and what was picked since
        self.begun = begin(game, setting, number)
        self.match = self.begun.match

    def play(self) -> None:
        """Play the game to its end, and look at each order on the way."""
        match, setting, turns = self.match, self.setting, Turns(self.match)
        try:
            with self.begun.seated():
                match.run()
                picks: list[int] = []  # since the last question that was not about an order
                while not match.over and match.state.vars.get("turn", 0) < setting.turn_limit:
                    turns.look()
                    if match.decision is None or match.decision.kind != "order":
                        picks = []
                        self.trail.append((match.fork(), []))
                    pick = self.begun.answer()
                    picks.append(pick)
                    for _, taken in self.trail:
                        taken.append(pick)
                    match.arrange = watch = _Watch()
                    match.take(pick)
                    if watch.seen:
                        self._look(self.trail[-1][0], picks)
        except Runaway:
            return  # a game without an end tells nothing of orders

    def _look(self, before: Match, picks: list[int]) -> None:
        """Look at every pair that came one after the other since a position."""
        came = self._branch(before, picks, watch := _Watch())
        if came is None:
            return
        for moment, ordered in enumerate(watch.seen):
            self.made.moments += 1
            for at, (one, other) in enumerate(pairwise(ordered)):
                if not triggers.alike(before, one, other):
                    self._pair(before, picks, came, (moment, at), (one, other))

    def _pair(
        self, before: Match, picks: list[int], came: _Branch, place: tuple[int, int], pair: tuple[Raised, Raised]
    ) -> None:
        order = CHOSEN if triggers.is_open(before, *pair) else SETTLED
        first, second = (self._called(one) for one in pair)
        one, other_one = sorted((first, second), key=lambda each: (each.card, each.ability))
        key = one, other_one, order
        finding = self.found.get(key)
        if finding is None:
            rule = before.rules.cites.get("order")
            finding = self.found[key] = Finding((first, second), order, rule)
        finding.met += 1
        if finding.tried == TRIED:
            return
        finding.tried += 1
        other = self._branch(before, picks, _Watch(*place), came.said)
        if other is None:
            return
        differs = differences(came.look, other.look)
        if not differs:
            return
        finding.differed += 1
        if finding.ended < PLAYED_ON:
            finding.ended += 1
            finding.turned += _winner(came.match) != _winner(other.match)
        if finding.example is None:
            finding.pair = (first, second)
            scenarios = self._scenarios(before, picks, finding, differs, came, place)
            match = self.match
            after = match.state.serial
            finding.example = Example(
                self.number + 1, after, before.state.vars.get("turn", 0), tuple(differs), tuple(scenarios)
            )

    def _called(self, one: Raised) -> Trigger:
        facts = self.game.facts
        return Trigger(facts.ids[one.card], one.ability + 1, facts.names[one.card])

    def _branch(
        self, before: Match, picks: Sequence[int], watch: _Watch, said: Sequence[tuple[int, str]] = ()
    ) -> _Branch | None:
        """Play a fork on until nothing that was raised is left; None where its effects have no end.

        Whoever is asked picks what was `said` where it is offered, else what a greedy bot would.
        """
        match = before.fork()
        match.arrange = watch
        try:
            for pick in picks:
                match.take(pick)
            match.arrange = None
            made = _follow(match, said)
        except Runaway:
            return None
        return _Branch(match, look(self.game, match), made)

    # -- as scenarios ---------------------------------------------------------------------------------------------

    def _scenarios(
        self,
        before: Match,
        picks: Sequence[int],
        finding: Finding,
        differs: Sequence[Difference],
        came: _Branch,
        place: tuple[int, int],
    ) -> Iterator[dict[str, Any]]:
        """Yield the scenario of the order as it came, then of the other one where somebody chooses it.

        Each is played before it is told; what a scenario can't say is left out.
        """
        told = ((start, taken, given_of(self.game, start)) for start, taken in reversed(self.trail))
        start, taken, given = next((one for one in told if one[2] is not None), (before, [], None))
        if given is None:
            return
        earlier = taken[: len(taken) - len(picks)]
        first, second = finding.pair
        orders = [(first, second, True)]
        if finding.order == CHOSEN:
            orders.append((second, first, False))
        for one, other, as_it_came in orders:
            steps = _steps(start, earlier, picks, came.said, None if as_it_came else place)
            if steps is None:
                continue
            values = [(each.path, each.first if as_it_came else each.second) for each in differs]
            expected = [step for path, value in values if (step := expectation(path, value))]
            pins = [*([finding.rule] if finding.rule else []), *dict.fromkeys((one.card, other.card))]
            said = {
                "id": f"{slug(one.card)}-before-{slug(other.card)}",
                "title": f"What {one} does comes before what {other} does",
                "pins": pins,
                "note": f"{'A player chooses' if finding.order == CHOSEN else 'The rules say'} which goes first.",
                "given": given,
                "steps": [*steps, *expected[:SHOWN]],
            }
            if _passes(self.game, said):
                yield said


@dataclass(frozen=True, slots=True)
class _Branch:
    """A fork that was played on: where it came to, what can be read there, and who picked what on the way."""

    match: Match
    look: Any
    said: tuple[tuple[int, str], ...]


def _follow(match: Match, said: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Play on until nothing that was raised is left, and return who picked what."""
    made: list[tuple[int, str]] = []
    left = list(said)
    bots = [bot("greedy", seed) for seed in range(match.facts.players)]
    for _ in range(FURTHER):
        if match.over or not _under_way(match):
            break
        player = match.player
        offered = {option.notation: option.index for option in match.options}
        again = next((one for one in left if one[0] == player and one[1] in offered), None)
        if again is not None:
            left.remove(again)
            index = offered[again[1]]
        else:
            index = answer(bots[player], match, "greedy")
        made.append((player, match.options[index].notation))
        match.take(index)
    return tuple(made)


def _under_way(match: Match) -> bool:
    """Whether something that was raised is not through yet."""
    s = match.state
    return bool(s.queue or s.raised) or any(frame[0] == "trigger" for frame in s.stack)


def _winner(match: Match) -> Any:
    """Play a fork of a match to its end between greedy bots and return the result's ranking; None without an end."""
    fork = match.fork()
    turns = Turns(fork)
    bots = [bot("greedy", seed) for seed in range(match.facts.players)]
    try:
        while not fork.over and fork.state.vars.get("turn", 0) < TURN_LIMIT:
            turns.look()
            fork.take(answer(bots[fork.player], fork, "greedy"))
    except Runaway:
        return None
    return fork.result.winner if fork.result is not None else None


def _steps(
    start: Match,
    earlier: Sequence[int],
    picks: Sequence[int],
    said: Sequence[tuple[int, str]],
    place: tuple[int, int] | None,
) -> list[str] | None:
    """Return the picks as steps of a scenario; with `place` the order that was asked there is the other one.

    None where that order is not one that was asked.
    """
    letters = start.facts.letters
    match = start.fork()
    steps: list[str] = []
    wanted: list[tuple[Any, ...]] | None = []
    for at, pick in enumerate([*earlier, *picks]):
        if at == len(earlier) and place is not None:
            wanted = _wanted(match, picks, place)
        if match.over or wanted is None:
            return None
        decision = match.decision
        if at >= len(earlier) and place is not None and decision is not None and decision.kind == "order":
            entries = [tuple(choice[2:]) for choice in decision.choices]
            pick = next((entries.index(one) for one in wanted if one in entries), pick)
            if entries[pick] in wanted:
                wanted.remove(entries[pick])
        option = match.options[pick]
        if option.choice != PASS:
            steps.append(f"{letters[match.player]} {option.notation}")
        match.take(pick)
    _follow_saying(match, said, steps)
    return steps


def _wanted(before: Match, picks: Sequence[int], place: tuple[int, int]) -> list[tuple[Any, ...]] | None:
    """Return the triggers of the moment in the other order, as options name them; None if nobody is asked."""
    if len(picks) < 2:
        return None
    match = before.fork()
    match.arrange = watch = _Watch(*place)
    for pick in picks:
        match.take(pick)
    return [tuple(entry[:5]) for entry in watch.seen[place[0]]]


def _follow_saying(match: Match, said: Sequence[tuple[int, str]], steps: list[str]) -> None:
    letters = match.facts.letters
    passed = match.say(PASS).notation if not match.over else ""
    steps += [f"{letters[player]} {notation}" for player, notation in _follow(match, said) if notation != passed]


def _passes(game: Game, said: dict[str, Any]) -> bool:
    """Whether a scenario comes out as it says."""
    try:
        playing.run(game, Scenario(said["id"], said["title"], tuple(said["pins"]), said, ""))
    except CardlibError:
        return False
    return True

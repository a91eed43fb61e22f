"""How should a bot weigh a position? It plays itself with other weights, and the better ones go on.

    made = tune("mecha", "ok40", "graces-command", parts=["hand", "units"], n=1600, seed=1, jobs=2)
    made.best.bot             "greedy:hand=1.35+units=0.81"
    made.proof                what it gets of fresh games against the bot as it is, with its interval
    made.verdict              "better", "worse" or "same"

An evaluation has parts (`Judgement.parts`), and a candidate is what each of them counts. The candidates are a Latin
hypercube (McKay, Beckman, Conover 1979): of each part they take as many steps as there are candidates, evenly between
the least and the most on a scale of factors, each step once. Every one of them plays the bot as it is, both with the
same deck, on common chance and in each seat; the budget goes to the promising ones by sequential halving, as in a
sweep. Who is best of many was also lucky, so the last one plays fresh games that nothing was chosen by: these are the
proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from cardlib import bounds
from cardlib.bots import weights_of, with_weights
from cardlib.bots.registry import WEIGHING
from cardlib.game import Game, load
from cardlib.kernel.chance import Chance, apart
from cardlib.lab.engines import Jobs
from cardlib.lab.games import LabError, Played, Setting, seatings
from cardlib.lab.halving import Race, fewest, stages
from cardlib.lab.intervals import Interval, share
from cardlib.lab.report import interval_json
from cardlib.lab.results import Results
from cardlib.lab.rounds import points
from cardlib.lab.series import TURN_LIMIT, settle
from cardlib.records import SWEEP

if TYPE_CHECKING:
    from cardlib.game import Document, Seat

CANDIDATES = 16
EACH = 100  # games of each candidate on the average, if nobody says how many in all
SPAN = 2.0  # a part counts from 1/SPAN to SPAN times what it does
PROOF = 0.25  # of the budget for the proof
EVEN = 0.5  # what a bot gets of games against itself
_DRAWN = 0x7E1E


@dataclass(frozen=True, slots=True)
class Candidate:
    """What the parts count for it, the name of the bot, the rounds of each deck that it played, what it got of them."""

    weights: Mapping[str, float]
    bot: str
    rounds: int
    share: Interval | None
    stage: int  # the last one that it played, from 1


@dataclass(slots=True)
class Tuned:
    """All candidates in the order in which they were drawn; `to_json()` depends on the games alone."""

    name: str  # of the game
    setting: Setting  # of the first candidate with the first deck
    bot: str  # the bot as it is
    decks: tuple[str, ...]
    candidates: list[Candidate]
    chosen: int | None
    proof: Interval | None
    proof_rounds: int
    budget: int
    stages: int
    games: int
    whole: int = 0  # how many the stages and the proof have
    interrupted: bool = False
    torn: bool = False
    newly: int = 0
    seconds: float = 0.0

    @property
    def best(self) -> Candidate | None:
        """The candidate that got most, of those that played to the last stage."""
        return None if self.chosen is None else self.candidates[self.chosen]

    @property
    def verdict(self) -> str:
        """Whether the best candidate is "better" or "worse" than the bot as it is, or as far as is known the "same"."""
        if self.proof is None:
            return "unknown"
        return "better" if self.proof.low > EVEN else "worse" if self.proof.high < EVEN else "same"

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON; shares go from 0 to 1."""
        return {
            "game": self.setting.game,
            "data": self.setting.data,
            "seed": self.setting.seed,
            "decks": list(self.decks),
            "bot": self.bot,
            "games": self.games,
            "budget": self.budget,
            "stages": self.stages,
            "candidates": [
                {
                    "bot": one.bot,
                    "weights": dict(one.weights),
                    "rounds": one.rounds,
                    "stage": one.stage,
                    "share": interval_json(one.share),
                }
                for one in self.candidates
            ],
            "best": None if self.best is None else self.best.bot,
            "proof": interval_json(self.proof),
            "proof_rounds": self.proof_rounds,
            "verdict": self.verdict,
            "interrupted": self.interrupted,
        }


def tune(
    game: Game | str | Path,
    *decks: Seat,
    bot: str = "greedy",
    parts: Sequence[str] | None = None,
    candidates: int = CANDIDATES,
    span: float = SPAN,
    n: int | None = None,
    seed: int = 0,
    players: int = 2,
    jobs: Jobs = 1,
    names: Sequence[str] | None = None,
    turn_limit: int = TURN_LIMIT,
    out: Path | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
    table: Document | Sequence[Document] = (),
) -> Tuned:
    """Let a bot play itself with other weights of the parts, in at most `n` games altogether, and prove the best.

    Each deck is played against itself, by the candidate against `players` - 1 of the bot as it is. `parts` are all
    that the game has. Everything else is as in `simulate`.

    Raises NotFound for a part that is not there, CardlibError for a game without parts and what cannot be played.
    """
    loaded = game if isinstance(game, Game) else load(game)
    if not decks:
        raise LabError("name a deck that the bots play")
    if not 1.0 < span <= bounds.WEIGHT:
        raise LabError(
            f"found a span of {span:g}, expected more than 1 and at most {bounds.WEIGHT}, "
            "such as 2: from half to twice as much"
        )
    if bot.partition(":")[0] not in WEIGHING:
        raise LabError(f"found the bot '{bot}', expected one that weighs positions: {' or '.join(WEIGHING)}")
    loaded.check_players(players)
    bounds.check_number(candidates, bounds.CANDIDATES, "candidates")
    if candidates < 2:
        raise LabError(f"found {candidates} candidates, expected two or more")
    judgement = loaded.rules.judgement
    judgement.check(parts or ())
    wanted = list(dict.fromkeys(parts or judgement.parts))
    base, drawn = weights_of(bot), hypercube(wanted, candidates, span, seed)
    weights = [{**base, **{part: round(base.get(part, 1.0) * one[part], 3) for part in one}} for one in drawn]
    called = [with_weights(_plain(bot), one) for one in weights]
    labels = tuple(names or (str(deck) for deck in decks))
    settings = [
        settle(
            loaded,
            [deck] * players,
            seed,
            [name, *[bot] * (players - 1)],
            [f"{label} {letter}" for letter in ("tuned", *["as it is"] * (players - 1))],
            turn_limit,
            players=players,
            table=table,
        )
        for name in called
        for deck, label in zip(decks, labels, strict=True)
    ]
    budget = EACH * candidates if n is None else n
    bounds.check_number(budget, bounds.GAMES, "games")
    each = len(seatings(players)) * len(decks)  # games of a round with every deck
    proof = int(budget * PROOF) // each
    if proof < 1 or budget // each - proof < fewest(candidates):
        enough = _fewest_games(candidates, each)
        raise LabError(f"found {budget} games, expected at least {enough} for {candidates} candidates (-n)")
    plan = stages(candidates, budget // each - proof)
    with Results(out, settings[0], resume, SWEEP, settings[1:]) as results:
        race = Race([loaded] * len(settings), settings, results, lambda played: -fmean(map(points, played)), len(decks))
        run = race.run(plan, jobs, progress, proof)
    best, last = race.best(), plan[-1].upto
    proved = [] if best is None else race.rounds(best, last, last + proof)
    played = [race.rounds(which) for which in range(candidates)]
    return Tuned(
        loaded.project.game.name,
        settings[0],
        bot,
        labels,
        [
            Candidate(one, name, len(rounds), _share(rounds), stage)
            for one, name, rounds, stage in zip(weights, called, played, race.stage, strict=True)
        ],
        best,
        _share(proved),
        len(proved),
        budget,
        len(plan),
        min(len(results.done), race.whole),
        race.whole,
        run.interrupted,
        results.torn,
        run.newly,
        run.seconds,
    )


def _share(rounds: Sequence[Sequence[Played]]) -> Interval | None:
    """Return what the candidate got of games; both sides share their chance, so the interval is rather too wide."""
    return share([game.points(0) for games in rounds for game in games])


def _fewest_games(candidates: int, each: int) -> int:
    """Return how many games suffice for a round of each candidate in the first stage, and one for the proof."""
    return next(
        games
        for games in range(each, bounds.GAMES)
        if int(games * PROOF) >= each and games // each - int(games * PROOF) // each >= fewest(candidates)
    )


def hypercube(parts: Sequence[str], count: int, span: float, seed: int) -> list[dict[str, float]]:
    """Return so many candidates; of each part every step from 1/span to span is taken once."""
    steps = [span ** (2.0 * (step + 0.5) / count - 1.0) for step in range(count)]
    found: list[dict[str, float]] = [{} for _ in range(count)]
    for at, part in enumerate(parts):
        order = list(range(count))
        Chance(apart(seed, _DRAWN, at)).shuffle(order)
        for one, step in zip(found, order, strict=True):
            one[part] = round(steps[step], 2)
    return found


def _plain(name: str) -> str:
    """Return the name of a bot without its weights."""
    head, colon, said = name.rpartition(":")
    return head if colon and "=" in said else name

"""Two versions of a game: what is planted is found, what is not there is not, and every figure is worked out again."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import log, prod
from pathlib import Path

import pytest
import tricks
from matrices import seldom

import cardlib
from cardlib.bots import Random
from cardlib.decks import project_decks
from cardlib.errors import CardlibError
from cardlib.game import Game
from cardlib.lab import Comparison, LabError, compare, simulate, wilson
from cardlib.lab.compare import Verdict, judged
from cardlib.lab.sequential import STAKES, wealth, within
from cardlib.reads import reach, unread

BOTS = ("random", "random")
SEEN: Verdict = "open"
KINGLY = {**tricks.OTHER, "king": 1}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tricks.write(tmp_path_factory.mktemp("compare") / "tricks")


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return tricks.loaded(folder)


# -- the interval ------------------------------------------------------------------------------------------------


def test_the_wealth_of_a_bet_is_the_product_of_its_gains() -> None:
    found = Counter({-0.5: 3, 0.0: 7, 1.0: 5})
    for bound in (Fraction(-1, 2), Fraction(0), Fraction(3, 10)):
        made = Fraction(0)
        for stake in map(Fraction, STAKES):
            gains = [(1 - stake) + stake * (Fraction(x) + 1) / (bound + 1) for x in found.elements()]
            made += prod(gains) / len(STAKES)
        assert wealth(found, float(bound)) == pytest.approx(log(made))
    assert wealth(found, -1.0) == float("inf")


def test_the_interval_ends_where_a_bet_has_won_enough() -> None:
    found = Counter({-0.5: 20, 0.0: 60, 0.5: 70})
    made = within(found, 0.05)
    assert made is not None
    assert made.value == sum(found.elements()) / 150
    assert wealth(found, made.low) == pytest.approx(log(40))
    assert wealth(Counter({-value: times for value, times in found.items()}), -made.high) == pytest.approx(log(40))
    assert within(Counter(), 0.05) is None
    few = within(Counter({1.0: 1}), 0.05)
    assert few is not None and few.low > -1.0 and few.high == 1.0


def outcomes(seed: int, shares: dict[float, float], most: int) -> list[float]:
    return random.Random(seed).choices(list(shares), list(shares.values()), k=most)


def stopped(values: list[float], margin: float = 0.05, error: float = 0.05) -> tuple[Verdict, int]:
    """The verdict of a comparison that is looked at after every round, and after how many."""
    found: Counter[float] = Counter()
    verdict = SEEN
    for number, value in enumerate(values, 1):
        found[value] += 1
        verdict = judged(found, margin, error)
        if verdict != "open":
            return verdict, number
    return verdict, len(values)


@pytest.mark.parametrize("repetitions", [200, *seldom(400)])
def test_what_is_not_there_is_found_no_more_often_than_stated(repetitions: int) -> None:
    """Looked at after every round; a fixed 95 % interval is wrong in a third of them."""
    none = {-0.5: 0.15, 0.0: 0.7, 0.5: 0.15}
    verdicts = Counter(stopped(outcomes(seed, none, 200), margin=0.001)[0] for seed in range(repetitions))
    assert verdicts["more"] + verdicts["less"] <= repetitions * 0.05
    told = Counter(stopped(outcomes(seed, none, 900))[0] for seed in range(10))
    assert told["same"] >= 9


def test_what_is_planted_is_found() -> None:
    planted = {-0.5: 0.1, 0.0: 0.5, 0.5: 0.3, 1.0: 0.1}  # 20 points
    runs = [stopped(outcomes(seed, planted, 300)) for seed in range(200)]
    assert sum(verdict == "more" for verdict, _ in runs) >= 198
    assert sum(rounds for _, rounds in runs) / 200 < 80  # it stops early
    lower = [stopped([-value for value in outcomes(seed, planted, 300)])[0] for seed in range(20)]
    assert lower == ["less"] * 20


def test_the_interval_holds_at_every_look() -> None:
    """The mean is left out at any time in at most 5 of 100 series."""
    shares = {-1.0: 0.1, 0.0: 0.6, 0.5: 0.3}
    middle = sum(value * share for value, share in shares.items())
    missed = 0
    for seed in range(100):
        found: Counter[float] = Counter()
        for number, value in enumerate(outcomes(seed, shares, 120)):
            found[value] += 1
            made = within(found, 0.05) if number % 10 == 9 else None
            if made is not None and not made.low <= middle <= made.high:
                missed += 1
                break
    assert missed <= 5


# -- games -------------------------------------------------------------------------------------------------------


def planted(folder: Path, value: int) -> Game:
    return tricks.loaded(folder, {"cards.jester.strength": value})


def both(game: Game, after: Game, **more: object) -> Comparison:
    return compare(game, after, tricks.ONE, tricks.OTHER, seed=2, bots=BOTS, **more)  # type: ignore[arg-type]


def test_a_card_made_too_good_is_found_and_the_games_stop(game: Game, folder: Path) -> None:
    made = both(game, planted(folder, 9), n=1000)
    assert made.verdict == "more"
    assert made.difference is not None and made.difference.low >= 0
    assert 10 < made.rounds < 300
    assert both(planted(folder, 9), game, n=1000).verdict == "less"


def test_a_number_that_nothing_reads_makes_no_difference(game: Game, folder: Path) -> None:
    made = both(game, tricks.loaded(folder, {"cards.jester.worth": 9}), n=1000)
    assert made.verdict == "same"
    assert made.differing == 0
    assert made.difference is not None and made.difference.value == 0


@pytest.mark.soak
def test_games_that_end_otherwise_and_are_won_as_often_are_no_difference(game: Game, folder: Path) -> None:
    """200 comparisons: both decks have a card that becomes as much stronger, so that neither wins more by it."""
    after = tricks.loaded(folder, {"cards.jester.strength": 9, "cards.baron.strength": 9})
    other = dict(reversed(tricks.OTHER.items()))  # of the same strengths, and shuffled otherwise
    made = [compare(game, after, tricks.ONE, other, n=80, seed=seed, bots=BOTS, margin=0.001) for seed in range(200)]
    assert sum(one.differing for one in made) / sum(one.rounds for one in made) > 0.1
    assert sum(one.verdict in ("more", "less") for one in made) <= 200 * 0.05
    differences = [one.difference for one in made if one.difference is not None]
    assert sum(not one.low <= 0 <= one.high for one in differences) <= 200 * 0.05


def test_the_figures_are_those_of_two_series_of_the_same_games(game: Game, folder: Path) -> None:
    after = planted(folder, 9)
    made = both(game, after, n=40, margin=0.001, error=0.001)
    assert (made.verdict, made.rounds, made.games) == ("open", 20, 80)
    series = [simulate(one, tricks.ONE, tricks.OTHER, n=40, seed=2, bots=BOTS) for one in (game, after)]
    differences, turns, differing = [], [], 0
    for turn in range(20):
        before, later = (one.played[2 * turn : 2 * turn + 2] for one in series)
        got = [
            sum(1.0 if g.winner == 0 else 0.5 if g.winner is None else 0.0 for g in games) for games in (before, later)
        ]
        differences.append((got[1] - got[0]) / 2)
        turns.append((sum(g.turns for g in later) - sum(g.turns for g in before)) / 2)
        differing += [g.winner for g in before] != [g.winner for g in later]
    assert made.difference == within(Counter(differences), 0.001)
    assert made.turns is not None and made.turns.value == pytest.approx(sum(turns) / 20)
    assert made.differing == differing
    for part, one in zip(made.parts, series, strict=True):
        assert part.rate == wilson(sum(g.points(0) for g in one.played), 40)
        assert part.turns == pytest.approx(sum(g.turns for g in one.played) / 40, abs=0.005)
        assert part.draws == sum(g.winner is None for g in one.played)


def test_bots_are_versions_too(game: Game) -> None:
    made = both(game, game, n=40, after_bots=("greedy", "random"))
    assert made.to_json()["after"]["bots"] == ("greedy", "random")
    assert made.differing


def test_interrupted_and_resumed_it_says_the_same(game: Game, folder: Path, tmp_path: Path) -> None:
    after, out = planted(folder, 9), tmp_path / "results.jsonl"
    whole = both(game, after, n=400)
    for games in (1, 7, 30):
        out.unlink(missing_ok=True)
        seen = 0

        def stop(done: int, total: int, known: object, games: int = games) -> None:
            nonlocal seen
            seen += 1
            if seen == games:
                raise KeyboardInterrupt

        part = both(game, after, n=400, out=out, progress=stop)
        assert part.interrupted
        assert part.rounds < whole.rounds
        done = both(game, after, n=400, out=out, resume=True)
        assert not done.interrupted
        assert done.to_json() == whole.to_json()
    again = both(game, after, n=400, out=out, resume=True)
    assert again.newly == 0
    assert again.to_json() == whole.to_json()


def test_results_of_another_comparison_are_refused(game: Game, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    both(game, planted(folder, 9), n=2, out=out)
    with pytest.raises(LabError, match="differs in versions"):
        both(game, planted(folder, 8), n=2, out=out, resume=True)
    with pytest.raises(CardlibError, match="found results of a comparison"):
        simulate(game, tricks.ONE, tricks.OTHER, n=2, seed=2, bots=BOTS, out=out, resume=True)


def test_a_version_against_itself_is_answered_without_a_game(game: Game, folder: Path, tmp_path: Path) -> None:
    was = game.project.cards["jester"].attributes["strength"]
    for after in (game, planted(folder, was)):
        made = both(game, after, n=1000, out=tmp_path / "rounds.jsonl")
        assert (made.alike, made.verdict, made.games, made.difference) == (True, "same", 0, None)
    assert not (tmp_path / "rounds.jsonl").exists()
    assert both(planted(folder, 9), planted(folder, 9)).alike
    assert not both(planted(folder, 9), game, n=2).alike
    assert not both(game, game, n=2, after_bots=("random", "greedy")).alike


def test_what_no_match_reads_is_answered_without_a_game(game: Game, folder: Path) -> None:
    unheld = tricks.loaded(folder, {"cards.king.strength": 9, "cards.jester.flavour": "Ha!"})
    assert both(game, unheld).alike
    assert not both(game, tricks.loaded(folder, {"cards.king.strength": 9, "cards.jester.name": "Fool II"}), n=2).alike
    mine = [
        compare(game, unheld, tricks.ONE, other, n=2, bots=("random", "greedy")) for other in (KINGLY, tricks.OTHER)
    ]
    assert [one.alike for one in mine] == [False, True]
    own = compare(game, unheld, tricks.ONE, tricks.OTHER, n=2, bots=("cardlib.bots:Random", "random"))
    assert not own.alike  # a bot of one's own may read flavour texts


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants"])
def test_no_match_has_a_card_that_it_cannot_reach(slug: str) -> None:
    game = cardlib.load(slug)
    match = game.match([*project_decks(game.project)][:2], seed=5)
    there = reach(game, match.setup["decks"])
    bots = [Random(seat) for seat in (0, 1)]
    while not match.over and match.state.serial < 100:
        match.take(bots[match.player].choose(match.view(match.player)))
    assert {game.facts.ids[card] for card in match.state.card} <= there
    assert len(there) < 0.6 * len(game.project.cards)


def test_a_card_that_another_one_names_may_come_into_play() -> None:
    changed = {"cards.orbital-strike.abilities[0].do[0].target": "unit id:wasp-drone"}
    before, after = cardlib.load("mecha"), cardlib.load("mecha", changed)
    assert [("wasp-drone" in reach(game, [["orbital-strike"]])) for game in (before, after)] == [False, True]
    assert "wasp-drone" in reach(before, [["turtle"]], [{"brings": ["wasp-drone"]}])
    assert unread(before, "cards.turtle.abilities[0].text", [["turtle"]]) == (
        "cards.turtle.abilities[0].text: play does not read it"
    )


def test_where_rules_make_cards_every_card_may_come_into_play(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cardlib.load("mecha")
    place, decks = "cards.wasp-drone.power", [["turtle"]]
    assert "no deck here holds it" in unread(game, place, decks) and reach(game, decks) == {"turtle"}
    monkeypatch.setattr(type(game.rules), "makes_cards", True)
    assert unread(game, place, decks) == "" and reach(game, decks) == set(game.project.cards)


def test_processes_change_nothing() -> None:
    before = cardlib.load("mecha")
    after = cardlib.load("mecha", {"cards.turtle.durability": 8})
    decks = ("ok40", "graces-command")
    one = compare(before, after, *decks, n=4, seed=1, bots=BOTS)
    two = compare(before, after, *decks, n=4, seed=1, bots=BOTS, jobs=2)
    assert one.to_json() == two.to_json()


def test_what_cannot_be_compared_is_refused(game: Game) -> None:
    with pytest.raises(LabError, match="versions of one game are compared; found tricks and mecha"):
        compare(game, cardlib.load("mecha"), tricks.ONE, tricks.OTHER, after_decks=("ok40", "ok40"), bots=BOTS)
    with pytest.raises(LabError, match="margin: found 5, expected a share"):
        both(game, game, margin=5.0)

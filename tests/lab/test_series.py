"""Series of games: pairs, seeds, processes, files, and what the report says of them."""

from __future__ import annotations

import gc
import json
import math
import random
import signal
from dataclasses import replace
from pathlib import Path

import pytest

import cardlib
from cardlib.bots import Random
from cardlib.errors import CardlibError, EngineError, NotFound
from cardlib.kernel.chance import apart
from cardlib.lab import LabError, Played, Setting, mean, play, report, simulate, wilson
from cardlib.lab.intervals import clustered, paired
from cardlib.lab.processes import Processes, deaf
from cardlib.memory import SELDOM

DECKS = ("graces-command", "donnas-search")
RANDOM = ("random", "random")


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


# -- intervals ---------------------------------------------------------------------------------------------------


def test_wilson_against_known_values() -> None:
    """Newcombe 1998, table I, method 3."""
    for hits, trials, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        found = wilson(hits, trials)
        assert found is not None
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert wilson(0, 0) is None
    sure = wilson(29, 29)
    assert sure is not None
    assert (round(sure.low, 4), sure.high) == (0.8830, 1.0)


def test_mean_of_pairs() -> None:
    found = mean([1.0, 0.0, -1.0, 0.0])
    assert found is not None
    assert found.value == 0.0
    assert math.isclose(found.high, 3.182 * math.sqrt(2 / 3 / 4), rel_tol=0.05)  # Student's quantile of three
    assert mean([]) is None
    one = mean([0.5])
    assert one is not None
    assert one.high == math.inf


def test_the_interval_of_a_mean_holds_as_often_as_it_says_also_of_few_values() -> None:
    chance = random.Random(1)
    for count, least in ((4, 93), (10, 94), (100, 94)):
        found = [mean([chance.gauss(12, 3) for _ in range(count)]) for _ in range(4000)]
        assert sum(one is not None and one.low <= 12 <= one.high for one in found) >= 40 * least


def test_differences_of_pairs() -> None:
    """Bonett and Price 2012, by their formula from counts: n pairs, f that one side won alone, g that the other did."""
    for n, f, g in ((30, 10, 2), (4, 4, 0), (2, 0, 2), (1, 1, 0), (20, 0, 0)):
        found = paired([1.0] * f + [-1.0] * g + [0.0] * (n - f - g))
        one, other = (f + 1) / (n + 2), (g + 1) / (n + 2)
        half = 1.959964 * math.sqrt((one + other - (one - other) ** 2) / (n + 2))
        assert found is not None
        assert found == pytest.approx(
            ((f - g) / n, max(-1.0, one - other - half), min(1.0, one - other + half)), abs=1e-6
        )
        assert found.low < found.value < found.high or abs(found.value) == 1.0
    assert paired([]) is None


def test_the_interval_of_differences_holds_as_often_as_it_says() -> None:
    """Of pairs with known chances of 1, -1 and 0 at least 93 of 100 intervals hold, also of few and uneven ones."""
    chance = random.Random(1)
    for pairs in (2, 5, 20, 100):
        for win, lose in ((0.9, 0.0), (0.5, 0.1), (0.2, 0.2), (0.05, 0.05)):
            held = 0
            for _ in range(2000):
                drawn = chance.choices((1.0, -1.0, 0.0), (win, lose, 1 - win - lose), k=pairs)
                found = paired(drawn)
                assert found is not None
                held += found.low <= win - lose <= found.high
            assert held / 2000 > 0.93, (pairs, win, lose, held)


# -- playing -----------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_report_whatever_the_jobs(game: cardlib.Game) -> None:
    one = simulate(game, *DECKS, n=10, seed=3, bots=RANDOM)
    two = simulate(game, *DECKS, n=10, seed=3, bots=RANDOM, jobs=2)
    other = simulate(game, *DECKS, n=10, seed=4, bots=RANDOM)
    assert one.to_json() == two.to_json()
    assert one.to_json() != other.to_json()


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants", "war-rig", "analog-tactics"])
def test_games_without_the_words_of_a_log_are_the_same_games(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decks = {
        "mecha": DECKS,
        "structure": ("unburied", "holdouts"),
        "tyrants": ("fln-d", "ff-a"),
        "war-rig": ("scouts", "raiders"),
        "analog-tactics": ("gun-line", "nine-knives"),
    }[slug]
    loaded = cardlib.load(slug)
    plain = simulate(loaded, *decks, n=2, seed=5, bots=RANDOM, course=True, turn_limit=6)
    begun = []

    def worded(name: str) -> bool:
        begun.append(name)
        return True

    monkeypatch.setattr("cardlib.lab.games.is_own", worded)
    told = simulate(loaded, *decks, n=2, seed=5, bots=RANDOM, course=True, turn_limit=6)
    assert begun
    assert [game.to_json() for game in plain.played] == [game.to_json() for game in told.played]


def test_a_log_without_words_is_not_read(game: cardlib.Game) -> None:
    match = game.match(DECKS, seed=1)
    match.wordless = True
    match.take(0)
    with pytest.raises(EngineError, match="kept without words"):
        _ = match.log
    with pytest.raises(EngineError, match="kept without words"):
        _ = match.view(0).log


def test_pairs_swap_the_seats_on_common_chance(game: cardlib.Game) -> None:
    made = simulate(game, "graces-command", "graces-command", n=4, seed=7, bots=RANDOM, names=("one", "two"))
    assert [played.first for played in made.played] == [0, 1, 0, 1]
    first, second = made.played[:2]
    assert first.drawn[0] != first.drawn[1]
    # The same deck on the same chance: the opening hand of who goes first is the same in both games of a pair.
    assert made.pairs == 2
    assert second.turns > 0


def test_the_report_counts_what_happened(game: cardlib.Game) -> None:
    made = simulate(game, *DECKS, n=12, seed=2, bots=("greedy", "random"))
    assert made.games == 12
    assert made.sides[0].wins + made.sides[1].wins + made.draws == 12
    assert sum(reason.games for reason in made.reasons) == 12
    assert all(reason.rule for reason in made.reasons)
    assert made.sides[0].wins >= 10
    assert made.difference is not None
    assert made.difference.value > 0.5
    lines = {(line.deck, line.card): line for line in made.cards}
    tower = lines[0, "radio-tower"]
    assert tower.copies == 17
    assert tower.drawn == 12
    assert tower.won_drawn == made.sides[0].rate
    assert all(line.played <= 12 for line in made.cards)
    text = json.dumps(made.to_json())
    assert "Infinity" not in text
    assert "NaN" not in text


def games(*outcomes: tuple[int, int | None]) -> list[Played]:
    """Invented games: (who went first, who won)."""
    none: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    return [
        Played(number, first, winner, "because", "MIW-004", 10 + number, 50, "played", (("turtle",), ()), none)
        for number, (first, winner) in enumerate(outcomes)
    ]


def setting() -> Setting:
    return Setting(
        "mecha", "0", ("one", "two"), (("turtle", "turtle"), ("skipper",)), RANDOM, ("first", "second"), 1, 200
    )


def test_a_report_by_hand() -> None:
    made = report(setting(), games((0, 0), (1, 0), (0, None), (1, 1)))
    assert [side.wins for side in made.sides] == [2, 1]
    assert made.draws == 1
    assert made.sides[0].rate == wilson(2.5, 4)  # a draw counts as half a win
    assert made.sides[0].by_seat == (wilson(1.5, 2), wilson(1, 2))
    assert made.seats == (wilson(2.5, 4), wilson(1.5, 4))
    assert made.pairs == 2
    assert made.difference is not None
    assert made.difference.value == 0.25  # (1 + 1) / 2 and (0 - 1) / 2
    assert made.turns["median"] == 11.5
    turtle, skipper = made.cards
    assert (turtle.copies, turtle.drawn, turtle.won_drawn) == (2, 4, wilson(2.5, 4))
    assert (skipper.drawn, skipper.won_drawn) == (0, None)


def test_reasons_are_counted_in_the_games_words_by_deck_and_by_seat() -> None:
    ended = [
        replace(game, reason=reason, rule=rule, winner=winner)
        for game, (reason, rule, winner) in zip(
            games((0, 0), (1, 0), (0, 0), (1, 0), (0, 0)),
            [
                ("base destroyed", "AAT-003", 0),
                ("base destroyed", "AAT-003", 0),
                ("alternate: Takeover", "AAT-004", 1),
                ("gives up", "AAT-170", 0),
                ("limit of 30 rounds", "AAT-169", None),
            ],
            strict=True,
        )
    ]
    about = replace(setting(), seats=("Defender", "Attacker"))
    made = report(about, ended)
    assert [(one.reason, one.rule, one.games, one.wins, one.wins_by_seat) for one in made.reasons] == [
        ("base destroyed", "AAT-003", 2, (2, 0), (1, 1)),
        ("alternate: Takeover", "AAT-004", 1, (0, 1), (0, 1)),
        ("limit of 30 rounds", "AAT-169", 1, (0, 0), (0, 0)),
        ("gives up", "AAT-170", 1, (1, 0), (0, 1)),
    ]
    data = made.to_json()
    assert data["reasons"][0]["wins_by_seat"] == {"Defender": 1, "Attacker": 1}
    assert set(data["decks"][0]["by_seat"]) == set(data["seats"]) == {"Defender", "Attacker"}


def test_draws_alone_are_even() -> None:
    made = report(setting(), games((0, None), (1, None)))
    assert [side.rate for side in made.sides] == [wilson(1, 2), wilson(1, 2)]
    assert made.difference is not None
    assert made.difference.value == 0.0
    assert made.draws == 2


def test_three_decks_take_every_seat_and_share_a_draw() -> None:
    about = Setting(
        "mecha", "0", ("one", "two", "three"), (("turtle",), ("skipper",), ("cruiser",)), ("random",) * 3,
        ("first", "second", "third"), 1, 200,
    )  # fmt: skip
    none: tuple[tuple[str, ...], ...] = ((), (), ())
    rounds = [
        Played(number, first, winner, "because", None, 10, 50, "played", none, none)
        for number, (first, winner) in enumerate(((0, 0), (1, 0), (2, None)))
    ]
    assert [rounds[1].seat(deck) for deck in (0, 1, 2)] == [2, 0, 1]
    made = report(about, rounds)
    third = clustered([[0.0, 0.0, 1 / 3]])  # a round on the same chance says as much as one game
    assert [side.rate for side in made.sides] == [clustered([[1.0, 1.0, 1 / 3]]), third, third]
    assert made.sides[0].rate == wilson(7 / 9, 1)
    assert made.sides[0].by_seat == (wilson(1, 1), wilson(1 / 3, 1), wilson(1, 1))
    assert made.difference is None
    assert json.dumps(made.to_json())


def test_a_few_pairs_that_one_deck_wins_are_not_sure() -> None:
    made = report(setting(), games((0, 0), (1, 0), (0, 0), (1, 0)))
    assert made.difference is not None
    assert made.difference.value == 1.0
    assert made.difference.low < 0


def test_half_a_pair_does_not_count_for_the_difference() -> None:
    made = report(setting(), games((0, 0), (1, 0), (0, 1)))
    assert made.pairs == 1
    assert made.difference is not None
    assert made.difference.value == 1.0


def test_a_report_of_nothing() -> None:
    made = report(setting(), [])
    assert made.games == 0
    assert made.sides[0].rate is None
    assert json.dumps(made.to_json())


def test_a_game_at_the_turn_limit_is_a_draw(game: cardlib.Game) -> None:
    made = simulate(game, *DECKS, n=4, seed=1, bots=RANDOM, turn_limit=5)
    assert made.draws == made.at_limit == 4
    assert made.runaways == 0
    assert [reason.reason for reason in made.reasons] == ["turn limit"]
    assert all(played.turns == 5 for played in made.played)


def test_a_runaway_is_a_draw(game: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlib.kernel.match.STEPS_PER_PICK", 10)
    made = simulate(game, *DECKS, n=2, seed=1, bots=RANDOM)
    assert made.runaways == 2
    assert made.draws == 2


def own_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, chooses: str) -> None:
    """Write a bot of one's own, `module:Class`, that chooses with one line of Python."""
    module, _, class_ = name.partition(":")
    (tmp_path / f"{module}.py").write_text(
        f"import gc, os\nclass {class_}:\n    def __init__(self, seed): pass\n"
        f"    def choose(self, view):\n        {chooses}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


def test_a_broken_bot_is_named_with_the_seed(
    game: cardlib.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_bot(tmp_path, monkeypatch, "broken_bots:Bad", "return 1 / 0")
    decks = "(graces-command against donnas-search|donnas-search against graces-command)"  # whichever game ends first
    names = rf"game \d of seed 9 \({decks}, match seed \d+\): "
    told = names + r"the bot broken_bots:Bad, player [AB] in turn .* raised ZeroDivisionError(.|\n)*line 5, in choose"
    for jobs in (1, 2):
        with pytest.raises(LabError, match=told):
            simulate(game, *DECKS, n=2, seed=9, bots=("broken_bots:Bad", "random"), jobs=jobs)


def test_processes_have_the_environment_of_the_moment_when_their_series_begins(
    game: cardlib.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they are forks of may have begun with a series long ago."""
    own_bot(tmp_path, monkeypatch, "hearing_bots:Heard", "raise ValueError(os.environ['HEARD'])")
    for word in ("first", "second"):
        monkeypatch.setenv("HEARD", word)
        with pytest.raises(LabError, match=f"ValueError(.|\\n)*{word}"):
            simulate(game, *DECKS, n=2, seed=9, bots=("hearing_bots:Heard", "random"), jobs=2)


def test_while_games_are_played_young_things_are_seldom_searched_for_cycles(
    game: cardlib.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_bot(tmp_path, monkeypatch, "counting_bots:Counting", "raise ValueError(gc.get_threshold()[0])")
    before = gc.get_threshold()
    with pytest.raises(LabError, match=f"ValueError.*{SELDOM}"):
        simulate(game, *DECKS, n=2, seed=9, bots=("counting_bots:Counting", "random"), jobs=1)
    assert gc.get_threshold() == before


def test_an_interrupt_while_processes_start_is_heard_behind_that() -> None:
    started = []
    with pytest.raises(KeyboardInterrupt), deaf():
        signal.raise_signal(signal.SIGINT)
        started.append("all")
    assert started == ["all"]
    with deaf():
        pass  # and there is none left over
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_a_number_of_jobs_every_core_plays(game: cardlib.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every core that this process may use, with the figures of one."""
    seen: list[int] = []

    class Counted(Processes):
        def __init__(self, count: int) -> None:
            seen.append(count)
            super().__init__(count)

    monkeypatch.setattr("cardlib.lab.series.Processes", Counted)
    monkeypatch.setattr("cardlib.lab.series.cores", lambda: 2)
    many = simulate(game, *DECKS, n=4, seed=1, bots=RANDOM, jobs=None)
    assert seen == [2]
    assert many.to_json() == simulate(game, *DECKS, n=4, seed=1, bots=RANDOM, jobs=1).to_json()
    assert seen == [2, 1]


def test_what_cannot_be_played_is_refused(game: cardlib.Game) -> None:
    with pytest.raises(NotFound, match="no bot is called 'gredy'"):
        simulate(game, *DECKS, bots=("gredy", "random"))
    with pytest.raises(CardlibError, match="at least one game"):
        simulate(game, *DECKS, n=0)
    with pytest.raises(CardlibError, match="two bots"):
        simulate(game, *DECKS, bots=("random",))
    with pytest.raises(CardlibError, match="nope"):
        simulate(game, "graces-command", {"nope": 40})


def test_decks_with_cards_that_are_not_implemented_are_refused(
    game: cardlib.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(game.unimplemented, "turtle", "it is too slow")
    with pytest.raises(CardlibError, match="'turtle' can't be played yet: it is too slow"):
        simulate(game, "ok40", "graces-command", n=1)


def test_replays_of_a_series_play_again(game: cardlib.Game, tmp_path: Path) -> None:
    from cardlib.scenarios.replays import replay_steps

    made = simulate(game, *DECKS, n=2, seed=5, bots=RANDOM, replays=tmp_path / "replays")
    for number, played in enumerate(made.played, 1):
        data = json.loads((tmp_path / "replays" / f"game-{number:05d}.json").read_text())
        *_, (match, _) = replay_steps(game, data)
        assert match.result is not None
        assert match.result.turns == played.turns


# -- files of results --------------------------------------------------------------------------------------------


def test_results_are_kept_and_resumed(game: cardlib.Game, tmp_path: Path) -> None:
    whole = simulate(game, *DECKS, n=8, seed=3, bots=RANDOM)
    out = tmp_path / "results.jsonl"
    part = simulate(game, *DECKS, n=3, seed=3, bots=RANDOM, out=out)
    assert part.newly == 3
    lines = out.read_text().splitlines()
    assert len(lines) == 4
    out.write_text("\n".join(lines) + "\n" + lines[-1][:40])  # the last line was cut short
    done = simulate(game, *DECKS, n=8, seed=3, bots=RANDOM, out=out, resume=True)
    assert done.newly == 5
    assert done.to_json() == whole.to_json()
    assert [json.loads(line)["game"] for line in out.read_text().splitlines()[1:]] == list(range(8))


def test_an_interrupted_series_keeps_what_is_finished(game: cardlib.Game, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    part = simulate(game, *DECKS, n=8, seed=3, bots=RANDOM, out=out, progress=stop)
    assert part.interrupted
    assert part.games == 3
    done = simulate(game, *DECKS, n=8, seed=3, bots=RANDOM, out=out, resume=True)
    assert done.newly == 5
    assert done.to_json() == simulate(game, *DECKS, n=8, seed=3, bots=RANDOM).to_json()


def test_a_file_of_another_series_is_refused(game: cardlib.Game, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    simulate(game, *DECKS, n=1, seed=3, bots=RANDOM, out=out)
    with pytest.raises(LabError, match="exists"):
        simulate(game, *DECKS, n=1, seed=3, bots=RANDOM, out=out)
    said = "differs in bots, seed: found bots random, random and seed 3; expected bots greedy, random and seed 4"
    with pytest.raises(LabError, match=said):
        simulate(game, *DECKS, n=1, seed=4, bots=("greedy", "random"), out=out, resume=True)
    with pytest.raises(LabError, match="differs in how games went, which only `why` keeps"):
        simulate(game, *DECKS, n=1, seed=3, bots=RANDOM, out=out, resume=True, course=True)
    out.write_text("{}\n")
    with pytest.raises(CardlibError, match="expected results of a series"):
        simulate(game, *DECKS, n=1, seed=3, bots=RANDOM, out=out, resume=True)
    out.write_text("nonsense\n")
    with pytest.raises(CardlibError, match=r"results\.jsonl:1: not JSON"):
        simulate(game, *DECKS, n=1, seed=3, bots=RANDOM, out=out, resume=True)


def test_one_game_alone(game: cardlib.Game) -> None:
    from cardlib.lab.series import settle

    about = settle(game, DECKS, seed=3, bots=RANDOM)
    assert play(game, about, 7) == play(game, about, 7)
    assert Played.from_json(json.loads(json.dumps(play(game, about, 7).to_json()))) == play(game, about, 7)


def test_a_bot_is_not_told_a_seed_from_which_that_of_the_match_follows(
    game: cardlib.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`derive` can be turned back, so what a bot gets comes of `apart`."""
    given: list[int] = []
    monkeypatch.setattr("cardlib.lab.games.named_bot", lambda name, seed: given.append(seed) or Random(seed))
    simulate(game, *DECKS, n=2, seed=5, bots=("random", "random"))
    assert given == [apart(5, 0, 1), apart(5, 0, 2), apart(5, 0, 2), apart(5, 0, 1)]

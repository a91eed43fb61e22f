"""Why decks win: what is planted is found, what is not there is not, and every figure is worked out again."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from math import comb
from pathlib import Path
from statistics import fmean

import pytest
import tricks

from cardlib.game import Game, load
from cardlib.lab import LabError, Played, Setting, play, play_matrix, replay_of, why, wilson
from cardlib.lab.again import command
from cardlib.lab.cards import LESS, MORE, Entry, card_lines, pair_lines, seen_in
from cardlib.lab.course import Course
from cardlib.lab.effects import Effect
from cardlib.lab.intervals import clustered
from cardlib.lab.swings import no_return, swings
from cardlib.lab.why import Why
from cardlib.lab.why_page import page
from cardlib.scenarios.replays import replay_steps

CARDS = tuple("abcdefgh")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tricks.write(tmp_path / "tricks")


def found_out(folder: Path, n: int, **changes: int) -> Why:
    places = {f"cards.jester.{name}": value for name, value in changes.items()}
    return why(tricks.loaded(folder, places), n=n, seed=3, bots=["random"])


# -- what is planted -------------------------------------------------------------------------------------------------


def test_a_card_made_too_good_is_found(folder: Path) -> None:
    made = found_out(folder, 120, strength=6)  # 2 points better than it is
    line = next(line for line in made.cards if line.card == "jester")
    assert line.verdict == MORE
    for name in ("drawn", "opening"):
        more = line.measures[name].more
        assert more is not None and more.low > 0.05
    weak = {line.card: line.verdict for line in made.cards if line.card in ("page", "squire", "fool")}
    assert MORE not in weak.values() and len(weak) == 3


def test_what_nothing_reads_changes_nothing(folder: Path) -> None:
    plain, planted = (found_out(folder, 12, worth=worth).to_json() for worth in (0, 9))
    for told in (plain, planted):
        del told["data"], told["changes"]
    assert plain == planted


def invented(chance: random.Random, games: int, wins: Callable[[frozenset[str]], float]) -> tuple[Setting, list[Entry]]:
    """Games of a deck of eight cards that draws some of them, against one that has none of them.

    `wins` has the chance to win, given the hand. Longer games draw more, and are won more often.
    """
    setting = Setting("x", "", ("One", "Other"), (CARDS, ("z",)), ("random",) * 2, ("first", "second"), 1, 99)
    entries = []
    for number in range(games):
        draws = chance.choice((2, 3, 4, 5))
        hand = frozenset(chance.sample(CARDS, draws))
        winner = 0 if chance.random() < wins(hand) + 0.1 * (draws - 3.5) else 1
        drawn: tuple[dict[str, int], ...] = (dict.fromkeys(sorted(hand), 0), {})
        hands: tuple[tuple[str, ...], ...] = (tuple(sorted(hand)), ())
        course = Course(hands, (draws, 0), (draws, 0), ((), ()), drawn, ({}, {}), ({}, {}), ())
        game = Played(number, number % 2, winner, "", None, draws, 9, "played", hands, ((), ()), course=course)
        entries.append(Entry(number + 1, (0, 1), game))
    return setting, entries


Said = list[tuple[str, ...]]


def answers(chance: random.Random, games: int, wins: Callable[[frozenset[str]], float]) -> tuple[Said, Said]:
    """Return the cards and the pairs of which something is said."""
    seen = seen_in(*invented(chance, games, wins))
    cards: Said = [(line.card, line.verdict) for line in card_lines(seen, 0.05) if line.verdict]
    pairs: Said = [(*pair.cards, pair.verdict) for pair in pair_lines(seen, 0.05) if pair.verdict]
    return cards, pairs


def runs(repetitions: int, seed: int) -> None:
    chance = random.Random(seed)
    nothing = [answers(chance, 90, lambda hand: 0.5) for _ in range(repetitions)]
    for kind in (0, 1):
        wrong = sum(bool(found[kind]) for found in nothing)
        assert wrong <= 0.05 * repetitions + 2 * (0.05 * 0.95 * repetitions) ** 0.5
    apart = [answers(chance, 300, lambda hand: 0.35 + 0.3 * ("a" in hand)) for _ in range(repetitions // 4)]
    assert sum(("a", MORE) in cards for cards, _ in apart) >= 0.9 * len(apart)
    assert sum(bool(pairs) for _, pairs in apart) <= 1 + 0.1 * len(apart)


def test_what_is_not_there_is_found_no_more_often_than_stated() -> None:
    runs(12, 7)


@pytest.mark.soak
def test_what_is_not_there_is_found_no_more_often_than_stated_in_many_runs() -> None:
    runs(200, 1)


def test_two_cards_that_win_together_are_found() -> None:
    _, pairs = answers(random.Random(2), 600, lambda hand: 0.9 if {"c", "f"} <= hand else 0.3)
    assert pairs == [("c", "f", MORE)]
    _, pairs = answers(random.Random(2), 600, lambda hand: 0.1 if {"c", "f"} <= hand else 0.7)
    assert pairs == [("c", "f", LESS)]


def test_no_difference_is_larger_than_a_difference_of_shares_can_be() -> None:
    steep = Effect(1.3, 0.2, 8.0).within(2.0)
    assert steep.value == steep.high == 1.0
    assert 0.0 < steep.low < 1.0
    assert Effect(-1.3, 0.2, 8.0).within(2.0) == pytest.approx((-1.0, -1.0, -steep.low))
    assert Effect(0.3, 0.2, 1000.0).within(2.0) == pytest.approx((0.3, -0.1, 0.7), abs=0.01)


def test_long_games_make_no_card_good() -> None:
    """Who draws more wins more, whatever is drawn: each card is drawn more often in games that were won."""
    chance = random.Random(5)
    cards, pairs = answers(chance, 400, lambda hand: 0.5 + 0.2 * (len(hand) - 3.5))
    assert (cards, pairs) == ([], [])
    setting, entries = invented(chance, 400, lambda hand: 0.5 + 0.2 * (len(hand) - 3.5))
    drawn = [line.measures["drawn"] for line in card_lines(seen_in(setting, entries), 0.05) if line.card in CARDS]
    rates = [one.rate.value for one in drawn if one.rate is not None]
    chances = [one.chance for one in drawn if one.chance is not None]
    assert fmean(rates) > 0.55  # what a count of wins says of every card
    assert fmean(chances) == pytest.approx(fmean(rates), abs=0.03)


def test_decks_that_always_win_say_nothing_of_their_cards() -> None:
    setting, entries = invented(random.Random(3), 60, lambda hand: 2.0)
    for line in card_lines(seen_in(setting, entries), 0.05):
        assert all(one.more is None for one in line.measures.values())


# -- figures ---------------------------------------------------------------------------------------------------------


def test_the_figures_are_worked_out_again_from_the_file(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    made = why(tricks.loaded(folder, {"cards.jester.strength": 6}), n=30, seed=3, bots=["random"], out=file)
    header, *lines = (json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    decks = [Counter(deck) for deck in header["decks"]]
    seated = [(0, 0), (0, 1), (1, 1)]
    rows: list[tuple[tuple[object, ...], int, bool, float, float]] = []
    shuffles: dict[tuple[int, int], list[float]] = {}  # of the games in which it was drawn, by seat and round
    for line in lines:
        pair = seated[line.get("match", 0)]
        for at, deck in enumerate(pair):
            if "jester" not in decks[deck]:
                continue
            seat = (at - line["first"]) % 2
            points = 0.5 if line["winner"] is None else float(line["winner"] == at)
            draws, size, copies = line["course"]["draws"][at], sum(decks[deck].values()), decks[deck]["jester"]
            chance = 1 - Fraction(comb(size - copies, draws), comb(size, draws))
            cell = (deck, seat, tuple(pair[(line["first"] + place) % 2] for place in (0, 1)))
            rows.append((cell, at, "jester" in line["drawn"][at], float(chance), points))
            if "jester" in line["drawn"][at]:
                shuffles.setdefault((seat, line["game"] // 2), []).append(points)
    story = next(line for line in made.cards if line.card == "jester")
    drawn = story.measures["drawn"]
    had = [points for *_, there, _, points in rows if there]
    assert (story.games, drawn.games, drawn.points) == (len(rows), len(had), sum(had))
    assert drawn.rate == clustered(list(shuffles.values()))
    assert drawn.chance == pytest.approx(sum(row[3] * row[4] for row in rows) / sum(row[3] for row in rows))

    def less_mean(values: list[float]) -> list[float]:
        own = {
            cell: [v for row, v in zip(rows, values, strict=True) if row[0] == cell] for cell in {r[0] for r in rows}
        }
        return [v - sum(own[row[0]]) / len(own[row[0]]) for row, v in zip(rows, values, strict=True)]

    more = less_mean([float(row[2]) - row[3] for row in rows])
    gained = less_mean([row[4] for row in rows])
    slope = sum(x * y for x, y in zip(more, gained, strict=True)) / sum(x * x for x in more)
    assert drawn.more is not None and drawn.more.value == pytest.approx(slope)
    winners = Counter(line["winner"] is not None for line in lines)
    assert made.swings.judged == winners[True]
    behind = 0
    for line in lines:
        if line["winner"] is not None:
            behind += min(lead[line["winner"]] for _, lead in line["course"]["leads"]) <= -100
    assert made.swings.from_behind == wilson(behind, winners[True])
    assert [one.turns for one in made.swings.longest] == sorted((line["turns"] for line in lines), reverse=True)[:10]


def test_a_cut_series_goes_on_to_the_same_report(folder: Path, tmp_path: Path) -> None:
    game, file = tricks.loaded(folder), tmp_path / "games.jsonl"
    whole = why(game, n=6, seed=3, bots=["random"], out=file).to_json()
    lines = file.read_bytes().splitlines(keepends=True)
    for kept in (1, 4, len(lines) - 1):
        file.write_bytes(b"".join(lines[:kept]) + lines[kept][:20])
        made = why(game, n=6, seed=3, bots=["random"], out=file, resume=True)
        assert made.torn and made.to_json() == whole
    file.write_bytes(lines[0] + b"".join(reversed(lines[1:])))
    assert why(game, n=6, seed=3, bots=["random"], out=file, resume=True).to_json() == whole


def test_each_line_names_a_game_that_shows_it(folder: Path) -> None:
    made = why(tricks.loaded(folder, {"cards.jester.strength": 9}), n=60, seed=3, bots=["random"])
    games = {entry.number: entry for entry in made.entries}
    assert any(line.verdict for line in made.cards) and made.pairs
    for line in made.cards:
        entry = games[line.example]
        points = [entry.game.points(at) for at in range(2) if line.card in entry.game.course.played[at]]
        assert points
        if line.verdict:
            assert (min(points) < 1) if line.verdict == "less" else (max(points) == 1)
    for pair in made.pairs:
        drawn = games[pair.example].game.course.drawn
        assert any(set(pair.cards) <= set(side) for side in drawn)


def test_the_turn_of_no_return() -> None:
    assert no_return([]) is None
    assert no_return([(1, 2.0), (2, 0.99)]) is None
    assert no_return([(1, 1.0), (2, 1.0)]) == 1
    assert no_return([(1, 3.0), (2, -1.0), (4, 1.0), (5, 7.0)]) == 4


def test_how_a_game_turned(folder: Path) -> None:
    made = why(tricks.loaded(folder), n=30, seed=3, bots=["random"])
    for one in made.swings.behind:
        assert one.lowest == min(lead for _, lead in one.leads) <= -1
        assert (one.lowest_turn, one.lowest) in one.leads
    assert made.swings.behind and made.swings.every()
    entry = next(entry for entry in made.entries if entry.game.winner is None)
    drawn = swings(made.setting, [entry])
    assert (drawn.judged, drawn.from_behind) == (0, None)
    assert (drawn.longest[0].winners, drawn.longest[0].seats) == ((), ())


def test_a_deck_against_itself_tells_which_seat_won(folder: Path) -> None:
    made = why(tricks.loaded(folder), tricks.ONE, tricks.ONE, n=20, seed=3, bots=["random"], names=["one", "one"])
    seats = Counter()
    for entry in made.entries:
        told = swings(made.setting, [entry]).longest[0]
        winner = entry.game.winner
        assert told.winners == (() if winner is None else ("one",))
        assert told.seats == (() if winner is None else (made.setting.seats[entry.game.seat(winner)],))
        seats.update(told.seats)
    assert set(seats) == set(made.setting.seats)


# -- games -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mecha() -> Game:
    return load("mecha")


def test_keeping_the_course_changes_no_game(mecha: Game) -> None:
    made = why(mecha, "ok40", "graces-command", n=1, seed=5, bots=["random"])
    kept = made.entries[0].game
    plain = play(mecha, replace(made.setting, course=False), 0)
    assert replace(kept, course=None) == plain
    course = kept.course
    assert course is not None
    assert [set(side) for side in course.drawn] == [set(side) for side in kept.drawn]
    assert all(set(opening) <= set(drawn) for opening, drawn in zip(course.opening, course.drawn, strict=True))
    assert [turn for turn, _ in course.leads] == sorted({turn for turn, _ in course.leads})
    assert Played.from_json(json.loads(json.dumps(kept.to_json()))) == kept
    setting = json.loads(json.dumps(made.setting.to_json()))
    assert Setting.from_json(setting) == made.setting


def test_the_command_for_a_game_names_a_project_that_its_slug_does_not(mecha: Game, folder: Path) -> None:
    assert command("games 1.jsonl", 3, mecha.project) == "cardlib replay 'games 1.jsonl' 3"
    made = why(tricks.loaded(folder), tricks.ONE, tricks.OTHER, n=2, bots=["random"])
    there = f"cardlib replay games.jsonl N --game {folder}"
    assert command("games.jsonl", "N", made.project) == there
    assert there in page(made, Path("games.jsonl"))
    assert ("Nothing was drawn" in page(made), "Nothing was drawn" in page(replace(made, cards=[]))) == (False, True)


def test_a_game_of_a_file_is_told_again(mecha: Game, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    made = why(mecha, "ok40", "graces-command", n=3, seed=5, bots=["random"], out=file)
    recorded = replay_of(file, 2)
    *_, (match, _) = replay_steps(mecha, recorded)
    game = made.entries[1].game
    assert match.result is not None
    assert (match.state.vars["turn"], match.state.serial) == (game.turns, game.picks)
    assert game.winner == (None if match.result.winner is None else game.deck(match.result.winner))
    with pytest.raises(LabError, match=r"no finished game has the number 4; they are 1 to 3"):
        replay_of(file, 4)
    with pytest.raises(LabError, match="'mecha', not of 'structure'"):
        replay_of(file, 1, lambda slug: "structure")
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text(lines[0].replace(made.setting.data, "0" * len(made.setting.data)) + f"\n{lines[1]}\n", "utf-8")
    with pytest.raises(LabError, match=r"data of mecha has changed since, or game 1 .* another folder .* --game"):
        replay_of(file, 1)
    file.write_text(lines[0] + "\n" + lines[1].replace('"turns":', '"turns":1') + "\n", "utf-8")
    with pytest.raises(LabError, match="game 1 goes otherwise now"):
        replay_of(file, 1)


def test_numbers_of_a_matrix_do_not_depend_on_how_many_games_there_are(folder: Path) -> None:
    game = tricks.loaded(folder)
    few, many = (why(game, n=n, seed=3, bots=["random"]) for n in (2, 5))
    assert [entry.number for entry in many.entries] == list(range(1, 21))
    assert list(few.entries) == list(many.entries[: len(few.entries)])
    matrix = play_matrix(game, 2, 3, "random", course=True)
    assert [entry.game for entry in few.entries] == [one for _, one in matrix.played]


def test_a_deck_that_is_wrong_is_refused(mecha: Game) -> None:
    with pytest.raises(Exception, match="between 0 and 1"):
        why(mecha, n=1, error=5.0)
    with pytest.raises(Exception, match="played by one bot"):
        why(mecha, n=1, bots=["random", "greedy"])


# -- the page --------------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Reads a page: its tags, which all close, and the cells of its tables."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action")]
        self.cells += [value or "" for name, value in attrs if name == "data-by"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_says_what_the_report_says_and_loads_nothing(folder: Path) -> None:
    made = found_out(folder, 60, strength=9)
    made.called = {**made.called, "jester": 'Jester <&> "Fool"'}
    text = page(made, Path("games.jsonl"))
    reader = Reader()
    reader.feed(text)
    assert not reader.open and not reader.links
    assert "http" not in text and "url(" not in text and "@import" not in text
    assert "Jester &lt;&amp;&gt;" in text and "Jester <" not in text
    assert "cardlib replay games.jsonl N" in text
    more = made.cards[0].measures["drawn"].more
    assert more is not None and f"{more.value:.6f}" in reader.cells
    assert len(made.cards) == sum(name in reader.cells for name in (made.called[line.card] for line in made.cards))

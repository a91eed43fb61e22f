"""Bots: by name and of one's own; the same seed and view give the same choice; greedy plays to win."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from given import chosen, position
from matrices import matrix

import cardlib
from cardlib.bots import Bot, BotError, Greedy, Random, Thinker, answer, bot, explanation, named_bot
from cardlib.errors import CardlibError, NotFound
from cardlib.kernel.chance import derive
from cardlib.kernel.decisions import IllegalOption


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


def play(game: cardlib.Game, decks: list[str], bots: list[Bot], seed: int) -> int | None:
    match = game.match(decks, seed, windows="playable")
    while not match.over:
        match.take(bots[match.player].choose(match.view(match.player)))
    assert match.result is not None
    return match.result.winner


# -- by name -----------------------------------------------------------------------------------------------------


def test_bots_by_name() -> None:
    assert isinstance(bot("random", 1), Random)
    assert isinstance(bot("greedy", 1), Greedy)


def test_a_wrong_name_says_which_are_known() -> None:
    with pytest.raises(NotFound, match="nearest: greedy"):
        bot("greed")


OWN = """
class Last:
    def __init__(self, seed):
        pass

    def choose(self, view):
        return view.options[-1]


class Mute:
    def __init__(self, seed):
        pass
"""


def test_a_bot_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: cardlib.Game) -> None:
    (tmp_path / "own_bots.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    last = named_bot("own_bots:Last", 3)
    match = game.match(["ok40", "ok40"], 1)
    assert last.choose(match.view(match.player)).index == len(match.options) - 1
    with pytest.raises(CardlibError, match="has no method choose"):
        named_bot("own_bots:Mute")
    with pytest.raises(NotFound, match="has no 'First'"):
        named_bot("own_bots:First")
    with pytest.raises(NotFound, match="can't be imported"):
        named_bot("no_such_module:Bot")


BROKEN = """
class Raises:
    def __init__(self, seed):
        self.hopes = {}

    def choose(self, view):
        return self.best(view)

    def best(self, view):
        return self.hopes["the best"]

    def explain(self, view):
        return []


class Silent(Raises):
    def choose(self, view):
        pass


class Stubborn(Raises):
    def choose(self, view):
        return "march on the capital"


class Picky(Raises):
    def __init__(self, seed):
        raise AttributeError("no luck")
"""


def test_a_broken_bot_is_told_in_its_own_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: cardlib.Game
) -> None:
    (tmp_path / "bad_bots.py").write_text(BROKEN)
    (tmp_path / "worse_bots.py").write_text("first = 1\nsecond = first / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    match = game.match(["ok40", "ok40"], 1)
    with pytest.raises(BotError) as raised:
        answer(named_bot("bad_bots:Raises"), match, "bad_bots:Raises")
    told = str(raised.value)
    assert told.startswith("the bot bad_bots:Raises, player A in turn 0, asked '")
    assert ": raised KeyError: 'the best'\n" in told
    assert 'bad_bots.py", line 7, in choose' in told and 'return self.hopes["the best"]' in told
    assert "cardlib/bots" not in told
    with pytest.raises(BotError, match=r"choose\(view\) returns one of view.options; None is no option"):
        answer(named_bot("bad_bots:Silent"), match, "silent")
    with pytest.raises(BotError, match=r"player A .*choose.* returns one of view.options; .*march"):
        answer(named_bot("bad_bots:Stubborn"), match, "stubborn")
    with pytest.raises(BotError, match=r"explain\(view\) returns a thought"):
        explanation(cast("Thinker", named_bot("bad_bots:Raises")), match, "thinker")
    with pytest.raises(BotError, match=r"can't be made: Picky\(seed\) fails: AttributeError: no luck\n.*line 28"):
        named_bot("bad_bots:Picky")
    with pytest.raises(BotError, match=r"can't be imported: ZeroDivisionError(.|\n)*line 2"):
        named_bot("worse_bots:Bot")


def test_a_pick_that_is_none_is_told_so(game: cardlib.Game) -> None:
    match = game.match(["ok40", "ok40"], 1)
    with pytest.raises(IllegalOption, match=r"None is no option; take one of match\.options"):
        match.take(None)  # type: ignore[arg-type]


# -- what greedy does --------------------------------------------------------------------------------------------


def test_greedy_attacks_the_player_when_it_can(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d5"]}, B={"battlefield": ["turtle e5"]})
    assert chosen(match).startswith(("attack skipper d5 player", "move skipper d5"))
    for _ in range(4):
        if len(match.state.zones[match.facts.zone["damage"][1]]):
            break
        match.take(chosen(match))
    assert len(match.state.zones[match.facts.zone["damage"][1]]) == 1


def test_greedy_takes_the_win(game: cardlib.Game) -> None:
    damage = ["radio-tower"] * 4
    match = position(game, A={"battlefield": ["skipper d5"], "hand": ["radio-tower"]}, B={"damage": damage})
    for _ in range(3):
        if not match.over:
            match.take(chosen(match))
    assert match.result is not None
    assert match.result.winner == 0


def test_greedy_plays_its_tower(game: cardlib.Game) -> None:
    match = position(game, A={"hand": ["radio-tower", "sky-whale"]})
    assert chosen(match).startswith("play radio-tower")


def test_greedy_advances(game: cardlib.Game) -> None:
    match = position(game, A={"battlefield": ["skipper d2"]})
    assert chosen(match) == "move skipper d2 d3"


def test_greedy_kills_what_stands_before_its_door(game: cardlib.Game) -> None:
    match = position(
        game, A={"battlefield": ["cruiser d1"]}, B={"battlefield": ["skipper d2", {"card": "jaeger", "at": "a5"}]}
    )
    assert chosen(match) == "attack cruiser d1 skipper d2"


def test_greedy_does_not_waste_a_command(game: cardlib.Game) -> None:
    match = position(game, A={"hand": ["ironhide", "turn-the-key"], "battlefield": ["radio-tower a1"]})
    assert chosen(match) == "end"


def test_greedy_does_not_fill_its_own_entry_zone(game: cardlib.Game) -> None:
    towers = [f"radio-tower {column}1" for column in "abcdef"]
    match = position(game, A={"battlefield": towers, "hand": ["radio-tower"]})
    assert not chosen(match).endswith("g1")


def test_a_search_offers_what_lies_in_the_deck(game: cardlib.Game) -> None:
    """The cards of a search are seen; the sample of the others leaves them where they are."""
    match = position(
        game, A={"hand": ["graces-rally-cry"], "deck": ["radio-tower", "admiral-grace", "turtle", "donna-the-swift"]}
    )
    match.take("play graces-rally-cry")
    while match.options[0].choice[0] == "pass":
        match.take("pass")
    view = match.view(0)
    offered = {option.notation: option.choice[1] for option in view.options if option.choice[0] == "card"}
    assert set(offered) == {"admiral-grace", "donna-the-swift"}
    for seed in range(20):
        sample = view.sample(seed)
        assert {sample.facts.ids[sample.state.card[obj]] for obj in offered.values()} == set(offered)
    assert Greedy(0).choose(view).notation in offered


def test_the_same_seed_and_view_give_the_same_choice(game: cardlib.Game) -> None:
    match = game.match(["graces-command", "donnas-search"], 4, windows="playable")
    one, other = Greedy(5), Greedy(5)
    for _ in range(60):
        view = match.view(match.player)
        option = one.choose(view)
        assert other.choose(view).choice == option.choice
        match.take(option)


def test_looking_ahead_changes_nothing(game: cardlib.Game) -> None:
    match = game.match(["graces-command", "donnas-search"], 4)
    for _ in range(40):
        before = match.state.fingerprint()
        option = Greedy(1).choose(match.view(match.player))
        assert match.state.fingerprint() == before
        match.take(option)


@pytest.mark.parametrize(("deck", "seat"), matrix(["graces-command", "donnas-search"], [0, 1], 1))
def test_greedy_beats_random(game: cardlib.Game, deck: str, seat: int) -> None:
    wins = 0
    for seed in range(10):
        makers: list[type[Greedy] | type[Random]] = [Random, Random]
        makers[seat] = Greedy
        bots: list[Bot] = [maker(derive(seed, at)) for at, maker in enumerate(makers)]
        wins += play(game, [deck, deck], bots, seed) == seat
    assert wins >= 8


@pytest.mark.soak
@pytest.mark.parametrize("deck", ["graces-command", "donnas-search"])
@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_wins_at_least_eighty_of_a_hundred(game: cardlib.Game, deck: str, seat: int) -> None:
    wins = 0
    for seed in range(100):
        bots: list[Bot] = [Random(derive(seed, 0)), Random(derive(seed, 1))]
        bots[seat] = Greedy(derive(seed, 2))
        wins += play(game, [deck, deck], bots, 1000 + seed) == seat
    assert wins >= 80

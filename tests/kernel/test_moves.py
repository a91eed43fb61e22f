"""Moves as they are typed: shortened, with names in place of ids, misspelt, with words too many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from given import position
from matrices import seldom

import cardlib
from cardlib.bots import Random
from cardlib.errors import CardlibError
from cardlib.kernel import moves
from cardlib.kernel.decisions import AmbiguousOption, IllegalOption, UnknownMove
from cardlib.kernel.match import Match

DECKS = {
    "mecha": ("graces-command", "donnas-search"),
    "tyrants": ("ff-d", "ru-a"),
    "structure": ("holdouts", "department"),
}


@pytest.fixture(scope="module", params=sorted(DECKS))
def game(request: pytest.FixtureRequest) -> cardlib.Game:
    return cardlib.load(request.param)


def decisions(game: cardlib.Game, seed: int, every: int) -> Iterator[Match]:
    """Some decisions of a random game between two of the bundled decks."""
    match = game.match(DECKS[game.slug], seed=seed)
    bot = Random(seed)
    while not match.over and match.state.serial < 400:
        if match.state.serial % every == 0:
            yield match
        match.take(bot.choose(match.view(match.player)))


def with_names(match: Match, notation: str) -> str:
    """A notation with the printed names of its cards, in several words, as a person may type them."""
    number = match.facts.number
    return " ".join(match.facts.names[number[word]] if word in number else word for word in notation.split())


def without_places(match: Match, notation: str) -> str:
    """A notation without the spaces and numbers behind its cards."""
    said = notation.split()
    kept, at = [], 0
    while at < len(said):
        kept.append(said[at])
        at = moves.behind_place(match.facts, said, at)
    return " ".join(kept)


def understood(match: Match, text: str, notation: str) -> bool:
    """Whether a text is taken for the option, asks which and names it, or is itself the notation of another one."""
    try:
        return match.options[match.find(text)].notation in (notation, text)
    except AmbiguousOption as error:
        return notation in [option.notation for option in error.options]


@pytest.mark.parametrize("seed", [0, *seldom(1, 2, 3, 4)])
def test_an_offered_move_is_understood_however_it_is_typed(game: cardlib.Game, seed: int) -> None:
    """Shortened or with names it is taken, or asks which; with a word too many it is no move, by no rule."""
    seen = 0
    for match in decisions(game, seed, every=9):
        for option in list(match.options)[: 25 * 2 : 2]:
            notation = option.notation
            words = notation.split()
            assert match.find(notation) == option.index
            assert understood(match, with_names(match, notation), notation)
            assert understood(match, without_places(match, notation), notation)
            for length in range(1, len(words)):
                assert understood(match, " ".join(words[:length]), notation)
            with pytest.raises(UnknownMove, match="banana"):
                match.find(f"{notation} banana")
            seen += 1
    assert seen > 45


@pytest.mark.parametrize("seed", [0, *seldom(1)])
def test_what_was_offered_once_is_a_move_ever_after(game: cardlib.Game, seed: int) -> None:
    """A move that was well formed stays so: later it is offered, or something refuses it, for either player."""
    said: set[str] = set()
    for match in decisions(game, seed, every=7):
        offered = {option.notation for option in match.options}
        for notation in sorted(said - offered)[::3]:
            for player in range(game.facts.players):
                refused = moves.why_not(match, player, notation)
                assert refused.reason
                assert not isinstance(refused, UnknownMove)
        said |= {notation for notation in offered if not notation.split()[0].isdigit()}
    assert said


# -- Mecha -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def board() -> Match:
    return position(
        cardlib.load("mecha"),
        A={"battlefield": ["skipper d2", "cap-gun c4"], "hand": ["sky-whale", "radio-tower"]},
        B={"battlefield": ["turtle d4", "turtle d5"]},
    )


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("banana", "'banana' is no move, card or answer"),
        ("mvoe skipper d2 d3", "'mvoe' is no move, card or answer (nearest: move)"),
        ("move skiper d2 d3", "'skiper' is no card in play (nearest: skipper)"),
        ("move skipper d2 k3", "'k3' is no space"),
        ("move skipper somewhere", "'somewhere' is no space: move PERMANENT SPACE..."),
        ("attack cap-gun c4 player please", "'please' is a word too many in 'attack cap-gun c4 player please'"),
        ("play radio-tower player c", "'c' is no player"),
        ("forfeit", "'forfeit' is not all: forfeit PERMANENT"),
        ("", "say what to do"),
    ],
)
def test_what_is_no_move_names_the_word_and_the_form(board: Match, typed: str, says: str) -> None:
    with pytest.raises(UnknownMove) as caught:
        board.find(typed)
    assert says in caught.value.reason
    assert caught.value.rule is None


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("move skipper d3", "move skipper d2 d3"),
        ("move d2 d3", "move skipper d2 d3"),
        ("Move Skipper d2 d3", "move skipper d2 d3"),
        ("attack cap gun turtle", "attack cap-gun c4 turtle d4"),
        ("attack c4 d4", "attack cap-gun c4 turtle d4"),
        ("attack cap-gun d4", "attack cap-gun c4 turtle d4"),
        ("play Radio Tower c1", "play radio-tower c1"),
    ],
)
def test_a_shortened_move_that_fits_one_option_is_taken(board: Match, typed: str, notation: str) -> None:
    assert board.options[board.find(typed)].notation == notation


def test_a_shortened_move_that_fits_several_asks_which(board: Match) -> None:
    with pytest.raises(AmbiguousOption, match=r"may mean: play radio-tower a1; play radio-tower b1; ") as caught:
        board.find("play radio tower")
    assert len(caught.value.options) == 7
    assert {option.notation.split()[1] for option in caught.value.options} == {"radio-tower"}


def test_a_step_of_a_path_is_not_left_out(board: Match) -> None:
    """`move skipper d2 c3` names a space that is not next to d2; the way over c2 or d3 is not guessed."""
    with pytest.raises(IllegalOption) as caught:
        board.find("move skipper d2 c3 c4")
    assert caught.value.rule == "MIW-147"


def test_a_name_of_several_words_is_read_in_a_refusal_too(board: Match) -> None:
    with pytest.raises(IllegalOption) as caught:
        board.find("play Sky Whale d3")
    assert "Sky Whale" in caught.value.reason or "d3" in caught.value.reason
    assert caught.value.rule is not None


# -- Against All Tyrants -----------------------------------------------------------------------------------------


def test_the_place_of_a_unit_may_be_left_out_and_names_typed_in_words() -> None:
    match = position(
        cardlib.load("tyrants"),
        active="A",
        A={"battlefield": ["ru-needle-swarm space"]},
        D={"battlefield": ["ff-smuggler-shuttle space", "fln-escort-boat space"]},
    )
    assert match.options[match.find("attack needle-swarm smuggler-shuttle")].notation == (
        "attack ru-needle-swarm space ff-smuggler-shuttle"
    )
    assert match.options[match.find("attack needle swarm escort boat")].notation == (
        "attack ru-needle-swarm space fln-escort-boat"
    )


@pytest.mark.parametrize("typed", ["-1", "cap-gun -1", "attack cap-gun -1 turtle"])
def test_a_number_below_nothing_keeps_its_sign(typed: str) -> None:
    match = position(cardlib.load("mecha"), A={"battlefield": ["cap-gun d4"]}, B={"battlefield": ["turtle d5"]})
    with pytest.raises(UnknownMove, match="'-1' is "):
        match.find(typed)


def test_a_name_may_hold_a_number_behind_a_hyphen() -> None:
    match = position(cardlib.load("mecha"), A={"hand": ["orbital-strike"]})
    assert moves.words_of("Orbital -2") == ["orbital", "-2"]
    with pytest.raises(IllegalOption, match="not in your hand"):
        match.find("play Cap -Gun")


@pytest.mark.parametrize(
    ("count", "shown"), [(-1, "-1"), (0, "0"), ("4", "the text '4'"), (2.5, "2.5"), (True, "True")]
)
def test_a_count_that_is_none_is_refused_with_its_card(count: object, shown: str) -> None:
    with pytest.raises(CardlibError, match=f"'skipper': found {shown}, expected a number of copies from 1 to 9999"):
        cardlib.load("mecha").match([{"turtle": 4, "skipper": count}, {"skipper": 40}])  # type: ignore[dict-item]

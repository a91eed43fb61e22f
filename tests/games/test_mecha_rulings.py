"""Rulings of Mecha that no scenario can show: decks, the guard of 500 announcements, damage of 0."""

from __future__ import annotations

import pytest

import cardlib
from cardlib.decks import CompiledFormat, compile_format, deck_of, parse_deck
from cardlib.games.mecha import verbs
from cardlib.kernel.match import Match
from cardlib.scenarios import Play, Scenario

OK40 = {
    "radio-tower": 16,
    "pack-cat": 3,
    "pack-dog": 3,
    "skipper": 3,
    "cap-gun": 3,
    "turtle": 3,
    "cruiser": 3,
    "orbital-strike": 3,
    "weapons-cache": 3,
}


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


@pytest.fixture(scope="module")
def standard(game: cardlib.Game) -> CompiledFormat:
    return compile_format(game.project)


def begin(game: cardlib.Game, **given: object) -> Play:
    """A position, as scenarios give it."""
    return Play(game, Scenario("position", "", (), {"given": {"windows": "turns", **given}, "steps": []}, "test"))


def announced(match: Match, count: int) -> None:
    """Pretend that so many announcements were made this turn."""
    match.state.vars["announcements"] = count
    match.run()


# -- MIW-Q12: no turn goes on for ever ---------------------------------------------------------------------------


@pytest.mark.pins("MIW-Q12")
def test_after_500_announcements_the_main_phase_can_only_be_ended(game: cardlib.Game) -> None:
    side = {"battlefield": ["skipper d4", "mod-bot d3", "wind-up-mouse c3"], "hand": ["radio-tower", "weapons-cache"]}
    play = begin(game, A=side, B={"battlefield": ["wind-up-dog d5"]})
    announced(play.match, 499)
    assert len(play.match.options) > 1
    announced(play.match, 500)
    assert [option.notation for option in play.match.options] == ["end"]


@pytest.mark.pins("MIW-Q12")
def test_the_500th_announcement_is_answered_by_nobody_and_followed_by_no_attack(game: cardlib.Game) -> None:
    play = begin(
        game, A={"battlefield": ["skipper d3"]}, B={"battlefield": ["wind-up-dog d5"], "hand": ["weapons-cache"]}
    )
    announced(play.match, 499)
    play.step("A move skipper d3 d4")
    assert play.match.decision is not None
    assert [option.notation for option in play.match.options] == ["end"]
    play.step("expect d4.name = Skipper")
    play.step("expect events has forfeits")


@pytest.mark.pins("MIW-Q12", "MIW-163", "MIW-038")
def test_open_obligations_lapse(game: cardlib.Game) -> None:
    play = begin(game, A={"battlefield": ["magpie-drone d3"]}, B={"battlefield": ["wind-up-dog d4"]})
    play.step("A attack magpie-drone d3 wind-up-dog d4")
    play.step("A end")
    play.step("B cannot end because MIW-038")
    announced(play.match, 500)
    play.step("B end")
    play.step("expect turn = 11")


@pytest.mark.pins("MIW-Q12")
def test_forced_choices_still_work_and_the_next_turn_begins_anew(game: cardlib.Game) -> None:
    play = begin(game, A={"hand": ["turtle"] * 4 + ["skipper"] * 2}, B={"hand": ["wind-up-mouse"]})
    announced(play.match, 500)
    for step in ("A end", "A skipper", "expect A.hand = 5", "expect turn = 10", "B play wind-up-mouse a5"):
        play.step(step)


@pytest.mark.pins("MIW-Q12", "MIW-Q69")
def test_a_drone_that_is_found_cannot_be_played_any_more(game: cardlib.Game) -> None:
    a = {"battlefield": ["drone-nest d3", "radio-tower d1"], "deck": ["insect-drone", "radio-tower"]}
    play = begin(game, active="B", A=a, B={"battlefield": ["cap-gun d4"]})
    announced(play.match, 499)
    for step in ("B attack cap-gun d4 drone-nest d3", "A yes", "A cannot play insect-drone a1", "A done"):
        play.step(step)
    play.step("expect A.deck has insect-drone")


# -- MIW-Q14: what may be in a deck ------------------------------------------------------------------------------


@pytest.mark.pins("MIW-Q14")
def test_only_cards_of_the_published_list(game: cardlib.Game, standard: CompiledFormat) -> None:
    lines = [f"{count} {card}" for card, count in OK40.items()]
    assert standard.check(parse_deck("\n".join(lines), game.project, strict=False)).legal
    report = standard.check(parse_deck("\n".join([*lines, "1 Iron Giant"]), game.project, strict=False))
    assert report.rules == ("MIW-D07",)


@pytest.mark.pins("MIW-Q14")
def test_printed_names_are_counted(game: cardlib.Game, standard: CompiledFormat) -> None:
    text = "\n".join(f"{count} {card}" for card, count in OK40.items() if card != "cap-gun")
    report = standard.check(parse_deck(text + "\n2 Cap Gun\n2 cap-gun", game.project, strict=False))
    assert report.rules == ("MIW-D06",)
    assert standard.check(parse_deck(text + "\n2 Cap Gun\n1 cap-gun", game.project, strict=False)).legal


@pytest.mark.pins("MIW-Q14")
@pytest.mark.parametrize(
    "changes",
    [
        {"radio-tower": 77},
        {"radio-tower": 14, "jaeger": 1, "sky-whale": 1, "longshot": 1, "nuclear-blast": 1},
        {"hidden-cache": 3, "manly-combined-kamin": 3},
    ],
    ids=["no upper size", "singletons name by name", "cards that cannot be played"],
)
def test_what_a_deck_may_hold(standard: CompiledFormat, changes: dict[str, int]) -> None:
    assert standard.check(deck_of({**OK40, **changes})).legal


@pytest.mark.pins("MIW-Q14")
def test_no_sideboard(standard: CompiledFormat) -> None:
    assert standard.check(deck_of({"main": OK40, "side": {"radio-tower": 1}})).rules == ("MIW-D10",)


# -- MIW-Q57: a dealing of 0 -------------------------------------------------------------------------------------


@pytest.mark.pins("MIW-Q57", "MIW-184")
def test_a_dealing_of_0_removes_no_armour(game: cardlib.Game) -> None:
    match = begin(game, A={"battlefield": ["turtle d3"]}).match
    turtle = match.state.zones[match.facts.zone["battlefield"][0]][0]
    verbs.damage(match, [turtle], 0, -1)
    assert (match.rules.value(match, turtle, "armour"), match.rules.value(match, turtle, "damage")) == (1, 0)
    verbs.damage(match, [turtle], 1, -1)
    assert (match.rules.value(match, turtle, "armour"), match.rules.value(match, turtle, "damage")) == (0, 0)

"""The screen of random positions in all three games: nothing wider than the terminal, every line with its rule."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from given import position

import cardlib
from cardlib.bots import bot
from cardlib.kernel.match import Match
from cardlib_cli import asking, board, stops, telling
from cardlib_cli.output import width_of

DECKS = {
    "mecha": (("graces-command", "donnas-search"), ("fire-from-above", "clockwork-kennel"), ("ok40", "empty-hands")),
    "tyrants": (("fln-d", "ff-a"), ("ru-d", "ccn-a"), ("cheid-d", "ac-a")),
    "structure": (("unburied", "holdouts"), ("department", "ash-riders")),
}
GAMES = pytest.mark.parametrize("slug", DECKS)
PICKS = 160  # of a game at the most


loaded = functools.cache(cardlib.load)


@functools.cache
def played(slug: str) -> list[Match]:
    """Positions of random games, about twelve in each, with their logs."""
    return list(_positions(slug))


def _positions(slug: str) -> Iterator[Match]:
    for seed, decks in enumerate(DECKS[slug]):
        match = loaded(slug).match(decks, seed=seed, windows="hand")
        sitting = [bot("random", seed), bot("random", seed + 1)]
        for pick in range(PICKS):
            if match.over:
                break
            match.take(sitting[match.player].choose(match.view(match.player)))
            if pick % 13 == 12 and not match.over:
                fork = match.fork()
                fork.events = list(match.events or ())
                yield fork
        yield match


def shown(match: Match) -> list[str]:
    """All that a session writes of a position: the board, the question with its options, the log, the stops."""
    project = loaded(match.rules.slug).project
    lines = []
    for viewer in (None, 0, 1):
        lines += board.draw(match, project, viewer)
    lines += telling.events(match, 0, 0)
    if not match.over:
        lines += [*telling.about(match, project), *telling.options(match)]
    return lines


WIDE = (40, 60, 80, 100)


@GAMES
@pytest.mark.parametrize("wide", WIDE)
def test_no_line_is_wider_than_the_terminal(slug: str, wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each position on one terminal: all of them on one or another."""
    monkeypatch.setenv("COLUMNS", str(wide))
    for match in played(slug)[WIDE.index(wide) :: len(WIDE)]:
        for line in shown(match):
            assert width_of(line) <= wide, line


@GAMES
def test_every_line_of_the_log_has_its_rule(slug: str) -> None:
    rules = loaded(slug).project.rules
    for match in played(slug):
        for raw in match.events or ():
            if raw.kind not in match.rules.speech.silent:
                assert raw.rule in rules, raw
                assert raw.seen.phase in match.rules.table.named_phases
        assert set(match.rules.table.named_phases.values()) <= set(rules)
    told = [line for line in telling.events(played(slug)[-1], 0, None) if line]
    joined = re.sub(r"\n      (?=\S)", " ", "\n".join(told))  # a long line goes on below itself
    assert all(re.search(r"\[[A-Z]+-\w+\]$", line) for line in joined.splitlines())


@GAMES
def test_what_common_operations_do_has_a_rule_in_every_game(slug: str) -> None:
    game = loaded(slug)
    for what in ("target", "order", "trigger", "played", "activated", "discard", "return", "mill", "shuffle"):
        assert game.rules.cites[what] in game.project.rules


@GAMES
def test_turns_and_phases_are_headings(slug: str) -> None:
    match = played(slug)[-1]
    lines = telling.events(match, 0, None)
    phases = list(match.rules.table.named_phases)
    headings = [line.partition(" [")[0] for line in lines if line and not line.startswith(" ")]
    turns = [line for line in headings if line not in phases]
    assert len(turns) == match.state.vars["turn"] and len(turns) == lines.count("")
    assert headings[0] == "Set-up"
    for one, two in itertools.pairwise(headings):
        if one in phases and two in phases:
            assert phases.index(one) < phases.index(two)  # within a turn they come in their order, each once


@GAMES
def test_what_the_screen_shows_is_answered(slug: str) -> None:
    """Each word on the screen, the aim and winning find rules; what is nothing at all is said to be nothing."""
    match, project = played(slug)[0], loaded(slug).project
    words = [
        "aim",
        "win",
        "turn",
        "mulligan",
        *match.rules.table.named_phases,
        *(match.rules.table.player_values or ()),
    ]
    words += [kind for kind in match.facts.zone if kind != "chain"] + list(project.vocabulary.counters)
    words += [board.zone_name(project, kind) for kind in match.facts.zone]
    for word in words:
        said = asking.answer(match, project, word.replace("_", " "))
        assert any(line.partition(":")[0] in project.rules for line in said), (word, said)
    assert asking.answer(match, project, "xyzzy") == ["no card, keyword or rule is called 'xyzzy'"]


@pytest.mark.parametrize(
    ("slug", "words", "rule"),
    [
        ("mecha", "win", "MIW-004"),
        ("mecha", "aim", "MIW-002"),
        ("mecha", "bandwidth", "MIW-103"),
        ("mecha", "total cost", "MIW-098"),
        ("mecha", "draw phase", "MIW-035"),
        ("tyrants", "send distress signal", "AAT-155"),
        ("tyrants", "crack the planet", "AAT-156"),
        ("tyrants", "how to win", "AAT-002"),
        ("tyrants", "funds", "AAT-138"),
        ("structure", "win", "DOS-004"),
        ("structure", "base health", "DOS-011"),
        ("structure", "deploy and retreat", "DOS-035"),
    ],
)
def test_rules_are_found_by_their_words(slug: str, words: str, rule: str) -> None:
    said = asking.answer(played(slug)[0], loaded(slug).project, words)
    assert any(line.startswith(f"{rule}: ") for line in said), said


@GAMES
def test_the_stops_of_a_game_are_windows_that_there_are(slug: str) -> None:
    match = played(slug)[0]
    assert set(match.rules.table.windows) <= set(match.rules.table.named_phases)
    assert stops.usual(match) <= set(stops.every(match))


# -- the texts of cards, and the numbers that are in force -------------------------------------------------------------

SPECTRE: dict[str, Any] = {
    "A": {
        "battlefield": ["radio-tower d1", "radio-tower d2"],
        "hand": ["spectre", "ramp-orders", "skipper"],
    },
    "B": {"battlefield": ["stonewall d4"]},
}


def screen(match: Match, viewer: int | None = 0) -> list[str]:
    return board.draw(match, loaded(match.rules.slug).project, viewer)


def test_the_hand_says_with_what_numbers_a_card_would_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectre is 5/5 in print; two other cards in hand make it 3/3, and that is how it arrives."""
    monkeypatch.setenv("COLUMNS", "100")
    match = position(loaded("mecha"), **SPECTRE)
    lines = screen(match)
    at = lines.index("  spectre      Mecha, cost 2, 5/5 (3/3 if it came now)")
    assert lines[at + 1].strip() == "This Mecha gets −1 power and −1 durability for each card in your hand."
    assert not any("if it came now" in line for line in lines if "skipper" in line)
    match.take("play spectre c1")
    while match.player == 1 or "pass" in [option.notation for option in match.options]:
        match.take("pass")
    assert any("A▲ 3/3" in line for line in screen(match))
    said = "  Spectre (A▲ c1): This Mecha gets −1 power and −1 durability for each card in your hand."
    assert said in screen(match)


def test_the_board_says_which_keywords_work_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an effect gives stands beside what is printed, and each text once, with where its copies are."""
    monkeypatch.setenv("COLUMNS", "100")
    match = position(loaded("mecha"), **SPECTRE)
    assert "  Radio Tower (A▲ d1, A▲ d2): Provides 1u." in screen(match)
    assert any(line.startswith("  Stonewall (B▼ d4): ") for line in screen(match))
    given = {"A": {"battlefield": ["skipper c2"], "hand": ["ramp-orders"]}}
    match = position(loaded("mecha"), "A play ramp-orders skipper c2", **given)
    assert any(line.startswith("  Skipper (A▲ c2): ") and "Reach" in line for line in screen(match))


def test_what_others_hold_is_not_shown() -> None:
    match = position(loaded("mecha"), **SPECTRE)
    assert not any("pectre" in line for line in screen(match, 1))


@pytest.mark.parametrize(("slug", "deck"), [("tyrants", "fln-d"), ("structure", "department")])
def test_hands_show_the_texts_of_units(slug: str, deck: str) -> None:
    match = played(slug)[0]
    project, facts = loaded(slug).project, match.facts
    joined = re.sub(r"\s+", " ", " ".join(screen(match)))
    for obj in match.state.zones[facts.zone["hand"][0]]:
        assert " ".join(project.cards[facts.ids[match.state.card[obj]]].text.split()) in joined


def test_what_waits_on_the_chain_stands_there_with_its_text() -> None:
    match = position(loaded("mecha"), **{**SPECTRE, "B": {"hand": ["interdiction"]}, "windows": "hand"})
    match.take("play spectre c1")
    lines = screen(match, 1)
    assert lines[lines.index("Chain, next first:") + 1] == "  A: play Spectre on c1"
    assert any(line.startswith("  spectre  Mecha, cost 2, 5/5") for line in lines)


def test_a_choice_says_what_it_is_for_and_the_name_of_its_source_once() -> None:
    towers = ["gutshot d3", "radio-tower a1", "rampart b1"]
    match = position(loaded("mecha"), "A play weapons-cache", A={"battlefield": towers, "hand": ["weapons-cache"]})
    assert match.decision.prompt == "Gutshot: choose what to sacrifice"
    assert telling.question(match) == "A, Gutshot on d3: choose what to sacrifice (MIW-Q95)"
    pilots = ["donna-the-swift", "bear-the-unbreakable"]
    match = position(loaded("mecha"), "A play bears-rally-cry", A={"hand": ["bears-rally-cry"], "discard": pilots})
    assert telling.question(match) == "A, Bear's Rally Cry: choose what to return (MIW-114)"
    spaces = {
        "A": {"battlefield": ["radio-tower d3", "skipper a1"], "hand": ["radio-tower"]},
        "B": {"hand": ["orbital-strike"]},
    }
    steps = ["A play radio-tower d4", "B play orbital-strike radio-tower d3", "expect player = A"]
    assert (
        telling.question(position(loaded("mecha"), *steps, **spaces)) == "A, Radio Tower: another legal space (MIW-112)"
    )


def test_a_card_in_play_that_has_lost_its_abilities_says_so() -> None:
    """By a Clocktower, which keeps its own, and by a Golden Key (MIW-208, MIW-Q68)."""
    field = ["clocktower a1", "rampart b1", "turtle c1", "golden-key on turtle c1", "turtle d3"]
    joined = re.sub(r"\s+", " ", " ".join(screen(position(loaded("mecha"), A={"battlefield": field}))))
    assert "Rampart (A▲ b1), without its abilities: This Mecha Tower can't move." in joined
    assert "Wind-Up Turtle (A▲ c1), without its abilities: This Mecha can't both move and attack" in joined
    assert "Clocktower (A▲ a1): Each Tower that is not Basic loses all abilities." in joined
    assert "Turtle (A▲ d3): Armour 1." in joined


def test_the_blocking_order_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of several meets the attacking card first (DOS-106, DOS-107)."""
    monkeypatch.setenv("COLUMNS", "150")
    given = {
        "phase": "battle",
        "A": {"battlefield": ["ash-pit-boss", "und-ravener"]},
        "B": {"battlefield": ["und-shambler", "und-pale-choir", "dep-sentry-gun"], "hand": ["neu-scorched-earth"]},
    }
    blocks = [
        "B block und-pale-choir ash-pit-boss",
        "B block und-shambler ash-pit-boss",
        "B block dep-sentry-gun und-ravener",
    ]
    attack = ["A attack ash-pit-boss", "A attack und-ravener", *blocks, "expect now player = B"]
    joined = "\n".join(screen(position(loaded("structure"), *attack, **given, windows="hand")))
    assert "Shambler  blocks Pit Boss as 2 of 2" in joined
    assert "Pale Choir  blocks Pit Boss as 1 of 2" in joined
    assert "Sentry Gun  blocks Ravener," in joined

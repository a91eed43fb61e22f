"""What a game declares in Python has the shape that it has to have, or it is told before anything reads it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from written import written

from cardlib.abilities.honours import Honours
from cardlib.abilities.rules import GameRules
from cardlib.catalog import Project
from cardlib.errors import CardlibError, EngineError
from cardlib.game import Game
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.declared import Declared, Fields, Sealed
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.match import Match
from cardlib.kernel.secrets import together
from cardlib.kernel.speech import Speech
from cardlib.kernel.table import Table

ZONES = {
    "deck": {"of": "player", "visible": "none", "name": "deck"},
    "table": {"of": "all", "visible": "all", "name": "t"},
}


class Weighing(Judgement):
    parts: ClassVar[Any] = ("eggs", "twigs")


class Quiet(Speech):
    silent: ClassVar[Any] = "laid"


class Bare(Table):
    player_values: ClassVar[Any] = "gold"


def brood(m: Match, f: dict[str, Any]) -> None:
    m.ask(0, "one", [("lay", 0), ("end",)], "brood")


class Nest(GameRules):
    """The rules of a game in which nothing happens."""

    slug = "nest"
    moves = ("lay CARD",)
    player_variables: ClassVar = {"eggs": 0}
    events: ClassVar = {"brooded": Fields("bird", number="eggs", says="{bird} broods {n:egg|eggs} for {player}")}

    def __init__(self) -> None:
        super().__init__()
        self.procedures |= {"turn": procedure(brood)}

    def set_up(self, m: Match, decks: Sequence[Sequence[int]]) -> None:
        m.state.add(0, 0, 0)
        m.push("turn")


@pytest.fixture
def nest(tmp_path: Path) -> Project:
    game = {"slug": "nest", "name": "Nest", "prefix": "NST", "players": {"min": 2, "max": 2}, "zones": ZONES}
    wings = {"type": "integer", "title": "Wings", "description": "How many.", "optional": True}
    game |= {
        "attributes": {"wings": wings},
        "source": "A test.",
        "credits": "cardlib",
        "licence": "MIT",
        "types": {"bird": {"name": "Bird"}},
    }
    cards = {"cards": [{"id": "owl", "name": "Owl", "type": "bird"}]}
    return written(tmp_path / "nest", {"game": game, "cards/birds": cards})


def with_member(name: str, value: object) -> Nest:
    """Rules with a member of another value; compiled ones take none of another type."""
    rules = Nest()
    try:
        setattr(rules, name, value)
    except TypeError:
        pytest.skip("told by the compiled class")
    return rules


def test_rules_of_the_right_shape_are_taken(nest: Project) -> None:
    assert Game(nest, Nest()).slug == "nest"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("spans", "round", r"spans: found 'round', expected several names, such as \(\"one\", \"two\"\)"),
        ("moves", ("lay CARD", 3), r"moves: found \('lay CARD', 3\), expected several names"),
        ("of_object", ("rank",), r"of_object: found \('rank',\), expected a dict with a Declared under each name"),
        ("of_match", {"trump": "a suit"}, r"of_match: found 'a suit' under 'trump', expected a Declared"),
        ("events", {"laid": "{bird} lays"}, r"events: found '{bird} lays' under 'laid', expected a Fields"),
        ("forbids", {"lay": "no_lay"}, r"forbids: found 'no_lay' under 'lay', expected a function"),
        ("sealed", ("bid",), r"sealed: found \('bid',\), expected a dict with a Sealed under each name"),
        ("honours", {"draw"}, r"honours: found {'draw'}, expected a Honours"),
        ("honours", Honours(limits="round"), r"honours\.limits: found 'round', expected several names"),  # type: ignore[arg-type]
        ("honours", Honours(timings={"main"}), r"honours\.timings: found {'main'}, expected a dict"),  # type: ignore[arg-type]
        ("verbs", {}, r"verbs: found {}, expected a Verbs"),
        ("table", Bare(Nest()), r"table\.player_values: found 'gold', expected several names, .* or None"),
        ("judgement", Weighing, r"judgement: found <class '.*Weighing'>, expected a Judgement"),
        ("judgement", Weighing(Nest()), r"judgement\.parts: found \('eggs', 'twigs'\), expected a dict"),
        ("speech", Quiet(Nest()), r"speech\.silent: found 'laid', expected several names"),
        ("procedures", {"turn": [len]}, r"procedures: found .* under 'turn', expected what `procedure` returns"),
    ],
)
def test_a_declaration_of_another_shape_is_told(nest: Project, name: str, value: object, said: str) -> None:
    rules = with_member(name, value)
    with pytest.raises(
        CardlibError, match=rf"^the rules of 'nest' \(test_declared_shapes\.Nest\) can't be read:\n  {said}"
    ):
        Game(nest, rules)


def test_steps_that_come_together_are_put_in_one_by_one() -> None:
    with pytest.raises(TypeError, match=r"found 2 of them: put \* in front of them"):
        procedure(together("bid"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("moves", ("lay CRD",), r"'CRD' in the form 'lay CRD' of moves of the rules, expected .*\(nearest: CARD\)"),
        ("moves", ("card CARD",), r"'card CARD' in moves of the rules, expected another verb"),
        ("forbids", {"ley": len}, r"'ley' in forbids .* the verb of a form of `moves` \(nearest: lay\)"),
        (
            "told",
            {"brooded": Fields("bird", says="{brid} broods")},
            r"'brid' in events of 'brooded' .* a field of the event \(nearest: bird\)",
        ),
        (
            "told",
            {"brooded": Fields(says="{bird broods")},
            r"in events of 'brooded' .* a sentence with fields in braces",
        ),
        ("slug", "nets", r"slug: found 'nest', expected 'nets', the slug of its rules"),
    ],
)
def test_what_forms_and_sentences_name_is_there(nest: Project, name: str, value: object, said: str) -> None:
    rules = with_member(name, value)
    with pytest.raises(CardlibError, match=said):
        Game(nest, rules)


def test_a_value_that_nobody_declared_is_not_read_as_nothing(nest: Project) -> None:
    match = Game(nest, Nest()).match([["owl"], ["owl"]], seed=1)
    owl = 0
    assert match.rules.value(match, owl, "wings") == 0
    with pytest.raises(EngineError, match=r"'wing' is no value that things of nest have \(nearest: wings\)"):
        match.rules.value(match, owl, "wing")
    with pytest.raises(EngineError, match=r"'egs' is no value that players of nest have \(nearest: eggs\)"):
        match.rules.player_value(match, 0, "egs")
    assert match.rules.player_value(match, 1, "eggs") == 0
    with pytest.raises(EngineError, match=r"'brood' is no record that game\.json of nest declares"):
        match.push("turn", record="brood")
    with pytest.raises(EngineError, match=r"'tabel' is no zone of game\.json of nest \(nearest: table\)"):
        atoms.move(match, owl, "tabel")


def test_rules_that_leave_out_what_all_rules_begin_with_are_told(nest: Project) -> None:
    rules = Nest()
    try:
        del rules.speech
    except AttributeError:
        pytest.skip("a compiled object keeps what it has")
    with pytest.raises(CardlibError, match=r"speech: found nothing, expected a Speech; does __init__ call super"):
        Game(nest, rules)
    rules = Nest()
    vars(rules)["moves"] = ("lay CARD", "")
    with pytest.raises(CardlibError, match=r"found '' in moves of the rules, expected a form of at least one word"):
        Game(nest, rules)


def test_a_match_that_only_stops_is_told(nest: Project) -> None:
    match = Game(nest, Nest()).match([["owl"], ["owl"]], seed=1)
    with pytest.raises(EngineError, match="the last procedure of nest is over, and the match has not ended"):
        match.take("end")


def test_a_value_has_no_name_by_which_a_sealed_choice_or_a_zone_is_read(nest: Project) -> None:
    rules = Nest()
    vars(rules)["sealed"] = {"bid": Sealed("bid", lambda m, player: [("number", 1)], "bid")}
    vars(rules)["of_player"] = {"bid": Declared("what was bid"), "deck": Declared("how large it is")}
    with pytest.raises(
        CardlibError, match=r"'bid' in of_player of the rules, expected another name: 'bid' of `sealed`"
    ):
        Game(nest, rules)
    del rules.of_player["bid"]  # type: ignore[attr-defined]
    with pytest.raises(CardlibError, match=r"'deck' in of_player of the rules, expected another name: the zone 'deck'"):
        Game(nest, rules)

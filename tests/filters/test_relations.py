"""Relations with an argument, and those that boards bring: `within:3`, `in-arc:front`, `in-sight`, `adjacent`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardlib.filters import FilterError, Not, Related, Relation, Vocabulary, english, parse, printed, sql
from cardlib.filters.placing import board_relations


@pytest.fixture(scope="module")
def table(words: Vocabulary) -> Vocabulary:
    more = board_relations([{"shape": "hex"}])
    own = {"facing": Relation(after="that faces {word}", takes="word", words=("north", "south"))}
    return replace(words, relations={**words.relations, **more, **own})


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("within:3", Related("within", argument=3)),
        ("WITHIN=3", Related("within", argument=3)),
        ("within!=3", Not(Related("within", argument=3))),
        ("-within:3", Not(Related("within", argument=3))),
        ("in-arc:front", Related("in-arc", argument="front")),
        ('in-arc:"rear"', Related("in-arc", argument="rear")),
        ("in-sight", Related("in-sight")),
        ("adjacent", Related("adjacent")),
        ("facing:north", Related("facing", argument="north")),
    ],
)
def test_a_relation_is_read_with_its_argument(table: Vocabulary, text: str, node: object) -> None:
    assert parse(text, table).root == node


@pytest.mark.parametrize(
    ("text", "problem", "at"),
    [
        ("mecha within:x", "'within' takes a number from 0 to 2500, found 'x'", 13),
        ("within:2501", "'within' takes a number from 0 to 2500, found '2501'", 7),
        ("within:-1", "'within' takes a number from 0 to 2500, found '-1'", 7),
        ("within<=3", "'within' takes ':', '=' or '!=' and a number from 0 to 2500", 6),
        ("in-arc:frnt", "'in-arc' takes one of front, rear, side, found 'frnt' (nearest: front)", 7),
        ("in-sight:3", "'in-sight' stands alone, it takes no ':3'", 8),
        ("yours:3", "'yours' stands alone, it takes no ':3'", 5),
        (
            "within",
            "'within' takes ':' and a number from 0 to 2500, within:3; for a name write \"within\" in quotes",
            0,
        ),
        ("withn:3", "unknown field 'withn' (nearest: within)", 0),
        ("facing:west", "'facing' takes one of north, south, found 'west'", 7),
    ],
)
def test_a_wrong_argument_is_refused_where_it_stands(table: Vocabulary, text: str, problem: str, at: int) -> None:
    with pytest.raises(FilterError) as error:
        parse(text, table)
    assert (error.value.one_line, error.value.position) == (problem, at)


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        ("mecha theirs within:3", "target", "target Mecha an opponent controls within 3 spaces"),
        ("mecha within:1", "each", "each Mecha within 1 space"),
        ("mecha in-arc:front", "a", "a Mecha in its front arc"),
        ("mecha in-sight", "a", "a Mecha in sight"),
        ("mecha -in-sight", "a", "a Mecha out of sight"),
        ("mecha -within:2", "all", "all Mechas that are not within 2 spaces"),
        ("mecha away:2", "a", "a Mecha exactly 2 spaces away"),
        ("mecha adjacent", "each", "each adjacent Mecha"),
        ("mecha (adjacent or here)", "a", "a Mecha on an adjacent space or on this space"),
        ("mecha -adjacent", "a", "a Mecha that is not adjacent"),
        ("mecha facing:south", "a", "a Mecha that faces south"),
        ("within:2 in-arc:front in-sight", "any", "any card within 2 spaces in its front arc in sight"),
    ],
)
def test_a_relation_with_an_argument_reads_as_english(table: Vocabulary, text: str, number: str, said: str) -> None:
    assert english(parse(text, table), table, number) == said  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["within:3", "-in-arc:front", "mecha away:2"])
def test_a_printed_card_stands_nowhere(table: Vocabulary, text: str) -> None:
    filter_ = parse(text, table)
    said = next(leaf for leaf in filter_.leaves() if isinstance(leaf, Related)).said
    for compiler in (sql, printed):
        with pytest.raises(FilterError) as error:
            compiler(filter_)  # type: ignore[operator]
        expected = f"'{said}' means something only during a match: a printed card stands nowhere"
        assert error.value.one_line == expected


def test_a_relation_without_argument_may_have_been_meant_as_a_name(table: Vocabulary) -> None:
    with pytest.raises(FilterError, match='stands nowhere; for a name write "adjacent" in quotes'):
        sql(parse("adjacent", table))


def test_boards_bring_the_words_of_their_shapes() -> None:
    assert sorted(board_relations([{"shape": "areas"}])) == ["adjacent", "away", "within"]
    assert sorted(board_relations([{"shape": "grid"}])) == ["adjacent", "away", "in-arc", "in-sight", "within"]
    assert board_relations([{"shape": "hex", "arcs": {"bow": {}, "stern": "rest"}}])["in-arc"].words == ("bow", "stern")
    assert board_relations([{"shape": "areas"}])["within"].after == "within {n:area|areas}"
    assert board_relations([None, []]) == {}

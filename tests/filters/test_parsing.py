"""The grammar: what a filter means, and what is said about one that means nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlib.filters import (
    Both,
    Compare,
    Contains,
    Either,
    FieldRef,
    FilterError,
    Has,
    HasCounters,
    HasKeyword,
    InDeck,
    IsParity,
    Matches,
    NameHasWord,
    NameIs,
    Node,
    Not,
    OfSubtype,
    OfType,
    Related,
    Vocabulary,
    english,
    parse,
    sql,
)

MECHA = OfType("mecha", frozenset({"mecha", "mecha-tower"}))
TOWER = OfType("tower", frozenset({"tower", "mecha-tower"}))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("", Both(())),
        ("mecha", MECHA),
        ("Mechas", MECHA),
        ("unit", OfType("unit", frozenset({"mecha", "tower", "mecha-tower"}))),
        ("basic", OfSubtype("basic")),
        ("flight", HasKeyword("flight")),
        ("yours", Related("yours")),
        ("drone", Contains("name", "drone")),
        ('"wind-up cat"', Contains("name", "wind-up cat")),
        ('!"Stage 1"', NameIs("Stage 1")),
        ("!Jaeger", NameIs("Jaeger")),
        ("name=Jaeger", NameIs("Jaeger")),
        ("name:jae", Contains("name", "jae")),
        ("word:Drone", NameHasWord("drone")),
        ("cost<=2", Compare("cost", "<=", 2)),
        ("cost <= 2", Compare("cost", "<=", 2)),
        ("power=-1", Compare("power", "=", -1)),
        ("power>durability", Compare("power", ">", FieldRef("durability"))),
        ("cost:x", Compare("cost", "=", "X")),
        ("cost:none", Not(Has("cost"))),
        ("cost!=none", Not(Not(Has("cost")))),
        ("has:cost", Has("cost")),
        ("cost:even", IsParity("cost", "even")),
        ("keyword:armour", HasKeyword("armour")),
        ("keyword:armour>=2", HasKeyword("armour", ">=", 2)),
        ("armour>=2", HasKeyword("armour", ">=", 2)),
        ("keywords>=2", Compare("keyword", ">=", 2)),
        ("counter:armour>=1", HasCounters("armour", ">=", 1)),
        ("damage=0", HasCounters("damage", "=", 0)),
        ("t:tower", TOWER),
        ("type!=tower", Not(TOWER)),
        ("subtype:basic", OfSubtype("basic")),
        ('o:"draw a card"', Contains("text", "draw a card")),
        ("text:/draws? \\w+ card/", Matches("text", "draws? \\w+ card")),
        ("id:cap-gun", Compare("id", "=", "cap-gun")),
        ("in:decks/red.txt", InDeck("decks/red.txt")),
        ("faction:red", Compare("faction", "=", "red")),
        ("traits:soldier traits:mage", Both((Compare("traits", "=", "soldier"), Compare("traits", "=", "mage")))),
        ("is:unique", Compare("unique", "=", 1)),
        ("not:unique", Not(Compare("unique", "=", 1))),
        ("unique:no", Not(Compare("unique", "=", 1))),
        ("is:flyer", HasKeyword("flight")),
        ("is:vanilla", Has("vanilla")),
        ("mecha flight", Both((MECHA, HasKeyword("flight")))),
        ("mecha and flight", Both((MECHA, HasKeyword("flight")))),
        ("mecha or tower", Either((MECHA, TOWER))),
        ("mecha or tower flight", Either((MECHA, Both((TOWER, HasKeyword("flight")))))),
        ("(mecha or tower) flight", Both((Either((MECHA, TOWER)), HasKeyword("flight")))),
        ("-flight", Not(HasKeyword("flight"))),
        ("not flight", Not(HasKeyword("flight"))),
        ("--flight", Not(Not(HasKeyword("flight")))),
        ("-(flight or haste)", Not(Either((HasKeyword("flight"), HasKeyword("haste"))))),
        ("wind-up", Contains("name", "wind-up")),
        ('"yours"', Contains("name", "yours")),
    ],
)
def test_meaning(words: Vocabulary, text: str, node: Node) -> None:
    assert parse(text, words).root == node


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cots<=2", "unknown field 'cots' (nearest: cost)\n  cots<=2\n  ^"),
        ("mecha cost<=", "a value is missing after the operator\n  mecha cost<=\n              ^"),
        ("cost<=flying", "'cost' is compared with a number, found 'flying'\n  cost<=flying\n        ^"),
        ("cost>X", "X is neither less nor more than a number, it takes ':' or '!='\n  cost>X\n       ^"),
        ("power:X", "'power' is compared with a number, found 'X'\n  power:X\n        ^"),
        ("(mecha", "'(' is never closed\n  (mecha\n  ^"),
        ("mecha)", "')' closes nothing\n  mecha)\n       ^"),
        ('drone "bar', 'the quotation mark is never closed\n  drone "bar\n        ^'),
        (
            "text:/[/",
            "the regular expression does not parse: unterminated character set at position 0\n  text:/[/\n        ^",
        ),
        ("text:/abc", "the regular expression has no closing '/'\n  text:/abc\n       ^"),
        ("type>1", "a card has one type: 'type' takes ':', '=' or '!=' and a type, found '1'\n  type>1\n       ^"),
        ("t=2", "a card has one type: 'type' takes ':', '=' or '!=' and a type, found '2'\n  t=2\n    ^"),
        ("type:mehca", "unknown type 'mehca' (nearest: mecha)\n  type:mehca\n       ^"),
        ("keyword:fligth", "unknown keyword 'fligth' (nearest: flight)\n  keyword:fligth\n          ^"),
        ("flight>=2", "the keyword 'flight' carries no number\n  flight>=2\n  ^"),
        ("- flight", "'-' must touch the word that it negates\n  - flight\n  ^"),
        ("mecha or", "the filter ends where a word or a field is expected\n  mecha or\n          ^"),
        ("or mecha", "'or' has nothing to join here; for a name write \"or\" in quotes\n  or mecha\n  ^"),
        ("()", "there is nothing between the parentheses\n  ()\n   ^"),
        ("<3", "a field name is expected before '<'\n  <3\n  ^"),
        ("name<3", "'name' is text, it takes ':', '=' or '!='\n  name<3\n      ^"),
        ("is:flier", "nothing is declared as 'flier' (nearest: flyer)\n  is:flier\n     ^"),
        ("has:csot", "has: takes a field or a keyword, found 'csot' (nearest: cost)\n  has:csot\n      ^"),
        ("faction:green", "'faction' is never 'green', it is one of red, blue\n  faction:green\n          ^"),
        ("faction:bleu", "'faction' is never 'bleu' (nearest: blue)\n  faction:bleu\n          ^"),
        ("cost:2:3", "only keyword: and counter: take a second comparison\n  cost:2:3\n        ^"),
    ],
)
def test_errors_point_at_the_place(words: Vocabulary, text: str, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(text, words)
    assert str(caught.value) == message


def test_a_shortcut_that_leads_to_itself(words: Vocabulary) -> None:
    with pytest.raises(FilterError, match="leads back to itself"):
        parse("is:loop", words)


def test_absurd_length_and_depth(words: Vocabulary) -> None:
    with pytest.raises(FilterError, match="at most 2000 characters"):
        parse("a " * 2000, words)
    with pytest.raises(FilterError, match="nested 40 deep"):
        parse("(" * 300 + "a" + ")" * 300, words)
    assert parse("-" * 900 + "flight", words)


ALPHABET = st.sampled_from(
    [*"()\"!-:=<>/\\' \t", "mecha", "cost", "power", "or", "not", "is:", "2", "X", "armour", "é"]
)


@given(st.lists(ALPHABET, max_size=14).map("".join))
def test_any_text_is_a_filter_or_a_filter_error(text: str) -> None:
    words = Vocabulary(types={}, fields={}, keywords={})
    try:
        found = parse(text, words)
    except FilterError as error:
        assert error.position is None or 0 <= error.position <= len(text)
        return
    english(found, words)
    try:
        sql(found, lambda deck: ())
    except FilterError:
        return

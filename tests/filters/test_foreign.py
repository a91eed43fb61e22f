"""Queries as other languages write them: each is understood rightly, or refused with its place and what to write."""

from __future__ import annotations

from contextlib import closing

import pytest

from cardlib.catalog import Project, bundled_slugs, connect, find_cards, load_project
from cardlib.catalog.understanding import remarks
from cardlib.filters import FilterError, Vocabulary, english, parse, printed, sql

GAMES = [load_project(slug) for slug in bundled_slugs()]
BY_SLUG = {project.slug: project for project in GAMES}

# query, the place of the caret, and what the message says to write; {words} as in tests/filters/conftest.py
REFUSED = [
    # alternatives and conjunctions of programming languages
    ("mecha | tower", 6, "write 'or' between them"),
    ("mecha || tower", 6, "write 'or' between them"),
    ("mecha|tower", 5, "(mecha or tower)"),
    ("a && b", 2, "words side by side have to hold all together"),
    ("flight&haste", 6, "flight haste"),
    ("a, b", 1, "words side by side have to hold all together"),
    ("flight,haste", 6, "flight haste, and for one of several write (flight or haste)"),
    ("flight; haste", 6, "words side by side"),
    ("+flight", 0, "flight"),
    # negation
    ("!flight", 0, "to negate write -flight"),
    ("!(flight or haste)", 0, "to negate write '-' or 'not'"),
    ("~flight", 0, "to negate write -flight"),
    ("–flight", 0, "with a plain hyphen"),
    # wildcards
    ("wh*le", 2, "name:/wh.*le/"),
    ("dron?", 4, "name:/dron./"),
    ("drone*", 5, "drone is found anywhere in a name"),
    ("*", 0, "an empty filter finds every card"),
    ("name:wh*le", 7, "name:/wh.*le/"),
    ("o:draw*", 6, "o:draw is found anywhere in the text"),
    ("id:cap-*", 7, "id:/^cap-/"),
    ("id:*-gun", 3, "id:/-gun$/"),
    ("id:*-g*", 3, "id:/-g/"),
    ("name=cap*", 8, "name:/^cap/"),
    ("!cap*", 4, "name:/^cap/"),
    ("word:cap*", 8, "word:/\\bcap/"),
    ("type:mech*", 9, "'type' takes a whole word"),
    ("keyword:fl*t", 10, "'keyword' takes a whole word"),
    ("cost:1*", 6, "'cost' takes a number"),
    ("name like '%cap%'", 0, "write name:cap"),
    ("[ab]cat", 0, "'[' means nothing here"),
    ("24/7", 2, 'write "24/7"'),
    # comparisons
    ("cost == 2", 5, "write '='"),
    ("cost=>2", 4, "write '>='"),
    ("cost =< 2", 5, "write '<='"),
    ("cost <> 2", 5, "write '!='"),
    ("cost≤2", 4, "write '<='"),
    ("2<=cost", 1, "a field name is expected before '<'"),
    ("name~cap", 4, "'~' means nothing here"),
    ("o=~draw", 2, "'~' means nothing here"),
    # numbers and lists
    ("armour 2", 0, "write armour:2 or armour>=2"),
    ("cost 2", 0, "write cost:2 or cost>=2"),
    ("cost 2-4", 0, "write cost>=2 cost<=4"),
    ("mecha cost 2 to 4", 6, "write cost>=2 cost<=4"),
    ("flight 2", 0, "the keyword 'flight' carries no number"),
    ("cost in (1,2)", 5, "write (cost:1 or cost:2)"),
    ("mecha cost not in (1, 2)", 11, "write -(cost:1 or cost:2)"),
    ("cost in [1,2]", 5, "write (cost:1 or cost:2)"),
    ("cost:1,2", 6, "(cost:1 or cost:2)"),
    ("cost:1-3", 5, "cost>=1 cost<=3"),
    ("cost:1..3", 5, "cost>=1 cost<=3"),
    ("cost between 1 and 3", 0, "write cost>=1 cost<=3"),
    ("cost = 1 or 2", 12, "write (cost:1 or cost:2)"),
    ("mecha cost:1 or 2 or 4", 16, "write (cost:1 or cost:2 or cost:4)"),
    ("cost = 1 and 2", 13, "write (cost:1 or cost:2)"),
    ("(cost:1) or 2", 12, "write (cost:1 or cost:2)"),
    ("cost!=1 or 2", 11, "write -(cost:1 or cost:2)"),
    ("power>1 or 3", 11, "write (power>1 or power>3)"),
    ("(cost:1 or 2) flight", 11, 'for a name write "2"'),
    ("armour:1 or 2", 12, "write (armour:1 or armour:2)"),
    ("keyword:armour>=2 or 3", 21, "write (keyword:armour>=2 or keyword:armour>=3)"),
    ("keyword:armour>=2,3", 17, "(keyword:armour>=2 or keyword:armour>=3)"),
    ("o:draw|discard", 6, "(o:draw or o:discard)"),
    ("faction:red,blue", 11, "(faction:red or faction:blue)"),
    # plain English
    ("cost is 2", 0, "write cost:2"),
    ("cost is not 2", 0, "write cost!=2"),
    ("cost less than 3", 0, "write cost<3"),
    ("mecha power at least 3", 6, "write power>=3"),
    ("cost up to 3", 0, "write cost<=3"),
    ("text contains 'draw a card'", 0, 'write text:"draw a card"'),
    ("is flyer", 0, "'is' takes ':'"),
    ("mecha has flight", 6, "'has' takes ':'"),
    ("mecha in deck", 6, "'in' takes ':'"),
    # quotation marks
    ("text:'draw a card'", 5, "quotation marks are"),
    ("'draw a card'", 0, "quotation marks are"),
    ("“draw a card”", 0, "quotation marks are"),
    # SQL, and leftovers of shells and templates
    ("select name from cards where cost > 2", 0, "belongs to SQL"),
    ("where cost > 2", 0, "belongs to SQL"),
    ("$cost", 0, "'$' means nothing here"),
    ("o:{T}", 2, "'{' means nothing here"),
    ("cost%2", 4, "'%' means nothing here"),
    ("#tower", 0, "'#' means nothing here"),
    ("@red", 0, "'@' means nothing here"),
]


@pytest.mark.parametrize(("text", "at", "said"), REFUSED)
def test_foreign_notation_is_refused_with_place_and_remedy(words: Vocabulary, text: str, at: int, said: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(text, words)
    assert (caught.value.position, said in caught.value.problem) == (at, True), str(caught.value)


WORDS_OF_NAMES = ["cost", "mecha with flight", "flying", "mechas that cost less", "-fligth", "fligth or haste"]
OF_SITES = ["c:red", "cmc<=2", "mv>=3", "tou>2", "f:standard", "r:rare", "order:cmc", "sort:name", "otag:removal",
            "kw:flying", "is:commander", "t:legendary", "produces:g", "year>2000", "limit 5", "name:/[/"]  # fmt: skip


@pytest.mark.parametrize("text", [*(text for text, _, _ in REFUSED), *WORDS_OF_NAMES, *OF_SITES])
def test_no_game_answers_what_it_did_not_understand(text: str) -> None:
    """Over all games and over each: an error with a caret, cards, or a remark that says what was not understood."""
    for projects in (GAMES, *([project] for project in GAMES)):
        try:
            rows = find_cards(projects, text)
        except FilterError as error:
            assert "^" in str(error)
            continue
        assert rows or remarks(projects, text, 0), (text, projects)


@pytest.mark.parametrize("text", ["id:ff-*", "id:*-of-liberty", "id:*-leased-*", "id:ff-*l*", "name=milit*", "!milit*",
                                  "word:milit*", "game:tyr*", "faction:mand*"])  # fmt: skip
def test_the_pattern_that_a_refusal_advises_finds_cards(text: str) -> None:
    tyrants = BY_SLUG["tyrants"]
    with pytest.raises(FilterError) as caught:
        find_cards([tyrants], text)
    advised = caught.value.problem.split("regular expression: ")[1].split("; for a ")[0]
    assert find_cards([tyrants], advised)


@pytest.mark.parametrize(
    ("text", "same", "game"),
    [
        ('faction:"The Mandate"', "faction:mandate", "tyrants"),
        ('faction:"the mandate" unit', "faction:mandate unit", "tyrants"),
        ('faction!="The Unbound"', "-faction:unbound", "tyrants"),
        ('subfaction:"C.H.E.I.D"', "subfaction:cheid", "tyrants"),
        ("subfaction:C.H.E.I.D drone", "subfaction:cheid drone", "tyrants"),
        ('faction:"The Ash Riders"', "faction:ash-riders", "structure"),
        ("theaters:Space", "theaters:space", "tyrants"),
        ('type:"Mecha Tower"', "type:mecha-tower", "mecha"),
        ('t:"One-Time Effect"', "t:one-time", "tyrants"),
        ('t:"One-Time Effects"', "t:one-time", "tyrants"),
        ('keyword:"Flight"', "flight", "mecha"),
        ('transport:"Trooper"', "transport:trooper", "tyrants"),
        ('is:"Mecha Tower"', "is:mecha-tower", "mecha"),
    ],
)
def test_what_is_printed_is_understood_like_the_id(text: str, same: str, game: str) -> None:
    project = BY_SLUG[game]
    read, meant = parse(text, project.vocabulary), parse(same, project.vocabulary)
    assert read == meant
    assert found(project, text) == found(project, same) != set()
    assert english(read, project.vocabulary) == english(meant, project.vocabulary)


def found(project: Project, text: str) -> set[str]:
    """The ids that SQL and the predicate find, which have to be the same."""
    filter_ = parse(text, project.vocabulary)
    where, parameters = sql(filter_)
    with closing(connect([project])) as connection:
        rows = {id_ for (id_,) in connection.execute(f"SELECT id FROM cards WHERE {where}", parameters)}
    test = printed(filter_)
    assert rows == {id_ for id_, card in project.cards.items() if test(card)}
    return rows


def test_printed_values_find_the_right_cards() -> None:
    tyrants = BY_SLUG["tyrants"]
    mandate = {id_ for id_, card in tyrants.cards.items() if card.attributes.get("faction") == "mandate"}
    assert found(tyrants, 'faction:"The Mandate"') == mandate != set()


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("faction:mandat", "tyrants", "'faction' is never 'mandat' (nearest: mandate)\n  faction:mandat\n          ^"),
        ('faction:"The Mandat"', "tyrants", "'faction' is never 'The Mandat' (nearest: The Mandate)"),
        ("faction:The Mandate", "tyrants", 'a value with a space needs quotation marks: faction:"The Mandate"'),
        ("faction:zzz", "tyrants", "'faction' is never 'zzz', it is one of unbound, mandate, ascendancy"),
        ("theaters:sapce", "tyrants", "'theaters' is never 'sapce' (nearest: space)"),
        ("req<=1", "tyrants", "unknown field 'req' (nearest: requirement)\n  req<=1\n  ^"),
        ("re<=1", "tyrants", "unknown field 're'\n  re<=1\n  ^"),
        ('type:"Mecha Towr"', "mecha", "unknown type 'mecha towr' (nearest: Mecha Tower)"),
    ],
)
def test_an_unknown_value_names_the_nearest_value(text: str, game: str, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(text, BY_SLUG[game].vocabulary)
    assert str(caught.value).startswith(message)


def test_of_several_games_the_one_speaks_that_understood_the_most() -> None:
    with pytest.raises(FilterError) as caught:
        find_cards(GAMES, "faction:mandat")
    assert str(caught.value) == "'faction' is never 'mandat' (nearest: mandate)\n  faction:mandat\n          ^"
    with pytest.raises(FilterError, match="write armour:2"):
        find_cards(GAMES, "armour 2")
    assert {row["game"] for row in find_cards(GAMES, "-cost>=1 flight")} == {"mecha"}


@pytest.mark.parametrize(
    ("text", "count", "said"),
    [
        ("mecha fligth", 0, ["no name contains 'fligth' (nearest: flight)\n  mecha fligth\n        ^"]),
        ("mecha -fligth", 66, ["no name contains 'fligth' (nearest: flight)\n  mecha -fligth\n         ^"]),
        ("cost", 0, ["no name contains 'cost'; 'cost' is a field: cost<=2 or has:cost\n  cost\n  ^"]),
        ("id:cap-gnu", 0, ["no id is 'cap-gnu' (nearest: cap-gun)\n  id:cap-gnu\n  ^"]),
        ('!"Cap Gnu"', 0, ["no card is called 'Cap Gnu' (nearest: Cap Gun)\n  !\"Cap Gnu\"\n  ^"]),
        ("word:drones", 0, ["no name has the word 'drones' (nearest: drone)\n  word:drones\n  ^"]),
        ("game:mehca", 0, ["no game is 'mehca' (nearest: mecha)\n  game:mehca\n  ^"]),
        ("stage flight", 0, ["looked for in the names: 'stage'"]),
        ("2 armour", 0, ["looked for in the names: '2'"]),
        (
            '"flight"',
            0,
            [
                "no name contains 'flight'; flight alone, without quotation marks, is more than a name\n"
                '  "flight"\n  ^'
            ],
        ),
        ("cap-gun", 0, ["no name contains 'cap-gun'; it is an id: id:cap-gun\n  cap-gun\n  ^"]),
        ("vanila", 0, ["no name contains 'vanila' (nearest: is:vanilla)\n  vanila\n  ^"]),
        ("cost>=99", 0, []),
        ("drone", 5, []),
    ],
)
def test_words_that_fit_no_name_are_told(text: str, count: int, said: list[str]) -> None:
    mecha = BY_SLUG["mecha"]
    rows = find_cards([mecha], text)
    assert (len(rows), remarks([mecha], text, len(rows))) == (count, said)


def test_a_value_alone_says_which_field_it_belongs_to() -> None:
    said = "no name contains 'holdouts'; as a value it is faction:holdouts\n  unit holdouts\n       ^"
    assert remarks(GAMES, "unit holdouts", 0) == [said]


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        ("in:/tmp/some/deck.txt", "/tmp/some/deck.txt"),
        ("in:/tmp/deck", "/tmp/deck"),
        ("mecha -in:./decks/a-b.txt", "./decks/a-b.txt"),
        ("(in:../a.txt or flight)", "../a.txt"),
        (r"in:C:\decks\a.txt", r"C:\decks\a.txt"),
        ("deck=~/a*.txt", "~/a*.txt"),
        ("in!=/a/b", "/a/b"),
    ],
)
def test_a_path_needs_no_quotation_marks(text: str, deck: str) -> None:
    mecha = BY_SLUG["mecha"]
    asked: list[str] = []

    def cards_of(name: str) -> tuple[str, ...]:
        asked.append(name)
        return ("turtle",)

    filter_ = parse(text, mecha.vocabulary)
    assert f"in {deck}" in english(filter_, mecha.vocabulary)
    where, parameters = sql(filter_, cards_of)
    with closing(connect([mecha])) as connection:
        rows = {id_ for (id_,) in connection.execute(f"SELECT id FROM cards WHERE {where}", parameters)}
    test = printed(filter_, cards_of)
    assert rows == {id_ for id_, card in mecha.cards.items() if test(card)}
    assert set(asked) == {deck}
    assert ("turtle" in rows) == ("-in:" not in text and "!=" not in text)


def test_names_may_hold_their_own_punctuation() -> None:
    mecha = BY_SLUG["mecha"]
    assert found(mecha, "grace's") == found(mecha, '"grace\'s"')
    assert found(mecha, '"ada, the"') == {"ada-the-ingenious"}
    assert found(mecha, "wind-up cat") == {"wind-up-cat"}

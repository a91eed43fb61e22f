"""Deck files: what each form looks like, that every form gives back what was written, and how bad files are refused."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlib.catalog import load_project
from cardlib.decks import (
    FORMS,
    AmbiguousCards,
    Deck,
    DeckError,
    Entry,
    Section,
    UnknownCards,
    deck_of,
    load_deck,
    parse_deck,
    project_decks,
    render_deck,
    same_cards,
    save_deck,
)
from cardlib.decks.exchange import card_guid, game_guid
from cardlib.decks.names import one
from cardlib.decks.written import one_line
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import NameIndex, name_index

MECHA = load_project("mecha")
CARDS = sorted(MECHA.cards)

line = st.text(max_size=30).map(one_line)
comments = st.lists(line, max_size=3).map(tuple)
entries = st.builds(Entry, st.integers(1, 60), st.sampled_from(CARDS), line, comments)
sections = st.lists(
    st.builds(
        Section,
        st.sampled_from(["main", "side", "special-forces", "3rd"]),
        st.lists(entries, max_size=8).map(tuple),
        comments,
    ),
    max_size=3,
    unique_by=lambda section: section.name,
).map(tuple)
headers = st.dictionaries(st.sampled_from(["format", "credit", "subfaction", "a_b-2"]), line.filter(bool), max_size=3)
decks = st.builds(
    Deck,
    name=line.filter(lambda name: bool(name)),
    sections=sections,
    game=st.just("mecha"),
    headers=headers,
    comments=comments,
)


@settings(max_examples=50, deadline=None)
@given(decks)
def test_every_form_gives_back_cards_name_headers_and_comments(deck: Deck) -> None:
    """Text and JSON give back the whole deck."""
    for form in FORMS:
        back = parse_deck(render_deck(deck, MECHA, form), MECHA)
        assert same_cards(back, deck), form
        if form != "tabletop" or deck.size:  # a save without cards has no object to carry notes
            assert (back.name, back.headers, back.comments) == (deck.name, deck.headers, deck.comments), form
        assert back == deck or form not in ("text", "json"), form


@pytest.mark.parametrize("form", sorted(FORMS))
def test_every_deck_of_the_game_round_trips(form: str, tmp_path: Path) -> None:
    for name in project_decks(MECHA):
        deck = load_deck(name, MECHA)
        saved = save_deck(deck, tmp_path / f"{name}{FORMS[form]}", MECHA)
        assert same_cards(load_deck(saved, MECHA), deck)


def test_plain_text_as_people_write_it() -> None:
    deck = parse_deck(
        """
        name: Bugs
        credit: me
        // a comment
        # another

        3 Bugzapper
        3x Turtle   # armour
        cap-gun
        SB: 2 Skipper

        Side:
        // for flyers
        1 jason “the looks” brannan
        """,
        MECHA,
    )
    assert deck.name == "Bugs"
    assert deck.headers == {"credit": "me"}
    assert deck.comments == ("a comment", "another")
    assert deck.counts("main") == {"bugzapper": 3, "turtle": 3, "cap-gun": 1}
    assert deck.section("main").entries[1].note == "armour"
    assert deck.counts("side") == {"skipper": 2, "jason-the-looks-brannan": 1}
    assert deck.section("side").entries[1].above == ("for flyers",)


@pytest.mark.parametrize("line", ["-3 Skipper", "-3x Skipper", "SB: -3 Skipper"])
def test_a_count_below_nothing_is_no_name(line: str) -> None:
    with pytest.raises(DeckError, match="2: found -3 copies, expected 1 to 9999"):
        parse_deck(f"1 Turtle\n{line}", MECHA)


def test_json_with_counts_by_name() -> None:
    deck = parse_deck('{"name": "Bugs", "cards": {"Bugzapper": 3, "turtle": 1}}', MECHA)
    assert deck.counts() == {"bugzapper": 3, "turtle": 1}
    assert json.loads(render_deck(deck, MECHA, "json"))["sections"] == {"main": {"Bugzapper": 3, "Turtle": 1}}


def test_cockatrice_deck() -> None:
    text = """<?xml version="1.0" encoding="UTF-8"?>
    <cockatrice_deck version="1"><deckname>Bugs</deckname><comments>made elsewhere</comments>
    <zone name="main"><card number="3" name="Bugzapper"/></zone>
    <zone name="side"><card number="1" name="Ada, The Ingenious"/></zone></cockatrice_deck>"""
    deck = parse_deck(text, MECHA)
    assert (deck.name, deck.comments) == ("Bugs", ("made elsewhere",))
    assert (deck.counts("main"), deck.counts("side")) == ({"bugzapper": 3}, {"ada-the-ingenious": 1})


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1", "no-such-encoding"])
def test_a_declared_encoding_does_not_matter(encoding: str) -> None:
    deck_part = "<deck><section><card>Turtle</card></section><notes># é</notes></deck>"
    deck = parse_deck(f'<?xml version="1.0" encoding="{encoding}"?>{deck_part}', MECHA)
    assert (deck.counts(), deck.comments) == ({"turtle": 1}, ("é",))


def test_octgn_cards_are_known_by_their_guid() -> None:
    assert card_guid("mecha", "turtle") == card_guid("mecha", "turtle") != card_guid("other", "turtle")
    text = f"""<deck game="{game_guid("mecha")}"><section name="Main">
    <card qty="2" id="{card_guid("mecha", "turtle").upper()}">An old name</card>
    <card qty="1" id="00000000-0000-0000-0000-000000000000">Skipper</card></section></deck>"""
    assert parse_deck(text, MECHA).counts("main") == {"turtle": 2, "skipper": 1}


def test_guids_stay_what_they_are() -> None:
    """Saved decks elsewhere depend on them."""
    assert game_guid("mecha") == "161fd8b2-ed67-55b7-9930-96e832b92ca7"
    assert card_guid("mecha", "turtle") == "3cfa2d2a-a042-554a-8ce5-bea6e840d3dd"


def test_tabletop_save_has_one_object_per_card() -> None:
    deck = deck_of({"main": {"turtle": 2, "skipper": 1}, "side": {"cap-gun": 1}}, "Bugs")
    save = json.loads(render_deck(deck, MECHA, "tabletop", faces="https://cards.example/{id}.png"))
    pile, single = save["ObjectStates"]
    assert pile["DeckIDs"] == [100, 100, 200]
    assert pile["CustomDeck"]["2"]["FaceURL"] == "https://cards.example/skipper.png"
    assert [card["Nickname"] for card in pile["ContainedObjects"]] == ["Turtle", "Turtle", "Skipper"]
    assert (single["Name"], single["Nickname"]) == ("CardCustom", "Cap Gun")  # the program knows no deck of one card


def test_unknown_names_are_all_reported_with_the_nearest() -> None:
    with pytest.raises(UnknownCards) as caught:
        parse_deck("3 Bugzaper\n1 Iron Giant\n2 Turtle\n1 Radio Tower Deluxe", MECHA, "bugs.txt")
    message = str(caught.value)
    assert message.startswith("bugs.txt: 3 unknown card names")
    assert "'Bugzaper' (nearest: Bugzapper)" in message
    assert "'Iron Giant'" in message
    assert "'Radio Tower Deluxe' (nearest: Radio Tower)" in message


def test_a_prefix_is_not_a_name() -> None:
    with pytest.raises(UnknownCards):
        parse_deck("1 Stage", MECHA)


def index(*cards: tuple[str, str, tuple[str, ...]]) -> NameIndex:
    return name_index(SimpleNamespace(id=id_, name=name, formerly=old) for id_, name, old in cards)


def test_former_names_lead_to_the_card() -> None:
    names = index(("turtle", "Turtle", ("Tortoise",)), ("hare", "Hare", ("Turtle",)))
    assert one(names, "tortoise") == "turtle"
    assert one(names, "Turtle") == "turtle"  # the present name wins over a former one


def test_a_name_of_two_cards_lists_both_and_is_written_as_an_id() -> None:
    names = index(("captain-unit", "Port Captain", ()), ("captain-leader", "Port Captain", ()))
    with pytest.raises(AmbiguousCards, match="captain-unit, captain-leader"):
        one(names, "Port Captain")
    assert one(names, "captain-leader") == "captain-leader"
    assert names.write("captain-leader") == "captain-leader"


def test_every_printed_name_is_known() -> None:
    names = MECHA.names
    assert all(one(names, card.name) == card.id == one(names, card.id) for card in MECHA.cards.values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 Turtle", "expected 1 to 9999"),
        ("12345678 Turtle", "expected 1 to 9999"),
        ("3 Turtle\n4\n5x", "deck:3: found '5x' alone"),
        ("9999 Turtle\n" * 20, "expected at most 10000"),
        ('{"cards": {"Turtle": 0}}', "Turtle: found 0, expected a number of copies"),
        ('{"cards": {"Turtle": true}}', "expected a number of copies"),
        ('{"cards": {"Turtle": 1, "Turtle": 2}}', 'the key "Turtle" twice'),
        ('{"cards": {"Turtle": NaN}}', "found NaN"),
        ('{"card": {}}', "found 'card', expected one of"),
        ('{"sections": {"main": 3}}', "sections.main: found a number"),
        ('{"name": "x", "sections": {"main": [{"count": 2}]}}', "found no card name"),
        ("{" + '"a":{' * 100_000, "more than 60 levels of nesting"),
        ("<deck>", "not XML"),
        ("<html/>", "found <html>"),
        ("<cockatrice_deck><zone><card number='x' name='Turtle'/></zone></cockatrice_deck>", "found 'x'"),
        ("<deck>" * 100 + "</deck>" * 100, "nested too deeply"),
        ('{"ObjectStates": [{"Name": "Card"}]}', "1 cards without a Nickname"),
        ("game: chess\n1 Turtle", "a deck of the game 'chess'"),
    ],
)
def test_bad_decks_are_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(DeckError, match=message):
        parse_deck(text, MECHA)


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><deck><notes>&b;</notes></deck>'
    with pytest.raises(DeckError, match="document type declaration"):
        parse_deck(bomb, MECHA)
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><deck><notes>&a;</notes></deck>'
    with pytest.raises(DeckError, match="document type declaration"):
        parse_deck(outside, MECHA)


def test_bad_bytes_name_the_line(tmp_path: Path) -> None:
    file = tmp_path / "latin.txt"
    file.write_bytes(b"1 Turtle\n1 Schildkr\xf6te\n")
    with pytest.raises(DeckError, match=r"latin.txt:2: not UTF-8"):
        load_deck(file, MECHA)
    file.write_bytes(b"\xef\xbb\xbf1 Turtle\n")  # a byte order mark does no harm
    assert load_deck(file, MECHA).counts() == {"turtle": 1}
    file.write_bytes(b"#" * 5_000_000)
    with pytest.raises(DeckError, match="at most 1 MB"):
        load_deck(file, MECHA)


def test_a_missing_deck_names_the_nearest() -> None:
    with pytest.raises(NotFound, match=r"\(nearest: graces-command\)"):
        load_deck("grace-command", MECHA)


def test_a_deck_that_cannot_be_written_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "deck.txt"
    target.write_text("1 Turtle\n")
    with pytest.raises(CardlibError):
        save_deck(Deck("x", (Section("main", (Entry(1, "no-such-card"),)),)), tmp_path / "deck.o8d", MECHA)
    with pytest.raises(CardlibError, match="cannot write"):
        save_deck(deck_of({"turtle": 1}), target / "deck.txt", MECHA)
    assert [path.name for path in tmp_path.iterdir()] == ["deck.txt"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(max_size=200), st.text(alphabet='0123456789xX#/[]{}<>:",.\n aeTurtle&;', max_size=120)))
def test_no_text_gives_a_traceback(text: str) -> None:
    try:
        parse_deck(text, MECHA, strict=False)
    except CardlibError as error:
        assert str(error)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = [
    "name",
    "game",
    "headers",
    "comments",
    "sections",
    "cards",
    "ObjectStates",
    "ContainedObjects",
    "Name",
    "GMNotes",
]


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), json_values, max_size=4))
def test_no_json_gives_a_traceback(data: dict[str, object]) -> None:
    try:
        parse_deck(json.dumps(data), MECHA, strict=False)
    except CardlibError as error:
        assert str(error)


@settings(max_examples=100, deadline=None)
@given(decks, st.sampled_from(sorted(FORMS)), st.data())
def test_no_damaged_file_gives_a_traceback(deck: Deck, form: str, data: st.DataObject) -> None:
    text = render_deck(deck, MECHA, form)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    try:
        parse_deck(damaged, MECHA, strict=False)
    except CardlibError as error:
        assert str(error)

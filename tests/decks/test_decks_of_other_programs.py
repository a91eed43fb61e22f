"""Deck files as other programs write them, and headers that are nearly one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks import Deck, DeckError, check, deck_of, load_deck, parse_deck, render_deck, same_cards
from cardlib.decks.exchange import card_guid, game_guid

MECHA = load_project("mecha")
TYRANTS = load_project("tyrants")
STRUCTURE = load_project("structure")


def octgn(sections: str, notes: str = "", attributes: str = "") -> str:
    """A file as OCTGN saves it: every section of the game's definition, and the notes as CDATA."""
    return (
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n'
        f'<deck game="{game_guid("mecha")}" {attributes}>\n{sections}  <notes><![CDATA[{notes}]]></notes>\n</deck>'
    )


def card(id_: str, count: int) -> str:
    """An entry as OCTGN writes it."""
    return f'    <card qty="{count}" id="{card_guid("mecha", id_)}">{MECHA.cards[id_].name}</card>\n'


MAIN = f'  <section name="Main" shared="False">\n{card("radio-tower", 40)}  </section>\n'


def test_an_empty_section_of_octgn_is_no_section() -> None:
    text = octgn(f'{MAIN}  <section name="Sideboard" shared="False" />\n  <section name="Tokens" shared="False" />\n')
    deck = parse_deck(text, MECHA)
    assert [section.name for section in deck.sections] == ["main"]
    assert check(deck, MECHA).legal


def test_a_sideboard_with_cards_still_breaks_the_rule() -> None:
    side = f'  <section name="Sideboard" shared="False">\n{card("turtle", 2)}  </section>\n'
    report = check(parse_deck(octgn(MAIN + side), MECHA), MECHA)
    assert [(one.rule, one.section, one.found) for one in report.violations] == [("MIW-D10", "side", 2)]


def test_shared_sections_are_of_the_table_and_not_of_the_deck() -> None:
    shared = (
        '  <section name="Main" shared="True">\n    <card qty="2" id="0">Storm Front</card>\n'
        '    <card qty="1" id="1">Long Night</card>\n  </section>\n  <section name="Setup" shared="True" />\n'
    )
    deck = parse_deck(octgn(MAIN + shared, "made for the club"), MECHA)
    assert deck.counts() == {"radio-tower": 40}
    assert deck.comments == ("made for the club", "not of this deck (Main, shared): 2 Storm Front, 1 Long Night")
    assert check(deck, MECHA).legal


def test_a_file_of_shared_sections_only_is_no_deck() -> None:
    old = octgn(MAIN.replace(' shared="False"', ""), attributes='shared="True" sleeveid="0"')
    with pytest.raises(DeckError, match="deck: found shared sections only, expected the cards of one player's deck"):
        parse_deck(old, MECHA)


def test_notes_of_octgn_in_all_their_forms() -> None:
    for notes, comments in (
        ("", ()),
        ("Beats towers.\nLoses to flight: watch it!", ("Beats towers.", "Loses to flight: watch it!")),
        ("# tuned in May", ("tuned in May",)),
    ):
        assert parse_deck(octgn(MAIN, notes), MECHA).comments == comments
    without = octgn(MAIN).replace("  <notes><![CDATA[]]></notes>\n", "")
    assert parse_deck(without, MECHA).counts() == {"radio-tower": 40}


COCKATRICE = """<?xml version="1.0" encoding="UTF-8"?>
<!-- saved by hand -->
<cockatrice_deck version="1">
    <lastLoadedTimestamp>Tue Jan 6 20:11:02 2026</lastLoadedTimestamp>
    <deckname>Towers</deckname>
    <format>{format}</format>
    <bannerCard providerId="b1">Radio Tower</bannerCard>
    <comments>{comments}</comments>
    <tags><tag>fun</tag></tags>
    <zone name="main">
        <card number="40" name="Radio Tower" setShortName="MIW" collectorNumber="1" uuid="x"/>
    </zone>
    <zone name="side"/>
    <zone name="tokens"><card number="3" name="Drone Token"/></zone>
    <zone name="maybeboard"><card number="1" name="Turtle"/></zone>
    <sideboard_plan>
        <name></name>
        <move_card_to_zone><card_name>Turtle</card_name><start_zone>side</start_zone></move_card_to_zone>
    </sideboard_plan>
</cockatrice_deck>
"""


def test_cockatrice_with_comments_format_banner_and_an_empty_side() -> None:
    deck = parse_deck(COCKATRICE.format(format="standard", comments="Keep two towers.\nThen: attack!"), MECHA)
    assert (deck.name, deck.format) == ("Towers", "standard")
    assert [section.name for section in deck.sections] == ["main"]
    assert deck.comments == (
        "Keep two towers.",
        "Then: attack!",
        "not of this deck (tokens): 3 Drone Token",
        "not of this deck (maybeboard): 1 Turtle",
    )
    assert check(deck, MECHA).legal


def test_a_format_of_another_game_is_a_comment() -> None:
    deck = parse_deck(COCKATRICE.format(format="Modern", comments=""), MECHA)
    assert (deck.format, deck.comments[0]) == ("", "format: Modern")
    assert parse_deck(COCKATRICE.format(format="", comments=""), MECHA).format == ""
    variant = COCKATRICE.format(format="Variant", comments="").replace("Radio Tower", "Canned Rage")
    assert parse_deck(variant, STRUCTURE, strict=False).format == "variant"


def test_the_format_in_our_own_notes_comes_first() -> None:
    assert parse_deck(COCKATRICE.format(format="standard", comments="format: club"), MECHA).format == "club"


PLAIN = """// Towers

// Keep two towers.

// 40 Maindeck
// 40 Tower
{main}
// 2 Sideboard
{side}
"""


def test_plain_text_as_cockatrice_exports_it() -> None:
    deck = parse_deck(PLAIN.format(main="40 Radio Tower", side="SB: 2 Turtle\nsb: 1 Skipper"), MECHA)
    assert deck.counts("main") == {"radio-tower": 40}
    assert deck.counts("side") == {"turtle": 2, "skipper": 1}
    assert deck.comments == ("Towers", "Keep two towers.")
    assert parse_deck(render_deck(deck, MECHA, "text"), MECHA) == deck


@pytest.mark.parametrize("heading", ["Deck", "Maindeck", "Mainboard", "Main Deck", "[Deck]", "Deck:", "Main:"])
def test_what_programs_call_the_main_deck(heading: str) -> None:
    deck = parse_deck(f"{heading}\n40 Radio Tower\n\nSideboard\n2 Turtle\n", MECHA)
    assert [(section.name, section.size) for section in deck.sections] == [("main", 40), ("side", 2)]


def test_a_section_may_bear_the_title_of_the_format() -> None:
    deck = parse_deck("[Resource counter cards]\n1 counter-survivor-bio\n", STRUCTURE, strict=False)
    assert [section.name for section in deck.sections] == ["counters"]


def test_an_empty_section_breaks_no_rule() -> None:
    assert check(parse_deck("[main]\n40 Radio Tower\n[side]\n", MECHA), MECHA).legal


@pytest.mark.parametrize(
    ("text", "project", "message"),
    [
        ("formt: standard\n40 Radio Tower", MECHA, "deck:1: found the header 'formt', did you mean 'format'?"),
        ("name: A\nformat: standard\ngmae: mecha\n", MECHA, "deck:3: found the header 'gmae', did you mean 'game'?"),
        ("Formt: standard\n40 Radio Tower", MECHA, "deck:1: found the header 'Formt', did you mean 'format'?"),
        ("formt=standard\n40 Radio Tower", MECHA, "deck:1: found the header 'formt', did you mean 'format'?"),
        ("subfacton: cheid\n", TYRANTS, "deck:1: found the header 'subfacton', did you mean 'subfaction'?"),
        ("fraction: unburied\n", STRUCTURE, "deck:1: found the header 'fraction', did you mean 'faction'?"),
        ("format:\n40 Radio Tower", MECHA, "deck:1: found the header 'format' without a text"),
        ("40 Radio Tower\nformat: standard", MECHA, "deck:2: found the header 'format' behind the head of the deck"),
        (
            '{"name": "x", "headers": {"formt": "standard"}, "cards": {"Radio Tower": 40}}',
            MECHA,
            "deck: headers: found the header 'formt', did you mean 'format'?",
        ),
        ('{"format": "standard", "cards": {}}', MECHA, 'expected it in the headers: "headers": {"format": …}'),
        ('{"nmae": "x", "cards": {}}', MECHA, "(nearest: name)"),
        (COCKATRICE.format(format="", comments="formt: standard"), MECHA, "'formt', did you mean 'format'?"),
    ],
)
def test_a_header_that_is_nearly_one_is_asked_about(text: str, project: Project, message: str) -> None:
    with pytest.raises(DeckError) as caught:
        parse_deck(text, project, strict=False)
    assert message in str(caught.value)


def test_headers_however_they_are_written_and_those_of_ones_own() -> None:
    deck = parse_deck("Name: Towers\nFORMAT: standard\ngame=mecha\nauthor: me\ndate: May\n40 Radio Tower", MECHA)
    assert (deck.name, deck.format, deck.headers["author"], deck.headers["date"]) == ("Towers", "standard", "me", "May")


@pytest.mark.parametrize("form", ["cockatrice", "octgn"])
def test_every_deck_of_the_games_comes_back_with_what_it_says(form: str, tmp_path: Path) -> None:
    for project in (MECHA, TYRANTS, STRUCTURE):
        for path in sorted((project.path / "decks").glob("*.txt")):
            deck = load_deck(path, project)
            back = parse_deck(render_deck(deck, project, form), project)
            assert same_cards(back, deck)
            assert (back.name, back.headers, back.comments) == (deck.name, deck.headers, deck.comments)


def test_what_was_set_aside_stays_a_comment_in_every_form() -> None:
    deck = parse_deck(COCKATRICE.format(format="standard", comments=""), MECHA)
    for form in ("text", "json", "cockatrice", "octgn", "tabletop"):
        back = parse_deck(render_deck(deck, MECHA, form), MECHA)
        assert (same_cards(back, deck), back.comments) == (True, deck.comments)


def test_a_section_of_the_game_is_kept_whatever_other_programs_call_so() -> None:
    deck: Deck = deck_of({"main": {"turtle": 1}, "tokens": {"skipper": 1}}, "x", "mecha")
    assert parse_deck(render_deck(deck, MECHA, "octgn"), MECHA).counts("tokens") == {"skipper": 1}

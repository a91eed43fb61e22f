"""Filters as noun phrases, for the rendered text of cards."""

from __future__ import annotations

import pytest

from cardlib.filters import Number, Vocabulary, english, parse


@pytest.mark.parametrize(
    ("text", "number", "phrase"),
    [
        ("mecha yours word:drone -self", "each", "each other Mecha you control whose name contains “Drone”"),
        ("unit", "target", "target unit"),
        ("mecha theirs", "target", "target Mecha an opponent controls"),
        ("mecha -flight", "each", "each Mecha without Flight"),
        ("tower -basic", "each", "each Tower that is not Basic"),
        ("mecha neighbouring", "each", "each neighbouring Mecha"),
        ("mecha cost<=2", "a", "a Mecha of cost 2 or less"),
        ("mecha yours entry", "target", "target Mecha you control in your entry zone"),
        ("mecha or tower", "target", "target Mecha or Tower"),
        ("mecha flight or tower yours", "a", "a Mecha with Flight or a Tower you control"),
        ("(mecha or tower) yours -piloted", "all", "all Mechas or Towers you control without a Pilot"),
        ("mecha piloted", "each", "each piloted Mecha"),
        ("self", "none", "this card"),
        ("mecha self", "each", "this Mecha"),
        ("mecha host", "each", "the Mecha this is attached to"),
        ("permanent theirs", "all", "all permanents an opponent controls"),
        ("mecha tower", "each", "each Mecha Tower"),
        ("unit -self", "a", "another unit"),
        ("unit -self", "target", "another target unit"),
        ("mecha armour>=2", "a", "a Mecha with Armour 2 or more"),
        ("mecha flight haste", "a", "a Mecha with Flight and Haste"),
        ("mecha (flight or haste)", "each", "each Mecha with Flight or with Haste"),
        ("-(flight or haste) mecha", "each", "each Mecha without Flight or Haste"),
        ("mecha counter:damage>=1 yours", "a", "a Mecha you control with a damage counter"),
        ("mecha damage>=2", "a", "a Mecha with two or more damage counters"),
        ("mecha damage=0", "a", "a Mecha without damage counters"),
        ("mecha -damage>=1", "a", "a Mecha without damage counters"),
        ('mecha !"Stage 1" yours', "a", "a Mecha you control named “Stage 1”"),
        ("mecha power>durability", "plural", "Mechas with power greater than their durability"),
        ("mecha -cost>=3", "a", "a Mecha of cost less than 3"),
        ("mecha cost:X", "a", "a Mecha of cost X"),
        ("mecha cost:odd", "a", "a Mecha of odd cost"),
        ("tower -mecha-tower", "each", "each Tower that is not a Mecha Tower"),
        ("word:cat", "a", "a card whose name contains “Cat”"),
        ("mecha word:wind-up", "all", "all Mechas whose names contain “Wind-Up”"),
        ("", "each", "each card"),
    ],
)
def test_phrase(words: Vocabulary, text: str, number: Number, phrase: str) -> None:
    assert english(parse(text, words), words, number) == phrase


def test_counts(words: Vocabulary) -> None:
    tower = parse("tower", words)
    assert english(tower, words, count=2, up_to=True, cards=True) == "up to two Tower cards"
    assert english(tower, words, count=1, up_to=True, cards=True) == "up to one Tower card"
    assert english(tower, words, "target", count=2) == "two target Towers"
    assert english(parse("unit -self", words), words, count=3) == "three other units"
    assert english(parse("word:dog", words), words, noun="card", count=12) == "12 cards whose names contain “Dog”"

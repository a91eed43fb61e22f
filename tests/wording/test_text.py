"""Abilities as sentences: agreement, amounts, durations, references, conditions, kinds of abilities."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.catalog.template import make_project
from cardlib.errors import CardlibError
from cardlib.wording.rendering import ability_text, card_text, keywords_in, numbers_in
from cardlib.wording.words import joined, possessive, sentence, third

Say = Callable[..., str]


@pytest.fixture(scope="module")
def mecha() -> Project:
    return load_project("mecha")


@pytest.fixture(scope="module")
def say(mecha: Project) -> Say:
    """Render an ability, written in JSON, as it would stand on a card."""

    def ability(text: str, card: str = "bugzapper") -> str:
        return ability_text(mecha.cards[card], json.loads(text), mecha)

    return ability


@pytest.fixture(scope="module")
def does(mecha: Project) -> Say:
    """Render what a Command does, given its operations in JSON."""

    def operations(*nodes: str) -> str:
        ability: Mapping[str, Any] = {"when": "played", "do": [json.loads(node) for node in nodes]}
        return ability_text(mecha.cards["weapons-cache"], ability, mecha)

    return operations


@pytest.mark.parametrize(
    ("node", "text"),
    [
        ('{"op": "draw"}', "Draw a card."),
        ('{"op": "draw", "count": 2}', "Draw two cards."),
        ('{"op": "draw", "who": "each player"}', "Each player draws a card."),
        ('{"op": "draw", "who": "next player"}', "The next player draws a card."),
        ('{"op": "discard", "who": "each neighbour"}', "Each neighbour discards a card."),
        ('{"op": "draw", "who": "opponent"}', "Your opponent draws a card."),
        ('{"op": "draw", "count": {"value": "hand"}}', "Draw a card for each card in your hand."),
        ('{"op": "draw", "count": {"count": "tower yours"}}', "Draw a card for each Tower you control."),
        (
            '{"op": "draw", "count": {"minus": [{"value": "bandwidth"}, 1], "least": 1}}',
            "Draw a number of cards equal to your bandwidth minus 1, but at least 1.",
        ),
        ('{"op": "discard", "what": "tower", "count": 2}', "Discard two Tower cards."),
        ('{"op": "discard", "whole_hand": true, "who": "each player"}', "Each player discards their hand."),
        (
            '{"op": "search", "what": "mecha flight"}',
            "Search your deck for a Mecha card with Flight, reveal it, put it into your hand, then shuffle your deck.",
        ),
        ('{"op": "return", "target": "mecha", "count": 2}', "Return two target Mechas to their owners' hands."),
        ('{"op": "return", "of": "self"}', "Return this Command to its owner's hand."),
        (
            '{"op": "return", "choose": "pilot", "from": "discard", "up_to": true}',
            "You may return a Pilot card from your discard pile to your hand.",
        ),
        ('{"op": "mill"}', "Put the top card of your deck into your discard pile."),
        (
            '{"op": "mill", "count": 3, "who": "opponent"}',
            "Your opponent puts the top three cards of their deck into their discard pile.",
        ),
        ('{"op": "shuffle", "who": "each player"}', "Each player shuffles their deck."),
    ],
)
def test_players_and_cards(does: Say, node: str, text: str) -> None:
    assert does(node) == text


@pytest.mark.parametrize(
    ("node", "text"),
    [
        ('{"op": "damage", "amount": 2, "target": "unit"}', "Deal 2 damage to target unit."),
        (
            '{"op": "damage", "amount": {"value": "bandwidth"}, "target": "unit theirs", "count": 2, "up_to": true}',
            "Deal damage equal to your bandwidth to up to two target units your opponent controls.",
        ),
        (
            '{"op": "damage", "amount": {"count": "unit yours", "most": 3}, "target": "unit"}',
            "Deal damage equal to the number of units you control, at most 3, to target unit.",
        ),
        ('{"op": "destroy", "each": "tower -basic"}', "Destroy each Tower that is not Basic."),
        (
            '{"op": "destroy", "choose": "tower theirs", "by": "opponent"}',
            "Destroy a Tower you control of your opponent's choice.",
        ),
        (
            '{"op": "sacrifice", "choose": "tower yours", "by": "each player"}',
            "Each player sacrifices a Tower they control.",
        ),
        (
            '{"op": "add-counters", "counter": "armour", "amount": 2, "target": "mecha"}',
            "Put two armour counters on target Mecha.",
        ),
        (
            '{"op": "remove-counters", "counter": "damage", "each": "mecha yours"}',
            "Remove all damage counters from each Mecha you control.",
        ),
    ],
)
def test_permanents(does: Say, node: str, text: str) -> None:
    assert does(node) == text


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (
            '{"op": "gets", "stats": {"power": 2, "durability": -1}, "target": "mecha"}',
            "Target Mecha gets +2 power and −1 durability until end of turn.",
        ),
        (
            '{"op": "gets", "stats": {"power": {"sum": [1, {"value": "hand"}]}}, "target": "mecha"}',
            "Target Mecha gets +X power until end of turn, where X is 1 plus the number of cards in your hand.",
        ),
        ('{"op": "gets", "stats": {"steps": 2}, "of": "self"}', "This Command may move two spaces further this turn."),
        ('{"op": "has", "keyword": "speed 2", "target": "mecha"}', "Target Mecha has Speed 2 until end of turn."),
        ('{"op": "has", "keyword": "provide 2", "target": "tower"}', "Target Tower provides 2u until end of turn."),
        (
            '{"op": "cannot", "action": "move", "each": "mecha theirs"}',
            "Mechas your opponent controls can't move this turn.",
        ),
        (
            '{"op": "cannot", "action": "attack", "target": "mecha", "until": "next turn"}',
            "Target Mecha can't attack in its controller's next turn.",
        ),
        (
            '{"op": "cannot-play", "what": "tower", "until": "end of game"}',
            "You can't play Towers for the rest of the game.",
        ),
        (
            '{"op": "costs", "amount": -1, "each": "mecha yours"}',
            "Each Mecha you control costs 1 less until end of turn.",
        ),
    ],
)
def test_what_holds_says_until_when(does: Say, node: str, text: str) -> None:
    assert does(node) == text


def test_orders_follow_one_another(does: Say) -> None:
    draw, discard, shuffle = '{"op": "draw"}', '{"op": "discard"}', '{"op": "shuffle"}'
    assert does(draw, discard) == "Draw a card, then discard a card."
    assert does(draw, discard, shuffle) == "Draw a card, discard a card, then shuffle your deck."
    assert does('{"op": "destroy", "each": "tower"}', '{"op": "destroy", "each": "pilot"}') == (
        "Destroy each Tower and each Pilot."
    )


def test_what_is_said_of_the_same_things_is_said_once(say: Say) -> None:
    assert (
        say(
            '{"static": [{"op": "gets", "stats": {"power": 1}, "each": "mecha other"},'
            ' {"op": "has", "keyword": "flight", "each": "mecha other"}]}'
        )
        == "Each other Mecha gets +1 power and has Flight."
    )
    assert (
        say(
            '{"static": [{"op": "cannot", "action": "move"}, {"op": "cannot", "action": "attack"},'
            ' {"op": "lacks", "keyword": "flight"}], "while": {"is": "damage>=1"}}'
        )
        == "While this Mecha has a damage counter, it can't move or attack and does not have Flight."
    )


def test_choices_lead_on(does: Say) -> None:
    draw, mill = '{"op": "draw"}', '{"op": "mill"}'
    if_done, otherwise = f'{{"op": "if-done", "do": [{draw}]}}', f'{{"op": "otherwise", "do": [{mill}]}}'
    assert does('{"op": "may", "do": [{"op": "discard"}]}', if_done, otherwise) == (
        "You may discard a card. If you do, draw a card. "
        "If you do not, put the top card of your deck into your discard pile."
    )
    assert does('{"op": "may", "who": "opponent", "do": [{"op": "discard"}]}', otherwise).startswith(
        "Your opponent may discard a card. If they do not, put"
    )
    assert does('{"op": "discard", "count": 2}', otherwise).startswith("Discard two cards. If you can't, put")


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ('{"amount": {"value": "hand"}, "at_most": 0}', "If you have no cards in your hand"),
        ('{"amount": {"value": "hand"}, "at_least": 2}', "If you have two or more cards in your hand"),
        ('{"amount": {"count": "tower yours"}, "at_least": 3}', "If you control three or more Towers"),
        ('{"amount": {"count": "tower yours"}, "at_least": 1}', "If you control a Tower"),
        ('{"not": {"amount": {"count": "tower theirs"}, "at_least": 1}}', "If your opponent controls no Towers"),
        (
            '{"amount": {"count": "mecha flight"}, "at_least": 2, "at_most": 3}',
            "If the number of Mechas with Flight is 2 or 3,",
        ),
        ('{"not": {"is": "piloted"}}', "If this Command is not piloted"),
        ('{"is": "counter:time=0"}', "If this Command has no time counters"),
        ('{"any": [{"is": "flight"}, {"is": "tower"}]}', "If this Command has Flight or it is a Tower"),
    ],
)
def test_conditions(does: Say, condition: str, text: str) -> None:
    assert does(f'{{"op": "if", "condition": {condition}, "do": [{{"op": "draw"}}]}}').startswith(text)


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        ('{"when": "enters", "do": [{"op": "draw"}]}', "When this Mecha enters the battlefield, draw a card."),
        (
            '{"when": {"event": "enters", "who": "mecha theirs"}, "do": [{"op": "damage", "amount": 1, "of": "that"}]}',
            "When a Mecha your opponent controls enters the battlefield, deal 1 damage to it.",
        ),
        (
            '{"when": "attacked", "do": [{"op": "damage", "amount": 1, "of": "other"}]}',
            "When a unit attacks this Mecha, deal 1 damage to that unit.",
        ),
        (
            '{"when": {"event": "turn-begins", "whose": "each player"}, "do": [{"op": "draw", "who": "that player"}]}',
            "At the beginning of each player's turn, that player draws a card.",
        ),
        (
            '{"when": "moves", "may": true, "do": [{"op": "draw"}, {"op": "shuffle"}]}',
            "When this Mecha moves, you may draw a card, then shuffle your deck.",
        ),
        (
            '{"when": {"event": "turn-begins", "whose": "you"}, "do": [{"op": "draw"}]}',
            "At the beginning of your turn, draw a card.",
        ),
        (  # whoever's it is, as it plays
            '{"when": {"event": "turn-begins"}, "do": [{"op": "draw"}]}',
            "At the beginning of each player's turn, draw a card.",
        ),
        ('{"when": {"event": "sings", "who": "self"}, "do": [{"op": "draw"}]}', "When this Mecha sings, draw a card."),
        (
            '{"when": "discarded", "from": "discard", "do": [{"op": "draw"}]}',
            "When you discard this card from your hand, draw a card.",
        ),
    ],
)
def test_triggers(say: Say, ability: str, text: str) -> None:
    assert say(ability) == text


def test_what_comes_later_is_included_where_the_data_says_so(does: Say) -> None:
    node = '{"op": "cannot", "action": "move", "each": "mecha"%s}'
    assert does(node % "") == "Mechas can't move this turn."
    assert does(node % ', "also_later": true') == "Mechas can't move this turn, those that come later included."


@pytest.mark.parametrize(("times", "text"), [(2, "twice"), (3, "three times"), (3.0, "three times")])
def test_a_choice_may_be_made_several_times(does: Say, times: float, text: str) -> None:
    modes = '[{"name": "draw", "do": [{"op": "draw"}]}, {"name": "shuffle", "do": [{"op": "shuffle"}]}]'
    said = does(f'{{"op": "choose-one", "times": {times}, "modes": {modes}}}')
    assert said == f"{text.capitalize()}, choose one: draw a card; or shuffle your deck."


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ('{"amount": {"value": "own-turn"}, "at_least": 1}', "it is your turn"),
        ('{"amount": {"value": "own-turn"}, "at_most": 0}', "it is not your turn"),
        ('{"amount": {"value": "own-turn"}, "at_least": 2}', "your own-turn is at least 2"),
        ('{"amount": {"field": "stated"}, "at_least": 0}', "it deals a stated amount"),
        ('{"amount": {"field": "stated"}, "at_most": -1}', "it deals no stated amount"),
        ('{"amount": {"field": "stated"}, "at_least": 4}', "the stated amount is at least 4"),
        ('{"amount": {"field": "distance"}, "at_least": 4}', "the distance is 4 or more"),
        (
            '{"any": [{"amount": {"field": "is_attack"}, "at_least": 1}, '
            '{"amount": {"field": "swift"}, "at_least": 1}]}',
            "it comes from an attack or the attack has Swift",
        ),
    ],
)
def test_words_without_a_number_stand_for_one_limit_alone(condition: str, text: str) -> None:
    """What is a flag reads as one; any other limit on it is said with its number."""
    tactics = load_project("analog-tactics")
    react = '"react": {"window": "declared", "where": {"target": "self"}}'
    do = '"do": [{"op": "raise", "field": "damage", "amount": 1}]'
    said = ability_text(tactics.cards["mana-2-phase"], json.loads(f'{{{react}, "while": {condition}, {do}}}'), tactics)
    assert said.startswith(f"When this unit is attacked, if {text}, "), said


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        (
            '{"activate": "main", "cost": [{"op": "discard"}], "do": [{"op": "draw"}], "limit": "once per turn"}',
            "Discard a card: draw a card. Use this only once each turn.",
        ),
        (
            '{"activate": "main", "cost": [{"op": "discard"}], "do": [{"op": "draw"}], '
            '"limit": {"per": "turn", "of": "card"}}',
            "Discard a card: draw a card. Use Bugzapper only once each turn.",
        ),
        (
            '{"activate": "response", "cost": [{"op": "discard"}], "do": [{"op": "cancel", "of": "that"}]}',
            "In response to a card being played, discard a card: cancel that card.",
        ),
        (
            '{"activate": "main", "cost": [{"op": "sacrifice", "choose": "pilot yours"},'
            ' {"op": "sacrifice", "of": "self"}], "do": [{"op": "draw"}], "needs": {"is": "piloted"}}',
            "Sacrifice this Mecha and a Pilot you control: draw a card. Use this only if this Mecha is piloted.",
        ),
        (
            '{"activate": "main", "limit": "once per turn", "do": [{"op": "gets", "stats": {"power": 2}}]}',
            "Once each turn in your Main Phase: this Mecha gets +2 power until end of turn.",
        ),
        (
            '{"activate": "skip draw", "from": "discard", "do": [{"op": "return", "of": "self"}]}',
            "While this card is in your discard pile, you may skip your Draw Phase to return it to your hand.",
        ),
        (
            '{"activate": "response", "to": "command", "cost": [{"op": "sacrifice", "of": "self"}],'
            ' "do": [{"op": "cancel", "of": "that"}]}',
            "In response to a Command being played, sacrifice this Mecha: cancel that Command.",
        ),
    ],
)
def test_activated_abilities(say: Say, ability: str, text: str) -> None:
    assert say(ability) == text


def test_how_a_card_is_played(say: Say) -> None:
    assert say('{"play": {"attach": "mecha yours entry", "target": true}}', "camouflage") == (
        "Attach this Command to target Mecha you control in your entry zone."
    )
    assert say('{"play": {"stand": true, "counters": {"time": 1}}}', "mineshaft") == (
        "Put this Command on any space of the battlefield with a time counter on it."
    )
    assert say('{"play": {"window": "midnight"}}') == "Play this only in a midnight window."


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        (
            '{"activate": "order", "name": "Load", "needs": {"is": "on-planet charge<2"},'
            ' "cost": [{"op": "spend", "resource": "funds-token", "amount": 2}],'
            ' "do": [{"op": "score"}, {"op": "draw"}]}',
            "» Load: Needs this unit Planetside with fewer than 2 Charge tokens. "
            "Spend 2 Funds tokens to score 1 Objective token, then draw 1 card.",
        ),
        (
            '{"activate": "order", "name": "Wait", "needs": {"any": [{"amount": {"value": "level"}, "at_least": 3},'
            ' {"amount": {"count": "theirs unit ship"}, "at_least": 2}]}, "do": [{"op": "draw"}]}',
            "» Wait: Needs either Escalation level 3 or higher or at least 2 enemy Ship units. Draw 1 card.",
        ),
        (
            '{"activate": "order", "name": "Rest", "needs": {"amount": {"value": "incidents"}, "at_most": 1},'
            ' "limit": "once per turn", "do": [{"op": "draw", "count": 2}]}',
            "» Rest: Needs that the number of Incidents is at most 1. Draw 2 cards. Use this only once each turn.",
        ),
        (
            '{"activate": "order", "name": "Mend", "do": [{"op": "choose-one", "modes": ['
            '{"name": "one", "needs": {"amount": {"count": "yours unit damaged"}, "at_least": 1},'
            ' "do": [{"op": "remove-counters", "counter": "damage", "amount": 2, "choose": "yours unit damaged"}]},'
            '{"name": "two", "needs": {"is": "shield=0"}, "do": [{"op": "discard"}, {"op": "draw"}]}]}]}',
            "» Mend: Choose one: remove up to 2 Damage tokens from an allied damaged unit; or discard 1 card, then "
            "draw 1 card, if this unit has no Shield tokens.",
        ),
    ],
)
def test_abilities_with_a_name_say_what_they_need_and_cost(ability: str, text: str) -> None:
    tyrants = load_project("tyrants")
    assert ability_text(tyrants.cards["ff-rogue-transport"], json.loads(ability), tyrants) == text


def test_a_written_text_stands_in_place_of_the_rendered_one(mecha: Project, say: Say) -> None:
    assert say('{"when": "enters", "do": [{"op": "draw"}], "text": "Have a card."}') == "Have a card."
    card = replace(mecha.cards["weapons-cache"], written="Take two.")
    assert card.text == "Take two."
    assert card_text(card, mecha) == "Draw two cards."


def test_numbers_and_keywords_of_a_text(mecha: Project) -> None:
    assert numbers_in("Draw two cards, then deal 2 damage and 11 more.") == {2, 11}
    assert numbers_in("One card, or a card.") == set()
    assert keywords_in("It has Range 3 and Flight, and reach is not a keyword here.", mecha) == {"Range 3", "Flight"}


def test_a_game_without_units_speaks_of_none(tmp_path: Path) -> None:
    make_project(tmp_path / "hives")
    for name in ("game.json", "cards/units.json", "cards/events.json"):
        path = tmp_path / "hives" / name
        path.write_text(path.read_text().replace('"unit', '"bee').replace(" unit", " bee").replace('"Unit"', '"Bee"'))
    hives = load_project(tmp_path / "hives")
    ability = {"static": [{"op": "cannot", "action": "attack", "against": "unique"}]}
    assert ability_text(hives.cards["wolf"], ability, hives) == "This Bee can't attack Unique cards."


def test_an_unknown_operation_names_the_card(say: Say) -> None:
    with pytest.raises(CardlibError, match="card 'bugzapper': operation 'dance'"):
        say('{"when": "enters", "do": [{"op": "dance"}]}')


def test_grammar() -> None:
    verbs = ("draw", "search", "discard", "be", "have", "do", "carry", "play", "may", "can't")
    assert [third(verb) for verb in verbs] == [
        "draws", "searches", "discards", "is", "has", "does", "carries", "plays", "may", "can't",
    ]  # fmt: skip
    assert [possessive(noun) for noun in ("you", "it", "that player", "opponents")] == [
        "your", "its", "that player's", "opponents'",
    ]  # fmt: skip
    assert joined(["a", "b", "c"], "or") == "a, b or c"
    assert sentence("draw a card") == "Draw a card."


def test_a_sentence_that_names_no_parameter_is_told_with_the_nearest(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    make_project(folder, "Own")
    wording = json.loads((folder / "wording.json").read_text(encoding="utf-8"))
    wording["operations"] = {"draw": {"text": "take {cuont:card} up"}}
    (folder / "wording.json").write_text(json.dumps(wording), encoding="utf-8")
    said = "cards/units.json:.*: the sentence of 'draw' names {cuont}, which is none of its parameters .nearest: count"
    with pytest.raises(CardlibError, match=said):
        load_project(folder)

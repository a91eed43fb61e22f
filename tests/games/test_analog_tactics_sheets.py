"""A match begins with the numbers of the team sheets: what sheet and check work out is what is played with."""

from __future__ import annotations

from dataclasses import replace

import pytest

import cardlib
from cardlib.bots import bot
from cardlib.decks import Deck, load_deck
from cardlib.decks.facts import values_of
from cardlib.decks.ledgers import total
from cardlib.games.analog_tactics import construction, units
from cardlib.games.analog_tactics.classes import owning
from cardlib.games.analog_tactics.kinds import COMMON, ELITE
from cardlib.games.analog_tactics.teams.sheets import ORDER

TEAMS = (
    "drill-yard",
    "long-bows",
    "nine-knives",
    "far-sight",
    "weather-watch",
    "hearth-fire",
    "works-crew",
    "gun-line",
)


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    """The bundled game."""
    return cardlib.load("analog-tactics")


def plain(game: cardlib.Game, name: str) -> Deck:
    """A sheet without buildings, whose auras hold in places only."""
    deck = load_deck(name, game.project)
    return replace(deck, fields={field: value for field, value in deck.fields.items() if field != "buildings"})


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.pins("AT-059", "AT-060", "AT-D06", "ATA-Q113")
def test_a_match_is_played_with_the_numbers_of_the_sheet(game: cardlib.Game, team: str) -> None:
    for level in ("", "-5", "-10"):
        sheet = plain(game, f"{team}{level}")
        ledger = construction.stats(values_of(sheet, game.project), game.project)
        match = game.match([sheet, sheet], seed=1)
        chooser = bot("random", seed=1)
        while len(units.units(match, 0)) < len(ledger):
            match.take(chooser.choose(match.view(match.player)))
        for unit in units.units(match, 0):
            number = match.state.columns["number"][unit]
            told = ledger.get(f"C{number}" if number else "E")
            if told is not None:
                found = {stat: match.rules.value(match, unit, stat) for stat in ORDER}
                assert found == {stat: total(told[stat]) for stat in ORDER}, (sheet.name, number)


@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.pins("AT-214", "AT-238", "AT-247", "AT-250", "AT-261", "AT-272")
def test_a_sheet_knows_the_abilities_that_a_match_from_it_gives(game: cardlib.Game, team: str) -> None:
    for level in ("", "-5", "-10"):
        sheet = load_deck(f"{team}{level}", game.project)
        listed = construction.abilities(values_of(sheet, game.project), game.project)
        match = game.match([sheet, sheet], seed=1)
        while (
            len([unit for unit in units.units(match, 0) if units.kind(match, unit) in (ELITE, COMMON)])
            < len(listed) - 1
        ):
            match.take(match.options[0])
        alone = {match.facts.ids[card] for card in owning.of_team(match, 0).alone}
        assert set(listed["team"]) == alone
        compared = 0
        for unit, cards in owning.owned(match):
            if match.state.controller[unit] == 0 and units.kind(match, unit) in (ELITE, COMMON):
                elite = units.kind(match, unit) == ELITE
                name = "E" if elite else f"C{match.state.columns['number'][unit]}"
                owned = {match.facts.ids[card] for card in cards} - alone
                assert set(listed[name]) == owned
                compared += 1
        assert compared == len(listed) - 1

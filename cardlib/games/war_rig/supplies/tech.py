"""The tech deck and inventories: exchanging tokens for cards, turning own cards face-up (WR-086, WR-087, WR-281)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlib.errors import CardlibError
from cardlib.kernel import atoms
from cardlib.kernel.contract import procedure
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

NO_TOKEN = Refusal("WR-086", "a tech token of the home stock is discarded for it")
DECK_OUT = Refusal("WR-087", "the tech deck is empty")


def lay_deck(m: Match, used: Mapping[int, int]) -> None:
    """Shuffle all cards but the standard issue and those that lie elsewhere into the tech deck (WR-006, WR-Q03)."""
    deck = m.facts.zone["deck"][0]
    for card, copies in enumerate(m.facts.game.copies):
        left = copies - used.get(card, 0)
        if copies and left < 0:
            found = f"{used[card]} of {m.facts.names[card]} are in play, the box has {copies}"
            raise CardlibError(f"no match begins from this position: {found} (WR-D07)")
        for _ in range(left):
            atoms.make(m, card, NOWHERE, deck)
    atoms.shuffle(m, deck)


def deck(m: Match) -> list[int]:
    """Return the tech deck, its top first."""
    return m.state.zones[m.facts.zone["deck"][0]]


def no_exchange(m: Match, player: int) -> Refusal | None:
    """Say why a player cannot exchange a tech token (WR-086, WR-087)."""
    if not m.state.players[player]["tech"]:
        return NO_TOKEN
    return None if deck(m) else DECK_OUT


def exchange(m: Match, player: int) -> None:
    """A player looks at the top cards of the tech deck (WR-086)."""
    m.push("exchanging", player=player)


def keep_card(m: Match, f: dict[str, Any]) -> None:
    """One of the top cards goes face-down into the inventory, the other under the deck (WR-086, WR-087)."""
    player = f["player"]
    top = deck(m)[: m.facts.constants["tech_cards_seen"]]
    offers: list[Choice] = m.rules.distinct(m, [("card", card) for card in top])
    kept = m.ask(player, "one", offers, "which card is kept", rule="WR-086")[1]
    atoms.note_player(m, player, "tech", m.state.players[player]["tech"] - 1)
    atoms.move(m, kept, "inventory", player=player)
    for other in top:
        if other != kept:
            atoms.move(m, other, "deck")
    m.emit("exchanged", kept, player=player, rule="WR-086")


def exposures(m: Match, player: int) -> list[Choice]:
    """Return the cards of the inventory that a player may turn face-up (WR-281)."""
    down = m.state.zones[m.facts.zone["inventory"][player]]
    if not down:
        return []
    return [("expose", card) for _, card in m.rules.distinct(m, [("card", card) for card in down])]


def expose(m: Match, player: int, card: int) -> None:
    """A card of the inventory is turned face-up (WR-281)."""
    atoms.move(m, card, "known", player=player)
    m.emit("exposed", card, player=player, rule="WR-281")


PROCEDURES = {"exchanging": procedure(keep_card)}

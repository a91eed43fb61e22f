"""How most games begin: opening hands, and a mulligan that each player may take in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardlib.engine import atoms
from cardlib.engine.match import AGAIN
from cardlib.engine.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.engine.match import Match

Draw = Callable[["Match", int, str], object]  # player, rule


def opening_hands(m: Match, draw: Draw, rule: str) -> None:
    """Shuffle both decks and draw the first hands: as many cards as the game's `opening_hand` says."""
    for player in (0, 1):
        m.rules.verbs.shuffle_deck(m, player)
        for _ in range(m.facts.constants["opening_hand"]):
            draw(m, player, rule)


def cards_to_change(m: Match, player: int, prompt: str, rule: str) -> list[int]:
    """Ask which cards of the hand a player changes, any number of them."""
    hand = m.state.zones[m.facts.zone["hand"][player]]
    picked = m.ask_some(player, [("card", obj) for obj in hand], 0, len(hand), prompt, rule=rule)
    return [value[1] for value in picked]


def mulligan(
    m: Match, f: dict[str, Any], player: int, ask: Callable[[], list[int]], draw: Draw, rule: str, *, again: bool
) -> str | None:
    """Let a player change the cards that `ask` returns, as often as the game's `mulligans` says.

    They are shuffled into the deck after as many new ones are drawn, or before where they may come `again`. The frame
    counts in `taken_0` and `taken_1`.
    """
    taken = f"taken_{player}"
    if f[taken] >= m.facts.constants["mulligans"]:
        return None
    cards = ask()
    if not cards:
        return None
    f[taken] += 1
    m.emit("mulligan", NOWHERE, NOWHERE, len(cards), player, rule)
    for back in (again, not again):
        if back:
            for card in cards:
                atoms.move(m, card, "deck")
            m.rules.verbs.shuffle_deck(m, player)
        else:
            for _ in cards:
                draw(m, player, rule)
    return AGAIN

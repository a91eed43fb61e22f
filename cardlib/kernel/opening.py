"""How most games begin: opening hands, and a mulligan that each player may take in turn.

The game's numbers say how many cards (`opening_hand`) and how often (`mulligans`); its steps hand over how it draws and
what it asks. The frame of its set-up counts the mulligans of each player, in `taken_0` and `taken_1`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardlib.kernel import atoms
from cardlib.kernel.match import AGAIN
from cardlib.kernel.questions import ask_some
from cardlib.kernel.seats import players_in
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import shuffle_by

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Draw = Callable[["Match", int, str], object]  # player, rule


def opening_hands(m: Match, draw: Draw, rule: str, shuffling: str | None = None) -> None:
    """Shuffle the deck of each player and draw the first hand; `shuffling` is the rule by which they are shuffled."""
    for player in players_in(m):
        shuffle_by(m, player, shuffling)
        for _ in range(m.facts.constants["opening_hand"]):
            draw(m, player, rule)


def cards_to_change(m: Match, player: int, prompt: str, rule: str) -> list[int]:
    """Ask which cards of the hand a player changes, any number of them."""
    hand = m.state.zones[m.facts.zone_with("hand", player)]
    picked = ask_some(m, player, [("card", obj) for obj in hand], 0, len(hand), prompt, rule=rule)
    return [value[1] for value in picked]


def mulligan(
    m: Match,
    f: dict[str, Any],
    player: int,
    ask: Callable[[], list[int]],
    draw: Draw,
    rule: str,
    *,
    shuffled_first: bool,
) -> str | None:
    """Let a player change the cards of the hand that `ask` returns, if there are any, for as many new ones.

    Where they are `shuffled_first` into the deck they may come again; otherwise they follow after the draw.
    """
    taken = f"taken_{player}"
    if f[taken] >= m.facts.constants["mulligans"] or not m.state.zones[m.facts.zone_with("hand", player)]:
        return None
    cards = ask()
    if not cards:
        return None
    f[taken] += 1
    m.emit("mulligan", NOWHERE, NOWHERE, len(cards), player, rule)
    if shuffled_first:
        _shuffle_in(m, player, cards, rule)
    for _ in cards:
        draw(m, player, rule)
    if not shuffled_first:
        _shuffle_in(m, player, cards, rule)
    return AGAIN


def _shuffle_in(m: Match, player: int, cards: list[int], rule: str) -> None:
    for card in cards:
        atoms.move(m, card, m.facts.with_role("deck"))
    shuffle_by(m, player, rule)

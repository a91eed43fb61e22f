"""Windows of more than two players: who is asked, in which order, and what the others see of a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from fray import Json, card, damage, fray_at, offered, unit

from cardlib.kernel import atoms
from cardlib.kernel.match import Match

SEATS = ("raider", "keeper", "watcher", "sleeper")


def reacting(window: str) -> Json:
    """A reaction that costs a Reaction point, of which each unit has two."""
    return {
        "react": window,
        "name": "Push",
        "cost": [{"op": "pay", "points": {"reaction": 1}}],
        "do": [{"op": "raise", "field": "damage", "amount": 1}],
    }


def attacked(folder: Path, window: str, evasions: Sequence[int] = (0, 0, 0), windows: str = "playable") -> Match:
    """A match of a unit for each player that can react in a window; the first attacks the second."""
    ability = reacting(window)
    units = [unit(id_, [ability], evasion=evasion) for id_, evasion in zip(SEATS, evasions, strict=False)]
    free = {name: value for name, value in ability.items() if name != "cost"}
    held = card("trick", "trick", [{**free, "name": "Trick"}])
    game = fray_at(folder / "g", *units, held, players={"min": 2, "max": 4})
    number = game.facts.number
    cards = [[number[id_], *([number["trick"]] * (windows == "hand"))] for id_ in SEATS[: len(evasions)]]
    match = game.match_of(cards, 1, windows=windows)
    match.take("attack raider keeper")
    return match


def asked(m: Match, *said: str) -> list[int]:
    """Who is asked when this is said, one after another, until the window is closed."""
    found = []
    left = list(said)
    while m.decision is not None and m.decision.prompt == "react or pass":
        found.append(m.player)
        m.take(left.pop(0) if left else "pass")
    assert not left
    return found


def test_all_are_asked_by_their_values_and_alike_ones_in_turn_order(tmp_path: Path) -> None:
    match = attacked(tmp_path, "declared", (1, 1, 2, 1))
    assert asked(match) == [2, 0, 1, 3]


def test_turn_order_is_that_of_the_match(tmp_path: Path) -> None:
    match = attacked(tmp_path, "damaging", (0, 0, 0, 0))
    fork = match.fork()
    atoms.set_order(fork, (0, 3, 2, 1))
    fork.decision = None
    fork.run()
    assert (asked(match), asked(fork)) == ([1, 2, 3, 0], [3, 2, 1, 0])


def test_the_others_come_first_and_who_is_next_goes_on_after_a_reaction(tmp_path: Path) -> None:
    """`others first`, and `again: next`: asked until all pass in a row."""
    match = attacked(tmp_path, "damaging", (0, 0, 0))
    said = ("react keeper push", "react watcher push", "pass", "pass", "react watcher push")
    assert asked(match, *said) == [1, 2, 0, 1, 2, 0, 1]
    assert damage(match, "keeper") == 5


def test_from_the_top_all_are_asked_anew_after_a_reaction(tmp_path: Path) -> None:
    match = attacked(tmp_path, "declared", (3, 2, 1))
    assert asked(match, "pass", "pass", "react watcher push") == [0, 1, 2, 0, 1, 2]


def test_once_is_once_for_each(tmp_path: Path) -> None:
    match = attacked(tmp_path, "rolled", (0, 0, 0, 0))
    assert asked(match, "react raider push", "pass", "react watcher push") == [0, 1, 2, 3]


def test_who_is_out_is_not_asked(tmp_path: Path) -> None:
    match = attacked(tmp_path, "damaging", (0, 0, 0, 0))
    match.concede(2)
    assert asked(match) == [1, 3, 0]


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_what_a_record_hides_is_seen_by_one_of_three(tmp_path: Path, viewer: int) -> None:
    match = attacked(tmp_path, "declared", (0, 0, 0))
    (record,) = match.view(viewer).records
    assert record[1]["bid"] == (7 if viewer == 0 else None)
    bids = {match.view(viewer).sample(seed).state.stack[-2][2]["bid"] for seed in range(30)}
    assert bids == {7} if viewer == 0 else len(bids) > 5


def test_all_who_hold_cards_are_asked_where_passing_would_tell(tmp_path: Path) -> None:
    match = attacked(tmp_path, "declared", (0, 0, 0), windows="hand")
    atoms.move(match, match.state.zones[match.facts.zone["hand"][1]][0], "discard")
    match.decision = None
    match.run()
    assert match.player == 0 and offered(match)[0] == "pass"
    assert set(asked(match)) == {0, 1, 2}

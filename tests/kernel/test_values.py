"""Current values: what is found by object is what a look at every row finds, and forks do not see each other's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from given import position

import cardlib
from cardlib.bots import Random
from cardlib.kernel import values
from cardlib.kernel.effects import may_lower
from cardlib.kernel.match import Match

EACH = {"mecha": ["graces-command", "donnas-search"], "structure": ["holdouts"] * 2, "tyrants": ["ccn-d", "ru-a"]}
STATS = {"mecha": ("power", "durability"), "structure": ("attack", "defense"), "tyrants": ("attack", "health")}


def positions(slug: str, seed: int) -> Iterator[Match]:
    """Decisions of a random game, one in seven, once there is much on the table."""
    match = cardlib.load(slug).match(EACH[slug], seed, windows="playable")
    bots = (Random(seed), Random(seed + 1))
    while not match.over and match.state.serial < 600:
        if match.state.serial > 60 and match.state.serial % 7 == 0:
            yield match
        match.take(bots[match.player].choose(match.view(match.player)))


def one_by_one(m: Match, obj: int, attr: str, base: int) -> int:
    """The value of an attribute, row by row as they came into force."""
    added = 0
    for row in values.effects(m, attr):
        if values.covers(m, row, obj):
            if row[0].mode == "set":
                base = values.amount(m, row, obj)
            else:
                added += values.amount(m, row, obj)
    return base + added


@pytest.mark.parametrize("slug", ["mecha", "structure"])
def test_rows_are_found_by_object(slug: str) -> None:
    changed = 0
    for match in (one for seed in range(3) for one in positions(slug, seed)):
        table = values.in_force(match)
        for obj in match.state.zones[match.facts.zone["battlefield"][0]]:
            for attr, rows in table.rows.items():
                covering = [row for row in rows if values.covers(match, row, obj)]
                assert [row for row in table.about(match, attr, obj) if values.covers(match, row, obj)] == covering
                if rows[0][0].mode != "is":
                    found = values.modified(match, obj, attr, 3)
                    assert found == one_by_one(match, obj, attr, 3)
                    changed += bool(covering)
    assert changed


@pytest.mark.parametrize("slug", ["mecha", "structure"])
def test_what_nothing_in_force_reaches_has_its_printed_value(slug: str) -> None:
    """Of the objects that are named as reached no covered one is missing, nor is one whose number may fall."""
    told = 0
    for match in (one for seed in range(3) for one in positions(slug, seed)):
        rows_by_attr = values.in_force(match).rows
        for attr, rows in rows_by_attr.items():
            reached, lowered = values.reached(match, attr), values.lowered(match, attr)
            for obj in match.state.zones[match.facts.zone["battlefield"][0]]:
                covering = [row for row in rows if values.covers(match, row, obj)]
                assert not covering or reached is None or obj in reached
                assert lowered is None or obj in lowered or not any(map(may_lower, covering))
                told += reached is not None and obj not in reached
            assert not values.silent(match, frozenset({attr}))
        assert values.silent(match, frozenset({"nothing at all"}))
    assert told


@pytest.mark.parametrize("slug", ["mecha", "structure", "tyrants"])
def test_what_is_in_force_is_gathered_anew_whenever_it_changes(slug: str) -> None:
    """Only what holds on, as it comes, goes or ends, makes the rest be gathered again; nothing of it is overlooked."""

    def in_force(match: Match) -> dict[str, list[tuple[int, int, object, object]]]:
        rows = values.in_force(match).rows
        return {attr: [(row[1], row[2], row[3], row[4]) for row in found] for attr, found in rows.items()}

    seen = 0
    for match in positions(slug, 8):
        fresh = match.fork()
        fresh.effects, fresh.cache = None, {}
        found = in_force(match)
        assert found == in_force(fresh)
        seen += bool(found)
    assert seen or slug == "tyrants"


@pytest.mark.parametrize("slug", sorted(EACH))
def test_what_forks_work_out_stays_with_them(slug: str) -> None:
    """A fork begins with the values that the original worked out; each goes on with its own."""

    def read(match: Match) -> list[int]:
        field = match.state.zones[match.facts.zone["battlefield"][0]]
        return [match.rules.value(match, obj, attr) for obj in field for attr in STATS[slug]]

    def anew(match: Match) -> list[int]:
        fresh = match.fork()
        fresh.cache, fresh.effects = {}, None
        return read(fresh)

    differing = 0
    for match in positions(slug, 5):
        before = read(match)
        first, last = match.fork(), match.fork()
        first.take(0)
        last.take(len(match.options) - 1)
        assert read(first) == anew(first)
        assert read(last) == anew(last)
        assert read(match) == before == anew(match)
        differing += read(first) != before
    assert differing


@pytest.mark.parametrize("slug", sorted(EACH))
def test_play_reads_of_every_keyword_whether_it_adds_up(slug: str) -> None:
    game = cardlib.load(slug)
    summed = {id_ for id_, keyword in game.project.keywords.items() if keyword.stacks == "sum"}
    assert game.facts.summed == summed


def test_a_filter_may_name_a_card_by_its_id() -> None:
    match = position(cardlib.load("structure"), A={"battlefield": ["und-shambler", "und-ravener"]})
    test = match.rules.compiled("id:und-shambler")
    field = match.state.zones[match.facts.zone["battlefield"][0]]
    assert [match.facts.ids[match.state.card[obj]] for obj in field if test(match, obj, -1, 0)] == ["und-shambler"]

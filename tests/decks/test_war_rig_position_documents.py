"""Positions of War Rig: what no play leads to is refused, each by the rule that it breaks and with what to do."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks import CompiledFormat, Report, compile_format, load_format, parse_deck

SET = {"id-scanner": 1, "assault-rifles": 1, "workshop-tools": 1}


@pytest.fixture(scope="module")
def war_rig() -> Project:
    """The bundled game."""
    return load_project("war-rig")


@pytest.fixture(scope="module")
def rules(war_rig: Project) -> CompiledFormat:
    """What positions have to keep to."""
    return compile_format(war_rig, load_format(war_rig, None, "position"))


def squad(colour: int, number: int, at: str, /, **more: Any) -> dict[str, Any]:
    return {"colour": str(colour), "number": number, "seat": str(colour), "at": at, **more}


def lesser(colour: int, number: int, at: str, status: str = "idle") -> dict[str, Any]:
    return {"colour": str(colour), "number": number, "at": at, "status": status}


def position(players: int = 2, squads: tuple[dict[str, Any], ...] = (), **more: Any) -> dict[str, Any]:
    """A position in which every seat has its squads at home, but for those that are listed again."""
    named = {(one["colour"], one["number"]) for one in squads}
    home = [squad(seat, number, f"base-{seat}") for seat in range(1, players + 1) for number in (1, 2, 3)]
    return {
        "kind": "position",
        "name": "Test",
        "players": players,
        "turn": 5,
        "seats": {str(seat): {"known": dict(SET)} for seat in range(1, players + 1)},
        "squads": [*(one for one in home if (one["colour"], one["number"]) not in named), *deepcopy(squads)],
        **more,
    }


def seats(one: dict[str, Any], other: dict[str, Any] | None = None, players: int = 2) -> dict[str, Any]:
    made = {str(seat): {"known": dict(SET)} for seat in range(1, players + 1)}
    made["1"] |= one
    made["2"] |= other or {}
    return made


def facility(id_: str, at: str, **more: Any) -> dict[str, Any]:
    return seats({"facilities": [{"facility": id_, "at": at, **more}]})


def ships(*placed: str, held: str = "", armour: int = 12, reach: int = 0, others: int = 0) -> dict[str, Any]:
    told = [{"at": at, "armour": 12, "reach": others} for at in placed]
    told[0] |= {"armour": armour, "reach": reach}
    return {"summoner": "1", "ships": told, "held": (held or " ".join(placed)).split()}


CITY = ("ancient-city", "methane-sea", "volcanic-range")
ALL = "ancient-city methane-sea volcanic-range low-orbit oil-sands"
SEEN = squad(2, 3, "low-orbit")
TAKEN = squad(1, 1, "low-orbit", status="captured", captor="2-3")
CELL = squad(2, 1, "base-1", status="cell", coercion=3)

LEGAL: list[dict[str, Any]] = [
    position(),
    position(4),
    position(squads=(SEEN, TAKEN)),
    position(squads=(CELL, squad(2, 2, "base-1", status="holding"))),
    position(squads=tuple(lesser(1, number, "base-5") for number in (4, 5, 6))),
    position(squads=(lesser(2, 4, "base-6"), lesser(1, 6, "base-1", "cell") | {"coercion": 2})),
    position(squads=(squad(1, 1, "base-6", camped=True),)),  # nobody controls it
    position(squads=(squad(1, 1, "base-5", camped=True), lesser(1, 4, "base-5"))),  # which came back later
    position(seats=seats({"rig-at": "oil-sands", "slots": {"head": "utility-cockpit"}})),
    position(seats=facility("orbital-platform", "low-orbit")),
    position(seats=facility("stable-core-reactor", "planet-core", count=2)),
    position(supply={"oil-sands": {"red": 20, "brown": 1}, "barren-wastes": {"scrap": 40}}),
    position(seats=seats({}, {"sway": 2}), power={"controller": "1"}),
    position(seats=seats({}, {"loyal-to": "1"}), power={"controller": "1"}),
    position(squads=(squad(2, 3, "ancient-city", status="empire"),), invasion=ships(*CITY)),
    position(3, invasion=ships(*CITY, armour=0)),
    position(3, invasion=ships(*CITY, armour=0, reach=1, others=2, held=ALL)),
    position(invasion=ships(*CITY, reach=1, others=1, held=f"{' '.join(CITY)} low-orbit")),
    position(seats=seats({"known": {}}), squads=tuple(squad(1, n, "base-1", status="removed") for n in (1, 2, 3))),
]


def broken() -> list[tuple[dict[str, Any], str, str]]:
    """A position, the rule that it breaks, and a part of what to do."""
    smoke, scanner = {"smoke-grenades": 2}, {"id-scanner": 1}
    return [
        (
            position(seats=seats({"inventory": smoke}, {"inventory": {"smoke-grenades": 1}})),
            "WR-D07",
            "leave fewer cards of Smoke Grenades",
        ),
        (position(seats=seats({"inventory": scanner})), "WR-D07", "leave fewer cards of ID Scanner"),
        (position(squads=(squad(3, 1, "oil-sands", seat="1"),)), "WR-008", "another colour"),
        (position(4, squads=(squad(3, 4, "oil-sands"),)), "WR-014", "remove squad"),
        (position(squads=(lesser(1, 4, "oil-sands", "free"),)), "WR-184", "write whose squad"),
        (position(squads=(squad(1, 4, "base-5", status="idle"),)), "WR-183", "take its seat away"),
        (position(squads=(lesser(1, 4, "oil-sands"),)), "WR-013", "write such a base"),
        (position(squads=(lesser(1, 4, "base-2"),)), "WR-013", "write such a base"),
        (position(squads=(lesser(1, 4, "base-5"), lesser(1, 5, "base-6"))), "WR-012", "the same base"),
        (position(squads=(lesser(1, 4, "base-5"), lesser(2, 4, "base-5"))), "WR-013", "another base for one"),
        (position(squads=(squad(1, 1, "base-2", camped=True),)), "WR-093", "take the camp"),
        (position(squads=(SEEN, squad(1, 1, "low-orbit", captor="2-3"))), "WR-127", "write captured"),
        (position(squads=(SEEN, TAKEN | {"captor": "2-9"})), "WR-127", "write the captor"),
        (position(squads=(squad(1, 2, "low-orbit"), TAKEN | {"captor": "1-2"})), "WR-127", "write the captor"),
        (position(squads=(SEEN, TAKEN | {"at": "oil-sands"})), "WR-061", "write where the captor"),
        (position(squads=(TAKEN | {"at": "base-2"},)), "WR-064", "write cell or holding"),
        (position(squads=(CELL | {"coercion": 0},)), "WR-130", "how many counters"),
        (position(squads=(squad(2, 2, "base-1", status="holding"),)), "WR-066", "write cell"),
        (position(seats=seats({"rig-at": "oil-sands"})), "WR-191", "leave rig-at out"),
        (position(seats=facility("ion-canon", "base-1", **{"red-fuel": 2})), "WR-243", "take the fuel away"),
        (position(seats=facility("orbital-platform", "low-orbit", **{"red-fuel": 0})), "WR-243", "write more fuel"),
        (position(seats=facility("ion-canon", "base-1", count=1)), "WR-261", "take the count away"),
        (position(supply={"oil-sands": {"blue": 1}}), "WR-005", "take the blue"),
        (position(supply={"oil-sands": {"red": 21}}), "WR-004", "leave less red in Oil Sands"),
        (position(power={"controller": "3"}), "WR-262", "another controller"),
        (position(seats=seats({"sway": 1}), power={"controller": "1"}), "WR-264", "take the counters"),
        (position(seats=seats({}, {"sway": 1, "loyal-to": "1"}), power={"controller": "1"}), "WR-268", "the loyalty"),
        (position(invasion=ships(*CITY) | {"summoner": "3"}), "WR-247", "another summoner"),
        (position(invasion=ships(*CITY[:2])), "WR-248", "write all 3 ships"),
        (position(invasion=ships(*CITY[:2], CITY[0])), "WR-249", "another place"),
        (position(invasion=ships(*CITY, held="ancient-city methane-sea")), "WR-250", "add it to held"),
        (position(invasion=ships(*CITY, reach=1)), "WR-251", "the same reach"),
        (position(invasion=ships(*CITY, held=f"{' '.join(CITY)} low-orbit")), "WR-251", "take Low Orbit out of held"),
        (position(invasion=ships(*CITY, reach=1, others=1)), "WR-251", "add Low Orbit to held"),
        (position(3, invasion=ships(*CITY, armour=0, reach=2, others=1, held=ALL)), "WR-251", "smaller reach for it"),
        (position(invasion=ships(*CITY, armour=0)), "WR-258", "leave the invasion out"),
        (position(seats=seats({"known": {"id-scanner": 1}})), "WR-009", "have 1 Workshop Tools face-up"),
        (position(squads=(squad(2, 3, "ancient-city"),), invasion=ships(*CITY)), "WR-253", "write empire"),
    ]


def report_of(project: Project, rules: CompiledFormat, made: dict[str, Any]) -> Report:
    return rules.check(parse_deck(json.dumps(made), project, "test.json", strict=False))


@pytest.mark.pins("WR-D07")
def test_a_position_that_no_play_leads_to_is_refused(war_rig: Project, rules: CompiledFormat) -> None:
    for made, rule, fix in broken():
        found = report_of(war_rig, rules, made).violations
        assert {one.rule for one in found} == {rule}, (rule, fix, found)
        assert any(fix in one.fix for one in found), (fix, found)


def test_a_position_that_play_leads_to_is_legal(war_rig: Project, rules: CompiledFormat) -> None:
    for made in LEGAL:
        assert not (found := report_of(war_rig, rules, made).violations), (made, found)


def test_what_positions_take_for_the_supply_is_that_of_the_board(war_rig: Project) -> None:
    """WR-004, WR-005: the table of positions says what the board says."""
    board = json.loads((war_rig.path / "boards" / "planet.json").read_text(encoding="utf-8"))
    kind: Any = war_rig.kinds["position"]
    told = {space["id"]: space["attributes"] for space in board["spaces"]}
    supply = {id_: about["supply"] for id_, about in told.items() if "supply" in about}
    assert kind["tables"]["began"] == supply
    titles = {id_ for id_, card in war_rig.cards.items() if "equipment" in card.types}
    assert set(kind["tables"]["equipment"]) == titles

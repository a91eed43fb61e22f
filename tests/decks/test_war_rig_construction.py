"""Every construction rule of War Rig: a legal document, and the smallest one that breaks just this rule."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.decks import Deck, Report, check, compile_format, load_format, parse_deck

FULL = {
    "left-arm": "mass-driver",
    "right-arm": "linked-lasers",
    "head": "utility-cockpit",
    "body": "redundancy-systems",
    "left-leg": "piston-actuated-walker",
    "right-leg": "piston-actuated-walker",
}


@pytest.fixture(scope="module")
def war_rig() -> Project:
    """The bundled game."""
    return load_project("war-rig")


def read(project: Project, made: dict[str, Any]) -> Deck:
    return parse_deck(json.dumps(made), project, "test.json", strict=False)


def errors(report: Report) -> set[str]:
    return {one.rule for one in report.violations}


def warnings(report: Report) -> set[str]:
    return {one.rule for one in report.warnings}


def fixes(report: Report) -> str:
    return "; ".join(one.fix for one in (*report.violations, *report.warnings))


# -- rig builds: WR-D01 to WR-D13 ------------------------------------------------------------------------------------


def rig(slots: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    return {"kind": "rig", "name": "Test", "slots": FULL if slots is None else slots, **fields}


HEAVY = {
    "left-leg": "all-terrain-track",
    "head": "utility-cockpit",
    "left-arm": "mass-driver",
    "right-arm": "mass-driver",
    "body": "linked-lasers",
}
LONE = {"left-leg": "piston-actuated-walker", "head": "utility-cockpit"}
BLIND = {"left-leg": "flight-boosters", "left-arm": "linked-lasers"}
MIXED = {
    "left-leg": "flight-boosters",
    "right-leg": "all-terrain-track",
    "head": "utility-cockpit",
    "left-arm": "linked-lasers",
}
MEDIUM = {
    "left-leg": "piston-actuated-walker",
    "right-leg": "piston-actuated-walker",
    "head": "utility-cockpit",
    "left-arm": "mass-driver",
    "right-arm": "linked-lasers",
}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.pins("WR-D01", "WR-D02", "WR-D03", "WR-D04", "WR-D05", "WR-D06", "WR-D08", "WR-D09", "WR-D10")
def test_a_whole_rig_is_legal(war_rig: Project, strict: bool) -> None:
    """WR-D01 to WR-D06, WR-D08 to WR-D10, WR-D12: it costs red 3, green 3, blue 8 and brown 9."""
    report = check(read(war_rig, rig(strict=strict, budget={"red": 3, "green": 3, "blue": 8, "brown": 9})), war_rig)
    assert report.legal and not report.warnings and report.size == 6


@pytest.mark.parametrize(
    ("made", "rule", "fix"),
    [
        (rig({"tail": "utility-cockpit"}), "WR-D01", "remove tail"),
        (rig({"haed": "utility-cockpit"}), "WR-D01", "write head in place of haed"),
        (rig({"lower-body": "flight-boosters"}), "WR-D01", "move the part to one of the six slots"),
        (rig({"head": "id-scanner"}), "WR-D03", "in its place"),
        (rig({"head": "ion-canon"}), "WR-D03", "in its place"),
        (rig({"head": "purple-1"}), "WR-D03", "in its place"),
        (rig({"head": "utility-cokpit"}), "WR-D03", "write Utility Cockpit"),
        (rig({"left-leg": "mass-driver"}), "WR-D04", "move it to an upper slot"),
        (rig({"body": "flight-boosters"}), "WR-D05", "move it to a lower slot"),
        (rig(dict.fromkeys(("head", "left-arm", "body"), "redundancy-systems")), "WR-D06", "1 Redundancy Systems"),
        (
            rig({"head": "redundancy-systems", "body": "redundancy-systems"}, store={"redundancy-systems": 1}),
            "WR-D06",
            "1 Redundancy Systems",
        ),
        (rig(HEAVY, strict=True), "WR-D08", "take off a part that is no drive, or put on a drive that bears more"),
        (rig(LONE, strict=True), "WR-D09", "add a drive, or a second walker"),
        (rig({"head": "utility-cockpit"}, strict=True), "WR-D09", "add a drive"),
        (rig(BLIND, strict=True), "WR-D10", "or remove Linked Lasers"),
        (
            rig({"left-leg": "flight-boosters"}, budget={"red": 0, "green": 0, "brown": 0, "blue": 1}),
            "WR-D12",
            "remove cards with red for 1, e.g. Flight Boosters",
        ),
        (rig({"left-leg": "flight-boosters"}, budget={"blue": 0}), "WR-D12", "blue for 1"),
        (rig({"head": "utility-cockpit"}, budget={"green": 0}), "WR-D12", "green for 1"),
        (rig({"head": "utility-cockpit"}, budget={"brown": 0}), "WR-D12", "brown for 1"),
        (rig({"head": "utility-cockpit"}, budget={"bleu": 9}), "WR-D12", "write blue in place of bleu"),
    ],
)
@pytest.mark.pins("WR-D01", "WR-D03", "WR-D04", "WR-D05", "WR-D06", "WR-D08", "WR-D09", "WR-D10", "WR-D12")
def test_a_rig_breaks_just_this_rule(war_rig: Project, made: dict[str, Any], rule: str, fix: str) -> None:
    report = check(read(war_rig, made), war_rig)
    assert errors(report) == {rule}
    assert fix in fixes(report)


@pytest.mark.pins("WR-D02")
def test_a_slot_holds_one_part(war_rig: Project) -> None:
    """WR-D02."""
    text = "kind: rig\nname: Test\n\n[slots]\nleft-arm: Linked Lasers\n{}: Tracker Cannon\nhead: Utility Cockpit\n"
    assert check(parse_deck(text.format("right-arm"), war_rig), war_rig).legal
    report = check(parse_deck(text.format("left-arm"), war_rig), war_rig)
    assert errors(report) == {"WR-D02"}
    assert "remove one of the two entries of slots.left-arm" in fixes(report)
    line = "kind: rig\nname: Test\nslots: left-arm Linked Lasers, left-arm Tracker Cannon, head Utility Cockpit\n"
    assert check(parse_deck(line, war_rig), war_rig).violations == report.violations
    json_text = '{"kind": "rig", "slots": {"left-arm": "linked-lasers", "left-arm": "tracker-cannon", "head": %s}}'
    report = check(parse_deck(json_text % '"utility-cockpit"', war_rig), war_rig)
    assert errors(report) == {"WR-D02"} and "the two entries of slots.left-arm" in fixes(report)


@pytest.mark.pins("WR-D07")
def test_the_parts_of_all_rigs_come_from_one_box(war_rig: Project) -> None:
    """WR-D07."""
    rules = compile_format(war_rig, load_format(war_rig, None, "rig"))
    gel = "impact-gel-deployment"
    two, one = rig({"head": gel, "body": gel}), rig({"head": gel})
    assert rules.check_table([read(war_rig, one), read(war_rig, one)]).legal
    report = rules.check_table([read(war_rig, two), read(war_rig, one)])
    assert errors(report) == {"WR-D07"} and report.violations[0].fix == "remove 1 Impact Gel Deployment"
    stored = rig({"head": "utility-cockpit"}, store={gel: 1})
    assert errors(rules.check_table([read(war_rig, two), read(war_rig, stored)])) == {"WR-D07"}


@pytest.mark.parametrize(("slots", "rule"), [(HEAVY, "WR-D08"), (LONE, "WR-D09"), (BLIND, "WR-D10")])
@pytest.mark.pins("WR-D08", "WR-D09", "WR-D10")
def test_what_is_wrong_if_field_ready_is_a_warning_else(war_rig: Project, slots: dict[str, str], rule: str) -> None:
    strict, lenient = (check(read(war_rig, rig(slots, strict=one)), war_rig) for one in (True, False))
    assert errors(strict) == {rule} and rule not in warnings(strict)
    assert lenient.legal and rule in warnings(lenient)


@pytest.mark.pins("WR-D11")
def test_a_claimed_tier_is_that_of_the_rig(war_rig: Project) -> None:
    """WR-D11."""
    assert not check(read(war_rig, rig(MEDIUM, tier="medium")), war_rig).warnings
    report = check(read(war_rig, rig(MEDIUM, tier="light")), war_rig)
    assert report.legal and warnings(report) == {"WR-D11"} and "tier: medium" in fixes(report)
    assert errors(check(read(war_rig, rig(MEDIUM, tier="huge")), war_rig)) == {"WR-D11"}


@pytest.mark.pins("WR-D13")
def test_a_drive_that_only_burdens_the_others_is_reported(war_rig: Project) -> None:
    """WR-D13."""
    report = check(read(war_rig, rig(MIXED)), war_rig)
    assert report.legal and warnings(report) == {"WR-D13"} and "in right-leg, or none" in fixes(report)
    light = {slot: part for slot, part in MIXED.items() if slot != "left-arm"}
    assert not check(read(war_rig, rig(light)), war_rig).warnings
    pair = MIXED | {"left-leg": "all-terrain-track"}
    assert not check(read(war_rig, rig(pair)), war_rig).warnings


@pytest.mark.pins("WR-D01", "WR-D04", "WR-D05", "WR-D14", "WR-D15", "WR-D16", "WR-D17")
def test_a_wide_chassis_has_nine_slots_where_it_is_asked_for(war_rig: Project) -> None:
    """Section 7: off by default."""
    slots = FULL | {"left-shoulder": "tracker-cannon", "lower-body": "flight-boosters"}
    assert check(read(war_rig, rig(slots, chassis="wide")), war_rig).legal
    assert errors(check(read(war_rig, rig(slots)), war_rig)) == {"WR-D01"}
    assert errors(check(read(war_rig, rig({"lower-body": "linked-lasers"}, chassis="wide")), war_rig)) == {"WR-D04"}
    assert errors(check(read(war_rig, rig({"left-shoulder": "flight-boosters"}, chassis="wide")), war_rig)) == {
        "WR-D05"
    }


# -- facility plans: WR-D14 to WR-D17 --------------------------------------------------------------------------------

PLATFORM, CANNON, HARVESTER = (
    ("orbital-platform", "low-orbit"),
    ("orbital-cannon", "low-orbit"),
    ("solar-harvester", "deep-space"),
)
VENTING = ("planetary-venting-infrastructure", "deep-trenches")
VENT, REACTOR = ("experimental-core-vent", "planet-core"), ("stable-core-reactor", "planet-core")


def plan(*builds: tuple[str, str], rivals: dict[str, int] | None = None) -> dict[str, Any]:
    made = {"kind": "plan", "name": "Test", "builds": [{"facility": card, "at": at} for card, at in builds]}
    return {**made, **({"rivals": rivals} if rivals else {})}


@pytest.mark.parametrize(
    "made",
    [
        plan(PLATFORM, CANNON, HARVESTER, ("empire-portal", "deep-space")),
        plan(
            VENTING, VENT, REACTOR, ("planetary-hyperloop", "deep-trenches"), ("arc-shield-generator", "deep-trenches")
        ),
        plan(REACTOR, rivals={"experimental-core-vent": 1}),
        plan(*[("resource-refinery", "home-base")] * 2),
    ],
)
def test_a_legal_plan_passes(war_rig: Project, made: dict[str, Any]) -> None:
    report = check(read(war_rig, made), war_rig)
    assert report.legal and not report.warnings


@pytest.mark.parametrize(
    ("made", "rule", "fix"),
    [
        (plan(("orbital-platform", "deep-space")), "WR-D14", "write at Low Orbit"),
        (plan(("orbital-platform", "moon")), "WR-D14", "write "),
        (plan(("mass-driver", "home-base")), "WR-D14", "in its place"),
        (plan(HARVESTER), "WR-D15", "put Orbital Platform before it"),
        (plan(HARVESTER, PLATFORM), "WR-D15", "put Orbital Platform before it"),
        (plan(HARVESTER, rivals={"orbital-platform": 1}), "WR-D15", "put Orbital Platform before it"),
        (plan(REACTOR), "WR-D15", "put Experimental Core Vent before it, or among those of rivals"),
        (plan(PLATFORM, ("empire-portal", "deep-space")), "WR-D15", "put Solar Harvester before it"),
        (plan(("planetary-hyperloop", "deep-trenches")), "WR-D15", "put Planetary Venting Infrastructure before it"),
        (plan(PLATFORM, CANNON, CANNON), "WR-D17", "remove 1 Orbital Cannon"),
    ],
)
@pytest.mark.pins("WR-D14", "WR-D15", "WR-D17")
def test_a_plan_breaks_just_this_rule(war_rig: Project, made: dict[str, Any], rule: str, fix: str) -> None:
    report = check(read(war_rig, made), war_rig)
    assert errors(report) == {rule}
    assert fix in fixes(report)


@pytest.mark.parametrize(
    ("build", "wanted"),
    [
        (CANNON, PLATFORM),
        (("cyber-warfare-array", "low-orbit"), PLATFORM),
        (("arc-shield-generator", "deep-trenches"), VENTING),
    ],
)
@pytest.mark.pins("WR-D16")
def test_a_facility_that_would_lie_idle_is_reported(
    war_rig: Project, build: tuple[str, str], wanted: tuple[str, str]
) -> None:
    """WR-D16."""
    report = check(read(war_rig, plan(build)), war_rig)
    assert report.legal and warnings(report) == {"WR-D16"} and "add " in fixes(report)
    assert not check(read(war_rig, plan(build, wanted)), war_rig).warnings


# -- set-ups: WR-D18 to WR-D28 ---------------------------------------------------------------------------------------

STANDARD = {"id-scanner": 1, "assault-rifles": 1, "workshop-tools": 1}


def seat(number: int, lesser: int | None) -> dict[str, Any]:
    made: dict[str, Any] = {
        "base": number,
        "squads": {str(squad): {} for squad in (1, 2, 3)},
        "inventory": dict(STANDARD),
        "store": dict(STANDARD),
    }
    return made if lesser is None else {**made, "lesser": dict.fromkeys("456", lesser)}


def setup(players: int = 2) -> dict[str, Any]:
    groups = {2: (3, 4), 3: (4, 5, 6), 4: (5, 6, None, None)}[players]
    seats = {str(at): seat(at, lesser) for at, lesser in enumerate(groups, 1)}
    return {"kind": "setup", "name": "Test", "players": players, "seats": seats}


def changed(path: str, value: Any, players: int = 2, /, **more: Any) -> dict[str, Any]:
    """The set-up with another value at a path; None takes away what is there."""
    made = deepcopy(setup(players))
    for where, put in {path: value, **{key.replace("_", "."): one for key, one in more.items()}}.items():
        inner: Any = made
        *steps, last = where.split(".")
        for step in steps:
            inner = inner.setdefault(step, {})
        if put is None:
            del inner[last]
        else:
            inner[last] = put
    return made


def test_legal_set_ups_of_two_three_and_four(war_rig: Project) -> None:
    for players in (2, 3, 4):
        report = check(read(war_rig, setup(players)), war_rig)
        assert report.legal and not report.warnings, report
    box = {id_: card.attributes["copies"] for id_, card in war_rig.cards.items() if "copies" in card.attributes}
    deck = {id_: copies for id_, copies in box.items() if id_ not in STANDARD}
    assert (len(deck), sum(deck.values()), sum(box.values())) == (26, 57, 69)
    assert check(read(war_rig, setup() | {"deck": deck}), war_rig).legal


@pytest.mark.parametrize(
    ("made", "rule", "fix"),
    [
        (setup(2) | {"seats": {"1": seat(1, 3), "3": seat(3, 4)}}, "WR-D18", "name a seat 2"),
        (changed("seats.3", seat(3, 5)), "WR-D18", "write a seat for each of the 2 players"),
        (changed("players", 1), "WR-D18", "write 2"),
        (changed("players", 5, 4), "WR-D18", "write 4"),
        (changed("seats.1.base", 4), "WR-D19", "write base 1 for seat 1"),
        (changed("seats.1.squads.3", None), "WR-D20", "add squad 3 to seat 1"),
        (changed("seats.1.squads.4", {}), "WR-D20", "remove squad 4 from seat 1"),
        (changed("seats.1.squads.1", {"at": "oil-sands"}), "WR-D20", "write base-1"),
        (changed("seats.1.squads.1", {"camped": True}), "WR-D20", "take the camp away"),
        (changed("seats.1.squads.1", {"cargo": {"red": 1}}), "WR-D20", "take the cargo away"),
        (changed("seats.1.inventory.smoke-grenades", 1), "WR-D21", "remove it from the inventory of seat 1"),
        (changed("seats.2.inventory.id-scanner", None), "WR-D21", "have 1 ID Scanner in the inventory of seat 2"),
        (changed("seats.2.inventory.id-scanner", 2), "WR-D21", "have 1 ID Scanner"),
        (changed("seats.1.store.assault-rifles", 2), "WR-D22", "have 1 unit of Assault Rifles in the store of seat 1"),
        (changed("seats.1.store.workshop-tools", None), "WR-D22", "have 1 unit of Workshop Tools"),
        (changed("seats.1.store.smoke-grenades", 1), "WR-D22", "remove it from the store of seat 1"),
        (
            changed("seats.1.squads.1", {"equipment": ["assault-rifles"]}),
            "WR-D22",
            "or on one of its squads",
        ),
        (
            changed("seats.1.squads.1", {"equipment": ["fire-control-drones"]}),
            "WR-D22",
            "remove it from squad 1 of seat 1",
        ),
        (
            changed("seats.1.squads.1", {"equipment": [*STANDARD]}, 2, seats_1_store=None),
            "WR-D23",
            "carry less on squad 1 of seat 1",
        ),
        (changed("seats.1.lesser", dict.fromkeys("456", 2)), "WR-D24", "into another base"),
        (changed("seats.1.lesser.6", 5), "WR-D24", "put all three of seat 1 into one base"),
        (
            changed("seats.1.lesser", dict.fromkeys("456", 5), 3),
            "WR-D25",
            "put one of the two groups into another base",
        ),
        (changed("seats.2.lesser", None, 3), "WR-D26", "put the counters 4 to 6 of seat 2 into a vacant base"),
        (changed("seats.2.lesser", None, 4, seats_3_lesser=dict.fromkeys("456", 6)), "WR-D26", "of seat 3 out"),
        (changed("seats.2.rig", {"head": "utility-cockpit"}), "WR-D27", "take the parts off"),
        (changed("seats.2.chassis-at", "barren-wastes"), "WR-D27", "write base-2"),
    ],
)
@pytest.mark.pins("WR-D18", "WR-D19", "WR-D20", "WR-D21", "WR-D22", "WR-D23", "WR-D24", "WR-D25", "WR-D26", "WR-D27")
def test_a_set_up_breaks_just_this_rule(war_rig: Project, made: dict[str, Any], rule: str, fix: str) -> None:
    report = check(read(war_rig, made), war_rig)
    assert errors(report) == {rule}
    assert fix in fixes(report)


def test_a_group_in_the_base_of_a_player_is_told_once(war_rig: Project) -> None:
    report = check(read(war_rig, changed("seats.1.lesser", dict.fromkeys("456", 2))), war_rig)
    assert [(one.rule, one.found) for one in report.violations] == [("WR-D24", "2")]


@pytest.mark.pins("WR-D22", "WR-D23")
def test_one_unit_of_a_title_on_a_squad(war_rig: Project) -> None:
    """WR-D23: two units of one title on a squad are one too many, and here one more than there are (WR-D22)."""
    made = changed("seats.1.squads.1", {"equipment": ["id-scanner", "id-scanner"]}, 2, seats_1_store=None)
    assert "WR-D23" in errors(check(read(war_rig, made), war_rig))


@pytest.mark.parametrize(
    ("squad", "rules"),
    [
        ({"cargo": {"red": 3, "tech": 1}}, {"WR-D20"}),
        ({"cargo": {"red": 3, "tech": 2}}, {"WR-D20", "WR-D23"}),
        ({"armoured": {"red": 1}}, {"WR-D20", "WR-D23"}),
        ({"armoured": {"red": 3}, "equipment": ["armoured-haulage"]}, {"WR-D20", "WR-D22"}),
        ({"armoured": {"red": 4}, "equipment": ["armoured-haulage"]}, {"WR-D20", "WR-D22", "WR-D23"}),
    ],
)
@pytest.mark.pins("WR-D20", "WR-D23")
def test_a_squad_of_a_set_up_that_carries_too_much(war_rig: Project, squad: dict[str, Any], rules: set[str]) -> None:
    """WR-D23: four white tokens, and brown ones with Armoured Haulage alone; a set-up has no cargo at all (WR-D20)."""
    assert errors(check(read(war_rig, changed("seats.1.squads.1", squad)), war_rig)) == rules


@pytest.mark.parametrize(("card", "count"), [("mass-driver", 3), ("mass-driver", 5), ("id-scanner", 1)])
@pytest.mark.pins("WR-D28")
def test_the_tech_deck_is_the_printed_one(war_rig: Project, card: str, count: int) -> None:
    """WR-D28."""
    box = {id_: one.attributes["copies"] for id_, one in war_rig.cards.items() if "copies" in one.attributes}
    deck = {id_: copies for id_, copies in box.items() if id_ not in STANDARD} | {card: count}
    report = check(read(war_rig, setup() | {"deck": deck}), war_rig)
    assert errors(report) == {"WR-D28"}
    assert ("add 1 Mass Driver" if count == 3 else "remove 1") in fixes(report)


def test_every_construction_rule_is_in_a_format(war_rig: Project) -> None:
    named = {rule for id_ in ("rig", "plan", "setup", "position") for rule in load_format(war_rig, id_).rules}
    kinds = {rule for made in war_rig.kinds.values() for rule in json.dumps(made).split('"') if rule.startswith("WR-D")}
    assert {rule for rule in war_rig.rules if rule.startswith("WR-D")} <= named | kinds

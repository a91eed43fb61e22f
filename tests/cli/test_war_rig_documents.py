"""The authored documents of War Rig (section 7 of its catalogue), and the commands that show, ask and make up such."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playing import Run, runner

from cardlib import load
from cardlib.catalog import Project, load_project
from cardlib.decks import Deck, check, compile_format, load_deck, load_format, parse_deck, project_decks
from cardlib.decks.facts import values_of
from cardlib.decks.kinds import kind_of
from cardlib.decks.random_documents import random_document
from cardlib.decks.working import Work
from cardlib_cli.asking import answer
from cardlib_cli.board import draw
from cardlib_cli.cards_shown import card_line, card_lines


@pytest.fixture(scope="module")
def war_rig() -> Project:
    """The bundled game."""
    return load_project("war-rig")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, monkeypatch, capsys)


def of_kind(project: Project, kind: str) -> dict[str, Deck]:
    decks = {name: load_deck(path, project) for name, path in project_decks(project).items()}
    return {name: deck for name, deck in decks.items() if deck.kind == kind}


def figures(project: Project, deck: Deck) -> dict[str, Any]:
    kind = kind_of(project, deck.kind)
    work = Work(kind.naming, values_of(deck, project), deck.headers)
    return {name: work.of(figure.formula) for name, figure in kind.figures.items()}


# -- rigs ------------------------------------------------------------------------------------------------------------


def test_twelve_rigs_of_every_sort(war_rig: Project) -> None:
    rigs = of_kind(war_rig, "rig")
    known = {name: figures(war_rig, deck) for name, deck in rigs.items()}
    able = [one for one in known.values() if one["can-move"] and one["targeting"]]
    tiers = Counter(one["real-tier"] for one in able)
    assert len(rigs) == 12
    assert tiers["light"] >= 2 and tiers["medium"] >= 3 and tiers["heavy"] >= 2
    assert [name for name, one in known.items() if one["real-tier"] == "overweight"] == ["top-heavy"]
    assert [name for name, one in known.items() if not one["drives"]] == ["one-leg"]
    assert [name for name, one in known.items() if not one["targeting"]] == ["blind-fury"]
    assert all(5 <= one["total-cost"] <= 30 for one in known.values())
    cards = Counter(card for deck in rigs.values() for card in {*deck.cards("slots")})
    for card, about in war_rig.cards.items():
        if about.type in ("weapon", "drive"):
            assert cards[card] >= 3, card
        if about.type == "cockpit":
            assert cards[card] >= 1, card
    legs = [sorted(deck.fields["slots"].get(f"{side}-leg", "") for side in ("left", "right")) for deck in rigs.values()]
    assert ["piston-actuated-walker"] * 2 in legs and ["all-terrain-track"] * 2 in legs
    assert ["all-terrain-track", "flight-boosters"] in legs
    assert all(check(deck, war_rig).legal for deck in rigs.values())


@pytest.mark.pins("WR-D08")
def test_the_one_that_is_overweight_is_not_field_ready(war_rig: Project) -> None:
    made = load_deck("top-heavy", war_rig)
    written = {"kind": "rig", "name": made.name, **made.fields, "strict": True}
    assert check(parse_deck(json.dumps(written), war_rig), war_rig).rules == ("WR-D08",)


@pytest.mark.parametrize(
    ("slots", "weight", "limits", "tier"),
    [
        ({"LL": "W", "RL": "W", "HD": "C", "LA": "M", "RA": "L"}, 7, (6, 8, 12), "medium"),
        ({"LL": "T", "RL": "T", "HD": "C", "LA": "M", "RA": "M"}, 9, (6, 12, 16), "medium"),
        ({"LL": "T", "HD": "C", "LA": "M", "RA": "M"}, 8, (3, 6, 8), "heavy"),
        ({"LL": "T", "HD": "C", "LA": "M", "RA": "M", "BD": "L"}, 9, (3, 6, 8), "overweight"),
        ({"HD": "C"}, 1, (None, None, None), "light"),
    ],
)
def test_weight_tiers_are_those_of_the_worked_example(
    war_rig: Project, slots: dict[str, str], weight: int, limits: tuple[int | None, ...], tier: str
) -> None:
    """WR-E20, WR-194 to WR-198."""
    names = {"LL": "left-leg", "RL": "right-leg", "HD": "head", "LA": "left-arm", "RA": "right-arm", "BD": "body"}
    parts = {
        "W": "piston-actuated-walker",
        "T": "all-terrain-track",
        "C": "utility-cockpit",
        "M": "mass-driver",
        "L": "linked-lasers",
    }
    made = {"kind": "rig", "name": "Test", "slots": {names[slot]: parts[part] for slot, part in slots.items()}}
    found = figures(war_rig, parse_deck(json.dumps(made), war_rig))
    assert found["weight"] == weight and found["real-tier"] == tier
    assert tuple(found[f"{step}-limit"] for step in ("light", "medium", "heavy")) == limits
    assert found["can-move"] == (tier != "overweight" and len(slots) > 1)


# -- plans, set-ups, positions ---------------------------------------------------------------------------------------


@pytest.mark.pins("WR-D15", "WR-D16")
def test_five_plans(war_rig: Project) -> None:
    reports = {name: check(deck, war_rig) for name, deck in of_kind(war_rig, "plan").items()}
    assert {name: report.rules for name, report in reports.items() if not report.legal} == {"too-early": ("WR-D15",)}
    warned = {name: [one.rule for one in report.warnings] for name, report in reports.items() if report.warnings}
    assert warned == {"idle-cannon": ["WR-D16"]} and len(reports) == 5


def test_six_set_ups(war_rig: Project) -> None:
    """Two each for two, three and four players; every base for a lesser faction, every split of the units."""
    setups = of_kind(war_rig, "setup")
    assert all(check(deck, war_rig).legal for deck in setups.values())
    assert Counter(deck.fields["players"] for deck in setups.values()) == {2: 2, 3: 2, 4: 2}
    bases: dict[int, set[int]] = {2: set(), 3: set(), 4: set()}
    splits = set()
    for deck in setups.values():
        for seat in deck.fields["seats"].values():
            bases[deck.fields["players"]] |= set(seat.get("lesser", {}).values())
            splits.add(tuple(sorted(len(squad.get("equipment", [])) for squad in seat["squads"].values())))
    assert bases == {2: {3, 4, 5, 6}, 3: {4, 5, 6}, 4: {5, 6}}
    assert splits == {(1, 1, 1), (0, 1, 2)}


def test_eight_positions(war_rig: Project) -> None:
    positions = of_kind(war_rig, "position")
    assert len(positions) == 8 and all(check(deck, war_rig).legal for deck in positions.values())
    known = {name: figures(war_rig, deck) for name, deck in positions.items()}
    assert not any(one["dominating"] for one in known.values())
    assert known["two-ships-left"]["ships-left"] == 2
    assert known["before-the-last-wave"]["held-areas"] == 6
    assert known["reactor-once"]["reactor-count"] == 1
    assert known["full-cell"]["prisoners"] == 3


def put(deck: Deck, war_rig: Project, **squad: Any) -> list[str]:
    """Who dominates when the squads that such a change meets are changed: `number` and `colour` find one."""
    made = json.loads(json.dumps({"kind": "position", "name": "Test", **deck.fields}))
    one = next(q for q in made["squads"] if (q["colour"], q["number"]) == (squad["colour"], squad["number"]))
    one.update(squad)
    dominating: list[str] = figures(war_rig, parse_deck(json.dumps(made), war_rig))["dominating"]
    return dominating


def test_one_step_makes_or_mars_domination(war_rig: Project) -> None:
    """WR-273: strength 6, and twice what each rival would move in with."""
    before, spoilt = (load_deck(name, war_rig) for name in ("before-domination", "no-domination-by-one"))
    assert put(before, war_rig, colour="2", number=6, camped=True) == ["1"]
    assert put(before, war_rig, colour="2", number=6, camped=False) == []
    assert put(spoilt, war_rig, colour="2", number=3, at="base-2") == ["1"]
    assert put(spoilt, war_rig, colour="2", number=3, status="captured", captor="1-1") == ["1"]


@pytest.mark.parametrize(
    ("path", "value", "rules", "fix"),
    [
        ("squads.0", {"colour": "2", "number": 1, "seat": "2", "at": "base-2"}, "WR-008", "remove squad"),
        ("squads.1.status", "captured", "WR-127", "write the captor of squad 2"),
        ("squads.4.status", "cell", "WR-065 WR-130", "write status holding"),
        ("squads.0.cargo", {"red": 5}, "WR-D23", "carry less on squad 1"),
        ("squads.0.armoured", {"red": 1}, "WR-D23", "or give it Armoured Haulage"),
        ("squads.0.equipment", ["id-scanner", "id-scanner"], "WR-D23", "carry each title once"),
        ("squads.0.equipment", ["id-scanner", "smoke-grenades", "workshop-tools"], "WR-D23", "carry less"),
        ("squads.8.camped", True, "WR-060", "take the camp away"),
        ("seats.2.slots", {"left-leg": "mass-driver"}, "WR-D04", "move it to an upper slot"),
        ("seats.2.slots", {"head": "flight-boosters"}, "WR-D05", "move it to a lower slot"),
        ("seats.2.slots", {"lower-body": "flight-boosters"}, "WR-D01", "one of the six slots"),
        ("seats.2.slots", {"head": "id-scanner"}, "WR-D03", "in its place"),
        ("seats.1.parts", {"impact-gel-deployment": 3}, "WR-D07", "remove 1 Impact Gel Deployment"),
        ("seats.1.facilities", [{"facility": "ion-canon", "at": "base-2"}], "WR-D14", "stands in base-1"),
        ("seats.1.facilities", [{"facility": "orbital-cannon", "at": "deep-space"}], "WR-D14", "write at Low Orbit"),
        ("seats.3", {}, "WR-D18", "write a seat for each of the 2 players"),
        ("turn", 41, "WR-280", "write 40"),
        ("squads.0.seat", "3", "WR-003", "write another seat for squad 1"),
        ("squads.3.at", "base-2", "WR-064 WR-066", "write another place for squad 4"),
        ("squads.4.at", "oil-sands", "WR-065 WR-066", "write the base of a player for squad 5"),
        ("squads.0.coercion", 1, "WR-130", "write fewer coercion counters for squad 1"),
        ("squads.5.status", "empire", "WR-250", "write the invasion"),
        ("seats.2.sway", 1, "WR-264", "take the counters of seat 2 away"),
        ("seats.2.loyal-to", "1", "WR-268", "take the loyalty of seat 2 away"),
        ("seats.2.rig-at", "base-1", "WR-191 WR-203", "write base-2"),
        ("seats.2.rig-at", "base-6", "WR-191 WR-203", "write base-2"),
        ("seats.2.hits", {"head": 1}, "WR-218", "write fewer hits on head of seat 2"),
        ("seats.2.fires", ["head"], "WR-233", "take the fire of head of seat 2 away"),
        (
            "seats.1.facilities",
            [{"facility": "experimental-core-vent", "at": "planet-core", "hits": 1}],
            "WR-246",
            "take its hits and its fire away",
        ),
        ("seats.2.plans", ["smoke-grenades"], "WR-155", "give the card to a rival of seat 2"),
    ],
)
@pytest.mark.pins("WR-D01", "WR-D03", "WR-D04", "WR-D05", "WR-D07", "WR-D14", "WR-D18", "WR-D23")
def test_a_position_breaks_just_these_rules(war_rig: Project, path: str, value: Any, rules: str, fix: str) -> None:
    made = json.loads(json.dumps({"kind": "position", "name": "Test", **load_deck("full-cell", war_rig).fields}))
    inner: Any = made
    *steps, last = path.split(".")
    for step in steps:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    inner[int(last) if isinstance(inner, list) else last] = value
    report = check(parse_deck(json.dumps(made), war_rig), war_rig)
    assert {one.rule for one in report.violations} == set(rules.split())
    assert fix in "; ".join(one.fix for one in report.violations)


@pytest.mark.parametrize(
    ("seats", "more", "squads", "rules"),
    [
        ({"2": {"slots": {"left-leg": "flight-boosters"}, "hits": {"left-leg": 2}, "rig-at": "base-2"}}, {}, {}, set()),
        ({"2": {"slots": {"left-leg": "flight-boosters"}, "hits": {"left-leg": 3}}}, {}, {}, {"WR-218"}),
        ({"2": {"slots": {"head": "utility-cockpit"}, "fires": ["head"], "rig-at": "oil-sands"}}, {}, {}, set()),
        ({"2": {"sway": 1}}, {"power": {"controller": "1"}}, {}, set()),
        ({"2": {"loyal-to": "1"}}, {"power": {"controller": "1"}}, {}, set()),
        ({"2": {"loyal-to": "2"}}, {"power": {"controller": "2"}}, {}, {"WR-268"}),
        ({"1": {"facilities": [{"facility": "experimental-core-vent", "at": "planet-core"}]}}, {}, {}, set()),
        ({"2": {"plans": ["re-education-centre"]}}, {}, {}, {"WR-155"}),
        ({"2": {"plans": ["id-scanner"]}}, {}, {}, set()),
        ({}, {}, {6: {"status": "cell", "coercion": 2}, 3: {"status": "holding", "coercion": 0}}, set()),
        ({}, {}, {6: {"status": "cell", "coercion": 3}, 3: {"status": "holding", "coercion": 0}}, {"WR-130"}),
    ],
)
def test_what_a_position_says_fits_together(
    war_rig: Project, seats: dict[str, Any], more: dict[str, Any], squads: dict[int, Any], rules: set[str]
) -> None:
    """Hits and fires where a part is, sway where there is power, counters where there is a prisoner."""
    made = json.loads(
        json.dumps({"kind": "position", "name": "Test", **load_deck("full-cell", war_rig).fields, **more})
    )
    for number, about in seats.items():
        made["seats"][number].update(about)
    for at, about in squads.items():
        made["squads"][at].update(about)
    report = check(parse_deck(json.dumps(made), war_rig), war_rig)
    assert {one.rule for one in report.violations} == rules


# -- the commands ----------------------------------------------------------------------------------------------------


def test_a_rig_is_drawn_with_its_numbers(run: Run) -> None:
    out = run("deck", "show", "siege-crawler", "-g", "war-rig").out
    assert "┌ left-arm ─" in out and "│ Mass Driver " in out and "│ 3 black dice " in out and "│ Limits 3/6/8 " in out
    assert out.index("Redundancy Systems") < out.index("Linked Lasers") < out.index("All-terrain Track")
    for line in ("Weight                  10", "Tier                    medium", "Can move                yes"):
        assert line in out
    assert "shoulder" not in out and "lower-body" not in out
    assert "(empty)" in run("deck", "show", "gnat", "-g", "war-rig").out
    assert json.loads(run("deck", "show", "gnat", "-g", "war-rig", "-f", "json").out)["figures"]["weight"] == 3


def test_a_wide_rig_is_drawn_with_nine_slots(run: Run, tmp_path: Path) -> None:
    made = {"kind": "rig", "name": "Wide", "chassis": "wide", "slots": {"lower-body": "flight-boosters"}}
    (tmp_path / "wide.json").write_text(json.dumps(made))
    out = run("deck", "show", tmp_path / "wide.json", "-g", "war-rig").out
    assert out.count("┌") == 9 and "┌ left-shoulder" in out


def test_odds_of_a_rig_on_the_command_line(run: Run) -> None:
    out = run("deck", "odds", "siege-crawler", "hits>=6", "hits>=10", "--against", "gnat", "-g", "war-rig").out
    assert "hits >= 6   without agility" in out and "hits >= 10  Gnat, agility 1" in out
    rows = json.loads(run("deck", "odds", "gnat", "hits=0", "-g", "war-rig", "-f", "json").out)
    assert rows == [{"question": "hits = 0", "chance": 0.484375, "fraction": "31/64"}]
    assert run("deck", "odds", "gnat", "hits", "-g", "war-rig").out.count("hits >=") == 5
    assert (
        "found 'hits>=', expected a question and a number" in run("deck", "odds", "gnat", "hits>=", "-g", "war-rig").err
    )
    assert "(nearest: hits)" in run("deck", "odds", "gnat", "hots>=1", "-g", "war-rig").err


BUDGET = {"red": 3, "green": 2, "blue": 5, "brown": 4}


def test_random_rigs_keep_to_a_budget(war_rig: Project) -> None:
    rules = compile_format(war_rig, load_format(war_rig, None, "rig"))
    sizes = set()
    for seed in range(4):
        made = random_document(war_rig, "rig", seed, rules, {f"budget.{name}": most for name, most in BUDGET.items()})
        assert rules.check(made).legal and made.fields["budget"] == BUDGET and made.fields["strict"]
        known = figures(war_rig, made)
        assert known["can-move"] and all(known[f"{name}-cost"] <= most for name, most in BUDGET.items())
        sizes.add(made.size)
    assert len(sizes) > 1 and max(sizes) > 2


def test_a_budget_is_given_on_the_command_line(run: Run) -> None:
    made = run("deck", "random", "-g", "war-rig", "--kind", "rig", "--seed", "3", "--set", "budget.red=3")
    assert made.code == 0 and "red: 3" in made.out and "strict: yes" in made.out
    for words, said in (
        (("--set", "bugdet.red=3"), "has no field 'bugdet' (nearest: budget)"),
        (("--set", "budget=3"), "expected a field of one value"),
        (("--set", "budget.red=many"), "found 'many', expected a whole number"),
        (("--set", "budget.red=-1"), "found -1, expected at least 0"),
        (("--set", "budget.red=100"), "found 100, expected at most 99"),
        (("--set", "budget.pink=3"), "Budget has no 'pink'; it has: red, green, blue, brown"),
        (("--set", "strict=perhaps"), "expected yes or no"),
    ):
        ran = run("deck", "random", "-g", "war-rig", "--kind", "rig", *words)
        assert ran.code == 1 and said in ran.err
    assert "--set is for documents" in run("deck", "random", "-g", "mecha", "--set", "a=1").err


# -- cards, as a person reads them -----------------------------------------------------------------------------------


def test_a_card_says_its_class_its_armour_and_where_it_is_built(war_rig: Project) -> None:
    """A class without subtypes leaves no gap; a number alone is named; words such as a location are told."""
    assert war_rig.cards["utility-cockpit"].type_line == "Upper part: Cockpit"
    assert "weight 1, armour 8, Targeting" in card_line(war_rig, "utility-cockpit")
    assert "Location: Deep Space, Needs: Solar Harvester" in card_lines(war_rig, "empire-portal")


def test_a_keyword_tells_its_rule_once_though_the_rule_is_called_so(war_rig: Project) -> None:
    match = load("war-rig").match(["scouts", "raiders"], seed=1)
    assert sum(line.startswith("WR-138") for line in answer(match, war_rig, "construct")) == 1


def test_no_pile_is_named_of_which_nothing_is_shown(war_rig: Project) -> None:
    """The second player's screen is like the first one's."""
    match = load("war-rig").match(["scouts", "raiders"], seed=1)
    assert not [line for line in draw(match, war_rig, 1) if line in ("The tech deck:", "The removed from the game:")]

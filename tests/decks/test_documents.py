"""Documents of kinds that a game declares: machines with parts in slots, crew sheets with numbers by level."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cardlib.catalog import Project, check_project, load_project
from cardlib.decks import Deck, Report, check, compile_format, load_deck, load_format, parse_deck, render_deck
from cardlib.decks.declared import KINDS
from cardlib.decks.format_schema import format_schema
from cardlib.decks.names import UnknownCards
from cardlib.decks.random_documents import random_document
from cardlib.decks.written import DeckError
from cardlib.places import schemas_root
from cardlib_cli.checks import EXTRA
from cardlib_cli.main import main

FOUNDRY = Path(__file__).parents[1] / "fixtures" / "foundry"


@pytest.fixture(scope="module")
def foundry() -> Project:
    """The game of the tests."""
    return load_project(FOUNDRY)


def read(project: Project, made: dict[str, Any]) -> Deck:
    """A document from JSON, with names that no card has kept for the check."""
    return parse_deck(json.dumps(made), project, "test.json", strict=False)


def broken(report: Report) -> set[str]:
    """The rules that a document breaks, or is warned of."""
    return {one.rule for one in (*report.violations, *report.warnings)}


# -- machines --------------------------------------------------------------------------------------------------------

MACHINE: dict[str, Any] = {
    "kind": "machine",
    "name": "Walker",
    "slots": {
        "left-arm": "band-saw",
        "right-arm": "Band Saw",
        "head": "glass-eye",
        "left-leg": "iron-foot",
        "right-leg": "iron-foot",
    },
    "tier": "heavy",
    "strict": True,
    "budget": {"iron": 6, "oil": 1},
}


def machine(**changes: Any) -> dict[str, Any]:
    """The machine with other slots or fields; None takes one away."""
    made = deepcopy(MACHINE)
    for name, value in changes.items():
        key = name.replace("_", "-")
        into = made if key in ("tier", "strict", "budget", "slots") else made["slots"]
        if value is None:
            into.pop(key, None)
        else:
            into[key] = value
    return made


def test_a_legal_machine_passes(foundry: Project) -> None:
    report = check(read(foundry, MACHINE), foundry)
    assert report.legal and broken(report) == set() and report.size == 5 and report.format == "machine"


@pytest.mark.parametrize(
    ("made", "rules", "said", "fix"),
    [
        (machine(haed="glass-eye", head=None), {"FDY-D01"}, "one of left-arm", "write head in place of haed"),
        (machine(body="hand-lamp", budget=None), {"FDY-D03"}, "a Part card", "put a Part card in its place"),
        (machine(slots=None, tier=None), {"FDY-D03"}, "a value for slots", "write slots"),
        (machine(body="Bend Saw"), {"FDY-D03"}, "cards of the published list", "'Bend Saw': write Band Saw"),
        (machine(right_leg="glass-eye", budget=None), {"FDY-D04"}, "a leg in right-leg", "move it to an upper slot"),
        (machine(body="wheel", budget=None), {"FDY-D05"}, "an arm in body", "move it to a lower slot"),
        (machine(body="glass-eye", left_arm="glass-eye", budget=None), {"FDY-D06"}, "at most 2", "remove 1 Glass Eye"),
        (
            machine(right_arm="chain-saw", left_leg=None, right_leg="wheel", budget=None),
            {"FDY-D08", "FDY-D10"},
            "at most 6",
            "",
        ),
        (machine(head=None, tier=None), {"FDY-D09"}, "at least 1 Glass Eye", "add 1 Glass Eye, or remove Band Saw"),
        (machine(tier="light"), {"FDY-D10"}, "exactly heavy", "write tier: heavy"),
        (machine(tier="huge"), {"FDY-D10"}, "one of light, middle, heavy", "write "),
        (machine(budget={"iron": 5}), {"FDY-D11"}, "at most 5", "remove cards with iron for 1, e.g. Iron Foot"),
        (machine(budget={"iron": 6, "oil": -1}), {"FDY-D11"}, "at least 0", "write 0"),
        (machine(budget={"irn": 6}), {"FDY-D11"}, "one of iron, oil", "write iron in place of irn"),
    ],
)
def test_an_illegal_machine_breaks_its_rule(
    foundry: Project, made: dict[str, Any], rules: set[str], said: str, fix: str
) -> None:
    report = check(read(foundry, made), foundry)
    assert broken(report) == rules
    assert any(said in one.allowed and fix in one.fix for one in (*report.violations, *report.warnings)), report


def test_what_is_an_error_if_strict_is_a_warning_else(foundry: Project) -> None:
    heavy = {"right_arm": "chain-saw", "left_leg": None, "right_leg": "wheel", "budget": None, "tier": None}
    assert not check(read(foundry, machine(**heavy)), foundry).legal
    loose = check(read(foundry, machine(**heavy, strict=False)), foundry)
    assert loose.legal and broken(loose) == {"FDY-D08"}


def test_parts_of_all_machines_come_from_one_box(foundry: Project) -> None:
    rules = compile_format(foundry, load_format(foundry, None, "machine"))
    walkers = [read(foundry, MACHINE), read(foundry, machine(right_arm="chain-saw"))]
    assert rules.check_table(walkers[:1]).legal
    assert broken(rules.check_table([walkers[0], walkers[0]])) == {"FDY-D07"}
    assert broken(rules.check_table(walkers)) == set()


# -- crews -----------------------------------------------------------------------------------------------------------


def crew(*changes: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The crew of the project, changed."""
    made: dict[str, Any] = json.loads((FOUNDRY / "decks" / "first-smiths.json").read_text())
    for change in changes:
        change(made)
    return made


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change: a value at a path; None takes away what is there."""

    def change(made: dict[str, Any]) -> None:
        *steps, last = path.split(".")
        for step in steps:
            made = made[int(step)] if isinstance(made, list) else made[step]
        key: Any = int(last) if isinstance(made, list) else last
        if value is None:
            del made[key]
        else:
            made[key] = value

    return change


def test_a_legal_crew_passes(foundry: Project) -> None:
    report = check(load_deck("first-smiths", foundry), foundry)
    assert report.legal and broken(report) == set() and report.format == "crew"


@pytest.mark.parametrize(
    ("change", "rules", "said", "fix"),
    [
        (put("craft", None), {"FDY-D20", "FDY-D26"}, "a value for craft", "write craft"),
        (put("craft", "smth"), {"FDY-D20", "FDY-D26"}, "one of smith, scout", "write smith"),
        (put("level", 5), {"FDY-D21", "FDY-D24", "FDY-D25"}, "exactly 4", "write level: 4"),
        (put("round", 21), {"FDY-D21", "FDY-D30"}, "1 to 20", "write 20"),
        (put("units.chief", None), {"FDY-D22"}, "one chief", "add the unit chief"),
        (put("units.h4", None), {"FDY-D22"}, "exactly 4", "raise it by 1"),
        (lambda made: made["units"].update(h5=made["units"].pop("h4")), {"FDY-D23"}, "h1 to h4", "name a unit h4"),
        (put("units.chief.health", 6), {"FDY-D24"}, "exactly 7", "write units.chief.health: 7"),
        (put("units.h1.speed", 4), {"FDY-D24"}, "exactly 3", "write units.h1.speed: 3"),
        (put("picks.2", None), {"FDY-D25"}, "exactly 3", "raise it by 1"),
        (put("picks.0.level", 3), {"FDY-D25"}, "exactly 3", "raise it by 1"),
        (put("picks.0.level", 1), {"FDY-D25"}, "2 to 6", "write 2"),
        (put("picks.1.level", 5), {"FDY-D25"}, "a level up to 4", "remove the pick"),
        (put("picks.0.skill", "Whistle"), {"FDY-D26"}, "a skill of a smith, above rank 0", "pick another skill"),
        (put("picks.0.skill", "hammer-blow"), {"FDY-D26"}, "a skill of a smith, above rank 0", "pick another skill"),
        (put("picks.0.skill", "Hand Lamp"), {"FDY-D26"}, "a Skill card", "put a Skill card in its place"),
        (put("picks.0.skill", "quench"), {"FDY-D27"}, "at most 1", "remove 1 Quench"),
        (
            lambda made: (put("picks.1.skill", "masterpiece")(made), put("picks.2.skill", "quench")(made)),
            {"FDY-D28"},
            "a level at which its rank is open",
            "pick a skill of a lower rank",
        ),
        (put("weapons.h2.pike", 4), {"FDY-D29", "FDY-D30"}, "0 to 3", "write 3"),
        (put("weapons.h2", {"sword": 3}), {"FDY-D29"}, "one of axe, bow, pike", "remove sword"),
        (put("weapons.h1.bow", 0), {"FDY-D30"}, "exactly 3", "raise it by 1"),
        (put("stock", {"Hand Lamp": 9}), {"FDY-D31"}, "at most 8", "remove 1 card"),
        (put("stock", {"Wheel": 1}), {"FDY-D31"}, "a Tool card", "put a Tool card in its place"),
    ],
)
def test_an_illegal_crew_breaks_its_rule(
    foundry: Project, change: Callable[[dict[str, Any]], None], rules: set[str], said: str, fix: str
) -> None:
    report = check(read(foundry, crew(change)), foundry)
    assert broken(report) == rules
    assert any(said in one.allowed and fix in one.fix for one in report.violations), report


# -- reading and writing ---------------------------------------------------------------------------------------------

WALKER = """\
kind: machine
name: Walker
# for the yard
tier: Heavy          # as it is printed
strict: yes

[slots]
left-arm: Band Saw
right-arm = band saw
head: glass-eye
left-leg: Iron Foot
right-leg: Iron Foot

[budget]
iron: 6
oil: 1
"""


def test_text_and_json_say_the_same(foundry: Project) -> None:
    text, made = parse_deck(WALKER, foundry, "walker.txt"), read(foundry, MACHINE)
    assert text.fields == made.fields and text.counts() == made.counts() == {
        "band-saw": 2,
        "glass-eye": 1,
        "iron-foot": 2,
    }
    assert text.comments == ("for the yard",)


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_document_is_written_as_it_is_read(foundry: Project, form: str) -> None:
    for name in ("walker", "first-smiths"):
        deck = load_deck(name, foundry)
        again = parse_deck(render_deck(deck, foundry, form), foundry, f"{name}.{form}")
        assert again == deck


def test_what_has_several_values_within_a_line_comes_back() -> None:
    """Set-ups and positions as text: squads have cargo and equipment."""
    project = load_project("war-rig")
    for path in sorted((project.path / "decks").glob("*.json")):
        deck = load_deck(path, project)
        back = parse_deck(render_deck(deck, project, "text"), project)
        assert back.fields == deck.fields, deck.name


def test_an_entry_that_stands_twice_breaks_its_rule(foundry: Project) -> None:
    report = check(parse_deck(WALKER.replace("head:", "left-arm:"), foundry, "walker.txt"), foundry)
    assert "FDY-D02" in broken(report)
    assert next(one for one in report.violations if one.rule == "FDY-D02").section == "slots.left-arm"


def test_a_key_of_json_that_stands_twice_breaks_the_rule_of_its_field(foundry: Project) -> None:
    """In a field it is told with the rule, in a list by its number from 1; elsewhere the document cannot be read."""
    text = render_deck(parse_deck(WALKER, foundry), foundry, "json")
    report = check(parse_deck(text.replace('"head":', '"left-arm":'), foundry, "walker.json"), foundry)
    assert [one.section for one in report.violations if one.rule == "FDY-D02"] == ["slots.left-arm"]
    project = load_project("war-rig")
    plan = '{"kind": "plan", "builds": [{"facility": "ion-canon", "at": "home-base", "at": "home-base"}]}'
    told = [(one.rule, one.section) for one in check(parse_deck(plan, project), project).violations]
    assert told == [("WR-D14", "builds[1].at")]
    for slip in ('"kind": "plan", "builds"', '"name": "A", "name": "B", "builds"', '"builds": NaN, "builds"'):
        with pytest.raises(DeckError, match=r"twice in one object|found NaN"):
            parse_deck(plan.replace('"builds"', slip), project)


def test_fields_of_a_kind_that_is_not_named_are_told(foundry: Project) -> None:
    with pytest.raises(DeckError, match='found no "kind", expected "kind": "machine"'):
        parse_deck('{"name": "Walker", "slots": {}}', foundry)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kind: machin", "has no documents of the kind 'machin' (nearest: machine)"),
        ("kind: machine\nteir: heavy", "walker.txt:2: found no field of a Machine 'teir' (nearest: tier)"),
        ("kind: machine\n[slot]\nhead: Glass Eye", "walker.txt:2: found no field of a Machine 'slot' (nearest: slots)"),
        ("kind: machine\n[tier]\nheavy", "walker.txt:2: found [tier], expected 'tier: value': it is one value"),
        ("kind: machine\n[slots]\nGlass Eye", "walker.txt:3: found 'Glass Eye', expected 'name: value' in [slots]"),
        ("kind: machine\nstrict: perhaps", 'walker.txt: strict: found "perhaps", expected true or false'),
        ("kind: machine\n[budget]\niron: six", 'walker.txt: budget.iron: found "six", expected a whole number'),
        ("kind: crew\n[picks]\nlevel 2, skil Quench", "walker.txt:3: found no field 'skil' (nearest: skill)"),
        ("kind: crew\n[units h1 arm]\nx: 1", "walker.txt:2: found [units h1 arm], expected a heading of a field"),
        ("kind: crew\ngame: mecha", "found a deck of the game 'mecha', expected one of 'foundry'"),
    ],
)
def test_a_line_that_makes_no_sense_is_told(foundry: Project, text: str, said: str) -> None:
    with pytest.raises(DeckError) as caught:
        parse_deck(text, foundry, "walker.txt", strict=False)
    assert said in str(caught.value)


def test_everything_of_another_shape_is_told_at_once(foundry: Project) -> None:
    made = crew(put("round", "four"), put("units.h1", 5), put("picks.1.skill", 7), put("fuel", 3))
    with pytest.raises(DeckError) as caught:
        read(foundry, made)
    assert str(caught.value).splitlines() == [
        'test.json: round: found "four", expected a whole number',
        "test.json: units.h1: found 5, expected an object",
        "test.json: picks[2].skill: found 7, expected a text of at most 200 characters",
        "test.json: fuel: found no field of a Crew sheet, "
        "expected one of craft, round, level, units, picks, weapons, stock",
    ]


def test_names_that_no_card_has_are_told_all_at_once(foundry: Project) -> None:
    made = crew(put("picks.0.skill", "Red Haet"), put("picks.1.skill", "Quentch"))
    with pytest.raises(UnknownCards, match="2 unknown card names"):
        parse_deck(json.dumps(made), foundry, "test.json")


# -- made up ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["machine", "crew"])
def test_random_documents_are_legal(foundry: Project, kind: str) -> None:
    rules = compile_format(foundry, load_format(foundry, None, kind))
    made = [random_document(foundry, kind, seed, rules) for seed in (0, 1, 0)]
    assert all(rules.check(one).legal for one in made)
    assert made[0] == made[2] != made[1]


# -- the command line ------------------------------------------------------------------------------------------------


def test_the_commands_of_decks_take_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["cardlib", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out + captured.err

    place = str(FOUNDRY)
    code, out = run("deck", "check", "walker", "first-smiths", "-g", place)
    assert code == 0 and "legal       Walker, 5 cards" in out
    code, out = run("deck", "check", "walker", "walker", "--table", "-g", place)
    assert code == 1 and "FDY-D07 copies" in out and "found 2 + 2 = 4 (Band Saw), allowed at most 3" in out
    code, out = run("deck", "show", "walker", "-g", place)
    assert code == 0 and "Weight                   7" in out
    code, out = run("deck", "show", "walker", "-g", place, "--format", "json")
    assert json.loads(out)["figures"] == {
        "weight": 7, "bears": 8, "real-tier": "heavy", "iron": 6, "oil": 1, "armed": True
    }  # fmt: skip
    code, out = run("deck", "list", "-g", place)
    assert code == 0 and "first-smiths  First Smiths  crew         6            yes" in out
    made = tmp_path / "made.txt"
    code, out = run("deck", "random", "--kind", "crew", "--seed", "5", "-g", place, "-o", str(made))
    assert code == 0 and made.read_text().startswith("kind: crew\nname: Random 5\n")
    assert run("deck", "check", str(made), "-g", place)[0] == 0
    code, out = run("deck", "stats", "walker", "-g", place)
    assert code == 1 and "found a document of the kind 'machine', expected a deck" in out
    code, out = run("deck", "random", "--kind", "crow", "-g", place)
    assert code == 1 and "'crow'" in out


# -- what declares them ----------------------------------------------------------------------------------------------


def test_the_schema_of_formats_knows_no_game() -> None:
    """No word of a game stands in it: sections, identities and zones are data."""
    text = json.dumps(format_schema()).lower()
    for word in ("special", "faction", "theater", "aside", "hand_size", "bandwidth", "mecha", "tyrant", "counters"):
        assert word not in text
    assert set(KINDS) <= set(format_schema()["$defs"])
    assert (schemas_root() / "document.schema.json").is_file()


def _changed(folder: Path, file: str, old: str, new: str) -> list[str]:
    shutil.copytree(FOUNDRY, folder)
    path = folder / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    return [str(problem) for problem in check_project(folder, EXTRA)]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("documents/machine.json", "sum(weight of slots)", "sum(wieght of slots)",
         "documents/machine.json: figures.weight.formula: 'wieght' is no attribute or keyword of the game"),
        ("documents/machine.json", '"id": "machine"', '"id": "engine"', "documents/machine.json"),
        ("documents/machine.json", '"only": "part"', '"only": "prat"', "fields.slots.of.only"),
        ("documents/machine.json", '"key_rule": "FDY-D01"', '"key_rule": "FDY-D91"', "fields.slots.key_rule"),
        ("documents/crew.json", '"type": "word", ', '"type": "wort", ', "fields.craft.type"),
        ("formats/machine.json", '"document": "machine"', '"document": "machin"', "formats/machine.json:5: document"),
        ("formats/machine.json", '"max": "bears"', '"max": "bear"', "unknown name 'bear'"),
        ("formats/machine.json", "has(budget.iron)", "has(budget.iron", "found 'the end', expected ')'"),
        ("formats/crew.json", '"sections": ["stock"]', '"sections": ["stok"]', "found 'stok', expected one of"),
        ("decks/walker.txt", "tier: heavy", "teir: heavy", "decks/walker.txt:3"),
        ("decks/first-smiths.json", '"round": 4', '"round": "4"', "decks/first-smiths.json"),
    ],
)  # fmt: skip
def test_the_check_of_the_data_tells_what_is_wrong(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    problems = _changed(tmp_path / "foundry", file, old, new)
    assert any(said in problem for problem in problems), problems


def test_a_sum_over_some_of_the_cards_names_what_is_too_heavy(tmp_path: Path) -> None:
    some = '"strict", "value": "sum(weight of cards(slots, \'part\'))"'
    assert (
        _changed(tmp_path / "foundry", "formats/machine.json", '"strict", "value": "sum(weight of slots)"', some) == []
    )
    foundry = load_project(tmp_path / "foundry")
    heavy = machine(right_arm="chain-saw", left_leg=None, right_leg="wheel", budget=None, tier=None)
    whole, parts = (
        next(one for one in check(read(project, heavy), project).violations if one.rule == "FDY-D08")
        for project in (load_project(FOUNDRY), foundry)
    )
    assert parts.fix == whole.fix and parts.cards == whole.cards != ()


def test_a_deck_names_no_field_of_documents() -> None:
    """Where a game declares no kinds, `kind` is a header like any other, as before."""
    mecha = load_project("mecha")
    deck = parse_deck("kind: aggressive\n40 Radio Tower", mecha)
    assert deck.kind == "deck" and deck.headers == {"kind": "aggressive"}

"""How a kind of documents is drawn and what it rolls, on the foundry with dice; and what is said of slips in that."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cardlib import plugins
from cardlib.catalog import Project, check_project, load_project
from cardlib.deck_odds import deck_odds
from cardlib.decks import Deck, check, compile_format, load_deck, load_format, parse_deck
from cardlib.decks.facts import values_of
from cardlib.decks.fields import FormatError
from cardlib.decks.kinds import kind_of
from cardlib.decks.ledgers import alike, told
from cardlib.decks.random_documents import random_document
from cardlib.decks.working import Work
from cardlib.errors import NotFound
from cardlib_cli.checks import EXTRA

FOUNDRY = Path(__file__).parents[1] / "fixtures" / "foundry"
FACES: list[dict[str, Any]] = [{}, {"symbols": {"cut": 1}}, {"symbols": {"spark": 1}}, {"symbols": {"jam": 1}}]
DICE = {
    "symbols": {"cut": {"name": "cut"}, "jam": {"name": "jam"}, "spark": {"name": "spark"}},
    "dice": [{"id": "saw", "name": "Saw die", "faces": FACES}],
}
DRAWING = {"field": "slots", "rows": [". head .", "left-arm body right-arm", "left-leg . right-leg"], "shows": ["load"]}
ODDS = {
    "cuts": {
        "title": "cuts",
        "rolls": "cards(slots, 'saw')",
        "dice": {"saw": "teeth"},
        "counts": "cut",
        "void": ["jam"],
        "turn": {"spark": "heat"},
        "again": {"title": "speed", "dice": "max(0, weight - theirs.weight)"},
    }
}


def changed(folder: Path, change: Callable[[dict[str, Any]], object] = bool) -> Path:
    """The foundry with dice, a drawing and odds, its kind of machines changed."""
    shutil.copytree(FOUNDRY, folder)
    (folder / "dice").mkdir(exist_ok=True)
    (folder / "dice" / "saws.json").write_text(json.dumps(DICE))
    game = json.loads((folder / "game.json").read_text())
    number = {"type": "integer", "of": ["arm"], "optional": True, "description": "Of a saw."}
    game["attributes"] |= {"teeth": {**number, "title": "Teeth"}, "heat": {**number, "title": "Heat"}}
    (folder / "game.json").write_text(json.dumps(game))
    parts = json.loads((folder / "cards" / "parts.json").read_text())
    parts["cards"][0] |= {"teeth": 1}
    parts["cards"][1] |= {"teeth": 1, "heat": 2}
    (folder / "cards" / "parts.json").write_text(json.dumps(parts))
    machine = folder / "documents" / "machine.json"
    made = json.loads(machine.read_text()) | {"drawing": DRAWING, "odds": ODDS}
    made = json.loads(json.dumps(made))
    change(made)
    machine.write_text(json.dumps(made, indent=2))
    return folder


@pytest.fixture(scope="module")
def foundry(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The foundry, drawn and rolling."""
    return load_project(changed(tmp_path_factory.mktemp("portrayal") / "foundry"))


def machine(project: Project, **slots: str) -> Deck:
    made = {"kind": "machine", "name": "Test", "slots": {slot.replace("_", "-"): card for slot, card in slots.items()}}
    return parse_deck(json.dumps(made), project)


def test_the_check_lets_it_pass(foundry: Project) -> None:
    assert [str(problem) for problem in check_project(foundry.path, EXTRA)] == []
    drawing = kind_of(foundry, "machine").drawing
    assert drawing is not None and drawing.rows[1] == ("left-arm", "body", "right-arm") and drawing.keys is None


def test_each_card_rolls_by_itself(foundry: Project) -> None:
    """A band saw cuts once in four; a spark of a chain saw is two cuts, and what jams one voids not the other."""
    band, chain = machine(foundry, left_arm="band-saw"), machine(foundry, left_arm="chain-saw")
    assert deck_odds(foundry, band, "cuts").plain.at_least(1) == Fraction(1, 4)
    assert deck_odds(foundry, chain, "cuts").plain.at_least(2) == Fraction(1, 4)
    both = deck_odds(foundry, machine(foundry, left_arm="band-saw", right_arm="chain-saw"), "cuts").plain
    assert both.at_least(1) == 1 - Fraction(3, 4) * Fraction(1, 2)


def test_the_other_side_has_what_leaves_most_rolled_again(foundry: Project) -> None:
    band, light = machine(foundry, left_arm="band-saw"), machine(foundry, head="glass-eye")
    found = deck_odds(foundry, band, "cuts", light)
    assert (found.again, found.again_title) == (1, "speed")
    assert found.against.at_least(1) == Fraction(1, 16)
    assert deck_odds(foundry, light, "cuts", band).again == 0


WRITTEN = {
    "title": "cut through",
    "asked": {"arm": {"value": "left-arm", "of": "keys(slots)"}, "swing": 0},
    "steps": {"edge": "weight + swing", "guard": "theirs.weight + 0"},
    "written": "'d6 + {edge} > d6 + {guard} then 2 else 0'",
}


def test_a_question_may_be_written_out_and_depends_on_what_is_asked(tmp_path: Path) -> None:
    """A band saw weighs 3: on its own it faces nothing, and another band saw with three."""

    def change(made: dict[str, Any]) -> None:
        made["odds"] |= {"through": WRITTEN, "none": {"title": "not", "like": "through", "written": "'{edge}'"}}

    project = load_project(changed(tmp_path / "foundry", change))
    band = machine(project, left_arm="band-saw")
    weight = project.cards["band-saw"].attributes["weight"]
    alone, both = deck_odds(project, band, "through"), deck_odds(project, band, "through", band)
    assert (alone.written, both.faced) == (
        f"d6 + {weight} > d6 + 0 then 2 else 0",
        f"d6 + {weight} > d6 + {weight} then 2 else 0",
    )
    assert both.against.at_least(2) == Fraction(15, 36)
    swung = deck_odds(project, band, "through", band, {"swing": 6})
    assert (
        swung.against.weights == {2: 1}
        and deck_odds(project, band, "none", None, {"swing": 2}).plain.mean == weight + 2
    )
    with pytest.raises(NotFound, match="arm: found 'leftarm'"):
        deck_odds(project, band, "through", None, {"arm": "leftarm"})
    with pytest.raises(NotFound, match="does not depend on 'swng' \\(nearest: swing"):
        deck_odds(project, band, "through", None, {"swng": 1})
    with pytest.raises(NotFound, match="depends on nothing beside the document"):
        deck_odds(project, band, "cuts", None, {"swing": 1})


# -- numbers that a package works out, and documents that it makes -----------------------------------------------------


def provided(monkeypatch: pytest.MonkeyPatch, **by_name: Any) -> None:
    """Let a package provide these, by name, as an entry point would."""
    monkeypatch.setattr(plugins, "_provided", lambda group, name: by_name.get(name))


def test_a_figure_may_be_given_by_a_package_and_is_named_in_formulas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def loads(fields: dict[str, Any], project: Project) -> Any:
        cards = {slot: project.cards[card] for slot, card in fields["slots"].items()}
        return {
            slot: {"load": ((card.name, int(str(card.attributes["weight"]))), ("oil", 2))}
            for slot, card in cards.items()
        }

    def change(made: dict[str, Any]) -> None:
        made["figures"] = {"loads": {"title": "Loads", "given": "loads"}, **made["figures"]}
        made["figures"]["heaviest"] = {"title": "Heaviest", "formula": "max(loads[s].load for s in keys(slots))"}

    folder = changed(tmp_path / "foundry", change)
    provided(monkeypatch, loads=loads)
    project = load_project(folder)
    band = machine(project, left_arm="band-saw", right_arm="band-saw")
    weight = int(str(project.cards["band-saw"].attributes["weight"]))
    kind = kind_of(project, "machine")
    work = Work(kind.naming, values_of(band, project))
    assert work.of(kind.figures["heaviest"].formula) == weight + 2
    ledger = work.ledger("loads")
    assert told(ledger["left-arm"]["load"]) == f"{weight} Band Saw; +2 oil"
    assert [names for names, _ in alike(ledger)] == [["left-arm", "right-arm"]]
    provided(monkeypatch)
    with pytest.raises(FormatError, match="found 'loads', expected a figure that a package provides"):
        kind_of(load_project(folder), "machine")


def test_documents_may_be_made_by_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forge(project: Project, fixed: dict[str, Any], chance: Any) -> dict[str, Any]:
        return {"slots": {"head": "glass-eye"}, "tier": "heavy"}

    def change(made: dict[str, Any]) -> None:
        made["made_by"] = "forge"

    folder = changed(tmp_path / "foundry", change)
    provided(monkeypatch, forge=forge)
    project = load_project(folder)
    rules = compile_format(project, load_format(project, None, "machine"))
    made = random_document(project, "machine", 1, rules, {"slots.head": "glass-eye"})
    assert made.fields["slots"] == {"head": "glass-eye"}
    provided(monkeypatch)
    with pytest.raises(FormatError, match="found 'forge', expected what a package provides"):
        random_document(load_project(folder), "machine", 1, rules)


def test_what_rolls_nothing_comes_to_nothing(foundry: Project) -> None:
    assert deck_odds(foundry, machine(foundry, head="glass-eye"), "cuts").plain.weights == {0: 1}
    with pytest.raises(NotFound, match="a Crew sheet answers no question 'cuts'; questions: none"):
        deck_odds(foundry, load_deck("first-smiths", foundry), "cuts")


def edited(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(made: dict[str, Any]) -> None:
        *steps, last = path.split(".")
        for step in steps:
            made = made[step]
        made[last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("drawing.field", "slot", 'drawing.field: found "slot", expected a field that is a map (nearest: slots)'),
        ("drawing.rows", ["head bdy"], "expected keys of slots, and . for none"),
        ("drawing.shows", ["lode"], "expected attributes of game.json (nearest: load)"),
        ("drawing.keys", "keys(slotz)", "drawing.keys: unknown name 'slotz' (nearest: slots)"),
        ("odds.cuts.rolls", "cards(slotz, 'saw')", "odds.cuts.rolls: unknown name 'slotz' (nearest: slots)"),
        ("odds.cuts.dice", {"sow": "teeth"}, "expected one of iron, saw (nearest: saw)"),
        ("odds.cuts.dice", {"saw": "tooth"}, "expected attributes of game.json (nearest: teeth)"),
        ("odds.cuts.counts", "cutt", "expected a symbol of the dice (nearest: cut)"),
        ("odds.cuts.void", ["jamm"], "expected a symbol of the dice (nearest: jam)"),
        ("odds.cuts.again.dice", "their.weight", "odds.cuts.again.dice: unknown name 'their' (nearest: theirs)"),
        ("odds.through", WRITTEN | {"written": "'{wieght}'"}, "odds.through.written: unknown name 'wieght'"),
        ("odds.through", WRITTEN | {"asked": {"weight": 1}}, "expected another name than 'weight'"),
        ("odds.through", WRITTEN | {"like": "cut"}, "expected a written question before this one (nearest: cuts)"),
        ("odds.through", {"title": "x"}, "odds.through"),
        ("odds.cuts.helped", {"by": "saww", "showing": "cut", "retries": ["blank"]}, "odds.cuts.helped.by"),
    ],
)
def test_a_slip_is_told_with_its_place(tmp_path: Path, path: str, value: Any, said: str) -> None:
    problems = [str(problem) for problem in check_project(changed(tmp_path / "foundry", edited(path, value)), EXTRA)]
    assert any("documents/machine.json" in problem and said in problem for problem in problems), problems


# -- beside it: figures that are hidden, copies as printed, random documents that keep what is fixed -------------------


def test_a_count_of_copies_may_be_what_a_card_prints(tmp_path: Path) -> None:
    folder = changed(tmp_path / "foundry")
    made = json.loads((folder / "formats" / "machine.json").read_text())
    made["constraints"] = [{"kind": "copies", "of": "glass-eye", "exactly": {"attribute": "copies"}, "rule": "FDY-D06"}]
    made["constraints"][0]["of"] = "eye"
    (folder / "formats" / "machine.json").write_text(json.dumps(made))
    project = load_project(folder)
    assert check(machine(project, head="glass-eye", body="glass-eye"), project).legal
    for slots, found, fix in (
        ({"head": "glass-eye"}, 1, "add 1 Glass Eye"),
        (dict.fromkeys(("head", "body", "left_arm"), "glass-eye"), 3, "remove 1 Glass Eye"),
    ):
        (one,) = check(machine(project, **slots), project).violations
        assert (one.rule, one.found, one.allowed, one.fix) == ("FDY-D06", found, "exactly 2", fix)


def test_random_documents_keep_what_is_fixed_and_leave_out_what_never_is(tmp_path: Path) -> None:
    def change(made: dict[str, Any]) -> None:
        made["fields"]["tier"]["random"] = "never"
        made["fields"]["strict"]["random"] = "always"

    project = load_project(changed(tmp_path / "foundry", change))
    rules = compile_format(project, load_format(project, None, "machine"))
    for seed in range(4):
        made = random_document(project, "machine", seed, rules, {"budget.iron": 4, "budget.oil": 2})
        assert rules.check(made).legal and made.fields["budget"] == {"iron": 4, "oil": 2}
        assert made.fields["strict"] is True and "tier" not in made.fields

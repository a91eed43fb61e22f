"""Analog Tactics on paper: team sheets of documents, cards and pieces, and the boards as they are played on."""

from __future__ import annotations

import json
import math
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from looks import looks
from shipped import shipped

from cardlib.catalog import Card, Project, load_project
from cardlib.decks import load_deck
from cardlib_print import PrintOptions, preflight
from cardlib_print.elements import BoxElement, TextElement
from cardlib_print.forms import Form
from cardlib_print.kit import write_kit
from cardlib_print.layouts import load_layout
from cardlib_print.pieces import pieces
from cardlib_print.printing import Press
from cardlib_print.selection import select
from cardlib_print.sheets import single_sheet
from cardlib_print.spaces import board_named
from cardlib_print.values import field_names

BOARDS = ("causeway", "triskele", "four-gates")
SEATS = {"amber": "A", "blue": "B", "crimson": "C", "dusk": "D"}
TEAMS = ("works-crew-10", "drill-yard-10", "nine-knives-10", "hearth-fire-10")


@pytest.fixture(scope="module")
def tactics() -> Project:
    return shipped("analog-tactics")


def drawn(project: Project, deck: str) -> tuple[Press, list[Card]]:
    """A press for the forms of a document, and these."""
    chosen = select(project, deck)
    forms = [card for card, _ in chosen.cards if isinstance(card, Form)]
    return Press(project, PrintOptions(layouts=chosen.layouts)), list(forms)


def words(press: Press, card: Card) -> dict[str, str]:
    """What stands on a face, by the id of the element."""
    return {
        element.id: " ".join("".join(run.text for run in line) for line in value)
        for element, value, _ in press.drawn(card).words
    }


def test_all_prints_in_low_ink_and_with_backs(tactics: Project) -> None:
    """Without these the kit below prints all of it."""
    found = pieces(tactics)
    cards = {card.type: card for card in tactics.cards.values()}  # one of each type
    every = [*((card, 1) for card in cards.values()), *((card, 1) for card, _ in found.cards)]
    options = PrintOptions(layouts=found.layouts, backs="long", low_ink=True)
    assert preflight(tactics, every, options) == ([], [])


def test_a_set_has_all_its_parts(tactics: Project) -> None:
    copies = Counter({card.id: count for card, count in pieces(tactics).cards})
    for seat in SEATS:
        assert copies[f"piece-elite-{seat}"] == 1
        assert [copies[f"piece-common-{number}-{seat}"] for number in range(1, 9)] == [1] * 8
        assert (copies[f"token-stealth-{seat}"], copies[f"marker-control-{seat}"]) == (30, 8)
    assert [copies[f"piece-common-{number}"] for number in range(9, 15)] == [1] * 6
    assert copies["marker-objective"] == copies["marker-respawn-point"] == 8
    assert [copies[f"team-{name}"] for name in ("warrior", "assassin", "mage", "engineer")] == [4] * 4
    assert all(copies[f"board-{name}"] == 1 for name in BOARDS)


def test_pieces_of_a_team_have_its_letter_so_that_they_are_told_apart_without_colours(tactics: Project) -> None:
    found = pieces(tactics)
    press = Press(tactics, PrintOptions(layouts=found.layouts, low_ink=True))
    owned = {card.id: card for card, _ in found.cards if card.id.rpartition("-")[2] in SEATS}
    assert len(owned) == len(SEATS) * (9 + 2)
    for name, card in owned.items():
        marked = {text for id_, text in words(press, card).items() if id_.startswith("team-")}
        assert marked == {SEATS[name.rpartition("-")[2]]}


@pytest.mark.parametrize("deck", TEAMS)
def test_a_sheet_has_the_numbers_of_its_team(tactics: Project, deck: str) -> None:
    press, (sheet, page) = drawn(tactics, deck)
    assert isinstance(sheet, Form) and sheet.work is not None
    said = words(press, sheet)
    fields, ledger = sheet.work.fields, sheet.work.known
    sheet.work.of(press.faces(sheet).layout.formulas.naming.formula("stats"))  # type: ignore[union-attr]
    stats = ledger["stats"]
    elements = {one.id: one for one in press.faces(sheet).layout.elements}
    for unit, numbers in stats.items():
        for stat in ("health", "base", "critical", "evasion", "hit", "armor", "range"):
            assert said[f"number-{unit}-{stat}"] == str(numbers[stat]).replace("-", "\u2212")
        for pool, most in (("attack", 4), ("movement", 6), ("special", 6), ("reaction", 6)):
            marked = [n for n in range(1, most + 1) if elements[f"{pool}-now-{unit}-{n}"].when(sheet)]  # type: ignore[misc]
            assert marked == list(range(1, min(most, numbers[pool]) + 1))
            beyond = numbers[pool] - most + 1
            assert said.get(f"{pool}-more-{unit}", "") == (f"+{beyond}" if beyond > 1 else "")
    levels = [n for n in range(1, 11) if elements[f"level-now-{n}"].when(sheet)]  # type: ignore[misc]
    assert levels == [fields["level"]]
    of_class = str(fields["class"])
    for who in ("elite", "common"):
        card = tactics.cards[f"{of_class}-{who}"]
        for level in range(1, 11):
            printed = str(card.attributes[f"hit@{level}"]).replace("-", "\u2212")
            assert said[f"{who}-value-hit-{level}"] == printed
    assert len(words(press, page)["abilities"]) > 1000


def test_the_area_of_each_class_is_filled_in(tactics: Project) -> None:
    def marked(deck: str, prefix: str) -> list[str]:
        press, (sheet, _) = drawn(tactics, deck)
        found = press.faces(sheet).layout.elements
        return [
            one.id.removeprefix(prefix) for one in found if one.id.startswith(prefix) and one.when and one.when(sheet)
        ]

    weapons = load_deck("drill-yard-10", tactics).fields["weapons"]
    ranks = {(unit, weapon): rank for unit, of in weapons.items() for weapon, rank in of.items()}
    raised = Counter(tuple(one.split("-")[:2]) for one in marked("drill-yard-10", "rank-now-"))
    assert raised == {place: rank for place, rank in ranks.items() if rank}
    houses = load_deck("nine-knives-10", tactics).fields["houses"]
    assert sorted(marked("nine-knives-10", "house-rank-now-")) == sorted(
        f"{house}-{n}" for house, rank in houses.items() for n in range(1, rank + 1)
    )
    attuned = Counter(load_deck("hearth-fire-10", tactics).fields["attuned"])
    points = Counter(one.rpartition("-")[0] for one in marked("hearth-fire-10", "point-now-"))
    assert points == attuned
    assert marked("works-crew-5", "pool-now-") == ["2"]
    press, (sheet, _) = drawn(tactics, "works-crew-5")
    said = words(press, sheet)
    assert said["carried-C1"] == "Railgun, Thrusters"
    assert said["built-now"] == "Built: 2 Relay, 4 Wall, Medbay"


def test_a_blank_sheet_has_its_table_and_no_marks(tactics: Project) -> None:
    found = pieces(tactics)
    press = Press(tactics, PrintOptions(layouts=found.layouts))
    for card in (card for card, _ in found.cards if card.id.startswith("team-")):
        said = words(press, card)
        assert said["elite-value-health-1"] in ("4", "5")
        assert not any(id_.startswith("number-") or "-more-" in id_ for id_ in said)
        elements = press.faces(card).layout.elements
        assert [one.id for one in elements if "-now" in one.id and one.when is not None and one.when(card)] == []


def test_a_number_changed_in_an_ability_shows_on_its_card_and_on_the_sheets_that_have_it(tmp_path: Path) -> None:
    folder = tmp_path / "tactics"
    shutil.copytree(load_project("analog-tactics").path, folder, ignore=shutil.ignore_patterns("scenarios"))
    path = folder / "cards" / "abilities-engineer-blueprints.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    (thrusters,) = (card for card in data["cards"] if card["id"] == "blueprint-thrusters")
    written = json.dumps(thrusters)
    assert '"movement": 2' in written
    data["cards"][data["cards"].index(thrusters)] = json.loads(written.replace('"movement": 2', '"movement": 4'))
    path.write_text(json.dumps(data), encoding="utf-8")
    told = []
    for project in (shipped("analog-tactics"), load_project(folder)):
        press, (sheet, page) = drawn(project, "works-crew-5")
        own = words(press, project.cards["blueprint-thrusters"])["rules"]
        ready = press.faces(sheet).layout.elements
        boxes = sum(one.id.startswith("movement-now-C1-") and one.when(sheet) for one in ready if one.when is not None)
        told.append(("+2" in own, "+4" in own, "+4 Movement" in words(press, page)["abilities"], boxes))
        more = words(press, sheet).get("movement-more-C1")
        assert more == ("+3" if boxes == 6 and told[-1][1] else None)
    assert told == [(True, False, False, 6), (False, True, True, 6)]


def test_a_bonus_is_no_keyword_with_a_number(tactics: Project) -> None:
    """A bonus of +2 Evasion is not the keyword "2 Evasion", which would be in bold."""
    press = Press(tactics, PrintOptions())
    found = {}
    for id_ in ("house-esper-1-levitation", "house-esper-4-crumple"):
        said = next(value for element, value, _ in press.drawn(tactics.cards[id_]).words if element.id == "rules")
        found[id_] = {run.text for line in said for run in line if run.bold}
    assert not found["house-esper-1-levitation"] and {"Piercing", "Wounding"} <= found["house-esper-4-crumple"]


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("profile-wall", None),
        ("profile-relay", "at most 3"),
        ("profile-medbay", "at most 2 · radius 2"),
        ("profile-armory", "at most 3 · radius 3 · aura 1"),
        ("profile-spotter", "at most 1 · 1 VP"),
    ],
)
def test_a_building_says_how_far_and_how_much(tactics: Project, card: str, text: str | None) -> None:
    said = words(Press(tactics, PrintOptions()), tactics.cards[card])
    assert [value for id_, value in said.items() if id_.startswith("most")] == ([text] if text else [])


@pytest.mark.parametrize("name", BOARDS)
def test_a_poster_shows_every_space_of_its_board_where_it_lies(tactics: Project, name: str) -> None:
    found = pieces(tactics, ["board"])
    press = Press(tactics, PrintOptions(layouts=found.layouts))
    (card,) = (card for card, _ in found.cards if card.id == f"board-{name}")
    board = board_named(tactics, name)
    layout = press.faces(card).layout
    boxes = {one.id.removeprefix("space-"): one.box for one in layout.elements if one.id.startswith("space-")}
    assert sorted(boxes) == sorted(board.names)
    middle = {id_: (box.x + box.width / 2, box.y + box.height / 2) for id_, box in boxes.items()}
    for space, id_ in enumerate(board.names):
        for next_ in board.neighbours[space]:
            assert math.dist(middle[id_], middle[board.names[next_]]) == pytest.approx(28, abs=0.01)
    said = words(press, card)
    for space, id_ in enumerate(board.names):
        label = str(board.attributes[space].get("label", ""))
        whose = [seat.id.lower() for seat in board.seats for held in seat.regions.values() if space in held]
        shown = said.get(f"seat-name-{id_}") or said.get(f"label-{id_}", "")
        assert shown == (f"{label} · {whose[0]}" if whose else label)
        kinds = {
            one.id.partition("-")[0]
            for one in layout.elements
            if isinstance(one, BoxElement) and one.id.endswith(f"-{id_}")
        }
        assert kinds - {"space", "seat"} == set(board.tags[space])


@pytest.mark.parametrize("name", BOARDS)
def test_names_of_spaces_stand_out_on_a_poster(tactics: Project, name: str) -> None:
    """They are small and thin, so that more is asked of them than the 4.5 of all texts: a contrast of 7."""
    found = pieces(tactics, ["board"])
    cards = [card for card, _ in found.cards if card.id == f"board-{name}"]
    names = {id_.lower() for id_ in board_named(tactics, name).names}
    (look,) = looks(tactics, cards, PrintOptions(sheet=single_sheet(), layouts=found.layouts))
    plain = [letter for letter in look.letters if letter.size == 7 and set(letter.line.split()) <= names]
    assert len(plain) > len(names)
    assert min(letter.contrast for letter in look.letters) >= 4.5
    faint = {(letter.line, round(letter.contrast, 1)) for letter in plain if letter.ground[0] > 0.9}
    assert faint and min(ratio for _, ratio in faint) >= 7


def test_sheets_and_pieces_can_be_read(tactics: Project) -> None:
    """7 pt or more but for the stamp, contrast 4.5 or more, nothing written within 3 mm of the cut."""
    found = pieces(tactics, ["tokens", "reference"])
    small = ("piece-common-1-amber", "piece-turret", "piece-emp-tower", "piece-dreadnought", "marker-objective")
    shown = (*small, "reference-mage", "reference-sight")
    cards = [card for card, _ in found.cards if card.id in shown]
    chosen = select(tactics, "far-sight")
    cards += [card for card, _ in chosen.cards if isinstance(card, Form)]
    layouts = {**found.layouts, **chosen.layouts}
    seen = 0
    for look in looks(tactics, cards, PrintOptions(sheet=single_sheet(), layouts=layouts)):
        seen += 1
        tiny = {letter.line for letter in look.letters if letter.size < 7}
        assert [line for line in tiny if "Analog Tactics · AT" not in line] == [], look.card
        assert {letter.line for letter in look.letters if letter.contrast < 4.5} == set(), look.card
        assert min(letter.edge for letter in look.letters) > 2.7, look.card
    assert seen == len(shown) + 2


@pytest.mark.parametrize("id_", ["time-marker", "objective", "profile-savant", "obstacle", "stealth-token"])
def test_what_a_thing_can_do_takes_the_place_of_what_its_kind_is(tactics: Project, id_: str) -> None:
    card = tactics.cards[id_]
    about = tactics.game.types[card.type].description
    assert about in words(Press(tactics, PrintOptions()), card).values()
    shown = words(Press(tactics, PrintOptions()), replace(card, written="Draw a bath."))
    assert "Draw a bath." in shown.values()
    assert about not in shown.values()


def test_the_name_of_a_dreadnought_lies_on_a_plate(tactics: Project) -> None:
    """It goes across the edges of the four spaces."""
    elements = {one.id: one for one in load_layout(tactics, "dreadnought", field_names(tactics)).elements}
    plate, name = elements["name-plate"], elements["name"]
    assert isinstance(plate, BoxElement)
    assert isinstance(name, TextElement)
    assert name.box.x >= plate.box.x
    assert name.box.x + name.box.width <= plate.box.x + plate.box.width


def test_a_kit_has_all_that_is_needed_on_a_table(tactics: Project, tmp_path: Path) -> None:
    kit = write_kit(tactics, tmp_path, ["works-crew-5"])
    assert {part.file for part in kit.parts} == {
        "read-me-first.pdf",
        "sheet-works-crew-level-5.pdf",
        "cards.pdf",
        "tokens.pdf",
        "dice.pdf",
        "board.pdf",
        "reference.pdf",
        "boxes.pdf",
        "rules.pdf",
    }
    assert (kit.warnings, kit.left_out) == ((), ())
    (boxes,) = (part for part in kit.parts if part.file == "boxes.pdf")
    assert boxes.sheets == 3  # one would be larger than the paper

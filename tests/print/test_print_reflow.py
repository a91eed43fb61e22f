"""Cards of other sizes: nothing that lies apart comes to lie on each other, in all games, read back from the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from example import forget, install
from harbour import write
from matrices import matrix
from pages import Page, read, words_of
from shipped import shipped

from cardlib.catalog import Card, Project, bundled_slugs, load_project
from cardlib.catalog.template import make_project
from cardlib_print.elements import BoxElement, SymbolElement, TextElement
from cardlib_print.geometry import Box, length
from cardlib_print.layouts import load_layout
from cardlib_print.preflight import PreflightError
from cardlib_print.printing import Press, PrintOptions, preflight, print_cards
from cardlib_print.reflow import SIZES, Fit, reflowed
from cardlib_print.sheets import single_sheet
from cardlib_print.values import field_names

NAMED = ("poker", "bridge", "mini", "tarot", "square", "hex")
SHEETS = {"war-rig": {"rig"}}  # forms and boards, which keep their size


def on(size: str) -> PrintOptions:
    """Single cards of a size by name; "" for their own."""
    return PrintOptions(fit=Fit((SIZES[size],)) if size else None, sheet=single_sheet(), bleed=0.0)


def different(project: Project) -> list[Card]:
    """A card for each set of elements that any card of the game shows, the one with the longest text."""
    press = Press(project, PrintOptions())
    found: dict[tuple[object, ...], Card] = {}
    for card in sorted(project.cards.values(), key=lambda card: len(card.text)):
        layout = press.faces(card).layout
        shown = tuple(element.when is None or element.when(card) for element in layout.elements)
        if layout.name not in SHEETS.get(project.slug, ()):
            found[layout.name, shown] = card
    return list(found.values())


def overlapping(page: Page) -> str:
    """The letters that lie on others of another line."""
    letters = [one for one in page.letters if one[0].strip() and one[3] > one[1]]
    shrunk = sorted(
        (top + 0.15, bottom - 0.15, left + 0.15, right - 0.15, at, text)
        for at, (text, left, top, right, bottom) in enumerate(letters)
    )
    found = []
    for first, (top, bottom, left, right, at, text) in enumerate(shrunk):
        for top_, bottom_, left_, right_, at_, other in shrunk[first + 1 :]:
            if top_ >= bottom:
                break
            if abs(at - at_) > 1 and left_ < right and left < right_ and top < bottom_:
                found.append(text + other)
    return "".join(found)


# What is left is too long for the card, and is refused with the sizes that have room for it.
REFUSED = {
    ("analog-tactics", "square"): {"assassin-1-afterimage", "engineer-1-repair"},
    ("tyrants", "square"): {
        "ac-breaching-shuttle",
        "ccn-missionary-ark",
        "ccn-reference",
        "ff-reference",
        "fln-reference",
    },
}


@pytest.mark.parametrize(("slug", "size"), matrix(bundled_slugs(), ["", *NAMED], 2))
def test_the_cards_of_every_game_go_on_sizes_and_no_letters_lie_on_each_other(
    slug: str, size: str, tmp_path: Path
) -> None:
    project = shipped(slug)
    press = Press(project, on(size))
    cards = [card for card in project.cards.values() if card.type not in SHEETS.get(slug, ())]
    press.inspect(cards, 0.0)
    for card in cards:
        press.drawn(card)
    refused = {one.card for one in press.problems()}
    assert "" not in refused  # nothing is wrong with a layout, whatever a card says
    assert size == "mini" or refused == REFUSED.get((slug, size), set())
    shown = [(card, 1) for card in different(project) if card.id not in refused]
    print_cards(project, shown, tmp_path / "cards.pdf", on(size))
    pages = read(tmp_path / "cards.pdf")
    assert len(pages) == len(shown) > 0
    assert [found for page in pages if (found := overlapping(page))] == []


def test_nothing_of_the_example_lies_on_anything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its layouts take over those that any game has; a badge or an emblem of theirs may not lie on its table."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    install(tmp_path / "site", monkeypatch)
    try:
        project = load_project("beacon-hill")
        cards = list(project.cards.values())
        problems, _ = preflight(project, [(card, 1) for card in cards], on(""))
        print_cards(project, [(card, 1) for card in cards], tmp_path / "cards.pdf", on(""))
        units = load_layout(project, "unit", field_names(project))
    finally:
        forget()
    assert problems == []
    assert [found for page in read(tmp_path / "cards.pdf") if (found := overlapping(page))] == []
    boxes = [one.box for one in units.elements if isinstance(one, SymbolElement)]
    table = next(one.box for one in units.elements if one.id == "names")
    assert boxes and all(box.y + box.height <= table.y for box in boxes)


def pairs(slug: str) -> Iterator[tuple[str, tuple[Box, ...], tuple[Box, ...]]]:
    """Each layout of a game with its boxes before and after, on each size by name that is no hexagon."""
    project = shipped(slug)
    press = Press(project, PrintOptions())
    for name in {press.faces(card).layout.name for card in project.cards.values()} - SHEETS.get(slug, set()):
        own = load_layout(project, name, field_names(project))
        for size in NAMED[:-1]:
            target = Fit((SIZES[size],)).target(own.size)
            assert target is not None
            new = reflowed(own, load_layout(project, name, field_names(project), size=target), own.bleed)
            kept = [at for at, element in enumerate(own.elements) if not element.box.shared]
            boxes = (tuple(layout.elements[at].box for at in kept) for layout in (own, new))
            yield f"{name} on {size}", *boxes


def apart(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) <= max(one.x, other.x) + 0.01
        or min(one.bottom, other.bottom) <= max(one.y, other.y) + 0.01
    )


@pytest.mark.parametrize("slug", bundled_slugs())
def test_what_lies_apart_lies_apart_on_every_size(slug: str) -> None:
    for where, before, after in pairs(slug):
        met = [
            (one, other)
            for one, other in combinations(range(len(before)), 2)
            if apart(before[one], before[other]) and not apart(after[one], after[other])
        ]
        assert met == [], where


def grown(folder: Path) -> Project:
    """A new project with a faction, two numbers, and three stats."""
    project = make_project(folder / "realm")
    game = project.read(project.path / "game.json")
    number = {"type": "integer", "minimum": 0, "description": "A number."}
    game["attributes"] |= {
        "speed": {**number, "title": "Speed"},
        "armour": {**number, "title": "Armour"},
        "faction": {"type": "string", "enum": ["red", "green"], "title": "Faction", "description": "Whose."},
    }
    game["stats"] = ["attack", "health", "armour"]
    write(project.path / "game.json", game)
    for path in sorted((project.path / "cards").iterdir()):
        cards = project.read(path)
        cards["cards"] = [{**card, "speed": 10, "armour": 12, "faction": "green"} for card in cards["cards"]]
        write(path, cards)
    return load_project(project.path)


def test_plain_cards_hold_on_every_size(tmp_path: Path) -> None:
    for project in (make_project(tmp_path / "arena"), grown(tmp_path)):
        cards = list(project.cards.values())
        for size in ("", *NAMED):
            printed = print_cards(project, [(card, 1) for card in cards], tmp_path / "cards.pdf", on(size))
            assert [one for one in printed.warnings if "stamp" in one.text] == [], size
            for card, page in zip(cards, read(tmp_path / "cards.pdf"), strict=True):
                assert overlapping(page) == "", size
                assert card.name in words_of(page), size
                for word in ("Speed", "Armour") if "speed" in project.game.attributes else ():
                    assert word in page.text, size


def test_sums_are_worked_out_for_the_size_that_is_asked_for(harbour: Project) -> None:
    card = {"extends": "plain", "elements": [{"id": "own", "kind": "box", "box": [40, 60, 8, 8], "fill": "ink"}]}
    write(harbour.path / "print" / "card.json", card)
    asked = Press(harbour, on("mini")).faces(harbour.cards["barge"]).layout
    write(harbour.path / "print" / "card.json", {**card, "card": {"width": 44.45, "height": 63.5}})
    project = load_project(harbour.path)
    said = load_layout(project, "card", field_names(project))
    shared = [(one.id, one.box) for one in asked.elements if one.box.shared]
    assert len(shared) > 10
    for (id_, box), other in zip(shared, (one for one in said.elements if one.box.shared), strict=True):
        sides = [(one.x, one.y, one.width, one.height) for one in (box, other.box)]
        assert (id_, sides[0]) == (other.id, pytest.approx(sides[1]))
    own = next(one.box for one in asked.elements if one.id == "own")  # of numbers: moved, and not left beyond the card
    assert own.right < 44.45 - 3 and own.bottom < 63.5 - 3


def test_what_has_no_room_is_told_with_the_sizes_that_have(tmp_path: Path) -> None:
    mecha = shipped("mecha")
    cards = [(mecha.cards["road-works"], 2), (mecha.cards["jaeger"], 2)]
    with pytest.raises(PreflightError) as raised:
        print_cards(mecha, cards, tmp_path / "mini.pdf", on("mini"))
    said = str(raised.value).splitlines()
    assert said[1].startswith("  road-works: rules: the text needs ")
    assert said[-1].startswith("what is on these cards has no room on 44.45 x 63.5 mm; they go on euro-poker, poker, ")
    told, _, less = said[-1].partition("they go on ")[2].partition("; ")
    assert less == 'a smaller "min" for rules in the layout may do too'
    named = told.removesuffix(", and on their own size").split(", ")
    assert {"bridge", "square", "tarot", "hex"} <= set(named) and not {"mini", "micro"} & set(named)
    for name in named:
        assert preflight(mecha, cards[:1], on(name))[0] == []
    assert not (tmp_path / "mini.pdf").exists()
    long = replace(mecha.cards["road-works"], written="A word after another. " * 200)
    with pytest.raises(PreflightError, match=r"go on no other size by name, and not on their own size either$"):
        print_cards(mecha, [(long, 1)], tmp_path / "mini.pdf", on("mini"))


def test_texts_that_come_to_lie_on_each_other_are_told(harbour: Project) -> None:
    text = {"kind": "text", "font": "body", "text": "word", "size": 8}
    boxes = [{**text, "id": "left", "box": [5, 20, 24, 30]}, {**text, "id": "right", "box": ["100%-31", 30, 24, 5]}]
    write(harbour.path / "print" / "card.json", {"extends": "base", "elements": boxes})
    project = load_project(harbour.path)
    cards = [(project.cards["pier"], 1)]
    problems, _ = preflight(project, cards, on("mini"))
    assert [str(one) for one in problems if "lies on" in one.text] == [
        "layout card: left: lies on right on a card of 44.45 x 63.5 mm; give the layout boxes for that size"
    ]
    assert preflight(project, cards, on("bridge"))[0] == []


def test_boards_sheets_and_tokens_keep_their_size() -> None:
    war_rig = shipped("war-rig")
    rig = next(card for card in war_rig.cards.values() if card.type == "rig")
    assert Press(war_rig, on("mini")).faces(rig).layout.size == Press(war_rig, PrintOptions()).faces(rig).layout.size
    fit = Fit((SIZES["mini"],))
    assert [fit.target(replace(SIZES["mini"], width=wide, height=high)) for wide, high in ((190, 62), (16, 16))] == [
        None,
        None,
    ]


def test_badges_keep_their_proportions_and_upright_words_go_with_what_they_count(tmp_path: Path) -> None:
    structure = shipped("structure")
    card = structure.cards["und-necromender"]
    own, new = (Press(structure, on(size)).faces(card).layout.elements for size in ("", "square"))
    named = {one.id: (one, other) for one, other in zip(own, new, strict=True)}
    before, after = named["cost"]
    assert isinstance(before, TextElement) and isinstance(after, TextElement) and before.turn == -90
    first, second = (named[f"cost-rim-{n}"] for n in (1, 2))
    step = (second[1].box.y - first[1].box.y) / (second[0].box.y - first[0].box.y)
    assert step < 0.95
    assert after.limits.size / before.limits.size == pytest.approx(step, rel=0.06)
    squad = shipped("war-rig").cards["orange-1"]
    layouts = [Press(shipped("war-rig"), on(size)).faces(squad).layout for size in ("", "square")]
    discs = [next(one for one in layout.elements if one.id == "disc") for layout in layouts]
    assert all(isinstance(one, BoxElement) and one.box.width == pytest.approx(one.box.height) for one in discs)


@pytest.mark.parametrize(
    ("given", "whole", "expected"),
    [
        ("min(11, 18%-4.8)", 88, 11.0),
        ("min(11, 18%-5)", 50, 4.0),
        ("max(3, 50%-30)", 63.5, 3.0),
        ("min(1, 2, 3)", 1, None),
        ("min(1)", 1, None),
        ("mid(1,2)", 1, None),
        ("min(1,max(2,3))", 1, None),
    ],
)
def test_the_smaller_or_the_larger_one_of_two_lengths(given: str, whole: float, expected: float | None) -> None:
    assert length(given, whole) == (None if expected is None else pytest.approx(expected))

"""A kit: everything that is needed to play a game on a table, as files to print, with a page that says what to do.

Decks, each with a tuck box that lists it; tokens, as many as the cards of these decks bring; boards, dice and reference
cards; the rules. A game without decks gives its cards by the attribute `copies`. With backs, pieces that show the same
on both sides have none. Each pile is noted as printed, with a manifest beside its file, so that a kit is brought up to
date like any other print.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.catalog.pieces import GROUPS
from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.writing import check_writable, write_bytes
from cardlib_print.booklet import guide_page, rules_pages
from cardlib_print.boxes import Box, box_for, box_pages, laid
from cardlib_print.geometry import Size
from cardlib_print.kit_piles import KitPile, kit_piles
from cardlib_print.noting import print_run, whole
from cardlib_print.printing import Press, PrintOptions
from cardlib_print.selection import Selection, told
from cardlib_print.sheets import PAPERS

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project
    from cardlib_print.preflight import Problem
    from cardlib_print.sheets import Flip

GUIDE = "read-me-first.pdf"
_CARDS = "card of 250-300 g/m², or paper in sleeves"
_TICKS = "Cut along the ticks: first all the long cuts, then across."
_POSTER = "What takes several sheets: cut the left or upper edge, lay it on the next sheet up to the ticks, glue."
# What each kind of file is printed on, and how it is cut.
STOCK = {
    "deck": (_CARDS, _TICKS),
    "cards": (_CARDS, _TICKS),
    "tokens": (
        "paper, glued on board of 1-2 mm",
        "Glue first, then cut along the ticks with a knife.",
    ),
    "dice": ("sticker paper", "Cut out, and stick the sides on blank dice of 16 mm."),
    "board": ("heavy paper, or paper glued on board", _POSTER),
    "reference": ("card of 250-300 g/m²", _TICKS),
    "boxes": ("card of 200-250 g/m²", "Cut full lines, crease and fold dashed ones, glue the flap and the bottom."),
    "sheet": (
        "paper, or card of 160-200 g/m²",
        "Cut along the ticks; points and Health are marked with a pencil or cubes.",
    ),
    "rules": ("paper, on both sides", "Staple at the upper left."),
    "guide": ("paper", ""),
}
# The same where pieces have two sides, which glue would cover.
BOTH_SIDES = {
    "tokens": ("card of 250-300 g/m²", "Cut along the ticks with a knife."),
    "board": ("heavy paper", _POSTER),
}
RULER = "Print at 100 %, without 'fit to page': the ruler at the foot of a sheet of cards is 100 mm long then."
KNIFE = "Cut with a knife along a steel ruler, or with a trimmer. Cards lie edge to edge: one cut serves both."


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a kit: its name, what is in it, its sheets of paper, and what of `STOCK` it is printed on.

    `turned` is the edge over which paper is turned between faces and backs, "none" where there are faces only.
    """

    file: str
    what: str
    sheets: int
    stock: str
    turned: Flip = "none"

    @property
    def print_on(self) -> str:
        """What it is printed on, and whether on both sides."""
        both = "" if self.turned == "none" else f", on both sides: paper turned over its {self.turned} edge"
        return f"{self._on[0]}{both}"

    @property
    def cut(self) -> str:
        """How it is cut; "" for what is not."""
        return self._on[1]

    @property
    def _on(self) -> tuple[str, str]:
        return STOCK[self.stock] if self.turned == "none" else BOTH_SIDES.get(self.stock, STOCK[self.stock])


@dataclass(frozen=True, slots=True)
class Kit:
    """What was written: the files, the guide first, what was left out, and what could look better.

    `slips` say why prints could not be noted in the history, if so; `counted` are the tokens of which the cards need
    fewer than there are.
    """

    folder: Path
    parts: tuple[Part, ...]
    left_out: tuple[str, ...]
    warnings: tuple[Problem, ...]
    slips: tuple[str, ...] = ()
    counted: tuple[tuple[str, int], ...] = ()

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return sum(part.sheets for part in self.parts)


def write_kit(
    project: Project,
    folder: Path,
    decks: Sequence[str] = (),
    options: PrintOptions | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Kit:
    """Write a kit into a folder; `decks` by name or file, else the first ones of the game, one for each player.

    Raises `CardlibError` for a game with nothing to print, and what `print_cards` raises.
    """
    options = options or PrintOptions()
    if options.paper not in PAPERS:
        raise CardlibError(f"a kit is printed on {', '.join(PAPERS)}, found {options.paper!r}")
    paper = PAPERS[options.paper]
    check_writable(folder / GUIDE)
    parts: list[Part] = []
    warnings: list[Problem] = []
    slips: list[str] = []
    boxes: list[Box] = []
    found = kit_piles(project, decks)
    for pile in found.piles:
        cards = pile.part.cards
        title = pile.part.name if pile.stock in ("deck", *GROUPS) else ""
        set_ = replace(options, title=" · ".join([project.game.name, *([title] if title else [])]))
        if pile.stock in GROUPS:
            set_ = _with_second_sides(project, pile, set_)
        selection = Selection(set_.title, cards, (pile.part,), pile.layouts)
        noted = print_run(project, whole(project, selection, set_), folder / f"{pile.file}.pdf", set_)
        assert noted.printed
        warnings.extend(noted.printed.warnings)
        slips += [noted.slip] if noted.slip else []
        number = told([(pile.part, cards)])
        what = number if pile.stock in GROUPS else f"{pile.what}: {number}"
        parts.append(Part(f"{pile.file}.pdf", what, noted.printed.sheets, pile.stock, set_.backs))
        if pile.stock in ("deck", "cards"):
            boxes += _boxes(project, pile.part.name if pile.stock == "deck" else project.game.name, cards, paper)
        if progress:
            progress(len(parts), len(found.piles) + 3)
    if boxes:
        data, pages = box_pages(boxes, paper, project.game.name)
        write_bytes(folder / "boxes.pdf", data)
        parts.append(Part("boxes.pdf", f"{pages} tuck {'box' if pages == 1 else 'boxes'}", pages, "boxes"))
    if project.rules:
        data, pages = rules_pages(project, paper)
        write_bytes(folder / "rules.pdf", data)
        parts.append(Part("rules.pdf", f"the rules: {number_of(pages, 'page')}", -(-pages // 2), "rules"))
    if not parts:
        raise CardlibError(f"{project.slug} has no decks, cards, pieces or rules to print")
    guide = Part(GUIDE, "what to do with all of it", 1, "guide")
    made = Kit(folder, (guide, *parts), found.left_out, tuple(warnings), tuple(dict.fromkeys(slips)), found.counted)
    title = f"{project.game.name}: a kit to print and play"
    data, _ = guide_page(title, list(_advice(made, found.other_decks)), list(_rows(made)), paper)
    write_bytes(folder / GUIDE, data)
    return made


def _with_second_sides(project: Project, pile: KitPile, options: PrintOptions) -> PrintOptions:
    """The options for pieces: those get a back that show something else there, and what is stuck on dice gets none."""
    if options.backs == "none":
        return options
    press = Press(project, replace(options, layouts=pile.layouts))
    drawn = {card.id: press.faces(card).layout for card, _ in pile.part.cards}
    alike = frozenset(id_ for id_, layout in drawn.items() if layout.back in ("", layout.name))
    if pile.stock == "dice" or len(alike) == len(drawn):
        return replace(options, backs="none")
    return replace(options, bare=alike)


def _boxes(project: Project, title: str, cards: Sequence[tuple[Card, int]], paper: Size) -> list[Box]:
    """The box for some cards; as many as it takes where one would be larger than the paper."""
    press = Press(project, PrintOptions())
    sizes = [press.faces(card).layout.size for card, _ in cards]
    short, long = zip(*(sorted((size.width, size.height)) for size in sizes), strict=True)
    largest = Size(max(short), max(long))
    count = 1
    while True:
        each = -(-len(cards) // count)
        lots = [cards[at : at + each] for at in range(0, len(cards), each)]
        boxes = []
        for number, lot in enumerate(lots, 1):
            named = title if count == 1 else f"{title}, {number} of {len(lots)}"
            listed = [f"{copies} {card.name}" for card, copies in sorted(lot, key=lambda item: item[0].name)]
            boxes.append(box_for(named, listed, largest, sum(copies for _, copies in lot)))
        if each == 1 or all(laid(box, paper) is not None for box in boxes):
            return boxes
        count += 1


def _rows(kit: Kit) -> Iterator[tuple[str, str, str, str]]:
    yield "file", "what", "sheets", "print it on, and cut"
    for part in kit.parts:
        yield part.file, part.what, str(part.sheets), f"{part.print_on}. {part.cut}".strip()


def _advice(kit: Kit, others: Sequence[str]) -> Iterator[str]:
    yield f"{number_of(kit.sheets, 'sheet')} in all. {RULER}"
    yield KNIFE
    if kit.left_out:
        yield f"Left out, because no card of these decks brings them: {', '.join(dict.fromkeys(kit.left_out))}."
    if kit.counted:
        listed = ", ".join(f"{number} {name}" for name, number in kit.counted)
        yield f"Tokens counted from what the cards of these decks bring: {listed}."
    if others:
        kind = "Sheets of documents" if any(part.stock == "cards" for part in kit.parts) else "Other decks of the game"
        yield f"{kind}: {', '.join(others)}. They are printed if they are named behind --kit."

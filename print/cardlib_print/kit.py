"""A kit: everything that is needed to play a game on a table, as files to print, with a page that says what to do.

Decks, each with a tuck box that lists it; tokens, but for those that no card of these decks uses while others do;
boards, dice and reference cards; the rules. A game without decks gives its cards by the attribute `copies`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.catalog.pieces import GROUPS, read_pieces
from cardlib.errors import CardlibError, NotFound
from cardlib.filters.words import number_of
from cardlib.writing import write_bytes
from cardlib_print.booklet import guide_page, rules_pages
from cardlib_print.boxes import Box, box_for, box_pages, laid
from cardlib_print.forms import forms
from cardlib_print.pieces import pieces
from cardlib_print.printing import Press, PrintOptions, print_cards
from cardlib_print.sheets import PAPERS

if TYPE_CHECKING:
    from cardlib.catalog import Card, Json, Project
    from cardlib.decks import Deck
    from cardlib_print.geometry import Size
    from cardlib_print.preflight import Problem

GUIDE = "read-me-first.pdf"
COPIES = "copies"  # the attribute of cards that lie in no deck
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
RULER = "Print at 100 %, without 'fit to page': the ruler at the foot of a sheet of cards is 100 mm long then."
KNIFE = "Cut with a knife along a steel ruler, or with a trimmer. Cards lie edge to edge: one cut serves both."


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a kit: its name, what is in it, its sheets of paper, and what of `STOCK` it is printed on."""

    file: str
    what: str
    sheets: int
    stock: str


@dataclass(frozen=True, slots=True)
class Kit:
    """What was written: the files, the guide first, what was left out, and what could look better."""

    folder: Path
    parts: tuple[Part, ...]
    left_out: tuple[str, ...]
    warnings: tuple[Problem, ...]

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
    parts: list[Part] = []
    warnings: list[Problem] = []
    loaded, others = _decks(project, decks)
    written: list[Deck] = []  # documents that have a sheet of their own; the cards of the game serve them all

    def print_(file: str, what: str, stock: str, cards: Sequence[tuple[Card, int]], set_: PrintOptions) -> None:
        printed = print_cards(project, cards, folder / file, set_)
        warnings.extend(printed.warnings)
        parts.append(Part(file, f"{what}: {number_of(printed.cards, 'card')}", printed.sheets, stock))
        if progress:
            progress(len(parts), len(loaded) + len(GROUPS) + 3)

    boxes: list[Box] = []
    for deck in loaded:
        drawn = forms(project, deck)
        set_ = replace(
            options, title=f"{project.game.name} · {deck.name}", layouts={one.id: name for one, name in drawn}
        )
        if drawn:
            sheets = [(form, 1) for form, _ in drawn]
            print_(f"sheet-{_slug(deck.name)}.pdf", f"the sheet of {deck.name}", "sheet", sheets, set_)
            written.append(deck)
    loaded = [deck for deck in loaded if deck not in written]
    for deck in loaded:
        cards = [(project.cards[id_], count) for id_, count in deck.counts().items()]
        name = f"{project.game.name} · {deck.name}"
        print_(f"deck-{_slug(deck.name)}.pdf", f"the deck {deck.name}", "deck", cards, replace(options, title=name))
        boxes += _boxes(project, deck.name, cards, paper)
    used = [project.cards[id_] for deck in loaded for id_ in deck.counts()]
    if not loaded:
        elsewhere = _piece_cards(project)
        cards = [(card, count) for card, count in _lying(project) if card.id not in elsewhere]
        used = list(project.cards.values())
        if cards:
            print_("cards.pdf", "the cards of the game", "cards", cards, replace(options, title=project.game.name))
            boxes += _boxes(project, project.game.name, cards, paper)
    left_out = []
    for group in GROUPS:
        try:
            extra = pieces(project, [group])
        except NotFound:
            continue
        idle = {id_: name for id_, name in _idle(project, used).items() if group == "tokens"}
        cards = [(card, count) for card, count in extra.cards if card.id not in idle]
        left_out += [card.name for card, _ in extra.cards if card.id in idle]
        if cards:
            set_ = replace(options, layouts=extra.layouts, title=f"{project.game.name} · {group}", backs="none")
            print_(f"{group}.pdf", group, group, cards, set_)
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
    made = Kit(folder, (guide, *parts), tuple(left_out), tuple(warnings))
    title = f"{project.game.name}: a kit to print and play"
    data, _ = guide_page(title, list(_advice(made, others)), list(_rows(made)), paper)
    write_bytes(folder / GUIDE, data)
    return made


def _decks(project: Project, names: Sequence[str]) -> tuple[list[Deck], list[str]]:
    """The decks to print, and the names of the others that the game has; a game whose players bring none has none."""
    from cardlib.decks import load_deck, project_decks

    if names:
        return [load_deck(name, project) for name in names], []
    kinds = project.game.raw.get("documents")
    if isinstance(kinds, list) and kinds and "deck" not in kinds:
        return [], []
    known = [name for name in sorted(project_decks(project)) if load_deck(name, project, strict=False).counts()]
    count = project.game.players[1]
    return [load_deck(name, project) for name in known[:count]], known[count:]


def _lying(project: Project) -> Iterator[tuple[Card, int]]:
    """The cards that lie in no deck, with how many there are of each."""
    for card in project.cards.values():
        value = card.attributes.get(COPIES, 1 if COPIES not in project.game.attributes else 0)
        if isinstance(value, int) and value > 0:
            yield card, value


def _piece_cards(project: Project) -> set[str]:
    try:
        return {card.id for card, _ in pieces(project).cards}
    except NotFound:
        return set()


def _idle(project: Project, used: Iterable[Card]) -> dict[str, str]:
    """Tokens, by id, whose counter abilities of the game name, but none of the cards that are used; their names."""
    own = {card.id for card in used}
    found = {}
    for piece in (entry.piece for entry in read_pieces(project) if entry.piece and entry.piece.counter):
        name = _counter_name(project, piece.counter)
        naming = {card.id for card in project.cards.values() if _names(project, card, piece.counter, name)}
        if naming and not naming & own:
            found[piece.id] = name
    return found


def _counter_name(project: Project, counter: str) -> str:
    declared = project.game.raw.get("counters")
    about = declared.get(counter) if isinstance(declared, dict) else None
    return str(about.get("name", counter)) if isinstance(about, dict) else counter


def _names(project: Project, card: Card, counter: str, name: str) -> bool:
    """Whether a card says something of a counter: in an ability, in its text, or in the reminder of a keyword."""
    said = " ".join([card.text, *(reminder for _, _, reminder in project.keywords_of(card))]).lower()
    return name.lower() in said or any(_holds(ability, counter) for ability in map(dict, card.abilities))


def _holds(value: Json, word: str) -> bool:
    if isinstance(value, dict):
        return any(_holds(one, word) for key, one in value.items() if key != "op")
    return any(_holds(one, word) for one in value) if isinstance(value, list | tuple) else value == word


def _boxes(project: Project, title: str, cards: Sequence[tuple[Card, int]], paper: Size) -> list[Box]:
    """The box for some cards; as many as it takes where one would be larger than the paper."""
    press = Press(project, PrintOptions())
    sizes = [press.faces(card).layout.size for card, _ in cards]
    largest = max(sizes, key=lambda size: size.width * size.height)
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
        stock, cut = STOCK[part.stock]
        yield part.file, part.what, str(part.sheets), f"{stock}. {cut}".strip()


def _advice(kit: Kit, others: Sequence[str]) -> Iterator[str]:
    yield f"{number_of(kit.sheets, 'sheet')} in all. {RULER}"
    yield KNIFE
    if kit.left_out:
        yield f"Left out, because no card of these decks uses them: {', '.join(dict.fromkeys(kit.left_out))}."
    if others:
        yield f"Other decks of the game: {', '.join(others)}. They are printed if they are named behind --kit."


def _slug(name: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split()) or "deck"

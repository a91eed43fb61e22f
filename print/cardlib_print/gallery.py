"""A gallery: the cards of a project as static pages, to be looked at in a browser, without a server.

The pages show every card, a query's, sheets, a fanned hand, cards from across the table, what the colour-blind see, the
safe zone, how texts fit, and each card beside the last print. What is drawn is what is printed. A gallery that is kept
open (`Gallery.refresh`) draws only what changed: the cards that read differently, or all of them where a layout did, of
which only those are written whose stamp is another one.
"""

# mypy: disable-error-code="no-untyped-call"
# (pypdfium2 is annotated in part)

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.catalog.languages import FOLDER, in_language
from cardlib.errors import CardlibError
from cardlib.places import inside
from cardlib.writing import write_bytes, write_whole
from cardlib_print.asked import Asked
from cardlib_print.beside import LastPrint, Seen
from cardlib_print.document import Document, Marking, scratch
from cardlib_print.fits import Fit, tightest
from cardlib_print.geometry import Size
from cardlib_print.markup import unmarked
from cardlib_print.printing import Press, PrintOptions
from cardlib_print.sheets import default_sheet, find_sheet, plan, single_sheet

if TYPE_CHECKING:
    from cardlib.catalog import Card, Project

PAGE = Path(__file__).parent / "page"
DPI = 150
DATA = "cards.js"
PICTURES = "cards"

Selected = Sequence[tuple["Card", int]]


@dataclass(frozen=True, slots=True)
class Shot:
    """One card as it was drawn: its picture's stamp, its size in mm, its tightest text, and what is said of it."""

    stamp: str
    size: tuple[float, float]
    fit: Fit
    problems: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(slots=True)
class Gallery:
    """The pages in `folder` of what `select` finds in a project. `live` pages look for newer data by themselves."""

    folder: Path
    select: Callable[[Project], Selected]
    options: PrintOptions
    title: str
    live: bool = False
    shots: dict[str, Shot] = field(default_factory=dict)
    drawn: int = 0  # pictures that the last refresh wrote
    last: LastPrint = field(default_factory=LastPrint)
    _cards: dict[str, Card] = field(default_factory=dict)
    _ground: str = ""  # a hash of all that any card may be drawn with: layouts, words, pictures
    _sheets: list[dict[str, object]] = field(default_factory=list)

    def refresh(self, project: Project, progress: Callable[[int, int], None] | None = None) -> None:
        """Draw what differs from what the pages show, and write it. Raises `CardlibError` for what cannot be read."""
        wanted = [(card, copies) for card, copies in self.select(project) if copies > 0]
        if not wanted:
            raise CardlibError("no cards to show")
        cards = {card.id: card for card, _ in wanted}
        ground = _ground(project)
        stale = [card for card in cards.values() if ground != self._ground or self._cards.get(card.id) != card]
        first = not self.shots
        self.drawn = 0
        if stale:
            self._draw(project, stale, progress)
        self.shots = {id_: shot for id_, shot in self.shots.items() if id_ in cards}
        self.last.look(project, list(cards.values()), self.options, {card.id for card in stale})
        self._cards, self._ground = cards, ground
        if first:
            for page in sorted(PAGE.iterdir()):
                write_whole(self.folder / page.name, page.read_text(encoding="utf-8"))
        sizes = {self.shots[id_].size for id_ in cards}
        if {tuple(sheet["card"]) for sheet in self._sheets} != sizes:  # type: ignore[arg-type]
            self._sheets = [_sheet(project, self.options, size) for size in sorted(sizes)]
        self._write(project, wanted, "")

    def say(self, problem: str) -> None:
        """Say on the open pages what keeps them from showing what is in the files now."""
        path = self.folder / DATA
        data = json.loads(path.read_text(encoding="utf-8").removeprefix("gallery(").removesuffix(");\n"))
        self._hand_over({**data, "problem": problem})

    def _draw(self, project: Project, cards: Sequence[Card], progress: Callable[[int, int], None] | None) -> None:
        """Draw cards, each on a page of its own, and write the pictures of those that look different now."""
        import_pdfium()
        import pypdfium2

        options = replace(self.options, sheet=single_sheet(), backs="none", watermark="", bleed=None)
        press = Press(project, options)
        made = BytesIO()
        document = Document(self.title, press.fonts)
        marking = Marking("", "", "none", (0.0, 0.0))
        for batch in press.batches([(card, 1) for card in cards]):
            document.batch(batch, marking, (1, 1), lambda count: None)
        document.save(made)
        problems, warnings = press.problems(), press.warnings()
        pdf = pypdfium2.PdfDocument(made.getvalue())
        try:
            for number, (shown, page) in enumerate(zip(document.pages, pdf, strict=True), 1):
                (card,) = shown.cards
                faces = press.faces(card)
                known = card.id if faces.layout.uses_card else ""
                own = (card.id, faces.layout.name)
                mine, poor = (
                    tuple(f"{one.element}: {one.text}" for one in some if (one.card or one.layout) in own)
                    for some in (problems, warnings)
                )
                stamp = faces.stamps[known]
                before = self.shots.get(card.id)
                size = (faces.layout.size.width, faces.layout.size.height)
                fit = tightest(faces.fits.get(known, {}).values()) or Fit("", 0.0, 0.0, 0.0)
                self.shots[card.id] = Shot(stamp, size, fit, mine, poor)
                if before is None or before.stamp != stamp or before.problems:
                    picture = BytesIO()
                    page.render(scale=DPI / 72).to_pil().save(picture, "PNG", compress_level=1)
                    write_bytes(inside(self.folder / PICTURES, f"{card.id}.png"), picture.getvalue())
                    self.drawn += 1
                if progress:
                    progress(number, len(document.pages))
        finally:
            pdf.close()

    def _write(self, project: Project, wanted: Selected, problem: str) -> None:
        asked = Asked(project)
        language = in_language(project, self.options.lang)
        rows = [
            _row(card, copies, self.shots[card.id], asked, language.card(card))
            | _since(self.last.seen.get(card.id, Seen()))
            for card, copies in wanted
        ]
        self._hand_over(
            {
                "title": self.title,
                "live": self.live,
                "problem": problem,
                "slips": list(self.last.slips),
                "vocabulary": asked.vocabulary,
                "sheets": self._sheets,
                "cards": rows,
            }
        )

    def _hand_over(self, data: Mapping[str, object]) -> None:
        """Write the data as a script, which a page may load from a folder; `made` tells one from another."""
        content = {key: value for key, value in data.items() if key != "made"}
        text = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
        made = hashlib.sha256(text.encode()).hexdigest()[:16]
        write_whole(self.folder / DATA, f'gallery({{"made": "{made}", {text[1:]});\n')


def write_gallery(
    project: Project,
    cards: Selected,
    folder: Path,
    options: PrintOptions | None = None,
    title: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Gallery:
    """Write the pages of some cards into a folder; open its `index.html`. Raises `CardlibError` without pypdfium2."""
    made = Gallery(folder, lambda _: cards, options or PrintOptions(), title or project.game.name)
    made.refresh(project, progress)
    return made


def fits_of(project: Project, cards: Selected, options: PrintOptions) -> list[tuple[Card, Fit]]:
    """Return the tightest text of each card that has any: the one that shrank the most of what it may."""
    press = Press(project, options)
    found = []
    for card in {card.id: card for card, _ in cards}.values():
        faces = press.faces(card)
        faces.draw(scratch(faces.layout.size.height), card)
        fit = tightest(faces.fits.get(card.id, {}).values())
        if fit is not None:
            found.append((card, fit))
    return found


def import_pdfium() -> None:
    """Raise `CardlibError` if what draws pages as pictures is missing."""
    try:
        import pypdfium2  # noqa: F401
    except ImportError:
        raise CardlibError("pictures of cards need pypdfium2: pip install pypdfium2") from None


def _ground(project: Project) -> str:
    """A hash of everything but cards that a face is made of, by its files' sizes and times."""
    found: list[str] = []
    names = ("game.json", "keywords.json", "wording.json")
    folders = ("print", "art", FOLDER)
    files = [
        *(project.path / name for name in names),
        *(file for one in folders for file in _below(project.path / one)),
    ]
    for path in files:
        try:
            stat = path.stat()
        except OSError:
            continue
        found.append(f"{path} {stat.st_size} {stat.st_mtime_ns}")
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


def _below(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else ()


def _sheet(project: Project, options: PrintOptions, size: tuple[float, float]) -> dict[str, object]:
    """Where cards of a size lie on their sheet, in mm; a board that is larger than the paper is shown by itself."""
    card = Size(*size)
    try:
        sheet = find_sheet(project, options.sheet) if isinstance(options.sheet, str) else options.sheet
        laid = plan(sheet or default_sheet(project, options.paper, card), card, options.bleed, project)
    except CardlibError:
        laid = plan(single_sheet(), card, 0.0, project)
    slots = [[round(slot.x, 2), round(slot.y, 2)] for slot in laid.slots]
    return {"card": list(size), "paper": [laid.paper.width, laid.paper.height], "slots": slots}


def _since(seen: Seen) -> dict[str, object]:
    """What the pages know of a card beside the last print: its copies on the table, with the texts that differ."""
    copies = [
        {
            "pile": one.lain.pile,
            "when": one.lain.when,
            "count": one.lain.copy.count,
            "was": one.lain.copy.reads_as,
            "now": one.stamp,
            "why": one.why or "",
            "texts": [list(text) for text in one.texts],
        }
        for one in seen.copies
    ]
    marks = [[round(edge, 2) for edge in (box.x, box.y, box.width, box.height)] for box in seen.marks]
    return {"since": seen.since, "table": copies, "marks": marks}


def _row(card: Card, copies: int, shot: Shot, asked: Asked, said: Card) -> dict[str, object]:
    """What the pages know of a card: what they draw, in its language, and what a query asks of it."""
    return {
        "id": card.id,
        "name": unmarked(said.name),
        "text": unmarked(said.text),
        "flavour": unmarked(said.flavour),
        "copies": copies,
        "stamp": shot.stamp,
        "width": shot.size[0],
        "height": shot.size[1],
        "fit": {**shot.fit._asdict(), "share": round(shot.fit.share, 3)},
        "problems": list(shot.problems),
        "warnings": list(shot.warnings),
        "asked": asked.facts(card, said),
    }

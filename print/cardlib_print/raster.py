"""Cards as pictures: the same PDF that would be printed, one side of one card per page, turned into PNG by pypdfium2.

Each page of that PDF says which card and which side it shows (`Printed.pages`), and the picture is named after that.
"""

# mypy: disable-error-code="no-untyped-call"
# (pypdfium2 is annotated in part)

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib import bounds
from cardlib.errors import CardlibError
from cardlib.places import inside
from cardlib.writing import filling, write_bytes
from cardlib_print.printing import Press, PrintOptions, pressed
from cardlib_print.sheets import single_sheet

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image
    from pypdfium2 import PdfPage

    from cardlib.catalog import Card, Project
    from cardlib.writing import Writer
    from cardlib_print.document import Side
    from cardlib_print.preflight import Problem

DPI = 300
COARSE = 150  # dots per inch of what would be too large otherwise, such as a poster
# No id has a dot in it, so a back never has the name of another card's face.
ENDINGS: dict[Side, str] = {"face": ".png", "back": ".back.png"}


def render_card_png(project: Project, card: Card, path: Path, options: PrintOptions | None = None) -> Path:
    """Write one card's face as a PNG at 300 dots per inch, with its corners rounded and transparent; return the path.

    Raises `PreflightError` if the card cannot be printed, `CardlibError` if pypdfium2 is missing (the extra `png`).
    """
    options = replace(options or PrintOptions(), backs="none")
    corner = Press(project, options).faces(card).layout.corner
    write_pages(project, [card], lambda card, side: path, options, finished=lambda image: _rounded(image, corner))
    return path


def write_card_pngs(
    project: Project,
    cards: Sequence[Card],
    folder: Path,
    options: PrintOptions | None = None,
    progress: Callable[[int, int], None] | None = None,
    warn: Callable[[Problem], None] | None = None,
) -> list[Path]:
    """Write a PNG per different card, `<card id>.png`, cut square at the trim or the bleed of the options.

    With `backs` in the options its back lies beside it, upright, as `<card id>.back.png`. Returns the paths, card by
    card; `warn` is told what could look better. Raises as `render_card_png` does.
    """
    options = options or PrintOptions()
    different = list({card.id: card for card in cards}.values())

    def path(card: Card, side: Side) -> Path:
        return inside(folder, f"{card.id}{ENDINGS[side]}")

    with filling(folder) as write:
        write_pages(project, different, path, options, progress=progress, warn=warn, write=write)
    sides: tuple[Side, ...] = ("face",) if options.backs == "none" else ("face", "back")
    return [path(card, side) for card in different for side in sides]


def write_pages(
    project: Project,
    cards: Sequence[Card],
    path: Callable[[Card, Side], Path],
    options: PrintOptions,
    *,
    finished: Callable[[Image], Image] = lambda image: image,
    progress: Callable[[int, int], None] | None = None,
    warn: Callable[[Problem], None] | None = None,
    write: Writer = write_bytes,
) -> None:
    """Print each side of each card on a page of its own, and write each page as the PNG of the card that it shows."""
    pypdfium2 = pypdfium()
    backs = options.backs if options.backs == "none" else "upright"
    single = replace(options, sheet=single_sheet(), backs=backs, offset=(0.0, 0.0))
    printed, data = pressed(project, [(card, 1) for card in cards], Path("cards.pdf"), single)
    if warn:
        for warning in printed.warnings:
            warn(warning)
    document = pypdfium2.PdfDocument(data)
    try:
        for number, (shown, page) in enumerate(zip(printed.pages, document, strict=True), 1):
            (card,) = shown.cards
            made = BytesIO()
            finished(drawn(page)).save(made, "PNG", compress_level=6, dpi=(dpi_of(page), dpi_of(page)))
            write(path(card, shown.side), made.getvalue())
            if progress:
                progress(number, len(printed.pages))
    finally:
        document.close()


def pypdfium() -> ModuleType:
    """Return the package that draws pages. Raises `CardlibError` if it is missing (the extra `png`)."""
    try:
        import pypdfium2
    except ImportError:
        raise CardlibError("pictures of cards need pypdfium2: pip install pypdfium2") from None
    return pypdfium2


def exactly(page: PdfPage, width: int, height: int) -> Image:
    """Return a page as a picture of just so many pixels; the page has the same shape, to a pixel."""
    wide, high = page.get_size()
    whole: Image = page.render(scale=max(width / wide, height / high)).to_pil().convert("RGB")
    return (
        whole.crop((0, 0, width, height))
        if abs(whole.width - width) + abs(whole.height - height) <= 2
        else (whole.resize((width, height)))
    )


def drawn(page: PdfPage) -> Image:
    """Return a page as a picture, cut to its own size."""
    dpi = dpi_of(page)
    width, height = (points / 72 * dpi for points in page.get_size())
    if width * height > bounds.DRAWN:
        raise CardlibError(
            f"a card of {width:.0f} by {height:.0f} pixels is too large for a picture, expected at most "
            f"{bounds.DRAWN // bounds.MEGABYTE} million"
        )
    whole: Image = page.render(scale=dpi / 72).to_pil()
    return whole.crop((0, 0, *(round(points / 72 * dpi) for points in page.get_size())))


def dpi_of(page: PdfPage) -> int:
    """Return the dots per inch that a page is drawn with: fewer where the usual ones would be too many in all."""
    width, height = page.get_size()
    return DPI if width * height * (DPI / 72) ** 2 <= bounds.DRAWN else COARSE


def _rounded(image: Image, corner: float) -> Image:
    """Return the picture with transparent corners of a radius in mm, drawn at four times the size to be smooth."""
    from PIL import Image as Images
    from PIL import ImageDraw

    mask = Images.new("L", (image.width * 4, image.height * 4), 0)
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius=round(corner / 25.4 * DPI) * 4, fill=255)
    cut = image.convert("RGBA")
    cut.putalpha(mask.resize(image.size, Images.Resampling.LANCZOS))
    return cut

"""Cards as pictures: the same PDF that would be printed, one card per page, turned into PNG by pypdfium2."""

# mypy: disable-error-code="no-untyped-call"
# (pypdfium2 is annotated in part)

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.writing import replacing
from cardlib_print.printing import Press, PrintOptions, print_cards

if TYPE_CHECKING:
    from PIL.Image import Image

    from cardlib.catalog import Card, Project

DPI = 300
SHEET = "single"


def render_card_png(project: Project, card: Card, path: Path, options: PrintOptions | None = None) -> Path:
    """Write one card's face as a PNG at 300 dots per inch, with its corners rounded and transparent; return the path.

    Raises `PreflightError` if the card cannot be printed, `CardlibError` if pypdfium2 is missing (the extra `png`).
    """
    write_pages(project, [card], [path], options or PrintOptions(), rounded=True)
    return path


def write_card_pngs(
    project: Project,
    cards: Sequence[Card],
    folder: Path,
    options: PrintOptions | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Path]:
    """Write a PNG per card, `<card id>.png`, cut square at the trim or the bleed of the options; return the paths."""
    paths = [folder / f"{card.id}.png" for card in cards]
    write_pages(project, cards, paths, options or PrintOptions(), rounded=False, progress=progress)
    return paths


def write_pages(
    project: Project,
    cards: Sequence[Card],
    paths: Sequence[Path],
    options: PrintOptions,
    *,
    rounded: bool,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Print each card on a page of its own and write page after page as PNG."""
    try:
        import pypdfium2
    except ImportError:
        raise CardlibError("pictures of cards need pypdfium2: pip install 'cardlib[png]'") from None
    press = Press(project, options)
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "cards.pdf"
        single = replace(options, sheet=SHEET, backs="none")
        print_cards(project, [(card, 1) for card in cards], pdf, single)
        document = pypdfium2.PdfDocument(pdf)
        try:
            for index, path in enumerate(paths):
                page = document[index]
                whole = page.render(scale=DPI / 72).to_pil()
                image = whole.crop((0, 0, *(round(points / 72 * DPI) for points in page.get_size())))
                if rounded:
                    image = _rounded(image, press.faces(cards[index]).layout.corner)
                with replacing(path) as temporary:
                    image.save(temporary, "PNG", compress_level=6, dpi=(DPI, DPI))
                if progress:
                    progress(index + 1, len(paths))
        finally:
            document.close()


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

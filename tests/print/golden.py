"""Golden pictures: ten cards of each game as they are meant to look, small, and how far one may be from them.

`python tests/print/golden.py` says which cards look different now, `--write` keeps how they look. A game without any
gets ten, evenly from all its cards; after that the pictures that are there say which cards are looked at. Fonts come in
packages and the pages are drawn by one library, so machines agree but for the edges of letters.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

from cardlib.catalog import Card, Project, bundled_slugs, load_project
from cardlib_print.printing import PrintOptions, pressed
from cardlib_print.sheets import single_sheet

FOLDER = Path(__file__).parent / "golden"
TEN = 10
GAMES = bundled_slugs()
DPI = 72
LONGEST = 260  # pixels
COLOURS = 96  # of a picture that is kept
FAR = 48  # of 255: a pixel that differs by more, in one colour at least, is another one
SHARE = 0.004  # of the pixels that may be others


@dataclass(frozen=True, slots=True)
class Look:
    """A card beside its golden picture: which share of its pixels are others, and how it looks now."""

    game: str
    card: str
    share: float
    now: Image.Image

    @property
    def differs(self) -> bool:
        """Whether it looks different."""
        return self.share > SHARE


def drawn(project: Project, cards: list[Card], lang: str = "") -> Iterator[Image.Image]:
    """Draw cards as they are printed, cut at the trim; a large sheet no larger than a card."""
    options = PrintOptions(sheet=single_sheet(), bleed=0.0, lang=lang)
    printed, data = pressed(project, [(card, 1) for card in cards], Path("golden.pdf"), options)
    document = pypdfium2.PdfDocument(data)
    try:
        found = {}  # sheets come size by size
        for shown, page in zip(printed.pages, document, strict=True):
            scale = min(DPI / 72, LONGEST / max(page.get_size()))
            found[shown.cards[0].id] = page.render(scale=scale).to_pil().convert("RGB")
        yield from (found[card.id] for card in cards)
    finally:
        document.close()


def looked_at(project: Project) -> list[Card]:
    """The cards of a game that have golden pictures, or ten of all if none has."""
    kept = sorted(path.stem for path in (FOLDER / project.slug).glob("*.png"))
    cards = list(project.cards.values())
    if kept:
        return [project.cards[id_] for id_ in kept if id_ in project.cards]
    return [cards[len(cards) * place // TEN] for place in range(TEN)]


def share_of_others(one: Image.Image, other: Image.Image) -> float:
    """Which share of the pixels of two pictures are others; 1 if they have different sizes."""
    if one.size != other.size:
        return 1.0
    soft = (picture.convert("RGB").filter(ImageFilter.BoxBlur(1)) for picture in (one, other))
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[FAR:]) / (one.width * one.height)


def compared(project: Project) -> Iterator[Look]:
    """Compare the cards of a game with their golden pictures; one without a picture differs altogether."""
    cards = looked_at(project)
    for card, now in zip(cards, drawn(project, cards), strict=True):
        path = FOLDER / project.slug / f"{card.id}.png"
        if path.is_file():
            with Image.open(path) as golden:
                yield Look(project.slug, card.id, share_of_others(now, golden), now)
        else:
            yield Look(project.slug, card.id, 1.0, now)


def keep(look: Look) -> None:
    """Keep how a card looks, in few colours."""
    made = BytesIO()
    look.now.quantize(COLOURS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    path = FOLDER / look.game / f"{look.card}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.getvalue())


def main(arguments: list[str]) -> int:
    """Say what looks different, of all games or of some; with --write keep that."""
    write = "--write" in arguments
    games = [one for one in arguments if not one.startswith("-")] or list(GAMES)
    different = 0
    for slug in games:
        project = load_project(slug)
        for look in compared(project):
            if look.differs:
                different += 1
                print(f"{slug}/{look.card}: {look.share:.1%} of it looks different{', kept' if write else ''}")
                if write:
                    keep(look)
        for path in sorted((FOLDER / slug).glob("*.png")):
            if path.stem not in project.cards:
                different += 1
                print(f"{slug}/{path.stem}: no card any more{', deleted' if write else ''}")
                if write:
                    path.unlink()
    print(f"{different or 'no'} {'card looks' if different == 1 else 'cards look'} different")
    return 1 if different and not write else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

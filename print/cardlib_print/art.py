"""A project's own pictures: found as `art/<card id>.*`, cropped to their frame and kept as JPEG by content.

One that lets the card through has a mask beside its JPEG, of the same name: how much of each pixel shows, packed.

PNG inside a PDF is slow and large (46 s and 183 MB for 540 of them); the same pictures as cached JPEG cost next to
nothing from the second print on. The cache is keyed by the picture's own hash and its place, so a changed picture is
made anew and an unchanged one is never touched again.
"""

from __future__ import annotations

import hashlib
import re
import time
import zlib
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardlib.errors import CardlibError
from cardlib.places import cache_root, inside
from cardlib.writing import own_place, write_bytes
from cardlib_print.colours import WHITE, Colour
from cardlib_print.geometry import Box
from cardlib_print.pictures import coloured, decoded, has_alpha, is_svg, open_picture, read_picture

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL import Image

    from cardlib.catalog import Card, Project

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp", ".svg")
DPI = 300
LOWEST_DPI = 200
QUALITY = 88
_SETTLED = 3.0  # seconds
_NOTED = re.compile(r"([0-9a-f]{64}-[\da-z-]+\.jpg) (\d+\.?\d*) (.*)")
MASK = ".mask"


def art_files(project: Project) -> Mapping[str, Path]:
    """Return the picture files of a project by their stem; the first suffix of `SUFFIXES` wins."""
    found: dict[str, Path] = {}
    files = [path for path in project.files("art", "*.*") if path.suffix.lower() in SUFFIXES]
    for path in sorted(files, key=lambda path: SUFFIXES.index(path.suffix.lower())):
        found.setdefault(path.stem, path)
    return found


def picture_of(card: Card, project: Project, files: Mapping[str, Path]) -> Path | None:
    """Return the picture of a card: the file that its `art` names, else `art/<id>.*`, else None.

    Raises `CardlibError` if the card names a file that is not there, or not in the project.
    """
    if card.art:
        path = inside(project.path, f"art/{card.art}")
        if not path.is_file():
            path = inside(project.path, card.art)
        if path.is_file():
            return path
        raise CardlibError(f"art {card.art!r} is neither in {project.path / 'art'} nor in {project.path}")
    return files.get(card.id)


class Framing(NamedTuple):
    """How a picture comes into its frame: it covers it, cropped around `focus`, or is `contained` in it whole.

    `focus` has shares of its width and height, from 0 to 1. `ground` shows through what is transparent, and beside a
    picture that is contained; without one, what the card has there shows.
    """

    contained: bool = False
    focus: tuple[float, float] = (0.5, 0.5)
    ground: Colour | None = None

    def __str__(self) -> str:
        if self == COVERED:
            return ""
        ground = "".join(f"{round(part * 255):02x}" for part in self.ground) if self.ground else "none"
        focus = "x".join(f"{round(share * 1000)}" for share in self.focus)
        return f"-{'contain' if self.contained else 'cover'}-{focus}-{ground}"


COVERED = Framing()


class Prepared(NamedTuple):
    """A picture as it is placed: a JPEG, its mask or None, its dots per inch, and what is poor about it or ""."""

    jpeg: Path
    mask: Path | None
    dpi: float
    poor: str


def prepared(path: Path, box: Box, *, outlined: bool, framing: Framing = COVERED) -> Prepared:
    """Return a JPEG of the picture in its frame (a box in mm), with its mask, and the dots per inch it has.

    `outlined` gives a line drawing on white, for low-ink prints. Raises `CardlibError` if the file is no picture.
    """
    width, height = round(box.width / 25.4 * DPI), round(box.height / 25.4 * DPI)
    form = f"{width}x{height}{framing}{'-lines' if outlined else ''}-{QUALITY}"
    note = _note(path, f"{form}-masked")
    known = _noted(note)
    if known:
        return known
    data = read_picture(path)
    if is_svg(data):
        from cardlib_print.svg import drawn, read_svg  # brings what starts processes

        svg = read_svg(data, path)
        sides = width / svg.width, height / svg.height
        scale = (min if framing.contained else max)(sides)
        image, poor = drawn(svg, path, max(1, ceil(svg.width * scale)), max(1, ceil(svg.height * scale))), ""
        dpi = float(DPI)
    else:
        picture = open_picture(path, data)
        shares = picture.image.width / box.width, picture.image.height / box.height
        dpi = (max if framing.contained else min)(shares) * 25.4
        image, poor = coloured(decoded(picture, path, width, height), path)
    see_through = framing.ground is None and not outlined and (framing.contained or has_alpha(image))
    key = f"{hashlib.sha256(data).hexdigest()}-{form}{'-masked' if see_through else ''}.jpg"
    kept = cache_root() / "art" / key
    mask = kept.with_suffix(MASK) if see_through else None
    if kept.is_symlink() or not kept.is_file() or (mask and (mask.is_symlink() or not mask.is_file())):
        framed = _framed(image, width, height, framing, outlined=outlined, see_through=see_through)
        if mask:
            write_bytes(own_place(mask), zlib.compress(framed.getchannel("A").tobytes(), 6))
            framed = _bled(framed)
        _write(framed, kept)
    if note is not None:
        write_bytes(own_place(note), f"{key} {dpi!r} {poor}".encode())
    return Prepared(kept, mask, dpi, poor)


def _note(path: Path, form: str) -> Path | None:
    """Where it is noted what a picture was made into, by its place, size and time; None for one that was just saved.

    A picture that is saved again within the grain of the clock would look the same, so a new one is read each time.
    """
    try:
        stat = path.stat()
    except OSError:
        return None
    if abs(time.time() - stat.st_mtime) < _SETTLED:
        return None
    name = f"{path.resolve()}\0{stat.st_size}\0{stat.st_mtime_ns}\0{stat.st_ctime_ns}\0{form}"
    return cache_root() / "art" / "noted" / f"{hashlib.sha256(name.encode()).hexdigest()}.txt"


def _noted(note: Path | None) -> Prepared | None:
    """What a note says that is still there."""
    if note is None or note.is_symlink() or not note.is_file():
        return None
    found = _NOTED.fullmatch(note.read_text(encoding="ascii", errors="replace"))
    kept = cache_root() / "art" / found[1] if found else None
    if found is None or kept is None or not kept.is_file() or kept.is_symlink():
        return None
    mask = kept.with_suffix(MASK) if kept.stem.endswith("-masked") else None
    if mask is not None and (not mask.is_file() or mask.is_symlink()):
        return None
    return Prepared(kept, mask, float(found[2]), found[3])


def _framed(
    image: Image.Image, width: int, height: int, framing: Framing, *, outlined: bool, see_through: bool
) -> Image.Image:
    from PIL import Image, ImageFilter, ImageOps

    red, green, blue = (round(part * 255) for part in framing.ground or WHITE)
    shown = (red, green, blue, 255)
    if has_alpha(image) or see_through:
        image = image.convert("RGBA")
        if not see_through:
            image = Image.alpha_composite(Image.new("RGBA", image.size, shown), image)
    if not see_through:
        image = image.convert("RGB")
    shares = (width / image.width, height / image.height)
    scale = max(1.0, (min if framing.contained else max)(shares))  # a small picture is not made larger
    wanted = (max(1, round(width / scale)), max(1, round(height / scale)))
    method = Image.Resampling.LANCZOS
    if framing.contained:
        beside = (0, 0, 0, 0) if see_through else shown[:3]
        image = ImageOps.pad(image, wanted, method=method, color=beside, centering=framing.focus)
    else:
        image = ImageOps.fit(image, wanted, method=method, centering=framing.focus)
    if outlined:
        return image.convert("L").filter(ImageFilter.GaussianBlur(1.5)).filter(ImageFilter.CONTOUR).convert("L")
    return image


def _bled(image: Image.Image) -> Image.Image:
    """The colours of a picture below its mask: those at its edges go on, so that no other colour shines through."""
    from PIL import Image, ImageFilter

    around = image.convert("RGBa").filter(ImageFilter.GaussianBlur(4)).convert("RGBA").convert("RGB")
    seen = image.getchannel("A").point([255 if alpha > 8 else 0 for alpha in range(256)])
    return Image.composite(image.convert("RGB"), around, seen)


def _write(image: Image.Image, path: Path) -> None:
    made = BytesIO()
    image.save(made, "JPEG", quality=QUALITY, optimize=True, dpi=(DPI, DPI))
    write_bytes(own_place(path), made.getvalue())

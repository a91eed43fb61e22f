"""A project's own pictures: found as `art/<card id>.*`, cropped to their frame and kept as JPEG by content.

PNG inside a PDF is slow and large (46 s and 183 MB for 540 of them); the same pictures as cached JPEG cost next to
nothing from the second print on. The cache is keyed by the picture's own hash and its place, so a changed picture is
made anew and an unchanged one is never touched again.
"""

from __future__ import annotations

import hashlib
import re
import time
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.places import cache_root, inside
from cardlib.writing import own_place, write_bytes
from cardlib_print.geometry import Box
from cardlib_print.pictures import decoded, open_picture

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PIL import Image

    from cardlib.catalog import Card, Project

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".bmp")
DPI = 300
LOWEST_DPI = 200
QUALITY = 88
_SETTLED = 3.0  # seconds
_NOTED = re.compile(r"([0-9a-f]{64}-[\dx]+(?:-lines)?-\d+\.jpg) (\d+\.?\d*)")


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


def prepared(path: Path, box: Box, *, outlined: bool) -> tuple[Path, float]:
    """Return a JPEG of the picture that fills the box (mm), cropped around its centre, and the dots per inch it has.

    `outlined` gives a line drawing on white, for low-ink prints. Raises `CardlibError` if the file is no picture.
    """
    width, height = round(box.width / 25.4 * DPI), round(box.height / 25.4 * DPI)
    note = _note(path, f"{width}x{height}{'-lines' if outlined else ''}-{QUALITY}")
    known = _noted(note)
    if known:
        return known
    picture = open_picture(path)
    dpi = min(picture.image.width / box.width, picture.image.height / box.height) * 25.4
    key = f"{hashlib.sha256(picture.data).hexdigest()}-{width}x{height}{'-lines' if outlined else ''}-{QUALITY}.jpg"
    kept = cache_root() / "art" / key
    if kept.is_symlink() or not kept.is_file():
        _write(_cropped(decoded(picture, path, width, height), width, height, outlined=outlined), kept)
    if note is not None:
        write_bytes(own_place(note), f"{key} {dpi!r}".encode())
    return kept, dpi


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


def _noted(note: Path | None) -> tuple[Path, float] | None:
    """What a note says that is still there: the JPEG, and its dots per inch."""
    if note is None or note.is_symlink() or not note.is_file():
        return None
    found = _NOTED.fullmatch(note.read_text(encoding="ascii", errors="replace"))
    kept = cache_root() / "art" / found[1] if found else None
    return (kept, float(found[2])) if found and kept and kept.is_file() and not kept.is_symlink() else None


def _cropped(image: Image.Image, width: int, height: int, *, outlined: bool) -> Image.Image:
    from PIL import Image, ImageFilter, ImageOps

    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        ground = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(ground, image.convert("RGBA"))
    image = image.convert("RGB")
    scale = max(width / image.width, height / image.height)
    if scale < 1:
        image = ImageOps.fit(image, (width, height), method=Image.Resampling.LANCZOS)
    else:
        wanted = (max(1, round(width / scale)), max(1, round(height / scale)))
        image = ImageOps.fit(image, wanted, method=Image.Resampling.LANCZOS)
    if outlined:
        return image.convert("L").filter(ImageFilter.GaussianBlur(1.5)).filter(ImageFilter.CONTOUR).convert("L")
    return image


def _write(image: Image.Image, path: Path) -> None:
    made = BytesIO()
    image.save(made, "JPEG", quality=QUALITY, optimize=True, dpi=(DPI, DPI))
    write_bytes(own_place(path), made.getvalue())

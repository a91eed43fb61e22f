"""Opening pictures that others made: the one place that does, by what a file holds and never by its name.

A file has to begin as one of `KINDS` does, and only the decoder of that kind is asked; a decoder that runs another
program (as for EPS) is never among them. How many pixels it has is read and bounded before any of them is decoded.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardlib import bounds
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from PIL import Image

# How a file of each kind begins, and the decoder for it.
KINDS: tuple[tuple[str, tuple[bytes, ...], str], ...] = (
    ("PNG", (b"\x89PNG\r\n\x1a\n",), "PngImagePlugin"),
    ("JPEG", (b"\xff\xd8\xff",), "JpegImagePlugin"),
    ("WEBP", (b"RIFF",), "WebPImagePlugin"),
    ("TIFF", (b"II*\0", b"MM\0*"), "TiffImagePlugin"),
    ("GIF", (b"GIF87a", b"GIF89a"), "GifImagePlugin"),
    ("BMP", (b"BM",), "BmpImagePlugin"),
)
_GUESSED = "is in CMYK and has no colour profile, so its colours are guessed; save it with one, or in RGB"
_PASSES = 30  # over the whole of a JPEG; a progressive one has about ten
_LARGE = 8 * bounds.MEGABYTE  # pixels from which on a picture is made smaller before anything else is done with it


class Picture(NamedTuple):
    """A picture whose pixels are not decoded yet: its size, and the content of its file."""

    image: Image.Image
    data: bytes


def open_picture(path: Path, data: bytes | None = None) -> Picture:
    """Return the picture in a file, or in its content; raises `CardlibError` for any other content or size."""
    data = read_picture(path) if data is None else data
    kind, decoder = _kind(data, path)
    from PIL import Image

    import_module(f"PIL.{decoder}")
    try:
        with warnings.catch_warnings(action="ignore"):
            image = Image.open(BytesIO(data), formats=(kind,))
    except Image.DecompressionBombError:
        raise _too_large(path, None) from None
    except MemoryError:
        raise
    except Exception as error:  # decoders raise whatever their reading of foreign bytes ends in
        raise _damaged(path, kind, error) from None
    pixels = image.width * image.height
    if pixels > bounds.PIXELS:
        raise _too_large(path, image.size)
    passes = data.count(b"\xff\xda") if kind == "JPEG" else 0
    if passes * pixels > _PASSES * bounds.PIXELS or passes > 10 * _PASSES:
        raise CardlibError(f"{path}: found a JPEG of {passes} passes, expected at most {_PASSES}; save it anew")
    return Picture(image, data)


def decoded(picture: Picture, path: Path, width: int, height: int) -> Image.Image:
    """Return the first frame, upright; one that is much larger than it is drawn (pixels) is made smaller on the way."""
    from PIL import ImageOps

    image = picture.image
    try:
        image.load()
        if image.mode.startswith("I"):  # grey of 16 bits, which others than this would cut off at 255
            image = image.convert("I").point(lambda grey: grey * (1 / 257) + 0.5).convert("L")
        if image.width * image.height > _LARGE:
            image = _reduced(image, width, height)
        return ImageOps.exif_transpose(image)
    except MemoryError:
        raise
    except Exception as error:  # as above: a file cut short, a broken stream
        raise _damaged(path, str(image.format or "picture"), error) from None


def _reduced(image: Image.Image, width: int, height: int) -> Image.Image:
    """A picture divided by a whole number, but not below what is drawn either way up."""
    least = max(width, height)
    factor = max(1, min(image.width, image.height) // least)
    if image.mode in ("P", "1"):
        image = image.convert("RGBA" if "transparency" in image.info else "RGB")
    return image if factor == 1 else image.reduce(factor)


def is_svg(data: bytes) -> bool:
    """Whether a file begins as SVG does."""
    begins = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    return begins.startswith((b"<svg", b"<?xml", b"<!--", b"<!DOCTYPE svg"))


def has_alpha(image: Image.Image) -> bool:
    """Whether something of a picture may be transparent."""
    return image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info


def coloured(image: Image.Image, path: Path) -> tuple[Image.Image, str]:
    """Return a picture in the colours of screens (sRGB), and what is poor about them, "" if nothing is.

    What has a colour profile is converted by it. CMYK without one is converted by a formula, which no press follows.
    """
    profile = image.info.get("icc_profile")
    if not profile or image.mode not in ("RGB", "RGBA", "CMYK", "L"):
        return (image.convert("RGB"), _GUESSED) if image.mode == "CMYK" else (image, "")
    from PIL import ImageCms

    try:
        own = ImageCms.ImageCmsProfile(BytesIO(profile[: 4 * bounds.MEGABYTE]))
        if image.mode != "CMYK" and "sRGB" in ImageCms.getProfileDescription(own):
            return image, ""
        alpha = image.getchannel("A") if image.mode == "RGBA" else None
        converted = ImageCms.profileToProfile(
            image.convert("RGB") if alpha else image,
            own,
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError) as error:
        raise CardlibError(
            f"{path}: found a colour profile that cannot be used ({error}), expected one for {image.mode}; save it anew"
        ) from None
    assert converted is not None  # only a conversion in place returns nothing
    if alpha:
        converted.putalpha(alpha)
    return converted, ""


def read_picture(path: Path) -> bytes:
    """Return the content of a file of at most the size of a picture. Raises `CardlibError` if there is none."""
    if not path.is_file():
        raise CardlibError(f"{path}: found no file, expected a picture")
    try:
        with path.open("rb") as file:
            return bounds.read_at_most(file, bounds.PICTURE_FILE, str(path), "a smaller picture")
    except OSError as error:
        raise CardlibError(f"{path}: {error.strerror or error}") from None


def _kind(data: bytes, path: Path) -> tuple[str, str]:
    for kind, beginnings, decoder in KINDS:
        if data.startswith(beginnings) and (kind != "WEBP" or data[8:12] == b"WEBP"):
            return kind, decoder
    known = ", ".join((*(kind for kind, _, _ in KINDS), "SVG"))
    raise CardlibError(f"{path}: not a picture that can be read; it is none of {known}, whatever its name")


def _too_large(path: Path, size: tuple[int, int] | None) -> CardlibError:
    found = f"a picture of {size[0]:,} by {size[1]:,} pixels" if size else "a picture of far too many pixels"
    return CardlibError(
        f"{path}: found {found}, expected at most {bounds.PIXELS // bounds.MEGABYTE} million; scale it down"
    )


def _damaged(path: Path, kind: str, error: Exception) -> CardlibError:
    said = str(error).partition(" <_io")[0] or type(error).__name__  # without the address of what was read
    return CardlibError(f"{path}: not a picture that can be read: {kind}: {said}")

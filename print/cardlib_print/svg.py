"""SVG pictures: looked through before anything draws them, then drawn into pixels by resvg in a process of its own.

An SVG file can name files and addresses, bring entities that grow, run scripts, and repeat itself without end. Here it
may only draw: what refers to anything beyond the file, or could take long, is refused with its name. What is left is
drawn by a process that is given neither files nor a place, with an end to its time and memory.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

from cardlib import bounds
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from pathlib import Path

    from PIL import Image

_MOST = 5 * bounds.MEGABYTE  # bytes
_ELEMENTS = 50_000  # drawn, those that are used again counted each time
_DEEP = 200  # elements in each other
_SECONDS = 30
_MEMORY = 1024 * bounds.MEGABYTE
_SHOWN = 60
_REFUSED = {
    "image": "a picture in the picture",
    "feImage": "a picture in the picture",
    "script": "a script",
    "foreignObject": "another document",
    "feTurbulence": "turbulence",
    "feMorphology": "morphology",
    "feConvolveMatrix": "a convolution",
    "feDisplacementMap": "a displacement",
}
_ELSEWHERE = re.compile(r"url\(\s*['\"]?\s*(?!#)([^)'\"]*)|@import\s*([^;]*)", re.IGNORECASE)
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px|pt|mm|cm|in|pc|)\s*")
_CHILD = """
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
    resource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))
except ImportError:
    pass
import resvg_py
text = sys.stdin.buffer.read().decode()
fonts = {fonts!r}
made = resvg_py.svg_to_bytes(svg_string=text, width={width}, height={height}, skip_system_fonts=True, font_files=fonts,
                             font_family="Fira Sans Condensed", sans_serif_family="Fira Sans Condensed")
sys.stdout.buffer.write(bytes(made))
"""


class Svg(NamedTuple):
    """An SVG file that may be drawn: its text, and its size in its own units."""

    text: str
    width: float
    height: float


def read_svg(data: bytes, path: Path) -> Svg:
    """Look an SVG file through. Raises `CardlibError` for one that is damaged, too large, or does not only draw."""
    if len(data) > _MOST:
        raise CardlibError(
            f"{path}: found {bounds.amount(len(data))} of SVG, expected at most {bounds.amount(_MOST)}; save it as PNG"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CardlibError(f"{path}: found an SVG that is no UTF-8, expected UTF-8; save it anew") from None
    text = re.sub(
        r"^\s*(<\?xml[^>]*\?>)?(\s*<!--.*?-->)*\s*<!DOCTYPE svg PUBLIC [^\[>]*>", "", text, count=1, flags=re.DOTALL
    )
    if "<!DOCTYPE" in text or "<!ENTITY" in text or "<?xml-stylesheet" in text:
        raise _refused(path, "declarations of its own (<!DOCTYPE, <!ENTITY or a style sheet elsewhere)")
    try:
        root = ElementTree.fromstring(text)  # without declarations there is nothing that grows
    except ElementTree.ParseError as error:
        raise CardlibError(f"{path}: not a picture that can be read: SVG: {error}") from None
    if _name(root) != "svg":
        raise CardlibError(f"{path}: not a picture that can be read: its first element is <{_name(root)[:_SHOWN]}>")
    _look_through(root, path)
    return Svg(text, *_size(root, path))


def drawn(svg: Svg, path: Path, width: int, height: int) -> Image.Image:
    """Draw an SVG as a picture of so many pixels. Raises `CardlibError` without resvg, or if it cannot be drawn."""
    if find_spec("resvg_py") is None:
        raise CardlibError(
            f"{path}: pictures in SVG need resvg-py: pip install resvg-py (the extra svg), or save it as PNG"
        )
    if width * height > bounds.PIXELS:
        raise CardlibError(
            f"{path}: found an SVG drawn {width} by {height} pixels large, expected a smaller place for it"
        )
    from cardlib_print.fonts import Fonts
    from cardlib_print.pictures import open_picture

    chains = (Fonts().chain(("Fira Sans Condensed",), style.lower(), style) for style in ("Regular", "Bold"))
    code = _CHILD.format(
        memory=_MEMORY, seconds=_SECONDS, width=width, height=height, fonts=[str(chain.first.path) for chain in chains]
    )
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-c", code], input=svg.text.encode(), capture_output=True, timeout=2 * _SECONDS
        )
    except subprocess.TimeoutExpired:
        raise CardlibError(f"{path}: found an SVG that takes longer than {_SECONDS} s; save it as PNG") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = said[-1][:200] if said else f"it took more than {_SECONDS} s or {bounds.amount(_MEMORY)}"
        raise CardlibError(f"{path}: not a picture that can be drawn: SVG: {why}")
    return open_picture(path, done.stdout).image.convert("RGBA")


def _name(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _refused(path: Path, what: str) -> CardlibError:
    return CardlibError(f"{path}: found {what} in an SVG, expected shapes, gradients and text alone; save it as PNG")


def _look_through(root: ElementTree.Element, path: Path) -> None:
    """Raise `CardlibError` for what does not only draw, for references beyond the file, and for too much of it."""
    named: dict[str, ElementTree.Element] = {}
    waiting = [(root, 1)]
    while waiting:
        element, deep = waiting.pop()
        name = _name(element)
        if name in _REFUSED:
            raise _refused(path, f"{_REFUSED[name]} (<{name}>)")
        if deep > _DEEP:
            raise _refused(path, f"more than {_DEEP} elements in each other")
        for key, value in element.attrib.items():
            plain = key.rpartition("}")[2].lower()
            if plain.startswith("on"):
                raise _refused(path, f"a script ({plain})")
            elsewhere = _ELSEWHERE.search(value)
            if (plain == "href" and name != "a" and not value.strip().startswith("#")) or elsewhere:
                raise _refused(path, f"a reference to {value[:_SHOWN]!r}")
            if plain == "id":
                named.setdefault(value, element)
        if name == "style" and (elsewhere := _ELSEWHERE.search("".join(element.itertext()))):
            raise _refused(path, f"a reference to {elsewhere[0][:_SHOWN]!r}")
        waiting += [(child, deep + 1) for child in element]
    _count(root, named, path)


def _count(root: ElementTree.Element, named: dict[str, ElementTree.Element], path: Path) -> None:
    """Raise `CardlibError` if an SVG draws too many elements; `<use>` draws what it names once more."""
    counted: dict[ElementTree.Element, int] = {}
    waiting: list[tuple[ElementTree.Element, bool]] = [(root, False)]
    within: set[ElementTree.Element] = set()
    while waiting:
        element, done = waiting.pop()
        parts = list(element)
        if _name(element) == "use":
            target = next((value for key, value in element.attrib.items() if key.rpartition("}")[2] == "href"), "")
            parts += [named[target.strip()[1:]]] if target.strip()[1:] in named else []
        if done:
            within.discard(element)
            counted[element] = 1 + sum(counted[part] for part in parts)
            if counted[element] > _ELEMENTS:
                raise _refused(path, f"more than {_ELEMENTS:,} elements")
        elif element not in counted:
            if element in within:
                raise _refused(path, "an element that uses itself")
            within.add(element)
            waiting.append((element, True))
            for part in parts:
                if part in within:
                    raise _refused(path, "an element that uses itself")
            waiting += [(part, False) for part in parts if part not in counted]


def _size(root: ElementTree.Element, path: Path) -> tuple[float, float]:
    """The width and height of an SVG in its own units: of its view box, else as it says."""
    box = root.get("viewBox", "").replace(",", " ").split()
    try:
        numbers = [float(one) for one in box]
    except ValueError:
        numbers = []
    sides = [_LENGTH.fullmatch(root.get(key, "")) for key in ("width", "height")]
    width, height = (float(side[1]) if side else 0.0 for side in sides)
    if not (width and height) and len(numbers) == 4:
        width, height = numbers[2:]
    if not (0.01 < width < 1e6 and 0.01 < height < 1e6 and 0.01 < width / height < 100):
        raise CardlibError(f"{path}: found an SVG without a size, expected a viewBox, or a width and a height")
    return width, height

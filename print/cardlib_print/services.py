"""Printing for somebody: pictures of each face with the pixels that a service wants, or a PDF with a card a page.

All of it comes from one PDF with one side of one card on each page, drawn as large as the product is: a picture is a
page of it with exact pixels. What Tabletop Simulator loads is made in `tabletop.py`,
and what Tabletop Playground takes in `playground.py`.
"""

# mypy: disable-error-code="no-untyped-call"
# (pypdfium2 is annotated in part)

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from cardlib.catalog.languages import in_language
from cardlib.errors import CardlibError
from cardlib.filters.words import listed, number_of
from cardlib.places import inside
from cardlib.writing import check_writable, filling, write_bytes
from cardlib_print.layouts import extended
from cardlib_print.manifests import SUFFIX
from cardlib_print.noting import Noted, note_run
from cardlib_print.playground import TEXTURES, write_playground
from cardlib_print.printing import Press, go_on, pressed
from cardlib_print.raster import dpi_of, exactly, pypdfium
from cardlib_print.readiness import findings
from cardlib_print.reflow import Fit, size_called
from cardlib_print.sheets import single_sheet
from cardlib_print.tabletop import Pictures, write_tabletop

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfDocument, PdfPage

    from cardlib.catalog import Card, Project
    from cardlib.writing import Writer
    from cardlib_print.document import Page, Side
    from cardlib_print.geometry import Size
    from cardlib_print.noting import Run
    from cardlib_print.preflight import Problem
    from cardlib_print.presets import Preset
    from cardlib_print.printing import Printed, PrintOptions, Progress

_NAMED = 3  # pictures of an earlier print that are named
_FIELDS = {"number": r"\d+", "id": r"[\w-]+", "copies": r"\d+"}


@dataclass(frozen=True, slots=True)
class Delivered:
    """What was made: the files, how it was noted, and what could look better there, or has to be done by hand."""

    files: tuple[Path, ...]
    noted: Noted
    warnings: tuple[Problem, ...]
    remarks: tuple[str, ...]


def options_for(preset: Preset, options: PrintOptions) -> PrintOptions:
    """Return the options with what a preset wants in their place."""
    if preset.makes == "sheets":
        return options
    return replace(
        options,
        sheet=single_sheet(),
        bleed=preset.bleed,
        backs="upright" if preset.backs or options.backs != "none" else "none",
        offset=(0.0, 0.0),
        fit=replace(options.fit, bleed=preset.bleed) if options.fit else preset.fit,
        back_first=preset.back_first,
    )


def deliver(
    project: Project,
    run: Run,
    preset: Preset,
    target: Path,
    options: PrintOptions,
    progress: Progress | None = None,
    *,
    proof: bool = False,
) -> Delivered:
    """Make what a preset wants of a run: pictures or what a program loads in the folder `target`, or the PDF `target`.

    A `proof` has no manifest, and is not noted. Raises `CardlibError` for cards of a size that it does not have, and as
    `print_cards` does.
    """
    pdf = preset.makes == "pdf"
    beside = target.with_suffix(SUFFIX) if pdf else target / f"{preset.name}{SUFFIX}"
    for path in (target, beside) if pdf else (beside,):
        check_writable(path)
    options = options_for(preset, replace(options, layouts={**options.layouts, **run.layouts}))
    different = {card.id: card for card, _ in run.cards}
    products = _products(project, run, preset, options)
    printed, data = pressed(project, [(card, 1) for card in different.values()], Path("cards.pdf"), options, progress)
    copies = _copies(run.cards)
    document = pypdfium().PdfDocument(data)
    try:
        warnings = (*printed.warnings, *findings(project, printed, document, preset, options))
        if pdf:
            printed, files = _write_pdf(project, run, target, options)
        else:
            with filling(target) as write:
                files = _write_files(project, run, preset, target, options, printed, document, products, write)
    finally:
        document.close()
    name = target.name if pdf else preset.name
    noted = Noted(printed, None)
    if not proof:
        noted = note_run(project, run, printed, options, name, beside, on_table=preset.table)
    remarks = [*_remarks(preset, copies, products), *_left_over(preset, target, files)]
    return Delivered(tuple(files), noted, warnings, tuple(remarks))


def _write_files(
    project: Project,
    run: Run,
    preset: Preset,
    folder: Path,
    options: PrintOptions,
    printed: Printed,
    document: PdfDocument,
    products: Mapping[str, str],
    write: Writer,
) -> list[Path]:
    """Write what a preset wants in a folder."""
    language = in_language(project, options.lang)
    if preset.makes == "tabletop":
        return write_tabletop(language, run, folder, Pictures(preset, folder, printed, document, write))
    if preset.makes == "playground":
        textures = Pictures(preset, folder / TEXTURES, printed, document, write, turned=False)
        return write_playground(language, run, folder, textures)
    return _write_pictures(preset, folder, printed, document, _copies(run.cards), products, write)


def check_for(project: Project, run: Run, preset: Preset, options: PrintOptions) -> tuple[list[Problem], list[str]]:
    """Return what could be better for a preset and what is left to do, without writing; raises as `deliver` does."""
    fitted = replace(options_for(preset, options), sheet=single_sheet(), back_first=False)
    if fitted.backs != "none":
        fitted = replace(fitted, backs="upright")
    different = {card.id: card for card, _ in run.cards}
    products = _products(project, run, preset, fitted)
    printed, data = pressed(project, [(card, 1) for card in different.values()], Path("cards.pdf"), fitted)
    document = pypdfium().PdfDocument(data)
    try:
        found = [*printed.warnings, *findings(project, printed, document, preset, fitted)]
    finally:
        document.close()
    return found, list(_remarks(preset, _copies(run.cards), products))


def _products(project: Project, run: Run, preset: Preset, options: PrintOptions) -> dict[str, str]:
    """Return the name of the product for each card, by its id; "" where any size will do.

    Raises `CardlibError` with all that the preset has no product for, or that does not go into one file, as what it is,
    and what to do with it.
    """
    press = Press(project, options)
    lacking: dict[str, list[Card]] = {}
    others: list[Card] = []
    nouns = {card.id: pile.part.noun for pile in reversed(run.piles) for card, _ in pile.cards}
    groups = {
        card.id: pile.part.what.partition(" ")[0]
        for pile in run.piles
        if pile.part.kind == "pieces"
        for card, _ in pile.cards
    }
    for card in {card.id: card for card, _ in run.cards}.values():
        layout = press.faces(card).layout
        if preset.has(layout.size):
            others.append(card)
        else:
            lacking.setdefault(layout.name, []).append(card)

    def counted(cards: Sequence[Card]) -> str:
        counts = Counter(nouns[card.id] for card in cards)
        return listed([number_of(count, noun) for noun, count in counts.items()])

    if not lacking:
        bought = {card.id: preset.product(press.faces(card).layout.size) for card in others}
        products = {id_: product.name if product else "" for id_, product in bought.items()}
        if preset.makes == "pdf" and len(set(products.values())) > 1:
            raise CardlibError("\n".join(_apart(project, preset, press, others, products, counted)))
        return products
    queries: dict[str, str] = {name: extended(project, name).get("for", "") for name in lacking}
    alone = not others and len(lacking) == 1
    kinds = dict.fromkeys(nouns[card.id] for same in lacking.values() for card in same)
    said = [preset.lacks(f"some of these {listed([f'{kind}s' for kind in kinds])}")]
    for name, same in lacking.items():
        size = press.faces(same[0]).layout.size
        only = f"--only {quote(queries[name])} " if queries[name] and not alone else ""
        found = _sizes_for(project, same, preset, options, size)
        also = f" (or {', '.join(found[1:])})" if found[1:] else ""
        do = f"--size {found[0]}{also}" if found else "without --for, as no product will do: print at home"
        options_of = dict.fromkeys(f"--{groups[card.id]}" for card in same if card.id in groups)
        if options_of and not found:
            do = f"leave out {listed(list(options_of))} here, as no product will do: print at home"
        said.append(f"  {counted(same)} of {size} (layout {name}): {only}{do}")
    if others and all(queries.values()):
        rest = " ".join(f"-({query})" for query in queries.values())
        said.append(f"  the other {counted(others)}: --only {quote(rest)}")
    raise CardlibError("\n".join(said))


def _apart(
    project: Project,
    preset: Preset,
    press: Press,
    cards: Sequence[Card],
    products: Mapping[str, str],
    counted: Callable[[Sequence[Card]], str],
) -> Iterator[str]:
    """Say how to print cards of several products one after another."""
    layouts = dict.fromkeys((products[card.id], press.faces(card).layout.name) for card in cards)
    queries = {layout: extended(project, layout).get("for", "") for _, layout in layouts}
    yield f"{preset.name} makes one file for cards of one size; print these by themselves"
    for product in dict.fromkeys(products.values()):
        own = [query for (name, layout) in layouts if name == product and (query := queries[layout])]
        others = [query for (name, layout) in layouts if name != product and (query := queries[layout])]
        whole = all(queries[layout] for name, layout in layouts if name == product)
        only = " or ".join(own) if whole else " ".join(f"-({query})" for query in others)
        said = counted([card for card in cards if products[card.id] == product])
        yield f"  {said} for {product}: {f'--only {quote(only)}' if only else 'name them in a query'}"


def _sizes_for(project: Project, cards: Sequence[Card], preset: Preset, options: PrintOptions, own: Size) -> list[str]:
    """The sizes of products on which all of some cards go, as `--size` calls them, the nearest one first."""

    def apart(size: Size) -> float:
        return sum(abs(one - other) for one, other in zip(_sides(size), _sides(own), strict=True))

    found = []
    for product in sorted(preset.products, key=lambda one: apart(one.card)):
        fit = Fit((product.card,), preset.bleed)
        if fit.target(own) is not None and go_on(project, cards, replace(options, fit=fit)):
            found.append(size_called(product.card))
    return found


def _sides(size: Size) -> list[float]:
    return sorted((size.width, size.height))


def _copies(cards: Sequence[tuple[Card, int]]) -> dict[str, int]:
    copies: dict[str, int] = {}
    for card, number in cards:
        copies[card.id] = copies.get(card.id, 0) + number
    return copies


def _remarks(preset: Preset, copies: Mapping[str, int], products: Mapping[str, str]) -> Iterator[str]:
    """What is left to do, and how each product is ordered."""
    if preset.note:
        yield f"{preset.name}: {preset.note}"
    ordered: Counter[str] = Counter()
    for id_, number in copies.items():
        ordered[products[id_]] += number
    if preset.makes == "pictures" and len(ordered) > 1:
        yield f"{preset.name}: each product is an order of its own, in a folder of its own: {', '.join(ordered)}"
    for product, cards in ordered.items() if preset.counts else ():
        told = number_of(cards, f"{product} card" if len(ordered) > 1 else "card")
        are = "is" if cards == 1 else "are"
        enough = next((one for one in preset.counts if one >= cards), None)
        if enough is None:
            most = preset.counts[-1]
            yield f"{preset.name}: {told} {are} more than {most}, the largest deck; order several"
        elif enough > cards:
            yield f"{preset.name}: {told} {are} ordered as {enough}, {enough - cards} of them blank"


def _left_over(preset: Preset, folder: Path, files: Sequence[Path]) -> Iterator[str]:
    """Say which pictures of an earlier print lie among the new ones, as a folder is uploaded as it is."""
    if preset.makes != "pictures" or not preset.table:
        return
    known = {path.resolve() for path in files}
    places = [folder, *(folder / product.name for product in preset.products)]
    left = []
    for name in preset.names.values():
        alike = re.compile(
            re.sub(r"\\\{(\w+)\\\}", lambda field: _FIELDS.get(field[1], ".*"), re.escape(Path(name).name))
        )
        for place in places:
            found = sorted((place / name).parent.glob("*"))
            left += [
                path
                for path in found
                if path not in left and alike.fullmatch(path.name) and path.resolve() not in known
            ]
    if left:
        named = ", ".join(str(path.relative_to(folder)) for path in left[:_NAMED])
        more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
        has = f"{folder} has pictures of an earlier print, take them away before you upload it"
        yield f"{preset.name}: {has}: {named}{more}"


def _write_pdf(project: Project, run: Run, target: Path, options: PrintOptions) -> tuple[Printed, list[Path]]:
    """One PDF with all copies; those that lie on their side are turned, as products stand upright."""
    printed, data = pressed(project, run.cards, target, replace(options, upright=True))
    write_bytes(target, data)
    return printed, [target]


def _write_pictures(
    preset: Preset,
    folder: Path,
    printed: Printed,
    document: PdfDocument,
    copies: Mapping[str, int],
    products: Mapping[str, str],
    write: Writer,
) -> list[Path]:
    """Each side as a picture with the pixels that the product has; one back where all cards have the same.

    Where there are several products each has a folder, with numbers from 1.
    """
    several = len(set(products.values())) > 1
    backs: dict[str, set[str]] = {}
    for (id_, side), drawn in printed.drawn.items():
        if side == "back":
            backs.setdefault(products[id_], set()).add(drawn.stamp)
    files: list[Path] = []
    first: dict[str, int] = {}
    numbers = {product: count(1) for product in products.values()}
    for shown, page in zip(printed.pages, document, strict=True):
        (card,) = shown.cards
        product = products[card.id]
        shared = preset.names.get("shared", "") if len(backs.get(product, ())) == 1 else ""
        each = copies[card.id] if preset.each else 1
        if card.id not in first:
            first[card.id] = next(numbers[product])
            for _ in range(each - 1):
                next(numbers[product])
        names = list(_names(preset, shown, first[card.id], each, copies[card.id], shared))
        place = inside(folder, product) if several else folder
        paths = [path for path in dict.fromkeys(inside(place, name) for name in names) if path not in files]
        if not paths:
            continue
        made = BytesIO()
        picture = _exact(page, preset, printed.drawn[card.id, shown.side].size, shown.side)
        picture.save(made, "PNG", compress_level=6, dpi=(preset.dpi, preset.dpi))
        for path in paths:
            write(path, made.getvalue())
        files += paths
    return files


def _names(preset: Preset, shown: Page, first: int, each: int, copies: int, shared: str) -> Iterator[str]:
    if shown.side == "back" and shared:
        yield shared
        return
    (card,) = shown.cards
    for number in range(first, first + each):
        yield preset.names[shown.side].format(number=f"{number:03}", id=card.id, copies=copies)


def _exact(page: PdfPage, preset: Preset, size: Size, side: Side) -> Image:
    """A page with the pixels of its product; a card that lies on its side is turned, as products stand upright.

    Its back is turned the other way, as on sheets: a lying card that is turned over sideways shows it upright.
    """
    product = preset.product(size)
    if product is None or product.pixels is None:
        wide, high = page.get_size()
        dpi = min(preset.dpi, dpi_of(page))
        return exactly(page, round(wide / 72 * dpi), round(high / 72 * dpi))
    width, height = product.pixels
    if size.width > size.height:
        return exactly(page, height, width).rotate(90 if side == "face" else -90, expand=True)
    return exactly(page, width, height)

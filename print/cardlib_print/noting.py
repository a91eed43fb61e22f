"""Printing piles: the sheets, the manifest beside them, and the note in the history of what lies on the table then.

The PDF is written first and noted last, so that a print which is broken off at any point is not noted: what is printed
once more than needed does less harm than a card that is believed to be on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING

from cardlib.catalog.pieces import GROUPS
from cardlib.errors import CardlibError
from cardlib.writing import NotWritten, is_stream, write_whole
from cardlib_print.changes import Change, Changes, Now, compare
from cardlib_print.history import note, table
from cardlib_print.kit_piles import kit_again
from cardlib_print.manifests import Copy, Manifest, Pile, Sheets, manifest_beside, manifest_text, plain_words
from cardlib_print.printing import Printed, PrintOptions, print_cards
from cardlib_print.reflow import Fit, noted_fit, size_text, sizes_told
from cardlib_print.selection import Part, gathered, test_of, told
from cardlib_print.sheets import sheets

if TYPE_CHECKING:
    from pathlib import Path

    from cardlib.catalog import Card, Project
    from cardlib_print.history import Lying
    from cardlib_print.printing import Progress
    from cardlib_print.selection import Selection
    from cardlib_print.sheets import Flip, Sheet


AS_USUAL = PrintOptions()
_EDGES: Mapping[str, Flip] = {"long": "long", "short": "short"}


@dataclass(frozen=True, slots=True)
class Run:
    """What one print does to the piles on the table; `layouts` are those of single cards and pieces, by id.

    `since` says when each pile was printed last, by its key; `options` how to print so that what is new goes with it.
    """

    piles: tuple[Changes, ...]
    layouts: Mapping[str, str] = field(default_factory=dict)
    since: Mapping[tuple[str, str], str] = field(default_factory=dict)
    options: PrintOptions = AS_USUAL

    @property
    def decks(self) -> list[Changes]:
        """The piles of cards, those of pieces left out and those of which nothing has to be printed."""
        return [pile for pile in self.piles if pile.part.kind != "pieces" and pile.cards]

    @property
    def pieces(self) -> list[tuple[Card, int]]:
        """The pieces that have to be printed, pile after pile."""
        return [one for pile in self.piles if pile.part.kind == "pieces" for one in pile.cards]

    @property
    def cards(self) -> tuple[tuple[Card, int], ...]:
        """What has to be printed, pile after pile."""
        return tuple(one for pile in self.piles for one in pile.cards)

    @property
    def told(self) -> str:
        """How many of what has to be printed: `40 cards and 20 tokens`."""
        return told((pile.part, pile.cards) for pile in self.piles)

    @property
    def different(self) -> str:
        """The same without copies."""
        return told((pile.part, [(card, 1) for card, _ in pile.cards]) for pile in self.piles)


@dataclass(frozen=True, slots=True)
class Noted:
    """What was printed, None if nothing had to be; its manifest; and `slip`, why it could not be noted, if so."""

    printed: Printed | None
    manifest: Path | None
    slip: str = ""


def clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def whole(project: Project, selection: Selection, options: PrintOptions = AS_USUAL) -> Run:
    """Return the print of all cards of a selection. Where that is a part of a pile, the rest stays as it lies."""
    lying = table(project.slug) if any(part.only for part in selection.parts) else {}
    layouts = dict(selection.layouts)
    piles = []
    for part in selection.parts:
        before = lying[part.kind, part.what].pile if (part.kind, part.what) in lying else None
        layout = options.layout or (before.layout if before and part.only else "")
        _lay_out(part, layout, layouts)
        ids = {card.id for card, _ in part.cards}
        rest = before.cards if before and part.only else ()
        kept = tuple(replace(copy, new=0, sheets=()) for copy in rest if copy.card not in ids)
        changes = tuple(Change(card.id, card.name, card, "new", (), count) for card, count in part.cards)
        piles.append(Changes(part, before, changes, kept, layout))
    return Run(tuple(piles), layouts, options=options)


def outdated(
    project: Project,
    selection: Selection | None = None,
    options: PrintOptions = AS_USUAL,
    *,
    since: Path | None = None,
    reworded: bool = False,
    no_backs: bool = False,
) -> Run:
    """Return what brings the piles of a selection up to date, or all that lie on the table.

    What goes into a pile gets backs where its cards have some, and is printed in the size and language of the pile,
    unless the options ask for others, or it is asked for `no_backs`. A pile that was never printed is new, all of it.
    `since` names the manifest to compare with, in place of the history; with `reworded` copies that only look different
    stay. Raises `CardlibError` for a pile whose deck or query is not there any more, `RecordError` for a record that
    cannot be read.
    """
    lying = table(project.slug, since)
    if selection is None:
        again = [_again(project, one.pile) for one in lying.values()]
        layouts = {id_: layout for one in again for id_, layout in one.layouts.items()}
        return _compared(
            project, [part for one in again for part in one.parts], layouts, lying, options, reworded, no_backs
        )
    parts: list[Part] = []
    for part in selection.parts:
        known = lying.get((part.kind, part.what))
        if known and known.pile.copies and not part.copies:
            part = _again(project, known.pile, part.only).parts[0]
        parts.append(part)
    return _compared(project, parts, dict(selection.layouts), lying, options, reworded, no_backs)


def one_pile(project: Project, lying: Lying) -> Run:
    """Return what brings one pile of the table up to date; raises as `outdated` does."""
    again = _again(project, lying.pile)
    return _compared(project, again.parts, dict(again.layouts), {lying.pile.key: lying}, AS_USUAL, False)


def _compared(
    project: Project,
    parts: Sequence[Part],
    layouts: dict[str, str],
    lying: Mapping[tuple[str, str], Lying],
    options: PrintOptions,
    reworded: bool,
    no_backs: bool = False,
) -> Run:
    """Compare parts with what lies there, printed as asked, or as before where cards go into piles of another kind."""

    def told(options: PrintOptions) -> Run:
        now = Now(project, dict(layouts), options)
        piles = []
        for part in parts:
            before = lying[part.kind, part.what].pile if (part.kind, part.what) in lying else None
            layout = options.layout or (before.layout if before else "")
            _lay_out(part, layout, layouts)
            passes = partial(_passes, project, test_of(project, part.only)) if part.only else _every
            piles.append(compare(part, before, now, layout=layout, reworded=reworded, passes=passes))
        return Run(tuple(piles), layouts, {key: one.when for key, one in lying.items()}, options)

    run = told(options)
    fitting = _as_before(project, run, lying, options, no_backs)
    return run if fitting == options else told(fitting)


def _as_before(
    project: Project, run: Run, lying: Mapping[tuple[str, str], Lying], options: PrintOptions, no_backs: bool
) -> PrintOptions:
    """The options with backs, size and language of the piles that cards go into, where they ask for none.

    One file has one size and language: where piles differ in these, it is as asked.
    """
    piles = [pile for pile in run.piles if pile.before and pile.before.cards and pile.cards]
    ways = {(copy.lang, copy.size) for pile in piles if pile.before for copy in pile.before.cards}
    if len(ways) == 1:
        ((lang, size),) = ways
        options = replace(options, lang=options.lang or lang, fit=options.fit or noted_fit(size))
    backed = [pile for pile in piles if pile.before and any(copy.back for copy in pile.before.cards)]
    if not backed or no_backs or options.backs != "none" or _folds(project, options.sheet):
        return options
    before = [lying[pile.part.kind, pile.part.what].options for pile in backed]
    folded = next((one["sheet"] for one in before if _folds(project, one.get("sheet", ""))), None)
    if folded is not None and options.sheet is None and len(backed) == len(piles):
        return replace(options, sheet=folded)
    edge: Flip = next((_EDGES[one["backs"]] for one in before if one.get("backs") in _EDGES), "long")
    ids = {card.id for pile in backed for card, _ in pile.cards}
    return replace(options, backs=edge, bare=frozenset(card.id for card, _ in run.cards if card.id not in ids))


def _folds(project: Project, sheet: str | Sheet | None) -> bool:
    """Whether backs lie beside their faces on a sheet, or on the one of that name."""
    found = sheets(project).get(sheet) if isinstance(sheet, str) else sheet
    return found is not None and found.fold


def print_run(
    project: Project,
    run: Run,
    path: Path,
    options: PrintOptions = AS_USUAL,
    progress: Progress | None = None,
    *,
    now: Callable[[], datetime] = clock,
) -> Noted:
    """Print what a run has to print, write its manifest beside the PDF, and note it in the history of the game.

    A stream has no place for a manifest beside it; where nothing changes, nothing is noted. Raises as `print_cards`.
    """
    if not any(pile.changes for pile in run.piles):
        return Noted(None, None)
    options = replace(options, layouts={**options.layouts, **run.layouts})
    printed = print_cards(project, run.cards, path, options, progress) if run.cards else None
    beside = manifest_beside(path) if printed and not is_stream(path) else None
    return note_run(project, run, printed, options, path.name if beside else "", beside, now=now)


def note_run(
    project: Project,
    run: Run,
    printed: Printed | None,
    options: PrintOptions,
    file: str,
    beside: Path | None,
    *,
    on_table: bool = True,
    now: Callable[[], datetime] = clock,
) -> Noted:
    """Write the manifest of what was printed into a file, and note it as lying on the table if it comes there."""
    made = Manifest(
        game=project.slug,
        when="",
        file=file,
        title=options.title or project.game.name,
        # A pile of which nothing changed lies as it lay: its last print is still the one that put it there.
        piles=tuple(_after(pile, printed, options) for pile in run.piles if pile.changes),
        sheets=tuple(_sheets(printed)) if printed else (),
        watermark=options.watermark,
        options=_asked(options),
    )
    return _noted(made, printed, beside, now(), on_table=on_table)


def note_piles(
    project: Project, piles: Sequence[Pile], path: Path, title: str, *, now: Callable[[], datetime] = clock
) -> Noted:
    """Write the manifest of piles that are changed on the table, beside what was printed for it, and note it."""
    beside = None if is_stream(path) else manifest_beside(path)
    made = Manifest(project.slug, "", path.name if beside else "", title, tuple(piles))
    return _noted(made, None, beside, now())


def _noted(
    made: Manifest, printed: Printed | None, beside: Path | None, at: datetime, *, on_table: bool = True
) -> Noted:
    made = replace(made, when=at.strftime("%Y-%m-%dT%H:%M:%SZ"))
    if beside:
        write_whole(beside, manifest_text(made))
    try:
        if on_table:
            note(made, at)
    except NotWritten as error:
        return Noted(printed, beside, str(error))
    return Noted(printed, beside)


def _after(changes: Changes, printed: Printed | None, options: PrintOptions) -> Pile:
    """The pile as it lies on the table after a print."""
    part = changes.part
    copies: dict[tuple[object, ...], Copy] = {_look(copy): copy for copy in changes.kept}
    on = _places(printed) if printed else {}
    for change in changes.changes:
        if not (change.card and change.in_ and printed):
            continue
        face, back = printed.drawn[change.id, "face"], printed.drawn.get((change.id, "back"))
        copy = Copy(
            card=change.id,
            name=change.card.name,
            count=change.in_,
            layout=face.layout,
            stamp=face.stamp,
            back=back.stamp if back else "",
            low_ink=options.low_ink,
            lang=options.lang,
            size=size_text(face.size, face.bleed) if options.fit else "",
            ground=face.ground,
            new=change.in_,
            sheets=on[change.id],
            words=plain_words(face),
        )
        same = copies.get(_look(copy))
        copies[_look(copy)] = replace(copy, count=copy.count + same.count) if same else copy
    return Pile(part.kind, part.what, part.name, tuple(copies.values()), part.copies, changes.layout)


def _look(copy: Copy) -> tuple[object, ...]:
    said = tuple((one.element, one.text) for one in copy.words)  # a sticker may say it, whatever the stamp
    return copy.card, copy.layout, copy.stamp, copy.back, copy.low_ink, copy.lang, copy.size, copy.patched, said


def _places(printed: Printed) -> dict[str, tuple[int, ...]]:
    """The sheets of paper that each card is on, from 1."""
    on: dict[str, dict[int, None]] = {}
    faces = [page for page in printed.pages if page.side == "face"]
    for number, page in enumerate(faces, 1):
        for card in page.cards:
            on.setdefault(card.id, {})[number] = None
    return {id_: tuple(numbers) for id_, numbers in on.items()}


def _sheets(printed: Printed) -> Iterator[Sheets]:
    for plan, count in printed.plans:
        yield Sheets(plan.sheet.name, plan.card.width, plan.card.height, count)


def _asked(options: PrintOptions) -> dict[str, str]:
    """How it was printed, as far as that is not the default."""
    asked = {}
    for name in ("sheet", "paper", "bleed", "backs", "offset", "low_ink", "lang", "layout", "fit"):
        value = getattr(options, name)
        if value != getattr(AS_USUAL, name):
            asked[name] = sizes_told(value.sizes) if isinstance(value, Fit) else str(getattr(value, "name", value))
    return asked


def _again(project: Project, pile: Pile, only: str = "") -> Selection:
    """What makes a pile, selected anew."""
    copies = int(pile.copies) if pile.copies.isdigit() else pile.copies or None
    try:
        if pile.kind == "kit" or (pile.kind == "pieces" and pile.what not in GROUPS):
            return kit_again(project, pile.what)
        if pile.kind == "pieces":
            return gathered(project, groups=[pile.what])
        return gathered(project, pile.what, only, copies, kind=pile.kind)
    except CardlibError as error:
        raise CardlibError(
            f"{pile.name}, which was printed: {error}; if it lies on the table no more: "
            f"cardlib print forget {quote(pile.what or pile.name)}"
        ) from None


def _every(id_: str) -> bool:
    """Every copy of a pile is compared, whatever became of its card."""
    return True


def _passes(project: Project, test: Callable[[Card], bool], id_: str) -> bool:
    """Whether a card that lies on the table passes a test; what the game has no more is no part of it."""
    return id_ in project.cards and test(project.cards[id_])


def _lay_out(part: Part, layout: str, layouts: dict[str, str]) -> None:
    """Note the layout that stands in place of the own one of each card; pieces have no other."""
    if layout and part.kind not in ("pieces", "kit"):
        layouts.update((card.id, layout) for card, _ in part.cards)

"""The checks of the parts above the catalogue for `cardlib data check`: numbers of rules, decks, formats, layouts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.catalog.check import Check
from cardlib.catalog.problems import Problem
from cardlib.catalog.reading import Misshapen, Shape
from cardlib.errors import CardlibError, NotFound
from cardlib.filters import article, nearest

if TYPE_CHECKING:
    from cardlib.abilities.rules import GameRules
    from cardlib.catalog.projects import Project

_TAGS = "tags that are closed where they were opened: <b>, <i>, <colour name>"
_PLACE = re.compile(r"[.:](?:(\d+):)?(?:\d+:)? *(.*)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_NEAREST = r"(?: \(nearest: (?P<near>.*)\))?"
_SAYINGS = (
    re.compile(rf"(?:(?P<at>.*?): )?found (?P<found>.*?), expected (?P<expected>.*?){_NEAREST}"),
    re.compile(rf"(?:(?P<at>.*?): )?(?:extends )?unknown (?P<a>[a-z ]+) (?P<found>'[^']*'){_NEAREST}"),
    re.compile(r"(?:(?P<at>.*?): )?expected (?P<expected>.*), found (?P<found>.*)"),
    re.compile(r"(?P<at>\w+\[\d+\] \([^)]*\)(?:: \w+)?): (?P<found>.*)"),
)


def check_decks(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """Every deck of the project can be read, and every name in it is that of a card."""
    from cardlib.decks import load_deck

    for path in project.files("decks", "*.*"):
        file = path.relative_to(project.path).as_posix()
        if file in bad or (path.suffix == ".json" and not _of_a_kind(project, path)):
            continue  # of a deck in JSON its schema has said it all
        try:
            deck = load_deck(path, project, strict=False)
        except CardlibError as error:
            yield from _said(file, path, error, "a deck that can be read")
            continue
        for entry in deck.unknown:
            near = entry.near[0] if entry.near else None
            yield Problem(file, entry.line or 0, entry.section, f"'{entry.name}'", "the name of a card", near)


def _of_a_kind(project: Project, path: Path) -> bool:
    """Whether a file in JSON is a document of a kind that the game declares, and no deck."""
    data = project.read(path)
    return isinstance(data, dict) and "kind" in data


def check_documents(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """Every kind of document can be used: what its formulas name is there, and its file has its id."""
    from cardlib.decks.kinds import kind_of

    usable = True
    for path in project.files("documents"):
        file = f"documents/{path.name}"
        if file in bad:
            continue
        if project.kinds[path.stem].get("id") != path.stem:
            found = f"'{project.kinds[path.stem].get('id')}'"
            yield Problem(file, 0, "id", found, f"'{path.stem}', the name of the file")
        wrong = list(_tried(project, path, lambda id_=path.stem: kind_of(project, id_), "a kind of document"))  # type: ignore[misc]
        usable = usable and not wrong
        yield from wrong
    if (
        usable
        and "game.json" not in bad
        and not any(f"documents/{path.name}" in bad for path in project.files("documents"))
    ):
        yield from _brought(project)


def _brought(project: Project) -> Iterator[Problem]:
    """What matches are set up from is there, and what names a board names one of the game's."""
    from cardlib.decks.brought import parts_of, unfit_boards

    try:
        parts_of(project)
    except Misshapen as error:
        yield Problem("game.json", 0, error.path, error.found, error.expected, error.near)
    else:
        boards = [
            str(board.get("id")) for path in project.files("boards") if isinstance(board := project.read(path), dict)
        ]
        for place, found, expected in unfit_boards(project, boards):
            yield Problem("game.json", 0, place, found, expected)


def check_formats(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """Every format can be worked out for the cards of the project."""
    from cardlib.decks import compile_format, load_format
    from cardlib.decks.fields import FormatError
    from cardlib.decks.names import UnknownCards

    for path in project.files("formats"):
        if f"formats/{path.name}" in bad:
            continue

        def compiled(name: str = path.stem) -> object:
            try:
                return compile_format(project, load_format(project, name))
            except UnknownCards:  # of a deck that the format lists; what is wrong there is said by itself
                return None
            except FormatError as error:
                if any(str(other) in str(error) for other in project.files("formats") if other.stem != name):
                    return None  # of a format that this one extends
                raise

        yield from _tried(project, path, compiled, "a format that the deck check can use")
        yield from _identities(project, path)
        yield from _demanded(project, path.stem)


def _identities(project: Project, path: Path) -> Iterator[Problem]:
    """An identity whose header is an attribute of the cards is one of its values."""
    where = f"formats/{path.name}"
    for one in Shape(dict(project.formats[path.stem]), where).items("constraints"):
        header = one.word("header", "") if one.word("kind") == "identity" else ""
        attribute = project.game.attributes.get(header)
        known = attribute.values if attribute is not None else ()
        for value, _ in one.members("values") if known else ():
            if value not in known:
                expected = f"a value of '{header}', one of {', '.join(known)}"
                yield Problem(where, 0, f"{one.path}.values.{value}", f"'{value}'", expected, nearest(value, known))


def _demanded(project: Project, name: str) -> Iterator[Problem]:
    """Every card is printed as the format demands."""
    from cardlib.decks import compile_format, load_format
    from cardlib.decks.demands import Demands

    try:
        tests = compile_format(project, load_format(project, name)).tests
    except CardlibError:
        return  # said already
    for test in tests:
        for id_ in sorted(test.wrong) if isinstance(test, Demands) else ():
            card, rule = project.cards[id_], test.constraint.rule
            sentence = test.facts.sentence(rule, test.constraint.note).removesuffix(".")
            yield Problem(card.file, card.line, "", f"a card '{id_}' against {rule}", sentence)


def check_numbers(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """The numbers of game.json are read: by the rules of the game, if it has any, or by its documents and pieces."""
    from cardlib.game import rules_for
    from cardlib.unfit import unfit_declarations, unfit_numbers, unfit_windows, unlawful_boards

    try:
        rules = rules_for(project.slug)
    except NotFound:
        if not any(file == "game.json" or file.startswith("dice") for file in bad):
            yield from unfit_windows(project, None)
        return
    constants = project.game.constants
    yield from unfit_numbers(rules, constants)
    if not any(file == "game.json" or file.startswith(("boards", "dice")) for file in bad):
        yield from _tried_all(unfit_declarations, project, rules)
        yield from _tried_all(unfit_windows, project, rules)
        yield from _tried_all(unlawful_boards, project, rules)
    speaking = _may_name_numbers(project)
    if not rules.constants or any(path.relative_to(project.path).as_posix() in bad for path in speaking):
        return  # what a broken file names is not known
    elsewhere = frozenset(word for path in speaking for word in _WORD.findall(str(project.read(path))))
    for name in constants:
        if name not in rules.constants and name not in elsewhere:
            near = nearest(name, [other for other in rules.constants if other not in constants])
            yield Problem("game.json", 0, f"rules.{name}", f"'{name}'", "a number that the rules read", near)


def _may_name_numbers(project: Project) -> list[Path]:
    """The documents and formats, the keywords and pieces: their formulas may name numbers of the rules."""
    said = [project.file(name) for name in ("keywords.json", "pieces.json")]
    return [*project.files("documents"), *project.files("formats"), *(path for path in said if path is not None)]


def _tried_all(
    check: Callable[[Project, GameRules], Iterator[Problem]], project: Project, rules: GameRules
) -> Iterator[Problem]:
    """What a check yields; an error that ends it is a problem of the game."""
    try:
        yield from check(project, rules)
    except CardlibError as error:
        yield Problem("game.json", 0, "", str(error), f"what the rules of {rules.slug} can play")


def check_abilities(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """The rules of the game, if it has any, carry out whatever its cards say; nothing names what is not there."""
    from cardlib.game import rules_for, uncompiled
    from cardlib.unfit import unfit_abilities

    try:
        rules = rules_for(project.slug)
    except NotFound:
        rules = None
    found = list(unfit_abilities(project, rules, bad))
    yield from found
    if rules is not None and not found and not bad:
        yield from uncompiled(project, rules)


def check_layouts(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """Every print layout can be read, and names only fields, symbols and layouts that are there."""
    if not project.files("print") or any(file.startswith("print/") for file in bad):
        return  # a layout takes over parts of others
    from cardlib_print.bounds import outside
    from cardlib_print.elements import Layout
    from cardlib_print.layouts import HEXAGON, extended, known_layouts, layout_names, load_layout
    from cardlib_print.values import field_names

    layouts: dict[str, Layout] = {}
    for name in layout_names(project):

        def loaded(name: str = name) -> None:
            layouts[name] = load_layout(project, name, field_names(project))
            if extended(project, name).get(HEXAGON):
                load_layout(project, name, field_names(project), hexagon=True)

        yield from _tried(project, project.path / "print" / f"{name}.json", loaded, "a layout that can be printed")
    known = known_layouts(project)
    for name, layout in layouts.items():
        if layout.back and layout.back not in known:
            near = nearest(layout.back, known)
            yield Problem(f"print/{name}.json", 0, "back", f"{layout.back!r}", "a layout", near)
        for element, what, _ in outside(layout):
            yield Problem(f"print/{name}.json", 0, element, f"an element that {what}", "one that lies on the card")


def check_pieces(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """Every piece can be read, and those with a layout can be printed."""
    from cardlib.catalog.pieces import FILE
    from cardlib_print import pieces

    if (project.path / FILE).is_file() and not any(file == FILE or file.startswith("print/") for file in bad):
        path = project.path / FILE
        yield from _tried(project, path, lambda: pieces.check_pieces(project), "pieces that can be used")


def check_languages(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """Other languages have words for what there is, with what stands in braces where the data has it."""
    from cardlib.catalog.check.languages import check_language
    from cardlib.catalog.languages import languages

    if any(file.startswith("lang/") for file in (*bad, *(one.file for one in project.problems))):
        return
    for code in languages(project) if not bad else ():
        yield from check_language(project, code)


def check_bands(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """The bands of the balance can be held to: a bot that there is, no lower end above the upper one."""
    path = project.file("balance.json")
    if path is not None and "balance.json" not in bad:
        from cardlib.lab.balance import read_bands

        yield from _tried(project, path, lambda: read_bands(project), "bands that can be held to")


def check_texts(project: Project, bad: Collection[str]) -> Iterator[Problem]:
    """Every tag in the rich text of cards and keywords is closed where it was opened."""
    from cardlib_print.markup import mismatched

    if any(file.startswith("cards") for file in (*bad, *(one.file for one in project.problems))):
        return
    for card in project.cards.values():
        prose = {id_: str(value) for id_, value in card.attributes.items() if project.game.attributes[id_].prose}
        for path, text in {"name": card.name, "text": card.written or "", "flavour": card.flavour, **prose}.items():
            if "<" in text and (wrong := mismatched(text)):
                yield Problem(card.file, card.line, path, wrong, _TAGS)
    for keyword in project.keywords.values():
        if "<" in keyword.reminder and (wrong := mismatched(keyword.reminder)):
            yield Problem("keywords.json", 0, f"{keyword.id}.reminder", wrong, _TAGS)


def _tried(project: Project, path: Path, action: Callable[[], object], expected: str) -> Iterator[Problem]:
    try:
        action()
    except CardlibError as error:
        yield from _said(path.relative_to(project.path).as_posix(), path, error, expected)


def _said(file: str, path: Path, error: CardlibError, expected: str) -> Iterator[Problem]:
    """The lines of a message as problems; what was found, what was expected and where is taken apart."""
    for part in str(error).splitlines():
        place = _PLACE.match(part.removeprefix(str(path)))
        said = place[2] if place else part
        line = int(place[1]) if place and place[1] else 0
        match = next((match for saying in _SAYINGS if (match := saying.fullmatch(said))), None)
        told = {"found": said.removeprefix("found "), "expected": expected} | (match.groupdict() if match else {})
        wanted = article(told["a"]) if "a" in told else told["expected"]
        yield Problem(file, line, told.get("at") or "", told["found"], wanted, told.get("near"))


EXTRA: tuple[Check, ...] = (
    check_numbers,
    check_abilities,
    check_documents,
    check_decks,
    check_formats,
    check_layouts,
    check_pieces,
    check_texts,
    check_languages,
    check_bands,
)

"""What of a game's data and of its rules does not fit together, before anything is played.

Rules in Python count on numbers, zones, boards, dice and windows of the data, and carry out what abilities say. Each
function yields what is missing as problems of the data, by file and place; `data check` tells all of them, and a `Game`
is not made while there is one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import Any, cast

from cardlib.abilities.honours import SHAPES, Honours, misdeclared
from cardlib.abilities.rules import GameRules
from cardlib.abilities.unhonoured import unhonoured, without_doer
from cardlib.catalog import Problem, Project
from cardlib.catalog.problems import path_text
from cardlib.errors import CardlibError
from cardlib.filters import nearest
from cardlib.kernel.boards.board import Board, board_for
from cardlib.kernel.boards.needs import Needs, unmet
from cardlib.kernel.boards.reading import board_from
from cardlib.kernel.declaring import contradictions, misnamed
from cardlib.kernel.filtering import known_relations
from cardlib.kernel.pools import declared as pools_of
from cardlib.kernel.shapes import check_shapes, instance_of
from cardlib.kernel.slots import SLOT
from cardlib.kernel.slots import misfits as slot_misfits
from cardlib.kernel.spans import Moment
from cardlib.kernel.windows import Opening, misfits
from cardlib.kernel.windows import declared as open_in


def check_declarations(rules: GameRules) -> None:
    """Raise CardlibError for rules of which a declaration has a shape that could not be read."""
    check_shapes(rules, {"honours": instance_of(Honours)}, {"honours": SHAPES})


def unfit_numbers(rules: GameRules, constants: Mapping[str, int]) -> Iterator[Problem]:
    """Yield what the rules of a game miss among the numbers of its game.json, and what is too small for them."""
    for name, least in rules.constants.items():
        if name not in constants:
            near = nearest(name, [other for other in constants if other not in rules.constants])
            yield Problem("game.json", 0, "rules", f"no '{name}'", "every number that the rules read", near)
        elif constants[name] < least:
            yield Problem("game.json", 0, f"rules.{name}", str(constants[name]), f"at least {least}")


def unfit_declarations(project: Project, rules: GameRules) -> Iterator[Problem]:
    """Yield what the rules of a game count on and its data does not have: zones, counters, dice, the board and more."""
    if rules.slug != project.slug:
        near = project.slug if nearest(rules.slug, [project.slug]) else None
        yield Problem("game.json", 0, "slug", f"'{project.slug}'", f"'{rules.slug}', the slug of its rules", near)
    for section, ids in rules.reads.items():
        there = project.game.raw.get(section)
        declared = list(there) if isinstance(there, dict) else []
        for id_ in ids:
            if id_ not in declared:
                near = nearest(id_, [other for other in declared if other not in ids])
                yield Problem("game.json", 0, section, f"no '{id_}'", f"all {section} that the rules read", near)
    for id_ in rules.dice:
        if id_ not in project.dice:
            near = nearest(id_, [other for other in project.dice.kinds if other not in rules.dice])
            yield Problem("dice", 0, "", f"no die '{id_}'", "all dice that the rules roll", near)
    zones = {id_: str(about.get("role", "")) for id_, about in cast(Any, project.game.raw.get("zones", {})).items()}
    for id_, role in rules.roles.items():
        if zones.get(id_, role) != role:
            found = f"'{zones[id_]}'" if zones[id_] else "no role"
            yield Problem("game.json", 0, f"zones.{id_}.role", found, f"'{role}', by which the rules find this zone")
    for one in (*contradictions(rules, zones), *misnamed(rules, project.rules, project.cards)):
        yield Problem("game.json", 0, "", f"{one.found} in {one.declaration} of the rules", one.expected, one.nearest)
    for one in misdeclared(rules.honours, rules, zones):
        yield Problem("game.json", 0, "", f"{one.found} in {one.declaration} of the rules", one.expected, one.nearest)
    yield from unfit_boards(project, rules)
    yield from unfit_holders(project, rules)
    for id_, about in cast(Mapping[str, Any], project.game.raw.get("relations", {})).items():
        relation = project.vocabulary.relations[id_]
        known = known_relations(rules, bool(relation.takes))
        if id_ not in known:
            shown = f"'{id_}'{' with an argument' if relation.takes else ''}"
            place = f"relations.{id_}{'.takes' if 'takes' in about else ''}"
            yield Problem("game.json", 0, place, shown, "a relation that the rules know so", nearest(id_, known))
    for id_, scale in project.game.scales.items():
        of, name = scale.reads
        known_names = {"object": list(rules.columns), "player": list(rules.of_player)}.get(of, [])
        if of and name not in known_names:
            expected = f"a {'column of objects' if of == 'object' else 'variable of players'} that the rules declare"
            yield Problem("game.json", 0, f"scales.{id_}.reads.name", f"'{name}'", expected, nearest(name, known_names))
    for id_, pool in pools_of(project.game.raw).items():
        if pool.of == "object" and id_ not in rules.columns:
            columns = ", ".join(rules.columns) or "none"
            yield Problem("game.json", 0, f"pools.{id_}.of", "'object'", f"one of the columns of the rules: {columns}")


def unfit_holders(project: Project, rules: GameRules | None) -> Iterator[Problem]:
    """Yield what slots and supplies name that is not there, and what the rules lack to have any."""
    raw: Mapping[str, Any] = project.game.raw
    for place, found, expected, near in slot_misfits(raw, raw.get("zones", {}), project.vocabulary.fields):
        yield Problem("game.json", 0, place, found, expected, near)
    if rules is None:
        return
    if raw.get("slots") and SLOT not in rules.columns:
        columns = ", ".join(rules.columns) or "none"
        yield Problem("game.json", 0, "slots", f"columns {columns}", f"the column '{SLOT}' in `columns` of the rules")
    if raw.get("slots") and SLOT in rules.kept:
        yield Problem("game.json", 0, "slots", f"'{SLOT}' in `kept` of the rules", "a column that is cleared")
    if SLOT in rules.columns and not raw.get("slots"):
        yield Problem("game.json", 0, "slots", "none", f"at least one: the rules have the column '{SLOT}'")


def unfit_boards(project: Project, rules: GameRules) -> Iterator[Problem]:
    """Yield what the rules of a game count on in a board and a board of its data does not have."""
    paths = project.files("boards")
    if not paths and rules.needs != Needs():
        yield Problem("boards", 0, "", "no board", f"the board on which the rules of {rules.slug} play")
    boards, (least, most) = boards_of(project), project.game.players
    for path, board in zip(paths, boards, strict=True):
        for fault in unmet(board, rules.needs, max(board.players, default=most)):
            yield Problem(f"boards/{path.name}", 0, path_text(fault.path), fault.found, fault.expected, fault.hint)
    for players in range(least, most + 1):
        if boards and board_for(boards, players) is None:
            yield Problem(
                "boards", 0, "", f"no board for {players} players", f"one for each number from {least} to {most}"
            )


def unlawful_boards(project: Project, rules: GameRules) -> Iterator[Problem]:
    """Yield what the boards of a game break of its rules on how boards are set up."""
    for path, board in zip(project.files("boards"), boards_of(project), strict=True):
        for fault in rules.unlawful(board):
            yield Problem(f"boards/{path.name}", 0, path_text(fault.path), fault.found, fault.expected, fault.hint)


def boards_of(project: Project) -> list[Board]:
    """Return the boards of a project, in the order of their files."""
    paths = project.files("boards")
    return [board_from(cast(dict[str, Any], project.read(path)), f"boards/{path.name}") for path in paths]


def unfit_windows(project: Project, rules: GameRules | None) -> Iterator[Problem]:
    """Yield what a game's records and windows name that is not there, and what its procedures open or begin beyond."""
    windows = open_in(project.game.raw)
    values = [*project.vocabulary.fields, *project.vocabulary.counters, *(rules.columns if rules is not None else ())]
    named = any(one.die for record in windows.records.values() for one in record.fields.values())
    for place, found, expected in misfits(windows, values, list(project.dice.kinds) if named else ()):
        yield Problem("game.json", 0, place, found, expected)
    if rules is None:
        return
    for name, (steps, names) in rules.procedures.items():
        for step in steps:
            if isinstance(step, Opening):
                if step.window not in windows.kinds:
                    near = nearest(step.window, windows.kinds)
                    yield Problem("game.json", 0, "windows", f"no '{step.window}'", f"what '{name}' opens", near)
                if step.called_off and step.called_off not in names:
                    raise CardlibError(f"'{name}' of {rules.slug} has no step '{step.called_off}' to go on at")
            if isinstance(step, Moment) and step.span not in rules.spans:
                raise CardlibError(
                    f"'{name}' of {rules.slug} names the span '{step.span}', which its rules do not declare"
                )


def unfit_abilities(project: Project, rules: GameRules | None, bad: Collection[str] = ()) -> Iterator[Problem]:
    """Yield every part of the abilities of cards that nothing carries out; `rules` are None for a game without.

    Cards of the `bad` files are not looked at: their abilities may have any shape.
    """
    honours = rules.honours if rules is not None else None
    nobodys = [name for name, event in rules.events.items() if not event.subject] if rules is not None else []
    windows = open_in(project.game.raw) if "game.json" not in bad else None
    if windows is not None and any(kind.record not in windows.records for kind in windows.kinds.values()):
        windows = None  # `unfit_windows` tells it; what lies open there nobody knows
    for card in (card for card in project.cards.values() if card.file not in bad):
        for number, ability in enumerate(card.abilities):
            found = unhonoured(card.abilities, number, project.slug, honours, project.game.roles, windows)
            for one in chain(without_doer(ability, nobodys), found):
                path = f"{card.place}.{path_text(('abilities', number, *one.path))}"
                yield Problem(card.file, 0, path, one.found, one.expected, one.hint)

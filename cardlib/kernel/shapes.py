"""The shapes of what a game declares in Python: names, tables by name, functions, things of a class.

Python takes a word for a set of its letters, and a set for a table, until something is looked up in it. So what a game
declares is held against the shape that it has to have before anything reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardlib.errors import CardlibError
from cardlib.filters import article
from cardlib.kernel.boards.needs import Needs
from cardlib.kernel.declared import Declared, Fields, Sealed, Secret
from cardlib.kernel.judgement import Judgement
from cardlib.kernel.speech import Speech
from cardlib.kernel.table import Table
from cardlib.kernel.verbs import Verbs

if TYPE_CHECKING:
    from cardlib.kernel.contract import Rules

NOTHING_MORE: Final[Mapping[str, Any]] = {}
SHOWN = 60  # letters of a value that a message shows


class Shape(NamedTuple):
    """What a value has to be: in words, as a test, and of a table what stands under each name."""

    said: str
    fits: Callable[[object], bool]
    each: Shape | None = None


def instance_of(kind: type) -> Shape:
    """Return the shape of something of a class."""
    return Shape(article(kind.__name__), lambda value: isinstance(value, kind))


def by_name(each: Shape) -> Shape:
    """Return the shape of a table that has something under each name."""
    return Shape(f"a dict with {each.said} under each name", lambda value: isinstance(value, Mapping), each)


def _are_names(value: object) -> bool:
    listed = isinstance(value, Collection) and not isinstance(value, str | bytes | Mapping)
    return listed and all(isinstance(one, str) for one in value)  # type: ignore[attr-defined]


def _is_procedure(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[1], Mapping)


NAMES = Shape('several names, such as ("one", "two")', _are_names)
NAMES_OR_NONE = Shape(f"{NAMES.said}, or None", lambda value: value is None or _are_names(value))
WORD = Shape("a word", lambda value: isinstance(value, str))
NUMBER = Shape("a whole number", lambda value: isinstance(value, int))
FIRST = Shape("a whole number, or the name of one", lambda value: isinstance(value, int | str))
FLAG = Shape("True or False", lambda value: isinstance(value, bool))
FUNCTION = Shape("a function", callable)
PROCEDURE = Shape("what `procedure` returns", _is_procedure)

OF_RULES: Mapping[str, Shape] = {
    **dict.fromkeys(("slug", "turn_procedure", "main_phase", "filler"), WORD),
    **dict.fromkeys(("makes_cards", "types_stay", "placed", "endows", "weighs"), FLAG),
    **dict.fromkeys(("sections", "dice", "columns", "kept", "vital", "valued", "in_play", "departures"), NAMES),
    **dict.fromkeys(("moves", "declining", "spans"), NAMES),
    **dict.fromkeys(("roles", "phases", "activated_by", "of_side", "link_kinds", "cites"), by_name(WORD)),
    **dict.fromkeys(("relations", "related_by", "forbids"), by_name(FUNCTION)),
    **dict.fromkeys(("of_match", "of_player", "of_object"), by_name(instance_of(Declared))),
    "constants": by_name(NUMBER),
    "reads": by_name(NAMES),
    "variables": by_name(FIRST),
    "player_variables": by_name(
        Shape(f"{FIRST.said}, or a Secret", lambda value: isinstance(value, int | str | Secret))
    ),
    "sealed": by_name(instance_of(Sealed)),
    "events": by_name(instance_of(Fields)),
    "procedures": by_name(PROCEDURE),
    "vital_regions": NAMES_OR_NONE,
    "needs": instance_of(Needs),
    "verbs": instance_of(Verbs),
    "speech": instance_of(Speech),
    "table": instance_of(Table),
    "judgement": instance_of(Judgement),
}
OF_SPEECH: Mapping[str, Shape] = {
    **dict.fromkeys(("sentences", "said", "changes"), by_name(WORD)),
    "totals": by_name(FUNCTION),
    **dict.fromkeys(("silent", "leaving", "private"), NAMES),
}
OF_TABLE: Mapping[str, Shape] = {
    "player_values": NAMES_OR_NONE,
    **dict.fromkeys(("unlisted", "spread", "paneled"), NAMES),
    "named_phases": by_name(WORD),
    "windows": by_name(NAMES),
}
OF_NEEDS: Mapping[str, Shape] = {
    **dict.fromkeys(("shapes", "spaces", "regions", "layers"), NAMES),
    "holds": Shape("several numbers, such as (1, 0)", lambda value: isinstance(value, tuple)),
    "forward": FLAG,
}
OF_JUDGEMENT: Mapping[str, Shape] = {"parts": by_name(WORD)}


def misshapen(of: object, shapes: Mapping[str, Shape], where: str = "") -> Iterator[str]:
    """Yield what has another shape than it has to have among the members of something: where, found, expected."""
    for name, shape in shapes.items():
        if not hasattr(of, name):
            yield f"{where}{name}: found nothing, expected {shape.said}; does __init__ call super().__init__()?"
            continue
        value = getattr(of, name)
        if not shape.fits(value):
            yield f"{where}{name}: found {_shown(value)}, expected {shape.said}"
        elif shape.each is not None:
            for key, one in value.items():
                if not shape.each.fits(one):
                    yield f"{where}{name}: found {_shown(one)} under {key!r}, expected {shape.each.said}"


def check_shapes(
    rules: Rules, members: Mapping[str, Shape] = NOTHING_MORE, parts: Mapping[str, Mapping[str, Shape]] = NOTHING_MORE
) -> None:
    """Raise CardlibError for rules of which something has no shape that could be read.

    `members` and `parts` are shapes that they have beside those of all rules: of their own members, and of the members
    of these.
    """
    found = list(misshapen(rules, {**OF_RULES, **members}))
    if not found:
        shapes = {"speech": OF_SPEECH, "table": OF_TABLE, "judgement": OF_JUDGEMENT, "needs": OF_NEEDS, **parts}
        found = [line for name, of in shapes.items() for line in misshapen(getattr(rules, name), of, f"{name}.")]
    if found:
        of_class = type(rules)
        listed = "".join(f"\n  {line}" for line in found)
        where = f"{of_class.__module__}.{of_class.__qualname__}"
        raise CardlibError(f"the rules of '{rules.slug}' ({where}) can't be read:{listed}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"

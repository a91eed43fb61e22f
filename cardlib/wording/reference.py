"""docs/operations.md: every operation with its sentence, its parameters and a card that uses it; and the tables of what
a game may declare in docs/new-game.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cardlib import plugins
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.operations.params import (
    AbilitiesParam,
    ActionParam,
    AmountParam,
    BlockParam,
    CardParam,
    ConditionParam,
    CounterParam,
    DieParam,
    FieldParam,
    FilterParam,
    GrantedParam,
    KeywordIdParam,
    KeywordParam,
    Literally,
    Param,
    PointsParam,
    ReferenceParam,
    ShownParam,
    SlotParam,
    SubjectsParam,
    WhoParam,
)
from cardlib.abilities.operations.registry import REQUIRED, Operation
from cardlib.abilities.schema import COMMON, SUBJECTS, explained, own_operations, titled
from cardlib.kernel.ability import operations_in
from cardlib.kernel.declared import ROLES
from cardlib.kernel.declaring import DECLARATIONS
from cardlib.places import data_root, schemas_root
from cardlib.wording.rendering import ability_text

JSON = Any
_THEMES = {
    "cards": ("Cards", "Cards that are not in play: draw, discard, search, return, shuffle, look, place."),
    "permanents": ("Permanents", "What is in play: damage, counters, destruction, sacrifice, control."),
    "holders": (
        "Owners and holders",
        "Whose a thing is, and with what it lies, in the slots that game.json declares; "
        "[holders.md](holders.md) tells how.",
    ),
    "lasting": (
        "What holds",
        "In `static` it holds while the card is in play. In `do` it holds until the end of the turn, or as long as "
        "`until` says: `end of turn`, `next turn` (only in it), `your next turn` (until it begins), `end of round`, "
        "`end of action` and `end of window` (in reactions), `end of game`; with `while` only as long as a condition "
        "is true. `also_later` covers what fits later on as well.",
    ),
    "records": (
        "Reactions",
        "What reactions change of the record that lies open in a window, by the fields that game.json declares and as "
        "far as it lets them; [windows.md](windows.md) tells how.",
    ),
    "flow": (
        "What is done at all",
        "Choices and conditions; each holds operations of its own in `do`, or names things.",
    ),
}
_KINDS: Mapping[type[Param], str] = {
    AmountParam: "amount",
    FilterParam: "filter",
    AbilitiesParam: "filter of printed cards",
    FieldParam: "field",
    ShownParam: "symbol, face or number",
    DieParam: "die",
    PointsParam: "points by pool",
    ReferenceParam: "reference",
    ActionParam: "action",
    SlotParam: "slot",
    KeywordParam: "keyword",
    KeywordIdParam: "keyword without number",
    ConditionParam: "condition",
    BlockParam: "operations",
    CardParam: "card",
    GrantedParam: "card",
    CounterParam: "counter",
    WhoParam: "player",
}
_INTRODUCTION = """# Operations

An ability of a card is a tree of operations. This page lists them all; it is made from their code by
`make generated`, as is `schemas/abilities.schema.json`, with which an editor completes and
explains a card file while you type.

An ability is one of these:

| ability | what it is |
|---|---|
| `{"when": "played", "do": [...]}` | what a card does when it is played; `cost` is paid on announcement |
| `{"when": EVENT, "do": [...]}` | a trigger; `EVENT` is a word, or `{"event": ..., "who": FILTER, "whose": ...}` |
| `{"activate": TIMING, "cost": [...], "do": [...]}` | what a player may use; `limit` and `needs` restrict it |
| `{"react": WINDOW, "cost": [...], "do": [...]}` | what a player may use in a window: [windows.md](windows.md) |
| `{"static": [...], "while": CONDITION}` | what holds while the card is in play |
| `{"play": {...}}` | how the card is played: attached, on a space of its own, in a window of its own |

`limit` is `once per turn` (or `round`, `match`, and for reactions `action`, `window`), or
`{"times": N, "per": SPAN, "by": "player"}` for so many uses of all of yours together.

`rule` names the ruling that settles an ability. `text` stands in place of the rendered sentence where that reads
badly; `cardlib data check` compares numbers and keywords of the two. `from` names the zone where the card has to be.

What an operation is about is said by exactly one of `target`, `each`, `choose` and `of`, in the tables below as
*subject*:

| key | what it says |
|---|---|
{subjects}

Each takes a filter of things in play, or of the cards in the zone `from`. One without a word finds everything there:
`{"op": "move-to", "choose": "", "from": "hand", "zone": "discard"}` is about any card in your hand.

Players are named by `who`, in words:

| `who` | it names |
|---|---|
| `you`, `each player` | yourself; all, the one whose turn it is first |
| `opponent` | the other player; where more than two play, each of the others |
| `next player`, `each neighbour` | who comes next in turn order; those next to you in it |
| `target player`, `target opponent` | one who is chosen when the ability is announced |
| `that player`, `its controller`, `its owner` | of what set the ability off: its player; who has what it is about |
| `chosen player` | whom `random-player` picked |

An amount is a number, or one of `{"count": FILTER}`, `{"value": NAME, "of": REFERENCE}`, `{"field": NAME}` (of the
record that lies open), `{"sum": [...]}`, `{"minus": [A, B]}`, `{"times": [A, B]}`; `least` is its lower limit. A
condition is `{"is": FILTER, "of": REFERENCE}`, `{"amount": AMOUNT, "at_least": N, "at_most": N}`, `{"not": ...}`,
`{"all": [...]}` or `{"any": [...]}`.

A game whose rules are in Python says which operations they carry out, and which actions, values, keywords, zones and
ends go with them; `cardlib data check` refuses what goes beyond that, and what names nothing (`it` before anything was
chosen, `target` without one). Below each operation stands which bundled games carry it out. A game without such rules
may use all of them.
"""


def operations_page() -> str:
    """Return the page in Markdown."""
    own = own_operations()
    uses = _examples()
    subjects = "\n".join(f"| `{key}` | {about} |" for key, (about, _) in SUBJECTS.items())
    parts = [_INTRODUCTION.replace("{subjects}", subjects)]
    for theme, (title, about) in _THEMES.items():
        parts.append(f"\n## {title}\n\n{about}\n")
        parts += [_entry(operation, uses) for operation in _of(theme)]
    for game in sorted({operation.game for operation in own.values() if operation.game}):
        parts.append(f"\n## Only in `{game}`\n\nWhat no other game needs so far.\n")
        parts += [_entry(operation, uses) for operation in own.values() if operation.game == game]
    return "".join(parts)


def _of(theme: str) -> list[Operation]:
    return [
        operation
        for operation in OPERATIONS.values()
        if not operation.game and operation.function.__module__.endswith(f".{theme}")
    ]


def _entry(operation: Operation, uses: Mapping[str, str]) -> str:
    about, said = explained(operation)
    lines = [f"\n### {operation.name}\n", about, "", f"> {operation.text}"]
    lines += [f">\n> with `{condition}`: {text}" for condition, text in operation.variants.items()]
    if operation.params:
        lines += ["", "| parameter | kind | left out | meaning |", "|---|---|---|---|"]
        lines += [_row(name, param, default, said) for name, (param, default) in operation.params.items()]
    if operation.game is None:
        games = [slug for slug, names in _honoured().items() if operation.name in names]
        by = f"Carried out by the rules of {', '.join(games)}." if games else "No bundled game carries it out."
        lines += ["", by]
    if operation.cost is not None:
        lines += ["", "It can be part of a cost."]
    if operation.name in uses:
        lines += ["", uses[operation.name]]
    return "\n".join(lines) + "\n"


@lru_cache
def _honoured() -> dict[str, frozenset[str]]:
    """Return the common operations that the rules of each bundled game carry out, as the games declare them."""
    slugs = sorted(path.parent.name for path in data_root().glob("*/game.json"))
    makers = {slug: plugins.rules_maker(slug) for slug in slugs}
    return {slug: maker().honours.operations for slug, maker in makers.items() if maker is not None}


def _row(name: str, param: Param, default: JSON, said: Mapping[str, str]) -> str:
    if isinstance(param, SubjectsParam):
        missing = "needed" if default is REQUIRED else "the card itself"
        return f"| *subject* | `target`, `each`, `choose` or `of` | {missing} | What it is about. |"
    kind = _KINDS.get(type(param), "")
    if isinstance(param, Literally):
        words = ", ".join(f"`{value}`" for value in param.values)
        kind = words or {"boolean": "yes or no", "string": "text", "integer": "number"}[param.type]
    missing = "needed" if default is REQUIRED else "–" if default is None else f"`{json.dumps(default)}`"
    return f"| `{name}` | {kind or titled(name).lower()} | {missing} | {said.get(name) or COMMON.get(name) or ''} |"


def _examples() -> dict[str, str]:
    """Return, for each operation, the shortest ability of a bundled card that uses it, with what it says."""
    catalog = import_module("cardlib.catalog")  # above the engine; only this page looks up
    found: dict[str, tuple[int, str]] = {}
    for path in catalog.bundled_paths():
        project = catalog.load_project(path)
        for card in project.cards.values():
            for ability in card.abilities:
                written = json.dumps({key: ability[key] for key in ability if key != "rule"}, ensure_ascii=False)
                for name in set(operations_in(ability)):
                    if name not in found or len(written) < found[name][0]:
                        said = ability_text(card, ability, project)
                        found[name] = len(written), f"{card.name}: {said}\n\n```json\n{written}\n```"
    return {name: text for name, (_, text) in found.items()}


def with_declarations(page: str) -> str:
    """Return docs/new-game.md with the tables of what a game may declare, between their two marks."""
    before, begins, rest = page.partition("<!-- declarations -->\n")
    _, ends, after = rest.partition("<!-- end of declarations -->\n")
    lines = [
        "| declared | it says |",
        "|---|---|",
        *(f"| `{name}` | {about} |" for name, about in DECLARATIONS.items()),
    ]
    lines += ["", "A zone of `game.json` has a `role` where common rules mean it:", ""]
    lines += ["| role | the zone is |", "|---|---|", *(f"| `{role}` | {about} |" for role, about in ROLES.items())]
    table = "\n".join(lines)
    return f"{before}{begins}\n{table}\n\n{ends}{after}"


def files() -> dict[Path, str]:
    """Return the pages of docs/ that are made here, in whole or in part, with what they have to hold."""
    docs = schemas_root().parent / "docs"
    if not docs.is_dir():
        return {}
    written = (docs / "new-game.md").read_text(encoding="utf-8")
    return {docs / "operations.md": operations_page(), docs / "new-game.md": with_declarations(written)}

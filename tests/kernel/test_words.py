"""Nothing below the games, no schema and no screen knows a word that one game alone declares."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardlib
from cardlib.abilities.operations import OPERATIONS
from cardlib.abilities.schema import load_all
from cardlib.catalog import load_project
from cardlib.game import rules_for
from cardlib.kernel.declared import EVENTS, ROLES, VARIABLES

GAMES = ("mecha", "structure", "tyrants")
ROOT = Path(cardlib.__file__).parents[1]
ROOMS = ("filters", "kernel", "abilities", "wording", "scenarios", "bots", "lab")
SECTIONS = ("zones", "counters", "rules", "attributes", "types", "subtypes", "groups", "shortcuts", "relations")

WORD = re.compile(r"[\w-]+")

# Words that a game declares and that mean something else, in common, below it.
COMMON: Mapping[str, str] = {
    "action": "a parameter of `cannot`",
    "answers": "the reactions to a window so far",
    "any": "a condition of which one part is enough",
    "attached": "a relation of the filter language",
    "blocks": "what stands in the way of sight and movement on a board",
    "costs": "how wording.json has costs written",
    "counter": "a kind of counter, and how often chance was asked",
    "entry": "a line of a document",
    "frame": "a procedure in flight",
    "here": "a relation of the filter language",
    "level": "a level of the tree of a search",
    "limit": "how often an ability may be used; the most turns of a series",
    "main": "the section of a deck, and the phase, of games that name none",
    "move": "what `cannot` may forbid; the verb of an example",
    "mark": "an operation on records; what is printed behind a name",
    "moves": "the forms of moves",
    "names": "the names of decks, spaces and columns",
    "phase": "where a position begins",
    "placed": "whether it matters where something is",
    "reference": "reference cards, printed",
    "round": "a span of time",
    "step": "a step of a scenario",
    "supplies": "what all players draw on",
    "tracks": "the tracks of a board",
    "turn_limit": "the most turns of a series",
}
# What a schema says beside its declarations. The schemas of abilities and of scenarios are made from what games
# declare, and have their words; see test_schema and test_pages.
MADE = ("abilities.schema.json", "scenario.schema.json")
IN_SCHEMAS: Mapping[str, frozenset[str]] = {
    "layout.schema.json": frozenset({"flyer", "tower", "repeat"}),  # motifs; elements drawn several times
    "format.schema.json": frozenset({"aside", "reach"}),  # members of a format
}
# Examples in the help of a command.
EXAMPLES = {"hand_size", "durability", "subfaction"}


@cache
def own_words() -> frozenset[str]:
    """Every word that exactly one game declares, and the kernel does not."""
    load_all()
    found: Counter[str] = Counter()
    for slug in GAMES:
        project, rules = load_project(slug), rules_for(slug)
        raw: dict[str, Any] = dict(project.game.raw)
        words = {slug, *project.keywords, *(word for section in SECTIONS for word in raw.get(section, {}))}
        for declared in (
            *(rules.columns, rules.variables, rules.player_variables, rules.told, rules.procedures, rules.relations),
            *(rules.phases, rules.of_match, rules.of_player, rules.of_object, rules.link_kinds, rules.activated_by),
            rules.in_play,
        ):
            words.update(declared)
        words.update(name for name, operation in OPERATIONS.items() if operation.game == slug)
        found.update(words)
    kernel = {*EVENTS, *ROLES, *VARIABLES}
    return frozenset(word for word, games in found.items() if games == 1 and word not in kernel)


@cache
def compound_words() -> frozenset[str]:
    """Those of them that mean nothing else inside of a text either."""
    return frozenset(word for word in own_words() if "-" in word or "_" in word)


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Every string of a module that is no docstring, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value


def modules() -> Iterator[Path]:
    yield from sorted((ROOT / "cardlib").glob("*.py"))
    for room in ROOMS:
        yield from sorted((ROOT / "cardlib" / room).rglob("*.py"))
    yield from sorted((ROOT / "cli").rglob("*.py"))


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_below_the_games_knows_a_word_of_one(path: Path) -> None:
    found = []
    for line, text in literals(path):
        words = {text} & own_words() | {word for word in WORD.findall(text) if word in compound_words()}
        found += [f"{path.name}:{line}: {word}" for word in words - COMMON.keys() - EXAMPLES]
    assert found == []


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").rglob("*.json")), ids=lambda path: path.name)
def test_no_schema_knows_a_word_of_one_game(path: Path) -> None:
    if path.name in MADE:
        return

    def strings(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            yield from node
            node = list(node.values())
        for item in node if isinstance(node, list) else ():
            yield from strings(item)
        if isinstance(node, str):
            yield node

    known = {*strings(json.loads(path.read_text(encoding="utf-8")))}
    assert known & own_words() - COMMON.keys() <= IN_SCHEMAS.get(path.name, frozenset())


def test_every_common_word_is_one_of_a_game_too() -> None:
    assert COMMON.keys() <= own_words()
    load_all()
    assert all(words <= own_words() for words in IN_SCHEMAS.values())

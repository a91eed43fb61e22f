"""The parser of filters does what its grammar says: Lark reads the same texts by the grammar beside this file."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, UnexpectedInput
from lark import Token as LarkToken
from lark import Tree as LarkTree
from sources import modules

from cardlib.filters import FilterError, grammar

GRAMMAR = Path(__file__).with_name("query.lark").read_text(encoding="utf-8")
TEXTS = (
    "mecha flight cost<=2 -keyword:haste",
    "(tower or mecha) not name:jae",
    'in:graces-command "wind-up cat" !Jaeger',
    "text:/draws? [^ ]+ card/ and power>durability",
    "cost:+1 or word:Drone",
    "keyword:armour >= 2",
    "or and not",
    "not (a or (b -c)) and --d",
    "mecha or",
    "cost<=>2",
    "/x/",
    "()",
)
PIECES = (
    *("mecha", "or", "and", "not", "OR", "in", "deck", "in:", "deck!=", "is:", "cost", "health@3", "x-y", "a.b", "é"),
    *(
        ":",
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "!",
        "-",
        "+1",
        "-2",
        "3",
        "(",
        ")",
        '"',
        '"two words"',
        "/a b/",
        "/",
        "\\",
    ),
    *("keyword:armour>=2", "name:", " ", "  ", "\n", ",", "&", "|", "*"),
)
RANDOM = 4000


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors stay where the text stops being a filter; what points at a word before that is left out."""
    monkeypatch.setattr(grammar, "comparison_problem", lambda text, at: None)


@pytest.fixture(scope="module")
def lark() -> Lark:
    return Lark(GRAMMAR, parser="lalr", maybe_placeholders=True)


def known(tree: Any) -> Any:
    """Return what Lark has read in the form of ours: pieces with their places, and no more than that."""
    if isinstance(tree, LarkToken):
        return str(tree), tree.start_pos
    assert isinstance(tree, LarkTree)
    if tree.data in ("start", "operand"):
        return known(tree.children[0])
    while tree.data == "not_" and tree.children[1].data == "not_" and tree.children[1].children[1].data == "not_":
        tree = tree.children[1].children[1]  # two of more than two say nothing
    parts = [part for part in tree.children if tree.data != "either" or isinstance(part, LarkTree)]
    return str(tree.data), [known(part) for part in parts]


def ours(tree: Any) -> Any:
    return (str(tree), tree.at) if isinstance(tree, str) else (tree.kind, [ours(part) for part in tree.parts])


def by_lark(lark: Lark, text: str) -> Any:
    try:
        return known(lark.parse(text))
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        ends = token is not None and token.type == "$END"
        return f"at {len(text.rstrip()) if ends else error.pos_in_stream}"


def by_us(text: str) -> Any:
    try:
        return ours(grammar._Parser(text).either(closing=False))
    except FilterError as error:
        return f"at {error.position}"


@pytest.mark.parametrize("text", TEXTS)
def test_it_reads_what_the_grammar_says(lark: Lark, text: str) -> None:
    assert by_us(text) == by_lark(lark, text)


def test_it_reads_anything_as_the_grammar_does_or_stops_at_the_same_place(lark: Lark) -> None:
    """Texts of pieces at random; more than a fifth of them is read to the end."""
    chance = random.Random(7)
    read = 0
    for _ in range(RANDOM):
        text = "".join(piece + chance.choice(("", " ")) for piece in chance.choices(PIECES, k=chance.randint(1, 7)))
        if text.strip():
            found = by_us(text)
            assert found == by_lark(lark, text), text
            read += not isinstance(found, str)
    assert read > RANDOM / 5


class Planted:
    """What runs when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return os.system, ("touch RAN",)


def test_nothing_is_read_from_the_cache_folder(tmp_path: Path) -> None:
    """A folder that others can write to, with what an older cardlib would have opened, and any other name."""
    import pickle

    cache = tmp_path / "cache"
    cache.mkdir()
    for name in ("query-parser.bin", "query.tables.json", "query.lark"):
        (cache / name).write_bytes(pickle.dumps(Planted()))
    environment = {**os.environ, "CARDLIB_CACHE": str(cache), "TMPDIR": str(cache)}
    words = [Path(sys.executable).with_name("cardlib"), "cards", "--game", "mecha", "id:turtle"]
    ran = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert not (tmp_path / "RAN").exists()


def test_nothing_in_the_house_reads_or_writes_what_could_be_code() -> None:
    """No pickle, marshal or shelve; what a kept library keeps by itself is not asked for either."""
    banned = {"pickle", "marshal", "shelve", "dill"}
    for module, tree in modules(banned):
        names = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not banned & names, module


def test_errors_have_their_places_as_before() -> None:
    with pytest.raises(FilterError, match="a value is missing"):
        grammar.tree_of("cost<=")


@pytest.mark.parametrize("sign", ["-", "not "])
@pytest.mark.parametrize("times", [1, 2, 3, 4, 398, 399])
def test_a_term_is_negated_as_often_as_anybody_likes(sign: str, times: int) -> None:
    """Two signs say nothing, so that of many one or two stay."""
    tree = ours(grammar.tree_of(sign * times + "mecha"))
    at = len(sign) * (times - 2 + times % 2)
    expected = ours(grammar.tree_of(sign * (2 - times % 2) + "mecha"))
    assert str(tree) == str(moved(expected, at))


def moved(tree: Any, by: int) -> Any:
    """Return a tree with its pieces so much farther on."""
    first, second = tree
    return (first, second + by) if isinstance(second, int) else (first, [moved(part, by) for part in second])

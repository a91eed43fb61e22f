"""The parser's tables: shipped as JSON, made of the present grammar, and nothing is kept or read elsewhere."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sources import modules

from cardlib.filters import FilterError, grammar, tables

TEXTS = (
    "mecha flight cost<=2 -keyword:haste",
    "(tower or mecha) not name:jae",
    'in:graces-command "wind-up cat" !Jaeger',
    "text:/draws? [^ ]+ card/ and power>durability",
    "cost:+1 or word:Drone",
    "",
    "mecha or",
    "cost<=>2",
    "/x/",
)


def test_the_tables_are_made_of_the_present_grammar() -> None:
    kept = json.loads(tables.TABLES.read_text(encoding="utf-8"))
    assert kept["for"]["grammar"] == tables.stamp(tables.GRAMMAR.read_text(encoding="utf-8"))["grammar"], (
        "stale: make generated"
    )


@pytest.mark.parametrize("text", TEXTS)
def test_they_parse_as_the_grammar_does(text: str) -> None:
    from lark import UnexpectedInput

    found: list[object] = []
    for parser in (tables.parser(), tables.built(tables.GRAMMAR.read_text(encoding="utf-8"))):
        try:
            found.append(parser.parse(text))
        except UnexpectedInput as error:
            found.append(f"{type(error).__name__} at {error.pos_in_stream}")
    assert found[0] == found[1]


def test_other_releases_and_other_grammars_are_built_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[str] = []
    build = tables.built
    monkeypatch.setattr(tables, "built", lambda text: made.append(text) or build(text))
    tables.parser()
    assert not made
    monkeypatch.setattr("lark.__version__", "1.99.0")
    tables.parser()
    (tmp_path / "none.json").write_text("not JSON")
    monkeypatch.setattr(tables, "TABLES", tmp_path / "none.json")
    tables.parser()
    assert len(made) == 2


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

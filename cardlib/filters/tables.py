"""The parser of the filter language, from tables that are worked out beforehand.

The tables lie beside the grammar as JSON and come with the package. They hold for one grammar and one release of Lark,
which the file names; with any other the parser is built anew from the grammar, which takes longer. Nothing is kept
between runs, so nobody else can put anything in its place, and numbers and words are all that is read.

After a change of the grammar `make generated` writes query.tables.json.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

GRAMMAR = Path(__file__).with_name("query.lark")
TABLES = Path(__file__).with_name("query.tables.json")


def parser() -> Lark:
    """Return the parser."""
    from lark import Lark

    grammar = GRAMMAR.read_text(encoding="utf-8")
    kept = _kept()
    return Lark.load(kept) if kept.get("for") == stamp(grammar) else built(grammar)


def files() -> dict[Path, str]:
    """Return `query.tables.json` with what it has to hold, unless it is of this grammar and this release already."""
    return {} if _kept().get("for") == stamp(GRAMMAR.read_text(encoding="utf-8")) else {TABLES: text()}


def _kept() -> dict[str, Any]:
    try:
        kept: dict[str, Any] = json.loads(TABLES.read_text(encoding="utf-8"), object_hook=_numbered)
    except (OSError, ValueError):
        return {}
    return kept


def text() -> str:
    """Return what `query.tables.json` holds; the order within it differs from run to run."""
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    grammar = GRAMMAR.read_text(encoding="utf-8")
    data, memo = built(grammar).memo_serialize([TerminalDef, Rule])
    return json.dumps({"for": stamp(grammar), "data": data, "memo": memo}, separators=(",", ":")) + "\n"


def built(grammar: str) -> Lark:
    """Return the parser, made from the grammar."""
    from lark import Lark

    return Lark(grammar, parser="lalr", maybe_placeholders=True)


def stamp(grammar: str) -> dict[str, str]:
    """Return what tables are made of: the grammar and the release of Lark."""
    from lark import __version__

    release = ".".join(__version__.split(".")[:2])
    return {"grammar": sha256(grammar.encode()).hexdigest()[:16], "lark": release}


def _numbered(pairs: dict[str, Any]) -> dict[Any, Any]:
    """Make the keys that are numbers numbers again: JSON knows words only."""
    return {int(key) if key.isdecimal() else key: value for key, value in pairs.items()}

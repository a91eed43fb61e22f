"""docs/security.md names a test behind each promise: it is there, and no promise is without one."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?P<promise>[^|]+) \| (?P<tests>.*`tests/.*) \|$", re.MULTILINE)
NAMED = re.compile(r"`(?P<file>tests/[\w/]+\.py)(?:::(?P<name>\w+))?`")


def test_every_promise_names_a_test() -> None:
    section = PAGE.partition("## What is promised")[2].partition("\n## ")[0]
    promises = {one.rstrip(".") for one in re.findall(r"^\*\*([^*]+)\*\*", section, re.MULTILINE)}
    assert promises | {"All of it at once"} == {row["promise"] for row in ROW.finditer(PAGE)}


def test_every_test_that_is_named_is_there() -> None:
    named = list(NAMED.finditer(PAGE))
    assert len(named) > 10
    for test in named:
        text = (ROOT / test["file"]).read_text(encoding="utf-8")
        assert test["name"] is None or f"def {test['name']}(" in text, f"{test['file']} has no {test['name']}"

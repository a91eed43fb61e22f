"""What is made from declarations is as they say, and one command writes all of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardlib import generated
from cardlib.abilities import schema
from cardlib.abilities.operations import OPERATIONS
from cardlib.places import schemas_root

MADE = (
    "abilities.schema.json",
    "document.schema.json",
    "format.schema.json",
    "scenario.schema.json",
    "mecha.md",
    "new-game.md",
    "operations.md",
    "structure.md",
    "tyrants.md",
)


def test_every_file_is_as_the_declarations_say() -> None:
    made = [path for make in generated.MAKERS for path in make()]
    assert {path.name for path in made} >= {*MADE}
    assert [path.name for path, _ in generated.stale()] == [], "make generated"


def test_what_a_package_brings_is_in_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    schema.load_all()
    monkeypatch.setitem(OPERATIONS, "juggle", replace(OPERATIONS["damage"], name="juggle", game="elsewhere"))
    assert not [path.name for make in generated.MAKERS for path, text in make().items() if "juggle" in text]


def test_what_is_stale_is_told_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old, fresh, new = (tmp_path / f"{name}.md" for name in ("old", "fresh", "new"))
    for path in (old, fresh):
        path.write_text(f"{path.stem}\n")
    monkeypatch.setattr(generated, "MAKERS", (lambda: {old: "other\n", fresh: "fresh\n"}, lambda: {new: "new\n"}))
    assert generated.main([]) == 1
    assert capsys.readouterr().err == f"{old}: stale; make generated\n{new}: stale; make generated\n"
    assert old.read_text() == "old\n" and not new.exists()
    assert generated.main(["--write"]) == 0
    assert capsys.readouterr().err == f"{old}: written\n{new}: written\n"
    assert (old.read_text(), new.read_text()) == ("other\n", "new\n")
    assert generated.main([]) == 0


def test_a_maker_is_asked_when_the_files_before_it_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game passes its check by a schema that was written just before."""
    first, second = tmp_path / "first", tmp_path / "second"
    monkeypatch.setattr(generated, "MAKERS", (lambda: {first: "1"}, lambda: {second: first.read_text() + "2"}))
    assert generated.main(["--write"]) == 0
    assert second.read_text() == "12"


def test_every_schema_that_says_it_is_made_is_made() -> None:
    made = {path.name for make in generated.MAKERS for path in make()}
    said = {path.name for path in schemas_root().glob("*.json") if "cardlib.generated" in path.read_text("utf-8")}
    assert said and said <= made

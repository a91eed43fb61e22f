"""What an installed package brings for a game of its own: rules, operations, and data that is found by its slug."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from example import DATA, forget, install

import cardlib
from cardlib import plugins
from cardlib.abilities.operations import OPERATIONS
from cardlib.catalog import DataError, check_project, gate, load_project, project_path
from cardlib.errors import NotFound

NAME = "cardlib-skirmish"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder and an empty cache, and operations as a new process has them."""
    monkeypatch.setenv("CARDLIB_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    everything = metadata.distributions
    hidden = lambda one: one.name == NAME and not Path(str(one.locate_file(""))).is_relative_to(tmp_path)  # noqa: E731
    there = lambda **path: (one for one in everything(**path) if not hidden(one))  # noqa: E731
    monkeypatch.setattr(metadata, "distributions", there)  # as if nobody had installed it here
    known = {name: operation for name, operation in OPERATIONS.items() if operation.game == "beacon-hill"}
    for name in known:
        del OPERATIONS[name]
    forget()
    gate._verdict.cache_clear()
    yield
    OPERATIONS.update(known)
    forget()
    gate._verdict.cache_clear()


def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] == "skirmish"]:
        monkeypatch.delitem(sys.modules, module)
    install(tmp_path / "site", monkeypatch)
    gate._verdict.cache_clear()


def test_data_of_a_package_is_found_by_its_slug_and_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotFound, match="no game 'beacon-hill', and no folder of that name"):
        project_path("beacon-hill")
    installed(tmp_path, monkeypatch)
    assert project_path("beacon-hill") == DATA == plugins.project_folders()["beacon-hill"]
    assert "skirmish" not in sys.modules
    assert cardlib.load("beacon-hill").slug == "beacon-hill"
    with pytest.raises(NotFound, match="nearest: beacon-hill"):
        project_path("beacon-hil")


def test_a_folder_of_that_name_comes_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch)
    (tmp_path / "beacon-hill").mkdir()
    assert project_path("beacon-hill") == DATA  # no project, so it is not meant
    (tmp_path / "beacon-hill" / "game.json").write_text("{}")
    assert project_path("beacon-hill") == tmp_path / "beacon-hill"


def test_operations_of_a_package_are_known_to_the_check_while_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdict on the data is kept, and looked at again when the package has come or changed."""
    assert [problem.found for problem in check_project(DATA)] == ['"face-attacker"']
    with pytest.raises(DataError, match="face-attacker"):
        load_project(DATA)
    installed(tmp_path, monkeypatch)
    assert check_project(DATA) == []
    assert "wheel" in load_project(DATA).cards
    assert plugins.stamp("beacon-hill") and not plugins.stamp("beacon-hil")
    kept = next((tmp_path / "cache" / "checked").glob("*.json")).read_text()
    assert '"brought": ["beacon-hill", ' in kept


def test_numbers_that_formulas_of_formats_read_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlib_cli.checks import check_numbers

    installed(tmp_path, monkeypatch)
    project = load_project(DATA)
    assert list(check_numbers(project, ())) == []
    project.game.constants["pionts"] = 3
    assert [problem.found for problem in check_numbers(project, ())] == ["'pionts'"]


def test_the_package_needs_what_the_distribution_is_called() -> None:
    """The index knows another project as `cardlib`, which would lie over this one."""
    root = Path(__file__).parents[2]
    here, there = (
        tomllib.loads(path.read_text(encoding="utf-8"))["project"]
        for path in (root / "pyproject.toml", root / "examples" / "skirmish" / "pyproject.toml")
    )
    assert there["dependencies"] == [here["name"]]

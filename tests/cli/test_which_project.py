"""Which project a command means: the one around the current folder, the one of CARDLIB_GAME, a slug, a deck's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from matrices import matrix
from playing import Run, runner

from cardlib.catalog import bundled_slugs, load_project
from cardlib.decks.files import FORMS
from cardlib.decks.formats import format_names

SLUGS = bundled_slugs()
DECKS = [slug for slug in SLUGS if format_names(load_project(slug), "deck")]  # the others have documents
BUNDLED = ", ".join(SLUGS)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    made = runner(tmp_path, monkeypatch, capsys)
    assert made("new", "skirmish").code == 0
    return made


def identity(slug: str) -> tuple[str, ...]:
    """What `deck random` needs to be told where the format asks for it."""
    return {"structure": ("--rules", "variant")}.get(slug, ())


COMMANDS = (
    ("cards", "unit cost=1"),
    ("card", "archer"),
    ("stats",),
    ("sql", "select name from cards where id = 'archer'"),
    ("rules", "draw"),
    ("data", "check"),
    ("data", "build"),
    ("deck", "list"),
    ("deck", "check", "first"),
    ("deck", "stats", "first"),
    ("deck", "format"),
    ("deck", "random", "--seed", "1"),
    ("print", "first", "-o", "cards.pdf"),
)


def test_in_a_folder_of_a_project_every_command_finds_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / "skirmish" / "cards")
    for words in COMMANDS:
        ran = run(*words)
        assert ran.code == 0, (words, ran.err)
        assert not any(f"{slug}:" in ran.out + ran.err for slug in SLUGS), words


@pytest.mark.parametrize("content", ['{"slug": "mecha"}', '{"slug": "mecha", }'], ids=["no types", "no JSON"])
def test_a_broken_project_of_ones_own_is_not_taken_for_the_bundled_game_of_its_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    (tmp_path / "mecha").mkdir()
    (tmp_path / "mecha" / "game.json").write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "mecha")
    for words in (("data", "check"), ("cards", "turtle")):
        ran = run(*words, "--game", "mecha")
        assert ran.code == 1 and "game.json:1: " in ran.out + ran.err


def test_a_problem_is_named_by_a_path_that_leads_to_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / "skirmish" / "cards")
    cards = tmp_path / "skirmish" / "cards" / "units.json"
    cards.write_text(cards.read_text().replace('"cost": 1', '"cost": "one"', 1))
    ran = run("data", "check")
    assert ran.code == 1
    assert ran.out.startswith("../cards/units.json:7: cards[0].cost: found")
    (tmp_path / "skirmish" / "game.json").write_text("{")
    assert run("data", "check").out.startswith("../game.json:1: found the end")


def test_outside_of_any_project_the_check_says_which_games_it_checks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """And checks them; that there is nothing to mend in them is looked at elsewhere."""
    checked: list[str] = []
    monkeypatch.setattr("cardlib.catalog.check.check_project", lambda folder, extra: checked.append(folder.name) or [])
    said = f"no project in this folder or above it; the bundled games: {BUNDLED}\n"
    assert run("data", "check").err == said + "".join(f"{slug}: ok\n" for slug in SLUGS)
    assert checked == list(SLUGS)


def test_a_random_deck_of_the_own_project_is_checked_in_every_form(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "skirmish"
    for form, end in FORMS.items():
        monkeypatch.delenv("CARDLIB_GAME", raising=False)
        monkeypatch.chdir(project / "cards")
        written = run("deck", "random", "--seed", "3", "--to", form)
        assert written.code == 0
        ran = run("deck", "check", "-", lines=written.out)
        assert (ran.code, ran.out.split()[0]) == (0, "legal"), (form, ran.err)
        outside = tmp_path / f"elsewhere{end}"
        outside.write_text(written.out, encoding="utf-8")
        assert run("deck", "check", outside).code == 0, form
        assert run("deck", "check", "--game", "skirmish", outside).code == 0, form
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("CARDLIB_GAME", str(project))
        assert run("deck", "check", outside).code == 0, form
        assert run("deck", "check", "-", lines=written.out).code == 0, form
        assert run("deck", "check", "--game", "skirmish", "-", lines=written.out).code == 0, form


@pytest.mark.parametrize(("slug", "form"), matrix(DECKS, list(FORMS), 2))
def test_a_random_deck_of_a_bundled_game_is_checked_in_every_form(run: Run, slug: str, form: str) -> None:
    rules = identity(slug)
    written = run("deck", "random", "--seed", "3", "--to", form, "--game", slug, *rules)
    assert written.code == 0, written.err
    ran = run("deck", "check", "-", *rules, lines=written.out)
    assert (ran.code, ran.out.split()[0]) == (0, "legal"), ran.err + ran.out


def test_a_game_without_decks_says_what_it_has(run: Run) -> None:
    ran = run("deck", "random", "--game", "war-rig")
    assert ran.code == 1 and "war-rig has no decks; name the kind of document: --kind faction, plan, " in ran.err
    for words in (("format",), ("random", "--kind", "deck")):
        ran = run("deck", *words, "--game", "war-rig")
        assert ran.code == 1 and "war-rig has no decks; its formats are for documents: " in ran.err and "rig" in ran.err
    assert "WR-D01" in run("deck", "format", "--rules", "rig", "--game", "war-rig").out


def test_the_own_project_comes_before_a_bundled_game_of_its_name(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "skirmish" / "game.json"
    game.write_text(game.read_text().replace('"slug": "skirmish"', '"slug": "mecha"'))
    monkeypatch.chdir(tmp_path / "skirmish")
    written = run("deck", "random", "--seed", "3").out
    assert "game: mecha" in written
    assert run("deck", "check", "-", lines=written).code == 0
    assert "Archer" in run("cards", "unit cost=1", "--game", "mecha").out
    monkeypatch.chdir(tmp_path)
    assert "Archer" not in run("cards", "unit cost=1", "--game", "mecha").out


def test_a_folder_that_is_called_as_a_bundled_game_is_pointed_at(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who copied a game to change it is not told that the copy is right when the bundled one was looked at."""
    (tmp_path / "skirmish").rename(tmp_path / "mecha")
    note = "'mecha' is the bundled game; the project of that name here is ./mecha\n"
    ran = run("data", "check", "mecha")
    assert (ran.code, ran.err) == (0, f"{note}mecha: ok\n")
    assert run("cards", "unit cost=1", "--game", "mecha").err.startswith(note)
    assert run("data", "check", "./mecha").err == "mecha: ok\n"
    monkeypatch.chdir(load_project("mecha").path.parent)
    assert run("data", "check", "mecha").err == "mecha: ok\n"

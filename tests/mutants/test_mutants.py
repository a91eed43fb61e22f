"""The tool that makes and runs mutants, shown on a toy: rules of three lines, with one that no check looks at."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from cardlib.errors import CardlibError
from mutants.__main__ import Result, consistent, fresh, ground_of, main, needed, survey, told, within
from mutants.leaving import HERE, NOTHING, Explained, explained, left_out
from mutants.operators import Mutant, modules_of, mutants_in, mutants_of
from mutants.running import ENDED, KILLED, SURVIVED, Check, Ground, Outcome, outcomes, untouched

TOY = '''
"""Rules of a toy."""


def allowed(cost, funds):
    """What costs no more than the funds (TOY-001)."""
    return cost <= funds


def bonus(cards):
    """One for each card (TOY-002), which no check looks at closely."""
    if cards > 3:
        return 1
    return 0


def countdown(number):
    """Down to nothing (TOY-003)."""
    while number > 0:
        number -= 1
    return number
'''


def toy(tmp_path: Path, *checks: Check, seconds: float = 0.1) -> Ground:
    """A package of its own for every test, found on the path."""
    name = f"toy_{tmp_path.name.replace('-', '_')}"
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.py").write_text(TOY)
    return Ground(name, folder, lambda: importlib.import_module(f"{name}.rules"), checks, seconds)


@pytest.fixture(autouse=True)
def on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)


def check(name: str, play: Callable[[Any], bool], *pins: str) -> Check:
    def hold(rules: Any) -> None:
        assert play(rules)

    return Check(name, frozenset(pins), hold)


def strict() -> list[Check]:
    return [
        check("equal", lambda rules: rules.allowed(2, 2), "TOY-001"),
        check("dearer", lambda rules: not rules.allowed(3, 2), "TOY-001"),
        check("cheaper", lambda rules: rules.allowed(1, 2), "TOY-001"),
        check("many", lambda rules: rules.bonus(9) == 1, "TOY-002"),
        check("few", lambda rules: rules.bonus(1) == 0, "TOY-002"),
        check("down", lambda rules: rules.countdown(3) == 0, "TOY-003"),
    ]


def made(ground: Ground) -> list[Mutant]:
    return mutants_of(ground.folder / "rules.py", NOTHING)


def changes(found: list[Mutant]) -> list[tuple[str, str]]:
    return [(one.line, one.mutant) for one in found]


def test_the_survivors_are_what_no_check_looks_at(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict())
    untouched(ground)
    results = survey(ground, made(ground))
    lines = {result.mutant.line for result in results if result.outcome.state == SURVIVED}
    assert lines == {"if cards > 3:"}, [told(result) for result in results if not result.outcome.noticed]
    by = {result.mutant.mutant: result.outcome.by for result in results if result.outcome.state == KILLED}
    assert by["return cost < funds"] == "equal"
    assert by["return cost > funds"] in ("equal", "dearer", "cheaper")
    survivor = next(result for result in results if result.mutant.mutant == "if cards >= 3:")
    assert told(survivor).splitlines()[1:] == ["  - if cards > 3:", "  + if cards >= 3:"]
    assert "rules.bonus: comparison" in told(survivor)


def test_the_sample_is_the_same_for_a_seed_however_many_run_at_a_time(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict())
    found = made(ground)
    first, second = (survey(ground, found, number=6, seed=3, jobs=jobs) for jobs in (1, 2))
    assert first == second
    assert len(first) == 6
    assert [one.mutant for one in first] != [one.mutant for one in survey(ground, found, number=6, seed=4, jobs=2)]


def test_a_change_elsewhere_leaves_the_sample_as_it_is(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict())
    first = survey(ground, made(ground), number=6, seed=3)
    (ground.folder / "rules.py").write_text("DEPTH = None\n" + TOY)
    second = survey(ground, made(ground), number=6, seed=3)
    assert [(one.mutant.place, one.mutant.mutant) for one in first] == [
        (one.mutant.place, one.mutant.mutant) for one in second
    ]


def test_a_mutant_that_does_not_come_to_an_end_is_ended(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict())
    endless = [one for one in made(ground) if one.mutant == "pass" and one.line == "number -= 1"]
    assert [outcome for _, outcome in outcomes(ground, endless, 1)] == [Outcome(ENDED, "down")]


def test_what_can_not_be_loaded_proves_nothing(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict())
    (ground.folder / "rules.py").write_text(TOY + "\n\nWORDS = ('a', 'b')[1]\n")
    unloadable = [one for one in made(ground) if one.mutant == "WORDS = ('a', 'b')[2]"]
    assert len(unloadable) == 1
    assert survey(ground, unloadable) == []


def test_checks_that_enter_the_function_come_first(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict())
    entered = untouched(ground)
    assert entered["many"] == {"rules.bonus"}
    assert entered["down"] == {"rules.countdown"}
    wrong = [one for one in made(ground) if one.mutant == "return 2"]
    (result,) = survey(ground, wrong, entered=entered)
    assert (result.outcome.by, result.reached) == ("many", 2)


def test_the_nearest_check_comes_first(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict()[::-1])
    crash = [one for one in made(ground) if one.mutant == "return cost > funds"]
    assert [outcome.by for _, outcome in outcomes(ground, crash, 1)] == ["cheaper"]


def test_a_check_that_fails_without_a_mutant_is_named(tmp_path: Path) -> None:
    ground = toy(tmp_path, check("wrong", lambda rules: rules.bonus(0) == 7))
    with pytest.raises(CardlibError, match="without a mutant 'wrong' is killed"):
        untouched(ground)


def test_a_package_that_is_imported_already_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ground = toy(tmp_path, *strict())
    monkeypatch.setitem(sys.modules, ground.package, sys)
    with pytest.raises(CardlibError, match="is imported already"):
        untouched(ground)


# -- operators ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "mutants"),
    [
        ("x = a < b", ["x = a <= b", "x = a >= b"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = a  not in  b", ["x = a in b"]),
        ("x = (a) and (b or c)", ["x = (a) and (b and c)", "x = (a) or (b or c)"]),
        ("x = not a", ["x = a"]),
        ("x = -1", ["x = -2", "x = 0"]),
        ("x = 5", ["x = 4", "x = 6"]),
        ("x = True", ["x = False"]),
        ("x = a & b", ["x = a | b"]),
        ("x += a", ["pass", "x -= a"]),
        ("x = min(a)", ["x = max(a)"]),
        ("f(a)", ["pass"]),
        ("x.y = a", ["pass"]),
        ("x = [y for y in a if y]", ["x = [y for y in a if True]"]),
        ("x = b if a else c", ["x = b if not (a) else c"]),
        ("x: dict[int, int] = a", []),
        ("assert a == 1", []),
        ("m.emit('played', 3)", ["pass"]),
        ("x = f'{a + 1}'", []),
        (
            "m.cache['a'] = b > 1",
            ["m.cache['a'] = b >= 1", "m.cache['a'] = b <= 1"] + [f"m.cache['a'] = b > {n}" for n in "02"],
        ),
        ("m.cache = None", []),
        ("x = facts.zone[0]", []),
        ("x = m.ask(a, default=b[0])", []),
        ("x = m.answer(a, default=b[0])", ["x = m.answer(a, default=b[-1])", "x = m.answer(a, default=b[1])"]),
    ],
)
def test_what_the_operators_make_of_a_line(tmp_path: Path, line: str, mutants: list[str]) -> None:
    file = tmp_path / "line.py"
    file.write_text(line + "\n")
    known = {"expressions": {"zone[0]": "one"}, "marks": {"cache": "kept"}, "calls": {"emit": "told only"}}
    found = mutants_of(file, replace(NOTHING, **known, keywords={"ask.default": "bots"}))
    assert sorted({one.mutant for one in found}) == sorted(" ".join(mutant.split()) for mutant in mutants)
    for one in found:
        compile(one.source(), "line.py", "exec")


@pytest.mark.parametrize(
    ("returns", "mutants"),
    [
        ("bool", ["return not (a)"]),
        ("int", ["return 0"]),
        ("list[int]", ["return []"]),
        ("int | None", ["return None"]),
        ("str", []),
    ],
)
def test_a_function_returns_nothing_of_its_type(tmp_path: Path, returns: str, mutants: list[str]) -> None:
    file = tmp_path / "returns.py"
    file.write_text(f"def f(a) -> {returns}:\n    return a\n")
    assert [one.mutant for one in mutants_of(file, NOTHING)] == mutants


def test_a_break_becomes_a_continue(tmp_path: Path) -> None:
    file = tmp_path / "loop.py"
    file.write_text("for x in y:\n    break\n")
    assert [one.mutant for one in mutants_of(file, NOTHING)] == ["continue", "pass"]


def test_letters_of_more_than_one_byte_and_comments_between_stay_where_they_are(tmp_path: Path) -> None:
    file = tmp_path / "letters.py"
    file.write_text("x = 'Skippér', (a  # this or that\n    or b)\n", encoding="utf-8")
    (one,) = mutants_of(file, NOTHING)
    assert one.source().decode() == "x = 'Skippér', (a  # this or that\n    and b)\n"
    assert (one.line, one.mutant, one.number) == ("or b)", "and b)", 2)


# -- what is left out, and what is explained ---------------------------------------------------------------------


def test_modules_and_functions_are_left_out_by_name(tmp_path: Path) -> None:
    ground = toy(tmp_path)
    file = ground.folder / "rules.py"
    assert mutants_of(file, replace(NOTHING, modules={"ru*": "a reason"})) == []
    places = {one.place for one in mutants_of(file, replace(NOTHING, functions={"bonus": "a reason"}))}
    assert places == {"rules.allowed", "rules.countdown"}


def test_a_module_in_a_room_of_the_package_is_mutated_under_its_name_from_there(tmp_path: Path) -> None:
    ground = toy(tmp_path)
    room = ground.folder / "prices"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (ground.folder / "rules.py").rename(room / "costs.py")
    name = f"{ground.package}.prices.costs"
    ground = replace(ground, load=lambda: importlib.import_module(name), checks=strict())
    entered = untouched(ground)
    assert "prices.costs.allowed" in entered["equal"]
    found = mutants_in(ground.folder, NOTHING)
    assert {one.place for one in found} >= {"prices.costs.allowed", "prices.costs.bonus"}
    results = survey(ground, [one for one in found if one.place == "prices.costs.allowed"], entered=entered)
    assert results
    assert all(result.outcome.noticed for result in results)
    assert mutants_in(ground.folder, replace(NOTHING, modules={"prices.*": "a reason"})) == []


def test_everything_that_is_left_out_is_there_and_has_a_reason() -> None:
    games = [path for path in (Path(__file__).parents[2] / "cardlib" / "games").iterdir() if path.is_dir()]
    text = "".join(file.read_text(encoding="utf-8") for game in games for file in modules_of(game))
    out = left_out()
    for pattern in out.modules:
        assert any(fnmatch(name, pattern) for game in games for name in modules_of(game).values()), pattern
    for name in out.functions:
        assert f"def {name}(" in text or name.startswith("__"), name
    assert all(name in text for name in out.expressions)
    assert all(f".{name}" in text for name in out.marks)
    assert all(f"{name}(" in text for name in out.calls)
    assert all(re.search(rf"^{name}\b.* = ", text, re.MULTILINE) for name in out.tables)
    assert all(why for part in asdict(out).values() for why in part.values())


def explanation(**other: str) -> Explained:
    about = {"at": "rules.bonus", "line": "if cards > 3:", "mutant": "if cards >= 3:", "why": "nobody has three"}
    return Explained(**{**about, **other})


def test_an_explained_survivor_is_told_apart(tmp_path: Path) -> None:
    ground = toy(tmp_path, *strict())
    file = tmp_path / "explained.json"
    file.write_text(json.dumps({"explained": [vars_of(explanation())]}))
    results = survey(ground, [one for one in made(ground) if one.place == "rules.bonus"], explained(file))
    (one,) = [result for result in results if result.explained]
    assert told(one).endswith("explained: nobody has three")
    consistent(results)


def vars_of(one: Explained) -> dict[str, str]:
    return {"at": one.at, "line": one.line, "mutant": one.mutant, "why": one.why}


def test_a_stale_explanation_is_an_error(tmp_path: Path) -> None:
    found = made(toy(tmp_path))
    fresh([explanation()], found)
    fresh([explanation(mutant="*")], found)
    with pytest.raises(CardlibError, match=r"fits the explanation of rules.bonus: 'if cards > 4:'"):
        fresh([explanation(line="if cards > 4:")], found)


def test_an_explanation_of_a_killed_mutant_is_an_error(tmp_path: Path) -> None:
    one = next(one for one in made(toy(tmp_path)) if one.mutant == "if cards >= 3:")
    with pytest.raises(CardlibError, match="but 'three' does: take the explanation out"):
        consistent([Result(one, Outcome(KILLED, "three"), explanation())])


def test_an_explanation_of_a_line_of_which_nothing_survives_is_an_error(tmp_path: Path) -> None:
    one, other = [one for one in made(toy(tmp_path)) if one.line == "if cards > 3:"][:2]
    said = explanation(mutant="*")
    needed([said], [Result(one, Outcome(KILLED, "three")), Result(other, Outcome(SURVIVED))])
    with pytest.raises(CardlibError, match=r"notice all that is explained of rules.bonus: 'if cards > 3:'"):
        needed([said], [Result(one, Outcome(KILLED, "three")), Result(other, Outcome(KILLED, "three"))])


def test_an_explanation_needs_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "explained.json"
    file.write_text(json.dumps({"explained": [vars_of(explanation(why=""))]}))
    with pytest.raises(CardlibError, match=r"explained.json: entry 1: expected at, line, mutant and why"):
        explained(file)


@pytest.mark.parametrize("slug", ["analog-tactics", "mecha", "structure", "tyrants", "war-rig"])
def test_the_explanations_of_the_bundled_games_fit(slug: str) -> None:
    folder = Path(__file__).parents[2] / "cardlib" / "games" / slug.replace("-", "_")
    every = mutants_in(folder, left_out())
    assert len(every) > 1000
    fresh(explained(HERE / "explained" / f"{slug}.json"), every)


# -- the command -------------------------------------------------------------------------------------------------


def test_a_game_without_rules_is_refused_with_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mehca"]) == 2
    assert "no rules to mutate for 'mehca' (nearest: mecha)" in capsys.readouterr().err


def test_a_place_where_nothing_is_changed_is_refused_with_the_nearest_one() -> None:
    assert within("rules.foul", ["rules.fouls", "rules.scores"], str) == ["rules.fouls"]
    with pytest.raises(CardlibError, match=r"nothing can be changed in 'rules.foals' \(nearest: rules.fouls\)"):
        within("rules.foals", ["rules.fouls", "rules.scores"], str)


def test_scenarios_of_a_game_are_its_checks() -> None:
    ground = ground_of("structure")
    assert ground.folder.name == "structure"
    assert any("DOS-025" in check.pins for check in ground.checks)


def test_a_project_that_was_never_checked_is_checked_by_another_process(tmp_path: Path) -> None:
    seen = "print(*(name for name in sys.modules if name.startswith('cardlib.games.structure')))"
    program = f"import sys; from mutants.__main__ import ground_of; ground_of('structure'); {seen}"
    paths = os.pathsep.join([str(Path(__file__).parent.parent), *sys.path])
    environment = {**os.environ, "CARDLIB_CACHE": str(tmp_path), "PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "" and list(tmp_path.rglob("checked/*.json"))

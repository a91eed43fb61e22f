"""A short fuzz run, the same every time; and the fuzz driver itself: it finds what is planted, and finds it again."""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from matrices import seldom

from cardlib.errors import CardlibError
from cardlib_cli import main
from fuzz.__main__ import again, faults, numbers, played, shrunk
from fuzz.cases import Case, Damage, drawn, named
from fuzz.kinds import KINDS
from fuzz.oracles import ORACLES, Seen, judged
from fuzz.running import COMMAND, FORK, TERMINAL, Outcome, run
from fuzz.spoiling import of_json, spoil
from fuzz.surroundings import ALL, USUAL
from fuzz.world import SECRET, World, secrets

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="forks are watched with what only Linux has")

ROOT = Path(__file__).parents[2]
CASES = 4


@pytest.mark.parametrize("begin", [0, *seldom(1, 2)])
def test_nothing_hostile_gets_through(begin: int) -> None:
    """What fails here is run again, with all there is to know about it, by the command that is printed."""
    words = ["-m", "fuzz", "--number", str(CASES), "--seed", "27", "--games", "mecha", "--jobs", "1"]
    words += ["--kind", ",".join(sorted(KINDS)[begin::3])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, f"with --games mecha:\n{ran.stdout[-6000:]}{ran.stderr[-2000:]}"


# -- the oracles, each with what it is there for ---------------------------------------------------------------------


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A world with nothing in it but what nobody may touch."""
    world = World(tmp_path / "world", tmp_path / "pristine")
    for name in ("work/out", "outside", "ran", "scratch", "cache", "share", "home", "work/mecha"):
        (world.root / name).mkdir(parents=True)
    (world.work / "mecha" / "game.json").write_text('{"slug": "mecha"}')
    (world.work / "evil.py").write_text(f"open({str(world.root / 'ran' / 'evil')!r}, 'w').close()")
    secrets(world.outside)
    world.keep()
    return world


def write(text: str) -> None:
    sys.stdout.write(text)


def leave(code: int) -> None:
    raise SystemExit(code)


def read(path: Path) -> None:
    path.read_text()


def burn() -> None:
    number = 0
    while True:
        number += 1


def fill() -> bytearray:
    return bytearray(b"x" * (200 << 20))


WRONG: dict[str, Callable[[Path], object]] = {
    "codes": lambda root: leave(3),
    "tracebacks": lambda root: {}["nothing"],
    "python": lambda root: sys.stderr.write("cardlib: damaged: KeyError('x')\n"),
    "messages": lambda root: leave(1),
    "controls": lambda root: write("a card called \x1b[31mred"),
    "bounds": lambda root: fill(),
    "acts": lambda root: read(root / "outside" / "secret.json"),
    "secrets": lambda root: write(SECRET),
    "marks": lambda root: (root / "ran" / "evil").touch(),
    "places": lambda root: (root / "work" / "mecha" / "game.json").write_text("{}"),
    "leftovers": lambda root: (root / "work" / "out" / ".x.pdf.abc.part").touch(),
    "outputs": lambda root: (root / "work" / "out" / "x.pdf").touch(),
}
ACTS: dict[str, Callable[[Path], object]] = {
    "reads outside/secret": lambda root: read(root / "work" / ".." / "outside" / "secret"),
    "writes outside/planted": lambda root: (root / "outside" / "planted").touch(),
    "writes /": lambda root: (root.parent / "planted").touch(),
    "starts a program": lambda root: os.system("true"),
    "asks the network": lambda root: socket.socket().connect_ex(("127.0.0.1", 9)),
    "runs work/evil.py": lambda root: (sys.path.append(str(root / "work")), __import__("evil")),
    "os.symlink": lambda root: (root / "work" / "x").symlink_to(root / "outside"),
}


def outcome_of(world: World, act: Callable[[Path], object], patch: pytest.MonkeyPatch, how: str = FORK) -> Seen:
    """Run a command that does something."""
    patch.setattr(main, "main", lambda: act(world.root))
    before = world.now()
    outcome = run(world, ["x"], b"", how, USUAL)
    return Seen(("x",), outcome, before, world.now(), "usual")


@pytest.mark.parametrize("name", WRONG)
def test_an_oracle_finds_what_it_is_there_for(name: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.oracles.MEGABYTES", 150)
    assert name in judged(outcome_of(world, WRONG[name], monkeypatch))


@pytest.mark.parametrize("said", ACTS)
def test_what_a_command_does_is_seen(said: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = outcome_of(world, ACTS[said], monkeypatch)
    assert said in judged(seen)["acts"]


def test_a_command_that_does_its_work_is_as_it_should_be(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    (world.root / "cache" / "link").symlink_to(world.outside / "secret.json")

    def work(root: Path) -> None:
        write("one card\n")
        (root / "work" / "out" / "x.pdf").write_text("%PDF")
        (root / "cache" / "x.sqlite").write_text("built")
        (root / "cache" / "link").unlink()

    assert judged(outcome_of(world, work, monkeypatch)) == {}
    assert (
        judged(outcome_of(world, lambda root: write("\x1b[?25l\x1b[1mbold\x1b[0m\x1b[?25h\n"), monkeypatch, TERMINAL))
        == {}
    )


@pytest.mark.parametrize("leads", ["secret.txt", ""])
def test_what_a_named_link_leads_to_may_be_read_and_told(
    leads: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But only what it leads to, and only where the command line names it."""
    argv = "deck"
    (world.work / argv).symlink_to(world.outside / leads)
    monkeypatch.setattr(main, "main", lambda: write((world.outside / "secret.txt").read_text()))
    before = world.now()
    outcome = run(world, [argv], b"", FORK, USUAL)
    assert judged(Seen((argv,), outcome, before, world.now(), "usual")) == {}
    assert set(judged(Seen(("x",), outcome, before, world.now(), "usual"))) == {"acts", "secrets"}
    monkeypatch.setattr(main, "main", lambda: read(world.root / "outside" / "secret.json"))
    found = judged(Seen((argv,), run(world, [argv], b"", FORK, USUAL), before, world.now(), "usual"))
    assert found == ({"acts": "reads outside/secret.json"} if leads else {})


def test_much_is_typed_at_a_terminal_without_waiting(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.running.WALL", 30.0)
    monkeypatch.setattr(main, "main", lambda: len(sys.stdin.read(100_000)))
    outcome = run(world, ["x"], b"1 Turtle\n" * 8_000_000, TERMINAL, USUAL)
    assert (outcome.code, outcome.ended) == (0, "")


def test_control_characters_are_found_on_a_terminal(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("\x1b]0;title\x07", "\x9b31m", "\u202eback", "\x1b[2;5H"):
        seen = outcome_of(world, lambda root, text=text: write(text), monkeypatch, TERMINAL)  # type: ignore[misc]
        assert "controls" in judged(seen), ascii(text)


def test_a_command_that_does_not_come_to_an_end_is_ended(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.running.SECONDS", 1)
    assert "took more than" in judged(outcome_of(world, lambda root: burn(), monkeypatch))["bounds"]
    monkeypatch.setattr("fuzz.running.WALL", 0.2)
    seen = outcome_of(world, lambda root: os.read(os.open(os.mkfifo(root / "p") or root / "p", 0), 1), monkeypatch)
    assert judged(seen) == {"bounds": "waited for more than 0 s", "places": "changes p"}


def test_what_stays_broken_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def spoil_the_cache(root: Path) -> None:
        database = root / "cache" / "mecha.sqlite"
        if database.exists():
            leave(1)
        database.touch()

    world.answers["mecha"] = b""
    monkeypatch.setattr(main, "main", lambda: spoil_the_cache(world.root))
    result, _ = played(Case("game", 1, 0, "mecha", ("x",), (), b"", FORK, USUAL), world)
    assert result.wrong == {"afterwards": "afterwards exit code 1: "}
    assert {*WRONG, "afterwards"} == {oracle.__name__ for oracle in ORACLES}


# -- worlds and cases ------------------------------------------------------------------------------------------------


def test_a_world_is_brought_back(world: World) -> None:
    game = world.work / "mecha" / "game.json"
    before = world.now()
    for wreck in (
        lambda: game.write_text("{}"),
        lambda: game.write_text('{"slug": "mechb"}'),  # as large as before, and its times equal each other as before
        lambda: (game.unlink(), game.mkdir(), (game / "x").touch()),
        lambda: (game.unlink(), game.symlink_to(world.outside)),
        lambda: (game.unlink(), os.mkfifo(game)),
        lambda: game.chmod(0o600),
        lambda: (world.work / "out" / "a" / "b").mkdir(parents=True),
        lambda: (world.outside / "secret.json").unlink(),
    ):
        wreck()
        world.restore()
        assert world.now().keys() == before.keys()
        assert json.loads(game.read_text()) == {"slug": "mecha"}
        assert oct(game.stat().st_mode)[-3:] == oct(before["work/mecha/game.json"].mode)[-3:]


def test_a_world_that_cannot_be_brought_back_is_used_no_more(world: World) -> None:
    (world.pristine / "work" / "mecha" / "game.json").write_text('{"slug": "mechb"}')
    world.restore()
    (world.work / "mecha" / "game.json").unlink()
    with pytest.raises(CardlibError, match=r"cannot be brought back: work/mecha/game\.json"):
        world.restore()


def test_the_same_chance_does_the_same_damage(tmp_path: Path) -> None:
    data = (ROOT / "data" / "mecha" / "game.json").read_bytes()
    for number in range(40):
        path = tmp_path / "game.json"
        results = []
        for _ in (0, 1):
            path.write_bytes(data)
            done = spoil(path, random.Random(number), tmp_path)
            results.append((done, path.read_bytes() if path.is_file() and path.stat().st_size < 1 << 25 else b""))
            if path.is_symlink() or path.is_fifo() or path.is_file():
                path.unlink()
            elif path.is_dir():
                path.rmdir()
        assert results[0] == results[1]


def test_damage_to_json_is_mostly_json_still(tmp_path: Path) -> None:
    data = (ROOT / "data" / "mecha" / "keywords.json").read_bytes()
    readable = 0
    for number in range(100):
        _, text = of_json(data, random.Random(number), tmp_path)
        assert text != data or number % 10 == 0
        try:
            json.loads(text)
            readable += 1
        except (ValueError, RecursionError):
            pass
    assert readable > 80


def test_a_case_is_named_and_found_again(world: World) -> None:
    case = drawn("game", 3, 4, world)
    assert case.name == "game:3:4"
    assert named(case.name, world) == case
    assert {drawn("game", 3, number, world).argv for number in range(40)} != {case.argv}
    with pytest.raises(CardlibError, match="is no case; expected KIND:SEED:NUMBER"):
        named("mehca:1", world)
    with pytest.raises(CardlibError, match="damages, counted from 0"):
        named("game:3:4/9", world)


def test_a_failing_case_is_made_smaller(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse_an_odd_name(root: Path) -> None:
        if (root / "work" / "mecha" / "game.json").read_text() != '{"slug": "mecha"}':
            leave(9)

    monkeypatch.setattr(main, "main", lambda: refuse_an_odd_name(world.root))
    damages = tuple(Damage(name, "1") for name in ("evil.py", "mecha/game.json", "evil.py"))
    case = Case("game", 1, 1, "mecha", ("x",), damages, b"", FORK, USUAL)
    result, _ = played(case, world)
    assert shrunk(case, result, world).name == "game:1:1/1"


def test_every_kind_has_cases_and_every_fault_is_told_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {kind for kind, _ in numbers(list(KINDS), 1)} == set(KINDS)
    monkeypatch.setattr(main, "main", lambda: leave(7))
    results = [played(drawn("game", 1, number, world), world)[0] for number in range(3)]
    results = [result for result in results if result.how != COMMAND]
    assert [(oracle, said, len(cases)) for (oracle, said), cases in faults(results).items()] == [
        ("codes", "exit code …", len(results))
    ]


def test_surroundings_have_names_of_their_own() -> None:
    assert len({one.name for one in ALL}) == len(ALL)
    assert isinstance(Outcome(0, b"", b"", 0.0, 0.0, 0), Outcome)
    assert callable(again)

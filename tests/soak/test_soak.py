"""Long runs: random games with random legal decks, and fuzzed data, decks, queries and saved matches. `make soak`.

`CARDLIB_SOAK_GAMES` (20,000 of each game), `CARDLIB_SOAK_MINUTES` (0: no limit; else split evenly among the games)
and `CARDLIB_SOAK_FUZZ` (1: a factor for all fuzzing) set how long. The work is spread over all cores. Whatever fails
names its seed, and `random_game` or `fuzz` with that seed shows it again.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "games"))

from positions import GAMES, Picker, asked, begun, broken, cards_of, out_of_step, particular, stale, unsettled

import cardlib
from cardlib.catalog import check_project, find_cards
from cardlib.decks import FORMS, CompiledFormat, compile_format, load_deck, parse_deck, random_deck, render_deck
from cardlib.errors import CardlibError
from cardlib.filters import english, parse, printed
from cardlib.places import data_root
from cardlib.scenarios.replays import Recorder, replay_steps
from cardlib_cli.checks import EXTRA
from cardlib_cli.saving import Saved, read_replay, read_saved, resumed

pytestmark = pytest.mark.soak

COUNT = int(os.environ.get("CARDLIB_SOAK_GAMES", "20000"))
MINUTES = float(os.environ.get("CARDLIB_SOAK_MINUTES", "0"))
FUZZ = float(os.environ.get("CARDLIB_SOAK_FUZZ", "1"))
BLOCK = 50
SLUGS = list(GAMES)
SHOWN = 10  # failures that a report shows in full


@cache
def the_game(slug: str) -> cardlib.Game:
    """A bundled game, loaded once per process."""
    return cardlib.load(slug)


@cache
def standard(slug: str) -> CompiledFormat:
    return compile_format(the_game(slug).project)


def spread(work: Callable[[int], list[str]], numbers: Iterable[int]) -> list[str]:
    """Do the work for every number, on all cores; returns what went wrong."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [failure for failures in pool.map(work, numbers) for failure in failures]


def report(failures: list[str]) -> str:
    return f"{len(failures)} failures; the first:\n" + "\n".join(failures[:SHOWN])


# -- games ---------------------------------------------------------------------------------------------------------


def random_game(slug: str, seed: int) -> tuple[str, int]:
    """Play one game to its end; returns the rule that ended it and the number of picks. Raises AssertionError."""
    match = begun(the_game(slug), seed)
    cards = cards_of(match)
    picker = Picker(seed)
    while not match.over:
        wrong = out_of_step(match)
        if match.state.serial % 64 == seed % 64:
            wrong += [*broken(match, cards), *stale(match), *unsettled(match)]
            notations = Counter(option.notation for option in match.options)
            wrong += [f"'{notation}' is offered {n} times" for notation, n in notations.items() if n > 1]
        assert not wrong, (match.state.serial, wrong)
        match.take(picker.pick(asked(match)))
    wrong = broken(match, cards)
    assert not wrong, (match.state.serial, wrong)
    assert match.result is not None and match.result.rule in particular(match).endings, repr(match.result)
    return str(match.result.rule), match.state.serial


def block_of_games(slug: str, until: float, first: int) -> tuple[Counter[str], int, list[str]]:
    """Play a block of games, as many as there is time for; returns how they ended, all picks, and what went wrong."""
    endings: Counter[str] = Counter()
    picks = 0
    failures = []
    for seed in range(first, min(first + BLOCK, COUNT)):
        if time.time() > until:
            break
        try:
            rule, taken = random_game(slug, seed)
        except Exception:
            failures.append(f"{slug}, game of seed {seed}:\n{traceback.format_exc(limit=-4)}")
            continue
        endings[rule] += 1
        picks += taken
    return endings, picks, failures


@pytest.mark.parametrize("slug", SLUGS)
def test_random_games(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Random play of random legal decks comes to an end by a rule, and nothing is ever out of step."""
    began = time.time()
    until = began + 60 * MINUTES / len(SLUGS) if MINUTES else float("inf")
    endings: Counter[str] = Counter()
    picks = 0
    failures: list[str] = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for ended, taken, wrong in pool.map(partial(block_of_games, slug, until), range(0, COUNT, BLOCK)):
            endings += ended
            picks += taken
            failures += wrong
    spent = time.time() - began
    games = endings.total()
    with capsys.disabled():
        rules = ", ".join(f"{rule} {number}" for rule, number in endings.most_common())
        print(
            f"\n{slug}: {games} random games in {spent:.0f} s: {games / spent:.1f} games/s,",
            f"{picks / spent:.0f} picks/s; {rules}",
        )
    assert not failures, report(failures)
    assert games == COUNT or (MINUTES and games)


@pytest.mark.parametrize("slug", SLUGS)
def test_random_decks_are_legal(slug: str) -> None:
    rules = standard(slug)
    for seed in range(max(1, round(5_000 * FUZZ))):
        deck = random_deck(the_game(slug).project, seed, rules, guided=seed % 2 == 0)
        assert rules.check(deck).legal, seed


# -- fuzz ----------------------------------------------------------------------------------------------------------

ODD: list[object] = [
    None,
    True,
    -1,
    0,
    3,
    10**30,
    1.5,
    "",
    "x" * 500,
    [],
    {},
    [[]],
    {"op": "nothing"},
    {"op": "damage", "amount": 2, "target": "unit"},
    {"op": "x", "amount": {"count": "("}},
    "mecha (",
    "unit",
    "self",
    "\u202e",
    ["mecha"] * 30,
]


def mangled(data: bytes, chance: random.Random) -> bytes:
    """Damage a file: a value or a key of its JSON, a byte, its end, a slice."""
    how = chance.randrange(5)
    if how < 2:
        try:
            return json.dumps(mangled_value(json.loads(data), chance), indent=1).encode()
        except ValueError:
            how = 2
    at = chance.randrange(len(data) + 1)
    if how == 2:
        return data[:at] + chance.randbytes(chance.randrange(1, 5)) + data[at + 1 :]
    if how == 3:
        return data[:at]
    return data[:at] + data[at + chance.randrange(1, 60) :]


def mangled_value(tree: object, chance: random.Random) -> object:
    """Change, drop, rename, wrap or double one value somewhere in a JSON value."""
    node = tree
    while isinstance(node, dict | list) and node:
        keys: list[str | int] = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = chance.choice(keys)
        value = node[key]  # type: ignore[index]
        if isinstance(value, dict | list) and value and chance.random() < 0.85:
            node = value
            continue
        how = chance.randrange(6)
        if how == 0:
            del node[key]  # type: ignore[arg-type]
        elif how == 1 and isinstance(node, dict):
            node[f"{key}x"] = node.pop(str(key))
        elif how == 2:
            node[key] = [value]  # type: ignore[index]
        elif how == 3 and isinstance(node, list):
            node.append(value)
        elif how == 4 and type(value) is int:
            node[key] = value + chance.choice((-1, 1, 100))  # type: ignore[index]
        else:
            node[key] = chance.choice(ODD)  # type: ignore[index]
        return tree
    return chance.choice(ODD)


def fuzz(case: Callable[[random.Random, Path], object], kind: str, block: int, first: int) -> list[str]:
    """Run a block of cases, each with a chance of its own and an empty folder; only CardlibError may come of it."""
    failures = []
    for number in range(first, first + block):
        with tempfile.TemporaryDirectory() as place:
            try:
                case(random.Random(f"{kind} {number}"), Path(place))
            except CardlibError as error:
                if not str(error):
                    failures.append(f"{kind} {number}: an error without a message")
            except Exception:
                failures.append(f"{kind} {number}:\n{traceback.format_exc(limit=-5)}")
    return failures


def fuzzed(case: Callable[[random.Random, Path], object], kind: str, cases: int, block: int) -> None:
    count = max(1, round(cases * FUZZ))
    failures = spread(partial(fuzz, case, kind, block), range(0, count, block))
    assert not failures, report(failures)


def broken_project(chance: random.Random, place: Path) -> None:
    """Spoil files of a project: the check lists what is wrong, or else the game can be played."""
    slug = chance.choice(SLUGS)
    folder = Path(shutil.copytree(data_root() / slug, place / slug))
    files = sorted(path for path in folder.rglob("*.*") if path.is_file())
    cards = [path for path in files if path.parent.name == "cards"]
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        file = chance.choice(chance.choice((files, cards)))
        file.write_bytes(mangled(file.read_bytes(), chance))
    problems = check_project(folder, EXTRA)
    assert all("found" in str(problem) and "expected" in str(problem) for problem in problems)
    if any(problem.file.startswith(("game", "keywords", "cards", "boards", "formats")) for problem in problems):
        cardlib.load(folder)
        return
    game = cardlib.load(folder)
    rules = compile_format(game.project)
    decks = [random_deck(game.project, chance.randrange(1000), rules) for _ in (0, 1)]
    match = game.match(decks, chance.randrange(1000), windows="playable")
    for _ in range(60):
        if match.over:
            break
        match.take(chance.randrange(len(match.options)))


def broken_deck(chance: random.Random, place: Path) -> None:
    """Spoil a deck file of any form: it is read and checked, or refused."""
    slug = chance.choice(SLUGS)
    project, rules = the_game(slug).project, standard(slug)
    deck = random_deck(project, chance.randrange(1000), rules)
    form = chance.choice(list(FORMS))
    data = render_deck(deck, project, form).encode()
    for _ in range(chance.randrange(1, 5)):
        if chance.random() < 0.5:
            data = mangled(data, chance)
        else:
            at = chance.randrange(len(data) + 1)
            data = data[:at] + chance.choice(WORDS).encode() + data[at + chance.randrange(12) :]
    path = place / f"fuzz{FORMS[form]}"
    path.write_bytes(data)
    read = load_deck(path, project, strict=chance.random() < 0.5)
    assert isinstance(rules.check(read, advice=True).legal, bool)
    for other in FORMS:
        written = render_deck(read, project, other)
        if not read.unknown:
            assert parse_deck(written, project).counts() == read.counts(), other


WORDS = [
    "\n",
    " ",
    "3 Bugzapper\n",
    "1 Mole Network\n",
    "[special-forces]\n",
    "subfaction: cheid\n",
    "3x",
    "# Towers\n",
    "name:",
    "\n-1 Turtle\n",
    "9" * 40,
    "\n0 Turtle\n",
    "1e9",
    "<deck>",
    "</zone>",
    "<!DOCTYPE x [<!ENTITY a 'b'>]>",
    "&a;",
    "{",
    '{"cards":',
    "\x00",
    "\ud7ff",
    "💥",
    "(",
    "//",
]
PIECES = [
    "mecha", "tower", "flight", "cost", "power", "durability", "keyword:", "text:", "o:/", "name:", "is:", "in:", "(",
    ")", "-", "not ", " or ", "<=", ">", "=", "!=", ":", '"', '!"', "X", "*", "9999999999999", "-3", "/", "\\", "é",
    "[", "🂡", "\x00", " ", "  ", "armour>=2", "has:cost", "cost:even", "yours", "\n", "\t", "^(a|b)+$", "%", "_", "'",
    ";--", "type:", "counter:damage>=1", "used>=2", "word:", "cost<=2", "power>durability", "-keyword:haste",
    "radio-tower", "unit", "theaters:space", "subfaction:cheid", "attack>=2", "requirement<=1", "unique",
    "faction:unburied", "survivor>=1", "has:any", "ready", "keyword:rampage",
]  # fmt: skip


def odd_query(chance: random.Random, place: Path) -> None:
    """Ask for something made of pieces of queries: it finds the same in SQL as in Python, or is refused."""
    project = the_game(chance.choice(SLUGS)).project
    space = chance.choice(("", " "))
    text = space.join(chance.choice(PIECES) for _ in range(chance.randrange(1, 12)))
    found = parse(text, project.vocabulary)
    assert english(found, project.vocabulary, "each")
    listed = tuple(sorted(project.cards))[:2]
    rows = find_cards([project], text, in_deck=lambda project, name: listed)
    if "used" in text:
        return  # what decks use only the database knows
    test = printed(found, lambda name: listed)
    assert {row["id"] for row in rows} == {card.id for card in project.cards.values() if test(card)}


def broken_save(chance: random.Random, place: Path) -> None:
    """Spoil a replay or a saved match: it goes on, or is refused."""
    game = the_game(chance.choice(SLUGS))
    recorder = Recorder(begun(game, chance.randrange(100)))
    for _ in range(chance.randrange(1, 80)):
        recorder.take(chance.randrange(len(recorder.match.options)))
    path = place / "match.json"
    replay, state = recorder.to_json(), recorder.match.state.to_json()
    whole = chance.random() < 0.5
    if whole and chance.random() < 0.5:
        replay["data"] = "of another day"
        replay["picks"] = [*replay["picks"], "9999 nothing"]
    saved = Saved(replay, state, ["you", "greedy"], ["A", "B"], 1).to_json() if whole else replay
    path.write_bytes(mangled(json.dumps(saved).encode(), chance))
    if not whole:
        for match, _ in replay_steps(game, read_replay(path)):
            assert match.over or match.options
        return
    _, again, _ = resumed(game, read_saved(path))
    for _ in range(5):
        if not again.match.over:
            again.take(chance.randrange(len(again.match.options)))


def test_broken_projects_are_reported_or_can_be_played() -> None:
    fuzzed(broken_project, "project", 1_500, 25)


def test_broken_decks_are_read_or_refused() -> None:
    fuzzed(broken_deck, "deck", 10_000, 200)


def test_odd_queries_are_answered_or_refused() -> None:
    fuzzed(odd_query, "query", 30_000, 500)


def test_broken_saves_go_on_or_are_refused() -> None:
    fuzzed(broken_save, "save", 2_000, 50)

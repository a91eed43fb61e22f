"""Long runs: twenty thousand random games with random legal decks, and fuzzed data, decks and queries. `make soak`.

`CARDLIB_SOAK` scales all numbers: 0.01 for a quick look, 10 for a weekend. A failing game names its seed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "games"))

from positions import broken, cards_of, decks

import cardlib
from cardlib.catalog import check_project
from cardlib.decks import compile_format, load_deck, parse_deck, random_deck
from cardlib.engine.chance import Chance, derive
from cardlib.engine.match import Runaway
from cardlib.errors import CardlibError
from cardlib.filters import parse
from cardlib.places import data_root

pytestmark = pytest.mark.soak

SCALE = float(os.environ.get("CARDLIB_SOAK", "1"))
BLOCKS = 40
GAMES = 20_000
WINDOWS = ("playable", "turns", "hand")


def many(number: int) -> int:
    return max(1, round(number * SCALE))


@pytest.fixture(scope="module")
def game() -> cardlib.Game:
    return cardlib.load("mecha")


@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games(game: cardlib.Game, block: int) -> None:
    """Random play of random legal decks ends, and nothing is ever out of step."""
    endings: dict[str, int] = {}
    for seed in range(block * 1_000_000, block * 1_000_000 + many(GAMES // BLOCKS)):
        match = game.match_of(decks(game, seed), seed, windows=WINDOWS[seed % len(WINDOWS)])
        cards = cards_of(match)
        chance = Chance(derive(seed, 99))
        try:
            while not match.over:
                if match.state.serial % 16 == seed % 16:
                    assert broken(match, cards) == [], f"seed {seed}, pick {match.state.serial}"
                match.take(chance.below(len(match.options)))
        except Runaway:
            endings["runaway"] = endings.get("runaway", 0) + 1
            continue
        except Exception as error:
            raise AssertionError(f"seed {seed}, pick {match.state.serial}, {match.windows}: {error!r}") from error
        assert broken(match, cards) == [], f"seed {seed}, at the end"
        assert match.result is not None
        rule = str(match.result.rule)
        endings[rule] = endings.get(rule, 0) + 1
    known = {"MIW-004", "MIW-005", "MIW-006", "MIW-009", "MIW-010"}
    assert endings.keys() <= known, endings


def test_random_decks_are_legal_and_what_breaks_a_rule_is_named(game: cardlib.Game) -> None:
    project = game.project
    rules = compile_format(project)
    for seed in range(many(5_000)):
        deck = random_deck(project, seed, rules, guided=seed % 2 == 0)
        assert rules.check(deck).legal, seed


def test_fuzzed_data_never_ends_in_a_traceback(tmp_path: Path) -> None:
    """Whatever a file of a project holds, the check lists problems; it never breaks."""
    chance = random.Random(1)
    source = data_root() / "mecha"
    files = [path.relative_to(source) for path in sorted(source.rglob("*.json"))]
    folder = tmp_path / "mecha"
    shutil.copytree(source, folder)
    for number in range(many(400)):
        name = files[chance.randrange(len(files))]
        original = (source / name).read_bytes()
        (folder / name).write_bytes(_mangled(original, chance))
        try:
            for problem in check_project(folder):
                assert str(problem)
        except Exception as error:
            kept = Path(os.environ.get("TMPDIR", "/tmp")) / f"soak-{number}.json"
            kept.write_bytes((folder / name).read_bytes())
            raise AssertionError(f"{name} as in {kept}: {error!r}") from error
        (folder / name).write_bytes(original)


def _mangled(data: bytes, chance: random.Random) -> bytes:
    """Damage a JSON file: a value, a key, a slice, or bytes."""
    how = chance.randrange(4)
    if how == 0:
        return _mangled_value(data, chance)
    if how == 1:
        at = chance.randrange(len(data))
        return data[:at] + bytes(chance.randrange(256) for _ in range(chance.randrange(1, 5))) + data[at + 1 :]
    if how == 2:
        at = chance.randrange(len(data))
        return data[:at]
    at, length = chance.randrange(len(data)), chance.randrange(1, 60)
    return data[:at] + data[at + length :]


ODD = [
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "x" * 500,
    [],
    {},
    [[]],
    {"op": "nothing"},
    "mecha (",
    "\u202e",
    ["mecha"] * 30,
]


def _mangled_value(data: bytes, chance: random.Random) -> bytes:
    tree = json.loads(data)
    node = tree
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return json.dumps(ODD[chance.randrange(len(ODD))]).encode()
        key = keys[chance.randrange(len(keys))]
        if isinstance(node[key], dict | list) and node[key] and chance.random() < 0.8:
            node = node[key]
            continue
        how = chance.randrange(4)
        if how == 0:
            node[key] = ODD[chance.randrange(len(ODD))]
        elif how == 1:
            del node[key]
        elif how == 2 and isinstance(node, dict):
            node[f"{key}x"] = node.pop(key)
        else:
            node[key] = [node[key]]
        return json.dumps(tree, indent=1).encode()


PIECES = [
    "mecha", "tower", "flight", "cost", "power", "durability", "keyword:", "text:", "o:/", "name:", "is:", "in:", "(",
    ")", "-", "not ", " or ", "<=", ">", "=", "!=", ":", '"', '!"', "X", "*", "9999999999999", "-3", "/", "\\", "é",
    "[", "🂡", "\x00", " ", "  ", "armour>=2", "has:cost", "cost:even", "yours", "\n", "\t", "^(a+)+$", "%", "'", ";--",
]  # fmt: skip


def test_fuzzed_queries_are_answered_or_refused(game: cardlib.Game) -> None:
    chance = random.Random(2)
    for _ in range(many(30_000)):
        text = "".join(PIECES[chance.randrange(len(PIECES))] for _ in range(chance.randrange(1, 12)))
        try:
            parse(text, game.project.vocabulary)
        except CardlibError as error:
            assert str(error)
        except Exception as error:
            raise AssertionError(f"{text!r}: {error!r}") from error


def test_fuzzed_decks_are_read_or_refused(game: cardlib.Game, tmp_path: Path) -> None:
    chance = random.Random(3)
    good = [path.read_text(encoding="utf-8") for path in sorted((data_root() / "mecha" / "decks").glob("*.txt"))]
    words = [
        "3 Bugzapper",
        "3x",
        "# Towers",
        "name:",
        "-1 Turtle",
        "9" * 40,
        "0 Turtle",
        "<deck>",
        "{",
        '{"cards":',
        "\x00",
        "💥",
    ]
    for number in range(many(10_000)):
        text = good[chance.randrange(len(good))]
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(text) + 1)
            text = text[:at] + chance.choice([*words, "\n", " "]) + text[at + chance.randrange(12) :]
        try:
            parse_deck(text, game.project, "fuzz", strict=False)
        except CardlibError as error:
            assert str(error)
        except Exception as error:
            raise AssertionError(f"{text!r}: {error!r}") from error
        if number % 50 == 0:
            suffix = chance.choice([".txt", ".json", ".cod", ".o8d"])
            path = tmp_path / f"fuzz{suffix}"
            path.write_bytes(text.encode()[chance.randrange(20) :])
            try:
                load_deck(path, game.project, strict=False)
            except CardlibError as error:
                assert str(error)

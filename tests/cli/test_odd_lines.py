"""Odd lines typed at the table: each gets an answer, and the match goes on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from kept import PLAY, picks
from playing import Run, script

ODD = [
    ("9" * 4300, "this line is too long"),
    ("9" * 900, "there is no option with so long a number"),
    ("undo " + "9" * 900, "picks to take back"),
    ("hint " + "9" * 900, "hint thinks at most 100000 iterations long"),
    ("hint 100001", "hint thinks at most 100000 iterations long"),
    ("hint 0", "hint thinks at most 100000 iterations long"),
    ("play radio-tower " + "9" * 900, "Not possible"),
    ("\0", r"keys that are no text: \x00"),
    ("save \0.json", r"keys that are no text: save \x00.json"),
    ("save " + "x" * 900, "File name too long"),
    ("save /dev/full/x", "cannot write"),
    ("\x1b[A\x1b[B", r"keys that are no text: \x1b[A\x1b[B"),
    ("? \x9b31m", r"keys that are no text: ? \x9b31m"),
    ("caf\udce9", r"bytes that are not UTF-8: caf\xe9"),
    ("\u2003", "Not possible"),
    ("² ٣ ½", "Not possible"),
    ("? " + "(" * 900, "no card, keyword or rule is called"),
    ("? " + "a " * 450, "Also: MIW-"),
    ("concede \u0130", "no player is called"),
    ("x" * 1_000_000, "this line is too long"),
]


def test_odd_lines_get_an_answer_and_lose_nothing(run: Run, tmp_path: Path) -> None:
    ran = run(*PLAY, "--autosave", "my.json", lines=script("no", *[line for line, _ in ODD], "quit"))
    assert ran.code == 0
    answers = ran.out.split("\n> ")[-1 - len(ODD) : -1]
    for (line, said), answered in zip(ODD, answers, strict=True):
        assert said.replace(" ", "") in "".join(answered.split()), line[:40]
        assert len(answered) < 6000, line[:40]
    assert not [character for character in ran.out if ord(character) < 32 and character != "\n"]
    assert picks(tmp_path / "my.json")[0] == "1 no"


POOLS = (
    "0123456789",
    "abcdefgh -",
    "?()*+[]{}\\|^$.",
    "\x00\x1b\x7f\x9b\t",
    "äß𝕏\u202e\u200d\ufeff\u2028",
    "\udc80\udcff",
)
WORDS = ("?", "undo", "save", "hint", "stops", "pass", "concede", "play", "attack", "until", "clear", "~", "turn", "-")


@pytest.mark.parametrize(
    ("game", "decks"), [("mecha", PLAY[1:3]), ("tyrants", ("ac-d", "ccn-a")), ("structure", ("unburied", "holdouts"))]
)
def test_whatever_is_typed_the_match_goes_on(run: Run, tmp_path: Path, game: str, decks: tuple[str, str]) -> None:
    chance = random.Random(game)
    (tmp_path / "x").mkdir()
    lines = []
    for _ in range(60):
        parts = [chance.choice(WORDS) for _ in range(chance.randrange(3))]
        parts += ["".join(chance.choices(chance.choice(POOLS), k=chance.choice((1, 3, 40)))) for _ in range(2)]
        chance.shuffle(parts)
        line = " ".join(parts)
        lines.append(line.replace("/", "") if not line.strip().startswith(("hint", "concede")) else f"? {line}")
    ran = run("play", *decks, "--game", game, "--seed", "7", "--autosave", "my.json", lines=script(*lines, "quit"))
    assert ran.code == 0
    assert "saved; go on with: cardlib play --resume my.json" in ran.err
    assert not [character for character in ran.out if ord(character) < 32 and character not in "\n\t"]

"""One case: a command, the damage done before it, what is typed, and around it. Drawn from kind, seed and number.

A case is named `KIND:SEED:NUMBER`; behind a slash stand the damages that are kept of it, `cards:1:17/0,2`, once the
others proved to be needless.
"""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cardlib.errors import CardlibError
from fuzz.kinds import CARDS, DECKS, KINDS, PLAYING
from fuzz.oracles import RAW
from fuzz.payloads import (
    CONTROL,
    DECK_LINES,
    NUMBERS,
    PATHS,
    PATTERNS,
    QUERY_PIECES,
    STATEMENTS,
    TYPED,
    WORDS,
)
from fuzz.running import COMMAND, FORK, TERMINAL
from fuzz.spoiling import spoil
from fuzz.surroundings import ALL, USUAL, Surroundings
from fuzz.world import GAMES, World

NAMED = re.compile(r"(?P<kind>[a-z ]+):(?P<seed>-?\d+):(?P<number>\d+)(?:/(?P<kept>[\d,]*))?")


@dataclass(frozen=True, slots=True)
class Damage:
    """A file that is damaged, by a chance of its own."""

    file: str
    chance: str

    def do(self, world: World) -> str:
        """Damage the file; returns what was done to it."""
        path = world.work / self.file
        try:
            done = spoil(path, random.Random(self.chance), world.outside)
        except OSError as error:  # what an earlier damage put there
            done = f"not damaged: {error.strerror}"
        return f"{self.file}: {done}"


@dataclass(frozen=True, slots=True)
class Case:
    """What is run, and what is damaged before."""

    kind: str
    seed: int
    number: int
    game: str
    argv: tuple[str, ...]
    damages: tuple[Damage, ...]
    typed: bytes
    how: str
    around: Surroundings
    kept: tuple[int, ...] | None = None

    @property
    def name(self) -> str:
        """What `make fuzz CASE=` takes to run it again."""
        kept = "" if self.kept is None else "/" + ",".join(map(str, self.kept))
        return f"{self.kind}:{self.seed}:{self.number}{kept}"

    def done(self) -> Sequence[Damage]:
        """The damages that are kept."""
        return self.damages if self.kept is None else [self.damages[at] for at in self.kept]

    def smaller(self) -> Iterator[Case]:
        """The cases with one damage less."""
        kept = range(len(self.damages)) if self.kept is None else self.kept
        if len(kept) > 1:
            for left_out in kept:
                yield replace(self, kept=tuple(at for at in kept if at != left_out))


def named(name: str, world: World) -> Case:
    """Return the case of a name; raises CardlibError for what is none."""
    found = NAMED.fullmatch(name)
    if not found or found["kind"] not in KINDS:
        raise CardlibError(f"'{name}' is no case; expected KIND:SEED:NUMBER, the kinds are {', '.join(KINDS)}")
    case = drawn(found["kind"], int(found["seed"]), int(found["number"]), world)
    if found["kept"] is None:
        return case
    kept = tuple(int(at) for at in found["kept"].split(",") if at)
    if any(at >= len(case.damages) for at in kept):
        raise CardlibError(f"'{name}': there are {len(case.damages)} damages, counted from 0")
    return replace(case, kept=kept)


def drawn(kind: str, seed: int, number: int, world: World) -> Case:
    """Draw the case of a number."""
    chance = random.Random(f"{kind} {seed} {number}")
    of = KINDS[kind]
    game = chance.choice([game for game in of.games if (world.pristine / "work" / game).is_dir()])
    files = sorted(
        path.relative_to(world.pristine / "work").as_posix()
        for pattern in of.files
        for path in (world.pristine / "work").glob(pattern.replace("G", game))
    )
    line = chance.choice([line for line in of.commands if game in GAMES or not line.startswith(PLAYING)])
    damages: list[Damage] = []
    if files:
        main = chance.choice(files)
        for at in range(chance.choice((1, 1, 1, 2, 3))):
            file = main if chance.random() < 0.6 else chance.choice(files)
            damages.append(Damage(file, f"{kind} {seed} {number} {at}"))
        damages[0] = replace(damages[0], file=main)
    argv, typed = _filled(line, game, damages[0].file if damages else "", chance)
    if kind == "words":
        argv = _odd_words(argv, chance)
    how = chance.choices((FORK, TERMINAL, COMMAND), (80, 17, 3))[0]
    around = USUAL
    if kind == "surroundings":
        how, around = COMMAND, chance.choice(ALL)
    if how == TERMINAL:  # it shows what a person types, who may type anything
        typed = RAW.sub(b"", typed)
    return Case(kind, seed, number, game, tuple(argv), tuple(damages), typed, how, around)


def _filled(line: str, game: str, file: str, chance: random.Random) -> tuple[list[str], bytes]:
    """Fill in a command; returns its words and what is typed."""
    decks = DECKS[game]
    said = {"G": f"./{game}", "A": decks[0], "B": decks[1], "F": file or f"./{game}/decks/{decks[0]}.txt"}
    command, _, given = line.partition("<")
    words = []
    for word in shlex.split(command):
        if word == "N":
            word = str(chance.randrange(40))
        elif word in ("C", "id:C"):
            card = chance.choice(CARDS[game])
            word = f"id:{card}" if ":" in word else card
        elif word == "Q":
            word = query(chance)
        elif word == "S":
            word = chance.choice(STATEMENTS)
        else:
            word = said.get(word, word)
        words.append(word)
    if "deck" in given:
        return words, deck_text(chance)
    return words, typed(chance) if given else b""


def query(chance: random.Random) -> str:
    """A query of pieces, or one that is known to be dear."""
    if chance.random() < 0.25:
        return chance.choice((*PATTERNS, *CONTROL, *WORDS))
    space = chance.choice(("", " "))
    return space.join(chance.choice(QUERY_PIECES) for _ in range(chance.randrange(1, 12)))


def typed(chance: random.Random) -> bytes:
    """Lines as they are typed at a table."""
    numbers = [str(chance.randrange(1, 12)) for _ in range(20)]
    lines = [chance.choice(TYPED) if chance.random() < 0.5 else chance.choice(numbers) for _ in range(30)]
    return "\n".join(lines).encode("utf-8", "surrogatepass") + chance.choice((b"", b"\n", b"\nquit\n"))


def deck_text(chance: random.Random) -> bytes:
    """A deck as it may come from a pipe."""
    text = "".join(chance.choice(DECK_LINES) for _ in range(chance.randrange(1, 30)))
    if chance.random() < 0.05:
        text = chance.choice(("1 Turtle\n", "x", "[")) * 8_000_000
    return text.encode("utf-8", "surrogatepass")


def _odd_words(argv: list[str], chance: random.Random) -> list[str]:
    """Change words of a command line: others, doubled, left out, or one more."""
    argv = list(argv)
    for _ in range(chance.randrange(1, 3)):
        at = chance.randrange(len(argv))
        how = chance.randrange(5)
        odd = chance.choice(chance.choice((CONTROL, PATHS[:5], WORDS, NUMBERS, PATTERNS, PATHS)))
        odd = odd.replace("\0", "").replace("{outside}", "out").replace("../outside", "out")
        if how == 0:
            argv[at] = odd
        elif how == 1 and len(argv) > 1:
            del argv[at]
        elif how == 2:
            argv.insert(at + 1, odd)
        elif how == 3:
            argv.append(argv[at])
        else:
            argv.append(
                chance.choice(("--seed", "-n", "--limit", "--set", "--seats", "--bots", "--sheet", "--to", "-f"))
            )
            argv.append(odd)
    return [word for word in argv if not word.startswith(("/dev/", "~"))]

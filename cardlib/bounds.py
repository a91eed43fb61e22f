"""The largest of everything that cardlib takes from others: files, numbers, lists, texts, pictures, questions.

Every bound is some ten times what the largest real project needs, and small enough that refusing what is above it, or
working through what is just below it, takes about two seconds and 500 MB at the most. The schemas state the bounds of
single values; what many values come to together stands here, and whoever reads checks it.
"""

from __future__ import annotations

from operator import index
from typing import IO

from cardlib.errors import CardlibError

MEGABYTE = 1_000_000

# -- files of data -----------------------------------------------------------------------------------------------
# 10,000 cards with abilities are about 6 MB in one file; json needs some thirty times the size of the worst text.
FILE = 8 * MEGABYTE  # bytes of one JSON file
DECLARED = MEGABYTE // 2  # bytes of game.json, keywords.json or wording.json, which every command reads
VALUES = 600_000  # commas and brackets in one file: each is a value in memory, of 100 to 300 bytes
CLOSELY = MEGABYTE  # characters of a broken file that is searched for every slip; of a larger one the first is told
PROJECT = 16 * MEGABYTE  # bytes of the JSON files of a project together
PROJECT_FILES = 2_000  # JSON files of a project
PROJECT_ENTRIES = 20_000  # files and folders of a project, pictures and decks as text among them
PATH_FOLDERS = 8  # folders inside each other in a path that the data names
NAME = 200  # characters of what a game, a deck or a file is called, as the schemas have it
SLUG = 80  # characters of the slug of a game, as the schema of game.json has it
STEPS = 60  # of a scale that tables go by: levels, tiers
MEMBERS = 1_000  # members of an object that declares things: types, zones, counters, keywords
PROBLEMS = 200  # that are told of one file
COMPARED = 200_000  # names that unknown words of a check are compared with, to tell the nearest; some 10 µs each
SPACES = 2_500  # of a board
LINES = 100_000  # lines of sight that are kept with a board: those of 300 spaces to each other, in about 50 MB
DEEPEST = 60  # lists and objects inside each other; abilities are ten deep
LONGEST_NUMBER = 40  # digits of a number in JSON
NUMBER = 1_000_000  # of any number that counts something, or below zero: no rulebook has a larger one

# -- decks -------------------------------------------------------------------------------------------------------
# A deck of 9,999 copies of one card prints and can be played; trading card games stop at a few hundred cards.
DECK_FILE = 1 * MEGABYTE  # bytes
DECK_LINES = 10_000  # entries of a deck
DECK_CARDS = 10_000  # copies of all entries together

# -- questions ---------------------------------------------------------------------------------------------------
QUERY = 2_000  # characters of a query or filter; `in:` and names of cards fit many times
PARENTHESES = 40  # inside each other in a query
PATTERN = 400  # characters of one regular expression
PATTERN_SIZE = 5 * MEGABYTE  # bytes of its machine: nested bounded repetitions multiply, and are refused above it
STATEMENT = 100_000  # characters of a statement in SQL
SQL_SECONDS = 1.2  # of processor time for one statement or query: with the start of the command still below two
SQL_ROWS = 50_000
SQL_BYTES = 20 * MEGABYTE  # of all rows together, as they lie in memory
SQL_CELL = MEGABYTE // 5  # bytes of one value, also of those on the way to a result
SQL_LIKE = 500  # characters of what LIKE and GLOB compare with
SQL_HEAP = 200 * MEGABYTE  # what the database may take for sorting and joining

# -- play and print ----------------------------------------------------------------------------------------------
GAMES = 100_000  # of one series: hours of play, and its report still fits into memory
LAST_GAME = 100_000_000  # the largest number of a game, in any part of a series
PROCESSES = 256
TURNS = 100_000  # of one match
ITERATIONS = 1_000_000  # of one search
CANDIDATES = 200  # of bots with other weights
WEIGHT = 1_000  # times as much as a part of an evaluation counts by itself
HINT = 100_000  # iterations of a hint, for which somebody waits
ANSWER = 100_000  # bytes of a line that the program of a bot writes
TYPED = 1_000  # characters of a line that is typed at the table
COUNT = 9  # digits of a number that is typed at the table
JOURNAL = 64 * MEGABYTE  # bytes; a match of a thousand picks takes a tenth of one megabyte
DICE = 200  # that are rolled at once
DIE = 1_000  # sides of a die
ODDS = 600_000  # steps in which the odds of dice are worked out: less than a second
ODDS_BITS = 30_000  # of the number of ways in which dice can fall; 200 dice of 1,000 sides have 2,000
PRINTED = 20_000  # cards of one PDF: over two thousand sheets
WATERMARK = 100  # characters
MANIFEST = 32 * MEGABYTE  # bytes; a print of 10,000 different cards has some 10
PRINTS = 2_000  # prints of one game that are looked through for what lies on the table, the newest first

# -- pictures and fonts ------------------------------------------------------------------------------------------
# A card at 1200 dots per inch has 12 million pixels, and each takes up to 16 bytes while it is cropped.
PICTURE_FILE = 80 * MEGABYTE  # bytes
PIXELS = 25 * MEGABYTE  # of one picture, asked of its header before any of them is decoded
DRAWN = 12 * MEGABYTE  # pixels of a card that is written as a picture; A4 at 300 dots per inch has 9 million
FONT_FILE = 16 * MEGABYTE  # bytes


class TooLarge(CardlibError):
    """Something larger than cardlib takes."""


def amount(size: int) -> str:
    """Return a number of bytes as a message says it."""
    return f"{size // MEGABYTE} MB" if size >= MEGABYTE else f"{size // 1000} KB"


def read_at_most(file: IO[bytes], size: int, where: str, expected: str) -> bytes:
    """Read a file that is open to its end; raises `TooLarge` as soon as it has more than `size` bytes."""
    data = file.read(size + 1)
    if len(data) > size:
        raise TooLarge(f"{where}: larger than {amount(size)}, expected {expected}")
    return data


def seed_of(given: object) -> int:
    """Return a seed as Python's own whole number, as those of other libraries are not; raise `CardlibError` else."""
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        raise CardlibError(f"seed: found {given!r}, expected a whole number") from None


def check_number(number: int, most: int, what: str) -> None:
    """Raise `TooLarge` for a number that is more than what is carried out."""
    if number > most:
        raise TooLarge(f"found {number} {what}, expected at most {most:,}")

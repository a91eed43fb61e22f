"""The kinds of files that cardlib reads, and for each the commands that read it.

In a command `G` is the folder of a project, `A` and `B` are decks of it, `C` is a card of it, `N` a small number, `F`
the file that is damaged, `Q` a query, `S` a statement; `<` stands before what is typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fuzz.world import GAMES

DECKS = {
    "mecha": ("graces-command", "donnas-search"),
    "structure": ("unburied", "holdouts"),
    "tyrants": ("ac-d", "ccn-a"),
    "gallery": ("first", "first"),
}
CARDS = {
    "mecha": ("skipper", "cap-gun", "radio-tower", "grace", "espionage"),
    "structure": ("und-shambler", "dep-clerk-drone", "und-ravener", "hld-scrap-tinker"),
    "tyrants": ("asc-lantern-buoy", "ru-welder-gang", "ac-brood-runner"),
    "gallery": ("barge", "ferry", "pier"),
}

QUERY = (
    "cards -g G",
    "cards -g G -f json",
    "cards -g G -f csv",
    "cards -g G -f md --show name,text",
    "card C -g G",
    "card C -g G -f json",
    "stats -g G",
    "stats -g G --by name",
    "rules show aim -g G",
    "rules coverage -g G",
    "sql -g G 'select * from cards'",
    "sql -g G --tables",
    "data build G -o out/x.db",
)
CHECK = ("data check G", "data check G -f json", "data check G")
DECK = (
    "deck check F -g G",
    "deck check F -g G --advice -f json",
    "deck check F",
    "deck show F -g G",
    "deck stats F -g G",
    "deck odds F unit -g G",
    "deck hand F -g G --seed N",
    "deck convert F -g G --to json -o out/x.json",
    "deck convert F -g G --to text",
    "deck convert F -g G --to cockatrice -o out/x.cod",
    "deck convert F -g G --to octgn -o out/x.o8d",
    "deck convert F -g G --to tabletop",
    "deck diff F A -g G",
    "print F -g G -o out/x.pdf",
    "play F A -g G --seats random,random --seed N",
    "sim F A -g G -n 1 -j 1 --bots random,random",
)
PRINT = (
    "print -g G --check",
    "print id:C -g G -o out/x.pdf",
    "print id:C -g G -o out/x.pdf --backs long",
    "print A -g G -o out/x.pdf --sheet single",
    "print id:C -g G --png out/png",
    "print id:C -g G --png out/png --backs long",
    "print -g G --tokens --board --reference -o out/x.pdf",
    "print -g G --tokens --board --reference --png out/png",
    "print -g G --list-sheets",
    "card C -g G --image out/x.png",
)
OWN = ("print A -g G -o out/x.pdf --sheet two", "print A -g G --low-ink -o out/x.pdf --backs short --sheet two")
PLAY = (
    "play A B -g G --seats random,random --seed N",
    "play A B -g G --seats greedy,greedy --seed N",
    "play A B -g G --seed N < typed",
    "play A B -g G --seats human,human --seed N < typed",
    "sim A B -g G -n 1 -j 1 --bots random,random",
)
SCENARIO = ("scenario run -g G", "scenario run -g G --log", "scenario list -g G", "rules coverage -g G --doubtful")
FORMAT = (
    "deck check A -g G",
    "deck check A -g G -f json",
    "deck list -g G",
    "deck format -g G",
    "deck random -g G --seed N",
    "deck random -g G --seed N -o out/x.txt",
    "deck stats A -g G",
    "deck odds A unit -g G",
    "deck hand A -g G --seed N",
)
SAVE = (
    "play --resume F < typed",
    "play --resume F -g G < typed",
    "play --resume F -g G < typed",
    "replay F -g G",
    "replay F --verify",
)
REPLAY = (
    "replay F",
    "replay F -g G --to N --boards",
    "replay F -g G --verify",
    "replay F -g G -f json",
    "replay F -g G",
)
SERIES = (
    "sim A B -g G -n 2 -j 1 --bots random,random --seed 1 --out F --resume",
    "sim A B -g G -n 3 -j 1 --bots random,random --seed 1 --out F --resume -f json",
)
COMPLETE = ("cards -g G", "deck check ", "print -g G --sheet", "card -g G ", "play -g G ")


@dataclass(frozen=True, slots=True)
class Kind:
    """Where files of a kind lie (in the folder of a game, or below `files/`), and the commands that read them.

    `share` is how often it is drawn, beside the others.
    """

    files: tuple[str, ...]
    commands: tuple[str, ...]
    share: int = 4
    games: tuple[str, ...] = (*GAMES, "gallery")


PLAYING = ("play", "sim", "scenario", "rules coverage")  # what a game without rules cannot do
EVERY = (*CHECK, *QUERY, *PRINT, *PLAY, *SCENARIO, *FORMAT)

KINDS: Mapping[str, Kind] = {
    "game": Kind(("G/game.json",), EVERY, 7),
    "cards": Kind(("G/cards/*.json",), EVERY, 10),
    "keywords": Kind(("G/keywords.json",), (*CHECK, *QUERY, *PRINT, *PLAY), 3),
    "wording": Kind(("G/wording.json",), (*CHECK, *QUERY, *PRINT, *PLAY), 3, GAMES),
    "rules": Kind(("G/rules.json",), (*CHECK, *QUERY, *PLAY, *SCENARIO), 3),
    "formats": Kind(("G/formats/*.json",), (*CHECK, *FORMAT, "play A B -g G --strict --seed N < typed"), 4, GAMES),
    "boards": Kind(("G/boards/*.json",), (*CHECK, *PRINT, *PLAY, *SCENARIO), 4, GAMES),
    "dice": Kind(("gallery/dice/*.json",), (*CHECK, "odds '2 gavel.bid - d4' -g G", "odds '3 gavel.number' -g G",
                 "odds Q -g G", "sql 'select * from dice_faces' -g G", "cards -g G"), 4, ("gallery",)),
    "scenarios": Kind(("G/scenarios/*.json",), (*CHECK, *SCENARIO), 5, GAMES),
    "layouts": Kind(("G/print/*.json", "G/print/sheets/*.json"), (*CHECK, *PRINT), 8),
    "symbols": Kind(("G/print/symbols.json",), (*CHECK, *PRINT), 3, (*GAMES, "gallery")),
    "decks": Kind(("G/decks/*.txt", "files/G.json", "files/G.cod", "files/G.o8d", "files/G.tts.json"), DECK, 12, GAMES),
    "project decks": Kind(("G/decks/*.txt",), (*CHECK, *QUERY, *FORMAT), 3),
    "saves": Kind(("files/G.save.json",), SAVE, 7, GAMES),
    "replays": Kind(("files/G.replay.json",), REPLAY, 5, GAMES),
    "series": Kind(("files/G.jsonl",), SERIES, 4, GAMES),
    "databases": Kind(("../cache/G-*.sqlite",), QUERY, 4),
    "cache": Kind(("../cache/*",), (*QUERY, *PRINT), 3),
    "pictures": Kind(("gallery/art/*",), (*PRINT, *OWN, "data check G"), 6, ("gallery",)),
    "fonts": Kind(("gallery/print/fonts/*",), (*PRINT, *OWN, "data check G"), 4, ("gallery",)),
    "queries": Kind((), ("cards -g G Q", "cards Q", "stats -g G Q", "print -g G Q --check", "deck odds A Q -g G",
                         "cards -g G Q --sort Q --show Q", "print A --only Q -g G -o out/x.pdf",
                         "deck hand A --keep Q -g G --seed N"), 7),
    "statements": Kind((), ("sql -g G S", "sql S", "sql -g G S -f json", "sql -g G S -f csv"), 5),
    "typed": Kind((), ("play A B -g G --seed N < typed", "play A B -g G --seats human,human --seed N < typed",
                       "play A B -g G --seed N --bluff --autosave out/s.json < typed"), 6, GAMES),
    "pipes": Kind((), ("deck check - -g G < deck", "deck convert - -g G --to json < deck", "deck show - < deck",
                       "deck diff - A -g G < deck"), 4, GAMES),
    "words": Kind((), EVERY + DECK + COMPLETE, 10),
    "surroundings": Kind((), (*EVERY, "new out/new", "play A B -g G --seed N < typed"), 3),
}  # fmt: skip

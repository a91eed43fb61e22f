"""What a case begins with: a folder as a user has it, made once, and brought back to that state after each case.

    work/       where commands run: a project of each bundled game, one with pictures and fonts, decks, saves, replays
    work/out/   the only place that commands are told to write to
    cache/ share/ home/   what belongs to cardlib, and what belongs to the user
    outside/    what nothing may read or write: secrets of every kind
    ran/        what planted code would leave here if it were run

A world lies at the same path for all cases of a worker, so that the databases in its cache fit.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardlib.errors import CardlibError
from cardlib.places import data_root

GAMES = ("mecha", "structure", "tyrants")
TICK = 0.02  # seconds in which two changes of a file may get the same time
SECRET = "5ec2e7-0f-a-57a1ked-f01de2"
KEPT = {  # of the scenarios of a game: a few that say all kinds of things
    "mecha": ("examples", "cards-pilots"),
    "structure": ("examples", "cards-neutral"),
    "tyrants": ("examples",),
}
SCRATCH = ("cache", "share", "home", "work/out")  # what a command may leave something in
CODE = """import os
open({mark!r} + "/" + __name__.replace(".", "-"), "w").close()
class Bot:
    def choose(self, view):
        return 0
def __getattr__(name):
    return Bot
"""


@dataclass(slots=True)
class Entry:
    """What lies at a place: what it is, its size, what changes when it is written or replaced, and a file's hash."""

    kind: int
    size: int
    mark: tuple[int, int, int]
    mode: int
    hash: str = ""
    link: str = ""


Listing = Mapping[str, Entry]


@dataclass(slots=True)
class World:
    """A worker's folder with the listing of its pristine state and a copy to restore from."""

    root: Path
    pristine: Path
    listing: dict[str, Entry] = field(default_factory=dict)
    answers: dict[str, bytes] = field(default_factory=dict)  # what `ANSWERED` prints of each game while all is well

    @property
    def work(self) -> Path:
        """Where commands run."""
        return self.root / "work"

    @property
    def outside(self) -> Path:
        """What nothing may read or write."""
        return self.root / "outside"

    def environment(self) -> dict[str, str]:
        """The variables that keep a command inside of the world."""
        return {
            "HOME": str(self.root / "home"),
            "CARDLIB_CACHE": str(self.root / "cache"),
            "XDG_CACHE_HOME": str(self.root / "home" / ".cache"),
            "XDG_DATA_HOME": str(self.root / "share"),
        }

    def now(self) -> dict[str, Entry]:
        """List everything there is, with hashes of what differs in size or time from before."""
        return listed(self.root, self.listing)

    def keep(self) -> None:
        """Take the present state for the pristine one."""
        shutil.rmtree(self.pristine, ignore_errors=True)
        shutil.copytree(self.root, self.pristine, symlinks=True)
        time.sleep(TICK)  # so that whatever is written later has another time than what is listed here
        self.listing = listed(self.root)

    def restore(self, but: tuple[str, ...] = ()) -> None:
        """Bring everything back to the pristine state, but for what lies below some folders, and look that it is.

        Raises `CardlibError` if it is not.
        """
        self._bring_back(but)
        now = self.now()
        names = sorted(name for name in {*now, *self.listing} if not (but and name.startswith(but)))
        wrong = [name for name in names if not same(now.get(name), self.listing.get(name))]
        if wrong:
            raise CardlibError(f"{self.root} cannot be brought back: {', '.join(wrong[:5])}")

    def _bring_back(self, but: tuple[str, ...]) -> None:
        now = self.now()
        for name in sorted(set(now) - set(self.listing), reverse=True):
            if not name.startswith(but or "/"):
                remove(self.root / name)
        for name, entry in self.listing.items():
            if but and name.startswith(but):
                continue
            if not same(now.get(name), entry):
                path = self.root / name
                if entry.kind == stat.S_IFDIR:
                    if not path.is_dir() or path.is_symlink():
                        remove(path)
                        path.mkdir(parents=True)
                    path.chmod(entry.mode)
                    continue
                remove(path)
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.pristine / name, path, follow_symlinks=False)


def same(one: Entry | None, other: Entry | None) -> bool:
    """Whether a place has the same in it, whenever it was written."""
    if one is None or other is None:
        return one is other
    return (one.kind, one.hash, one.link, one.mode) == (other.kind, other.hash, other.link, other.mode)


def listed(root: Path, known: Listing | None = None) -> dict[str, Entry]:
    """List what lies below a folder by its name from there."""
    found: dict[str, Entry] = {}
    for folder, names, files in os.walk(root):
        for name in (*names, *files):
            path = Path(folder, name)
            try:
                status = path.lstat()
            except OSError:
                continue
            key = str(path.relative_to(root))
            kind = stat.S_IFMT(status.st_mode)
            mark = status.st_mtime_ns, status.st_ctime_ns, status.st_ino
            entry = Entry(kind, status.st_size, mark, stat.S_IMODE(status.st_mode))
            if kind == stat.S_IFREG:
                before = known.get(key) if known else None
                unchanged = before and (before.kind, before.size, before.mark) == (kind, entry.size, mark)
                entry.hash = before.hash if before and unchanged else content(path, status)
            elif kind == stat.S_IFLNK:
                entry.link = str(path.readlink())
            found[key] = entry
    return found


def content(path: Path, status: os.stat_result) -> str:
    """The hash of a file; of a sparse one its size."""
    if status.st_size > 200 << 20:
        return f"{status.st_size} bytes"
    return hashlib.blake2b(path.read_bytes(), digest_size=12).hexdigest()


def remove(path: Path) -> None:
    """Take away whatever lies at a place."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
    else:
        shutil.rmtree(path)


# -- what is in it -------------------------------------------------------------------------------------------------


def furnish(root: Path, games: Sequence[str] = GAMES) -> None:
    """Write everything that needs no command of cardlib."""
    for name in ("work/out", "work/files", "outside", "ran", *SCRATCH):
        (root / name).mkdir(parents=True, exist_ok=True)
    for game in games:
        folder = root / "work" / game
        shutil.copytree(data_root() / game, folder)
        for path in (folder / "scenarios").glob("*.json"):
            if path.stem not in KEPT[game]:
                path.unlink()
    gallery(root / "work" / "gallery")
    secrets(root / "outside")


def gallery(folder: Path) -> None:
    """A project of one's own with a picture, a font, symbols, a sheet, a back and pieces."""
    from fontpkg_fira_sans_condensed import __file__ as font
    from PIL import Image

    attributes = {
        "price": {"type": "integer", "title": "Price", "description": "What it costs.", "variable": ["X"]},
        "artist": {"type": "string", "title": "Artist", "description": "Who drew it."},
    }
    game = {"slug": "gallery", "name": "Gallery", "prefix": "GAL", "players": {"min": 2, "max": 4}}
    game |= {"rules": {"opening_hand": 2, "draws_per_turn": 1}}
    game |= {"types": {"picture": {"name": "Picture"}}, "subtypes": {"old": {"name": "Old"}}, "attributes": attributes}
    cards = [
        {"id": "barge", "name": "Barge", "type": "picture", "subtypes": ["old"], "price": 2, "text": "Slow {star}."},
        {"id": "ferry", "name": "Ferry", "type": "picture", "price": "X", "flavour": "Always late.", "artist": "A"},
        {"id": "pier", "name": "Pier", "type": "picture", "price": 1, "text": "Swift. Draw a card."},
    ]
    rules = [{"id": "GAL-001", "kind": "rule", "section": "1. Aim", "text": "Who has the most pictures wins."}]
    layout = {
        "extends": "plain",
        "symbols": "symbols",
        "back": "back",
        "fonts": {"title": {"family": "Own Hand", "regular": "Regular", "bold": "Regular"}},
        "colours": {"frame": "#2f4858"},
        "elements": [{"id": "price", "kind": "text", "box": [48, 71, 10, 10], "text": "{price}", "size": 12}],
    }
    pieces = {
        piece: [{"id": piece, "name": "Coin", "layout": "card", "copies": 3, "text": "One coin."}]
        for piece in ("tokens", "board", "reference")
    }
    standard = {"id": "standard", "name": "Standard", "sections": [{"id": "main", "name": "Deck"}]}
    standard["constraints"] = [{"kind": "size", "sections": ["main"], "min": 3, "max": 60, "rule": "GAL-001"}]
    standard["draws"] = {"section": "main", "opening": "opening_hand", "per_turn": "draws_per_turn"}
    symbols = {"symbols": {"star": {"path": "M0 0H100V100Z", "size": [100, 100], "colour": "#ff0000"}}}
    faces = [{"count": 3}, {"symbols": {"bid": 1}, "picture": "art/barge.png"}, {"number": 2, "rules": ["GAL-001"]}]
    dice = {
        "symbols": {"bid": {"name": "bid", "mark": "!"}},
        "dice": [{"id": "gavel", "name": "Gavel", "faces": faces}],
    }
    sheet = {"title": "Two by two", "paper": "a4", "columns": 2, "rows": 2}
    sheet |= {"card": {"width": 63, "height": 88}, "gap": 0, "margin": 5}
    for name, value in {
        "game": game,
        "keywords": {"keywords": [{"id": "swift", "name": "Swift", "reminder": "Moves twice."}]},
        "cards/all": {"cards": cards},
        "rules": {"rules": rules},
        "dice/gavel": dice,
        "formats/standard": standard,
        "print/card": layout,
        "print/back": {"extends": "plain-back"},
        "pieces": pieces,
        "print/symbols": symbols,
        "print/sheets/two": sheet,
    }.items():
        path = folder / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value, indent=1))
    (folder / "decks").mkdir()
    (folder / "decks" / "first.txt").write_text("name: First\ngame: gallery\n\n2 Barge\n2 Ferry\n1 Pier\n")
    (folder / "art").mkdir()
    picture = Image.radial_gradient("L").resize((60, 40)).convert("RGB")
    for name in ("barge.png", "ferry.jpg", "pier.webp"):
        picture.save(folder / "art" / name)
    (folder / "print" / "fonts").mkdir()
    fonts = Path(font).parent / "files"
    shutil.copy(fonts / "FiraSansCondensed-Thin.ttf", folder / "print" / "fonts" / "OwnHand-Regular.ttf")


def secrets(folder: Path) -> None:
    """Files of every kind that are none of a project's business."""
    from PIL import Image

    (folder / "secret.json").write_text(json.dumps({"cards": [], "secret": SECRET, "name": SECRET}))
    for suffix in (".txt", ".cod", ".o8d", ".jsonl"):
        (folder / f"secret{suffix}").write_text(f"1 {SECRET}\n")
    Image.new("RGB", (40, 40), "red").save(folder / "secret.png")
    (folder / "secret").write_text(SECRET)


def plant(folder: Path, mark: Path, games: Sequence[str]) -> None:
    """Code in the folder where commands run, under names that Python or a game would look for; it leaves a mark."""
    code = CODE.format(mark=str(mark))
    for name in ("evil", "random", "csv", "json", "cardlib_games", "sitecustomize", "readline", "tomllib", "html"):
        (folder / f"{name}.py").write_text(code)
    info = folder / "planted-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cardlib.games]\nmecha = evil:rules\ngallery = evil:rules\nown = evil:x\n")
    for game in games:
        (folder / game / "evil.py").write_text(code)

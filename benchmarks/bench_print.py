"""540 cards to PDF, beside bare reportlab drawing the same text and boxes: processes, processor time and peak memory.

The peer is told where every line of text and every box goes, in which font and colour; it neither reads a project
nor fits text, and it draws no pictures. So it is the floor that anything built on reportlab stands on. Two cases: 540
different cards, and 540 cards of a shelf of decks (every card of the game, four or five times). Ours is the library
in a process of its own: it loads the project, renders texts from abilities, fits, checks, and draws the pictures too.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TypedDict

CARDS = 540
RUNS = 5
LIMIT = 2.0

OURS = """
import sys
from pathlib import Path
from cardlib.catalog import load_project
from cardlib_print import print_cards
from cardlib_print.selection import select
project = load_project(sys.argv[1])
print_cards(project, select(project, sys.argv[2]).cards, Path(sys.argv[3]))
"""

BARE = """
import json, sys
from reportlab import rl_config
rl_config.useA85 = 0
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
given = json.load(open(sys.argv[1]))
for name, path in given["fonts"].items():
    pdfmetrics.registerFont(TTFont(name, path))
canvas = Canvas(sys.argv[2], pagesize=(595.28, 841.89), pageCompression=1)
MM = 72 / 25.4
for index, card in enumerate(given["cards"]):
    slot = index % 9
    left, top = (10.5 + slot % 3 * 63) * MM, 841.89 - (16.5 + slot // 3 * 88) * MM
    for x, y, width, height, fill, stroke, line in card["boxes"]:
        if fill:
            canvas.setFillColorRGB(*fill)
        if stroke:
            canvas.setStrokeColorRGB(*stroke)
            canvas.setLineWidth(line * MM)
        canvas.rect(left + x * MM, top - (y + height) * MM, width * MM, height * MM, bool(stroke), bool(fill))
    for x, y, font, size, colour, text in card["texts"]:
        canvas.setFillColorRGB(*colour)
        canvas.setFont(font, size)
        canvas.drawString(left + x * MM, top - y * MM, text)
    if slot == 8:
        canvas.showPage()
canvas.save()
"""


class Row(TypedDict):
    """One measurement beside its peer; `limit` is the largest ratio that is allowed."""

    name: str
    unit: str
    ours: float
    peer: float
    ratio: float
    limit: float


def run() -> list[Row]:
    """Measure both cases and return four rows: seconds and megabytes for each."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        # In processes of their own: a child's peak memory counts what its parent had when it was started.
        made = "import sys; from benchmarks.bench_print import many_cards, Path; many_cards(Path(sys.argv[1]))"
        subprocess.run([sys.executable, "-c", made, str(base / "many")], check=True)
        for name, game, deck in (
            ("540 different cards", base / "many", ""),
            ("540 cards of 130", "mecha", str(_shelf(base / "shelf.txt"))),
        ):
            drawn = base / "drawn.json"
            subprocess.run([sys.executable, "-m", "benchmarks.bench_print", str(game), deck, str(drawn)], check=True)
            ours, peer, ratios = _measure(
                [sys.executable, "-c", OURS, str(game), deck, str(base / "our.pdf")],
                [sys.executable, "-c", BARE, str(drawn), str(base / "bare.pdf")],
                base / "compiled",
            )
            for index, unit in enumerate(("s", "MB")):
                mine, theirs = round(ours[index], 3), round(peer[index], 3)
                rows.append(
                    Row(name=name, unit=unit, ours=mine, peer=theirs, ratio=round(ratios[index], 2), limit=LIMIT)
                )
    return rows


def _measure(ours: Sequence[str], peer: Sequence[str], compiled: Path) -> tuple[tuple[float, float], ...]:
    """Return (median seconds, peak megabytes) of two programs, run in turn as whole processes on one core.

    Last come how many times as much the first takes: of seconds the median over the turns, which share their moment.

    A first run of each warms the disk and compiles the modules into the folder `compiled`, as an installation has them.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(compiled)
    runs = [(process(ours, environment), process(peer, environment)) for _ in range(RUNS + 1)][1:]
    mine, theirs = (
        (statistics.median(seconds for seconds, _ in side), max(megabytes for _, megabytes in side))
        for side in zip(*runs, strict=True)
    )
    times = statistics.median(one[0] / other[0] for one, other in runs)
    return mine, theirs, (times, mine[1] / theirs[1])


def process(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Run a program; return its seconds of processor time and peak megabytes. Raises `RuntimeError` if it fails."""
    child = os.fork()
    if not child:
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execve(command[0], list(command), dict(environment))
    _, status, usage = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"{command[:3]} ended with status {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def many_cards(folder: Path, count: int = CARDS) -> Path:
    """Make a project of so many different cards: those of Mecha, again and again under other names."""
    from cardlib.catalog import load_project

    game = load_project("mecha")
    shutil.copytree(game.path, folder, ignore=shutil.ignore_patterns("cards", "decks", "scenarios"))
    cards = []
    for index, card in zip(range(count), (card for _ in range(9) for card in game.cards.values()), strict=False):
        keywords = [id_ if value is True else f"{id_} {value}" for id_, value in card.keywords.items()]
        cards.append(
            {
                "id": f"{card.id}-{index}",
                "name": f"{card.name[:20]} {index}",
                "type": card.type,
                "subtypes": list(card.subtypes),
                **card.attributes,
                "keywords": keywords,
                "abilities": [],
                "text": card.text
                or "When this card enters, look at the top three cards of your deck. Put one of them "
                "into your hand and the rest on the bottom, in any order.",
            }
        )
    (folder / "cards").mkdir()
    (folder / "cards" / "all.json").write_text(json.dumps({"cards": cards}))
    return folder


def _shelf(path: Path) -> Path:
    """Write a deck of 540 cards that holds every card of the game."""
    from cardlib.catalog import load_project

    ids = list(load_project("mecha").cards)
    counts = {id_: CARDS // len(ids) + (index < CARDS % len(ids)) for index, id_ in enumerate(ids)}
    path.write_text("".join(f"{count} {id_}\n" for id_, count in counts.items()))
    return path


def _drawn(game: str, deck: str) -> dict[str, object]:
    """Return every box and every line of text of the cards, as the peer is to draw them."""
    from reportlab.pdfbase.pdfdoc import PDFDocument

    from cardlib.catalog import load_project
    from cardlib_print.colours import Colour
    from cardlib_print.fonts import Piece
    from cardlib_print.geometry import Box
    from cardlib_print.painter import Painter
    from cardlib_print.paths import Outline
    from cardlib_print.printing import Press, PrintOptions
    from cardlib_print.selection import select

    class Recorder(Painter):
        """Notes boxes and texts, and draws nothing; what is inside a clip is art."""

        def __init__(self) -> None:
            super().__init__(PDFDocument(), 0.0, 88.0)  # type: ignore[no-untyped-call]
            self.boxes: list[object] = []
            self.texts: list[object] = []
            self.inside = False

        def outline(
            self, path: Outline, box: Box, fill: Colour | None, stroke: Colour | None = None, line: float = 0.0
        ) -> None:
            if not self.inside:
                self.boxes.append([box.x, box.y, box.width, box.height, fill, stroke, line])

        def symbol(self, path: Outline, x: float, y: float, height: float, colour: Colour) -> None:
            self.boxes.append([x, y, height * path.width / path.height, height, colour, None, 0.0])

        def stage(self, box: Box, units: int, operators: str) -> None:
            pass

        def clip(self, path: Outline, box: Box) -> None:
            self.inside = True

        def unclip(self) -> None:
            self.inside = False

        def text(
            self,
            x: float,
            baseline: float,
            pieces: Sequence[Piece],
            size: float,
            colour: Colour,
            tracking: float = 0.0,
            turn: int = 0,
        ) -> None:
            for font, words in groupby(pieces, lambda piece: piece[0]):
                text = "".join(word for _, word in words)
                fonts[font.path.stem] = str(font.path)
                self.texts.append([x, baseline, font.path.stem, size, colour, text])
                x += font.width(text) * size / 72 * 25.4

    fonts: dict[str, str] = {}
    project = load_project(game)
    cards: list[object] = []
    for card, copies in select(project, deck).cards:
        recorder = Recorder()
        Press(project, PrintOptions()).faces(card).draw(recorder, card)  # anew, so that every line and box is drawn
        cards += [{"boxes": recorder.boxes, "texts": recorder.texts}] * copies
    return {"fonts": {name: str(path) for name, path in fonts.items()}, "cards": cards}


if __name__ == "__main__" and len(sys.argv) == 4:
    Path(sys.argv[3]).write_text(json.dumps(_drawn(sys.argv[1], sys.argv[2])))
elif __name__ == "__main__":
    for row in run():
        beside = f"bare reportlab {row['peer']:.2f} {row['unit']} | {row['ratio']:.2f}"
        print(f"| {row['name']} | {row['ours']:.2f} {row['unit']} | {beside} | at most {row['limit']:.1f} |")

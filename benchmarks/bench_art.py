"""Cards with pictures of their own as whole processes: 600 unique ones at 300 dpi, and one picture of 72 MB.

The first is measured warm: a print before it has framed the pictures and kept them as JPEG. The second is measured
cold, when it is read, cropped and kept; a TIFF without compression of 24 million pixels is the largest that is read.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.bench_print import OURS, many_cards, process

CARDS = 600
RUNS = 3
ART = (720, 540)  # pixels: no frame of the game's layouts is larger at 300 dpi
LARGE = (4900, 4900)


def main() -> None:
    """Print a row for each case."""
    with tempfile.TemporaryDirectory() as place:
        base = Path(place)
        game = many_cards(base / "game", CARDS)
        _draw(game)
        environment = {**os.environ, "CARDLIB_CACHE": str(base / "cache")}
        command = [sys.executable, "-c", OURS, str(game), "", str(base / "out.pdf")]
        cold, _ = process(command, environment)
        runs = [process(command, environment) for _ in range(RUNS)]
        seconds, memory = statistics.median(run[0] for run in runs), max(run[1] for run in runs)
        size = (base / "out.pdf").stat().st_size / 1e6
        print(
            f"| {CARDS} cards with unique art, printed again | {seconds:.2f} s, {memory:.0f} MB | "
            f"at most 1.5 s and 150 MB | | the first time {cold:.1f} s; the PDF has {size:.0f} MB |"
        )
        one = many_cards(base / "one", CARDS)
        picture = _large(one)
        (base / "one.txt").write_text(f"1 {picture.stem}\n")
        command = [*command[:3], str(one), str(base / "one.txt"), str(base / "one.pdf")]
        seconds, memory = process(command, environment)
        print(
            f"| a card with a picture of {picture.stat().st_size / 1e6:.0f} MB, the first time | "
            f"{seconds:.2f} s, {memory:.0f} MB | at most 300 MB | | TIFF, {LARGE[0]} x {LARGE[1]} |"
        )


def _draw(game: Path) -> None:
    """Draw a picture for each card, each with other noise, about as large as a JPEG of a painting."""
    from PIL import Image

    from cardlib.catalog import load_project

    (game / "art").mkdir()
    noise = Image.effect_noise((2 * ART[0], 2 * ART[1]), 60)
    for number, id_ in enumerate(load_project(game).cards):
        parts = [noise.crop((at, at, at + ART[0] // 3, at + ART[1] // 3)) for at in (number, number + 5, number + 9)]
        picture = Image.merge("RGB", parts).resize(ART)
        picture.save(game / "art" / f"{id_}.jpg", quality=92)


def _large(game: Path) -> Path:
    from PIL import Image

    from cardlib.catalog import load_project

    (game / "art").mkdir()
    path = game / "art" / f"{next(iter(load_project(game).cards))}.tif"
    Image.linear_gradient("L").resize(LARGE).convert("RGB").save(path)
    return path


if __name__ == "__main__":
    main()

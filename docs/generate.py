"""Draws the pictures of the documentation from the program itself: `make docs`.

`images/sheet.png` is a page of a real PDF, `images/match.png` what `cardlib play` prints on a terminal, with its
colours, `images/matrix.svg` what `cardlib sim --all mecha` finds. All are the same on every run, as long as the program
is.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
from PIL import Image, ImageDraw, ImageFont
from rich.color import ColorType
from rich.console import Console
from rich.style import Style
from rich.text import Text

from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib_cli.saving import Saved

IMAGES = Path(__file__).resolve().parent / "images"
SHEET_DPI = 100
# Nine cards that show the kinds of frames: Mechas, Towers, a Mecha Tower, Commands, a Trigger, a Pilot.
SHEET = "sky-whale dragon-ship bugzapper radio-tower siege-tower turret attack-orders orbital-strike donna-the-swift"

DECKS = ("graces-command", "donnas-search")

FONT_SIZE = 22
LINE = 1.32
PAD = 28
CONSOLE = Console()
GROUND, INK, FAINT = "#12161d", "#d7dde6", "#7d8896"
PALETTE = (
    *("#12161d", "#ef6b73", "#7fd08a", "#e5c07b", "#6fb3f2", "#c792ea", "#5fd7d7", "#d7dde6"),
    *("#7d8896", "#ff8b92", "#a5e8ae", "#ffd98f", "#9accff", "#e0b6ff", "#8ff0f0", "#ffffff"),
)


def sheet(target: Path) -> None:
    """Print nine cards and draw the page."""
    from cardlib.catalog import load_project
    from cardlib_print import print_cards

    project = load_project("mecha")
    cards = [(project.cards[name], 1) for name in SHEET.split()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        print_cards(project, cards, path)
        with pypdfium2.PdfDocument(path) as document:
            image = document[0].render(scale=SHEET_DPI / 72).to_pil()
    framed = Image.new("RGB", (image.width + 2, image.height + 2), "#c8ccd2")
    framed.paste(image, (1, 1))
    framed.quantize(192, method=Image.Quantize.MEDIANCUT).save(target, optimize=True)


def terminal_output(command: str, keys: str, columns: int) -> str:
    """Run a command on a terminal of its own, type `keys`, and return all that it prints, colours included."""
    import pty

    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment.get("PATH", "")])
    ours, theirs = pty.openpty()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            command, shell=True, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=environment, cwd=folder
        )
        os.close(theirs)
        assert process.stdin is not None
        process.stdin.write(keys.encode())
        process.stdin.close()
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break  # the other end is closed
            if not part:
                break
            parts.append(part)
        process.wait()
    os.close(ours)
    return b"".join(parts).decode().replace("\r\n", "\n")


def colour(style: Style, default: str) -> str:
    """Return a style's colour in hex."""
    shown = style.color
    if shown is None or shown.type is ColorType.DEFAULT:
        return FAINT if style.dim else default
    if shown.number is not None and shown.number < len(PALETTE):
        return PALETTE[shown.number]
    return shown.get_truecolor().hex


def terminal(lines: list[str], target: Path) -> None:
    """Draw lines of terminal output, each character in its cell."""
    spec = find_spec("fontpkg_jetbrains_mono")
    assert spec is not None and spec.origin is not None, "pip install fontpkg-jetbrains-mono"
    file = Path(spec.origin).parent / "files" / "JetBrainsMono[wght].ttf"
    fonts = {}
    for weight in (400, 700):
        fonts[weight] = ImageFont.truetype(str(file), FONT_SIZE)
        fonts[weight].set_variation_by_axes([weight])
    wide, high = fonts[400].getlength("M"), round(FONT_SIZE * LINE)
    texts = [Text.from_ansi(line) for line in lines]
    width = max(len(text.plain) for text in texts)
    image = Image.new("RGB", (round(width * wide) + 2 * PAD, len(texts) * high + 2 * PAD), GROUND)
    draw = ImageDraw.Draw(image)
    for row, text in enumerate(texts):
        for column, character in enumerate(text.plain):
            style = text.get_style_at_offset(CONSOLE, column)
            x, y = PAD + column * wide, PAD + row * high
            if style.bgcolor is not None and style.bgcolor.number is not None:
                draw.rectangle((x, y, x + wide, y + high), fill=PALETTE[style.bgcolor.number % 16])
            draw.text((x, y), character, font=fonts[700 if style.bold else 400], fill=colour(style, INK))
    image.quantize(64, method=Image.Quantize.MEDIANCUT).save(target, optimize=True)


def telling_position() -> Saved:
    """Play matches between bots up to a Main Phase of A with much to see, and return the first one that there is."""
    from cardlib.bots import bot
    from cardlib.game import load
    from cardlib.scenarios.replays import Recorder
    from cardlib_cli.saving import Saved

    game = load("mecha")
    facts = game.facts
    for seed in range(1, 200):
        recorder = Recorder(game.match(DECKS, seed, windows="turns"))
        match = recorder.match
        state = match.state
        bots = [bot("greedy", 1), bot("greedy", 2)]
        while not match.over and state.vars["turn"] <= 25:
            decision = match.decision
            assert decision is not None
            if match.player == 0 and decision.rule == "MIW-037":
                units = sum(unit != NOWHERE for unit in state.board)
                attached = sum(host != NOWHERE for host in state.host)
                hand = len(state.zones[facts.zone["hand"][0]])
                hurt = min(len(state.zones[zone]) for zone in facts.zone["damage"])
                verbs = {value[0] for value in decision.choices}
                if units >= 12 and attached and hand >= 3 and hurt and verbs >= {"play", "move", "attack", "end"}:
                    names = ["Grace's Command", "Donna's Search"]
                    return Saved(recorder.to_json(), state.to_json(), ["human", "greedy"], names, seed)
            recorder.take(match.find(bots[match.player].choose(match.view(match.player))))
    raise SystemExit("no match with much to see; loosen what is looked for")


def match(target: Path) -> None:
    """Go on with a saved match on a terminal, and draw what a player sees then."""
    from cardlib_cli.saving import save

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        save(path, telling_position())
        printed = terminal_output(f"cardlib play --resume {path}", "quit\n", columns=100)
    lines = printed.splitlines()
    plain = [Text.from_ansi(line).plain for line in lines]
    first = max(number for number, line in enumerate(plain) if line.endswith("Main Phase"))
    last = next(number for number, line in enumerate(plain) if number > first and line.startswith("> "))
    terminal(lines[first:last], target)


def matrix(target: Path) -> None:
    """Let all decks of Mecha play each other, and draw the matrix."""
    from cardlib.lab import play_matrix
    from cardlib.lab.picture import write_picture

    write_picture(play_matrix("mecha", seed=1, jobs=os.cpu_count() or 1), target)


def main() -> None:
    """Draw all pictures."""
    IMAGES.mkdir(exist_ok=True)
    sheet(IMAGES / "sheet.png")
    match(IMAGES / "match.png")
    matrix(IMAGES / "matrix.svg")


if __name__ == "__main__":
    main()

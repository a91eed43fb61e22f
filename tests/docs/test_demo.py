"""`make demo` gets to its end, with fewer games, and leaves what it promises.

Its commands are forks of one Python, which begin at once: they lie beside the Python that runs the demo, where it looks
for them first.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import forked

DEMO = Path(__file__).parents[2] / "docs" / "demo.py"


def demo(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the demo in a folder, with two games; messages stand among the output, as on a terminal."""
    own = folder / "bin"
    own.mkdir()
    (own / "python").symlink_to(Path(sys.executable).resolve())
    (own / "cardlib").symlink_to(forked.programs() / "cardlib")
    return subprocess.run(
        [str(own / "python"), str(DEMO), "--games", "2"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def test_the_demo_tells_its_five_steps(tmp_path: Path) -> None:
    done = demo(tmp_path)
    told = done.stdout
    assert done.returncode == 0, told
    for line in ("mecha: ok", "ILLEGAL     First Idea", "MIW-D04 copies", "legal       Second Idea", "2 of 2 games"):
        assert line in told
    assert "Turn 1: player A" in told
    assert "wins in turn" in told
    assert (tmp_path / "out" / "demo.pdf").read_bytes().startswith(b"%PDF")


def test_the_demo_ends_with_an_error_when_a_step_fails(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text('{"slug": "mecha"}', encoding="utf-8")  # a Mecha of one's own, with no cards
    done = demo(tmp_path)
    assert done.returncode == 1
    assert "demo: 'cardlib data check --game mecha' ended with exit code 1, expected 0" in done.stdout
    assert not (tmp_path / "out" / "first-idea.txt").exists()  # nothing comes after it

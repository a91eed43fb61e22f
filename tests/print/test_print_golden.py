"""Ten cards of each game look as they are meant to: `make golden` keeps how they look, and says what changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden import FOLDER, GAMES, TEN, compared, drawn, looked_at, share_of_others
from PIL import Image, ImageDraw
from shipped import shipped


@pytest.mark.parametrize("slug", GAMES)
def test_cards_look_as_they_are_meant_to(slug: str, tmp_path: Path):
    different = []
    for look in compared(shipped(slug)):
        if look.differs:
            look.now.save(tmp_path / f"{look.card}.png")
            different.append(f"{look.card} ({look.share:.1%})")
    assert not different, f"look at {tmp_path}; if they are meant to look so: make golden"


def test_there_are_ten_small_pictures_of_each_game():
    for slug in GAMES:
        project = shipped(slug)
        kept = list((FOLDER / slug).glob("*.png"))
        assert len(kept) == TEN == len(looked_at(project)), slug
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.png")) < 1_000_000


def test_a_word_or_a_badge_that_moved_is_seen():
    project = shipped("mecha")
    card = project.cards["turtle"]
    (now,) = drawn(project, [card])
    assert share_of_others(now, now) == 0
    (german,) = drawn(project, [card], "de")
    assert share_of_others(now, german) > 0.01
    moved = now.copy()
    badge = now.crop((2, 40, 32, 70))
    moved.paste(badge, (2, 46))
    assert share_of_others(now, moved) > 0.004
    dotted = now.copy()
    ImageDraw.Draw(dotted).point([(20, 200), (100, 200)], fill="red")  # no more than another way to draw an edge
    assert share_of_others(now, dotted) < 0.004
    assert share_of_others(now, Image.new("RGB", (10, 10))) == 1.0

"""The rules text of every card, as it was read and found good: golden/GAME-texts.txt.

After a change that is meant, `python tests/wording/test_text_cards.py` writes the files anew; read the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cardlib.catalog import Project, load_project
from cardlib.wording.rendering import keywords_in, numbers_in, rendered

GOLDEN = Path(__file__).parent / "golden"
GAMES = ("mecha", "tyrants", "structure", "analog-tactics")


@pytest.fixture(scope="module", params=GAMES)
def project(request: pytest.FixtureRequest) -> Project:
    return load_project(request.param)


def listing(project: Project) -> str:
    return "\n".join(
        f"{card.name} — {card.type_line}\n{card.text or '(only keywords, or nothing)'}\n"
        for card in sorted(project.cards.values(), key=lambda card: card.id)
    )


def test_every_card_reads_as_in_the_golden_file(project: Project) -> None:
    assert listing(project) == (GOLDEN / f"{project.game.slug}-texts.txt").read_text(encoding="utf-8")


def test_written_texts_have_the_numbers_and_keywords_of_their_abilities(project: Project) -> None:
    written = 0
    for card in project.cards.values():
        for ability in card.abilities:
            if "text" in ability:
                written += 1
                text, said = str(ability["text"]), rendered(card, ability, project)
                assert numbers_in(text) == numbers_in(said), card.id
                assert keywords_in(text, project) == keywords_in(said, project), card.id
    assert written <= 5  # a written text is the exception


def operations(node: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every operation within an ability."""
    if isinstance(node, dict):
        if "op" in node:
            yield node
        node = list(node.values())
    if isinstance(node, list | tuple):
        for part in node:
            yield from operations(part)


def test_a_written_operation_says_no_other_number_than_it_has(project: Project) -> None:
    for card in project.cards.values():
        for node in operations([dict(ability) for ability in card.abilities]):
            if "text" in node:
                plain = {key: value for key, value in node.items() if key != "text"}
                said = rendered(card, {"when": "played", "do": [plain]}, project)
                assert numbers_in(str(node["text"])) <= numbers_in(said), card.id


def numbers(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the place of every number within an ability."""
    if isinstance(node, dict | list):
        for key, value in node.items() if isinstance(node, dict) else enumerate(node):
            yield from numbers(value, (*path, key))
    elif isinstance(node, int) and not isinstance(node, bool):
        yield path


def test_a_changed_number_shows_in_the_text(project: Project) -> None:
    """Or a text written for it says other numbers now, which the check tells."""
    seen = 0
    for card in project.cards.values():
        for ability in map(dict, card.abilities):
            for place in numbers(ability):
                other = deepcopy(ability)
                node: Any = other
                for step in place[:-1]:
                    node = node[step]
                node[place[-1]] += 7  # so that it is no other number of the ability
                seen += 1
                said = rendered(card, other, project)
                written = str(ability["text"]) if "text" in ability else rendered(card, ability, project)
                shows = numbers_in(said) != numbers_in(written) if "text" in ability else said != written
                assert shows or "text" in node, (card.id, place)  # an operation with words of its own: see above
    assert seen > 50


def test_the_number_in_the_name_of_an_ability_is_what_it_does() -> None:
    tyrants = load_project("tyrants")
    named = 0
    for card in tyrants.cards.values():
        for ability in card.abilities:
            number = re.search(r" (\d+)$", str(ability.get("name", "")))
            if number:
                named += 1
                assert [node.get("count", 1) for node in operations(dict(ability))] == [int(number[1])], card.id
    assert named == 8


def test_no_text_has_a_slot_a_double_space_or_an_id_left_in_it(project: Project) -> None:
    for card in project.cards.values():
        for mark in ("{", "}", "[", "]", "  ", "\x1f", "..", " ,", " .", "_"):
            assert mark not in card.text, (card.id, mark)
        for paragraph in card.text.splitlines():
            assert re.match("[A-Z0-9]", paragraph.removeprefix("» ")), card.id
            assert paragraph.endswith((".", ".”")), card.id


if __name__ == "__main__":
    for slug in GAMES:
        (GOLDEN / f"{slug}-texts.txt").write_text(listing(load_project(slug)), encoding="utf-8")

"""The rules text of every card of Mecha, as it was read and found good: golden/mecha-texts.txt.

After a change that is meant, `python tests/engine/test_text_cards.py` writes the file anew; read the difference.
"""

from __future__ import annotations

from pathlib import Path

from cardlib.catalog import load_project
from cardlib.engine.text import keywords_in, numbers_in, rendered

GOLDEN = Path(__file__).parent / "golden" / "mecha-texts.txt"


def listing() -> str:
    mecha = load_project("mecha")
    return "\n".join(
        f"{card.name} — {card.type_line}\n{card.text or '(only keywords, or nothing)'}\n"
        for card in sorted(mecha.cards.values(), key=lambda card: card.id)
    )


def test_every_card_reads_as_in_the_golden_file() -> None:
    assert listing() == GOLDEN.read_text(encoding="utf-8")


def test_written_texts_have_the_numbers_and_keywords_of_their_abilities() -> None:
    mecha = load_project("mecha")
    written = 0
    for card in mecha.cards.values():
        for ability in card.abilities:
            if "text" in ability:
                written += 1
                text, said = str(ability["text"]), rendered(card, ability, mecha)
                assert numbers_in(text) == numbers_in(said), card.id
                assert keywords_in(text, mecha) == keywords_in(said, mecha), card.id
    assert written <= 6  # a written text is the exception


def test_no_text_has_a_slot_a_double_space_or_an_id_left_in_it() -> None:
    mecha = load_project("mecha")
    for card in mecha.cards.values():
        for mark in ("{", "}", "[", "]", "  ", "\x1f", "..", " ,", " .", "_"):
            assert mark not in card.text, (card.id, mark)
        for paragraph in card.text.splitlines():
            assert paragraph[0].isupper(), card.id
            assert paragraph.endswith((".", ".”")), card.id


if __name__ == "__main__":
    GOLDEN.write_text(listing(), encoding="utf-8")

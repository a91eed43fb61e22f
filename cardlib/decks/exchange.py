"""Decks in the forms of three table programs: Cockatrice (.cod), OCTGN (.o8d) and Tabletop Simulator (save JSON).

What is read follows what the programs write. Cockatrice (`DeckList::write`) writes `deckname`, `format`, `bannerCard`,
`comments`, `tags` and its zones main, side, tokens and maybeboard; it counts tokens and maybeboard to no deck. OCTGN
(`DeckExtensionMethods.Save`) writes every section of its game definition, empty ones too, each with `shared`, and
leaves empty ones out when it loads; shared sections belong to the table and may bear the name of one of the player's.
What is in a file and not of the deck is kept as a comment that names it.

What those forms have no place for travels in their notes as the head of a text deck (name, headers, comments).
Card GUIDs are version 5 UUIDs of game and card id: the same card has the same GUID for ever.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING
from uuid import UUID, uuid5
from xml.sax.saxutils import escape, quoteattr

from cardlib.decks.customs import Customs
from cardlib.decks.model import MAIN
from cardlib.decks.names import checked_count, one
from cardlib.decks.text import read_text, write_text
from cardlib.decks.written import DeckError, Written, WrittenLine, one_line, section_id
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from cardlib.filters import NameIndex

_GUIDS = UUID("6b5a2c0e-7f0d-5a0b-9a64-2f1d3a7c9e10")


def game_guid(game: str) -> str:
    """The GUID that stands for a game in OCTGN files."""
    return str(uuid5(_GUIDS, game))


def card_guid(game: str, card: str) -> str:
    """The GUID that stands for a card in OCTGN files."""
    return str(uuid5(_GUIDS, f"{game}/{card}"))


def parse_xml(text: str, where: str) -> Element:
    """Parse XML without document types, entities or outside references; raises `DeckError`."""
    from xml.etree.ElementTree import TreeBuilder
    from xml.parsers import expat

    builder = TreeBuilder()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > 20:
            raise DeckError(f"{where}: nested too deeply for a deck")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def refuse(*_: object) -> None:
        raise DeckError(f"{where}: found a document type declaration; a deck file needs none, and it is not read")

    parser = expat.ParserCreate("utf-8")  # the text is decoded already, whatever its declaration says
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        raise DeckError(f"{where}:{error.lineno}: not XML: {expat.ErrorString(error.code)}") from None
    return builder.close()


def read_cockatrice(root: Element, where: str, customs: Customs) -> Written:
    """Read a `<cockatrice_deck>`; its zones become sections, empty ones are left out.

    The `<format>` is a header where the game has a format of that name, else a comment: most are those of another game.
    """
    deck = _from_notes(root.findtext("comments") or "", customs)
    deck.name = one_line(root.findtext("deckname") or "") or deck.name
    named = one_line(root.findtext("format") or "")
    if named and "format" not in deck.headers:
        if named.lower() in customs.formats:
            deck.headers["format"] = named.lower()
        else:
            deck.comments.append(f"format: {named}")
    for zone in root.iter("zone"):
        title = zone.get("name") or MAIN
        lines = [_xml_line(card, "number", card.get("name"), where) for card in zone.iter("card")]
        if title in _SCRATCH and title not in customs.sections:
            _set_aside(deck, title, lines)
        elif lines:
            deck.section(section_id(title)).lines += lines
    return deck


def write_cockatrice(deck: Written) -> str:
    """The deck as Cockatrice XML."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines.append(f"    <deckname>{escape(deck.name)}</deckname>")
    lines.append(f"    <comments>{escape(_notes(deck))}</comments>")
    for section in deck.sections:
        lines.append(f"    <zone name={quoteattr(section.name)}>")
        lines += [f'        <card number="{line.count}" name={quoteattr(line.name)}/>' for line in section.lines]
        lines.append("    </zone>")
    return "\n".join([*lines, "</cockatrice_deck>"]) + "\n"


def read_octgn(root: Element, where: str, game: str, index: NameIndex, customs: Customs) -> Written:
    """Read an OCTGN `<deck>`: cards by GUID, or by name where the GUID is not one of ours.

    Empty sections are left out, shared ones set aside; in files of an old version `shared` of the deck itself makes all
    of them shared. Raises `DeckError` for a file that holds nothing but shared cards.
    """
    deck = _from_notes(root.findtext("notes") or "", customs)
    by_guid = {card_guid(game, card): card for card in index.names}
    shared = 0
    for part in root.iter("section"):
        title = part.get("name") or MAIN
        lines = []
        for card in part.iter("card"):
            known = by_guid.get((card.get("id") or "").lower())
            lines.append(_xml_line(card, "qty", known or card.text, where))
        if _is_true(part.get("shared")) or _is_true(root.get("shared")):
            _set_aside(deck, f"{title}, shared", lines)
            shared += len(lines)
        elif lines:
            deck.section(section_id(title)).lines += lines
    if shared and not deck.sections:
        raise DeckError(f"{where}: found shared sections only, expected the cards of one player's deck")
    return deck


_SCRATCH = ("tokens", "maybeboard")  # zones of Cockatrice that are no part of a deck


def _is_true(word: str | None) -> bool:
    return (word or "").strip().lower() in ("true", "1")


def _set_aside(deck: Written, title: str, lines: list[WrittenLine]) -> None:
    """Keep cards that a file holds beside the deck as a comment."""
    if lines:
        cards = ", ".join(f"{line.count} {line.name}" for line in lines)
        deck.comments.append(f"not of this deck ({one_line(title)}): {cards}")


def write_octgn(deck: Written, game: str, index: NameIndex) -> str:
    """The deck as OCTGN XML; every card carries its GUID and its name."""
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', f'<deck game="{game_guid(game)}">']
    for section in deck.sections:
        lines.append(f'  <section name={quoteattr(section.name)} shared="False">')
        for line in section.lines:
            guid = card_guid(game, one(index, line.name))
            lines.append(f'    <card qty="{line.count}" id="{guid}">{escape(line.name)}</card>')
        lines.append("  </section>")
    lines.append(f"  <notes>{escape(_notes(deck, name=True))}</notes>")
    return "\n".join([*lines, "</deck>"]) + "\n"


def read_tabletop(data: Mapping[str, object], where: str, customs: Customs) -> Written:
    """Read decks and loose cards from a Tabletop Simulator save; each deck object is one section.

    A card is known by its id in `GMNotes`, else by its `Nickname`. Copies of a card are counted together.
    """
    deck = Written()
    states = data.get("ObjectStates")
    for state in states if isinstance(states, list) else []:
        if not isinstance(state, dict):
            continue
        notes = _string(state, "GMNotes")
        part = read_text(notes, customs) if "section:" in notes else Written()
        section = deck.section(section_id(part.headers.pop("section", MAIN)))
        if part.name or part.headers or part.comments:
            deck.name, deck.game = part.name, part.game
            deck.headers.update(part.headers)
            deck.comments += part.comments
        counts: dict[str, int] = {}
        for card in _cards_in(state):
            name = one_line(_string(card, "GMNotes")) if card is not state else ""
            name = name or one_line(_string(card, "Nickname"))
            counts[name] = counts.get(name, 0) + 1
        if "" in counts:
            raise DeckError(f"{where}: found {counts['']} cards without a Nickname, expected the card's name in it")
        section.lines += [WrittenLine(count, name) for name, count in counts.items()]
    deck.name = deck.name or one_line(_string(data, "SaveName"))
    return deck


def _cards_in(state: Mapping[str, object]) -> list[Mapping[str, object]]:
    """The cards of a deck or bag object, however deep; a single card is its own."""
    inside = state.get("ContainedObjects")
    if isinstance(inside, list) and inside:
        return [card for item in inside if isinstance(item, dict) for card in _cards_in(item)]
    return [state] if _string(state, "Name") in ("Card", "CardCustom") else []


def _string(state: Mapping[str, object], key: str) -> str:
    value = state.get(key)
    return value if isinstance(value, str) else ""


def write_tabletop(deck: Written, index: NameIndex, faces: str = "{id}.png", back: str = "back.png") -> str:
    """The deck as a Tabletop Simulator save: one deck object per section.

    `faces` is the address of a card's picture with `{id}` in it, `back` that of the common back.
    """
    states: list[dict[str, object]] = []
    kinds: dict[str, int] = {}
    for place, section in enumerate(section for section in deck.sections if section.lines):
        cards: list[dict[str, object]] = []
        pictures: dict[str, object] = {}
        for line in section.lines:
            card = one(index, line.name)
            number = kinds.setdefault(card, len(kinds) + 1)
            picture: dict[str, object] = {"FaceURL": faces.replace("{id}", card), "BackURL": back}
            picture |= {"NumWidth": 1, "NumHeight": 1, "BackIsHidden": True, "UniqueBack": False}
            pictures[str(number)] = picture
            made: dict[str, object] = {"Name": "CardCustom", "Nickname": index.names[card], "GMNotes": card}
            made |= {"CardID": number * 100, "CustomDeck": {str(number): picture}, "Transform": _at(place)}
            cards += [made] * line.count
        notes = f"section: {section.name}\n" + (_notes(deck, name=True) if place == 0 else "")
        if len(cards) == 1:  # the program knows no deck of one card
            states.append({**cards[0], "GMNotes": notes})
            continue
        pile: dict[str, object] = {"Name": "DeckCustom", "Nickname": deck.name or section.name, "GMNotes": notes}
        pile |= {"DeckIDs": [card["CardID"] for card in cards], "CustomDeck": pictures}
        states.append(pile | {"ContainedObjects": cards, "Transform": _at(place)})
    return json.dumps({"SaveName": deck.name, "ObjectStates": states}, ensure_ascii=False, indent=1) + "\n"


def _at(place: int) -> dict[str, float]:
    turned = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    return {"posX": place * 4.0, "posY": 1.0, "posZ": 0.0, **turned}


def _notes(deck: Written, name: bool = False) -> str:
    head = Written(deck.name if name else "", deck.game, deck.headers, deck.comments)
    return write_text(head).strip()


def _from_notes(notes: str, customs: Customs) -> Written:
    """What `_notes` wrote; notes of other programs become comments."""
    head = read_text(notes, customs) if notes.strip() else Written()
    if head.sections:
        return Written(comments=[line for raw in notes.splitlines() if (line := one_line(raw))])
    return head


def _xml_line(card: Element, attribute: str, name: str | None, where: str) -> WrittenLine:
    text = one_line(name or "")
    if not text:
        raise DeckError(f"{where}: found a <card> without a name")
    number = card.get(attribute, "1")
    digits = number.isascii() and number.isdigit() and len(number) < 20
    try:
        count = checked_count(int(number) if digits else number, where)
    except CardlibError as error:
        raise DeckError(f"{error} ({text[:60]})") from None
    return WrittenLine(count, text)

"""Shows cards in words: what lies in a hand or another zone, and what the cards in play say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.kernel import values
from cardlib.kernel.secrets import is_down
from cardlib.kernel.showing import entering
from cardlib_cli.drawing import READABLE, room
from cardlib_cli.grid import is_grid, mark_of
from cardlib_cli.output import paragraph

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.match import Match

NARROW = 44  # columns below which a text does not stand beside the id of its card, but under it


def counted(names: Sequence[str]) -> list[str]:
    """Return each name once, with its number: "Militia Cell x 2"."""
    return [f"{name} x {names.count(name)}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


def zone_name(project: Project, kind: str) -> str:
    """Return what a zone is called."""
    zones = project.game.raw["zones"]
    assert isinstance(zones, dict)
    about = zones[kind]
    return str(about.get("name", kind)) if isinstance(about, dict) else kind


def zone_lines(match: Match, project: Project, kind: str, player: int, viewer: int | None) -> list[str]:
    """Return the cards in a zone that the viewer sees, each with its text; equal cards are shown once."""
    objects = match.state.zones[match.facts.zone[kind][player]]
    seen = match.view(viewer).cards(kind, player) if viewer is not None else None
    copies: dict[str, list[int]] = {}
    for at, obj in enumerate(objects):
        id_ = match.facts.ids[match.state.card[obj]] if seen is None else seen[at]
        if id_ is not None:
            copies.setdefault(id_, []).append(obj)
    if not copies:
        return ["  (empty)"] if viewer == player else []
    wide, most = max(len(id_) for id_ in copies), min(READABLE, room())
    if most - wide - 4 < NARROW:
        wide = 0
    lines = []
    for id_, these in copies.items():
        line = f"{len(these)} x " if len(these) > 1 else ""
        line += card_line(project, id_) + _arrives(match, project, id_, these[0])
        text = " ".join(project.cards[id_].text.split())
        rest = " " * (wide + 4 if wide else 6)
        first = f"  {id_:<{wide}}  "
        if not _numbered(project, id_):
            lines += paragraph(f"{line}: {text}" if text else line, most, first, rest)
        else:
            lines += paragraph(line, most, first, rest)
            lines += paragraph(text, most, rest, rest)
    return lines


def _numbered(project: Project, id_: str) -> bool:
    """Whether a card prints any of the numbers that the game names, as one that stays in play does."""
    return any(project.cards[id_].attributes.get(name) is not None for name in project.game.stats)


def _arrives(match: Match, project: Project, id_: str, obj: int) -> str:
    """Return with which numbers a card would come into play now, where those are not the printed ones."""
    printed = [project.cards[id_].attributes.get(name) for name in project.game.stats]
    if all(value is None for value in printed) or not match.state.vars.get("turn"):
        return ""
    now = entering(match, obj, project.game.stats)
    if now is None or all(value in (None, then) for value, then in zip(printed, now, strict=True)):
        return ""
    shown = ["-" if value is None else str(then) for value, then in zip(printed, now, strict=True)]
    return f" ({'/'.join(shown)} if it came now)"


def card_line(project: Project, id_: str) -> str:
    """Return a printed card in one line: type, where it belongs, what it takes, numbers, keywords."""
    card, game = project.cards[id_], project.game
    parts = [card.type_line]
    for name, about in game.attributes.items():
        value = card.attributes.get(name)
        if value is None or name in game.stats or about.part_of:
            continue
        if isinstance(value, list | tuple):
            parts.append("/".join(about.names.get(str(one), str(one)) for one in value))
        elif about.parts:
            parts.append(f"{about.title.lower()} {game.spelled(about, card.attributes)}")
        elif about.type == "integer":
            parts.append(f"{about.title.lower()} {value}")
    shown = [card.attributes.get(name) for name in game.stats]
    if len(shown) == 1 and shown[0] is not None:
        parts.append(f"{game.attributes[game.stats[0]].title.lower()} {shown[0]}")  # a number alone needs its name
    elif any(value is not None for value in shown):
        parts.append("/".join("-" if value is None else str(value) for value in shown))
    parts += [printed for _, printed, _ in project.keywords_of(card)]
    return ", ".join(parts)


def card_lines(project: Project, id_: str) -> list[str]:
    """Return a printed card with its text."""
    card, width = project.cards[id_], room(READABLE)
    lines = [f"{card.name} ({card.id})", *paragraph(card_line(project, id_), width)]
    words = [
        f"{about.title}: {about.names.get(value, value)}"
        for name, about in project.game.attributes.items()
        if isinstance(value := card.attributes.get(name), str) and value in about.names
    ]
    lines += paragraph(", ".join(words), width) if words else []
    for _, printed, reminder in project.keywords_of(card):
        if reminder:
            lines += paragraph(f"{printed}: {reminder}", width)
    for part in card.text.splitlines():
        lines += paragraph(part, width)
    return lines


# -- what is in play ---------------------------------------------------------------------------------------------


def texts(match: Match, project: Project) -> list[str]:
    """Return what the cards in play say, each once, with where its copies are; on a grid with the keywords they have.

    A card without a text is left out, and so are the keywords where the battlefield shows them itself. What has lost
    its abilities says so before the text, which does not work then.
    """
    state, facts = match.state, match.facts
    gridded = is_grid(match)
    found: dict[tuple[str, bool, str], list[int]] = {}
    for zone in dict.fromkeys(facts.zone.get(facts.field, ())):
        for obj in state.zones[zone]:
            if is_down(match, obj):
                continue
            words = ", ".join(keywords(match, project, obj, list(project.keywords))) if gridded else ""
            text = " ".join(project.cards[facts.ids[state.card[obj]]].text.split())
            said = f"{words}. {text}".strip() if words else text
            if said:
                found.setdefault((match.rules.name(match, obj), bool(text) and _lost(match, obj), said), []).append(obj)
    lines: list[str] = []
    for (name, lost, said), objects in sorted(found.items()):
        there = f" ({', '.join(_stands(match, obj) for obj in objects)})" if gridded else ""
        there += ", without its abilities" if lost else ""
        lines += paragraph(f"{name}{there}: {said}", room(READABLE), "  ", "    ")
    return lines


def _lost(match: Match, obj: int) -> bool:
    """Whether a card in play has lost its abilities, others than those that can't be lost."""
    losable = [one for one in match.facts.abilities[match.state.card[obj]] if not one.node.get("unlosable")]
    return bool(losable) and values.lost(match, obj)


def _stands(match: Match, obj: int) -> str:
    board, place = match.facts.board, match.state.space_of(obj)
    where = f" {board.names[place]}" if board is not None and place >= 0 else ""
    return mark_of(match, obj) + where


def keywords(match: Match, project: Project, obj: int, wanted: Sequence[str]) -> list[str]:
    """Return those keywords that work on a card in play, as they stand on it, with the number that they have now."""
    found = []
    stated = list(project.cards[match.facts.ids[match.state.card[obj]]].stated())
    for id_ in wanted:
        keyword, now = project.keywords[id_], match.rules.keyword(match, obj, id_)
        if not now:
            continue
        for value, word in [(value, word) for own, value, word in stated if own == id_] or [(0, "")]:
            if word:
                found.append(keyword.printed(value, project.game.word_of(keyword, word)))
            else:
                found.append(keyword.printed(value if value is True else now))
    return found

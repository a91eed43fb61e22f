"""Draws a match in a terminal: both players' numbers, the battlefield, what the cards there say, the hand, the chain.

`grid` draws a board of squares, `hexes` one of hexes, `mapped` areas as they lie, `network` areas as a list, `sides`
any other battlefield, `cards_shown` the cards in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.filters.vocabulary import FACE_DOWN
from cardlib.filters.words import number_of
from cardlib.kernel.seats import is_out
from cardlib.kernel.secrets import is_down, may_know
from cardlib.kernel.speech import capital
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.visibility import may_see
from cardlib_cli import grid, hexes, mapped, network, sides
from cardlib_cli.cards_shown import counted, texts, zone_lines, zone_name
from cardlib_cli.drawing import NOBODYS, READABLE, cut, ink, room
from cardlib_cli.grid import is_grid, mark
from cardlib_cli.output import paragraph, width_of

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.match import Match


def draw(match: Match, project: Project, viewer: int | None) -> list[str]:
    """Return the lines of a position as `viewer` sees it; None sees all hands."""
    lines = [*paragraph(headline(match), room()), ""]
    players = range(match.facts.players)
    gridded = is_grid(match)
    sides_in_order = range(match.facts.sides)  # with those who act by rules
    for player in reversed(sides_in_order) if gridded else sides_in_order:
        lines += [ink(line, player, project) for line in player_lines(match, project, player, viewer)]
    if match.facts.field:
        lines += ["", *battlefield(match, project, room())]
    lines += face_down(match, viewer)
    said = texts(match, project) if not mapped.is_map(match) else []
    if said:
        lines += ["In play:", *said]
    waiting = match.rules.table.pending(match)
    if waiting:
        lines += ["", "Chain, next first:"]
        lines += [line for item in waiting for line in paragraph(item, room(), "  ", "    ")]
    for kind, zones in match.facts.zone.items():
        if kind != match.facts.field and match.facts.zone_owner[zones[0]] < 0:  # what is played lies in a zone of all
            cards = zone_lines(match, project, kind, 0, viewer)
            if cards in ([], ["  (empty)"]):
                cards = _size(match, kind, viewer)
            title = [] if waiting else ["", f"{capital(zone_name(project, kind))}:"]
            lines += [*title, *cards] if cards else []
    for player in players:
        for zone in (
            *([match.facts.role["hand"]] if "hand" in match.facts.role else []),
            *(kind for kind in match.rules.table.spread if match.facts.visible[kind] == "owner"),
        ):
            cards = zone_lines(match, project, zone, player, viewer)
            if cards:
                name = zone_name(project, zone)
                seat = match.facts.seats[player]
                whose = f"Your {name}" if viewer == player else f"{name[0].upper()}{name[1:]} of {seat}"
                lines += ["", ink(f"{whose}:", player, project), *cards]
    return lines


def _size(match: Match, kind: str, viewer: int | None) -> list[str]:
    """Return how many cards lie hidden in a zone of all, nothing of none; the viewer sees no face of them."""
    number = len(match.state.zones[match.facts.zone[kind][0]])
    told = viewer is not None and number and kind not in match.rules.table.paneled
    return [f"  {number_of(number, 'card')}"] if told else []


def battlefield(match: Match, project: Project, wide: int) -> list[str]:
    """Return the lines of what is in play: squares, hexes, areas with ways between them, or sides."""
    board = match.facts.board
    if board is None or board.shape == "areas":
        drawing = network.network if network.is_network(match) else sides.areas
        drawing = mapped.mapped if mapped.is_map(match) else drawing
    else:
        drawing = hexes.hexes if board.shape == "hex" else grid.grid
    return drawing(match, project, wide)


def headline(match: Match) -> str:
    """Return turn, player and phase."""
    turn = match.state.vars.get("turn", 0)
    phase = match.rules.table.phase(match)
    if not turn:
        return phase
    active = match.facts.seats[match.state.vars["active"]]
    whose = f"{match.rules.table.turn_name} {turn}, player {active}"
    return ", ".join(part for part in (whose, phase, match.rules.table.beside(match)) if part)


def legend(match: Match, project: Project) -> str:
    """Return what the signs of the drawing mean."""
    if not is_grid(match) and not network.is_network(match) and not mapped.is_map(match):
        return sides.LEGEND
    text = grid.legend(match, project) if is_grid(match) else network.LEGEND
    text = mapped.LEGEND if mapped.is_map(match) else text
    neutral = any(match.state.controller[obj] == NOWHERE for obj in match.in_play)
    return f"{text}\n{NOBODYS} is the letter of what nobody controls." if neutral else text


def face_down(match: Match, viewer: int | None) -> list[str]:
    """Return what lies face down in play and the viewer may look at, with where it is."""
    speech, facts = match.rules.speech, match.facts
    known = []
    for obj in match.state.down:
        if viewer is None or may_see(match, viewer, obj):
            where = speech.where(match, match.state.space_of(obj)) if match.state.space_of(obj) >= 0 else ""
            known.append(f"{facts.names[match.state.card[obj]]} {where}".rstrip())
    return paragraph(f"Face down, and known to you: {', '.join(known)}", room(READABLE), "", "  ") if known else []


def player_lines(match: Match, project: Project, player: int, viewer: int | None = None) -> list[str]:
    """Return a player's numbers, who that is in this match, and the open zones that the game spreads out."""
    wide, first = room(), f"{mark(match, player)}  "
    lines: list[str] = []
    who = match.rules.table.side(match, player)
    if who:
        lines, first = paragraph(who, wide, first, "   "), "   "
    if player >= match.facts.players and not any(match.state.zones[zone] for zone in _own(match, player)):
        return [*lines, *([] if who else [f"{first}{match.facts.seats[player]}"])]
    sizes, counts = numbers(match, project, player, viewer)
    together = _lines_of([*sizes, *counts], first, wide)
    lines += together if len(together) == 1 else _lines_of(sizes, first, wide) + _lines_of(counts, "   ", wide)
    facts = match.facts
    for kind in match.rules.table.spread:
        cards = match.state.zones[facts.zone[kind][player]]
        if cards and facts.visible[kind] == "all":
            names = counted(
                [
                    match.rules.name(match, obj) if is_down(match, obj) else facts.names[match.state.card[obj]]
                    for obj in reversed(cards)
                ]
            )
            lines.append(cut(f"   {zone_name(project, kind)}: {', '.join(names)}", wide))
    panels = match.rules.table.panels(match, player)
    beside = max((len(panel.title) for panel in panels), default=0)
    for panel in panels:
        lines += _lines_of(panel.entries, f"   {panel.title:<{beside}}  ", wide, " " * (beside + 5))
    return lines


def _own(match: Match, player: int) -> list[int]:
    """Return the zones that a player has for itself."""
    facts = match.facts
    return [zones[player] for zones in facts.zone.values() if facts.zone_owner[zones[player]] == player]


def _lines_of(parts: Sequence[str], first: str, wide: int, rest: str = "   ") -> list[str]:
    """Return parts as a line, broken between two of them where it is too long, and in one only where that is longer."""
    lines: list[str] = []
    for part in parts:
        if lines and width_of(f"{lines[-1]} | {part}") <= wide:
            lines[-1] += f" | {part}"
        else:
            lines += paragraph(part, wide, rest if lines else first, f"{rest}  ")
    return lines


def numbers(match: Match, project: Project, player: int, viewer: int | None = None) -> tuple[list[str], list[str]]:
    """Return a player's numbers: the sizes of zones, and what the game counts for a player; ? where that is secret."""
    facts, state, rules = match.facts, match.state, match.rules
    sizes = []
    for kind, zones in facts.zone.items():
        count = len(state.zones[zones[player]])
        listed = kind not in rules.table.paneled and (count or kind not in rules.table.unlisted)
        if facts.zone_owner[zones[player]] == player and listed:
            limit = facts.constants.get(f"{kind}_limit")
            name = zone_name(project, kind).lower()
            sizes.append(f"{kind if ' ' in name else name} {count}" + (f" of {limit}" if limit else ""))
    counts = [
        f"{name.replace('_', ' ').removesuffix('-token')} "
        f"{rules.player_value(match, player, name) if may_know(match, viewer, player, name) else '?'}"
        for name in (rules.of_player if rules.table.player_values is None else rules.table.player_values)
    ]
    return sizes, [*(["out"] if is_out(match, player) else []), *counts]


def open_zones(match: Match, project: Project) -> list[str]:
    """Return what lies in the zones of the players that everybody sees."""
    lines = []
    for player, seat in enumerate(match.facts.seats[: match.facts.players]):
        for kind, zones in match.facts.zone.items():
            zone = zones[player]
            if match.facts.visible[kind] == "all" and match.facts.zone_owner[zone] == player:
                cards = [
                    FACE_DOWN if is_down(match, obj) else match.facts.ids[match.state.card[obj]]
                    for obj in match.state.zones[zone]
                ]
                named = f"{seat} {zone_name(project, kind)}: {', '.join(cards) or '(empty)'}"
                lines += paragraph(named, room(READABLE), "", "  ")
    return lines


def shown(lines: Sequence[str]) -> str:
    """Join lines without trailing spaces."""
    return "\n".join(line.rstrip() for line in lines)

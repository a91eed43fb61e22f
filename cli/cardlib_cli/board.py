"""Draws a match in a terminal: the grid with its units, both players' numbers, the hand, what waits on the chain.

Where the board is no grid, `sides` draws the battlefield.

Everything reads without colour: a unit's line begins with the letter of its controller and an arrow in the direction
in which that player advances. Below 100 columns and 7 spaces per row a cell is 12 characters wide.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib_cli import sides
from cardlib_cli.drawing import cut, ink, plain
from cardlib_cli.output import terminal_width, width_of

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.engine.match import Match

CELL = 12
LEGEND = """\
On the board A▲ and B▼ say whose a unit is and where it is heading, +A a card attached, =A a card that stands there;
{numbers}."""


def draw(match: Match, project: Project, viewer: int | None) -> list[str]:
    """Return the lines of a position as `viewer` sees it; None sees all hands."""
    lines = [headline(match), ""]
    players = range(match.facts.players)
    gridded = is_grid(match)
    for player in reversed(players) if gridded else players:
        lines += [ink(line, player) for line in player_lines(match, project, player)]
    lines += ["", *(grid(match, project) if gridded else sides.areas(match, project))]
    waiting = match.rules.pending(match)
    if waiting:
        lines += ["", "Chain, next first:", *(f"  {item}" for item in waiting)]
    for player in players:
        for zone in ("hand", *(kind for kind in match.rules.spread if match.facts.visible[kind] == "owner")):
            cards = zone_lines(match, project, zone, player, viewer)
            if cards:
                name = zone_name(project, zone)
                seat = match.rules.seats[player]
                whose = f"Your {name}" if viewer == player else f"{name[0].upper()}{name[1:]} of {seat}"
                lines += ["", ink(f"{whose}:", player), *cards]
    return lines


def headline(match: Match) -> str:
    """Return turn, player and phase."""
    turn = match.state.vars.get("turn", 0)
    phase = match.rules.phase(match)
    if not turn:
        return phase
    active = match.rules.seats[match.state.vars["active"]]
    return ", ".join(part for part in (f"Turn {turn}, player {active}", phase, match.rules.table(match)) if part)


def is_grid(match: Match) -> bool:
    """Whether the board has spaces for single units."""
    return match.facts.board is not None and not match.facts.board.areas


def legend(match: Match, project: Project) -> str:
    """Return what the signs of the drawing mean."""
    if not is_grid(match):
        return sides.LEGEND
    game = project.game
    stats = " and ".join(game.attributes[name].title.lower() for name in game.stats)
    counters = project.vocabulary.counters
    numbers = [f"3/2 {stats}"] if stats else []
    return LEGEND.format(numbers=", ".join([*numbers, *(f"{id_[0]}1 {one.many}" for id_, one in counters.items())]))


def player_lines(match: Match, project: Project, player: int) -> list[str]:
    """Return a player's open numbers, who that is in this match, and the open zones that the game spreads out."""
    wide = min(sides.MOST, max(sides.LEAST, terminal_width()))
    lines = _lines_of(player_line(match, project, player), wide)
    who = match.rules.side(match, player)
    if who:
        lines[0:0] = [f"{_mark(match, player)}  {who}"]
        lines[1] = lines[1].replace(_mark(match, player), " ", 1)
    facts = match.facts
    for kind in match.rules.spread:
        cards = match.state.zones[facts.zone[kind][player]]
        if cards and facts.visible[kind] == "all":
            names = counted([facts.names[match.state.card[obj]] for obj in reversed(cards)])
            lines.append(cut(f"   {zone_name(project, kind)}: {', '.join(names)}", wide))
    return lines


def _lines_of(text: str, wide: int) -> list[str]:
    """Break a row of numbers between two of them where it is too long."""
    lines = [""]
    for part in text.split(" | "):
        joined = f"{lines[-1]} | {part}" if lines[-1] else part
        if width_of(joined) <= wide or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(f"   {part}")
    return lines


def counted(names: Sequence[str]) -> list[str]:
    """Return each name once, with its number: "Militia Cell x 2"."""
    return [f"{name} x {names.count(name)}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]


def zone_name(project: Project, kind: str) -> str:
    """Return what a zone is called."""
    zones = project.game.raw["zones"]
    assert isinstance(zones, dict)
    about = zones[kind]
    return str(about.get("name", kind)) if isinstance(about, dict) else kind


def player_line(match: Match, project: Project, player: int) -> str:
    """Return a player's open numbers: sizes of zones, and what the game counts for a player."""
    facts, state, rules = match.facts, match.state, match.rules
    parts = []
    for kind, zones in facts.zone.items():
        count = len(state.zones[zones[player]])
        if facts.zone_owner[zones[player]] == player and (count or kind != "aside"):  # nothing set aside is no news
            limit = facts.constants.get(f"{kind}_limit")
            name = zone_name(project, kind).lower()
            parts.append(f"{kind if ' ' in name else name} {count}" + (f" of {limit}" if limit else ""))
    parts += [
        f"{name.replace('_', ' ').removesuffix('-token')} {rules.player_value(match, player, name)}"
        for name in rules.player_values
    ]
    return f"{_mark(match, player)}  " + " | ".join(parts)


# -- the grid ----------------------------------------------------------------------------------------------------


def grid(match: Match, project: Project) -> list[str]:
    """Return the board, highest row first, as rows of cells with the names of columns and rows around them."""
    board = match.facts.board
    if board is None:
        return []
    strokes = _strokes()
    wide = len(board.columns)
    border = "   " + strokes["+"] + (strokes["-"] * CELL + strokes["+"]) * wide
    names = "    " + " ".join(str(column).center(CELL) for column in board.columns)
    lines = [names.rstrip(), border]
    for row in range(len(board.rows) - 1, -1, -1):
        cells = [_cell(match, project, row * wide + column) for column in range(wide)]
        tall = max(1, *(len(cell) for cell in cells))
        for line in range(tall):
            label = f"{board.rows[row]:>2} " if line == 0 else "   "
            parts = [_padded(*cell[line]) if line < len(cell) else " " * CELL for cell in cells]
            lines.append(label + strokes["|"] + strokes["|"].join(parts) + strokes["|"])
        lines.append(border)
    return [*lines, names.rstrip()]


def _cell(match: Match, project: Project, space: int) -> list[tuple[str, int]]:
    """Return the lines of a space, each with the player whose colour it has."""
    state, facts = match.state, match.facts
    lines: list[tuple[str, int]] = []
    unit = state.board[space]
    if unit >= 0:
        player = state.controller[unit]
        lines += [(part, player) for part in _wrapped(match.rules.name(match, unit), 2)]
        mark = _mark(match, player)
        if state.owner[unit] != player:
            mark += f"({match.rules.seats[state.owner[unit]]})"
        numbers = f"{mark} {stats(match, project, unit)}".rstrip()
        counters = _counters(match, project, unit)
        if counters and width_of(numbers) + 1 + len(counters) <= CELL:
            lines.append((f"{numbers} {counters}", player))
        else:
            lines += [(part, player) for part in (numbers, counters) if part]
        lines += _attached(match, project, unit, 1)
    for obj in state.zones[facts.zone["battlefield"][0]]:
        if obj != unit and state.place[obj] == space:
            counters = _counters(match, project, obj)
            lines.append(
                (
                    cut(
                        f"={match.rules.seats[state.controller[obj]]} " + match.rules.name(match, obj),
                        CELL - len(counters) - bool(counters),
                    )
                    + (f" {counters}" if counters else ""),
                    state.controller[obj],
                )
            )
    return lines


def _attached(match: Match, project: Project, host: int, depth: int) -> list[tuple[str, int]]:
    state = match.state
    lines: list[tuple[str, int]] = []
    for obj in state.zones[match.facts.zone["battlefield"][0]]:
        if state.host[obj] == host:
            player = state.controller[obj]
            lines.append(
                (cut("+" * depth + f"{match.rules.seats[player]} {match.rules.name(match, obj)}", CELL), player)
            )
            lines += _attached(match, project, obj, depth + 1)
    return lines


def stats(match: Match, project: Project, obj: int) -> str:
    """Return the numbers of a card in play that the game names, "-" for one that it does not print: "3/3", "-/2"."""
    facts = match.facts
    known = [name for name in project.game.stats if name in facts.printed]
    card = match.state.card[obj]
    shown = [
        str(match.rules.value(match, obj, name))
        if facts.printed[name][card] is not None or match.rules.value(match, obj, name)
        else "-"
        for name in known
    ]
    return "/".join(shown) if any(part != "-" for part in shown) else ""


def _counters(match: Match, project: Project, obj: int) -> str:
    """Return the counters by their first letters: "d1 a2"."""
    counters = project.game.raw.get("counters")
    names = list(counters) if isinstance(counters, dict) else []
    columns = match.state.columns
    return " ".join(f"{name[0]}{columns[name][obj]}" for name in names if name in columns and columns[name][obj])


# -- hands and cards ---------------------------------------------------------------------------------------------


def zone_lines(match: Match, project: Project, kind: str, player: int, viewer: int | None) -> list[str]:
    """Return a line for each card in a zone that the viewer sees; equal cards share a line, long ones are wrapped."""
    zone = match.facts.zone[kind][player]
    if viewer is None:
        ids: list[str | None] = [match.facts.ids[match.state.card[obj]] for obj in match.state.zones[zone]]
    else:
        ids = match.view(viewer).cards(kind, player)
    seen = [id_ for id_ in ids if id_ is not None]
    if not seen:
        return ["  (empty)"] if viewer == player else []
    wide, most = max(len(id_) for id_ in seen), max(sides.LEAST, min(sides.MOST, terminal_width()))
    lines = []
    for id_ in sorted(set(seen), key=seen.index):
        count = f"{seen.count(id_)} x " if seen.count(id_) > 1 else ""
        effect = _effect(project, id_)
        line = f"  {id_:<{wide}}  {count}{card_line(project, id_)}"
        if effect:
            lines.append(cut(f"{line}: {effect}", most))
        else:
            indent = " " * (wide + 4)
            lines += textwrap.wrap(line, most, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return lines


def _effect(project: Project, id_: str) -> str:
    """Return the text of a card without numbers, such as one that is played once; of others `?` tells it."""
    card = project.cards[id_]
    if any(card.attributes.get(name) is not None for name in project.game.stats):
        return ""
    return " ".join(card.text.split())


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
            parts.append(f"{about.title.lower()} {game.written_sum(about, card.attributes)}")
        elif about.type == "integer":
            parts.append(f"{about.title.lower()} {value}")
    shown = [card.attributes.get(name) for name in game.stats]
    if any(value is not None for value in shown):
        parts.append("/".join("-" if value is None else str(value) for value in shown))
    parts += [printed for _, printed, _ in project.keywords_of(card)]
    return ", ".join(parts)


def card_lines(project: Project, id_: str, width: int = 88) -> list[str]:
    """Return a printed card with its text."""
    card = project.cards[id_]
    lines = [f"{card.name} ({card.id})", card_line(project, id_)]
    for _, printed, reminder in project.keywords_of(card):
        if reminder:
            lines += textwrap.wrap(f"{printed}: {reminder}", width)
    for paragraph in card.text.splitlines():
        lines += textwrap.wrap(paragraph, width)
    return lines


# -- characters --------------------------------------------------------------------------------------------------


def _mark(match: Match, player: int) -> str:
    arrow = (("^", "v") if plain() else ("▲", "▼"))[player % 2] if is_grid(match) else ""
    return f"{match.rules.seats[player]}{arrow}"


def _strokes() -> dict[str, str]:
    return {"+": "+", "-": "-", "|": "|"} if plain() else {"+": "┼", "-": "─", "|": "│"}


def _wrapped(text: str, most: int) -> list[str]:
    """Break a name into at most `most` lines of a cell."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}".strip()
        if width_of(joined) <= CELL or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [cut(line, CELL) for line in lines]


def _padded(text: str, player: int) -> str:
    return ink(text, player) + " " * (CELL - width_of(text))


def shown(lines: Sequence[str]) -> str:
    """Join lines without trailing spaces."""
    return "\n".join(line.rstrip() for line in lines)

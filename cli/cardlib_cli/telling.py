"""Tells a match in sentences: what happened since one last looked, and what may be done now."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardlib.engine.events import told
from cardlib.engine.text import ability_text
from cardlib_cli.output import bold, dim, terminal_width

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.engine.match import Match

WIDE = 100


def events(match: Match, since: int, viewer: int | None) -> list[str]:
    """Return the sentences of what happened from event number `since` on, as a player (or an onlooker) may know it."""
    lines = []
    for raw in (match.events or [])[since:]:
        if raw[0] in match.rules.silent:
            continue
        event = told(match, raw, viewer)
        if raw[0] == "turn":
            lines += ["", bold(event.text)]
        else:
            rule = f" {dim(f'[{event.rule}]')}" if event.rule else ""
            lines.append(f"  {event.text}{rule}")
    return _counted(lines)


def _counted(lines: list[str]) -> list[str]:
    """Say equal sentences in a row once, with their number."""
    found: list[tuple[str, int]] = []
    for line in lines:
        if found and found[-1][0] == line and line:
            found[-1] = (line, found[-1][1] + 1)
        else:
            found.append((line, 1))
    return [f"{line} x {count}" if count > 1 else line for line, count in found]


def result_line(match: Match) -> str:
    """Return how a match ended."""
    ended = match.result
    assert ended is not None
    why = f"{ended.rule}: {ended.reason}" if ended.rule else ended.reason
    if ended.winner is None:
        return f"A draw in turn {ended.turns} ({why})"
    return f"Player {match.rules.seats[ended.winner]} wins in turn {ended.turns} ({why})"


def about(match: Match, project: Project) -> list[str]:
    """Return what the ability says that asks for a decision, and what was picked so far."""
    decision = match.decision
    if decision is None:
        return []
    lines = []
    if decision.ability is not None:
        card = project.cards[match.facts.ids[decision.ability.card]]
        text = card.written if card.written is not None else ability_text(card, decision.ability.node, project)
        wide = min(WIDE, terminal_width())
        lines += [dim(line) for line in textwrap.wrap(text, wide, initial_indent="  ", subsequent_indent="  ")]
    if match.picked:
        lines.append(f"  so far: {', '.join(said.notation for said in match.picked)}")
    return lines


def options(match: Match) -> list[str]:
    """Return the options with their numbers; those that begin alike share a line: `play skipper: 1 c1, 2 d1`."""
    groups: list[tuple[list[str], list[tuple[int, list[str]]]]] = []
    keys: dict[tuple[object, ...], int] = {}
    for option in match.options:
        words = option.notation.split()
        key = option.value[:2] if len(option.value) > 2 else (option.index,)
        if key in keys:
            groups[keys[key]][1].append((option.index + 1, words))
        else:
            keys[key] = len(groups)
            groups.append((words, [(option.index + 1, words)]))
    lines = []
    for _, members in groups:
        lines += list(_group(members))
    return lines


def _group(members: list[tuple[int, list[str]]]) -> Iterator[str]:
    first = members[0][1]
    shared = 0
    if len(members) > 1:
        while all(len(words) > shared + 1 and words[shared] == first[shared] for _, words in members):
            shared += 1
    if shared == 0:
        for number, words in members:
            yield f"  {number:>3}  {' '.join(words)}"
        return
    head = f"       {' '.join(first[:shared])}:"
    rest = ",  ".join(f"{number} {' '.join(words[shared:])}" for number, words in members)
    wide = min(WIDE, terminal_width())
    yield from textwrap.wrap(
        f"{head} {rest}", wide, subsequent_indent="         ", break_long_words=False, break_on_hyphens=False
    )

"""Tells a match in sentences: what happened since one last looked, and what may be done now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardlib.filters.words import listed
from cardlib.kernel.dice import marked
from cardlib.kernel.events import told
from cardlib.kernel.speech import capital
from cardlib.kernel.windows import asked_in
from cardlib.wording.rendering import ability_text
from cardlib_cli.drawing import READABLE, plain, room
from cardlib_cli.output import bold, dim, paragraph

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.kernel.dice import Symbol
    from cardlib.kernel.match import Match

_FIRM = "\xa0"  # a space at which no line is broken


def events(match: Match, since: int, viewer: int | None) -> list[str]:
    """Return the sentences of what happened from event number `since` on, as a player (or an onlooker) may know it.

    Turns and phases are headings; every line names the rule by which it happened.
    """
    raws, silent = match.events or [], match.rules.speech.silent
    before = next((raw for raw in reversed(raws[:since]) if raw.kind not in silent), None)
    phase = before.seen.phase if before is not None and before.kind != "turn" else ""
    dice, drawable = match.facts.dice, not plain()
    found: list[tuple[str, str | None, bool]] = []  # sentence, rule, whether it is a heading
    for raw in raws[since:]:
        if raw.kind in silent or raw.seen.idle:
            continue
        event = told(match, raw, viewer)
        if raw.kind == "turn":
            found += [("", None, True), (event.text, event.rule, True)]
            phase = ""
            continue
        if raw.seen.phase != phase:
            phase = raw.seen.phase
            found.append((phase, match.rules.table.named_phases.get(phase), True))
        marks = marked(dice, raw.seen.roll) if drawable and raw.seen.roll is not None else ""
        found.append((f"{event.text}  {marks}" if marks else event.text, event.rule, False))
    return [line for text, rule, heading, count in _counted(found) for line in _told(text, rule, heading, count)]


def symbols(match: Match, since: int) -> dict[str, str]:
    """Return by symbol what it means, of those that dice have shown from event number `since` on."""
    dice = match.facts.dice
    rolls = [raw.seen.roll for raw in (match.events or [])[since:] if raw.seen.roll is not None]
    shown = [
        id_
        for roll in rolls
        for kind, face in zip(roll.dice, roll.faces, strict=True)
        for id_, _ in dice[kind].faces[face].symbols
    ]
    return {id_: meaning(dice.symbols[id_]) for id_ in dict.fromkeys(shown) if id_ in dice.symbols}


def meaning(symbol: Symbol) -> str:
    """Return what a symbol of the dice means, with its mark where the output can show it."""
    mark = f"{symbol.mark} " if symbol.mark and not plain() else ""
    return f"{mark}{symbol.name}: {symbol.description}" if symbol.description else f"{mark}{symbol.name}"


def _told(text: str, rule: str | None, heading: bool, count: int) -> list[str]:
    cited = f"[{rule}]" if rule else ""
    words = f"{text} x {count}" if count > 1 else text
    if not words:
        return [""]
    lines = paragraph(f"{words} {cited}", room(READABLE), "" if heading else "  ", "      ")
    if cited and lines[-1].endswith(cited):
        words = lines[-1].removesuffix(f" {cited}")
        lines[-1] = f"{bold(words) if heading else words} {dim(cited)}"
    return lines


def _counted(lines: list[tuple[str, str | None, bool]]) -> list[tuple[str, str | None, bool, int]]:
    """Say equal sentences in a row once, with their number."""
    found: list[tuple[str, str | None, bool, int]] = []
    for line in lines:
        if found and found[-1][:3] == line and line[0]:
            found[-1] = (*line, found[-1][3] + 1)
        else:
            found.append((*line, 1))
    return found


def result_line(match: Match) -> str:
    """Return how a match ended."""
    ended = match.result
    assert ended is not None
    why = f"{ended.rule}: {ended.reason}" if ended.rule else ended.reason
    if ended.draw:
        return f"A draw in turn {ended.turns} ({why})"
    if ended.winner is not None:
        return f"Player {match.facts.seats[ended.winner]} wins in turn {ended.turns} ({why})"
    if ended.seat is not None:
        return f"{capital(ended.seat)} wins in turn {ended.turns} ({why})"
    return f"Players {listed([match.facts.seats[one] for one in ended.winners])} win in turn {ended.turns} ({why})"


def ranking_lines(match: Match) -> list[str]:
    """Return the places of a match of more than two players, best first."""
    ended = match.result
    places = ended.ranking if ended is not None else ()
    if len(places) < 3:
        return []
    return [
        f"  {place.place}. player {place.seat}: {f'{place.rule}: ' if place.rule else ''}{place.reason}"
        for place in places
    ]


def question(match: Match) -> str:
    """Return what is asked, of whom, for which card and by which rule."""
    decision = match.decision
    assert decision is not None
    rule = f" ({decision.rule})" if decision.rule else ""
    source, prompt = "", decision.prompt
    if decision.source >= 0:
        source = f"{match.rules.speech.title(match, decision.source)}: "
        prompt = prompt.removeprefix(f"{match.facts.names[match.state.card[decision.source]]}: ")
        if prompt.startswith(source[:-2]):
            source = ""
    more = match.rules.table.asked(match)
    window = asked_in(match)
    prompt = f"{prompt} in {window}" if window else prompt
    prompt = f"{prompt}: {more}" if more else prompt
    return f"{match.facts.seats[decision.player]}, {source}{prompt}{rule}"


def about(match: Match, project: Project) -> list[str]:
    """Return what the ability says that asks for a decision, and what was picked so far."""
    decision = match.decision
    if decision is None:
        return []
    lines = []
    if decision.ability is not None:
        card = project.cards[match.facts.ids[decision.ability.card]]
        text = card.written if card.written is not None else ability_text(card, decision.ability.node, project)
        lines += [dim(line) for line in paragraph(text, room(READABLE), "  ", "  ")]
    if match.picked:
        picked = f"so far: {', '.join(said.notation for said in match.picked)}"
        lines += paragraph(picked, room(READABLE), "  ", "    ")
    return lines


def options(match: Match) -> list[str]:
    """Return the options with their numbers; those that begin alike share a line: `play skipper: 1 c1, 2 d1`."""
    groups: list[tuple[list[str], list[tuple[int, list[str]]]]] = []
    keys: dict[tuple[object, ...], int] = {}
    for option in match.options:
        words = option.notation.split()
        key = option.choice[:2] if len(option.choice) > 2 else (option.index,)
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
            yield from paragraph(" ".join(words), room(READABLE), f"  {number:>3}  ", "         ")
        return
    rest = ", ".join(_FIRM.join([str(number), *words[shared:]]) for number, words in members)
    text = f"{' '.join(first[:shared])}: {rest}"
    for line in paragraph(text, room(READABLE), "       ", "         "):
        yield line.replace(_FIRM, " ")

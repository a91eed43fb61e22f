"""Answers `?` at the table: what may be typed, what a card says or a word means, and whether a move is possible.

What is asked for is looked up in this order: a rule by its id, a keyword, a card, a word that the screen shows, a move,
and then the words of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from cardlib.catalog import find_card, no_such
from cardlib.errors import NotFound
from cardlib.kernel.decisions import AmbiguousOption, IllegalOption
from cardlib.kernel.moves import listed
from cardlib.kernel.speech import capital
from cardlib_cli.board import legend
from cardlib_cli.cards_shown import card_lines
from cardlib_cli.drawing import READABLE, room
from cardlib_cli.output import paragraph
from cardlib_cli.telling import meaning

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.catalog.models import Rule
    from cardlib.kernel.match import Match

IN_FULL = 3  # rules that are told when words fit several; the others are named
NAMED = 12
KINDS = {"rule": 3, "ruling": 2, "construction": 1}  # an example comes last

HELP = (
    ("a number, or words", "takes the option; a beginning will do where only one option begins so"),
    ("? CARD, ? KEYWORD", "what a card says, or a keyword means"),
    ("? aim, ? WORDS", "the rules that speak of something, such as a word on the screen"),
    ("? {rule}", "a rule by its id"),
    ("? MOVE", "whether that is possible, and if not, why and by which rule"),
    ("board, options, zones", "the board, the options, the open zones (again)"),
    ("sight SPACE", "what the unit on a space sees: on a board of hexes, where there are lines of sight"),
    ("log", "all that has happened"),
    ("an empty line", "passes one window"),
    ("pass turn", "passes, and ends your phases, to the end of the turn"),
    ("pass until my turn", "the same until your next turn begins; also: until something happens, until PHASE"),
    ("stops", "in which windows you are asked; stops PHASE mine and stops clear PHASE mine change it"),
    ("hint [N]", "what a search of N iterations (400) would do in your place"),
    ("undo [N]", "takes back your last pick, or your last N"),
    ("save FILE", "writes the match; go on with cardlib play --resume FILE"),
    ("concede, quit", "gives up; leaves, and the match is saved first"),
)


def help_lines(match: Match, project: Project) -> list[str]:
    """Return what may be typed, and what the signs of the board mean."""
    asked = match.decision.rule if match.decision is not None else None
    rule, wide = asked or next(iter(project.rules), "RULE"), room(READABLE)
    lines = []
    for typed, does in HELP:
        lines += paragraph(does, wide, f"  {typed.format(rule=rule):<24}", " " * 26)
    return [*lines, *paragraph(legend(match, project), wide)]


def answer(match: Match, project: Project, words: str) -> list[str]:
    """Return the lines that answer `? WORDS`; never none."""
    rule = project.rules.get(words.upper()) or project.rules.get(words)
    if rule is not None:
        return rule_lines(rule)
    keyword = next((one for one in project.keywords.values() if one.called(words)), None)
    if keyword is not None and keyword.id not in match.facts.number:
        lines = paragraph(f"{keyword.name}: {keyword.reminded_of_any()}", room(READABLE))
        ids = (keyword.rule, *(one.id for one in project.rules.values() if _fits(one, words)))
        return lines + [
            line for id_ in dict.fromkeys(ids) if id_ in project.rules for line in rule_lines(project.rules[id_])
        ]
    try:
        return card_lines(project, find_card(project, words.removeprefix("card ")).id)
    except NotFound:
        pass
    refused: IllegalOption | None = None
    which = ""
    try:
        option = match.options[match.find(words)]
        cited = f" ({option.rule})" if option.rule else ""
        possible = f"That is possible: option {option.index + 1}, {option.text}{cited}"
        return paragraph(possible, room(READABLE), "", "  ")
    except AmbiguousOption as error:
        which = listed(error.options)
    except IllegalOption as error:
        refused = error
    meant = list(meanings(match, project, words))
    rules = explaining(match, project, words)
    a_word = meant or (rules and (_fits(rules[0], words) or len(words.split()) == 1))
    if which and not a_word:
        return paragraph(f"That is possible; which: {which}", room(READABLE), "", "  ")
    if refused is not None and (refused.rule is not None or (not rules and len(words.split()) > 1)) and not a_word:
        return _refusal(project, refused)
    if not meant and not rules:
        names = [card.name for card in project.cards.values()]
        names += [*(keyword.name for keyword in project.keywords.values()), *project.rules]
        return paragraph(str(no_such("card, keyword or rule", words, names)), room(READABLE))
    lines = [line for text in meant for line in paragraph(text, room(READABLE), "", "  ")]
    full = min(IN_FULL, sum(_fits(rule, words) for rule in rules)) or IN_FULL
    for rule in rules[:full]:
        lines += rule_lines(rule)
    more = [rule.id for rule in rules[full:NAMED]]
    if more:
        left = len(rules) - full - len(more)
        named = f"Also: {', '.join(more)}{f' and {left} more' if left else ''} (? {more[0]})"
        lines += paragraph(named, room(READABLE), "", "  ")
    return lines


def _refusal(project: Project, error: IllegalOption) -> list[str]:
    lines = paragraph(f"Not possible: {error}", room(READABLE), "", "  ")
    rule = project.rules.get(error.rule or "")
    return lines + (rule_lines(rule) if rule is not None else [])


def rule_lines(rule: Rule) -> list[str]:
    """Return a rule with its id, the question that it answers, and what breaks it."""
    question = f"{rule.question} " if rule.question else ""
    lines: list[str] = []
    for part in f"{rule.id}: {question}{rule.text}".splitlines():
        lines += paragraph(part, room(READABLE), "" if not lines else "  ", "  ")
    if rule.broken_by:
        lines += paragraph(f"Broken by: {rule.broken_by}", room(READABLE), "", "  ")
    return lines


def meanings(match: Match, project: Project, words: str) -> Iterator[str]:
    """Yield what the data says about a word: a phase, a zone, a counter, a type, a value of a card, a symbol, a die."""
    game, wanted = project.game, _plain(words)
    for name in match.rules.table.named_phases:
        if _plain(name) == wanted:
            yield f"{name}: a phase of the turn."
    zones = game.raw.get("zones")
    for id_, about in zones.items() if isinstance(zones, dict) else ():
        name = str(about.get("name", id_)) if isinstance(about, dict) else id_
        if wanted in (_plain(id_), _plain(name)) and isinstance(about, dict):
            whose = "each player has one" if about.get("of") == "player" else "one for all players"
            seen = {"all": "everybody sees its cards", "owner": "only its owner sees its cards"}
            visible = seen.get(str(about.get("visible")), "nobody sees its cards")
            yield f"{name[:1].upper()}{name[1:]}: a zone; {whose}, and {visible}."
    for symbol in project.dice.symbols.values():
        if wanted in {_plain(symbol.id), _plain(symbol.name), _plain(symbol.plural), symbol.mark} - {""}:
            yield capital(f"{meaning(symbol)} A symbol of dice.")
    for die in project.dice:
        if wanted in (_plain(die.id), _plain(die.name)) and die.description:
            faces = [f"{face.sides} {face.name or face.word}" for face in die.faces]
            yield f"{die.name}: {die.description} Its sides: {', '.join(faces)}."
    for section in ("windows", "counters", "subtypes", "types", "attributes"):
        entries = game.raw.get(section)
        for id_, about in entries.items() if isinstance(entries, dict) else ():
            if isinstance(about, dict):
                yield from _entry(id_, about, wanted)


def _entry(id_: str, about: Mapping[str, object], wanted: str) -> Iterator[str]:
    name = str(about.get("name") or about.get("title") or id_)
    names = {_plain(id_), _plain(name), _plain(str(about.get("plural", name)))}
    names |= {other.removesuffix(" token").removesuffix(" counter") for other in names}
    if wanted in names and about.get("description"):
        yield f"{name[:1].upper()}{name[1:]}: {about['description']}"
    parts = about.get("parts")
    for part, more in parts.items() if isinstance(parts, dict) else ():
        if isinstance(more, dict):
            yield from _entry(part, more, wanted)


def explaining(match: Match, project: Project, words: str) -> list[Rule]:
    """Return the rules that speak of words, those first that explain them."""
    wanted = _plain(words)
    tokens = [re.compile(rf"\b{re.escape(_stem(token))}(e?s|e?d|ing)?\b", re.IGNORECASE) for token in wanted.split()]
    phase = next((rule for name, rule in match.rules.table.named_phases.items() if _plain(name) == wanted), None)
    found: list[tuple[tuple[int, ...], Rule]] = []
    for at, rule in enumerate(project.rules.values() if tokens else ()):
        body = f"{rule.question} {rule.text}"
        named = _fits(rule, words) or rule.id == phase
        if named or all(token.search(body) for token in tokens):
            early = max((hit.start() for token in tokens if (hit := token.search(body))), default=0)
            heads = all(token.search(rule.section) for token in tokens)
            phrase = wanted in _plain(body)
            found.append(((-named, -phrase, -KINDS.get(rule.kind, 0), -heads, early // 20, at), rule))
    return [rule for _, rule in sorted(found, key=lambda one: one[0])]


def _fits(rule: Rule, words: str) -> bool:
    return _plain(words) in {_plain(word) for word in rule.words}


def _plain(words: str) -> str:
    return " ".join(words.lower().replace("-", " ").replace("_", " ").split())


def _stem(token: str) -> str:
    """Return a word without the endings that the search adds again."""
    for ending in ("ing", "es", "ed", "s"):
        if token.endswith(ending) and len(token) - len(ending) > 2:
            return token.removesuffix(ending)
    return token

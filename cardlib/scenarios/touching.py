"""What a scenario touches, as far as a machine can tell: rules that it cites or goes by, cards and words that occur.

A pin of a rule is in doubt where neither the rule's id nor one that its text names stands in a `because`, in an event,
a decision or the result of the scenario or with an option offered (the first one of each kind), and nothing else that
its text names occurs: no card in play, of a step or of an event, no keyword of one, no kind of event, verb,
phase, zone, counter or value of the position and the steps. A pin of a card is in doubt where the card is no permanent
of the position and in no step and no event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters.words import fold
from cardlib.scenarios.playing import Play
from cardlib.scenarios.values import zone_name

if TYPE_CHECKING:
    from cardlib.catalog.models import Rule
    from cardlib.game import Game
    from cardlib.kernel.decisions import Choice
    from cardlib.kernel.match import Match
    from cardlib.scenarios.reading import Scenario

_BECAUSE = re.compile(r" because (\S+)$")
_ID = re.compile(r"\b[A-Z]+-[A-Z]?[0-9]+\b")
_WORD = re.compile(r"[a-z]+")
_PLAIN = ("can", "cannot", "because", "player")  # words of steps that say nothing of what they are about
_EXPECTED = re.compile(r"^expect (?:now )?(.+?) (?:=|!=|<=|>=|<|>|has|lacks) (.*)$")


@dataclass(slots=True)
class Trace:
    """What occurred in a scenario: ids of rules, ids of cards, words of the game."""

    rules: set[str] = field(default_factory=set)
    cards: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


def cited(scenario: Scenario) -> Iterator[str]:
    """Yield the ids that the steps of a scenario cite: `A cannot end because MIW-038`."""
    for step in scenario.data.get("steps", ()):
        found = _BECAUSE.search(step)
        if found:
            yield found[1]


def trace(game: Game, scenario: Scenario) -> Trace:
    """Play a scenario and return what occurred in it, up to the step at which it fails if it does."""
    found = Trace(rules=set(cited(scenario)))
    _given(game, scenario, found)
    try:
        play = Play(game, scenario)
        _look(play.match, found)
        for step in scenario.data.get("steps", ()):
            _said(game, step, found)
            play.step(step)
            _look(play.match, found)
    except CardlibError:
        return found
    s, facts = play.match.state, game.facts
    for kind, subject, other, _, _, rule, _ in play.match.events or ():
        found.words.update(_WORD.findall(kind))
        if rule:
            found.rules.add(rule)
        for obj in (subject, other):
            if 0 <= obj < len(s.card):
                found.cards.add(facts.ids[s.card[obj]])
    result = play.match.result
    if result is not None and result.rule:
        found.rules.add(result.rule)
        found.words.update(("wins", "loses", "draw", "ends"))
    for word in tuple(found.words):
        if word in facts.zone:
            found.words.update(_WORD.findall(fold(zone_name(game, word))))
        elif word in facts.vocabulary.counters:
            found.words.update(_WORD.findall(fold(facts.vocabulary.counters[word].name)))
    for card in found.cards:
        found.words.update(facts.keywords[facts.number[card]])
    return found


def touches(game: Game, found: Trace, pin: str) -> bool:
    """Whether what occurred has to do with a rule or card, as far as a machine can tell."""
    if pin in found.rules or pin in found.cards:
        return True
    rule = game.project.rules.get(pin)
    if rule is None:
        return False
    return not found.rules.isdisjoint(_ID.findall(f"{rule.text} {' '.join(rule.refs)}")) or _named(game, rule, found)


def _named(game: Game, rule: Rule, found: Trace) -> bool:
    """Whether the text of a rule names a card or a word that occurred."""
    text = fold(" ".join((rule.title, rule.question, rule.text)))
    names = {fold(game.facts.names[game.facts.number[card]]) for card in found.cards}
    if any(name in text for name in names):
        return True
    said = _WORD.findall(text)
    return any(
        word.startswith(stem) for stem in {_stem(word) for word in found.words} if len(stem) > 2 for word in said
    )


def _stem(word: str) -> str:
    """A word without its ending, so that `moves` and `moved` are `mov`."""
    return re.sub(r"(ies|ied|ing|es|ed|e|s|y)$", "", word) if len(word) > 4 else word


def _given(game: Game, scenario: Scenario, found: Trace) -> None:
    given = scenario.data.get("given", {})
    facts = game.facts
    found.words.update(_WORD.findall(given.get("phase", "")))
    found.words.update(given.get("has", {}))
    actors = given.get("actors", {})
    for seat in (*facts.letters, *actors):
        side = given.get(seat) or actors.get(seat, {})
        found.words.update(word for word in side if word not in ("has", facts.field, facts.role.get("deck")))
        found.words.update(side.get("has", {}))
        for entry in side.get(facts.field, ()):
            about = {"card": entry.partition(" ")[0]} if isinstance(entry, str) else entry
            if about["card"] in facts.number:  # a position that cannot be laid out has others
                found.cards.add(about["card"])
            found.words.update(word for word in about if word not in ("card", "at"))
            if "owner" in about:
                found.words.add("control")


def _said(game: Game, step: str, found: Trace) -> None:
    """The words of a step: its verb and the cards that it names; of an expectation what it reads."""
    expected = _EXPECTED.match(step)
    words = step.split()
    found.cards.update(word for part in words if (word := part.partition(".")[0]) in game.facts.number)
    if expected:
        path = expected[1].rpartition(".")
        found.words.update(_WORD.findall(path[2]))
    elif words[0] in game.facts.letters:
        found.words.update(word for word in words[1:] if word.isalpha() and len(word) > 2 and word not in _PLAIN)


def _look(match: Match, found: Trace) -> None:
    """The rules of the decision that is due, and of the first option of each kind."""
    decision = match.decision
    if match.over or decision is None:
        return
    if decision.rule:
        found.rules.add(decision.rule)
    kinds: dict[str, Choice] = {}
    for value in decision.choices:
        kinds.setdefault(value[0], value)
    found.rules.update(rule for value in kinds.values() if (rule := match.say(value).rule))

"""Which cards of a section something in the deck can bring into play: `reach`.

A way brings the cards `of` a filter: by itself (they come on their own), `by` cards that pass another filter, or
`named_by` a keyword that names one of their subtypes or types ("Transport 1: Trooper"). What brings lies in the other
sections; with `chain` also in the same one, if it has been brought itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardlib.decks.constraints import breach
from cardlib.decks.facts import Counted, Counts, Facts
from cardlib.decks.formats import Constraint, Way
from cardlib.decks.violations import Violation


@dataclass(frozen=True, slots=True)
class Path:
    """A way worked out: what comes on its own, and what each card brings."""

    alone: frozenset[str]
    by: Mapping[str, frozenset[str]]
    chain: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """Every card of the sections can be brought into play by some way."""

    facts: Facts
    constraint: Constraint
    sections: tuple[str, ...]
    others: tuple[str, ...]
    paths: tuple[Path, ...]

    def brought(self, inside: Counts, others: Counts) -> frozenset[str]:
        """The ids of all cards that would come into play from a section, given what lies in it and in the others."""
        found: set[str] = set()
        for path in self.paths:
            found |= path.alone
            for card in others:
                found |= path.by.get(card, frozenset())
        waiting = [card for card in inside if card in found]
        seen = set(waiting)
        while waiting:
            card = waiting.pop()
            for path in self.paths:
                if path.chain:
                    found |= path.by.get(card, frozenset())
            fresh = [other for other in inside if other in found and other not in seen]
            seen.update(fresh)
            waiting += fresh
        return frozenset(found)

    def test(self, counted: Counted) -> Iterator[Violation]:
        """Yield a violation for all cards that nothing brings into play."""
        inside = counted.of(self.sections)
        if not inside:
            return
        brought = self.brought(inside, counted.of(self.others))
        stuck = {card: count for card, count in inside.items() if card not in brought and card in self.facts.pool}
        if stuck:
            helpers = sorted({card for path in self.paths for card in path.by if path.by[card] & stuck.keys()})
            named = " or ".join(self.facts.name(card) for card in helpers[:3])
            fix = f"swap {self.facts.named(stuck)} for other cards" + (f", or add {named}" if named else "")
            section = ", ".join(self.sections)
            allowed = "only cards that something in the deck brings into play"
            yield breach(self.facts, self.constraint, sum(stuck.values()), allowed, fix, tuple(stuck), section)


def compiled_path(facts: Facts, way: Way) -> Path:
    """Work a way out for the cards of a game."""
    cards = facts.cards_of(way.of) if way.of else frozenset(facts.pool)
    if way.named_by:
        keyword = facts.project.keywords[way.named_by]
        by: dict[str, frozenset[str]] = {}
        for bringer in facts.pool.values():
            words = bringer.words.get(way.named_by, {}).keys()
            if words:
                by[bringer.id] = frozenset(
                    id_
                    for id_ in cards
                    if words & (facts.pool[id_].types if keyword.word == "type" else set(facts.pool[id_].subtypes))
                )
        return Path(frozenset(), by, way.chain)
    if way.by:
        return Path(frozenset(), dict.fromkeys(facts.cards_of(way.by), cards), way.chain)
    return Path(cards, {}, way.chain)

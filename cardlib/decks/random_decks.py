"""Random legal decks: built so that no upper limit is ever passed and every lower one is met, from the same constraints
that the checker tests.

A format whose decks are listed has no others to draw: one of these is drawn.

Guided decks also aim at the guidelines of the format (severity `advice`) and avoid what it warns of, so that they look
like decks that people play; wild ones obey the rules alone. The same seed gives the same deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib.decks.checking import CompiledFormat, Test, compile_format
from cardlib.decks.composition import reading_order
from cardlib.decks.constraints import Bound, Copies, Listed, Lock, Partners, Pool
from cardlib.decks.model import Deck, Entry, Section
from cardlib.decks.reach import Reach
from cardlib.errors import CardlibError, NotFound
from cardlib.filters.nearest import nearest_note
from cardlib.kernel.chance import Chance, derive

if TYPE_CHECKING:
    from cardlib.catalog import Project

ATTEMPTS = 40
MOST_AT_ONCE = 4  # copies of one card that one pick adds at most


def random_deck(
    project: Project,
    seed: int = 0,
    rules: CompiledFormat | None = None,
    guided: bool = True,
    size: int | None = None,
    identity: str = "",
) -> Deck:
    """A deck that passes the format, drawn from the seed.

    `size` is the number of cards in the main section, the smallest legal one unless given; `identity` is what the deck
    names itself where the format asks for that, such as a subfaction, by chance unless given. Raises `CardlibError`
    with the rules in the way when no attempt ends in a legal deck, `NotFound` for an identity that there is not.
    """
    compiled = rules or compile_format(project)
    if identity:
        _check_identity(compiled, identity)
    listed = [test for test in compiled.tests if isinstance(test, Listed) and test.constraint.severity == "error"]
    if listed:
        return _listed_deck(project, seed, compiled, listed, size, identity)
    broken: tuple[str, ...] = ()
    for attempt in range(ATTEMPTS):
        chance = Chance(derive(seed, attempt))
        builder = _Builder.begin(project, compiled, chance, guided and attempt < ATTEMPTS // 2, size, identity)
        deck = builder.build(f"Random {seed}")
        broken = compiled.check(deck).rules
        if not broken:
            return deck
    raise CardlibError(f"no random deck of seed {seed} passes {compiled.format.name}; in the way: {', '.join(broken)}")


def _listed_deck(
    project: Project, seed: int, compiled: CompiledFormat, listed: Sequence[Listed], size: int | None, identity: str
) -> Deck:
    """One of the decks that the format lists, of the identity and size asked for."""
    from cardlib.decks.files import own_deck

    main = compiled.format.draws.section
    locks = [test for test in compiled.tests if isinstance(test, Lock)] if identity else []
    decks = [own_deck(name, project) for name in listed[0].decks]
    fitting = [
        deck
        for deck in decks
        if size in (None, deck.section(main).size)
        and any(lock.named(deck) == [lock.identity(identity)] for lock in locks) is bool(locks)
        and compiled.check(deck).legal
    ]
    if not fitting:
        names = ", ".join(deck.name for deck in decks)
        raise CardlibError(f"{compiled.format.name} lists no such deck ({names}); --rules names another format")
    return fitting[Chance(derive(seed, 0)).below(len(fitting))]


def _check_identity(compiled: CompiledFormat, identity: str) -> None:
    locks = [test for test in compiled.tests if isinstance(test, Lock)]
    known = [value for lock in locks for value in lock.values]
    if not any(lock.identity(identity) in lock.values for lock in locks):
        more = nearest_note(identity.lower(), known, f"; known: {', '.join(known) or 'none'}")
        raise NotFound(f"{compiled.format.name} knows no identity {identity!r}{more}")


@dataclass(slots=True)
class _Builder:
    """A deck being built: counts by section, and the running totals of every constraint."""

    project: Project
    compiled: CompiledFormat
    chance: Chance
    bounds: list[Bound]
    guides: list[Bound]
    copies: list[Copies]
    partners: list[Partners]
    reaches: list[Reach]
    targets: dict[str, int]
    uncounted: dict[str, frozenset[str]]  # by section the cards that do not count for its target
    eligible: list[str]
    headers: dict[str, str]
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    keyed: dict[tuple[int, str], int] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        project: Project,
        compiled: CompiledFormat,
        chance: Chance,
        guided: bool,
        size: int | None,
        identity: str = "",
    ) -> _Builder:
        tests: Sequence[Test] = compiled.tests
        warned = [test for test in tests if test.constraint.severity == "warning"]
        guides: Sequence[Test] = (*warned, *compiled.guides) if guided else ()
        hard = [test for test in tests if test.constraint.severity == "error"]
        eligible = set(project.cards)
        headers: dict[str, str] = {}
        for test in hard:
            if isinstance(test, Pool) and test.cards is not None:
                eligible &= test.cards
            elif isinstance(test, Lock) and test.values:
                value = test.identity(identity)
                if value not in test.values:
                    value = list(test.values)[chance.below(len(test.values))]
                headers[test.constraint.header] = value
                eligible &= test.values[value]
        targets: dict[str, int] = {}
        uncounted: dict[str, frozenset[str]] = {}
        for test in hard:
            if isinstance(test, Bound) and test.weights is None and len(test.sections) == 1 and test.low:
                targets[test.sections[0]] = test.low
                uncounted[test.sections[0]] = test.uncounted
        main = compiled.format.draws.section
        if size is not None:
            targets[main] = size
        partners = [test for test in (tests if guided else hard) if isinstance(test, Partners)]
        return cls(
            project,
            compiled,
            chance,
            [test for test in hard if isinstance(test, Bound)],
            [test for test in guides if isinstance(test, Bound)],
            [test for test in (*hard, *guides) if isinstance(test, Copies)],
            partners,
            [test for test in (*hard, *guides) if isinstance(test, Reach)],
            targets,
            uncounted,
            sorted(eligible),
            headers,
        )

    def build(self, name: str) -> Deck:
        """Meet every lower limit, those of the rules first, then fill up each section."""
        for test in self.copies:
            if test.constraint.severity == "error":
                for card, key in test.group.items():
                    self._add(test.sections[0], card, test.low.get(key, 0))
        for bound in (*self.bounds, *self.guides):
            if bound.low is not None and bound.weights is not None:
                self._reach(bound, bound.low)
        for section, target in self.targets.items():
            cards = [card for card in self.eligible if card not in self.uncounted.get(section, ())]
            while (left := target - self._filled(section)) > 0:
                if not self._pick(section, cards, left):
                    break
        return self._deck(name)

    def _reach(self, bound: Bound, low: int) -> None:
        weights = bound.weights or {}
        cards = [card for card in self.eligible if weights.get(card, 0) > 0]
        sections = [section for section in bound.sections if section in self.targets] or list(bound.sections)
        while (missing := low - self.totals.get(id(bound), 0)) > 0:
            section = sections[self.chance.below(len(sections))]
            if not self._pick(section, cards, missing):
                return

    def _pick(self, section: str, cards: Sequence[str], most: int) -> bool:
        """Add a few copies of one random card that has room, and the partners it asks for."""
        for reach in self.reaches:
            if section in reach.sections:
                brought = reach.brought(self._held(reach.sections), self._held(reach.others))
                cards = [card for card in cards if card in brought]
        start = self.chance.below(len(cards)) if cards else 0
        for card in (*cards[start:], *cards[:start]):
            room = min(self.room(section, card), most, MOST_AT_ONCE)
            if room > 0:
                before = self._saved()
                self._add(section, card, 1 + self.chance.below(room))
                if self._with_partners(section, card):
                    return True
                self.counts, self.totals, self.keyed = before
        return False

    def _filled(self, section: str) -> int:
        """How many cards a section has that count for its target."""
        apart = self.uncounted.get(section, ())
        return sum(count for card, count in self.counts.get(section, {}).items() if card not in apart)

    def _held(self, sections: Sequence[str]) -> dict[str, int]:
        return {card: count for section in sections for card, count in self.counts.get(section, {}).items()}

    def _with_partners(self, section: str, card: str, depth: int = 4) -> bool:
        for test in self.partners:
            if card not in test.condition:
                continue
            for cards in test.needs:
                while sum(self.counts[section].get(one, 0) for one in cards) < test.least:
                    fitting = [one for one in self.eligible if one in cards and self.room(section, one) > 0]
                    if not fitting or depth == 0:
                        return False
                    partner = fitting[self.chance.below(len(fitting))]
                    self._add(section, partner, 1)
                    if not self._with_partners(section, partner, depth - 1):
                        return False
        return True

    def room(self, section: str, card: str) -> int:
        """How many copies of a card a section can still take without passing any limit."""
        room = self.targets.get(section, 0) - self._filled(section)
        if section not in self.targets or card in self.uncounted.get(section, ()):
            room = MOST_AT_ONCE
        for bound in (*self.bounds, *self.guides):
            if bound.high is not None and section in bound.sections:
                weight = bound.weight(card)
                if weight > 0:
                    room = min(room, (bound.high - self.totals.get(id(bound), 0)) // weight)
        for test in self.copies:
            key = test.group.get(card)
            if key is not None and key in test.high and section in test.sections:
                room = min(room, test.high[key] - self.keyed.get((id(test), key), 0))
        return room

    def _add(self, section: str, card: str, count: int) -> None:
        if count <= 0:
            return
        here = self.counts.setdefault(section, {})
        here[card] = here.get(card, 0) + count
        for bound in (*self.bounds, *self.guides):
            if section in bound.sections:
                weight = bound.weight(card)
                self.totals[id(bound)] = self.totals.get(id(bound), 0) + weight * count
        for test in self.copies:
            key = test.group.get(card)
            if key is not None and section in test.sections:
                self.keyed[id(test), key] = self.keyed.get((id(test), key), 0) + count

    def _saved(self) -> tuple[dict[str, dict[str, int]], dict[int, int], dict[tuple[int, str], int]]:
        return {section: dict(cards) for section, cards in self.counts.items()}, dict(self.totals), dict(self.keyed)

    def _deck(self, name: str) -> Deck:
        curve = self.compiled.format.curve
        sections = []
        for section in self.compiled.format.sections:
            cards = self.counts.get(section, {})
            if cards or section == self.compiled.format.draws.section:
                ordered = sorted(cards, key=lambda id_: reading_order(self.project.cards[id_], self.project, curve))
                sections.append(Section(section, tuple(Entry(cards[card], card) for card in ordered)))
        headers = {"format": self.compiled.format.id, **self.headers}
        return Deck(name, tuple(sections), self.project.slug, headers)

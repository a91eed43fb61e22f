"""Documents on paper: team sheets and the like, drawn by layouts of their kind, in which formulas say what is written.

A layout with `"document": "team"` is for documents of that kind. What begins with `=` in it is a formula over the
document, as in `documents/*.json`: `{=stats.E.health}` in a text, `"when": "=level >= 5"`, and in `for` which documents
it is for. A document is drawn by every layout that is for it, in the order of their names; on a piece of such a layout
nothing is filled in. Formulas over the cards and numbers of the game stand in any layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardlib.catalog import Card
from cardlib_print.markup import Value, plain
from cardlib_print.untyped import untyped

if TYPE_CHECKING:  # what works formulas out is read when there is one: most layouts have none
    from cardlib.catalog import Project
    from cardlib.decks import Deck
    from cardlib.decks.naming import Formula, Naming
    from cardlib.decks.working import Work

MARK = "="  # what begins a formula
ID = "document-"  # what the ids of forms begin with
Cards = Callable[["Card | None"], Sequence[Card]]  # the cards that a text is written for, on a card or form


@dataclass(frozen=True, slots=True)
class Form(Card):
    """A document as layouts see it: a card of no type, whose formulas are worked out over its fields."""

    work: Work | None = field(default=None, compare=False, repr=False)


@dataclass(slots=True)
class Formulas:
    """The formulas of a layout by their texts, and what they may name: of the kind of documents that it is for.

    Without a kind they name cards and numbers of the game. `words` are the words of fields as they are printed.
    """

    project: Project
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    read: dict[str, Formula] = field(default_factory=dict)
    _naming: Naming | None = None

    @property
    def naming(self) -> Naming:
        """What they may name."""
        if self._naming is None:
            from cardlib.decks.naming import Naming

            self._naming = Naming(self.project, frozenset())
        return self._naming

    def formula(self, text: str) -> Formula:
        """Return the formula behind the mark; raises `FormulaError` for one that cannot be read."""
        if text not in self.read:
            self.read[text] = self.naming.formula(text.removeprefix(MARK).strip())
        return self.read[text]

    def holds(self, text: str, card: Card | None) -> bool:
        """Whether a formula is true on a form."""
        return bool(self.work(card).of(self.formula(text)))

    def value(self, text: str, card: Card | None) -> Value:
        """Return what a formula comes to as printed, nothing for what is not there."""
        formula = self.formula(text)
        found = self.work(card).of(formula)
        if found is None or found == [] or found == {}:
            return ()
        if isinstance(found, str):
            found = self.words.get(formula.path, {}).get(found, found)
        shown = self.work(card).shown
        if isinstance(found, list):
            counted = Counter(map(shown, found))
            return plain(", ".join(name if count == 1 else f"{count} {name}" for name, count in counted.items()))
        return plain(shown(found).replace("-", "\u2212") if isinstance(found, int) else shown(found))

    def cards(self, text: str, card: Card | None) -> list[Card]:
        """Return the cards that a formula gives, each once."""
        from cardlib.decks.running import held

        known = self.project.cards
        ids = dict.fromkeys(held(self.work(card).of(self.formula(text))))
        return [known[id_] for id_ in ids if id_ in known]

    def work(self, card: Card | None) -> Work:
        """Return the document of a form, or an empty one."""
        if isinstance(card, Form) and card.work is not None:
            return card.work
        from cardlib.decks.working import Work

        return Work(self.naming, {})


def formulas_for(project: Project, kind: str) -> Formulas:
    """Return what the formulas of a layout for a kind of documents may name; raises `NotFound` for no such kind."""
    if not kind:
        return Formulas(project)
    from cardlib.decks.kinds import kind_of

    about = kind_of(project, kind)
    words = {name: one.values for name, one in about.fields.items() if one.values}
    return Formulas(project, words, _naming=about.naming)


def form_layouts(project: Project) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the kind of documents and the condition of each layout for documents, in alphabetical order."""
    from cardlib_print.layouts import own_layouts

    for name, raw in own_layouts(project):
        kind = raw.get("document")
        if isinstance(kind, str) and kind:
            condition = raw.get("for")
            yield name, kind, condition if isinstance(condition, str) else ""


def forms(project: Project, deck: Deck) -> list[tuple[Form, str]]:
    """Return a document as forms with the names of the layouts that draw them; none for a deck of cards."""
    from cardlib.decks.facts import values_of
    from cardlib.decks.working import Work

    found = []
    for name, kind, condition in form_layouts(project):
        if kind != deck.kind:
            continue
        formulas = formulas_for(project, kind)
        work = Work(formulas.naming, values_of(deck, project), deck.headers)
        form = untyped(Form, project, f"{ID}{_slug(deck.name)}-{name}", deck.name, work=work)
        if not condition or formulas.holds(condition, form):
            found.append((form, name))
    return found


def _slug(name: str) -> str:
    return "-".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split()) or "unnamed"

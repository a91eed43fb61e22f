"""The odds of a document's dice: what its cards come to together, alone and against the document of another side.

    deck_odds(war_rig, load_deck("hunter", war_rig), "hits", against=load_deck("gnat", war_rig))

Which questions there are, the kind of document declares under `odds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardlib.errors import NotFound
from cardlib.filters.nearest import nearest_note
from cardlib.odds import Distribution
from cardlib.odds.volleys import Shot, volley

if TYPE_CHECKING:
    from cardlib.catalog import Project
    from cardlib.decks import Deck
    from cardlib.decks.kinds import Kind
    from cardlib.decks.portrayal import Question
    from cardlib.decks.working import Work


class DeckOdds(NamedTuple):
    """What the dice come to: `plain`, and `against` a side that has `again` dice of each roll rolled again.

    `title` says what is counted, `again_title` what the rolling again is called; "" where nothing is.
    """

    title: str
    plain: Distribution
    against: Distribution
    again: int = 0
    again_title: str = ""


def deck_odds(project: Project, deck: Deck, question: str, against: Deck | None = None) -> DeckOdds:
    """Work a question of a document out, exactly.

    Raises `NotFound` for a question that the kind does not have, and `TooLarge` for more than can be worked out.
    """
    kind, work = _work(project, deck)
    about = kind.questions.get(question)
    if about is None:
        known = ", ".join(kind.questions) or "none"
        raise NotFound(
            f"a {kind.name} answers no question {question!r}"
            + nearest_note(question, kind.questions, f"; questions: {known}")
        )
    shots = _shots(project, about, work)
    plain = volley(shots, about.retried)
    again = 0
    if against is not None and about.again is not None:
        from cardlib.decks.portrayal import OTHER

        other, theirs = _work(project, against)
        figures = {name: theirs.of(figure.formula) for name, figure in other.figures.items()}
        again = max(0, work.of(about.again, {OTHER: figures}) or 0)
    after = volley(shots, about.retried, again) if again else plain
    return DeckOdds(about.title, plain, after, again, about.again_title)


def _work(project: Project, deck: Deck) -> tuple[Kind, Work]:
    from cardlib.decks.facts import values_of
    from cardlib.decks.kinds import DECK, kind_of
    from cardlib.decks.working import Work

    if deck.kind == DECK:
        raise NotFound(f"{deck.name}: found a deck, expected a document of a kind that declares odds of its dice")
    kind = kind_of(project, deck.kind)
    return kind, Work(kind.naming, values_of(deck, project), deck.headers)


def _shots(project: Project, about: Question, work: Work) -> list[Shot]:
    """The rolls of a document: one for each card, those that help others first."""
    from cardlib.decks.working import held
    from cardlib.kernel import dice

    def number(card: str, attribute: str) -> int:
        value = project.cards[card].attributes.get(attribute)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    found = []
    cards = [card for card in held(work.of(about.rolls)) if card in project.cards]
    for card in sorted(cards, key=lambda card: card not in about.helpers):
        rolled = [(project.dice[die], number(card, name)) for die, name in about.dice.items()]
        turned = [(symbol, number(card, name)) for symbol, name in (about.turn or {}).items()]
        changes = [dice.void(symbol) for symbol in about.void]
        changes += [dice.turn(symbol, about.counts, times) for symbol, times in turned if times]
        helps = about.helps if card in about.helpers else ""
        found.append(Shot(tuple(one for one in rolled if one[1]), about.counts, tuple(changes), helps))
    return found

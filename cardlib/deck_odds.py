"""The odds of a document's dice: what its cards come to together, alone and against the document of another side.

    deck_odds(war_rig, load_deck("hunter", war_rig), "hits", against=load_deck("gnat", war_rig))

Which questions there are, the kind of document declares under `odds`: rolls of its cards, or a question written out in
the notation of odds, which may depend on more than the document:

    deck_odds(analog_tactics, sheet, "damage", against=other, asked={"by": "C1", "on": "E"})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

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

    `title` says what is counted, `again_title` what the rolling again is called; "" where nothing is. Of a question
    that is written out `written` says how it reads with the values of this document, and `faced` of both.
    """

    title: str
    plain: Distribution
    against: Distribution
    again: int = 0
    again_title: str = ""
    written: str = ""
    faced: str = ""


def deck_odds(
    project: Project,
    deck: Deck,
    question: str,
    against: Deck | None = None,
    asked: Mapping[str, int | str] | None = None,
) -> DeckOdds:
    """Work a question of a document out, exactly; `asked` is what it depends on beside the document.

    Raises `NotFound` for a question that the kind does not have and for another side of another kind, and `TooLarge`
    for more than can be worked out.
    """
    kind, work = _work(project, deck)
    about = kind.questions.get(question)
    if about is None:
        known = ", ".join(kind.questions) or "none"
        raise NotFound(
            f"a {kind.name} answers no question {question!r}"
            + nearest_note(question, kind.questions, f"; questions: {known}")
        )
    if against is not None and against.kind != deck.kind:
        raise NotFound(f"{against.name}: found the kind '{against.kind}', expected a {kind.name} for the other side")
    if about.written is not None:
        return _written(project, about, work, against, asked or {})
    if asked:
        raise NotFound(f"the question {question!r} of a {kind.name} depends on nothing beside the document")
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


def _written(
    project: Project, about: Question, work: Work, against: Deck | None, asked: Mapping[str, int | str]
) -> DeckOdds:
    """A question in the notation of odds, with the values of the documents in it."""
    from cardlib.odds import odds

    for name in asked:
        if name not in about.asked:
            known = ", ".join(about.asked) or "nothing"
            raise NotFound(
                f"{about.title} does not depend on {name!r}"
                + nearest_note(name, about.asked, f"; it depends on: {known}")
            )
    alone = _question(about, work, asked, None)
    plain = odds(alone, project.dice).distribution
    if against is None:
        return DeckOdds(about.title, plain, plain, written=alone, faced=alone)
    kind, other = _work(project, against)
    theirs = {**other.fields, **{name: other.of(figure.formula) for name, figure in kind.figures.items()}}
    faced = _question(about, work, asked, theirs)
    return DeckOdds(about.title, plain, odds(faced, project.dice).distribution, written=alone, faced=faced)


def _question(about: Question, work: Work, asked: Mapping[str, Any], theirs: Mapping[str, Any] | None) -> str:
    from cardlib.decks.portrayal import OTHER

    bound: dict[str, Any] = {OTHER: theirs}
    for name, one in about.asked.items():
        bound[name] = asked.get(name, one.value)
        known = work.of(one.of, bound) if one.of is not None else None
        if known and bound[name] not in known:
            words = ", ".join(map(str, known))
            raise NotFound(
                f"{name}: found {bound[name]!r}" + nearest_note(str(bound[name]), known, f", expected one of {words}")
            )
    for name, step in about.steps.items():
        bound[name] = work.of(step, bound)
    assert about.written is not None
    return str(work.of(about.written, bound))


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
    from cardlib.decks.running import held
    from cardlib.kernel import dice

    def number(card: str, attribute: str) -> int:
        value = project.cards[card].attributes.get(attribute)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    found = []
    assert about.rolls is not None
    cards = [card for card in held(work.of(about.rolls)) if card in project.cards]
    for card in sorted(cards, key=lambda card: card not in about.helpers):
        rolled = [(project.dice[die], number(card, name)) for die, name in about.dice.items()]
        turned = [(symbol, number(card, name)) for symbol, name in (about.turn or {}).items()]
        changes = [dice.void(symbol) for symbol in about.void]
        changes += [dice.turn(symbol, about.counts, times) for symbol, times in turned if times]
        helps = about.helps if card in about.helpers else ""
        found.append(Shot(tuple(one for one in rolled if one[1]), about.counts, tuple(changes), helps))
    return found

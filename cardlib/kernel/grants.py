"""Abilities that objects have beside those printed on them: of a class, a rank, a pick, equipment, an aura, a building.

An ability that is granted stands on a card of its own, and the operation `grants` says to whom it belongs: in `static`
as long as its source is there and they fit, in `do` for a time. Whoever has it uses it as an own one: it is the
source, it pays, and its limits are counted by it. Nothing is stored: who has what is worked out with all that is in
force.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from cardlib.kernel import values
from cardlib.kernel.effects import Granted

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.match import Match


TOGETHER: Final = 10_000  # combinations of cards of which it is kept what listens to something


def granted(m: Match) -> Granted:
    """Return by object the cards whose abilities it has beside its own, each with the source that grants it."""
    return values.in_force(m).granted


def abilities_of(m: Match, obj: int) -> Iterator[tuple[Ability, int]]:
    """Yield every ability that an object has now, printed or granted, with the object that it comes from."""
    if not values.lost(m, obj):
        for ability in m.facts.abilities[m.state.card[obj]]:
            yield ability, obj
    if m.facts.granting:
        for card, source in granted(m).get(obj, ()):
            for ability in m.facts.abilities[card]:
                yield ability, source


def reactions(m: Match, window: str) -> tuple[tuple[int, Ability], ...]:
    """Return the granted reactions to a window, each with the object that has it."""
    return _listening(m, f"react:{window}", m.facts.reactions, window)


def triggers(m: Match, kind: str) -> tuple[tuple[int, Ability], ...]:
    """Return the granted triggers that listen to an event, each with the object that has it."""
    return _listening(m, kind, m.facts.triggers, kind)


def _listening(
    m: Match, key: str, by_card: Sequence[Mapping[str, tuple[Ability, ...]]], kind: str
) -> tuple[tuple[int, Ability], ...]:
    """The granted abilities that listen to something; gathered once, until something else is in force."""
    table = values.in_force(m)
    found = table.listening.get(key)
    if found is None:
        together = table.listening.get("together")
        if together is None:
            together = table.listening["together"] = [
                (obj, tuple([card for card, _ in cards])) for obj, cards in table.granted.items()
            ]
        heard = m.facts.heard_together
        gathered: list[tuple[int, Ability]] = []
        for obj, cards in together:
            abilities = heard.get((key, cards))
            if abilities is None:
                if len(heard) >= TOGETHER:
                    heard.clear()
                abilities = tuple([ability for card in cards for ability in by_card[card].get(kind, ())])
                heard[key, cards] = abilities
            gathered += [(obj, ability) for ability in abilities]
        found = table.listening[key] = tuple(gathered)
    return found


def number(m: Match, obj: int, card: int, attr: str) -> int:
    """Return a number that stands on the card of an ability, as it is for the object that has the ability."""
    if m.state.card[obj] == card:
        return m.rules.value(m, obj, attr)
    column = m.facts.printed.get(attr)
    found = (column[card] or 0) if column else 0
    added = 0
    for row in values.effects(m, "scale:" + attr):
        effect = row[0]
        if (effect.other is None or effect.other(m, card, row[1], row[2])) and values.covers(m, row, obj):
            if effect.mode == "set":
                found = values.amount(m, row, obj)
            else:
                added += values.amount(m, row, obj)
    return found + added

"""What the sentence of an event says of its moment: the phase, which copy a card was, what a number has become.

A log is told later, from a position in which cards have left and numbers have gone on. So these words are made when
the event is recorded, on matches that keep a log. Forks of a search keep none, and a match whose log nobody reads is
`wordless`. An event may also be foretold: recorded, and told once something has come of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardlib.kernel.records import UNSEEN, Raw, Seen
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.records import Lasting


def seen(m: Match, kind: str, subject: int, other: int, number: int, player: int, total: str = "") -> Seen:
    """Return what the sentence of an event says of this moment; `total` stands where it is known already."""
    rules = m.rules
    if kind in rules.speech.silent:
        return UNSEEN
    known = rules.speech.totals.get(kind)
    return Seen(
        rules.table.phase(m),
        m.marks.get(subject, (0, ""))[1] if kind in rules.speech.leaving else mark(m, subject),
        mark(m, other) if other < len(m.state.card) else "",
        known(m, subject, other, number, player) if known is not None and not total else total,
        unseen=_unseen(m, subject),
        unseen_other=_unseen(m, other),
    )


def foretell(m: Match, kind: str, subject: int, other: int, player: int, rule: str | None, total: str = "") -> None:
    """Record an event that is told only if something comes of it, until `told_out`: nobody listens to it."""
    m.touched = True
    if m.events is not None and m.wordless:
        m.events.append(Raw(kind, subject, other, 0, player, rule, UNSEEN))
    elif m.events is not None:
        said = seen(m, kind, subject, other, 0, player, total)._replace(idle=True)
        m.foretold = len(m.events), m.state.fork()
        m.events.append(Raw(kind, subject, other, 0, player, rule, said))


def told_out(m: Match) -> None:
    """What was foretold is over; it is told all the same if it did something that no event told."""
    if m.foretold is not None and not m.state.lies_as(m.foretold[1]):
        came_true(m)
    m.foretold = None


def came_true(m: Match) -> None:
    """What was foretold is told: something came of it."""
    if m.foretold is not None and m.events is not None and m.foretold[0] < len(m.events):
        event = m.events[m.foretold[0]]
        m.events[m.foretold[0]] = event._replace(seen=event.seen._replace(idle=False))
    m.foretold = None


def _unseen(m: Match, obj: int) -> int:
    """Return who may not look at a thing that lies face down, a bit for each."""
    s = m.state
    if not s.down or obj not in s.down:
        return 0
    return ~s.shown_to.get(str(obj), 0) & ((1 << m.facts.sides) - 1)


def mark(m: Match, obj: int) -> str:
    """Return what tells an object from other copies of its card: as the board did when the last option was taken.

    What has moved or arrived since is called as it stands now.
    """
    if obj < 0:
        return ""
    s = m.state
    known = m.marks.get(obj)
    if s.zone[obj] == m.facts.field_zone and (known is None or known[0] != s.space_of(obj)):
        copies = [other for other in s.zones[s.zone[obj]] if s.card[other] == s.card[obj] and other not in s.down]
        if obj in s.down:
            return ""
        known = (s.space_of(obj), _mark(m, obj, copies))
        if len(copies) > 1:
            m.marks[obj] = known
    return known[1] if known is not None else ""


def marks(m: Match) -> dict[int, tuple[int, str]]:
    """Return the marks of all copies in play, each with its space; there are few."""
    s = m.state
    groups: dict[tuple[int, int], list[int]] = {}
    for zone in dict.fromkeys(m.facts.zone.get(m.facts.field, ())):
        for obj in s.zones[zone]:
            if obj in s.down:
                continue
            groups.setdefault((zone, s.card[obj]), []).append(obj)
    found: dict[int, tuple[int, str]] = {}
    for (zone, _), group in groups.items():
        if len(group) < 2:
            continue
        if s.down or m.facts.zone_owner[zone] != NOWHERE:
            found.update((obj, (s.space_of(obj), _mark(m, obj, group))) for obj in group)
        else:
            _mark_all(m, group, found)
    return found


def _mark_all(m: Match, group: Sequence[int], found: dict[int, tuple[int, str]]) -> None:
    """Mark copies in a zone of all players at once, as `_mark` marks each, where nothing lies face down."""
    s = m.state
    places = [s.space_of(obj) for obj in group]
    apart = len(set(places)) > 1
    numbers: dict[int, int] = {}
    for obj, place in zip(group, places, strict=True):
        number = numbers[place] = numbers.get(place, 0) + 1
        found[obj] = (place, _marked(m, place if apart else NOWHERE, number) if apart or number > 1 else "")


def _mark(m: Match, obj: int, copies: Sequence[int]) -> str:
    s = m.state
    place = s.space_of(obj)
    elsewhere = place != NOWHERE and any(s.space_of(other) != place for other in copies)
    return _marked(m, place if elsewhere else NOWHERE, m.rules.speech.number_there(m, obj))


def _marked(m: Match, place: int, number: int) -> str:
    return (f" {m.rules.speech.where(m, place)}" if place != NOWHERE else "") + (f" ({number})" if number > 1 else "")


# -- what holds from now on --------------------------------------------------------------------------------------


def lasting_on(kind: str, subject: int, other: int, number: int, name: str) -> str:
    """Return what something that holds from now on is on: " on Skipper", " on 3 cards"; nothing on its own source."""
    if kind != "lasting" or subject in (NOWHERE, other):
        return ""
    return f" on {name}" if number == 1 else f" on {number} cards"


def effect_words(m: Match, source: int, begun: Sequence[Lasting]) -> str:
    """Return in a few words what lasting effects do: "+2 defense, Flight, cannot move"; nothing where that is long.

    Before that stands what the ability is called, where the source has it from elsewhere or it has a name.
    """
    found = []
    for row in begun:
        effect = m.facts.abilities[row.card][row.ability].continuous[row.node]
        kind, _, word = effect.attr.partition(":")
        if (said := m.rules.speech.changes.get(effect.attr)) is not None:
            found.append(said.format(n=row.number))
        elif kind == "keyword":
            entry = m.facts.vocabulary.keywords[word]
            found.append(f"{entry.name} {row.number}" if entry.has_value else entry.name)
        elif kind == "without":
            found.append(f"without {m.facts.vocabulary.keywords[word].name}")
        elif effect.mode == "add":
            found.append(f"{row.number:+d} {effect.attr}")
        elif effect.mode == "set":
            found.append(f"{effect.attr} {row.number}")
        elif kind == "cannot" and effect.other is None:
            found.append(f"cannot {word}")
    words = ", ".join(dict.fromkeys(word.replace("_", " ") for word in found))
    called = (
        m.rules.speech.ability_called(m, source, m.facts.abilities[begun[0].card][begun[0].ability]) if begun else ""
    )
    return f"{called}: {words}" if called and words else called or words

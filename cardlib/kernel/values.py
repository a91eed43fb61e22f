"""Current values: what is printed, then what is in force. Nothing is ever undone by hand.

What is in force comes from two places: continuous abilities of permanents, found through the index of listeners, and
lasting effects, stored in the state as data (which node of which ability, for which objects, until when). Both are
gathered once per change of the state into a table (`effects`) and asked by attribute; every answer is kept until the
next change.

How the numbers of one attribute combine (floors, "becomes 0 last") is the game's own business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardlib.errors import NoSuchValue
from cardlib.filters import nearest_note
from cardlib.kernel.effects import FEW, NONE, NOTHING, Effects, Holds, InForce, known_number
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def in_force(m: Match) -> Effects:
    """Return everything that is in force now, by attribute; gathered once per change."""
    table = m.effects
    if table is not None:
        return table
    s = m.state
    facts = m.facts
    table = m.effects = Effects()
    sources = s.listeners.get("static", ())
    if not sources and not s.modifiers and not facts.granting:
        return table
    rows = table.rows
    card, controller, held_on = s.card, s.controller, facts.continuous
    for obj in sources if facts.losing else ():
        for effect in held_on[card[obj]]:
            if effect.attr == "lose":
                rows.setdefault("lose", []).append((effect, obj, controller[obj], None, None))
    for lasting in s.modifiers:
        if lasting.until == "next" and lasting.turn != s.vars["turn"]:
            continue
        effect = facts.abilities[lasting.card][lasting.ability].continuous[lasting.node]
        row: InForce = (effect, lasting.source, lasting.you, lasting.objects, lasting.number)
        if effect.holds is not None:
            row = _conditional(row, effect.holds)
        rows.setdefault(effect.attr, []).append(row)
    losing = "lose" in rows
    for obj in sources:
        you = controller[obj]
        for effect in held_on[card[obj]]:
            attr = effect.attr
            if attr == "lose" or (losing and not effect.unlosable and lost(m, obj)):
                continue
            found = rows.get(attr)
            if found is None:
                rows[attr] = [(effect, obj, you, None, None)]
            else:
                found.append((effect, obj, you, None, None))
    return _grant(m, table) if facts.granting else table


def _conditional(row: InForce, holds: Holds) -> InForce:
    """Return a row that covers what it did, as long as a condition is true."""
    effect, source, you, fixed, number = row
    inner = effect.test

    def test(m: Match, obj: int, source: int, you: int) -> bool:
        return (obj in fixed if fixed is not None else inner(m, obj, source, you)) and holds(m, source, you, {})

    return replace(effect, test=test), source, you, None, number


def _grant(m: Match, table: Effects) -> Effects:
    """Return a table with what is granted to whom, and in force by that; the former one, where it says the same."""
    former = m.former
    basis = tuple([(attr, tuple(rows)) for attr, rows in table.rows.items()]), [*m.rules.owned(m)]
    found = former.again(m, basis) if former is not None else None
    m.cache = {}  # what was asked meanwhile may have been answered without what is granted
    if found is None:
        found = table
        _hand_out(m, table, basis[1])
        table.keep(m, basis)
        if former is not None:
            table.take_over(former)
    m.effects = m.former = found
    return found


def _hand_out(m: Match, table: Effects, owned: Sequence[tuple[int, Sequence[int]]]) -> None:
    """Work out who is granted which abilities, and put into force what of them holds on, until nothing is added."""
    s, facts = m.state, m.facts
    field = [obj for zone in dict.fromkeys(facts.zone.get(facts.field, ())) for obj in s.zones[zone]]
    held: dict[int, dict[int, int]] = {}
    for obj, cards in owned:
        held[obj] = dict.fromkeys(cards, obj)
        for card in cards:
            for effect in facts.continuous[card]:
                table.rows.setdefault(effect.attr, []).append((effect, obj, s.controller[obj], None, None))
    more = True
    while more:
        more = False
        for attr in [attr for attr in table.rows if attr in facts.granting]:
            card = facts.granting[attr]
            for obj in field:
                if card in held.get(obj, ()):
                    continue
                source = next((row[1] for row in table.rows[attr] if covers(m, row, obj)), NOWHERE)
                if source == NOWHERE:
                    continue
                held.setdefault(obj, {})[card] = source
                for effect in facts.continuous[card]:
                    table.rows.setdefault(effect.attr, []).append((effect, obj, s.controller[obj], None, None))
                    more = True
        table.forget()
        m.cache = {}
    table.shifting = any(
        not row[0].certain for attr in table.rows if attr in facts.granting for row in table.rows[attr]
    )
    table.granted = {obj: tuple(granted.items()) for obj, granted in held.items()}


def effects(m: Match, attr: str) -> Sequence[InForce]:
    """Return what is in force on an attribute."""
    table = m.effects
    if table is None:
        table = in_force(m)
    return table.rows.get(attr, NONE)


def may_cover(row: InForce, obj: int) -> bool:
    """Whether an effect in force can cover an object as long as it is in force; `covers` tells whether it does now."""
    fixed = row[3]
    return obj in fixed if fixed is not None else row[0].alone != "source" or obj == row[1]


def covers(m: Match, row: InForce, obj: int) -> bool:
    """Whether an effect in force covers an object."""
    fixed = row[3]
    if fixed is not None:
        return obj in fixed
    effect = row[0]
    if effect.alone == "source" and obj != row[1]:
        return False
    return effect.test(m, obj, row[1], row[2])


def silent(m: Match, attrs: frozenset[str]) -> bool:
    """Whether nothing in force is about any of some attributes, so that what is printed holds."""
    table = m.effects
    if table is None:
        table = in_force(m)
    return not table.rows or table.silent(attrs)


def about(*words: str, attrs: Sequence[str] = ()) -> frozenset[str]:
    """Return what would have to be in force for keywords, or some attributes, to be other than printed."""
    return frozenset({"lose", *attrs, *(f"{how}:{word}" for word in words for how in ("keyword", "without"))})


def reached(m: Match, attr: str) -> frozenset[int] | None:
    """Return the objects on which anything in force on an attribute may act, without asking each; None for any."""
    table = m.effects
    if table is None:
        table = in_force(m)
    return table.reach(m, attr, False) if attr in table.rows else NOTHING


def lowered(m: Match, attr: str) -> frozenset[int] | None:
    """Return the objects of which something in force may make an attribute smaller, without asking each; None: any."""
    table = m.effects
    if table is None:
        table = in_force(m)
    return table.reach(m, attr, True) if attr in table.rows else NOTHING


def is_certain(m: Match, attr: str, obj: int) -> bool:
    """Whether the current value of an attribute hangs on no position: what is in force adds known numbers to it."""
    table = in_force(m)
    if table.shifting:
        return False
    if attr not in table.rows:
        return True
    others = table.sums(m, attr)[1]
    return not others.get(obj, others[NOWHERE])


def names(m: Match, row: InForce, obj: int) -> bool:
    """Whether what is in force names an object as the other party; never where it names none."""
    effect, source, you, *_ = row
    return effect.other is not None and effect.other(m, obj, source, you)


def amount(m: Match, row: InForce, obj: int) -> int:
    """The number of an effect in force."""
    number = known_number(row)
    return row[0].number(m, row[1], row[2], {"on": obj}) if number is None else number


def lost(m: Match, obj: int) -> bool:
    """Whether a permanent has lost its printed abilities."""
    table = m.effects
    if table is None:
        table = in_force(m)
    rows = table.rows.get("lose")
    if rows is None:
        return False
    key = ("lost", obj)
    known: bool | None = m.cache.get(key)
    if known is None:
        known = m.cache[key] = any(covers(m, row, obj) for row in rows)
    return known


def printed(m: Match, obj: int, attr: str) -> int:
    """The printed number, 0 where none is printed; of a table the one at the object's present step.

    Raises NoSuchValue for what is no value of the game: read as 0 a misspelt name would never show.
    """
    table = m.facts.tables.get(attr)
    if table is not None:
        return table.at(m, obj)
    column = m.facts.printed.get(attr)
    if column is None:
        words, declared = m.facts.vocabulary, m.rules.of_object
        if attr not in words.fields and attr not in words.counters and attr not in declared:
            near = nearest_note(attr, [*words.fields, *words.counters, *m.state.columns, *declared])
            raise NoSuchValue(f"'{attr}' is no value that things of {m.rules.slug} have{near}")
        return 0
    return column[m.state.card[obj]] or 0


def modified(m: Match, obj: int, attr: str, base: int) -> int:
    """Apply what is in force: the last "set" replaces `base`, every "add" is added."""
    table = m.effects
    if table is None:
        table = in_force(m)
    if attr not in table.rows:
        return base
    certain, others = table.sums(m, attr)
    added = certain.get(obj, 0)
    for row in others.get(obj, others[NOWHERE]):
        if covers(m, row, obj):
            if row[0].mode == "set":
                base = amount(m, row, obj)
            else:
                added += amount(m, row, obj)
    return base + added


def keyword(m: Match, obj: int, word: str) -> int:
    """Return the value of a keyword that an object has now, 0 if it has not; plain keywords count 1.

    Several of a keyword whose `stacks` in keywords.json is `sum` add up, of others the highest counts.
    """
    s = m.state
    own = m.facts.keywords[s.card[obj]].get(word, 0)
    table = m.effects
    if table is None:
        table = in_force(m)
    if not table.rows:
        return own
    given = table.rows.get("keyword:" + word, NONE)
    if not given and not (own and ("lose" in table.rows or "without:" + word in table.rows)):
        return own
    if not own and len(given) <= FEW:
        for row in given:
            if row[3] is None or obj in row[3]:
                break
        else:
            return 0
    key = (word, obj)
    known: int | None = m.cache.get(key)
    if known is not None:
        return known
    if s.place[obj] != NOWHERE or s.host[obj] != NOWHERE:
        if own and (lost(m, obj) or any(covers(m, row, obj) for row in table.rows.get("without:" + word, NONE))):
            own = 0
        summed = word in m.facts.summed
        for row in table.about(m, "keyword:" + word, obj) if given else NONE:
            if covers(m, row, obj):
                value = amount(m, row, obj)
                own = own + value if summed else max(own, value)
    m.cache[key] = own
    return own


def cannot(m: Match, obj: int, action: str, other: int = NOWHERE) -> bool:
    """Whether something in force forbids an object an action (against or by `other`)."""
    return forbidding(m, obj, action, other) != NOWHERE


def for_player(m: Match, player: int, attr: str) -> list[InForce]:
    """Return what is in force on an attribute of a player."""
    return [row for row in effects(m, attr) if covers(m, row, player)]


def forbidding(m: Match, obj: int, action: str, other: int = NOWHERE) -> int:
    """Return the source of what forbids an object an action (against or by `other`); NOWHERE if nothing does."""
    table = m.effects
    if table is None:
        table = in_force(m)
    for row in table.rows.get("cannot:" + action, NONE):
        if covers(m, row, obj):
            narrowed = row[0].other
            if narrowed is None or (other != NOWHERE and narrowed(m, other, row[1], row[2])):
                return row[1]
    return NOWHERE

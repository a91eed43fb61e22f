"""Current values: what is printed, then what is in force. Nothing is ever undone by hand.

What is in force comes from two places: continuous abilities of permanents, found through the index of listeners, and
lasting effects, stored in the state as data (which node of which ability, for which objects, until when). Both are
gathered once per change of the state and asked by attribute; every answer is kept until the next change.

How the numbers of one attribute combine (floors, "becomes 0 last") is the game's own business.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from cardlib.errors import NoSuchValue
from cardlib.filters import nearest_note
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match

Test = Callable[["Match", int, int, int], bool]  # (match, object, source, you)
Number = Callable[["Match", int, int, dict[str, Any]], int]  # (match, source, you, bind)
Holds = Callable[["Match", int, int, dict[str, Any]], bool]  # (match, source, you, bind)


@dataclass(frozen=True, slots=True, eq=False)
class Narrowing:
    """What of a filter stays: with `own` nothing fits but the source, `kind` tests what a thing is and whose.

    `whole` tells that the filter says nothing else.
    """

    own: bool
    kind: Test
    whole: bool


@dataclass(frozen=True, slots=True)
class Constant:
    """A number that is printed as such."""

    number: int

    def __call__(self, m: Match, source: int, you: int, bind: dict[str, Any]) -> int:
        return self.number


@dataclass(frozen=True, slots=True, eq=False)
class Continuous:
    """One continuous effect of an ability: which attribute of which objects it changes, and how.

    `attr` is an attribute ("power"), "keyword:flight", "cannot:move", "lose"… `mode` is "add", "set" or "is".
    `other` narrows it to the other party (who is attacked, who plays). `test` tells whom it covers. `alone` says that
    it can cover nothing but its "source", or its "host"; `certain` that it covers that one whatever happens. `constant`
    is the number where that is printed as such. `holds` is the condition of a lasting effect that has one.
    """

    attr: str
    mode: str
    number: Number
    test: Test
    other: Test | None = None
    unlosable: bool = False
    alone: str = ""
    certain: bool = False
    constant: int | None = None
    holds: Holds | None = None


# (effect, source, you, fixed objects or None, number or None)
InForce = tuple[Continuous, int, int, "tuple[int, ...] | None", "int | None"]

_NONE: tuple[InForce, ...] = ()
Granted = dict[int, tuple[tuple[int, int], ...]]  # object -> cards whose abilities it has, each with its source
Index = dict[int, list[InForce]]  # the rows that may cover an object, by object; under NOWHERE those for all others
# What is in force without what is granted, and what things have by the rules.
Basis = tuple[tuple[tuple[str, tuple[InForce, ...]], ...], list[tuple[int, Sequence[int]]]]
_NOBODY: Granted = {}  # never written to
_NOTHING: frozenset[int] = frozenset()
FEW: Final = 3  # rows on one attribute that are looked through one by one


class Effects:
    """What is in force: `rows` by attribute. Which of them may cover an object is worked out when first asked."""

    __slots__ = (
        "_index", "_reach", "_silent", "_sums", "basis", "cards", "controllers", "granted", "hosts", "known",
        "listening", "rows", "shifting", "there",
    )  # fmt: skip

    def __init__(self) -> None:
        self.rows: dict[str, list[InForce]] = {}
        self.granted: Granted = _NOBODY
        self.listening: dict[Any, Any] = {}  # what was worked out of what is granted alone: see `grants`
        # What was worked out of the rows, what is granted, and of things what they are and whose, as it was then.
        self.known: dict[Any, Any] = {}
        # What all of this was worked out of, where abilities are granted: see `_grant`.
        self.basis: Basis | None = None
        self.cards: list[int] = []
        self.controllers: list[int] = []
        self.hosts: list[int] = []
        self.there: list[bool] = []
        self.shifting = False  # whether what is granted may come and go without a change of what is in force
        self._index: dict[str, Index] = {}
        self._sums: dict[str, tuple[dict[int, int], Index]] = {}
        self._reach: dict[tuple[str, bool], frozenset[int] | None] = {}
        self._silent: dict[frozenset[str], bool] = {}

    def forget(self) -> None:
        """Work out anew which rows cover what: there are more of them."""
        self._index = {}
        self._sums = {}
        self._reach = {}
        self._silent = {}
        self.known = {}

    def again(self, m: Match, basis: Basis) -> Effects | None:
        """Return this where all that it was worked out of is the same again; None where it has to be worked out anew.

        Things that came since do not count: what is not `shifting` grants abilities to its source or its host alone.
        """
        if self.shifting or self.basis != basis:
            return None
        s, many = m.state, len(self.cards)
        if (self.cards, self.controllers, self.hosts) != (s.card[:many], s.controller[:many], s.host[:many]):
            return None
        if self.there != _in_play(m, self.rows):
            return None
        if len(s.card) == many:
            return self
        more = Effects()
        more.rows, more.granted, more.listening, more.known = self.rows, self.granted, self.listening, self.known.copy()
        more.keep(m, basis)
        return more

    def keep(self, m: Match, basis: Basis) -> None:
        """Note what this was worked out of."""
        s = m.state
        self.basis, self.cards, self.controllers, self.hosts = basis, s.card[:], s.controller[:], s.host[:]
        self.there = [] if self.shifting else _in_play(m, self.rows)

    def take_over(self, former: Effects) -> None:
        """Keep what was worked out before, where what it came of is the same again."""
        if former.granted != self.granted:
            return
        self.granted, self.listening = former.granted, former.listening
        if former.rows != self.rows:
            return
        many = len(former.controllers)
        if former.cards == self.cards and former.controllers == self.controllers:
            self.known = former.known
        elif former.cards == self.cards[:many] and former.controllers == self.controllers[:many]:
            self.known = former.known.copy()  # of the things that came since nothing was asked

    def about(self, m: Match, attr: str, obj: int) -> Sequence[InForce]:
        """Return the rows on an attribute that may cover an object, in order; `covers` decides."""
        rows = self.rows.get(attr, _NONE)
        if len(rows) <= FEW:
            return rows
        found = self._index.get(attr)
        if found is None:
            found = self._index[attr] = _by_object(m, rows)
        return found.get(obj, found[NOWHERE])

    def sums(self, m: Match, attr: str) -> tuple[dict[int, int], Index]:
        """Return by object what is certainly added to an attribute, and the index of all other rows on it."""
        found = self._sums.get(attr)
        if found is None:
            certain: dict[int, int] = {}
            others = []
            for row in self.rows.get(attr, _NONE):
                effect = row[0]
                number = _known(row)
                objects = _only(m, row) if row[3] is not None or effect.certain else None
                if objects is None or number is None or effect.mode != "add":
                    others.append(row)
                else:
                    for obj in objects:
                        certain[obj] = certain.get(obj, 0) + number
            found = self._sums[attr] = (certain, _by_object(m, others))
        return found

    def silent(self, attrs: frozenset[str]) -> bool:
        """Whether there is no row on any of some attributes."""
        found = self._silent.get(attrs)
        if found is None:
            found = self._silent[attrs] = attrs.isdisjoint(self.rows)
        return found

    def reach(self, m: Match, attr: str, lowering: bool) -> frozenset[int] | None:
        """Return the objects that rows on an attribute may cover, or those that may lower it; None for any object."""
        key = attr, lowering
        if key in self._reach:
            return self._reach[key]
        found: frozenset[int] | None = _NOTHING
        for row in self.rows.get(attr, _NONE):
            if found is not None and (not lowering or may_lower(row)):
                objects = _only(m, row)
                found = None if objects is None else found.union(objects)
        self._reach[key] = found
        return found


def _only(m: Match, row: InForce) -> Collection[int] | None:
    """Return the only objects that a row may cover; None if it may cover any."""
    if row[3] is not None:
        return set(row[3])
    alone = row[0].alone
    if not alone:
        return None
    only = row[1] if alone == "source" else m.state.host[row[1]]
    return (only,) if only != NOWHERE else ()


def _by_object(m: Match, rows: Sequence[InForce]) -> Index:
    """Return the index of rows: those that may cover any object, and by object those together with its own."""
    broad: list[InForce] = []
    found = {NOWHERE: broad}
    for row in rows:
        objects = _only(m, row)
        if objects is None:
            for those in found.values():
                those.append(row)
        else:
            for obj in objects:
                found.setdefault(obj, broad.copy()).append(row)
    return found


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


def _in_play(m: Match, rows: Mapping[str, Sequence[InForce]]) -> list[bool]:
    """Return whether those are in play to whom alone something is granted, row by row."""
    zone, kinds, facts = m.state.zone, m.facts.zone_kinds, m.facts
    granting = [row for attr in facts.granting for row in rows.get(attr, ())]
    return [kinds[zone[obj]] == facts.field for row in granting for obj in _only(m, row) or ()]


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
    return table.rows.get(attr, _NONE)


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
    return table.reach(m, attr, False) if attr in table.rows else _NOTHING


def lowered(m: Match, attr: str) -> frozenset[int] | None:
    """Return the objects of which something in force may make an attribute smaller, without asking each; None: any."""
    table = m.effects
    if table is None:
        table = in_force(m)
    return table.reach(m, attr, True) if attr in table.rows else _NOTHING


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
    number = _known(row)
    return row[0].number(m, row[1], row[2], {"on": obj}) if number is None else number


def _known(row: InForce) -> int | None:
    """The number of an effect in force where it need not be worked out: from when it began, or as printed."""
    return row[0].constant if row[4] is None else row[4]


def may_lower(row: InForce) -> bool:
    """Whether an effect in force may make a number smaller, as far as can be told without working it out."""
    number = _known(row)
    return number is None or number < 0 or row[0].mode == "set"


def lost(m: Match, obj: int) -> bool:
    """Whether a permanent has lost its printed abilities."""
    rows = effects(m, "lose")
    if not rows:
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
    given = table.rows.get("keyword:" + word, _NONE)
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
        if own and (lost(m, obj) or any(covers(m, row, obj) for row in table.rows.get("without:" + word, _NONE))):
            own = 0
        summed = word in m.facts.summed
        for row in table.about(m, "keyword:" + word, obj) if given else _NONE:
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
    for row in effects(m, "cannot:" + action):
        if covers(m, row, obj):
            narrowed = row[0].other
            if narrowed is None or (other != NOWHERE and narrowed(m, other, row[1], row[2])):
                return row[1]
    return NOWHERE

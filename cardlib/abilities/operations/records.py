"""Operations on the record that lies open in a window: what a reaction changes of the action that it answers.

Each says by `change` what the declaration of the field has to allow. None of them can be a cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.abilities.operations.params import ONE, About, Amount, DieId, Field, Shown, UpTo
from cardlib.abilities.operations.registry import operation
from cardlib.kernel import atoms, dice, rolling, windows
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.effects import Number

ANY = 1_000_000  # times that a die may be rolled again


def _told(run: Run, field: str, total: str) -> None:
    """Record that a field of the record was changed, and what it is now."""
    m = run.match
    name = windows.declared_field(m, run.bind["action"], field).name
    m.emit("record-changed", run.source, NOWHERE, 0, run.you, run.rule, total=f"{name}: {total}")


def _raise(run: Run, field: str, by: int, *, as_change: bool = False) -> int:
    """Change a number of the record, within its bounds; return by how much it changed.

    as_change: whether that is told, and not what the number is now.
    """
    m, action = run.match, run.bind["action"]
    changed = windows.set_number(m, action, field, windows.number(m, run.bind, field) + by)
    if changed or not as_change:
        _told(run, field, f"{changed:+d}" if as_change else str(windows.number(m, run.bind, field)))
    return changed


@operation("raise", text="raise {field} by {amount}", change="add")
def raise_(run: Run, field: Field, amount: Amount = ONE) -> None:
    """A number of the record becomes higher.

    amount: by how much; one if left out.
    """
    windows.need_field(run.match, run.bind["action"], field, "add")
    _raise(run, field, run.number(amount), as_change=True)


@operation("lower", text="lower {field} by {amount}", change="add")
def lower(run: Run, field: Field, amount: Amount = ONE) -> None:
    """A number of the record becomes lower, not below its least value.

    amount: by how much; one if left out.
    """
    windows.need_field(run.match, run.bind["action"], field, "add")
    _raise(run, field, -run.number(amount), as_change=True)


@operation("make", text="make {field} {to}", change="set")
def make(run: Run, field: Field, to: Amount) -> None:
    """A number of the record becomes another one.

    to: what it becomes.
    """
    windows.need_field(run.match, run.bind["action"], field, "set")
    _raise(run, field, run.number(to) - windows.number(run.match, run.bind, field))


@operation("mark", text="{record:gain} {field}", change="set")
def mark(run: Run, field: Field) -> None:
    """A flag of the record is set."""
    windows.need_field(run.match, run.bind["action"], field, "set")
    windows.set_number(run.match, run.bind["action"], field, 1)
    _told(run, field, "yes")


@operation("unmark", text="{record:lose} {field}", change="set")
def unmark(run: Run, field: Field) -> None:
    """A flag of the record is taken off."""
    windows.need_field(run.match, run.bind["action"], field, "set")
    windows.set_number(run.match, run.bind["action"], field, 0)
    _told(run, field, "no")


@operation("replace", text="put {about} in the place of {field}", change="set")
def replace(run: Run, field: Field, about: About) -> None:
    """Something else takes a place in the record: another one is attacked, another one is named."""
    m, action = run.match, run.bind["action"]
    windows.need_field(m, action, field, "set")
    found = about.find(run)
    if not found:
        run.bind["done"] = False
        return
    atoms.bind(m, action, field, found[0])
    _told(run, field, m.rules.speech.title(m, found[0]))


@operation("prevent", text="prevent {amount:of field}", change="prevent")
def prevent(run: Run, field: Field, amount: Amount | None = None) -> None:
    """Less of a number of the record takes place; not done in full where there was less than that.

    amount: how much is prevented; all of it if left out.
    """
    windows.need_field(run.match, run.bind["action"], field, "prevent")
    wanted = _wanted(run, field, amount)
    prevented = -_raise(run, field, -wanted)
    if prevented < wanted:
        run.bind["done"] = False
    run.note("prevented", prevented)


@operation("redirect", text="redirect {amount:of field} to {about}", change="redirect")
def redirect(run: Run, field: Field, about: About, amount: Amount | None = None) -> None:
    """Part of a number of the record falls to something else: it goes to the field of shares that is declared for it.

    amount: how much is redirected; all of it if left out.
    """
    m, action = run.match, run.bind["action"]
    one = windows.need_field(m, action, field, "redirect")
    wanted = _wanted(run, field, amount)
    found = about.find(run)
    if not found or not wanted:
        run.bind["done"] = False
        return
    moved = -_raise(run, field, -wanted)
    shares = m.state.stack[action][2].get(one.into, ())
    atoms.bind(m, action, one.into, (*shares, (found[0], moved)))
    _told(run, one.into, f"{moved} to {m.rules.speech.title(m, found[0])}")


def _wanted(run: Run, field: str, amount: Number | None) -> int:
    """How much of a number is meant: no more than there is."""
    there = windows.number(run.match, run.bind, field)
    return there if amount is None else max(0, min(there, run.number(amount)))


@operation(
    "reroll",
    text="reroll [{count} of ]{field}",
    variants={
        "up_to": "reroll up to {count} of {field}[ that show {showing}]",
        "showing": "reroll [{count} of ]{field} that show {showing}",
    },
    change="reroll",
)
def reroll(
    run: Run, field: Field, count: Amount | None = None, showing: Shown | None = None, up_to: UpTo = False
) -> None:
    """Dice of the record are rolled again, those that you choose.

    count: how many; all of them if left out.
    showing: only dice that show this: a face, a symbol or a number.
    up_to: fewer of them may be rolled again too.
    """
    m, action = run.match, run.bind["action"]
    windows.need_field(m, action, field, "reroll")
    roll = windows.roll_in(m, run.bind, field)
    if roll is None:
        run.bind["done"] = False
        return
    every = range(len(roll.dice))
    among = dice.showing(m.facts.dice, roll, showing) if showing is not None else tuple(every)
    number = len(among) if count is None else min(len(among), run.number(count))
    which = among
    if number < len(among) or up_to:
        which = rolling.choose(
            m, roll, player=run.you, most=number, among=among, times=ANY, least=0 if up_to else number,
            rule=run.rule, source=run.source, ability=run.ability,
        )  # fmt: skip
    made = rolling.reroll(m, roll, which, player=run.you, rule=run.rule, source=run.source)
    atoms.bind(m, action, field, made)


@operation("add-dice", text="roll {count} more of {field}", change="add")
def add_dice(run: Run, field: Field, count: Amount, die: DieId | None = None) -> None:
    """Dice are rolled beside those of the record.

    count: how many more.
    die: of which kind; of the one that the field names if left out.
    """
    m, action = run.match, run.bind["action"]
    one = windows.need_field(m, action, field, "add")
    kind, roll = die or one.die, windows.roll_in(m, run.bind, field)
    if roll is None or not kind:
        run.bind["done"] = False
        return
    pool = {kind: max(0, run.number(count))}
    made = rolling.more(m, roll, pool, player=run.you, rule=run.rule, source=run.source)
    atoms.bind(m, action, field, made)


@operation(
    "add-symbols",
    text="add {amount:symbol} to {field}",
    variants={"symbol=number": "add {amount} to the sum of {field}"},
    change="total",
)
def add_symbols(run: Run, field: Field, symbol: Shown, amount: Amount = ONE) -> None:
    """A roll of the record comes to more of a symbol, or to a higher number.

    symbol: the symbol; `number` for what the numbers come to.
    amount: how many more; one if left out.
    """
    _change_roll(run, field, symbol, max(0, run.number(amount)))


@operation(
    "cancel-symbols",
    text="cancel {amount:symbol} of {field}",
    variants={"symbol=number": "take [{amount} off ]the sum of {field}"},
    change="total",
)
def cancel_symbols(run: Run, field: Field, symbol: Shown, amount: Amount | None = None) -> None:
    """A roll of the record comes to fewer of a symbol, or to a lower number; not done in full where there are fewer.

    symbol: the symbol; `number` for what the numbers come to.
    amount: how many fewer; none is left if left out.
    """
    there = windows.number(run.match, run.bind, field, symbol)
    wanted = there if amount is None else max(0, run.number(amount))
    gone = min(there, wanted)
    if gone < wanted:
        run.bind["done"] = False
    _change_roll(run, field, symbol, -gone)


def _change_roll(run: Run, field: str, symbol: str, by: int) -> None:
    """Let a roll of the record come to so many more of a symbol, or of the number."""
    m, action = run.match, run.bind["action"]
    windows.need_field(m, action, field, "total")
    roll = windows.roll_in(m, run.bind, field)
    if roll is None:
        run.bind["done"] = False
    elif by:
        made = rolling.change(m, roll, dice.add(symbol, by), player=run.you, rule=run.rule, source=run.source)
        atoms.bind(m, action, field, made)


@operation("call-off", text="call off {record}", change="cancel")
def call_off(run: Run) -> None:
    """The action that the window is about does not take place; what was paid for it is gone."""
    m, action = run.match, run.bind["action"]
    atoms.bind(m, action, "cancelled", 1)
    m.emit("called-off", run.source, NOWHERE, 0, run.you, run.rule)

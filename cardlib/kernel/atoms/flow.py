"""Atoms of what is under way: lasting effects, uses of limits, the chain, triggers that wait, procedures in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlib.kernel.records import Lasting, Link, Raised, Use

if TYPE_CHECKING:
    from cardlib.kernel.match import Match


def set_lasting_turn(m: Match, index: int, turn: int) -> None:
    """Let a lasting effect that waited for a turn begin to hold in it."""
    m.state.modifiers[index] = m.state.modifiers[index]._replace(turn=turn)
    m.changed()


def last(m: Match, lasting: Lasting) -> None:
    """Add a lasting effect (see `values`)."""
    m.state.modifiers.append(lasting)
    m.changed()


def keep_lasting(m: Match, kept: list[Lasting]) -> None:
    """Keep only these lasting effects."""
    if len(kept) != len(m.state.modifiers):
        m.state.modifiers[:] = kept
        m.changed()


def keep_uses(m: Match, uses: list[Use]) -> None:
    """Keep only these uses of abilities with a limit."""
    m.touched = True
    m.state.uses[:] = uses


def chain(m: Match, link: Link) -> None:
    """Put an announced link on top of the chain."""
    m.touched = True
    m.state.chain.append(link)


def unchain(m: Match, index: int = -1) -> Link:
    """Take a link off the chain and return it."""
    m.touched = True
    return m.state.chain.pop(index)


def rechain(m: Match, index: int, link: Link) -> None:
    """Replace a link of the chain."""
    m.touched = True
    m.state.chain[index] = link


def raise_trigger(m: Match, entry: Raised) -> None:
    """Note a trigger of this moment."""
    m.state.raised.append(entry)


def keep_raised(m: Match, entries: list[Raised]) -> None:
    """Keep only these triggers of this moment."""
    m.state.raised[:] = entries


def enqueue(m: Match, entries: list[Raised]) -> None:
    """Put the triggers of this moment, in their final order, at the end of the queue."""
    m.touched = True
    m.state.raised.clear()
    m.state.queue.extend(entries)


def dequeue(m: Match, at: int = 0) -> Raised:
    """Take a trigger of the queue, the first one if its place is left out."""
    m.touched = True
    return m.state.queue.pop(at)


def ask_anew(m: Match) -> None:
    """Let the question that is due be asked from its beginning; what was answered of it so far is forgotten."""
    m.state.stack[-1][3] = ()
    m.decision = None


def bind(m: Match, frame: int, name: str, value: object) -> None:
    """Let a procedure in flight, by its number in the stack, have something other than it had."""
    m.touched = True
    m.state.stack[frame][2][name] = value


def go_on_at(m: Match, frame: int, step: int) -> None:
    """Let a procedure in flight go on at another step."""
    m.touched = True
    m.state.stack[frame][1] = step


def hand_on(m: Match, name: str, value: object) -> None:
    """Let the procedure below the running one remember something."""
    m.touched = True
    m.state.stack[-2][2][name] = value

"""Sentences of operations: clauses from filled templates, merged where they share a subject, and put together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cardlib.abilities.operations.registry import OPERATIONS, Operation, load_operations
from cardlib.errors import CardlibError
from cardlib.wording.conditions import condition
from cardlib.wording.filling import END, Filling, until_when
from cardlib.wording.parts import KINDS, Noun, Speaker
from cardlib.wording.words import JSON, joined, uncapital

LATER = ", those that come later included"
_SHARED = ("gain", "gains", "lose", "loses", "have", "has")  # verbs that are said once for all that follows them
_SUBJECT = re.compile(r"\{(about|record):")  # at the beginning of a template: what follows is no order to "you"


@dataclass(frozen=True, slots=True)
class Clause:
    """One operation in words: its subject (none: an order to "you"), what is said of it, and until when it holds."""

    text: str
    subject: str = ""
    until: str = ""
    key: str = ""
    opens: bool = False

    def __str__(self) -> str:
        glue = "" if not self.subject or self.text.startswith("'") else " "
        said, where, formula = self.text.partition(", where ")
        return f"{self.subject}{glue}{said}{self.until}{where}{formula}"


def clauses(speaker: Speaker, nodes: Sequence[Mapping[str, JSON]], lasting: bool) -> list[Clause]:
    """Render operations one by one; `lasting` adds until when continuous ones hold."""
    found: list[Clause] = []
    for node in nodes:
        made = _clause(speaker, node, lasting)
        merged = _merged(found[-1], made) if found else None
        if merged is None:
            found.append(made)
        else:
            found[-1] = merged
    return found


def orders_you(speaker: Speaker, nodes: Sequence[Mapping[str, JSON]]) -> bool:
    """Whether the first operation is something that "you" do, so that "you may" can stand before it."""
    if not nodes or "text" in nodes[0]:
        return False
    operation = _operation(speaker, nodes[0]["op"])
    if _SUBJECT.match(Filling(speaker, operation, nodes[0], inline).template()):
        return False
    who = nodes[0].get("who", nodes[0].get("by", "you"))
    return not operation.continuous and operation.block is None and who == "you"


def leaves_open(speaker: Speaker, nodes: Sequence[Mapping[str, JSON]]) -> bool:
    """Whether the first operation says itself that something "may" be done."""
    if not nodes or "text" in nodes[0]:
        return False
    operation = _operation(speaker, nodes[0]["op"])
    return Filling(speaker, operation, nodes[0], inline).template().startswith(("{about:may}", "you may "))


def sentences(speaker: Speaker, nodes: Sequence[Mapping[str, JSON]], *, lasting: bool = True) -> list[str]:
    """Render operations as sentences, still without capitals and full stops."""
    out: list[str] = []
    orders: list[str] = []

    def close() -> None:
        if any(", " in order for order in orders) or len(orders) == 1:
            out.extend(orders)
        elif orders:
            out.append(f"{', '.join(orders[:-1])}, then {orders[-1]}")
        orders.clear()

    for clause in clauses(speaker, nodes, lasting):
        if clause.subject or clause.opens:
            close()
            out.append(str(clause))
        else:
            if clause.text.startswith("you may "):
                close()
            orders.append(str(clause))
    close()
    return out


def inline(speaker: Speaker, nodes: Sequence[Mapping[str, JSON]], word: str = "and") -> str:
    """Render operations within a sentence: "discard two cards and draw a card"."""
    return joined([str(clause) for clause in clauses(speaker, nodes, True)], word)


def _clause(speaker: Speaker, node: Mapping[str, JSON], lasting: bool) -> Clause:
    if "text" in node:
        return Clause(uncapital(str(node["text"]).rstrip(".")), opens=True)
    operation = _operation(speaker, node["op"])
    if operation.block is not None and "who" not in operation.params and speaker.focus == "self":
        speaker.focus = ""  # a sentence of its own names the card again
    filling = Filling(speaker, operation, node, inline)
    subject, found, rest = filling.text().partition(END)
    if not found:
        subject, rest = "", subject
    rest = rest.strip()
    key = "record" if filling.template().startswith("{record:") else _key(node)
    holds = lasting and operation.continuous and "{until}" not in filling.template()
    until = until_when(node, rest, speaker.words) if holds and not ("while" in node and "until" not in node) else ""
    if holds and "while" in node:
        until += f" while {condition(speaker, node['while'])}"
    if holds and node.get("also_later"):
        until += LATER
    _remember(speaker, operation, node)
    return Clause(rest, subject.strip(), until, key, operation.block is not None)


def _operation(speaker: Speaker, name: str) -> Operation:
    """Find an operation; one that is not common may be registered by the package of the game."""
    if name not in OPERATIONS:
        load_operations(speaker.words.project.game.slug)
    if name not in OPERATIONS:
        raise CardlibError(f"card '{speaker.card.id}': operation {name!r} is not known")
    return OPERATIONS[name]


def _key(node: Mapping[str, JSON]) -> str:
    """Equal for operations about the same things; no two choices are the same, but "it" may mean one."""
    kind = next((kind for kind in KINDS if kind in node), None)
    if "who" in node:
        return ""
    if kind in ("target", "choose"):
        return kind
    return f"{kind or 'of'} {node[kind] if kind else 'self'}"


def _merged(first: Clause, second: Clause) -> Clause | None:
    """Join two clauses about the same subject, or two orders with the same verb."""
    if first.opens or second.opens:
        return None
    if first.subject and second.subject:
        same = first.key == second.key and first.key not in ("", "target", "choose")
        same = same or (first.key == "target" and second.key == "of target" and second.subject in ("it", "they"))
        if not same or first.until != second.until or first.text.startswith("'") or second.text.startswith("'"):
            return None
        last = first.text.rsplit(", ", 1)[-1]
        verb, _, more = second.text.partition(" ")
        if verb in _SHARED and last.startswith(f"{verb} "):
            return replace(first, text=_and(first.text, more))
        if last.startswith("can't ") and second.text.startswith("can't ") and " or " not in last:
            return replace(first, text=f"{first.text} or {second.text[6:]}")
        return replace(first, text=_and(first.text, second.text))
    verb, _, rest = first.text.partition(" ")
    other, _, more = second.text.partition(" ")
    if first.subject or second.subject or verb != other:
        return None
    if verb in ("raise", "lower") and " by " in rest and " by " in more and "." not in rest:
        return replace(first, text=f"{verb} {_raised(rest, more)}")
    head, each, tail = more.partition(" to each ")
    if verb == "deal" and each and rest.startswith(f"{head}{each}"):
        return replace(first, text=f"{verb} {_and(rest, f'each {tail}')}")
    if verb not in ("sacrifice", "destroy", "gain"):
        return None
    if more.startswith("this "):
        rest, more = more, rest
    return replace(first, text=f"{verb} {_and(rest, more)}")


def _raised(first: str, second: str) -> str:
    """Put two changes of numbers together: "A by 1 and B by 2", or "A and B by 2" where both change alike."""
    one, _, by = first.partition(" by ")
    other, _, same = second.partition(" by ")
    return f"{one} and {other} by {by}" if by == same else _and(first, second)


def _and(first: str, second: str) -> str:
    head, found, tail = first.rpartition(" and ")
    return f"{head}, {tail} and {second}" if found else f"{first} and {second}"


def _remember(speaker: Speaker, operation: Operation, node: Mapping[str, JSON]) -> None:
    """Note what "it" and "if you do" mean for the operations that follow."""
    if operation.block is None:
        speaker.asked = ""
    elif operation.name == "may":
        speaker.asked = node.get("who", "you")
    own = speaker.words.wording_of("operations", operation.name).get("it")
    if own:
        speaker.names["it"], speaker.focus = Noun(own), ""
    if operation.name == "sacrifice" and "choose" in node:
        speaker.names["it"] = speaker.names["it"]._replace(
            text=f"the sacrificed {speaker.type_noun(node['choose'])}", plural=False
        )
        speaker.focus = ""
    if operation.name == "choose":
        kind = next(kind for kind in KINDS if kind in node)
        plural = speaker.names["it"].plural if kind != "of" else False
        host = speaker.words.wording_of("hosts", speaker.type_id(node[kind]) if kind != "of" else "")
        plain = "the permanents that they are attached to" if plural else "the permanent that it is attached to"
        speaker.names["its host"] = Noun(host.get("their" if plural else "its", plain), plural)

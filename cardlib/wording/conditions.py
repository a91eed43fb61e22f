"""Conditions as clauses: what something is, how many there are, a number within limits, and any of these together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from cardlib.filters import Both, Either, HasCounters, HasKeyword, Node, Not, Related, Relation, article, english
from cardlib.filters.phrases import with_argument
from cardlib.wording.parts import Speaker
from cardlib.wording.words import JSON, agreeing, joined, signless, with_number


def goes_without(speaker: Speaker, value: Mapping[str, JSON]) -> bool:
    """Whether a condition is said already by the words of the window: that an attack is one, where it "attacks"."""
    parts = value.get("all") or value.get("any")
    if parts:
        return all(goes_without(speaker, part) for part in parts)
    amount = value.get("amount")
    flag = amount.get("field") if isinstance(amount, Mapping) else None
    return flag in speaker.implied and value.get("at_least") == 1 and "at_most" not in value


def condition(speaker: Speaker, value: Mapping[str, JSON], negated: bool = False) -> str:
    """Return a condition as a clause: "you have no cards in your hand"."""
    if "not" in value:
        return condition(speaker, value["not"], not negated)
    for word, inverse in (("all", "any"), ("any", "all")):
        if word in value:
            told = [part for part in value[word] if word == "any" or not goes_without(speaker, part)]
            parts = [condition(speaker, part, negated) for part in told]
            return joined(parts, "and" if (inverse if negated else word) == "all" else "or")
    if "is" in value:
        subject = speaker.reference(value.get("of", "self"))
        own = speaker.words.phrase(value["is"])
        if "one" in own:
            verb = agreeing("be", subject.plural) + (" not" if negated else "")
            return f"{subject.text} {verb} {speaker.own(own, 'plural' if subject.plural else 'a')}"
        return f"{subject.text} {_predicate(speaker, speaker.words.filter(value['is']).root, subject.plural, negated)}"
    return _within(speaker, value, negated)


def _predicate(speaker: Speaker, node: Node, plural: bool, negated: bool) -> str:
    """Return what is said of something by a filter: "is piloted", "has no time counters"."""
    no = " not" if negated else ""
    if isinstance(node, Not):
        return _predicate(speaker, node.item, plural, not negated)
    if isinstance(node, HasCounters) and (node.op, node.value) in (("=", 0), (">=", 1), ("<", 1), (">", 0)):
        none = (node.op in ("=", "<")) != negated
        verb = agreeing("have", plural)
        counter = speaker.words.counter(node.id, plural=none)
        return f"{verb} no {counter}" if none else f"{verb} a {counter}"
    if isinstance(node, HasCounters) and not negated:
        with_ = english(node, speaker.words.vocabulary, "none", noun="")
        return f"{agreeing('have', plural)} {with_.removeprefix('with ')}"
    if isinstance(node, Both) and not negated and all(_said_of(item) for item in node.items):
        return joined([_predicate(speaker, item, plural, False) for item in node.items])
    if isinstance(node, HasKeyword):
        verb = f"{agreeing('do', plural)} not have" if negated else agreeing("have", plural)
        return f"{verb} {speaker.words.vocabulary.keywords[node.id].name}"
    if isinstance(node, Related):
        relation = speaker.words.vocabulary.relations[node.name]
        if relation.before or relation.after:
            having = "" if relation.before else _having(relation, plural, negated)
            said = with_argument(having or relation.before or relation.after, relation.said(node.argument))
            return said if having else f"{agreeing('be', plural)}{no} {said}"
    number: Literal["none", "a"] = "none" if isinstance(node, Both | Either) and plural else "a"
    said = english(node, speaker.words.vocabulary, number, noun=speaker.words.permanent)
    return f"{agreeing('be', plural)}{no} {said}"


def _within(speaker: Speaker, value: Mapping[str, JSON], negated: bool) -> str:
    """Return a condition on an amount."""
    amount = value["amount"]
    least: int | None = value.get("at_least")
    most: int | None = value.get("at_most")
    if negated and (least is None or most is None):
        above, below = least, most
        least = None if below is None else below + 1
        most = None if above is None else above - 1
    own: Mapping[str, str] = {}
    if isinstance(amount, dict) and "value" in amount:
        own = speaker.words.wording_of("values", amount["value"])
    elif isinstance(amount, dict) and "field" in amount and "symbol" not in amount:
        own = speaker.words.wording_of("fields", amount["field"])
    if least is None or most is None:
        limit = (most or 0) if least is None else least
        bound = "at_least" if least is not None else "none" if most == 0 else "at_most"
        text = _worded(own, bound, limit)
        if text:
            subject = speaker.reference(amount["of"]).text if "of" in amount else ""
            text = text.replace("{subject}", subject).replace("{-n}", speaker.words.count(-limit))
            return with_number(text, speaker.words.count(limit), limit == 1)
        if isinstance(amount, dict) and "count" in amount:
            return _there_are(speaker, amount, bound, limit)
        if isinstance(amount, dict) and set(amount) == {"minus"}:
            return _compared(speaker, amount["minus"], bound, limit)
    if "is" in own:
        return own["is"].replace("{n}", _limits(least, most, own.get("words", "")))
    if least is not None and most is not None and most - least < 2:
        return f"{speaker.amount(amount)} is {_limits(least, most)}"
    limits = [f"at least {least}"] if least is not None else []
    limits += [f"at most {most}"] if most is not None else []
    return f"{speaker.amount(amount)} is {joined(limits)}"


def _limits(least: int | None, most: int | None, words: str = "") -> str:
    """Return the numbers within limits: "4", "5 or 6", "2 to 5", "3 or more"; `words` has names for 1, 2 and on."""
    names = dict(enumerate(words.split(", "), 1)) if words else {}
    low, high = (names.get(number, signless(number)) if number is not None else "" for number in (least, most))
    if least is None or most is None:
        return f"{low or high} or {'more' if most is None else 'less'}"
    return low if least == most else f"{low} {'or' if most - least == 1 else 'to'} {high}"


def _compared(speaker: Speaker, minus: Sequence[JSON], bound: str, limit: int) -> str:
    """Return a limit on the difference of two numbers: "A is at least B", "A is at least 2 above B"."""
    one, two = (speaker.amount(term) for term in minus)
    if bound == "at_least":
        by = "at least" if limit == 0 else "above" if limit == 1 else f"at least {limit} above" if limit > 1 else ""
    else:
        by = "at most" if limit == 0 else "below" if limit == -1 else ""
    return f"{one} is {by} {two}" if by else f"{one} minus {two} is {bound.replace('_', ' ')} {signless(limit)}"


def _there_are(speaker: Speaker, amount: Mapping[str, JSON], bound: str, limit: int) -> str:
    """Return a limit on a count: "you control three or more Units", "there are no Units with Flight"."""
    one = limit == 1 and bound == "at_least"
    text = speaker.counted(amount, "none" if one else "plural")
    lead = "there is" if one else "there are"
    owner = re.search(r" (you control|your opponent controls|an opponent controls)\b", text)
    if owner:
        lead, text = owner[1], text.replace(owner[0], "", 1)
    if one:
        return f"{lead} {article(text)}"
    if bound == "none":
        return f"{lead} no {text}"
    return f"{lead} {speaker.words.count(limit)} {'or more' if bound == 'at_least' else 'or fewer'} {text}"


def _worded(own: Mapping[str, str], bound: str, limit: int) -> str:
    """Return the words that wording.json has for a limit, "" where there are none.

    Words without the number stand for one limit: that something is 1 or more, or, where words for less than 0 have none
    either, 0 or more.
    """
    text = own.get(bound, "")
    below = _plain(own.get("at_most", ""))
    meant = {"none": 0, "at_least": 0 if below else 1, "at_most": -1}
    return "" if _plain(text) and limit != meant[bound] else text


def _plain(text: str) -> bool:
    """Whether words have no place for a number."""
    return bool(text) and "{n}" not in text and "{-n}" not in text


def _said_of(node: Node) -> bool:
    """Whether a part of a filter says how something is, not what it is."""
    return isinstance(node.item if isinstance(node, Not) else node, HasCounters | HasKeyword | Related)


def _having(relation: Relation, plural: bool, negated: bool) -> str:
    """Return what is said by "has" or by a verb of its own: "has nothing in the head", "holds this"; "" for neither."""
    form = relation.not_after if negated else relation.after
    if form.startswith(("with something", "with nothing")):
        return f"{agreeing('have', plural)} {form.removeprefix('with ')}"
    return form.removeprefix("that ") if form.startswith("that ") and relation.determiner and not plural else ""

"""What an ability needs, as things that have to be there: "this unit in Space", "at least 2 allied Trooper units".

A condition reads as a clause elsewhere ("if you control two Units"): that is `text_parts`.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.filters import article, english
from cardlib.wording.conditions import condition
from cardlib.wording.parts import Speaker
from cardlib.wording.words import JSON, joined, with_number


def need(speaker: Speaker, value: Mapping[str, JSON]) -> str:
    """Return a condition as what has to be there; where there is no such thing, "that" and the condition."""
    if "all" in value:
        parts = [need(speaker, part) for part in value["all"]]
        return joined(parts, ", and" if any(" and " in part for part in parts) else "and")
    if "any" in value:
        return f"either {joined([need(speaker, part) for part in value['any']], 'or')}"
    found = None
    if "is" in value:
        found = _described(speaker, value)
    elif isinstance(value.get("amount"), Mapping):
        found = _amount(speaker, value["amount"], value.get("at_least"), value.get("at_most"))
    return found or f"that {condition(speaker, value)}"


def _described(speaker: Speaker, value: Mapping[str, JSON]) -> str | None:
    """Something with what a filter says of it: "this unit Planetside with fewer than 2 Charge tokens"."""
    focus = speaker.focus
    subject = speaker.reference(value.get("of", "self")).text
    words = speaker.words
    text = english(words.filter(value["is"]).root, words.vocabulary, "none", noun=subject)
    if text.startswith(f"{subject} "):
        return text
    speaker.focus = focus
    return None


def _amount(speaker: Speaker, amount: Mapping[str, JSON], least: int | None, most: int | None) -> str | None:
    words = speaker.words
    if "count" in amount and most == 0 and least is None:
        return f"no {speaker.counted(amount, 'none')}"
    if most is not None or least is None:
        return None
    if "count" in amount:
        if least == 1:
            return words.phrase(amount["count"]).get("the") or article(speaker.counted(amount, "none"))
        return f"at least {words.count(least)} {speaker.counted(amount, 'plural')}"
    if "minus" in amount and least == 1:
        more, less = (speaker.amount(term) for term in amount["minus"])
        return f"{article(more.removeprefix('the '))} above {less}"
    own = words.wording_of("values", amount.get("value", "")).get("need")
    return with_number(own, words.count(least), least == 1) if own and (least == 1 or "{n}" in own) else None

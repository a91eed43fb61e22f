"""Bonuses in short: "Equipped: +2/+0 and Rage", "Crewed (each): +1/+1", where wording.json has a lead for them."""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.abilities.operations.registry import OPERATIONS
from cardlib.wording.clauses import inline
from cardlib.wording.filling import Filling
from cardlib.wording.parts import Speaker
from cardlib.wording.words import JSON, joined


def bonus(speaker: Speaker, ability: Mapping[str, JSON]) -> str:
    """Return a continuous ability in short: what has it, a colon, numbers and keywords; else nothing."""
    nodes = ability["static"]
    if not nodes or any(node.get("op") not in ("gets", "has") or "text" in node for node in nodes):
        return ""
    subjects = {node.get("of", "self") if "each" not in node else "" for node in nodes}
    lead, nodes = "", list(nodes)
    if subjects == {"host"} and "while" not in ability:
        lead = speaker.words.wording_of("hosts", speaker.card.type).get("lead", "")
    elif subjects == {"self"} and "while" in ability:
        lead = _while(speaker, ability["while"])
    elif subjects == {"self"}:
        lead, nodes = _for_each(speaker, nodes)
    if not lead:
        return ""
    parts = [Filling(speaker, OPERATIONS[node["op"]], node, inline).short() for node in nodes]
    return f"{lead}: {joined(parts)}."


def _while(speaker: Speaker, condition: Mapping[str, JSON]) -> str:
    """The lead for a bonus that a card has while some number of its own is not 0."""
    amount = condition.get("amount")
    if not isinstance(amount, Mapping) or amount.get("of") != "self" or "value" not in amount:
        return ""
    if condition.get("at_least") != 1 or "at_most" in condition:
        return ""
    return speaker.words.wording_of("values", amount["value"]).get("lead", "")


def _for_each(speaker: Speaker, nodes: list[Mapping[str, JSON]]) -> tuple[str, list[Mapping[str, JSON]]]:
    """The lead for a bonus that is as high as some number of the card's own, and what it is for each one of that."""
    if len(nodes) != 1 or nodes[0]["op"] != "gets":
        return "", nodes
    stats = nodes[0]["stats"]
    first = next(iter(stats.values()))
    if not isinstance(first, Mapping) or set(first) != {"value", "of"} or first["of"] != "self":
        return "", nodes
    if any(value != first for value in stats.values()):
        return "", nodes
    lead = speaker.words.wording_of("values", first["value"]).get("lead_each", "")
    return lead, [{**nodes[0], "stats": dict.fromkeys(stats, 1)}]

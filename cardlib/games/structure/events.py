"""What happens in Dept. of Structure, and what the fields of each event are called."""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.kernel.declared import Fields

EVENTS: Mapping[str, Fields] = {
    "aims-at": Fields("card", "target"),
    "announced": Fields("card", "host"),
    "attack-declared": Fields(number="attackers"),
    "attacks": Fields("attacker"),
    "base": Fields(other="source", number="health"),
    "battle": Fields(number="attackers"),
    "blocks": Fields("blocker", "attacker"),
    "damaged": Fields("card", "source", "amount"),
    "deployed": Fields("card", "host"),
    "enters": Fields("card", "host"),
    "equipped": Fields("equipment", "unit"),
    "fed": Fields("eater", "eaten"),
    "fizzled": Fields("card"),
    "healed": Fields(),
    "hits-base": Fields("attacker", number="amount"),
    "kills": Fields("killer", "victim"),
    "missed": Fields("card"),
    "names": Fields(other="source", number="resource"),
    "no-card": Fields(),
    "played": Fields("card", "host"),
    "readied": Fields("card", "source"),
    "regroup-heals": Fields(),
    "resources": Fields(other="type", number="change"),
    "resurrected": Fields("card", "source"),
    "retired": Fields("card", "by"),
    "sacrificed": Fields("card", "source"),
    "spent": Fields("card"),
    "turn": Fields(number="round"),
    "unequipped": Fields("equipment", "host"),
    "used": Fields("card", number="ability", uses="subject"),
    "utilized": Fields("card", "source"),
}

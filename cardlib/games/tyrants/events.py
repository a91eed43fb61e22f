"""What happens in Against All Tyrants, and what the fields of each event are called."""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.kernel.declared import Fields

EVENTS: Mapping[str, Fields] = {
    "answers": Fields("target", "attacker", "damage"),
    "attacks": Fields("attacker", "target"),
    "changes-theater": Fields("unit", number="theater"),
    "computed": Fields("unit", "source", "tokens"),
    "damaged": Fields("card", "source", "amount"),
    "delegated": Fields("leader", "target", "damage"),
    "deployed": Fields("card", number="theater"),
    "destroyed": Fields("card", "destroyer", "tokens"),
    "disinfected": Fields("card", "attacker", "tokens"),
    "escalation": Fields(number="level", player=""),
    "gained": Fields(number="tokens"),
    "hidden": Fields("card", "source", "amount"),
    "incident": Fields(number="incidents", player=""),
    "instructed": Fields("unit", "source"),
    "marked": Fields("attacker", "target", "tokens"),
    "named": Fields(other="source", number="type"),
    "no-card": Fields(),
    "order": Fields("unit", number="order"),
    "placed": Fields("card", number="theater"),
    "played": Fields("card", number="theater"),
    "recovers": Fields("unit", number="tokens"),
    "removed": Fields("card", "source"),
    "replaced": Fields("card", "newcomer"),
    "scored": Fields(other="source", number="tokens"),
    "shielded": Fields("card", "source", "amount"),
    "spent": Fields("card"),
    "turn": Fields(number="turn"),
    "uploaded": Fields("base", "source", "tokens"),
}

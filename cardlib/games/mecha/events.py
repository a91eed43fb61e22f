"""What happens in Mecha, and what the fields of each event are called."""

from __future__ import annotations

from collections.abc import Mapping

from cardlib.kernel.declared import Fields

EVENTS: Mapping[str, Fields] = {
    "aims-at": Fields("card", "target"),
    "armour": Fields("unit", "source", "counters"),
    "attached": Fields("card", "host"),
    "attack-declared": Fields("attacker", "target"),
    "attack-ends": Fields("attacker", "target"),
    "attacked": Fields("target", "attacker", "force"),
    "attacks": Fields("attacker", "target", "force"),
    "damage-zone": Fields("card", number="cards"),
    "damaged": Fields("unit", "source", "amount"),
    "destroyed": Fields("card", "destroyer"),
    "destroys": Fields("destroyer", "card"),
    "draw-begins": Fields(),
    "end-begins": Fields(),
    "enters": Fields("card", number="space"),
    "fizzled": Fields("card"),
    "forfeits": Fields("unit"),
    "hits-player": Fields("attacker", number="force"),
    "main-begins": Fields(),
    "move-declared": Fields("unit", number="space"),
    "moves": Fields("unit", number="steps"),
    "named": Fields("card", number="name"),
    "played": Fields("card", "target", "space"),
    "put-off": Fields("card"),
    "redirected": Fields("source", "attacker"),
    "sacrificed": Fields("card", "source"),
    "shown": Fields("card", "source"),
    "skipped": Fields("card"),
    "spent": Fields("card"),
    "stands": Fields("card", number="space"),
    "step": Fields("unit", "start", "space"),
    "time": Fields("card", number="counters"),
    "triggered": Fields("card"),
    "turn": Fields(number="turn"),
    "turn-begins": Fields(),
    "turn-skipped": Fields(number="turn"),
    "used": Fields("card", "target", uses="subject"),
}

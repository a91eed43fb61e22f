"""What the rules of Mecha do with the abilities of cards; `cardlib data check` refuses the rest."""

from __future__ import annotations

from cardlib.abilities.honours import Honours

KEYWORDS = frozenset({"flight", "haste", "pierce", "provide", "range", "reach", "speed"})
OWN_ZONES = frozenset({"hand", "deck", "discard"})
STATS = frozenset({"power", "durability"})
UNIT = frozenset({"that", "player"})
PAIR = frozenset({"that", "other", "player"})
PHASE = frozenset({"player"})

HONOURS = Honours(
    operations=frozenset(
        {
            *("draw", "discard", "search", "return", "mill", "shuffle", "shuffle-into-deck", "put-on-top"),
            *("look-at-hand", "look-at-top", "random-player", "place"),
            *("damage", "remove-counters", "add-counters", "destroy", "sacrifice", "gain-control", "cancel", "move-to"),
            *("may", "if", "choose-one", "choose", "if-done", "otherwise"),
            *("gets", "sets", "has", "lacks", "cannot", "loses-abilities"),
            "reveals",
        }
    ),
    only={
        "cannot.action": frozenset(
            {"move", "attack", "attack directly", "be attacked", "be targeted", "move and attack"}
        ),
        "gets.stats": STATS | {"attacks", "steps", "pilots"},
        "sets.stats": STATS | {"attacks", "pilots"},
        "gives-host.stats": STATS,
        "has.keyword": KEYWORDS | {"armour"},  # which counts for what enters from then on (MIW-190)
        "lacks.keyword": KEYWORDS,
        "search.to": OWN_ZONES,
        "mill.to": frozenset({"hand", "discard", "damage"}),
        "move-to.zone": OWN_ZONES,
        "shuffle-into-deck.zone": frozenset({"hand", "discard"}),
    },
    against={"attack": "", "be attacked": "", "be targeted": "theirs"},
    until=frozenset({"end of turn", "next turn", "end of game"}),
    hosts=True,
    events={
        "enters": UNIT,
        "moves": UNIT,
        "attacks": PAIR,
        "attacked": PAIR,
        "destroys": PAIR,
        "destroyed": PAIR,
        "damaged": PAIR,
        "played": UNIT,
        "discarded": UNIT,
        "milled": UNIT,
        "triggered": UNIT,
        "turn-begins": PHASE,
        "draw-begins": PHASE,
        "main-begins": PHASE,
        "end-begins": PHASE,
    },
    triggers=frozenset({"while", "may", "limit"}),
    timings={
        "main": frozenset({"limit", "needs", "cost"}),
        "response": frozenset({"to", "cost"}),
        "skip draw": frozenset(),
    },
    play=frozenset(
        {
            *("never", "attach", "target", "stand", "counters", "every_turn", "onto", "optional", "keep_damage"),
            *("space", "window"),
        }
    ),
    windows=dict.fromkeys(("attack", "card", "destruction"), frozenset({"that"})),
    places={"trigger": frozenset({"discard", "damage"}), "activate": frozenset({"discard", "damage"})},
    of_player=frozenset({"hand", "bandwidth", "total_cost", "discarded_this_turn"}),
    of_object=STATS | {"cost", "damage", "armour", "time", "moves", "attacks_made", "speed", "range", "attacks"},
)

"""What the rules of Against All Tyrants do with the abilities of cards; `cardlib data check` refuses the rest."""

from __future__ import annotations

from cardlib.abilities.honours import Honours

TRAITS = frozenset(
    {
        *("armor", "bomber", "capital", "defended", "defender", "fighter", "pierce", "point-defense", "repeater"),
        "torpedo",
    }
)
TOKENS = frozenset({"damage", "shield", "stealth-token", "disruption", "mark-token", "charge", "computation"})
OWN_ZONES = frozenset({"hand", "deck", "discard"})

HONOURS = Honours(
    operations=frozenset(
        {
            *("draw", "discard", "search", "return", "mill", "shuffle", "shuffle-into-deck", "put-on-top"),
            *("look-at-hand", "look-at-top", "random-player", "place"),
            *("damage", "remove-counters", "add-counters", "destroy", "sacrifice", "gain", "spend", "move-to"),
            *("may", "if", "choose-one", "choose", "if-done", "otherwise"),
            *("gets", "sets", "has", "lacks", "reveals"),
        }
    ),
    only={
        "add-counters.counter": TOKENS - {"damage", "computation"},  # those are dealt, and computed
        "place.at": frozenset({"legal"}),
        "gain.resource": frozenset({"funds-token"}),
        "spend.resource": frozenset({"funds-token"}),
        "gets.stats": frozenset({"attack"}),
        "sets.stats": frozenset({"attack"}),
        "has.keyword": TRAITS,
        "lacks.keyword": TRAITS,
        "search.to": OWN_ZONES,
        "mill.to": frozenset({"hand", "discard"}),
        "move-to.zone": OWN_ZONES | {"objectives"},
        "shuffle-into-deck.zone": frozenset({"hand", "discard"}),
    },
    until=frozenset({"end of turn", "end of game"}),
    events={
        "deployed": frozenset({"that", "player"}),
        "placed": frozenset({"that", "player"}),
        "destroyed": frozenset({"that", "player"}),
    },
    timings={"order": frozenset({"needs", "cost"})},
    play=frozenset({"needs"}),
    of_player=frozenset(
        {"level", "incidents", "attacker", "hand", "funds-token", "objective-token", "unit_types", "pact_types"}
    ),
    of_object=TOKENS | {"attack", "health", "requirement"},
)

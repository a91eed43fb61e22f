"""What the rules of Dept. of Structure do with the abilities of cards; `cardlib data check` refuses the rest."""

from __future__ import annotations

from cardlib.abilities.honours import Honours
from cardlib.games.structure.cards import TYPES

KEYWORDS = frozenset(
    {
        *("crippled", "defense-gain", "disguise", "equipment-assist", "first-strike", "generator", "hidden", "hunger"),
        *("leadership", "motivator", "mounting-aggression", "overrun", "pacifist", "rage", "rampage", "tech-savvy"),
        "unblockable",
    }
)
OWN_ZONES = frozenset({"hand", "deck", "discard"})
STATS = frozenset({"attack", "defense"})
CARD = frozenset({"that", "player"})
PAIR = frozenset({"that", "other", "player"})
PHASE = frozenset({"player"})

HONOURS = Honours(
    operations=frozenset(
        {
            *("draw", "discard", "search", "return", "mill", "shuffle", "shuffle-into-deck", "put-on-top"),
            *("look-at-hand", "look-at-top", "random-player"),
            *("damage", "remove-counters", "add-counters", "destroy", "sacrifice", "gain", "spend", "cancel"),
            *("may", "if", "choose-one", "choose", "if-done", "otherwise"),
            *("gets", "sets", "has", "lacks", "reveals"),
        }
    ),
    only={
        "gain.resource": frozenset(TYPES),
        "spend.resource": frozenset(TYPES),
        "gets.stats": STATS,
        "sets.stats": STATS,
        "has.keyword": KEYWORDS,
        "lacks.keyword": KEYWORDS,
        "search.to": OWN_ZONES,
        "mill.to": frozenset({"hand", "discard"}),
        "shuffle-into-deck.zone": frozenset({"hand", "discard"}),
    },
    until=frozenset({"end of turn", "end of game"}),
    hosts=True,
    events={
        "attacks": CARD,
        "counters": CARD,
        "attack-declared": PHASE,
        "blocks": PAIR,
        "deployed": CARD,
        "equipped": PAIR,
        "hits-base": CARD,
        "kills": PAIR,
        "regroup-heals": PHASE,
        "retired": CARD,
    },
    triggers=frozenset({"while", "may", "limit"}),
    timings={"action": frozenset({"needs", "cost"})},
    play=frozenset({"attach", "target"}),
    of_player=frozenset(TYPES) | {"any"},
    of_object=STATS | {"cost", "damage", "token", "crew_now"},
)

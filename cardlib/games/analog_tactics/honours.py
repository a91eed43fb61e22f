"""What the rules of Analog Tactics do with the abilities of cards; `cardlib data check` refuses the rest."""

from __future__ import annotations

from cardlib.abilities.honours import Honours
from cardlib.games.analog_tactics import operations
from cardlib.games.analog_tactics.classes.upkeep import ELEMENTS
from cardlib.games.analog_tactics.kinds import STATS

OPERATIONS = operations.__name__  # importing them registers them
SCALED = frozenset({"amount", "range", "spaces", "max"})  # numbers on the cards of abilities that others raise
GRANTED = frozenset({*STATS, "push", "radius", "aura"})

HONOURS = Honours(
    operations=frozenset(
        {
            *("raise", "lower", "make", "mark", "unmark", "prevent", "redirect", "pay"),
            *("may", "choose-one", "if-done", "gets", "sets", "cannot", "grants", "scales"),
        }
    ),
    only={
        "gets.stats": GRANTED,
        "sets.stats": GRANTED,
        "scales.stats": SCALED,
        "cannot.action": frozenset(
            {
                *("be-pierced", "be-wounded", "be-struck-plainly", "take-blocked-damage", "take-aimed-damage"),
                *("spend-special", "deal-wounding", "roll-plainly"),
            }
        ),
    },
    until=frozenset({"your next turn", "end of turn"}),
    events={
        "round-begins": frozenset({"player"}),
        "round-ends": frozenset({"player"}),
        "turn-starts": frozenset({"player"}),
        "units-return": frozenset({"player"}),
        "upkeep": frozenset({"player"}),
        "turn-begins": frozenset({"player"}),
        "turn-begins-late": frozenset({"player"}),
        "turn-ends": frozenset({"player"}),
        "turn-ends-late": frozenset({"player"}),
        "tokens-cleared": frozenset({"player"}),
        "levels-up": frozenset({"player"}),
        "eliminated": frozenset({"that", "other", "player"}),
        "dodged": frozenset({"that", "player"}),
        "entered": frozenset({"that", "player"}),
        "left": frozenset({"that", "player"}),
        "passed-over": frozenset({"that", "other", "player"}),
        "movement-used": frozenset({"that", "player"}),
        "collided": frozenset({"that", "other", "player"}),
    },
    limits=frozenset({"turn", "round", "match", "action", "window"}),
    timings={
        "action": frozenset({"limit", "needs", "cost"}),
        "build": frozenset({"limit", "needs", "cost"}),
        "turn-begin": frozenset({"limit", "needs", "cost"}),
        "named": frozenset(),
    },
    of_player=frozenset({*ELEMENTS, "attuned", "bonus", "pool", "hurt", "own-turn"}),
    of_object=frozenset(
        {*STATS, "missing-movement", "missing-health", "health-left", "push", "aura", "installed", "age"}
    ),
    triggers=frozenset({"while", "may", "limit"}),
)

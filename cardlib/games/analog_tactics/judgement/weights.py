"""What counts how much in Analog Tactics, in tenths of a victory point: the only table of the judgement's numbers."""

from __future__ import annotations

from typing import Final

# -- the ledger ---------------------------------------------------------------------------------------------------
WON: Final = 5000.0  # the match is won; as much less than nothing where it is lost
LEADER: Final = 0.7  # with several rivals, how much the best of them counts; the rest is their average
POINT: Final = 10.0  # a victory point
TURNS: Final = 3  # ends of the own turn for which an Objective is counted on; fewer where the match ends sooner

# -- objects ------------------------------------------------------------------------------------------------------
TIES: Final = 6.0  # an Objective beside its points: it blocks, units enter there, it breaks ties
BREACH: Final = 4.0  # each point of Health that a controlled Objective lacks
GUARDED: Final = 0.6  # a point of its Armor
POST: Final = 7.0  # a Respawn Point

# -- units --------------------------------------------------------------------------------------------------------
PRESENT: Final = 5.0  # a unit on the board; it returns, all the same
REBUILT: Final = 14.0  # a Common that only returns if it is built
WORTH: Final = 0.7  # of the points for its elimination, what lies in its Health
OPEN: Final = 1.5  # a unit in range of an enemy, for each victory point that it is worth, half of it while healthy
WEAK: Final = 3  # Health; a unit with less is not healthy
GROWN: Final = 2.0  # a rank, a pick, an Attunement, a Blueprint
BONUS: Final = 1.0  # of the bonus of an Assassin's Elite
BUILT: Final = 6.0  # an Obstacle that was built or created
TOKEN: Final = 0.4  # a Stealth Token

# -- points left --------------------------------------------------------------------------------------------------
LEFT: Final[dict[str, float]] = {
    "attack_points": 0.3,
    "special_points": 0.3,
    "reaction_points": 0.5,
    "movement_points": 0.05,
}
MISSED: Final = 1.0  # an Attack point that is not used though there is something to attack

# -- what units are about -----------------------------------------------------------------------------------------
CAPTURE: Final = 22.0  # beside a neutral Objective, with the points for it
LATE: Final = 0.1  # of that, where the points are spent for this round
POSTING: Final = 4.0  # beside a Respawn Point that can be captured
SIEGE: Final = 12.0  # an Objective of an enemy in range
PREY: Final = 4.0  # an enemy unit in range, for each of its victory points
WOUNDED: Final = 5.0  # more for one without Health, in proportion
PACE: Final = 0.06  # of that for each step on the way there
FACED: Final = 1.0  # it is faced

"""What things are worth to the bots in Dept. of Structure: the numbers of `evaluation` and `guessing`."""

WON = 10_000.0
CLEAR_LEAD = 20.0  # fits greedy games best: at the end of a phase, who is ahead by as many points wins 73 of 100
BASE = 2.6  # a point of Base Health
LOW = 8  # Base Health below which every point counts more
LOW_EXTRA = 1.6
BODY = 1.0
ATTACK = 1.5
DEFENSE = 1.0
CREW = 0.5  # share of a Unit's worth that it keeps as crew
ON_TABLE = 1.2  # Equipment that nobody carries
TRAITS = {
    "leadership": 4.0,
    "motivator": 2.0,
    "generator": 3.0,
    "first-strike": 1.2,
    "unblockable": 2.5,
    "disguise": 1.0,
    "overrun": 1.2,
    "hidden": 0.6,
    "hunger": -5.0,
    "pacifist": -1.0,
    "equipment-assist": 0.8,
    "tech-savvy": 0.3,
}
EXPOSED = 1.3  # a point of damage that the Base may take in the next battle
PRESSURE = 0.7  # one that it may take in the present round
FALLS = 20.0  # that the next attack may bring the Base down
HAND = 2.2
POOL = (0.0, 0.9, 1.7, 2.3, 2.8, 3.1, 3.3, 3.4, 3.5, 3.5, 3.5)  # by resources of a type
READY_TO_PLAY = 0.6  # a card in Hand that can be paid for, per symbol of its cost
THIN_DECK = 6

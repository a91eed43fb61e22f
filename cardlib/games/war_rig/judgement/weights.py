"""What counts how much in War Rig, in actions: a point is what one action of a squad is worth.

The only table of the judgement's numbers. What wins is far more than what it takes to get there; between the two, each
way to win counts more the fewer actions it still takes.
"""

from __future__ import annotations

from typing import Final

# -- the end ------------------------------------------------------------------------------------------------------
WON: Final = 2000.0  # the match is won; as much less than nothing where it is lost
LEADER: Final = 0.6  # with several rivals, how much the best of them counts; the rest is their average

# -- ways to win --------------------------------------------------------------------------------------------------
NEAR: Final = 120.0  # a way on which nothing is left to do
OTHERS: Final = 0.5  # of the ways to win but the nearest one
FAR: Final = 30.0  # actions; a way with so many more to do counts 1/e of it
FIND: Final = 12.0  # a card of a path that the faction does not hold
STEAL: Final = 24.0  # one of which it is known that another faction holds it
BLOCKED: Final = 60.0  # a card of a path that a rival has built, or a way that a rival is on
TOKEN: Final = 2.0  # a resource that is still missing
BUILD: Final = 5.0  # a construction
ASTRAY: Final = 4  # moves of the tools to the site, at most, and where it cannot be paid yet
ON_SITE: Final = 1.5  # each of these moves
SWAYING: Final = 24.0  # what follows the facilities of Infinite Power, roughly
INVADING: Final = 15.0  # what follows those of the Empire
TURN: Final = 4.0  # a turn of waiting, for the reactor or a wave
SWAY: Final = 8.0  # a sway counter
SUMMON: Final = 3.0  # the Empire is not yet summoned
FUEL: Final = 1.5  # a turn's fuel that the platform lacks while something is built on it
HUNT: Final = 18.0  # a free squad of a rival
ITEM: Final = 1.0  # a unit of equipment that it can still give up
SHOOT: Final = 11.0  # the same for a rig that moves, aims and fires
ARM: Final = 6.0  # something that the rig lacks for that
LED: Final = 7.0  # one that is led, waits, is locked up; a coercion counter
WAITS: Final = 6.0  # one that is led, waits, is locked up; a coercion counter
LOCKED: Final = 2.0  # one that is led, waits, is locked up; a coercion counter
COUNTER: Final = 1.5  # one that is led, waits, is locked up; a coercion counter
RUIN: Final = 8.0  # a part of a rival's rig in its base, which only sabotage burns
WRECK: Final = 0.7  # a point of armour of a part elsewhere
STRENGTH: Final = 5.0  # a point of strength that is missing for all locations together
SETTLED: Final = 16.0  # to take up positions, while strength is missing
SETTLE: Final = 1.4  # a squad that is not yet camped where it counts, or not yet there
STRAY: Final = 0.8  # a move of a squad on its way there
MANY: Final = 6  # squads; so many with ID Scanners can hold all locations
REACH: Final = 5  # points missing in all, with which squads begin to settle

# -- what a faction has -------------------------------------------------------------------------------------------
FREE: Final = 10.0  # a free squad
TOOLLESS: Final = 8.0  # no Workshop Tools
KEPT: Final = 3.0  # a squad of one's own that somebody holds
CAPTIVE: Final = 5.0  # a rival's; each counter still to coerce
WAITING: Final = 5.3  # a rival's; each counter still to coerce
PRISONER: Final = 9.0  # a rival's; each counter still to coerce
COERCING: Final = 1.1  # a rival's; each counter still to coerce
WANTED: Final = 1.2  # a resource that the plan wants, beside what it takes off the way
SPARE: Final = 0.5  # another resource
SCRAP: Final = 0.12
DRAWN: Final = 0.9  # of the worth of a card for the tech token that brings it
CARD: Final = 2.0  # a card of the inventory
CARDS: Final = 16  # so many cards; each further one counts half
UNIT: Final = 1.2  # a unit of equipment; what an ID Scanner is more
SENTRY: Final = 2.0  # a unit of equipment; what an ID Scanner is more
STORED: Final = 0.9  # of that for one in the store
BUILT: Final = 1.2  # a resource in what stands
WORKS: Final = 2.0  # a facility that works, less for one that does not
MOBILE: Final = 2.0  # a rig that moves, that aims a weapon, that does both
AIMED: Final = 1.5  # a rig that moves, that aims a weapon, that does both
READY: Final = 4.0  # a rig that moves, that aims a weapon, that does both
CHASE: Final = 0.7  # a move of a ready rig to its nearest prey
LOCATION: Final = 12.0  # a location at the turn limit; the share of it before so many turns
EARLY: Final = 0.01  # a location at the turn limit; the share of it before so many turns
LATE: Final = 6  # a location at the turn limit; the share of it before so many turns

# -- what squads are about ----------------------------------------------------------------------------------------
HOMEWARD: Final = 0.2  # of a token's worth that each move on the way home takes
SPACE: Final = 0.25  # a free space where something is gathered; less than the token that fills it
UNLOAD: Final = 0.12  # a token aboard, at home; less for each move from there
LAST_CARDS: Final = 10  # cards of the deck; of fewer each takes a share off what tech is worth
UNWANTED: Final = 0.8  # of it where nothing is had that is wanted
RAIDERS: Final = 3  # squads to each of which one goal is pursued
CAMPED: Final = 0.3  # in a camp
PACE: Final = 0.25  # of what a squad is about, for each move on the way there
ESCORT: Final = 0.6  # a move with captives on the way home
RECRUIT: Final = 0.15  # of what a captive brings, in a base from which it is sure to be recruited
PURSUIT: Final = 0.05  # of it where an armed squad stands beside a rival's
HUNTED: Final = 2  # free squads of a rival; so few are hunted down
REST: Final = 1  # free squads of each rival; with so few left all squads raid and hunt
RAID: Final = 0.15  # of what a burning part brings, inside the base where the rig stands
SPY: Final = 0.15  # of what a card brings that a path lacks
JAILER: Final = 0.8  # somebody near the prisoner, less for each move
DANGER: Final = 2.0  # a squad that a rival's ready rig can shoot; a third of it one move away
LOST: Final = 1.6  # a squad that rivals recruit at home
COMING: Final = (0.8, 0.4, 0.15)  # by moves from there: how sure a rival's squad tries it soon, of several a share

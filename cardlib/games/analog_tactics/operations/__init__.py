"""The operations that only Analog Tactics has, by what they are about; importing the package registers them.

`kinds` are the kinds of parameters that they bring. What happens once: `attacks`, `moves`, `harm`, `points`, `pieces`.
What holds: `lasting`, and `blueprints`. `single` are operations of one ability each.
"""

from cardlib.games.analog_tactics.operations import attacks, blueprints, harm, lasting, moves, pieces, points, single

__all__ = ["attacks", "blueprints", "harm", "lasting", "moves", "pieces", "points", "single"]

"""Boards: graphs of named spaces from `boards/*.json`, and everything that can be asked of one without a match.

`board` is what a board is, `reading` makes it of a file, `shapes` knows grids and hexes. Asked are `distances`,
`paths`, `facing` (bearings, arcs, cones, turning, large pieces) and `sight`. `occupants` tells what stands where in a
match, and `relations` what the filter language says of it.
"""

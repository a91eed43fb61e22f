"""Movement of squads and rigs, repel, and what becomes of squads against their will.

That is WR-033 to WR-072, WR-130 to WR-137 and WR-198 to WR-206.
"""

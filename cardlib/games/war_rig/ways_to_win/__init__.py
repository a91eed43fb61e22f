"""Ways to win and the end: Empire Invasion, Infinite Power, domination, annihilation (WR-247 to WR-280)."""

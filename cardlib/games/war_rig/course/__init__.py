"""The course of a game: set-up, turns, rounds and slots, and what a player may do in a slot (WR-003 to WR-032)."""

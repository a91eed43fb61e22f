"""The course of a game: set-up, rounds and turns, what a player may do, respawn, and the end."""

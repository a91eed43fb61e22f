"""Attacks of squads and of rigs: who may attack whom, dice, hits (WR-099 to WR-129, WR-207 to WR-225)."""

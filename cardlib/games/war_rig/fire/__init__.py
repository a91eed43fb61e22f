"""Damage to sites, crashes, fire and the fighting of it (WR-160 to WR-163, WR-218, WR-226 to WR-240)."""

"""What facilities do for their owners: on the planet, the Orbital Platform, Low Orbit (WR-241 to WR-246)."""

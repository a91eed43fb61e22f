"""What factions construct, and the fitting of squads and rigs at home (WR-138 to WR-154)."""

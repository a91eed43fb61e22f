"""What infiltrated squads do in a rival base: recruit, rescue, spy, steal plans, sabotage (WR-155 to WR-182)."""

"""What squads gather and carry, the home stock and the tech deck, and camps (WR-073 to WR-098)."""

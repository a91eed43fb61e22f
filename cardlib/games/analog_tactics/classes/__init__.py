"""What the four classes bring: picks, weapons, elements, Blueprints, buildings, abilities that nothing else does."""

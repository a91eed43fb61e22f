"""Movement of any kind: steps, turns, free and forced movement, units that are carried or fill several spaces."""

"""Team sheets: what a team can have, the numbers that come of it, random ones, and a team as it takes the field."""

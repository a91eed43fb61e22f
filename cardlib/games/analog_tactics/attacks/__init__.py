"""Attacks and harm: what may be attacked, the combat interaction step by step, damage, Health that is lost."""

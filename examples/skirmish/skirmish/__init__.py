"""Skirmish on Beacon Hill, a small game for 2 to 4: chapters 4 (`turns`), 5 (`units`) and 6 (`attack`) of its rules.

Its data stands in `data/`: chapters 7 and 8, reactions, gear and skills, are nothing else.
"""

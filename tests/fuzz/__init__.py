"""Hostile files and hostile command lines for every command, each case in a process of its own. `make fuzz`.

`world` makes what the cases begin with: projects, decks, saves, replays and pictures as a user has them, and beside
them what no command may read, write or run. `spoiling` and `payloads` damage files, `kinds` says of each kind of file
which commands read it, `cases` draws a case from its seed and number. `running` runs it in a fork that `watching` looks
over, or as a command in hostile surroundings; `oracles` judges what came of it. `__main__` draws, shrinks and reports.
"""

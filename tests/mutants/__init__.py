"""Mutants: small changes to the rules of a game, each of which a scenario has to notice.

`operators` makes the mutants of a module, `leaving` says what is left out and which survivors are explained, `running`
plays the scenarios against each mutant in a process of its own, `__main__` draws the sample and reports.
`make mutants GAME=mecha`, or `python -m mutants mecha` with `tests` on the path.
"""

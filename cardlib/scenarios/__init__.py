"""Scenarios: rulings as executable data. A starting position, what players do and cannot do, what is expected.

    scenarios_in(project)              every scenario of a project
    read_scenarios(path, project)      those of one file, checked against the schema and the words of the project
    run(game, scenario)                play one; raises `ScenarioError` naming the first step that does not come out
    Play(game, scenario)               the same, step by step

`docs/scenarios.md` is the manual; what can be set and read in a game stands in `docs/scenarios/`.
"""

from __future__ import annotations

from cardlib.scenarios.playing import Play, run
from cardlib.scenarios.reading import Scenario, ScenarioError, read_scenarios, scenarios_in

__all__ = ["Play", "Scenario", "ScenarioError", "read_scenarios", "run", "scenarios_in"]

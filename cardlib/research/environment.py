"""A match as an environment of PettingZoo: agents take turns (AEC), one for each seat, with a mask of legal actions.

The environment asks an agent where the match asks its player, and gives it what its `View` holds and nothing else. The
agents are paid when the match is over: 1 for a victory, -1 without one, 0 for a draw, in between where several share
it. A player who is out of a match that goes on for the others is not asked again, and paid with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cardlib.bounds import seed_of
from cardlib.errors import CardlibError
from cardlib.filters import nearest
from cardlib.game import Game, load
from cardlib.kernel.chance import Chance, derive
from cardlib.kernel.match import WINDOWS
from cardlib.kernel.runaways import Runaway, Turns
from cardlib.lab.matrix import sample_decks
from cardlib.lab.series import TURN_LIMIT
from cardlib.research.actions import PLACES, Numbering
from cardlib.research.observing import MOST, THINGS, Array, Observing

if TYPE_CHECKING:
    from cardlib.game import Document, Seat, SetUp
    from cardlib.kernel.match import Match

Observation = dict[str, Any]  # `observation`, an array of int32, and `action_mask`, one of int8
Decks: TypeAlias = "Sequence[Seat] | Callable[[Chance], Sequence[Seat]] | None"
ILLEGAL = -1.0  # what an action costs that is not offered; it ends the match
_LAST = 12  # sentences of the log that `render` shows


def env(game: Game | str | Path, decks: Decks = None, **options: Any) -> AECEnv[str, Observation, int]:
    """Return the environment of a game as PettingZoo has its own: an action that is not offered ends the match.

    Whoever takes one gets -1, the others 0. Arguments are those of `MatchEnv`.
    """
    made: Any = wrappers.TerminateIllegalWrapper(MatchEnv(game, decks, **options), illegal_reward=ILLEGAL)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class MatchEnv(AECEnv[str, Observation, int]):
    """A game without the wrappers: an action that is not offered raises CardlibError."""

    def __init__(
        self,
        game: Game | str | Path,
        decks: Decks = None,
        *,
        players: int | None = None,
        table: Document | Sequence[Document] = (),
        actions: int = PLACES,
        things: int = THINGS,
        windows: str = "playable",
        turn_limit: int = TURN_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        """`decks` are what the players bring, as for `Game.match`, or a function that names it for each match.

        Left out, each match has decks of the project, drawn for `players` (as few as the game has) by the seed. With
        `actions` and `things` an environment has that many actions, and rows for what is in play. A match that reaches
        the `turn_limit` is truncated, and so is one whose effects or a turn do not end.

        Raises CardlibError for decks that cannot be played.
        """
        super().__init__()  # type: ignore[no-untyped-call]
        self.game = game if isinstance(game, Game) else load(game)
        if render_mode not in (None, "ansi"):
            raise CardlibError(f"render_mode={render_mode!r}: expected 'ansi' or None")
        if windows not in WINDOWS:
            raise CardlibError(f"windows={windows!r}: expected one of {', '.join(WINDOWS)}")
        if turn_limit < 1:
            raise CardlibError(f"turn_limit={turn_limit}: expected 1 or more")
        if isinstance(decks, str):
            raise CardlibError(
                f"decks={decks!r}: expected a list of what the players bring, such as [{decks!r}, {decks!r}]"
            )
        if isinstance(decks, Sequence):
            if players not in (None, len(decks)):
                raise CardlibError(f"players={players}: found {len(decks)} decks")
            players = len(decks)
        self._players = self.game.facts.least if players is None else players
        self.game.check_players(self._players)
        self._decks = decks
        self._table = table
        self._windows = windows
        self._turn_limit = turn_limit
        self.render_mode = render_mode
        self.metadata = {"name": f"{self.game.slug}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self._gathered: SetUp | None = self.game.gather(decks, table) if isinstance(decks, Sequence) else None
        self._own = sample_decks(self.game) if decks is None else []
        if decks is None and not self._own:
            raise CardlibError(f"{self.game.project.game.name} has no decks; name what the players bring")
        there = self._gathered or self.game.gather((), table, players=self._players)
        facts = self.game.facts_for(self._players, there.table)
        self.numbering = Numbering(actions)
        self.observing = Observing(facts, self.game.rules, things)
        self.possible_agents = [f"player_{player}" for player in range(self._players)]
        self.agents: list[str] = []
        shape = (len(self.observing.columns),)
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-MOST, MOST, shape, np.int32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(-MOST, MOST, (self._players * shape[0],), np.int32)
        self._seed = 0
        self._played = 0  # matches since the seed
        self._match: Match | None = None
        self._turns: Turns | None = None
        self._offered: dict[int, int] = {}  # the options of the decision by the numbers of their actions

    # -- what PettingZoo asks ------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of what an agent sees."""
        found: spaces.Space[Observation] = self.observation_spaces[agent]
        return found

    def action_space(self, agent: str) -> spaces.Space[int]:
        """Return the space of its actions."""
        found: spaces.Space[int] = self.action_spaces[agent]
        return found

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. The same seed gives the same matches, one after another; without one the next of them.

        `options` may have `decks`, what the players bring to this match. Others are left to whoever wraps this
        environment, as PettingZoo has it, but for what must be meant to be `decks`: that raises CardlibError.
        """
        named = options or {}
        brought = named.get("decks")
        meant = [name for name in named if name != "decks" and nearest(str(name), ["decks"]) is not None]
        if meant:
            raise CardlibError(f"options: found '{meant[0]}', expected 'decks'")
        if seed is not None:
            self._seed, self._played = seed_of(seed), 0
        chance = Chance(derive(self._seed, self._played))
        self._played += 1
        self._match = self._begun(chance, brought)
        self._turns = Turns(self._match)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection: Any = None
        self.agent_selection = self.agents[0]
        self._on(lambda match: match.run())

    def step(self, action: int | None) -> None:
        """Take an action for the agent who is asked; None for one whose match is over.

        Raises CardlibError for an action that is not offered.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)  # type: ignore[arg-type]
            return
        index = self._offered.get(int(action)) if action is not None else None
        if index is None:
            raise CardlibError(
                f"{self.agent_selection}: found action {action}, expected one of the {len(self._offered)} that are "
                "offered; action_mask has them"
            )
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._on(lambda match: match.take(index))
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and which actions it may take now: none while another one is asked."""
        mask = np.zeros(self.numbering.places, dtype=np.int8)
        if self._asked(agent):
            mask[list(self._offered)] = 1
        return {"observation": self._seen(agent), "action_mask": mask}

    def state(self) -> Array:
        """Return what all agents see together, one behind the other."""
        return np.concatenate([self._seen(agent) for agent in self.possible_agents])

    def render(self) -> str | None:
        """Return the last sentences of what happened, and what is asked, as the player who is asked knows it."""
        if self.render_mode != "ansi":
            return None
        match = self._now()
        view = match.view(0 if match.over else match.player)
        lines = [str(event) for event in view.log[-_LAST:]]
        if match.over:
            return "\n".join([*lines, repr(match.result)])
        return "\n".join([*lines, f"{view.called(view.player)}: {view.prompt}", *self.notations().values()])

    def close(self) -> None:
        """Leave the match."""
        self._match = None

    # -- beside it -----------------------------------------------------------------------------------------------

    def notations(self) -> dict[int, str]:
        """Return the notations of the options that are offered now, by the numbers of their actions."""
        options = self._now().options if self._offered else ()
        return {number: options[index].notation for number, index in self._offered.items()}

    @property
    def match(self) -> Match:
        """The match that is played, with everything that is hidden in it."""
        return self._now()

    # -- within --------------------------------------------------------------------------------------------------

    def _begun(self, chance: Chance, named: Sequence[Seat] | None) -> Match:
        """Set up a match that has not begun to run."""
        made = self._gathered
        if named is not None or made is None:
            made = self.game.gather(self._brought(chance) if named is None else named, self._table)
        if len(made.lists) != self._players:
            raise CardlibError(f"found {len(made.lists)} decks, expected {self._players}: one for each agent")
        return self.game.match_of(
            made.lists,
            derive(self._seed, self._played),
            windows=self._windows,
            documents=made.documents,
            table=made.table,
            run=False,
        )

    def _brought(self, chance: Chance) -> Sequence[Seat]:
        if callable(self._decks):
            return self._decks(chance)
        return [self._own[chance.below(len(self._own))] for _ in range(self._players)]

    def _on(self, done: Callable[[Match], object]) -> None:
        """Let the match go on to the next question, and note who is asked and what; or pay, where it is over."""
        match = self._now()
        truncated = False
        try:
            done(match)
            if self._turns is not None:
                self._turns.look()
            truncated = not match.over and match.state.vars["turn"] >= self._turn_limit
        except Runaway:
            truncated = True
        self._offered = {}
        if not match.over and not truncated:
            self._offered = self.numbering.numbered(option.notation for option in match.options)
            self.agent_selection = self.possible_agents[match.player]
            view = match.view(match.player)
            self.infos[self.agent_selection] = {"things_left_out": self.observing.left_out(view)}
            return
        ended = match.result
        for player, agent in enumerate(self.possible_agents):
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            if ended is not None and not ended.draw:
                share = 1 / len(ended.winners) if player in ended.winners else 0.0
                self.rewards[agent] = 2 * share - 1
        self._deads_step_first()

    def _asked(self, agent: str) -> bool:
        return bool(self._offered) and self.agent_selection == agent

    def _seen(self, agent: str) -> Array:
        return self.observing.of(self._now().view(self.possible_agents.index(agent)))

    def _now(self) -> Match:
        if self._match is None:
            raise CardlibError("no match has begun; call reset first")
        return self._match

"""One match at a terminal: whose turn it is, picks and their undoing, and nothing lost when it breaks off.

Works on a terminal and over pipes alike: picks are read line by line from standard input. What is typed is understood
by `orders`; what is seen and told stands on the `screen`; what is kept on the disk, and when, `keeping` knows.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from cardlib.bots import Bot, Thinker, answer, bot, break_off, check_weights, explanation, seated
from cardlib.errors import CardlibError
from cardlib.kernel.chance import apart
from cardlib_cli import board, keyboard, saving, thinking
from cardlib_cli.errors import last_words
from cardlib_cli.matches import tell_changes
from cardlib_cli.orders import obey
from cardlib_cli.output import bold, note, say, write
from cardlib_cli.screen import Screen
from cardlib_cli.shelf import going_on
from cardlib_cli.signals import HUNG_UP, Signals, Stopped
from cardlib_cli.stops import END, OWN_ACTIONS, Stops, every, moment, usual
from cardlib_cli.stops import to_json as stops_json

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.scenarios.replays import Recorder
    from cardlib_cli.keeping import Keeping

HUMAN = "human"
PROMPT = "> "


class Left(Exception):
    """The player leaves the match."""


class Session:
    """A match in play with whoever sits at it."""

    def __init__(
        self,
        beginning: saving.Beginning,
        recorder: Recorder,
        seats: list[str],
        names: list[str],
        bot_seed: int,
        keeping: Keeping,
        explain: bool = False,
        replay: Path | None = None,
        sit: Callable[[str, int, int], Bot] = bot,
        processes: int = 1,
    ) -> None:
        """Seat people and bots; `sit` makes the bots, and only `named_bot` makes those of somebody's own.

        A search, also one that gives a hint, thinks in so many processes.
        """
        self.beginning = beginning
        self.game = beginning.game
        self.recorder = recorder
        self.seats = seats
        self.names = names
        self.bot_seed = bot_seed
        self.processes = processes
        self.keeping = keeping
        self.replay = replay  # where a replay goes when the match is over
        self.signals = Signals()
        self.explain = explain  # tell what bots thought, also of cards that nobody else sees
        for name in seats:
            if name != HUMAN:
                check_weights(name, recorder.match.judgement)
        self.bots: dict[int, Bot] = {
            seat: sit(name, apart(bot_seed, seat + 1), processes) for seat, name in enumerate(seats) if name != HUMAN
        }
        self.humans = [seat for seat, name in enumerate(seats) if name == HUMAN]
        self.screen = Screen(self.game.project, self.humans)
        self.gives_up_saving = False  # after a save that failed
        self.stops = {seat: Stops(usual(recorder.match)) for seat in self.humans}
        self.passed: set[int] = set()  # the picks that were made for somebody by stops
        self.asked_in = -1  # the turn in which somebody was asked last

    @property
    def match(self) -> Match:
        """The match in play."""
        return self.recorder.match

    @property
    def thinkers(self) -> list[int]:
        """The seats of bots that can say what they thought."""
        return [seat for seat, sitting in self.bots.items() if isinstance(sitting, Thinker)]

    # -- the run ------------------------------------------------------------------------------------------------

    def play(self) -> int:
        """Play to the end, or to where it is broken off; returns the exit code. Whatever breaks it off, it is kept."""
        keyboard.take_any_bytes()
        with self.signals:
            try:
                try:
                    with self.signals.whole():
                        self.keeping.begin(self._saved())
                    with seated(self.bots, lambda: self.match, self.seats):
                        self._run()
                    return 0
                finally:
                    self.signals.hold()
            except (Left, EOFError) as reason:
                return self._leave(0, by_choice=isinstance(reason, Left))
            except Stopped as stopped:
                return self._leave(stopped.exit_code)
            except OSError as error:
                code = self._leave(HUNG_UP)
                if error.errno == errno.EIO:  # the terminal has gone
                    return code
                raise
            except BaseException:
                self._leave(1)
                raise

    def _run(self) -> None:
        letters = self.match.facts.seats
        sides = [
            f"{name} ({sitting}, player {letter})"
            for name, sitting, letter in zip(self.names, self.seats, letters, strict=False)
        ]
        say(bold(" against ".join(sides)))
        tell_changes(self.game.project)
        note(f"seed {self.match.setup.get('seed')}" + (", ? for help" if self.humans else ""))
        while not self.match.over:
            player = self.match.player
            if player in self.bots:
                self._bot(player)
            else:
                self._human(player)
        with self.signals.whole():
            self.keeping.settle()
            if self.replay is not None:
                saving.save_replay(self.replay, self.recorder)
        self.screen.tell_end(self.match)
        if self.replay is not None:
            note(f"wrote {self.replay}")
        sys.stdout.flush()
        with self.signals.whole():
            self.keeping.over()

    def pick(self, number: int, *, passed: bool = False, by_hand: bool = False) -> None:
        """Take an option and keep it, the one not without the other."""
        with self.signals.whole():
            at = len(self.recorder.picks)
            self.recorder.take(number)
            if passed:
                self.passed.add(at)
            self.keeping.pick(self.recorder.picks[at], at, passed=passed, by_hand=by_hand)

    def _bot(self, player: int) -> None:
        sitting = self.bots[player]
        if self.explain and isinstance(sitting, Thinker):
            if not self.humans:
                self.screen.tell(self.match, None)
            self.keeping.settle()
            number, found = explanation(sitting, self.match, self.seats[player])
            lines = thinking.thoughts(self.match, player, self.seats[player], found)
            if lines:
                write(board.shown(lines))
        else:
            if isinstance(sitting, Thinker):
                self.keeping.settle()
            number = answer(sitting, self.match, self.seats[player])
        self.pick(number)
        if not self.humans:
            self.screen.tell(self.match, None)

    def _human(self, player: int) -> None:
        passing = self._passing(player)
        if passing is not None:
            self.pick(self.match.find(passing), passed=True)
            return
        self.keeping.settle()
        self.screen.turn_to(player, self.match)
        while not self.match.over and self.match.player == player:
            before = len(self.recorder.picks)
            if obey(self, keyboard.read(PROMPT)):
                if len(self.recorder.picks) != before:
                    return
                self.screen.ask(self.match)

    def _passing(self, player: int) -> str | None:
        """Return what is answered for a player by stops, or because nothing else is left; None asks."""
        match, stops = self.match, self.stops[player]
        decision = match.decision
        if decision is None:
            match.run()
            decision = match.decision
        assert decision is not None
        turn = match.state.vars.get("turn", 0)
        answer = stops.passes(match, player)
        alone = len(self.humans) == 1 and self.asked_in == turn and OWN_ACTIONS not in stops.chosen
        if answer is None and alone and list(decision.choices) == [END]:
            answer = "end"
        if answer is None:
            self.asked_in = turn
        elif stops.standing is None:
            where = moment(match, player).stop if answer == "pass" else f"end of {match.rules.table.phase(match)}"
            if answer != "pass" or where in every(match):
                self.screen.passed_by_stops(player, where.replace(",", ""))
        return answer

    # -- what is typed, done --------------------------------------------------------------------------------------

    def concede(self, player: int) -> None:
        """Let a player give up, and keep it."""
        with self.signals.whole():
            at = len(self.recorder.picks)
            self.recorder.concede(player)
            self.keeping.pick(self.recorder.picks[at], at, by_hand=True)

    def own_picks(self, player: int) -> list[int]:
        """Return before which picks, counted from 0, a player was asked; not those that stops made."""
        return [at for at, asked in enumerate(self.recorder.asked) if asked == player and at not in self.passed]

    def take_back(self, target: int) -> None:
        """Go back to where there were `target` picks, by playing them again."""
        break_off(self.bots, self.match)
        with self.signals.whole():
            self.recorder = self.beginning.after(self.recorder.picks[:target])
            self.keeping.add({"undo": target})
        self.passed = {at for at in self.passed if at < target}
        self.asked_in = -1
        for stops in self.stops.values():
            stops.standing = None
        self.screen.take_back(self.match)

    def save_as(self, path: Path) -> None:
        """Save the match to a file; it is kept there from now on where it can't be kept in its own place."""
        with self.signals.whole():
            self.keeping.save_as(path, self._saved(), move=self.gives_up_saving)
        self.gives_up_saving = False

    def quit(self) -> NoReturn:
        """Leave, once the match is saved; where that fails it goes on, and the next `quit` leaves all the same."""
        if not self.gives_up_saving:
            try:
                with self.signals.whole():
                    self.keeping.save(self._saved())
            except CardlibError as error:
                self.gives_up_saving = True
                raise CardlibError(
                    f"not saved: {error}\nThe match goes on: save FILE in another place, or quit again to leave it."
                ) from None
        raise Left

    # -- saving -------------------------------------------------------------------------------------------------

    def _saved(self) -> saving.Saved:
        return saving.Saved(
            self.recorder.to_json(),
            self.match.state.to_json(),
            self.seats,
            self.names,
            self.bot_seed,
            self.beginning.base,
            stops_json(self.stops),
            sorted(self.passed),
        )

    def _leave(self, code: int, *, by_choice: bool = False) -> int:
        """Save the match where it breaks off, say how to go on with it, and return the exit code.

        Who leaves by choice has saved it, or has given up saving it.
        """
        if not self.keeping.begun:
            return code
        saved = None if by_choice else self._saved()
        kept, said = self.keeping.break_off(saved, self.command(), given_up=self.gives_up_saving)
        last_words(("" if by_choice else "\n") + "\n" + said)
        return code if kept or by_choice else code or 1

    def command(self, path: Path | None = None) -> str:
        """Return the command that goes on with the match, as it can be typed into a shell."""
        return going_on(path or self.keeping.save_at, self.game.project)

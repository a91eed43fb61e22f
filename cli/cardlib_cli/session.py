"""One match at a terminal: whose turn it is to look, what is typed, undo, save, and nothing lost when it breaks off.

Works on a terminal and over pipes alike: picks are read line by line from standard input. What is kept on the disk, and
when, `keeping` knows.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib import bounds
from cardlib.bots import Bot, Search, Thinker, answer, bot, explanation
from cardlib.engine.chance import apart
from cardlib.engine.decisions import PASS, AmbiguousOption, IllegalOption
from cardlib.engine.moves import listed
from cardlib.engine.replay import who_concedes
from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib_cli import asking, board, keyboard, saving, telling, thinking
from cardlib_cli.drawing import READABLE, room
from cardlib_cli.errors import last_words
from cardlib_cli.matches import tell_changes
from cardlib_cli.output import bold, dim, note, paragraph, write
from cardlib_cli.shelf import going_on
from cardlib_cli.signals import HUNG_UP, Signals, Stopped
from cardlib_cli.stops import END, OWN_ACTIONS, Stops, moment, standing, usual
from cardlib_cli.stops import changed as change
from cardlib_cli.stops import lines as stop_lines
from cardlib_cli.stops import to_json as stops_json
from cardlib_cli.terminal import clear

if TYPE_CHECKING:
    from cardlib.engine.match import Match
    from cardlib.engine.replay import Recorder
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
        sit: Callable[[str, int], Bot] = bot,
    ) -> None:
        """Seat people and bots; `sit` makes the bots, and only `named_bot` makes those of somebody's own."""
        self.beginning = beginning
        self.game = beginning.game
        self.recorder = recorder
        self.seats = seats
        self.names = names
        self.bot_seed = bot_seed
        self.keeping = keeping
        self.replay = replay  # where a replay goes when the match is over
        self.signals = Signals()
        self.explain = explain  # tell what bots thought, also of cards that nobody else sees
        self.bots: dict[int, Bot] = {
            seat: sit(name, apart(bot_seed, seat + 1)) for seat, name in enumerate(seats) if name != HUMAN
        }
        self.humans = [seat for seat, name in enumerate(seats) if name == HUMAN]
        self.told = [0] * len(seats)  # per seat: events already told
        self.redraw = True
        self.headline = ""  # of the board that was drawn last
        self.gives_up_saving = False  # after a save that failed
        self.stops = {seat: Stops(usual(recorder.match)) for seat in self.humans}
        self.passed: set[int] = set()  # the picks that were made for somebody by stops
        self.unsaid: dict[int, list[str]] = {
            seat: [] for seat in self.humans
        }  # the windows so passed, until it is told
        self.explained: dict[int, set[str]] = {seat: set() for seat in self.humans}  # those that it was told before
        self.asked_in = -1  # the turn in which somebody was asked last
        self.at_screen: int | None = self.humans[0] if len(self.humans) == 1 else None

    @property
    def match(self) -> Match:
        """The match in play."""
        return self.recorder.match

    @property
    def viewer(self) -> int | None:
        """Who looks at the screen; None sees all, when only bots play."""
        return self.at_screen if self.humans else None

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
        letters = self.match.rules.seats
        sides = [
            f"{name} ({sitting}, player {letter})"
            for name, sitting, letter in zip(self.names, self.seats, letters, strict=False)
        ]
        write(bold(" against ".join(sides)))
        tell_changes(self.game)
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
        self._tell(self.viewer)
        write("")
        write(board.shown(board.draw(self.match, self.game.project, None if len(self.humans) != 1 else self.viewer)))
        write("\n" + bold(telling.result_line(self.match)))
        if self.replay is not None:
            note(f"wrote {self.replay}")
        sys.stdout.flush()
        with self.signals.whole():
            self.keeping.over()

    def _pick(self, number: int, *, passed: bool = False, by_hand: bool = False) -> None:
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
                self._tell(None)
            self.keeping.settle()
            number, found = explanation(sitting, self.match, self.seats[player])
            lines = thinking.thoughts(self.match, player, self.seats[player], found)
            if lines:
                write(board.shown(lines))
        else:
            if isinstance(sitting, Thinker):
                self.keeping.settle()
            number = answer(sitting, self.match, self.seats[player])
        self._pick(number)
        if not self.humans:
            self._tell(None)

    def _human(self, player: int) -> None:
        passing = self._passing(player)
        if passing is not None:
            self._pick(self.match.find(passing), passed=True)
            return
        self.keeping.settle()
        if self.at_screen != player:
            self._pass_screen(player)
        before = self.told[player]
        self._tell(player)
        headline = board.headline(self.match)
        if before != self.told[player] or headline != self.headline or self.redraw:
            self._board()
            self.redraw = False
        self.headline = headline
        self._ask()
        while not self.match.over and self.match.player == player:
            before = len(self.recorder.picks)
            if self._obey(keyboard.read(PROMPT)):
                if len(self.recorder.picks) != before:
                    return
                self._ask()

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
        if answer is None and alone and list(decision.values) == [END]:
            answer = "end"
        if answer is None:
            self.asked_in = turn
        elif stops.standing is None:
            where = moment(match, player).stop if answer == "pass" else f"end of {match.rules.phase(match)}"
            self.unsaid[player].append(where.replace(",", ""))
        return answer

    def _pass_screen(self, player: int) -> None:
        """Hot seat: what the last player saw goes off the screen before the next one looks."""
        first = self.at_screen is None
        self.at_screen = player
        _clear()
        seat = self.match.rules.seats[player]
        write(f"=== Player {seat}" + ("" if first else f": pass the screen to player {seat}") + " ===")
        if keyboard.at_terminal() and not first:
            keyboard.read("Press Enter when nobody else looks ")
            _clear()

    def _tell(self, viewer: int | None) -> None:
        seat = 0 if viewer is None else viewer
        lines = telling.events(self.match, self.told[seat], viewer)
        self.told[seat] = len(self.match.events or ())
        if lines:
            write(board.shown(lines))
        if viewer is not None:
            passed = [one for one in dict.fromkeys(self.unsaid[viewer]) if one not in self.explained[viewer]]
            if passed:
                said = f"passed for you, from now on: {'; '.join(passed)} (see stops)"
                write("\n".join(dim(line) for line in paragraph(said, room(READABLE), "  ", "    ")))
            self.explained[viewer].update(passed)
            self.unsaid[viewer] = []

    def _board(self) -> None:
        write("\n" + board.shown(board.draw(self.match, self.game.project, self.viewer)))

    def _ask(self) -> None:
        write("")
        for line in paragraph(telling.question(self.match), room(READABLE), "", "  "):
            write(bold(line))
        lines = [*telling.about(self.match, self.game.project), *telling.options(self.match)]
        write(board.shown(lines))

    # -- what is typed ------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> bool:
        """Do what a line says; returns whether the options should be shown again."""
        if not line.strip(" \t"):
            if self.match.decision is None or PASS not in self.match.decision.values:
                return False
            line = "pass"
        try:
            keyboard.check(line)
            line = line.strip()
            words = line.split()
            command = self._commands().get(words[0].lower()) if words else None
            if line.startswith("?"):
                self._explain(line[1:].strip())
            elif words and words[0].lower() == "save":
                return self._save(line[len("save") :].strip())
            elif command is not None:
                return command(words[1:])
            else:
                self._take(line)
                return True
        except AmbiguousOption as error:
            write("\n".join(paragraph(f"Which? {listed(error.options)}", room(READABLE), "", "  ")))
        except IllegalOption as error:
            write("\n".join(paragraph(f"Not possible: {error}", room(READABLE), "", "  ")))
        except CardlibError as error:
            write(
                "\n".join(
                    part for line in str(error).splitlines() for part in paragraph(line, room(READABLE), "", "  ")
                )
            )
        return False

    def _commands(self) -> dict[str, Callable[[list[str]], bool]]:
        return {
            "help": lambda words: self._explain(" ".join(words)),
            "board": lambda words: self._again_board(),
            "options": lambda words: True,
            "zones": lambda words: self._zones(),
            "log": lambda words: self._log(),
            "hint": self._hint,
            "pass": self._pass,
            "skip": lambda words: self._skip(),
            "stops": self._stops,
            "undo": self._undo,
            "concede": self._concede,
            "quit": lambda words: self._quit(),
        }

    def _take(self, line: str) -> None:
        match = self.match
        if line.removeprefix("-").isdecimal():
            number = keyboard.counted(line)
            if not 1 <= number <= len(match.options):
                said = line if len(line) <= bounds.COUNT else "with so long a number"
                raise CardlibError(f"there is no option {said}; there are {len(match.options)}")
            self._pick(number - 1, by_hand=True)
        else:
            self._pick(match.find(line), by_hand=True)

    def _explain(self, words: str) -> bool:
        match, project = self.match, self.game.project
        write(board.shown(asking.answer(match, project, words) if words else asking.help_lines(match, project)))
        return False

    def _again_board(self) -> bool:
        self._board()
        return True

    def _zones(self) -> bool:
        write(board.shown(board.open_zones(self.match, self.game.project)))
        return False

    def _log(self) -> bool:
        write(board.shown(telling.events(self.match, 0, self.viewer)))
        return False

    def _hint(self, words: list[str]) -> bool:
        """Say what a search would do; it sees what the player sees."""
        name = "search:" + words[0] if words else "search"
        if words and words[0].isdecimal() and not 1 <= keyboard.counted(words[0]) <= bounds.HINT:
            raise CardlibError(f"hint thinks at most {bounds.HINT} iterations long; such as hint 1000")
        match = self.match
        thinker = bot(name, self.bot_seed)
        assert isinstance(thinker, Search)
        found = thinker.explain(match.view(match.player))
        write(board.shown(thinking.advice(match, match.player, name, found)))
        return False

    def _pass(self, words: list[str]) -> bool:
        """Pass this window; with more words also those that follow, until what they name."""
        match = self.match
        player = match.player
        decision = match.decision
        if not words or decision is None:
            self._take("pass")
            return True
        if PASS not in decision.values and END not in decision.values:
            raise CardlibError("there is nothing to pass now; the question has to be answered")
        stops = self.stops[player]
        stops.standing = standing(match, words)
        # The first answer is the player's own, so that undo leads back to it.
        self._take("pass" if PASS in decision.values else "end")
        return True

    def _skip(self) -> bool:
        """Pass this window, and those that follow until something happens; it never ends a phase."""
        if self.match.decision is None or PASS not in self.match.decision.values:
            raise CardlibError("there is no window to pass now")
        return self._pass(["until", "something", "happens"])

    def _stops(self, words: list[str]) -> bool:
        stops = self.stops[self.match.player]
        if words:
            change(stops, self.match, words)
            self.keeping.add({"stops": stops_json(self.stops)})
        write(
            "\n".join(
                part for line in stop_lines(self.match, stops) for part in paragraph(line, room(READABLE), "", "  ")
            )
        )
        return False

    def _undo(self, words: list[str]) -> bool:
        """Go back before the last pick of whoever sits at the screen, by playing the picks before it again."""
        times = keyboard.counted(words[0]) if words else 1
        if times < 1 or len(words) > 1:
            raise CardlibError(f"undo takes how many picks to take back, such as undo 3; found '{' '.join(words)}'")
        own = self._own(self.match.player)
        if not own:
            raise CardlibError("there is nothing to take back")
        if times > len(own):
            raise CardlibError(f"there are not {words[0]} picks to take back; you have made {len(own)}")
        target = own[-times]
        picks = self.recorder.picks[:target]
        with self.signals.whole():
            self.recorder = self.beginning.after(picks)
            self.keeping.add({"undo": target})
        self.passed = {at for at in self.passed if at < target}
        self.asked_in = -1
        for seat, stops in self.stops.items():
            stops.standing = None
            self.unsaid[seat] = []
        events = len(self.match.events or ())
        self.told = [min(told, events) for told in self.told]
        write(f"Taken back; {number_of(len(picks), 'pick')} stand{'s' if len(picks) == 1 else ''}.")
        self.redraw = True
        return True

    def _own(self, player: int) -> list[int]:
        """Return before which picks, counted from 0, a player was asked; not those that stops made."""
        recorder = self.beginning.begin()
        own = []
        for at, pick in enumerate(self.recorder.picks):
            if recorder.match.player == player and at not in self.passed:
                own.append(at)
            saving.retake(recorder, pick)
        return own

    def _concede(self, words: list[str]) -> bool:
        """Give up, or let another one at this screen give up whom the rules let do so now: `concede b`."""
        player = who_concedes(self.match, " ".join(["concede", *words]))
        if player not in self.humans:
            raise CardlibError(f"player {self.match.rules.seats[player]} is a bot; only who sits here can give up")
        with self.signals.whole():
            at = len(self.recorder.picks)
            self.recorder.concede(player)
            self.keeping.pick(self.recorder.picks[at], at, by_hand=True)
        return True

    def _quit(self) -> bool:
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

    def _save(self, typed_path: str) -> bool:
        if not typed_path:
            raise CardlibError("save needs a file: save my-match.json")
        path = keyboard.path_in(typed_path)
        with self.signals.whole():
            self.keeping.save_as(path, self._saved(), move=self.gives_up_saving)
        self.gives_up_saving = False
        write(f"Saved; go on with: {self._command(path)}")
        return False

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
        kept, said = self.keeping.break_off(saved, self._command(), given_up=self.gives_up_saving)
        last_words(("" if by_choice else "\n") + "\n" + said)
        return code if kept or by_choice else code or 1

    def _command(self, path: Path | None = None) -> str:
        """Return the command that goes on with the match, as it can be typed into a shell."""
        return going_on(path or self.keeping.save_at, self.game.project)


# -- the terminal ------------------------------------------------------------------------------------------------


def _clear() -> None:
    if sys.stdout.isatty():
        clear(sys.stdout)

"""A bot in any language: a program that reads questions as JSON, one a line, and writes answers.

`pipe:COMMAND` names it, `pipe@SECONDS:COMMAND` with the time that it may take for an answer. The lines are those of
docs/bots.md; what stands in them comes from the `View` alone (`seen`). A command is only ever one that a person typed
or a program handed over, see `registry`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from cardlib.bots import programs
from cardlib.bots.programs import Ended, Program, shown
from cardlib.bots.protocol import ProgramError
from cardlib.bots.seen import Number, asked, numbers, offered, seen
from cardlib.errors import CardlibError

if TYPE_CHECKING:
    from cardlib.kernel.decisions import Option
    from cardlib.kernel.visibility import View

PROTOCOL: Final = 1
SECONDS: Final = 60.0  # for an answer, if the name does not say it
MOST: Final = 86_400  # seconds that a name may say
_SEED: Final = (1 << 53) - 1  # numbers that every language reads exactly


class Pipe:
    """Asks a program. It is started at the first question, and gets `end` when the match is over."""

    def __init__(self, name: str, seed: int = 0) -> None:
        """Raises CardlibError for a name that cannot be read, NotFound for a program that is not there."""
        head, _, command = name.partition(":")
        self.name = name
        self.seed = seed & _SEED
        self.seconds = _seconds(name, head.partition("@")[2]) if "@" in head else SECONDS
        self.command = tuple(programs.command_of(command, f"the bot '{shown(name)}'"))
        self._program: Program | None = None
        self._numbers: list[Number] = []
        self._questions = 0
        self._happened = 0  # events that it was told of

    def choose(self, view: View) -> Option:
        """Return the option that the program picks; raises ProgramError for anything else that it does."""
        try:
            return self._chosen(view, self._asked(view))
        except BaseException:
            self._drop()
            raise

    def over(self, view: View) -> None:
        """Tell the program how the match ended, or that it was broken off, and keep it for another one."""
        program, self._program = self._program, None
        self._questions = self._happened = 0
        if program is None:
            return
        ended = view.result
        _say(program, {"type": "end", "result": None if ended is None else _result(ended)})
        programs.give_back(program)

    def _asked(self, view: View) -> str:
        """Ask the program and return its answer.

        One that has ended well since the match before, as one does that plays a single match, is started again.
        """
        first = self._program is None
        if first:
            self._numbers = numbers(view.facts, view.rules)
        question = self._question(view)
        while True:
            program = self._program if self._program is not None else programs.borrow(self.command)
            self._program = program
            try:
                if first:
                    self._begin(program, view)
                early = program.early()
                if early is None:
                    _say(program, question)
                    return program.answer(self.seconds)
            except Ended as ended:
                if not (first and program.served and ended.code == 0):
                    raise
                self._drop()
                continue
            raise ProgramError(f"its line {program.lines}: found {shown(early)!r} before it was asked for anything")

    def _question(self, view: View) -> dict[str, Any]:
        log = [str(event) for event in view.log_from(self._happened)]
        self._happened = view.happened
        self._questions += 1
        return {
            "type": "ask",
            "number": self._questions,
            "asked": asked(view),
            "options": offered(view),
            "log": log,
            "view": seen(view, self._numbers),
        }

    def _begin(self, program: Program, view: View) -> None:
        """Tell a program of the match."""
        if not program.greeted:
            from cardlib import __version__

            _say(program, {"type": "hello", "protocol": PROTOCOL, "cardlib": __version__})
            expected = f'{{"protocol":{PROTOCOL}}}'
            line = program.answer(self.seconds)
            if _object(program, line, expected).get("protocol") != PROTOCOL:
                raise _wrong(program, line, expected)
            program.greeted = True
        begin = {
            "type": "begin",
            "game": view.rules.slug,
            "data": view.facts.digest,
            "seat": view.called(view.player),
            "seats": list(view.facts.seats[: view.facts.players]),
            "seed": self.seed,
        }
        _say(program, begin)

    def _chosen(self, view: View, line: str) -> Option:
        program = self._program
        assert program is not None
        options = view.options
        last = len(options) - 1
        expected = f'{{"pick": NUMBER}} with a number from 0 to {last}, or {{"pick": "NOTATION"}} of an option'
        pick = _object(program, line, expected).get("pick")
        if isinstance(pick, int) and not isinstance(pick, bool) and 0 <= pick <= last:
            return options[pick]
        if isinstance(pick, str):
            try:
                return view.find(pick)
            except CardlibError as error:
                raise _wrong(program, line, f"{expected}; {error}") from None
        raise _wrong(program, line, expected)

    def _drop(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            programs.dismiss(program)


def _seconds(name: str, text: str) -> float:
    """Return the number of seconds in a name."""
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= MOST):
        raise CardlibError(
            f"the bot '{shown(name)}': found '{shown(text)}' before the colon, expected a number of seconds from 1 to "
            f"{MOST}, such as pipe@300:./mybot.sh"
        )
    return float(text)


def _say(program: Program, message: dict[str, Any]) -> None:
    program.say(json.dumps(message, separators=(",", ":")))


def _object(program: Program, line: str, expected: str) -> dict[str, Any]:
    """Return a line as an object of JSON."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _wrong(program, line, expected)
    return found


def _wrong(program: Program, line: str, expected: str) -> ProgramError:
    return ProgramError(f"its line {program.lines}: found {shown(line)!r}, expected {expected}{program.last_words()}")


def _result(ended: Any) -> dict[str, Any]:
    """How a match ended, as JSON."""
    return {
        "winner": ended.seat,
        "draw": ended.draw,
        "turns": ended.turns,
        "ranking": [
            {"place": one.place, "seat": one.seat, "reason": one.reason, "rule": one.rule} for one in ended.ranking
        ],
    }

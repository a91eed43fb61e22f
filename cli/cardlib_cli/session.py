"""One match at a terminal: whose turn it is to look, what is typed, undo, save, and nothing lost when it breaks off.

Works on a terminal and over pipes alike: picks are read line by line from standard input.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.bots import Bot, Search, Thinker, answer, bot, explanation
from cardlib.engine.chance import derive
from cardlib.engine.decisions import PASS, AmbiguousOption, IllegalOption
from cardlib.engine.replay import who_concedes
from cardlib.errors import CardlibError, NotFound
from cardlib_cli import board, saving, telling, thinking
from cardlib_cli.matches import tell_changes
from cardlib_cli.output import bold, note, write
from cardlib_cli.signals import like_an_interrupt

if TYPE_CHECKING:
    from cardlib.catalog.models import Rule
    from cardlib.engine.match import Match
    from cardlib.engine.replay import Recorder

HUMAN = "human"

HELP = """\
Type the number of an option, or its words; a beginning will do where only one option begins so.
  ? CARD        what a card says           ? MOVE       whether that is possible, and if not, why
  ? KEYWORD     what it means              ? RULE       a rule (? {rule})
  ?             this help
  board, options, zones, log               show them (again)
  hint [N]      what a search of N iterations (400) would do in your place
  undo [N]      take back your last pick   save FILE    write the match; go on with cardlib play --resume FILE
  concede       give up                    quit         leave; the match is saved first
  skip          pass every window until you are asked something else or somebody acts; an empty line passes one"""


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
        autosave: Path | None = None,
        explain: bool = False,
    ) -> None:
        self.beginning = beginning
        self.game = beginning.game
        self.recorder = recorder
        self.seats = seats
        self.names = names
        self.bot_seed = bot_seed
        self.autosave = autosave
        self.explain = explain  # tell what bots thought, also of cards that nobody else sees
        self.bots: dict[int, Bot] = {
            seat: bot(name, derive(bot_seed, seat + 1)) for seat, name in enumerate(seats) if name != HUMAN
        }
        self.humans = [seat for seat, name in enumerate(seats) if name == HUMAN]
        self.told = [0] * len(seats)  # per seat: events already told
        self.redraw = True
        self.headline = ""  # of the board that was drawn last
        self.gives_up_saving = False  # after a save that failed
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

    def play(self) -> str:
        """Play to the end: "over", or "left" or "interrupted". Whatever breaks it off, the match is saved."""
        letters = self.match.rules.seats
        sides = [
            f"{name} ({sitting}, player {letter})"
            for name, sitting, letter in zip(self.names, self.seats, letters, strict=False)
        ]
        write(bold(" against ".join(sides)))
        tell_changes(self.game)
        note(f"seed {self.match.setup.get('seed')}" + (", ? for help" if self.humans else ""))
        with like_an_interrupt():
            try:
                while not self.match.over:
                    player = self.match.player
                    if player in self.bots:
                        self._bot(player)
                    else:
                        self._human(player)
            except (Left, EOFError, KeyboardInterrupt) as reason:
                note("" if isinstance(reason, Left) else "\n")
                if not (isinstance(reason, Left) and self.gives_up_saving):
                    note(f"saved; go on with: cardlib play --resume {self._save_now()}")
                return "interrupted" if isinstance(reason, KeyboardInterrupt) else "left"
            except BaseException:
                try:
                    note(f"saved as {self._save_now()}")
                except CardlibError as error:
                    note(f"not saved: {error}")
                raise
        self._tell(self.viewer)
        write("")
        write(board.shown(board.draw(self.match, self.game.project, None if len(self.humans) != 1 else self.viewer)))
        write("\n" + bold(telling.result_line(self.match)))
        return "over"

    def _bot(self, player: int) -> None:
        sitting = self.bots[player]
        if self.explain and isinstance(sitting, Thinker):
            if not self.humans:
                self._tell(None)
            number, found = explanation(sitting, self.match, self.seats[player])
            lines = thinking.thoughts(self.match, player, self.seats[player], found)
            if lines:
                write(board.shown(lines))
        else:
            number = answer(sitting, self.match, self.seats[player])
        self.recorder.take(number)
        if not self.humans:
            self._tell(None)

    def _human(self, player: int) -> None:
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
            if self._obey(_read()):
                if len(self.recorder.picks) != before:
                    return
                self._ask()

    def _pass_screen(self, player: int) -> None:
        """Hot seat: what the last player saw goes off the screen before the next one looks."""
        first = self.at_screen is None
        self.at_screen = player
        _clear()
        seat = self.match.rules.seats[player]
        write(f"=== Player {seat}" + ("" if first else f": pass the screen to player {seat}") + " ===")
        if sys.stdin.isatty() and not first:
            _read("Press Enter when nobody else looks ")
            _clear()

    def _tell(self, viewer: int | None) -> None:
        seat = 0 if viewer is None else viewer
        lines = telling.events(self.match, self.told[seat], viewer)
        self.told[seat] = len(self.match.events or ())
        if lines:
            write(board.shown(lines))

    def _board(self) -> None:
        write("\n" + board.shown(board.draw(self.match, self.game.project, self.viewer)))

    def _ask(self) -> None:
        decision = self.match.decision
        assert decision is not None
        rule = f" ({decision.rule})" if decision.rule else ""
        source = f"{self.match.rules.title(self.match, decision.source)}: " if decision.source >= 0 else ""
        if source and decision.prompt.startswith(source[:-2]):
            source = ""
        seat = self.match.rules.seats[decision.player]
        write(f"\n{bold(f'{seat}, {source}{decision.prompt}')}{rule}")
        lines = [*telling.about(self.match, self.game.project), *telling.options(self.match)]
        write(board.shown(lines))

    # -- what is typed ------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> bool:
        """Do what a line says; returns whether the options should be shown again."""
        if not line.strip():
            if self.match.decision is None or PASS not in self.match.decision.values:
                return False
            line = "pass"
        words = line.split()
        command = self._commands().get(words[0].lower())
        try:
            if line.startswith("?"):
                self._explain(line[1:].strip())
            elif command is not None:
                return command(words[1:])
            else:
                self._take(line)
                return True
        except (IllegalOption, AmbiguousOption) as error:
            write(f"Not possible: {error}")
        except CardlibError as error:
            write(str(error))
        return False

    def _commands(self) -> dict[str, Callable[[list[str]], bool]]:
        return {
            "help": lambda words: self._explain(" ".join(words)),
            "board": lambda words: self._again_board(),
            "options": lambda words: True,
            "zones": lambda words: self._zones(),
            "log": lambda words: self._log(),
            "hint": self._hint,
            "skip": lambda words: self._skip(),
            "undo": self._undo,
            "save": self._save,
            "concede": self._concede,
            "quit": lambda words: self._quit(),
        }

    def _take(self, line: str) -> None:
        match = self.match
        if line.strip().isdecimal():
            number = int(line)
            if not 1 <= number <= len(match.options):
                raise CardlibError(f"there is no option {number}; there are {len(match.options)}")
            self.recorder.take(number - 1)
        else:
            self.recorder.take(match.find(line))

    def _explain(self, words: str) -> bool:
        project, match = self.game.project, self.match
        if not words:
            asked = match.decision.rule if match.decision is not None else None
            write(f"{HELP.format(rule=asked or next(iter(project.rules)))}\n{board.legend(match, project)}")
            return False
        rule = project.rules.get(words.upper()) or project.rules.get(words)
        if rule is not None:
            self._tell_rule(rule)
            return False
        keyword = next((one for one in project.keywords.values() if one.called(words)), None)
        if keyword is not None and keyword.id not in match.facts.number:
            write(f"{keyword.name}: {keyword.reminded_of_any()}")
            if keyword.rule in project.rules:
                self._tell_rule(project.rules[keyword.rule])
            return False
        from cardlib.catalog import find_card

        words = words.removeprefix("card ")
        try:
            write(board.shown(board.card_lines(project, find_card(project, words).id)))
        except NotFound:
            self._tell_whether(words)
        return False

    def _tell_whether(self, words: str) -> None:
        """Say whether words are a possible choice, or that they are nothing at all."""
        project, match = self.game.project, self.match
        try:
            option = match.options[match.find(words)]
        except IllegalOption as error:
            if error.rule is None and len(words.split()) == 1:
                from cardlib.catalog import no_such

                names = [card.name for card in project.cards.values()]
                names += [*(keyword.name for keyword in project.keywords.values()), *project.rules]
                write(str(no_such("card, keyword or rule", words, names)))
                return
            write(f"Not possible: {error}")
            if error.rule in project.rules:
                self._tell_rule(project.rules[error.rule])
        else:
            rule = f" ({option.rule})" if option.rule else ""
            write(f"That is possible: option {option.index + 1}, {option.text}{rule}")

    @staticmethod
    def _tell_rule(rule: Rule) -> None:
        question = f"{rule.question} " if rule.question else ""
        write(f"{rule.id}: {question}{rule.text}")
        if rule.broken_by:
            write(f"Broken by: {rule.broken_by}")

    def _again_board(self) -> bool:
        self._board()
        return True

    def _zones(self) -> bool:
        match = self.match
        for player, seat in enumerate(match.rules.seats[: match.facts.players]):
            for kind in match.facts.zone:
                zone = match.facts.zone[kind][player]
                if match.facts.visible[kind] == "all" and match.facts.zone_owner[zone] == player:
                    cards = [match.facts.ids[match.state.card[obj]] for obj in match.state.zones[zone]]
                    write(f"{seat} {board.zone_name(self.game.project, kind)}: {', '.join(cards) or '(empty)'}")
        return False

    def _log(self) -> bool:
        write(board.shown(telling.events(self.match, 0, self.viewer)))
        return False

    def _hint(self, words: list[str]) -> bool:
        """Say what a search would do; it sees what the player sees."""
        name = "search:" + words[0] if words else "search"
        match = self.match
        thinker = bot(name, self.bot_seed)
        assert isinstance(thinker, Search)
        found = thinker.explain(match.view(match.player))
        write(board.shown(thinking.advice(match, match.player, name, found)))
        return False

    def _skip(self) -> bool:
        """Pass this window, and those that follow as long as nothing waits on the chain."""
        match = self.match
        player = match.player
        if match.decision is None or PASS not in match.decision.values:
            raise CardlibError("there is no window to pass now")
        while not match.over and match.decision is not None and PASS in match.decision.values:
            if match.player in self.bots:
                self._bot(match.player)
            elif match.player == player:
                self.recorder.take(match.find("pass"))
            if match.rules.pending(match) or (not match.over and match.player not in (player, *self.bots)):
                break
        return True

    def _undo(self, words: list[str]) -> bool:
        """Go back before the last pick of whoever sits at the screen, by playing the picks before it again."""
        times = int(words[0]) if words and words[0].isdecimal() else 1
        player = self.match.player
        target = len(self.recorder.picks)
        for _ in range(times):
            target = self._before(player, target)
        picks = self.recorder.picks[:target]
        self.recorder = self.beginning.after(picks)
        events = len(self.match.events or ())
        self.told = [min(told, events) for told in self.told]
        write(f"Taken back; {len(picks)} picks stand.")
        self.redraw = True
        return True

    def _before(self, player: int, picks: int) -> int:
        """Return how many picks there were when the player was last asked before pick number `picks`."""
        recorder = self.beginning.begin()
        found = -1
        for at, pick in enumerate(self.recorder.picks[:picks]):
            if recorder.match.player == player:
                found = at
            saving.retake(recorder, pick)
        if found < 0:
            raise CardlibError("there is nothing to take back")
        return found

    def _concede(self, words: list[str]) -> bool:
        """Give up, or let another one at this screen give up whom the rules let do so now: `concede b`."""
        player = who_concedes(self.match, " ".join(["concede", *words]))
        if player not in self.humans:
            raise CardlibError(f"player {self.match.rules.seats[player]} is a bot; only who sits here can give up")
        self.recorder.concede(player)
        return True

    def _quit(self) -> bool:
        """Leave, once the match is saved; where that fails it goes on, and the next `quit` leaves all the same."""
        if not self.gives_up_saving:
            try:
                self._save_now()
            except CardlibError as error:
                self.gives_up_saving = True
                raise CardlibError(
                    f"not saved: {error}\nThe match goes on: save FILE in another place, or quit again to leave it."
                ) from None
        raise Left

    # -- saving -------------------------------------------------------------------------------------------------

    def _save(self, words: list[str]) -> bool:
        if not words:
            raise CardlibError("save needs a file: save my-match.json")
        path = Path(" ".join(words))
        saving.save(path, self._saved())
        self.autosave = path if self.gives_up_saving else self.autosave
        self.gives_up_saving = False
        write(f"Saved; go on with: cardlib play --resume {path}")
        return False

    def _saved(self) -> saving.Saved:
        return saving.Saved(
            self.recorder.to_json(),
            self.match.state.to_json(),
            self.seats,
            self.names,
            self.bot_seed,
            self.beginning.base,
        )

    def _save_now(self) -> Path:
        path = self.autosave
        if path is None:
            from cardlib.places import cache_root

            path = self.autosave = cache_root() / "matches" / f"{self.game.slug}-{datetime.now():%Y%m%d-%H%M%S-%f}.json"
        saving.save(path, self._saved())
        return path


# -- the terminal ------------------------------------------------------------------------------------------------


def _read(prompt: str = "> ") -> str:
    """Read a line; raises EOFError when there are no more."""
    sys.stdout.flush()
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    write(f"{prompt}{line.rstrip()}")
    return line.rstrip("\n")


def _clear() -> None:
    if sys.stdout.isatty():
        sys.stdout.write("\033[2J\033[3J\033[H")
        sys.stdout.flush()

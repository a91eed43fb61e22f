"""What is typed at the table, and what it does: picks, and orders such as `undo`, `stops` and `save`.

An order gets the match in play and the words behind it, and returns whether the options are shown again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from cardlib import bounds
from cardlib.bots import Search, bot
from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.kernel.decisions import PASS, AmbiguousOption, IllegalOption, UnknownMove
from cardlib.kernel.moves import listed
from cardlib.scenarios.replays import who_concedes
from cardlib_cli import asking, board, keyboard, sighting, telling, thinking
from cardlib_cli.drawing import READABLE, room
from cardlib_cli.output import paragraph, write
from cardlib_cli.stops import END, standing
from cardlib_cli.stops import changed as change
from cardlib_cli.stops import lines as stop_lines
from cardlib_cli.stops import to_json as stops_json

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib_cli.session import Session

Order: TypeAlias = "Callable[[Session, list[str]], bool]"


def obey(session: Session, line: str) -> bool:
    """Do what a line says; returns whether the options should be shown again."""
    if not line.strip(" \t"):
        if session.match.decision is None or PASS not in session.match.decision.choices:
            return False
        line = "pass"
    try:
        keyboard.check(line)
        line = line.strip()
        words = line.split()
        command = _ORDERS.get(words[0].lower()) if words else None
        if line.startswith("?"):
            _explain(session, [line[1:].strip()])
        elif words and words[0].lower() == "save":
            return _save(session, line[len("save") :].strip())
        elif command is not None:
            return command(session, words[1:])
        else:
            _take(session, line)
            return True
    except AmbiguousOption as error:
        write("\n".join(paragraph(f"Which? {listed(error.options)}", room(READABLE), "", "  ")))
    except IllegalOption as error:
        write("\n".join(paragraph(f"Not possible: {error}", room(READABLE), "", "  ")))
    except CardlibError as error:
        write("\n".join(part for line in str(error).splitlines() for part in paragraph(line, room(READABLE), "", "  ")))
    return False


def _take(session: Session, line: str) -> None:
    match = session.match
    if line.removeprefix("-").isdecimal():
        number = keyboard.counted(line)
        if not 1 <= number <= len(match.options):
            said = line if len(line) <= bounds.COUNT else "with so long a number"
            raise CardlibError(f"there is no option {said}; there are {len(match.options)}")
        session.pick(number - 1, by_hand=True)
    else:
        session.pick(_meant(match, line), by_hand=True)


def _meant(match: Match, line: str) -> int:
    """Return the index of the option that a line means, also where its last word is cut short."""
    try:
        return match.find(line)
    except UnknownMove:
        words = " ".join(line.lower().split())
        begun = [option for option in match.options if words and option.notation.startswith(words)]
        if not begun:
            raise
    if len(begun) > 1:
        raise AmbiguousOption(f"'{line}' may mean: {listed(begun)}", begun)
    return begun[0].index


def _explain(session: Session, words: list[str]) -> bool:
    match, project, said = session.match, session.game.project, " ".join(words)
    write(board.shown(asking.answer(match, project, said) if said else asking.help_lines(match, project)))
    return False


def _board(session: Session, words: list[str]) -> bool:
    session.screen.draw(session.match)
    return True


def _sight(session: Session, words: list[str]) -> bool:
    """Show what somebody on the board sees, from where it stands and as it faces now."""
    match = session.match
    write(board.shown(sighting.lines(match, session.game.project, words[-1] if words else "")))
    return False


def _zones(session: Session, words: list[str]) -> bool:
    write(board.shown(board.open_zones(session.match, session.game.project)))
    return False


def _log(session: Session, words: list[str]) -> bool:
    write(board.shown(telling.events(session.match, 0, session.screen.viewer)))
    return False


def _hint(session: Session, words: list[str]) -> bool:
    """Say what a search would do; it sees what the player sees."""
    name = "search:" + words[0] if words else "search"
    if words and words[0].isdecimal() and not 1 <= keyboard.counted(words[0]) <= bounds.HINT:
        raise CardlibError(f"hint thinks at most {bounds.HINT} iterations long; such as hint 1000")
    match = session.match
    thinker = bot(name, session.bot_seed, session.processes)
    assert isinstance(thinker, Search)
    found = thinker.explain(match.view(match.player))
    write(board.shown(thinking.advice(match, match.player, name, found)))
    return False


def _pass(session: Session, words: list[str]) -> bool:
    """Pass this window; with more words also those that follow, until what they name."""
    match = session.match
    player = match.player
    decision = match.decision
    if not words or decision is None:
        _take(session, "pass")
        return True
    if PASS not in decision.choices and END not in decision.choices:
        raise CardlibError("there is nothing to pass now; the question has to be answered")
    stops = session.stops[player]
    stops.standing = standing(match, words)
    # The first answer is the player's own, so that undo leads back to it.
    _take(session, "pass" if PASS in decision.choices else "end")
    return True


def _skip(session: Session, words: list[str]) -> bool:
    """Pass this window, and those that follow until something happens; it never ends a phase."""
    if session.match.decision is None or PASS not in session.match.decision.choices:
        raise CardlibError("there is no window to pass now")
    return _pass(session, ["until", "something", "happens"])


def _stops(session: Session, words: list[str]) -> bool:
    stops = session.stops[session.match.player]
    if words:
        change(stops, session.match, words)
        session.keeping.add({"stops": stops_json(session.stops)})
    write(
        "\n".join(
            part for line in stop_lines(session.match, stops) for part in paragraph(line, room(READABLE), "", "  ")
        )
    )
    return False


def _undo(session: Session, words: list[str]) -> bool:
    """Go back before the last pick of whoever sits at the screen."""
    times = keyboard.counted(words[0]) if words else 1
    if times < 1 or len(words) > 1:
        raise CardlibError(f"undo takes how many picks to take back, such as undo 3; found '{' '.join(words)}'")
    own = session.own_picks(session.match.player)
    if not own:
        raise CardlibError("there is nothing to take back")
    if times > len(own):
        raise CardlibError(f"there are not {words[0]} picks to take back; you have made {len(own)}")
    target = own[-times]
    session.take_back(target)
    write(f"Taken back; {number_of(target, 'pick')} stand{'s' if target == 1 else ''}.")
    return True


def _concede(session: Session, words: list[str]) -> bool:
    """Give up, or let another one at this screen give up whom the rules let do so now: `concede b`."""
    player = who_concedes(session.match, " ".join(["concede", *words]))
    if player not in session.humans:
        raise CardlibError(f"player {session.match.facts.seats[player]} is a bot; only who sits here can give up")
    session.concede(player)
    return True


def _save(session: Session, typed_path: str) -> bool:
    if not typed_path:
        raise CardlibError("save needs a file: save my-match.json")
    path = keyboard.path_in(typed_path)
    session.save_as(path)
    write(f"Saved; go on with: {session.command(path)}")
    return False


_ORDERS: dict[str, Order] = {
    "help": _explain,
    "board": _board,
    "sight": _sight,
    "options": lambda session, words: True,
    "zones": _zones,
    "log": _log,
    "hint": _hint,
    "pass": _pass,
    "skip": _skip,
    "stops": _stops,
    "undo": _undo,
    "concede": _concede,
    "quit": lambda session, words: session.quit(),
}

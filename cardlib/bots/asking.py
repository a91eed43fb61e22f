"""Asks a bot, whoever wrote it: what it answers is one of the options, or a message says whose bot did what instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from cardlib.bots.protocol import ProgramError
from cardlib.errors import CardlibError, raised
from cardlib.kernel.runaways import Runaway
from cardlib.plugins import broken_by

if TYPE_CHECKING:
    from cardlib.bots.protocol import Bot, Thinker, Thought
    from cardlib.kernel.match import Match
    from cardlib.kernel.visibility import View

T = TypeVar("T")


class BotError(CardlibError):
    """A bot that raised, or that chose what is not offered; the message says which bot, at which decision, and how.

    What the rules raise while it looks ahead is told as theirs.
    """


def answer(sitting: Bot, match: Match, name: str) -> int:
    """Return the number of the option that a bot takes for the player who is asked now.

    `name` is what messages call the bot by. Raises BotError when it raises, and when its choice is none of the options.
    """
    choose: Callable[[View], object] = sitting.choose  # whatever the protocol says that it returns
    chosen = _heard(sitting, lambda: choose(match.view(match.player)), match, name)
    return _number(chosen, "choose", match, name)


def explanation(sitting: Thinker, match: Match, name: str) -> tuple[int, Sequence[Thought]]:
    """Return the number of the option that a thinking bot takes, and its thoughts. Raises as `answer` does."""
    explain: Callable[[View], Any] = sitting.explain
    thoughts = _heard(sitting, lambda: explain(match.view(match.player)), match, name)
    return _number(thoughts[0].option if thoughts else None, "explain", match, name), thoughts


@contextmanager
def seated(bots: Mapping[int, Bot], match: Callable[[], Match], names: Sequence[str]) -> Iterator[None]:
    """Let bots, by their players, sit at a match while the block runs; then those hear that it is over that want to.

    `match` returns the match as it is then, and `names` has what messages call the bots by, for each player. Raises
    BotError for a bot that raises; but not where the match was broken off, whatever by.
    """
    try:
        yield
    except BaseException:
        break_off(bots, match())
        raise
    for player, sitting in bots.items():
        try:
            _tell_over(sitting, match(), player)
        except Exception as error:
            who = f"the bot {names[player]}, player {match().facts.seats[player]}, at the end"
            raise BotError(f"{who}: {_how(sitting, error)}") from error


def break_off(bots: Mapping[int, Bot], match: Match) -> None:
    """Tell bots, by their players, that a match does not go on, or not as it was: what they say of it is not heard."""
    for player, sitting in bots.items():
        with suppress(Exception):
            _tell_over(sitting, match, player)


def _tell_over(sitting: Bot, match: Match, player: int) -> None:
    over: object = getattr(sitting, "over", None)
    if callable(over):
        over(match.view(player))


def _heard(sitting: Bot, asked: Callable[[], T], match: Match, name: str) -> T:
    try:
        return asked()
    except Runaway:
        raise  # of effects that it tried out
    except ProgramError as error:
        raise BotError(f"{_who(match, name)}: {error}") from None
    except Exception as error:
        raise BotError(f"{_who(match, name)}: {_how(sitting, error)}") from error


def _how(sitting: Bot, error: Exception) -> str:
    """What an exception says and where: a bot that looks ahead runs the rules of the game, which may be what broke."""
    rules = broken_by(error)
    if rules is None or type(sitting).__module__.partition(".")[0] == rules[1]:  # a bot out of the package of the rules
        return f"raised {raised(error)}"
    return f"the rules of '{rules[0]}' broke while it thought: {raised(error, rules[1])}"


def _number(chosen: object, method: str, match: Match, name: str) -> int:
    if isinstance(chosen, int) and 0 <= chosen < len(match.options):
        return int(chosen)
    try:
        return match.find(chosen)
    except CardlibError as error:
        wanted = "one of view.options" if method == "choose" else "a thought for one of view.options, the best first"
        raise BotError(f"{_who(match, name)}: {method}(view) returns {wanted}; {error}") from None


def _who(match: Match, name: str) -> str:
    decision = match.decision
    asked = f" in turn {match.state.vars.get('turn', 0)}, asked '{decision.prompt}'" if decision is not None else ""
    return f"the bot {name}, player {match.facts.seats[match.player]}{asked}"

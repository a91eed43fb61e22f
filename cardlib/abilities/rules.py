"""The rules of a game whose cards have abilities: what every game of cardlib builds on."""

from __future__ import annotations

from typing import ClassVar

from cardlib.abilities.compiling import Compiler
from cardlib.abilities.honours import Honours
from cardlib.abilities.performing import EFFECT
from cardlib.abilities.reacting import REACT, WINDOW, refused
from cardlib.abilities.triggers import TRIGGER
from cardlib.abilities.using import USE
from cardlib.compiled import mypyc_attr
from cardlib.kernel.contract import Rules
from cardlib.kernel.effects import Test
from cardlib.kernel.facts import Facts
from cardlib.kernel.match import Match
from cardlib.kernel.moves import Move


@mypyc_attr(allow_interpreted_subclasses=True)
class GameRules(Rules):
    """The contract with the kernel (`cardlib.kernel.contract`), and what carries out the abilities of cards.

    A game's package makes one subclass and fills in procedures, set-up and values.
    """

    honours: ClassVar[Honours] = Honours()  # what of the abilities of cards the rules carry out

    def __init__(self) -> None:
        super().__init__()
        self.procedures |= {"effect": EFFECT, "trigger": TRIGGER, "window": WINDOW, "react": REACT, "use": USE}
        self._compiler: Compiler | None = None

    def prepare(self, facts: Facts) -> Compiler:
        """Compile the abilities of all cards; a game adds what its own rules read off the printed cards."""
        compiler = self._compiler = Compiler(self, facts)
        facts.index([compiler.card(number) for number in range(len(facts.cards))])
        return compiler

    def refuse(self, m: Match, player: int, move: Move) -> tuple[str, str | None]:
        """Say why a well-formed move is not offered; a game says what its own moves are refused for."""
        return refused(m, player, move) or super().refuse(m, player, move)

    def player_value(self, m: Match, player: int, attr: str) -> int:
        """Return a value of a player; 0 for one that an operation notes and none has."""
        if attr in self.honours.of_player and attr not in m.state.players[player]:
            return 0
        return super().player_value(m, player, attr)

    def compiled(self, text: str) -> Test:
        """Return the test of a filter."""
        if self._compiler is None:
            raise TypeError(f"{self.slug}: prepare() comes first")
        return self._compiler.test(text)

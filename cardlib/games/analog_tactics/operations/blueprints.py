"""Operations of Blueprints: what they improve, and what changes Blueprints themselves (ATA-Q113, ATA-Q125)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardlib.abilities.operations.params import About
from cardlib.abilities.operations.registry import operation
from cardlib.games.analog_tactics.attacks import harming
from cardlib.games.analog_tactics.operations.kinds import Improved, Whole
from cardlib.kernel import windows
from cardlib.kernel.effects import Constant

if TYPE_CHECKING:
    from cardlib.abilities.compiling import Effect
    from cardlib.abilities.running import Run

GAME: Final = "analog-tactics"


@operation("improves", text="{about:}{stats:get}", continuous=True, game=GAME)
def improves(effect: Effect, stats: Improved, about: About | None = None) -> None:
    """Numbers of a Blueprint are added to attributes, as they are after what changes Blueprints."""
    for attr, number in stats.items():
        effect.add(attr, number)


@operation(
    "improve-attack",
    text="add {critical} to the critical part, and the Armor of the target counts as {less} lower, at least 0",
    game=GAME,
)
def improve_attack(run: Run, critical: Whole, less: Whole) -> None:
    """Numbers of a Blueprint are added to the attack in flight, as they are after what changes Blueprints (ATA-Q114).

    critical: what is added to the critical part.
    less: what is taken off the Armor of the target.
    """
    m, action = run.match, run.bind["action"]
    for field, number in (("critical", critical), ("armor_bonus", -less)):
        windows.set_number(m, action, field, int(m.state.stack[action][2][field]) + harming.scaled(run, number))


@operation(
    "doubles-blueprint", text="all numbers of one other Blueprint on this unit are doubled", continuous=True, game=GAME
)
def doubles_blueprint(effect: Effect) -> None:
    """The numbers of the Blueprint that was chosen at build count twice, penalties too (ATA-Q113)."""
    effect.has("doubles")


@operation(
    "improves-blueprints",
    text="each number on your Blueprints that now cost {priced} changes by {amount} in your favour",
    continuous=True,
    game=GAME,
)
def improves_blueprints(effect: Effect, priced: Whole, amount: Whole) -> None:
    """The numbers of cheap Blueprints change in their owner's favour (ATA-Q125).

    priced: the price of those that are meant.
    amount: by how much.
    """
    effect.add(f"better:{priced}", Constant(amount))


@operation(
    "reprices-blueprints",
    text="your Blueprints with a printed cost of {printed} cost {price}; the difference for those already installed "
    "returns to the pool",
    continuous=True,
    game=GAME,
)
def reprices_blueprints(effect: Effect, printed: Whole, price: Whole) -> None:
    """Blueprints cost another price than the printed one (ATA-Q125).

    printed: the printed price of those that are meant.
    price: what they cost.
    """
    effect.add(f"price:{printed}", Constant(price))

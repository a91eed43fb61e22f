"""`cardlib odds`: what dice come to, and how likely; exact."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.filters.words import listed
from cardlib_cli.output import Format, FormatOption, bar, emit, note, percent
from cardlib_cli.projects import GameOption, named, own

if TYPE_CHECKING:
    from cardlib.odds import Odds

app = typer.Typer(rich_markup_mode=None, add_completion=False)

LONGEST = 30  # characters of a fraction that a table shows; json and csv have all of them


@app.command()
def odds(
    question: Annotated[list[str], typer.Argument(metavar="DICE…", help="Such as '2d6 >= 7'.")],
    at_least: Annotated[
        int | None, typer.Option("--at-least", metavar="N", help="Only the chance of so much or more.")
    ] = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """What dice come to, and how likely that is; with a comparison the chance that it holds. All of it is exact.

    Plain dice are always known: '2d6', 'd10 >= 7', '4d6 keep highest 3', 'd20 advantage'. The dice of a game are known
    by their ids, and what is counted stands behind a point: '3 red.hit - 2 brown.dodge'. docs/dice.md has all of it.

    Example: cardlib odds '2d6 >= 7'
    """
    from cardlib.odds import odds as worked_out

    project = named(game) if game is not None else own()
    answer = worked_out(" ".join(question), project)
    if at_least is not None and answer.chance is None:
        _one(f"{answer.text} >= {at_least}", answer.distribution.at_least(at_least), form)
    elif answer.chance is not None:
        if at_least is not None:
            raise typer.BadParameter("the question is a comparison already", param_hint="--at-least")
        _one(answer.text, answer.chance, form)
    else:
        _all(answer, form)


def _one(text: str, chance: Fraction, form: Format) -> None:
    """The chance of one thing."""
    row: dict[str, object] = {"question": text, "chance": float(chance), "fraction": str(chance)}
    if form in (Format.TABLE, Format.MD):
        row |= {"chance": percent(chance), "fraction": _short(chance)}
    emit([row], list(row), form)


def _all(answer: Odds, form: Format) -> None:
    """Every result with its chances."""
    made = answer.distribution
    rows: list[dict[str, object]] = []
    most = max(made.weights.values())
    for result, exactly, least, upto in made.rows():
        row: dict[str, object] = {"result": result}
        if form in (Format.TABLE, Format.MD):
            row |= {"exactly": percent(exactly), "at least": percent(least), "at most": percent(upto)}
            row |= {"fraction": _short(exactly)}
            row |= {"": bar(made.weights[result] / most, 24)} if form is Format.TABLE else {}
        else:
            row |= {"exactly": float(exactly), "at least": float(least), "at most": float(upto)}
            row |= {"fraction": str(exactly)}
        rows.append(row)
    emit(rows, list(rows[0]), form)
    if form is Format.TABLE:
        alike = made.all_likeliest
        likeliest = (
            f"likeliest {listed([str(one) for one in alike])}" if len(alike) < len(made.weights) else "all alike"
        )
        note(f"mean {float(made.mean):.2f}, {likeliest if len(rows) > 1 else f'always {made.likeliest}'}")


def _short(chance: Fraction) -> str:
    text = str(chance)
    return text if len(text) <= LONGEST else ""

"""Prints why decks win: cards, pairs of cards, and how games turned, with the games to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.filters.words import number_of
from cardlib_cli.output import Format, bold, emit, emit_json, say, write
from cardlib_cli.sim_report import figures, percent, print_heading, span

if TYPE_CHECKING:
    from cardlib.lab import Interval
    from cardlib.lab.cards import CardStory, PairStory
    from cardlib.lab.swings import Swing
    from cardlib.lab.why import Why

LINES = 20  # of cards and of pairs in a table; CSV, JSON and the page have all


class Part(StrEnum):
    """What of the report is printed."""

    ALL = "all"
    CARDS = "cards"
    PAIRS = "pairs"
    GAMES = "games"


def print_why(made: Why, form: Format, part: Part, out: Path | None) -> None:
    """Print the report; CSV has the cards unless something else is asked for. `out` has the games."""
    if form is Format.JSON:
        emit_json(made.to_json())
    elif form is Format.CSV:
        rows, columns = _PLAIN[Part.CARDS if part is Part.ALL else part](made)
        emit(rows, columns, form)
    else:
        _print_tables(made, form, part, out)


def _print_tables(made: Why, form: Format, part: Part, out: Path | None) -> None:
    setting = made.setting
    bots = ", ".join(dict.fromkeys(setting.bots))
    heading = f"{made.name}: {number_of(made.games, 'game')} of {number_of(len(setting.names), 'deck')}, {bots}, "
    print_heading(f"{heading}seed {setting.seed}", setting.changes, form)
    if part in (Part.ALL, Part.CARDS):
        _title("Cards", form, first=True)
        _print_cards(made, form)
    if part is Part.PAIRS or (part is Part.ALL and made.pairs):
        _title("Pairs", form, first=part is Part.PAIRS)
        _print_pairs(made, form)
    if part in (Part.ALL, Part.GAMES):
        _title("How games turned", form, first=part is Part.GAMES)
        for line in turning_lines(made):
            say(("- " if form is Format.MD else "") + line)
        told = made.swings
        for title, games in (
            ("Longest", told.longest),
            ("Won from behind", told.behind),
            ("Decided early, played long", told.lingering),
        ):
            if games:
                _title(title, form)
                emit([_game_row(one) for one in games], list(_game_row(games[0])), form)
        from cardlib.lab.again import command

        kept = "" if out is not None else "with --out FILE: "
        write(f"\nTo see game N: {kept}{command(out or 'FILE', 'N', made.project)}")


def _print_cards(made: Why, form: Format) -> None:
    if all(line.example is None for line in made.cards):
        say("nothing was drawn, played or used")
        return
    found = sum(bool(line.verdict) for line in made.cards)
    say(
        f"{number_of(found, 'card')} of {len(made.cards)} with an answer, wrong at most "
        f"{100 * made.error:g} times in 100 for all of them together\n"
    )
    _shown([_card_row(line, made.told) for line in made.cards], form)


def _print_pairs(made: Why, form: Format) -> None:
    if not made.pairs:
        say("none that games tell of: too few were played (-n), or there are no decks to draw from")
        return
    found = sum(bool(pair.verdict) for pair in made.pairs)
    say(f"{number_of(found, 'pair')} of {len(made.pairs)} with an answer, at the same error\n")
    _shown([_pair_row(pair) for pair in made.pairs], form)


def _title(title: str, form: Format, first: bool = False) -> None:
    space = "" if first else "\n"
    write(space + (f"### {title}\n" if form is Format.MD else bold(title) + "\n"))


def _shown(rows: Sequence[dict[str, object]], form: Format) -> None:
    if rows:
        emit(rows[:LINES], list(rows[0]), form)
    if len(rows) > LINES:
        say(f"and {len(rows) - LINES} more, of which less is sure: --format csv, or --report FILE.html")


def turning_lines(made: Why) -> Iterator[str]:
    """Yield in words how games turned."""
    told = made.swings
    if told.lengths:
        yield f"Turns: half of the games {told.lengths['quarter']:g} to {told.lengths['three_quarters']:g}"
    if told.from_behind is not None:
        yield f"Won from behind: {percent(told.from_behind)} ({span(told.from_behind)}) of {told.judged}"
    if told.decided:
        yield (
            f"Turn of no return: {told.decided['median']:g} in the middle, half of the games "
            f"{told.decided['quarter']:g} to {told.decided['three_quarters']:g}; then "
            f"{told.after['median']:g} turns to the end"
        )
    if told.undecided:
        yield f"Never clearly decided before the end: {told.undecided} of {told.judged}"


def _more(found: Interval | None) -> str:
    if found is None:
        return ""
    return f"{100 * found.value:+z.1f} ({100 * found.low:+z.0f} to {100 * found.high:+z.0f})"


def _card_row(line: CardStory, told: Sequence[str]) -> dict[str, object]:
    row: dict[str, object] = {"card": line.card, "decks": len(line.decks), "": line.verdict}
    for name in told:
        one = line.measures[name]
        row |= {name: one.games, f"won {name}": percent(one.rate)}
        if name == told[0]:
            row[f"chance {name}"] = "" if one.chance is None else f"{100 * one.chance:.1f} %"
        if name in (told[0], "opening"):
            row[f"points {name}"] = _more(one.more)
        if name == "played":
            row["turn"] = None if line.turn_played is None else line.turn_played.median
        if name == "used":
            row["uses"] = line.uses
    return {**row, "game": line.example}


def _pair_row(pair: PairStory) -> dict[str, object]:
    return {
        "card": pair.cards[0],
        "with": pair.cards[1],
        "": pair.verdict,
        "both drawn": pair.games,
        "won": percent(pair.rate),
        "apart": f"{100 * pair.apart:.1f} %",
        "points": _more(pair.more),
        "game": pair.example,
    }


def _game_row(one: Swing) -> dict[str, object]:
    return {
        "game": one.number,
        "decks": " - ".join(one.decks),
        "winner": " + ".join(one.winners) or "draw",
        "seat": " + ".join(one.seats),
        "turns": one.turns,
        "no return": one.decided,
        "at worst": None if one.lowest is None else f"{one.lowest:+z.2f} in turn {one.lowest_turn}",
        "reason": one.reason,
    }


# -- CSV -----------------------------------------------------------------------------------------------------------

Rows = tuple[list[dict[str, object]], list[str]]


def _plain_cards(made: Why) -> Rows:
    rows: list[dict[str, object]] = []
    columns = ["card", "decks", "games", "verdict"]
    measured = ("games", "won", "low", "high", "chance", "points", "points_low", "points_high")
    columns += [f"{name}_{what}" for name in ("opening", "drawn", "played", "used") for what in measured]
    columns += ["turn_drawn", "turn_played", "searched_for", "uses", "example", "changes"]
    for line in made.cards:
        row: dict[str, object] = {
            "card": line.card,
            "decks": [made.setting.names[deck] for deck in line.decks],
            "games": line.games,
            "verdict": line.verdict,
            "turn_drawn": None if line.turn_drawn is None else line.turn_drawn.median,
            "turn_played": None if line.turn_played is None else line.turn_played.median,
            "searched_for": line.fetched,
            "uses": line.uses,
            "example": line.example,
            "changes": [change.setting for change in made.setting.changes],
        }
        for name, one in line.measures.items():
            chance = None if one.chance is None else round(one.chance, 4)
            values = (one.games, *figures(one.rate), chance, *figures(one.more))
            row |= {f"{name}_{what}": value for what, value in zip(measured, values, strict=True)}
        rows.append(row)
    return rows, columns


def _plain_pairs(made: Why) -> Rows:
    columns = ["card", "with", "games", "won", "low", "high", "apart", "points", "points_low", "points_high", "verdict"]
    columns += ["example"]
    rows = [
        dict(
            zip(
                columns,
                (
                    *pair.cards,
                    pair.games,
                    *figures(pair.rate),
                    round(pair.apart, 4),
                    *figures(pair.more),
                    pair.verdict,
                    pair.example,
                ),
                strict=True,
            )
        )
        for pair in made.pairs
    ]
    return [{**row} for row in rows], columns


def _plain_games(made: Why) -> Rows:
    columns = ["game", "decks", "winners", "seats", "turns", "no_return", "lowest", "lowest_turn", "reason", "rule"]
    rows: list[dict[str, object]] = [
        {
            "game": one.number,
            "decks": list(one.decks),
            "winners": list(one.winners),
            "seats": list(one.seats),
            "turns": one.turns,
            "no_return": one.decided,
            "lowest": one.lowest,
            "lowest_turn": one.lowest_turn,
            "reason": one.reason,
            "rule": one.rule,
        }
        for one in made.swings.every()
    ]
    return rows, columns


_PLAIN = {Part.CARDS: _plain_cards, Part.PAIRS: _plain_pairs, Part.GAMES: _plain_games}

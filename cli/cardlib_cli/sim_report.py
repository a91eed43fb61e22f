"""Prints the report of a series of games: win rates, lengths, reasons, cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isinf
from typing import TYPE_CHECKING

from cardlib.filters.words import listed, number_of
from cardlib_cli.output import Format, bold, emit, emit_json, note, say, write

if TYPE_CHECKING:
    from cardlib.catalog import Change
    from cardlib.lab import Interval, Reason, Report, Setting
    from cardlib.lab.rounds import Version

CARD_COLUMNS = ["deck", "card", "copies", "drawn", "won_drawn", "drawn_95", "played", "won_played", "played_95"]
PLAIN_COLUMNS = [
    *CARD_COLUMNS[:5],
    "drawn_low",
    "drawn_high",
    *CARD_COLUMNS[6:8],
    "played_low",
    "played_high",
    "changes",
]


def print_report(made: Report, form: Format) -> None:
    """Print a report; CSV has the cards."""
    if form is Format.JSON:
        emit_json(made.to_json())
    elif form is Format.CSV:
        emit(_card_rows(made, plain=True), PLAIN_COLUMNS, form)
    else:
        _print_table(made, form)


def print_heading(heading: str, changes: Sequence[Change], form: Format) -> None:
    """Print what was played, and what is other than in the files of the game."""
    md = form is Format.MD
    say(f"## {heading}\n" if md else bold(heading))
    for change in changes:
        say(f"{'- ' if md else ''}Changed: {change}")
    if changes or not md:
        write("")


def say_not_read(version: Version, places: Iterable[str]) -> None:
    """Name what is changed and no match of these decks reads, and cards that only other cards can bring into one."""
    decks = version.setting.decks
    held = {name.rpartition("/")[2] for deck in decks for name in deck}
    for place in dict.fromkeys(places):
        kind, _, rest = place.partition(".")
        card = rest.partition(".")[0]
        why = version.unread(place)
        if why:
            note(why)
        elif kind == "cards" and all(decks) and card not in held:
            note(f"{card}: no deck here holds it, so it matters only if another card brings it")


def _print_table(made: Report, form: Format) -> None:
    setting = made.setting
    names = [side.name for side in made.sides]
    sides = " against ".join(f"{side.name} ({side.bot})" for side in made.sides)
    part = f", from game {made.start + 1}" if made.start else ""
    print_heading(f"{sides}: {number_of(made.games, 'game')}{part}, seed {setting.seed}", setting.changes, form)
    rows: list[dict[str, object]] = [
        {
            "deck": side.name,
            "won": side.wins,
            "rate": percent(side.rate),
            "95 %": span(side.rate),
            **({"place": f"{side.place:.2f}"} if side.place is not None else {}),
            **{f"as {seat}": percent(rate) for seat, rate in zip(setting.seats, side.by_seat, strict=True)},
        }
        for side in made.sides
    ]
    emit(rows, list(rows[0]), form)
    write("")
    bullet = "- " if form is Format.MD else ""
    for line in _lines(made):
        say(bullet + line)
    if not any(line.drawn or line.played for line in made.cards):
        return  # a game without decks to draw from
    for name in dict.fromkeys(names):
        rows = [row for row in _card_rows(made) if row["deck"] == name]
        if rows:
            write(f"\n### {name}\n" if form is Format.MD else "\n" + bold(name))
            emit(rows, CARD_COLUMNS[1:], form)


def _lines(made: Report) -> Iterator[str]:
    if made.difference is not None:
        value, low, high = (f"{100 * one:+z.1f}" for one in made.difference)
        yield (
            f"Difference: {value} points ({low} to {high}), "
            f"from {number_of(made.pairs, 'pair')} with swapped seats on the same chance"
        )
    yield from seat_lines(made.setting, made.seats)
    turns = made.turns
    if turns:
        yield (
            f"Turns: {turns['mean']:g} on average, half of the games {turns['quarter']:g} to "
            f"{turns['three_quarters']:g}, all {turns['shortest']:g} to {turns['longest']:g}"
        )
    for reason in made.reasons:
        yield reason_line(reason, [str(wins) for wins in reason.wins])
    if made.shared:
        yield f"Shared victories: {made.shared}, each counted in equal shares"
    yield draws_line(made.draws, len(made.sides))
    if made.runaways or made.at_limit:
        yield (
            f"Stalled, counted as draws: {number_of(made.runaways, 'runaway')}, "
            f"{made.at_limit} at turn {made.setting.turn_limit}"
        )
    if len(made.sides) > 2:
        each = len(made.setting.numbers(0))
        yield from round_lines(-(-made.games // each), 8 * each)


def seat_lines(setting: Setting, seats: Sequence[Interval | None]) -> Iterator[str]:
    """Yield what each seat won; of two the first says it all."""
    for seat, rate in zip(setting.seats, seats[:1] if len(seats) == 2 else seats, strict=False):
        if rate is not None:
            yield f"Won as {seat}: {percent(rate)} ({span(rate)})"


def reason_line(reason: Reason, wins: Sequence[str]) -> str:
    """Return how many games ended in a way, and who won them."""
    drawn = reason.draws
    parts = [f"won {listed(wins)}"] if any(reason.wins) else []
    parts += [f"drawn {drawn}" if parts else "drawn"] if drawn else []
    rule = f" ({reason.rule})" if reason.rule else ""
    return f"{number_of(reason.games, 'game')}: {reason.reason}{rule}, {', '.join(parts)}"


def round_lines(rounds: int, more: int) -> list[str]:
    """Say, where a matrix or tables have one round, that it tells as much as one game; `more` is that of `-n`."""
    if rounds > 1:
        return []
    return [f"One round, whose games share their chance: intervals are those of one game; more rounds with -n {more}"]


def draws_line(draws: int, players: int = 2) -> str:
    """Return how many games were draws."""
    how = "as half a win" if players == 2 else "in equal shares"
    return f"Draws: {draws}" + (f", each counted {how}" if draws else "")


def _card_rows(made: Report, plain: bool = False) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for line in made.cards:
        row: dict[str, object] = {"deck": made.sides[line.deck].name, "card": line.card, "copies": line.copies}
        row["changes"] = [change.setting for change in made.setting.changes]
        for what, count, rate in (("drawn", line.drawn, line.won_drawn), ("played", line.played, line.won_played)):
            row[what] = count
            if plain:
                low, high = f"{what}_low", f"{what}_high"
                row |= dict(zip((f"won_{what}", low, high), figures(rate), strict=True))
            else:
                row |= {f"won_{what}": percent(rate), f"{what}_95": span(rate)}
        rows.append(row)
    return rows


def figures(rate: Interval | None) -> tuple[float | None, float | None, float | None]:
    """Return a rate and its interval as shares, for CSV; nothing of an interval without ends, as one round has."""
    if rate is None:
        return (None, None, None)
    low, high = (None if isinf(end) else round(end, 4) for end in (rate.low, rate.high))
    return round(rate.value, 4), low, high


def percent(rate: Interval | None) -> str:
    """Return a rate in percent."""
    return "" if rate is None else f"{100 * rate.value:.1f} %"


def span(rate: Interval | None) -> str:
    """Return the interval of a rate in percent."""
    return "" if rate is None else f"{100 * rate.low:.0f} to {100 * rate.high:.0f} %"

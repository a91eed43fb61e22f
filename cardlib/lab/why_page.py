"""The report on why decks win as one page: tables that sort and charts, in light and dark, with nothing loaded.

The charts are SVG in the page and take their colours from it; the tables come sorted and can be sorted anew by a script
of a few lines. Without scripts, or printed, the page says the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from cardlib.errors import CardlibError
from cardlib.filters.words import number_of
from cardlib.lab.again import command
from cardlib.lab.cards import BY_CHANCE, DRAWN, OPENING, PLAYED, USED
from cardlib.writing import check_writable, write_whole

if TYPE_CHECKING:
    from cardlib.lab.cards import CardStory, PairStory, Turns
    from cardlib.lab.intervals import Interval
    from cardlib.lab.swings import Swing
    from cardlib.lab.why import Why

CHARTED = 24  # lines of the chart of cards
SUFFIXES = (".html", ".htm")
SAID = {DRAWN: "drawn", OPENING: "in the opening hand", PLAYED: "played", USED: "its abilities used"}

STYLE = """
:root { color-scheme: light dark; --ink: #1c2024; --dim: #5f6770; --line: #d5dae0; --back: #fff; --more: #b4500a;
  --less: #1f5fa8; --open: #7b848d; --band: #f2f4f7; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --dim: #9aa4ae; --line: #3a4149; --back: #15181b;
  --more: #f0944d; --less: #6cb0f5; --open: #8c96a0; --band: #1f2428; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back); max-width: 75rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin-bottom: .2rem } h2 { margin-top: 2.5rem; font-size: 1.2rem }
p { max-width: 48rem } .dim { color: var(--dim) } .wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .87rem }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap }
th { background: var(--band); vertical-align: bottom } th.group { text-align: center; border-bottom: 0 }
th.words, td.words { text-align: left } td:first-child { position: sticky; left: 0; background: var(--back) }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0; cursor: pointer }
th[aria-sort=ascending] button::after { content: " \\2191" }
th[aria-sort=descending] button::after { content: " \\2193" }
.more { color: var(--more); font-weight: 600 } .less { color: var(--less); font-weight: 600 }
svg { max-width: 100%; height: auto; display: block } svg text { fill: var(--ink); font: 12px system-ui, sans-serif }
svg .dim { fill: var(--dim) } svg .axis { stroke: var(--line) } svg .zero { stroke: var(--dim) }
svg .open { stroke: var(--open); fill: var(--open) } svg .more { stroke: var(--more); fill: var(--more) }
svg .less { stroke: var(--less); fill: var(--less) } svg .course { fill: none; stroke: var(--less); stroke-width: 1.5 }
svg .turned { fill: var(--more) } code { background: var(--band); padding: .1rem .3rem }
"""

SCRIPT = """
for (const table of document.querySelectorAll("table.sorts")) {
  const heads = [...[...table.tHead.rows].at(-1).cells];
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.append(...head.childNodes); head.append(button);
    button.onclick = () => {
      const down = head.ariaSort ? head.ariaSort === "ascending" : !head.classList.contains("words");
      heads.forEach(one => one.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = row => row.cells[at].dataset.by ?? row.cells[at].textContent;
      const rows = [...table.tBodies[0].rows];
      rows.sort((one, other) => {
        const a = key(one), b = key(other);
        if (a === "" || b === "") return (a === "") - (b === "");
        const by = isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b;
        return down ? -by : by;
      });
      table.tBodies[0].append(...rows);
    };
  });
}
"""

Cell = tuple[str, str]  # what is shown, as HTML, and what it is sorted by; "" is last either way


def check_page(path: Path) -> None:
    """Raise CardlibError if no page can be written there: before the games, not after them."""
    if path.suffix.lower() not in SUFFIXES:
        raise CardlibError(f"{path}: found the suffix '{path.suffix}', expected .html")
    check_writable(path)


def write_page(made: Why, path: Path, results: Path | None = None) -> None:
    """Write the report as a page; `results` is the file that has the games. Raises `NotWritten` if it can't be."""
    write_whole(path, page(made, results))


def page(made: Why, results: Path | None = None) -> str:
    """Return the report as a page."""
    setting = made.setting
    title = f"{made.name}: why decks win"
    bots = ", ".join(dict.fromkeys(setting.bots))
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="dim">{number_of(made.games, "game")} of {number_of(len(setting.names), "deck")}, '
        f"{escape(bots)}, seed {setting.seed}; data {escape(setting.data[:12])}</p>",
        *(f"<p>Changed: <code>{escape(str(change))}</code></p>" for change in setting.changes),
        *(["<p>The series was interrupted; this is what was finished.</p>"] if made.interrupted else []),
        *_decks(made),
        *_cards(made),
        *_pairs(made),
        *_games(made, results),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + f"\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    )


def _decks(made: Why) -> Iterator[str]:
    yield "<h2>Decks</h2>"
    ranked = sorted(made.decks, key=lambda one: -one.rate.value if one.rate else 1.0)
    rows = [[_words(one.name), _number(one.games), _rate(one.rate), _span(one.rate)] for one in ranked]
    yield _table(["deck", "games", "won", "95 %"], rows, 1)


def _cards(made: Why) -> Iterator[str]:
    found = sum(bool(line.verdict) for line in made.cards)
    yield "<h2>Cards</h2>"
    if all(line.example is None for line in made.cards):
        yield "<p>Nothing was drawn, played or used.</p>"
        return
    drawn = DRAWN in made.told
    about = (
        "By how many points a deck wins more when it draws a card than when chance keeps it away. Long games draw more "
        "cards, whoever wins them; that is taken off. "
        if drawn
        else "By how many points a deck wins more in games in which it plays or uses what it has. "
    )
    yield (
        f"<p>{about}{number_of(found, 'card')} of {len(made.cards)} with an answer, which is wrong for any of them at "
        f"most {100 * made.error:g} times in 100. What is played and used is a choice: a difference there says what "
        f"goes together, not what brings it about.</p>"
    )
    yield _forest(made)
    heads = ["card", "decks", "verdict"]
    groups = [("", len(heads))]
    for name in made.told:
        told = ["games", "won", *(["by chance"] if name in BY_CHANCE else []), "points", "from … to"]
        heads += told
        groups.append((SAID[name], len(told)))
    later = [
        *(["first drawn in turn", "searched for"] if drawn else []),
        *(["first played in turn"] if PLAYED in made.told else []),
        "uses",
        "game to see",
    ]
    rows = [_card_row(made, line) for line in made.cards]
    yield _table([*heads, *later], rows, 1, [*groups, ("", len(later))])


def _card_row(made: Why, line: CardStory) -> list[Cell]:
    row = [_words(made.called.get(line.card, line.card)), _number(len(line.decks)), _verdict(line.verdict)]
    for name in made.told:
        one = line.measures[name]
        row += [_number(one.games), _rate(one.rate)]
        row += [_share(one.chance)] if name in BY_CHANCE else []
        row += [_points(one.more), _ends(one.more)]
    if DRAWN in made.told:
        row += [_turn(line.turn_drawn), _number(line.fetched)]
    if PLAYED in made.told:
        row.append(_turn(line.turn_played))
    return [*row, _number(line.uses), _game(line.example)]


def _pairs(made: Why) -> Iterator[str]:
    if not made.pairs:
        return
    found = sum(bool(pair.verdict) for pair in made.pairs)
    yield "<h2>Pairs of cards</h2>"
    yield (
        f"<p>What decks win when they draw both, and what they would if each card did what it does apart. "
        f"{number_of(found, 'pair')} of {len(made.pairs)} with an answer; all of them together keep to the same "
        f"error.</p>"
    )
    yield _table(
        ["card", "with", "verdict", "both drawn", "won", "apart", "points", "from … to", "game to see"],
        [_pair_row(made, pair) for pair in made.pairs],
        2,
    )


def _pair_row(made: Why, pair: PairStory) -> list[Cell]:
    names = [_words(made.called.get(card, card)) for card in pair.cards]
    told = [_verdict(pair.verdict), _number(pair.games), _rate(pair.rate), _share(pair.apart)]
    return [*names, *told, _points(pair.more), _ends(pair.more), _game(pair.example)]


def _games(made: Why, results: Path | None) -> Iterator[str]:
    told = made.swings
    yield "<h2>How games turned</h2>"
    yield "<p>How a position stands is what the bots make of it at the beginning of each turn, in clear leads: one is "
    yield "what makes a player win three games of four. From the <em>turn of no return</em> on the winner always had "
    yield "one; <em>won from behind</em> is what was won although somebody else had one.</p>"
    if told.from_behind is not None:
        yield (
            f"<p>Won from behind: {100 * told.from_behind.value:.1f} % of {told.judged} games. "
            f"Never clearly decided before the end: {told.undecided}.</p>"
        )
    yield _bars("Games by their number of turns", told.turns)
    yield _bars("Games by their turn of no return", told.decided_turns)
    where = escape(command(results or "FILE", "N", made.project))
    yield f"<p>Game N move by move: <code>{where}</code>"
    yield "</p>" if results is not None else " where the games were kept (<code>--out FILE</code>).</p>"
    heads = ["game", "decks", "winner", "seat", "turns", "no return", "at worst", "in turn"]
    heads += ["the winner's course", "reason"]
    for title, games in (
        ("Longest", told.longest),
        ("Won from behind", told.behind),
        ("Decided early, played long", told.lingering),
    ):
        if games:
            yield f"<h3>{title}</h3>"
            yield _table(heads, [_game_row(one) for one in games], 0)


def _game_row(one: Swing) -> list[Cell]:
    rule = f" ({one.rule})" if one.rule else ""
    return [
        _number(one.number),
        _words(" – ".join(one.decks)),
        _words(" + ".join(one.winners) or "draw"),
        _words(" + ".join(one.seats)),
        _number(one.turns),
        ("", "") if one.decided is None else _number(one.decided),
        ("", "") if one.lowest is None else (f"{one.lowest:+.2f}", f"{one.lowest}"),
        ("", "") if one.lowest_turn is None else _number(one.lowest_turn),
        (_course(one), ""),
        _words(one.reason + rule),
    ]


# -- tables ----------------------------------------------------------------------------------------------------------


def _table(
    heads: Sequence[str], rows: Sequence[Sequence[Cell]], words: int, groups: Sequence[tuple[str, int]] = ()
) -> str:
    """Return a table; the first `words` columns, and those that hold no numbers, stand on the left.

    `groups` stand above the heads, each over so many of them.
    """
    left = {at for at in range(len(heads)) if at < words or any(not _is_number(row[at][1]) for row in rows)}

    def cell(at: int, one: Cell) -> str:
        kind = ' class="words"' if at in left else ""
        return f'<td{kind} data-by="{escape(one[1])}">{one[0]}</td>'

    head = "".join(
        f'<th{" class=words" if at in left else ""} scope="col">{escape(name)}</th>' for at, name in enumerate(heads)
    )
    above = "".join(f'<th class="group" scope="colgroup" colspan="{many}">{escape(name)}</th>' for name, many in groups)
    above = f"<tr>{above}</tr>" if above else ""
    body = "\n".join(f"<tr>{''.join(cell(at, one) for at, one in enumerate(row))}</tr>" for row in rows)
    heading = f"<thead>{above}<tr>{head}</tr></thead>"
    return f'<div class="wide"><table class="sorts">{heading}\n<tbody>{body}</tbody></table></div>'


def _is_number(text: str) -> bool:
    try:
        float(text or "0")
    except ValueError:
        return False
    return True


def _words(text: str) -> Cell:
    return escape(text), text


def _number(number: int) -> Cell:
    return str(number), str(number)


def _turn(turns: Turns | None) -> Cell:
    return ("", "") if turns is None else (f"{turns.median:g}", f"{turns.median}")


def _game(number: int | None) -> Cell:
    return ("", "") if number is None else _number(number)


def _share(share: float | None) -> Cell:
    return ("", "") if share is None else (f"{100 * share:.1f} %", f"{share:.6f}")


def _rate(rate: Interval | None) -> Cell:
    return _share(None if rate is None else rate.value)


def _span(rate: Interval | None) -> Cell:
    return ("", "") if rate is None else (f"{100 * rate.low:.0f} to {100 * rate.high:.0f} %", f"{rate.low:.6f}")


def _points(more: Interval | None) -> Cell:
    return ("", "") if more is None else (f"{100 * more.value:+.1f}", f"{more.value:.6f}")


def _ends(more: Interval | None) -> Cell:
    return ("", "") if more is None else (f"{100 * more.low:+.0f} to {100 * more.high:+.0f}", f"{more.low:.6f}")


def _verdict(verdict: str) -> Cell:
    return (f'<span class="{verdict}">{verdict}</span>', verdict) if verdict else ("", "")


# -- charts ----------------------------------------------------------------------------------------------------------


def _forest(made: Why) -> str:
    """Return the chart of cards: by how many points each wins more, with its interval."""
    how = next((name for name in made.told if any(line.measures[name].more for line in made.cards)), made.told[0])
    told = [(line, more) for line in made.cards if (more := line.measures[how].more) is not None]
    told = sorted(told[:CHARTED], key=lambda one: -one[1].value)
    if not told:
        return "<p>Too few games tell of any card; more games (<code>-n</code>) will.</p>"
    reach = max(0.1, *(min(1.0, max(abs(more.low), abs(more.high))) for _, more in told))
    left, width, row = 240.0, 620.0, 20.0
    height = row * len(told) + 44
    step = next(one for one in (0.05, 0.1, 0.25, 0.5) if reach / one <= 5 or one == 0.5)

    def x(value: float) -> float:
        return left + width / 2 * (1 + max(-1.0, min(1.0, value / reach)))

    parts = []
    for at in range(-int(reach / step), int(reach / step) + 1):
        kind = "zero" if at == 0 else "axis"
        parts.append(
            f'<line class="{kind}" x1="{x(at * step):.1f}" x2="{x(at * step):.1f}" y1="8" y2="{height - 30}"/>'
        )
        parts.append(
            f'<text class="dim" x="{x(at * step):.1f}" y="{height - 14}" text-anchor="middle">'
            f"{100 * at * step:{'+' if at else ''}.0f}</text>"
        )
    for at, (line, more) in enumerate(told):
        y = 18 + row * at
        name = made.called.get(line.card, line.card)
        kind = line.measures[how].verdict or "open"
        low, high = 100 * more.low, 100 * more.high
        parts.append(
            f"<g><title>{escape(name)}: {100 * more.value:+.1f} points ({low:+.0f} to {high:+.0f})</title>"
            f'<text x="{left - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(_short(name))}</text>'
            f'<line class="{kind}" stroke-width="2" x1="{x(more.low):.1f}" x2="{x(more.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="{kind}" cx="{x(more.value):.1f}" cy="{y}" r="4"/></g>'
        )
    label = f"Points by which decks win more with a card {SAID[how]}; the {len(told)} of which most is sure"
    return f'<p class="dim">{escape(label)}</p>' + _svg(left + width + 20, height, label, parts)


def _bars(title: str, counts: Mapping[int, int]) -> str:
    """Return a bar for each number of turns."""
    if not counts:
        return ""
    first, last = min(counts), max(counts)
    width, tall, high = 820.0, 90.0, max(counts.values())
    wide = min(24.0, width / (last - first + 1))
    every = max(1, round((last - first + 1) / 16))
    parts = []
    for turn in range(first, last + 1):
        x, count = 30 + wide * (turn - first), counts.get(turn, 0)
        tip = f"<title>{turn} turns: {number_of(count, 'game')}</title>"
        size = tall * count / high
        if count:
            parts.append(
                f'<rect class="less" x="{x:.1f}" y="{20 + tall - size:.1f}" width="{max(1.0, wide - 2):.1f}" '
                f'height="{size:.1f}">{tip}</rect>'
            )
        if (turn - first) % every == 0:
            parts.append(f'<text class="dim" x="{x + wide / 2:.1f}" y="{tall + 36}" text-anchor="middle">{turn}</text>')
    parts.append(f'<text class="dim" x="26" y="24" text-anchor="end">{high}</text>')
    return f"<h3>{escape(title)}</h3>" + _svg(60 + wide * (last - first + 1), tall + 44, title, parts)


def _course(one: Swing) -> str:
    """Return how the winner stood along the game: a line, with the turn of no return and one clear lead marked."""
    if len(one.leads) < 2:
        return ""
    width, tall, most = 160.0, 36.0, 3.0
    first, last = one.leads[0][0], one.leads[-1][0]

    def at(turn: int, lead: float) -> str:
        x = 2 + (width - 4) * (turn - first) / max(1, last - first)
        return f"{x:.1f},{tall / 2 - max(-most, min(most, lead)) / most * (tall / 2 - 2):.1f}"

    parts = [f'<line class="zero" x1="0" x2="{width}" y1="{tall / 2}" y2="{tall / 2}"/>']
    parts.append(f'<polyline class="course" points="{" ".join(at(turn, lead) for turn, lead in one.leads)}"/>')
    for turn, lead in one.leads:
        if turn == one.decided:
            x, y = at(turn, lead).split(",")
            parts.append(f'<circle class="turned" cx="{x}" cy="{y}" r="3"/>')
    return _svg(width, tall, f"How the winner of game {one.number} stood, turn by turn", parts)


def _svg(width: float, height: float, label: str, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg {size} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _short(name: str) -> str:
    return name if len(name) <= 34 else name[:33] + "…"

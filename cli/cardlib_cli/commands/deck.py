"""`cardlib deck`: check, show, count, convert, compare, draw from and make up decks."""

from __future__ import annotations

from pathlib import Path
from shlex import quote as quoted
from typing import TYPE_CHECKING, Annotated

import typer

from cardlib.errors import CardlibError, NotFound
from cardlib.filters.words import number_of
from cardlib_cli import completion
from cardlib_cli.deck_documents import (
    asked_values,
    document_changes,
    fixed_values,
    kind_of_dice,
    own_options,
    show_document,
    show_odds,
    usual_kind,
)
from cardlib_cli.deck_sources import DeckArgument, RulesOption, Source, Sources, Unreadable
from cardlib_cli.deck_verdicts import Checked, report_json, report_lines, report_rows
from cardlib_cli.matches import ChangeOption, changes_of, tell_changes
from cardlib_cli.output import Format, FormatOption, bar, bold, dim, emit, emit_json, note, say, write
from cardlib_cli.projects import GameOption, chosen

if TYPE_CHECKING:
    from cardlib.decks import CompiledFormat, Deck

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Check, show, count, convert, compare, draw from and make up decks.\n\n"
    "Example: cardlib deck check data/mecha/decks",
)

OutOption = Annotated[Path | None, typer.Option("--out", "-o", help="Write to this file; its suffix gives the form.")]
FormOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        help="Deck form: text, json, cockatrice, octgn or tabletop.",
        show_default=False,
        autocompletion=completion.forms,
    ),
]
SeedOption = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same result.")]
KeepOption = Annotated[
    list[str] | None,
    typer.Option("--keep", help="Keep opening hands that meet this; others take a mulligan. May be repeated."),
]
SecondOption = Annotated[bool, typer.Option("--second", help="For the player who goes second.")]


@app.command()
def check(
    decks: Annotated[
        list[str],
        typer.Argument(
            metavar="DECK…", help="Deck files, folders, or names of decks.", autocompletion=completion.decks
        ),
    ],
    rules: RulesOption = None,
    advice: Annotated[bool, typer.Option("--advice", help="Also say where a deck leaves the guidelines.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 for warnings too.")] = False,
    table: Annotated[bool, typer.Option("--table", help="Also check them together, as those of all players.")] = False,
    change: ChangeOption = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Check decks against the construction rules; exit code 1 if one breaks a rule or cannot be read.

    Example: cardlib deck check data/mecha/decks my-deck.txt --format json
    """
    from cardlib.decks.kinds import kind_of

    sources = Sources(game, rules, changes_of(change))
    found: list[Checked | Unreadable] = []
    together: dict[int, list[tuple[Source, CompiledFormat, Deck]]] = {}
    meant = list(sources.all(decks))
    if len(meant) == 1 and isinstance(meant[0], Unreadable):
        raise meant[0].error
    for source in meant:
        if isinstance(source, Unreadable):
            found.append(source)
            continue
        try:
            deck = source.read(strict=False)
            compiled = sources.format_of(source.project, deck.format, deck.kind)
            report = compiled.check(deck, advice)
        except CardlibError as error:
            if rules is not None and isinstance(error, NotFound):
                raise  # no deck is checked by a format that there is not
            found.append(Unreadable(source.label, error))
            continue
        kind = "" if deck.kind == "deck" else kind_of(source.project, deck.kind).name
        found.append(Checked(source, report, kind))
        together.setdefault(id(compiled), []).append((source, compiled, deck))
    for group in together.values() if table else ():
        first, compiled, _ = group[0]
        whole = Source("table", first.project)
        found.append(Checked(whole, compiled.check_table(one for _, _, one in group)))
    if form is Format.JSON:
        emit_json([report_json(one) for one in found])
    elif form is Format.TABLE:
        for project in sources.changed:
            tell_changes(project)
        say("\n".join(line for one in found for line in report_lines(one)))
    else:
        columns = ["file", "deck", "legal", "severity", "rule", "code", "sentence", "section", "cards"]
        emit(
            [row for one in found for row in report_rows(one)],
            [*columns, "found", "allowed", "fix"],
            form,
        )
    bad = sum(isinstance(one, Unreadable) or not one.report.legal for one in found)
    warned = strict and any(isinstance(one, Checked) and one.report.warnings for one in found)
    if form is Format.TABLE and len(found) > 1:
        note(f"{number_of(len(found), 'deck')}, {len(found) - bad} legal")
    if bad or warned:
        raise typer.Exit(1)


@app.command()
def show(deck: DeckArgument, form: FormatOption = Format.TABLE, game: GameOption = None) -> None:
    """List the cards of a deck with their numbers and keywords; of another document what it says and what follows.

    Example: cardlib deck show graces-command
    """
    from cardlib.catalog.query import written_wholes
    from cardlib.decks.composition import reading_order
    from cardlib.decks.formats import format_names, load_format

    source = Sources(game).one(deck)
    project, held = source.project, source.read()
    if held.kind != "deck":
        show_document(held, project, form)
        return
    curve = load_format(project).curve if format_names(project, "deck") else "cost"
    attributes = project.game.attributes.values()
    rows: list[dict[str, object]] = []
    for section in held.sections:
        counts = held.counts(section.name)
        for id_ in sorted(counts, key=lambda id_: reading_order(project.cards[id_], project, curve)):
            card = project.cards[id_]
            row: dict[str, object] = {"section": section.name, "count": counts[id_], "id": id_, "name": card.name}
            row["type"] = card.type_line
            row |= {about.id: card.attributes.get(about.id) for about in attributes}
            row["keywords"] = [printed for _, printed, _ in project.keywords_of(card)]
            if form is not Format.TABLE:  # a table has no room for it, and rendering it takes longer than all the rest
                row["text"] = card.text
            rows.append(row)
    used = [about for about in attributes if any(row[about.id] is not None for row in rows)]
    if form is not Format.TABLE:
        columns = ["section", "count", "name", "type", *(about.id for about in used), "keywords", "id"]
        emit(rows, columns, form)
        return
    rows = [row | written_wholes(row, project.game) for row in rows]
    columns = ["count", "name", "type", *(about.id for about in used if not about.part_of), "keywords"]
    credit = held.headers.get("credit", "")
    write(bold(held.name) + (f"  {dim(credit)}" if credit else ""))
    for comment in held.comments:
        say(dim(comment))
    write("")
    emit(rows, ["section", *columns] if len(held.sections) > 1 else columns)
    note(f"{number_of(held.size, 'card')}, {len(held.counts())} different")


@app.command()
def stats(
    deck: DeckArgument, rules: RulesOption = None, form: FormatOption = Format.TABLE, game: GameOption = None
) -> None:
    """Count a deck: curve, types, keywords, and sums such as the bandwidth that it provides.

    Example: cardlib deck stats graces-command
    """
    from cardlib.decks import load_format, statistics

    source = Sources(game).one(deck)
    figures = statistics(_cards_of(source), source.project, load_format(source.project, rules))
    rows: list[dict[str, object]] = [
        {"group": group, "value": value, "count": count} for group, value, count in figures.rows()
    ]
    if form is not Format.TABLE:
        emit(rows, ["group", "value", "count"], form)
        return
    charts = {figures.curve_name, "types", "keywords"}
    for row in rows:
        same = [other["count"] for other in rows if other["group"] == row["group"] and other["value"] != "average"]
        most = max((count for count in same if isinstance(count, int)), default=0)
        count = row["count"]
        chart = row["group"] in charts and isinstance(count, int) and most
        row[""] = bar(count / most, 24) if chart and isinstance(count, int) else ""
    emit(rows, ["group", "value", "count", ""])


@app.command()
def odds(
    deck: DeckArgument,
    conditions: Annotated[list[str], typer.Argument(metavar="CONDITION…", help="Such as 'tower>=2'.")],
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="DECK", help="The document of the other side.", autocompletion=completion.decks
        ),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="NAME=VALUE", help="What a question of a document depends on; may be repeated."),
    ] = None,
    by_turn: Annotated[int, typer.Option("--by-turn", "-t", min=0, help="Up to this own turn.")] = 3,
    keep: KeepOption = None,
    second: SecondOption = False,
    rules: RulesOption = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """The chance to have drawn cards, from the opening hand (turn 0) to a turn, by the game's own draws.

    A condition is a filter and a number of cards; a filter alone means at least one. Put parentheses around a filter
    that ends in a comparison: '(mecha cost<=2)>=2'. Chances are exact. With --keep a second group of columns takes the
    mulligan into account. Of another document a condition is about its dice, as its kind declares: 'hits>=3', or 'hits'
    for every result; --against names the document of the other side, --with says what else a question depends on.

    Example: cardlib deck odds graces-command 'tower>=2' '(mecha cost<=2)>=1' --by-turn 3 --keep tower
    """
    from cardlib.decks import load_format
    from cardlib.decks import odds as chances

    source = Sources(game).one(deck)
    whole = source.read()
    if kind_of_dice(whole, source.project) or against is not None:
        other = None if against is None else Sources(str(source.project.path)).one(against).read()
        show_odds(whole, other, source.project, conditions, form, asked_values(given or ()))
        return
    if given:
        raise CardlibError("--with is for questions that the kind of a document declares; this is a deck")
    held, draws = _cards_of(source), load_format(source.project, rules).draws
    plain = chances(held, source.project, conditions, by_turn, not second, draws=draws)
    kept = chances(held, source.project, conditions, by_turn, not second, keep, draws) if keep else []
    rows: list[dict[str, object]] = []
    for place, row in enumerate(plain):
        made: dict[str, object] = {"turn": row.turn, "cards": row.seen}
        both = [(row, "")] + ([(kept[place], " (mulligan)")] if kept else [])
        for one, mark in both:
            made |= {f"{text}{mark}": chance for text, chance in zip(conditions, one.chances, strict=True)}
            if len(conditions) > 1:
                made[f"all{mark}"] = one.together
        rows.append(made)
    if form in (Format.TABLE, Format.MD):
        rows = [
            {key: f"{value:.1%}" if isinstance(value, float) else value for key, value in row.items()} for row in rows
        ]
    emit(rows, list(rows[0]), form)


@app.command()
def hand(
    deck: DeckArgument,
    seed: SeedOption = None,
    hands: Annotated[int, typer.Option("--hands", "-n", min=1, max=1000, help="How many hands.")] = 1,
    turns: Annotated[int, typer.Option("--turns", "-t", min=0, max=200, help="Also the draws of so many turns.")] = 0,
    keep: KeepOption = None,
    second: SecondOption = False,
    rules: RulesOption = None,
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """Shuffle a deck and draw opening hands.

    Example: cardlib deck hand graces-command --seed 7 --turns 3 --keep tower
    """
    from cardlib.decks import load_format, sample_hands

    source = Sources(game).one(deck)
    project, held = source.project, _cards_of(source)
    used = _seed(seed)
    draws = load_format(project, rules).draws
    made = sample_hands(held, project, used, hands, turns, not second, keep or (), draws)
    rows: list[dict[str, object]] = []
    for number, one in enumerate(made, 1):
        steps = [("mulligan", cards) for cards in one.put_back]
        steps.append(("opening hand", one.opening))
        steps += [(f"turn {turn}", cards) for turn, cards in enumerate(one.drawn, 1)]
        rows += [
            {"hand": number, "when": when, "cards": [project.cards[card].name for card in cards]}
            for when, cards in steps
        ]
    emit(rows, ["hand", "when", "cards"], form)
    if seed is None:
        note(f"seed {used}")


@app.command("random", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def random_(
    context: typer.Context,
    seed: SeedOption = None,
    size: Annotated[int | None, typer.Option("--size", min=1, max=1000, help="Cards in the main section.")] = None,
    identity: Annotated[
        str,
        typer.Option(
            "--identity",
            "-i",
            metavar="NAME",
            help="What the deck names itself; the word of its header works as an option, too.",
        ),
    ] = "",
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            "-k",
            metavar="KIND",
            help="A kind of document that the game declares; a deck, or the only kind of a game without decks.",
        ),
    ] = "",
    wild: Annotated[bool, typer.Option("--wild", help="Obey the rules alone, not the guidelines.")] = False,
    fixed: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="FIELD=VALUE", help="What a document says there; may be repeated."),
    ] = None,
    out: OutOption = None,
    to: FormOption = None,
    rules: RulesOption = None,
    game: GameOption = None,
) -> None:
    """Make up a random deck that is legal by construction.

    Of another kind of document --set gives values that it has to have: --kind rig --set budget.red=3. A field of one
    value is an option of its own: --game analog-tactics --class mage --level 7. Where the format asks a deck for its
    identity, --identity chooses one, and so does an option of the name that the format has for it:
    --game tyrants --identity cheid.

    Example: cardlib deck random --game mecha --seed 7 -o seven.txt
    """
    from cardlib.decks import random_deck
    from cardlib_cli.deck_written import put

    project = chosen(game)
    used = _seed(seed)
    kind = kind or usual_kind(project)
    compiled = Sources(game, rules).format_of(project, kind=kind)
    if kind != "deck":
        from cardlib.decks.kinds import kind_of
        from cardlib.decks.random_documents import random_document

        about = kind_of(project, kind)
        single = [name for name, one in about.fields.items() if one.plain]
        own = [f"{name}={value}" for name, value in own_options(context, single).items()]
        values = fixed_values(about, [*own, *(fixed or ())])
        put(random_document(project, kind, used, compiled, values), project, out, to)
        return
    headers = [one.header for one in compiled.format.constraints if one.kind == "identity"]
    identity = next(iter(own_options(context, headers).values()), identity)
    if fixed:
        raise CardlibError("--set is for documents of a kind that the game declares; name it with --kind")
    made = random_deck(project, used, compiled, not wild, size, identity)
    put(made, project, out, to)


@app.command()
def convert(
    deck: DeckArgument,
    out: OutOption = None,
    to: FormOption = None,
    faces: Annotated[
        str | None,
        typer.Option(
            "--faces", help="For tabletop: address of the pictures, with {id} for the card; {id}.png unless named."
        ),
    ] = None,
    back: Annotated[
        str | None, typer.Option("--back", help="For tabletop: address of the back; back.png unless named.")
    ] = None,
    game: GameOption = None,
) -> None:
    """Turn a deck file into another form: text, JSON, Cockatrice (.cod), OCTGN (.o8d), Tabletop Simulator (.tts.json).

    Example: cardlib deck convert graces-command --to cockatrice
    """
    from cardlib_cli.deck_written import put

    source = Sources(game).one(deck)
    put(source.read(), source.project, out, to, faces, back)


@app.command()
def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A deck file or name.", autocompletion=completion.decks)],
    after: Annotated[str, typer.Argument(metavar="B", help="Another one.", autocompletion=completion.decks)],
    form: FormatOption = Format.TABLE,
    game: GameOption = None,
) -> None:
    """What has to change in deck A to make it deck B; of other documents, what each says.

    Example: cardlib deck diff graces-command donnas-search
    """
    from cardlib.decks import difference
    from cardlib.decks.kinds import DECK

    sources = Sources(game)
    a, b = sources.one(before), sources.one(after)
    if a.project.path != b.project.path:
        raise CardlibError(f"decks of two games: {a.project.slug} and {b.project.slug}")
    held, other = a.read(), b.read()
    if not held.kind == other.kind == DECK:
        found = document_changes(held, other, a.project)
        if not found and form is Format.TABLE:
            note("the same")
            return
        emit(found, ["field", "entry", "A", "B"], form)
        return
    rows: list[dict[str, object]] = [
        {
            "change": f"{one.after - one.before:+d}",
            "card": a.project.cards[one.card].name,
            "A": one.before,
            "B": one.after,
            "section": one.section,
            "id": one.card,
        }
        for one in difference(held, other)
    ]
    if not rows and form is Format.TABLE:
        note("the same cards")
        return
    emit(rows, ["change", "card", "A", "B", "section"], form)


@app.command("list")
def list_(rules: RulesOption = None, form: FormatOption = Format.TABLE, game: GameOption = None) -> None:
    """List the decks of a game and whether they are legal.

    Example: cardlib deck list --game mecha
    """
    from cardlib.decks import load_deck, project_decks

    project = chosen(game)
    sources = Sources(game, rules)
    rows: list[dict[str, object]] = []
    for name, path in project_decks(project).items():
        held = load_deck(path, project, strict=False)
        report = sources.format_of(project, held.format, held.kind).check(held)
        row: dict[str, object] = {"deck": name, "name": held.name, "cards": report.size}
        row |= {"kind": held.kind} if project.kinds else {}
        rows.append(row | {"credit": held.headers.get("credit", ""), "legal": report.legal})
    emit(rows, ["deck", "name", *(["kind"] if project.kinds else []), "cards", "credit", "legal"], form)


@app.command("format")
def format_(rules: RulesOption = None, form: FormatOption = Format.TABLE, game: GameOption = None) -> None:
    """List the construction rules of a format: what is tested, and what is allowed.

    Example: cardlib deck format --game mecha
    """
    from cardlib.decks import load_format

    project = chosen(game)
    wanted = load_format(project, rules)

    def sentence(rule: str) -> str:
        return project.rules[rule].text if rule in project.rules else ""

    rows: list[dict[str, object]] = [
        {"rule": one.rule, "kind": one.kind, "severity": one.severity, "text": one.note or sentence(one.rule)}
        for one in wanted.constraints
    ]
    rows += [
        {"rule": one.rule, "kind": "permit", "severity": "", "text": f"{sentence(one.rule)} {one.note}"}
        for one in wanted.permits
    ]
    emit(rows, ["rule", "kind", "severity", "text"], form)


def _cards_of(source: Source) -> Deck:
    """A deck, of which cards are drawn; raises `CardlibError` for a document of another kind."""
    held = source.read()
    if held.kind != "deck":
        raise CardlibError(
            f"{source.label}: found a document of the kind '{held.kind}', expected a deck; "
            f"cardlib deck show {quoted(source.label)} shows what it holds"
        )
    return held


def _seed(seed: int | None) -> int:
    if seed is not None:
        return seed
    from secrets import randbelow

    return randbelow(1_000_000)

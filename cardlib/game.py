"""A loaded game: the project's data, compiled for play. `cardlib.load("mecha").match([deck_a, deck_b], seed=7)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from cardlib import plugins
from cardlib.abilities.compiling import Compiler
from cardlib.abilities.rules import GameRules
from cardlib.bounds import seed_of
from cardlib.catalog import DataError, Json, Problem, Project, changed, find_card, load_project
from cardlib.errors import CardlibError, NotFound, raised
from cardlib.kernel import atoms
from cardlib.kernel.chance import Chance, derive
from cardlib.kernel.contract import new_state
from cardlib.kernel.facts import Facts
from cardlib.kernel.match import WINDOWS, Match
from cardlib.kernel.pools import declared as pools_of
from cardlib.kernel.tables import Steps
from cardlib.kernel.windows import declared as open_in
from cardlib.unfit import (
    boards_of,
    check_declarations,
    unfit_abilities,
    unfit_boards,
    unfit_declarations,
    unfit_numbers,
    unfit_windows,
)

if TYPE_CHECKING:
    from cardlib.decks import Deck
    from cardlib.decks.brought import Told


Stamp: TypeAlias = tuple[int, int, int]  # by which a file that was written again is known
Document: TypeAlias = "Deck | str | Path"  # itself, a file, or the name of a deck of the project
Seat: TypeAlias = "Document | Mapping[str, int] | Iterable[str] | Sequence[Document]"  # what one player brings


def rules_for(slug: str) -> GameRules:
    """Return the rules of a game: a bundled one's are cardlib's own, others are found by their entry point.

    Raises NotFound where none are installed, and CardlibError, with the lines that led there, where they can't be made.
    """
    maker = plugins.rules_maker(slug)
    if maker is None:
        raise NotFound(
            f"no rules are installed for the game '{slug}': it can be checked and printed, not played; "
            f"games with rules: {', '.join(plugins.games_with_rules())}; "
            "rules of one's own are a package with an entry point in cardlib.games, see docs/new-game.md"
        )
    try:
        made = maker()
    except Exception as error:
        raise CardlibError(f"the rules of '{slug}' can't be made: {raised(error)}") from error
    if not isinstance(made, GameRules):
        raise CardlibError(f"the rules of '{slug}' can't be made: found {made!r}, expected a GameRules")
    check_declarations(made)
    return made


def uncompiled(project: Project, rules: GameRules) -> Iterator[Problem]:
    """Yield the abilities that the rules of a game cannot be made to play, whatever the reason but its board."""
    if next(unfit_boards(project, rules), None) is not None:
        return
    compiler = Compiler(rules, facts_of(project, rules))
    for card in project.cards.values():
        try:
            compiler.card(compiler.facts.number[card.id])
        except CardlibError as error:
            said = str(error).splitlines()[0]
            yield Problem(card.file, card.line, card.place, said, f"what the rules of {rules.slug} can play")


def facts_of(project: Project, rules: GameRules) -> Facts:
    """Return what no match changes, before any ability is compiled."""
    raw: Mapping[str, Any] = project.game.raw
    return Facts(
        list(project.cards.values()),
        project.vocabulary,
        zones=raw.get("zones", {}),
        players=project.game.players[0],
        most=project.game.players[1],
        letters=project.game.letters,
        actors=project.game.actors,
        constants=project.game.constants,
        boards=boards_of(project),
        dice=project.dice,
        digest=project.digest,
        sections=rules.sections,
        called=project.names,
        tables=_tables(project),
        pieces=project.pieces,
        windows=open_in(raw),
        pools=pools_of(raw),
        backs={id_: str(about["back"]) for id_, about in raw["types"].items() if "back" in about},
        holders={name: raw[name] for name in ("slots", "supplies") if name in raw},
        summed=[id_ for id_, keyword in project.keywords.items() if keyword.stacks == "sum"],
        vital_regions=rules.vital_regions,
    )


def _tables(project: Project) -> dict[str, tuple[Steps, tuple[str, ...]]]:
    """The attributes that are tables, with the steps of their scales and the attribute at each step."""
    found = {}
    for name, attribute in project.game.attributes.items():
        if attribute.type == "table":
            scale = project.game.scales[attribute.by]
            steps = Steps(scale.first, scale.steps.index(scale.plain), *scale.reads)
            found[name] = steps, attribute.parts
    return found


@dataclass(frozen=True, slots=True)
class SetUp:
    """What a match is set up from: the cards of each seat, and what the documents of seats and table say (`Told`).

    A seat that brings several documents has a list of them, and a name made of theirs; one that brings a deck has an
    empty document.
    """

    lists: tuple[tuple[int, ...], ...]
    documents: tuple[Told | list[Told], ...] = ()
    table: tuple[Told, ...] = ()
    names: tuple[str, ...] = ()


def first_by_lot(seed: int, players: int = 2) -> int:
    """Return whose deck takes the first turn when lots are drawn: a number from 0, by the seed."""
    return Chance(derive(seed, 0)).below(players)


def _stamp(path: Path) -> Stamp | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


class Game:
    """A game ready to play: `project` (its data), `rules`, `facts`, and `match()`."""

    def __init__(self, project: Project, rules: GameRules) -> None:
        self.project = project
        self.rules = rules
        check_declarations(rules)
        for problem in (
            *unfit_numbers(rules, project.game.constants),
            *unfit_declarations(project, rules),
            *unfit_windows(project, rules),
            *unfit_abilities(project, rules),
        ):
            raise DataError(f"{project.slug}: {problem}")
        self.facts = facts_of(project, rules)
        rules.prepare(self.facts)
        self._files: dict[str, tuple[Path, Stamp | None, tuple[int, ...]]] = {}  # decks that were read

    @property
    def slug(self) -> str:
        """The game's slug."""
        return self.project.slug

    @cached_property
    def unimplemented(self) -> dict[str, str]:
        """Cards that the engine cannot play yet, with the reason."""
        return {card.id: card.unimplemented for card in self.project.cards.values() if card.unimplemented}

    @property
    def changes(self) -> dict[str, Json]:
        """What is other than in the files of the game, by place; `load` takes it as `changes`."""
        return {change.path: change.value for change in self.project.changes}

    def cards_of(self, deck: Deck | Mapping[str, int] | Iterable[str] | str | Path) -> list[int]:
        """Return the cards of a deck (also a file, or ids with counts) as numbers, by section in the order of ids.

        `facts.listed` names them again, `facts.by_section` takes them apart. Raises CardlibError for a count that is
        no number of copies.
        """
        from cardlib.decks import Deck
        from cardlib.decks.names import checked_count

        if isinstance(deck, str | Path):
            return list(self._cards_in(str(deck)))
        if isinstance(deck, Deck):
            counts = [(part.name, entry.card, entry.count) for part in deck.sections for entry in part.entries]
        elif isinstance(deck, Mapping):
            counts = [("", name, checked_count(count, f"'{name}'")) for name, count in deck.items()]
        else:
            counts = [("", name, 1) for name in deck]
        facts, sections = self.facts, self.rules.sections
        numbers = []
        for section, name, count in counts:
            card = name if name in facts.number else find_card(self.project, name).id
            if card in self.unimplemented:
                raise CardlibError(f"'{card}' can't be played yet: {self.unimplemented[card]}")
            number = facts.number[card]
            section = section or self.rules.section_of(facts, number)
            if section in sections:
                numbers += [sections.index(section) * len(facts.cards) + number] * count
        return sorted(numbers)

    def gather(
        self, seats: Sequence[Seat], table: Document | Sequence[Document] = (), *, players: int | None = None
    ) -> SetUp:
        """Return what a match is set up from: the cards of each seat, what its documents say, those of the table.

        `players` is how many the match has, where that is not the number of seats. Raises CardlibError that names the
        kind of document that is missing, or not one that a seat or the table has.
        """
        if not self.project.kinds and not table and all(isinstance(seat, str | Path) for seat in seats):
            return SetUp(tuple(self._cards_in(str(seat)) for seat in seats))
        from cardlib.decks import brought

        lists, documents, names = [], [], []
        letters = self.project.game.letters
        for at, seat in enumerate(seats):
            held = [*self._documents(seat)]
            entries = [brought.entry_of(one) for one in held]
            brought.check_seat(self.project, letters[at % len(letters)], entries)
            names.append(" + ".join(entry.name for entry in entries) if len(entries) > 1 else "")
            lists.append(tuple(sorted(card for one in held for card in self.cards_of(one))))
            told = [said for one in held if (said := brought.told_of(one))]
            documents.append(told[0] if len(told) == 1 else told or {})
        there = [
            *self._documents((table,) if not isinstance(table, Sequence) or isinstance(table, str) else table, True)
        ]
        brought.check_table(self.project, [brought.entry_of(one) for one in there])
        on_it = tuple(said for one in there if (said := brought.told_of(one)))
        brought.check_players(self.project, on_it, len(seats) if players is None else players)
        return SetUp(tuple(lists), tuple(documents) if any(documents) else (), on_it, tuple(names))

    def _documents(self, source: Seat, several: bool = False) -> Iterator[Deck | Mapping[str, int] | list[str]]:
        """Yield the documents that a seat brings; names in a list are those of cards where a deck is among them."""
        from cardlib.decks import Deck, load_deck
        from cardlib.decks.brought import parts_of
        from cardlib.decks.kinds import DECK

        kinds = [part.kind for part in parts_of(self.project)]
        if isinstance(source, str | Path):
            yield load_deck(source, self.project)
        elif isinstance(source, Mapping) and not source and kinds and DECK not in kinds:
            return  # no cards where none are brought: nothing
        elif isinstance(source, Deck | Mapping):
            yield source
        else:
            items = [*source]
            if several or (items and not isinstance(items[0], str)) or (kinds and DECK not in kinds):
                for item in items:
                    yield from self._documents(item)
            else:
                yield [str(item) for item in items]

    def _cards_in(self, source: str) -> tuple[int, ...]:
        """The cards of a deck file, or of a deck of the project; a file is read again only when it has changed."""
        from cardlib.decks import deck_path, load_deck

        known = self._files.get(source)
        if (
            known is not None
            and known[1] == _stamp(known[0])
            and (source == str(known[0]) or not Path(source).exists())
        ):
            return known[2]
        path = deck_path(source, self.project)
        stamp = _stamp(path)
        cards = tuple(self.cards_of(load_deck(path, self.project)))
        self._files[source] = path, stamp, cards
        return cards

    def match(
        self,
        decks: Sequence[Seat],
        seed: int = 0,
        *,
        table: Document | Sequence[Document] = (),
        windows: str = "hand",
        orderly: bool = False,
    ) -> Match:
        """Begin a match of as many players as there are decks; the first deck has the first seat, and the first turn.

        Of a game whose players bring several documents each of `decks` is a tuple of them; `table` are the documents
        of the table. `seed` decides every chance. `windows` "hand" asks for a response whenever a player holds cards,
        so that not being asked tells nothing; "turns" asks only who can respond, and for the end of every turn;
        "playable" takes every single option by itself. `orderly` leaves the decks as they are listed, unshuffled.
        """
        self.check_players(len(decks))
        made = self.gather(decks, table)
        return self.match_of(
            made.lists, seed, windows=windows, orderly=orderly, documents=made.documents, table=made.table
        )

    def check_players(self, decks: int) -> None:
        """Raise CardlibError unless a match may have so many decks, one for each player."""
        if not self.facts.least <= decks <= self.facts.most:
            raise CardlibError(f"{self.project.game.name} needs {self.facts.how_many} decks, found {decks}")

    def facts_for(self, players: int, table: Sequence[Told] = ()) -> Facts:
        """Return the facts of a match of so many players, on the board that the documents of the table name."""
        if not table:
            return self.facts.seated(players)
        from cardlib.decks.brought import board_named

        return self.facts.seated(players, board_named(self.project, table))

    def match_of(
        self,
        lists: Sequence[Sequence[int]],
        seed: int,
        *,
        windows: str = "hand",
        orderly: bool = False,
        run: bool = True,
        documents: Sequence[Told | Sequence[Told]] = (),
        table: Sequence[Told] = (),
    ) -> Match:
        """Begin a match of decks given as numbers, as `cards_of` returns them; `run` goes on to the first decision.

        `documents` and `table` are what the documents of the seats and of the table say, as `gather` returns it.
        """
        if windows not in WINDOWS:
            raise CardlibError(f"windows {windows!r}: expected one of {', '.join(WINDOWS)}")
        seed = seed_of(seed)
        facts = self.facts_for(len(lists), table)
        state = new_state(self.rules, facts, seed)
        match = Match(self.rules, facts, state, windows=windows)
        match.setup = {"game": self.slug, "data": facts.digest, "seed": seed, "windows": windows}
        if self.changes:
            match.setup["changes"] = self.changes
        match.setup["decks"] = [self.facts.listed(cards) for cards in lists]
        if any(documents):
            match.setup["documents"] = [
                dict(one) if isinstance(one, Mapping) else [dict(document) for document in one] for one in documents
            ]
        if table:
            match.setup["table"] = [dict(document) for document in table]
        if orderly:
            atoms.lay_orderly(match)
        self.rules.set_up(match, lists)
        if run:
            match.run()
        return match


def load(game: str | Path | Project, changes: Mapping[str, Json] | None = None) -> Game:
    """Load a game by slug, or a project by its folder, with changes such as `{"rules.hand_size": 6}` to try out.

    A project that is loaded already is taken as it is.

    Raises NotFound for an unknown game, DataError for data that can't be read, ChangeError for a change that does
    not fit.
    """
    project = changed(game if isinstance(game, Project) else load_project(game), changes or {})
    return Game(project, rules_for(project.slug))

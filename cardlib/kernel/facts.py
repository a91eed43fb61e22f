"""The facts of a game that no match changes: printed cards, compiled abilities, zones and boards.

Cards are numbered by their ids in alphabetical order; objects of a match carry that number. Nothing here is copied
when a state is forked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Protocol

from cardlib.compiled import mypyc_attr
from cardlib.errors import CardlibError
from cardlib.filters import NameIndex, Vocabulary, name_index, nearest_note
from cardlib.filters.cards import Printed
from cardlib.filters.words import slug
from cardlib.kernel.ability import nodes_in
from cardlib.kernel.boards.board import Board, board_for
from cardlib.kernel.dice import Dice
from cardlib.kernel.pieces import Piece
from cardlib.kernel.pools import Pool
from cardlib.kernel.slots import NONE, Holders, declared
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.tables import Numbers, Steps
from cardlib.kernel.windows import Windows

if TYPE_CHECKING:
    from cardlib.kernel.ability import Ability
    from cardlib.kernel.effects import Continuous, Narrowing, Test


class PrintedCard(Printed, Protocol):
    """A printed card as a match needs it: what filters see, and of some of it more."""

    @property
    def types(self) -> frozenset[str]: ...
    @property
    def subtypes(self) -> Sequence[str]: ...
    @property
    def formerly(self) -> Sequence[str]: ...
    @property
    def attributes(self) -> Mapping[str, Any]: ...
    @property
    def words(self) -> Mapping[str, Mapping[str, int]]: ...
    @property
    def abilities(self) -> Sequence[Mapping[str, Any]]: ...


@mypyc_attr(allow_interpreted_subclasses=True)  # so that `__new__` makes one without `__init__`
class Facts:
    """Everything printed, by number of card: `names`, `types`, `printed["power"]`, `keywords`, `abilities`…

    Seats and zones are those of a match of `players`; `seated` returns the facts for another number of them. Who acts
    by rules has a number behind those of the players: it may own and control things, has zones and variables.
    """

    def __init__(
        self,
        cards: Sequence[PrintedCard],
        vocabulary: Vocabulary,
        *,
        zones: Mapping[str, Mapping[str, Any]],
        players: int,
        most: int = 0,
        letters: Sequence[str] = (),
        actors: Mapping[str, str] | None = None,
        constants: Mapping[str, int],
        boards: Sequence[Board] = (),
        digest: str = "",
        sections: Sequence[str] = ("main",),
        called: NameIndex | None = None,
        summed: Iterable[str] = (),
        dice: Dice | None = None,
        vital_regions: Sequence[str] | None = None,
        tables: Mapping[str, tuple[Steps, Sequence[str]]] | None = None,
        pieces: Mapping[str, Piece] | None = None,
        windows: Windows | None = None,
        pools: Mapping[str, Pool] | None = None,
        backs: Mapping[str, str] | None = None,
        holders: Mapping[str, Any] | None = None,
    ) -> None:
        ordered = sorted(cards, key=lambda card: card.id)
        self.cards = ordered
        self.vocabulary = vocabulary
        self.constants: dict[str, int] = dict(constants)
        self.boards = tuple(boards)  # all that the game has; that of a match is `board`
        self.dice = dice or Dice()
        self.vital_regions = tuple(vital_regions) if vital_regions is not None else None
        self.digest = digest
        self.least = players  # how many players a match has at least, and at most
        self.most = max(most, players)
        self.letters = tuple(letters) or tuple(ascii_uppercase[: self.most])  # of all seats that the game has
        self.actors = dict(actors or {})  # who acts by rules, without a seat: names by id
        self.pieces = dict(pieces or {})  # what lies on the table beside cards, by id
        self.summed = frozenset(summed)  # keywords of which several add up
        self.windows = windows or Windows()
        self.pools = dict(pools or {})
        self.holders: Holders = declared(holders, ordered, vocabulary) if holders else NONE
        self.sections = tuple(sections)  # the parts of a deck that take part in play
        self.ids = [card.id for card in ordered]
        self.number = {card.id: i for i, card in enumerate(ordered)}
        self.names = [card.name for card in ordered]
        self.called = called or name_index(ordered)  # the names of all cards
        self.by_slug = self.called.now  # a name or id as notations write it -> the ids of the cards of that name
        self.longest_name = 1 + max((name.count("-") for name in (*self.by_slug, *self.ids)), default=0)  # in words
        nodes = [node for card in ordered for node in nodes_in(card.abilities)]
        self.modes = sorted({str(mode["name"]) for node in nodes for mode in node.get("modes", ())})  # that cards offer
        self.types = [frozenset(card.types) for card in ordered]
        # What the back of a card shows: hidden ones are taken for others with the same back, and for no others.
        self.backs = [(backs or {}).get(card.type, "") for card in ordered]
        self.mixed_backs = len(set(self.backs)) > 1
        self.subtypes = [frozenset(card.subtypes) for card in ordered]
        self.keywords: list[dict[str, int]] = [
            {keyword: (value if value is not True else 1) for keyword, value in card.keywords.items()}
            for card in ordered
        ]
        self.printed: dict[str, list[int | None]] = {}
        self.variable: list[dict[str, Any]] = [{} for _ in ordered]
        for i, card in enumerate(ordered):
            for attribute, value in card.attributes.items():
                column = self.printed.setdefault(attribute, [None] * len(ordered))
                if isinstance(value, int):
                    column[i] = value
                else:
                    self.variable[i][attribute] = value
        # Attributes that are tables, by the scale that says their step and the attribute at each of them.
        self.tables = {
            attribute: Numbers(steps, tuple(self._row(card, cells) for card in range(len(ordered))))
            for attribute, (steps, cells) in (tables or {}).items()
        }
        self.zones = zones
        self.visible = {kind: str(about.get("visible", "all")) for kind, about in zones.items()}
        self.apart = {kind: bool(about.get("apart")) for kind, about in zones.items()}  # hidden cards never mix there
        self.role: dict[str, str] = {}  # role -> the kind of zone that has it, of several the first
        for kind, about in zones.items():
            if "role" in about:
                self.role.setdefault(str(about["role"]), kind)
        self.field = self.role.get("field", "")  # the kind of zone where things are in play
        self._seat(players, board_for(self.boards, players))
        self._seated: dict[tuple[int, str], Facts] = {(players, self.board.id if self.board else ""): self}
        self.abilities: list[tuple[Ability, ...]] = [()] * len(ordered)
        # card -> kind of zone -> events that it listens to there; "static" stands for continuous abilities,
        # "activate:main" and the like for abilities that may be used then
        self.listens: list[dict[str, tuple[str, ...]]] = [{} for _ in ordered]
        self.listening: set[str] = set()  # the kinds of zones where anything listens to anything
        self.triggers: list[dict[str, tuple[Ability, ...]]] = [{} for _ in ordered]
        self.continuous: list[tuple[Continuous, ...]] = [()] * len(ordered)  # what is in force while a card is in play
        self.losing = False  # whether anything that is so takes abilities away
        self.reactions: list[dict[str, tuple[Ability, ...]]] = [{} for _ in ordered]  # by window
        self.reacting: dict[str, set[str]] = {}  # window -> kinds of zones from which something can react in it
        self.automatic: set[str] = set()  # windows in which something reacts by itself
        self.granting: dict[str, int] = {}  # what is in force where a card is granted -> that card
        # By an event or window and cards that a thing has together what of their abilities listens to it: see `grants`.
        self.heard_together: dict[tuple[str, tuple[int, ...]], tuple[Ability, ...]] = {}
        self.narrowings: dict[Test, Narrowing] = {}  # by the test of a filter what of it stays: see `narrowing`
        self.reaction_names: list[str] = []
        self.heard: set[str] = set()
        self.game: Any = None  # what the game's own rules read off the cards

    def _row(self, card: int, cells: Sequence[str]) -> tuple[int, ...]:
        """The numbers of a table on one printed card; none where it lacks them."""
        found = [self.printed[cell][card] if cell in self.printed else None for cell in cells]
        return tuple(number for number in found if number is not None)

    def _seat(self, players: int, board: Board | None) -> None:
        """Lay out seats, board and zones for so many players: a kind of zone that they have one each of, or share."""
        self.players = players
        self.board = board
        self.vital_spaces: frozenset[int] | None = None  # whose occupation a state check looks at; None for all
        if self.vital_regions is not None and board is not None:
            regions = [board.region(name, seat) for name in self.vital_regions for seat in range(players)]
            self.vital_spaces = frozenset(space for region in regions for space in region)
        self.seats = (*self.letters[:players], *self.actors.values())  # what each is called; actors come last
        self.sides = len(self.seats)  # players and actors: who may own and control things
        self.zone_kinds: list[str] = []
        self.zone_owner: list[int] = []
        self.zone: dict[str, list[int]] = {}
        for kind, about in self.zones.items():
            own = about.get("of") == "player"
            numbers = []
            for owner in range(self.sides) if own else (-1,):
                numbers.append(len(self.zone_kinds))
                self.zone_kinds.append(kind)
                self.zone_owner.append(owner)
            self.zone[kind] = numbers if own else numbers * self.sides
        self.field_zone = self.zone[self.field][0] if self.field else NOWHERE

    def seated(self, players: int, board: str = "") -> Facts:
        """Return the facts of a match of so many players: what is printed is the same, seats and zones are its own.

        It is played on the board of that id, on the first one for so many players where none is named. Raises
        CardlibError for a number that the game does not take, and for a board that is not there or not for so many.
        """
        if not self.least <= players <= self.most:
            raise CardlibError(f"found {players} players, expected {self.how_many}")
        found = self._board_called(board, players) if board else board_for(self.boards, players)
        key = players, found.id if found is not None else ""
        known = self._seated.get(key)
        if known is None:
            known = self._seated[key] = self._copy()
            known._seat(players, found)
        return known

    def _board_called(self, id_: str, players: int) -> Board:
        """The board of an id, if so many can play on it."""
        for board in self.boards:
            if board.id == id_:
                if board.players and players not in board.players:
                    numbers = " or ".join(map(str, board.players))
                    raise CardlibError(f"the board '{id_}' is for {numbers} players, found {players}")
                return board
        known = [board.id for board in self.boards]
        raise CardlibError(f"found the board '{id_}', expected one of {', '.join(known)}{nearest_note(id_, known)}")

    @property
    def how_many(self) -> str:
        """How many players a match takes, in words: "2", "2 to 4"."""
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"

    def _copy(self) -> Facts:
        """Return facts that share everything printed; written by hand, so that it compiles."""
        new = Facts.__new__(Facts)
        new.cards = self.cards
        new.vocabulary = self.vocabulary
        new.constants = self.constants
        new.boards = self.boards
        new.dice = self.dice
        new.vital_regions = self.vital_regions
        new.digest = self.digest
        new.least = self.least
        new.most = self.most
        new.letters = self.letters
        new.actors = self.actors
        new.pieces = self.pieces
        new.summed = self.summed
        new.sections = self.sections
        new.ids = self.ids
        new.number = self.number
        new.names = self.names
        new.called = self.called
        new.by_slug = self.by_slug
        new.longest_name = self.longest_name
        new.modes = self.modes
        new.types = self.types
        new.backs = self.backs
        new.mixed_backs = self.mixed_backs
        new.subtypes = self.subtypes
        new.keywords = self.keywords
        new.printed = self.printed
        new.variable = self.variable
        new.tables = self.tables
        new.zones = self.zones
        new.visible = self.visible
        new.apart = self.apart
        new.role = self.role
        new.field = self.field
        new._seated = self._seated
        new.abilities = self.abilities
        new.listens = self.listens
        new.listening = self.listening
        new.triggers = self.triggers
        new.continuous = self.continuous
        new.losing = self.losing
        new.heard = self.heard
        new.windows = self.windows
        new.pools = self.pools
        new.holders = self.holders
        new.reactions = self.reactions
        new.reacting = self.reacting
        new.automatic = self.automatic
        new.granting = self.granting
        new.heard_together = self.heard_together
        new.narrowings = self.narrowings
        new.reaction_names = self.reaction_names
        new.game = self.game
        return new

    def with_role(self, role: str) -> str:
        """Return the kind of zone that has a role; raises CardlibError where the game gives none of its zones that."""
        kind = self.role.get(role)
        if kind is None:
            raise CardlibError(f"game.json: zones: found no zone with the role '{role}', which is asked for")
        return kind

    def zone_with(self, role: str, player: int) -> int:
        """Return the number of a player's zone that has a role."""
        return self.zone[self.with_role(role)][player]

    def listed(self, cards: Sequence[int]) -> list[str]:
        """Return the cards of a deck by name: the id, outside the first section with the section before it."""
        found = []
        for number in cards:
            section, card = divmod(number, len(self.cards))
            found.append(f"{self.sections[section]}/{self.ids[card]}" if section else self.ids[card])
        return found

    def unlisted(self, names: Sequence[str]) -> list[int]:
        """Return the numbers that `listed` named; raises KeyError for a card or section that is not known."""
        found = []
        for name in names:
            section, _, card = name.rpartition("/")
            if section and section not in self.sections:
                raise KeyError(name)
            found.append((self.sections.index(section) if section else 0) * len(self.cards) + self.number[card])
        return found

    def by_section(self, cards: Sequence[int]) -> dict[str, list[int]]:
        """Return the printed cards of a deck by section."""
        found: dict[str, list[int]] = {section: [] for section in self.sections}
        for number in cards:
            section, card = divmod(number, len(self.cards))
            found[self.sections[section]].append(card)
        return found

    def counter(self, id_: str) -> int:
        """Return the number of a kind of counter, in the order in which game.json has them."""
        return list(self.vocabulary.counters).index(id_)

    def reaction_name(self, ability: Ability) -> str:
        """Return the name of a reaction as notations write it: its own, else the id of its card."""
        name = ability.node.get("name")
        return slug(str(name)) if name else self.ids[ability.card]

    def index(self, abilities: list[tuple[Ability, ...]]) -> None:
        """Take the compiled abilities and build the index of triggers and continuous abilities."""
        self.abilities = abilities
        reacting = (ability for own in abilities for ability in own if ability.kind == "reaction")
        self.reaction_names = sorted({self.reaction_name(ability) for ability in reacting})
        for card, own in enumerate(abilities):
            listens: dict[str, list[str]] = {}
            triggers: dict[str, list[Ability]] = {}
            reactions: dict[str, list[Ability]] = {}
            for ability in own:
                event = ability.event
                if ability.kind == "static":
                    event = "static"
                elif ability.kind == "activated":
                    event = f"activate:{ability.node['activate']}"
                if event is None:
                    continue
                windows = (event, *ability.also) if ability.kind == "reaction" else ()
                for heard in [f"react:{window}" for window in windows] or [event]:
                    for zone in ability.zones:
                        if heard not in listens.setdefault(zone, []):
                            listens[zone].append(heard)
                for window in windows:
                    reactions.setdefault(window, []).append(ability)
                    self.reacting.setdefault(window, set()).update(ability.zones)
                    if ability.automatic:
                        self.automatic.add(window)
                if ability.kind == "trigger":
                    triggers.setdefault(event, []).append(ability)
                    self.heard.add(event)
            self.listens[card] = {zone: tuple(events) for zone, events in listens.items()}
            self.listening.update(self.listens[card])
            self.triggers[card] = {event: tuple(found) for event, found in triggers.items()}
            self.reactions[card] = {window: tuple(found) for window, found in reactions.items()}
            statics = (ability for ability in own if ability.kind == "static")
            self.continuous[card] = tuple(effect for ability in statics for effect in ability.continuous)
            self.losing |= any(effect.attr == "lose" for effect in self.continuous[card])

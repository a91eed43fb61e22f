"""Moves as they are typed: the forms that a game declares, what the words name, and which option is meant.

A game lists its forms as its manual prints them, `attack PERMANENT PERMANENT`. What fits no offered option is read by
these forms: either it is well formed, and the game's rules say what refuses it, or `UnknownMove` says which word is not
known. Names may be typed as they are printed, in several words, with or without accents.

In a form small letters stand for themselves, `[...]` may be left out, and `...` behind a kind means one or more. The
kinds of words that every game has: CARD, PERMANENT (a card in play, with its space and the number of the copy where
need be), SPACE, DIRECTION (of the board), PLAYER (the letter of a seat), ZONE, DIE, FACE and N; a game adds its own
with `Speech.words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from cardlib.filters import nearest_note
from cardlib.filters.vocabulary import FACE_DOWN
from cardlib.filters.words import slug
from cardlib.kernel.decisions import AmbiguousOption, IllegalOption, Option, UnknownMove
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.facts import Facts
    from cardlib.kernel.match import Match

# What a player answers in any game; a game's own forms come before these.
ANSWERS = (
    "yes",
    "no",
    "done",
    "pass",
    "concede",
    "N",
    "player PLAYER",
    "first PERMANENT [N]",
    "PERMANENT",
    "CARD [ZONE] [PLAYER]",
    "SPACE",
    "MODE",
)
# The kinds of words of every game, as they stand in forms.
KINDS: Final = (
    "CARD", "PERMANENT", "SPACE", "DIRECTION", "PLAYER", "ZONE", "DIE", "FACE", "MODE", "REACTION", "N",
)  # fmt: skip
REACTIONS = ("react PERMANENT [REACTION]", "react CARD [REACTION]")  # where a game has windows
_BELOW_NOTHING = re.compile(r"-\d+")
LISTED: Final = 12  # options that a message names at most


class Thing(NamedTuple):
    """What a part of a move names: its kind, the words, the numbers of cards, spaces, players…, the objects in play."""

    kind: str
    words: str
    numbers: tuple[int, ...] = ()
    objects: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The number that it names; of several cards of one name the first."""
        return self.numbers[0] if self.numbers else NOWHERE

    @property
    def object(self) -> int:
        """The object in play that it names, of several the oldest; NOWHERE if there is none."""
        return self.objects[0] if self.objects else NOWHERE


class Move(NamedTuple):
    """A well-formed move: its verb ("" for an answer such as a card), what it names, whether anything is left out."""

    verb: str
    form: str
    things: tuple[Thing, ...]
    said: str  # the move as it was typed, with ids in place of names
    whole: bool = True

    def named(self, kind: str, at: int = 0) -> Thing | None:
        """Return what the move names of a kind, the first if not told otherwise."""
        found = [thing for thing in self.things if thing.kind == kind]
        return found[at] if at < len(found) else None


class _Failure(NamedTuple):
    """How far a form went with the words, and what it expected there; "" where it was at its end."""

    at: int
    expected: str
    form: str


class _Part(NamedTuple):
    """A word of a form: a kind, or in small letters itself; whether it may stand more than once, or be left out."""

    kind: str
    many: bool
    free: bool


_NOTHING = _Part("", many=False, free=False)  # behind the last one


# -- which option is meant ---------------------------------------------------------------------------------------


def find(m: Match, text: str) -> int:
    """Return the index of the option that a text means.

    Words may be left out at the end, and behind a card its place, as long as one option is meant; a place may also be
    named where the notation has none. Raises AmbiguousOption where several are meant, UnknownMove for what is no move
    at all, and IllegalOption with the rule that refuses it.
    """
    options = m.options
    typed = text.strip().lower()
    for option in options:
        if option.notation == typed:
            return option.index
    words = words_of(typed)
    fitting = [(whole, option) for option in options if (whole := _fits(m.facts, option.notation, words)) is not None]
    near = [option for whole, option in fitting if whole] or [option for _, option in fitting]
    if not near:
        move = read(m, m.player, text)
        meant = m.rules.speech.meant(m, m.player, move)
        near = [option for option in options if option.choice in meant]
        if not near:
            reason, rule = m.rules.refuse(m, m.player, move)
            raise IllegalOption(reason, rule)
    if len(near) > 1:
        raise AmbiguousOption(f"'{text.strip()}' may mean: {listed(near)}", near)
    return near[0].index


def listed(options: Sequence[Option]) -> str:
    """Return the notations of some options for a message."""
    more = f"; and {len(options) - LISTED} more" if len(options) > LISTED else ""
    return "; ".join(option.notation for option in options[:LISTED]) + more


def why_not(m: Match, player: int, text: str) -> IllegalOption:
    """Return why a text is no option of a player now: what refuses it and by which rule.

    Raises UnknownMove where the text is not well formed.
    """
    reason, rule = m.rules.refuse(m, player, read(m, player, text))
    return IllegalOption(reason, rule)


def words_of(text: str) -> list[str]:
    """Return the words of a text as notations write them; what is left of a sign by itself is the sign.

    A number below nothing keeps its sign, so that it is not taken for another one.
    """
    return [word if _BELOW_NOTHING.fullmatch(word) else slug(word) or word for word in text.split()]


def _joined(words: Sequence[str]) -> str:
    """Return the words of a name as ids write them."""
    return "-".join(word.lstrip("-") for word in words)


def _fits(facts: Facts, notation: str, words: Sequence[str]) -> bool | None:
    """Whether words mean an option: True if nothing but names differ, False if words were left out, None if not."""
    said = notation.split()
    if not words:
        return None
    found: list[bool] = []

    def go(i: int, j: int, whole: bool) -> None:
        if j == len(words):
            found.append(whole and i == len(said))
            return
        if i == len(said):
            return
        for n in _lengths(facts, said[i], words, j):
            go(i + 1, j + n, whole)
            if (beyond := behind_place(facts, said, i)) > i + 1:
                go(beyond, j + n, False)
        if i and _named_by_space(facts, said, i) and words[j] == said[i + 1]:
            go(i + 1, j, False)

    go(0, 0, True)
    return any(found) if found else None


def behind_place(facts: Facts, said: Sequence[str], i: int) -> int:
    """Return where a notation goes on behind a card and its place, the space and the number of the copy there."""
    board = facts.board
    at = i + 1
    if said[i] in facts.number and board is not None and at < len(said) and said[at] in board.number:
        at += 1
        if at < len(said) and said[at].isdigit():
            at += 1
    return at


def _lengths(facts: Facts, said: str, words: Sequence[str], j: int) -> Iterator[int]:
    """Yield how many words from `j` on say one word of a notation: a name may be typed as several."""
    key = words[j]
    for n in range(1, min(facts.longest_name, len(words) - j) + 1):
        if n > 1:
            key = f"{key}-{words[j + n - 1].lstrip('-')}"
        if key == said or said in facts.by_slug.get(key, ()):
            yield n


def _named_by_space(facts: Facts, said: Sequence[str], i: int) -> bool:
    """Whether the card at `i` stands on a space that holds one unit, so that the space alone names it."""
    return behind_place(facts, said, i) > i + 1 and facts.board is not None and facts.board.single


# -- reading by the forms ----------------------------------------------------------------------------------------


def forms(own: Sequence[str], facts: Facts) -> tuple[str, ...]:
    """Return every form of a move in a game, its own before those of all games."""
    return (*own, *(REACTIONS if facts.windows.kinds else ()), *ANSWERS)


def read(m: Match, player: int, text: str) -> Move:
    """Return what a text says; raises UnknownMove for an unknown verb, a misspelt name, or words too many.

    Of several readings the one is taken whose permanents are in play, then the one that leaves nothing out.
    """
    return max(readings(m, player, text), key=_likelihood)


def readings(m: Match, player: int, text: str) -> list[Move]:
    """Return every way to read a text by the forms; raises UnknownMove where there is none."""
    words = words_of(text.lower())
    if not words:
        raise UnknownMove("say what to do")
    failures: list[_Failure] = []
    found: list[Move] = []
    for form in forms(m.rules.moves, m.facts):
        found += _readings(m, player, form, words, failures)
    if not found:
        raise UnknownMove(_what_is_wrong(m, text, words, _verbs(m), failures))
    return found


def _verbs(m: Match) -> list[str]:
    return list(dict.fromkeys(form.split()[0] for form in forms(m.rules.moves, m.facts) if form.split()[0].islower()))


def _likelihood(move: Move) -> tuple[bool, bool, int]:
    """Rate a reading: a verb before an answer, all its permanents in play, nothing left out."""
    missing = sum(1 for thing in move.things if thing.kind == "PERMANENT" and not thing.objects)
    return bool(move.verb), move.whole, -missing


@lru_cache(maxsize=512)
def parts_of(form: str) -> tuple[_Part, ...]:
    """Return the words of a form, in their order."""
    words = form.split()
    return tuple(_Part(word.strip("[]."), word.rstrip("]").endswith("..."), word.startswith("[")) for word in words)


def _readings(m: Match, player: int, form: str, words: Sequence[str], failures: list[_Failure]) -> list[Move]:
    """Return every way to read the words by one form; where there is none, note how far it went."""
    parts = parts_of(form)
    verb = parts[0].kind if parts[0].kind.islower() else ""
    if verb and words[0] != verb:
        failures.append(_Failure(0, verb, form))  # as most forms are of another verb
        return []
    found: list[Move] = []

    def go(i: int, j: int, things: tuple[Thing, ...], said: tuple[str, ...], repeated: bool = False) -> None:
        kind, many, free = parts[i] if i < len(parts) else _NOTHING
        if j == len(words):
            whole = all(rest.free for rest in parts[i:]) or (repeated and i == len(parts) - 1)
            if whole or things:
                found.append(Move(verb, form, things, " ".join(said), whole))
            else:
                failures.append(_Failure(j, kind, form))
            return
        if free or repeated:
            go(i + 1, j, things, said)
        if not kind:
            failures.append(_Failure(j, "", form))
        elif kind.islower():
            if words[j] == kind:
                go(i + 1, j + 1, things, (*said, kind))
            else:
                failures.append(_Failure(j, kind, form))
        else:
            read_any = False
            for n, thing in _things(m, player, kind, words, j):
                read_any = True
                go(i if many else i + 1, j + n, (*things, thing), (*said, thing.words), many)
            if not read_any:
                failures.append(_Failure(j, kind, form))

    go(0, 0, (), ())
    return found


def _things(m: Match, player: int, kind: str, words: Sequence[str], at: int) -> Iterator[tuple[int, Thing]]:
    """Yield what the words from `at` on may name of a kind, with the number of words, the longest first."""
    facts, word = m.facts, words[at]
    if kind == "SPACE":
        if facts.board is not None and word in facts.board.number:
            yield 1, Thing(kind, word, (facts.board.number[word],))
    elif kind == "N":
        if word.isdecimal() and len(word) < 10:
            yield 1, Thing(kind, word, (int(word),))
    elif kind == "PLAYER":
        seats = [seat.lower() for seat in facts.seats[: facts.players]]
        if word in seats:
            yield 1, Thing(kind, word, (seats.index(word),))
    elif kind == "ZONE":
        if word in facts.zone:
            yield 1, Thing(kind, word, tuple(facts.zone[word]))
    elif kind == "CARD":
        for n, name, cards in _names(facts, words, at):
            yield n, Thing(kind, name, cards)
    elif kind == "PERMANENT":
        yield from _permanents(m, player, words, at)
    else:
        known = own_words(m, kind)
        for n in range(min(max((one.count("-") for one in known), default=0) + 1, len(words) - at), 0, -1):
            key = "-".join(words[at : at + n])
            if key in known:
                yield n, Thing(kind, key, (known.index(key),))


def own_words(m: Match, kind: str) -> Sequence[str]:
    """Return the words of a kind that the game declares, or the names of the modes that its cards offer."""
    if kind == "MODE":
        return m.facts.modes
    if kind == "DIRECTION":
        return m.facts.board.directions if m.facts.board is not None else ()
    if kind == "DIE":
        return list(m.facts.dice.kinds)
    if kind == "FACE":
        return list(dict.fromkeys(face.word for die in m.facts.dice for face in die.faces))
    if kind == "REACTION":
        return m.facts.reaction_names
    return m.rules.speech.words(m.facts)[kind]


def _names(facts: Facts, words: Sequence[str], at: int) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    """Yield the cards that the words from `at` on name by id or name: words used, first id, numbers; longest first."""
    for n in range(min(facts.longest_name, len(words) - at), 0, -1):
        key = _joined(words[at : at + n])
        ids = [key] if key in facts.number else facts.by_slug.get(key, ())
        if ids:
            yield n, ids[0], tuple(facts.number[id_] for id_ in ids)


def _permanents(m: Match, player: int, words: Sequence[str], at: int) -> Iterator[tuple[int, Thing]]:
    """Yield the cards in play that the words name: by card, space and number of the copy, or by their space alone."""
    board = m.facts.board
    spaces = board.number if board is not None and m.rules.placed else {}
    named: Iterable[tuple[int, str, tuple[int, ...] | None]] = _names(m.facts, words, at)
    if words[at] == FACE_DOWN and m.state.down:
        named = [(1, FACE_DOWN, None)]
    for n, name, cards in named:
        rest = words[at + n : at + n + 2]
        space = spaces.get(rest[0]) if rest else None
        copy = rest[space is not None :][:1]
        if space is not None and copy and copy[0].isdecimal():
            yield n + 2, _in_play(m, player, f"{name} {rest[0]} {copy[0]}", cards, space, copy[0])
        if space is not None:
            yield n + 1, _in_play(m, player, f"{name} {rest[0]}", cards, space)
        elif copy and copy[0].isdecimal():
            yield n + 1, _in_play(m, player, f"{name} {copy[0]}", cards, None, copy[0])
        yield n, _in_play(m, player, name, cards)
    if words[at] in spaces and board is not None and board.single:
        yield 1, _in_play(m, player, words[at], None, spaces[words[at]])


def _in_play(
    m: Match, player: int, words: str, cards: tuple[int, ...] | None, space: int | None = None, copy: str = ""
) -> Thing:
    """Return what stands in play of some cards: those of the player first, then the oldest first.

    What lies face down for the player is found as such, or by its space alone, and by no card.
    """
    s = m.state
    veiled = [obj for obj in s.down if not s.shown_to.get(str(obj), 0) >> player & 1]
    down = words.partition(" ")[0] == FACE_DOWN
    found = [
        obj
        for obj in m.in_play
        if (obj in veiled if down else cards is None or (s.card[obj] in cards and obj not in veiled))
        and (space is None or s.space_of(obj) == space)
        and (not copy or m.rules.speech.number_there(m, obj) == int(copy))
    ]
    found.sort(key=lambda obj: s.controller[obj] != player)
    known = [obj for obj in found if obj not in veiled]
    numbers = tuple(dict.fromkeys(s.card[obj] for obj in known)) if cards is None else cards
    return Thing("PERMANENT", words, numbers, tuple(found))


# -- what is wrong with words that fit no form -------------------------------------------------------------------


def _what_is_wrong(m: Match, text: str, words: list[str], verbs: list[str], failures: list[_Failure]) -> str:
    """Say which word of a text is not understood, and what was expected in its place."""
    own = [failure for failure in failures if failure.form.split()[0] == words[0]]
    furthest = max(failure.at for failure in own or failures)
    there = [failure for failure in own or failures if failure.at == furthest]
    usual = ", or ".join(dict.fromkeys(failure.form for failure in there))
    if not own and not furthest:
        known = [*verbs, *m.facts.ids, *m.facts.by_slug]
        return f"'{words[0]}' is no move, card or answer{nearest_note(words[0], known)}"
    if furthest == len(words):
        return f"'{text.strip()}' is not all: {usual}"
    word = words[furthest]
    kinds = list(dict.fromkeys(failure.expected for failure in there if failure.expected))
    if not kinds:
        return f"'{word}' is a word too many in '{text.strip()}': {usual}"
    hint = nearest_note(word, [known for kind in kinds for known in (*_known(m, kind), *_places(m, kind))])
    kinds = [kind for kind in kinds if kind.isupper()] or kinds
    if furthest and words[furthest - 1] in m.facts.number and any(_places(m, kind) for kind in kinds):
        kinds = list(dict.fromkeys((*kinds, "SPACE")))  # where the card before it may be said to stand
    said = " or ".join(NOUNS.get(kind, f"'{kind}'" if kind.islower() else kind.lower()) for kind in kinds)
    return f"'{word}' is no {said}{hint or f': {usual}'}"


NOUNS = {
    "CARD": "card",
    "PERMANENT": "card in play",
    "SPACE": "space",
    "PLAYER": "player",
    "ZONE": "zone",
    "N": "number",
}


def _places(m: Match, kind: str) -> Sequence[str]:
    """Return the words that may stand for a kind, or behind it, without being one: the spaces of what is in play."""
    board = m.facts.board
    return board.names if kind == "PERMANENT" and board is not None and m.rules.placed else ()


def _known(m: Match, kind: str) -> Sequence[str]:
    """Return the words that a kind admits, for the nearest one."""
    facts = m.facts
    if kind in ("CARD", "PERMANENT"):
        return [*facts.ids, *facts.by_slug]
    if kind == "SPACE":
        return facts.board.names if facts.board is not None else ()
    if kind == "PLAYER":
        return [seat.lower() for seat in facts.seats[: facts.players]]
    if kind == "ZONE":
        return list(facts.zone)
    if kind == "N":
        return ()
    return [kind] if kind.islower() else own_words(m, kind)

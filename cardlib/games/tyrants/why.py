"""Why a move is not possible now, with the rule that refuses it: for messages, scenarios and the `?` of play.

What is legal is told by the predicates of the chapters. Here they are asked, in their order, about every option that a
move may mean; of these the one that gets furthest counts, and its refusal is put into words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Final

from cardlib.filters.words import slug
from cardlib.games.tyrants import acting, attack, playing, turn
from cardlib.games.tyrants.board import COMBAT, HOME, THEATERS, WHERE, leaders
from cardlib.games.tyrants.cards import OBJECTIVE, order_name
from cardlib.games.tyrants.numbers import NO_PACT, no_pact, pact_units
from cardlib.games.tyrants.verbs import in_play, kind
from cardlib.kernel.decisions import Choice
from cardlib.kernel.refusals import Refusal
from cardlib.kernel.state import NOWHERE

if TYPE_CHECKING:
    from cardlib.kernel.match import Match
    from cardlib.kernel.moves import Move

ASKED_FIRST: Final = "something else is asked first: {prompt}"
LIES = ("hand", "special-forces", "objectives")  # where a card lies that may come into play


def why_not(m: Match, player: int, move: Move) -> tuple[str, str | None]:
    """Say what refuses a move, and by which rule."""
    early = turn.no_surrender(m, player) if move.verb == "concede" else None
    if early is not None:
        return early.text, early.rule
    left = meant(m, player, move)
    if not left and move.verb in STAGES:
        return _said(m, player, move, (), _absent(m, player, move))
    for stage in STAGES.get(move.verb, ()):
        refused = [(value, stage(m, player, value)) for value in left]
        left = [value for value, refusal in refused if refusal is None]
        if not left:
            value, refusal = refused[0]
            assert refusal is not None
            return _said(m, player, move, value, refusal)
    decision = m.decision
    if decision is not None and decision.player == player and move.things and move.things[0].kind in CARDS:
        return f"{m.facts.names[move.things[0].number]} does not fit: {decision.prompt}", decision.rule
    return m.rules.not_offered(m, player, move)


CARDS = ("CARD", "PERMANENT")

# -- what a move may mean ----------------------------------------------------------------------------------------


def meant(m: Match, player: int, move: Move) -> list[Choice]:
    """Return every option that one of the game's own moves may mean, offered or not; none for what is not there."""
    verb = move.verb
    if verb not in STAGES:
        return []
    subject, *rest = move.things
    if verb in ("play", "put"):
        return _cards(m, player, move)
    if verb == "name":
        return [("type", subject.number)]
    if verb == "delegate":
        number = rest[0].number if rest else 1
        return [(verb, obj, number) for obj in leaders(m, player) if m.state.card[obj] in subject.numbers]
    # With a theater and no number the first one there is meant.
    units = subject.objects[:1] if subject.words.split()[-1] in THEATERS else subject.objects
    if verb == "attack":
        targets = rest[0].objects or (NOWHERE,) if rest else (NOWHERE,)
        return [(verb, unit, target) for unit in units for target in targets]
    if verb == "order":
        return [(verb, obj, number) for obj in units for number in _orders(m, obj, rest[0].words if rest else None)]
    return [(verb, unit) for unit in units]


def _orders(m: Match, obj: int, name: str | None) -> list[int]:
    """Return the numbers of the orders of an object that are called so, NOWHERE if none is."""
    own = m.facts.game.orders[m.state.card[obj]]
    return [ability.number for ability in own if name in (None, slug(order_name(ability)))] or [NOWHERE]


def _cards(m: Match, player: int, move: Move) -> list[Choice]:
    """Return the ways to play or to put the cards of a player that have the name that was said."""
    s, facts = m.state, m.facts
    space, zone = move.named("SPACE"), move.named("ZONE")
    numbers = [facts.zone[kind_][player] for kind_ in ((zone.words,) if zone is not None else LIES)]
    lying = [obj for number in numbers for obj in s.zones[number] if s.card[obj] in move.things[0].numbers]
    found: list[Choice] = []
    for obj in lying:
        ways = playing.destinations(m, s.card[obj]) if move.verb == "play" else facts.game.theaters[s.card[obj]]
        found += [(move.verb, obj, to) for to in ((space.number,) if space is not None else ways or (NOWHERE,))]
    return found


# -- what is asked, stage by stage -------------------------------------------------------------------------------


def _asked(m: Match, player: int, *procedures: str) -> bool:
    """Whether a player is asked by one of the procedures."""
    return m.decision is not None and m.decision.player == player and m.state.stack[-1][0] in procedures


def _asked_first(m: Match) -> Refusal:
    rule = m.decision.rule if m.decision is not None else None
    return Refusal(rule or "AAT-048", ASKED_FIRST)


def _infiltrating(m: Match, player: int) -> bool:
    return _asked(m, player, "set_up") and m.decision is not None and m.decision.rule == "AAT-118"


def _absent(m: Match, player: int, move: Move) -> Refusal:
    """Say what refuses a move whose card is not there at all."""
    objective = m.facts.game.kind[move.things[0].number] == OBJECTIVE
    if move.verb == "play":
        return playing.IS_OBJECTIVE if objective else playing.NOT_IN_HAND
    if move.verb == "delegate":
        return attack.NO_LEADER if _asked(m, player, "delegate") else attack.NO_DELEGATION
    if move.verb != "put":
        return acting.NOT_IN_PLAY
    if objective:
        return turn.NOT_IN_ZONE
    if _asked(m, player, "placing"):
        return playing.not_among(m.state.stack[-1][2])
    return turn.NO_INFILTRATOR if _infiltrating(m, player) else playing.NOT_PLACED


def _own(m: Match, player: int, choice: Choice) -> Refusal | None:
    return acting.not_own(m, player, choice[1])


def _able(m: Match, player: int, choice: Choice) -> Refusal | None:
    """Say why an object can't take an action: what it is, what it may do now, who is asked."""
    verb, obj = choice[:2]
    name, _, bind, _ = m.state.stack[-1]
    unfit = acting.not_this(m, obj, verb, name == "instruct" and bind["attacks_only"])
    if unfit is not None:
        return unfit
    if _asked(m, player, "instruct"):
        return acting.not_called(m, bind, obj)
    if _asked(m, player, "repeat"):
        return attack.no_repeat(bind, obj, verb)
    if m.state.vars["combat"] != COMBAT:
        return acting.OTHER_PHASE
    return acting.no_action_left(m, obj) if _asked(m, player, "turn") else _asked_first(m)


def _reached(m: Match, player: int, choice: Choice) -> Refusal | None:
    _, unit, target = choice
    if target == NOWHERE:
        return attack.NO_SUCH_TARGET
    return attack.out_of_reach(m, player, m.state.place[unit], target)


def _barred(m: Match, player: int, choice: Choice) -> Refusal | None:
    return attack.barred(m, choice[1], choice[2])


def _order(m: Match, player: int, choice: Choice) -> Refusal | None:
    _, obj, number = choice
    if number != NOWHERE:
        return None
    return acting.NO_SUCH_ORDER if m.facts.game.orders[m.state.card[obj]] else acting.NO_ORDER


def _usable(m: Match, player: int, choice: Choice) -> Refusal | None:
    _, obj, number = choice
    return acting.unusable(m, m.facts.abilities[m.state.card[obj]][number], obj, player)


def _playable(m: Match, player: int, choice: Choice) -> Refusal | None:
    """Say why a card is not played: where it lies, when it is, what it needs, where it goes."""
    _, obj, theater = choice
    early = playing.not_held(m, obj, player) or playing.no_play(m, player)
    if early is None and not _asked(m, player, "turn"):
        early = _asked_first(m)
    return early or playing.unplayable(m, obj, player) or playing.misdirected(m, m.state.card[obj], theater)


def _placeable(m: Match, player: int, choice: Choice) -> Refusal | None:
    """Say why a card is none that may come into play: as an objective card, by an effect, by Infiltrate."""
    _, obj, theater = choice
    if kind(m, obj) == OBJECTIVE:
        return turn.unplaceable(m, obj, player, theater)
    if _asked(m, player, "placing"):
        return playing.not_brought(m, m.state.stack[-1][2], obj)
    if _infiltrating(m, player):
        return turn.no_infiltrator(m, player, obj)
    reserve = m.state.zone[obj] == m.facts.zone["special-forces"][player]
    return playing.ONLY_BY_TRAIT if reserve else playing.NOT_PLACED


def _placed(m: Match, player: int, choice: Choice) -> Refusal | None:
    """Say why a card is not placed now, or not there."""
    _, obj, theater = choice
    if kind(m, obj) == OBJECTIVE:
        return turn.no_objective(m, player) or (None if _asked(m, player, "turn") else _asked_first(m))
    if _infiltrating(m, player):
        return playing.not_shown(m, obj, theater)
    return playing.not_there(m, m.state.stack[-1][2], obj, theater)


def _delegated(m: Match, player: int, choice: Choice) -> Refusal | None:
    if not _asked(m, player, "delegate"):
        return attack.NO_DELEGATION
    return attack.not_delegated(m, m.state.stack[-1][2]["damage"], player, choice[1], choice[2])


def _named(m: Match, player: int, choice: Choice) -> Refusal | None:
    asked = m.decision is not None and m.decision.player == player and choice[0] == m.decision.choices[0][0]
    return no_pact(m, player, choice[1], pact_units(m, player)) or (None if asked else NO_PACT)


STAGES: Mapping[str, Sequence[Callable[[Match, int, Choice], Refusal | None]]] = {
    "attack": (_own, _able, _reached, _barred),
    "order": (_own, _order, _able, _usable),
    "move": (_own, _able),
    "clear": (_own, _able),
    "play": (_playable,),
    "put": (_placeable, _placed),
    "delegate": (_delegated,),
    "name": (_named,),
}

# -- words -------------------------------------------------------------------------------------------------------


def _said(m: Match, player: int, move: Move, choice: Choice, refusal: Refusal) -> tuple[str, str]:
    """Fill in what a refusal says."""
    facts = m.facts
    thing = move.things[0]
    card, behind = thing.number, thing.words.split()[1:]
    bind = m.state.stack[-1][2]
    obj, other = (*choice[1:], NOWHERE, NOWHERE)[:2]

    def title(obj: int, at: int) -> str:
        if obj != NOWHERE and in_play(m, obj):
            return m.rules.speech.title(m, obj)
        return facts.names[move.things[at].number] if at < len(move.things) else "target"

    def theaters(words: Sequence[str]) -> str:
        return " or ".join(words[theater] for theater in facts.game.theaters[card])

    words: Mapping[str, Callable[[], object]] = {
        "s": lambda: title(obj, 0),
        "o": lambda: title(other, 1),
        "n": lambda: other,
        "name": lambda: facts.names[card],
        "id": lambda: facts.ids[card],
        "type": lambda: thing.words,
        "copy": lambda: "".join(f" ({word})" for word in behind if word.isdigit()),
        "where": lambda: "".join(f" {WHERE[THEATERS.index(word)]}" for word in behind if word in THEATERS),
        "here": lambda: WHERE[m.state.place[obj]],
        "home": lambda: THEATERS[HOME[player]],
        "at_home": lambda: WHERE[HOME[player]],
        "theaters": lambda: theaters(WHERE),
        "spaces": lambda: theaters(THEATERS),
        "order": lambda: order_name(facts.abilities[card][other]),
        "orders": lambda: ", ".join(map(order_name, facts.game.orders[card])),
        "first": lambda: m.rules.speech.title(m, bind["unit"]),
        "most": lambda: attack.most_delegated(m, bind["damage"], obj),
        "requirement": lambda: facts.printed["requirement"][card],
        "level": lambda: m.state.vars["level"],
        "plays": lambda: facts.constants["plays_per_turn"],
        "pact": lambda: facts.constants["pact_units"],
        "condition": lambda: facts.cards[card].text.split(".", 1)[0].strip(),
        "prompt": lambda: m.decision.prompt if m.decision is not None else "",
    }
    named = {name: words[name]() for _, name, _, _ in Formatter().parse(refusal.text) if name}
    return refusal.text.format(**named), refusal.rule

"""Operations on cards that are not in play: draw, discard, search, return, shuffle, look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cardlib.abilities.operations.params import ONE, About, Amount, FilterTest, Flag, Literally, Who, Zone
from cardlib.abilities.operations.paying import in_hand, subjects_are_there
from cardlib.abilities.operations.registry import operation
from cardlib.kernel import atoms
from cardlib.kernel.seats import players_in
from cardlib.kernel.state import NOWHERE
from cardlib.kernel.verbs import shuffle_by

if TYPE_CHECKING:
    from cardlib.abilities.running import Run
    from cardlib.kernel.match import Match


@operation("draw", text="{who:draw} {count:card}{count:rest}", roles=("deck", "hand"), tells=("drawn",))
def draw(run: Run, count: Amount = ONE, who: Who = "you") -> None:
    """Players draw cards, one after another."""
    number = run.number(count)
    for player in run.players(who):
        for _ in range(number):
            run.match.rules.verbs.draw(run.match, player)


@operation(
    "discard",
    text="{who:discard} {count:what}{count:rest}",
    variants={"whole_hand": "{who:discard} {their} hand"},
    roles=("hand", "discard"),
    cost=in_hand,
    tells=("discarded",),
)
def discard(
    run: Run,
    count: Amount = ONE,
    who: Who = "you",
    what: FilterTest | None = None,
    whole_hand: Flag = False,
) -> None:
    """Players discard cards of their own choice from hand; every choice comes before the first discard.

    Not done in full when somebody had fewer.

    what: which cards will do; any card if left out.
    whole_hand: the whole hand, whatever `count` says.
    """
    m = run.match
    chosen: list[tuple[int, list[int]]] = []
    for player in run.players(who):
        hand = [
            obj
            for obj in m.state.zones[m.facts.zone_with("hand", player)]
            if what is None or what(m, obj, run.source, run.you)
        ]
        if whole_hand:
            chosen.append((player, hand))
            continue
        number = run.number(count)
        if what is not None and len(hand) < number:
            run.bind["done"] = False
            continue
        chosen.append((player, run.pick(player, hand, number, prompt=f"discard {number}")))
    for player, cards in chosen:
        for card in cards:
            m.rules.verbs.discard(m, player, card)


@operation(
    "search",
    text="search your deck for {count:up to what}, reveal {them}, put {them} into your {to}, then shuffle your deck",
    variants={"shuffle=False": "search your deck for {count:up to what}, reveal {them} and put {them} into your {to}"},
    keeps="it",
    roles=("deck", "hand"),
    tells=("searched", "shuffled"),
)
def search(
    run: Run,
    what: FilterTest | None = None,
    count: Amount = ONE,
    to: Zone = "hand",
    distinct: Flag = False,
    shuffle: Flag = True,
) -> None:
    """Look through the own deck for up to `count` cards that fit, show them, put them somewhere, then shuffle.

    Fewer may be taken, also by choice; "it" means them from here on.

    what: which cards will do; any card if left out.
    count: how many at most; one if left out.
    to: the zone that they go to; the hand if left out.
    distinct: no two of the same name.
    shuffle: false if another search of the same ability follows.
    """
    m = run.match
    deck = m.facts.zone_with("deck", run.you)
    fitting = [obj for obj in m.state.zones[deck] if what is None or what(m, obj, run.source, run.you)]
    fitting.sort(key=lambda obj: m.state.card[obj])
    found = run.pick(run.you, fitting, run.number(count), up_to=True, distinct=distinct, prompt="search your deck")
    for card in found:
        atoms.move(m, card, to)
        m.emit("searched", card, run.source, 0, run.you, run.rule)
    run.keep("it", found)
    if shuffle:
        m.rules.verbs.shuffle_deck(m, run.you)


def _out_of_sight(m: Match, obj: int) -> bool:
    """Whether a card lies in a deck or in its owner's hand by now, so that moving it would tell what it is."""
    zone = m.state.zone[obj]
    in_hand = zone == m.facts.zone_with("hand", m.state.owner[obj])
    return in_hand or m.facts.visible[m.facts.zone_kinds[zone]] == "none"


@operation(
    "return",
    text="{may}return {about} to {home}",
    keeps="it",
    roles=("hand",),
    cost=subjects_are_there,
    tells=("returned",),
    deed="return",
)
def return_(run: Run, about: About) -> None:
    """Cards go to their owners' hands, from play or another zone; what set it off is not found in a deck or a hand."""
    m = run.match
    objects = about.find(run)
    if about.kind == "of" and about.of != "it":  # a card that is chosen or found in a deck is returned from there
        objects = [obj for obj in objects if not _out_of_sight(m, obj)]
    run.keep("it", objects)
    for obj in objects:
        m.rules.verbs.return_to_hand(m, obj)
    if not objects:
        run.bind["done"] = False


@operation(
    "mill",
    text="{who:put} the {count:top card} of {their} deck into {their} {to}",
    roles=("deck", "discard"),
    tells=("milled",),
)
def mill(run: Run, count: Amount = ONE, to: Zone = "discard", who: Who = "you") -> None:
    """Move the top cards of a deck to another zone of its owner; fewer if the deck is short. No draw, no discard.

    to: the zone that they go to; the discard pile if left out.
    """
    number = run.number(count)
    for player in run.players(who):
        for _ in range(number):
            run.match.rules.verbs.top_to(run.match, player, to)


@operation("shuffle", text="{who:shuffle} {their} deck", roles=("deck",), tells=("shuffled",))
def shuffle(run: Run, who: Who = "you") -> None:
    """Players shuffle their decks."""
    for player in run.players(who):
        shuffle_by(run.match, player, run.rule)


@operation(
    "shuffle-into-deck",
    text="{who:shuffle} {their} {zone} into {their} deck",
    roles=("deck", "discard"),
    tells=("shuffled",),
)
def shuffle_into_deck(run: Run, zone: Zone = "discard", who: Who = "you") -> None:
    """Players put a whole zone into their decks and shuffle.

    zone: the zone that is shuffled in; the discard pile if left out.
    """
    m = run.match
    for player in run.players(who):
        for obj in list(m.state.zones[m.facts.zone[zone][player]]):
            atoms.move(m, obj, m.facts.with_role("deck"))
        shuffle_by(m, player, run.rule)


@operation(
    "put-on-top",
    text="put {count:card} from your hand on top of your deck in any order",
    roles=("deck", "hand"),
    tells=("put-on-top",),
)
def put_on_top(run: Run, count: Amount = ONE) -> None:
    """Put cards of one's choice from hand on top of the own deck; the last one picked lies on top."""
    m = run.match
    hand = list(m.state.zones[m.facts.zone_with("hand", run.you)])
    number = min(run.number(count), len(hand))
    for obj in run.pick(run.you, hand, number, prompt="put on top of your deck, the last one uppermost"):
        atoms.move(m, obj, m.facts.with_role("deck"), top=True)
        m.emit("put-on-top", obj, run.source, 0, run.you, run.rule)


@operation("look-at-hand", text="look at {who:'s} hand", roles=("hand",), tells=("looked",))
def look_at_hand(run: Run, who: Who) -> None:
    """You see a hand as it is now."""
    m = run.match
    for player in run.players(who):
        for obj in m.state.zones[m.facts.zone_with("hand", player)]:
            atoms.show(m, obj, 1 << run.you)
        m.emit("looked", -1, run.source, run.you, player, run.rule)


@operation(
    "look-at-top",
    text="look at the top card of your deck; you may put it on the bottom of that deck",
    roles=("deck",),
    tells=("looked-at-top", "put-under"),
)
def look_at_top(run: Run) -> None:
    """Look at the top card of the own deck and leave it there or put it on the bottom; nothing with an empty deck."""
    m = run.match
    deck = m.state.zones[m.facts.zone_with("deck", run.you)]
    if not deck:
        return
    top = deck[0]
    answer = m.ask(
        run.you,
        "one",
        [("card", top), ("no",)],
        "put the top card on the bottom of the deck?",
        rule=run.rule,
        source=run.source,
        ability=run.ability,
        offer=True,
    )
    m.emit("looked-at-top", NOWHERE, run.source, 0, run.you, run.rule)
    if answer[0] == "card":
        atoms.move(m, top, m.facts.with_role("deck"))
        m.emit("put-under", top, run.source, 0, run.you, run.rule)


@operation("random-player", text="choose a player at random", keeps="chosen player", tells=("chosen",))
def random_player(run: Run) -> None:
    """One player is picked at random, each as likely; "chosen player" names that player from here on."""
    players = players_in(run.match)
    run.bind["chosen"] = players[atoms.below(run.match, len(players))]
    run.match.emit("chosen", -1, run.source, 0, run.bind["chosen"], run.rule)


Where = Annotated[str, Literally("string", ("legal", "its space", "home"))]


@operation(
    "place",
    text="{may}put {about} onto the {ground}",
    variants={
        "at=its space": "{may}put {about} onto the space it stood on",
        "at=home": "{may}put {about} onto a free space of your home",
        "from=deck": "search your deck for {about:found}, put {them} onto the {ground}, then shuffle your deck",
    },
    roles=("field",),
    procedures=("placing",),
)
def place(run: Run, about: About, at: Where = "legal") -> None:
    """Put cards into play, one after another, each on a space that is legal for it (or the source's own).

    Placing is not playing: no limit and no test of playing applies.

    at: `legal` (if left out) for any space that is legal for the card, `home` for those of them that are free
    spaces where your own come in, `its space` for the one the source stood on.
    """
    m = run.match
    chooser = run.player(about.by)
    if about.kind == "choose":
        candidates = run.matching(about.test, about.zone, about.whose)
        candidates.sort(key=lambda obj: m.state.card[obj])
    else:
        candidates = about.find(run)
    number = run.number(about.count) if about.count else len(candidates)
    space = run.bind.get("space", -1)
    m.touched = True
    m.push(
        "placing",
        player=chooser,
        cards=tuple(candidates),
        left=number,
        up_to=about.up_to,
        at=at,
        space=space,
        source=run.source,
        rule=run.rule,
        shuffle=about.zone == m.facts.role.get("deck"),
    )

"""The atoms: the only functions, with `Match.emit` and `Match.end`, that change the state of a match.

Each does one small thing, keeps the indexes in step (zones, board, listeners) and forgets cached values. Rules and
operations are written with them, as `atoms.move`, in whichever file here they stand: `things` has those of objects,
`course` those of the match as a whole, `flow` those of what is under way, `draws` those of chance. A source scan in
the tests keeps other code from writing to a state.
"""

from cardlib.kernel.atoms.course import begin, note, note_player, put_out, set_order
from cardlib.kernel.atoms.draws import below, lay_orderly, reseed, script_dice, shuffle, throw
from cardlib.kernel.atoms.flow import (
    ask_anew,
    bind,
    chain,
    dequeue,
    enqueue,
    go_on_at,
    hand_on,
    keep_lasting,
    keep_raised,
    keep_uses,
    last,
    raise_trigger,
    rechain,
    set_lasting_turn,
    unchain,
)
from cardlib.kernel.atoms.things import (
    attach,
    clear,
    control,
    deal,
    listen,
    move,
    occupy,
    put,
    relocate,
    show,
    supposing,
    turn,
)

__all__ = [
    "ask_anew",
    "attach",
    "begin",
    "below",
    "bind",
    "chain",
    "clear",
    "control",
    "deal",
    "dequeue",
    "enqueue",
    "go_on_at",
    "hand_on",
    "keep_lasting",
    "keep_raised",
    "keep_uses",
    "last",
    "lay_orderly",
    "listen",
    "move",
    "note",
    "note_player",
    "occupy",
    "put",
    "put_out",
    "raise_trigger",
    "rechain",
    "relocate",
    "reseed",
    "script_dice",
    "set_lasting_turn",
    "set_order",
    "show",
    "shuffle",
    "supposing",
    "throw",
    "turn",
    "unchain",
]

"""What the rules of War Rig do with the abilities of cards; `cardlib data check` refuses the rest."""

from __future__ import annotations

from cardlib.abilities.honours import Honours

HONOURS = Honours()

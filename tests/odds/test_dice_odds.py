"""Odds are exact: hand-calculated, counted out over every way that dice can fall, and compared with many rolls."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest
from dicebox import dice_project
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib.bounds import TooLarge
from cardlib.errors import CardlibError
from cardlib.kernel.chance import Chance
from cardlib.kernel.dice import (
    ALL,
    NUMBER,
    Change,
    Dice,
    Roll,
    add,
    cancel,
    kept,
    laid,
    showing,
    turn,
    turned,
    void,
    with_changes,
)
from cardlib.odds import Distribution, OddsError, Pool, Reroll, distribution, joint, odds


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Dice:
    return dice_project(tmp_path_factory.mktemp("dice")).dice


# -- by hand --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "chance"),
    [
        ("2d6 >= 7", Fraction(21, 36)),
        ("d10>=7", Fraction(4, 10)),
        ("d6 > d6", Fraction(15, 36)),
        ("d6 = d6", Fraction(1, 6)),
        ("d% <= 5", Fraction(5, 100)),
        ("2d6-d4 >= 11", Fraction(1, 144)),
        ("4d6 keep highest 3 = 18", Fraction(21, 1296)),  # three sixes of four, or four
        ("2d6 keep lowest 1 = 6", Fraction(1, 36)),
        ("5d10 each >=7 >= 5", Fraction(4**5, 10**5)),
        ("d20 advantage >= 20", Fraction(39, 400)),
        ("d20 disadvantage >= 20", Fraction(1, 400)),
        ("3d6 reroll 1 >= 18", Fraction(7, 36) ** 3),  # a six at once, or after a one
        ("2d6 reroll <=5 at most 1 = 12", Fraction(1 + 10, 36) - Fraction(10, 36) * Fraction(5, 6)),
        ("(d6 >= 4 then 2 else 1) = 2", Fraction(1, 2)),
        ("(2d6) advantage = 2", Fraction(1, 36**2)),
        ("d6 * 2 >= 11", Fraction(1, 6)),
        ("-d6 <= -6", Fraction(1, 6)),
        # Symbols: ruby has 3 blank, 2 hit, 1 double hit, 1 spark, 1 fog; umber 4 dodges, 1 double, 1 blank.
        ("ruby.hit >= 1", Fraction(3, 8)),
        ("2 ruby.hit void fog >= 1", Fraction(49 - 16, 64)),
        ("2 ruby.spark >= 2", Fraction(1, 64)),
        ("ruby.hit - umber >= 1", Fraction(2 * 1 + 1 * 5, 8 * 6)),
        ("ruby.hit - 2 umber = 0", Fraction(8 * 36 - 2 * 1 - 1 * (1 + 8), 8 * 36)),
        ("ruby.hit turn spark into 3 hit >= 3", Fraction(1, 8)),
        ("ruby.hit add 1 hit = 1", Fraction(5, 8)),
        ("ruby umber.hit cancel hit by dodge >= 1", Fraction(2 * 1 + 1 * 5, 48)),
        ("ruby umber.hit cancel all hit by dodge >= 1", Fraction(3 * 1, 48)),
        ("3 azure.hit reroll gear, blank at most 1 >= 3", Fraction(8**3, 12**3) + 3 * Fraction(8**2 * 4 * 8, 12**4)),
        ("ruby.hit reroll hit-2 = 2", Fraction(1, 64)),
        ("umber reroll parry = 2", Fraction(1, 36)),
        # Onyx has 8 blank, 6 double hits, 3 sparks, 2 bursts and a skull; jade of 12 sides 2 unlock and 3 alarms.
        ("2 onyx.hit void skull turn spark into 3 hit >= 4", Fraction(81, 400)),
        ("onyx.burst void skull = 1", Fraction(1, 10)),
        ("2 onyx.skull >= 1", Fraction(39, 400)),
        ("jade.unlock = 1", Fraction(1, 6)),
        ("jade.alarm = 0", Fraction(3, 4)),
        ("ivory <= 3", Fraction(1, 2)),
        ("strike + 1 >= evade + 2", Fraction(15, 36)),  # who wins ties
        ("evade + 1 >= 6", Fraction(2, 6)),  # against a strike that is set to 6
        ("(strike + 1 > evade + 2 then 3 else 1) - 2 floor 0 = 1", Fraction(10, 36)),
        ("d6 floor 3 = 3", Fraction(1, 2)),
        ("d6 cap 4 >= 4", Fraction(1, 2)),
        ("d6 - 7 floor -3 = -3", Fraction(2, 3)),
    ],
)  # fmt: skip
def test_by_hand(dice: Dice, question: str, chance: Fraction) -> None:
    assert odds(question, dice).chance == chance


def test_means() -> None:
    assert odds("2d6").distribution.mean == 7
    assert odds("2d6").distribution.variance == Fraction(35, 6)
    assert odds("2d6").distribution.likeliest == 7
    assert odds("4d6 keep highest 3").distribution.mean == Fraction(15869, 1296)


def test_an_attack_whose_damage_depends_on_two_rolls() -> None:
    """Base damage 1, critical damage 2 on top if the strike total is above the evasion total; armour takes 1 off."""
    won = Fraction(10, 36)  # d6 + 1 above d6 + 2
    damage = odds("(d6 + 1 > d6 + 2 then 3 else 1) - 1").distribution
    assert (damage.chance(2), damage.chance(0)) == (won, 1 - won)
    assert odds("d6 advantage + 1 > d6 + 2").chance == Fraction(15, 36)
    taken = odds("d6 + 2 > 3 + 2").chance  # who does not see the attack takes 3
    assert taken == Fraction(1, 2)


def test_several_symbols_of_the_same_roll(dice: Dice) -> None:
    """Two hits together with a spark need three dice: two of one hit, or one of two with any other die."""
    found = joint(Pool(((dice["ruby"], 2),)), "hit", "spark")
    assert found[2, 1] == Fraction(2, 64)
    assert found[1, 1] == Fraction(4, 64)
    assert sum(found.values()) == 1
    assert joint(Pool(((dice["ruby"], 2),), changes=(void("fog"),)), "hit", "spark")[0, 0] == Fraction(15 + 9, 64)


# -- counted out ----------------------------------------------------------------------------------------------------


def counted_out(dice: Dice, pool: Pool) -> dict[int, Fraction]:
    """Every way that the dice of a pool can fall, rolled and changed as a match does it."""
    kinds = [die.id for die, number in pool.dice for _ in range(number)]
    found: Counter[int] = Counter()

    def after(roll: Roll, weight: Fraction) -> None:
        if pool.keep is not None:
            roll = kept(dice, roll, *pool.keep, by=pool.counted)
        found[with_changes(dice, roll, *pool.changes).count(pool.counted)] += weight

    def again(roll: Roll, which: list[int], weight: Fraction) -> None:
        if not which:
            return after(roll, weight)
        die = dice[kinds[which[0]]]
        for face, up in enumerate(die.faces):
            again(turned(dice, roll, which[0], face), which[1:], weight * Fraction(up.sides, die.sides))
        return None

    for faces in product(*(range(len(dice[kind].faces)) for kind in kinds)):
        weight = Fraction(1)
        for kind, face in zip(kinds, faces, strict=True):
            weight *= Fraction(dice[kind].faces[face].sides, dice[kind].sides)
        roll = laid(dice, "test", 0, kinds, faces)
        which: list[int] = []
        for reroll in pool.rerolls:
            for word in reroll.faces:
                showing_it = [die for die in showing(dice, roll, word) if die not in which]
                which += sorted(showing_it, key=lambda die: (kinds[die], faces[die]))
            which = which[: reroll.most]
        again(roll, which, weight)
    return dict(found)


CHANGES = [void("fog"), turn("spark", "hit", 3), cancel("hit", "dodge"), cancel("hit", "gear", ALL), add("hit", -1)]
REROLLS = [Reroll(("blank",)), Reroll(("hit", "spark"), 1), Reroll(("hit-2", "blank", "dodge"), 2), Reroll(("1", "2"))]


@settings(max_examples=40, deadline=None)
@given(
    numbers=st.tuples(*(st.integers(0, 2) for _ in range(3))).filter(lambda some: 1 <= sum(some) <= 3),
    changes=st.lists(st.sampled_from(CHANGES), max_size=3),
    reroll=st.sampled_from([None, *REROLLS]),
    keep=st.sampled_from([None, ("highest", 1), ("lowest", 2)]),
)
def test_counted_out(
    dice: Dice, numbers: tuple[int, ...], changes: list[Change], reroll: Reroll | None, keep: tuple[str, int] | None
) -> None:
    kinds = tuple(
        (dice[id_], number) for id_, number in zip(("azure", "ruby", "umber"), numbers, strict=True) if number
    )
    if keep is not None and (changes or (reroll and reroll.most)):
        return
    pool = Pool(kinds, "hit", (reroll,) if reroll else (), keep, changes=(turn("gear", "hit"), *changes))  # type: ignore[arg-type]
    if keep is not None:
        pool = Pool(kinds, "dodge" if numbers[2] else "hit", pool.rerolls, keep)  # type: ignore[arg-type]
    try:
        exact = distribution(pool)
    except CardlibError as error:
        assert "no die here shows" in str(error)
        return
    found = counted_out(dice, pool)
    assert {result: exact.chance(result) for result in exact} == {key: one for key, one in found.items() if one}


def test_numbers_counted_out(dice: Dice) -> None:
    pool = Pool(((dice["ivory"], 2), (dice["strike"], 1)), NUMBER, (Reroll(("1", "2")),), ("highest", 2))
    exact = distribution(pool)
    assert {result: exact.chance(result) for result in exact} == counted_out(dice, pool)


# -- and rolled -----------------------------------------------------------------------------------------------------


def test_a_hundred_thousand_rolls_come_out_as_the_odds_say(dice: Dice) -> None:
    """2 ruby, void by fog, less 1 umber: no result is further off than 5 standard deviations."""
    exact = odds("2 ruby.hit void fog - umber.dodge", dice).distribution
    chance, many = Chance(29), 100_000
    ruby, umber = dice["ruby"], dice["umber"]
    known = {
        faces: laid(dice, "test", 0, ("ruby", "ruby"), faces)
        for faces in product(range(len(ruby.faces)), repeat=2)
    }  # fmt: skip
    left = {faces: with_changes(dice, roll, void("fog")).count("hit") for faces, roll in known.items()}
    found: Counter[int] = Counter()
    for _ in range(many):
        faces = (ruby.face_of(chance.below(8)), ruby.face_of(chance.below(8)))
        dodges = umber.faces[umber.face_of(chance.below(6))].count("dodge")
        found[max(0, left[faces] - dodges)] += 1
    assert set(found) <= set(exact)
    for result in exact:
        share = float(exact.chance(result))
        assert abs(found[result] - many * share) <= 5 * sqrt(many * share * (1 - share)), result


# -- distributions --------------------------------------------------------------------------------------------------


def test_distributions_are_combined() -> None:
    d6 = odds("d6").distribution
    assert d6 + d6 == odds("2d6").distribution
    assert d6.minus(d6, 0).chance(0) == Fraction(21, 36)
    assert d6.twice() == odds("2d6 keep highest 1").distribution
    assert d6.twice("lowest") == odds("2d6 keep lowest 1").distribution
    assert d6.against(">", d6) == Fraction(15, 36)
    assert d6.map(lambda result: result % 2).weights == {0: 1, 1: 1}
    assert list(Distribution({3: 2, 1: 6}).rows()) == [
        (1, Fraction(3, 4), Fraction(1), Fraction(3, 4)), (3, Fraction(1, 4), Fraction(1, 4), Fraction(1))
    ]  # fmt: skip


def test_large_pools_are_exact() -> None:
    """Heads of a hundred coins, by the binomial distribution."""
    coins = odds("100d2 each >=2").distribution
    assert all(coins.chance(heads) == Fraction(comb(100, heads), 2**100) for heads in range(101))


# -- what cannot be read ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "said", "caret"),
    [
        ("", "found the end, expected a number or dice such as 2d6", None),
        ("2d6 +", "found the end, expected a number or dice such as 2d6", 5),
        ("3 rubi.hit", "found 'rubi', expected a die, one of azure, evade, ivory, jade, onyx, ruby, strike, umber", 2),
        ("3 ruby.hitt", "found 'hitt', expected a symbol", 7),
        ("3 ruby", "the dice show fog, hit, spark; say which is counted, such as '.fog'", 0),
        ("2 + 3 ruby", "the dice show fog, hit, spark", 4),
        ("ruby.dodge", "no die here shows 'dodge'; they show fog, hit, spark", 0),
        ("3 ruby hit", "what is counted stands behind a point: '.hit'", 7),
        ("3 ruby.hit rerol blank", "found 'rerol', expected a die, a sign or a rule (nearest: reroll)", 11),
        ("ruby.hit reroll blnk", "one of blank, fog, hit, hit-2, spark (nearest: blank)", 16),
        ("d6 >= ", "found the end, expected a number or dice such as 2d6", 6),
        ("(d6", "found the end, expected ')'", 3),
        ("d6 $", "found '$', expected +, -, *, a comparison or the end", 3),
        ("d6 > 3 then 2", "found the end, expected 'else'", 13),
        ("5d10 each 7", "found '7', expected a comparison such as >=7", 10),
        ("d0", "a die of 1 to 1,000 sides was expected", 0),
        ("d99999999999", "a die of 1 to 1,000 sides was expected", 0),
        ("201d6", "at most 200 dice are rolled at once", 0),
        ("9999999d6", "a number of at most 1,000,000 was expected", 0),
        ("2d6 keep highest 1 void hit", "symbols are changed in the whole roll", 0),
        ("d6 reroll 1 at most 1 reroll 2 at most 1", "a reroll of at most so many dice", 0),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_pointed_at(dice: Dice, question: str, said: str, caret: int | None) -> None:
    with pytest.raises(OddsError) as raised:
        odds(question, dice)
    assert said in str(raised.value)
    if caret is not None:
        assert raised.value.position == caret
        assert str(raised.value).splitlines()[-1] == " " * (2 + caret) + "^"


@pytest.mark.parametrize("question", ["(" * 30 + "d6", "d6 * 999999", "d6" + " advantage" * 99, "+" * 3000])
def test_what_is_too_much_is_refused(question: str) -> None:
    with pytest.raises(TooLarge):
        odds(question)


def test_without_a_game_its_dice_are_not_known() -> None:
    with pytest.raises(OddsError, match="name the game whose dice are meant"):
        odds("3 ruby.hit")


PIECES = """
d6 2d6 3 ruby umber ivory .hit .number . + - * ( ) >= < = then else reroll blank hit hit-2 fog 1 , <=2 at most keep d0
highest lowest each void turn spark into cancel all by add advantage disadvantage floor cap d% 99999 é İ ٣ $ d
"""


@settings(max_examples=200, deadline=None)
@given(pieces=st.lists(st.sampled_from(PIECES.split()), max_size=12), space=st.sampled_from(["", " "]))
def test_any_words_are_answered_or_refused(dice: Dice, pieces: list[str], space: str) -> None:
    try:
        answer = odds(space.join(pieces), dice)
    except CardlibError as error:
        assert str(error)
    else:
        assert sum(answer.distribution.weights.values()) == answer.distribution.total

"""The same filter in SQL and in Python finds the same cards."""

from __future__ import annotations

from contextlib import closing
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib.catalog import Project, connect, load_project
from cardlib.filters import FilterError, name_words, parse, printed, sql


@cache
def mecha() -> Project:
    return load_project("mecha")


@pytest.fixture(scope="module")
def project() -> Project:
    return mecha()


def by_sql(project: Project, text: str) -> set[str]:
    where, parameters = sql(parse(text, project.vocabulary), lambda deck: ("bugzapper", "turtle"))
    with closing(connect([project])) as connection:
        return {id_ for (id_,) in connection.execute(f"SELECT id FROM cards WHERE {where}", parameters)}


def by_python(project: Project, text: str) -> set[str]:
    test = printed(parse(text, project.vocabulary), lambda deck: ("bugzapper", "turtle"))
    return {id_ for id_, card in project.cards.items() if test(card)}


TERMS = [
    "mecha",
    "tower",
    "unit",
    "basic",
    "flight",
    "drone",
    "cost<=2",
    "cost=0",
    "cost!=2",
    "cost:none",
    "has:cost",
    "cost:even",
    "power>durability",
    "power!=durability",
    "power=durability",
    "power<0",
    "armour>=2",
    "keyword:speed",
    "keywords>=2",
    "keyword=0",
    "word:bull",
    "word:wind-up",
    '"the"',
    '!"stage 1"',
    "id:turtle",
    "id!=turtle",
    "game:mecha",
    "name:/^a.*y$/",
    "text:damage",
    "o:/mecha/",
    "has:text",
    "in:some-deck",
    "is:vanilla",
    "abilities>=2",
    "is:flyer",
    "has:flavour",
    "has:keyword",
]


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.sampled_from(TERMS),
        lambda inner: st.one_of(
            inner.map(lambda text: f"-({text})"),
            st.tuples(inner, inner).map(lambda pair: f"({pair[0]}) {pair[1]}"),
            st.tuples(inner, inner).map(lambda pair: f"({pair[0]} or {pair[1]})"),
        ),
        max_leaves=6,
    )
)
def test_sql_and_python_agree(text: str) -> None:
    project = mecha()
    assert by_sql(project, text) == by_python(project, text)


@pytest.mark.parametrize("term", TERMS)
def test_each_term_agrees(project: Project, term: str) -> None:
    assert by_sql(project, term) == by_python(project, term)
    everything = set(project.cards)
    assert by_sql(project, f"-({term})") == everything - by_sql(project, term)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("mecha yours", "'yours' means something only during a match"),
        ("mecha counter:damage>=1", "'damage' counters exist only during a match"),
    ],
)
def test_words_of_the_table_are_refused(project: Project, text: str, problem: str) -> None:
    filter_ = parse(text, project.vocabulary)
    for compile_ in (sql, printed):
        with pytest.raises(FilterError, match=problem) as caught:
            compile_(filter_)
        assert caught.value.position == 6


def test_words_of_names() -> None:
    assert name_words('Jason "The Looks" Brannan') == ("jason", "the", "looks", "brannan")
    assert name_words("Shiftformers, Mechas In Disguise")[0] == "shiftformers"
    assert name_words("Pokémon’s  Égide") == ("pokemon's", "egide")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("transport:drone", {"cheid-bulk-hauler", "ru-foundry-ship"}),
        ("expert:function", {"cheid-compliance-auditors", "ru-cluster-node"}),
        ("transport>=2", {"ff-dawn-of-liberty"}),
        ("pierce>=1 pierce<=1", {"fln-siege-walker", "fln-sovereign-battleship", "ru-hunter-killer"}),
        ("keyword:pierce -pierce>=1", {"ccn-paladin-walker"}),  # without its number it is more than any number
        ("objective theaters:space -theaters:planetside attack>=5", {"fln-finality-planet-cracker"}),
    ],
)
def test_keywords_that_name_a_word_or_lack_their_number(text: str, ids: set[str]) -> None:
    tyrants = load_project("tyrants")
    assert by_sql(tyrants, text) == by_python(tyrants, text) == ids


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("unit bio>=2 -has:survivor", {"und-broken-colossus", "und-ravener"}),
        ("any:2", {"hld-ol-tank", "hld-ward-captain", "dep-substation", "dep-overclock-core", "ash-spiked-hauler",
                   "neu-scorched-earth", "und-corpse-cart"}),
        ("cost>=5 combatant power<=1", {"ash-spiked-hauler"}),
        ("power>supplies", {"ash-nitro-tank"}),
        ("unit is:free", set()),
        ("technology cost=1 supplies:none", {"neu-canned-rage", "neu-sandbag-line", "und-grafted-arms",
                                            "dep-armor-schedule"}),
        ("leader or is:leader", {"und-gravecaller-matriarch", "hld-ward-captain", "dep-director-of-structure",
                                 "ash-pit-boss"}),
    ],
)  # fmt: skip
def test_sums_and_their_parts(text: str, ids: set[str]) -> None:
    structure = load_project("structure")
    assert by_sql(structure, text) == by_python(structure, text) == ids


def test_a_word_that_a_keyword_never_names() -> None:
    with pytest.raises(FilterError, match="the keyword 'transport' never names 'droon'"):
        parse("transport:droon", load_project("tyrants").vocabulary)

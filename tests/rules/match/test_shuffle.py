"""The shuffle against one written from its description alone."""

import hashlib
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import pytest
from support.shuffle_model import (
    ANY_SEEDS,
    SEEDS,
    below,
    mixed,
    words,
)

from service.rules.match.shuffle import draw_lead, pick, shuffle_deck, shuffle_stock, shuffled
from service.rules.table.cards import Card
from service.rules.table.profiles import PROFILES
from service.rules.table.table import table_of


def digest(cards: Sequence[Card]) -> str:
    return hashlib.sha256(" ".join(cards).encode("ascii")).hexdigest()


@dataclass(frozen=True)
class Published:
    """A shuffle that never changes: the digest is that of the codes with a space between them."""

    profile: str
    seats: int
    seed: str
    number: int
    from_the_bottom: str
    from_the_top: str
    digest: str


PUBLISHED = [
    Published(
        "fournier",
        4,
        "chinchón",
        1,
        "3c 3o 11c 4c 10b 2o 7c 11o",
        "6b 6o 1e 2e 1b 6c 2b 7b",
        "b3ad005961322bc556ce2b4f3ccf8c0ad6258467170ba0e7c741d74c6b4567e3",
    ),
    Published(
        "barajamos",
        6,
        "b5b" * 20 + "é" * 20,
        12,
        "8o 3c 10b 2c 11o 1b 8e 9o",
        "4b 5e 9b 4e 5b 8b 7e 9e",
        "c7497f7157043317e7f5f354756e283ec6066197aefd1385f9af6b71031be642",
    ),
    Published(
        "classic",
        5,
        "0" * 64,
        3,
        "7o 11e 11b 4c 1b 4b 2b 4b",
        "3b 1b 10b 4o 12o 3b 3o 10e",
        "82454cf984e3ba9cf03579a3a26e5bcfcb1c5cfcef48d9b5be7fb6f955c265ba",
    ),
]


@pytest.mark.parametrize("seed", ANY_SEEDS)
def test_the_shuffle_is_the_one_that_is_described(seed: str) -> None:
    chance = random.Random(seed)
    for profile, rules in PROFILES.items():
        table = table_of(rules, rules.players.max)
        label = f"{profile}/{chance.randrange(1000)}"
        cards = chance.sample(table.deck, chance.randint(0, len(table.deck)))
        assert list(shuffled(cards, seed, label)) == mixed(cards, seed, label)


@pytest.mark.parametrize("seed", ANY_SEEDS)
def test_a_deck_a_stock_and_a_lead_have_labels_of_their_own(seed: str) -> None:
    deck = table_of(PROFILES["classic"], 6).deck
    assert list(shuffle_deck(deck, seed, 17)) == mixed(deck, seed, "deal/17")
    assert list(shuffle_stock(deck[:31], seed, 17, 3)) == mixed(deck[:31], seed, "stock/17/3")
    for players in range(2, 9):
        assert draw_lead(players, seed) == below(players, words(seed, "lead"))


@pytest.mark.parametrize("seed", ANY_SEEDS)
def test_a_number_is_the_first_of_the_stream_that_favours_none(seed: str) -> None:
    for bound in [1, 2, 3, 7, 40, 104, 2**31 - 1, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32]:
        assert pick(bound, seed, "any") == below(bound, words(seed, "any"))


@pytest.mark.parametrize("one", PUBLISHED, ids=lambda one: f"{one.profile} {one.number}")
def test_a_published_shuffle_stays_as_it_is(one: Published) -> None:
    deck = table_of(PROFILES[one.profile], one.seats).deck
    for found in (
        shuffle_deck(deck, one.seed, one.number),
        mixed(deck, one.seed, f"deal/{one.number}"),
    ):
        assert " ".join(found[:8]) == one.from_the_bottom
        assert " ".join(reversed(found[-8:])) == one.from_the_top
        assert digest(found) == one.digest


def test_a_published_lead_and_a_published_stock_stay_as_they_are() -> None:
    deck = table_of(PROFILES["fournier"]).deck
    assert [draw_lead(players, "chinchón") for players in range(2, 9)] == [0, 2, 0, 4, 2, 4, 4]
    stock = shuffle_stock(deck[:12], "chinchón", 2, 1)
    assert " ".join(stock) == "2o 1o 3o 7o 10o 11o 12o 5o 6o 2c 4o 1c"


@pytest.mark.parametrize("seed", ANY_SEEDS[-20:])
def test_a_shuffle_loses_no_card_and_adds_none(seed: str) -> None:
    for rules in PROFILES.values():
        deck = table_of(rules, rules.players.max).deck
        found = shuffled(deck, seed, "deal/1")
        assert Counter(found) == Counter(deck)
        assert found != deck
    assert shuffled((), seed, "deal/1") == ()
    assert shuffled(deck[:1], seed, "deal/1") == deck[:1]


def test_the_seed_and_the_label_decide_alone() -> None:
    deck = table_of(PROFILES["barajamos"], 6).deck
    found = [
        shuffled(deck, seed, f"deal/{number}") for seed in SEEDS for number in [*range(1, 12), 111]
    ]
    assert len(set(found)) == len(found)
    assert found[0] == shuffled(list(deck), SEEDS[0], "deal/1")


def unevenness(counts: Sequence[int]) -> float:
    """Pearson's chi-square over what is alike likely."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def most_uneven(kinds: int) -> float:
    """What chance exceeds less than once in a million times, roughly."""
    free = kinds - 1
    return free + 5 * sqrt(2 * free) + 20


def test_a_bound_above_half_of_all_words_refuses_about_half_of_them() -> None:
    bound, refused = 2**31 + 1, 0
    for number in range(1000):
        seed = f"seed {number}"
        first = next(words(seed, "any"))
        if first < bound:
            assert pick(bound, seed, "any") == first
        else:
            refused += 1
            taken = next(word for word in words(seed, "any") if word < bound)
            assert pick(bound, seed, "any") == taken
    assert 420 < refused < 580


def test_no_part_of_a_range_is_favoured_where_a_remainder_alone_would_favour_one() -> None:
    bound, third = 3 * 2**30, 2**30
    picked = Counter(pick(bound, f"seed {number}", "any") // third for number in range(6000))
    bare = Counter(next(words(f"seed {number}", "any")) % bound // third for number in range(6000))
    assert set(picked) == {0, 1, 2}
    assert unevenness(list(picked.values())) < most_uneven(3)
    assert unevenness(list(bare.values())) > 10 * most_uneven(3)


@pytest.mark.parametrize("bound", [2, 3, 5, 7, 8, 40, 48, 104])
def test_every_number_below_a_small_bound_is_alike_likely(bound: int) -> None:
    counts = Counter(pick(bound, f"seed {number}", "any") for number in range(100 * bound))
    assert set(counts) == set(range(bound))
    assert unevenness(list(counts.values())) < most_uneven(bound)


def test_every_order_of_four_cards_and_every_place_of_forty_is_alike_likely() -> None:
    deck = table_of(PROFILES["fournier"]).deck
    orders = Counter(shuffled(deck[:4], f"seed {number}", "deal/1") for number in range(4800))
    assert len(orders) == 24
    assert unevenness(list(orders.values())) < most_uneven(24)
    tops: Counter[Card] = Counter()
    bottoms: Counter[Card] = Counter()
    for number in range(2000):
        bottom, *_, top = shuffled(deck, f"seed {number}", "deal/1")
        tops[top] += 1
        bottoms[bottom] += 1
    for counts in (tops, bottoms):
        assert unevenness([counts[card] for card in deck]) < most_uneven(40)

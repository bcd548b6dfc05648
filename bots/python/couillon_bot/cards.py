"""Suits, cards and masks of cards.

A card is an int from 0 to 31, suit * 8 + rank, so it is at the same time the
number of the action that plays it. A mask is an int whose bit n stands for
card n. Two characters write a card, rank then suit, ten as T: "AS", "TD".
"""

from __future__ import annotations

import enum
from typing import Iterable, Tuple

RANKS = "789TJQKA"  # the rank of a card is its index
SUITS = "CDHS"


class Suit(enum.IntEnum):
    """A suit, from 0 to 3."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return SUITS[self]


ALL_SUITS = tuple(Suit)


class Card(int):
    """One of 32 cards: Card(31) and Card.parse("AS") are the same one."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Card:
        """Reads "AS"; raises ValueError if it is no card."""
        rank = RANKS.find(text[:1])
        suit = SUITS.find(text[1:])
        if len(text) != 2 or rank < 0 or suit < 0:
            raise ValueError(f"{text!r} is not a card such as 'AS' or 'TD'")
        return ALL_CARDS[suit * 8 + rank]

    @property
    def suit(self) -> Suit:
        """The printed suit; a promoted card may belong to trumps instead."""
        return ALL_SUITS[self >> 3]

    @property
    def rank(self) -> int:
        """The printed rank, 0 for the seven to 7 for the ace."""
        return self & 7

    def __str__(self) -> str:
        return RANKS[self & 7] + SUITS[self >> 3]

    __repr__ = __str__


ALL_CARDS: Tuple[Card, ...] = tuple(Card(index) for index in range(32))


def suit_mask(suit: int) -> int:
    """The mask of all eight cards with this suit printed on them."""
    return 0xFF << (8 * suit)


def mask_of_cards(cards: Iterable[int]) -> int:
    """The mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of_text(text: str) -> Tuple[Card, ...]:
    """Reads "AS TD 9H": cards apart by spaces, in that order."""
    return tuple(Card.parse(word) for word in text.split())


# For each suit the cards of every byte of a mask.
_CARDS_OF_BYTE = tuple(
    tuple(
        tuple(ALL_CARDS[8 * suit + bit] for bit in range(8) if byte >> bit & 1)
        for byte in range(256)
    )
    for suit in range(4)
)


def cards_of_mask(mask: int) -> Tuple[Card, ...]:
    """The cards of a mask in ascending order of number."""
    clubs, diamonds, hearts, spades = _CARDS_OF_BYTE
    return (
        clubs[mask & 255]
        + diamonds[mask >> 8 & 255]
        + hearts[mask >> 16 & 255]
        + spades[mask >> 24 & 255]
    )

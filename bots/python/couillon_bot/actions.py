"""The actions that are not cards, and the kinds of decision."""

from __future__ import annotations

import enum
from typing import Tuple

from couillon_bot.cards import cards_of_mask


class Action(enum.IntEnum):
    """The actions that are not cards; the actions 0 to 31 are cards (see Card)."""

    PASS = 32
    TAKE = 33
    NAME_CLUBS = 34
    NAME_DIAMONDS = 35
    NAME_HEARTS = 36
    NAME_SPADES = 37
    DEFER = 38
    PICK_FIRST = 39
    PICK_SECOND = 40
    MIT = 41
    KONTRA = 42
    RE = 43
    NOTHING = 44

    @classmethod
    def name_suit(cls, suit: int) -> Action:
        """The action that names this suit as trumps."""
        return WORDS[2 + suit]

    def __str__(self) -> str:
        return _TEXTS[self - 32]


_TEXTS = (
    "pass take name:C name:D name:H name:S defer pick:0 pick:1 mit kontra re no"
).split()
WORDS: Tuple[Action, ...] = tuple(Action)  # WORDS[n] is action 32 + n


class Phase(enum.IntEnum):
    """The kind of a decision."""

    UNSPECIFIED = 0  # never sent
    TRUMP = 1
    MIT = 2
    KONTRA = 3
    RE = 4
    PLAY = 5


PHASES = tuple(Phase)


def actions_of_mask(mask: int) -> Tuple[int, ...]:
    """The actions of a mask in ascending order: each a Card or an Action."""
    cards = cards_of_mask(mask)
    words = mask >> 32
    if not words:
        return cards
    said = tuple(word for word in WORDS if words >> (word - 32) & 1)
    return cards + said

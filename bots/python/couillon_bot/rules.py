"""A ruleset as a bot needs it: what cards are worth and which beats which."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Tuple

from couillon_bot.cards import (
    ALL_CARDS,
    RANKS,
    Card,
    mask_of_cards,
    suit_mask,
)

Ruleset = Any  # couillon.v1.Ruleset, of code generated at run time
_ANTICLOCKWISE = 2  # Direction.DIRECTION_ANTICLOCKWISE
_LAYOUT_DUMMY = 3  # Layout.LAYOUT_DUMMY


class Strength(NamedTuple):
    """Which card beats which under one suit of trumps.

    trumps: mask of all cards that are trumps.
    beaten_by: by the number of a card, the mask of the cards that beat it.
    """

    trumps: int
    beaten_by: Tuple[int, ...]


class Rules:
    """A ruleset sent by the referee. `message` has all of it."""

    def __init__(self, message: Ruleset, rules_hash: str = "") -> None:
        table = message.table
        self.message = message
        self.hash = rules_hash
        self.id: str = message.id
        self.players: int = table.players
        self.sides: int = table.sides
        # +1 if the turn passes to the next higher seat, -1 if to the lower.
        self.step = -1 if table.direction == _ANTICLOCKWISE else 1
        self.dummy_seat: Optional[int] = (
            table.dummy_seat if table.layout == _LAYOUT_DUMMY else None
        )
        # Ranks from the highest to the lowest, and by them card points.
        self.ranks = tuple(RANKS.index(rank) for rank in table.ranks)
        worth = dict(zip(self.ranks, table.card_points))
        # Card points by the number of a card.
        self.card_points = tuple(worth.get(card.rank, 0) for card in ALL_CARDS)
        removed = {Card.parse(text) for text in table.removed_cards}
        # Mask of the cards in the pack.
        self.deck = mask_of_cards(
            card
            for card in ALL_CARDS
            if card.rank in self.ranks and card not in removed
        )
        special = message.special
        self.permanent_trumps = tuple(
            Card.parse(text) for text in special.permanent_trumps
        )
        self.mit_card: Optional[Card] = (
            Card.parse(special.mit.card) if special.HasField("mit") else None
        )
        self._strengths: Dict[Tuple[Optional[int], bool], Strength] = {}

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return seat % self.sides

    def trump_order(self, trump: int, mit_declared: bool) -> Tuple[Card, ...]:
        """All trumps from the highest to the lowest: the top rank of the
        suit, a declared Mit', the permanent trumps, the rest of the suit."""
        promoted = self.permanent_trumps
        if mit_declared and self.mit_card is not None:
            promoted = (self.mit_card,) + promoted
        suit = [ALL_CARDS[trump * 8 + rank] for rank in self.ranks]
        top = suit[:1] if suit[0] not in promoted else []
        rest = [card for card in suit[1:] if card not in promoted]
        return tuple(
            card
            for card in (*top, *promoted, *rest)
            if self.deck >> card & 1
        )

    def strength(self, trump: Optional[int], mit_declared: bool) -> Strength:
        """Which card beats which; `trump` is None while there are none."""
        key = (trump, mit_declared)
        found = self._strengths.get(key)
        if found is None:
            found = self._strengths[key] = self._make_strength(*key)
        return found

    def _make_strength(self, trump: Optional[int], declared: bool) -> Strength:
        beaten_by = [0] * len(ALL_CARDS)
        trumps = 0
        if trump is not None:
            for card in self.trump_order(trump, declared):
                beaten_by[card] = trumps
                trumps |= 1 << card
        for suit in range(4):
            plain = suit_mask(suit) & self.deck & ~trumps
            above = trumps
            for rank in self.ranks:
                index = suit * 8 + rank
                if plain >> index & 1:
                    beaten_by[index] = above
                    above |= 1 << index
        return Strength(trumps, tuple(beaten_by))

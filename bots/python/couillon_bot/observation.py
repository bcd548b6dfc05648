"""What a seat may see when it has to decide.

An Observation wraps the message `Decision`; fields are decoded when they are
read, so that unused ones cost no time.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Mapping, NamedTuple, Optional, Tuple

from couillon_bot.actions import PHASES, WORDS, Phase, actions_of_mask
from couillon_bot.cards import ALL_CARDS, ALL_SUITS, Card, Suit, cards_of_mask
from couillon_bot.rules import Rules, Strength
from couillon_bot.splitmix import SplitMix64

Decision = Any  # couillon.v1.Decision, of code generated at run time


class Call(NamedTuple):
    """An action before play: a trump action or an announcement."""

    seat: int
    action: int  # a Card or an Action


def _field(name: str, doc: str) -> property:
    return property(attrgetter(f"message.{name}"), doc=doc)


class Observation:
    """One decision, complete in itself; read it, do not change it."""

    # All slots except the first two are set on first use.
    __slots__ = ("message", "_rulesets", "_random", "_strength")

    message: Decision  # as the referee sent it
    _rulesets: Mapping[int, Rules]
    _random: SplitMix64
    _strength: Strength

    def __init__(
        self, message: Decision, rulesets: Mapping[int, Rules]
    ) -> None:
        self.message = message
        self._rulesets = rulesets

    # The decision.

    @property
    def phase(self) -> Phase:
        """The kind of the decision."""
        return PHASES[self.message.phase]

    seat = _field("seat", "The seat whose decision it is.")
    decider = _field("decider", "The seat that takes the decision: `seat`, or for a "
                                "dummy its partner.")
    dealer = _field("dealer", "The seat that dealt.")
    naming = _field("naming", "Whether a card in legal_actions names trumps; "
                              "if not, it takes the upcard's suit.")
    legal_mask = _field("legal_actions", "The legal actions as a mask.")

    @property
    def legal_actions(self) -> Tuple[int, ...]:
        """The legal actions, each a Card or an Action, lowest number first."""
        return actions_of_mask(self.message.legal_actions)

    @property
    def legal_cards(self) -> Tuple[Card, ...]:
        """The cards among the legal actions, lowest number first."""
        return cards_of_mask(self.message.legal_actions)

    def allows(self, action: int) -> bool:
        """Whether an action is legal."""
        return bool(self.message.legal_actions >> action & 1)

    def action_text(self, action: int) -> str:
        """An action in the arena's notation: "play:AS", "take:AD", "pass"."""
        if action >= 32:
            return str(WORDS[action - 32])
        if self.message.phase == Phase.PLAY:
            return f"play:{ALL_CARDS[action]}"
        verb = "name" if self.message.naming else "take"
        return f"{verb}:{ALL_CARDS[action]}"

    # Random draws.

    random_seed = _field("random_seed", "The same decision always has the "
                                        "same one.")

    @property
    def random(self) -> SplitMix64:
        """A generator seeded with random_seed: a bot that draws only from it
        can be reproduced."""
        try:
            return self._random
        except AttributeError:
            self._random = SplitMix64(self.message.random_seed)
            return self._random

    # The ruleset.

    @property
    def rules(self) -> Rules:
        """The ruleset; LookupError if the referee never sent it."""
        handle = self.message.ruleset_handle
        try:
            return self._rulesets[handle]
        except KeyError:
            raise LookupError(f"ruleset {handle} was never sent") from None

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.rules.players

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return seat % self.rules.sides

    def worth(self, card: int) -> int:
        """The card points of a card."""
        return self.rules.card_points[card]

    # Cards.

    hand_mask = _field("hand", "The decider's cards as a mask.")

    @property
    def hand(self) -> Tuple[Card, ...]:
        """The cards that the decider holds and has seen; from a layout those
        face up. Empty while the decider makes trumps for a dummy."""
        return cards_of_mask(self.message.hand)

    @property
    def own_mask(self) -> int:
        """own_cards as a mask."""
        message = self.message
        if message.decider == message.seat:
            return message.hand
        open_cards = message.open_cards
        seat = message.seat
        return open_cards[seat] if seat < len(open_cards) else 0

    @property
    def own_cards(self) -> Tuple[Card, ...]:
        """The cards that the decision is about: the hand, or the open cards
        of the dummy when the decision is a dummy's."""
        return cards_of_mask(self.own_mask)

    @property
    def open_cards(self) -> Tuple[Tuple[Card, ...], ...]:
        """By seat, the cards that lie face up for all players."""
        masks = self.message.open_cards
        if not masks:
            return ((),) * self.rules.players
        return tuple(cards_of_mask(mask) for mask in masks)

    @property
    def exposed(self) -> Tuple[Card, ...]:
        """Every card turned up or shown so far, including cards played since."""
        return cards_of_mask(self.message.exposed)

    stock_cards = _field("stock_cards", "Cards left in the stock.")

    # Trumps and announcements.

    @property
    def trump(self) -> Optional[Suit]:
        """The suit of trumps; None until they are made."""
        suit = self.message.trump
        return ALL_SUITS[suit - 1] if suit else None

    @property
    def upcard(self) -> Optional[Card]:
        """The card on offer, or the card that made trumps."""
        message = self.message
        return ALL_CARDS[message.upcard] if message.HasField("upcard") else None

    @property
    def maker(self) -> Optional[int]:
        """The seat that made trumps; None if no seat has."""
        message = self.message
        return message.maker if message.HasField("maker") else None

    @property
    def mit_seat(self) -> Optional[int]:
        """The seat that declared the Mit'; None if no seat has."""
        message = self.message
        return message.mit_seat if message.HasField("mit_seat") else None

    kontra = _field("kontra", "Whether Kontra was said.")
    re = _field("re", "Whether Re was said.")

    @property
    def calls(self) -> Tuple[Call, ...]:
        """The calls before play, in order."""
        message = self.message
        return tuple(
            Call(seat, ALL_CARDS[said] if said < 32 else WORDS[said - 32])
            for seat, said in zip(message.call_seats, message.calls)
        )

    # Play.

    @property
    def played_cards(self) -> Tuple[Card, ...]:
        """All cards played in this deal, in order."""
        return tuple([ALL_CARDS[card] for card in self.message.played_cards])

    @property
    def trick_leaders(self) -> Tuple[int, ...]:
        """The seat that led each trick, the current one last."""
        return tuple(self.message.trick_leaders)

    @property
    def trick(self) -> Tuple[Card, ...]:
        """The cards of the current trick, the leader's first."""
        return tuple([ALL_CARDS[card] for card in self.message.current_trick])

    @property
    def led_card(self) -> Optional[Card]:
        """The card led to the current trick; None if there is none yet."""
        trick = self.message.current_trick
        return ALL_CARDS[trick[0]] if trick else None

    @property
    def winning_card(self) -> Optional[Card]:
        """The card that wins the current trick so far."""
        place = self._winning_place()
        if place < 0:
            return None
        return ALL_CARDS[self.message.current_trick[place]]

    @property
    def winning_seat(self) -> Optional[int]:
        """The seat that wins the current trick so far."""
        place = self._winning_place()
        if place < 0:
            return None
        rules = self.rules
        leader = self.message.trick_leaders[-1]
        return (leader + rules.step * place) % rules.players

    def _winning_place(self) -> int:
        trick = self.message.current_trick
        if len(trick) < 2:
            return len(trick) - 1
        beaten_by = self.strength.beaten_by
        winning = 0
        for place in range(1, len(trick)):
            if beaten_by[trick[winning]] >> trick[place] & 1:
                winning = place
        return winning

    @property
    def strength(self) -> Strength:
        """Which cards are trumps and which card beats which, as masks."""
        try:
            return self._strength
        except AttributeError:
            message = self.message
            suit = message.trump
            self._strength = self.rules.strength(
                suit - 1 if suit else None, message.HasField("mit_seat")
            )
            return self._strength

    def beats(self, card: int, other: int) -> bool:
        """Whether `card`, played to a trick that `other` wins so far, takes
        it. A discard beats nothing."""
        return bool(self.strength.beaten_by[other] >> card & 1)

    def is_trump(self, card: int) -> bool:
        """Whether a card is a trump: of the suit or promoted."""
        return bool(self.strength.trumps >> card & 1)

    @property
    def card_points(self) -> Tuple[int, ...]:
        """Card points that each side has taken in tricks."""
        return tuple(self.message.card_points)

    @property
    def tricks_won(self) -> Tuple[int, ...]:
        """Tricks that each side has taken."""
        return tuple(self.message.tricks_won)

    # The match.

    @property
    def lines_left(self) -> Tuple[int, ...]:
        """Game points that each side still has to erase in this cow."""
        return tuple(self.message.lines_left)

    @property
    def cows_won(self) -> Tuple[int, ...]:
        """Cows that each side has won."""
        return tuple(self.message.cows_won) or (0,) * self.rules.sides

    pending_carry = _field("pending_carry", "Game points that the next "
                                            "winners erase on top.")
    deals_played = _field("deals_played", "Deals played before this one in "
                                          "the match.")

    def __repr__(self) -> str:
        legal = " ".join(self.action_text(a) for a in self.legal_actions)
        return (
            f"<Observation {self.phase.name} seat={self.seat} "
            f"hand={' '.join(map(str, self.own_cards))} "
            f"trick={' '.join(map(str, self.trick))} legal={legal}>"
        )

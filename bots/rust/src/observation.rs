use crate::proto::{Decision, Phase};
use crate::{Action, ActionSet, Card, CardSet, Rules, SplitMix64, Strength, Suit};

/// An action before play: a trump action or an announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub seat: usize,
    pub action: Action,
}

/// One decision, complete in itself: what a seat may see. Fields are decoded
/// when they are read. Those that need no conversion are read from
/// `message`: `seat`, `decider`, `dealer`, `naming`, `kontra`, `re`, `maker`,
/// `mit_seat`, `stock_cards`, `trick_leaders`, and by side `card_points`,
/// `tricks_won`, `lines_left` and `cows_won`.
#[derive(Debug)]
pub struct Observation<'a> {
    /// The message as received.
    pub message: &'a Decision,
    pub rules: &'a Rules,
    /// Seeded with the decision's random seed: a bot that draws from nothing
    /// else can be reproduced.
    pub random: SplitMix64,
}

impl<'a> Observation<'a> {
    pub fn new(message: &'a Decision, rules: &'a Rules) -> Observation<'a> {
        let random = SplitMix64(message.random_seed);
        Observation { message, rules, random }
    }

    /// The kind of the decision.
    pub fn phase(&self) -> Phase {
        self.message.phase()
    }

    /// The legal actions; never empty.
    pub fn legal(&self) -> ActionSet {
        ActionSet(self.message.legal_actions)
    }

    /// What the decider holds and has seen; from a layout those face up. Empty
    /// while the decider makes trumps for a dummy.
    pub fn hand(&self) -> CardSet {
        CardSet(self.message.hand)
    }

    /// The cards that the decision is about: the hand, or for a dummy's
    /// decision the dummy's open cards.
    pub fn own(&self) -> CardSet {
        if self.message.decider == self.message.seat {
            self.hand()
        } else {
            self.open(self.message.seat as usize)
        }
    }

    /// The cards of a seat that lie face up for all players.
    pub fn open(&self, seat: usize) -> CardSet {
        CardSet(self.message.open_cards.get(seat).copied().unwrap_or(0))
    }

    /// Every card turned up or shown so far, including cards played since.
    pub fn exposed(&self) -> CardSet {
        CardSet(self.message.exposed)
    }

    /// The suit of trumps; `None` until they are made.
    pub fn trump(&self) -> Option<Suit> {
        Suit::ALL.get((self.message.trump as usize).wrapping_sub(1)).copied()
    }

    /// The card on offer, or the card that made trumps.
    pub fn upcard(&self) -> Option<Card> {
        self.message.upcard.and_then(Card::new)
    }

    /// The calls before play, in order.
    pub fn calls(&self) -> impl Iterator<Item = Call> {
        let pairs = self.message.call_seats.iter().zip(&self.message.calls);
        pairs.map(|(&seat, &said)| Call { seat: seat.into(), action: Action(said) })
    }

    /// The suit that an action would make trumps: by naming it, by taking the
    /// upcard, or by showing a card.
    pub fn suit_of(&self, action: Action) -> Option<Suit> {
        if action == Action::TAKE {
            return self.upcard().map(Card::suit);
        }
        let named = Suit::ALL.into_iter().find(|&suit| action == Action::name(suit));
        named.or(action.card().map(Card::suit))
    }

    /// All cards played in this deal, in order.
    pub fn played(&self) -> impl Iterator<Item = Card> {
        cards_of(&self.message.played_cards)
    }

    /// The cards of the current trick, the leader's first.
    pub fn trick(&self) -> impl Iterator<Item = Card> {
        cards_of(&self.message.current_trick)
    }

    /// The card that wins the current trick so far; `None` before a lead.
    pub fn winning_card(&self) -> Option<Card> {
        self.trick().reduce(|won, card| if self.beats(card, won) { card } else { won })
    }

    /// The seat that wins the current trick so far.
    pub fn winning_seat(&self) -> Option<usize> {
        let winning = self.winning_card()?;
        let place = self.trick().position(|card| card == winning)?;
        let leader: usize = (*self.message.trick_leaders.last()?).into();
        let players = self.rules.players;
        let turns = if self.rules.anticlockwise { players - place } else { place };
        Some((leader + turns) % players)
    }

    /// Which cards are trumps and which card beats which.
    pub fn strength(&self) -> &'a Strength {
        self.rules.strength(self.trump(), self.message.mit_seat.is_some())
    }

    /// Whether `card`, played to a trick that `other` wins so far, takes it. A
    /// discard beats nothing.
    pub fn beats(&self, card: Card, other: Card) -> bool {
        self.strength().beaten_by[other.index()].has(card)
    }

    /// Whether a card is a trump: of the suit or promoted.
    pub fn is_trump(&self, card: Card) -> bool {
        self.strength().trumps.has(card)
    }

    /// The card points of a card.
    pub fn worth(&self, card: Card) -> u32 {
        self.rules.card_points[card.index()]
    }
}

fn cards_of(column: &[u8]) -> impl Iterator<Item = Card> {
    column.iter().filter_map(|&card| Card::new(card.into()))
}

use std::fmt;

/// The rank of a card is its index in this list.
pub(crate) const RANKS: &str = "789TJQKA";
const SUITS: &str = "CDHS";

/// One of the four suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    Clubs,
    Diamonds,
    Hearts,
    Spades,
}

impl Suit {
    /// In the order of their numbers.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
}

/// One of 32 cards: suit * 8 + rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a number; `None` from 32.
    pub fn new(index: u32) -> Option<Card> {
        (index < 32).then_some(Card(index as u8))
    }

    /// Requires: rank is below 8.
    pub(crate) fn of(suit: Suit, rank: u8) -> Card {
        Card(suit as u8 * 8 + rank)
    }

    /// Reads "AS" or "TD"; `None` if it is no card.
    pub fn parse(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let rank = RANKS.find(letters.next()?)?;
        let suit = SUITS.find(letters.next()?)?;
        letters.next().is_none().then_some(Card((suit * 8 + rank) as u8))
    }

    /// 0 to 31.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The suit printed on it; a promoted card may belong to trumps instead.
    pub fn suit(self) -> Suit {
        Suit::ALL[self.index() / 8]
    }

    /// The rank printed on it: 0 for the seven to 7 for the ace.
    pub fn rank(self) -> u8 {
        self.0 % 8
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = (self.index() % 8, self.index() / 8);
        write!(f, "{}{}", &RANKS[rank..=rank], &SUITS[suit..=suit])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cards: bit n stands for card n. Iterates from the lowest number.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CardSet(pub u32);

impl CardSet {
    /// Whether the card is in the set.
    pub fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// The number of cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of the set with this suit printed on them.
    pub fn of(self, suit: Suit) -> CardSet {
        CardSet(self.0 & 0xff << (8 * suit as u32))
    }

    /// The cards of the set that are not in the other.
    pub fn without(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// Adds a card.
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }
}

impl Iterator for CardSet {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        let card = Card::new(self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> CardSet {
        let mut set = CardSet::default();
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

use crate::card::RANKS;
use crate::proto::{Direction, Ruleset};
use crate::{Card, CardSet, Suit};

/// Which card beats which under one suit of trumps.
#[derive(Clone, Debug, Default)]
pub struct Strength {
    /// All trumps.
    pub trumps: CardSet,
    /// By the number of a card, the cards that beat it.
    pub beaten_by: [CardSet; 32],
}

/// A ruleset sent by the referee. `message` has all of it.
#[derive(Clone, Debug)]
pub struct Rules {
    pub message: Ruleset,
    /// Its name in reports.
    pub hash: String,
    pub players: usize,
    pub sides: usize,
    /// Whether the turn passes to the next lower seat.
    pub anticlockwise: bool,
    /// Ranks from the highest to the lowest.
    pub ranks: Vec<u8>,
    /// Card points by the number of a card.
    pub card_points: [u32; 32],
    /// The cards in the pack.
    pub deck: CardSet,
    /// From the highest to the lowest.
    pub permanent_trumps: Vec<Card>,
    pub mit_card: Option<Card>,
    strengths: Vec<Strength>, // for each trump, then for none: without, with Mit'
}

impl Rules {
    /// Reads a ruleset. The error names the field that is wrong.
    pub fn new(message: Ruleset, hash: String) -> Result<Rules, String> {
        let table = message.table.clone().unwrap_or_default();
        let special = message.special.clone().unwrap_or_default();
        let at = |field: &str| format!("ruleset {}: {field}", message.id);
        let ranks = ranks_of(table.ranks()).map_err(|e| at("table.ranks") + &e)?;
        if table.card_points.len() < ranks.len() {
            return Err(at("table.card_points: not one for every rank"));
        }
        let mut card_points = [0; 32];
        let mut deck = CardSet::default();
        for (&rank, &points) in ranks.iter().zip(&table.card_points) {
            for card in Suit::ALL.map(|suit| Card::of(suit, rank)) {
                card_points[card.index()] = points;
                deck.insert(card);
            }
        }
        let removed = cards_of(&table.removed_cards).map_err(|e| at("table.removed_cards") + &e)?;
        let promoted =
            cards_of(&special.permanent_trumps).map_err(|e| at("special.permanent_trumps") + &e)?;
        let mit_text: Vec<String> = special.mit.iter().map(|mit| mit.card().into()).collect();
        let mit = cards_of(&mit_text).map_err(|e| at("special.mit.card") + &e)?;
        let mut rules = Rules {
            hash,
            players: table.players() as usize,
            sides: table.sides() as usize,
            anticlockwise: table.direction() == Direction::Anticlockwise,
            ranks,
            card_points,
            deck: deck.without(removed.into_iter().collect()),
            permanent_trumps: promoted,
            mit_card: mit.first().copied(),
            strengths: Vec::new(),
            message,
        };
        for trump in Suit::ALL.map(Some).into_iter().chain([None]) {
            for declared in [false, true] {
                rules.strengths.push(rules.make_strength(trump, declared));
            }
        }
        Ok(rules)
    }

    /// All trumps from the highest to the lowest: the top rank of the suit, a
    /// declared Mit', the permanent trumps, the rest of the suit.
    pub fn trump_order(&self, trump: Suit, mit_declared: bool) -> Vec<Card> {
        let mit = self.mit_card.filter(|_| mit_declared);
        let promoted = mit.iter().chain(&self.permanent_trumps);
        let mut suit: Vec<Card> = self.ranks.iter().map(|&rank| Card::of(trump, rank)).collect();
        suit.retain(|card| !promoted.clone().any(|other| other == card));
        let top_is_free = suit.first().is_some_and(|card| Some(&card.rank()) == self.ranks.first());
        let (top, rest) = suit.split_at(top_is_free.into());
        let order = top.iter().chain(promoted).chain(rest).copied();
        order.filter(|&card| self.deck.has(card)).collect()
    }

    /// Which card beats which; `trump` is `None` while there are none.
    pub fn strength(&self, trump: Option<Suit>, mit_declared: bool) -> &Strength {
        let suit = trump.map_or(4, |suit| suit as usize);
        &self.strengths[2 * suit + usize::from(mit_declared)]
    }

    fn make_strength(&self, trump: Option<Suit>, mit_declared: bool) -> Strength {
        let mut strength = Strength::default();
        for card in trump.map_or(vec![], |suit| self.trump_order(suit, mit_declared)) {
            strength.beaten_by[card.index()] = strength.trumps;
            strength.trumps.insert(card);
        }
        let plain = self.deck.without(strength.trumps);
        for suit in Suit::ALL {
            let mut above = strength.trumps;
            for card in self.ranks.iter().map(|&rank| Card::of(suit, rank)) {
                if plain.has(card) {
                    strength.beaten_by[card.index()] = above;
                    above.insert(card);
                }
            }
        }
        strength
    }
}

fn ranks_of(letters: &str) -> Result<Vec<u8>, String> {
    let rank = |letter| match RANKS.find(letter) {
        Some(rank) => Ok(rank as u8),
        None => Err(format!(": {letter} is not one of {RANKS}")),
    };
    letters.chars().map(rank).collect()
}

fn cards_of(texts: &[String]) -> Result<Vec<Card>, String> {
    let card = |text: &String| Card::parse(text).ok_or(format!(": {text:?} is not a card"));
    texts.iter().map(card).collect()
}

use crate::{Card, CardSet, Suit};

/// What a bot answers: the number of a card, below 32 (to play it, or to show
/// it while trumps are made), or one of the constants below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u8);

impl Action {
    pub const PASS: Action = Action(32);
    pub const TAKE: Action = Action(33);
    pub const DEFER: Action = Action(38);
    pub const PICK_FIRST: Action = Action(39);
    pub const PICK_SECOND: Action = Action(40);
    pub const MIT: Action = Action(41);
    pub const KONTRA: Action = Action(42);
    pub const RE: Action = Action(43);
    pub const NOTHING: Action = Action(44);

    /// The action that names a suit as trumps.
    pub fn name(suit: Suit) -> Action {
        Action(34 + suit as u8)
    }

    /// The card, if it is one.
    pub fn card(self) -> Option<Card> {
        Card::new(self.0.into())
    }
}

impl From<Card> for Action {
    fn from(card: Card) -> Action {
        Action(card.index() as u8)
    }
}

/// A set of actions: bit n stands for action n. Iterates from the lowest
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionSet(pub u64);

impl ActionSet {
    /// Whether the action is in the set.
    pub fn has(self, action: impl Into<Action>) -> bool {
        self.0 >> action.into().0 & 1 == 1
    }

    /// The number of actions.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no action.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards among the actions.
    pub fn cards(self) -> CardSet {
        CardSet(self.0 as u32)
    }

    /// The n-th action from the lowest number, counted from 0. Panics if there
    /// are not so many.
    pub fn nth(self, n: usize) -> Action {
        let mut actions = self;
        Iterator::nth(&mut actions, n).expect("fewer actions are legal")
    }

    /// The action of the greatest value; of equals the one with the lowest
    /// number. Panics if there is none.
    pub fn best<V: Ord>(self, value: impl Fn(Action) -> V) -> Action {
        let rated = self.map(|action| (value(action), std::cmp::Reverse(action)));
        rated.max().expect("no action is legal").1.0
    }
}

impl Iterator for ActionSet {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        if self.0 == 0 {
            return None;
        }
        let action = Action(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(action)
    }
}

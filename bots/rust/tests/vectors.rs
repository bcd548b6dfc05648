//! The vectors that the SDKs of all languages share, in tests/bots.

use couillon_bot::proto::{Decision, Mit, Ruleset, Special, Table};
use couillon_bot::{Action, Card, CardSet, Observation, Rules, SplitMix64, Suit};

/// The words of each row of one kind.
fn rows(file: &str, kind: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../tests/bots/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let words = text.lines().map(|line| line.split(' ').map(String::from).collect());
    let rows: Vec<Vec<String>> = words.filter(|row: &Vec<String>| row[0] == kind).collect();
    assert!(!rows.is_empty());
    rows
}

fn number(word: &str) -> u64 {
    word.parse().unwrap()
}

#[test]
fn numbers_are_those_of_every_language() {
    for row in rows("random_vectors.txt", "next") {
        let mut random = SplitMix64(number(&row[1]));
        for want in &row[2..] {
            assert_eq!(random.next_u64(), number(want), "{row:?}");
        }
    }
}

#[test]
fn draws_are_those_of_every_language() {
    for row in rows("random_vectors.txt", "below") {
        let mut random = SplitMix64(number(&row[1]));
        for want in &row[3..] {
            assert_eq!(random.below(number(&row[2])), number(want), "{row:?}");
        }
    }
}

/// A row of strength_vectors.txt.
struct Row {
    name: String,
    rules: Rules,
    trump: Suit,
    declared: bool,
    cards: Vec<Card>,
}

fn list(word: &str) -> Vec<String> {
    word.split(',').filter(|&word| word != "-").map(String::from).collect()
}

fn strengths(kind: &str) -> impl Iterator<Item = Row> {
    rows("strength_vectors.txt", kind).into_iter().map(|row| {
        let table = Table {
            players: Some(4),
            ranks: Some(row[2].clone()),
            card_points: vec![4, 3, 2, 1, 0, 0, 0, 0],
            removed_cards: list(&row[3]),
            ..Table::default()
        };
        let special = Special {
            permanent_trumps: list(&row[4]),
            mit: list(&row[5]).pop().map(|card| Mit { card: Some(card), ..Mit::default() }),
        };
        let message = Ruleset { table: Some(table), special: Some(special), ..Ruleset::default() };
        Row {
            name: row[1].clone(),
            rules: Rules::new(message, String::new()).unwrap(),
            trump: Suit::ALL["CDHS".find(&row[6]).unwrap()],
            declared: row[7] == "yes",
            cards: row[8..].iter().map(|text| Card::parse(text).unwrap()).collect(),
        }
    })
}

#[test]
fn trumps_are_ordered_as_in_the_rules() {
    for Row { name, rules, trump, declared, cards } in strengths("order") {
        assert_eq!(rules.trump_order(trump, declared), cards, "{name}");
        let strength = rules.strength(Some(trump), declared);
        assert_eq!(strength.trumps, cards.iter().copied().collect(), "{name}");
        for (place, card) in cards.iter().enumerate() {
            let above: CardSet = cards[..place].iter().copied().collect();
            assert_eq!(strength.beaten_by[card.index()], above, "{name} {card}");
        }
        let plain = rules.deck.without(strength.trumps);
        for card in plain {
            let mut above = strength.trumps;
            plain.of(card.suit()).filter(|&other| other > card).for_each(|c| above.insert(c));
            assert_eq!(strength.beaten_by[card.index()], above, "{name} {card}");
        }
    }
}

#[test]
fn tricks_are_won_as_in_the_rules() {
    for Row { name, rules, trump, declared, cards } in strengths("winner") {
        let (winner, trick) = cards.split_last().unwrap();
        let decision = Decision {
            current_trick: trick.iter().map(|card| card.index() as u8).collect(),
            trick_leaders: vec![2],
            trump: trump as i32 + 1,
            mit_seat: declared.then_some(0),
            ..Decision::default()
        };
        let seen = Observation::new(&decision, &rules);
        assert_eq!(seen.winning_card(), Some(*winner), "{name}");
        let place = trick.iter().position(|card| card == winner).unwrap();
        assert_eq!(seen.winning_seat(), Some((2 + place) % 4), "{name}");
    }
}

#[test]
fn masks_are_unpacked_lowest_first() {
    let rules = Rules::new(Ruleset::default(), String::new()).unwrap();
    let decision = Decision {
        seat: 2,
        hand: 1,
        open_cards: vec![0, 0, 0x8000_0001],
        legal_actions: 1 << 44 | 1 << 33 | 1 << 31 | 1,
        ..Decision::default()
    };
    let seen = Observation::new(&decision, &rules);
    let own: Vec<String> = seen.own().map(|card| card.to_string()).collect();
    assert_eq!(own, ["7C", "AS"]); // a dummy's
    let want = [Action(0), Action(31), Action::TAKE, Action::NOTHING];
    assert_eq!(seen.legal().collect::<Vec<_>>(), want);
    for (n, action) in want.into_iter().enumerate() {
        assert_eq!(seen.legal().nth(n), action);
    }
    assert_eq!(seen.legal().best(|_| 0), Action(0));
    assert_eq!(seen.trump(), None);
    assert_eq!(seen.winning_card(), None);
}

#[test]
fn what_is_not_a_card_is_refused() {
    for text in ["", "A", "AX", "1S", "ASS", "é7"] {
        assert_eq!(Card::parse(text), None, "{text}");
    }
}

//! Wants two trumps, leads its dearest card, takes tricks with its cheapest.

use couillon_bot::{Action, BotInfo, Observation, Phase, serve};

/// Rates the suit that an action makes trumps: by the own cards of it, then by
/// their points.
fn trumps(seen: &Observation, action: Action) -> i64 {
    let own = seen.suit_of(action).map(|suit| seen.own().of(suit)).unwrap_or_default();
    let points: u32 = own.map(|card| seen.worth(card)).sum();
    let lower = seen.suit_of(action).map_or(0, |suit| 3 - suit as i64);
    10_000 * own.len() as i64 + 100 * i64::from(points) + 25 * lower
}

/// Rates an action; of equals the one with the lowest number is taken.
fn value(seen: &Observation, action: Action) -> i64 {
    let card = action.card();
    let worth = card.map_or(0, |card| seen.worth(card).into());
    match (seen.phase(), action) {
        (_, Action::PASS | Action::DEFER) => 20_000 - 1, // two cards are enough
        (_, Action::KONTRA | Action::RE) => -1,
        (_, action) if action > Action::DEFER => 0, // pick the first, say Mit', or nothing
        (Phase::Trump, _) => trumps(seen, action) - worth,
        _ => match (seen.winning_card(), card) {
            (None, _) => worth,
            (Some(winning), Some(card)) if seen.beats(card, winning) => 100 - worth,
            _ => -worth,
        },
    }
}

fn main() {
    serve(BotInfo::new("greedy"), |seen| seen.legal().best(|action| value(seen, action)))
}

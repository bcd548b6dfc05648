//! {{name}}: a minimal bot. bots/rust/README.md of couillon lists what an
//! observation has.

use couillon_bot::{Action, BotInfo, Observation, Phase, serve};

/// The value from bot.txtpb, or what the league sets in its place.
fn wanted() -> usize {
    let set = std::env::var("COUILLON_OPTION_MAKES_TRUMPS_WITH");
    set.ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// Returns one of `seen.legal()`; decides from its arguments and nothing else.
fn decide(seen: &mut Observation, wanted: usize) -> Action {
    let legal = seen.legal();
    if let (Phase::Play, Some(winning)) = (seen.phase(), seen.winning_card()) {
        if let Some(card) = legal.cards().find(|&card| seen.beats(card, winning)) {
            return card.into();
        }
    }
    if let (true, Some(upcard)) = (legal.has(Action::PASS), seen.upcard()) {
        if seen.own().of(upcard.suit()).len() < wanted {
            return Action::PASS;
        }
    }
    legal.nth(seen.random.below(legal.len() as u64) as usize)
}

fn main() {
    let wanted = wanted();
    serve(BotInfo::new("{{name}}"), move |seen| decide(seen, wanted))
}

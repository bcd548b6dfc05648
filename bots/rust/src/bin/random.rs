//! Plays a random legal action: of n the below(n)-th, lowest number first.

use couillon_bot::{BotInfo, serve};

fn main() {
    serve(BotInfo::new("random"), |seen| {
        let legal = seen.legal();
        legal.nth(seen.random.below(legal.len() as u64) as usize)
    })
}

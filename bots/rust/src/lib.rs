//! Write a bot for the Couillon arena: one function from what a seat may see
//! to an action, and one call that serves it.
//!
//! ```no_run
//! use couillon_bot::{BotInfo, serve};
//!
//! serve(BotInfo::new("my-bot"), |seen| seen.legal().nth(0));
//! ```

mod action;
mod card;
mod observation;
mod play;
mod rules;
mod serve;
mod split_mix_64;
#[cfg(test)]
mod test_folder;

pub use action::{Action, ActionSet};
pub use card::{Card, CardSet, Suit};
pub use observation::{Call, Observation};
pub use play::{BotInfo, OnResult};
pub use proto::{Phase, TableResult};
pub use rules::{Rules, Strength};
pub use serve::{ServingPlace, serve, serve_at};
pub use split_mix_64::SplitMix64;

/// The messages of the protocol, as `proto/couillon/v1` has them.
pub mod proto {
    #![allow(missing_docs)]
    tonic::include_proto!("couillon.v1");
}

//! A bot, and its answers to the messages of a stream.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tonic::Status;

use crate::proto::{Decision, DescribeResponse, PlayRequest, PlayResponse, TableResult};
use crate::{Action, Observation, Rules};

/// A bot's name, rulesets and limits, for the referee.
#[derive(Clone, Debug, Default)]
pub struct BotInfo {
    pub name: String,
    pub version: String,
    pub author: String,
    /// Ids of the rulesets that it plays; none for all.
    pub rulesets: Vec<String>,
    /// Maximum number of decisions in a message; 0 for no limit.
    pub max_batch: u32,
    /// Maximum number of unanswered messages; 0 for no limit.
    pub max_in_flight: u32,
    /// Takes results, if the bot wants them: see `with_results`.
    pub on_result: Option<OnResult>,
}

impl BotInfo {
    /// A bot of that name, without limits.
    pub fn new(name: &str) -> BotInfo {
        BotInfo { name: name.into(), version: "1".into(), ..BotInfo::default() }
    }

    /// The same bot, which receives the result of every table that it has
    /// played; which table is not said. A bot whose decisions depend on results
    /// is not reproducible.
    pub fn with_results(
        self,
        on_result: impl FnMut(&Rules, &TableResult) + Send + 'static,
    ) -> BotInfo {
        BotInfo { on_result: Some(OnResult(Arc::new(Mutex::new(on_result)))), ..self }
    }

    pub(crate) fn description(&self) -> DescribeResponse {
        let info = self.clone();
        DescribeResponse {
            name: info.name,
            version: info.version,
            author: info.author,
            rulesets: info.rulesets,
            max_batch: info.max_batch,
            max_in_flight: info.max_in_flight,
            wants_results: info.on_result.is_some(),
            sdk: concat!("couillon-rust ", env!("CARGO_PKG_VERSION")).into(),
        }
    }
}

/// What a bot does with results.
#[derive(Clone)]
pub struct OnResult(Arc<Mutex<dyn FnMut(&Rules, &TableResult) + Send>>);

impl fmt::Debug for OnResult {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("OnResult")
    }
}

/// What a bot decides with. No type parameter of what serves it: that is compiled
/// once, in this crate, and not again in each bot.
type Decide = dyn FnMut(&mut Observation) -> Action + Send;

/// A bot. Its functions are called by one thread at a time.
pub(crate) struct Player {
    pub info: BotInfo,
    decide: Arc<Mutex<Decide>>,
}

impl Player {
    pub fn new(
        info: BotInfo,
        decide: impl FnMut(&mut Observation) -> Action + Send + 'static,
    ) -> Player {
        Player { info, decide: Arc::new(Mutex::new(decide)) }
    }

    pub fn session(&self) -> Session {
        Session {
            rulesets: HashMap::new(),
            decide: self.decide.clone(),
            on_result: self.info.on_result.clone(),
        }
    }
}

/// One stream: the rulesets that came with it, and the bot.
pub(crate) struct Session {
    rulesets: HashMap<u32, Rules>,
    decide: Arc<Mutex<Decide>>,
    on_result: Option<OnResult>,
}

impl Session {
    /// The answer to one message; `None` if it asks nothing. An error is the
    /// bot's panic, or says what is wrong with the message.
    pub fn answer(&mut self, request: PlayRequest) -> Result<Option<PlayResponse>, Status> {
        for sent in request.rulesets {
            let rules = Rules::new(sent.ruleset.unwrap_or_default(), sent.hash)
                .map_err(Status::invalid_argument)?;
            self.rulesets.insert(sent.handle, rules);
        }
        let mut response = None;
        if !request.decisions.is_empty() {
            response = Some(self.decide_all(&request.decisions)?);
        }
        self.hand_over(&request.results)?;
        Ok(response)
    }

    fn decide_all(&self, decisions: &[Decision]) -> Result<PlayResponse, Status> {
        let mut response = PlayResponse::default();
        let mut decide = lock(&self.decide);
        for decision in decisions {
            let rules = self.rules(decision.ruleset_handle)?;
            let mut seen = Observation::new(decision, rules);
            let action = caught(|| decide(&mut seen))?;
            if action > Action::NOTHING {
                return Err(wrong_answer(action));
            }
            response.decision_ids.push(decision.decision_id);
            response.actions.push(action.0.into());
        }
        Ok(response)
    }

    fn hand_over(&self, results: &[TableResult]) -> Result<(), Status> {
        let Some(OnResult(on_result)) = &self.on_result else { return Ok(()) };
        let mut on_result = lock(on_result);
        for result in results {
            let rules = self.rules(result.ruleset_handle)?;
            caught(|| on_result(rules, result))?;
        }
        Ok(())
    }

    fn rules(&self, handle: u32) -> Result<&Rules, Status> {
        let missing = || Status::invalid_argument(format!("ruleset {handle} was never sent"));
        self.rulesets.get(&handle).ok_or_else(missing)
    }
}

/// Also after a panic, which ends the stream on which it happened only.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why an answer that is not an action ends the stream. As in every SDK.
fn wrong_answer(Action(returned): Action) -> Status {
    let Action(last) = Action::NOTHING;
    Status::internal(format!(
        "the bot has to return a card or an action, 0 to {last}, but returned {returned}"
    ))
}

/// Turns a panic of the bot into a status.
fn caught<T>(call: impl FnOnce() -> T) -> Result<T, Status> {
    catch_unwind(AssertUnwindSafe(call))
        .map_err(|reason| Status::internal(format!("the bot failed: {}", said(&*reason))))
}

/// The message of a panic.
fn said(reason: &(dyn std::any::Any + Send)) -> &str {
    let text = reason.downcast_ref::<String>().map(String::as_str);
    text.or(reason.downcast_ref::<&str>().copied()).unwrap_or("panic")
}

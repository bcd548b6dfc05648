//! Connects a bot to an arena, which plays it on that connection: for bots that
//! cannot be called. docs/remote-bots.md explains it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

use crate::play::Player;
use crate::proto::arena_service_client::ArenaServiceClient;
use crate::proto::{SubmitRequest, SubmitResponse};
use crate::serve::{run_until_signal, with_causes};
use crate::{Action, Arena, BotInfo, Observation};

const SUBMIT_TIMEOUT: Duration = Duration::from_secs(30);

/// Pauses between tries: each twice the one before.
#[derive(Clone, Copy)]
struct Pauses {
    first: Duration,
    longest: Duration,
}

impl Pauses {
    const STANDARD: Pauses =
        Pauses { first: Duration::from_secs(1), longest: Duration::from_secs(30) };

    fn after(self, pause: Duration) -> Duration {
        self.longest.min(2 * pause)
    }
}

/// Why a try to play has ended.
enum End {
    /// The arena wants fewer streams.
    TooMany,
    /// The connection or the stream has ended: the reason, `None` for OK, and
    /// whether a message came before.
    Passing { reason: Option<String>, heard: bool },
    /// The program ends: the arena refuses the bot, or the bot failed.
    Lasting(String),
}

/// What a stream reports to the one that starts streams.
enum Event {
    Wanted(u32),
    TooMany(u32),
    Lasting(String),
}

/// A bot that is connected to an arena. It keeps as many streams open as the
/// arena wants: each in a task, which begins again when its stream ends.
struct Caller {
    player: Player,
    arena: Arena,
    endpoint: Endpoint,
    authorization: Option<MetadataValue<Ascii>>,
    pauses: Pauses,
    log: Box<dyn Fn(&str) + Send + Sync>,
    shown: Mutex<String>,
}

impl Caller {
    /// The error says what is wrong with the address or the token.
    fn new(player: Player, arena: Arena) -> Result<Caller, String> {
        Ok(Caller {
            player,
            endpoint: arena.endpoint()?,
            authorization: arena.authorization()?,
            arena,
            pauses: Pauses::STANDARD,
            log: Box::new(|line| eprintln!("{line}")),
            shown: Mutex::default(),
        })
    }

    /// Plays until the program has to end; returns why. The streams end when the
    /// future is dropped.
    async fn run(self) -> String {
        let caller = Arc::new(self);
        let (sender, mut events) = unbounded_channel();
        let mut tasks = JoinSet::new();
        let mut open = HashSet::new();
        let mut wanted = 1;
        loop {
            for index in (0..wanted).filter(|&index| open.insert(index)) {
                tasks.spawn(caller.clone().keep(index, sender.clone()));
            }
            match events.recv().await.expect("this function has a sender") {
                Event::Wanted(streams) => wanted = streams,
                Event::TooMany(index) => {
                    open.remove(&index);
                    wanted = wanted.min(index);
                }
                Event::Lasting(reason) => return reason,
            }
        }
    }

    /// Keeps one stream open until the arena wants fewer.
    async fn keep(self: Arc<Self>, index: u32, events: UnboundedSender<Event>) {
        let mut pause = self.pauses.first;
        loop {
            let start = Instant::now();
            let (reason, heard) = match self.try_once(index, &events).await {
                End::Passing { reason, heard } => (reason, heard),
                End::TooMany => {
                    let _ = events.send(Event::TooMany(index));
                    return;
                }
                End::Lasting(reason) => {
                    let _ = events.send(Event::Lasting(reason));
                    return;
                }
            };
            if heard || start.elapsed() > self.pauses.longest {
                pause = self.pauses.first;
                continue;
            }
            if let (0, Some(reason)) = (index, reason) {
                let address = &self.arena.address;
                self.show(format!("tries again to play in the arena {address}: {reason}"));
            }
            tokio::time::sleep(pause).await;
            pause = self.pauses.after(pause);
        }
    }

    /// Connects, and plays until the connection or the stream ends.
    async fn try_once(&self, index: u32, events: &UnboundedSender<Event>) -> End {
        let passing = |reason| End::Passing { reason: Some(reason), heard: false };
        let channel = match self.endpoint.connect().await {
            Ok(channel) => channel,
            Err(error) => {
                let text = with_causes(&error);
                return match lasting_reason(&text, &self.arena.address) {
                    Some(reason) => End::Lasting(reason),
                    None => passing(text),
                };
            }
        };
        let mut client = ArenaServiceClient::new(channel)
            .max_decoding_message_size(usize::MAX)
            .max_encoding_message_size(usize::MAX);
        let accepted = match self.submit(&mut client).await {
            Ok(accepted) => accepted,
            Err(status) if is_lasting(status.code()) => {
                let address = &self.arena.address;
                let reason = text(&status);
                return End::Lasting(format!("the arena {address} refuses it: {reason}"));
            }
            Err(status) => return passing(text(&status)),
        };
        let address = &self.arena.address;
        self.show(format!(
            "connected to the arena {address} as {}; a new version is checked before it plays",
            accepted.label
        ));
        let wanted = accepted.streams.max(1);
        if index >= wanted {
            return End::TooMany;
        }
        let _ = events.send(Event::Wanted(wanted));
        self.attend(&mut client, &accepted.session).await
    }

    async fn submit(
        &self,
        client: &mut ArenaServiceClient<Channel>,
    ) -> Result<SubmitResponse, Status> {
        let info = &self.player.info;
        let name = if self.arena.name.is_empty() { &info.name } else { &self.arena.name };
        let request = self
            .request(SubmitRequest { name: name.clone(), description: Some(info.description()) });
        tokio::time::timeout(SUBMIT_TIMEOUT, client.submit(request))
            .await
            .unwrap_or_else(|_| Err(Status::deadline_exceeded("Submit was not answered")))
            .map(|response| response.into_inner())
    }

    /// Answers every message of one stream until the arena ends it.
    async fn attend(&self, client: &mut ArenaServiceClient<Channel>, session: &str) -> End {
        let mut heard = false;
        let ended = |status: Status, heard| End::Passing { reason: Some(text(&status)), heard };
        let (answers, outgoing) = unbounded_channel();
        let mut request = self.request(UnboundedReceiverStream::new(outgoing));
        let Ok(session) = session.parse() else {
            return ended(Status::internal("the session is not ASCII"), heard);
        };
        request.metadata_mut().insert("couillon-session", session);
        let mut requests = match client.attend(request).await {
            Ok(response) => response.into_inner(),
            Err(status) => return ended(status, heard),
        };
        let mut session = self.player.session();
        loop {
            let request = match requests.message().await {
                Ok(Some(request)) => request,
                Ok(None) => return End::Passing { reason: None, heard },
                Err(status) => return ended(status, heard),
            };
            heard = true;
            match session.answer(request) {
                // If the stream has ended, reading says so.
                Ok(Some(response)) => drop(answers.send(response)),
                Ok(None) => (),
                Err(failure) => return End::Lasting(failure.message().into()),
            }
        }
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        if let Some(value) = &self.authorization {
            request.metadata_mut().insert("authorization", value.clone());
        }
        request
    }

    /// Writes a line, unless it is the last one again.
    fn show(&self, text: String) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if *shown != text {
            (self.log)(&format!("{}: {text}", self.player.info.name));
        }
        *shown = text;
    }
}

/// Whether a later Submit would have the same answer.
fn is_lasting(code: Code) -> bool {
    matches!(
        code,
        Code::FailedPrecondition
            | Code::InvalidArgument
            | Code::Unauthenticated
            | Code::PermissionDenied
            | Code::ResourceExhausted
            | Code::Unimplemented
    )
}

/// Why another connection would fail in the same way as one with this text;
/// `None` if it may not. Only the text tells.
fn lasting_reason(text: &str, arena: &str) -> Option<String> {
    if text.contains("invalid peer certificate") {
        return Some(format!(
            "the certificate of the arena {arena} is not trusted: {text}; expected one for \
             its host, and its issuer in the file COUILLON_ARENA_CA"
        ));
    }
    text.contains("InvalidContentType").then(|| {
        format!(
            "the arena {arena} answers without TLS: {text}; expected one with TLS, or the \
             address plaintext:{arena}"
        )
    })
}

/// A status in one line.
fn text(status: &Status) -> String {
    let words: Vec<&str> = status.message().split_whitespace().collect();
    format!("{:?}: {}", status.code(), words.join(" "))
}

/// Connects a bot to an arena and plays there until SIGTERM or Ctrl-C. A lost
/// connection is made again, after a pause that grows to 30 seconds. If the arena
/// refuses the bot, or `decide` panics, the program ends with the reason on
/// stderr and exit code 1. Never returns.
pub fn connect<D>(info: BotInfo, decide: D, arena: Arena) -> !
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    connect_player(Player::new(info, decide), arena)
}

pub(crate) fn connect_player(player: Player, arena: Arena) -> ! {
    let name = player.info.name.clone();
    run_until_signal(&name, async { Err(Caller::new(player, arena)?.run().await) }, || ())
}

#[cfg(test)]
#[path = "connect_test.rs"]
mod tests;

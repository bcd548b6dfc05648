use std::collections::HashMap;
use std::os::unix::fs::FileTypeExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::net::{TcpListener, UnixListener};
use tokio::signal::unix::{SignalKind, signal};
use tokio_stream::wrappers::UnixListenerStream;
use tokio_stream::{Stream, StreamExt};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};

use crate::proto::bot_service_server::{BotService, BotServiceServer};
use crate::proto::{DescribeRequest, DescribeResponse, PlayRequest, PlayResponse};
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
}

impl BotInfo {
    /// A bot of that name, without limits.
    pub fn new(name: &str) -> BotInfo {
        BotInfo { name: name.into(), version: "1".into(), ..BotInfo::default() }
    }
}

/// One stream: the rulesets that came with it, and the bot.
struct Session<D> {
    rulesets: HashMap<u32, Rules>,
    decide: Arc<Mutex<D>>,
}

impl<D: FnMut(&mut Observation) -> Action> Session<D> {
    /// The answer to one message; `None` if it asks nothing.
    fn answer(&mut self, request: PlayRequest) -> Result<Option<PlayResponse>, Status> {
        for sent in request.rulesets {
            let rules = Rules::new(sent.ruleset.unwrap_or_default(), sent.hash)
                .map_err(Status::invalid_argument)?;
            self.rulesets.insert(sent.handle, rules);
        }
        if request.decisions.is_empty() {
            return Ok(None);
        }
        let mut response = PlayResponse::default();
        let mut decide = self.decide.lock().unwrap_or_else(PoisonError::into_inner);
        for decision in &request.decisions {
            let handle = decision.ruleset_handle;
            let rules = self.rulesets.get(&handle).ok_or_else(|| {
                Status::invalid_argument(format!("ruleset {handle} was never sent"))
            })?;
            let mut seen = Observation::new(decision, rules);
            let action =
                catch_unwind(AssertUnwindSafe(|| decide(&mut seen))).map_err(|reason| {
                    Status::internal(format!("the bot failed: {}", said(&*reason)))
                })?;
            response.decision_ids.push(decision.decision_id);
            response.actions.push(action.0.into());
        }
        Ok(Some(response))
    }
}

/// The message of a panic.
fn said(reason: &(dyn std::any::Any + Send)) -> &str {
    let text = reason.downcast_ref::<String>().map(String::as_str);
    text.or(reason.downcast_ref::<&str>().copied()).unwrap_or("panic")
}

struct Service<D> {
    info: BotInfo,
    decide: Arc<Mutex<D>>,
}

#[tonic::async_trait]
impl<D: FnMut(&mut Observation) -> Action + Send + 'static> BotService for Service<D> {
    type PlayStream = Pin<Box<dyn Stream<Item = Result<PlayResponse, Status>> + Send>>;

    async fn describe(
        &self,
        _request: Request<DescribeRequest>,
    ) -> Result<Response<DescribeResponse>, Status> {
        let info = self.info.clone();
        Ok(Response::new(DescribeResponse {
            name: info.name,
            version: info.version,
            author: info.author,
            rulesets: info.rulesets,
            max_batch: info.max_batch,
            max_in_flight: info.max_in_flight,
            ..DescribeResponse::default()
        }))
    }

    /// Answers every message with one message.
    async fn play(
        &self,
        request: Request<Streaming<PlayRequest>>,
    ) -> Result<Response<Self::PlayStream>, Status> {
        let mut session = Session { rulesets: HashMap::new(), decide: self.decide.clone() };
        let answers = request
            .into_inner()
            .filter_map(move |request| request.and_then(|r| session.answer(r)).transpose());
        Ok(Response::new(Box::pin(answers)))
    }
}

/// Serves at `address`, "unix:/path" or "host:port", until something fails.
async fn serve_at<D>(address: &str, info: BotInfo, decide: D) -> Result<(), String>
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    let service = Service { info, decide: Arc::new(Mutex::new(decide)) };
    let service = BotServiceServer::new(service)
        .max_decoding_message_size(usize::MAX)
        .max_encoding_message_size(usize::MAX);
    let router = Server::builder().add_service(service);
    let failed = |error: &dyn std::error::Error| format!("cannot serve at {address}: {error}");
    if let Some(path) = address.strip_prefix("unix:") {
        remove_socket(path); // a killed bot may have left one
        let listener = UnixListener::bind(path).map_err(|e| failed(&e))?;
        router.serve_with_incoming(UnixListenerStream::new(listener)).await
    } else {
        let listener = TcpListener::bind(address).await.map_err(|e| failed(&e))?;
        router.serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true))).await
    }
    .map_err(|e| failed(&e))
}

/// Removes the file if it is a socket.
fn remove_socket(path: &str) {
    if std::fs::metadata(path).is_ok_and(|file| file.file_type().is_socket()) {
        let _ = std::fs::remove_file(path); // binding fails if this did
    }
}

/// Makes the kernel kill this process when the one that started it ends, so
/// that no process is left when a referee is killed.
fn die_with_parent() {
    #[cfg(target_os = "linux")]
    // SAFETY: the call takes two numbers and accesses no memory of this process.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
}

/// Serves a bot at the address in the environment variable COUILLON_LISTEN
/// until SIGTERM or Ctrl-C; on Linux also until the process that started it
/// ends. A panic in `decide` is written to stderr and ends the stream. Never
/// returns; the exit code is 1 if it cannot serve.
pub fn serve<D>(info: BotInfo, decide: D) -> !
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    die_with_parent();
    let name = info.name.clone();
    let fail = |reason: String| -> ! {
        eprintln!("{name}: {reason}");
        exit(1)
    };
    let Ok(address) = std::env::var("COUILLON_LISTEN") else {
        fail(
            "set COUILLON_LISTEN to the address to serve at, \
              such as unix:/tmp/bot.sock or 127.0.0.1:5000"
                .into(),
        );
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let ended = runtime.expect("the kernel has sockets").block_on(async {
        let mut terminated = signal(SignalKind::terminate()).expect("SIGTERM can be caught");
        tokio::select! {
            failed = serve_at(&address, info, decide) => failed,
            _ = terminated.recv() => Ok(()),
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    });
    if let Some(path) = address.strip_prefix("unix:") {
        remove_socket(path);
    }
    match ended {
        Ok(()) => exit(0),
        Err(reason) => fail(reason),
    }
}

#[cfg(test)]
#[path = "serve_test.rs"]
mod tests;

use std::os::unix::fs::FileTypeExt;
use std::pin::Pin;
use std::process::exit;

use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio_stream::wrappers::UnixListenerStream;
use tokio_stream::{Stream, StreamExt};
use tonic::metadata::MetadataMap;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Identity, Server, ServerTlsConfig};
use tonic::{Request, Response, Status, Streaming};

use crate::play::Player;
use crate::proto::bot_service_server::{BotService, BotServiceServer};
use crate::proto::{DescribeRequest, DescribeResponse, PlayRequest, PlayResponse};
use crate::{Action, BotInfo, Observation};

/// The address, TLS settings and token of a bot that no referee starts.
#[derive(Clone, Default)]
pub struct ServingPlace {
    /// "host:port", port 0 for any, or "unix:/path".
    pub address: String,
    /// In PEM, with its chain; empty for no TLS.
    pub certificate: Vec<u8>,
    /// Of the certificate, in PEM.
    pub private_key: Vec<u8>,
    /// Every call must carry it as "authorization: Bearer TOKEN"; empty: any
    /// client may call.
    pub token: String,
}

struct Service {
    player: Player,
    token: String, // required of every call; empty: none
}

impl Service {
    /// An error if the call does not carry the token.
    fn admit(&self, metadata: &MetadataMap) -> Result<(), Status> {
        if self.token.is_empty() {
            return Ok(());
        }
        match metadata.get("authorization") {
            None => Err(Status::unauthenticated("no token was sent")),
            Some(given) if is_same(given.as_bytes(), &format!("Bearer {}", self.token)) => Ok(()),
            Some(_) => Err(Status::unauthenticated("the token is not the right one")),
        }
    }
}

/// Compares texts of equal length in constant time.
fn is_same(given: &[u8], expected: &str) -> bool {
    let difference = given.iter().zip(expected.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == expected.len() && std::hint::black_box(difference) == 0
}

#[tonic::async_trait]
impl BotService for Service {
    type PlayStream = Pin<Box<dyn Stream<Item = Result<PlayResponse, Status>> + Send>>;

    async fn describe(
        &self,
        request: Request<DescribeRequest>,
    ) -> Result<Response<DescribeResponse>, Status> {
        self.admit(request.metadata())?;
        Ok(Response::new(self.player.info.description()))
    }

    /// Answers every message with one message.
    async fn play(
        &self,
        request: Request<Streaming<PlayRequest>>,
    ) -> Result<Response<Self::PlayStream>, Status> {
        self.admit(request.metadata())?;
        let mut session = self.player.session();
        let answers = request
            .into_inner()
            .filter_map(move |request| request.and_then(|r| session.answer(r)).transpose());
        Ok(Response::new(Box::pin(answers)))
    }
}

/// Serves at a place until something fails; calls `ready` with the address as
/// soon as clients can connect.
async fn serve_until_failure(
    place: ServingPlace,
    player: Player,
    ready: fn(&str),
) -> Result<(), String> {
    let address = &place.address;
    let failed = |error: &dyn std::error::Error| {
        format!("cannot serve at {address}: {}", with_causes(error))
    };
    let service = Service { player, token: place.token.clone() };
    let service = BotServiceServer::new(service)
        .max_decoding_message_size(usize::MAX)
        .max_encoding_message_size(usize::MAX);
    let mut server = Server::builder();
    if !place.certificate.is_empty() {
        let identity = Identity::from_pem(&place.certificate, &place.private_key);
        let tls = ServerTlsConfig::new().identity(identity);
        server = server.tls_config(tls).map_err(|e| failed(&e))?;
    }
    let router = server.add_service(service);
    if let Some(path) = address.strip_prefix("unix:") {
        remove_socket(path); // a killed bot may have left one
        let listener = UnixListener::bind(path).map_err(|e| failed(&e))?;
        ready(address);
        router.serve_with_incoming(UnixListenerStream::new(listener)).await
    } else {
        let listener = TcpListener::bind(address).await.map_err(|e| failed(&e))?;
        ready(&listener.local_addr().map_err(|e| failed(&e))?.to_string());
        router.serve_with_incoming(TcpIncoming::from(listener).with_nodelay(Some(true))).await
    }
    .map_err(|e| failed(&e))
}

/// An error with its causes, in one line.
fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
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

/// Runs until SIGTERM, Ctrl-C or an error; then ends the program, with exit code
/// 1 and the reason on stderr if it was an error. A signal ends it also during a
/// long decision; `cleanup` runs before.
fn run_until_signal(
    name: &str,
    work: impl Future<Output = Result<(), String>>,
    cleanup: impl Fn() + Clone + Send + 'static,
) -> ! {
    exit_on_signal(cleanup.clone());
    let ended = runtime().block_on(work);
    cleanup();
    match ended {
        Ok(()) => exit(0),
        Err(reason) => fail(name, &reason),
    }
}

fn runtime() -> Runtime {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("the kernel has sockets")
}

/// Ends the program on SIGTERM and Ctrl-C, from a thread of its own: that of the
/// bot may be deciding.
fn exit_on_signal(cleanup: impl FnOnce() + Send + 'static) {
    let runtime = runtime();
    let (mut terminated, mut interrupted) = {
        let _context = runtime.enter();
        let caught = |kind| signal(kind).expect("the signal can be caught");
        (caught(SignalKind::terminate()), caught(SignalKind::interrupt()))
    };
    std::thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = terminated.recv() => (),
                _ = interrupted.recv() => (),
            }
        });
        cleanup();
        exit(0)
    });
}

fn fail(name: &str, reason: &str) -> ! {
    eprintln!("{name}: {reason}");
    exit(1)
}

/// Serves a bot at the address in the environment variable COUILLON_LISTEN
/// until SIGTERM or Ctrl-C; on Linux also until the process that started it
/// ends. A panic in `decide` is written to stderr and ends the stream. Never
/// returns; the exit code is 1 if it cannot serve.
pub fn serve<D>(info: BotInfo, decide: D) -> !
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    serve_player(Player::new(info, decide))
}

fn serve_player(player: Player) -> ! {
    let set = std::env::var("COUILLON_LISTEN").ok().filter(|value| !value.is_empty());
    let Some(address) = set else {
        fail(
            &player.info.name,
            "set COUILLON_LISTEN to the address to serve at, such as unix:/tmp/bot.sock or \
             127.0.0.1:5000",
        );
    };
    die_with_parent();
    serve_then_exit(ServingPlace { address, ..ServingPlace::default() }, player, |_| ())
}

/// Serves a bot at an address of its own, optionally with TLS and a token, as
/// `serve` does, but continues when the process that started it ends. Prints
/// "serving at ADDRESS" to stdout as soon as clients can connect.
pub fn serve_at<D>(place: ServingPlace, info: BotInfo, decide: D) -> !
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    serve_then_exit(place, Player::new(info, decide), |address| println!("serving at {address}"))
}

fn serve_then_exit(place: ServingPlace, player: Player, ready: fn(&str)) -> ! {
    let name = player.info.name.clone();
    let address = place.address.clone();
    run_until_signal(&name, serve_until_failure(place, player, ready), move || {
        if let Some(path) = address.strip_prefix("unix:") {
            remove_socket(path);
        }
    })
}

#[cfg(test)]
#[path = "serve_test.rs"]
mod tests;

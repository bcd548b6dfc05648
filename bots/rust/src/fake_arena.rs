//! An arena for tests: the test answers Submit and speaks on every Attend.

use std::collections::HashSet;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use tokio::net::{TcpListener, UnixListener};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio_stream::Stream;
use tokio_stream::wrappers::{UnboundedReceiverStream, UnixListenerStream};
use tonic::metadata::MetadataMap;
use tonic::transport::server::{Server, ServerTlsConfig, TcpIncoming};
use tonic::{Request, Response, Status, Streaming};

use crate::proto::arena_service_server::{ArenaService, ArenaServiceServer};
use crate::proto::*;

/// One Attend call, as the arena sees it.
pub struct Attendance {
    pub session: String,
    pub authorization: Option<String>,
    pub requests: UnboundedSender<Result<PlayRequest, Status>>,
    answers: Streaming<PlayResponse>,
}

impl Attendance {
    /// Asks for one decision, whose only action is its number modulo 32.
    pub async fn check(&mut self, id: u32) {
        self.requests.send(Ok(question(id))).unwrap();
        let answer = self.answers.message().await.unwrap().unwrap();
        assert_eq!((answer.decision_ids, answer.actions), (vec![id], vec![id % 32]));
    }

    /// Waits until the bot has ended the call.
    pub async fn cancelled(mut self) {
        while let Ok(Some(_)) = self.answers.message().await {}
    }
}

/// A decision and its ruleset.
pub fn question(id: u32) -> PlayRequest {
    let table = Table { ranks: Some("AK".into()), card_points: vec![4, 3], ..Table::default() };
    let ruleset = Ruleset { id: "small".into(), table: Some(table), ..Ruleset::default() };
    let sent = RulesetIntroduction { handle: 1, ruleset: Some(ruleset), hash: String::new() };
    let decision = Decision {
        decision_id: id,
        ruleset_handle: 1,
        legal_actions: 1 << (id % 32),
        ..Decision::default()
    };
    PlayRequest { rulesets: vec![sent], decisions: vec![decision], ..PlayRequest::default() }
}

/// What the test sets.
#[derive(Default)]
pub struct Plan {
    pub streams: u32,
    /// The answers to the next Submit calls.
    pub refusals: Vec<Status>,
    /// Sessions that may not attend.
    pub unknown: HashSet<String>,
}

/// A Submit call: its request and its metadata "authorization".
pub type Submission = (SubmitRequest, Option<String>);

struct Service {
    plan: Mutex<Plan>,
    count: Mutex<u32>,
    submissions: UnboundedSender<Submission>,
    attendances: UnboundedSender<Attendance>,
}

fn text(metadata: &MetadataMap, key: &str) -> Option<String> {
    metadata.get(key).map(|value| value.to_str().unwrap().into())
}

#[tonic::async_trait]
impl ArenaService for Service {
    type AttendStream = UnboundedReceiverStream<Result<PlayRequest, Status>>;
    type WatchStream = Pin<Box<dyn Stream<Item = Result<WatchResponse, Status>> + Send>>;

    async fn submit(
        &self,
        request: Request<SubmitRequest>,
    ) -> Result<Response<SubmitResponse>, Status> {
        let authorization = text(request.metadata(), "authorization");
        let request = request.into_inner();
        let name = request.name.clone();
        let _ = self.submissions.send((request, authorization)); // a test need not look
        let mut plan = self.plan.lock().unwrap();
        if let Some(refusal) = plan.refusals.pop() {
            return Err(refusal);
        }
        let mut count = self.count.lock().unwrap();
        *count += 1;
        Ok(Response::new(SubmitResponse {
            label: format!("{name} v1"),
            session: format!("session-{count}"),
            streams: plan.streams,
        }))
    }

    async fn attend(
        &self,
        request: Request<Streaming<PlayResponse>>,
    ) -> Result<Response<Self::AttendStream>, Status> {
        let session = text(request.metadata(), "couillon-session").unwrap();
        if self.plan.lock().unwrap().unknown.contains(&session) {
            return Err(Status::not_found("unknown session"));
        }
        let authorization = text(request.metadata(), "authorization");
        let (requests, outgoing) = unbounded_channel();
        let answers = request.into_inner();
        let _ = self.attendances.send(Attendance { session, authorization, requests, answers });
        Ok(Response::new(UnboundedReceiverStream::new(outgoing)))
    }

    async fn standings(
        &self,
        _request: Request<StandingsRequest>,
    ) -> Result<Response<StandingsResponse>, Status> {
        Err(Status::unimplemented("not in this arena"))
    }

    async fn watch(
        &self,
        _request: Request<WatchRequest>,
    ) -> Result<Response<Self::WatchStream>, Status> {
        Err(Status::unimplemented("not in this arena"))
    }
}

pub struct FakeArena {
    pub address: String,
    pub submissions: UnboundedReceiver<Submission>,
    pub attendances: UnboundedReceiver<Attendance>,
    server: JoinHandle<()>,
}

impl Drop for FakeArena {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl FakeArena {
    /// Listens at a port of its choice, or at "unix:/path".
    pub async fn start(address: &str, plan: Plan, tls: Option<ServerTlsConfig>) -> FakeArena {
        let (submissions, submitted) = unbounded_channel();
        let (attendances, attended) = unbounded_channel();
        let service =
            Service { plan: Mutex::new(plan), count: Mutex::new(0), submissions, attendances };
        let mut builder = Server::builder();
        if let Some(tls) = tls {
            builder = builder.tls_config(tls).unwrap();
        }
        let router = builder.add_service(ArenaServiceServer::from_arc(Arc::new(service)));
        let (address, server) = if let Some(path) = address.strip_prefix("unix:") {
            let _ = std::fs::remove_file(path);
            let listener = UnixListenerStream::new(UnixListener::bind(path).unwrap());
            let serving = router.serve_with_incoming(listener);
            (address.into(), tokio::spawn(async { serving.await.unwrap() }))
        } else {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap().to_string();
            let serving = router.serve_with_incoming(TcpIncoming::from(listener));
            (address, tokio::spawn(async { serving.await.unwrap() }))
        };
        FakeArena { address, submissions: submitted, attendances: attended, server }
    }
}

use std::future::Future;
use std::process::{Command, Stdio};

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::task::JoinHandle;
use tonic::transport::Identity;
use tonic::transport::server::ServerTlsConfig;

use super::*;
use crate::Rules;
use crate::proto::TableResult;
use crate::test_folder::Folder;

#[path = "fake_arena.rs"]
mod fake_arena;
use fake_arena::{FakeArena, Plan, question};

/// Runs a test; the limit guards against hanging only.
fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let limit = Duration::from_secs(120);
    runtime.block_on(async { tokio::time::timeout(limit, test).await }).expect("waited in vain");
}

fn first(seen: &mut Observation) -> Action {
    seen.legal().nth(0)
}

fn at(address: &str) -> Arena {
    Arena { address: address.into(), ..Arena::default() }
}

/// What a bot writes when the arena has taken it under a name.
fn connected(bot: &str, address: &str, name: &str) -> String {
    format!(
        "{bot}: connected to the arena {address} as {name} v1; \
         a new version is checked before it plays"
    )
}

fn plan(streams: u32) -> Plan {
    Plan { streams, ..Plan::default() }
}

/// Starts a bot that connects, with short pauses: what it writes, and why it
/// has ended.
fn dial<D>(
    info: BotInfo,
    decide: D,
    arena: Arena,
) -> (UnboundedReceiver<String>, JoinHandle<String>)
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    let (lines, shown) = unbounded_channel();
    let mut caller = Caller::new(Player::new(info, decide), arena).unwrap();
    caller.pauses = Pauses { first: Duration::from_millis(1), longest: Duration::from_millis(8) };
    caller.log = Box::new(move |line| drop(lines.send(line.into())));
    (shown, tokio::spawn(caller.run()))
}

#[test]
fn a_stream_that_ends_is_opened_again_and_others_stay() {
    run(async {
        let mut arena = FakeArena::start("", plan(2), None).await;
        let address = format!("plaintext:{}", arena.address);
        let (mut lines, ended) = dial(BotInfo::new("dialer"), first, at(&address));
        let mut dropped = arena.attendances.recv().await.unwrap();
        let mut other = arena.attendances.recv().await.unwrap();
        for reason in [None, Some(Status::aborted("over")), None] {
            dropped.check(1).await;
            if let Some(status) = reason {
                dropped.requests.send(Err(status)).unwrap();
            }
            drop(dropped); // ends the call
            dropped = arena.attendances.recv().await.unwrap();
            other.check(2).await;
        }
        assert_eq!(dropped.session, "session-5"); // 2 at the start, 3 again
        let (request, authorization) = arena.submissions.recv().await.unwrap();
        assert_eq!((request.name.as_str(), authorization), ("dialer", None));
        assert_eq!(lines.recv().await.unwrap(), connected("dialer", &address, "dialer"));
        assert!(lines.try_recv().is_err(), "one line is enough");
        ended.abort();
        other.cancelled().await;
    });
}

#[test]
fn the_arena_learns_who_it_is() {
    run(async {
        let mut arena = FakeArena::start("", plan(0), None).await;
        let address = format!("plaintext:{}", arena.address);
        let place = Arena { token: "s3cret".into(), name: "mine".into(), ..at(&address) };
        let info = BotInfo { version: "7".into(), ..BotInfo::new("dialer") };
        let _bot = dial(info, first, place);
        let (request, authorization) = arena.submissions.recv().await.unwrap();
        assert_eq!(request.name, "mine");
        let description = request.description.unwrap();
        assert_eq!((description.name, description.version), ("dialer".into(), "7".into()));
        assert_eq!(authorization.as_deref(), Some("Bearer s3cret"));
        let mut attendance = arena.attendances.recv().await.unwrap();
        assert_eq!(attendance.authorization.as_deref(), Some("Bearer s3cret"));
        attendance.check(40).await;
    });
}

#[test]
fn a_program_that_serves_connects_instead() {
    if std::env::var_os("COUILLON_ARENA").is_some() {
        crate::serve(BotInfo::new("first"), first); // this is that program
    }
    let folder = Folder::new("program");
    let token = folder.file("token");
    std::fs::write(&token, "s3cret\nsecond line\n").unwrap();
    run(async {
        let mut arena = FakeArena::start("", plan(2), None).await;
        let address = format!("plaintext:{}", arena.address);
        let mut program = Command::new(std::env::current_exe().unwrap())
            .args(["connect::tests::a_program_that_serves_connects_instead", "--exact"])
            .arg("--nocapture")
            .env("COUILLON_ARENA", &address)
            .env("COUILLON_TOKEN_FILE", token)
            .env("COUILLON_NAME", "mine")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (request, authorization) = arena.submissions.recv().await.unwrap();
        assert_eq!(request.name, "mine");
        assert_eq!(request.description.unwrap().name, "first");
        assert_eq!(authorization.as_deref(), Some("Bearer s3cret"));
        for id in [3, 40] {
            arena.attendances.recv().await.unwrap().check(id).await;
        }
        // SAFETY: the call takes two numbers; the process is a child that has not been awaited.
        unsafe { libc::kill(program.id() as i32, libc::SIGTERM) };
        let mut stderr = String::new();
        std::io::Read::read_to_string(&mut program.stderr.take().unwrap(), &mut stderr).unwrap();
        assert_eq!(program.wait().unwrap().code(), Some(0));
        assert_eq!(stderr, connected("first", &address, "mine") + "\n");
    });
}

#[test]
fn an_unknown_session_is_submitted_again() {
    run(async {
        let unknown = ["session-1".into(), "session-2".into()].into();
        let mut arena = FakeArena::start("", Plan { unknown, ..plan(1) }, None).await;
        let address = format!("plaintext:{}", arena.address);
        let _bot = dial(BotInfo::new("dialer"), first, at(&address));
        let mut attendance = arena.attendances.recv().await.unwrap();
        assert_eq!(attendance.session, "session-3");
        attendance.check(5).await;
    });
}

#[test]
fn it_waits_for_an_arena_that_is_not_there_and_for_one_that_fails() {
    let folder = Folder::new("waits");
    run(async {
        let address = format!("unix:{}", folder.file("arena.sock"));
        let (mut lines, _bot) = dial(BotInfo::new("dialer"), first, at(&address));
        let line = lines.recv().await.unwrap();
        assert!(line.contains("tries again to play in the arena unix:"), "{line}");
        for id in [1, 2] {
            // The second time after a restart.
            let refusals = vec![Status::unavailable("busy")];
            let mut arena = FakeArena::start(&address, Plan { refusals, ..plan(1) }, None).await;
            arena.attendances.recv().await.unwrap().check(id).await;
        }
    });
}

#[test]
fn pauses_double_up_to_the_longest() {
    let pauses = std::iter::successors(Some(Pauses::STANDARD.first), |&pause| {
        Some(Pauses::STANDARD.after(pause))
    });
    let seconds: Vec<u64> = pauses.take(7).map(|pause| pause.as_secs()).collect();
    assert_eq!(seconds, [1, 2, 4, 8, 16, 30, 30]);
}

#[test]
fn a_refusal_ends_it_with_the_reason() {
    use Code::*;
    let lasting = [
        FailedPrecondition,
        InvalidArgument,
        Unauthenticated,
        PermissionDenied,
        ResourceExhausted,
        Unimplemented,
    ];
    run(async {
        for code in lasting {
            let refusals = vec![Status::new(code, "no\nroom")];
            let arena = FakeArena::start("", Plan { refusals, ..plan(1) }, None).await;
            let address = format!("plaintext:{}", arena.address);
            let (_, ended) = dial(BotInfo::new("dialer"), first, at(&address));
            let expected = format!("the arena {address} refuses it: {code:?}: no room");
            assert_eq!(ended.await.unwrap(), expected);
        }
    });
}

#[test]
fn a_panic_ends_it() {
    run(async {
        let mut arena = FakeArena::start("", plan(1), None).await;
        let address = format!("plaintext:{}", arena.address);
        let (_, ended) = dial(BotInfo::new("broken"), |_| panic!("no idea"), at(&address));
        let attendance = arena.attendances.recv().await.unwrap();
        attendance.requests.send(Ok(question(1))).unwrap();
        assert_eq!(ended.await.unwrap(), "the bot failed: no idea");
        attendance.cancelled().await;
    });
}

#[test]
fn results_reach_the_bot() {
    run(async {
        let (heard, mut results) = unbounded_channel();
        let on_result = move |rules: &Rules, result: &TableResult| {
            let _ = heard.send((rules.message.id.clone(), result.half_game_points));
        };
        let mut arena = FakeArena::start("", plan(1), None).await;
        let address = format!("plaintext:{}", arena.address);
        let _bot = dial(BotInfo::new("ear").with_results(on_result), first, at(&address));
        let description = arena.submissions.recv().await.unwrap().0.description.unwrap();
        assert!(description.wants_results);
        let attendance = arena.attendances.recv().await.unwrap();
        let result =
            TableResult { ruleset_handle: 1, half_game_points: -6, ..TableResult::default() };
        let request = crate::proto::PlayRequest { results: vec![result], ..question(1) };
        attendance.requests.send(Ok(request)).unwrap();
        assert_eq!(results.recv().await.unwrap(), ("small".into(), -6));
    });
}

#[test]
fn tls_needs_a_certificate_that_is_trusted() {
    let folder = Folder::new("tls");
    let (ca_file, key_file) = folder.certificate();
    let read = |file: &str| std::fs::read(file).unwrap();
    let identity = Identity::from_pem(read(&ca_file), read(&key_file));
    run(async {
        let tls = ServerTlsConfig::new().identity(identity);
        let mut arena = FakeArena::start("", plan(1), Some(tls)).await;
        let (_, ended) = dial(BotInfo::new("stranger"), first, at(&arena.address));
        let reason = ended.await.unwrap();
        let expected = format!("the certificate of the arena {} is not trusted: ", arena.address);
        assert!(reason.starts_with(&expected), "{reason}");
        assert!(reason.contains("COUILLON_ARENA_CA"), "{reason}");
        let port = arena.address.rsplit_once(':').unwrap().1;
        let elsewhere = Arena { ca_file: ca_file.clone(), ..at(&format!("localhost:{port}")) };
        let (_, ended) = dial(BotInfo::new("stranger"), first, elsewhere);
        let reason = ended.await.unwrap();
        assert!(reason.contains("is not trusted: "), "a certificate for another host: {reason}");
        let place = Arena { ca_file, token: "s3cret".into(), ..at(&arena.address) };
        let (_lines, _bot) = dial(BotInfo::new("dialer"), first, place);
        let (_, authorization) = arena.submissions.recv().await.unwrap();
        assert_eq!(authorization.as_deref(), Some("Bearer s3cret"));
        arena.attendances.recv().await.unwrap().check(1).await;
    });
}

#[test]
fn an_arena_without_tls_ends_it() {
    run(async {
        let arena = FakeArena::start("", plan(1), None).await;
        let (_, ended) = dial(BotInfo::new("stranger"), first, at(&arena.address));
        let reason = ended.await.unwrap();
        let expected = format!("the arena {} answers without TLS: ", arena.address);
        assert!(reason.starts_with(&expected), "{reason}");
    });
}

#[test]
fn a_token_stays_on_this_machine_without_tls() {
    let with_token = |address: String| Arena { token: "s3cret".into(), ..at(&address) }.endpoint();
    for host in ["192.0.2.1:1", "[2001:db8::1]:1", "a.example:1", "127.a.example:1"] {
        let reason = with_token(format!("plaintext:{host}")).unwrap_err();
        let expected = format!("the token is not sent to plaintext:{host}");
        assert!(reason.starts_with(&expected), "{reason}");
        at(&format!("plaintext:{host}")).endpoint().unwrap();
    }
    for address in ["plaintext:127.0.0.1:1", "plaintext:localhost:1", "plaintext:[::1]:1"] {
        with_token(address.into()).unwrap();
    }
    with_token("unix:/a".into()).unwrap();
    with_token("a.example:1".into()).unwrap();
}

#[test]
fn settings_that_cannot_be_used_are_named() {
    let folder = Folder::new("settings");
    for address in ["nowhere", "a:0", "a:65536", "plaintext::1"] {
        let reason = at(address).endpoint().unwrap_err();
        assert!(reason.contains(&format!("'{address}'")), "{reason}");
    }
    let place = Arena { ca_file: "/no/ca".into(), ..at("a:1") };
    assert!(place.endpoint().unwrap_err().contains("/no/ca"));
    let unset = Arena::from_variables(|_| String::new()).unwrap_err();
    assert!(unset.contains("COUILLON_ARENA is not set"), "{unset}");
    let token = folder.file("token");
    let variables = |file: String| {
        move |name: &str| match name {
            "COUILLON_ARENA" => "a:1".into(),
            "COUILLON_TOKEN_FILE" => file.clone(),
            _ => String::new(),
        }
    };
    std::fs::write(&token, "\n").unwrap();
    for file in [token.clone(), "/no/file".into()] {
        let reason = Arena::from_variables(variables(file.clone())).unwrap_err();
        assert!(reason.starts_with(&format!("COUILLON_TOKEN_FILE: {file}: ")), "{reason}");
    }
    std::fs::write(&token, " s3cret \r\nsecond line\n").unwrap();
    assert_eq!(Arena::from_variables(variables(token)).unwrap().token, "s3cret");
}

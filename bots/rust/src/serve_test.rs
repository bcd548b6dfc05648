use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};

use super::*;
use crate::Card;
use crate::proto::bot_service_client::BotServiceClient;
use crate::proto::{Decision, Ruleset, RulesetIntroduction, Table, TableResult};
use crate::test_folder::Folder;

/// Sends requests to a bot and returns its answers.
fn play<D>(decide: D, requests: Vec<PlayRequest>) -> Result<Vec<PlayResponse>, Status>
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    play_as(BotInfo::new("test"), decide, requests)
}

fn play_as<D>(
    info: BotInfo,
    decide: D,
    requests: Vec<PlayRequest>,
) -> Result<Vec<PlayResponse>, Status>
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    let service = Service { player: Player::new(info, decide), token: String::new() };
    let server = BotServiceServer::new(service).max_decoding_message_size(usize::MAX);
    let mut client = BotServiceClient::new(server).max_decoding_message_size(usize::MAX);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let mut answers = client.play(tokio_stream::iter(requests)).await?.into_inner();
        let mut all = Vec::new();
        while let Some(answer) = answers.message().await? {
            all.push(answer);
        }
        Ok(all)
    })
}

fn introduction() -> PlayRequest {
    let table = Table { ranks: Some("AK".into()), card_points: vec![4, 3], ..Table::default() };
    let ruleset = Ruleset { table: Some(table), ..Ruleset::default() };
    let sent = RulesetIntroduction { handle: 1, ruleset: Some(ruleset), hash: String::new() };
    PlayRequest { rulesets: vec![sent], ..PlayRequest::default() }
}

fn batch(size: u32) -> PlayRequest {
    let decision = |decision_id| Decision {
        decision_id,
        ruleset_handle: 1,
        legal_actions: 1,
        played_cards: vec![0; 100],
        ..Decision::default()
    };
    PlayRequest { decisions: (0..size).map(decision).collect(), ..PlayRequest::default() }
}

#[test]
fn every_decision_is_answered_in_batches_above_4_mib_too() {
    let ace = Card::parse("AS").unwrap();
    let worth = move |seen: &mut Observation| Action(seen.worth(ace) as u8);
    let answers = play(worth, vec![introduction(), batch(60_000), batch(1)]).unwrap();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0].decision_ids, (0..60_000).collect::<Vec<u32>>());
    assert_eq!(answers[0].actions, vec![4; 60_000]);
    assert_eq!(answers[1].actions, vec![4]);
}

#[test]
fn a_panic_is_the_status_of_the_stream() {
    let status = play(|_| panic!("no {}", "idea"), vec![introduction(), batch(1)]).unwrap_err();
    assert_eq!(status.code(), tonic::Code::Internal);
    assert!(status.message().contains("no idea"), "{status}");
}

#[test]
fn a_wrong_answer_is_named() {
    let status = play(|_| Action(45), vec![introduction(), batch(1)]).unwrap_err();
    assert_eq!(status.code(), tonic::Code::Internal);
    let expected = "the bot has to return a card or an action, 0 to 44, but returned 45";
    assert_eq!(status.message(), expected);
}

#[test]
fn a_ruleset_never_sent_is_named() {
    let status = play(|_| Action(0), vec![batch(1)]).unwrap_err();
    assert_eq!(status.code(), tonic::Code::InvalidArgument);
    assert!(status.message().contains("ruleset 1"), "{status}");
}

#[test]
fn the_description_names_the_sdk_of_cargo_toml() {
    let sdk = BotInfo::new("any").description().sdk;
    assert_eq!(sdk, format!("couillon-rust {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn results_reach_the_bot() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = heard.clone();
    let info = BotInfo::new("ear").with_results(move |rules, result| {
        ear.lock().unwrap().push((rules.card_points[31], result.clone()));
    });
    assert!(info.description().wants_results);
    assert!(!BotInfo::new("deaf").description().wants_results);
    let result =
        TableResult { ruleset_handle: 1, half_points: 2, half_game_points: -6, forfeited: true };
    let results = PlayRequest { results: vec![result.clone()], ..introduction() };
    let answers = play_as(info, |_| Action(0), vec![results, batch(3)]).unwrap();
    assert_eq!(answers.len(), 1);
    assert_eq!(*heard.lock().unwrap(), vec![(4, result)]);
}

/// Calls both methods with a token: the bot's name and its answer.
async fn call(channel: Channel, token: &str) -> [Result<String, Status>; 2] {
    let mut client = BotServiceClient::with_interceptor(channel, |mut request: Request<()>| {
        if !token.is_empty() {
            request.metadata_mut().insert("authorization", token.parse().unwrap());
        }
        Ok(request)
    });
    let described = client.describe(DescribeRequest::default()).await;
    let requests = tokio_stream::iter([introduction(), batch(1)]);
    let played = match client.play(requests).await {
        Ok(answers) => answers.into_inner().message().await,
        Err(status) => Err(status),
    };
    [
        described.map(|answer| answer.into_inner().name),
        played.map(|answer| format!("{:?}", answer.unwrap().actions)),
    ]
}

#[test]
fn with_tls_and_a_token_it_plays_with_those_who_have_the_token() {
    let read = |file: &str| std::fs::read(file).unwrap();
    if let (Ok(certificate), Ok(key)) =
        (std::env::var("TEST_CERTIFICATE"), std::env::var("TEST_KEY"))
    {
        let place = ServingPlace {
            address: "127.0.0.1:0".into(),
            certificate: read(&certificate),
            private_key: read(&key),
            token: "s3cret".into(),
        };
        serve_at(place, BotInfo::new("far"), |_| Action(5)); // this is the program
    }
    let folder = Folder::new("serve-at");
    let (certificate, key) = folder.certificate();
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(["with_tls_and_a_token_it_plays_with_those_who_have_the_token", "--nocapture"])
        .env("TEST_CERTIFICATE", &certificate)
        .env("TEST_KEY", &key)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
    let address = lines
        .filter_map(|line| Some(line.split_once("serving at ")?.1.to_string()))
        .next()
        .unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(read(&certificate)));
        let secure = Channel::from_shared(format!("https://{address}")).unwrap();
        let channel = secure.tls_config(tls).unwrap().connect().await.unwrap();
        let [name, answer] = call(channel.clone(), "Bearer s3cret").await;
        assert_eq!((name.unwrap().as_str(), answer.unwrap().as_str()), ("far", "[5]"));
        for (token, reason) in [
            ("", "no token was sent"),
            ("Bearer s3cre", "not the right one"),
            ("Bearer s3creT", "not the right one"),
        ] {
            for answer in call(channel.clone(), token).await {
                let status = answer.unwrap_err();
                assert_eq!(status.code(), tonic::Code::Unauthenticated);
                assert!(status.message().contains(reason), "{status}");
            }
        }
        let plaintext = Channel::from_shared(format!("http://{address}")).unwrap();
        let channel = plaintext.connect_lazy();
        assert!(call(channel, "Bearer s3cret").await.iter().all(Result::is_err));
    });
    // SAFETY: the call takes two numbers; the process is a child that has not been awaited.
    unsafe { libc::kill(program.id() as i32, libc::SIGTERM) };
    assert_eq!(program.wait().unwrap().code(), Some(0));
}

#[test]
fn sigterm_ends_an_endless_decision() {
    if let Ok(address) = std::env::var("TEST_ENDLESS") {
        let place = ServingPlace { address, ..ServingPlace::default() };
        // This is the program.
        serve_at(place, BotInfo::new("endless"), |_| {
            println!("deciding");
            loop {
                std::hint::spin_loop();
            }
        });
    }
    let folder = Folder::new("endless");
    let socket = folder.file("bot.sock");
    let address = format!("unix:{socket}");
    let mut program = Command::new(std::env::current_exe().unwrap())
        .args(["sigterm_ends_an_endless_decision", "--nocapture"])
        .env("TEST_ENDLESS", &address)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.contains("serving at ")));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let channel = Endpoint::from_shared(address).unwrap().connect().await.unwrap();
        let mut client = BotServiceClient::new(channel);
        let asked = tokio::spawn(async move {
            // The headers of the answer may arrive before the signal.
            let messages = tokio_stream::iter([introduction(), batch(1)]);
            client.play(messages).await?.into_inner().message().await
        });
        let deciding = tokio::task::spawn_blocking(move || lines.any(|line| line == "deciding"));
        assert!(deciding.await.unwrap());
        // SAFETY: the call takes two numbers; the process is a child that has not been awaited.
        unsafe { libc::kill(program.id() as i32, libc::SIGTERM) };
        assert_eq!(program.wait().unwrap().code(), Some(0));
        assert!(!std::path::Path::new(&socket).exists());
        assert!(!matches!(asked.await.unwrap(), Ok(Some(_))));
    });
}

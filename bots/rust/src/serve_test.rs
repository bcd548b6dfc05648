use super::*;
use crate::Card;
use crate::proto::bot_service_client::BotServiceClient;
use crate::proto::{Decision, Ruleset, RulesetIntroduction, Table};

/// Sends requests to a bot and returns its answers.
fn play<D>(decide: D, requests: Vec<PlayRequest>) -> Result<Vec<PlayResponse>, Status>
where
    D: FnMut(&mut Observation) -> Action + Send + 'static,
{
    let service = Service { info: BotInfo::new("test"), decide: Arc::new(Mutex::new(decide)) };
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
fn a_ruleset_never_sent_is_named() {
    let status = play(|_| Action(0), vec![batch(1)]).unwrap_err();
    assert_eq!(status.code(), tonic::Code::InvalidArgument);
    assert!(status.message().contains("ruleset 1"), "{status}");
}

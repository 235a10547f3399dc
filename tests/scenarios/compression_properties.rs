//! Invariant of compression: nothing is lost between the summaries and the window.

use crate::common::{Chat, idle::words};
use proptest::prelude::*;
use ricordo_core::{
    message::Message,
    session::{Halt, maintain::Standing},
    settings::{CompressionSettings, Settings},
    summary::{Stale, compression::LEAST_SOURCE_TOKENS},
};

/// Actions of a user.
#[derive(Clone, Copy, Debug)]
enum Action {
    Say(u32),
    Forget(u32),
    Remember,
    Compress,
    Uncompress,
    Idle,
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    let act = prop_oneof![
        4 => (1u32..30).prop_map(Action::Say),
        1 => (0u32..20).prop_map(Action::Forget),
        1 => Just(Action::Remember),
        1 => Just(Action::Compress),
        1 => Just(Action::Uncompress),
        4 => Just(Action::Idle),
    ];
    proptest::collection::vec(act, 1..14)
}

async fn play(actions: &[Action], settings: &Settings) -> Result<(), TestCaseError> {
    let chat = Chat::open_with(settings.clone()).await;
    for act in actions {
        match *act {
            Action::Say(messages) => chat.fill(messages).await,
            Action::Forget(keep) => chat.session.forget(chat.id, keep).await.unwrap(),
            Action::Remember => drop(chat.session.remember(chat.id).await.unwrap()),
            Action::Compress => drop(chat.session.compress_without_model(chat.id).await.unwrap()),
            Action::Uncompress => match chat.session.uncompress(chat.id).await {
                Ok(_) | Err(Halt::NotMade(_)) => {}
                Err(Halt::Error(error)) => panic!("{error}"),
            },
            Action::Idle => drop(chat.maintain().await),
        }
    }
    // After a summary was uncompressed, compression waits for the conversation to grow.
    chat.fill(settings.compression.min_messages).await;
    chat.maintain().await;

    let snapshot = chat.session.open(chat.id, 1_000).await.unwrap();
    let boundary = snapshot.boundary().unwrap_or(0);
    let covered = chat.covered().await;
    for pair in covered.windows(2) {
        prop_assert!(pair[0].1 <= pair[1].0 || pair[0] == pair[1], "two say the same: {covered:?}");
    }
    let request = chat.request().await;
    let is_covered = |n: u32| covered.iter().any(|(from, to)| (*from..*to).contains(&n));
    // Sent verbatim, alone or after a timestamp: the lines of an extract begin with their author instead.
    let is_sent = |n: u32| ["\"", "] "].iter().any(|before| request.contains(&format!("{before}{}\"", words(n))));
    let is_lost = |n: u32| n >= boundary && !is_covered(n) && !is_sent(n);
    let lost: Vec<_> = snapshot.messages.iter().filter(|message| is_lost(message.sequence)).collect();
    // Messages not worth compressing yet may be outside the window; compile lists them. Each piece counts by itself:
    // remembering gives back what a forget took out of force, so no summary may reach across its end.
    let forgotten = chat.with_standing(|standing| standing == Standing::Stale(Stale::Forgotten)).await;
    let is_cut = |n: u32| forgotten.iter().flat_map(|summary| &summary.coverage).any(|coverage| coverage.to == n);
    let mut pieces = lost.chunk_by(|left, right| right.sequence == left.sequence + 1 && !is_cut(right.sequence));
    let tokens = |piece: &[&Message]| piece.iter().map(|message| u64::from(message.tokens)).sum::<u64>();
    let is_short = pieces.all(|piece| tokens(piece) < LEAST_SOURCE_TOKENS);
    let waits = is_short || lost.len() < settings.compression.min_messages as usize;
    prop_assert!(waits, "{} messages besides {covered:?}, from {boundary}", lost.len());
    let repeated = (0..snapshot.next_place().sequence).find(|n| is_covered(*n) && is_sent(*n));
    prop_assert_eq!(repeated, None, "sent and summarized: {:?}", covered);
    Ok(())
}

#[tokio::test]
async fn what_is_left_of_a_summary_and_too_short_for_one_is_not_covered_with_what_follows() {
    let actions = [
        Action::Say(12),
        Action::Say(18),
        Action::Idle,
        Action::Forget(13),
        Action::Say(14),
        Action::Idle,
        Action::Remember,
    ];
    play(&actions, &on_limit(26, false)).await.unwrap();
}

/// The settings of the plain cases: on limit, with this window, from two messages on.
fn on_limit(window: u32, enable_periodic: bool) -> Settings {
    let compression = CompressionSettings {
        enable_on_limit: true,
        enable_periodic,
        min_messages: 2,
        ..CompressionSettings::default()
    };
    Settings { immediate_messages: Some(window), compression, ..Settings::default() }
}

#[tokio::test]
async fn a_summary_ends_where_the_next_one_begins_even_within_a_turn() {
    let actions = [Action::Say(13), Action::Forget(1), Action::Say(22), Action::Idle, Action::Remember, Action::Idle];
    play(&actions, &on_limit(22, true)).await.unwrap();
}

#[tokio::test]
async fn what_two_forgets_leave_is_made_again_apart() {
    let actions = [
        Action::Say(33),
        Action::Idle,
        Action::Forget(26),
        Action::Idle,
        Action::Say(1),
        Action::Forget(14),
        Action::Say(4),
        Action::Idle,
        Action::Remember,
    ];
    play(&actions, &on_limit(10, false)).await.unwrap();
}

#[tokio::test]
async fn two_short_pieces_are_not_covered_together_across_the_end_of_a_forgotten_summary() {
    let actions = [Action::Say(14), Action::Idle, Action::Forget(11)];
    play(&actions, &on_limit(10, false)).await.unwrap();
}

#[tokio::test]
async fn a_merge_takes_in_nothing_that_remembering_would_give_back() {
    let mut actions = vec![Action::Say(30), Action::Idle, Action::Forget(20)];
    actions.extend([Action::Say(10), Action::Idle].repeat(4));
    actions.push(Action::Remember);
    play(&actions, &on_limit(10, false)).await.unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_message_is_covered_or_sent_or_forgotten(
        actions in actions(), periodic in any::<bool>(), min_messages in 2u32..12, window in 10u32..30,
    ) {
        let compression = CompressionSettings {
            enable_on_limit: true,
            enable_periodic: periodic,
            min_messages,
            ..CompressionSettings::default()
        };
        let settings = Settings { immediate_messages: Some(window), compression, ..Settings::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(play(&actions, &settings))?;
    }
}

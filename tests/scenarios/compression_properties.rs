//! Invariant of compression: nothing is lost between the summaries and the window.

use crate::common::{Chat, idle::words};
use proptest::prelude::*;
use ricordo_core::{
    session::Halt,
    settings::{CompressionSettings, Settings},
    summary::compression::LEAST_SOURCE_TOKENS,
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
    // Messages not worth compressing yet may be outside the window; compile lists them.
    let is_short = lost.iter().map(|message| u64::from(message.tokens)).sum::<u64>() < LEAST_SOURCE_TOKENS;
    let waits = is_short || lost.len() < settings.compression.min_messages as usize;
    prop_assert!(waits, "{} messages besides {covered:?}, from {boundary}", lost.len());
    let repeated = (0..snapshot.next_place().0).find(|n| is_covered(*n) && is_sent(*n));
    prop_assert_eq!(repeated, None, "sent and summarised: {:?}", covered);
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
    let compression = CompressionSettings { enable_on_limit: true, min_messages: 2, ..CompressionSettings::default() };
    play(&actions, &Settings { immediate_messages: Some(26), compression, ..Settings::default() }).await.unwrap();
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

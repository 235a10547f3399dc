//! Completed parts of a compression survive turns, reloads and unusable answers. The requests are counted.

use crate::common::{Chat, idle::words, provider};
use ricordo_core::{
    accept::Refusal,
    error::{ModelError, ModelErrorKind},
    mark::MarkKind,
    provider::Provider,
    session::{MaintainControl, MaintainEnd, MaintainEvent, NotMade},
    settings::{CompressionSettings, Settings},
    testing::{ScriptedModel, Step},
};
use std::collections::HashMap;

fn on_limit(context_max_tokens: u32) -> Settings {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    Settings { context_max_tokens, compression, ..Settings::default() }
}

/// How often each prompt was sent, most frequent first.
fn repeats(chat: &Chat) -> Vec<usize> {
    let mut asked: HashMap<String, usize> = HashMap::new();
    for prompt in chat.prompts() {
        *asked.entry(prompt).or_default() += 1;
    }
    let mut times: Vec<usize> = asked.into_values().collect();
    times.sort_unstable_by(|one, other| other.cmp(one));
    times
}

#[tokio::test]
async fn a_turn_in_the_middle_of_two_thousand_messages_makes_no_part_again() {
    let alone = Chat::open_with(on_limit(4_000)).await;
    alone.fill(2_000).await;
    while alone.maintain().await.0 == MaintainEnd::Preempted {}
    let whole = alone.model.requests().len();

    let chat = Chat::open_with(on_limit(4_000)).await;
    chat.fill(2_000).await;
    let control = MaintainControl { max_requests: 15, ..MaintainControl::default() };
    assert_eq!(chat.maintain_with(&provider(), &control).await.0, MaintainEnd::Preempted);
    let begun = chat.prompts();
    for n in 0..40 {
        chat.say(&format!("Turn {n}, so that the window moves on over what was said.")).await;
    }
    let turns = chat.prompts().len();
    while chat.maintain().await.0 == MaintainEnd::Preempted {}
    let after = chat.prompts().split_off(turns);
    assert!(begun.iter().all(|prompt| !after.contains(prompt)), "no question is asked twice");
    assert!(begun.len() + after.len() <= whole + 2, "{} and {} of {whole}", begun.len(), after.len());
}

/// Runs maintenance for a week, every half day.
async fn for_a_week(chat: &Chat) -> Vec<MaintainEvent> {
    let mut events = Vec::new();
    for _ in 0..14 {
        events.extend(chat.maintain().await.1);
        chat.host.advance(12 * 3_600_000);
    }
    events
}

fn refusals(events: &[MaintainEvent]) -> Vec<(NotMade, bool)> {
    let refused = events.iter().filter_map(|event| match event {
        MaintainEvent::Refused { why, again_at, .. } => Some((why.clone(), again_at.is_some())),
        _ => None,
    });
    refused.collect()
}

#[tokio::test]
async fn a_poor_part_of_five_hundred_messages_alone_is_made_again_once_and_says_so() {
    for poor in 0..4 {
        let chat = Chat::open_with(on_limit(4_000)).await;
        chat.fill(500).await;
        for _ in 0..poor {
            chat.model.then_say("They talk about moving to Lviv.");
        }
        chat.model.then_say("I'm sorry, but I cannot do that.");
        let events = for_a_week(&chat).await;
        let repeats = repeats(&chat);
        assert!(repeats.len() >= 4, "{repeats:?}");
        assert!(repeats[0] == 2 && repeats[1..].iter().all(|times| *times == 1), "{poor}: {repeats:?}");
        assert_eq!(refusals(&events), [(NotMade::Answer(Refusal::Declined), true)]);
        assert_eq!(chat.in_force().await.len(), 1);
    }
}

#[tokio::test]
async fn a_part_that_is_poor_twice_is_left_to_another_model() {
    let chat = Chat::open_with(on_limit(4_000)).await;
    chat.fill(500).await;
    chat.model.then_say("They talk about moving to Lviv.");
    for _ in 0..20 {
        chat.model.then_say("I'm sorry, but I cannot do that.");
    }
    let events = for_a_week(&chat).await;
    assert_eq!(repeats(&chat), [2, 1]);
    let [first, second] = &refusals(&events)[..] else { panic!("it is said twice: {events:?}") };
    assert_eq!(first, &(NotMade::Answer(Refusal::Declined), true));
    assert_eq!(second, &(NotMade::Twice(Refusal::Declined), false));
    assert!(second.0.to_string().contains("won't be asked again unless you start it"), "{}", second.0);
    assert!(chat.in_force().await.is_empty());

    let able = Chat { model: ScriptedModel::new(&chat.host), ..chat };
    let other = Provider { model: "larger".to_owned(), ..provider() };
    able.maintain_with(&other, &MaintainControl::default()).await;
    assert_eq!(able.in_force().await.len(), 1, "another model is asked");
    let first = &able.prompts()[0];
    assert!(!first.contains(&words(0)), "what is finished is kept");
}

#[tokio::test]
async fn a_summary_that_is_given_up_does_not_hold_back_those_of_later_messages() {
    let compression = CompressionSettings { enable_periodic: true, ..CompressionSettings::default() };
    let chat = Chat::open_with(Settings { compression, ..Settings::default() }).await;
    chat.fill(40).await;
    chat.maintain().await;
    let first = chat.in_force().await.remove(0);
    let muted = chat.session.open(chat.id, 40).await.unwrap().messages.remove(3).id;
    chat.session.mark(chat.id, muted, Some(MarkKind::Muted)).await.unwrap();
    chat.fill(40).await;
    for _ in 0..2 {
        chat.model.then_say("I'm sorry, but I cannot do that.");
    }
    let events = for_a_week(&chat).await;
    let refusals = refusals(&events);
    assert_eq!(refusals, [(NotMade::Answer(Refusal::Declined), true), (NotMade::Twice(Refusal::Declined), false)]);
    let until = chat.in_force().await.iter().map(|one| one.coverage[0].to).max();
    assert!(until > Some(first.coverage[0].to), "{until:?}");
    assert_eq!(repeats(&chat)[..2], [2, 1], "it is asked for twice, and nothing else is asked for again");
}

#[tokio::test]
async fn a_part_that_is_too_long_for_the_model_is_cut_and_those_before_it_are_kept() {
    let chat = Chat::open_with(on_limit(4_000)).await;
    chat.fill(500).await;
    chat.model.then_say("They talk about moving to Lviv.");
    chat.model.then_say("It will cost them a lot.");
    chat.model.then(vec![Step::Fail(ModelError::new(ModelErrorKind::ContextOverflow, "too long"))]);
    chat.maintain().await;
    let repeats = repeats(&chat);
    assert!(repeats.iter().all(|times| *times == 1), "{repeats:?}");
    assert_eq!(chat.in_force().await.len(), 1);
    assert!(chat.prompts()[3..].iter().all(|prompt| !prompt.contains(&words(0))));
}

#[tokio::test]
async fn a_model_that_counts_otherwise_after_a_turn_keeps_the_parts() {
    let chat = Chat::open_with(on_limit(4_000)).await;
    chat.fill(500).await;
    let control = MaintainControl { max_requests: 3, ..MaintainControl::default() };
    chat.maintain_with(&provider(), &control).await;
    let begun = chat.prompts();
    let smaller = Settings { max_response_tokens: 1_000, ..on_limit(3_000) };
    chat.session.save_settings(&smaller).await.unwrap();
    while chat.maintain().await.0 == MaintainEnd::Preempted {}
    let after = chat.prompts().split_off(3);
    assert!(!after.is_empty() && begun.iter().all(|prompt| !after.contains(prompt)));
    assert!(after.iter().all(|prompt| !prompt.contains(&words(0))), "message 0 is not read again");
    assert_eq!(chat.in_force().await.len(), 1);
}

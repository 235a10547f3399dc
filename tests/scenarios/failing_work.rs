//! Every failed background request says what failed and when it is retried, in the place of its result.

use crate::{
    common::{Chat, idle::words, provider},
    recalling::{self, put},
};
use ricordo_core::{
    error::{ModelError, ModelErrorKind},
    host::Host,
    maintenance::Job,
    provider::Provider,
    record::{Kind, Record, RecordKey},
    session::{MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome},
    settings::Settings,
    store::Store,
    testing::Step,
    time::Timestamp,
};
use std::cell::RefCell;

fn fail(chat: &Chat) {
    chat.model.then(vec![Step::Fail(ModelError::new(ModelErrorKind::Unreachable, "nobody is there"))]);
}

/// Refusals among the events, with the time of the next attempt.
fn refused(events: &[MaintainEvent]) -> Vec<(Job, String, Timestamp)> {
    let refused = events.iter().filter_map(|event| match event {
        MaintainEvent::Refused { job, why, again_at } => {
            Some((*job, why.to_string(), again_at.expect("a failure is tried again")))
        }
        _ => None,
    });
    refused.collect()
}

/// The failures that the page shows.
async fn shown(chat: &Chat) -> Vec<(Job, String, Timestamp)> {
    let ahead = chat.session.ahead(chat.id).await.unwrap();
    let refused = ahead.refused.into_iter().map(|one| (one.job, one.not_made.unwrap().to_string(), one.not_before));
    refused.collect()
}

/// Makes `jobs` fail in this order, and checks that the failures are reported, shown, and retried only when due.
async fn fails_and_says_so(chat: &Chat, provider: &Provider, jobs: &[Job]) {
    let (before, control) = (chat.model.requests().len(), MaintainControl::default());
    jobs.iter().for_each(|_| fail(chat));
    let found = refused(&chat.maintain_with(provider, &control).await.1);
    assert_eq!(found.iter().map(|(job, ..)| *job).collect::<Vec<_>>(), jobs);
    let now = chat.host.now().at;
    for (job, why, again_at) in &found {
        assert!(!why.is_empty() && *again_at > now, "{job:?}: {why} {again_at:?}");
        assert!(shown(chat).await.contains(&(*job, why.clone(), *again_at)), "{job:?} is not shown");
    }
    chat.maintain_with(provider, &control).await;
    assert_eq!(chat.model.requests().len(), before + jobs.len(), "nothing is tried again before");
    chat.host.advance(found.iter().map(|(.., again_at)| again_at.0 - now.0).max().unwrap());
    jobs.iter().for_each(|_| {
        chat.model.then_say("They look for a flat in Lviv.");
    });
    chat.maintain_with(provider, &control).await;
    assert!(chat.model.requests().len() > before + jobs.len(), "it is tried again");
    assert_eq!(shown(chat).await, [], "and what works now is told no more");
}

#[tokio::test]
async fn compression_and_the_better_words_for_an_extract() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.fill(40).await;
    fails_and_says_so(&chat, &provider(), &[Job::Compression(chat.id)]).await;

    let chat = Chat::open().await;
    chat.fill(100).await;
    chat.session.maintain_without_model(&MaintainControl::default(), &|_| ()).await.unwrap();
    fails_and_says_so(&chat, &provider(), &[Job::Compression(chat.id)]).await;
}

#[tokio::test]
async fn the_summaries_of_days() {
    let mut settings = Settings::default();
    settings.summaries.enabled = true;
    let chat = Chat::open_with(settings).await;
    chat.fill(20).await;
    fails_and_says_so(&chat, &provider(), &[Job::Recent(None), Job::Long(None)]).await;
}

#[tokio::test]
async fn facts_and_titles() {
    let mut settings = Settings::default();
    settings.memories.extract = true;
    let chat = Chat::open_with(settings).await;
    chat.model.then_say("Nice to meet you, Anna. Kyiv is a fine place to live.");
    chat.say("My name is Anna and I live in Kyiv.").await;
    let without_tools = Provider { has_tools: false, ..provider() };
    fails_and_says_so(&chat, &without_tools, &[Job::Title(chat.id), Job::Extraction(chat.id)]).await;
}

#[tokio::test]
async fn a_title_is_tried_for_a_day_and_then_shown_no_more() {
    let chat = Chat::open().await;
    chat.model.then_say("Nice to meet you, Anna.");
    chat.say("My name is Anna.").await;
    for _ in 0..4 {
        fail(&chat);
        let found = refused(&chat.maintain().await.1);
        assert_eq!(found.len(), 1, "each failure is told");
        chat.host.advance(found[0].2.0 - chat.host.now().at.0);
    }
    chat.host.advance(3 * 86_400_000);
    assert_eq!(shown(&chat).await, []);
}

#[tokio::test]
async fn an_extract_that_cannot_be_made() {
    let chat = Chat::open().await;
    for n in 0..120 {
        chat.put(chat.id, &format!("```\nlet number_{n} = {n} + one_more_of_those_names({n});\n```")).await;
    }
    let events = RefCell::new(Vec::new());
    let observer = |event| events.borrow_mut().push(event);
    for _ in 0..2 {
        chat.session.maintain_without_model(&MaintainControl::default(), &observer).await.unwrap();
    }
    let found = refused(&events.take());
    assert_eq!(found.len(), 1, "it is told once: {found:?}");
    assert_eq!(found[0].1, NotMade::NoSentences.to_string());
    assert_eq!(shown(&chat).await, found);
}

#[tokio::test]
async fn what_a_person_asked_for_answers_with_the_reason_and_changes_nothing() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.fill(40).await;
    let control = MaintainControl::default();
    let model_failed = |outcome: &Outcome| {
        matches!(outcome, Outcome::NotMade(why @ NotMade::Model(error))
            if error.kind == ModelErrorKind::Unreachable && !why.to_string().is_empty())
    };
    fail(&chat);
    let outcome = chat.session.compress(&chat.model, &provider(), chat.id, &control, &|_| ()).await.unwrap();
    assert!(model_failed(&outcome), "{outcome:?}");
    assert!(shown(&chat).await.iter().any(|(job, ..)| *job == Job::Compression(chat.id)));
    fail(&chat);
    let outcome = chat.session.summarize_now(&chat.model, &provider(), chat.id, &control, &|_| ()).await.unwrap();
    assert!(model_failed(&outcome), "{outcome:?}");
    assert!(shown(&chat).await.iter().any(|(job, ..)| *job == Job::Recent(None)));

    chat.model.then_say("They look for a flat in Lviv.");
    chat.session.compress(&chat.model, &provider(), chat.id, &control, &|_| ()).await.unwrap();
    let made = chat.in_force().await;
    fail(&chat);
    let place = (chat.id, made[0].id);
    let outcome = chat.session.rebuild_summary(&chat.model, &provider(), place, &control, &|_| ()).await.unwrap();
    assert!(model_failed(&outcome), "{outcome:?}");
    assert_eq!(chat.in_force().await, made, "the old one stays");
    assert!(chat.session.edit_summary(chat.id, made[0].id, " ").await.is_err(), "no words are none");
    assert_eq!(chat.in_force().await, made);
}

#[tokio::test]
async fn a_conversation_that_cannot_be_read_stops_no_work_on_the_others() {
    for (is_row, has_model) in [(true, true), (true, false), (false, true), (false, false)] {
        let chat = recalling::open().await;
        let (session, control) = (&chat.session, MaintainControl::default());
        session.save_settings(&Settings { immediate_messages: Some(10), ..Settings::default() }).await.unwrap();
        let filler = "The rain has not stopped all day long, and the soup is nearly ready on the stove.";
        let texts: Vec<String> = (0..100).map(|n| format!("{} {filler}", words(n))).collect();
        put(&chat, chat.id, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
        // It was used last, so work begins with it.
        let damaged = session.new_conversation().await.unwrap().conversation;
        let texts = texts[..60].iter().map(String::as_str).collect::<Vec<_>>();
        put(&chat, damaged.id, &texts).await;
        let key = RecordKey::Message(damaged.active_branch, 59);
        session.store().damage(if is_row { RecordKey::Conversation(damaged.id) } else { key });
        let ended = match has_model {
            true => session.maintain(&chat.model, &provider(), &control, &|_| ()).await,
            false => session.maintain_without_model(&control, &|_| ()).await,
        };
        assert_eq!(ended, Ok(MaintainEnd::Done), "{is_row} {has_model}");
        let made = session.store().records(Kind::Summary).await.unwrap();
        let of: Vec<_> = made.iter().map(Record::owner).collect();
        assert!(of.contains(&Some(chat.id)) && !of.contains(&Some(damaged.id)), "{is_row} {has_model}: {of:?}");
    }
}

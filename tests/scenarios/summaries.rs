//! Daily summaries: when they are made, from which messages, and which one replaces which.

use crate::common::{Chat, idle::words, killed, provider};
use ricordo_core::{
    change::Change,
    host::Host,
    id::ConversationId,
    mark::{Mark, MarkKind},
    record::Record,
    session::{MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome, maintain::Standing},
    settings::{Scope, Settings, SummarySettings},
    store::Store,
    summary::{Stale, SummaryKind},
    testing::Step,
    time::DAY_MS,
};

fn days(scope: Scope) -> Settings {
    Settings {
        summaries: SummarySettings { enabled: true, scope, ..SummarySettings::default() },
        ..Settings::default()
    }
}

async fn second_conversation(chat: &Chat) -> ConversationId {
    chat.session.new_conversation().await.unwrap().conversation.id
}

#[tokio::test]
async fn both_are_made_and_replaced_after_their_days() {
    let chat = Chat::open_with(days(Scope::All)).await;
    chat.fill(10).await;
    chat.model.then_say("Recent: they plan to move.");
    chat.model.then_say("Long: they plan to move.");
    chat.maintain().await;
    let kinds = |summaries: Vec<ricordo_core::summary::Summary>| {
        summaries.into_iter().map(|summary| summary.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(chat.in_force().await), [SummaryKind::Recent, SummaryKind::Long]);
    assert!(chat.request().await.contains("Recent: they plan to move."));

    chat.host.advance(3 * DAY_MS);
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), 2, "nothing was said since");
    chat.fill(2).await;
    chat.model.then_say("Recent: they found a flat.");
    chat.maintain().await;
    assert_eq!(kinds(chat.in_force().await), [SummaryKind::Long, SummaryKind::Recent]);
    let replaced = chat.with_standing(|standing| standing == Standing::Replaced).await;
    assert_eq!(replaced[0].text, "Recent: they plan to move.");
    let request = chat.request().await;
    assert!(request.contains("they found a flat") && !request.contains("Recent: they plan to move"));

    chat.host.advance(8 * DAY_MS);
    chat.fill(8).await;
    chat.maintain().await;
    let prompt = chat.prompts().pop().unwrap();
    assert!(!prompt.contains(&words(11)) && prompt.contains(&words(12)), "seven days back and no further: {prompt}");
}

#[tokio::test]
async fn it_spans_conversations_without_what_is_forgotten_muted_or_temporary() {
    let chat = Chat::open_with(days(Scope::All)).await;
    chat.put(chat.id, "A forgotten secret of the first conversation.").await;
    chat.put(chat.id, "An answer that is forgotten, too.").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.fill(6).await;
    let other = second_conversation(&chat).await;
    let muted = chat.put(other, "Muted words of the second conversation.").await.id;
    let mark = Mark {
        conversation: other,
        message: muted,
        kind: MarkKind::Muted,
        at: chat.host.now().at,
        rating: None,
        not_recalled: false,
    };
    chat.session.store().apply(vec![Change::Put(Record::Mark(mark))]).await.unwrap();
    chat.put(other, "Heard words of the second conversation.").await;
    let temporary = second_conversation(&chat).await;
    chat.put(temporary, "Words that leave nothing behind.").await;
    let mut conversation = chat.session.open(temporary, 1).await.unwrap().conversation;
    conversation.temporary = true;
    chat.session.store().apply(vec![Change::Put(Record::Conversation(conversation))]).await.unwrap();

    chat.maintain().await;
    let prompts = chat.prompts();
    assert_eq!(prompts.len(), 2);
    for prompt in prompts {
        assert!(prompt.contains(&words(2)) && prompt.contains("Heard words"), "{prompt}");
        for gone in ["forgotten", "Muted", "leave nothing"] {
            assert!(!prompt.contains(gone), "{gone}: {prompt}");
        }
    }
    assert_eq!(chat.in_force().await[0].coverage.len(), 2);
}

#[tokio::test]
async fn a_forget_makes_it_be_made_again_at_once() {
    let chat = Chat::open_with(days(Scope::All)).await;
    chat.fill(12).await;
    chat.maintain().await;
    chat.session.forget(chat.id, 6).await.unwrap();
    assert_eq!(chat.with_standing(|s| s == Standing::Stale(Stale::Forgotten)).await.len(), 2);
    chat.maintain().await;
    assert_eq!((chat.in_force().await.len(), chat.model.requests().len()), (2, 4));
    assert!(!chat.prompts()[2].contains(&words(5)) && chat.prompts()[2].contains(&words(6)));
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), 4);
}

#[tokio::test]
async fn a_clock_that_jumps_back_makes_nothing_twice() {
    let chat = Chat::open_with(days(Scope::All)).await;
    chat.fill(10).await;
    chat.maintain().await;
    for jump in [-40, 3, -400, 1, 1, 30] {
        chat.host.advance(jump * DAY_MS);
        chat.maintain().await;
    }
    assert_eq!(chat.model.requests().len(), 2);
    chat.fill(2).await;
    for _ in 0..14 {
        chat.host.advance(DAY_MS);
        chat.maintain().await;
    }
    assert!(chat.model.requests().len() > 2, "and it does not stop");
}

#[tokio::test]
async fn a_long_source_is_mapped_and_merged_and_nothing_is_skipped() {
    let chat = Chat::open_with(Settings { context_max_tokens: 2_000, ..days(Scope::All) }).await;
    let paste = (0..600).map(|n| format!("Line {n:03} of the paste says something. ")).collect::<String>();
    chat.put(chat.id, &paste).await;
    chat.fill(40).await;
    let control = MaintainControl { max_requests: 100, ..MaintainControl::default() };
    assert_eq!(chat.maintain_with(&provider(), &control).await.0, MaintainEnd::Done);
    let prompts = chat.prompts();
    assert!(prompts.len() > 6, "{}", prompts.len());
    let all = prompts.concat();
    assert!((0..600).all(|n| all.contains(&format!("Line {n:03} of the paste says something."))));
    assert!((1..40).all(|n| all.contains(&words(n))));
    for request in chat.model.requests() {
        let size: u32 = crate::common::texts(&request).iter().map(|text| ricordo_core::tokens::estimate(text)).sum();
        assert!(size <= 2_000 && request.tools.is_empty(), "{size}");
    }
}

#[tokio::test]
async fn a_crash_in_the_middle_leaves_the_old_one_in_force() {
    let chat = Chat::open_with(days(Scope::All)).await;
    chat.fill(10).await;
    chat.model.then_say("Recent: they plan to move.");
    chat.maintain().await;
    chat.host.advance(3 * DAY_MS);
    chat.fill(4).await;
    let request = chat.request().await;
    chat.model.then(vec![Step::text("Recent: they"), Step::Hang]);
    killed(chat.maintain()).await;
    assert_eq!(chat.request().await, request);
    chat.model.then_say("I'm sorry, but I cannot help with that.");
    let (_, events) = chat.maintain().await;
    assert!(events.iter().any(|event| matches!(event, MaintainEvent::Refused { .. })), "{events:?}");
    assert_eq!(chat.request().await, request);
}

#[tokio::test]
async fn summarize_makes_the_recent_one_now() {
    let chat = Chat::open_with(days(Scope::Conversation)).await;
    let summarize = || async {
        let control = MaintainControl::default();
        chat.session.summarize_now(&chat.model, &provider(), chat.id, &control, &|_| ()).await.unwrap()
    };
    assert_eq!(summarize().await, Outcome::NotMade(NotMade::NoMessages));
    chat.put(chat.id, "Hi.").await;
    assert_eq!(summarize().await, Outcome::NotMade(NotMade::TooShort));
    chat.fill(9).await;
    let Outcome::Made(first) = summarize().await else { panic!("it was not made") };
    assert_eq!((first.kind, first.conversation), (SummaryKind::Recent, Some(chat.id)));
    let Outcome::Made(second) = summarize().await else { panic!("it was not made again") };
    let in_force: Vec<_> = chat.in_force().await.iter().map(|summary| summary.id).collect();
    assert_eq!(in_force, [second.id]);
}

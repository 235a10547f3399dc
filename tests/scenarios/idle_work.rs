//! Maintenance as a whole: it yields to turns, resumes where it stopped, and does its other jobs besides summaries.

use crate::common::{Chat, idle::words, killed, provider};
use ricordo_core::{
    change::Change,
    host::Host,
    mark::{Mark, MarkKind},
    record::{Kind, Record},
    session::{MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome},
    settings::{CompressionSettings, Settings},
    store::Store,
    testing::Step,
};
use std::rc::Rc;

fn on_limit() -> Settings {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    Settings { immediate_messages: Some(10), compression, ..Settings::default() }
}

#[tokio::test]
async fn a_tab_that_dies_in_the_middle_loses_no_answer() {
    let chat = Chat::open_with(Settings { context_max_tokens: 2_000, ..on_limit() }).await;
    chat.fill(200).await;
    chat.model.then_say("The first part: they look for a flat.");
    chat.model.then_say("The second part: they found one.");
    chat.model.then(vec![Step::text("The third"), Step::Hang]);
    killed(chat.maintain()).await;
    assert_eq!(chat.model.requests().len(), 3);
    assert!(chat.in_force().await.is_empty());
    let asked = chat.prompts();

    let (end, events) = chat.maintain().await;
    assert_eq!(end, MaintainEnd::Done);
    assert!(matches!(events[0], MaintainEvent::Running { done: 2, .. }), "{events:?}");
    let again = chat.prompts().split_off(3);
    assert_eq!(again[0], asked[2], "it goes on with what was not answered");
    assert!(!again.contains(&asked[0]) && !again.contains(&asked[1]));
    let [summary] = &chat.in_force().await[..] else { panic!("one summary") };
    let all = chat.prompts().concat();
    let covered = 0..summary.coverage[0].to;
    assert!(covered.clone().all(|n| all.contains(&words(n))), "no message is skipped");
    assert_eq!(summary.sources.len(), covered.len());
}

#[tokio::test]
async fn a_run_stays_within_its_budget_and_gives_way_at_once() {
    let chat = Chat::open_with(Settings { context_max_tokens: 2_000, ..on_limit() }).await;
    chat.fill(200).await;
    let control = MaintainControl { max_requests: 2, ..MaintainControl::default() };
    assert_eq!(chat.maintain_with(&provider(), &control).await.0, MaintainEnd::Preempted);
    assert_eq!(chat.model.requests().len(), 2);

    let control = MaintainControl::default();
    let cancel = control.cancel.clone();
    chat.model.then(vec![Step::text("Half a"), Step::Do(Rc::new(move || cancel.cancel())), Step::Hang]);
    let (end, events) = chat.maintain_with(&provider(), &control).await;
    assert_eq!(end, MaintainEnd::Preempted);
    assert!(!events.iter().any(|event| matches!(event, MaintainEvent::Refused { .. })), "{events:?}");
    assert_eq!(chat.session.maintenance().await.unwrap()[0].attempts, 0);
    assert_eq!(chat.maintain().await.0, MaintainEnd::Done);
    assert_eq!(chat.in_force().await.len(), 1);
}

#[tokio::test]
async fn storage_keeps_what_has_no_summary_yet_and_what_is_pinned() {
    let chat = Chat::open_with(Settings { max_storage: Some(20), ..on_limit() }).await;
    chat.fill(40).await;
    assert_eq!(
        chat.session.enforce_storage(chat.id, &chat.session.settings().await.unwrap()).await.unwrap(),
        0,
        "its summary comes first"
    );
    let pinned = chat.session.open(chat.id, 40).await.unwrap().messages.remove(2).id;
    let mark = Mark {
        conversation: chat.id,
        message: pinned,
        kind: MarkKind::Pinned,
        at: chat.host.now().at,
        rating: None,
        not_recalled: false,
    };
    chat.session.store().apply(vec![Change::Put(Record::Mark(mark))]).await.unwrap();
    chat.maintain().await;
    let sequences = || async {
        let messages = chat.session.open(chat.id, 100).await.unwrap().messages;
        messages.iter().map(|message| message.sequence).collect::<Vec<_>>()
    };
    let expected: Vec<u32> = [2].into_iter().chain(20..40).collect();
    assert_eq!(sequences().await, expected);
    assert_eq!(chat.in_force().await.len(), 1, "its summary outlives the messages");
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None, "it is no command");
    assert_eq!(chat.session.restore_deleted(chat.id).await.unwrap(), 19);
    assert_eq!(sequences().await.len(), 40);
    chat.host.advance(8 * 86_400_000);

    chat.session
        .save_settings(&Settings {
            max_storage: Some(10),
            compression: CompressionSettings::default(),
            ..Settings::default()
        })
        .await
        .unwrap();
    assert_eq!(
        chat.session.enforce_storage(chat.id, &chat.session.settings().await.unwrap()).await.unwrap(),
        29,
        "without compression nothing is waited for"
    );
    assert_eq!(sequences().await.len(), 11);
}

#[tokio::test]
async fn facts_are_looked_for_once_where_the_model_has_no_tools() {
    let mut settings = Settings::default();
    settings.memories.extract = true;
    let chat = Chat::open_with(settings).await;
    chat.put(chat.id, "My name is Anna and I live in Kyiv.").await;
    chat.put(chat.id, "Nice to meet you, Anna!").await;
    chat.maintain().await;
    assert!(chat.model.requests().is_empty(), "it has tools");
    let without_tools = ricordo_core::provider::Provider { has_tools: false, ..provider() };
    chat.model.then_say("- Anna lives in Kyiv");
    let (_, events) = chat.maintain_with(&without_tools, &MaintainControl::default()).await;
    assert!(events.iter().any(|event| matches!(event, MaintainEvent::Finished { summary: None, .. })), "{events:?}");
    assert_eq!(chat.session.store().records(Kind::Memory).await.unwrap().len(), 1);
    chat.maintain_with(&without_tools, &MaintainControl::default()).await;
    assert_eq!(chat.model.requests().len(), 1, "nothing was said since");
}

#[tokio::test]
async fn facts_are_looked_for_also_where_the_tool_that_saves_them_is_turned_off() {
    let mut settings = Settings { tools: vec!["get_user_facts".to_owned()], ..Settings::default() };
    settings.memories.extract = true;
    let chat = Chat::open_with(settings.clone()).await;
    chat.put(chat.id, "My name is Anna and I live in Kyiv.").await;
    chat.put(chat.id, "Nice to meet you, Anna!").await;
    assert!(provider().has_tools);
    chat.model.then_say("- Anna lives in Kyiv");
    chat.maintain().await;
    assert_eq!(chat.session.store().records(Kind::Memory).await.unwrap().len(), 1);

    settings.tools.push("save_user_fact".to_owned());
    chat.session.save_settings(&settings).await.unwrap();
    chat.put(chat.id, "I have a cat.").await;
    chat.put(chat.id, "How nice!").await;
    chat.maintain().await;
    assert_eq!(chat.model.requests().len(), 1, "the model that replies saves them");
}

#[tokio::test]
async fn nothing_is_made_of_a_deleted_conversation() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(40).await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert_eq!(chat.maintain().await, (MaintainEnd::Done, vec![MaintainEvent::Idle]));
    assert!(chat.model.requests().is_empty());
    let control = MaintainControl::default();
    let made = chat.session.summarize_now(&chat.model, &provider(), other, &control, &|_| ()).await.unwrap();
    assert!(matches!(made, Outcome::NotMade(NotMade::NoMessages)), "{made:?}");
}

//! Background requests can be inspected until their conversation is erased, and a fact that was saved automatically
//! names the memory that was archived for it.

use crate::common::{Chat, provider};
use ricordo_core::{
    consent::{Answer, Asking},
    error::{ModelError, ModelErrorKind},
    maintenance::{
        Job,
        sent::{SentRequest, SentResult},
    },
    memory::{
        MemoryState,
        find::{MemoryEntry, MemoryQuery},
    },
    message::Usage,
    model::ChatEvent,
    provider::Provider,
    record::Kind,
    session::{MaintainControl, MaintainEnd, MaintainEvent},
    settings::{CompressionSettings, Settings},
    store::Store,
    testing::Step,
    undo::UndoneCommand,
};
use std::rc::Rc;

fn on_limit() -> Settings {
    let compression = CompressionSettings { enable_on_limit: true, ..CompressionSettings::default() };
    Settings {
        context_max_tokens: 2_000,
        immediate_messages: Some(10),
        model_titles: false,
        compression,
        ..Settings::default()
    }
}

/// The background requests, newest first.
async fn sent(chat: &Chat) -> Vec<(Job, SentRequest)> {
    chat.session.background_requests().await.unwrap()
}

#[tokio::test]
async fn every_request_is_listed_with_what_came_of_it_and_goes_with_its_conversation() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(200).await;
    let usage = Usage { prompt_tokens: 1_234, completion_tokens: 9, cached_tokens: None, written_tokens: None };
    chat.model.then(vec![Step::text("They look for a flat."), Step::Event(ChatEvent::Usage { usage })]);
    let control = MaintainControl::default();
    let cancel = control.cancel.clone();
    chat.model.then(vec![Step::Do(Rc::new(move || cancel.cancel())), Step::Hang]);
    assert_eq!(chat.maintain_with(&provider(), &control).await.0, MaintainEnd::Preempted);
    let first = sent(&chat).await;
    let results: Vec<_> = first.iter().map(|(job, one)| (*job, one.result, one.usage)).collect();
    let job = Job::Compression(chat.id);
    assert_eq!(results, [(job, SentResult::Stopped, None), (job, SentResult::Answered, Some(usage))]);
    let oldest = &first[1].1;
    assert_eq!((oldest.address.as_str(), oldest.model.as_str()), ("http://127.0.0.1:1/v1", "gpt-4o-scripted"));
    assert!(oldest.tokens > 500 && oldest.at.0 > 0, "{oldest:?}");

    let overloaded = ModelError::new(ModelErrorKind::ServerError, "Too busy.");
    chat.model.then(vec![Step::Fail(overloaded)]);
    chat.maintain().await;
    assert_eq!(sent(&chat).await[0].1.result, SentResult::Failed);
    chat.host.advance(3_600_000);
    chat.maintain().await;
    let all = sent(&chat).await;
    assert_eq!(
        (all.len(), chat.in_force().await.len()),
        (chat.model.requests().len(), 1),
        "none is lost when it is done"
    );
    assert!(chat.session.maintenance().await.unwrap().is_empty(), "nothing is half done");

    chat.session.uncompress(chat.id).await.unwrap();
    assert_eq!(sent(&chat).await, all);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(sent(&chat).await, all, "undo takes back no request");

    chat.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!(sent(&chat).await, []);
    assert_eq!(chat.session.store().records(Kind::Maintenance).await.unwrap(), []);
}

#[tokio::test]
async fn an_answer_is_taken_back_and_it_is_asked_again() {
    let chat = Chat::open_with(on_limit()).await;
    chat.fill(200).await;
    let asking = Asking { active: Some(vec![chat.id]), open: Some(chat.id) };
    let control = MaintainControl { asking: Some(asking), ..MaintainControl::default() };
    let asks = async || {
        let (_, events) = chat.maintain_with(&provider(), &control).await;
        events.iter().filter(|event| matches!(event, MaintainEvent::Asks(_))).count()
    };
    chat.session.answer_consent(chat.id, &provider().base_url, Answer::Never).await.unwrap();
    assert_eq!(asks().await, 0);
    chat.session.forget_consent(chat.id, &provider().base_url).await.unwrap();
    assert_eq!(asks().await, 1);
    assert_eq!((chat.model.requests().len(), sent(&chat).await.len()), (0, 0));
}

#[tokio::test]
async fn a_fact_that_is_kept_unasked_names_what_made_room_and_can_be_undone() {
    let mut settings = Settings { model_titles: false, ..Settings::default() };
    settings.memories.extract = true;
    settings.memories.auto_keep = true;
    settings.memories.max_facts = 10;
    let chat = Chat::open_with(settings).await;
    let without_tools = Provider { has_tools: false, ..provider() };
    let things = [
        "Kyiv",
        "two cats",
        "tea",
        "the sea",
        "old maps",
        "rye bread",
        "chess",
        "violins",
        "snow",
        "night trains",
        "blue paint",
    ];
    let mut archived = Vec::new();
    for thing in things {
        chat.put(chat.id, &format!("I love {thing}.")).await;
        chat.put(chat.id, "Nice!").await;
        chat.model.then_say(&format!("- Anna loves {thing}"));
        let (_, events) = chat.maintain_with(&without_tools, &MaintainControl::default()).await;
        archived.extend(events.into_iter().filter_map(|event| match event {
            MaintainEvent::MadeRoom { conversation, kept, archived } => Some((conversation, kept, archived)),
            _ => None,
        }));
    }
    let [(conversation, kept, archived)] = &archived[..] else { panic!("the last one made room: {archived:?}") };
    let text =
        |memories: &[ricordo_core::memory::Memory]| memories.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
    assert_eq!(
        (*conversation, text(kept), text(archived)),
        (chat.id, vec!["Anna loves blue paint".to_owned()], vec!["Anna loves Kyiv".to_owned()])
    );
    assert_eq!(archived[0].state, MemoryState::Archived);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Memory));
    let all = chat.session.memories(&MemoryQuery::default()).await.unwrap();
    let texts: Vec<&str> = all
        .entries
        .iter()
        .filter_map(|entry| match entry {
            MemoryEntry::Fact(fact) if fact.state == MemoryState::Kept => Some(fact.text.as_str()),
            _ => None,
        })
        .collect();
    assert!(
        all.kept == 10 && texts.contains(&"Anna loves Kyiv") && !texts.contains(&"Anna loves blue paint"),
        "{texts:?}"
    );
}

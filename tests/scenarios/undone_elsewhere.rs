//! Undo in one conversation after something else was done with the same things in another one: that stays done.

use crate::common::Chat;
use ricordo_core::{
    change::Change,
    id::{ConversationId, MessageId},
    mark::{Mark, MarkKind, Rating},
    memory::MemorySource,
    project::ProjectText,
    record::{Kind, Record, RecordKey},
    settings::{MemorySettings, Settings},
    store::Store,
    task::{TaskState, TaskText},
    undo::UndoneCommand,
    user_data::UserData,
};

/// Two conversations. The first is open.
async fn two() -> (Chat, ConversationId) {
    let chat = Chat::with_turns(1).await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    assert_ne!(chat.id, other);
    (chat, other)
}

#[tokio::test]
async fn a_memory_that_was_deleted_elsewhere_stays_deleted() {
    let (chat, other) = two().await;
    let memory = chat.session.add_memory(chat.id, "Lives in Lviv", None).await.unwrap().memory;
    chat.session.pin_memory(other, memory.id, true).await.unwrap();
    chat.session.delete_memory(chat.id, memory.id).await.unwrap();
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::Memory));
    assert!(!chat.request().await.contains("Lives in Lviv"));
    // Undoing the deletion itself brings it back, as it was then.
    chat.session.undo(chat.id).await.unwrap();
    assert!(chat.request().await.contains("Lives in Lviv"));
    assert!(chat.session.open(chat.id, 1).await.unwrap().memories[0].pinned);
}

#[tokio::test]
async fn a_task_that_was_deleted_elsewhere_stays_deleted() {
    let (chat, other) = two().await;
    let text = TaskText { title: "Call the bank".to_owned(), due: None };
    let task = chat.session.add_task(chat.id, &text, None).await.unwrap();
    chat.session.complete_task(other, task.id).await.unwrap();
    chat.session.delete_task(chat.id, task.id).await.unwrap();
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::Task));
    assert_eq!(chat.session.tasks().await.unwrap(), []);
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.tasks().await.unwrap().len(), 1);
}

async fn mark_of(chat: &Chat, message: MessageId) -> Option<(MarkKind, Option<Rating>)> {
    match chat.session.store().record(RecordKey::Mark(chat.id, message)).await.unwrap() {
        Some(Record::Mark(Mark { kind, rating, .. })) => Some((kind, rating)),
        _ => None,
    }
}

#[tokio::test]
async fn a_message_that_was_muted_since_stays_muted() {
    let (chat, other) = two().await;
    let message = chat.id_of("Question 0").await;
    chat.session.do_not_recall(&[message], other).await.unwrap();
    chat.session.mark(chat.id, message, Some(MarkKind::Muted)).await.unwrap();
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::NotRecall));
    assert_eq!(mark_of(&chat, message).await, Some((MarkKind::Muted, None)));
    assert!(!chat.request().await.contains("Question 0"));
}

#[tokio::test]
async fn a_rating_that_was_given_since_stays_and_so_does_a_mark() {
    let (chat, other) = two().await;
    let reply = chat.id_of("Reply 1.").await;
    chat.session.do_not_recall(&[reply], other).await.unwrap();
    chat.session.rate(chat.id, reply, Some(Rating::Good)).await.unwrap();
    chat.session.undo(other).await.unwrap();
    assert_eq!(mark_of(&chat, reply).await, Some((MarkKind::Rated, Some(Rating::Good))));
    chat.session.do_not_recall(&[reply], other).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(mark_of(&chat, reply).await, Some((MarkKind::NotRecalled, None)));
    chat.session.undo(other).await.unwrap();
    assert_eq!(mark_of(&chat, reply).await, None);
}

fn free(fields: &[(&str, &str)]) -> Vec<(String, String)> {
    fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[tokio::test]
async fn user_data_that_was_entered_since_stays() {
    let (chat, other) = two().await;
    let session = &chat.session;
    let first =
        UserData { name: "Olena".to_owned(), fields: free(&[("City", "Lviv"), ("Pet", "Cat")]), ..UserData::default() };
    session.save_user_data(other, &first).await.unwrap();
    let second = UserData {
        pronouns: "she/her".to_owned(),
        fields: free(&[("City", "Kyiv"), ("Pet", "Cat"), ("Work", "Chef")]),
        ..first
    };
    session.save_user_data(chat.id, &second).await.unwrap();
    // What the command changed and the later one, too, is as it was before the command.
    assert_eq!(session.undo(other).await.unwrap(), Some(UndoneCommand::Memory));
    let left = session.user_data().await.unwrap();
    assert_eq!((left.name.as_str(), left.pronouns.as_str()), ("", "she/her"));
    assert_eq!(left.fields, free(&[("Work", "Chef")]));
    session.undo(chat.id).await.unwrap();
    let left = session.user_data().await.unwrap();
    assert_eq!((left.pronouns.as_str(), left.fields), ("", free(&[("City", "Lviv")])));
}

#[tokio::test]
async fn settings_that_were_changed_since_stay() {
    let (chat, other) = two().await;
    let session = &chat.session;
    let before = session.settings().await.unwrap();
    let memories = MemorySettings { max_facts: 20, ..before.memories.clone() };
    let first = Settings { context_max_tokens: 9_000, memories, ..before.clone() };
    session.change_settings(other, &first).await.unwrap();
    let memories = MemorySettings { extract: true, ..first.memories.clone() };
    let second = Settings { bot_name: "Ada".to_owned(), system_prompt: "Be brief.".into(), memories, ..first.clone() };
    session.change_settings(chat.id, &second).await.unwrap();
    assert_eq!(session.undo(other).await.unwrap(), Some(UndoneCommand::Settings));
    let memories = MemorySettings { extract: true, ..before.memories.clone() };
    let undone = Settings { context_max_tokens: before.context_max_tokens, memories, ..second };
    assert_eq!(session.settings().await.unwrap(), undone);
    session.undo(chat.id).await.unwrap();
    assert_eq!(session.settings().await.unwrap(), before);
}

#[tokio::test]
async fn a_memory_and_a_task_keep_what_was_changed_since() {
    let (chat, other) = two().await;
    let session = &chat.session;
    let memory = session.add_memory(chat.id, "Lives in Lviv", None).await.unwrap().memory.id;
    session.pin_memory(other, memory, true).await.unwrap();
    session.update_memory(chat.id, memory, "Lives in Kyiv").await.unwrap();
    session.undo(other).await.unwrap();
    let memories = session.open(chat.id, 1).await.unwrap().memories;
    assert_eq!((memories[0].text.as_str(), memories[0].pinned), ("Lives in Kyiv", false));
    let text = |title: &str| TaskText { title: title.to_owned(), due: None };
    let task = session.add_task(chat.id, &text("Call the bank"), None).await.unwrap();
    session.complete_task(other, task.id).await.unwrap();
    session.edit_task(chat.id, task.id, &text("Call the new bank")).await.unwrap();
    session.undo(other).await.unwrap();
    let task = session.tasks().await.unwrap().remove(0);
    assert_eq!((task.title.as_str(), task.state), ("Call the new bank", TaskState::Open));
}

#[tokio::test]
async fn a_project_keeps_what_was_changed_since() {
    let (chat, other) = two().await;
    let session = &chat.session;
    let text =
        ProjectText { name: "Garden".to_owned(), instructions: "Be brief.".to_owned(), ..ProjectText::default() };
    let project = session.create_project(text.clone()).await.unwrap().id;
    let longer = ProjectText { instructions: "Explain.".to_owned(), ..text.clone() };
    session.update_project(project, longer.clone(), other).await.unwrap();
    session.update_project(project, ProjectText { name: "Roof".to_owned(), ..longer }, chat.id).await.unwrap();
    session.undo(other).await.unwrap();
    let left = session.projects().await.unwrap().remove(0).text();
    assert_eq!(left, ProjectText { name: "Roof".to_owned(), ..text });
}

#[tokio::test]
async fn an_entry_of_an_earlier_build_restores_the_whole_record() {
    let (chat, other) = two().await;
    let session = &chat.session;
    let before = session.settings().await.unwrap();
    let first = Settings { context_max_tokens: 9_000, ..before.clone() };
    session.change_settings(other, &first).await.unwrap();
    let Some(Record::Undo(mut entry)) = session.store().records(Kind::Undo).await.unwrap().pop() else {
        panic!("no entry")
    };
    assert_eq!(entry.after, [Record::Settings(Box::new(first.clone()))]);
    // The field is left out of what is stored, as an earlier build did not know it.
    entry.after.clear();
    let json = serde_json::to_string(&entry).unwrap();
    assert!(!json.contains("after"), "{json}");
    session.store().apply(vec![Change::Put(Record::Undo(serde_json::from_str(&json).unwrap()))]).await.unwrap();
    session.change_settings(chat.id, &Settings { bot_name: "Ada".to_owned(), ..first }).await.unwrap();
    session.undo(other).await.unwrap();
    assert_eq!(session.settings().await.unwrap(), before);
}

#[tokio::test]
async fn what_a_command_left_is_erased_with_the_message_it_came_from() {
    let (chat, other) = two().await;
    let session = &chat.session;
    let source = MemorySource { conversation: chat.id, message: chat.id_of("Question 0").await };
    let memory = session.add_memory(chat.id, "Lives in Lviv", Some(source)).await.unwrap().memory.id;
    session.pin_memory(other, memory, true).await.unwrap();
    session.delete_memory(chat.id, memory).await.unwrap();
    // Now the text is only in entries, in one of them as the command left it.
    session.erase_message(source.message).await.unwrap();
    let entries = session.store().records(Kind::Undo).await.unwrap();
    assert!(!serde_json::to_string(&entries).unwrap().contains("Lviv"));
    assert_eq!(session.undo(other).await.unwrap(), None);
}

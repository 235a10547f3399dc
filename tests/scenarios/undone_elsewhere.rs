//! Undo in one conversation after something else was done with the same things in another one: that stays done.

use crate::common::Chat;
use ricordo_core::{
    id::{ConversationId, MessageId},
    mark::{Mark, MarkKind, Rating},
    record::{Record, RecordKey},
    store::Store,
    task::TaskText,
    undo::UndoneCommand,
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

//! Tasks as the user manages them.

use crate::common::Chat;
use ricordo_core::{
    change::Change,
    conversation::Conversation,
    error::Error,
    record::Record,
    store::Store,
    task::{TaskRefusal, TaskState, TaskText, in_order},
    testing::conformance::dump,
    undo::UndoneCommand,
};

fn text(title: &str, due: &str) -> TaskText {
    TaskText { title: title.to_owned(), due: Some(due.to_owned()) }
}

#[tokio::test]
async fn a_task_is_added_edited_ticked_reopened_and_deleted() {
    let chat = Chat::open().await;
    let empty = dump(chat.session.store()).await;
    let task = chat.session.add_task(chat.id, &text(" Call\nthe bank", ""), None).await.unwrap();
    assert_eq!((task.title.as_str(), task.due.as_ref(), task.state), ("Call the bank", None, TaskState::Open));
    chat.session.edit_task(chat.id, task.id, &text("Call the bank", " 2026-11-25 ")).await.unwrap();
    chat.host.advance(1_000);
    chat.session.complete_task(chat.id, task.id).await.unwrap();
    let done = dump(chat.session.store()).await;
    chat.host.advance(1_000);
    chat.session.complete_task(chat.id, task.id).await.unwrap();
    assert_eq!(dump(chat.session.store()).await, done, "ticking twice is ticking once");
    chat.session.reopen_task(chat.id, task.id).await.unwrap();
    let tasks = chat.session.tasks().await.unwrap();
    assert_eq!((tasks[0].due.as_deref(), tasks[0].completed_at), (Some("2026-11-25"), None));
    chat.session.delete_task(chat.id, task.id).await.unwrap();
    assert!(chat.session.tasks().await.unwrap().is_empty());
    for _ in 0..5 {
        assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Task));
    }
    assert_eq!(dump(chat.session.store()).await, empty);
}

#[tokio::test]
async fn what_is_due_next_comes_first() {
    let chat = Chat::open().await;
    for (title, due) in [("Someday", ""), ("Later", "2027-01-10"), ("Soon", "2026-12-01")] {
        chat.session.add_task(chat.id, &text(title, due), None).await.unwrap();
    }
    let tasks = chat.session.tasks().await.unwrap();
    let titles: Vec<&str> = in_order(&tasks).into_iter().map(|task| task.title.as_str()).collect();
    assert_eq!(titles, ["Soon", "Later", "Someday"]);
}

#[tokio::test]
async fn a_day_that_no_calendar_has_is_refused() {
    let chat = Chat::open().await;
    let before = dump(chat.session.store()).await;
    let refusal = chat.session.add_task(chat.id, &text("Leap", "2026-02-30"), None).await.unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "\"2026-02-30\" is not a date. Enter the due date as YYYY-MM-DD, such as 2026-11-25."
    );
    assert_eq!(chat.session.add_task(chat.id, &text(" ", ""), None).await, Err(Error::Task(TaskRefusal::Empty)));
    let long = chat.session.add_task(chat.id, &text(&"x".repeat(301), ""), None).await;
    assert_eq!(long, Err(Error::Task(TaskRefusal::TooLong { characters: 301 })));
    assert_eq!(dump(chat.session.store()).await, before);
}

#[tokio::test]
async fn a_task_that_is_gone_or_a_temporary_conversation_is_an_error() {
    let chat = Chat::open().await;
    let task = chat.session.add_task(chat.id, &text("Call", ""), None).await.unwrap();
    chat.session.delete_task(chat.id, task.id).await.unwrap();
    assert_eq!(chat.session.complete_task(chat.id, task.id).await, Err(Error::Task(TaskRefusal::NotFound)));
    let conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
    let temporary = Conversation { temporary: true, ..conversation };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(temporary))]).await.unwrap();
    assert_eq!(chat.session.add_task(chat.id, &text("Call", ""), None).await, Err(Error::Temporary));
}

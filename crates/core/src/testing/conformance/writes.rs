//! Conformance of writes.

use super::dump;
use crate::{
    change::Change,
    draft::{ComposerDraft, ReplyDraft},
    error::StoreError,
    forget::Forget,
    id::UndoId,
    message::Part,
    record::{Link, Record, RecordKey},
    store::Store,
    testing::sample,
    time::Timestamp,
    undo::{Undo, UndoneCommand},
};

/// A failed transaction changes nothing.
pub async fn a_failed_list_of_changes_leaves_nothing<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 2)).await.unwrap();
    let before = dump(&store).await;
    let changes = vec![
        Change::Put(Record::Conversation({
            let mut conversation = sample::conversation(1);
            conversation.title = "Changed".to_owned();
            conversation
        })),
        Change::Remove(RecordKey::Message(sample::branch_id(1), 0)),
        Change::Add(Record::Message(Box::new(sample::message(1, 2, "New")))),
        Change::Add(Record::Message(Box::new(sample::message(1, 1, "Taken")))),
    ];
    assert_eq!(store.apply(changes).await, Err(StoreError::Conflict));
    assert_eq!(dump(&store).await, before);
}

/// An id can be added only once.
pub async fn adding_twice_is_a_conflict<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 1)).await.unwrap();
    assert_eq!(store.apply(sample::stored(1, 1)).await, Err(StoreError::Conflict));
    let mut elsewhere = sample::message(1, 0, "The same id in another place");
    elsewhere.sequence = 7;
    let changes = vec![Change::Add(Record::Message(Box::new(elsewhere)))];
    assert_eq!(store.apply(changes).await, Err(StoreError::Conflict));
}

/// The second tab that takes the same sequence gets a conflict.
pub async fn one_place_takes_one_message<S: Store>(open: impl AsyncFn(&str) -> S) {
    let (one, other) = (open("a").await, open("a").await);
    one.apply(sample::stored(1, 2)).await.unwrap();
    let mine = sample::message(1, 2, "Mine");
    let mut theirs = sample::message(1, 2, "Theirs");
    theirs.id = sample::message(2, 2, "").id;
    one.apply(vec![Change::Add(Record::Message(Box::new(mine.clone())))]).await.unwrap();
    let conflict = other.apply(vec![Change::Add(Record::Message(Box::new(theirs)))]).await;
    assert_eq!(conflict, Err(StoreError::Conflict));
    let last = other.snapshot(sample::conversation_id(1), 1).await.unwrap().unwrap().messages;
    assert_eq!(last, vec![mine]);
}

/// Two handles see each other's writes immediately.
pub async fn two_handles_see_each_other<S: Store>(open: impl AsyncFn(&str) -> S) {
    let (one, other) = (open("a").await, open("a").await);
    one.apply(sample::stored(1, 1)).await.unwrap();
    assert_eq!(other.conversations().await.unwrap().len(), 1);
    other.apply(sample::stored(2, 1)).await.unwrap();
    assert_eq!(one.conversations().await.unwrap().len(), 2);
    one.close().await;
    assert_eq!(other.conversations().await.unwrap().len(), 2);
}

/// Every method of a closed handle returns an error, and none hangs.
pub async fn a_closed_handle_says_so<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.close().await;
    let id = sample::conversation_id(1);
    assert_eq!(store.conversations().await, Err(StoreError::Closed));
    assert_eq!(store.snapshot(id, 1).await, Err(StoreError::Closed));
    assert_eq!(store.messages(id, 1, 1).await, Err(StoreError::Closed));
    assert_eq!(store.texts((sample::branch_id(1), 0), 1).await, Err(StoreError::Closed));
    assert_eq!(store.messages_from(id, 1, 1).await, Err(StoreError::Closed));
    assert_eq!(store.record(RecordKey::Settings).await, Err(StoreError::Closed));
    assert_eq!(store.several_between(Vec::new()).await, Err(StoreError::Closed));
    assert_eq!(store.last_undo(id).await, Err(StoreError::Closed));
    assert_eq!(store.apply(sample::stored(1, 1)).await, Err(StoreError::Closed));
    store.close().await;
}

/// Inverse changes restore the exact bytes, for every kind of record and of change.
pub async fn inverse_changes_restore_the_exact_bytes<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 4)).await.unwrap();
    let composer = ComposerDraft::text(sample::conversation_id(1), "Half a th");
    store.apply(vec![Change::Put(Record::ComposerDraft(composer))]).await.unwrap();
    let before = dump(&store).await;

    let mut changed = sample::message(1, 1, "Message 1");
    changed.tokens = 11;
    let changes = vec![
        Change::Put(Record::Settings(Box::default())),
        Change::Put(Record::Message(Box::new(changed))),
        Change::Remove(RecordKey::Message(sample::branch_id(1), 1)),
        Change::Remove(RecordKey::ComposerDraft(sample::conversation_id(1))),
        Change::Put(Record::ReplyDraft(ReplyDraft {
            conversation: sample::conversation_id(1),
            message: sample::message(1, 5, "").id,
            branch: sample::branch_id(1),
            sequence: 5,
            tokens_before: 50,
            parts: vec![Part::Text { text: "So far".to_owned() }],
            model: "scripted".to_owned(),
            started_at: Timestamp(1),
            saved_at: Timestamp(2),
        })),
        Change::Add(Record::Forget(Forget {
            id: sample::forget_id(1),
            conversation: sample::conversation_id(1),
            branch: sample::branch_id(1),
            before: 4,
            at: Timestamp(3),
        })),
        Change::AddUndo(sample::undo(1, 1)),
        Change::Add(Record::Message(Box::new(sample::message(1, 4, "New")))),
    ];
    let inverse = store.apply(changes).await.unwrap();
    assert_ne!(dump(&store).await, before);
    store.apply(inverse).await.unwrap();
    assert_eq!(dump(&store).await, before);
}

/// An undo entry holds the inverse of the changes before it in the list. The newest entry comes last.
pub async fn an_undo_entry_holds_the_inverse<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 2)).await.unwrap();
    let first = sample::message(1, 0, "Message 0");
    let key = RecordKey::Message(first.branch, first.sequence);
    store.apply(vec![Change::Remove(key), Change::AddUndo(sample::undo(1, 1))]).await.unwrap();
    store.apply(vec![Change::AddUndo(sample::undo(1, 2))]).await.unwrap();

    let id = sample::conversation_id(1);
    let last = store.last_undo(id).await.unwrap().unwrap();
    assert_eq!((last.id, last.changes), (sample::undo(1, 2).id, vec![]));
    store.apply(vec![Change::Remove(RecordKey::Undo(id, sample::undo(1, 2).id))]).await.unwrap();
    let undo = store.last_undo(id).await.unwrap().unwrap();
    assert_eq!(undo.changes, vec![Change::Put(Record::Message(Box::new(first.clone())))]);
    store.apply(undo.changes).await.unwrap();
    assert_eq!(store.message(first.id).await, Ok(Some(first)));
    assert_eq!(store.last_undo(sample::conversation_id(2)).await, Ok(None));
}

/// Deletions by maintenance sort after all commands, and are never mistaken for one.
pub async fn deletions_lie_apart_from_commands<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let id = sample::conversation_id(1);
    let deletion = |at: i64| {
        let command = UndoneCommand::Storage;
        Undo { id: UndoId::of_deletion(Timestamp(at), [0; 10]), command, ..sample::undo(1, 9) }
    };
    store.apply(vec![Change::AddUndo(deletion(20)), Change::AddUndo(deletion(10))]).await.unwrap();
    assert_eq!(store.last_undo(id).await, Ok(None));
    let command = sample::undo(1, 1);
    store.apply(vec![Change::AddUndo(command.clone()), Change::AddUndo(sample::undo(2, 2))]).await.unwrap();
    assert_eq!(store.last_undo(id).await.unwrap().map(|undo| undo.id), Some(command.id));
    let (first, last) = RecordKey::deletions_of(id);
    let newest = store.last_between(first, last).await.unwrap().and_then(Undo::of).unwrap();
    assert_eq!((newest.id, newest.id.at()), (deletion(20).id, Timestamp(20)));
    assert_eq!(store.last_between(last, first).await, Ok(None));
    let [found] = &store.linked(vec![Link::deletions()], 9).await.unwrap()[..] else { panic!("one link") };
    assert_eq!(found[..], [RecordKey::Undo(id, deletion(10).id), RecordKey::Undo(id, deletion(20).id)]);
}

/// Removing a missing record is not an error and has no inverse.
pub async fn removing_what_is_not_there_is_nothing<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let changes =
        vec![Change::Remove(RecordKey::Message(sample::branch_id(1), 3)), Change::Remove(RecordKey::Settings)];
    assert_eq!(store.apply(changes).await, Ok(vec![]));
    assert_eq!(store.apply(vec![]).await, Ok(vec![]));
}

/// A long list of changes is one transaction, and each change sees those before it.
pub async fn many_changes_are_one_transaction<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let mut changes = sample::stored(1, 1_000);
    changes.push(Change::Remove(RecordKey::Message(sample::branch_id(1), 0)));
    changes.push(Change::Add(Record::Message(Box::new(sample::message(1, 0, "Again")))));
    let inverse = store.apply(changes).await.unwrap();
    let snapshot = store.snapshot(sample::conversation_id(1), 2_000).await.unwrap().unwrap();
    assert_eq!((snapshot.messages.len(), snapshot.messages[0].text()), (1_000, "Again".to_owned()));
    store.apply(inverse).await.unwrap();
    assert_eq!(store.conversations().await, Ok(vec![]));
}

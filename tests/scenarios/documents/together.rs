//! Several documents that are added with one command: one undo takes all back, and stopping leaves those that are whole.

use super::*;
use crate::{
    common::Chat,
    recalling::{new, put},
};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    document_refusal::DocumentRefusal,
    error::{Error, StoreError},
    memory_store::MemoryStore,
    session::AddCommand,
    testing::{FailingStore, conformance::dump},
    undo::UndoneCommand,
};
use std::{cell::Cell, rc::Rc};

async fn add_with(chat: &Recalling, command: &AddCommand, name: &str) -> Document {
    let new = text(name, Scope::Everywhere, &[&format!("What {name} says."), "And more."]);
    chat.session.add_document_with(chat.id, new, command).await.unwrap()
}

async fn all(chat: &Recalling) -> Vec<String> {
    chat.session.documents().await.unwrap().into_iter().map(|document| document.name).collect()
}

#[tokio::test]
async fn one_undo_takes_back_all_that_were_added_at_once_and_no_others() {
    let chat = open().await;
    add(&chat, Scope::Everywhere, &["Added before."]).await;
    let before = dump(chat.session.store()).await;
    let command = AddCommand::default();
    for name in ["a.txt", "b.txt", "c.txt"] {
        add_with(&chat, &command, name).await;
    }
    assert_eq!(all(&chat).await, ["notes.txt", "a.txt", "b.txt", "c.txt"]);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::AddDocuments));
    assert_eq!(dump(chat.session.store()).await, before, "chunks and all");
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::AddDocument));
    assert_eq!(all(&chat).await, Vec::<String>::new());
}

#[tokio::test]
async fn what_is_done_while_others_are_added_is_undone_after_them() {
    let chat = open().await;
    let command = AddCommand::default();
    let first = add_with(&chat, &command, "a.txt").await;
    add_with(&chat, &command, "b.txt").await;
    chat.session.remove_document(chat.id, first.id).await.unwrap();
    add_with(&chat, &command, "c.txt").await;
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::AddDocuments));
    assert_eq!(all(&chat).await, Vec::<String>::new());
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::RemoveDocument));
    assert_eq!(all(&chat).await, ["a.txt"]);
    assert_eq!(chunks(&chat, first.id).await.len(), 2);
    // What was taken back while others are added stays so.
    chat.session.remove_document(chat.id, first.id).await.unwrap();
    let command = AddCommand::default();
    add_with(&chat, &command, "d.txt").await;
    chat.session.undo(chat.id).await.unwrap();
    add_with(&chat, &command, "e.txt").await;
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::AddDocument));
}

#[tokio::test]
async fn what_was_removed_in_another_conversation_comes_back_whole_there() {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let document = add(&chat, Scope::Everywhere, &["Hedgehogs sleep.", "In winter."]).await;
    let other = new(&chat).await;
    chat.session.remove_document(other, document.id).await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::AddDocument));
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::RemoveDocument));
    assert_eq!(all(&chat).await, ["notes.txt"]);
    assert_eq!(chunks(&chat, document.id).await.len(), 2);
}

#[tokio::test]
async fn at_the_limit_of_undo_a_command_is_one_entry() {
    let chat = open().await;
    let mut settings = chat.session.settings().await.unwrap();
    settings.undo_steps = 2;
    chat.session.save_settings(&settings).await.unwrap();
    chat.session.tag(chat.id, vec!["a".to_owned()], chat.id).await.unwrap();
    let command = AddCommand::default();
    for name in ["a.txt", "b.txt", "c.txt"] {
        add_with(&chat, &command, name).await;
    }
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(all(&chat).await, Vec::<String>::new());
}

/// A store that stops a command after some writes of chunks.
#[derive(Clone)]
struct StoppingStore {
    inner: FailingStore<MemoryStore>,
    left: Rc<Cell<u32>>,
    cancel: Cancel,
}

macro_rules! inner {
    ($self:ident, $store:ident => $call:expr) => {{
        let $store = &$self.inner;
        $call.await
    }};
}

impl Store for StoppingStore {
    ricordo_core::forward_to_store!(inner);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        if matches!(changes.first(), Some(Change::Add(Record::Chunk(_)))) {
            let left = self.left.get().saturating_sub(1);
            self.left.set(left);
            if left == 0 {
                self.cancel.cancel();
            }
        }
        self.inner.apply(changes).await
    }
}

#[tokio::test]
async fn stopping_leaves_nothing_of_the_unfinished_document_and_all_of_the_others() {
    let long: Vec<String> = (0..850).map(|n| format!("Line {n}.")).collect();
    let long: Vec<&str> = long.iter().map(String::as_str).collect();
    for batches in 1..=5 {
        let cancel = Cancel::default();
        let command = AddCommand::new(cancel.clone());
        let inner = FailingStore::new(MemoryStore::default());
        let store = StoppingStore { inner, left: Rc::new(Cell::new(u32::MAX)), cancel };
        let chat = Chat::open_on(store.clone()).await;
        let whole = text("a.txt", Scope::Everywhere, &["Short."]);
        let whole = chat.session.add_document_with(chat.id, whole, &command).await.unwrap();
        let before = dump(&store).await;
        store.left.set(batches);
        let stopped = text("b.txt", Scope::Everywhere, &long);
        let stopped = chat.session.add_document_with(chat.id, stopped, &command).await;
        assert_eq!(stopped, Err(Error::Document(DocumentRefusal::Stopped)), "{batches}");
        assert_eq!(dump(&store).await, before, "{batches}");
        assert_eq!(chat.session.documents().await.unwrap(), [whole]);
    }
}

#[tokio::test]
async fn a_document_that_cannot_be_stored_leaves_nothing_and_does_not_touch_the_others() {
    let store = FailingStore::new(MemoryStore::default());
    let chat = Chat::open_on(store.clone()).await;
    let command = AddCommand::default();
    let add = async |name: &str, chunks: &[&str]| {
        chat.session.add_document_with(chat.id, text(name, Scope::Everywhere, chunks), &command).await
    };
    add("a.txt", &["Short."]).await.unwrap();
    let before = dump(&store).await;
    let long = vec!["Line."; 450];
    for writes in 0..4 {
        store.fail_once_after(writes, StoreError::Full);
        assert_eq!(add("b.txt", &long).await, Err(Error::Store(StoreError::Full)));
        assert_eq!(dump(&store).await, before, "{writes}");
    }
    add("c.txt", &["Short, too."]).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    for kind in [Kind::Document, Kind::Chunk, Kind::Undo] {
        assert_eq!(store.records(kind).await.unwrap(), [], "{kind:?}");
    }
}

#[tokio::test]
async fn a_command_knows_the_entry_that_takes_back_what_it_added() {
    let chat = open().await;
    let command = AddCommand::default();
    assert_eq!(command.entry(), None);
    let last = async || chat.session.store().last_undo(chat.id).await.unwrap().map(|undo| undo.id);
    for name in ["a.txt", "b.txt"] {
        add_with(&chat, &command, name).await;
        assert!(command.entry().is_some() && command.entry() == last().await, "{name}");
    }
    chat.session.tag(chat.id, vec!["a".to_owned()], chat.id).await.unwrap();
    assert!(command.entry() != last().await, "what was done since is another step");
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(command.entry(), last().await);
}

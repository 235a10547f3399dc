//! A record that cannot be read closes its own conversation at most: the others open, new ones begin, and what is deleted is
//! erased.

use crate::{
    common::Chat,
    recalling::{Recalling, open, preview, put, recalled},
};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    digest::Digest,
    document::{ChunkPlace, Document, DocumentKind},
    error::{Error, StoreError},
    id::ConversationId,
    memory_store::MemoryStore,
    project::ProjectText,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    session::{NewDocument, Scope as Exported},
    store::Store,
    testing::CountingStore,
};
use std::{cell::RefCell, rc::Rc};

/// A store in which some rows are damaged. Clones share them.
#[derive(Clone, Default)]
struct DamagedStore {
    inner: MemoryStore,
    /// Conversations with a message that cannot be read.
    messages: Rc<RefCell<Vec<ConversationId>>>,
    /// Conversations whose own row cannot be read.
    rows: Rc<RefCell<Vec<ConversationId>>>,
}

fn damaged() -> StoreError {
    StoreError::Damaged { detail: "a row that is none".to_owned() }
}

impl DamagedStore {
    fn is_lost(&self, record: &Record) -> bool {
        matches!(record, Record::Conversation(one) if self.rows.borrow().contains(&one.id))
    }

    /// Fails for a read of all conversations, which meets the damaged row.
    fn all_conversations(&self) -> Result<(), StoreError> {
        if self.rows.borrow().is_empty() { Ok(()) } else { Err(damaged()) }
    }

    fn one_conversation(&self, id: ConversationId) -> Result<(), StoreError> {
        let is_damaged = self.messages.borrow().contains(&id) || self.rows.borrow().contains(&id);
        if is_damaged { Err(damaged()) } else { Ok(()) }
    }
}

macro_rules! damaged_or_inner {
    ($self:ident, $store:ident => $same:ident.conversations()) => {{
        $self.all_conversations()?;
        $self.inner.conversations().await
    }};
    ($self:ident, $store:ident => $same:ident.snapshot($id:ident, $limit:ident)) => {{
        $self.one_conversation($id)?;
        $self.inner.snapshot($id, $limit).await
    }};
    ($self:ident, $store:ident => $same:ident.records_between($from:ident, $to:ident, $limit:ident)) => {{
        if $from.kind() == Kind::Conversation {
            $self.all_conversations()?;
        }
        $self.inner.records_between($from, $to, $limit).await
    }};
    ($self:ident, $store:ident => $same:ident.readable_between($from:ident, $to:ident, $limit:ident)) => {{
        let found = $self.inner.readable_between($from, $to, $limit).await?;
        Ok(found.into_iter().map(|record| record.filter(|record| !$self.is_lost(record))).collect())
    }};
    ($self:ident, $store:ident => $call:expr) => {{
        let $store = &$self.inner;
        $call.await
    }};
}

impl Store for DamagedStore {
    ricordo_core::forward_to_store!(damaged_or_inner);

    async fn apply(&self, changes: Vec<Change>) -> Result<Vec<Change>, StoreError> {
        self.inner.apply(changes).await
    }
}

/// Conversations with a message each; the last one was used last.
async fn conversations<S: Store + Clone>(store: &S) -> (Chat<S>, [ConversationId; 3]) {
    let mut chat = Chat::open_on(store.clone()).await;
    let mut made = [chat.id; 3];
    for id in &mut made {
        chat.host.advance(1_000);
        chat.id = chat.session.new_conversation().await.unwrap().conversation.id;
        *id = chat.id;
        chat.say("Hello").await;
    }
    (chat, made)
}

#[tokio::test]
async fn the_next_conversation_that_can_be_read_opens_whatever_is_damaged_in_the_latest() {
    for is_row in [false, true] {
        let store = DamagedStore::default();
        let (chat, [first, second, third]) = conversations(&store).await;
        let lost = if is_row { &store.rows } else { &store.messages };
        let opened = || async { chat.session.open_readable(10).await.unwrap().map(|found| found.conversation.id) };
        for (damages, found) in
            [(None, Some(third)), (Some(third), Some(second)), (Some(second), Some(first)), (Some(first), None)]
        {
            lost.borrow_mut().extend(damages);
            assert_eq!(opened().await, found, "{is_row}");
        }
        let listed = chat.session.readable_list().await.unwrap().len();
        assert_eq!(
            listed,
            if is_row { 0 } else { 3 },
            "what cannot be opened is in the list if its own row can be read"
        );
    }
}

#[tokio::test]
async fn the_list_of_what_can_be_read_is_in_the_order_of_the_list() {
    let store = DamagedStore::default();
    let (chat, [first, second, third]) = conversations(&store).await;
    chat.session.delete_conversation(second, first).await.unwrap();
    let ids = |found: Vec<ricordo_core::conversation::Conversation>| found.iter().map(|one| one.id).collect::<Vec<_>>();
    let whole = ids(chat.session.conversations().await.unwrap());
    assert_eq!(ids(chat.session.readable_list().await.unwrap()), whole);
    store.rows.borrow_mut().push(third);
    assert_eq!(chat.session.conversations().await, Err(Error::Store(damaged())));
    assert_eq!(ids(chat.session.readable_list().await.unwrap()), [first]);
}

#[tokio::test]
async fn a_temporary_conversation_of_another_tab_is_not_opened_in_the_place_of_a_damaged_one() {
    let store = DamagedStore::default();
    let (chat, [_, second, third]) = conversations(&store).await;
    chat.host.advance(1_000);
    chat.session.new_temporary().await.unwrap();
    store.messages.borrow_mut().push(third);
    assert_eq!(chat.session.open_readable(10).await.unwrap().map(|found| found.conversation.id), Some(second));
}

#[tokio::test]
async fn a_new_conversation_begins_also_after_one_that_cannot_be_read() {
    for is_row in [false, true] {
        let store = DamagedStore::default();
        let (chat, [_, _, third]) = conversations(&store).await;
        if is_row { &store.rows } else { &store.messages }.borrow_mut().push(third);
        chat.host.advance(1_000);
        let begun = chat.session.new_conversation().await.unwrap();
        assert!(begun.messages.is_empty());
        assert_eq!(
            chat.session.open_readable(10).await.unwrap().map(|found| found.conversation.id),
            Some(begun.conversation.id)
        );
    }
}

/// Three conversations with a message each. The first two are in the trash since 31 days.
async fn trash(store: &CountingStore<MemoryStore>) -> (Chat<CountingStore<MemoryStore>>, [ConversationId; 3]) {
    let (chat, made) = conversations(store).await;
    for id in [made[0], made[1]] {
        chat.session.delete_conversation(id, made[2]).await.unwrap();
    }
    chat.host.advance(31 * 86_400_000);
    (chat, made)
}

/// The keys of a kind, whatever can be read.
async fn keys(store: &CountingStore<MemoryStore>, kind: Kind) -> Vec<RecordKey> {
    store.inner.records(kind).await.unwrap().iter().map(Record::key).collect()
}

#[tokio::test]
async fn what_cannot_be_read_is_erased_with_its_conversation() {
    let store = CountingStore::new(MemoryStore::default());
    let (chat, [first, _, third]) = trash(&store).await;
    let branch = store.inner.snapshot(first, 1).await.unwrap().unwrap().conversation.active_branch;
    // A message, and a step that could be undone in a conversation that stays.
    store.damage(RecordKey::Message(branch, 0));
    store.damage(keys(&store, Kind::Undo).await[0]);
    assert_eq!(chat.session.sweep(&[third]).await, Ok(2));
    assert_eq!(keys(&store, Kind::Conversation).await, [RecordKey::Conversation(third)]);
    let left = store.inner.records(Kind::Message).await.unwrap();
    assert!(!left.is_empty() && left.iter().all(|record| record.owner() == Some(third)));
}

#[tokio::test]
async fn a_conversation_that_cannot_be_erased_keeps_no_other() {
    let store = CountingStore::new(MemoryStore::default());
    let (chat, [_, second, third]) = trash(&store).await;
    let branch = store.inner.snapshot(second, 1).await.unwrap().unwrap().conversation.active_branch;
    store.damage(RecordKey::Branch(second, branch));
    let swept = chat.session.sweep(&[third]).await;
    assert!(matches!(swept, Err(Error::Store(StoreError::Damaged { .. }))), "{swept:?}");
    assert_eq!(keys(&store, Kind::Conversation).await, [second, third].map(RecordKey::Conversation));
}

/// A conversation with two documents of its own, one of three passages, and another one with a document for all.
async fn with_documents() -> (Recalling, [Document; 3]) {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let new = |name: &str, scope: Scope, chunks: &[&str]| {
        let all = chunks.concat();
        NewDocument {
            name: name.to_owned(),
            kind: DocumentKind::Text,
            scope,
            digest: Digest::of(all.as_bytes()),
            bytes: all.len() as u64,
            pages: None,
            chunks: chunks.iter().map(|chunk| ((*chunk).to_owned(), ChunkPlace::default())).collect(),
        }
    };
    let add = async |document| chat.session.add_document(chat.id, document).await.unwrap();
    let here = Scope::Conversation(chat.id);
    let first = add(new("a.txt", here, &["Hedgehogs sleep."])).await;
    let second = add(new("b.txt", here, &["Badgers dig.", "Badgers snore.", "Badgers dream."])).await;
    let third = add(new("c.txt", Scope::Everywhere, &["Foxes hunt.", "Foxes bark."])).await;
    (chat, [first, second, third])
}

#[tokio::test]
async fn a_document_that_cannot_be_read_keeps_nothing_else_from_being_sent_copied_or_erased() {
    let (chat, [first, second, third]) = with_documents().await;
    chat.session.store().damage(RecordKey::Document(first.id));
    assert_eq!(chat.session.documents().await.unwrap(), [second, third.clone()]);
    chat.say("Do foxes hunt?").await;
    let sent = serde_json::to_string(&chat.last_request()).unwrap();
    assert!(sent.contains("Badgers dig") && sent.contains("Foxes hunt") && sent.contains("vector_rag"), "{sent}");
    assert!(!sent.contains("Hedgehogs sleep"), "{sent}");
    let last = chat.session.open(chat.id, 1).await.unwrap().messages[0].id;
    let fork = chat.session.fork_conversation(chat.id, last).await.unwrap();
    assert_eq!(chat.session.documents_in(fork).await.unwrap().len(), 2);
    // It may be of this conversation.
    let lost = chat.session.export(Exported::Conversation(chat.id), &Cancel::default(), |_| ()).await;
    assert_eq!(lost, Ok(1));
    chat.session.erase_conversation(fork).await.unwrap();
    chat.session.erase_conversation(chat.id).await.unwrap();
    let left = chat.session.store().inner.records(Kind::Document).await.unwrap();
    assert_eq!(left.iter().map(Record::key).collect::<Vec<_>>(), [first.id, third.id].map(RecordKey::Document));
}

#[tokio::test]
async fn a_passage_that_cannot_be_read_is_left_out_and_goes_with_its_document() {
    for is_indexed in [true, false] {
        let (chat, [_, second, third]) = with_documents().await;
        if is_indexed {
            preview(&chat, chat.id, "Do foxes bark?").await;
        }
        for (document, number) in [(&second, 1), (&third, 1)] {
            chat.session.store().damage(RecordKey::Chunk(document.id, number));
        }
        let text = recalled(&preview(&chat, chat.id, "Do foxes hunt and bark?").await);
        assert!(
            text.contains("Badgers dig.") && text.contains("Badgers dream.") && text.contains("Hedgehogs"),
            "{text}"
        );
        assert!(text.contains("Foxes hunt.") && !text.contains("snore") && !text.contains("bark"), "{text}");
        chat.session.store().damage(RecordKey::Chunk(second.id, 2));
        chat.session.erase_conversation(chat.id).await.unwrap();
        let left = chat.session.store().inner.records(Kind::Chunk).await.unwrap();
        assert_eq!(left.iter().map(Record::key).collect::<Vec<_>>(), [0, 1].map(|at| RecordKey::Chunk(third.id, at)));
    }
}

#[tokio::test]
async fn a_conversation_that_cannot_be_read_keeps_no_other_from_being_deleted_archived_or_forked() {
    let store = DamagedStore::default();
    let (chat, [first, second, third]) = conversations(&store).await;
    let text = ProjectText { name: "Rome".to_owned(), ..ProjectText::default() };
    let project = chat.session.create_project(text).await.unwrap().id;
    chat.session.move_conversation(second, Some(project), first).await.unwrap();
    store.rows.borrow_mut().push(third);
    let session = &chat.session;
    assert_eq!(session.archive_conversations(&[second, third], true, first).await, Ok(1));
    let last = session.open(second, 1).await.unwrap().messages[0].id;
    let fork = session.fork_conversation(second, last).await.unwrap();
    assert_eq!(session.open(fork, 1).await.unwrap().conversation.title, "Hello (2)");
    session.delete_project(project, first).await.unwrap();
    assert_eq!(session.open(second, 1).await.unwrap().conversation.project, None);
    assert_eq!(session.delete_conversations(&[second, fork], first).await, Ok(2));
    let listed: Vec<_> = session.conversations_but_damaged().await.unwrap().iter().map(|one| one.id).collect();
    assert_eq!(listed, [first]);
}

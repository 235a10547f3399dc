//! Undo entries of a file.

use super::*;

/// Changes to what is here, each of which an undo entry of the file could hold.
fn changes() -> Vec<(&'static str, Change)> {
    let elsewhere = Provider { base_url: "https://attacker.example/v1".to_owned(), ..sample::provider(1) };
    let here = sample::conversation_id(HERE);
    let other_words = sample::message(HERE, 1, "Other words");
    let on_its_branch = Message { conversation: sample::conversation_id(NEW), ..sample::message(HERE, 9, "More") };
    let new_branch = BranchId::new(Timestamp(1), [3; 10]);
    let renamed =
        Conversation { title: "Renamed".to_owned(), deleted_at: Some(Timestamp(1)), ..sample::conversation(1) };
    let put = |record| Change::Put(record);
    vec![
        ("a provider", put(Record::Provider(elsewhere))),
        ("no provider", Change::Remove(RecordKey::Provider(sample::provider(1).id))),
        ("settings", put(Record::Settings(Box::new(Settings { context_max_tokens: 1_000, ..Settings::default() })))),
        ("no settings", Change::Remove(RecordKey::Settings)),
        ("no conversation", Change::Remove(RecordKey::Conversation(here))),
        ("a conversation", put(Record::Conversation(renamed))),
        ("a message", put(Record::Message(Box::new(other_words.clone())))),
        ("no message", Change::Remove(other_words.into_key())),
        ("a message on its branch", put(Record::Message(Box::new(on_its_branch)))),
        ("a branch", put(Record::Branch(Branch { id: new_branch, ..sample::branch(HERE) }))),
        ("a forget", put(Record::Forget(sample::forget(HERE, 1, 3)))),
        ("a mark", put(Record::Mark(sample::mark(HERE, 1, MarkKind::Muted)))),
        ("no image", Change::Remove(RecordKey::Blob(blob().id))),
        ("no memory", Change::Remove(RecordKey::Memory(sample::memory(1).id))),
        ("no task", Change::Remove(RecordKey::Task(sample::task(1).id))),
        ("no project", Change::Remove(RecordKey::Project(sample::project(1).id))),
        ("no template", Change::Remove(RecordKey::Template(sample::template(1).id))),
        ("a removed document", put(Record::Document(sample::document(3)))),
        ("no document", Change::Remove(RecordKey::Document(sample::document(1).id))),
        ("a chunk", put(Record::Chunk(sample::chunk(1, 500)))),
        ("no chunk", Change::Remove(RecordKey::Chunk(sample::document(1).id, 0))),
        ("no summary", Change::Remove(RecordKey::Summary(None, sample::summary(None, 1).id))),
        ("a summary", put(Record::Summary(sample::compressed(HERE, 2, 0, 2)))),
        ("a queued message", put(Record::QueuedMessage(sample::queued_message(HERE, 1)))),
        ("another entry", put(Record::Undo(Undo { number: 9, ..sample::undo(NEW, 2) }))),
    ]
}

trait IntoKey {
    fn into_key(self) -> RecordKey;
}

impl IntoKey for Message {
    fn into_key(self) -> RecordKey {
        RecordKey::Message(self.branch, self.sequence)
    }
}

#[tokio::test]
async fn an_undo_entry_of_a_file_changes_only_what_came_with_it() {
    for (name, change) in changes() {
        for command in [UndoneCommand::Provider, UndoneCommand::Settings, UndoneCommand::Storage] {
            let named = check_unchanged(name, vec![undo(command, vec![change.clone()])]).await;
            assert_eq!(named, would_change(), "{name}");
        }
    }
}

#[tokio::test]
async fn an_undo_entry_that_changes_only_its_own_conversation_comes_in() {
    let id = sample::conversation_id(NEW);
    let forget = sample::forget(NEW, 1, 1);
    let entry = undo(UndoneCommand::Forget, vec![Change::Remove(RecordKey::Forget(id, forget.id))]);
    for as_text in [true, false] {
        let here = session_with(stored_here()).await;
        let records = file(vec![Record::Forget(forget.clone()), entry.clone()]);
        assert_eq!(import(&here, &records, as_text).await, []);
        assert_eq!(here.undo(id).await.unwrap(), Some(UndoneCommand::Forget));
        assert_eq!(here.store().records(Kind::Forget).await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_backup_brings_every_undo_entry_back_where_nothing_else_is_stored() {
    let chat = Chat::open().await;
    chat.say("Rome in May?").await;
    chat.session.save_provider(&crate::common::provider()).await.unwrap();
    chat.session.delete_provider(crate::common::provider().id, chat.id).await.unwrap();
    let settings = Settings { context_max_tokens: 9_000, ..chat.session.settings().await.unwrap() };
    chat.session.change_settings(chat.id, &settings).await.unwrap();
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.delete_conversation(other, chat.id).await.unwrap();
    chat.session.forget(chat.id, 0).await.unwrap();
    let mut records = Vec::new();
    let take = |gathered: ricordo_core::session::Gathered| records.extend(gathered.records);
    chat.session.export(Scope::Everything, &ricordo_core::cancel::Cancel::default(), take).await.unwrap();
    for as_text in [true, false] {
        let there = Session::new(MemoryStore::default(), chat.host.clone());
        assert_eq!(import(&there, &records, as_text).await, []);
        assert_eq!(all(there.store()).await, all(chat.session.store()).await, "as text: {as_text}");
    }
}

//! A file that names what is stored here: importing it, undoing or erasing what came with it changes nothing of that.

mod in_trash;
mod undo;

use crate::common::Chat;
use ricordo_core::{
    branch::Branch,
    change::Change,
    conversation::Conversation,
    document::Document,
    exchange::{FileWriter, Skipped, Why},
    id::{BranchId, UndoId},
    manifest::{Fragment, FragmentContent, Manifest, ManifestItem, SourceId},
    mark::{Mark, MarkKind},
    memory_store::MemoryStore,
    message::{Message, Part},
    provider::Provider,
    record::{Blob, Kind, Record, RecordKey},
    scope::Scope as UsedIn,
    session::{ImportProgress, Scope, Session},
    settings::{Background, EmbeddedBy, Embeddings, Settings},
    store::Store,
    summary::{OF_SEVERAL, Summary},
    testing::{ManualHost, sample},
    time::Timestamp,
    undo::{Undo, UndoneCommand},
};
use std::collections::BTreeMap;

/// The seed of the conversation that is here, and of the one in the file.
const HERE: u32 = 1;
const NEW: u32 = 7;
/// Its conversation is here.
const BLOB: u32 = 1;

fn image(blob: &Blob) -> Part {
    Part::Image { blob: blob.id, media_type: "image/png".to_owned(), width: None, height: None, alt: String::new() }
}

fn blob() -> Blob {
    Blob { conversation: sample::conversation_id(HERE), ..sample::blob(BLOB) }
}

fn held_result() -> Message {
    let result = |content: &str| Part::ToolResult {
        call: "1".to_owned(),
        content: content.to_owned(),
        is_error: false,
        held: false,
    };
    Message { parts: vec![result("Trains leave at nine.")], ..sample::message(HERE, 4, "") }
}

fn result_of(message: &Message, sources: Vec<SourceId>) -> Fragment {
    let conversations = vec![message.conversation, sample::conversation_id(NEW)];
    let content = FragmentContent::Result { message: message.id, part: 0, conversations };
    Fragment { digest: ricordo_core::digest::Digest(77), content, sources }
}

/// What is stored before the import.
fn stored_here() -> Vec<Record> {
    let head = sample::stored(HERE, 4).into_iter();
    let mut records: Vec<Record> =
        head.filter_map(|change| if let Change::Add(record) = change { Some(record) } else { None }).collect();
    let shown = Message { parts: vec![image(&blob())], ..sample::message(HERE, 5, "") };
    let document = sample::document(1);
    records.extend([
        Record::Message(Box::new(held_result())),
        Record::Message(Box::new(shown)),
        Record::Blob(blob()),
        // A conversation without messages, in a project.
        Record::Conversation(sample::conversation(2)),
        Record::Branch(sample::branch(2)),
        Record::Provider(sample::provider(1)),
        Record::Settings(Box::new(Settings { context_max_tokens: 12_345, ..Settings::default() })),
        Record::Memory(sample::memory(1)),
        Record::Task(sample::task(1)),
        Record::Project(sample::project(1)),
        Record::Template(sample::template(1)),
        Record::Summary(Summary { project: None, ..sample::summary(None, 1) }),
    ]);
    records.extend((0..document.chunks).map(|number| Record::Chunk(sample::chunk(1, number))));
    records.push(Record::Document(document));
    // A document that was removed, which undo brings back to its chunk.
    let removed = Document { chunks: 1, scope: UsedIn::Everywhere, ..sample::document(3) };
    records.push(Record::Chunk(sample::chunk(3, 0)));
    records.push(Record::Undo(Undo {
        command: UndoneCommand::RemoveDocument,
        changes: vec![Change::Put(Record::Document(removed))],
        ..sample::undo(HERE, 1)
    }));
    records
}

async fn session_with(records: Vec<Record>) -> Session<MemoryStore, ManualHost> {
    let session = Session::new(MemoryStore::default(), ManualHost::default());
    session.store().apply(records.into_iter().map(Change::Add).collect()).await.unwrap();
    session
}

/// A conversation of two messages, and more.
fn file(more: Vec<Record>) -> Vec<Record> {
    let own = sample::stored(NEW, 2).into_iter();
    let own = own.filter_map(|change| if let Change::Add(record) = change { Some(record) } else { None });
    let (alone, owned): (Vec<Record>, Vec<Record>) = more.into_iter().partition(|record| record.owner().is_none());
    alone.into_iter().chain(own).chain(owned).collect()
}

/// Imports records, as a file that the page reads or as one text.
async fn import(to: &Session<MemoryStore, ManualHost>, records: &[Record], as_text: bool) -> Vec<Skipped> {
    if as_text {
        let mut writer = FileWriter::default();
        let text = writer.head(Timestamp(1)) + &writer.records(records.to_vec()) + &writer.foot();
        to.import_text(&text).await.unwrap();
        return Vec::new();
    }
    let mut import = ImportProgress::default();
    for record in records {
        to.import_records(&mut import, vec![record.clone()]).await;
    }
    to.finish_import(&mut import, true).await;
    assert_eq!(import.imported.stopped, None);
    import.imported.skipped
}

async fn all(store: &MemoryStore) -> BTreeMap<RecordKey, Record> {
    let mut found = BTreeMap::new();
    for kind in Kind::ALL {
        found.extend(store.records(kind).await.unwrap().into_iter().map(|record| (record.key(), record)));
    }
    found
}

/// What the conversations that were here show, and how many chunks their document has.
async fn shown(session: &Session<MemoryStore, ManualHost>) -> (Vec<Vec<Message>>, usize) {
    let mut messages = Vec::new();
    for seed in [HERE, 2] {
        messages.push(session.open(sample::conversation_id(seed), 100).await.unwrap().messages);
    }
    let (first, last) = RecordKey::chunks_of(sample::document(1).id);
    (messages, session.store().records_between(first, last, 1_000).await.unwrap().len())
}

/// Imports a file with `more`, undoes everything in its conversation and erases it. Returns what the report names.
async fn check_unchanged(name: &str, more: Vec<Record>) -> Vec<Skipped> {
    let (records, id) = (file(more), sample::conversation_id(NEW));
    let mut named = Vec::new();
    for as_text in [true, false] {
        let here = session_with(stored_here()).await;
        let (before, looks) = (all(here.store()).await, shown(&here).await);
        let check = async |moment: &str| {
            let now = all(here.store()).await;
            for (key, record) in &before {
                assert_eq!(now.get(key), Some(record), "{name}, as text: {as_text}, after {moment}");
            }
            assert_eq!(shown(&here).await, looks, "{name}, as text: {as_text}, after {moment}");
        };
        named = import(&here, &records, as_text).await;
        check("the import").await;
        let after = all(here.store()).await;
        import(&here, &records, as_text).await;
        assert_eq!(all(here.store()).await, after, "{name}: a second import changes nothing");
        while here.undo(id).await.unwrap().is_some() {}
        check("undo").await;
        if here.open(id, 1).await.is_ok() {
            here.restore_deleted(id).await.unwrap();
            here.discard_deleted(id).await.unwrap();
            here.erase_conversation(id).await.unwrap();
        }
        check("erasing").await;
    }
    named
}

fn undo(command: UndoneCommand, changes: Vec<Change>) -> Record {
    // Later than any real one.
    let id = UndoId::new(Timestamp(1 << 46), [9; 10]);
    Record::Undo(Undo { id, command, at: Timestamp(1 << 46), changes, ..sample::undo(NEW, 1) })
}

fn would_change() -> Vec<Skipped> {
    vec![Skipped { what: format!("Conversation {NEW}"), why: Why::WouldChange }]
}

fn taken() -> Vec<Skipped> {
    vec![Skipped { what: format!("Conversation {NEW}"), why: Why::Taken }]
}

#[tokio::test]
async fn a_time_of_a_file_does_not_move_the_clock_of_what_is_done_later() {
    for as_text in [true, false] {
        let here = session_with(stored_here()).await;
        import(&here, &file(vec![undo(UndoneCommand::Forget, Vec::new())]), as_text).await;
        here.open(sample::conversation_id(NEW), 1).await.unwrap();
        here.open(sample::conversation_id(HERE), 1).await.unwrap();
        here.forget(sample::conversation_id(HERE), 1).await.unwrap();
        let undo = here.store().last_undo(sample::conversation_id(HERE)).await.unwrap().unwrap();
        assert!(undo.at < Timestamp(1 << 45), "{undo:?}");
    }
}

#[tokio::test]
async fn a_conversation_of_a_file_takes_no_branch_that_is_here() {
    let on_branch = |seed: u32, sequence| {
        let message = sample::message(NEW, sequence, "Shown elsewhere");
        Record::Message(Box::new(Message { branch: sample::branch_id(seed), ..message }))
    };
    let branch = |seed: u32| {
        let first = Branch { id: sample::branch_id(seed), ..sample::branch(NEW) };
        Record::Branch(first)
    };
    // The branch of conversation 2 has no messages.
    for seed in [HERE, 2] {
        assert_eq!(check_unchanged("a message", vec![on_branch(seed, 9)]).await, taken());
        assert_eq!(check_unchanged("a branch", vec![branch(seed), on_branch(seed, 9)]).await, taken());
        let draft = ricordo_core::draft::ReplyDraft { branch: sample::branch_id(seed), ..sample::reply_draft(NEW, 9) };
        assert_eq!(check_unchanged("a draft", vec![Record::ReplyDraft(draft)]).await, taken());
    }
    // Of the index, a document is a branch.
    let id = sample::document(1).id.branch();
    let of_document = Record::Branch(Branch { id, ..sample::branch(NEW) });
    assert_eq!(check_unchanged("a document", vec![of_document]).await, taken());
}

#[tokio::test]
async fn an_image_of_a_file_replaces_none_and_none_is_erased_with_its_conversation() {
    let new = sample::conversation_id(NEW);
    let other = Record::Blob(Blob { conversation: new, bytes: vec![1, 2, 3], ..blob() });
    let with_image = Message { parts: vec![image(&blob())], ..sample::message(NEW, 2, "") };
    let message = Record::Message(Box::new(with_image));
    assert_eq!(check_unchanged("an image", vec![other.clone(), message.clone()]).await, taken());
    assert_eq!(check_unchanged("the image of another", vec![message.clone()]).await, taken());
    let mut draft = sample::composer_draft(NEW);
    draft.images = vec![image(&blob())];
    assert_eq!(check_unchanged("a draft", vec![Record::ComposerDraft(draft)]).await, taken());
    let entry = undo(UndoneCommand::Storage, vec![Change::Put(message)]);
    assert_eq!(check_unchanged("a deleted message", vec![entry]).await, would_change());
}

#[tokio::test]
async fn what_belongs_to_something_that_is_here_stays_out() {
    let here = sample::conversation_id(HERE);
    let several = Mark { conversation: OF_SEVERAL, ..sample::mark(HERE, 1, MarkKind::NotRecalled) };
    let summary = sample::summary(None, 1).marked_as().1;
    let alone = vec![
        ("a chunk", Record::Chunk(sample::chunk(1, 500))),
        ("a document", Record::Document(Document { scope: UsedIn::Conversation(here), ..sample::document(2) })),
        ("a removed document", Record::Document(Document { scope: UsedIn::Everywhere, ..sample::document(3) })),
        ("a calibration", Record::Calibration(sample::calibration(1))),
        ("a mark", Record::Mark(Mark { message: summary, ..several })),
        ("a job", Record::Maintenance(sample::maintenance(ricordo_core::maintenance::Job::Compression(here)))),
        ("usage", Record::DayUsage(sample::day_usage(HERE, 1, "m"))),
        (
            "a result",
            Record::Fragment(result_of(&held_result(), vec![SourceId::Message(sample::message(NEW, 0, "").id)])),
        ),
        ("a summary", Record::Summary(Summary { conversation: None, ..sample::compressed(HERE, 3, 0, 4) })),
    ];
    for (name, record) in alone {
        let key = record.key();
        check_unchanged(name, vec![record.clone()]).await;
        for as_text in [true, false] {
            let session = session_with(stored_here()).await;
            import(&session, &file(vec![record.clone()]), as_text).await;
            assert_eq!(session.store().record(key).await.unwrap(), None, "{name}, as text: {as_text}");
        }
    }
    // A request of the file that names what is stored of a result here, which no request names.
    let stored = result_of(&held_result(), vec![SourceId::Memory(sample::memory(1).id)]);
    let mut manifest: Manifest = sample::manifest(NEW, 1);
    manifest.layers[0].items = vec![ManifestItem::Fragment(stored.digest)];
    let mut records = stored_here();
    records.push(Record::Fragment(stored.clone()));
    for as_text in [true, false] {
        let session = session_with(records.clone()).await;
        import(&session, &file(vec![Record::Manifest(manifest.clone())]), as_text).await;
        let _ = session.erase_conversation(sample::conversation_id(NEW)).await;
        let key = RecordKey::Fragment(stored.digest);
        assert_eq!(session.store().record(key).await.unwrap(), Some(Record::Fragment(stored.clone())));
    }
}

#[tokio::test]
async fn an_existing_conversation_gets_nothing_from_a_file() {
    let records = [
        Record::Conversation(Conversation { updated_at: Timestamp(9_999), ..sample::conversation(HERE) }),
        Record::Branch(Branch { id: BranchId::new(Timestamp(1), [3; 10]), ..sample::branch(HERE) }),
        Record::Message(Box::new(sample::message(HERE, 8, "More"))),
        Record::Forget(sample::forget(HERE, 1, 3)),
        Record::Undo(sample::undo(HERE, 1)),
        Record::QueuedMessage(sample::queued_message(HERE, 1)),
    ];
    for as_text in [true, false] {
        let session = session_with(stored_here()).await;
        let before = all(session.store()).await;
        import(&session, &records, as_text).await;
        assert_eq!(all(session.store()).await, before, "as text: {as_text}");
    }
}

#[tokio::test]
async fn no_import_brings_a_permission_along() {
    let background = Background { leaves_computer: true, ..Background::default() };
    let mut given = sample::conversation(NEW);
    given.own.background = Some(background.clone());
    let Record::Conversation(full) = sample::of_kind(Kind::Conversation) else { panic!() };
    assert!(!full.consents.is_empty());
    given.consents = full.consents;
    let by = |by| Embeddings { by, provider: Some(Provider::in_page().id), ..Embeddings::default() };
    let settings = Settings { background, embeddings: by(EmbeddedBy::Connection), ..Settings::default() };
    let entry = undo(UndoneCommand::Edit, vec![Change::Put(Record::Conversation(given.clone()))]);
    let mut records = file(vec![Record::Settings(Box::new(settings)), entry]);
    for record in &mut records {
        if let Record::Conversation(one) = record {
            *one = given.clone();
        }
    }
    for as_text in [true, false] {
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        import(&session, &records, as_text).await;
        let stored = format!("{:?}", all(session.store()).await);
        assert!(stored.contains("consents: []") && !stored.contains("consents: [C"), "as text: {as_text}: {stored}");
        assert!(!stored.contains("leaves_computer: true"), "as text: {as_text}: {stored}");
        assert_eq!(session.settings().await.unwrap().embeddings, Embeddings::default(), "as text: {as_text}");
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        let in_page = Settings { embeddings: by(EmbeddedBy::InPage), ..Settings::default() };
        import(&session, &file(vec![Record::Settings(Box::new(in_page))]), as_text).await;
        assert_eq!(session.settings().await.unwrap().embeddings.by, EmbeddedBy::InPage, "no text leaves the page");
    }
}

#[tokio::test]
async fn an_import_that_was_interrupted_completes_when_it_is_repeated() {
    let from = session_with(Vec::new()).await;
    from.store().apply(sample::stored(NEW, 1_200)).await.unwrap();
    let mut records = Vec::new();
    let take = |gathered: ricordo_core::session::Gathered| records.extend(gathered.records);
    from.export(Scope::Everything, &ricordo_core::cancel::Cancel::default(), take).await.unwrap();
    let to = session_with(stored_here()).await;
    // The tab is closed in the middle of the conversation.
    to.import_records(&mut ImportProgress::default(), records[..700].to_vec()).await;
    assert!(to.store().count(Kind::Message).await.unwrap() < 1_000);
    assert_eq!(import(&to, &records, false).await, []);
    let after = all(to.store()).await;
    for (key, record) in all(from.store()).await {
        assert_eq!(after.get(&key), Some(&record));
    }
    import(&to, &records, false).await;
    assert_eq!(all(to.store()).await, after);
}

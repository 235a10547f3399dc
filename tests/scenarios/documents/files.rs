//! Documents in exports and imports.

use super::*;
use crate::recalling::{new, preview, put, recalled};
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    error::StoreError,
    exchange::{Skipped, Why},
    memory_store::MemoryStore,
    record::{Record, RecordKey},
    session::{Gathered, ImportProgress, ImportReport, Scope as Exported, Session},
    testing::{FailingStore, ManualHost},
    undo::UndoneCommand,
};

/// A document for all conversations, one of the conversation, and a chunk that is never recalled.
async fn with_documents() -> (Recalling, Document, Document) {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let texts: Vec<String> = (0..250).map(|n| format!("Line {n} about hedgehogs.")).collect();
    let long = add(&chat, Scope::Everywhere, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let own = add(&chat, here(&chat), &["Foxes hunt.", "At night."]).await;
    chat.session.do_not_recall_chunks(chat.id, own.id, &[1]).await.unwrap();
    (chat, long, own)
}

/// Another browser without conversations: both test hosts make the same ids, and a conversation that is there stays as it is.
async fn elsewhere() -> Recalling {
    let there = open().await;
    there.session.erase_conversation(there.id).await.unwrap();
    there
}

async fn records_of(chat: &Recalling, what: Exported) -> Vec<Record> {
    let mut records = Vec::new();
    let take = |gathered: Gathered| records.extend(gathered.records);
    chat.session.export(what, &Cancel::default(), take).await.unwrap();
    records
}

#[tokio::test]
async fn documents_come_back_from_a_backup_and_are_found() {
    let (chat, long, own) = with_documents().await;
    let there = elsewhere().await;
    let mut import = ImportProgress::default();
    let records = records_of(&chat, Exported::Everything).await;
    assert!(records.iter().all(|record| !record.kind().is_index()));
    for record in records {
        there.session.import_records(&mut import, vec![record]).await;
    }
    there.session.finish_import(&mut import, true).await;
    assert_eq!(import.imported.skipped, Vec::<Skipped>::new());
    assert_eq!(there.session.documents().await.unwrap(), [long.clone(), own.clone()]);
    assert_eq!(chunks(&there, long.id).await, chunks(&chat, long.id).await);
    assert_eq!(there.session.store().records(Kind::Mark).await.unwrap().len(), 1);
    assert!(recalled(&preview(&there, chat.id, "Line 249?").await).contains("Line 249 about"));
    assert!(recalled(&preview(&there, chat.id, "Hello?").await).contains("Foxes hunt."));
    assert!(!recalled(&preview(&there, chat.id, "Hello?").await).contains("At night."));
    // A second import changes nothing.
    let mut again = ImportProgress::default();
    there.session.import_records(&mut again, records_of(&chat, Exported::Everything).await).await;
    there.session.finish_import(&mut again, true).await;
    assert_eq!(again.imported, ImportReport { here: 1, ..ImportReport::default() });
    // Unless the first one was interrupted before a mark of a chunk was stored.
    let mark = RecordKey::Mark(own.id.marks(), own.id.chunk(1));
    there.session.store().apply(vec![Change::Remove(mark)]).await.unwrap();
    let mut repeated = ImportProgress::default();
    there.session.import_records(&mut repeated, records_of(&chat, Exported::Everything).await).await;
    there.session.finish_import(&mut repeated, true).await;
    assert_eq!(repeated.imported, again.imported);
    assert!(!recalled(&preview(&there, chat.id, "Hello?").await).contains("At night."));
    // As one text, too.
    let text = chat.session.export_text(Exported::Everything).await.unwrap();
    let plain = Session::new(MemoryStore::default(), ManualHost::default());
    plain.import_text(&text).await.unwrap();
    let after_head = |text: &str| text.split_once('\n').map(|(_, records)| records.to_owned());
    assert_eq!(after_head(&plain.export_text(Exported::Everything).await.unwrap()), after_head(&text));
}

#[tokio::test]
async fn one_conversation_brings_its_own_documents_only() {
    let (chat, _, own) = with_documents().await;
    let file = chat.session.export_text(Exported::Conversation(chat.id)).await.unwrap();
    assert!(file.contains("Foxes hunt.") && !file.contains("hedgehogs"), "{file}");
    let there = elsewhere().await;
    there.session.import_text(&file).await.unwrap();
    assert_eq!(there.session.documents().await.unwrap(), [own]);
    let other = new(&chat).await;
    let file = chat.session.export_text(Exported::Conversation(other)).await.unwrap();
    assert!(!file.contains("Foxes") && !file.contains("hedgehogs"), "{file}");
}

#[tokio::test]
async fn what_belongs_to_no_document_any_more_is_in_no_file() {
    let (chat, long, _) = with_documents().await;
    chat.session.remove_document(chat.id, long.id).await.unwrap();
    let records = records_of(&chat, Exported::Everything).await;
    assert_eq!(records.iter().filter(|record| record.kind() == Kind::Chunk).count(), 2);
}

#[tokio::test]
async fn a_backup_does_not_bring_back_a_document_that_was_removed_before_it() {
    let (chat, long, own) = with_documents().await;
    chat.session.remove_document(chat.id, long.id).await.unwrap();
    let backup = records_of(&chat, Exported::Everything).await;
    let is_removal =
        |record: &&Record| matches!(record, Record::Undo(undo) if undo.command == UndoneCommand::RemoveDocument);
    assert_eq!(backup.iter().filter(is_removal).count(), 0);
    // Earlier builds exported the entry without the chunks.
    let entries = chat.session.store().records(Kind::Undo).await.unwrap();
    let removal = entries.iter().find(is_removal).unwrap().clone();
    let of_earlier_builds = [backup.clone(), vec![removal]].concat();
    for (records, skipped) in [(backup, 0), (of_earlier_builds, 1)] {
        let there = elsewhere().await;
        let mut import = ImportProgress::default();
        there.session.import_records(&mut import, records).await;
        there.session.finish_import(&mut import, true).await;
        assert_eq!(
            import.imported.skipped.iter().map(|one| one.why).collect::<Vec<_>>(),
            vec![Why::NotInFile; skipped]
        );
        assert_eq!(there.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::NotRecall));
        assert_eq!(there.session.documents().await.unwrap(), std::slice::from_ref(&own));
        let same =
            NewDocument { digest: long.digest, bytes: long.bytes, ..text("notes.txt", Scope::Everywhere, &["Line"]) };
        there.session.add_document(chat.id, same).await.unwrap();
    }
    let text = chat.session.export_text(Exported::Everything).await.unwrap();
    let plain = Session::new(MemoryStore::default(), ManualHost::default());
    plain.import_text(&text).await.unwrap();
    assert_eq!(plain.undo(chat.id).await.unwrap(), Some(UndoneCommand::NotRecall));
}

#[tokio::test]
async fn a_document_whose_file_ends_early_is_not_there_in_part() {
    let (chat, _, own) = with_documents().await;
    let records = records_of(&chat, Exported::Everything).await;
    let cut =
        records.iter().position(|record| matches!(record, Record::Chunk(chunk) if chunk.document != own.id)).unwrap()
            + 100;
    let there = Session::new(MemoryStore::default(), ManualHost::default());
    let mut import = ImportProgress::default();
    there.import_records(&mut import, records[..cut].to_vec()).await;
    there.finish_import(&mut import, false).await;
    for kind in [Kind::Document, Kind::Chunk] {
        assert_eq!(there.store().records(kind).await.unwrap(), []);
    }
    assert_eq!(import.imported.left_over, ["notes.txt", "notes.txt"]);
    // Nor is one for which the storage space ended.
    let there = Session::new(FailingStore::new(MemoryStore::default()), ManualHost::default());
    there.store().fail_after(u32::try_from(cut).unwrap(), StoreError::Full);
    let mut import = ImportProgress::default();
    there.import_records(&mut import, records).await;
    assert_eq!(import.imported.stopped, Some(StoreError::Full));
    there.store().fail_with(None);
    there.finish_import(&mut import, true).await;
    assert_eq!(there.store().records(Kind::Chunk).await.unwrap(), []);
}

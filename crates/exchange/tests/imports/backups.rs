//! Our own files: an export imports unchanged, and no existing record is overwritten.

use super::support::{exported, gzip, import, session};
use proptest::prelude::*;
use ricordo_core::{
    change::Change,
    conversation::Conversation,
    exchange::{End, Format},
    id::BlobId,
    memory_store::MemoryStore,
    message::Part,
    record::{Blob, Kind, Record},
    session::Scope,
    settings::Settings,
    store::Store,
    testing::{conformance::dump, sample},
    time::Timestamp,
};

/// Conversations with these numbers of messages, some with images and a second branch.
fn records(shapes: &[(u8, bool)]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (seed, (messages, has_image)) in (1..).zip(shapes) {
        let messages = u32::from(*messages);
        changes.extend(sample::stored(seed, messages));
        if *has_image {
            let id = BlobId::new(Timestamp(9), [u8::try_from(seed).unwrap_or(0); 10]);
            let conversation = sample::conversation_id(seed);
            let bytes = (0..messages * 7).map(|n| (n % 251) as u8).collect();
            changes.push(Change::Add(Record::Blob(Blob {
                id,
                conversation,
                media_type: "image/png".to_owned(),
                bytes,
            })));
            let mut shown = sample::message(seed, messages, "Look \u{1f440} \"\\\n\u{0}");
            let (media_type, alt) = ("image/png".to_owned(), "an [image]".to_owned());
            shown.parts.push(Part::Image { blob: id, media_type, width: Some(3), height: None, alt });
            changes.push(Change::Add(Record::Message(Box::new(shown))));
        }
    }
    changes
}

async fn filled(shapes: &[(u8, bool)]) -> super::support::TestSession {
    let session = session();
    session.store().apply(records(shapes)).await.unwrap();
    session
}

#[tokio::test]
async fn a_backup_of_every_kind_restores_the_same_bytes() {
    let from = session();
    from.store().apply(sample::of_every_kind_in_a_file().into_iter().map(Change::Add).collect()).await.unwrap();
    let file = exported(&from, Scope::Everything).await;
    for bytes in [file.clone().into_bytes(), gzip(file.as_bytes())] {
        let to = session();
        let came = import(&to, bytes).await;
        assert_eq!((came.end, came.format, came.skipped.len()), (End::Whole, Some(Format::Ricordo), 0));
        assert_eq!(dump(to.store()).await, dump(from.store()).await);
    }
}

#[tokio::test]
async fn an_export_is_json_with_every_record_and_no_key() {
    let from = session();
    let all = sample::of_every_kind_in_a_file();
    from.store().apply(all.iter().cloned().map(Change::Add).collect()).await.unwrap();
    let file = exported(&from, Scope::Everything).await;
    let value: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(value["ricordo"], ricordo_core::record::RECORD_VERSION);
    assert_eq!(value["count"], all.len());
    assert_eq!(value["records"].as_array().unwrap().len(), all.len());
    assert_eq!(file.lines().count(), all.len() + 2, "a line for each record, one before and one after");
    for word in ["api_key", "secret", "password", "authorization", "sealed"] {
        assert!(!file.to_lowercase().contains(word), "{word}");
    }
}

#[tokio::test]
async fn an_export_of_older_versions_is_read() {
    let all = sample::of_every_kind_in_a_file();
    let old = format!("{{\n  \"ricordo\": 2,\n  \"records\": {}\n}}", serde_json::to_string_pretty(&all).unwrap());
    let to = session();
    let came = import(&to, old.into_bytes()).await;
    assert_eq!((came.end, came.imported.conversations), (End::Whole, 1));
    let from = session();
    from.store().apply(all.into_iter().map(Change::Add).collect()).await.unwrap();
    assert_eq!(dump(to.store()).await, dump(from.store()).await);
}

#[tokio::test]
async fn one_conversation_goes_out_alone() {
    let from = filled(&[(3, true), (2, true)]).await;
    let file = exported(&from, Scope::Conversation(sample::conversation_id(2))).await;
    let to = session();
    let came = import(&to, file.into_bytes()).await;
    assert_eq!((came.imported.conversations, came.imported.messages), (1, 3));
    assert_eq!(to.store().records(Kind::Blob).await.unwrap().len(), 1);
    assert!(to.store().records(Kind::Settings).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_temporary_conversation_is_in_no_file() {
    let from = session();
    let temporary = from.new_temporary().await.unwrap().conversation;
    let file = exported(&from, Scope::Everything).await;
    assert!(!file.contains(&temporary.id.to_string()));
}

#[tokio::test]
async fn the_same_backup_again_changes_nothing() {
    let session = filled(&[(4, true), (0, false)]).await;
    let before = dump(session.store()).await;
    let came = import(&session, exported(&session, Scope::Everything).await.into_bytes()).await;
    assert_eq!((came.imported.here, came.imported.is_something()), (2, false));
    assert_eq!(dump(session.store()).await, before);
}

#[tokio::test]
async fn what_is_here_is_never_overwritten() {
    let from = filled(&[(4, false)]).await;
    let mut settings = Settings { context_max_tokens: 12_000, ..Settings::default() };
    from.save_settings(&settings).await.unwrap();
    let file = exported(&from, Scope::Everything).await.into_bytes();
    let here = filled(&[(2, false)]).await;
    let newer = Conversation { title: "Mine".to_owned(), updated_at: Timestamp(9_999), ..sample::conversation(1) };
    settings.context_max_tokens = 20_000;
    here.store().apply(vec![Change::Put(Record::Conversation(newer))]).await.unwrap();
    here.save_settings(&settings).await.unwrap();
    let before = dump(here.store()).await;
    let came = import(&here, file.clone()).await;
    assert_eq!(dump(here.store()).await, before);
    assert_eq!((came.imported.here, came.imported.kept, came.imported.newer_in_file.len()), (1, 1, 0));
    // Default settings are no loss.
    let fresh = session();
    fresh.save_settings(&Settings::default()).await.unwrap();
    import(&fresh, file).await;
    assert_eq!(fresh.settings().await.unwrap().context_max_tokens, 12_000);
}

#[tokio::test]
async fn a_conversation_that_was_deleted_comes_back() {
    let session = filled(&[(4, false), (2, false)]).await;
    let file = exported(&session, Scope::Everything).await.into_bytes();
    let id = sample::conversation_id(1);
    session.delete_conversation(id, sample::conversation_id(2)).await.unwrap();
    let came = import(&session, file).await;
    assert_eq!((came.imported.brought_back, came.imported.here), (1, 1));
    assert_eq!(session.open(id, 10).await.unwrap().messages.len(), 4);
}

#[tokio::test]
async fn what_was_in_the_trash_of_a_backup_stays_there_for_its_days_with_what_was_learned_in_it() {
    let from = filled(&[(2, false)]).await;
    let deleted = Conversation { deleted_at: Some(Timestamp(1)), ..sample::conversation(1) };
    let memory = sample::of_every_kind().into_iter().find(|one| one.kind() == Kind::Memory).unwrap();
    from.store().apply(vec![Change::Put(Record::Conversation(deleted)), Change::Add(memory)]).await.unwrap();
    let file = exported(&from, Scope::Everything).await;
    for as_text in [true, false] {
        let to = session();
        if as_text {
            to.import_text(&file).await.unwrap();
        } else {
            import(&to, file.clone().into_bytes()).await;
        }
        to.host().advance(29 * 86_400_000);
        to.sweep(&[]).await.unwrap();
        let kept = (to.store().count(Kind::Message).await.unwrap(), to.store().count(Kind::Memory).await.unwrap());
        assert_eq!(kept, (2, 1), "as text: {as_text}");
        to.host().advance(2 * 86_400_000);
        to.sweep(&[]).await.unwrap();
        assert_eq!(to.store().count(Kind::Message).await, Ok(0));
    }
}

#[tokio::test]
async fn the_newer_one_of_a_file_takes_the_place_of_one_that_was_deleted() {
    let from = filled(&[(4, true)]).await;
    let newer = Conversation { title: "Went on".to_owned(), updated_at: Timestamp(5_000), ..sample::conversation(1) };
    let memory = sample::of_every_kind().into_iter().find(|one| one.kind() == Kind::Memory).unwrap();
    from.store().apply(vec![Change::Put(Record::Conversation(newer)), Change::Add(memory)]).await.unwrap();
    let file = exported(&from, Scope::Everything).await.into_bytes();
    let here = filled(&[(2, false), (1, false)]).await;
    here.delete_conversation(sample::conversation_id(1), sample::conversation_id(2)).await.unwrap();
    let came = import(&here, file).await;
    assert_eq!((came.imported.conversations, came.imported.brought_back, came.imported.others), (1, 0, 1));
    assert_eq!(super::support::messages(&here, "Went on").await.len(), 5);
    assert_eq!(here.store().count(Kind::Memory).await, Ok(1), "a memory of it came with the file and stays");
}

#[tokio::test]
async fn a_long_conversation_is_stored_in_parts_and_shown_when_it_is_whole() {
    let from = session();
    from.store().apply(sample::stored(1, 4_500)).await.unwrap();
    let to = session();
    let came = import(&to, exported(&from, Scope::Everything).await.into_bytes()).await;
    assert_eq!((came.imported.conversations, came.imported.messages), (1, 4_500));
    assert_eq!(dump(to.store()).await, dump(from.store()).await);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    /// A backup restores any stored data byte for byte.
    #[test]
    fn any_conversations_come_back_the_same(shapes in prop::collection::vec((0u8..9, any::<bool>()), 0..5), packed: bool) {
        run(async {
            let from = filled(&shapes).await;
            let file = exported(&from, Scope::Everything).await;
            let bytes = if packed { gzip(file.as_bytes()) } else { file.into_bytes() };
            let to = session();
            let came = import(&to, bytes).await;
            assert_eq!(came.end, End::Whole);
            assert_eq!(dump(to.store()).await, dump(from.store()).await);
        });
    }

    /// A file that is truncated at any point causes no panic: everything imported is from the file, and the truncated
    /// conversation is reported.
    #[test]
    fn a_file_that_is_cut_anywhere_is_told_of(
        shapes in prop::collection::vec((1u8..9, any::<bool>()), 1..5), packed: bool, at in 0.0f64..1.0,
    ) {
        run(async {
            let from = filled(&shapes).await;
            let file = exported(&from, Scope::Everything).await.trim_end().to_owned();
            let bytes = if packed { gzip(file.as_bytes()) } else { file.into_bytes() };
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place")]
            let cut = (bytes.len() as f64 * at) as usize;
            let to = session();
            let came = import(&to, bytes[..cut].to_vec()).await;
            assert_ne!(came.end, End::Whole);
            check_honest(&from, &to, &came).await;
        });
    }

    /// Changed bytes anywhere cause no panic either.
    #[test]
    fn a_file_with_other_bytes_in_it_is_survived(
        packed: bool, at in prop::collection::vec((0.0f64..1.0, any::<u8>()), 1..6),
    ) {
        run(async {
            let from = filled(&[(6, true), (3, false)]).await;
            let file = exported(&from, Scope::Everything).await;
            let mut bytes = if packed { gzip(file.as_bytes()) } else { file.into_bytes() };
            for (at, byte) in at {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place")]
                let at = (bytes.len() as f64 * at) as usize;
                bytes[at] = byte;
            }
            let to = session();
            let came = import(&to, bytes).await;
            let stored = to.store().count(Kind::Message).await.unwrap();
            assert_eq!(came.imported.messages, stored, "what is told is what is stored");
        });
    }
}

/// What is stored matches the report, and nothing comes from outside the file.
async fn check_honest(
    from: &super::support::TestSession<MemoryStore>,
    to: &super::support::TestSession<MemoryStore>,
    came: &super::support::Came,
) {
    assert_eq!(came.imported.messages, to.store().count(Kind::Message).await.unwrap());
    let shown = to.conversations().await.unwrap();
    assert_eq!(came.imported.conversations, shown.len() as u64);
    let whole = from.store().records(Kind::Message).await.unwrap();
    for message in to.store().records(Kind::Message).await.unwrap() {
        assert!(whole.contains(&message));
    }
    for conversation in shown {
        let all = from.open(conversation.id, 1_000).await.unwrap().messages.len();
        let here = to.open(conversation.id, 1_000).await.unwrap().messages.len();
        assert!(
            all == here || came.imported.cut.contains(&conversation.title),
            "{} lacks something",
            conversation.title
        );
    }
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(test);
}

//! Invalid files and a full store: each has its kind of error, and nothing is lost.

use super::support::{TestSession, exported, gzip, import, import_under, session, zip};
use ricordo_core::{
    change::Change,
    conversation::Conversation,
    error::StoreError,
    exchange::{End, Refusal, Why},
    memory_store::MemoryStore,
    record::{RECORD_VERSION, Record},
    session::{ImportProgress, Scope, Session},
    store::Store,
    testing::{FailingStore, ManualHost, conformance::dump, sample},
};
use ricordo_exchange::Limits;

const CHATGPT: &str = include_str!("../files/chatgpt.json");

async fn refused(bytes: impl Into<Vec<u8>>) -> Refusal {
    let session = session();
    let came = import(&session, bytes.into()).await;
    assert!(!came.imported.is_something());
    match came.end {
        End::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_file_that_is_nothing_of_it_is_refused() {
    for bytes in
        [&b"Dear diary"[..], b"<html></html>", b"\x89PNG\r\n\x1a\n", b"\xff\xfe[\0", b"{\"name\":\"x\",\"v\":[1]}"]
    {
        assert_eq!(refused(bytes).await, Refusal::Unknown, "{}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(refused(format!("[{}1]", "1,".repeat(5_000))).await, Refusal::Unknown);
    for bytes in [&b""[..], b"   \n", b"[]", b"\xef\xbb\xbf"] {
        assert_eq!(refused(bytes).await, Refusal::Empty);
    }
    assert_eq!(refused(gzip(b"Dear diary")).await, Refusal::Unknown);
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused() {
    let found = RECORD_VERSION + 1;
    let text = format!("{{\"ricordo\":{found},\"records\":[{{\"unheard\":{{}}}}]}}");
    let known = RECORD_VERSION;
    assert_eq!(refused(text.as_bytes()).await, Refusal::NewerVersion { found, known });
    assert_eq!(refused(gzip(text.as_bytes())).await, Refusal::NewerVersion { found, known });
}

#[tokio::test]
async fn a_bomb_is_stopped_and_what_was_read_before_it_stays() {
    let limits = Limits { free: 1 << 20, ..Limits::default() };
    let mut bomb = CHATGPT.trim_end().trim_end_matches(']').to_owned();
    bomb.push_str(&" ".repeat(40 << 20));
    bomb.push(']');
    for bytes in [zip(&[("conversations.json", bomb.as_bytes())]), gzip(bomb.as_bytes())] {
        let session = session();
        let came = import_under(&session, bytes, limits).await;
        assert_eq!(came.end, End::Refused(Refusal::Bomb));
        assert_eq!(came.imported.conversations, 4);
    }
    let quiet = session();
    let came = import_under(&quiet, zip(&[("conversations.json", &vec![b'['; 40 << 20])]), limits).await;
    assert_eq!(came.end, End::Refused(Refusal::Bomb));
    let came = import_under(&quiet, gzip(CHATGPT.as_bytes()), Limits { unpacked: 100, ..limits }).await;
    assert_eq!(came.end, End::Refused(Refusal::Bomb));
    let many: Vec<(String, &[u8])> = (0..20).map(|n| (format!("conversations-{n}.json"), &b"[]"[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let came = import_under(&quiet, zip(&many), Limits { entries: 10, ..limits }).await;
    assert_eq!(came.end, End::Refused(Refusal::Bomb));
}

#[tokio::test]
async fn an_archive_is_refused_for_what_is_wrong_with_it() {
    assert_eq!(refused(zip(&[("photo.jpg", b"x")])).await, Refusal::NothingInArchive);
    let whole = zip(&[("conversations.json", CHATGPT.as_bytes())]);
    assert_eq!(refused(&whole[..whole.len() - 30]).await, Refusal::DamagedArchive);
    assert_eq!(refused(&b"PK\x03\x04"[..]).await, Refusal::DamagedArchive);
    // An archive that declares a password.
    let mut locked = whole.clone();
    let central = (0..locked.len() - 4).rfind(|at| &locked[*at..at + 4] == b"PK\x01\x02").unwrap();
    locked[central + 8] |= 1;
    assert_eq!(refused(locked).await, Refusal::Packing);
}

#[tokio::test]
async fn damage_within_an_archive_is_noticed() {
    let mut bytes = zip(&[("conversations.json", CHATGPT.as_bytes())]);
    let middle = bytes.len() / 3;
    bytes[middle] ^= 0x55;
    let session = session();
    let came = import(&session, bytes).await;
    assert_ne!(came.end, End::Whole);
}

#[tokio::test]
async fn a_chatgpt_export_cut_at_any_byte_is_told_of() {
    for cut in 0..CHATGPT.trim_end().len() {
        let mut cut = cut;
        while !CHATGPT.is_char_boundary(cut) {
            cut += 1;
        }
        if cut % 7 != 0 {
            continue;
        }
        let session = session();
        let came = import(&session, CHATGPT[..cut].into()).await;
        assert_ne!(came.end, End::Whole, "{cut}");
        assert_eq!(came.imported.conversations, session.conversations().await.unwrap().len() as u64);
    }
}

#[tokio::test]
async fn one_broken_conversation_does_not_hold_up_the_others() {
    let broken = CHATGPT.replacen("\"create_time\": 1700000001.0", "\"create_time\": nonsense", 1);
    assert_ne!(broken, CHATGPT);
    let session = session();
    let came = import(&session, broken.into()).await;
    assert_eq!((came.end, came.imported.conversations), (End::Whole, 3));
    assert_eq!(came.skipped[0].why, Why::Unreadable);
}

#[tokio::test]
async fn a_conversation_that_is_too_large_is_passed_over_and_memory_stays_bounded() {
    let long = format!("[{{\"title\":\"Long\",\"mapping\":{{}},\"x\":\"{}\"}},{}", "x".repeat(200_000), &CHATGPT[1..]);
    let session = session();
    let came = import_under(&session, long.into(), Limits { element: 50_000, ..Limits::default() }).await;
    assert_eq!((came.end, came.imported.conversations), (End::Whole, 4));
    assert_eq!((came.skipped[0].what.as_str(), came.skipped[0].why), ("#1", Why::TooLarge));
}

#[tokio::test]
async fn records_without_their_conversation_stay_out() {
    let from = session();
    from.store().apply(sample::stored(1, 3)).await.unwrap();
    let file = exported(&from, Scope::Everything).await;
    let without: Vec<&str> = file.lines().filter(|line| !line.starts_with("{\"conversation\":")).collect();
    let to = session();
    let came = import(&to, without.join("\n").into_bytes()).await;
    assert!(!came.imported.is_something());
    assert!(came.imported.skipped.iter().all(|skipped| skipped.why == Why::WithoutConversation));
}

#[tokio::test]
async fn a_conversation_whose_place_is_taken_leaves_nothing_behind() {
    // Messages of the file have the ids of stored messages of another conversation.
    let from = session();
    from.store().apply(sample::stored(1, 2_500)).await.unwrap();
    let file = exported(&from, Scope::Everything).await;
    let other = sample::conversation_id(1).to_string();
    let here = session();
    let taken = file.replace(&other, &sample::conversation_id(7).to_string());
    assert_eq!(import(&here, taken.into_bytes()).await.imported.conversations, 1);
    let before = dump(here.store()).await;
    let came = import(&here, file.into_bytes()).await;
    assert_eq!((came.imported.conversations, came.imported.messages), (0, 0));
    assert_eq!(came.imported.skipped[0].why, Why::Taken);
    assert_eq!(dump(here.store()).await, before);
}

#[tokio::test]
async fn when_the_room_ends_what_was_read_stays_and_the_rest_is_named() {
    let from = session();
    for seed in 1..=5 {
        from.store().apply(sample::stored(seed, 3)).await.unwrap();
    }
    let mut records = Vec::new();
    from.export(Scope::Everything, &ricordo_core::cancel::Cancel::default(), |gathered| {
        records.extend(gathered.records)
    })
    .await
    .unwrap();
    let store = FailingStore::new(MemoryStore::default());
    let to: TestSession<_> = Session::new(store.clone(), ManualHost::default());
    let mut import_progress = ImportProgress::default();
    for (number, record) in records.into_iter().enumerate() {
        if number == 12 {
            store.fail_with(Some(StoreError::Full));
        }
        to.import_records(&mut import_progress, vec![record]).await;
    }
    to.finish_import(&mut import_progress, true).await;
    let imported = import_progress.imported;
    assert_eq!(imported.stopped, Some(StoreError::Full));
    assert_eq!((imported.conversations, imported.messages), (2, 6));
    assert_eq!(imported.left_over, ["Conversation 3", "Conversation 4", "Conversation 5"]);
    assert_eq!(to.conversations().await.unwrap().len(), 2);
}

#[tokio::test]
async fn when_the_room_ends_memories_tasks_documents_and_projects_are_named_too() {
    let in_project = Conversation { project: Some(sample::project(1).id), ..sample::conversation(1) };
    let mut of_project = sample::memory(2);
    of_project.scope = ricordo_core::scope::Scope::Project(sample::project(1).id);
    of_project.text = "Learned in a project".to_owned();
    assert_eq!(of_project.source.map(|source| source.conversation), Some(in_project.id));
    let (mut task, mut document) = (sample::task(1), sample::document(1));
    (task.title, document.name) = ("x".repeat(200), "plan.pdf".to_owned());
    let mut here = sample::memory(1);
    here.text = "Is here".to_owned();
    let records = [
        Record::Project(sample::project(1)),
        Record::Memory(here.clone()),
        Record::Memory(of_project),
        Record::Task(task),
        Record::Document(document),
        Record::Conversation(in_project),
        Record::Branch(sample::branch(1)),
    ];
    // Whether the storage is full from the beginning or after the second record, nothing is dropped without its name.
    for number in 0..2 {
        let store = FailingStore::new(MemoryStore::default());
        let to: TestSession<_> = Session::new(store.clone(), ManualHost::default());
        to.store().apply(vec![Change::Add(Record::Memory(here.clone()))]).await.unwrap();
        store.fail_after(number, StoreError::Full);
        let mut import_progress = ImportProgress::default();
        to.import_records(&mut import_progress, records.to_vec()).await;
        to.finish_import(&mut import_progress, true).await;
        let mut left_over = import_progress.imported.left_over;
        left_over.sort();
        let mut expected = vec!["Conversation 1".to_owned(), "Learned in a project".to_owned(), "plan.pdf".to_owned()];
        expected.extend((number == 0).then(|| sample::project(1).name));
        expected.push("x".repeat(80));
        expected.sort();
        assert_eq!(left_over, expected);
    }
}

#[tokio::test]
async fn a_long_conversation_that_does_not_fit_is_kept_as_far_as_it_came() {
    let from = session();
    from.store().apply(sample::stored(1, 2_500)).await.unwrap();
    let store = FailingStore::new(MemoryStore::default());
    let to: TestSession<_> = Session::new(store.clone(), ManualHost::default());
    let mut import_progress = ImportProgress::default();
    let mut pages = Vec::new();
    from.export(Scope::Everything, &ricordo_core::cancel::Cancel::default(), |gathered| pages.push(gathered.records))
        .await
        .unwrap();
    let last = pages.len() - 1;
    for (number, page) in pages.into_iter().enumerate() {
        // The store is full at one part and has room again for the following ones.
        store.fail_with((number == last - 3).then_some(StoreError::Full));
        to.import_records(&mut import_progress, page).await;
    }
    store.fail_with(None);
    to.finish_import(&mut import_progress, true).await;
    let imported = import_progress.imported;
    assert_eq!(imported.stopped, Some(StoreError::Full));
    assert_eq!((imported.conversations, imported.cut.as_slice()), (1, &["Conversation 1".to_owned()][..]));
    assert_eq!(to.store().count(ricordo_core::record::Kind::Message).await.unwrap(), imported.messages);
    assert!(imported.messages > 0);
}

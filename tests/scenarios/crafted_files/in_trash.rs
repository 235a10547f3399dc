//! A conversation in the trash, and a file with a newer one of the same id: at any time one of the two is there whole.

use super::{HERE, all};
use ricordo_core::{
    branch::Branch,
    change::Change,
    conversation::Conversation,
    error::StoreError,
    exchange::{Skipped, Why},
    memory_store::MemoryStore,
    record::Record,
    session::{ImportProgress, ImportReport, Session},
    store::Store,
    testing::{FailingStore, ManualHost, sample},
    time::Timestamp,
};

/// The messages of the file: more than are stored in one transaction.
const LONG: u32 = 700;

/// A session with a conversation of three messages in the trash.
async fn with_trash() -> Session<FailingStore<MemoryStore>, ManualHost> {
    let session = Session::new(FailingStore::new(MemoryStore::default()), ManualHost::default());
    session.store().apply(sample::stored(HERE, 3)).await.unwrap();
    let deleted = Conversation { deleted_at: Some(Timestamp(1)), ..sample::conversation(HERE) };
    session.store().apply(vec![Change::Put(Record::Conversation(deleted))]).await.unwrap();
    session
}

/// The conversation as a file has it, changed later than here.
fn file(messages: u32) -> Vec<Record> {
    let newer = Conversation { updated_at: Timestamp(9_999), ..sample::conversation(HERE) };
    let records = sample::stored(HERE, messages).into_iter().skip(1);
    let rest = records.filter_map(|change| if let Change::Add(record) = change { Some(record) } else { None });
    [Record::Conversation(newer)].into_iter().chain(rest).collect()
}

async fn import<S: Store>(to: &Session<S, ManualHost>, records: Vec<Record>, is_whole: bool) -> ImportReport {
    let mut import = ImportProgress::default();
    to.import_records(&mut import, records).await;
    to.finish_import(&mut import, is_whole).await;
    import.imported
}

async fn check_refused(name: &str, records: Vec<Record>, is_whole: bool, why: Why) {
    let here = with_trash().await;
    let before = all(&here.store().inner).await;
    let report = import(&here, records, is_whole).await;
    assert_eq!(report.skipped, [Skipped { what: "Conversation 1".to_owned(), why }], "{name}");
    assert_eq!(all(&here.store().inner).await, before, "{name}");
}

#[tokio::test]
async fn what_is_refused_takes_nothing_out_of_the_trash() {
    let without_branch = |messages| file(messages).into_iter().filter(|record| !matches!(record, Record::Branch(_)));
    // Of a branch that belongs to the conversation, but is not the one that is shown.
    let other = Record::Branch(Branch { id: sample::branch_id(9), ..sample::branch(HERE) });
    check_refused("no branch", without_branch(4).collect(), true, Why::Unreadable).await;
    check_refused("no branch, long", without_branch(LONG).collect(), true, Why::Unreadable).await;
    let with_other = without_branch(4).chain([other]).collect();
    check_refused("another branch", with_other, true, Why::Unreadable).await;
    check_refused("a file that ends too early", file(2), false, Why::Unreadable).await;
    let twice = [file(2), vec![Record::Message(Box::new(sample::message(HERE, 1, "Again")))]].concat();
    check_refused("one place twice", twice, true, Why::Taken).await;
}

#[tokio::test]
async fn where_there_is_no_room_for_the_newer_one_the_older_one_is_in_the_trash() {
    for messages in [4, LONG] {
        let here = with_trash().await;
        let before = all(&here.store().inner).await;
        here.store().fail_with(Some(StoreError::Full));
        let report = import(&here, file(messages), true).await;
        assert_eq!((report.stopped, report.left_over.len()), (Some(StoreError::Full), 1));
        assert_eq!(all(&here.store().inner).await, before, "{messages} messages");
    }
}

#[tokio::test]
async fn the_newer_one_takes_its_place_with_nothing_left_of_the_older_one() {
    for messages in [2, LONG] {
        let (here, empty) = (with_trash().await, Session::new(MemoryStore::default(), ManualHost::default()));
        import(&empty, file(messages), true).await;
        let report = import(&here, file(messages), true).await;
        assert_eq!((report.conversations, report.messages, report.skipped), (1, u64::from(messages), Vec::new()));
        assert_eq!(all(&here.store().inner).await, all(empty.store()).await, "{messages} messages");
    }
}

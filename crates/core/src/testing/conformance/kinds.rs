//! Conformance of every kind of record.

use super::dump;
use crate::{
    change::Change,
    conversation::Conversation,
    digest::Digest,
    id::{BranchId, ConversationId},
    maintenance::Job,
    manifest::Fragment,
    mark::MarkKind,
    message::Message,
    project::Project,
    record::{Kind, Record, RecordKey},
    store::Store,
    summary::Summary,
    testing::sample,
    time::Timestamp,
};
use std::collections::BTreeSet;

fn message_at(branch: BranchId, number: u32, sequence: u32) -> Record {
    let at = sample::message(number, sequence, "");
    Record::Message(Box::new(Message { branch, ..at }))
}

fn summary_of_all(number: u32) -> Summary {
    sample::summary(None, number)
}

/// Several records of each kind that can have more than one. Their keys reveal wrong sorting: by letters instead of by
/// number, by name instead of by rank, unsigned instead of signed.
fn many_of_each_kind() -> Vec<Record> {
    let mut records = sample::of_every_kind();
    // Ids whose bytes begin with 0 and with f, next to those of the samples.
    let ends = [Timestamp(0), Timestamp((1 << 48) - 1)];
    let branches = ends.map(|at| BranchId::new(at, [255; 10]));
    for (number, branch) in (20..).zip(branches) {
        records.extend([9, 10, 100, u32::MAX - 1].map(|sequence| message_at(branch, number, sequence)));
    }
    for seed in [2, 3, 300] {
        records.push(Record::Conversation(sample::conversation(seed)));
        records.push(Record::Branch(sample::branch(seed)));
        records.push(Record::ReplyDraft(sample::reply_draft(seed, 1)));
        records.push(Record::ComposerDraft(sample::composer_draft(seed)));
        // The later one first, and those of one conversation before the next conversation's.
        for number in [12, 11] {
            records.push(Record::Forget(sample::forget(seed, number, 1)));
            records.push(Record::Mark(sample::mark(seed, number, MarkKind::Muted)));
            records.push(Record::Manifest(sample::manifest(seed, number)));
            records.push(Record::QueuedMessage(sample::queued_message(seed, number)));
            records.push(Record::Undo(sample::undo(seed, number)));
            records.push(Record::Summary(sample::summary(Some(seed), number)));
            records.push(Record::ReplacedSummary(sample::summary(Some(seed), number)));
            records.push(Record::Summary(summary_of_all(number * 1_000 + seed)));
            records.push(Record::ReplacedSummary(summary_of_all(number * 1_000 + seed)));
        }
        for day in [20_000, 3, -1, -20] {
            records.push(Record::DayUsage(sample::day_usage(seed, day, "a")));
            records.push(Record::DayUsage(sample::day_usage(seed, day, "b")));
        }
        records.push(Record::Memory(sample::memory(seed)));
        records.push(Record::Task(sample::task(seed)));
        records.push(Record::Template(sample::template(seed)));
        records.push(Record::Provider(sample::provider(seed)));
        records.push(Record::Calibration(sample::calibration(seed)));
        records.push(Record::Blob(sample::blob(seed)));
        records.extend([9, 10, 100, u32::MAX].map(|number| Record::IndexPart(sample::index_part(seed, number))));
        records.extend([9, 10, 100, u32::MAX].map(|number| Record::VectorPart(sample::index_part(seed, number))));
        records.push(Record::Document(sample::document(seed)));
        records.extend([9, 10, 100, u32::MAX].map(|number| Record::Chunk(sample::chunk(seed, number))));
        let id = sample::conversation_id(seed);
        let of_one =
            [Job::Title(id), Job::Long(Some(id)), Job::Recent(Some(id)), Job::Extraction(id), Job::Compression(id)];
        records.extend(of_one.map(|job| Record::Maintenance(sample::maintenance(job))));
    }
    records.push(Record::Maintenance(sample::maintenance(Job::Long(None))));
    records.extend(
        [u64::MAX, 0, 9, 10, 1 << 63]
            .map(|digest| Record::Fragment(Fragment { digest: Digest(digest), ..sample::fragment("Now") })),
    );
    records
}

/// Every record is found under its key and listed under its kind, with every field.
pub async fn every_kind_comes_back_under_its_key<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let records = sample::of_every_kind();
    store.apply(records.iter().cloned().map(Change::Add).collect()).await.unwrap();
    for (kind, record) in Kind::ALL.into_iter().zip(records) {
        assert_eq!(record.kind(), kind);
        assert_eq!(store.records(kind).await.unwrap(), std::slice::from_ref(&record));
        let key = record.key();
        assert_eq!(store.record(key).await.unwrap(), Some(record.clone()));
        // A record never occupies a key of another kind.
        store.apply(vec![Change::Remove(key)]).await.unwrap();
        assert_eq!(store.record(key).await.unwrap(), None);
        assert_eq!(store.records(kind).await.unwrap(), []);
        store.apply(vec![Change::Add(record)]).await.unwrap();
    }
}

/// Records of a kind are returned in key order, and no two keys collide.
pub async fn keys_of_every_kind_sort_as_the_core_reads_them<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let records = many_of_each_kind();
    store.apply(records.iter().cloned().map(Change::Add).collect()).await.unwrap();
    let expected: BTreeSet<RecordKey> = records.iter().map(Record::key).collect();
    assert_eq!(expected.len(), records.len(), "each sample has a key of its own");
    for kind in Kind::ALL {
        let found: Vec<_> = store.records(kind).await.unwrap().iter().map(Record::key).collect();
        let expected: Vec<_> = expected.iter().copied().filter(|key| key.kind() == kind).collect();
        assert_eq!(found, expected);
        let (first, last) = (RecordKey::first_of(kind), RecordKey::last_of(kind));
        let readable = store.readable_between(first, last, u32::MAX).await.unwrap();
        assert_eq!(readable.iter().flatten().map(Record::key).collect::<Vec<_>>(), expected);
        let some = store.readable_between(first, last, 1).await.unwrap();
        assert_eq!(some.iter().flatten().map(Record::key).collect::<Vec<_>>(), expected[..expected.len().min(1)]);
        assert_eq!(store.count(kind).await, Ok(expected.len() as u64));
        for key in expected {
            assert_eq!(store.record(key).await.unwrap().map(|record| record.key()), Some(key));
        }
    }
}

/// Records that belong to no single conversation are in every snapshot; those of another conversation are not.
pub async fn a_snapshot_holds_what_spans_conversations<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let mut changes = [sample::stored(1, 3), sample::stored(2, 3)].concat();
    changes.extend(many_of_each_kind().into_iter().filter(spans).map(Change::Add));
    // Of two conversations in turn.
    let forgets = [(2, 3), (1, 4), (2, 5)].map(|(seed, number)| sample::forget(seed, number, 1));
    let marks = [(1, 0, MarkKind::Pinned), (2, 1, MarkKind::Muted)].map(|(of, at, kind)| sample::mark(of, at, kind));
    let summaries = [(None, 1), (Some(1), 2), (Some(2), 3), (None, 4), (Some(1), 5)]
        .map(|(of, number)| sample::summary(of, number));
    changes.extend(forgets.iter().rev().cloned().map(Record::Forget).map(Change::Add));
    changes.extend(marks.into_iter().map(Record::Mark).map(Change::Add));
    changes.extend(summaries.iter().rev().cloned().map(Record::Summary).map(Change::Add));
    changes.push(Change::Add(Record::ReplacedSummary(sample::summary(Some(1), 6))));
    changes.push(Change::Add(Record::ReplyDraft(sample::reply_draft(2, 3))));
    changes.push(Change::Add(Record::ComposerDraft(sample::composer_draft(2))));
    store.apply(changes).await.unwrap();

    // Of two projects, each conversation is in one; the second one does not exist.
    let [first, second] = [1, 2].map(sample::project);
    store_projects(&store, &first, &second).await;
    let all_memories = store.records(Kind::Memory).await.unwrap();
    assert_eq!(all_memories.len(), 4);
    for seed in [1, 2] {
        let snapshot = store.snapshot(sample::conversation_id(seed), 2).await.unwrap().unwrap();
        let of = sample::conversation_id(seed);
        assert_eq!(snapshot.forgets, forgets.iter().filter(|one| one.conversation == of).cloned().collect::<Vec<_>>());
        assert_eq!(snapshot.marks, marks.iter().filter(|one| one.conversation == of).copied().collect::<Vec<_>>());
        let memories: Vec<_> = snapshot.memories.into_iter().map(Record::Memory).collect();
        assert_eq!(memories, all_memories);
        assert_eq!(snapshot.user_data, sample::user_data());
        assert_eq!(snapshot.project, (seed == 1).then(|| first.clone()));
        let own = summaries.iter().filter(|summary| summary.conversation != Some(other(seed))).cloned();
        assert_eq!(snapshot.summaries, own.collect::<Vec<_>>());
        assert_eq!(snapshot.messages.len(), 2);
        assert!(snapshot.messages.iter().all(|message| message.conversation == sample::conversation_id(seed)));
        assert_eq!(snapshot.branches, [sample::branch(seed)]);
        assert_eq!(snapshot.reply_draft, (seed == 2).then(|| sample::reply_draft(2, 3)));
        assert_eq!(snapshot.composer_draft, (seed == 2).then(|| sample::composer_draft(2)));
        assert_eq!(snapshot.earlier, []);
    }
}

/// Stores the first of two projects, and puts each of the two conversations into one.
async fn store_projects<S: Store>(store: &S, first: &Project, second: &Project) {
    let in_project = |seed, project: &Project| {
        Change::Put(Record::Conversation(Conversation { project: Some(project.id), ..sample::conversation(seed) }))
    };
    let changes = vec![Change::Add(Record::Project(first.clone())), in_project(1, first), in_project(2, second)];
    store.apply(changes).await.unwrap();
}

/// The other of the two conversations.
fn other(seed: u32) -> ConversationId {
    sample::conversation_id(3 - seed)
}

fn spans(record: &Record) -> bool {
    matches!(
        record.kind(),
        Kind::Memory | Kind::UserData | Kind::Task | Kind::Maintenance | Kind::DayUsage | Kind::Fragment
    )
}

/// The inverse of adding, replacing or removing restores the same bytes, applied directly or from an undo entry.
pub async fn inverse_changes_restore_every_kind<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let empty = dump(&store).await;
    let records = sample::of_every_kind();
    let added = store.apply(records.iter().cloned().map(Change::Add).collect()).await.unwrap();
    let before = dump(&store).await;
    for record in &records {
        let replaced = vec![Change::Remove(record.key()), Change::Put(record.clone()), Change::Remove(record.key())];
        let inverse = store.apply(replaced).await.unwrap();
        assert_eq!(store.record(record.key()).await.unwrap(), None, "{:?}", record.kind());
        store.apply(inverse).await.unwrap();
        assert_eq!(dump(&store).await, before, "{:?}", record.kind());
    }
    let mut removed: Vec<_> = records.iter().map(|record| Change::Remove(record.key())).collect();
    removed.push(Change::AddUndo(sample::undo(1, 9)));
    store.apply(removed).await.unwrap();
    let undo = store.last_undo(sample::conversation_id(1)).await.unwrap().unwrap();
    let expected: Vec<_> = records.iter().rev().cloned().map(Change::Put).collect();
    assert_eq!(undo.changes, expected);
    let taken_back = undo.changes.into_iter().chain([Change::Remove(Record::Undo(sample::undo(1, 9)).key())]);
    store.apply(taken_back.collect()).await.unwrap();
    assert_eq!(dump(&store).await, before);
    store.apply(added).await.unwrap();
    assert_eq!(dump(&store).await, empty);
}

//! Conformance of reads.

use crate::{
    branch::{Branch, Sequence},
    change::Change,
    digest::Digest,
    id::{BlobId, BranchId},
    manifest::{Fragment, SourceId},
    message::{MessageText, Part},
    record::{Blob, Kind, Link, Record, RecordKey},
    store::Store,
    testing::sample,
    time::Timestamp,
    undo::Undo,
};

fn sequences(messages: &[crate::message::Message]) -> Vec<Sequence> {
    messages.iter().map(|message| message.sequence).collect()
}

/// A new store is empty, and reading it does not fail.
pub async fn an_empty_store_has_nothing<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    assert_eq!(store.conversations().await, Ok(vec![]));
    assert_eq!(store.snapshot(sample::conversation_id(1), 10).await, Ok(None));
    assert_eq!(store.messages(sample::conversation_id(1), 10, 10).await, Ok(vec![]));
    assert_eq!(store.last_undo(sample::conversation_id(1)).await, Ok(None));
    for kind in Kind::ALL {
        assert_eq!(store.records(kind).await, Ok(vec![]), "{kind:?}");
    }
}

/// A closed database reopens with the same content.
pub async fn what_was_stored_survives_a_reopen<S: Store>(open: impl AsyncFn(&str) -> S) {
    let first = open("a").await;
    first.apply(sample::stored(1, 4)).await.unwrap();
    let before = super::dump(&first).await;
    first.close().await;
    assert_eq!(super::dump(&open("a").await).await, before);
}

async fn text_round_trip<S: Store>(store: &S, text: &str) {
    let message = sample::message(1, 0, text);
    store.apply(sample::stored(1, 0)).await.unwrap();
    store.apply(vec![Change::Add(Record::Message(Box::new(message.clone())))]).await.unwrap();
    assert_eq!(store.message(message.id).await.unwrap(), Some(message));
}

/// Every script, mark, emoji and control character is preserved.
pub async fn unicode_comes_back_exactly<S: Store>(open: impl AsyncFn(&str) -> S) {
    let text = "Привіт, Їжачку! 👩‍👩‍👧‍👦 日本語 e\u{301} \u{202e}abc\u{202c} \0\u{7}\u{feff}\r\n\t \u{10ffff} <b>&amp;</b>";
    text_round_trip(&open("a").await, text).await;
}

/// A long message is stored as one message.
pub async fn a_message_of_a_megabyte_comes_back_exactly<S: Store>(open: impl AsyncFn(&str) -> S) {
    text_round_trip(&open("a").await, &"слово ".repeat(100_000)).await;
}

/// The last messages, oldest first: as many as requested or as there are.
pub async fn the_last_messages_come_in_order<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 60)).await.unwrap();
    let snapshot = store.snapshot(sample::conversation_id(1), 30).await.unwrap().unwrap();
    assert_eq!(sequences(&snapshot.messages), (30..60).collect::<Vec<_>>());
    let snapshot = store.snapshot(sample::conversation_id(1), 500).await.unwrap().unwrap();
    assert_eq!(sequences(&snapshot.messages), (0..60).collect::<Vec<_>>());
    let snapshot = store.snapshot(sample::conversation_id(1), 0).await.unwrap().unwrap();
    assert_eq!(snapshot.messages, vec![]);
}

/// The active branch shows its own messages and, below the fork, its parent's.
pub async fn a_branch_reads_its_parent_below_the_fork<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 10)).await.unwrap();
    let fork = Branch { id: sample::branch_id(9), parent: Some(sample::branch_id(1)), first: 6, ..sample::branch(1) };
    let own = (6..8).map(|n| {
        let mut message = sample::message(1, n, "Another way");
        message.branch = fork.id;
        message.id = sample::message(9, n, "").id;
        Change::Add(Record::Message(Box::new(message)))
    });
    let mut changes = vec![Change::Add(Record::Branch(fork.clone()))];
    changes.extend(own);
    let mut conversation = sample::conversation(1);
    conversation.active_branch = fork.id;
    changes.push(Change::Put(Record::Conversation(conversation)));
    store.apply(changes).await.unwrap();

    let snapshot = store.snapshot(sample::conversation_id(1), 4).await.unwrap().unwrap();
    assert_eq!(sequences(&snapshot.messages), [4, 5, 6, 7]);
    assert_eq!(snapshot.messages[1].text(), "Message 5");
    assert_eq!(snapshot.messages[2].text(), "Another way");
    assert_eq!(snapshot.branches.len(), 2);
    assert_eq!(sequences(&store.messages(sample::conversation_id(1), 5, 3).await.unwrap()), [2, 3, 4]);
}

/// A read skips the gap of a deleted message.
pub async fn gaps_do_not_stop_a_read<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 20)).await.unwrap();
    let gap = (5..18).map(|n| Change::Remove(RecordKey::Message(sample::branch_id(1), n))).collect();
    store.apply(gap).await.unwrap();
    let snapshot = store.snapshot(sample::conversation_id(1), 5).await.unwrap().unwrap();
    assert_eq!(sequences(&snapshot.messages), [2, 3, 4, 18, 19]);
}

/// The read used for scrolling up.
pub async fn older_messages_come_before_a_place<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 20)).await.unwrap();
    let id = sample::conversation_id(1);
    assert_eq!(sequences(&store.messages(id, 12, 5).await.unwrap()), [7, 8, 9, 10, 11]);
    assert_eq!(sequences(&store.messages(id, 3, 5).await.unwrap()), [0, 1, 2]);
    assert_eq!(store.messages(id, 0, 5).await.unwrap(), vec![]);
}

/// The read used by search: every message once, whatever its conversation and branch, in batches.
pub async fn the_texts_of_all_conversations_come_in_batches<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let start = (BranchId(uuid::Uuid::nil()), 0);
    assert_eq!(store.texts(start, 10).await, Ok(vec![]));
    for seed in [2, 1, 3] {
        store.apply(sample::stored(seed, 5)).await.unwrap();
    }
    let expected: Vec<_> = [1, 2, 3]
        .into_iter()
        .flat_map(|seed| (0..5).map(move |n| sample::message(seed, n, &format!("Message {n}"))))
        .map(|message| MessageText::from(&message))
        .collect();
    let (mut from, mut found, mut sizes) = (start, Vec::new(), Vec::new());
    loop {
        let batch = store.texts(from, 7).await.unwrap();
        let Some(last) = batch.last() else { break };
        from = (last.branch, last.sequence + 1);
        sizes.push(batch.len());
        found.extend(batch);
    }
    assert_eq!((found, sizes), (expected, vec![7, 7, 1]));
    assert_eq!(store.texts((sample::branch_id(3), 4), 9).await.unwrap().len(), 1, "the place itself is in it");
    assert_eq!(store.texts(start, 0).await, Ok(vec![]));
}

/// The read used for scrolling down: across a fork and gaps, up to the last message.
pub async fn newer_messages_come_from_a_place_on<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 20)).await.unwrap();
    let id = sample::conversation_id(1);
    assert_eq!(sequences(&store.messages_from(id, 7, 5).await.unwrap()), [7, 8, 9, 10, 11]);
    assert_eq!(sequences(&store.messages_from(id, 18, 5).await.unwrap()), [18, 19]);
    assert_eq!(store.messages_from(id, 20, 5).await.unwrap(), vec![]);
    assert_eq!(store.messages_from(id, 3, 0).await.unwrap(), vec![]);
    assert_eq!(store.messages_from(sample::conversation_id(2), 0, 5).await.unwrap(), vec![]);

    let gap = (9..16).map(|n| Change::Remove(RecordKey::Message(sample::branch_id(1), n))).collect();
    store.apply(gap).await.unwrap();
    assert_eq!(sequences(&store.messages_from(id, 8, 3).await.unwrap()), [8, 16, 17]);

    let fork = Branch { id: sample::branch_id(7), parent: Some(sample::branch_id(1)), first: 5, ..sample::branch(1) };
    let mut on_fork = sample::message(3, 5, "Another way");
    (on_fork.conversation, on_fork.branch) = (id, fork.id);
    let mut conversation = sample::conversation(1);
    conversation.active_branch = fork.id;
    let changes = vec![
        Change::Add(Record::Branch(fork)),
        Change::Add(Record::Message(Box::new(on_fork))),
        Change::Put(Record::Conversation(conversation)),
    ];
    store.apply(changes).await.unwrap();
    assert_eq!(sequences(&store.messages_from(id, 3, 10).await.unwrap()), [3, 4, 5]);
    assert_eq!(store.messages_from(id, 3, 10).await.unwrap()[2].text(), "Another way");
    assert_eq!(sequences(&store.messages_from(id, 3, 1).await.unwrap()), [3]);
}

/// A conversation never shows records of another.
pub async fn conversations_do_not_mix<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 3)).await.unwrap();
    store.apply(sample::stored(2, 5)).await.unwrap();
    let one = store.snapshot(sample::conversation_id(1), 100).await.unwrap().unwrap();
    assert!(one.messages.len() == 3 && one.messages.iter().all(|m| m.conversation == sample::conversation_id(1)));
    assert_eq!(one.branches, vec![sample::branch(1)]);
    let other_place = open("b").await;
    assert_eq!(other_place.conversations().await, Ok(vec![]));
}

/// Conversations are listed by last use.
pub async fn the_last_used_conversation_comes_first<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    for seed in [2, 3, 1] {
        store.apply(sample::stored(seed, 0)).await.unwrap();
    }
    let order: Vec<_> = store.conversations().await.unwrap().into_iter().map(|found| found.id).collect();
    assert_eq!(order, [3, 2, 1].map(sample::conversation_id));
}

/// A message is found in any position.
pub async fn a_message_is_found_by_id<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply(sample::stored(1, 9)).await.unwrap();
    let message = sample::message(1, 4, "Message 4");
    assert_eq!(store.message(message.id).await, Ok(Some(message)));
    assert_eq!(store.message(sample::message(2, 4, "").id).await, Ok(None));
}

/// Records are returned in key order, whatever the order in which they were stored.
pub async fn records_come_in_the_order_of_keys<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let mut changes = sample::stored(1, 6);
    changes.reverse();
    store.apply(changes).await.unwrap();
    let keys: Vec<_> = store.records(Kind::Message).await.unwrap().iter().map(Record::key).collect();
    let expected: Vec<_> = (0..6).map(|n| RecordKey::Message(sample::branch_id(1), n)).collect();
    assert_eq!(keys, expected);
}

/// A range read returns the records between two keys, whether or not the keys exist.
pub async fn records_come_between_two_keys<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply([sample::stored(1, 6), sample::stored(2, 3)].concat()).await.unwrap();
    let keys = async |from: RecordKey, to: RecordKey, limit: u32| -> Vec<_> {
        store.records_between(from, to, limit).await.unwrap().iter().map(Record::key).collect()
    };
    let message = |seed: u32, n: Sequence| RecordKey::Message(sample::branch_id(seed), n);
    let end = message(2, Sequence::MAX);
    assert_eq!(keys(message(1, 4), end, 3).await, [message(1, 4), message(1, 5), message(2, 0)]);
    assert_eq!(keys(message(1, 9), end, 100).await, [message(2, 0), message(2, 1), message(2, 2)]);
    assert_eq!(keys(message(1, 2), message(1, 4), 100).await, [2, 3, 4].map(|n| message(1, n)), "both ends are in it");
    assert_eq!(keys(message(2, 3), end, 100).await, []);
    assert_eq!(keys(message(1, 0), end, 0).await, []);
    let (first, last) = RecordKey::owned(Kind::Branch, Some(sample::conversation_id(2))).unwrap();
    assert_eq!(keys(first, last, 5).await, [RecordKey::Branch(sample::conversation_id(2), sample::branch_id(2))]);
}

/// Several ranges are answered in their order, also those of the same kind and those that hold nothing.
pub async fn several_ranges_are_read_at_once<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    store.apply([sample::stored(1, 6), sample::stored(2, 3)].concat()).await.unwrap();
    let message = |seed: u32, n: Sequence| RecordKey::Message(sample::branch_id(seed), n);
    let conversation = RecordKey::Conversation(sample::conversation_id(2));
    let ranges = vec![
        (message(2, 1), message(2, 9)),
        (conversation, conversation),
        (message(1, 4), message(1, 2)),
        (message(3, 0), message(3, 9)),
        (message(1, 5), message(2, 0)),
    ];
    let found = store.several_between(ranges).await.unwrap();
    let keys: Vec<Vec<_>> = found.iter().map(|records| records.iter().map(Record::key).collect()).collect();
    let expected =
        [vec![message(2, 1), message(2, 2)], vec![conversation], vec![], vec![], vec![message(1, 5), message(2, 0)]];
    assert_eq!(keys, expected);
    assert_eq!(store.several_between(Vec::new()).await, Ok(Vec::new()));
}

/// Each link finds the records that refer to it, and is updated by every write.
pub async fn links_lead_to_what_names_them<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let held = [sample::message(1, 1, "Held"), sample::message(1, 2, "Held, too")];
    let undo = Undo {
        changes: held.map(|message| Change::Put(Record::Message(Box::new(message)))).to_vec(),
        ..sample::undo(1, 7)
    };
    let made_from = vec![SourceId::Memory(sample::memory(1).id), SourceId::Message(sample::message(1, 1, "").id)];
    let others = [
        Record::Message(Box::new(sample::message(1, 9, "On no branch"))),
        Record::Undo(undo.clone()),
        Record::Blob(sample::blob(2)),
        Record::Manifest(sample::manifest(2, 9)),
        Record::Fragment(Fragment { digest: Digest(77), sources: made_from, ..sample::fragment("Made") }),
    ];
    let records: Vec<Record> = sample::of_every_kind().into_iter().chain(others).collect();
    store.apply(records.iter().cloned().map(Change::Add).collect()).await.unwrap();
    let links = ricordo_text::small_sort::set(records.iter().flat_map(Record::links));
    let kinds = ricordo_text::small_sort::set(links.iter().map(Link::kind));
    assert_eq!(kinds, [Kind::Message, Kind::Manifest, Kind::Fragment, Kind::Undo, Kind::Blob]);
    let leads_to = |link: &Link, records: &[Record]| {
        ricordo_text::small_sort::set(records.iter().filter(|record| record.links().contains(link)).map(Record::key))
    };
    let expected: Vec<_> = links.iter().map(|link| leads_to(link, &records)).collect();
    assert!(expected.iter().any(|keys| keys.len() > 1));
    assert_eq!(store.linked(links.clone(), 100).await.unwrap(), expected);
    let firsts: Vec<_> = expected.iter().map(|keys| keys[..1].to_vec()).collect();
    assert_eq!(store.linked(links.clone(), 1).await.unwrap(), firsts);
    assert_eq!(store.linked(Vec::new(), 1).await, Ok(vec![]));

    let emptied = Undo { changes: Vec::new(), ..undo };
    store.apply(vec![Change::Put(Record::Undo(emptied))]).await.unwrap();
    let message = Link::Undo(sample::message(1, 2, "").id.0);
    assert_eq!(store.linked(vec![message, Link::Blob(sample::conversation_id(9))], 9).await, Ok(vec![vec![], vec![]]));
}

/// A blob keeps every byte and its media type.
pub async fn a_blob_keeps_its_bytes<S: Store>(open: impl AsyncFn(&str) -> S) {
    let store = open("a").await;
    let blob = Blob {
        id: BlobId::new(Timestamp(5), [5; 10]),
        conversation: sample::conversation_id(1),
        media_type: "image/png".to_owned(),
        bytes: (0..=255).collect(),
    };
    let mut message = sample::message(1, 0, "Look");
    message.parts.push(Part::Image {
        blob: blob.id,
        media_type: blob.media_type.clone(),
        width: None,
        height: None,
        alt: String::new(),
    });
    let mut changes = sample::stored(1, 0);
    changes.extend([Record::Message(Box::new(message.clone())), Record::Blob(blob.clone())].map(Change::Add));
    store.apply(changes).await.unwrap();
    assert_eq!(store.record(RecordKey::Blob(blob.id)).await, Ok(Some(Record::Blob(blob.clone()))));
    assert_eq!(store.records(Kind::Blob).await, Ok(vec![Record::Blob(blob.clone())]));

    let inverse = store.apply(vec![Change::Remove(RecordKey::Blob(blob.id))]).await.unwrap();
    assert_eq!(store.record(RecordKey::Blob(blob.id)).await, Ok(None));
    store.apply(inverse).await.unwrap();
    assert_eq!(store.record(RecordKey::Blob(blob.id)).await, Ok(Some(Record::Blob(blob))));
}

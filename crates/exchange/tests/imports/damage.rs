//! Damaged exports of all programs: cut, changed, in circles. Nothing panics, and what was stored is whole.

use super::{
    more_programs::{CHARACTER, CHATBOX, JAN_MESSAGES, JAN_THREAD, LOBEHUB, SILLY_TAVERN, WORLD, card},
    programs::{CLAUDE, CLAUDE_MEMORIES, CLAUDE_PROJECTS, LIBRECHAT, NEXT_CHAT, OPEN_WEBUI},
    support::{TestSession, conversation_of, exported, import, messages, session, zip},
};
use proptest::prelude::*;
use ricordo_core::{
    cancel::Cancel,
    change::Change,
    exchange::{End, Refusal, Skipped, Why, markdown::Words},
    host::Host,
    memory_store::MemoryStore,
    record::{Kind, Record, RecordKey},
    session::{Gathered, Scope, Session},
    store::Store,
    testing::{CountingStore, ManualHost, conformance::dump, sample},
};
use ricordo_exchange::{Limits, Reader};
use serde_json::Value;
use std::rc::Rc;

const ALL: [&str; 13] = [
    CLAUDE,
    CLAUDE_PROJECTS,
    CLAUDE_MEMORIES,
    OPEN_WEBUI,
    LIBRECHAT,
    NEXT_CHAT,
    CHATBOX,
    LOBEHUB,
    SILLY_TAVERN,
    CHARACTER,
    WORLD,
    JAN_THREAD,
    JAN_MESSAGES,
];

/// Reads a file to its end; returns the number of records.
fn read(bytes: Vec<u8>) -> (usize, End) {
    let mut reader = Reader::new(Rc::new(bytes), Limits::default());
    let mut count = 0;
    loop {
        let step = reader.next();
        count += step.lines.len();
        if let Some(end) = step.end {
            return (count, end);
        }
    }
}

#[test]
fn a_file_that_is_cut_at_any_byte_is_no_whole_file() {
    for text in ALL {
        let text = text.trim_end();
        let is_lines =
            text.lines().count() > 1 && text.lines().all(|line| line.starts_with('{') && line.ends_with('}'));
        for cut in 0..text.len() {
            let (_, end) = read(text.as_bytes()[..cut].to_vec());
            let ends_with_line =
                is_lines && text.as_bytes()[..cut].ends_with(b"}") | text.as_bytes()[..cut].ends_with(b"\n");
            assert!(end != End::Whole || ends_with_line, "{cut} of {}", &text[..40]);
        }
    }
    let picture = card(CHARACTER);
    for cut in 0..picture.len() {
        read(picture[..cut].to_vec());
    }
}

#[tokio::test]
async fn a_chat_that_is_cut_between_two_lines_is_imported_up_to_there() {
    let cut = SILLY_TAVERN.rfind("Sit with").unwrap();
    let session = session();
    let came = import(&session, SILLY_TAVERN[..cut].into()).await;
    assert_eq!((came.end, came.imported.messages, came.imported.cut), (End::CutOff, 3, vec!["Seraphina".to_owned()]));
}

#[tokio::test]
async fn a_part_of_a_conversation_is_replaced_by_the_whole_one_after_it_was_deleted() {
    for count in [6, 1_500] {
        let from = session();
        from.store().apply(sample::stored(1, count)).await.unwrap();
        let file = exported(&from, Scope::Everything).await;
        let cut = file.match_indices("{\"message\":").nth(count as usize - 2).unwrap().0;
        let to = session();
        let came = import(&to, file[..cut].into()).await;
        assert_eq!(came.imported.cut, ["Conversation 1"]);
        assert_eq!(came.imported.messages, u64::from(count) - 2);
        let again = import(&to, file.clone().into()).await.imported;
        assert_eq!((again.here, again.newer_in_file), (1, vec!["Conversation 1".to_owned()]));
        let other = to.new_conversation().await.unwrap().conversation.id;
        to.delete_conversation(sample::conversation_id(1), other).await.unwrap();
        let whole = import(&to, file.into()).await.imported;
        assert_eq!((whole.conversations, whole.messages, whole.brought_back), (1, u64::from(count), 0));
        to.erase_conversation(other).await.unwrap();
        assert_eq!(dump(to.store()).await, dump(from.store()).await);
    }
}

#[tokio::test]
async fn a_part_without_times_is_of_today_and_is_replaced_by_the_whole_one_too() {
    let text = "{\"user_name\":\"You\",\"character_name\":\"Good\"}\n{\"name\":\"You\",\"is_user\":true,\"mes\":\"Hi\"}\n{\"name\":\"Good\",\"is_user\":false,\"mes\":\"Hello\"}\n";
    let session = session();
    let came = import(&session, text[..text.rfind("Hello").unwrap()].into()).await.imported;
    assert_eq!((came.cut, came.messages), (vec!["Good".to_owned()], 1));
    let part = conversation_of(&session, "Good").await;
    let now = session.host().now().at;
    assert_eq!((part.created_at, part.updated_at.0), (now, now.0 - 1));
    let again = import(&session, text.into()).await.imported;
    assert_eq!((again.here, again.newer_in_file), (1, vec!["Good".to_owned()]));
    let other = session.new_conversation().await.unwrap().conversation.id;
    session.delete_conversation(part.id, other).await.unwrap();
    let whole = import(&session, text.into()).await.imported;
    assert_eq!((whole.conversations, whole.messages, whole.brought_back), (1, 2, 0));
    let same = import(&session, text.into()).await.imported;
    assert_eq!((same.here, same.newer_in_file.len()), (1, 0));
}

#[tokio::test]
async fn a_record_here_that_cannot_be_read_stays_and_keeps_nothing_else_out() {
    let records = sample::of_every_kind_in_a_file();
    let all = || records.iter().cloned().map(Change::Add);
    let from = session();
    from.store().apply(all().chain(sample::stored(2, 3)).collect()).await.unwrap();
    let file = exported(&from, Scope::Everything).await;
    let counted = [
        Kind::Settings,
        Kind::UserData,
        Kind::Memory,
        Kind::Task,
        Kind::Template,
        Kind::Provider,
        Kind::Project,
        Kind::Document,
    ];
    for lost in &records {
        let store = CountingStore::new(MemoryStore::default());
        let to: TestSession<_> = Session::new(store.clone(), ManualHost::default());
        store.apply(all().collect()).await.unwrap();
        store.damage(lost.key());
        let came = import(&to, file.clone().into()).await;
        let kind = lost.kind();
        assert_eq!((came.end, came.imported.stopped), (End::Whole, None), "{kind:?}");
        assert_eq!((came.imported.conversations, came.imported.here), (1, 1), "{kind:?}");
        assert!(came.imported.kept > 0 || !counted.contains(&kind), "{kind:?}");
        let second = store.inner.snapshot(sample::conversation_id(2), 10).await.unwrap().unwrap();
        assert_eq!(second.messages.len(), 3, "{kind:?}");
        assert_eq!(store.inner.record(lost.key()).await.unwrap().as_ref(), Some(lost));
    }
}

/// The records of some changes.
fn records_of(changes: Vec<Change>) -> impl Iterator<Item = Record> {
    changes.into_iter().filter_map(|change| if let Change::Add(record) = change { Some(record) } else { None })
}

#[tokio::test]
async fn an_export_leaves_out_only_what_cannot_be_read_and_counts_it() {
    let mut records: Vec<Record> = sample::of_every_kind_in_a_file();
    records.extend(records_of([sample::stored(2, 900), sample::stored(3, 3), sample::stored(4, 3)].concat()));
    let place = |seed: u32, n: u32| RecordKey::Message(sample::branch_id(seed), n);
    // Single ones, and more than a page of them in a row.
    let mut lost = vec![place(2, 5), place(2, 200), place(2, 899)];
    lost.extend((300..720).map(|n| place(2, n)));
    lost.extend([RecordKey::Branch(sample::conversation_id(3), sample::branch_id(3)), RecordKey::Settings]);
    let single = |kind: Kind| records.iter().map(Record::key).find(|key| key.kind() == kind).unwrap();
    lost.extend([Kind::Blob, Kind::Memory, Kind::Fragment, Kind::Undo, Kind::ComposerDraft].map(single));
    let is_of_4 = |record: &Record| record.owner() == Some(sample::conversation_id(4));
    lost.push(RecordKey::Conversation(sample::conversation_id(4)));

    let store = CountingStore::new(MemoryStore::default());
    let from: TestSession<_> = Session::new(store.clone(), ManualHost::default());
    store.apply(records.iter().cloned().map(Change::Add).collect()).await.unwrap();
    lost.iter().for_each(|key| store.damage(*key));
    let mut found: Vec<RecordKey> = Vec::new();
    let take = |gathered: Gathered| found.extend(gathered.records.iter().map(Record::key));
    let counted = from.export(Scope::Everything, &Cancel::default(), take).await.unwrap();
    assert_eq!(counted, lost.len() as u64);
    found.sort();
    let is_there = |record: &&Record| !lost.contains(&record.key()) && !is_of_4(record);
    let mut expected: Vec<RecordKey> = records.iter().filter(is_there).map(Record::key).collect();
    // Without its active branch the conversation could not be shown, so another stands in for it.
    expected.push(RecordKey::Branch(sample::conversation_id(3), sample::branch_id(3)));
    expected.sort();
    assert_eq!(found, expected);

    let to = session();
    let came = import(&to, exported(&from, Scope::Everything).await.into_bytes()).await;
    assert_eq!((came.end, came.imported.skipped.len()), (End::Whole, 0));
    assert_eq!(messages(&to, "Conversation 3").await.len(), 3);
    assert_eq!(messages(&to, "Conversation 2").await.len(), 900 - 423);
    let refused = from.export_text(Scope::Everything).await;
    assert!(refused.is_err(), "a text says nothing of what it lacks");
}

#[tokio::test]
async fn a_file_to_read_leaves_out_only_what_cannot_be_read_and_counts_it() {
    let store = CountingStore::new(MemoryStore::default());
    let from: TestSession<_> = Session::new(store.clone(), ManualHost::default());
    store.apply([sample::stored(1, 450), sample::stored(2, 2)].concat()).await.unwrap();
    let lost: Vec<u32> = [0, 3].into_iter().chain(100..310).chain([449]).collect();
    lost.iter().for_each(|n| store.damage(RecordKey::Message(sample::branch_id(1), *n)));
    let mut text = String::new();
    let words = Words {
        untitled: "",
        user: "",
        assistant: "",
        system: "",
        tool: "",
        thoughts: "",
        image: "",
        file: "",
        broken_off: "",
        project: "",
        persona: "",
    };
    let counted = from.export_markdown(Scope::Everything, &words, &Cancel::default(), |part| text += &part).await;
    assert_eq!(counted, Ok(lost.len() as u64));
    assert_eq!(text.matches("Message ").count(), 450 - lost.len() + 2, "{text}");
}

#[tokio::test]
async fn an_id_that_two_messages_have_loses_none_of_them() {
    let text = OPEN_WEBUI.replace("\"id\": \"u2\"", "\"id\": \"u1\"").replace("\"id\": \"m2\"", "\"id\": \"m1\"");
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.end, came.imported.conversations, came.imported.messages), (End::Whole, 2, 8));
    assert_eq!(messages(&session, "Old form").await.len(), 2);
}

#[tokio::test]
async fn parents_in_a_circle_end() {
    let text = LIBRECHAT.replace("00000000-0000-0000-0000-000000000000", "m3");
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.end, came.imported.messages), (End::Whole, 5));
}

#[tokio::test]
async fn one_unknown_file_of_an_archive_does_not_matter() {
    let strangers = format!("[{}1]", "{\"title\":\"x\"},".repeat(500));
    let files: [(&str, &[u8]); 3] =
        [("a.json", strangers.as_bytes()), ("b.json", b"Dear diary"), ("conversations.json", CLAUDE.as_bytes())];
    let session = session();
    let came = import(&session, zip(&files)).await;
    assert_eq!((came.end, came.imported.conversations, came.skipped.len()), (End::Whole, 2, 3));
}

/// Makes the packed bytes of a file of an archive invalid, from the first one on.
fn damage(archive: &mut [u8], name: &str) {
    let at = (0..archive.len()).find(|at| archive[*at..].starts_with(name.as_bytes())).unwrap();
    let extra = usize::from(u16::from_le_bytes([archive[at - 2], archive[at - 1]]));
    // A kind of block that does not exist.
    archive[at + name.len() + extra] = 7;
}

fn unreadable(name: &str) -> Skipped {
    Skipped { what: name.to_owned(), why: Why::Unreadable }
}

#[tokio::test]
async fn a_damaged_file_of_an_archive_is_named_and_the_others_are_imported() {
    let names = ["conversations-000.json", "conversations-001.json"];
    let whole = zip(&[(names[0], CLAUDE.as_bytes()), (names[1], OPEN_WEBUI.as_bytes())]);
    for name in names {
        let mut archive = whole.clone();
        damage(&mut archive, name);
        let session = session();
        let came = import(&session, archive).await;
        assert_eq!((came.end, came.imported.conversations), (End::Damaged, 2), "{name}");
        assert!(came.skipped.contains(&unreadable(name)), "{:?}", came.skipped);
        assert!(came.imported.cut.is_empty(), "{:?}", came.imported.cut);
    }
    let mut archive = whole;
    names.iter().for_each(|name| damage(&mut archive, name));
    let came = import(&session(), archive).await;
    assert_eq!(came.end, End::Refused(Refusal::DamagedArchive));
}

#[tokio::test]
async fn a_chat_of_an_archive_that_is_cut_does_not_keep_out_those_after_it() {
    let cut = &SILLY_TAVERN.as_bytes()[..SILLY_TAVERN.rfind("Sit with").unwrap()];
    let first = session();
    let came = import(&first, zip(&[("chats/a.jsonl", cut), ("conversations.json", CLAUDE.as_bytes())])).await;
    assert_eq!((came.end, came.imported.conversations), (End::Damaged, 3));
    assert!(came.skipped.contains(&unreadable("chats/a.jsonl")) && came.imported.cut.is_empty());
    assert_eq!(messages(&first, "a").await.len(), 2);
    // The last one that was read is known to lack its end.
    let last = session();
    let came = import(&last, zip(&[("conversations.json", CLAUDE.as_bytes()), ("z.jsonl", cut)])).await;
    assert_eq!((came.end, came.imported.conversations, came.imported.cut), (End::CutOff, 3, vec!["z".to_owned()]));
    assert!(came.skipped.contains(&unreadable("z.jsonl")));
}

/// Changes the value at one place of a JSON value to another.
fn changed(value: &mut Value, place: &mut usize, to: &Value) {
    if *place == 0 {
        *value = to.clone();
    }
    *place = place.wrapping_sub(1);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| changed(item, place, to)),
        Value::Object(fields) => fields.values_mut().for_each(|item| changed(item, place, to)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Any value may be of any type.
    #[test]
    fn no_value_makes_a_reader_panic(file in 0..ALL.len(), places in proptest::collection::vec((0_usize..160, 0_usize..9), 1..6)) {
        let kinds: [Value; 9] = [
            Value::Null, true.into(), (-1).into(), 1e300.into(), "".into(), "\u{e200}<details type=\"data:image/png;base64,=".into(),
            Value::Array(Vec::new()), serde_json::json!([[{"id": "m1", "text": [1]}]]), serde_json::json!({"m1": {"messages": [null]}}),
        ];
        let lines = if ALL[file].ends_with("}\n") && ALL[file].lines().all(|line| line.ends_with('}') && line.starts_with('{')) {
            ALL[file].lines().collect()
        } else {
            vec![ALL[file]]
        };
        let mut text = String::new();
        for line in lines {
            let mut value: Value = serde_json::from_str(line).unwrap();
            for (place, kind) in &places {
                changed(&mut value, &mut place.clone(), &kinds[*kind]);
            }
            text.push_str(&value.to_string());
            text.push('\n');
        }
        read(text.into_bytes());
    }

    /// Any bytes may stand anywhere.
    #[test]
    fn no_byte_makes_a_reader_panic(file in 0..ALL.len(), at in 0_usize..3_000, byte in 0_u8..=255) {
        let mut bytes = ALL[file].as_bytes().to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        read(bytes);
    }
}

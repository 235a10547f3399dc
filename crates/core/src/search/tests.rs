//! What is found, what is not, and that the index agrees with a scan of every text.

use super::*;
use crate::{
    change::Change,
    conversation::Conversation,
    mark::MarkKind,
    memory_store::MemoryStore,
    message::{Message, Part, Role},
    record::{Record, RecordKey},
    session::Session,
    store::Store,
    testing::{ManualHost, sample},
    time::Timestamp,
};
use proptest::prelude::*;
use std::cell::RefCell;

const ALL: Filter = Filter { conversation: None, role: None, documents: false, from: None, until: None };

fn index_of(changes: &[Change]) -> Index {
    let mut index = Index::default();
    changes.iter().for_each(|change| index.note(change));
    index
}

fn indexed(seed: u32, texts: &[&str]) -> Vec<Change> {
    let mut changes = sample::stored(seed, 0);
    changes.extend(
        (0..).zip(texts).map(|(n, text)| Change::Add(Record::Message(Box::new(sample::message(seed, n, text))))),
    );
    changes
}

fn texts(group: &Group) -> Vec<&str> {
    group.hits.iter().map(|hit| hit.excerpt.text.as_str()).collect()
}

fn standings(found: &Found) -> Vec<(u32, Standing)> {
    let hits = found.messages.hits.iter().filter_map(|hit| match hit.target {
        Target::Message { sequence, standing, .. } => Some((sequence, standing)),
        _ => None,
    });
    hits.collect()
}

#[test]
fn the_phrase_comes_first_then_whole_words_then_the_newest() {
    let mut index = index_of(&indexed(
        1,
        &["A kitchen and a red cat", "Red catalogue", "The cat is red", "the Red  CAT!", "no", "red cats sleep"],
    ));
    let found = index.search("red cat", &ALL, 50);
    let expected = ["the Red CAT!", "A kitchen and a red cat", "red cats sleep", "Red catalogue", "The cat is red"];
    assert_eq!(texts(&found.messages), expected);
    assert_eq!(texts(&index.search("red c", &ALL, 2).messages).len(), 2);
    assert_eq!(index.search("red c", &ALL, 2).messages.total, 5);
}

#[test]
fn a_word_is_found_while_it_is_typed_in_three_languages() {
    let all = ["Where is my umbrella?", "Сьогодні їдемо до Києва", "Ёлка стоит у окна"];
    let mut index = index_of(&indexed(1, &all));
    let typed =
        [("u", 0), ("umbr", 0), ("UMBRELLAS", 0), ("їд", 1), ("києв", 1), ("Києвом", 1), ("елк", 2), ("ЁЛКА", 2)];
    for (typed, place) in typed {
        assert_eq!(standings(&index.search(typed, &ALL, 9)), [(place, Standing::Active)], "{typed}");
    }
}

#[test]
fn found_words_are_marked_in_the_excerpt() {
    let mut index = index_of(&indexed(1, &[&format!("{} the red\n cat sleeps", "word ".repeat(100))]));
    let hit = index.search("cat red", &ALL, 1).messages.hits.remove(0);
    let marked: Vec<&str> = hit.excerpt.found.iter().map(|place| &hit.excerpt.text[place.clone()]).collect();
    assert_eq!(marked, ["red", "cat"]);
    assert!(hit.excerpt.text.starts_with("…word") && hit.excerpt.text.ends_with("the red cat sleeps"));
}

#[test]
fn forgotten_and_muted_messages_are_found_and_say_so() {
    let mut changes = indexed(1, &["tea one", "tea two", "tea three"]);
    changes.push(Change::Add(Record::Forget(sample::forget(1, 1, 1))));
    changes.push(Change::Add(Record::Mark(sample::mark(1, 1, MarkKind::Muted))));
    let mut index = index_of(&changes);
    let found = standings(&index.search("tea", &ALL, 9));
    assert_eq!(found, [(2, Standing::Active), (1, Standing::Muted), (0, Standing::Forgotten)]);
    index.note(&Change::Remove(Record::Forget(sample::forget(1, 1, 1)).key()));
    assert_eq!(standings(&index.search("tea", &ALL, 9))[2], (0, Standing::Active));
}

#[test]
fn filters_take_a_conversation_a_role_and_a_stretch_of_time() {
    let mut changes = indexed(1, &["tea", "tea", "tea"]);
    changes.extend(indexed(2, &["tea"]));
    let mut index = index_of(&changes);
    let mut count = |filter: Filter| index.search("tea", &filter, 9).messages.total;
    assert_eq!(count(ALL), 4);
    assert_eq!(count(Filter { conversation: Some(sample::conversation_id(2)), ..ALL }), 1);
    assert_eq!(count(Filter { role: Some(Role::Assistant), ..ALL }), 1);
    assert_eq!(count(Filter { from: Some(Timestamp(2_001)), until: Some(Timestamp(2_002)), ..ALL }), 1);
}

#[test]
fn a_deleted_conversation_is_not_found_and_one_that_is_brought_back_is() {
    let mut index = index_of(&indexed(1, &["green tea"]));
    let mut conversation = sample::conversation(1);
    conversation.deleted_at = Some(Timestamp(9));
    index.note(&Change::Put(Record::Conversation(conversation.clone())));
    assert_eq!(index.search("tea", &ALL, 9).messages.total, 0);
    assert_eq!(index.search("conversation", &ALL, 9).conversations.total, 0);
    conversation.deleted_at = None;
    conversation.tags = vec!["drinks".to_owned()];
    index.note(&Change::Put(Record::Conversation(conversation)));
    assert_eq!(index.search("tea", &ALL, 9).messages.total, 1);
    assert_eq!(texts(&index.search("drink", &ALL, 9).conversations), ["Conversation 1 #drinks"]);
}

#[test]
fn a_temporary_conversation_is_not_found_in_any_tab() {
    let mut index = index_of(&indexed(1, &["green tea"]));
    let temporary = Conversation { temporary: true, ..sample::conversation(1) };
    index.note(&Change::Put(Record::Conversation(temporary)));
    assert_eq!(index.search("tea", &ALL, 9).messages.total, 0);
    assert_eq!(index.search("", &ALL, 9).messages.total, 0);
    assert_eq!(index.search("conversation", &ALL, 9).conversations.total, 0);
}

#[test]
fn what_the_conversation_does_not_show_is_not_found() {
    let mut index = index_of(&indexed(1, &["tea", "tea"]));
    let fork = crate::branch::Branch {
        id: sample::branch_id(9),
        parent: Some(sample::branch_id(1)),
        first: 1,
        ..sample::branch(1)
    };
    let mut conversation = sample::conversation(1);
    conversation.active_branch = fork.id;
    index.note(&Change::Add(Record::Branch(fork)));
    index.note(&Change::Put(Record::Conversation(conversation)));
    assert_eq!(standings(&index.search("tea", &ALL, 9)), [(0, Standing::Active)]);
}

#[test]
fn memories_summaries_and_tasks_are_found() {
    // Its conversation is not temporary.
    let records = sample::of_every_kind_in_a_file();
    let mut index = Index::default();
    for kind in Index::KINDS {
        let own: Vec<Record> = records.iter().filter(|record| record.kind() == kind).cloned().collect();
        index.put_records(kind, &own);
    }
    let found = index.search("", &ALL, 9);
    assert!(found.memories.total > 0 && found.summaries.total > 0 && found.tasks.total > 0);
    assert_eq!(index.search("", &Filter { role: Some(Role::User), ..ALL }, 9).tasks.total, 0);
}

#[tokio::test]
async fn a_store_that_is_searched_is_read_in_batches_and_followed() {
    let shared = SharedIndex::default();
    let session = Session::new(Searchable::new(MemoryStore::default(), shared.clone()), ManualHost::default());
    session.store().apply(sample::stored(1, 700)).await.unwrap();
    assert!(!shared.is_begun(), "nothing is kept before anybody searches");
    let counts = RefCell::new(Vec::new());
    session.load_search(&|count| counts.borrow_mut().push(count)).await.unwrap();
    assert_eq!(*counts.borrow(), [300, 600, 700, 700]);

    let total = |text: &str| shared.ask(|index| index.search(text, &ALL, 9).messages.total).unwrap();
    let message = sample::message(1, 700, "A brand-new hedgehog");
    session.store().apply(vec![Change::Add(Record::Message(Box::new(message.clone())))]).await.unwrap();
    assert_eq!((total("hedge"), total("message 69")), (1, 11));
    session.erase_message(message.id).await.unwrap();
    assert_eq!(total("hedge"), 0);
    assert!(!format!("{shared:?}").contains("hedgehog"), "nothing of an erased message stays");

    // Another tab wrote.
    let behind: &MemoryStore = session.store();
    behind.apply(vec![Change::Add(Record::Message(Box::new(message)))]).await.unwrap();
    assert_eq!(total("hedge"), 0);
    session.renew_search(&[sample::conversation_id(1)]).await.unwrap();
    assert_eq!((total("hedge"), total("message")), (1, 700));
    session.erase_conversation(sample::conversation_id(1)).await.unwrap();
    assert_eq!((total(""), shared.ask(|index| index.messages()).unwrap()), (0, 0));
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof!["[abc]{1,7}", "[а-вёії]{1,7}", "(café|п'ять|C\\+\\+|3\\.14|10:30|東京|naïve|Київ|Києва|кошками)",]
}

fn text(most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..most).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_index_finds_what_a_look_at_every_text_finds(
        stored in prop::collection::vec(text(12), 1..30),
        replaced in prop::collection::vec((0_u32..30, text(6)), 0..6),
        gone in prop::collection::vec(0_u32..30, 0..6),
        typed in text(13),
    ) {
        let mut now: std::collections::BTreeMap<u32, Message> =
            (0..).zip(&stored).map(|(n, text)| (n, sample::message(1, n, text))).collect();
        let mut index = index_of(&sample::stored(1, 0));
        now.values().for_each(|message| index.note(&Change::Add(Record::Message(Box::new(message.clone())))));
        for (n, text) in replaced {
            let message = Message { parts: vec![Part::Text { text }], ..sample::message(1, n, "") };
            index.note(&Change::Put(Record::Message(Box::new(message.clone()))));
            now.insert(n, message);
        }
        for n in gone {
            index.note(&Change::Remove(RecordKey::Message(sample::branch_id(1), n)));
            now.remove(&n);
        }
        // At each keystroke, where the previous matches are narrowed.
        for (end, char) in typed.char_indices() {
            let typed = &typed[..end + char.len_utf8()];
            let query = Query::new(typed);
            let has_words = |message: &&Message| ricordo_text::normal::words(&message.text()).next().is_some();
            let expected: Vec<u32> = now
                .values()
                .filter(|message| query.matches(&message.text()) && has_words(message))
                .map(|message| message.sequence)
                .collect();
            let mut found: Vec<u32> = standings(&index.search(typed, &ALL, 100)).iter().map(|(n, _)| *n).collect();
            found.sort_unstable();
            prop_assert_eq!(found, expected, "{}", typed);
        }
    }
}

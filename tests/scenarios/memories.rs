//! Memories and user data that a user edits, with undo.

use crate::common::Chat;
use proptest::prelude::*;
use ricordo_core::{
    change::Change,
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{MemoryId, SummaryId},
    memory::{
        MemoryRefusal, MemorySource, MemoryState,
        find::{MemoryEntry, MemoryKind, MemoryOrder, MemoryPage, MemoryQuery},
    },
    memory_store::MemoryStore,
    record::{Kind, Record},
    session::{Outcome, Session},
    settings::{MemorySettings, Settings},
    store::Store,
    summary::{Maker, OutputTarget, Summary, SummaryKind},
    testing::{ManualHost, conformance::dump},
    undo::UndoneCommand,
    user_data::UserData,
};

async fn make_temporary(chat: &Chat) {
    let conversation = chat.session.open(chat.id, 1).await.unwrap().conversation;
    let temporary = Conversation { temporary: true, ..conversation };
    chat.session.store().apply(vec![Change::Put(Record::Conversation(temporary))]).await.unwrap();
}

async fn memory_ids(chat: &Chat) -> Vec<MemoryId> {
    let records = chat.session.store().records(Kind::Memory).await.unwrap();
    let ids =
        records.iter().filter_map(|record| if let Record::Memory(memory) = record { Some(memory.id) } else { None });
    ids.collect()
}

fn texts(page: &MemoryPage) -> Vec<&str> {
    let mut texts = Vec::new();
    for entry in &page.entries {
        texts.push(match entry {
            MemoryEntry::Fact(memory) => memory.text.as_str(),
            MemoryEntry::Summary(summary) => summary.text.as_str(),
        });
    }
    texts
}

fn query(words: &str, kind: Option<MemoryKind>, page: usize) -> MemoryQuery {
    MemoryQuery { words: words.to_owned(), kind, page, ..MemoryQuery::default() }
}

#[tokio::test]
async fn a_fact_is_added_changed_pinned_archived_restored_and_deleted() {
    let chat = Chat::open().await;
    let source = MemorySource { conversation: chat.id, message: chat.say("I live in Kyiv").await.reply.id };
    let empty = dump(chat.session.store()).await;

    let memory = chat.session.add_memory(chat.id, "Lives  in\nKyiv", Some(source)).await.unwrap().memory;
    assert_eq!((memory.text.as_str(), memory.state, memory.source), ("Lives in Kyiv", MemoryState::Kept, Some(source)));
    let memory = chat.session.update_memory(chat.id, memory.id, "Lives in Lviv").await.unwrap().memory;
    chat.session.pin_memory(chat.id, memory.id, true).await.unwrap();
    chat.session.archive_memory(chat.id, memory.id).await.unwrap();
    let archived = chat.session.memories(&query("", Some(MemoryKind::Archived), 0)).await.unwrap();
    assert_eq!(texts(&archived), ["Lives in Lviv"]);
    chat.session.restore_memory(chat.id, memory.id).await.unwrap();
    chat.session.delete_memory(chat.id, memory.id).await.unwrap();
    assert_eq!(chat.session.memories(&MemoryQuery::default()).await.unwrap().total, 0);

    for _ in 0..6 {
        assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Memory));
    }
    assert_eq!(dump(chat.session.store()).await, empty, "six commands, taken back one by one");
    let gone = chat.session.delete_memory(chat.id, memory.id).await;
    assert_eq!(gone, Err(Error::Memory(MemoryRefusal::NotFound)));
}

#[tokio::test]
async fn a_refused_memory_says_why_and_stores_nothing() {
    let chat = Chat::open().await;
    let before = dump(chat.session.store()).await;
    let refusal = chat.session.add_memory(chat.id, "My password is hunter2!", None).await.unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "This looks like a password. Keys, passwords and card numbers are not saved as memories."
    );
    assert_eq!(chat.session.add_memory(chat.id, " \n ", None).await, Err(Error::Memory(MemoryRefusal::Empty)));
    let long = chat.session.add_memory(chat.id, &"а".repeat(301), None).await.unwrap_err();
    assert_eq!(long.to_string(), "A memory can have up to 300 characters; this one has 301. Shorten it.");
    assert_eq!(dump(chat.session.store()).await, before);
}

#[tokio::test]
async fn at_the_cap_one_goes_to_the_archive_and_undo_brings_it_back() {
    let chat = Chat::open().await;
    let memories = MemorySettings { max_facts: 10, ..MemorySettings::default() };
    chat.session.save_settings(&Settings { memories, ..Settings::default() }).await.unwrap();
    for n in 0..10 {
        chat.session.add_memory(chat.id, &format!("Fact number {n}"), None).await.unwrap();
        chat.host.advance(1_000);
    }
    chat.session.add_memory(chat.id, "Fact number 0.", None).await.unwrap();
    let before = dump(chat.session.store()).await;
    let kept = chat.session.add_memory(chat.id, "One too many", None).await.unwrap();
    let made_room: Vec<&str> = kept.made_room.iter().map(|memory| memory.text.as_str()).collect();
    assert_eq!((kept.memory.text.as_str(), made_room), ("One too many", vec!["Fact number 1"]), "it is named");
    let archived = chat.session.memories(&query("", Some(MemoryKind::Archived), 0)).await.unwrap();
    assert_eq!(texts(&archived), ["Fact number 1"], "number 0 was said again");
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(dump(chat.session.store()).await, before);
}

#[tokio::test]
async fn the_list_is_searched_filtered_and_paged_in_one_order() {
    let chat = Chat::open().await;
    let mut ids = Vec::new();
    for n in 0..45 {
        let text = if n % 2 == 0 { format!("Thing number {n}") } else { format!("Річ у Києві {n}") };
        ids.push(chat.session.add_memory(chat.id, &text, None).await.unwrap().memory.id);
        chat.host.advance(1_000);
    }
    chat.session.pin_memory(chat.id, ids[3], true).await.unwrap();
    let first = chat.session.memories(&MemoryQuery::default()).await.unwrap();
    assert_eq!((first.total, first.pages, first.entries.len()), (45, 3, 20));
    assert_eq!(texts(&first)[..3], ["Річ у Києві 3", "Thing number 44", "Річ у Києві 43"]);
    let last = chat.session.memories(&query("", None, 99)).await.unwrap();
    assert_eq!((last.page, last.entries.len(), texts(&last)[4]), (2, 5, "Thing number 0"));
    let found = chat.session.memories(&query("КИЄВІ річ", Some(MemoryKind::Fact), 1)).await.unwrap();
    assert_eq!((found.total, found.pages, found.entries.len()), (22, 2, 2));
}

#[tokio::test]
async fn a_summary_kept_as_a_memory_is_listed_beside_the_facts() {
    let chat = Chat::open().await;
    let at = chat.host.now().at;
    let summary = |n: u8, kind, target| Summary {
        id: SummaryId::new(at, [n; 10]),
        kind,
        conversation: Some(chat.id),
        text: format!("Summary {n}"),
        coverage: Vec::new(),
        sources: Vec::new(),
        branched_away: Vec::new(),
        forgotten_in: Vec::new(),
        muted_in: Vec::new(),
        moved_out: Vec::new(),
        project: None,
        maker: Maker::Extractive,
        prompt_version: 1,
        tokens_before: 100,
        tokens: 10,
        target,
        priority: 50,
        created_at: at,
        edited_at: None,
        lines_by_worth: Vec::new(),
    };
    let summaries = [
        summary(1, SummaryKind::Compressed, OutputTarget::Memory),
        summary(2, SummaryKind::Compressed, OutputTarget::ReducedHistory),
        summary(3, SummaryKind::Recent, OutputTarget::Memory),
    ];
    let changes = summaries.map(|summary| Change::Add(Record::Summary(summary)));
    chat.session.store().apply(changes.to_vec()).await.unwrap();
    chat.host.advance(1_000);
    chat.session.add_memory(chat.id, "Has a cat", None).await.unwrap();
    assert_eq!(texts(&chat.session.memories(&MemoryQuery::default()).await.unwrap()), ["Has a cat", "Summary 1"]);
    let only = chat.session.memories(&query("", Some(MemoryKind::Summary), 0)).await.unwrap();
    assert_eq!(texts(&only), ["Summary 1"]);
}

#[tokio::test]
async fn a_summary_that_is_not_sent_or_whose_conversation_is_deleted_is_not_listed() {
    let chat = Chat::open_with(Settings::default()).await;
    chat.fill(30).await;
    chat.model.then_say("They plan to move to Lviv in May.");
    assert!(matches!(chat.compress().await, Outcome::Made(_)));
    let listed = async || chat.session.memories(&MemoryQuery::default()).await.unwrap().total;
    assert_eq!(listed().await, 1);
    chat.session.forget(chat.id, 0).await.unwrap();
    assert_eq!(listed().await, 0, "forgotten");
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(listed().await, 1);
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert_eq!(listed().await, 0, "in the trash");
    chat.session.undo(other).await.unwrap();
    assert_eq!(listed().await, 1);
}

#[tokio::test]
async fn user_data_is_stored_undone_and_holds_no_secrets() {
    let chat = Chat::open().await;
    assert_eq!(chat.session.user_data().await.unwrap(), UserData::default());
    let anna = UserData {
        name: "Anna".to_owned(),
        pronouns: "she/her".to_owned(),
        fields: vec![("City".to_owned(), "Kyiv".to_owned())],
        ..UserData::default()
    };
    chat.session.save_user_data(chat.id, &anna).await.unwrap();
    chat.session.save_user_data(chat.id, &anna).await.unwrap();
    assert_eq!(chat.session.user_data().await.unwrap(), anna);
    let card = UserData { fields: vec![("Card".to_owned(), "4111 1111 1111 1111".to_owned())], ..anna.clone() };
    let refusal = chat.session.save_user_data(chat.id, &card).await.unwrap_err();
    assert!(matches!(refusal, Error::Memory(MemoryRefusal::Secret { .. })));
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.user_data().await.unwrap(), UserData::default());
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), None, "storing the same again is nothing to undo");
}

#[tokio::test]
async fn a_form_about_the_user_keeps_what_a_reply_or_another_tab_stored_while_it_was_filled_in() {
    let store = MemoryStore::default();
    let chat = Chat::open_on(store.clone()).await;
    let other_tab = Session::new(store, ManualHost::default());
    let field = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let fields = |all: &[(&str, &str)]| all.iter().map(field).collect::<Vec<_>>();
    let first = UserData { fields: fields(&[("City", "Kyiv"), ("Pet", "Cat")]), ..UserData::default() };
    chat.session.save_user_data(chat.id, &first).await.unwrap();

    let read = chat.session.user_data().await.unwrap();
    let elsewhere = UserData {
        pronouns: "she/her".to_owned(),
        fields: fields(&[("City", "Lviv"), ("Pet", "Cat"), ("Work", "Nurse")]),
        ..first
    };
    other_tab.save_user_data(chat.id, &elsewhere).await.unwrap();
    let without_pet = fields(&[("City", "Kyiv"), ("Car", "None")]);
    let typed = UserData { name: "Anna".to_owned(), fields: without_pet, ..read.clone() };
    chat.session.change_user_data(chat.id, &read, typed.clone()).await.unwrap();
    let stored = chat.session.user_data().await.unwrap();
    assert_eq!((stored.name.as_str(), stored.pronouns.as_str()), ("Anna", "she/her"));
    assert_eq!(stored.fields, fields(&[("City", "Lviv"), ("Work", "Nurse"), ("Car", "None")]));

    // Where nothing else was stored, it is stored as typed, in its order.
    let reordered = UserData { fields: fields(&[("", "Rome"), ("", "Oslo"), ("City", "Lviv")]), ..typed };
    chat.session.change_user_data(chat.id, &stored, reordered.clone()).await.unwrap();
    assert_eq!(chat.session.user_data().await.unwrap(), reordered);
}

#[tokio::test]
async fn a_temporary_conversation_refuses_to_write() {
    let chat = Chat::open().await;
    let id = chat.session.add_memory(chat.id, "Has a cat", None).await.unwrap().memory.id;
    make_temporary(&chat).await;
    let before = dump(chat.session.store()).await;
    assert_eq!(chat.session.add_memory(chat.id, "Has a dog", None).await, Err(Error::Temporary));
    assert_eq!(chat.session.delete_memory(chat.id, id).await, Err(Error::Temporary));
    assert_eq!(chat.session.save_user_data(chat.id, &UserData::default()).await, Err(Error::Temporary));
    assert!(Error::Temporary.to_string().starts_with("This chat is temporary"));
    assert_eq!(dump(chat.session.store()).await, before);
    assert_eq!(chat.session.memories(&MemoryQuery::default()).await.unwrap().total, 1, "reading is allowed");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn undo_restores_the_exact_bytes(steps in prop::collection::vec((0_u8..7, any::<u8>(), 0_u8..30), 1..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let chat = Chat::open().await;
            let memories = MemorySettings { max_facts: 10, ..MemorySettings::default() };
            chat.session.save_settings(&Settings { memories, ..Settings::default() }).await.unwrap();
            let mut dumps = vec![dump(chat.session.store()).await];
            for (step, which, text) in steps {
                chat.host.advance(1_000);
                let ids = memory_ids(&chat).await;
                let text = format!("Fact number {text}");
                if step < 2 || ids.is_empty() {
                    drop(chat.session.add_memory(chat.id, &text, None).await);
                } else {
                    let id = ids[usize::from(which) % ids.len()];
                    // A step may be refused; then nothing was stored.
                    let _ = match step {
                        2 => chat.session.update_memory(chat.id, id, &text).await.map(drop),
                        3 => chat.session.pin_memory(chat.id, id, which % 2 == 0).await.map(drop),
                        4 => chat.session.archive_memory(chat.id, id).await,
                        5 => chat.session.restore_memory(chat.id, id).await.map(drop),
                        _ => chat.session.delete_memory(chat.id, id).await,
                    };
                }
                let now = dump(chat.session.store()).await;
                if dumps.last() != Some(&now) {
                    dumps.push(now);
                }
            }
            while let Some(expected) = dumps.pop() {
                assert_eq!(dump(chat.session.store()).await, expected);
                let undone = chat.session.undo(chat.id).await.unwrap();
                assert_eq!(undone.is_some(), !dumps.is_empty());
            }
        });
    }
}

#[tokio::test]
async fn two_that_say_nearly_the_same_become_one_and_two_again() {
    let chat = Chat::open().await;
    let mut ids = Vec::new();
    for text in ["Has a cat called Mia", "Works as a nurse", "Has a cat named Mia"] {
        ids.push(chat.session.add_memory(chat.id, text, None).await.unwrap().memory.id);
        chat.host.advance(1_000);
    }
    chat.session.pin_memory(chat.id, ids[0], true).await.unwrap();
    let pairs = chat.session.alike_memories().await.unwrap();
    assert_eq!(pairs.iter().map(|pair| (pair.first.id, pair.second.id)).collect::<Vec<_>>(), [(ids[0], ids[2])]);
    let before = dump(chat.session.store()).await;
    chat.session.merge_memories(chat.id, ids[2], ids[0]).await.unwrap();
    let page = chat.session.memories(&MemoryQuery::default()).await.unwrap();
    assert_eq!(texts(&page), ["Has a cat named Mia", "Works as a nurse"]);
    assert!(matches!(&page.entries[0], MemoryEntry::Fact(memory) if memory.pinned), "what the other was is not lost");
    assert_eq!(chat.session.alike_memories().await.unwrap(), []);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Memory));
    assert_eq!(dump(chat.session.store()).await, before);
}

#[tokio::test]
async fn the_list_comes_in_the_order_that_is_asked_for() {
    let chat = Chat::open().await;
    for text in ["First fact", "Second thing", "Third matter"] {
        chat.session.add_memory(chat.id, text, None).await.unwrap();
        chat.host.advance(1_000);
    }
    for text in ["Second thing.", "Second thing!", "First fact."] {
        chat.session.add_memory(chat.id, text, None).await.unwrap();
        chat.host.advance(1_000);
    }
    let listed = async |order| {
        let page = chat.session.memories(&MemoryQuery { order, ..MemoryQuery::default() }).await.unwrap();
        assert_eq!(page.kept, 3);
        texts(&page).iter().map(|text| text[..5].to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(listed(MemoryOrder::Newest).await, "Third Secon First");
    assert_eq!(listed(MemoryOrder::Oldest).await, "First Secon Third");
    assert_eq!(listed(MemoryOrder::MostUsed).await, "Secon First Third");
    assert_eq!(listed(MemoryOrder::NeverUsed).await, "Third Secon First");
}

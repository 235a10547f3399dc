//! Memories with key words: sent when one of the words stands in the message or near it, and otherwise absent.

use crate::common::{Chat, provider};
use ricordo_core::{
    change::Change,
    compile::{Compiled, LayerKind},
    id::MemoryId,
    manifest::SourceId,
    mark::MarkKind,
    memory::{Memory, MemoryRefusal, MemoryState},
    preset::apply,
    project::ProjectText,
    record::{Kind, Record},
    scope::Scope,
    settings::{MemorySettings, Settings},
    store::Store,
};

const FACT: &str = "The piano belongs to Oksana's aunt.";

async fn add(chat: &Chat, text: &str, words: &[&str]) -> MemoryId {
    let id = chat.session.add_memory(chat.id, text, None).await.unwrap().memory.id;
    set(chat, id, words).await;
    id
}

async fn set(chat: &Chat, id: MemoryId, words: &[&str]) -> Memory {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    chat.session.set_key_words(chat.id, id, &words).await.unwrap().memory
}

async fn next(chat: &Chat, text: &str) -> Compiled {
    chat.session.preview(chat.id, text, &provider()).await.unwrap()
}

fn holds(compiled: &Compiled, text: &str) -> bool {
    serde_json::to_string(&compiled.request.messages).unwrap().contains(text)
}

fn words(compiled: &Compiled, id: MemoryId) -> Vec<String> {
    let piece = compiled.recalled.iter().find(|piece| piece.sources == [SourceId::Memory(id)]);
    piece.map(|piece| piece.reason.words.clone()).unwrap_or_default()
}

#[tokio::test]
async fn a_key_word_brings_its_memory_in_and_the_report_names_the_word() {
    let chat = Chat::open().await;
    let id = add(&chat, FACT, &["piano", "lake street"]).await;
    assert!(!holds(&next(&chat, "Hello").await, FACT));
    let compiled = next(&chat, "Who tunes both Pianos?").await;
    assert!(holds(&compiled, FACT));
    assert_eq!(words(&compiled, id), ["Pianos"]);
    let [piece] = &compiled.recalled[..] else { panic!("{:?}", compiled.recalled) };
    assert!(piece.reason.by_key_word && piece.tokens > 0);
    assert_eq!(compiled.layers.iter().filter(|layer| layer.kind == LayerKind::Memories).count(), 0);
    assert!(holds(&next(&chat, "The house on Lake Street").await, FACT));
    assert!(!holds(&next(&chat, "The lake and the street").await, FACT), "a phrase is found as it stands");
}

#[tokio::test]
async fn what_is_sent_is_what_the_preview_showed_and_a_past_request_still_says_why() {
    let chat = Chat::open().await;
    let id = add(&chat, FACT, &["piano"]).await;
    let shown = next(&chat, "And the piano?").await;
    let reply = chat.say("And the piano?").await.reply.id;
    assert_eq!(chat.last_request().messages, shown.request.messages);
    let past = chat.session.past_request(reply).await.unwrap().unwrap();
    assert_eq!(past.recalled[0].sources, [SourceId::Memory(id)]);
    assert!(past.recalled[0].reason.by_key_word);
}

#[tokio::test]
async fn the_exchange_before_brings_it_in_too_until_it_is_forgotten_or_muted() {
    let chat = Chat::open().await;
    add(&chat, FACT, &["piano"]).await;
    chat.say("Where does the piano stand?").await;
    assert!(holds(&next(&chat, "And who owns it?").await, FACT));
    chat.session.forget(chat.id, 0).await.unwrap();
    assert!(!holds(&next(&chat, "And who owns it?").await, FACT), "forgotten");
    chat.session.undo(chat.id).await.unwrap();
    assert!(holds(&next(&chat, "And who owns it?").await, FACT));
    let asked = chat.id_of("Where does the piano").await;
    chat.session.mark(chat.id, asked, Some(MarkKind::Muted)).await.unwrap();
    assert!(!holds(&next(&chat, "And who owns it?").await, FACT), "muted");
    chat.session.undo(chat.id).await.unwrap();
    chat.say("Never mind.").await;
    assert!(!holds(&next(&chat, "And who owns it?").await, FACT), "two messages later");
}

#[tokio::test]
async fn every_preset_sends_it_and_where_recall_has_no_room_too() {
    for preset in ["balanced", "forget", "layered", "journal", "compress", "hybrid"] {
        let settings = apply(preset, &Settings::default()).unwrap();
        let chat = Chat::open_with(settings).await;
        add(&chat, FACT, &["piano"]).await;
        assert!(holds(&next(&chat, "The piano").await, FACT), "{preset}");
        assert!(!holds(&next(&chat, "The cello").await, FACT), "{preset}");
    }
}

#[tokio::test]
async fn without_key_words_it_is_sent_every_time_again_and_undo_takes_each_step_back() {
    let chat = Chat::open().await;
    let id = add(&chat, FACT, &["piano"]).await;
    set(&chat, id, &[]).await;
    assert!(holds(&next(&chat, "Hello").await, FACT));
    chat.session.undo(chat.id).await.unwrap();
    assert!(!holds(&next(&chat, "Hello").await, FACT));
    chat.session.undo(chat.id).await.unwrap();
    assert!(holds(&next(&chat, "Hello").await, FACT), "as it was added");
}

#[tokio::test]
async fn many_of_them_do_not_push_a_fact_into_the_archive() {
    let chat = Chat::open().await;
    let most = Settings::default().memories.max_facts;
    for number in 0..most + 5 {
        let fact = format!("Friend number {number} lives in house {}.", number * 37);
        let id = chat.session.add_memory(chat.id, &fact, None).await.unwrap();
        assert!(id.made_room.is_empty(), "{number}");
        set(&chat, id.memory.id, &[&format!("friend{number}")]).await;
    }
    let kept = chat.session.add_memory(chat.id, FACT, None).await.unwrap();
    assert!(kept.made_room.is_empty());
    assert!(holds(&next(&chat, "Tell me about friend54").await, "Friend number 54 lives"));
}

#[tokio::test]
async fn one_that_is_moved_or_edited_pushes_no_fact_into_the_archive() {
    let memories = MemorySettings { max_facts: 10, ..MemorySettings::default() };
    let chat = Chat::open_with(Settings { memories, ..Settings::default() }).await;
    let project = ProjectText { name: "Rome".to_owned(), ..ProjectText::default() };
    let project = Scope::Project(chat.session.create_project(project).await.unwrap().id);
    for scope in [project, Scope::Everywhere] {
        for number in 0..10 {
            let fact = format!("Friend number {number} lives in house {}.", number * 37);
            let kept = chat.session.add_memory_in(chat.id, &fact, None, scope).await.unwrap();
            assert!(kept.made_room.is_empty());
            // With pinned ones alone there is no room at all.
            chat.session.pin_memory(chat.id, kept.memory.id, true).await.unwrap();
        }
    }
    let id = chat.session.add_memory_in(chat.id, FACT, None, Scope::Conversation(chat.id)).await.unwrap().memory.id;
    set(&chat, id, &["piano"]).await;
    for scope in [project, Scope::Everywhere] {
        let moved = chat.session.set_memory_scope(chat.id, id, scope).await.unwrap();
        assert_eq!((moved.memory.scope, moved.made_room), (scope, Vec::new()));
    }
    let proposed = Memory { state: MemoryState::Proposed, ..set(&chat, id, &["piano"]).await };
    chat.session.store().apply(vec![Change::Put(Record::Memory(proposed))]).await.unwrap();
    let edited = chat.session.update_memory(chat.id, id, "The piano belongs to Oksana.").await.unwrap();
    assert_eq!((edited.memory.state, edited.made_room), (MemoryState::Kept, Vec::new()));

    // Without key words it counts.
    let fact = chat.session.add_memory_in(chat.id, "Has a cat", None, Scope::Conversation(chat.id)).await.unwrap();
    let refused = chat.session.set_memory_scope(chat.id, fact.memory.id, project).await;
    assert!(matches!(refused, Err(ricordo_core::error::Error::Memory(MemoryRefusal::AllPinned { .. }))), "{refused:?}");
}

#[tokio::test]
async fn too_many_and_wrong_key_words_are_refused_and_change_nothing() {
    let chat = Chat::open().await;
    let id = add(&chat, FACT, &["piano"]).await;
    let many: Vec<String> = (0..30).map(|number| format!("word{number}")).collect();
    for (words, refusal) in
        [(many, MemoryRefusal::TooManyKeyWords), (vec!["!!".to_owned()], MemoryRefusal::WrongKeyWord)]
    {
        let error = chat.session.set_key_words(chat.id, id, &words).await.unwrap_err();
        assert_eq!(error, ricordo_core::error::Error::Memory(refusal));
    }
    let records = chat.session.store().records(Kind::Memory).await.unwrap();
    let [Record::Memory(memory)] = &records[..] else { panic!("{records:?}") };
    assert_eq!(memory.key_words, ["piano"]);
}

/// A row as builds before key words wrote it.
#[test]
fn a_memory_of_an_earlier_build_is_sent_every_time() {
    let memory = ricordo_core::testing::sample::memory(1);
    let mut json = serde_json::to_value(&memory).unwrap();
    json.as_object_mut().unwrap().remove("key_words").expect("the sample has key words");
    let read: Memory = serde_json::from_value(json.clone()).unwrap();
    assert!(read.key_words.is_empty());
    assert_eq!(serde_json::to_value(&read).unwrap(), json, "and is written as before");
}

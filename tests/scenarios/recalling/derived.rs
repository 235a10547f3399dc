//! Memories and summaries by meaning: found in other words and languages, and never where they are not by words.

use super::{
    meaning::{OTHER_WORDS, far_provider, make, passages, rows, with},
    summaries::summarize,
    *,
};
use ricordo_core::{
    id::{MemoryId, ProviderId},
    project::ProjectText,
    recall::Purpose,
    scope::Scope,
    session::VectorsEnd,
    summary::Summary,
    testing::TopicEmbedder,
    time::Timestamp,
};

/// It shares no word with [`OTHER_WORDS`], nor a letter.
pub(super) const MEMORY: &str = "У користувача вдома живуть їжаки";
/// What a summary says about them.
pub(super) const SUMMARY: &str = "Оксана розповіла про своїх їжаків.";

/// Messages of the first conversation.
pub(super) const MESSAGES: usize = 45;

/// A chat that recalls by meaning, in which nobody speaks of hedgehogs, and another conversation. Memories and summaries
/// have no room in the request, so that they have to be recalled.
pub(super) async fn open_by_meaning() -> (Recalling, TopicEmbedder, ConversationId) {
    let embedder = TopicEmbedder::default();
    let chat = with(open().await, &embedder);
    let mut settings = chat.session.settings().await.unwrap();
    settings.layers.iter_mut().filter(|layer| layer.kind == LayerKind::Memories).for_each(|layer| {
        (layer.floor, layer.ceiling) = (0, 0);
    });
    chat.session.save_settings(&settings).await.unwrap();
    // As much of each other topic, so that none is rare and so far from the rest.
    let texts: Vec<String> = (0..MESSAGES)
        .map(|n| match n % 3 {
            0 => format!("Message {n}: the weather in Lviv stays as it was."),
            1 => format!("Message {n}: my car makes a noise."),
            _ => format!("Message {n}: dinner was late."),
        })
        .collect();
    put(&chat, chat.id, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    put(&chat, other, &["The engine is new.", "Supper is ready."]).await;
    (chat, embedder, other)
}

pub(super) async fn add(chat: &Recalling, text: &str) -> MemoryId {
    chat.session.add_memory(chat.id, text, None).await.unwrap().memory.id
}

pub(super) async fn add_in(chat: &Recalling, text: &str, scope: Scope) -> MemoryId {
    chat.session.add_memory_in(chat.id, text, None, scope).await.unwrap().memory.id
}

/// A summary of the first conversation, whose messages are about the weather.
pub(super) async fn summarized(chat: &Recalling, text: &str) -> Summary {
    let messages = chat.session.store().messages(chat.id, 4, 4).await.unwrap();
    summarize(chat, &messages, text).await
}

pub(super) async fn finds(chat: &Recalling, id: ConversationId, text: &str) -> bool {
    recalled(&preview(chat, id, OTHER_WORDS).await).contains(text)
}

#[tokio::test]
async fn a_memory_in_another_language_is_found_by_its_meaning_and_not_by_words() {
    let (chat, embedder, other) = open_by_meaning().await;
    let id = add(&chat, MEMORY).await;
    add(&chat, "The user likes supper").await;
    assert_eq!(recalled(&preview(&chat, other, OTHER_WORDS).await), "", "by words alone");
    assert_eq!(make(&chat, &embedder).await, Ok(VectorsEnd::Done));
    // The same from what is stored.
    for page in [&chat, &with(page_on(&chat), &embedder)] {
        for conversation in [other, chat.id] {
            let compiled = preview(page, conversation, OTHER_WORDS).await;
            assert_eq!(recalled(&compiled), format!("Relevant memory:\n- {MEMORY}"));
            let [piece] = &compiled.recalled[..] else { panic!("{:?}", compiled.recalled) };
            assert_eq!((piece.kind, &piece.matched), (RecallKind::Memory, &vec![SourceId::Memory(id)]));
            assert!(piece.reason.nearer_than >= Some(90) && piece.reason.words.is_empty(), "{:?}", piece.reason);
        }
    }
}

#[tokio::test]
async fn it_is_found_where_no_message_may_be_recalled_and_where_many_have_words_of_the_question() {
    let (chat, embedder, other) = open_by_meaning().await;
    add(&chat, MEMORY).await;
    for text in ["User likes the weather", "User has a car", "Dinner is at eight", "Rain is fine", "No topic at all"] {
        add(&chat, text).await;
    }
    let elsewhere = new(&chat).await;
    for number in 0..20 {
        put(&chat, elsewhere, &[&format!("The creatures of planet {number} live there."), "Do they?"]).await;
    }
    make(&chat, &embedder).await.unwrap();
    let found = recalled(&preview(&chat, other, OTHER_WORDS).await);
    assert!(found.contains(MEMORY) && found.contains("creatures of planet"), "{found}");
    set(&chat, |recall| (recall.short, recall.medium, recall.long) = (false, false, false)).await;
    assert_eq!(recalled(&preview(&chat, other, OTHER_WORDS).await), format!("Relevant memory:\n- {MEMORY}"));
}

#[tokio::test]
async fn what_memories_and_summaries_mean_changes_nothing_about_the_messages_that_are_found() {
    let (chat, embedder, other) = open_by_meaning().await;
    put(&chat, chat.id, &["We keep hedgehogs.", "I see."]).await;
    add(&chat, "The user likes supper").await;
    make(&chat, &embedder).await.unwrap();
    let before = preview(&chat, other, OTHER_WORDS).await;
    assert!(recalled(&before).contains("We keep hedgehogs."));
    for text in ["The user owns a car", "The user likes rain", "The user eats dinner", "The user repairs an engine"] {
        add(&chat, text).await;
    }
    summarized(&chat, "They talk about the weather and the rain.").await;
    make(&chat, &embedder).await.unwrap();
    let after = preview(&chat, other, OTHER_WORDS).await;
    let [before, after] = [before, after].map(|compiled| {
        let messages = compiled.recalled.into_iter().filter(|piece| piece.kind == RecallKind::Conversation);
        messages.collect::<Vec<_>>()
    });
    assert_eq!(after, before);
}

#[tokio::test]
async fn summaries_are_found_by_their_meaning_in_their_own_conversation_and_in_others() {
    let (chat, embedder, other) = open_by_meaning().await;
    let summary = summarized(&chat, SUMMARY).await;
    assert!(!finds(&chat, other, SUMMARY).await, "by words alone");
    make(&chat, &embedder).await.unwrap();
    for page in [&chat, &with(page_on(&chat), &embedder)] {
        for conversation in [other, chat.id] {
            let compiled = preview(page, conversation, OTHER_WORDS).await;
            assert!(recalled(&compiled).contains(SUMMARY), "{}", recalled(&compiled));
            let piece = &compiled.recalled[0];
            assert_eq!(piece.matched, [SourceId::Summary(summary.id)]);
            assert!(piece.reason.nearer_than >= Some(90) && piece.reason.words.is_empty(), "{:?}", piece.reason);
        }
    }
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    assert!(finds(&chat, temporary, SUMMARY).await);
}

#[tokio::test]
async fn a_summary_is_left_out_if_a_message_that_it_was_made_from_is_as_near() {
    let (chat, embedder, other) = open_by_meaning().await;
    let stored = put(&chat, chat.id, &["We keep hedgehogs.", "I see."]).await;
    summarize(&chat, &stored, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    let found = recalled(&preview(&chat, other, OTHER_WORDS).await);
    assert!(found.contains("We keep hedgehogs.") && !found.contains(SUMMARY), "{found}");
}

/// Whether the summary is found by its meaning in the other conversation after something was done.
async fn is_found_after<F: AsyncFnOnce(&Recalling, &Summary)>(act: F) -> bool {
    let (chat, embedder, other) = open_by_meaning().await;
    let summary = summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, SUMMARY).await);
    act(&chat, &summary).await;
    let found = finds(&chat, other, SUMMARY).await;
    // Nor is it once the vectors that are missing are made.
    make(&chat, &embedder).await.unwrap();
    assert_eq!(finds(&chat, other, SUMMARY).await, found);
    assert_eq!(finds(&with(page_on(&chat), &embedder), other, SUMMARY).await, found);
    found
}

#[tokio::test]
async fn a_summary_is_not_found_by_its_meaning_where_it_is_not_by_words() {
    let kept = is_found_after(async |_, _| ()).await;
    assert!(kept);
    let source = |summary: &Summary| summary.sources[1].message;
    let forgotten = is_found_after(async |chat, _| chat.session.forget(chat.id, 2).await.unwrap());
    let muted = is_found_after(async |chat, summary| {
        chat.session.mark(chat.id, source(summary), Some(MarkKind::Muted)).await.unwrap();
    });
    let not_again = is_found_after(async |chat, summary| {
        chat.session.do_not_recall(&[source(summary)], chat.id).await.unwrap();
    });
    let erased = is_found_after(async |chat, summary| chat.session.erase_message(source(summary)).await.unwrap());
    let gone = is_found_after(async |chat, _| chat.session.erase_conversation(chat.id).await.unwrap());
    let deleted = is_found_after(async |chat, _| chat.session.delete_conversation(chat.id, chat.id).await.unwrap());
    let branched = is_found_after(async |chat, summary| {
        let provider = provider();
        let call = ModelCall::new(&chat.model, &provider);
        chat.session.edit(&call, chat.id, summary.sources[0].message, "Nothing of the kind.").await.unwrap();
    });
    let replaced = is_found_after(async |chat, summary| {
        chat.session.edit_summary(chat.id, summary.id, "Nothing to speak of.").await.unwrap();
    });
    let not_wanted = is_found_after(async |chat, summary| {
        chat.session.delete_summary(chat.id, summary.id).await.unwrap();
    });
    let moved = is_found_after(async |chat, _| {
        let text = ProjectText { name: "Rome".to_owned(), isolated: false, ..Default::default() };
        let rome = chat.session.create_project(text).await.unwrap().id;
        chat.session.move_conversation(chat.id, Some(rome), chat.id).await.unwrap();
    });
    let old_levels = is_found_after(async |chat, _| {
        chat.host.advance(20 * DAY);
        set(chat, |recall| (recall.medium, recall.long) = (false, true)).await;
    });
    let found = [forgotten.await, muted.await, not_again.await, erased.await, gone.await, deleted.await];
    assert_eq!(found, [false; 6]);
    let found = [branched.await, replaced.await, not_wanted.await, moved.await, old_levels.await];
    assert_eq!(found, [false; 5]);
}

#[tokio::test]
async fn what_stays_on_this_computer_is_not_found_by_its_meaning_for_a_provider_elsewhere() {
    let (chat, embedder, other) = open_by_meaning().await;
    let here = provider();
    let far = Provider { id: ProviderId::new(Timestamp(2), [2; 10]), ..far_provider() };
    for known in [&here, &far] {
        chat.session.save_provider(known).await.unwrap();
    }
    choose(&chat, chat.id, &here).await;
    choose(&chat, other, &far).await;
    summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(recalled(&preview_with(&chat, other, OTHER_WORDS, &far).await), "");
    assert!(recalled(&preview_with(&chat, other, OTHER_WORDS, &here).await).contains(SUMMARY));
}

#[tokio::test]
async fn an_edited_memory_is_not_found_by_what_it_meant_and_is_by_what_it_means() {
    let (chat, embedder, other) = open_by_meaning().await;
    let id = add(&chat, MEMORY).await;
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, MEMORY).await);
    let made = rows(&chat).await.len();
    let car = "The user owns a car";
    chat.session.update_memory(chat.id, id, car).await.unwrap();
    assert_eq!(rows(&chat).await.len(), made - 1, "its vector is gone at once");
    assert!(!finds(&chat, other, car).await);
    make(&chat, &embedder).await.unwrap();
    assert!(!finds(&chat, other, car).await);
    let hedgehog = "The user feeds a hedgehog";
    chat.session.update_memory(chat.id, id, hedgehog).await.unwrap();
    assert!(!finds(&chat, other, hedgehog).await);
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, hedgehog).await);
    // Undone, it means what it meant.
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(rows(&chat).await.len(), made - 1);
    assert!(!finds(&chat, other, car).await);
    make(&chat, &embedder).await.unwrap();
    assert!(!finds(&chat, other, car).await);
}

#[tokio::test]
async fn a_vector_of_what_another_tab_has_changed_is_not_used() {
    let (chat, embedder, other) = open_by_meaning().await;
    let id = add(&chat, MEMORY).await;
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, MEMORY).await);
    let tab = page_on(&chat);
    tab.session.update_memory(chat.id, id, "The user owns a car").await.unwrap();
    assert!(!finds(&chat, other, "The user owns a car").await, "nobody told this tab");
    // Its own run reads what is stored.
    embedder.take_asked();
    make(&chat, &embedder).await.unwrap();
    assert_eq!(passages(&embedder.take_asked()), ["The user owns a car"]);
}

#[tokio::test]
async fn a_memory_of_another_scope_is_not_found() {
    let (chat, embedder, other) = open_by_meaning().await;
    let text = ProjectText { name: "Rome".to_owned(), isolated: false, ..Default::default() };
    let rome = chat.session.create_project(text).await.unwrap().id;
    let inside = chat.session.new_conversation_in(Some(rome)).await.unwrap().conversation.id;
    put(&chat, inside, &["Hello there.", "Good morning."]).await;
    let id = add_in(&chat, MEMORY, Scope::Project(rome)).await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!([finds(&chat, inside, MEMORY).await, finds(&chat, other, MEMORY).await], [true, false]);
    chat.session.set_memory_scope(chat.id, id, Scope::Conversation(other)).await.unwrap();
    make(&chat, &embedder).await.unwrap();
    assert_eq!([finds(&chat, inside, MEMORY).await, finds(&chat, other, MEMORY).await], [false, true]);
}

#[tokio::test]
async fn without_the_setting_it_is_by_words_and_nobody_is_asked() {
    let (chat, embedder, other) = open_by_meaning().await;
    add(&chat, "The user likes spiny things").await;
    add(&chat, MEMORY).await;
    let words = preview(&chat, other, OTHER_WORDS).await;
    assert!(recalled(&words).contains("spiny things") && !recalled(&words).contains(MEMORY));
    make(&chat, &embedder).await.unwrap();
    set(&chat, |recall| recall.include_vector = false).await;
    embedder.take_asked();
    assert_eq!(preview(&chat, other, OTHER_WORDS).await, words);
    assert_eq!(embedder.take_asked(), []);
    set(&chat, |recall| recall.include_vector = true).await;
    let both = preview(&chat, other, OTHER_WORDS).await;
    assert!(recalled(&both).contains(MEMORY));
    assert_eq!(embedder.take_asked(), [(Purpose::Question, OTHER_WORDS.to_owned())]);
}

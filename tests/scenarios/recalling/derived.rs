//! Memories and summaries by meaning: found in other words and languages, and gone when they should be.

use super::{
    meaning::{OTHER_WORDS, far_embedder, far_provider, make, passages, progress, rows, with},
    summaries::summarize,
    *,
};
use ricordo_core::{
    cancel::Cancel,
    id::{MemoryId, ProviderId},
    memory::MemorySource,
    project::ProjectText,
    recall::Purpose,
    scope::Scope,
    session::{Scope as Exported, VectorProgress, VectorRun, VectorsEnd},
    summary::Summary,
    testing::{MemoryVectorStore, TopicEmbedder, sample},
    time::Timestamp,
};
use std::{
    future::Future,
    pin::pin,
    task::{Context, Waker},
};

/// It shares no word with [`OTHER_WORDS`], nor a letter.
pub(super) const MEMORY: &str = "У користувача вдома живуть їжаки";
/// What a summary says about them.
const SUMMARY: &str = "Оксана розповіла про своїх їжаків.";

/// Messages of the first conversation.
const MESSAGES: usize = 45;

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

async fn add(chat: &Recalling, text: &str) -> MemoryId {
    chat.session.add_memory(chat.id, text, None).await.unwrap().memory.id
}

async fn add_in(chat: &Recalling, text: &str, scope: Scope) -> MemoryId {
    chat.session.add_memory_in(chat.id, text, None, scope).await.unwrap().memory.id
}

/// A summary of the first conversation, whose messages are about the weather.
async fn summarized(chat: &Recalling, text: &str) -> Summary {
    let messages = chat.session.store().messages(chat.id, 4, 4).await.unwrap();
    summarize(chat, &messages, text).await
}

async fn finds(chat: &Recalling, id: ConversationId, text: &str) -> bool {
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
        chat.session.do_not_recall(source(summary), chat.id).await.unwrap();
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
    let id = add(&chat, "The user owns a car").await;
    make(&chat, &embedder).await.unwrap();
    let made = rows(&chat).await.len();
    let drives = "Чим їздить: машина?";
    let finds_by = async |question: &str, text: &str| recalled(&preview(&chat, other, question).await).contains(text);
    assert!(finds_by(drives, "owns a car").await);
    chat.session.update_memory(chat.id, id, MEMORY).await.unwrap();
    assert_eq!(rows(&chat).await.len(), made - 1, "its vector is gone at once");
    assert!(!finds_by(drives, MEMORY).await && !finds_by(OTHER_WORDS, MEMORY).await);
    make(&chat, &embedder).await.unwrap();
    assert!(!finds_by(drives, MEMORY).await && finds_by(OTHER_WORDS, MEMORY).await);
    // Undone, it means what it meant.
    chat.session.undo(chat.id).await.unwrap();
    assert!(!finds_by(OTHER_WORDS, "owns a car").await);
    make(&chat, &embedder).await.unwrap();
    assert!(finds_by(drives, "owns a car").await && !finds_by(OTHER_WORDS, "owns a car").await);
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
async fn what_is_archived_deleted_or_erased_loses_its_vector_at_once() {
    let (chat, embedder, other) = open_by_meaning().await;
    make(&chat, &embedder).await.unwrap();
    let before = rows(&chat).await;
    let archived = add(&chat, MEMORY).await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await.len(), before.len() + 1);
    chat.session.archive_memory(chat.id, archived).await.unwrap();
    assert_eq!(rows(&chat).await, before);
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await, before, "what is not sent needs none");
    chat.session.restore_memory(chat.id, archived).await.unwrap();
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, MEMORY).await);
    chat.session.delete_memory(chat.id, archived).await.unwrap();
    assert_eq!(rows(&chat).await, before);
    chat.session.undo(chat.id).await.unwrap();
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other, MEMORY).await);
    chat.session.erase_memory(archived).await.unwrap();
    assert_eq!(rows(&chat).await, before);
    assert!(!finds(&chat, other, MEMORY).await);
    // A summary with a message, and both with their conversation.
    let summary = summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await.len(), before.len() + 1);
    chat.session.erase_message(summary.sources[0].message).await.unwrap();
    make(&chat, &embedder).await.unwrap();
    assert_eq!(rows(&chat).await.len(), before.len());
    summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!(rows(&chat).await.len(), 1, "that of the other conversation");
    // What is left in the index of words is removed while the page is idle.
    maintain(&chat).await;
    assert_eq!(parts(&chat).await.len(), 1);
}

#[tokio::test]
async fn a_memory_that_is_changed_while_its_vector_is_made_gets_none_of_its_old_text() {
    for is_erased in [true, false] {
        let (chat, embedder, _) = open_by_meaning().await;
        make(&chat, &embedder).await.unwrap();
        let before = rows(&chat).await;
        let id = add(&chat, MEMORY).await;
        embedder.hangs.set(true);
        let run = VectorRun::here(&embedder, None);
        let cancel = Cancel::default();
        {
            let mut making = pin!(chat.session.make_vectors(&run, &cancel, &|_| ()));
            let mut context = Context::from_waker(Waker::noop());
            assert!(making.as_mut().poll(&mut context).is_pending());
            let tab = page_on(&chat);
            if is_erased {
                tab.session.erase_memory(id).await.unwrap();
            } else {
                tab.session.update_memory(chat.id, id, "The user owns a car").await.unwrap();
            }
            embedder.hangs.set(false);
            chat.host.advance(0);
            cancel.cancel();
            assert_eq!(making.await, Ok(VectorsEnd::Preempted));
        }
        assert_eq!(rows(&chat).await, before);
    }
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
async fn an_embedder_elsewhere_gets_nothing_that_stays_on_this_computer() {
    let (chat, ..) = open_by_meaning().await;
    let far = far_embedder();
    let chat = with(chat, &far);
    let local = Provider { id: sample::provider(7).id, ..provider() };
    chat.session.save_provider(&local).await.unwrap();
    let project = |name: &str, provider| ProjectText { name: name.to_owned(), provider, ..Default::default() };
    let stays = chat.session.create_project(project("Rome", Some(local.id))).await.unwrap().id;
    let leaves = chat.session.create_project(project("Bonn", None)).await.unwrap().id;
    let said = chat.session.store().messages(chat.id, 4, 1).await.unwrap().remove(0);
    let deleted = new(&chat).await;
    choose(&chat, chat.id, &local).await;
    choose(&chat, deleted, &local).await;
    // What may go.
    add(&chat, "The user likes supper").await;
    add_in(&chat, "The user sings", Scope::Project(leaves)).await;
    // What may not.
    summarized(&chat, SUMMARY).await;
    add_in(&chat, "The user swims", Scope::Project(stays)).await;
    add_in(&chat, "The user skates", Scope::Conversation(chat.id)).await;
    let source = Some(MemorySource { conversation: chat.id, message: said.id });
    chat.session.add_memory(chat.id, "The user paints", source).await.unwrap();
    let said = chat.session.store().messages(deleted, 1, 1).await.unwrap().remove(0);
    let source = Some(MemorySource { conversation: deleted, message: said.id });
    chat.session.add_memory(chat.id, "The user dances", source).await.unwrap();
    chat.session.delete_conversation(deleted, chat.id).await.unwrap();
    let answers = far_provider();
    let run = VectorRun::here(&far, Some(&answers));
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    let asked = far.take_asked();
    let mut given = passages(&asked);
    given.sort_unstable();
    assert_eq!(given, ["Supper is ready.", "The engine is new.", "The user likes supper", "The user sings"]);
    let now = chat.session.vector_progress(&run).await.unwrap();
    assert_eq!((now.done, now.total), (4, 4));
    // One in the page gets the rest.
    let here = TopicEmbedder::with_id("far");
    let run = VectorRun::here(&here, Some(&answers));
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    let asked = here.take_asked();
    let given = passages(&asked);
    for text in [SUMMARY, "The user swims", "The user skates", "The user paints", "The user dances"] {
        assert!(given.contains(&text), "{text}: {given:?}");
    }
    assert!(!given.contains(&"The user sings"), "nothing is made twice");
}

#[tokio::test]
async fn what_is_not_sent_anyway_gets_no_vector() {
    let (chat, embedder, _) = open_by_meaning().await;
    make(&chat, &embedder).await.unwrap();
    embedder.take_asked();
    let archived = add(&chat, "The user likes supper").await;
    chat.session.archive_memory(chat.id, archived).await.unwrap();
    summarized(&chat, SUMMARY).await;
    chat.session.forget(chat.id, 2).await.unwrap();
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    let stored = put(&chat, temporary, &["A hedgehog, between us.", "Yes."]).await;
    summarize(&chat, &stored, "They have a secret.").await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), []);
}

#[tokio::test]
async fn they_are_made_before_the_messages_and_counted_and_nothing_is_made_twice() {
    let (chat, embedder, _) = open_by_meaning().await;
    for number in 0..20 {
        chat.host.advance(1_000);
        add(&chat, &format!("The user has {number} of them")).await;
    }
    summarized(&chat, SUMMARY).await;
    let seen = RefCell::new(Vec::new());
    let answers = provider();
    let run = VectorRun::here(&embedder, Some(&answers));
    let cancel = Cancel::default();
    let stop = |progress: VectorProgress| {
        seen.borrow_mut().push((progress.done, progress.total));
        if progress.done >= 16 {
            cancel.cancel();
        }
    };
    assert_eq!(chat.session.make_vectors(&run, &cancel, &stop).await, Ok(VectorsEnd::Preempted));
    let first = embedder.take_asked();
    assert_eq!(passages(&first)[..2], ["The user has 19 of them", "The user has 18 of them"], "newest first");
    assert_eq!(progress(&chat, &embedder).await.done, 16);
    let total = MESSAGES + 2 + 21;
    let observe = |progress: VectorProgress| seen.borrow_mut().push((progress.done, progress.total));
    chat.session.make_vectors(&run, &Cancel::default(), &observe).await.unwrap();
    assert!(seen.borrow().is_sorted(), "{seen:?}");
    assert_eq!((seen.borrow()[0], *seen.borrow().last().unwrap()), ((0, total), (total, total)));
    let second = embedder.take_asked();
    let mut all: Vec<&str> = passages(&first).into_iter().chain(passages(&second)).collect();
    all.sort_unstable();
    let asked = all.len();
    all.dedup();
    assert_eq!((asked, all.len()), (total, all.len()));
    assert!(all.iter().filter(|text| text.starts_with("The user has")).count() == 20 && all.contains(&SUMMARY));
    let page = with(page_on(&chat), &embedder);
    let now = progress(&page, &embedder).await;
    assert_eq!((now.done, now.total), (total, total));
    make(&page, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), []);
    // The progress shows that a changed one is missing.
    let id = add(&page, "The user sleeps").await;
    assert_eq!(progress(&page, &embedder).await.done, total);
    make(&page, &embedder).await.unwrap();
    page.session.pin_memory(chat.id, id, true).await.unwrap();
    assert!(progress(&page, &embedder).await.total == total + 1);
}

#[tokio::test]
async fn another_model_makes_them_again_and_those_of_two_are_never_compared() {
    let (chat, embedder, other) = open_by_meaning().await;
    add(&chat, MEMORY).await;
    summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    let second = TopicEmbedder::with_id("other");
    let page = with(page_on(&chat), &second);
    assert_eq!(progress(&page, &second).await.done, 0);
    assert_eq!(recalled(&preview(&page, other, OTHER_WORDS).await), "");
    make(&page, &second).await.unwrap();
    let asked = second.take_asked();
    let texts = passages(&asked);
    assert!(texts.contains(&MEMORY) && texts.contains(&SUMMARY));
    assert!(finds(&page, other, MEMORY).await);
    let now = progress(&page, &second).await;
    assert_eq!(now.done, now.total);
}

#[tokio::test]
async fn they_are_in_no_export_and_made_again_after_an_import() {
    let (chat, embedder, _) = open_by_meaning().await;
    add(&chat, MEMORY).await;
    summarized(&chat, SUMMARY).await;
    make(&chat, &embedder).await.unwrap();
    let file = chat.session.export_text(Exported::Everything).await.unwrap();
    assert!(!file.contains("vector_part"));
    let (there, other_embedder, other) = open_by_meaning().await;
    there.session.import_text(&file).await.unwrap();
    assert_eq!(rows(&there).await, []);
    assert!(!finds(&there, other, MEMORY).await);
    make(&there, &other_embedder).await.unwrap();
    let found = recalled(&preview(&there, other, OTHER_WORDS).await);
    assert!(found.contains(MEMORY) && found.contains(SUMMARY), "{found}");
    // They are deleted with all others.
    there.session.delete_vectors().await.unwrap();
    assert_eq!(rows(&there).await, []);
    assert!(!finds(&there, other, MEMORY).await);
}

#[tokio::test]
async fn what_another_tab_made_is_used_once_it_is_heard_of_and_not_made_again() {
    let (chat, embedder, other) = open_by_meaning().await;
    add(&chat, MEMORY).await;
    assert_eq!(progress(&chat, &embedder).await.done, 0);
    let tab = with(page_on(&chat), &embedder);
    make(&tab, &embedder).await.unwrap();
    assert!(!finds(&chat, other, MEMORY).await);
    embedder.take_asked();
    make(&chat, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), [], "it reads what is stored first");
    chat.session.vectors_changed();
    assert!(finds(&chat, other, MEMORY).await);
}

#[tokio::test]
async fn they_stay_here_where_the_others_are_kept_elsewhere() {
    let (chat, embedder, other) = open_by_meaning().await;
    let memory = add(&chat, MEMORY).await;
    make(&chat, &embedder).await.unwrap();
    let store = MemoryVectorStore::default();
    let chat = Chat { session: chat.session.clone().with_vectors_elsewhere(embedder.clone(), store.clone()), ..chat };
    let answers = provider();
    let run = VectorRun { embedder: &embedder, elsewhere: Some(&store), answers: Some(&answers) };
    let all = progress(&chat, &embedder).await.total;
    chat.session.move_vectors(&run, 1, &Cancel::default(), &|_| ()).await.unwrap();
    let kept = store.all().len();
    assert!(kept < all - 1, "the newest message stays, and a memory does not count as one");
    chat.session.move_vectors(&run, 0, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(store.all().len(), all - 1);
    assert!(finds(&chat, other, MEMORY).await);
    chat.session.erase_memory(memory).await.unwrap();
    assert!(!finds(&chat, other, MEMORY).await);
    chat.session.bring_vectors_back(&run, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(progress(&chat, &embedder).await.done, all - 1);
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

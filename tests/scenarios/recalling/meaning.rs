//! Recall by meaning: what was said in other words, or in another language, is sent with a message that it answers.

use super::*;
use ricordo_core::{
    cancel::Cancel,
    recall::{EmbedError, Purpose},
    session::{VectorProgress, VectorRun, VectorsEnd, VectorsError},
    settings::Settings,
    testing::{TopicEmbedder, sample},
    wire::embeddings::EmbeddingsError,
};
use std::{
    future::Future,
    pin::pin,
    task::{Context, Waker},
};

/// It shares no word with [`FACT`].
pub(super) const OTHER_WORDS: &str = "Which spiny creatures live there?";
const UKRAINIAN: &str = "А що там за їжачки?";

/// A chat that recalls by meaning, with the fact in one conversation and enough else, and another conversation.
pub(super) async fn with_fact() -> (Recalling, TopicEmbedder, ConversationId) {
    let embedder = TopicEmbedder::default();
    let chat = open().await;
    let chat = with(chat, &embedder);
    put(&chat, chat.id, &[FACT, "Seven! How lovely."]).await;
    chatter(&chat, chat.id, 40).await;
    put(&chat, chat.id, &["My car makes a noise.", "Bring the vehicle to a workshop.", "Dinner was late.", "Oh."])
        .await;
    chatter(&chat, chat.id, 30).await;
    let other = new(&chat).await;
    (chat, embedder, other)
}

pub(super) fn with(chat: Recalling, embedder: &TopicEmbedder) -> Recalling {
    Chat { session: chat.session.clone().with_recall_by_meaning(embedder.clone()), ..chat }
}

pub(super) async fn make(chat: &Recalling, embedder: &TopicEmbedder) -> Result<VectorsEnd, VectorsError> {
    let answers = provider();
    let run = VectorRun::here(embedder, Some(&answers));
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await
}

pub(super) async fn progress(chat: &Recalling, embedder: &TopicEmbedder) -> VectorProgress {
    let answers = provider();
    let run = VectorRun::here(embedder, Some(&answers));
    chat.session.vector_progress(&run).await.unwrap()
}

pub(super) async fn rows(chat: &Recalling) -> Vec<IndexPart> {
    let records = chat.session.store().records(Kind::VectorPart).await.unwrap().into_iter();
    records.map(|record| if let Record::VectorPart(part) = record { part } else { panic!("{record:?}") }).collect()
}

pub(super) fn passages(asked: &[(Purpose, String)]) -> Vec<&str> {
    asked.iter().filter(|(purpose, _)| *purpose == Purpose::Passage).map(|(_, text)| text.as_str()).collect()
}

#[tokio::test]
async fn what_was_said_in_other_words_is_sent_and_the_reason_says_how_near_it_is() {
    let (chat, embedder, other) = with_fact().await;
    assert!(!recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT), "by words alone it is not found");
    assert_eq!(make(&chat, &embedder).await, Ok(VectorsEnd::Done));
    for question in [OTHER_WORDS, UKRAINIAN] {
        let compiled = preview(&chat, other, question).await;
        assert!(recalled(&compiled).contains(FACT), "{question}: {}", recalled(&compiled));
        let piece = &compiled.recalled[0];
        assert!(piece.reason.nearer_than >= Some(90) && piece.reason.words.is_empty(), "{:?}", piece.reason);
        assert_eq!(compiled.warnings, []);
    }
    // What is sent is what was shown.
    let reply = send(&chat, other, OTHER_WORDS, &provider()).await;
    let past = chat.session.past_request(reply.id).await.unwrap().unwrap();
    assert!(serde_json::to_string(past.request.as_ref().unwrap()).unwrap().contains(FACT));
    assert!(Inspected::past(past).recalled[0].reason.nearer_than >= Some(90));
}

pub(super) async fn send(chat: &Recalling, id: ConversationId, text: &str, provider: &Provider) -> Message {
    chat.session.send(&ModelCall::new(&chat.model, provider), id, text).await.unwrap().reply
}

#[tokio::test]
async fn a_long_text_is_embedded_up_to_a_limit_and_without_a_note() {
    let (chat, embedder, other) = with_fact().await;
    let long = "Їжачки сплять цілий день. ".repeat(300);
    put(&chat, other, &[long.as_str(), "Good."]).await;
    make(&chat, &embedder).await.unwrap();
    preview(&chat, other, &long).await;
    let asked = embedder.take_asked();
    for purpose in [Purpose::Passage, Purpose::Question] {
        let mut of_long = asked.iter().filter(|(of, text)| *of == purpose && text.contains("сплять"));
        assert!(of_long.next().is_some_and(|(_, text)| text.len() < long.len() && long.starts_with(text.as_str())));
    }
}

/// A provider that is not on this computer.
pub(super) fn far_provider() -> Provider {
    Provider { base_url: "https://far.example/v1".to_owned(), ..provider() }
}

/// An embedder that is not on this computer.
pub(super) fn far_embedder() -> TopicEmbedder {
    TopicEmbedder::with_id("far").elsewhere()
}

#[tokio::test]
async fn without_vectors_or_without_the_setting_it_is_by_words_and_nobody_is_asked() {
    let (chat, embedder, other) = with_fact().await;
    let words = preview(&chat, other, QUESTION).await;
    assert!(recalled(&words).contains(FACT) && embedder.take_asked().is_empty(), "nothing to compare it with");
    make(&chat, &embedder).await.unwrap();
    set(&chat, |recall| recall.include_vector = false).await;
    embedder.take_asked();
    assert_eq!(preview(&chat, other, QUESTION).await, words);
    assert_eq!(embedder.take_asked(), []);
}

#[tokio::test]
async fn what_was_taken_back_is_not_found_by_its_meaning_either() {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    let finds = async || recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT);
    assert!(finds().await);
    chat.session.forget(chat.id, 0).await.unwrap();
    assert!(!finds().await);
    chat.session.undo(chat.id).await.unwrap();
    assert!(finds().await);
    let fact = chat.session.store().messages(chat.id, 1, 1).await.unwrap().remove(0);
    assert_eq!(fact.text(), FACT);
    for kind in [MarkKind::Muted, MarkKind::NotRecalled] {
        chat.session.mark(chat.id, fact.id, Some(kind)).await.unwrap();
        assert!(!finds().await, "{kind:?}");
        chat.session.undo(chat.id).await.unwrap();
        assert!(finds().await);
    }
}

#[tokio::test]
async fn an_erased_message_takes_its_vector_along_and_the_others_are_made_again() {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    let before = progress(&chat, &embedder).await;
    assert_eq!(before.done, before.total);
    let fact = chat.session.store().messages(chat.id, 1, 1).await.unwrap().remove(0);
    let has = |rows: &[IndexPart]| {
        let id = fact.id.0.as_bytes();
        rows.iter().any(|row| row.bytes.windows(id.len()).any(|bytes| bytes == id))
    };
    assert!(has(&rows(&chat).await), "the test looks in the wrong place");
    chat.session.erase_message(fact.id).await.unwrap();
    assert!(!has(&rows(&chat).await));
    embedder.take_asked();
    make(&chat, &embedder).await.unwrap();
    assert!(!has(&rows(&chat).await));
    let asked = embedder.take_asked();
    assert!(!passages(&asked).iter().any(|text| text.contains("hedgehogs")), "{asked:?}");
    assert!(!asked.is_empty() && asked.len() < 64, "only its part: {}", asked.len());
    assert_eq!(progress(&chat, &embedder).await.done, before.done - 1);
    assert!(!recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT));
    // All of a conversation.
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert!(rows(&chat).await.iter().all(|row| chat.session.store().recall().is_some() && row.branch != fact.branch));
}

/// Each turn deletes the oldest messages once there are more than `max_storage`.
#[tokio::test]
async fn what_maintenance_deletes_takes_its_vectors_along_and_no_other_is_made_again() {
    let (chat, embedder, _) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    let before = progress(&chat, &embedder).await;
    let fact = chat.session.store().messages(chat.id, 1, 1).await.unwrap().remove(0);
    let mut settings = Settings { max_storage: Some(70), ..chat.session.settings().await.unwrap() };
    (settings.compression.enable_on_limit, settings.compression.enable_periodic) = (false, false);
    embedder.take_asked();
    // A page that has read no vector deletes as well as one that has.
    for (page, left) in [(&page_on(&chat), 70), (&chat, 68)] {
        settings.max_storage = Some(left);
        assert!(page.session.enforce_storage(chat.id, &settings).await.unwrap() > 0);
        chat.session.recall_changed(chat.id);
        let id = fact.id.0.as_bytes();
        assert!(!rows(&chat).await.iter().any(|row| row.bytes.windows(id.len()).any(|bytes| bytes == id)));
        make(&chat, &embedder).await.unwrap();
        assert_eq!(embedder.take_asked(), [], "{left}");
        let now = progress(&chat, &embedder).await;
        assert_eq!((now.done, now.total), (before.done - 76 + left as usize, before.done - 76 + left as usize));
        assert_eq!(progress(&with(page_on(&chat), &embedder), &embedder).await, now, "and after a reload");
    }
    assert_eq!(chat.session.restore_deleted(chat.id).await, Ok(8));
    make(&chat, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked().len(), 8);
    assert_eq!(progress(&chat, &embedder).await.done, before.done);
}

#[tokio::test]
async fn a_message_that_is_erased_while_its_vector_is_made_does_not_come_back() {
    let (chat, embedder, _) = with_fact().await;
    let fact = chat.session.store().messages(chat.id, 1, 1).await.unwrap().remove(0);
    embedder.hangs.set(true);
    let run = VectorRun::here(&embedder, None);
    let cancel = Cancel::default();
    let mut making = pin!(chat.session.make_vectors(&run, &cancel, &|_| ()));
    let mut context = Context::from_waker(Waker::noop());
    assert!(making.as_mut().poll(&mut context).is_pending());
    assert!(!embedder.take_asked().is_empty());
    let tab = page_on(&chat);
    tab.session.erase_message(fact.id).await.unwrap();
    cancel.cancel();
    assert_eq!(making.await, Ok(VectorsEnd::Preempted));
    embedder.hangs.set(false);
    make(&chat, &embedder).await.unwrap();
    let id = fact.id.0.as_bytes();
    assert!(!rows(&chat).await.iter().any(|row| row.bytes.windows(id.len()).any(|bytes| bytes == id)));
}

#[tokio::test]
async fn a_run_that_was_cancelled_goes_on_where_it_ended_newest_first_after_a_restart() {
    let (chat, embedder, other) = with_fact().await;
    let cancel = Cancel::default();
    let run = VectorRun::here(&embedder, None);
    let seen = RefCell::new(Vec::new());
    let observer = |progress: VectorProgress| {
        seen.borrow_mut().push(progress.done);
        if progress.done >= 16 {
            cancel.cancel();
        }
    };
    assert_eq!(chat.session.make_vectors(&run, &cancel, &observer).await, Ok(VectorsEnd::Preempted));
    let first = embedder.take_asked();
    assert_eq!(passages(&first)[..2], ["Good morning.", "Hello there."], "of the newest conversation");
    assert!(seen.borrow().is_sorted() && first.len() < 40, "{seen:?}");
    let page = with(page_on(&chat), &embedder);
    let before = progress(&page, &embedder).await;
    assert_eq!(before.done, first.len());
    make(&page, &embedder).await.unwrap();
    let second = embedder.take_asked();
    assert_eq!(second.len(), before.total - before.done);
    assert!(second.iter().all(|text| !text.1.contains("Hello there")), "nothing is made twice");
    assert!(recalled(&preview(&page, other, OTHER_WORDS).await).contains(FACT));
    // Then there is nothing to do, and a new message is all that is made.
    embedder.take_asked();
    make(&page, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), []);
    put(&page, other, &["The engine is new.", "Good."]).await;
    make(&page, &embedder).await.unwrap();
    assert_eq!(passages(&embedder.take_asked()), ["Good.", "The engine is new."]);
}

#[tokio::test]
async fn what_another_tab_made_is_not_made_again_and_is_used_once_it_is_heard_of() {
    let (chat, embedder, other) = with_fact().await;
    assert_eq!(progress(&chat, &embedder).await.done, 0);
    let tab = with(page_on(&chat), &embedder);
    make(&tab, &embedder).await.unwrap();
    assert!(!recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT));
    chat.session.vectors_changed();
    assert!(recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT));

    // A tab that has not heard of it reads what is stored before it makes anything.
    tab.session.delete_vectors().await.unwrap();
    chat.session.vectors_changed();
    assert_eq!(progress(&chat, &embedder).await.done, 0);
    make(&tab, &embedder).await.unwrap();
    embedder.take_asked();
    make(&chat, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), []);
    assert_eq!(progress(&chat, &embedder).await, progress(&tab, &embedder).await);
}

#[tokio::test]
async fn a_model_that_does_not_answer_leaves_recall_by_words_and_it_is_said() {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    let failed = EmbedError::Failed(EmbeddingsError::NoVectors);
    for error in [EmbedError::NotReady, failed.clone()] {
        embedder.error.replace(Some(error));
        let compiled = preview(&chat, other, QUESTION).await;
        assert!(recalled(&compiled).contains(FACT));
        assert_eq!(compiled.warnings, [Warning::RecalledByWords]);
    }
    // Later the inspector still says so.
    let reply = send(&chat, other, QUESTION, &provider()).await;
    let past = chat.session.past_request(reply.id).await.unwrap().unwrap();
    assert_eq!(Inspected::past(past).warnings, [Warning::RecalledByWords]);
    embedder.error.replace(None);
    embedder.hangs.set(true);
    let mut preview = pin!(preview(&chat, other, QUESTION));
    assert!(preview.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    chat.host.advance(100);
    let compiled = preview.await;
    assert!(recalled(&compiled).contains(FACT) && compiled.warnings == [Warning::RecalledByWords]);
    embedder.hangs.set(false);
    // While they are made, the error is returned, and what was made before stays.
    put(&chat, other, &["The engine is new.", "Good."]).await;
    embedder.error.replace(Some(failed.clone()));
    assert_eq!(make(&chat, &embedder).await, Err(VectorsError::Embedder(failed)));
    embedder.error.replace(None);
    assert!(recalled(&preview_of(&chat, other).await).contains(FACT));
}

async fn preview_of(chat: &Recalling, id: ConversationId) -> Compiled {
    preview(chat, id, OTHER_WORDS).await
}

#[tokio::test]
async fn damaged_vectors_are_made_again() {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    for mut row in rows(&chat).await {
        let last = row.bytes.len() - 1;
        row.bytes[last] ^= 1;
        (**chat.session.store()).apply(vec![Change::Put(Record::VectorPart(row))]).await.unwrap();
    }
    let page = with(page_on(&chat), &embedder);
    assert_eq!(progress(&page, &embedder).await.done, 0);
    make(&page, &embedder).await.unwrap();
    assert!(recalled(&preview(&page, other, OTHER_WORDS).await).contains(FACT));
}

#[tokio::test]
async fn a_conversation_that_stays_on_this_computer_is_not_given_to_an_embedder_elsewhere() {
    let (chat, _, other) = with_fact().await;
    let far = far_embedder();
    let chat = with(chat, &far);
    let local = Provider { id: sample::provider(7).id, ..provider() };
    chat.session.store().apply(vec![Change::Put(Record::Provider(local.clone()))]).await.unwrap();
    choose(&chat, chat.id, &local).await;
    let answers = far_provider();
    let run = VectorRun::here(&far, Some(&answers));
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(passages(&far.take_asked()), ["Good morning.", "Hello there."]);
    // Nor is a question that stays here, or is still being typed.
    preview_with(&chat, other, OTHER_WORDS, &far_provider()).await;
    send(&chat, other, OTHER_WORDS, &local).await;
    assert_eq!(far.take_asked(), []);
    send(&chat, other, OTHER_WORDS, &far_provider()).await;
    assert_eq!(far.take_asked(), [(Purpose::Question, OTHER_WORDS.to_owned())]);
}

#[tokio::test]
async fn a_turn_waits_longer_for_a_connection_than_for_a_model_here() {
    let (chat, _, other) = with_fact().await;
    let far = far_embedder();
    let chat = with(chat, &far);
    let answers = far_provider();
    let run = VectorRun::here(&far, Some(&answers));
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    far.hangs.set(true);
    let mut sending = pin!(send(&chat, other, QUESTION, &answers));
    let mut context = Context::from_waker(Waker::noop());
    assert!(sending.as_mut().poll(&mut context).is_pending());
    chat.host.advance(900);
    assert!(sending.as_mut().poll(&mut context).is_pending());
    assert_eq!(chat.model.requests().len(), 0);
    chat.host.advance(100);
    sending.await;
    assert!(serde_json::to_string(&chat.last_request()).unwrap().contains(FACT), "by words");
}

#[tokio::test]
async fn vectors_are_in_no_undo_entry_and_no_export_and_can_be_deleted() {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    chat.session.clear(chat.id).await.unwrap();
    let undo = chat.session.store().records(Kind::Undo).await.unwrap();
    assert!(!serde_json::to_string(&undo).unwrap().contains("vector_part"));
    chat.session.undo(chat.id).await.unwrap();
    let export = chat.session.export_text(ricordo_core::session::Scope::Everything).await.unwrap();
    assert!(!export.contains("vector_part"));
    make(&chat, &embedder).await.unwrap();
    assert!(!rows(&chat).await.is_empty());
    chat.session.delete_vectors().await.unwrap();
    assert_eq!(rows(&chat).await, []);
    assert_eq!(progress(&chat, &embedder).await.done, 0);
    assert!(!recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT));
    make(&chat, &embedder).await.unwrap();
    assert!(recalled(&preview(&chat, other, OTHER_WORDS).await).contains(FACT));
}

#[tokio::test]
async fn forgotten_and_temporary_messages_get_no_vectors() {
    let (chat, embedder, _) = with_fact().await;
    chat.session.forget(chat.id, 0).await.unwrap();
    let temporary = chat.session.new_temporary().await.unwrap().conversation.id;
    put(&chat, temporary, &["A hedgehog, between us.", "Yes."]).await;
    make(&chat, &embedder).await.unwrap();
    assert_eq!(passages(&embedder.take_asked()), ["Good morning.", "Hello there."]);
}

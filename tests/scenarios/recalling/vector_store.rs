//! Vectors in a store outside this browser: found as before, no text there, back as they were, and gone when they should be.

use super::{
    meaning::{OTHER_WORDS, far_provider, make, progress, rows, send, with_fact},
    *,
};
use ricordo_core::{
    cancel::Cancel,
    id::BranchId,
    recall::{EmbedError, Embedder, Purpose, StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind},
    session::{ElsewhereProgress, VectorRun, VectorsEnd, VectorsError},
    testing::{ManualHost, MemoryVectorStore, TopicEmbedder},
    time::Timestamp,
};
use std::{
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

const UNREACHABLE: VectorStoreErrorKind = VectorStoreErrorKind::Unreachable;

/// The chat of [`with_fact`] with all vectors made, and a store for them.
pub(super) async fn open_with_store(
    is_elsewhere: bool,
) -> (Recalling, TopicEmbedder, MemoryVectorStore, ConversationId) {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    let mut store = MemoryVectorStore::default();
    store.is_elsewhere = is_elsewhere;
    (with(chat, &embedder, &store), embedder, store, other)
}

pub(super) fn with(chat: Recalling, embedder: &TopicEmbedder, store: &MemoryVectorStore) -> Recalling {
    Chat { session: chat.session.clone().with_vectors_elsewhere(embedder.clone(), store.clone()), ..chat }
}

fn run<'a>(
    embedder: &'a TopicEmbedder,
    store: &'a MemoryVectorStore,
    answers: &'a Provider,
) -> VectorRun<'a, TopicEmbedder, MemoryVectorStore> {
    VectorRun { embedder, elsewhere: Some(store), answers: Some(answers) }
}

pub(super) async fn move_all(
    chat: &Recalling,
    embedder: &TopicEmbedder,
    store: &MemoryVectorStore,
) -> Result<VectorsEnd, VectorsError> {
    let answers = provider();
    chat.session.move_vectors(&run(embedder, store, &answers), 0, &Cancel::default(), &|_| ()).await
}

pub(super) async fn finds(chat: &Recalling, id: ConversationId) -> bool {
    recalled(&preview(chat, id, OTHER_WORDS).await).contains(FACT)
}

pub(super) async fn fact(chat: &Recalling) -> Message {
    chat.session.store().messages(chat.id, 1, 1).await.unwrap().remove(0)
}

/// What went wrong, from now on; `None`: nothing.
fn fail(store: &MemoryVectorStore, kind: Option<VectorStoreErrorKind>) {
    store.error.replace(kind.map(|kind| VectorStoreError::new(kind, "")));
}

#[tokio::test]
async fn what_is_elsewhere_is_found_as_before_and_comes_back_as_it_was() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    let (before, request) = (rows(&chat).await, preview(&chat, other, OTHER_WORDS).await);
    assert!(recalled(&request).contains(FACT));
    assert_eq!(move_all(&chat, &embedder, &store).await, Ok(VectorsEnd::Done));
    let there = store.all();
    let done = progress(&chat, &embedder).await;
    assert_eq!((done.done, done.total), (there.len(), there.len()), "they still count as made");
    let size = |rows: &[IndexPart]| rows.iter().map(|row| row.bytes.len()).sum::<usize>();
    assert!(size(&rows(&chat).await) < size(&before), "what stays is smaller");
    // Another page has nothing in memory.
    for page in [&chat, &with(page_on(&chat), &embedder, &store)] {
        assert_eq!(preview(page, other, OTHER_WORDS).await, request);
    }
    let answers = provider();
    let seen = RefCell::new(Vec::new());
    let observe = |progress: ElsewhereProgress| seen.borrow_mut().push(progress.done);
    let run = run(&embedder, &store, &answers);
    assert_eq!(chat.session.bring_vectors_back(&run, &Cancel::default(), &observe).await, Ok(VectorsEnd::Done));
    assert_eq!((seen.borrow().first(), seen.borrow().last()), (Some(&there.len()), Some(&0)));
    assert_eq!(rows(&chat).await, before, "byte by byte");
    assert_eq!(store.count().await, Ok(0));
    assert_eq!(preview(&chat, other, OTHER_WORDS).await, request);
}

#[tokio::test]
async fn the_newest_stay_here_and_a_second_run_moves_nothing() {
    let (chat, embedder, store, _) = open_with_store(false).await;
    let answers = provider();
    let run = run(&embedder, &store, &answers);
    chat.session.move_vectors(&run, usize::MAX, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(store.all(), [], "all of them are among the newest");
    chat.session.move_vectors(&run, 1, &Cancel::default(), &|_| ()).await.unwrap();
    let (there, calls) = (store.all().len(), store.calls.get());
    assert!(there > 0 && there < progress(&chat, &embedder).await.done);
    chat.session.move_vectors(&run, 1, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!((store.all().len(), store.calls.get()), (there, calls + 2), "it looked whether all is well");
}

#[tokio::test]
async fn a_store_that_does_not_answer_leaves_the_words_and_holds_nothing_up() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    fail(&store, Some(UNREACHABLE));
    let compiled = preview(&chat, other, OTHER_WORDS).await;
    assert!(!recalled(&compiled).contains(FACT));
    assert_eq!(compiled.warnings, [Warning::RecalledByWords]);
    assert!(recalled(&preview(&chat, other, QUESTION).await).contains(FACT));
    send(&chat, other, OTHER_WORDS, &provider()).await;
    let failed = VectorsError::Elsewhere(VectorStoreError::new(UNREACHABLE, ""));
    assert_eq!(move_all(&chat, &embedder, &store).await, Err(failed));
    // A program without the store says so, too.
    let without = Chat { session: chat.session.clone().with_recall_by_meaning(embedder.clone()), ..page_on(&chat) };
    assert_eq!(preview(&without, other, OTHER_WORDS).await.warnings, [Warning::RecalledByWords]);
    fail(&store, None);
    assert!(finds(&chat, other).await);
    // One that never answers again: everything is made here again.
    fail(&store, Some(UNREACHABLE));
    chat.session.forget_vectors_elsewhere(&embedder).await.unwrap();
    assert_eq!(progress(&chat, &embedder).await.done, 0);
    make(&chat, &embedder).await.unwrap();
    assert!(finds(&chat, other).await);
}

/// An embedder that takes a while.
struct Slow(TopicEmbedder, ManualHost);

impl Embedder for Slow {
    fn id(&self) -> &str {
        self.0.id()
    }

    fn is_on_this_computer(&self) -> bool {
        self.0.is_on_this_computer()
    }

    fn most_texts(&self) -> usize {
        self.0.most_texts()
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.1.advance(80);
        self.0.embed(texts, purpose).await
    }
}

#[tokio::test]
async fn the_vector_of_a_question_and_its_nearest_share_one_time_so_that_the_words_are_not_late() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let slow = Slow(embedder, chat.host.clone());
    let chat = Chat { session: chat.session.clone().with_vectors_elsewhere(slow, store.clone()), ..chat };
    store.hangs.set(true);
    let mut compiling = pin!(preview(&chat, other, QUESTION));
    let mut context = Context::from_waker(Waker::noop());
    assert!(compiling.as_mut().poll(&mut context).is_pending(), "80 ms are gone");
    chat.host.advance(20);
    let Poll::Ready(compiled) = compiling.as_mut().poll(&mut context) else {
        panic!("it waits for longer than a turn")
    };
    assert!(recalled(&compiled).contains(FACT) && compiled.warnings == [Warning::RecalledByWords]);
}

/// A store takes its time on this computer, too: at 100,000 vectors more than the 100 ms of a model in the page.
#[tokio::test]
async fn a_turn_waits_for_a_store_up_to_a_second() {
    let answers = provider();
    let mut context = Context::from_waker(Waker::noop());
    for (waited, is_found) in [(900, true), (1_000, false)] {
        let (chat, embedder, store, other) = open_with_store(false).await;
        move_all(&chat, &embedder, &store).await.unwrap();
        store.hangs.set(true);
        let mut sending = pin!(send(&chat, other, OTHER_WORDS, &answers));
        assert!(sending.as_mut().poll(&mut context).is_pending(), "it waits for the store");
        chat.host.advance(waited);
        store.hangs.set(!is_found);
        sending.await;
        let request = serde_json::to_string(&chat.last_request()).unwrap();
        assert_eq!(request.contains(FACT), is_found, "after {waited} ms");
    }
}

#[tokio::test]
async fn what_is_erased_while_its_part_comes_back_does_not_come_back_and_the_others_are_made_again() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let answers = provider();
    let run = run(&embedder, &store, &answers);
    let fact = fact(&chat).await;
    store.hangs.set(true);
    let cancel = Cancel::default();
    let mut coming = pin!(chat.session.bring_vectors_back(&run, &cancel, &|_| ()));
    assert!(coming.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    page_on(&chat).session.erase_message(fact.id).await.unwrap();
    store.hangs.set(false);
    assert_eq!(coming.await, Ok(VectorsEnd::Done));
    assert_eq!(store.count().await, Ok(0));
    let id = fact.id.0.as_bytes();
    assert!(!rows(&chat).await.iter().any(|row| row.bytes.windows(id.len()).any(|bytes| bytes == id)));
    make(&chat, &embedder).await.unwrap();
    // A page without anything in memory counts what is stored.
    let stored = progress(&page_on(&chat), &embedder).await;
    assert_eq!((stored.done, stored.total), (77, 77));
    assert!(!finds(&chat, other).await);
}

#[tokio::test]
async fn what_is_erased_here_is_removed_there() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let fact = fact(&chat).await;
    assert!(store.all().iter().any(|vector| vector.id == fact.id));
    chat.session.erase_message(fact.id).await.unwrap();
    assert!(!finds(&chat, other).await);
    make(&chat, &embedder).await.unwrap();
    move_all(&chat, &embedder, &store).await.unwrap();
    assert!(!store.all().iter().any(|vector| vector.id == fact.id));
    assert_eq!(store.all().len(), progress(&chat, &embedder).await.total, "the others are there again");
    chat.session.erase_conversation(chat.id).await.unwrap();
    move_all(&chat, &embedder, &store).await.unwrap();
    let left: Vec<BranchId> = store.all().iter().map(|vector| vector.branch).collect();
    assert!(!left.is_empty() && !left.contains(&fact.branch), "{left:?}");
}

#[tokio::test]
async fn after_everything_is_erased_another_page_leaves_nothing_there() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    for id in [chat.id, other] {
        chat.session.erase_conversation(id).await.unwrap();
    }
    let page = with(page_on(&chat), &embedder, &store);
    let answers = provider();
    let run = run(&embedder, &store, &answers);
    let cancelled = Cancel::default();
    cancelled.cancel();
    let ended = page.session.move_vectors(&run, 0, &cancelled, &|_| ()).await;
    assert_eq!((ended, store.all().is_empty()), (Ok(VectorsEnd::Preempted), false), "nothing is known yet");
    assert_eq!(move_all(&page, &embedder, &store).await, Ok(VectorsEnd::Done));
    assert_eq!(store.all(), []);
}

#[tokio::test]
async fn a_run_that_is_stopped_while_it_reads_removes_nothing_there() {
    let (chat, embedder, store, _) = open_with_store(true).await;
    let (far, answers, cancel) = (far_provider(), provider(), Cancel::default());
    chat.session.save_provider(&far).await.unwrap();
    // More than are read at once stay here.
    for _ in 0..50 {
        new(&chat).await;
    }
    let last = new(&chat).await;
    choose(&chat, last, &far).await;
    make(&chat, &embedder).await.unwrap();
    move_all(&chat, &embedder, &store).await.unwrap();
    let there = store.all();
    assert!(!there.is_empty());
    let page = with(page_on(&chat), &embedder, &store);
    let run = run(&embedder, &store, &answers);
    page.session.store().stall(Some(Kind::VectorPart));
    let mut moving = pin!(page.session.move_vectors(&run, 0, &cancel, &|_| ()));
    assert!(moving.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    cancel.cancel();
    page.session.store().stall(None);
    assert_eq!((moving.await, store.all()), (Ok(VectorsEnd::Preempted), there));
}

#[tokio::test]
async fn what_a_closed_tab_left_there_goes_and_what_was_lost_there_is_made_again() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let all = store.all();
    let stray = StoredVector { id: MessageId::new(Timestamp(1_000), [7; 10]), ..all[0].clone() };
    store.put(std::slice::from_ref(&stray)).await.unwrap();
    move_all(&chat, &embedder, &store).await.unwrap();
    assert_eq!(store.all(), all);
    store.delete().await.unwrap();
    assert_eq!(preview(&chat, other, OTHER_WORDS).await.warnings, [Warning::RecalledByWords]);
    move_all(&chat, &embedder, &store).await.unwrap();
    assert_eq!(progress(&chat, &embedder).await.done, 0, "they are known to be lost");
    make(&chat, &embedder).await.unwrap();
    move_all(&chat, &embedder, &store).await.unwrap();
    assert_eq!(store.all().len(), all.len());
    assert!(finds(&chat, other).await);
}

#[tokio::test]
async fn vectors_that_come_back_with_another_length_are_an_error_and_nothing_is_removed() {
    let (chat, embedder, store, _) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let (here, there) = (rows(&chat).await, store.all());
    store.delete().await.unwrap();
    store.ensure(1).await.unwrap();
    let other: Vec<StoredVector> =
        there.iter().map(|vector| StoredVector { values: vec![1.0], ..vector.clone() }).collect();
    store.put(&other).await.unwrap();
    let answers = provider();
    let run = run(&embedder, &store, &answers);
    let failed = chat.session.bring_vectors_back(&run, &Cancel::default(), &|_| ()).await;
    let Err(VectorsError::Elsewhere(error)) = failed else { panic!("{failed:?}") };
    assert_eq!(error.kind, VectorStoreErrorKind::NotUnderstood);
    assert_eq!((rows(&chat).await, store.all()), (here, other));
}

#[tokio::test]
async fn a_new_message_beside_vectors_that_are_elsewhere_gets_its_own() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let before = progress(&chat, &embedder).await;
    put(&chat, chat.id, &["The vehicle is ready.", "Good news."]).await;
    fail(&store, Some(UNREACHABLE));
    let answers = provider();
    let run = run(&embedder, &store, &answers);
    let failed = Err(VectorsError::Elsewhere(VectorStoreError::new(UNREACHABLE, "")));
    assert_eq!(chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await, failed);
    fail(&store, None);
    embedder.take_asked();
    chat.session.make_vectors(&run, &Cancel::default(), &|_| ()).await.unwrap();
    assert_eq!(embedder.take_asked().len(), 2, "the others are not made again");
    assert_eq!(progress(&chat, &embedder).await.done, before.done + 2);
    move_all(&chat, &embedder, &store).await.unwrap();
    assert_eq!(store.all().len(), before.done + 2);
    assert!(finds(&chat, other).await);
}

#[tokio::test]
async fn what_stays_on_this_computer_is_not_given_to_a_store_elsewhere() {
    let (chat, embedder, store, other) = open_with_store(true).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    assert_eq!(store.all(), [], "a provider on this computer answers");
    let far = far_provider();
    chat.session.save_provider(&far).await.unwrap();
    choose(&chat, chat.id, &far).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let branch = fact(&chat).await.branch;
    assert!(!store.all().is_empty() && store.all().iter().all(|vector| vector.branch == branch));
    // A question that stays here is not asked there, nor is one that is still being typed.
    let calls = store.calls.get();
    preview(&chat, other, OTHER_WORDS).await;
    preview_with(&chat, other, OTHER_WORDS, &far).await;
    send(&chat, other, OTHER_WORDS, &provider()).await;
    assert_eq!(store.calls.get(), calls);
    send(&chat, other, OTHER_WORDS, &far).await;
    assert!(store.calls.get() > calls);
    // From now on the same connection is on this computer.
    chat.session.save_provider(&provider()).await.unwrap();
    move_all(&chat, &embedder, &store).await.unwrap();
    assert_eq!(store.all(), []);
    assert!(finds(&chat, other).await);
}

#[tokio::test]
async fn what_was_taken_back_is_not_moved_and_comes_back_if_it_was() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    let fact = fact(&chat).await;
    let is_there = || store.all().iter().any(|vector| vector.id == fact.id);
    for kind in [MarkKind::Muted, MarkKind::NotRecalled] {
        chat.session.mark(chat.id, fact.id, Some(kind)).await.unwrap();
        move_all(&chat, &embedder, &store).await.unwrap();
        assert!(!is_there() && !store.all().is_empty(), "{kind:?}: only its part stays");
        chat.session.undo(chat.id).await.unwrap();
        move_all(&chat, &embedder, &store).await.unwrap();
        assert!(is_there() && finds(&chat, other).await);
    }
    chat.session.forget(chat.id, 0).await.unwrap();
    move_all(&chat, &embedder, &store).await.unwrap();
    assert_eq!(store.all().iter().filter(|vector| vector.branch == fact.branch).count(), 0);
    chat.session.undo(chat.id).await.unwrap();
    assert!(finds(&chat, other).await, "the vectors are in this browser");
    move_all(&chat, &embedder, &store).await.unwrap();
    assert!(is_there() && finds(&chat, other).await);
}

/// The collection of another model: it is made anew, so that no question meets vectors that cannot be compared.
#[tokio::test]
async fn another_model_leaves_no_vector_of_the_earlier_one_there() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let before = store.all();
    for (name, dimension) in [("same length", embedder.dimension.get()), ("longer", embedder.dimension.get() + 3)] {
        let another = TopicEmbedder::with_id(name);
        another.dimension.set(dimension);
        let page = with(page_on(&chat), &another, &store);
        make(&page, &another).await.unwrap();
        assert_eq!(move_all(&page, &another, &store).await, Ok(VectorsEnd::Done), "{name}");
        let there = store.all();
        assert!(there.iter().all(|vector| vector.values.len() == dimension), "{name}");
        assert_eq!(there.len(), before.len(), "{name}");
        assert!(finds(&page, other).await, "{name}");
    }
}

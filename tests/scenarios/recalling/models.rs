//! Models that make the vectors: another one is chosen, or the same one answers otherwise than before.

use super::{
    meaning::{OTHER_WORDS, make, passages, progress, rows, with, with_fact},
    *,
};
use ricordo_core::{
    cancel::Cancel,
    index_part::Slot,
    recall::{EmbedError, Embedder, Purpose, VectorError},
    session::{VectorProgress, VectorRun, VectorsEnd, VectorsError},
    testing::TopicEmbedder,
    wire::embeddings::EmbeddingsError,
};
use std::{cell::Cell, collections::BTreeSet};

/// Ids of the embedders.
const MODELS: [&str; 3] = ["topics", "second", "third"];

async fn finds(chat: &Recalling, other: ConversationId) -> bool {
    recalled(&preview(chat, other, OTHER_WORDS).await).contains(FACT)
}

/// The models of the stored vectors, with the slots of their rows.
async fn models(chat: &Recalling) -> BTreeSet<(String, bool)> {
    let of = |row: IndexPart| {
        let is_of = |model: &&&str| row.bytes.windows(model.len()).any(|bytes| bytes == model.as_bytes());
        let model = MODELS.iter().find(is_of).unwrap();
        ((*model).to_owned(), IndexPart::of_slot(row.number).1 == Slot::Second)
    };
    rows(chat).await.into_iter().map(of).collect()
}

/// The same page after `earlier` was replaced by `embedder`.
fn after(chat: &Recalling, embedder: &TopicEmbedder, earlier: &TopicEmbedder) -> Recalling {
    let page = page_on(chat);
    Chat { session: page.session.clone().with_earlier_embedder(embedder.clone(), earlier.clone()), ..page }
}

/// Makes vectors until so many are there.
async fn make_some(chat: &Recalling, embedder: &TopicEmbedder, least: usize) {
    let cancel = Cancel::default();
    let observer = |progress: VectorProgress| {
        if progress.done >= least {
            cancel.cancel();
        }
    };
    let run = VectorRun::here(embedder, None);
    assert_eq!(chat.session.make_vectors(&run, &cancel, &observer).await, Ok(VectorsEnd::Preempted));
}

#[tokio::test]
async fn the_vectors_of_the_model_before_are_used_until_those_of_the_next_one_are_there() {
    let (chat, first, other) = with_fact().await;
    make(&chat, &first).await.unwrap();
    assert_eq!(models(&chat).await, [("topics".to_owned(), false)].into(), "as builds with one slot stored them");
    let second = TopicEmbedder::with_id("second");
    let page = after(&chat, &second, &first);
    first.take_asked();
    assert!(finds(&page, other).await, "at once");
    assert_eq!(page.session.earlier_embedder().as_deref(), Some("topics"));
    assert_eq!(progress(&page, &second).await.done, 0);
    assert_eq!(first.take_asked(), [(Purpose::Question, OTHER_WORDS.to_owned())]);
    assert_eq!(second.take_asked(), [], "only the model whose vectors are used gets the question");

    make_some(&page, &second, 8).await;
    assert_eq!(models(&page).await, [("topics".to_owned(), false), ("second".to_owned(), true)].into());
    // The page is loaded again.
    let page = after(&chat, &second, &first);
    assert!(progress(&page, &second).await.done >= 8);
    second.take_asked();
    assert!(finds(&page, other).await);
    assert_eq!(passages(&first.take_asked()), Vec::<&str>::new(), "nothing is made by the model before");
    assert_eq!(second.take_asked(), []);

    assert_eq!(make(&page, &second).await, Ok(VectorsEnd::Done));
    assert_eq!(models(&page).await, [("second".to_owned(), true)].into());
    assert_eq!(page.session.earlier_embedder(), None);
    first.take_asked();
    assert!(finds(&page, other).await);
    assert_eq!(first.take_asked(), []);
    // The next change uses the slot that is free again.
    let third = TopicEmbedder::with_id("third");
    let page = after(&chat, &third, &second);
    make_some(&page, &third, 8).await;
    assert_eq!(models(&page).await, [("second".to_owned(), true), ("third".to_owned(), false)].into());
    assert!(finds(&page, other).await);
    make(&page, &third).await.unwrap();
    assert_eq!(models(&page).await, [("third".to_owned(), false)].into());
    assert!(finds(&page, other).await);
}

#[tokio::test]
async fn without_the_model_before_words_decide_until_the_vectors_are_there() {
    let (chat, first, other) = with_fact().await;
    make(&chat, &first).await.unwrap();
    let second = TopicEmbedder::with_id("second");
    let page = with(page_on(&chat), &second);
    assert_eq!(progress(&page, &second).await.done, 0);
    first.take_asked();
    assert!(!finds(&page, other).await);
    assert_eq!(first.take_asked(), []);
    make(&page, &second).await.unwrap();
    assert!(finds(&page, other).await);
}

#[tokio::test]
async fn a_model_that_is_given_up_halfway_leaves_the_one_before_it_in_use() {
    let (chat, first, other) = with_fact().await;
    make(&chat, &first).await.unwrap();
    let second = TopicEmbedder::with_id("second");
    make_some(&after(&chat, &second, &first), &second, 8).await;
    let third = TopicEmbedder::with_id("third");
    let page = after(&chat, &third, &first);
    make_some(&page, &third, 16).await;
    assert!(models(&page).await.contains(&("topics".to_owned(), false)));
    assert_eq!(page.session.earlier_embedder().as_deref(), Some("topics"));
    assert!(finds(&page, other).await);
    make(&page, &third).await.unwrap();
    assert_eq!(models(&page).await, [("third".to_owned(), true)].into());
    // Back to the first: there is nothing of it left, and nothing is mixed up.
    let page = after(&chat, &first, &third);
    make(&page, &first).await.unwrap();
    assert_eq!(models(&page).await, [("topics".to_owned(), false)].into());
    // Chosen again before the other was finished, it lacks nothing.
    make_some(&after(&chat, &second, &first), &second, 8).await;
    first.take_asked();
    make(&with(page_on(&chat), &first), &first).await.unwrap();
    assert_eq!(first.take_asked(), []);
    assert_eq!(models(&page).await, [("topics".to_owned(), false)].into());
}

#[tokio::test]
async fn what_is_erased_between_two_models_leaves_the_vectors_of_both() {
    let (chat, first, other) = with_fact().await;
    make(&chat, &first).await.unwrap();
    let second = TopicEmbedder::with_id("second");
    let page = after(&chat, &second, &first);
    let total = progress(&page, &second).await.total;
    make_some(&page, &second, total - 20).await;
    let fact = chat.session.store().messages(chat.id, 1, 1).await.unwrap().remove(0);
    let id = fact.id.0.as_bytes();
    let stored = async || {
        let has = |row: &IndexPart| row.bytes.windows(id.len()).any(|bytes| bytes == id);
        rows(&page).await.iter().filter(|row| has(row)).count()
    };
    let before = stored().await;
    assert!(before >= 1, "the test looks in the wrong place");
    assert!(finds(&page, other).await);
    page.session.erase_message(fact.id).await.unwrap();
    assert_eq!(stored().await, 0);
    assert!(!finds(&page, other).await);
    make(&page, &second).await.unwrap();
    assert_eq!(stored().await, 0);
    assert_eq!(models(&page).await, [("second".to_owned(), true)].into());
}

#[tokio::test]
async fn another_dimension_than_what_is_stored_makes_all_of_them_anew_in_one_run() {
    let (chat, embedder, other) = with_fact().await;
    make(&chat, &embedder).await.unwrap();
    let all = progress(&chat, &embedder).await.total;
    embedder.dimension.set(9);
    embedder.take_asked();
    put(&chat, other, &["The engine is new.", "Good."]).await;
    assert_eq!(make(&chat, &embedder).await, Ok(VectorsEnd::Done));
    let now = progress(&chat, &embedder).await;
    assert_eq!((now.done, now.total), (all + 2, all + 2));
    assert_eq!(passages(&embedder.take_asked()).len(), all + 2, "nothing is made twice");
    assert!(finds(&chat, other).await);
    // After a reload, too.
    let page = with(page_on(&chat), &embedder);
    assert_eq!(progress(&page, &embedder).await, now);
    assert!(finds(&page, other).await);
    embedder.take_asked();
    make(&page, &embedder).await.unwrap();
    assert_eq!(embedder.take_asked(), []);
}

/// An embedder that refuses each call with a text that contains a word, and each text that is longer than it reads.
struct Refusing {
    inner: TopicEmbedder,
    word: &'static str,
    longest: usize,
    error: EmbedError,
    calls: Cell<usize>,
}

impl Refusing {
    fn new(word: &'static str, error: EmbedError) -> Self {
        Self { inner: TopicEmbedder::default(), word, longest: usize::MAX, error, calls: Cell::new(0) }
    }
}

impl Embedder for Refusing {
    fn id(&self) -> &str {
        self.inner.id()
    }

    fn is_on_this_computer(&self) -> bool {
        true
    }

    fn most_texts(&self) -> usize {
        8
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.calls.set(self.calls.get() + 1);
        let made = self.inner.embed(texts, purpose).await?;
        let is_refused = texts.iter().any(|text| text.contains(self.word) || text.chars().count() > self.longest);
        if is_refused { Err(self.error.clone()) } else { Ok(made) }
    }
}

fn refusal(kind: ModelErrorKind) -> EmbedError {
    EmbedError::Failed(EmbeddingsError::Refused(ModelError::new(kind, "no")))
}

fn of_status(status: u16) -> EmbedError {
    let error = ModelError { status: Some(status), ..ModelError::new(ModelErrorKind::ServerError, "no") };
    EmbedError::Failed(EmbeddingsError::Refused(error))
}

fn threw() -> EmbedError {
    EmbedError::Failed(EmbeddingsError::FunctionThrew { message: "no".to_owned() })
}

/// Makes vectors as far as it is possible. Returns how the run ended, and how many there are.
async fn made_by(chat: &Recalling, embedder: &Refusing) -> (Result<VectorsEnd, VectorsError>, VectorProgress) {
    let run = VectorRun::here(embedder, None);
    let last = Cell::new(VectorProgress::default());
    let end = chat.session.make_vectors(&run, &Cancel::default(), &|progress| last.set(progress)).await;
    let progress = chat.session.vector_progress(&run).await.unwrap();
    assert!(end.is_err() || progress == last.get(), "{progress:?} {last:?}");
    (end, progress)
}

#[tokio::test]
async fn a_text_that_is_refused_is_left_out_and_every_other_gets_its_vector() {
    let errors = [
        refusal(ModelErrorKind::BadRequest),
        refusal(ModelErrorKind::ContextOverflow),
        of_status(500),
        threw(),
        EmbedError::Failed(EmbeddingsError::NotNumbers { text: 0 }),
        EmbedError::Unusable(VectorError::NotFinite),
    ];
    for error in errors {
        let (chat, _, other) = with_fact().await;
        put(&chat, other, &["Jabberwocky is a car.", "Is it?"]).await;
        put(&chat, chat.id, &["Jabberwocky is a vehicle."]).await;
        chat.session.add_memory(chat.id, "The user likes jabberwocky", None).await.unwrap();
        let embedder = Refusing::new("abberwocky", error);
        let (end, progress) = made_by(&chat, &embedder).await;
        assert_eq!(end, Ok(VectorsEnd::Done), "{:?}", embedder.error);
        // 76 messages, and 3 of the other conversation that are not refused.
        assert_eq!((progress.done, progress.total, progress.refused), (79, 79, 3));
        assert!(finds(&with(page_on(&chat), &embedder.inner), other).await);
        // They are not asked for again.
        embedder.inner.take_asked();
        assert_eq!(made_by(&chat, &embedder).await, (Ok(VectorsEnd::Done), progress));
        assert_eq!(embedder.inner.take_asked(), []);
        // A page that is loaded again finds out at a bounded cost, although no other text is left to be asked for.
        let page = with(page_on(&chat), &embedder.inner);
        embedder.calls.set(0);
        assert_eq!(made_by(&page, &embedder).await, (Ok(VectorsEnd::Done), progress));
        assert!(embedder.calls.get() <= 12, "{}", embedder.calls.get());
        // A model that reads them now gets them once their vectors are deleted, as another model would.
        page.session.delete_vectors().await.unwrap();
        assert_eq!(make(&page, &embedder.inner).await, Ok(VectorsEnd::Done));
        assert_eq!(progress_of(&page, &embedder.inner).await, (82, 82, 0));
    }
}

async fn progress_of(chat: &Recalling, embedder: &TopicEmbedder) -> (usize, usize, usize) {
    let now = progress(chat, embedder).await;
    (now.done, now.total, now.refused)
}

#[tokio::test]
async fn a_text_that_is_too_long_for_the_model_is_shortened() {
    let (chat, _, other) = with_fact().await;
    put(&chat, other, &["My hedgehog sleeps all day long. ".repeat(60).as_str(), "Does it?"]).await;
    let kinds = [ModelErrorKind::ContextOverflow, ModelErrorKind::BadRequest];
    for kind in kinds {
        let page = page_on(&chat);
        page.session.delete_vectors().await.unwrap();
        let embedder = Refusing { longest: 800, ..Refusing::new("nothing", refusal(kind)) };
        let (end, progress) = made_by(&page, &embedder).await;
        assert_eq!((end, progress.done, progress.refused), (Ok(VectorsEnd::Done), 80, 0));
        let asked = embedder.inner.take_asked();
        let shortened = passages(&asked).into_iter().filter(|text| text.contains("sleeps") && text.len() <= 800);
        assert_eq!(shortened.count(), 1);
    }
}

#[tokio::test]
async fn a_model_that_refuses_every_text_is_an_error_after_a_few_calls() {
    let (chat, _, _) = with_fact().await;
    let error = refusal(ModelErrorKind::BadRequest);
    let embedder = Refusing::new("", error.clone());
    let (end, progress) = made_by(&chat, &embedder).await;
    assert_eq!(end, Err(VectorsError::Embedder(error)));
    assert_eq!((progress.done, progress.refused), (0, 0), "it is not the texts");
    assert!(embedder.calls.get() <= 5, "{}", embedder.calls.get());
}

#[tokio::test]
async fn a_model_that_breaks_in_the_middle_has_refused_no_text() {
    let (chat, embedder, _) = with_fact().await;
    for error in [of_status(500), of_status(503), threw()] {
        let page = page_on(&chat);
        page.session.delete_vectors().await.unwrap();
        let breaks = |progress: VectorProgress| {
            if progress.done >= 8 {
                embedder.error.replace(Some(error.clone()));
            }
        };
        let run = VectorRun::here(&embedder, None);
        let end = page.session.make_vectors(&run, &Cancel::default(), &breaks).await;
        assert_eq!(end, Err(VectorsError::Embedder(error.clone())));
        embedder.error.take();
        let (done, all, refused) = progress_of(&page, &embedder).await;
        assert!((8..all).contains(&done), "{done}");
        assert_eq!((all, refused), (78, 0));
        assert_eq!(make(&page, &embedder).await, Ok(VectorsEnd::Done));
        assert_eq!(progress_of(&page, &embedder).await, (78, 78, 0));
    }
}

#[tokio::test]
async fn what_many_refused_texts_cost_is_bounded() {
    let (chat, _, _) = with_fact().await;
    let texts: Vec<String> = (0..300).map(|n| format!("Jabberwocky {n}")).collect();
    put(&chat, chat.id, &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let error = refusal(ModelErrorKind::BadRequest);
    let embedder = Refusing::new("Jabberwocky", error.clone());
    let (end, progress) = made_by(&chat, &embedder).await;
    assert_eq!((end, progress.refused), (Err(VectorsError::Embedder(error)), 100));
    let calls = embedder.calls.take();
    assert!(calls < 130, "{calls}");
    made_by(&chat, &embedder).await.0.unwrap_err();
    assert!(embedder.calls.get() < 5, "{}", embedder.calls.get());
}

/// An embedder whose vectors a function makes of the number of the call.
struct Made<F>(Cell<usize>, F);

impl<F: Fn(usize) -> Vec<f32>> Embedder for Made<F> {
    fn id(&self) -> &str {
        "made"
    }

    fn is_on_this_computer(&self) -> bool {
        true
    }

    fn most_texts(&self) -> usize {
        8
    }

    async fn embed(&self, texts: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.0.set(self.0.get() + 1);
        Ok(texts.iter().map(|_| (self.1)(self.0.get())).collect())
    }
}

/// How a run with such an embedder ended, how many it counted, and how many are stored.
async fn made(embedder: &Made<impl Fn(usize) -> Vec<f32>>) -> (Result<VectorsEnd, VectorsError>, usize, usize) {
    let (chat, _, _) = with_fact().await;
    let run = VectorRun::here(embedder, None);
    let last = Cell::new(0);
    let end = chat.session.make_vectors(&run, &Cancel::default(), &|progress| last.set(progress.done)).await;
    let page = page_on(&chat);
    (end, last.get(), page.session.vector_progress(&run).await.unwrap().done)
}

#[tokio::test]
async fn a_dimension_that_changes_from_call_to_call_is_an_error_and_only_what_is_stored_counts() {
    let embedder = Made(Cell::new(0), |call| vec![1.0; if call < 4 { 3 } else { 5 }]);
    let (end, counted, stored) = made(&embedder).await;
    let error = EmbeddingsError::Dimension { text: 0, expected: 3, found: 5 };
    assert_eq!(end, Err(VectorsError::Embedder(EmbedError::Failed(error))));
    assert_eq!((counted, embedder.0.get()), (stored, 4));
    assert!(stored > 0);
}

#[tokio::test]
async fn vectors_of_nothing_but_zeros_are_an_error_at_once() {
    let embedder = Made(Cell::new(0), |_| vec![0.0; 3]);
    let (end, counted, stored) = made(&embedder).await;
    assert_eq!(end, Err(VectorsError::Embedder(EmbedError::Unusable(VectorError::Zero))));
    assert_eq!((counted, stored, embedder.0.get()), (0, 0, 1));
}

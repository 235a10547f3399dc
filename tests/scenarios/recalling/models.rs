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

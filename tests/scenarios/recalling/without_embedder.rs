//! A vector store while recall by meaning is off: what is erased here goes there, too, and all of it can come back.

use super::{
    meaning::{OTHER_WORDS, make, passages, progress, rows},
    vector_store::{fact, finds, move_all, open_with_store, with},
    *,
};
use ricordo_core::{
    cancel::Cancel,
    id::BranchId,
    recall::{StoredVector, VectorStore, VectorStoreError, VectorStoreErrorKind},
    session::{ElsewhereProgress, VectorRun, VectorsEnd, VectorsError},
    testing::{MemoryVectorStore, TopicEmbedder},
    time::Timestamp,
};

/// What a page does while recall by meaning is off.
async fn remove(page: &Recalling, store: &MemoryVectorStore) -> Result<VectorsEnd, VectorsError> {
    page.session.remove_vectors_elsewhere(store, &Cancel::default()).await
}

fn cancelled() -> Cancel {
    let cancel = Cancel::default();
    cancel.cancel();
    cancel
}

#[tokio::test]
async fn what_is_erased_while_recall_by_meaning_is_off_is_removed_there() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let (all, fact, page) = (store.all(), fact(&chat).await, page_on(&chat));
    let calls = store.calls.get();
    assert_eq!(remove(&page, &store).await, Ok(VectorsEnd::Done));
    assert_eq!((store.all(), store.calls.get()), (all, calls + 1), "nothing is gone here: it only counted");

    page.session.erase_message(fact.id).await.unwrap();
    let ended = page.session.remove_vectors_elsewhere(&store, &cancelled()).await;
    assert_eq!(ended, Ok(VectorsEnd::Preempted));
    assert!(store.all().iter().any(|vector| vector.id == fact.id), "it was cancelled");
    assert_eq!(remove(&page, &store).await, Ok(VectorsEnd::Done));
    assert!(!store.all().iter().any(|vector| vector.id == fact.id));
    assert!(store.all().iter().any(|vector| vector.branch == fact.branch), "the other parts stay");
    page.session.erase_conversation(chat.id).await.unwrap();
    remove(&page, &store).await.unwrap();
    let left: Vec<BranchId> = store.all().iter().map(|vector| vector.branch).collect();
    assert!(!left.is_empty() && !left.contains(&fact.branch), "{left:?}");

    // It is turned on again.
    let page = with(page_on(&chat), &embedder, &store);
    make(&page, &embedder).await.unwrap();
    move_all(&page, &embedder, &store).await.unwrap();
    assert_eq!(store.all().len(), progress(&page, &embedder).await.total);
    page.session.erase_conversation(other).await.unwrap();
    remove(&page, &store).await.unwrap();
    assert_eq!(store.all(), []);
}

#[tokio::test]
async fn it_is_known_how_many_vectors_are_still_to_be_removed_there() {
    let (chat, embedder, store, _) = open_with_store(false).await;
    let page = page_on(&chat);
    let waiting = async || page.session.vectors_to_remove_elsewhere(&store).await;
    assert_eq!(waiting().await, Ok(0), "nothing is there");
    move_all(&chat, &embedder, &store).await.unwrap();
    let there = store.all().len();
    assert_eq!((waiting().await, store.all().len()), (Ok(0), there));
    let branch = fact(&chat).await.branch;
    let of_it = store.all().iter().filter(|vector| vector.branch == branch).count();
    page.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!((waiting().await, store.all().len()), (Ok(of_it), there), "asking removes nothing");
    store.error.replace(Some(VectorStoreError::new(VectorStoreErrorKind::Unreachable, "")));
    assert!(
        matches!(waiting().await, Err(VectorsError::Elsewhere(error)) if error.kind == VectorStoreErrorKind::Unreachable)
    );
    store.error.replace(None);
    remove(&page, &store).await.unwrap();
    assert_eq!(waiting().await, Ok(0));
    store.delete().await.unwrap();
    assert_eq!(waiting().await, Ok(0), "the collection is gone");
}

/// The rows of a model that was used before stay, and what was moved for it is no longer there: the numbers may be equal.
#[tokio::test]
async fn what_an_earlier_model_left_here_hides_nothing_that_is_gone() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    move_all(&chat, &embedder, &store).await.unwrap();
    let branch = fact(&chat).await.branch;
    let earlier = store.all().iter().filter(|vector| vector.branch == branch).count();
    chat.session.forget(chat.id, 0).await.unwrap();
    let another = TopicEmbedder::with_id("another");
    let page = with(page_on(&chat), &another, &store);
    put(&page, other, &["The vehicle is ready.", "Good news."]).await;
    make(&page, &another).await.unwrap();
    move_all(&page, &another, &store).await.unwrap();
    let all = store.all();
    assert!(earlier > 0 && !all.is_empty() && all.iter().all(|vector| vector.branch != branch));
    let stray = |number| StoredVector { id: MessageId::new(Timestamp(number), [7; 10]), ..all[0].clone() };
    let strays: Vec<StoredVector> = (1..=i64::try_from(earlier).unwrap()).map(stray).collect();
    store.put(&strays).await.unwrap();
    assert_eq!(page_on(&chat).session.vectors_to_remove_elsewhere(&store).await, Ok(strays.len()));
    remove(&page_on(&chat), &store).await.unwrap();
    assert_eq!(store.all(), all);
}

#[tokio::test]
async fn what_is_here_stays_when_the_store_is_given_up_while_recall_by_meaning_is_off() {
    let (chat, embedder, store, _) = open_with_store(false).await;
    let answers = provider();
    let run = VectorRun { embedder: &embedder, elsewhere: Some(&store), answers: Some(&answers) };
    chat.session.move_vectors(&run, 1, &Cancel::default(), &|_| ()).await.unwrap();
    let (all, there) = (progress(&chat, &embedder).await.done, store.all().len());
    assert!(there > 0 && there < all);
    page_on(&chat).session.forget_all_vectors_elsewhere().await.unwrap();
    let page = with(page_on(&chat), &embedder, &store);
    assert_eq!(progress(&page, &embedder).await.done, all - there);
    assert_eq!(store.all().len(), there, "it is not asked");
    embedder.take_asked();
    make(&page, &embedder).await.unwrap();
    assert_eq!(passages(&embedder.take_asked()).len(), there, "only what was there is made again");
}

#[tokio::test]
async fn all_of_it_comes_back_while_recall_by_meaning_is_off() {
    let (chat, embedder, store, other) = open_with_store(false).await;
    let (before, request) = (rows(&chat).await, preview(&chat, other, OTHER_WORDS).await);
    move_all(&chat, &embedder, &store).await.unwrap();
    let (there, page) = (store.all().len(), page_on(&chat));
    let ended = page.session.return_vectors(&store, &cancelled(), &|_| ()).await;
    assert_eq!((ended, store.all().len()), (Ok(VectorsEnd::Preempted), there));
    let seen = RefCell::new(Vec::new());
    let observe = |progress: ElsewhereProgress| seen.borrow_mut().push(progress.done);
    let ended = page.session.return_vectors(&store, &Cancel::default(), &observe).await;
    assert_eq!(ended, Ok(VectorsEnd::Done));
    assert_eq!((seen.borrow().first(), seen.borrow().last()), (Some(&there), Some(&0)));
    assert_eq!(rows(&page).await, before, "byte by byte");
    assert_eq!(store.count().await, Ok(0));
    for page in [&with(page, &embedder, &store), &with(page_on(&chat), &embedder, &store)] {
        assert_eq!(preview(page, other, OTHER_WORDS).await, request);
        assert!(finds(page, other).await);
    }
}

//! Vectors that are made while another tab changes so much that everything is read again.

use super::{
    meaning::{make, rows, with_fact},
    *,
};
use ricordo_core::{
    cancel::Cancel,
    index_part::Slot,
    recall::{EmbedError, Embedder, Purpose},
    session::{VectorRun, VectorsEnd},
    testing::TopicEmbedder,
};

/// An embedder during whose calls another tab imports a file, and this one reads everything again.
struct Interrupted<'a>(&'a TopicEmbedder, &'a Recalling);

impl Embedder for Interrupted<'_> {
    fn id(&self) -> &str {
        self.0.id()
    }

    fn is_on_this_computer(&self) -> bool {
        true
    }

    fn most_texts(&self) -> usize {
        8
    }

    async fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.1.session.recall_everything_changed();
        self.1.session.load_recall().await.unwrap();
        self.0.embed(texts, purpose).await
    }
}

#[tokio::test]
async fn vectors_that_are_made_meanwhile_are_stored_where_the_others_are() {
    let (chat, first, _) = with_fact().await;
    make(&chat, &first).await.unwrap();
    let second = TopicEmbedder::with_id("second");
    make(&page_on(&chat), &second).await.unwrap();
    let is_second = |row: &IndexPart| IndexPart::of_slot(row.number).1 == Slot::Second;
    assert!(rows(&chat).await.iter().all(is_second), "beside those of the first model, which are deleted by now");

    put(&chat, chat.id, &["The engine is new.", "Good."]).await;
    chat.session.add_memory(chat.id, "The user likes hedgehogs", None).await.unwrap();
    let page = page_on(&chat);
    let (embedder, answers) = (Interrupted(&second, &page), provider());
    let run = VectorRun::here(&embedder, Some(&answers));
    second.take_asked();
    assert_eq!(page.session.make_vectors(&run, &Cancel::default(), &|_| ()).await, Ok(VectorsEnd::Done));
    assert_eq!(second.take_asked().len(), 3, "nothing is made twice");
    assert!(rows(&chat).await.iter().all(is_second));
    let page = page_on(&chat);
    assert_eq!(make(&page, &second).await, Ok(VectorsEnd::Done));
    assert_eq!(second.take_asked(), []);
}

//! A session in the browser with its vectors in a store outside: Chroma's own server, and the stand-in for Qdrant's.

use crate::{
    support,
    vector_stores::{chroma, open, qdrant},
};
use ricordo_browser::{HttpVectorStore, IndexedDbStore};
use ricordo_core::{
    cancel::Cancel,
    message::{Role, text_of},
    provider::Provider,
    recall::VectorStore,
    search::{Searchable, SharedIndex},
    session::{NewMessage, Session, VectorRun, VectorsEnd},
    testing::{ManualHost, TopicEmbedder},
};
use wasm_bindgen_test::wasm_bindgen_test;

const FACT: &str = "My sister Oksana keeps seven hedgehogs in her garden.";
/// It shares no word with the fact.
const QUESTION: &str = "Which spiny creatures live there?";

/// Its time stands still, so no answer of a store is too late.
type Page = Session<Searchable<IndexedDbStore>, ManualHost>;

async fn page(host: &ManualHost, database: &str, embedder: &TopicEmbedder, vectors: &HttpVectorStore) -> Page {
    let store = Searchable::new(support::open(database).await, SharedIndex::default());
    Session::new(store, host.clone()).with_vectors_elsewhere(embedder.clone(), vectors.clone())
}

/// The request for the question, in a conversation of its own.
async fn request(page: &Page) -> String {
    let id = page.new_conversation().await.unwrap().conversation.id;
    let compiled = page.preview(id, QUESTION, &Provider::in_page()).await.unwrap();
    compiled.request.messages.iter().map(|message| text_of(&message.parts)).collect::<Vec<_>>().join("\n")
}

async fn is_found_there_and_comes_back(vectors: HttpVectorStore, database: &str) {
    let (host, embedder) = (ManualHost::default(), TopicEmbedder::default());
    let chat = page(&host, database, &embedder, &vectors).await;
    let id = chat.new_conversation().await.unwrap().conversation.id;
    let chatter = (0..100).map(|n| format!("Message {n}: the weather in Lviv stays as it was."));
    let texts = [FACT.to_owned()].into_iter().chain(chatter);
    let new: Vec<NewMessage> = texts.map(|text| NewMessage::text(Role::User, text)).collect();
    let fact = chat.append(id, &new, Vec::new()).await.unwrap().remove(0);
    let answers = Provider::in_page();
    let run = VectorRun { embedder: &embedder, elsewhere: Some(&vectors), answers: Some(&answers) };
    let cancel = Cancel::default();
    assert_eq!(chat.make_vectors(&run, &cancel, &|_| ()).await, Ok(VectorsEnd::Done));
    assert!(request(&chat).await.contains(FACT), "with all vectors here");

    assert_eq!(chat.move_vectors(&run, 0, &cancel, &|_| ()).await, Ok(VectorsEnd::Done));
    assert_eq!(vectors.count().await, Ok(101));
    let other_tab = page(&host, database, &embedder, &vectors).await;
    for page in [&chat, &other_tab] {
        assert!(request(page).await.contains(FACT), "with all vectors elsewhere");
    }
    chat.erase_message(fact.id).await.unwrap();
    chat.make_vectors(&run, &cancel, &|_| ()).await.unwrap();
    chat.move_vectors(&run, 0, &cancel, &|_| ()).await.unwrap();
    assert_eq!(vectors.get(&[fact.id]).await, Ok(Vec::new()), "erased there, too");
    assert_eq!(vectors.count().await, Ok(100));

    assert_eq!(chat.bring_vectors_back(&run, &cancel, &|_| ()).await, Ok(VectorsEnd::Done));
    assert_eq!(vectors.count().await, Ok(0));
    let progress = chat.vector_progress(&run).await.unwrap();
    assert_eq!((progress.done, progress.total), (100, 100), "none had to be made again");
}

#[wasm_bindgen_test]
async fn vectors_are_found_in_chroma_and_come_back() {
    is_found_there_and_comes_back(open(chroma, "moved").await, "moved-to-chroma").await;
}

#[wasm_bindgen_test]
async fn vectors_are_found_in_the_stand_in_for_qdrant_and_come_back() {
    is_found_there_and_comes_back(open(qdrant, "moved").await, "moved-to-qdrant").await;
}

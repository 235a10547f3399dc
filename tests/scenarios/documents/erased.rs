//! Nothing of an erased document is left.

use super::*;
use crate::recalling::{is_anywhere, maintain, new, preview, put, recalled};
use ricordo_core::testing::conformance::dump;

const CANARY: &str = "Zykloporolog";

async fn with_canary(scope: impl Fn(&Recalling) -> Scope) -> (Recalling, Document) {
    let chat = open().await;
    put(&chat, chat.id, &["Hello.", "Hi."]).await;
    let document = add(&chat, scope(&chat), &["Hedgehogs sleep.", &format!("The {CANARY} is a rare hedgehog.")]).await;
    (chat, document)
}

#[tokio::test]
async fn nothing_of_an_erased_document_is_in_any_store() {
    let (chat, document) = with_canary(|_| Scope::Everywhere).await;
    chat.say("Is the rare hedgehog asleep?").await;
    assert!(serde_json::to_string(&chat.last_request()).unwrap().contains(CANARY));
    maintain(&chat).await;
    chat.session.do_not_recall_chunks(chat.id, document.id, &[0]).await.unwrap();
    chat.session.move_document(chat.id, document.id, here(&chat)).await.unwrap();
    chat.say("And now, is the rare hedgehog asleep?").await;
    assert!(is_anywhere(&chat, CANARY).await);
    chat.session.erase_document(document.id).await.unwrap();
    assert!(!is_anywhere(&chat, CANARY).await);
    let stored = dump(chat.session.store()).await;
    assert!(!stored.contains("notes.txt") && !stored.contains("Hedgehogs sleep"), "{stored}");
    for kind in [Kind::Document, Kind::Chunk, Kind::Mark] {
        assert_eq!(chat.session.store().records(kind).await.unwrap(), []);
    }
    assert_eq!(recalled(&preview(&chat, chat.id, "Is the rare hedgehog asleep?").await), "");
    // The command that added it is no longer undone.
    while chat.session.undo(chat.id).await.unwrap().is_some() {}
    assert!(!is_anywhere(&chat, CANARY).await);
}

#[tokio::test]
async fn the_documents_of_an_erased_conversation_go_with_it_and_no_others() {
    let (chat, _) = with_canary(here).await;
    let kept = add(&chat, Scope::Everywhere, &["Foxes hunt."]).await;
    chat.say("Is the rare hedgehog asleep?").await;
    let other = new(&chat).await;
    maintain(&chat).await;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert!(is_anywhere(&chat, CANARY).await, "a deletion can be undone");
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert!(!is_anywhere(&chat, CANARY).await);
    assert_eq!(chat.session.documents().await.unwrap(), [kept]);
}

#[tokio::test]
async fn a_removed_document_goes_with_the_conversation_that_could_bring_it_back() {
    let (chat, document) = with_canary(|_| Scope::Everywhere).await;
    maintain(&chat).await;
    chat.session.remove_document(chat.id, document.id).await.unwrap();
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert!(!is_anywhere(&chat, CANARY).await);
}

#[tokio::test]
async fn a_document_that_another_conversation_removed_goes_with_its_conversation() {
    let (chat, document) = with_canary(here).await;
    let moved = add(&chat, here(&chat), &["Foxes hunt."]).await;
    chat.say("Is the rare hedgehog asleep?").await;
    maintain(&chat).await;
    let other = new(&chat).await;
    put(&chat, other, &["Good morning.", "Hi."]).await;
    chat.session.move_document(other, moved.id, Scope::Everywhere).await.unwrap();
    chat.session.remove_document(other, document.id).await.unwrap();
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert!(!is_anywhere(&chat, CANARY).await);
    while chat.session.undo(other).await.unwrap().is_some() {}
    assert!(!is_anywhere(&chat, CANARY).await);
    assert_eq!(chunks(&chat, moved.id).await, ["Foxes hunt."], "one that was moved out stays");
}

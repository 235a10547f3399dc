//! A fork has the documents of its conversation, as documents of its own.

use super::*;
use crate::recalling::{maintain, preview, put, recalled};
use ricordo_core::{
    error::{Error, StoreError},
    id::MessageId,
    memory_store::MemoryStore,
    testing::{FailingStore, conformance::dump},
    undo::UndoneCommand,
};

const QUESTION: &str = "Do hedgehogs sleep?";

/// A conversation with two documents of its own and one of all conversations; and its last message.
async fn with_documents() -> (Recalling, MessageId) {
    let chat = open().await;
    let last = put(&chat, chat.id, &["Hello.", "Hi."]).await.pop().unwrap().id;
    let texts: Vec<String> = (0..450).map(|n| format!("Line {n} of the text.")).collect();
    add(&chat, here(&chat), &texts.iter().map(String::as_str).collect::<Vec<_>>()).await;
    chat.host.advance(1);
    add(&chat, here(&chat), &["Hedgehogs sleep in winter.", "Hedgehogs sleep by day, too."]).await;
    chat.host.advance(1);
    add(&chat, Scope::Everywhere, &["Foxes hunt."]).await;
    (chat, last)
}

async fn own(chat: &Recalling, of: ConversationId) -> Vec<Document> {
    let documents = chat.session.documents().await.unwrap().into_iter();
    documents.filter(|document| document.scope == Scope::Conversation(of)).collect()
}

#[tokio::test]
async fn a_fork_takes_the_documents_of_its_conversation_along_and_no_others() {
    let (chat, last) = with_documents().await;
    let before = own(&chat, chat.id).await;
    let fork = chat.session.fork_conversation(chat.id, last).await.unwrap();
    let copies = own(&chat, fork).await;
    assert_eq!(own(&chat, chat.id).await, before, "nothing changed where it came from");
    assert_eq!(chat.session.documents().await.unwrap().len(), 5, "what all conversations have is not copied");
    assert_eq!(copies.len(), 2);
    for (copy, before) in copies.iter().zip(&before) {
        let expected = Document { id: copy.id, scope: Scope::Conversation(fork), ..before.clone() };
        assert_eq!(*copy, expected);
        assert_ne!(copy.id, before.id);
        assert_eq!(chunks(&chat, copy.id).await, chunks(&chat, before.id).await);
    }
    assert!(recalled(&preview(&chat, fork, QUESTION).await).contains("sleep in winter"));
    assert_eq!(names(&chat, fork).await.len(), 3);
    // The same file is in each of the two once.
    let again = chat.session.add_document(
        fork,
        text("a.txt", Scope::Conversation(fork), &["Hedgehogs sleep in winter.", "Hedgehogs sleep by day, too."]),
    );
    assert!(matches!(again.await, Err(Error::Document(_))));
}

#[tokio::test]
async fn what_is_done_to_a_document_of_one_is_not_done_to_the_other() {
    let (chat, last) = with_documents().await;
    let fork = chat.session.fork_conversation(chat.id, last).await.unwrap();
    assert_eq!(chat.session.undo(fork).await.unwrap(), None, "adding them is a command of where they were added");
    chat.session.remove_document(chat.id, own(&chat, chat.id).await[1].id).await.unwrap();
    assert!(!recalled(&preview(&chat, chat.id, QUESTION).await).contains("winter"));
    assert!(recalled(&preview(&chat, fork, QUESTION).await).contains("winter"));
    chat.session.undo(chat.id).await.unwrap();
    // Undoing that the first was added leaves the copy.
    while chat.session.undo(chat.id).await.unwrap() == Some(UndoneCommand::AddDocument) {}
    assert_eq!(own(&chat, chat.id).await, []);
    let copies = own(&chat, fork).await;
    assert_eq!(copies.len(), 2);
    assert_eq!(chunks(&chat, copies[0].id).await.len(), 450);
}

#[tokio::test]
async fn erasing_one_of_the_two_leaves_the_documents_of_the_other() {
    for erases_fork in [false, true] {
        let (chat, last) = with_documents().await;
        maintain(&chat).await;
        let fork = chat.session.fork_conversation(chat.id, last).await.unwrap();
        maintain(&chat).await;
        let (erased, left) = if erases_fork { (fork, chat.id) } else { (chat.id, fork) };
        chat.session.erase_conversation(erased).await.unwrap();
        assert_eq!(own(&chat, erased).await, []);
        let kept = own(&chat, left).await;
        assert_eq!(kept.len(), 2);
        assert_eq!(chunks(&chat, kept[0].id).await.len(), 450);
        assert_eq!(chat.session.store().records(Kind::Chunk).await.unwrap().len(), 453, "none of the other is left");
        assert!(recalled(&preview(&chat, left, QUESTION).await).contains("winter"));
    }
}

#[tokio::test]
async fn a_passage_that_is_not_to_be_recalled_is_not_recalled_in_the_fork() {
    let (chat, last) = with_documents().await;
    let filler = vec!["Filler about nothing at all, which makes the document too long to be sent whole."; 90];
    let long = [&["Hedgehogs eat mealworms."][..], &filler].concat();
    let document = add(&chat, here(&chat), &long).await;
    assert!(recalled(&preview(&chat, chat.id, "Do hedgehogs eat mealworms?").await).contains("mealworms"));
    chat.session.do_not_recall_chunks(chat.id, document.id, &[0]).await.unwrap();
    let fork = chat.session.fork_conversation(chat.id, last).await.unwrap();
    assert!(!recalled(&preview(&chat, fork, "Do hedgehogs eat mealworms?").await).contains("mealworms"));
}

#[tokio::test]
async fn a_fork_whose_documents_cannot_be_stored_leaves_nothing() {
    let store = FailingStore::new(MemoryStore::default());
    let chat = crate::common::Chat::open_on(store.clone()).await;
    chat.say("Hello.").await;
    let texts: Vec<String> = (0..450).map(|n| format!("Line {n}.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let own = Scope::Conversation(chat.id);
    chat.session.add_document(chat.id, text("notes.txt", own, &texts)).await.unwrap();
    let last = chat.session.open(chat.id, 1).await.unwrap().messages[0].id;
    let before = dump(&store).await;
    // Three batches of chunks, then the conversation.
    for writes in 0..4 {
        store.fail_once_after(writes, StoreError::Full);
        let fork = chat.session.fork_conversation(chat.id, last).await;
        assert_eq!(fork, Err(Error::Store(StoreError::Full)), "{writes}");
        assert_eq!(dump(&store).await, before, "{writes}");
    }
    let fork = chat.session.fork_conversation(chat.id, last).await.unwrap();
    assert_eq!(chat.session.documents_in(fork).await.unwrap().len(), 1);
}

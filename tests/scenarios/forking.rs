//! Forking a conversation at a message.

use crate::common::{Chat, branches::joined, provider};
use ricordo_core::{
    compile::Outgoing,
    error::{Error, StoreError},
    id::BlobId,
    mark::MarkKind,
    message::Part,
    record::{Blob, Kind, Record, RecordKey},
    session::{ModelCall, Outcome},
    settings::Settings,
    store::Store,
    testing::{FailingStore, conformance::dump},
    time::Timestamp,
};

/// The conversation forked at the message that contains `text`.
async fn forked(chat: &Chat, text: &str) -> Chat {
    let id = chat.session.fork_conversation(chat.id, chat.id_of(text).await).await.unwrap();
    let (session, model, host) = (chat.session.clone(), chat.model.clone(), chat.host.clone());
    Chat { session, model, host, id, events: Default::default() }
}

#[tokio::test]
async fn a_fork_holds_the_path_up_to_the_message_and_the_two_go_on_apart() {
    let chat = Chat::with_turns(3).await;
    chat.edit("Question 1", "Changed").await;
    let before = chat.request().await;
    let fork = forked(&chat, "Changed").await;
    assert_eq!(joined(&fork.texts().await), "Question 0|Reply 1.|Changed");
    assert_eq!(fork.shown().await, []);
    fork.say("Another end").await;
    assert_eq!(fork.last_window(), ["Question 0", "Reply 1.", "Changed"]);
    assert_eq!(chat.request().await, before, "nothing changed where it came from");
    let titles: Vec<String> =
        chat.session.conversations().await.unwrap().into_iter().map(|conversation| conversation.title).collect();
    assert_eq!(titles, ["Question 0 (2)", "Question 0"]);
    assert_eq!(forked(&fork, "Reply 1.").await.session.conversations().await.unwrap()[0].title, "Question 0 (3)");
    // Erasing one does not affect the other.
    chat.session.erase_conversation(chat.id).await.unwrap();
    assert_eq!(fork.texts().await.len(), 5);
}

#[tokio::test]
async fn what_the_model_may_not_see_it_does_not_see_in_the_copy() {
    let chat = Chat::with_turns(4).await;
    chat.session.mark(chat.id, chat.id_of("Question 2").await, Some(MarkKind::Muted)).await.unwrap();
    chat.session.forget(chat.id, 4).await.unwrap();
    let whole = forked(&chat, "Reply 4.").await;
    assert_eq!(whole.request().await, chat.request().await, "byte for byte");
    // A fork of forgotten messages keeps them forgotten; new messages are not.
    let forgotten = forked(&chat, "Reply 1.").await;
    forgotten.say("Hello").await;
    assert_eq!(forgotten.last_window(), [""; 0]);
    forgotten.say("Again").await;
    assert_eq!(forgotten.last_window(), ["Hello", "Reply 5."]);
}

#[tokio::test]
async fn compressed_history_is_in_force_in_the_copy() {
    let chat = Chat::open_with(Settings { immediate_messages: Some(10), ..Settings::default() }).await;
    chat.fill(60).await;
    chat.model.then_say("Anna and Boris plan to move to Lviv.");
    assert!(matches!(chat.compress().await, Outcome::Made(_)));
    let last = chat.session.open(chat.id, 1).await.unwrap().messages[0].text();
    let fork = forked(&chat, &last).await;
    assert_eq!(fork.covered().await, chat.covered().await);
    assert_eq!(fork.request().await, chat.request().await);
    // The fork has no summary of messages that it does not contain.
    assert_eq!(forked(&chat, "Message 0003").await.covered().await, []);
}

#[tokio::test]
async fn images_and_replies_are_copied_and_erased_apart() {
    let chat = Chat::open().await;
    let blob = BlobId::new(Timestamp(1), [9; 10]);
    let image = Part::Image {
        blob,
        media_type: "image/png".to_owned(),
        width: Some(4),
        height: Some(4),
        alt: "A lighthouse".to_owned(),
    };
    let record = Blob { id: blob, conversation: chat.id, media_type: "image/png".to_owned(), bytes: vec![7, 7, 7] };
    let seeing = ricordo_core::provider::Provider { supports_images: true, ..provider() };
    let send = async |outgoing, blobs| {
        let call = ModelCall::new(&chat.model, &seeing);
        chat.session.send_message(&call, chat.id, outgoing, blobs).await.unwrap()
    };
    let parts = vec![Part::Text { text: "Look".to_owned() }, image];
    send(Outgoing { parts, ..Outgoing::default() }, vec![record]).await;
    let reply_to = Some(chat.id_of("Look").await);
    send(Outgoing { reply_to, ..Outgoing::text("What is it?") }, Vec::new()).await;

    let fork = forked(&chat, "What is it?").await;
    let messages = fork.session.open(fork.id, 10).await.unwrap().messages;
    assert_eq!(messages[2].reply_to, Some(messages[0].id));
    let Part::Image { blob: copied, alt, .. } = &messages[0].parts[1] else { panic!("it shows an image") };
    assert_eq!(alt, "A lighthouse");
    assert_ne!(*copied, blob);
    // The edited message has its own image, too.
    let look = chat.id_of("Look").await;
    chat.session.edit(&ModelCall::new(&chat.model, &seeing), chat.id, look, "Look closely").await.unwrap();
    chat.session.erase_conversation(chat.id).await.unwrap();
    let left = fork.session.store().records(Kind::Blob).await.unwrap();
    assert_eq!(left.len(), 1);
    let Some(Record::Blob(kept)) = fork.session.store().record(RecordKey::Blob(*copied)).await.unwrap() else {
        panic!("the image is there")
    };
    assert_eq!((kept.bytes, kept.conversation), (vec![7, 7, 7], fork.id));
}

#[tokio::test]
async fn a_long_conversation_is_copied_in_parts_and_none_of_them_is_seen_before_the_last() {
    let chat = Chat::open().await;
    chat.fill(4_500).await;
    let fork = forked(&chat, "Message 4400").await;
    assert_eq!(fork.session.open(fork.id, 10_000).await.unwrap().messages.len(), 4_401);
    assert!(fork.session.conversations().await.unwrap().iter().any(|conversation| conversation.id == fork.id));
}

#[tokio::test]
async fn a_fork_that_cannot_be_stored_leaves_nothing() {
    let inner = Chat::with_turns(2).await;
    let store = FailingStore::new(inner.session.store().clone());
    let chat = Chat::open_on(store.clone()).await;
    let before = dump(&store).await;
    let message = inner.id_of("Reply 2.").await;
    store.fail_with(Some(StoreError::Full));
    assert!(matches!(chat.session.fork_conversation(chat.id, message).await, Err(Error::Store(_))));
    assert_eq!(dump(&store).await, before);
}

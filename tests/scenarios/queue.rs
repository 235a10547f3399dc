//! Messages that wait for the end of a reply: their order, what undo brings back, and that none is lost or sent twice.

use crate::common::{Chat, provider};
use ricordo_core::{
    change::Change,
    draft::ComposerDraft,
    error::{Error, StoreError},
    id::MessageId,
    memory_store::MemoryStore,
    message::{Author, Finish, Part},
    queued::QueuedMessage,
    record::{Kind, Record, RecordKey},
    session::{MOST_QUEUED, ModelCall, QueueError, Scope, Session, TurnOutcome},
    store::Store,
    testing::{FailingStore, ManualHost, conformance::dump, sample},
    undo::UndoneCommand,
};

/// A word that occurs in no other text.
const SECRET: &str = "Zanzibar";

impl<S: Store> Chat<S> {
    pub(crate) async fn enqueue(&self, text: &str) -> MessageId {
        let draft = ComposerDraft::text(self.id, text);
        self.session.enqueue(draft, None).await.unwrap().message
    }

    pub(crate) async fn waiting(&self) -> Vec<String> {
        let queue = self.session.queue(self.id).await.unwrap();
        queue.into_iter().map(|queued| queued.draft.text).collect()
    }

    pub(crate) async fn send(&self, message: MessageId) -> Result<TurnOutcome, QueueError> {
        let provider = provider();
        self.session.send_queued(&ModelCall::new(&self.model, &provider), self.id, message).await
    }

    /// The texts of the conversation.
    pub(crate) async fn exchanged(&self) -> Vec<String> {
        let messages = self.session.open(self.id, 1_000).await.unwrap().messages;
        messages.iter().map(|message| message.text()).collect()
    }
}

/// A message with an image that is stored, as the composer leaves it.
async fn enqueue_image(chat: &Chat, text: &str) -> QueuedMessage {
    let blob = ricordo_core::record::Blob { conversation: chat.id, ..sample::blob(7) };
    let image = Part::Image {
        blob: blob.id,
        media_type: blob.media_type.clone(),
        width: Some(16),
        height: Some(16),
        alt: "A dot".to_owned(),
    };
    let draft = ComposerDraft { images: vec![image], ..ComposerDraft::text(chat.id, text) };
    chat.session.save_draft(draft.clone(), vec![blob], &[]).await.unwrap();
    chat.session.enqueue(draft, None).await.unwrap()
}

#[tokio::test]
async fn a_typed_message_waits_and_is_sent_in_its_turn() {
    let chat = Chat::open().await;
    chat.say("First").await;
    let asked = chat.session.open(chat.id, 9).await.unwrap().messages[0].id;
    chat.session.save_composer(chat.id, "Second").await.unwrap();
    let author = Author { name: "Anna".to_owned(), username: None, id: None };
    let draft = ComposerDraft { reply_to: Some(asked), ..ComposerDraft::text(chat.id, "Second") };
    let second = chat.session.enqueue(draft, Some(author.clone())).await.unwrap();
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().composer_draft, None);
    chat.enqueue("Third").await;
    assert_eq!(chat.waiting().await, ["Second", "Third"]);
    assert_eq!(chat.model.requests().len(), 1, "nothing is sent by itself");

    let outcome = chat.send(second.message).await.unwrap();
    assert_eq!(outcome.reply.finish, Some(Finish::Complete));
    assert_eq!(chat.waiting().await, ["Third"]);
    assert_eq!(chat.exchanged().await, ["First", "Reply 1.", "Second", "Reply 2."]);
    let sent = chat.session.store().message(second.message).await.unwrap().unwrap();
    assert_eq!((sent.author, sent.reply_to), (Some(author), Some(asked)));
    assert_eq!(chat.send(second.message).await.unwrap_err(), QueueError::NotWaiting);
    assert_eq!(chat.exchanged().await.len(), 4);
}

#[tokio::test]
async fn a_message_leaves_the_queue_in_the_transaction_that_stores_it() {
    let chat = Chat::open_on(FailingStore::new(MemoryStore::default())).await;
    let message = chat.enqueue("Keep me").await;
    let store = chat.session.store().clone();
    store.fail_with(Some(StoreError::Full));
    assert_eq!(chat.send(message).await.unwrap_err(), QueueError::Failed(Error::Store(StoreError::Full)));
    assert_eq!(
        (chat.waiting().await, chat.exchanged().await.len(), chat.model.requests().len()),
        (vec!["Keep me".to_owned()], 0, 0)
    );
    // The first write stores all of it; the model is called with the reply's draft stored.
    store.fail_after(1, StoreError::Full);
    assert!(chat.send(message).await.unwrap().not_saved.is_some());
    assert_eq!((chat.waiting().await.len(), chat.exchanged().await), (0, vec!["Keep me".to_owned()]));
}

#[tokio::test]
async fn two_tabs_send_a_message_once() {
    let chat = Chat::open().await;
    let message = chat.enqueue("Once").await;
    let (one, two) = tokio::join!(chat.send(message), chat.send(message));
    assert_eq!([&one, &two].into_iter().filter(|sent| sent.is_ok()).count(), 1);
    assert_eq!(chat.exchanged().await, ["Once", "Reply 1."]);
}

#[tokio::test]
async fn a_row_that_another_tab_wrote_while_it_was_sent_is_not_sent_again() {
    let chat = Chat::open().await;
    let message = chat.enqueue(SECRET).await;
    let row = chat.session.queue(chat.id).await.unwrap().remove(0);
    chat.send(message).await.unwrap();
    chat.session.store().apply(vec![Change::Put(Record::QueuedMessage(row))]).await.unwrap();
    assert_eq!(chat.waiting().await.len(), 0);
    assert_eq!(chat.send(message).await.unwrap_err(), QueueError::NotWaiting);
    assert_eq!(chat.session.edit_queued(chat.id, message, "x").await.unwrap_err(), QueueError::NotWaiting);
    chat.session.erase_message(message).await.unwrap();
    assert!(!dump(chat.session.store()).await.contains(SECRET));
}

#[tokio::test]
async fn a_message_that_cannot_be_sent_still_waits() {
    let chat = Chat::open().await;
    let message = enqueue_image(&chat, "Look").await.message;
    // The model receives no images.
    assert!(matches!(chat.send(message).await, Err(QueueError::Failed(Error::ImagesUnsupported(_)))));
    assert_eq!(chat.waiting().await, ["Look"]);
}

#[tokio::test]
async fn the_length_of_the_queue_is_limited_and_an_empty_message_does_not_wait() {
    let chat = Chat::open().await;
    for number in 0..MOST_QUEUED {
        chat.enqueue(&number.to_string()).await;
    }
    chat.session.save_composer(chat.id, "One more").await.unwrap();
    let error = chat.session.enqueue(ComposerDraft::text(chat.id, "One more"), None).await.unwrap_err();
    assert_eq!(error, QueueError::Full);
    assert!(error.to_string().starts_with("50 messages are waiting already."), "{error}");
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().composer_draft.unwrap().text, "One more");
    let expected: Vec<String> = (0..MOST_QUEUED).map(|number| number.to_string()).collect();
    assert_eq!(chat.waiting().await, expected);
    let blank = chat.session.enqueue(ComposerDraft::text(chat.id, " \n"), None).await.unwrap_err();
    assert_eq!(blank, QueueError::Failed(Error::EmptyMessage));
    let first = chat.session.queue(chat.id).await.unwrap()[0].message;
    let blank = chat.session.edit_queued(chat.id, first, " ").await.unwrap_err();
    assert_eq!(blank, QueueError::Failed(Error::EmptyMessage));
}

#[tokio::test]
async fn undo_brings_back_an_edit_and_a_removed_message_and_never_one_that_was_sent() {
    let chat = Chat::open().await;
    let [first, _, third] = [chat.enqueue("a").await, chat.enqueue("b").await, chat.enqueue("c").await];
    chat.session.edit_queued(chat.id, third, "cc").await.unwrap();
    chat.session.drop_queued(chat.id, first).await.unwrap();
    chat.session.move_queued(chat.id, third, 0).await.unwrap();
    assert_eq!(chat.waiting().await, ["cc", "b"]);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::DropQueued));
    assert_eq!(chat.waiting().await, ["a", "cc", "b"]);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::EditQueue));
    assert_eq!(chat.waiting().await, ["a", "c", "b"], "it keeps its new place");
    // The edits of a sent message are no commands any more that could be undone.
    chat.session.rename(chat.id, "Letters").await.unwrap();
    chat.session.edit_queued(chat.id, third, &format!("{SECRET} first")).await.unwrap();
    chat.session.edit_queued(chat.id, third, "c again").await.unwrap();
    chat.send(third).await.unwrap();
    assert!(!dump(chat.session.store()).await.contains(SECRET));
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Rename));
    assert_eq!(chat.waiting().await, ["a", "b"]);
}

#[tokio::test]
async fn undo_in_another_tab_does_not_bring_back_what_was_sent_or_removed_meanwhile() {
    let chat = Chat::open().await;
    let message = chat.enqueue("before").await;
    chat.session.edit_queued(chat.id, message, "after").await.unwrap();
    // Removed by a tab without undo, as when its entry is dropped because of the limits.
    chat.session.store().apply(vec![Change::Remove(RecordKey::QueuedMessage(chat.id, message))]).await.unwrap();
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::EditQueue));
    assert_eq!(chat.waiting().await.len(), 0);
}

#[tokio::test]
async fn a_removed_image_comes_back_with_its_message() {
    let chat = Chat::open().await;
    let queued = enqueue_image(&chat, "Look").await;
    chat.session.edit_queued(chat.id, queued.message, "").await.unwrap();
    assert_eq!(chat.session.queue(chat.id).await.unwrap()[0].parts(), queued.draft.images, "an image is enough");
    chat.session.drop_queued(chat.id, queued.message).await.unwrap();
    assert_eq!(chat.session.store().records(Kind::Blob).await.unwrap(), []);
    chat.session.undo(chat.id).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.queue(chat.id).await.unwrap(), [queued]);
    assert_eq!(chat.session.store().records(Kind::Blob).await.unwrap().len(), 1);
}

#[tokio::test]
async fn clearing_takes_the_queue_along_and_undo_brings_it_back() {
    let chat = Chat::open().await;
    chat.enqueue("a").await;
    enqueue_image(&chat, "b").await;
    let before = dump(chat.session.store()).await;
    chat.session.clear(chat.id).await.unwrap();
    assert_eq!(chat.waiting().await.len(), 0);
    assert_eq!(chat.session.undo(chat.id).await.unwrap(), Some(UndoneCommand::Clear));
    assert_eq!(chat.waiting().await, ["a", "b"]);
    assert_eq!(dump(chat.session.store()).await, before);
    // With nothing in it, there is nothing to clear.
    let empty = Chat::open().await;
    empty.session.clear(empty.id).await.unwrap();
    assert_eq!(empty.session.undo(empty.id).await.unwrap(), None);
}

#[tokio::test]
async fn erasing_a_conversation_erases_its_queue_and_what_undo_kept_of_it() {
    let chat = Chat::open().await;
    chat.say("Hello").await;
    let [edited, dropped] = [chat.enqueue(&format!("To {SECRET}")).await, chat.enqueue(SECRET).await];
    chat.session.edit_queued(chat.id, edited, &format!("To {SECRET}!")).await.unwrap();
    chat.session.drop_queued(chat.id, dropped).await.unwrap();
    enqueue_image(&chat, SECRET).await;
    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.enqueue(ComposerDraft::text(other, "Another"), None).await.unwrap();
    // A deleted conversation keeps its queue until it is erased.
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    chat.session.undo(other).await.unwrap();
    assert_eq!(chat.waiting().await.len(), 2);
    chat.session.erase_conversation(chat.id).await.unwrap();
    let left = dump(chat.session.store()).await;
    assert!(!left.contains(SECRET) && left.contains("Another"), "{left}");
    assert_eq!(chat.session.store().records(Kind::Blob).await.unwrap(), []);
    assert_eq!(chat.session.queue(other).await.unwrap().len(), 1);
}

#[tokio::test]
async fn erasing_a_sent_message_erases_what_it_was_before_it_was_sent() {
    let chat = Chat::open().await;
    let message = chat.enqueue(SECRET).await;
    chat.session.edit_queued(chat.id, message, "Sent").await.unwrap();
    let undo = chat.session.store().last_undo(chat.id).await.unwrap().unwrap();
    chat.send(message).await.unwrap();
    // An edit of another tab at that moment leaves an entry, too.
    chat.session.store().apply(vec![Change::Put(Record::Undo(undo))]).await.unwrap();
    chat.session.erase_message(message).await.unwrap();
    assert!(!dump(chat.session.store()).await.contains(SECRET));
}

#[tokio::test]
async fn a_temporary_conversation_leaves_nothing_of_its_queue() {
    let chat = Chat::open().await;
    let id = chat.session.new_temporary().await.unwrap().conversation.id;
    chat.session.enqueue(ComposerDraft::text(id, SECRET), None).await.unwrap();
    assert!(!chat.session.export_text(Scope::Everything).await.unwrap().contains(SECRET));
    chat.session.close_temporary(id).await.unwrap();
    assert!(!dump(chat.session.store()).await.contains(SECRET));
}

#[tokio::test]
async fn a_backup_holds_the_queue_and_an_export_of_one_conversation_does_not() {
    let chat = Chat::open().await;
    chat.say("Hello").await;
    chat.enqueue("a").await;
    enqueue_image(&chat, "b").await;
    let backup = chat.session.export_text(Scope::Everything).await.unwrap();
    let restored = Session::new(MemoryStore::default(), ManualHost::default());
    restored.import_text(&backup).await.unwrap();
    let queue = restored.queue(chat.id).await.unwrap();
    assert_eq!(queue, chat.session.queue(chat.id).await.unwrap());
    assert_eq!(restored.store().records(Kind::Blob).await.unwrap().len(), 1);
    let one = chat.session.export_text(Scope::Conversation(chat.id)).await.unwrap();
    assert!(!one.contains("queued_message"), "{one}");
}

//! The queue of a conversation: messages that wait until the reply before them has ended.
//!
//! A queued message and the message that it becomes have the same id. So a row that another tab writes at the moment
//! when its message is sent is recognized, and the message is never sent twice.

use super::{
    ModelCall, Session, TurnOutcome,
    send::{MOST_PLANS, Planned},
    turn::TurnInputs,
};
use crate::{
    change::Change,
    compile::Outgoing,
    draft::ComposerDraft,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, MessageId},
    message::{Author, Part},
    model::ChatModel,
    provider::Provider,
    queued::QueuedMessage,
    record::{Kind, Link, Record, RecordKey},
    store::Store,
    undo::{Undo, UndoneCommand},
};
use ricordo_text::small_sort;
use std::fmt;

/// The most messages that can wait in a conversation.
pub const MOST_QUEUED: usize = 50;

/// A queue could not be changed, or a message of it not sent. Nothing was stored then.
#[derive(Clone, Debug, PartialEq)]
pub enum QueueError {
    /// [`MOST_QUEUED`] messages wait already.
    Full,
    /// The message no longer waits: it was sent or removed, perhaps in another tab.
    NotWaiting,
    /// As for a message that is sent at once.
    Failed(Error),
}

impl fmt::Display for QueueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => write!(
                f,
                "{MOST_QUEUED} messages are waiting already. Remove some of them, or wait until the first ones are sent."
            ),
            Self::NotWaiting => f.write_str("This message is no longer waiting: it was sent or removed."),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for QueueError {}

impl From<Error> for QueueError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<StoreError> for QueueError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// The messages that wait in a conversation, in the order in which they will be sent.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn queue(&self, id: ConversationId) -> Result<Vec<QueuedMessage>, Error> {
        let mut queue = Vec::new();
        for record in self.owned(Kind::QueuedMessage, Some(id)).await? {
            let Record::QueuedMessage(queued) = record else { continue };
            if self.store.message(queued.message).await?.is_none() {
                queue.push(queued);
            }
        }
        // The rows come in the order of their ids.
        small_sort::by_key(&mut queue, |queued| (queued.position, queued.message));
        Ok(queue)
    }

    /// Adds a message to the end of the queue, and removes the draft that it was typed as. Its images are stored already.
    ///
    /// # Errors
    /// [`QueueError::Full`], [`QueueError::Failed`] with [`Error::EmptyMessage`], [`Error::NoConversation`],
    /// [`Error::Store`].
    pub async fn enqueue(&self, mut draft: ComposerDraft, author: Option<Author>) -> Result<QueuedMessage, QueueError> {
        let id = draft.conversation;
        if draft.text.trim().is_empty() && draft.images.is_empty() {
            return Err(Error::EmptyMessage.into());
        }
        self.conversation(id).await?;
        let queue = self.queue(id).await?;
        if queue.len() >= MOST_QUEUED {
            return Err(QueueError::Full);
        }
        let mut blobs = Vec::new();
        self.with_own_images(id, &mut draft.images, &mut blobs).await?;
        let position = queue.last().map_or(0, |last| last.position.saturating_add(1));
        let (message, created_at) = (self.new_message_id(), self.host.now().at);
        let queued = QueuedMessage { message, draft, author, position, created_at };
        let mut changes: Vec<Change> = blobs.into_iter().map(Record::Blob).map(Change::Put).collect();
        changes
            .extend([Change::Add(Record::QueuedMessage(queued.clone())), Change::Remove(RecordKey::ComposerDraft(id))]);
        self.store.apply(changes).await?;
        Ok(queued)
    }

    /// Changes the text of a waiting message. Undo brings the old text back as long as the message waits.
    ///
    /// # Errors
    /// [`QueueError::NotWaiting`], [`QueueError::Failed`] with [`Error::EmptyMessage`], [`Error::Store`].
    pub async fn edit_queued(&self, id: ConversationId, message: MessageId, text: &str) -> Result<(), QueueError> {
        let mut queued = self.waiting(id, message).await?;
        if text.trim().is_empty() && queued.draft.images.is_empty() {
            return Err(Error::EmptyMessage.into());
        }
        if queued.draft.text == text {
            return Ok(());
        }
        text.clone_into(&mut queued.draft.text);
        let changed = Change::Put(Record::QueuedMessage(queued));
        Ok(self.apply_with_undo(id, UndoneCommand::EditQueue, vec![changed]).await?)
    }

    /// Moves a waiting message to a place in the queue, counted from 0. A place after the last one means the last.
    ///
    /// # Errors
    /// [`QueueError::NotWaiting`], [`QueueError::Failed`] with [`Error::Store`].
    pub async fn move_queued(&self, id: ConversationId, message: MessageId, to: usize) -> Result<(), QueueError> {
        let mut queue = self.queue(id).await?;
        let from = queue.iter().position(|queued| queued.message == message).ok_or(QueueError::NotWaiting)?;
        let moved = queue.remove(from);
        queue.insert(to.min(queue.len()), moved);
        let mut changes = Vec::new();
        for (position, queued) in (0..).zip(queue) {
            if queued.position != position {
                changes.push(Change::Put(Record::QueuedMessage(QueuedMessage { position, ..queued })));
            }
        }
        self.store.apply(changes).await?;
        Ok(())
    }

    /// Removes a message from the queue, with its images. Undo brings it back to its place.
    ///
    /// # Errors
    /// [`QueueError::NotWaiting`], [`QueueError::Failed`] with [`Error::Store`].
    pub async fn drop_queued(&self, id: ConversationId, message: MessageId) -> Result<(), QueueError> {
        let changes = removal(&self.waiting(id, message).await?);
        Ok(self.apply_with_undo(id, UndoneCommand::DropQueued, changes).await?)
    }

    /// Sends a waiting message and streams the reply. In one transaction it leaves the queue and becomes the user's
    /// message, so it is never lost and never sent twice. The same transaction removes the undo entries of its edits.
    ///
    /// # Errors
    /// [`QueueError::NotWaiting`], or [`QueueError::Failed`] as from [`Session::send_message`]; then it still waits.
    pub async fn send_queued<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        id: ConversationId,
        message: MessageId,
    ) -> Result<TurnOutcome, QueueError> {
        for _ in 0..MOST_PLANS {
            // Another tab may have sent the same message.
            let mut planned = self.plan_queued(call.provider, id, message).await?;
            planned.check(call)?;
            if self.store_plan(&mut planned).await? {
                return Ok(self.begin(call, planned).await?);
            }
        }
        Err(StoreError::Conflict.into())
    }

    async fn plan_queued(
        &self,
        provider: &Provider,
        id: ConversationId,
        message: MessageId,
    ) -> Result<Planned, QueueError> {
        let mut queued = self.waiting(id, message).await?;
        loop {
            let mut outgoing = outgoing_of(&queued);
            let (settings, snapshot) = self.resolve_inputs(id, provider, &mut outgoing).await?;
            let inputs = TurnInputs { settings, snapshot, outgoing };
            let before = self.sent_changes(id, message).await?;
            let planned = self.plan_message(provider, inputs, &[], before, message).await?;
            // Planning waits for recall, and meanwhile the message may be edited. If another tab sends it after the
            // snapshot was read, its sequence number is taken, and storing it is a conflict.
            let now = self.waiting(id, message).await?;
            if now.draft == queued.draft {
                return Ok(planned);
            }
            queued = now;
        }
    }

    /// What is stored when a message leaves the queue to be sent. Its old texts must not come back.
    async fn sent_changes(&self, id: ConversationId, message: MessageId) -> Result<Vec<Change>, StoreError> {
        let mut changes = vec![Change::Remove(RecordKey::QueuedMessage(id, message))];
        for key in self.store.linked(vec![Link::Undo(message.0)], u32::MAX).await?.into_iter().flatten() {
            let undo = self.store.record(key).await?.and_then(Undo::of);
            if undo.is_some_and(|undo| undo.command == UndoneCommand::EditQueue) {
                changes.push(Change::Remove(key));
            }
        }
        Ok(changes)
    }

    /// The changes that remove the whole queue of a conversation.
    pub(super) async fn without_queue(&self, id: ConversationId) -> Result<Vec<Change>, Error> {
        Ok(self.queue(id).await?.iter().flat_map(removal).collect())
    }

    /// A queued message as undo restores it: it keeps the place it has now, and one that was sent stays sent.
    pub(super) async fn queued_undone(
        &self,
        command: UndoneCommand,
        before: QueuedMessage,
    ) -> Result<Option<Change>, Error> {
        let key = RecordKey::QueuedMessage(before.draft.conversation, before.message);
        let is_sent = self.store.message(before.message).await?.is_some();
        let undone = match self.store.record(key).await? {
            _ if is_sent => None,
            Some(Record::QueuedMessage(now)) => Some(QueuedMessage { draft: before.draft, ..now }),
            // Removed since, in another tab.
            _ if command == UndoneCommand::EditQueue => None,
            _ => Some(before),
        };
        Ok(undone.map(Record::QueuedMessage).map(Change::Put))
    }

    /// A message that waits.
    async fn waiting(&self, id: ConversationId, message: MessageId) -> Result<QueuedMessage, QueueError> {
        let record = self.store.record(RecordKey::QueuedMessage(id, message)).await?;
        let Some(Record::QueuedMessage(queued)) = record else { return Err(QueueError::NotWaiting) };
        match self.store.message(message).await? {
            Some(_) => Err(QueueError::NotWaiting),
            None => Ok(queued),
        }
    }
}

fn outgoing_of(queued: &QueuedMessage) -> Outgoing {
    let (parts, author) = (queued.parts(), queued.author.clone());
    Outgoing { parts, author, reply_to: queued.draft.reply_to, ..Outgoing::default() }
}

/// The changes that remove a queued message with its images.
fn removal(queued: &QueuedMessage) -> Vec<Change> {
    let blobs = queued.draft.images.iter().filter_map(|part| match part {
        Part::Image { blob, .. } => Some(RecordKey::Blob(*blob)),
        _ => None,
    });
    let row = RecordKey::QueuedMessage(queued.draft.conversation, queued.message);
    [row].into_iter().chain(blobs).map(Change::Remove).collect()
}

//! Messages deleted by maintenance: they can be viewed and restored for some days, then they are gone.

use super::Session;
use crate::{
    change::Change,
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{ConversationId, MessageId},
    manifest::Manifest,
    message::{Message, Part},
    record::{Kind, Link, Record, RecordKey},
    settings::Settings,
    store::Store,
    summary::Summary,
    time::{DAY_MS, Timestamp},
    undo::Undo,
};

/// Entries per read.
const PAGE: usize = 20;

/// The messages that maintenance deleted in one conversation.
#[derive(Clone, Debug, PartialEq)]
pub struct DeletedMessages {
    /// The conversation.
    pub conversation: ConversationId,
    /// Its title.
    pub title: String,
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// When the first and the last of them were deleted.
    pub deleted: (Timestamp, Timestamp),
    /// When the first of them is erased for good, in milliseconds since 1970-01-01 UTC.
    pub gone_at: Timestamp,
}

impl<S: Store, H: Host> Session<S, H> {
    /// The messages that maintenance deleted and that can be restored, by conversation, latest deletion first.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn deleted_messages(&self) -> Result<Vec<DeletedMessages>, Error> {
        let days = i64::from(self.settings().await?.deleted_days) * DAY_MS;
        let mut found: Vec<DeletedMessages> = Vec::new();
        // The keys sort by conversation, then by time.
        for key in self.deletions().await? {
            let Some(undo) = self.store.record(key).await?.and_then(Undo::of) else { continue };
            let messages = messages_of(&undo).cloned();
            if let Some(same) = found.last_mut().filter(|last| last.conversation == undo.conversation) {
                same.messages.extend(messages);
                same.deleted.1 = undo.at;
                continue;
            }
            let title = self.conversation(undo.conversation).await.map_or_else(|_| String::new(), |found| found.title);
            found.push(DeletedMessages {
                conversation: undo.conversation,
                title,
                messages: messages.collect(),
                deleted: (undo.at, undo.at),
                gone_at: Timestamp(undo.at.0.saturating_add(days)),
            });
        }
        for of in &mut found {
            ricordo_text::small_sort::by_key(&mut of.messages, |message| message.sequence);
        }
        ricordo_text::small_sort::by_key(&mut found, |of| std::cmp::Reverse(of.deleted.1));
        Ok(found)
    }

    /// Restores the messages that maintenance deleted in a conversation and returns their number. The limit on stored
    /// messages applies there again after `deleted_days`. Messages whose place another one has taken stay deleted.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`]. What was restored before the error stays.
    pub async fn restore_deleted(&self, id: ConversationId) -> Result<u32, Error> {
        let mut conversation = Some(self.conversation(id).await?);
        let restored_at = Some(self.host.now().at);
        let mut restored = 0;
        for key in self.deletions_in(id).await? {
            let Some(undo) = self.store.record(key).await?.and_then(Undo::of) else { continue };
            let (left, mut changes) = self.without_place(undo).await?;
            let messages = changes.iter().filter(|change| message_in(change).is_some());
            restored += u32::try_from(messages.count()).unwrap_or(u32::MAX);
            changes.push(match left {
                Some(left) => Change::Put(Record::Undo(left)),
                None => Change::Remove(key),
            });
            let noted = conversation.take().map(|before| Conversation { restored_at, ..before });
            changes.extend(noted.map(|noted| Change::Put(Record::Conversation(noted))));
            self.store.apply(changes).await?;
        }
        Ok(restored)
    }

    /// Splits a deletion into the entry that is left, if any, and the changes to apply. A message is left, with the request for
    /// it, if another one is stored in its place: after all messages were erased, the next ones are numbered from the start again.
    async fn without_place(&self, undo: Undo) -> Result<(Option<Undo>, Vec<Change>), Error> {
        let places = messages_of(&undo).map(|message| RecordKey::Message(message.branch, message.sequence));
        let found = self.store.several_between(places.map(|key| (key, key)).collect()).await?;
        let is_taken = |(message, found): (&Message, Vec<Record>)| {
            let is_other = |record: &Record| matches!(record, Record::Message(here) if here.id != message.id);
            found.iter().any(is_other).then_some(message.id)
        };
        let taken: Vec<MessageId> = messages_of(&undo).zip(found).filter_map(is_taken).collect();
        let is_left = |change: &Change| match change.key() {
            RecordKey::Manifest(_, id) => taken.contains(&id),
            _ => message_in(change).is_some_and(|message| taken.contains(&message.id)),
        };
        let (left, changes): (Vec<Change>, Vec<Change>) = undo.changes.into_iter().partition(is_left);
        Ok(((!left.is_empty()).then_some(Undo { changes: left, ..undo }), changes))
    }

    /// Erases for good what maintenance deleted in a conversation.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn discard_deleted(&self, id: ConversationId) -> Result<(), Error> {
        let keys = self.deletions_in(id).await?;
        self.discard(&keys).await
    }

    /// Erases for good what was deleted more than `deleted_days` ago, in all conversations. Of other entries it reads
    /// only the keys.
    pub(super) async fn discard_expired(&self, settings: &Settings) -> Result<(), Error> {
        let until = self.deleted_until_now(settings);
        let expired = |key: &RecordKey| matches!(key, RecordKey::Undo(_, id) if id.at() <= until);
        let keys: Vec<RecordKey> = self.deletions().await?.into_iter().filter(expired).collect();
        self.discard(&keys).await
    }

    /// Deletions at or before this moment have expired.
    pub(super) fn deleted_until_now(&self, settings: &Settings) -> Timestamp {
        Timestamp(self.host.now().at.0.saturating_sub(i64::from(settings.deleted_days) * DAY_MS))
    }

    async fn deletions(&self) -> Result<Vec<RecordKey>, Error> {
        Ok(self.store.linked(vec![Link::deletions()], u32::MAX).await?.into_iter().flatten().collect())
    }

    async fn deletions_in(&self, id: ConversationId) -> Result<Vec<RecordKey>, Error> {
        let mut keys = self.deletions().await?;
        keys.retain(|key| matches!(key, RecordKey::Undo(of, _) if *of == id));
        Ok(keys)
    }

    async fn discard(&self, keys: &[RecordKey]) -> Result<(), Error> {
        for page in keys.chunks(PAGE) {
            let mut gone = Vec::with_capacity(page.len());
            for key in page {
                gone.extend(self.store.record(*key).await?.and_then(Undo::of));
            }
            let changes = self.discarded(&gone).await?;
            self.store.apply(changes).await?;
        }
        Ok(())
    }

    /// The changes that remove entries with everything kept for them alone: fragments that no other request names,
    /// marks that no summary needs, and what earlier builds left behind of their messages.
    pub(super) async fn discarded(&self, gone: &[Undo]) -> Result<Vec<Change>, Error> {
        let mut keys: Vec<RecordKey> = gone.iter().map(|undo| RecordKey::Undo(undo.conversation, undo.id)).collect();
        let mut manifests: Vec<Manifest> = gone.iter().flat_map(Undo::manifests).cloned().collect();
        for message in gone.iter().flat_map(messages_of) {
            let key = RecordKey::Manifest(message.conversation, message.id);
            if let Some(Record::Manifest(left)) = self.store.record(key).await? {
                manifests.push(left);
                keys.push(key);
            }
            keys.extend(message.parts.iter().filter_map(|part| match part {
                Part::Image { blob, .. } | Part::File { blob, .. } => Some(RecordKey::Blob(*blob)),
                _ => None,
            }));
        }
        keys.extend(self.unneeded_marks(gone).await?);
        let unnamed = self.unnamed_without(&manifests, &keys).await?;
        keys.extend(unnamed.into_iter().map(RecordKey::Fragment));
        Ok(keys.into_iter().map(Change::Remove).collect())
    }

    /// The marks of erased messages that no summary needs. A mark is needed as long as a summary was made from its
    /// message.
    async fn unneeded_marks(&self, gone: &[Undo]) -> Result<Vec<RecordKey>, Error> {
        let mut unneeded = Vec::new();
        let of = ricordo_text::small_sort::set(gone.iter().map(|undo| undo.conversation));
        for id in of {
            let mut messages: Vec<MessageId> = Vec::new();
            for message in gone.iter().filter(|undo| undo.conversation == id).flat_map(messages_of) {
                if self.store.record(RecordKey::Mark(id, message.id)).await?.is_some() {
                    messages.push(message.id);
                }
            }
            if messages.is_empty() {
                continue;
            }
            for kind in [Kind::Summary, Kind::ReplacedSummary] {
                for of in [None, Some(id)] {
                    for record in self.owned(kind, of).await? {
                        let (Record::Summary(Summary { sources, .. })
                        | Record::ReplacedSummary(Summary { sources, .. })) = record
                        else {
                            continue;
                        };
                        messages.retain(|message| sources.iter().all(|source| source.message != *message));
                    }
                }
            }
            unneeded.extend(messages.into_iter().map(|message| RecordKey::Mark(id, message)));
        }
        Ok(unneeded)
    }
}

/// The messages that an entry restores.
fn messages_of(undo: &Undo) -> impl Iterator<Item = &Message> {
    undo.changes.iter().filter_map(message_in)
}

fn message_in(change: &Change) -> Option<&Message> {
    match change {
        Change::Add(Record::Message(message)) | Change::Put(Record::Message(message)) => Some(&**message),
        _ => None,
    }
}

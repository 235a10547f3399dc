//! Asks the index, and reads what it finds with the messages around it.

use super::{
    super::Session,
    Asking,
    pieces::{self, Weighed},
    reach::{Reach, Readers, is_in_scope},
};
use crate::{
    conversation::Conversation,
    digest::Digest,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, MessageId},
    manifest::SourceId,
    message::{Message, Role},
    recall::{Seen, SharedRecall},
    record::{Record, RecordKey},
    store::Store,
};
use ricordo_recall::ranked::{Found, Question};
use ricordo_text::query::Query;

/// Matches for each piece that is wanted: some are side by side, some repeat each other.
const MATCHES: usize = 3;
/// Messages without text, such as those of tools, that may stand between a match and its neighbours.
const WITHOUT_TEXT: u32 = 4;

/// A match and the messages around it, in order.
pub(super) struct Match {
    pub(super) found: Found,
    pub(super) messages: Vec<Message>,
}

impl Match {
    /// Whether words of the question are in the message itself, not only beside it.
    pub(super) fn has_own_words(&self) -> bool {
        let text = self.messages.iter().find(|message| message.id == self.found.message).map(Message::text);
        let has = |word: &String| text.as_ref().is_some_and(|text| Query::new(word).matches(text));
        self.found.words.iter().any(has)
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// The pieces of conversations that answer a question, best first.
    pub(super) async fn find_messages(
        &self,
        asking: Asking<'_>,
        question: &Question,
        held: &[SourceId],
    ) -> Result<Vec<Weighed>, Error> {
        let settings = asking.settings.recall;
        let Some(recall) = self.store.recall() else { return Ok(Vec::new()) };
        if !(settings.short || settings.medium || settings.long) {
            return Ok(Vec::new());
        }
        self.load_for(recall, asking.snapshot, settings.medium || settings.long).await?;
        let general = self.settings().await?;
        let readers = Readers { general, all: self.providers().await?, provider: asking.provider };
        let reach = reach_in_memory(recall, asking, &readers, messages_of(held));
        let admits = |branch, sequence, id| reach.admits(branch, sequence, id);
        let most = settings.most_pieces as usize * MATCHES;
        let found = recall.index().index.find(question, &admits, most);
        let floor = f32::from(u16::try_from(settings.least_share).unwrap_or(100)) / 100.0;
        let found: Vec<Found> = found.into_iter().filter(|found| found.share >= floor).collect();
        let reach = self.reach_as_stored(asking, &readers, &reach, &found, messages_of(held)).await?;
        let mut matches = Vec::new();
        let sent = texts_of(asking, held);
        for found in found {
            if let Some(found) = self.with_neighbours(found, &reach, &sent, settings.neighbours).await? {
                matches.push(found);
            }
        }
        Ok(pieces::of_conversations(matches, &reach, asking))
    }

    /// The reach by what is stored now, for the conversations in which something was found: another tab may have
    /// forgotten, muted or moved something since.
    async fn reach_as_stored(
        &self,
        asking: Asking<'_>,
        readers: &Readers<'_>,
        before: &Reach,
        found: &[Found],
        held: Vec<MessageId>,
    ) -> Result<Reach, StoreError> {
        let ids = found.iter().filter_map(|found| before.conversation(found.branch));
        let mut seen = Vec::new();
        for id in ricordo_text::small_sort::set(ids) {
            if id != asking.snapshot.conversation.id
                && let Some(snapshot) = self.store.snapshot(id, 0).await?
            {
                seen.push(Seen::from(&snapshot));
            }
        }
        let conversation = |seen: &Seen| {
            let conversation = &seen.conversation;
            let is_there = conversation.deleted_at.is_none() && !conversation.temporary;
            is_there && may_be_found(readers, asking, &seen.conversation)
        };
        Ok(Reach::of(asking, seen.into_iter().filter(conversation), held))
    }

    /// A match with its text and the messages around it; `None`: it is not there any more, or may not be found.
    async fn with_neighbours(
        &self,
        found: Found,
        reach: &Reach,
        sent: &[Digest],
        neighbours: u32,
    ) -> Result<Option<Match>, StoreError> {
        let (branch, sequence) = (found.branch, found.sequence);
        let around = neighbours + WITHOUT_TEXT;
        let from = RecordKey::Message(branch, sequence.saturating_sub(around));
        let to = RecordKey::Message(branch, sequence.saturating_add(around));
        let records = self.store.records_between(from, to, u32::MAX).await?.into_iter();
        let message = |record| if let Record::Message(message) = record { Some(*message) } else { None };
        let messages = records.filter_map(message).filter(|message| {
            let text = message.text();
            let has_text = matches!(message.role, Role::User | Role::Assistant) && !text.trim().is_empty();
            has_text
                && reach.shows(branch, message.sequence, message.id)
                && sent.binary_search(&Digest::of(text.as_bytes())).is_err()
        });
        let mut messages: Vec<Message> = messages.collect();
        let at = messages.iter().position(|message| message.id == found.message);
        let Some(at) = at.filter(|_| reach.admits(branch, sequence, found.message)) else { return Ok(None) };
        let neighbours = neighbours as usize;
        messages.truncate((at + 1).saturating_add(neighbours));
        messages.drain(..at.saturating_sub(neighbours));
        Ok(Some(Match { found, messages }))
    }
}

fn messages_of(held: &[SourceId]) -> Vec<MessageId> {
    held.iter().filter_map(|source| if let SourceId::Message(id) = source { Some(*id) } else { None }).collect()
}

/// The texts of the messages that the request holds: a copied conversation has them, too.
fn texts_of(asking: Asking<'_>, held: &[SourceId]) -> Vec<Digest> {
    let loaded = asking.snapshot.messages.iter().chain(&asking.snapshot.earlier);
    let held = loaded.filter(|message| held.contains(&SourceId::Message(message.id)));
    ricordo_text::small_sort::set(held.map(|message| Digest::of(message.text().as_bytes())))
}

fn may_be_found(readers: &Readers<'_>, asking: Asking<'_>, conversation: &Conversation) -> bool {
    let own = &asking.snapshot.conversation;
    is_in_scope(conversation, own) && readers.may_read(conversation, own)
}

/// The reach by what is in memory.
fn reach_in_memory(recall: &SharedRecall, asking: Asking<'_>, readers: &Readers<'_>, held: Vec<MessageId>) -> Reach {
    let own: ConversationId = asking.snapshot.conversation.id;
    let index = recall.index();
    let others = index.sight.iter().flat_map(|sight| {
        let others = sight.conversations().filter(|conversation| conversation.id != own);
        let others = others.filter(|conversation| may_be_found(readers, asking, conversation));
        others.map(|conversation| sight.seen(conversation))
    });
    Reach::of(asking, others, held)
}

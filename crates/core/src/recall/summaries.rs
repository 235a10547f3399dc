//! The words of the summaries that may be sent, in memory, conversation by conversation. They are few, so they are not
//! stored: they are read with the records that decide what may be found, and made again after any of those changes.

use crate::{
    change::Change,
    id::{ConversationId, SummaryId},
    record::RecordKey,
};
use ricordo_recall::{
    fused::{FusedText, Nearness, find_texts},
    ranked::{Question, Texts},
};
use ricordo_record::summary::Summary;
use uuid::Uuid;

/// The words of the summaries of conversations.
#[derive(Debug, Default)]
pub struct SummaryIndex {
    texts: Texts,
    /// The conversations whose summaries are in `texts` as they are now, if they have any. Sorted.
    ready: Vec<ConversationId>,
}

impl SummaryIndex {
    /// Whether the summaries of a conversation are here as they are now.
    pub fn is_ready(&self, conversation: ConversationId) -> bool {
        self.ready.binary_search(&conversation).is_ok()
    }

    /// Adds the summaries of a conversation that may be sent.
    pub fn put(&mut self, conversation: ConversationId, summaries: &[Summary]) {
        let texts = summaries.iter().map(|summary| (summary.id.0, summary.text.as_str()));
        self.texts.put(conversation.0, texts);
        if let Err(place) = self.ready.binary_search(&conversation) {
            self.ready.insert(place, conversation);
        }
    }

    /// The summaries of a conversation have to be read again. Until then none of them is found.
    pub fn forget(&mut self, conversation: ConversationId) {
        if let Ok(place) = self.ready.binary_search(&conversation) {
            self.ready.remove(place);
            self.texts.remove(conversation.0);
        }
    }

    /// Follows a change.
    pub fn note(&mut self, change: &Change) {
        if let RecordKey::Conversation(id)
        | RecordKey::Branch(id, _)
        | RecordKey::Forget(id, _)
        | RecordKey::Mark(id, _)
        | RecordKey::Summary(Some(id), _) = change.key()
        {
            self.forget(id);
        }
    }

    /// The summaries that may be sent, by id.
    pub fn ids(&self) -> Vec<SummaryId> {
        ricordo_text::small_sort::set(self.texts.ids().map(SummaryId))
    }

    /// The summaries among `admitted`, which are sorted, that answer a question best; at most `most`, best first.
    /// `nearness`: how near in meaning one is.
    pub fn find(
        &self,
        question: &Question,
        nearness: &dyn Fn(SummaryId) -> Option<Nearness>,
        admitted: &[SummaryId],
        most: usize,
    ) -> Vec<FusedText> {
        let admits = |id: Uuid| admitted.binary_search(&SummaryId(id)).is_ok();
        find_texts(&self.texts, question, &|id| nearness(SummaryId(id)), &admits, most)
    }
}

//! Memories and summaries as the index of vectors sees them: each as a message on a branch of its own.

use super::{
    super::Session,
    given::Given,
    summaries::{BATCH, standing},
};
use crate::{
    error::Error,
    host::Host,
    id::{ConversationId, MessageId},
    mark::MarkKind,
    message::{MessageText, Part, Role},
    recall::{Purpose, RecallIndex, SharedRecall, Sight, derived_text, part_of_derived},
    record::{Kind, Record, RecordKey},
    store::Store,
    summary::{OF_SEVERAL, Summary},
    time::Timestamp,
};
use ricordo_recall::{ranked::PartKey, vectors::VectorPart};
use ricordo_text::small_sort;
use std::cmp::Reverse;

/// A memory or a summary with its text.
pub(super) struct Derived {
    /// The record.
    pub(super) key: RecordKey,
    /// The part of its vector.
    pub(super) part: PartKey,
    /// The text that its vector is made from.
    pub(super) text: MessageText,
}

impl Derived {
    /// A memory or a summary, if it may be sent.
    pub(super) fn of(record: &Record) -> Option<Self> {
        let created_at = match record {
            Record::Memory(memory) => memory.created_at,
            Record::Summary(summary) => summary.created_at,
            _ => return None,
        };
        Self::new(record.key(), derived_text(record)?, created_at)
    }

    fn new(key: RecordKey, text: String, created_at: Timestamp) -> Option<Self> {
        let part = part_of_derived(key).filter(|_| !text.trim().is_empty())?;
        let PartKey { branch, .. } = part;
        let id = branch.text_id(&text);
        let parts = vec![Part::Text { text }];
        let text = MessageText { id, branch, sequence: 0, role: Role::User, author: None, parts, created_at };
        Some(Self { key, part, text })
    }
}

/// Whether a memory or a summary has a vector of its text.
pub(super) fn has_vector(index: &RecallIndex, one: &Derived) -> bool {
    let part: Option<&VectorPart> = index.vectors.part(one.part);
    part.is_some_and(|part| part.has(one.text.id, Purpose::Passage))
}

/// Whether the embedder refused the text of a memory or a summary.
pub(super) fn is_refused(index: &RecallIndex, one: &Derived) -> bool {
    !has_vector(index, one) && index.vectors.is_refused(one.text.id)
}

impl<S: Store, H: Host> Session<S, H> {
    /// The memories and summaries that may be sent to the model and to the embedder, newest first.
    pub(super) async fn given_derived(&self, recall: &SharedRecall, given: &Given<'_>) -> Result<Vec<Derived>, Error> {
        let memories = self.all_memories().await?;
        let shared = self.owned(Kind::Summary, None).await?;
        let mut all: Vec<Derived> = Vec::new();
        {
            let index = recall.index();
            let Some(sight) = &index.sight else { return Ok(Vec::new()) };
            let memories = memories.into_iter().filter(|memory| given.memory(memory, sight)).map(Record::Memory);
            let shared = shared.into_iter().filter(|record| match record {
                Record::Summary(summary) => is_shared_in_force(summary, sight) && given.shared(summary, sight),
                _ => false,
            });
            all.extend(memories.chain(shared).filter_map(|record| Derived::of(&record)));
        }
        let owners: Vec<ConversationId> = {
            let index = recall.index();
            let owners = index.sight.iter().flat_map(Sight::all_summaries).filter_map(|summary| summary.conversation);
            small_sort::set(owners)
        };
        for some in owners.chunks(BATCH) {
            all.extend(summaries_of(recall, some, given));
            self.host.sleep(0).await;
        }
        small_sort::by_key(&mut all, |derived| Reverse(derived.text.created_at));
        Ok(all)
    }
}

/// The summaries of some conversations that are sent there or elsewhere.
fn summaries_of(recall: &SharedRecall, some: &[ConversationId], given: &Given<'_>) -> Vec<Derived> {
    let index = recall.index();
    let Some(sight) = &index.sight else { return Vec::new() };
    let conversations = some.iter().filter_map(|of| sight.conversation(*of)).filter(|found| given.conversation(found));
    let all = conversations.flat_map(|of| standing(sight.seen(of), sight.summaries(of.id).cloned().collect()));
    all.filter_map(|summary| Derived::of(&Record::Summary(summary))).collect()
}

/// Whether a summary of several conversations may be sent and recalled, and none of its messages is marked.
fn is_shared_in_force(summary: &Summary, sight: &Sight) -> bool {
    let noted = [&summary.forgotten_in, &summary.muted_in, &summary.moved_out, &summary.branched_away];
    let is_source = |message: MessageId| summary.sources.iter().any(|source| source.message == message);
    let is_marked = |of: ConversationId| {
        let seen = sight.conversation(of).map(|found| sight.seen(found));
        seen.is_none_or(|seen| {
            let mut hidden = seen.marks.iter().filter(|mark| mark.kind == MarkKind::Muted || mark.is_not_recalled());
            hidden.any(|mark| is_source(mark.message))
        })
    };
    let is_kept_out = sight.marks(OF_SEVERAL).any(|mark| mark == summary.marked_as().1);
    noted.into_iter().all(Vec::is_empty)
        && !is_kept_out
        && !summary.coverage.iter().any(|coverage| is_marked(coverage.conversation))
}

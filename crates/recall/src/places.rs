//! Tracks which messages can be opened and which are forgotten, from the conversations and their branches, forgets and
//! marks.

use ricordo_record::{
    branch::{Branch, Sequence, path},
    conversation::Conversation,
    forget::{Forget, boundary},
    id::{BranchId, ConversationId, MessageId},
    mark::MarkKind,
    record::{Kind, Record, RecordKey},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// The visible messages of one branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShownSpan {
    pub(super) conversation: ConversationId,
    /// The messages on the path to the end of the active branch.
    pub(super) shown: Range<Sequence>,
    /// The first sequence that the model sees.
    pub(super) boundary: Sequence,
}

/// The records that determine the visibility of messages.
#[derive(Debug, Default)]
pub(super) struct Places {
    records: BTreeMap<RecordKey, Record>,
    spans: BTreeMap<BranchId, ShownSpan>,
    muted: BTreeSet<MessageId>,
    is_old: bool,
}

impl Places {
    /// Whether records of this kind matter here.
    pub(super) fn wants(kind: Kind) -> bool {
        matches!(kind, Kind::Conversation | Kind::Branch | Kind::Forget | Kind::Mark)
    }

    pub(super) fn put(&mut self, record: &Record) {
        self.is_old = true;
        self.records.insert(record.key(), record.clone());
    }

    pub(super) fn remove(&mut self, key: RecordKey) {
        self.is_old = true;
        self.records.remove(&key);
    }

    /// Removes the records of a kind.
    pub(super) fn clear(&mut self, kind: Kind) {
        self.is_old = true;
        self.records.retain(|key, _| key.kind() != kind);
    }

    /// Recomputes the spans if a record changed.
    pub(super) fn renew(&mut self) {
        if !std::mem::take(&mut self.is_old) {
            return;
        }
        let mut conversations: Vec<&Conversation> = Vec::new();
        let mut branches: BTreeMap<ConversationId, Vec<Branch>> = BTreeMap::new();
        let mut forgets: BTreeMap<ConversationId, Vec<Forget>> = BTreeMap::new();
        self.muted.clear();
        for record in self.records.values() {
            match record {
                Record::Conversation(found) if is_searched(found) => conversations.push(found),
                Record::Branch(found) => branches.entry(found.conversation).or_default().push(found.clone()),
                Record::Forget(found) => forgets.entry(found.conversation).or_default().push(found.clone()),
                Record::Mark(mark) if mark.kind == MarkKind::Muted => drop(self.muted.insert(mark.message)),
                _ => {}
            }
        }
        self.spans.clear();
        for conversation in conversations {
            let (id, active) = (conversation.id, conversation.active_branch);
            let own = branches.get(&id).map(Vec::as_slice).unwrap_or_default();
            let forgets = forgets.get(&id).map(Vec::as_slice).unwrap_or_default();
            let boundary = boundary(forgets, id, own, active).unwrap_or(0);
            let shown = path(own, active).into_iter().map(|part| (part.branch, part.from..part.to));
            let spans = shown.map(|(branch, shown)| (branch, ShownSpan { conversation: id, shown, boundary }));
            self.spans.extend(spans);
        }
    }

    /// The visible span of a branch.
    pub(super) fn span(&self, branch: BranchId) -> Option<&ShownSpan> {
        self.spans.get(&branch)
    }

    pub(super) fn branches(&self, id: ConversationId) -> Vec<BranchId> {
        let branches = self.records.values().filter_map(|record| match record {
            Record::Branch(branch) if branch.conversation == id => Some(branch.id),
            _ => None,
        });
        branches.collect()
    }

    pub(super) fn is_muted(&self, message: MessageId) -> bool {
        self.muted.contains(&message)
    }

    /// Whether a conversation exists and [is searched](is_searched).
    pub(super) fn is_listed(&self, id: ConversationId) -> bool {
        matches!(self.records.get(&RecordKey::Conversation(id)), Some(Record::Conversation(found)) if is_searched(found))
    }
}

/// Whether a conversation is searched: it is neither deleted nor temporary. The index of a tab has the temporary ones of other
/// tabs, too, and whoever opened one there would erase it by leaving it.
pub(super) fn is_searched(conversation: &Conversation) -> bool {
    conversation.deleted_at.is_none() && !conversation.temporary
}

//! Which messages and chunks may be recalled. What is forgotten, muted, erased, temporary, on a branch that is not shown,
//! or kept on this computer while the request leaves it, is never found.

use super::{Asking, hidden::Hidden};
use crate::{
    branch::{Sequence, path},
    document::Document,
    forget::boundary,
    id::{BranchId, ConversationId, MessageId},
    mark::MarkKind,
    recall::Seen,
    recalled::RecallLevel,
    scope::Scope,
    settings::RecallSettings,
    time::{DAY_MS, Timestamp},
};
use ricordo_text::small_sort;
use std::cell::Cell;

/// Messages of one branch that may be found, or the chunks of a document.
struct Span {
    branch: BranchId,
    /// `None`: the branch stands for a document.
    conversation: Option<ConversationId>,
    from: Sequence,
    to: Sequence,
    is_own: bool,
}

/// The messages that may be found. Each question checks every message, so the check must be fast.
pub(super) struct Reach {
    /// By branch.
    spans: Vec<Span>,
    /// Messages that are muted, never to be recalled, or held by the request.
    hidden: Hidden,
    settings: RecallSettings,
    now: Timestamp,
    /// Index of the span that answered last: messages are checked branch by branch.
    last: Cell<usize>,
}

impl Reach {
    /// The reach of a message among some conversations, its own excepted. `held`: messages that are not to be found.
    pub(super) fn of<'a>(asking: Asking<'_>, others: impl Iterator<Item = Seen<'a>>, held: Vec<MessageId>) -> Self {
        let settings = asking.levels();
        let now = asking.now.at;
        let mut reach = Self::at(now, settings);
        reach.hidden.extend(held);
        let end = asking.snapshot.next_place().sequence;
        if !asking.snapshot.conversation.temporary {
            reach.add(Seen::from(asking.snapshot), end, true);
        }
        others.for_each(|seen| reach.add(seen, Sequence::MAX, false));
        reach.sort();
        reach
    }

    /// Every message of some conversations that is neither forgotten nor muted, at any time.
    pub(super) fn of_everything<'a>(seen: impl Iterator<Item = Seen<'a>>) -> Self {
        let settings = RecallSettings { medium: true, long: true, ..RecallSettings::default() };
        let mut reach = Self::at(Timestamp(0), settings);
        seen.for_each(|seen| reach.add(seen, Sequence::MAX, false));
        reach.sort();
        reach
    }

    /// A reach without any message.
    fn at(now: Timestamp, settings: RecallSettings) -> Self {
        Self { spans: Vec::new(), hidden: Hidden::default(), settings, now, last: Cell::new(0) }
    }

    /// The same reach, with documents in it: each with what stands for its chunks that are never to be found. `own`: the
    /// conversation of the request.
    pub(super) fn with_documents<'a>(
        mut self,
        documents: impl Iterator<Item = (&'a Document, Vec<MessageId>)>,
        own: Option<ConversationId>,
    ) -> Self {
        for (document, hidden) in documents {
            let is_own = own.is_some_and(|own| document.scope == Scope::Conversation(own));
            let branch = document.id.branch();
            self.spans.push(Span { branch, conversation: None, from: 0, to: document.chunks, is_own });
            self.hidden.extend(hidden);
        }
        self.sort();
        self
    }

    fn sort(&mut self) {
        small_sort::by_key(&mut self.spans, |span| span.branch);
        self.hidden.sort();
    }

    fn add(&mut self, seen: Seen<'_>, end: Sequence, is_own: bool) {
        let Seen { conversation, branches, forgets, marks } = seen;
        let boundary = boundary(&forgets, conversation.id, &branches, conversation.active_branch).unwrap_or(0);
        for part in path(&branches, conversation.active_branch) {
            let (from, to) = (part.from.max(boundary), part.to.min(end));
            if from < to {
                self.spans.push(Span { branch: part.branch, conversation: Some(conversation.id), from, to, is_own });
            }
        }
        let hidden = marks.iter().filter(|mark| mark.kind == MarkKind::Muted || mark.is_not_recalled());
        self.hidden.extend(hidden.map(|mark| mark.message));
    }

    /// Whether a message may be found.
    pub(super) fn admits(&self, branch: BranchId, sequence: Sequence, id: MessageId) -> bool {
        let Some(span) = self.span(branch) else { return false };
        if span.conversation.is_none() {
            // The levels concern only messages.
            return self.shows(branch, sequence, id);
        }
        let is_new = is_medium(id.at(), self.now, self.settings);
        let is_on =
            (self.settings.short && span.is_own) || (self.settings.medium && is_new) || (self.settings.long && !is_new);
        is_on && (span.from..span.to).contains(&sequence) && !self.hidden.contains(id)
    }

    /// Whether a message may stand beside one that was found: as [`Reach::admits`], at any level.
    pub(super) fn shows(&self, branch: BranchId, sequence: Sequence, id: MessageId) -> bool {
        let Some(span) = self.span(branch) else { return false };
        (span.from..span.to).contains(&sequence) && !self.hidden.contains(id)
    }

    /// The conversation of a branch.
    pub(super) fn conversation(&self, branch: BranchId) -> Option<ConversationId> {
        self.span(branch).and_then(|span| span.conversation)
    }

    /// Whether a branch stands for a document.
    pub(super) fn is_document(&self, branch: BranchId) -> bool {
        self.span(branch).is_some_and(|span| span.conversation.is_none())
    }

    /// The level at which a message is found. Without the short one, a message of the conversation itself is found at that of its
    /// time, as any other.
    pub(super) fn level(&self, branch: BranchId, at: Timestamp) -> RecallLevel {
        if self.settings.short && self.span(branch).is_some_and(|span| span.is_own) {
            return RecallLevel::Short;
        }
        level_of(at, self.now, self.settings)
    }

    // As `Hidden::contains`.
    #[inline(always)]
    fn span(&self, branch: BranchId) -> Option<&Span> {
        // As numbers, which are compared in place and not by a call.
        let is_of = |span: &&Span| span.branch.0.as_u128() == branch.0.as_u128();
        self.spans.get(self.last.get()).filter(is_of).or_else(|| self.other_span(branch))
    }

    /// Looks for the span of a branch, and notes where it is.
    fn other_span(&self, branch: BranchId) -> Option<&Span> {
        let at = self.spans.binary_search_by(|span| span.branch.cmp(&branch)).ok()?;
        self.last.set(at);
        self.spans.get(at)
    }
}

/// Whether something of a time is at the medium level; otherwise it is at the long one.
pub(super) fn is_medium(at: Timestamp, now: Timestamp, settings: RecallSettings) -> bool {
    at.0 >= now.0.saturating_sub(i64::from(settings.medium_days) * DAY_MS)
}

/// The level of something of a time, unless it belongs to the conversation itself.
pub(super) fn level_of(at: Timestamp, now: Timestamp, settings: RecallSettings) -> RecallLevel {
    if is_medium(at, now, settings) { RecallLevel::Medium } else { RecallLevel::Long }
}

/// The whole days between two times.
pub(super) fn days_between(from: Timestamp, to: Timestamp) -> u32 {
    u32::try_from(to.0.saturating_sub(from.0) / DAY_MS).unwrap_or(0)
}

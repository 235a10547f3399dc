//! Decides whether a summary may still be sent. Computed rather than stored, so that undoing a forget makes its summary
//! valid again.

use super::{Coverage, Summary, SummaryKind};
use crate::layer::Stale;
use crate::{
    branch::{Branch, shared_until},
    forget::Forget,
    id::ConversationId,
    mark::{Mark, MarkKind},
    snapshot::Snapshot,
};

/// Why a summary may not be sent in the conversation of `snapshot`; `None` if it may.
///
/// A stale summary stays stored next to its replacement. If the forget is undone, or the branch is selected again, it
/// is in force again.
pub fn stale(summary: &Summary, snapshot: &Snapshot) -> Option<Stale> {
    broken(summary, snapshot).or_else(|| is_within_another(summary, snapshot).then_some(Stale::Within))
}

fn broken(summary: &Summary, snapshot: &Snapshot) -> Option<Stale> {
    let here = snapshot.conversation.id;
    if !summary.moved_out.is_empty() || !is_in_scope(summary, snapshot) {
        return Some(Stale::Moved);
    }
    let elsewhere = |noted: &[ConversationId]| noted.iter().any(|id| *id != here);
    if elsewhere(&summary.forgotten_in) || is_forgotten(summary, here, &snapshot.branches, &snapshot.forgets) {
        return Some(Stale::Forgotten);
    }
    if !summary.branched_away.is_empty() || summary.coverage.iter().any(|coverage| is_left(coverage, snapshot)) {
        return Some(Stale::BranchedAway);
    }
    (elsewhere(&summary.muted_in) || is_muted(summary, here, &snapshot.marks)).then_some(Stale::Muted)
}

/// Whether the conversation of `snapshot` may use a summary at all: its own, one of its project, or one of the
/// conversations in no project.
pub fn is_in_scope(summary: &Summary, snapshot: &Snapshot) -> bool {
    match summary.conversation {
        Some(of) => of == snapshot.conversation.id,
        None => snapshot.place().admits(summary.project),
    }
}

fn is_within_another(summary: &Summary, snapshot: &Snapshot) -> bool {
    let here = |of: &Summary| of.coverage.iter().find(|own| own.conversation == snapshot.conversation.id).copied();
    let Some(own) = here(summary).filter(|_| summary.kind == SummaryKind::Compressed) else {
        return false;
    };
    let others = snapshot.summaries.iter().filter(|other| other.kind == SummaryKind::Compressed);
    others.filter(|other| other.id != summary.id).any(|other| {
        here(other).is_some_and(|wide| {
            let covers = wide.from <= own.from && own.to <= wide.to;
            // If two cover the same range, the older one is in force.
            let comes_first = (wide.from, wide.to) != (own.from, own.to) || other.id < summary.id;
            covers && comes_first && broken(other, snapshot).is_none()
        })
    })
}

/// Whether the conversation `of` has forgotten something that a summary covers, by its own branches and forgets.
pub(super) fn is_forgotten(summary: &Summary, of: ConversationId, branches: &[Branch], forgets: &[Forget]) -> bool {
    summary.coverage.iter().filter(|coverage| coverage.conversation == of).any(|coverage| {
        let own = forgets.iter().filter(|forget| forget.conversation == of);
        own.map(|forget| forget.before.min(shared_until(branches, forget.branch, coverage.branch)))
            .any(|before| before > coverage.from)
    })
}

/// Whether the conversation `of` has muted a source of a summary.
pub(super) fn is_muted(summary: &Summary, of: ConversationId, marks: &[Mark]) -> bool {
    let muted = marks.iter().filter(|mark| mark.conversation == of && mark.kind == MarkKind::Muted);
    muted.into_iter().any(|mark| summary.sources.iter().any(|source| source.message == mark.message))
}

/// Whether the conversation of `snapshot` shows another branch than the one whose messages a summary covers.
pub(super) fn is_left(coverage: &Coverage, snapshot: &Snapshot) -> bool {
    snapshot.conversation.id == coverage.conversation
        && shared_until(&snapshot.branches, coverage.branch, snapshot.conversation.active_branch) < coverage.to
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        testing::sample::{branch, branch_id, compressed, conversation, conversation_id, forget_id},
        time::Timestamp,
    };

    #[test]
    fn the_wider_of_two_that_hold_is_sent_and_a_forget_turns_it_round() {
        let mut snapshot = Snapshot::empty(conversation(1), vec![branch(1)]);
        snapshot.summaries = vec![compressed(1, 1, 0, 20), compressed(1, 2, 10, 20)];
        let standing = |snapshot: &Snapshot| snapshot.summaries.iter().map(|s| stale(s, snapshot)).collect::<Vec<_>>();
        assert_eq!(standing(&snapshot), [None, Some(Stale::Within)]);
        snapshot.forgets.push(Forget {
            id: forget_id(1),
            conversation: conversation_id(1),
            branch: branch_id(1),
            before: 10,
            at: Timestamp(0),
        });
        assert_eq!(standing(&snapshot), [Some(Stale::Forgotten), None]);
    }

    #[test]
    fn of_two_that_cover_the_same_the_first_one_holds() {
        let mut snapshot = Snapshot::empty(conversation(1), vec![branch(1)]);
        snapshot.summaries = vec![compressed(1, 2, 0, 10), compressed(1, 1, 0, 10)];
        assert_eq!(stale(&snapshot.summaries[0], &snapshot), Some(Stale::Within));
        assert_eq!(stale(&snapshot.summaries[1], &snapshot), None);
    }
}

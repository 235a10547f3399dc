//! What other conversations must know about a summary that covers several.
//!
//! A snapshot holds only the branches, forgets and marks of its own conversation. What a conversation forgets or mutes,
//! which branch it leaves, and whether it is deleted, is therefore noted in the summaries that cover it, where the other
//! conversations can read it.

use super::{
    Summary,
    standing::{is_forgotten, is_left, is_muted},
};
use crate::{
    branch::Branch,
    change::Change,
    conversation::Conversation,
    forget::Forget,
    id::ConversationId,
    mark::Mark,
    record::{Record, RecordKey},
    snapshot::Snapshot,
};

/// The summary with the notes for the conversation `of` updated from its branches, forgets and marks, which must be of
/// no other conversation. Without the note whether it shows another branch: see [`noted_of`].
#[must_use]
pub fn noted(
    summary: &Summary,
    of: ConversationId,
    branches: &[Branch],
    forgets: &[Forget],
    marks: &[Mark],
) -> Summary {
    let mut summary = summary.clone();
    let forgotten = is_forgotten(&summary, of, branches, forgets);
    let muted = is_muted(&summary, of, marks);
    note(&mut summary.forgotten_in, of, forgotten);
    note(&mut summary.muted_in, of, muted);
    summary
}

/// The summary with all notes for the conversation of `seen` but that of [`noted_moves`].
#[must_use]
pub fn noted_of(summary: &Summary, seen: &Snapshot) -> Summary {
    let of = seen.conversation.id;
    let mut summary = noted(summary, of, &seen.branches, &seen.forgets, &seen.marks);
    let is_left = summary.coverage.iter().any(|coverage| is_left(coverage, seen));
    note(&mut summary.branched_away, of, is_left);
    summary
}

/// The summary with the note whether a conversation that it covers is still in its project, and not deleted.
#[must_use]
pub fn noted_moves(mut summary: Summary, of: &Conversation) -> Summary {
    let is_covered = summary.coverage.iter().any(|coverage| coverage.conversation == of.id);
    let is_out =
        summary.conversation.is_none() && is_covered && (of.project != summary.project || of.deleted_at.is_some());
    note(&mut summary.moved_out, of.id, is_out);
    summary
}

fn note(conversations: &mut Vec<ConversationId>, of: ConversationId, holds: bool) {
    if conversations.contains(&of) != holds {
        conversations.retain(|known| *known != of);
        conversations.extend(holds.then_some(of));
    }
}

/// What the model may see of a conversation after `changes`, some of which may be to others: its branches, forgets and marks.
pub fn sight_after(snapshot: &Snapshot, changes: &[Change]) -> Snapshot {
    let mut after = Snapshot::empty(snapshot.conversation.clone(), snapshot.branches.clone());
    (after.forgets, after.marks) = (snapshot.forgets.clone(), snapshot.marks.clone());
    let own = after.conversation.id;
    for change in changes {
        match change.key() {
            RecordKey::Branch(of, id) if of == own => after.branches.retain(|branch| branch.id != id),
            RecordKey::Forget(of, id) if of == own => after.forgets.retain(|forget| forget.id != id),
            RecordKey::Mark(of, message) if of == own => after.marks.retain(|mark| mark.message != message),
            RecordKey::Conversation(id) if id == own => {}
            _ => continue,
        }
        let (Change::Add(record) | Change::Put(record)) = change else { continue };
        match record {
            Record::Branch(branch) => after.branches.push(branch.clone()),
            Record::Forget(forget) => after.forgets.push(forget.clone()),
            Record::Mark(mark) => after.marks.push(*mark),
            Record::Conversation(conversation) => after.conversation = conversation.clone(),
            _ => {}
        }
    }
    after
}

/// The changes that must accompany `changes` to the branches, forgets and marks of conversations: updates of the shared ones
/// among `summaries` whose notes change. Summaries that `changes` already contains are left out. `after`: each of these
/// conversations after the changes.
pub fn noted_after(summaries: &[Summary], after: &[Snapshot], changes: &[Change]) -> Vec<Change> {
    let shared = summaries.iter().filter(|summary| {
        let key = RecordKey::Summary(None, summary.id);
        summary.conversation.is_none() && changes.iter().all(|change| change.key() != key)
    });
    shared
        .map(|summary| (summary, after.iter().fold(summary.clone(), |noted, after| noted_of(&noted, after))))
        .filter(|(before, noted)| *before != noted)
        .map(|(_, noted)| Change::Put(Record::Summary(noted)))
        .collect()
}

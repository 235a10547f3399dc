//! What other conversations must know about a summary that covers several.
//!
//! A snapshot holds only the forgets and marks of its own conversation. What a conversation forgets or mutes is
//! therefore noted in the summaries that cover it, where the other conversations can read it.

use super::{
    Summary,
    standing::{is_forgotten, is_muted},
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
/// no other conversation.
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

/// The summary with the note whether a conversation that it covers is still in its project.
#[must_use]
pub fn noted_moves(mut summary: Summary, of: &Conversation) -> Summary {
    let is_covered = summary.coverage.iter().any(|coverage| coverage.conversation == of.id);
    let is_out = summary.conversation.is_none() && is_covered && of.project != summary.project;
    note(&mut summary.moved_out, of.id, is_out);
    summary
}

fn note(conversations: &mut Vec<ConversationId>, of: ConversationId, holds: bool) {
    if conversations.contains(&of) != holds {
        conversations.retain(|known| *known != of);
        conversations.extend(holds.then_some(of));
    }
}

/// The forgets and marks of a conversation after `changes`.
pub fn sight_after(snapshot: &Snapshot, changes: &[Change]) -> (Vec<Forget>, Vec<Mark>) {
    let (mut forgets, mut marks) = (snapshot.forgets.clone(), snapshot.marks.clone());
    for change in changes {
        match change.key() {
            RecordKey::Forget(_, id) => forgets.retain(|forget| forget.id != id),
            RecordKey::Mark(_, message) => marks.retain(|mark| mark.message != message),
            _ => continue,
        }
        match change {
            Change::Add(Record::Forget(forget)) | Change::Put(Record::Forget(forget)) => forgets.push(forget.clone()),
            Change::Add(Record::Mark(mark)) | Change::Put(Record::Mark(mark)) => marks.push(*mark),
            _ => {}
        }
    }
    (forgets, marks)
}

/// The changes that must accompany `changes` to the forgets and marks of a conversation: updates of the summaries of
/// all conversations whose notes change. Summaries that `changes` already contains are left out.
pub fn noted_after(snapshot: &Snapshot, changes: &[Change]) -> Vec<Change> {
    let (forgets, marks) = sight_after(snapshot, changes);
    let of = snapshot.conversation.id;
    let shared = snapshot.summaries.iter().filter(|summary| {
        let key = RecordKey::Summary(None, summary.id);
        summary.conversation.is_none() && changes.iter().all(|change| change.key() != key)
    });
    shared
        .map(|summary| (summary, noted(summary, of, &snapshot.branches, &forgets, &marks)))
        .filter(|(before, after)| *before != after)
        .map(|(_, after)| Change::Put(Record::Summary(after)))
        .collect()
}

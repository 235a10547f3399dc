//! Whether a summary may still be sent: a pure question, so that taking a forget back brings a summary back, too.

use super::{Coverage, Summary};
use crate::{branch::shared_until, mark::MarkKind, snapshot::Snapshot};
use serde::{Deserialize, Serialize};

/// Why a summary is left out until it is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stale {
    /// It covers what was forgotten since.
    Forgotten,
    /// It was made from a message that was muted since.
    Muted,
    /// It covers messages of a branch that is not active any more.
    BranchedAway,
}

/// Whether a summary may be sent in the conversation of `snapshot`; `None`: it may.
pub fn stale(summary: &Summary, snapshot: &Snapshot) -> Option<Stale> {
    if summary.coverage.iter().any(|coverage| is_forgotten(coverage, snapshot)) {
        return Some(Stale::Forgotten);
    }
    if !summary.branched_away.is_empty() || summary.coverage.iter().any(|coverage| is_left(coverage, snapshot)) {
        return Some(Stale::BranchedAway);
    }
    let mut muted = snapshot.marks.iter().filter(|mark| mark.kind == MarkKind::Muted).map(|mark| mark.message);
    muted.any(|muted| summary.sources.iter().any(|source| source.message == muted)).then_some(Stale::Muted)
}

fn is_forgotten(coverage: &Coverage, snapshot: &Snapshot) -> bool {
    let own = snapshot.forgets.iter().filter(|forget| forget.conversation == coverage.conversation);
    own.into_iter().any(|forget| {
        let here = snapshot.conversation.id == coverage.conversation;
        // The branches of other conversations are not at hand. Rather leave a summary out than send what was forgotten.
        let shared =
            if here { shared_until(&snapshot.branches, forget.branch, coverage.branch) } else { forget.before };
        forget.before.min(shared) > coverage.from
    })
}

fn is_left(coverage: &Coverage, snapshot: &Snapshot) -> bool {
    snapshot.conversation.id == coverage.conversation
        && shared_until(&snapshot.branches, coverage.branch, snapshot.conversation.active_branch) < coverage.to
}

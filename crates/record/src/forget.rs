//! The forget boundary: from where on a branch the model may see messages again.
//!
//! A forget is a record of its own, not a number in the conversation. That is why taking it back is exact whatever
//! happened since (the record is removed, nothing is counted back), and why a message that is edited below the boundary
//! starts a branch that the model can follow: a boundary holds for the path it was drawn on, not for a count of messages.

use crate::{
    branch::{Branch, Sequence, shared_until},
    id::{BranchId, ConversationId, ForgetId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// Everything before `before` on the path of `branch` is forgotten: stored and shown, and never sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forget {
    /// Its name; later ones sort later.
    pub id: ForgetId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The branch that was active.
    pub branch: BranchId,
    /// The sequence of the first message that is not forgotten.
    pub before: Sequence,
    /// When.
    pub at: Timestamp,
}

/// The forget boundary on `branch`, one of `branches`, which are those of `conversation`: the sequence of the first message
/// that is not forgotten; `None` without any forget there.
///
/// A forget on another branch holds for what the two branches share.
pub fn boundary(
    forgets: &[Forget],
    conversation: ConversationId,
    branches: &[Branch],
    branch: BranchId,
) -> Option<Sequence> {
    let own = forgets.iter().filter(|forget| forget.conversation == conversation);
    own.map(|forget| forget.before.min(shared_until(branches, forget.branch, branch))).max()
}

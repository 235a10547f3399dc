//! The forget boundary: the first message on a branch that the model may see.
//!
//! A forget is a separate record, not a number in the conversation. So undoing it is exact whatever happened since (the
//! record is removed, nothing is recalculated), and a message edited before the boundary starts a branch that the model
//! can see: a boundary belongs to the path it was set on, not to a count of messages.

use crate::{
    branch::{Branch, Sequence, shared_until},
    id::{BranchId, ConversationId, ForgetId},
    time::Timestamp,
};
use serde::{Deserialize, Serialize};

/// A forget: everything before `before` on the path of `branch` is stored and shown, but never sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forget {
    /// Unique id; newer ids sort later.
    pub id: ForgetId,
    /// The conversation it belongs to.
    pub conversation: ConversationId,
    /// The branch that was active.
    pub branch: BranchId,
    /// The sequence of the first message that is not forgotten.
    pub before: Sequence,
    /// When it was given.
    pub at: Timestamp,
}

/// The forget boundary on `branch`: the sequence of the first message that is not forgotten; `None` without a forget.
/// `branches` are those of `conversation`.
///
/// A forget on another branch applies to the messages that the two branches share.
pub fn boundary(
    forgets: &[Forget],
    conversation: ConversationId,
    branches: &[Branch],
    branch: BranchId,
) -> Option<Sequence> {
    let own = forgets.iter().filter(|forget| forget.conversation == conversation);
    own.map(|forget| forget.before.min(shared_until(branches, forget.branch, branch))).max()
}

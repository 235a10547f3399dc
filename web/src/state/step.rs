//! Steps whose code is loaded when the first of them runs: most are started with a button in the list or in a message.

use super::preparing::Preparing;
use leptos::prelude::Callback;
use ricordo_core::{
    branch::Sequence,
    id::{BlobId, BranchId, ConversationId, DocumentId, MemoryId, MessageId, ProjectId, UndoId},
    mark::{MarkKind, Rating},
    message::Message,
    scope::Scope,
};
use std::sync::Arc;
use web_sys::File;

/// A step.
pub enum Step {
    /// Undoes the last command, or the one with this id if it is the last.
    Undo(Option<UndoId>),
    /// Undoes the last `/forget`, whatever was done since.
    UndoForget,
    /// Edits the last message of the user.
    EditLast,
    /// Starts a new conversation in a project, or in none.
    StartIn(Option<ProjectId>),
    /// Renames a conversation.
    Rename(ConversationId, String),
    /// Deletes a conversation.
    Delete(ConversationId),
    /// Pins a conversation to the top of the list, or unpins it.
    PinConversation(ConversationId, bool),
    /// Archives a conversation, or restores it.
    Archive(ConversationId, bool),
    /// Sets the tags of a conversation.
    Tag(ConversationId, Vec<String>),
    /// Mutes or pins a message, or removes its mark.
    Mark(MessageId, Option<MarkKind>),
    /// Lets a message be recalled again.
    RecallAgain(MessageId),
    /// Switches to a sibling branch at a fork; the button with this id keeps the focus.
    ShowBranch(Sequence, BranchId, String),
    /// Rates a message, or removes its rating.
    Rate(MessageId, Option<Rating>),
    /// Shows the answers at a fork side by side.
    Compare(Sequence),
    /// Forks the conversation at a message.
    ForkFrom(MessageId),
    /// Forgets everything before a sequence.
    ForgetBefore(Sequence),
    /// Accepts a proposed memory.
    KeepMemory(MemoryId),
    /// Restores a memory from the archive.
    RestoreMemory(MemoryId),
    /// Pins a memory, which also saves it.
    PinMemory(MemoryId),
    /// Changes where a memory is used.
    ScopeMemory(MemoryId, Scope),
    /// Changes the text of a memory, then runs the callback.
    EditMemory(MemoryId, String, Callback<()>),
    /// Rejects a proposed memory.
    DropMemory(MemoryId),
    /// Deletes a memory.
    DeleteMemory(MemoryId),
    /// Makes the held tool call with this position in a message, or dismisses it.
    DecideCall(MessageId, usize, bool),
    /// Attaches files to the message being typed: images to itself, documents to its conversation. Each is being prepared from
    /// now on.
    Attach(Vec<File>, Vec<Preparing>),
    /// Removes a document from the conversation.
    RemoveDocument(DocumentId),
    /// Removes an attached image.
    Detach(BlobId),
    /// Stores the model's context size in tokens, as a server reported it, and retries.
    UseContext(u32),
    /// Starts a temporary conversation.
    StartTemporary,
    /// Erases a temporary conversation that the user left.
    EndTemporary(ConversationId),
    /// Reads a reply aloud.
    ReadAloud(Arc<Message>),
    /// Waits until no other tab receives the reply, then turns a leftover draft into a message.
    Recover(ConversationId),
    /// Reads again what another tab changed with a conversation.
    Follow(ConversationId),
    /// Loads the sent requests that the inspector shows.
    ReadRequests,
    /// Loads the request of a reply.
    ReadRequest(MessageId),
    /// Reads the index on, so that the next message is sent with what it recalls.
    LoadRecall,
    /// Stores in memory what the page has besides the known records, after the database was lost.
    KeepInMemory,
    /// Schedules idle work, after another conversation was opened.
    ScheduleWork,
    /// Runs once, when the page is idle after the start.
    Rest,
}

impl Step {
    /// Whether it is about the conversation that was open when it was asked for, without naming it. Another one may be open
    /// when its code is loaded.
    pub fn is_of_the_open_one(&self) -> bool {
        matches!(
            self,
            Self::Undo(_)
                | Self::UndoForget
                | Self::EditLast
                | Self::Mark(..)
                | Self::RecallAgain(_)
                | Self::ShowBranch(..)
                | Self::Rate(..)
                | Self::Compare(_)
                | Self::ForkFrom(_)
                | Self::ForgetBefore(_)
                | Self::DecideCall(..)
                | Self::Attach(..)
                | Self::RemoveDocument(_)
                | Self::Detach(_)
                | Self::UseContext(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation_id, memory, message_id};
    use ricordo_core::{memory::MemoryState, testing::sample};

    /// A step that waits for its code must not be done to a conversation that was opened meanwhile.
    #[test]
    fn what_names_no_conversation_is_about_the_one_that_was_open() {
        let message = message_id(1);
        let of_the_open_one = [
            Step::Undo(None),
            Step::UndoForget,
            Step::EditLast,
            Step::Mark(message, Some(MarkKind::Pinned)),
            Step::RecallAgain(message),
            Step::ShowBranch(1, sample::branch(1).id, String::new()),
            Step::Rate(message, Some(Rating::Good)),
            Step::Compare(1),
            Step::ForkFrom(message),
            Step::ForgetBefore(1),
            Step::DecideCall(message, 0, true),
            Step::Attach(Vec::new(), Vec::new()),
            Step::RemoveDocument(sample::document(1).id),
            Step::UseContext(4_096),
        ];
        for (at, step) in of_the_open_one.iter().enumerate() {
            assert!(step.is_of_the_open_one(), "number {at}");
        }
    }

    #[test]
    fn what_names_its_conversation_or_belongs_to_none_is_done_whichever_is_open() {
        let (id, memory) = (conversation_id(1), memory(1, "Likes tea", MemoryState::Proposed).id);
        let others = [
            Step::StartIn(None),
            Step::Rename(id, "Title".to_owned()),
            Step::Delete(id),
            Step::PinConversation(id, true),
            Step::Archive(id, true),
            Step::Tag(id, Vec::new()),
            Step::KeepMemory(memory),
            Step::RestoreMemory(memory),
            Step::PinMemory(memory),
            Step::ScopeMemory(memory, Scope::Everywhere),
            Step::DropMemory(memory),
            Step::DeleteMemory(memory),
            Step::StartTemporary,
            Step::EndTemporary(id),
            Step::Recover(id),
            Step::Follow(id),
            Step::KeepInMemory,
            Step::Rest,
        ];
        for (at, step) in others.iter().enumerate() {
            assert!(!step.is_of_the_open_one(), "number {at}");
        }
    }
}

//! Steps that the user starts with a button in the list or in a message. Their code is loaded when the first one runs,
//! so the initial page does not contain it.

use super::{Chat, PageSession, deferred, inspecting, start};
use crate::{
    browser,
    texts::{chips::chips, memories::memories},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    id::{BlobId, BranchId, ConversationId, DocumentId, MemoryId, MessageId},
    mark::{MarkKind, Rating},
    message::Message,
    scope::Scope,
};
use std::sync::Arc;
use web_sys::File;

/// A step.
pub enum Step {
    /// Undoes the last command.
    Undo,
    /// Undoes the last `/forget`, whatever was done since.
    UndoForget,
    /// Edits the last message of the user.
    EditLast,
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
    /// Attaches files to the message being typed: images to itself, documents to its conversation.
    Attach(Vec<File>),
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
    /// Loads the sent requests that the inspector shows.
    ReadRequests,
    /// Loads the request of a reply.
    ReadRequest(MessageId),
    /// Stores in memory what the page has besides the known records, after the database was lost.
    KeepInMemory,
    /// Runs once, when the page is idle after the start.
    Rest,
}

impl Chat {
    /// Runs a step as soon as its code is loaded.
    pub fn step(self, step: Step) {
        deferred::step(self, step);
    }

    /// Runs a step for [`Chat::step`], once its code is loaded.
    pub(super) fn take_step(self, step: Step) {
        match step {
            Step::Undo => self.undo(),
            Step::UndoForget => self.undo_forget(),
            Step::EditLast => self.edit_last(),
            Step::Rename(id, title) => self.rename(id, title),
            Step::Delete(id) => self.delete(id),
            Step::PinConversation(id, pinned) => self.pin_conversation(id, pinned),
            Step::Archive(id, archived) => self.archive(id, archived),
            Step::Tag(id, tags) => self.tag(id, tags),
            Step::Mark(id, kind) => self.mark(id, kind),
            Step::ShowBranch(place, sibling, focus) => self.show_branch(place, sibling, focus),
            Step::Rate(id, rating) => self.rate(id, rating),
            Step::Compare(sequence) => self.compare(sequence),
            Step::ForkFrom(id) => self.fork_from(id),
            Step::ForgetBefore(place) => self.forget_before(place),
            Step::KeepMemory(id) => self.keep_memory(id),
            Step::RestoreMemory(id) => self.restore_memory(id),
            Step::PinMemory(id) => self.pin_memory(id, true),
            Step::ScopeMemory(id, scope) => self.scope_memory(id, scope),
            Step::EditMemory(id, text, then) => self.edit_memory(id, text, then),
            Step::DropMemory(id) => self.drop_memory(id),
            Step::DeleteMemory(id) => self.delete_memory(id),
            Step::DecideCall(message, call, allowed) => self.decide_call(message, call, allowed),
            Step::Attach(files) => self.composer.attach(self, files),
            Step::RemoveDocument(id) => self.remove_document(id, || browser::focus_next_frame("composer")),
            Step::Detach(image) => self.composer.detach(self, image),
            Step::UseContext(tokens) => self.use_context(tokens),
            Step::StartTemporary => self.start_temporary(),
            Step::EndTemporary(id) => self.end_temporary(id),
            Step::ReadAloud(message) => {
                if let Some(voice) = self.voice.get_value() {
                    voice.read(self, &message);
                }
            }
            Step::Recover(id) => self.recover_when_free(id),
            Step::ReadRequests => spawn_local(inspecting::read_stored(self)),
            Step::ReadRequest(reply) => spawn_local(inspecting::read_past(self, reply)),
            Step::KeepInMemory => spawn_local(async move {
                self.keep_queue().await;
                self.keep_unsaved().await;
            }),
            Step::Rest => start::rest(self),
        }
    }

    fn keep_memory(self, id: MemoryId) {
        let step = async move |session: PageSession, open| session.keep_memory(open, id).await;
        self.keep_one(step, |_| chips().kept_notice.to_owned(), || ());
    }

    fn restore_memory(self, id: MemoryId) {
        let step = async move |session: PageSession, open| session.restore_memory(open, id).await;
        self.keep_one(step, |_| memories().restored.to_owned(), || ());
    }

    fn edit_memory(self, id: MemoryId, text: String, then: Callback<()>) {
        let step = async move |session: PageSession, open| session.update_memory(open, id, &text).await;
        self.keep_one(step, |_| chips().edited_notice.to_owned(), move || then.run(()));
    }

    fn drop_memory(self, id: MemoryId) {
        let notice = chips().dropped_notice.to_owned();
        self.change(async move |session, open| session.archive_memory(open, id).await.map(|()| notice), true);
    }

    fn delete_memory(self, id: MemoryId) {
        let notice = chips().dropped_notice.to_owned();
        self.change(async move |session, open| session.delete_memory(open, id).await.map(|()| notice), true);
    }
}

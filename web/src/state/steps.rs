//! What the user asks for with a press of a button in the list or in a message. It is loaded when the first of them is
//! pressed, so the page that is shown first does not hold it.

use super::{Chat, PageSession, deferred, inspecting, start};
use crate::texts::{chips::chips, memories::memories};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    id::{BlobId, BranchId, ConversationId, MemoryId, MessageId},
    mark::MarkKind,
};
use web_sys::File;

/// One step.
pub enum Step {
    /// Takes the last command back.
    Undo,
    /// Takes the last forget back, whatever was done since.
    UndoForget,
    /// Gives a conversation another title.
    Rename(ConversationId, String),
    /// Takes a conversation out of the list.
    Delete(ConversationId),
    /// Keeps a conversation at the top of the list, or not any more.
    PinConversation(ConversationId, bool),
    /// Moves a conversation to the archive, or back.
    Archive(ConversationId, bool),
    /// Gives a conversation these tags.
    Tag(ConversationId, Vec<String>),
    /// Mutes or pins a message, or takes its mark away.
    Mark(MessageId, Option<MarkKind>),
    /// Shows another way at a fork; the button of this id keeps the focus.
    ShowBranch(Sequence, BranchId, String),
    /// Makes a conversation of the path up to a message.
    ForkFrom(MessageId),
    /// Forgets what lies before a place.
    ForgetBefore(Sequence),
    /// Keeps a memory that was proposed.
    KeepMemory(MemoryId),
    /// Takes a memory out of the archive.
    RestoreMemory(MemoryId),
    /// Pins a memory, which keeps it.
    PinMemory(MemoryId),
    /// Gives a memory other words; then this is done.
    EditMemory(MemoryId, String, Callback<()>),
    /// Says no to a memory that was proposed.
    DropMemory(MemoryId),
    /// Takes a memory back.
    DeleteMemory(MemoryId),
    /// Puts the images among these files with what is typed.
    Attach(Vec<File>),
    /// Takes an image out again.
    Detach(BlobId),
    /// Notes the model's context in tokens, as a server named it, and asks again.
    UseContext(u32),
    /// Starts a temporary conversation.
    StartTemporary,
    /// Erases a temporary conversation that was left.
    EndTemporary(ConversationId),
    /// Waits for the reply that another tab receives, and makes a message of what a tab left behind.
    Recover(ConversationId),
    /// Reads what the inspector shows of the requests that were sent.
    ReadRequests,
    /// Reads the request of a reply.
    ReadRequest(MessageId),
    /// What is done once, when the page has come to rest.
    Rest,
}

impl Chat {
    /// Takes a step, as soon as it is loaded.
    pub fn step(self, step: Step) {
        deferred::step(self, step);
    }

    /// As [`Chat::step`], once it is loaded.
    pub(super) fn take_step(self, step: Step) {
        match step {
            Step::Undo => self.undo(),
            Step::UndoForget => self.undo_forget(),
            Step::Rename(id, title) => self.rename(id, title),
            Step::Delete(id) => self.delete(id),
            Step::PinConversation(id, pinned) => self.pin_conversation(id, pinned),
            Step::Archive(id, archived) => self.archive(id, archived),
            Step::Tag(id, tags) => self.tag(id, tags),
            Step::Mark(id, kind) => self.mark(id, kind),
            Step::ShowBranch(place, sibling, focus) => self.show_branch(place, sibling, focus),
            Step::ForkFrom(id) => self.fork_from(id),
            Step::ForgetBefore(place) => self.forget_before(place),
            Step::KeepMemory(id) => self.keep_memory(id),
            Step::RestoreMemory(id) => self.restore_memory(id),
            Step::PinMemory(id) => self.pin_memory(id, true),
            Step::EditMemory(id, text, then) => self.edit_memory(id, text, then),
            Step::DropMemory(id) => self.drop_memory(id),
            Step::DeleteMemory(id) => self.delete_memory(id),
            Step::Attach(files) => self.composer.attach(self, files),
            Step::Detach(image) => self.composer.detach(self, image),
            Step::UseContext(tokens) => self.use_context(tokens),
            Step::StartTemporary => self.start_temporary(),
            Step::EndTemporary(id) => self.end_temporary(id),
            Step::Recover(id) => self.recover_when_free(id),
            Step::ReadRequests => spawn_local(inspecting::read_stored(self)),
            Step::ReadRequest(reply) => spawn_local(inspecting::read_past(self, reply)),
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

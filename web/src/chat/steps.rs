//! Steps that the user starts with a button in the list or in a message. Their code is loaded when the first one runs,
//! so the initial page does not contain it.

use super::{Chat, deferred, inspecting, start};
use crate::{
    browser,
    state::{PageSession, Step},
    texts::{chips::chips, memories::memories},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::id::MemoryId;

impl Chat {
    /// Runs a step as soon as its code is loaded.
    pub fn step(self, step: Step) {
        deferred::step(self, step);
    }

    /// Runs a step for [`Chat::step`], once its code is loaded.
    pub(super) fn take_step(self, step: Step) {
        match step {
            Step::Undo(step) => self.undo(step),
            Step::UndoForget => self.undo_forget(),
            Step::EditLast => self.edit_last(),
            Step::StartIn(project) => spawn_local(self.begin_in(project)),
            Step::Rename(id, title) => self.rename(id, title),
            Step::Delete(id) => self.delete(id),
            Step::PinConversation(id, pinned) => self.pin_conversation(id, pinned),
            Step::Archive(id, archived) => self.archive(id, archived),
            Step::Tag(id, tags) => self.tag(id, tags),
            Step::Mark(id, kind) => self.mark(id, kind),
            Step::RecallAgain(id) => self.recall_again(id),
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
            Step::Attach(files, preparing) => self.composer.attach(self, files, preparing),
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
            Step::Follow(id) => spawn_local(self.changed_elsewhere(id)),
            Step::ReadRequests => spawn_local(inspecting::read_stored(self)),
            Step::ReadRequest(reply) => spawn_local(inspecting::read_past(self, reply)),
            Step::LoadRecall => {
                let session = self.storage.session();
                spawn_local(async move { drop(session.load_recall().await) });
            }
            Step::KeepInMemory => spawn_local(async move {
                self.keep_queue().await;
                self.keep_unsaved().await;
            }),
            Step::ScheduleWork => self.maintenance.schedule(self),
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

//! Steps that save a memory. The notice also names the memories that were archived to make room.

use super::Chat;
use crate::{
    loaded::Boxed,
    state::PageSession,
    texts::{fill, memories::memories},
};
use leptos::task::spawn_local;
use ricordo_core::{
    error::Error,
    id::{ConversationId, MemoryId, UndoId},
    memory::Memory,
    session::KeptMemory,
};

impl Chat {
    /// Pins a memory, which also saves it, or unpins it.
    pub fn pin_memory(self, id: MemoryId, pinned: bool) {
        let notice = if pinned { memories().now_pinned } else { memories().now_unpinned };
        let step = async move |session: PageSession, open| session.pin_memory(open, id, pinned).await;
        self.keep_one(step, move |_| notice.to_owned(), || ());
    }

    /// Runs a step that saves a memory, and shows a notice with Undo. Calls `then` on success.
    pub fn keep_one<F>(self, step: F, notice: impl FnOnce(&Memory) -> String + 'static, then: impl FnOnce() + 'static)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<KeptMemory, Error> + 'static,
    {
        let Some(id) = self.id() else { return };
        let session = self.storage.session();
        self.finish_keeping(id, Box::pin(async move { step(session, id).await }), Box::new(notice), Box::new(then));
    }

    /// What [`Chat::keep_one`] does for every step. Not generic: each step would bring a copy.
    fn finish_keeping(
        self,
        id: ConversationId,
        step: Boxed<Result<KeptMemory, Error>>,
        notice: Box<dyn FnOnce(&Memory) -> String>,
        then: Box<dyn FnOnce()>,
    ) {
        let done = async move {
            let before = self.last_undo(id).await?;
            let kept = step.await?;
            Ok((kept, self.undo_since(id, before).await))
        };
        spawn_local(async move {
            match done.await {
                Ok((KeptMemory { memory, made_room }, undo)) => {
                    let text = with_made_room(notice(&memory), &made_room);
                    self.say_kept(id, text, only(&made_room), undo);
                }
                Err(error) => return self.storage.report(&error),
            }
            then();
            self.refresh(id).await;
            self.storage.changed(id);
        });
    }
}

impl Chat {
    /// Shows which facts idle work saved and which memories made room, with Undo if the conversation is open.
    pub async fn say_found(self, conversation: ConversationId, kept: Vec<Memory>, made_room: Vec<Memory>) {
        let found = fill(memories().remembered, &[("text", &names(&kept))]);
        let text = with_made_room(found, &made_room);
        let undo = self.undo_since(conversation, None).await;
        self.say_kept(conversation, text, only(&made_room), undo);
    }

    /// Says which memory was saved, with Undo of the step if its conversation is open.
    pub(super) fn say_kept(self, of: ConversationId, text: String, to_pin: Option<MemoryId>, undo: Option<UndoId>) {
        self.notices.say_of_memory(text, to_pin, undo.filter(|_| self.id() == Some(of)));
    }
}

/// The memory that made room, if there is exactly one.
pub(super) fn only(made_room: &[Memory]) -> Option<MemoryId> {
    <&[_; 1]>::try_from(made_room).ok().map(|[only]: &[Memory; 1]| only.id)
}

fn names(memories: &[Memory]) -> String {
    memories.iter().map(|memory| memory.text.trim_end_matches('.')).collect::<Vec<_>>().join("; ")
}

/// Adds the memories that were archived to a notice.
pub(super) fn with_made_room(notice: String, made_room: &[Memory]) -> String {
    if made_room.is_empty() {
        return notice;
    }
    let archived = fill(memories().made_room, &[("names", &names(made_room))]);
    format!("{}. {archived}", notice.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::memory,
        texts::{UiLanguage, speak},
    };
    use ricordo_core::memory::MemoryState;

    fn archived(texts: &[&str]) -> Vec<Memory> {
        (1..).zip(texts).map(|(number, text)| memory(number, text, MemoryState::Archived)).collect()
    }

    #[test]
    fn a_notice_names_what_was_archived_in_a_sentence_of_its_own() {
        for language in UiLanguage::all() {
            speak(language);
            for notice in ["Saved", "Saved.", "Saved..."] {
                assert_eq!(with_made_room(notice.to_owned(), &[]), notice);
                let words = with_made_room(notice.to_owned(), &archived(&["Likes tea.", "Lives in {names}"]));
                let rest = words.strip_prefix("Saved. ").unwrap();
                assert!(rest.contains("Likes tea; Lives in {names}"), "{rest}");
            }
        }
    }

    #[test]
    fn only_a_single_archived_memory_can_be_pinned_from_the_notice() {
        let all = archived(&["one", "two"]);
        assert_eq!((only(&[]), only(&all), only(&all[..1])), (None, None, Some(all[0].id)));
    }
}

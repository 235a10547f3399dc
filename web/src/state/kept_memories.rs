//! Steps after which a memory is kept: what was done is said, and which others went to the archive to make room.

use super::{Chat, PageSession};
use crate::texts::{fill, memories::memories};
use leptos::task::spawn_local;
use ricordo_core::{
    error::Error,
    id::{ConversationId, MemoryId},
    memory::Memory,
    session::KeptMemory,
};

impl Chat {
    /// Pins a memory, which keeps it, or unpins it.
    pub fn pin_memory(self, id: MemoryId, pinned: bool) {
        let notice = if pinned { memories().now_pinned } else { memories().now_unpinned };
        let step = async move |session: PageSession, open| session.pin_memory(open, id, pinned).await;
        self.keep_one(step, move |_| notice.to_owned(), || ());
    }

    /// Does what keeps a memory, and says so with Undo; `then` is done when it worked.
    pub fn keep_one<F>(self, step: F, notice: impl FnOnce(&Memory) -> String + 'static, then: impl FnOnce() + 'static)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<KeptMemory, Error> + 'static,
    {
        let Some(id) = self.id() else { return };
        spawn_local(async move {
            match step(self.storage.session(), id).await {
                Ok(kept) => {
                    self.notices
                        .say_of_memory(with_made_room(notice(&kept.memory), &kept.made_room), only(&kept.made_room));
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
    /// Says which facts idle work found and kept, and which memories made room; with Undo where it can be taken back.
    pub fn say_found(self, conversation: ConversationId, kept: &[Memory], made_room: &[Memory]) {
        let found = fill(memories().remembered, &[("text", &names(kept))]);
        let text = with_made_room(found, made_room);
        let to_pin = only(made_room);
        if self.id() == Some(conversation) {
            self.notices.say_of_memory(text, to_pin);
        } else {
            self.notices.say_with_pin(text, to_pin);
        }
    }
}

/// The one that made room, if it was one.
fn only(made_room: &[Memory]) -> Option<MemoryId> {
    <&[_; 1]>::try_from(made_room).ok().map(|[only]: &[Memory; 1]| only.id)
}

fn names(memories: &[Memory]) -> String {
    memories.iter().map(|memory| memory.text.trim_end_matches('.')).collect::<Vec<_>>().join("; ")
}

/// What was done, and which memories went to the archive for it.
fn with_made_room(notice: String, made_room: &[Memory]) -> String {
    if made_room.is_empty() {
        return notice;
    }
    let archived = fill(memories().made_room, &[("names", &names(made_room))]);
    format!("{}. {archived}", notice.trim_end_matches('.'))
}

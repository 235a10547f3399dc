//! What the user changes about waiting messages: their text, their order, and that they are removed.

use super::{Chat, queue, queue_pause::Pause};
use crate::{
    browser,
    texts::{fill, queue::queue as texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    id::{ConversationId, MessageId},
    queued::QueuedMessage,
    session::QueueError,
};

/// Id of a button of a waiting message.
pub fn button_of(what: &str, message: MessageId) -> String {
    format!("queued-{what}-{message}")
}

impl Chat {
    /// Changes the text of a waiting message. Text and images cannot both be missing: then the editor stays open.
    pub fn edit_queued(self, message: &QueuedMessage, text: String) {
        if text.is_empty() && message.draft.images.is_empty() {
            return;
        }
        let (id, message) = (message.draft.conversation, message.message);
        spawn_local(async move {
            let edited = self.storage.session().edit_queued(id, message, &text).await;
            self.after_change(id, edited).await;
            self.leave_queue_edit(id, message);
        });
    }

    /// Closes the editor. What it kept from being sent goes on.
    pub fn leave_queue_edit(self, id: ConversationId, message: MessageId) {
        let queue = queue();
        if queue.edited.get_untracked() == Some(message) {
            queue.edited.set(None);
            browser::focus_next_frame(button_of("edit", message));
        }
        if untrack(|| queue.pause_of(id)) == Some(Pause::Editing) && self.id() == Some(id) {
            self.go_on_with_queue();
        }
    }

    /// Moves a waiting message by one place. The button that was pressed, or the opposite one at an end, keeps the focus.
    pub fn move_queued(self, message: MessageId, up: bool) {
        let Some(id) = self.id() else { return };
        let (at, of) = queue().waiting.with_untracked(|waiting| {
            (waiting.iter().position(|one| one.message == message).unwrap_or_default(), waiting.len())
        });
        let to = if up { at.saturating_sub(1) } else { at + 1 };
        spawn_local(async move {
            let moved = self.storage.session().move_queued(id, message, to).await;
            self.after_change(id, moved).await;
            // At an end, the button that was pressed is off now.
            let is_up = if up { to > 0 } else { to + 1 >= of };
            let (n, of) = ((to + 1).to_string(), of.to_string());
            self.notices.announced.set(fill(texts().moved, &[("n", &n), ("of", &of)]));
            browser::focus_next_frame(button_of(if is_up { "up" } else { "down" }, message));
        });
    }

    /// Removes a waiting message. The focus goes to the next one.
    pub fn drop_queued(self, message: MessageId) {
        let Some(id) = self.id() else { return };
        let beside = queue().waiting.with_untracked(|waiting| {
            let at = waiting.iter().position(|one| one.message == message)?;
            waiting.get(at + 1).or_else(|| at.checked_sub(1).and_then(|at| waiting.get(at))).map(|one| one.message)
        });
        spawn_local(async move {
            let dropped = self.storage.session().drop_queued(id, message).await;
            if self.after_change(id, dropped).await {
                self.notices.say_with_undo(texts().dropped);
            }
            match beside {
                Some(beside) => browser::focus_next_frame(button_of("drop", beside)),
                None => browser::focus_next_frame("composer"),
            }
        });
    }

    /// Shows the queue after a change of it. Returns whether the change was made.
    async fn after_change(self, id: ConversationId, change: Result<(), QueueError>) -> bool {
        if let Err(error) = &change {
            self.report_queue(error);
        }
        self.read_queue(id).await;
        self.storage.changed(id);
        change.is_ok()
    }
}

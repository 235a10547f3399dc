//! What the user changes about waiting messages: their text, their order, and that they are removed.

use super::Chat;
use crate::{
    browser,
    state::{
        edits::{end_edit, left_over_edit, open_edit, set_open},
        queue,
        queue_pause::Pause,
    },
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
            // What could not be saved stays in the editor.
            if self.after_change(id, edited).await {
                end_edit(message);
                self.leave_queue_edit(id, message);
            }
        });
    }

    /// Opens the editor of a waiting message.
    pub fn begin_queue_edit(self, message: MessageId) {
        set_open(message, true);
        queue().edited.set(Some(message));
        browser::focus_next_frame("queued-editor");
    }

    /// Closes the editor, and keeps what was typed for the next time.
    pub fn cancel_queue_edit(self, id: ConversationId, message: MessageId) {
        set_open(message, false);
        self.leave_queue_edit(id, message);
    }

    /// Closes the editor. If it had paused the queue, sending continues.
    fn leave_queue_edit(self, id: ConversationId, message: MessageId) {
        let queue = queue();
        if queue.edited.get_untracked() == Some(message) {
            queue.edited.set(None);
            browser::focus_next_frame(button_of("edit", message));
        }
        if untrack(|| queue.pause_of(id)) == Some(Pause::Editing) && self.id() == Some(id) {
            self.go_on_with_queue();
        }
    }

    /// Opens the editor of the open conversation that the user did not close. What was typed for a message that does not wait any
    /// more goes into the composer, at the next change after that is empty.
    pub(super) fn take_edits(self, id: ConversationId, waiting: &[QueuedMessage]) {
        let edited = queue().edited;
        if edited.get_untracked().is_none()
            && let Some(open) = open_edit(waiting)
        {
            edited.set(Some(open));
        }
        let Some(edit) = left_over_edit(id, waiting) else { return };
        if untrack(|| self.composer.is_empty()) {
            end_edit(edit.message);
            self.composer.typed(self, edit.text);
            self.notices.ask(texts().edit_back);
            browser::focus_if_lost(["composer".to_owned()]);
        } else if queue().noticed.replace(Some(edit.message)) != Some(edit.message) {
            self.notices.ask(texts().edit_waits);
        }
    }

    /// Moves a waiting message by one place. The button that was pressed, or the opposite one at an end, keeps the focus.
    pub fn move_queued(self, message: MessageId, up: bool) {
        let Some(id) = self.id() else { return };
        let (at, of) = queue().waiting.with_untracked(|waiting| {
            (waiting.iter().position(|one| one.message == message).unwrap_or_default(), waiting.len())
        });
        let (to, button) = moved(at, of, up);
        spawn_local(async move {
            let moved = self.storage.session().move_queued(id, message, to).await;
            self.after_change(id, moved).await;
            let (n, of) = ((to + 1).to_string(), of.to_string());
            self.notices.announced.set(fill(texts().moved, &[("n", &n), ("of", &of)]));
            browser::focus_next_frame(button_of(button, message));
        });
    }

    /// Removes a waiting message. The focus goes to the next one.
    pub fn drop_queued(self, message: MessageId) {
        let Some(id) = self.id() else { return };
        let beside = queue().waiting.with_untracked(|waiting| beside(waiting, message));
        spawn_local(async move {
            let dropped = self.storage.session().drop_queued(id, message).await;
            if self.after_change(id, dropped).await {
                self.say_done(id, texts().dropped).await;
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

/// Where a message at `at` of `of` moves, and the button that has the focus then: at an end, the one that was pressed is off.
fn moved(at: usize, of: usize, up: bool) -> (usize, &'static str) {
    let to = if up { at.saturating_sub(1) } else { at + 1 };
    let is_up = if up { to > 0 } else { to + 1 >= of };
    (to, if is_up { "up" } else { "down" })
}

/// The message that takes the focus of one that is removed: the next one, or else the one before it.
fn beside(waiting: &[QueuedMessage], message: MessageId) -> Option<MessageId> {
    let at = waiting.iter().position(|one| one.message == message)?;
    let beside = waiting.get(at + 1).or_else(|| waiting.get(at.checked_sub(1)?));
    beside.map(|one| one.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation_id, message_id};
    use ricordo_core::{draft::ComposerDraft, time::Timestamp};

    #[test]
    fn a_message_moves_by_one_place_and_the_focus_stays_on_a_button_that_is_on() {
        for (at, of, up, wanted) in [
            (2, 4, true, (1, "up")),
            (1, 4, true, (0, "down")),
            (1, 4, false, (2, "down")),
            (2, 4, false, (3, "up")),
            (0, 4, true, (0, "down")),
            (0, 2, false, (1, "up")),
        ] {
            assert_eq!(moved(at, of, up), wanted, "{at} of {of}, up: {up}");
        }
    }

    #[test]
    fn the_focus_of_a_removed_message_goes_to_the_next_one_or_the_one_before() {
        let waiting: Vec<_> = (0..3)
            .map(|at| QueuedMessage {
                message: message_id(at),
                draft: ComposerDraft::text(conversation_id(1), "Next"),
                author: None,
                position: at,
                created_at: Timestamp(0),
            })
            .collect();
        let beside = |number| beside(&waiting, message_id(number));
        assert_eq!([beside(0), beside(1), beside(2)], [Some(message_id(1)), Some(message_id(2)), Some(message_id(1))]);
        assert_eq!(beside(7), None, "it was sent meanwhile");
        assert_eq!(super::beside(&waiting[..1], message_id(0)), None, "the last one");
    }

    #[test]
    fn the_button_that_gets_the_focus_can_be_pressed_wherever_the_message_went() {
        for of in 2..6 {
            for at in 0..of {
                for up in [true, false].into_iter().filter(|up| if *up { at > 0 } else { at + 1 < of }) {
                    let (to, button) = moved(at, of, up);
                    assert_eq!(to.abs_diff(at), 1, "{at} of {of}");
                    let can_be_pressed = if button == "up" { to > 0 } else { to + 1 < of };
                    assert!(can_be_pressed, "{button} at {to} of {of}");
                    let pressed = if up { "up" } else { "down" };
                    assert!(button == pressed || to == 0 || to + 1 == of, "it changes only at an end");
                }
            }
        }
    }
}

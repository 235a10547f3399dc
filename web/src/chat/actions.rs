//! Actions on a single message: edit, regenerate, switch branch, fork, forget, erase.

use super::Chat;
use crate::{
    browser,
    loaded::Boxed,
    state::{AskKind, edits::end_edit, page_read::PAGE},
    texts::{
        answers::answers,
        message::{message as texts, sent_in_all},
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks::Guard;
use ricordo_core::{
    branch::Sequence,
    error::Error,
    id::{BranchId, ConversationId, MessageId},
    message::Message,
};
use std::cell::RefCell;

impl Chat {
    /// Sends a user message again with a new text. If the text is unchanged, the message is answered again.
    pub fn edit(self, message: &Message, text: String) {
        self.ask(ask_of_edit(message, text));
    }

    /// Begins editing the last message that the user wrote, if it is loaded and no reply is coming.
    pub(super) fn edit_last(self) {
        if untrack(|| self.is_streaming()) {
            return;
        }
        if let Some((id, sequence)) = self.transcript.last_asked_with(is_written) {
            self.actions.edited.set(Some(id));
            self.loader.go_to(id, sequence);
        }
    }

    /// Regenerates a reply, or answers a user message again.
    pub fn regenerate(self, message: MessageId) {
        self.ask(AskKind::Again(message));
    }

    /// Switches to a sibling branch at a fork. The button with the id `focus` keeps the focus.
    pub fn show_branch(self, sequence: Sequence, sibling: BranchId, focus: String) {
        self.act(async move |chat: Chat, id| {
            chat.storage.session().switch_branch(id, sibling, sequence).await?;
            chat.refresh(id).await;
            browser::focus_next_frame(focus);
            Ok(None)
        });
    }

    /// Forks the conversation at a message and opens the new one. Not a temporary one: it would be erased when it is left.
    pub fn fork_from(self, message: MessageId) {
        if untrack(|| self.is_temporary()) {
            return self.storage.report(&Error::Temporary);
        }
        self.composer.save_if_due(self);
        self.act(async move |chat: Chat, id| {
            let session = chat.storage.session();
            let new = session.fork_conversation(id, message).await?;
            chat.show(session.open(new, PAGE).await?, true).await;
            chat.notices.say(texts().forked);
            browser::focus_next_frame("composer");
            Ok(Some(new))
        });
    }

    /// Forgets everything before a sequence.
    pub fn forget_before(self, before: Sequence) {
        let notice = answers().afresh_here.to_owned();
        self.change(async move |session, id| session.forget_before(id, before).await.map(|()| notice), true);
    }

    /// Erases a message after the user confirmed. It cannot be undone.
    pub fn erase_message(self, message: MessageId) {
        self.act(async move |chat: Chat, id| {
            chat.storage.session().erase_message(message).await?;
            end_edit(message);
            chat.refresh(id).await;
            chat.notices.say(texts().erased);
            browser::focus_next_frame("composer");
            Ok(None)
        });
    }

    /// Runs a step while no reply may be written to the conversation, in this tab or another. The step returns the id
    /// of another conversation if it changed that one.
    pub(super) fn act<F>(self, step: F)
    where
        F: AsyncFnOnce(Chat, ConversationId) -> Result<Option<ConversationId>, Error> + 'static,
    {
        let Some(id) = self.id() else { return };
        self.act_in(id, Box::pin(async move { step(self, id).await }));
    }

    /// What [`Chat::act`] does for every step. Not generic: each step would bring a copy.
    fn act_in(self, id: ConversationId, step: Boxed<Result<Option<ConversationId>, Error>>) {
        spawn_local(async move {
            let Some(_lock) = self.alone_or_busy(id).await else { return };
            match step.await {
                Ok(other) => self.storage.changed(other.unwrap_or(id)),
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Locks a conversation against replies, in this tab and in others. Says so if one is coming. While this tab still makes
    /// another step there, such as a fork, a second press does nothing.
    pub(super) async fn alone_or_busy(self, id: ConversationId) -> Option<Alone> {
        let lock = if self.runs(id) { None } else { self.alone_in(id).await };
        if lock.is_none() && !Running::is_in(id) {
            let is_here = self.turns.is_held(id, 0);
            self.notices.trouble(if is_here { texts().busy } else { texts().busy_elsewhere });
        }
        lock.map(|lock| Alone { _running: Running::begin(id), _lock: lock })
    }
}

thread_local! {
    /// Conversations that are locked for a step of this tab.
    static LOCKED: RefCell<Vec<ConversationId>> = const { RefCell::new(Vec::new()) };
}

/// The lock of a conversation for a step of this tab, until it is dropped.
pub(super) struct Alone {
    _running: Running,
    _lock: Guard,
}

/// A step that runs in a conversation, until it is dropped.
struct Running(ConversationId);

impl Running {
    fn begin(id: ConversationId) -> Self {
        LOCKED.with_borrow_mut(|locked| locked.push(id));
        Self(id)
    }

    fn is_in(id: ConversationId) -> bool {
        LOCKED.with_borrow(|locked| locked.contains(&id))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        LOCKED.with_borrow_mut(|locked| locked.retain(|id| *id != self.0));
    }
}

/// Whether the user wrote a message, rather than pressed Continue, which sends one in their place.
fn is_written(text: &str) -> bool {
    !sent_in_all().go_on.contains(&text)
}

fn ask_of_edit(message: &Message, text: String) -> AskKind {
    if text == message.text() { AskKind::Again(message.id) } else { AskKind::Edit(message.id, text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{conversation_id, message},
        texts::{UiLanguage, pick, speak},
    };
    use ricordo_core::message::Role;

    #[test]
    fn what_continue_sent_is_not_what_the_user_wrote_whatever_the_language_was() {
        for (sent, now) in [(UiLanguage::Uk, UiLanguage::Uk), (UiLanguage::En, UiLanguage::Ru)] {
            speak(sent);
            let sentence = pick(&sent_in_all().go_on);
            speak(now);
            assert!(!is_written(sentence), "{sentence}");
        }
        assert!(is_written("Continue") && is_written(""));
    }

    #[test]
    fn a_conversation_is_locked_by_this_tab_until_its_step_ends() {
        let [first, second] = [1, 2].map(conversation_id);
        let step = Running::begin(first);
        assert!(Running::is_in(first) && !Running::is_in(second));
        drop(step);
        assert!(!Running::is_in(first));
    }

    #[test]
    fn an_edit_that_changes_nothing_answers_again_and_makes_no_copy_of_the_message() {
        let message = message(3, Role::User, "Hello");
        assert!(matches!(ask_of_edit(&message, "Hello".to_owned()), AskKind::Again(id) if id == message.id));
        for other in ["hello", "Hello ", ""] {
            let ask = ask_of_edit(&message, other.to_owned());
            assert!(matches!(ask, AskKind::Edit(id, text) if id == message.id && text == other), "{other:?}");
        }
    }
}

//! What can be done with one message: editing it, answering again, going another way, forking, forgetting, erasing.

use super::{Chat, loading::PAGE, turn::Ask};
use crate::{
    browser,
    texts::{answers::answers, message::message as texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    fork::Fork,
    id::{BranchId, ConversationId, MessageId},
    message::Message,
};
use std::sync::Arc;

/// What is open about one message, and where the ways part.
#[derive(Clone, Copy)]
pub struct MessageActions {
    /// The forks on the path that is shown.
    pub forks: RwSignal<Vec<Fork>>,
    /// The message that is being edited.
    pub edited: RwSignal<Option<MessageId>>,
    /// The message whose menu is open.
    pub menu: RwSignal<Option<Arc<Message>>>,
    /// What was typed into an edit that was left: it is there again when that message is edited again.
    kept: StoredValue<Vec<(MessageId, String)>>,
}

impl MessageActions {
    /// Nothing open.
    pub fn new() -> Self {
        Self {
            forks: RwSignal::new(Vec::new()),
            edited: RwSignal::new(None),
            menu: RwSignal::new(None),
            kept: StoredValue::new(Vec::new()),
        }
    }

    /// What was typed the last time this message was edited.
    pub fn kept(self, message: MessageId) -> Option<String> {
        self.kept.with_value(|kept| kept.iter().find(|(of, _)| *of == message).map(|(_, text)| text.clone()))
    }

    /// Leaves the edit; what was typed is kept.
    pub fn leave_edit(self, message: MessageId, typed: Option<String>) {
        self.kept.update_value(|kept| {
            kept.retain(|(of, _)| *of != message);
            kept.extend(typed.map(|typed| (message, typed)));
        });
        self.edited.set(None);
    }
}

impl Chat {
    /// Sends a message of the user again with other words. Without a change it is answered again.
    pub fn edit(self, message: &Message, text: String) {
        let ask = if text == message.text() { Ask::Again(message.id) } else { Ask::Edit(message.id, text) };
        self.ask(ask);
    }

    /// Makes a reply again, or the one to a message of the user.
    pub fn regenerate(self, message: MessageId) {
        self.ask(Ask::Again(message));
    }

    /// Shows another way at a fork. The button of `focus` keeps the focus.
    pub fn show_branch(self, sequence: Sequence, sibling: BranchId, focus: String) {
        self.act(async move |chat: Chat, id| {
            chat.storage.session().switch_branch(id, sibling, sequence).await?;
            chat.refresh(id).await;
            browser::focus_next_frame(focus);
            Ok(None)
        });
    }

    /// Makes a conversation of the path up to a message, and opens it.
    pub fn fork_from(self, message: MessageId) {
        self.composer.save_if_due(self);
        self.act(async move |chat: Chat, id| {
            let session = chat.storage.session();
            let new = session.fork_conversation(id, message).await?;
            if untrack(|| chat.is_temporary()) {
                chat.hold_temporary(new).await;
            }
            chat.show(session.open(new, PAGE).await?, true).await;
            chat.notices.say(texts().forked);
            browser::focus_next_frame("composer");
            Ok(Some(new))
        });
    }

    /// Forgets what lies before a place.
    pub fn forget_before(self, before: Sequence) {
        let notice = answers().afresh_here.to_owned();
        self.change(async move |session, id| session.forget_before(id, before).await.map(|()| notice), true);
    }

    /// Erases a message the user confirmed. It cannot be taken back.
    pub fn erase_message(self, message: MessageId) {
        self.act(async move |chat: Chat, id| {
            chat.storage.session().erase_message(message).await?;
            chat.refresh(id).await;
            chat.notices.say(texts().erased);
            browser::focus_next_frame("composer");
            Ok(None)
        });
    }

    /// Does something that no reply may come into meanwhile, in this tab or another. It may name another conversation that
    /// it changed.
    fn act<F>(self, step: F)
    where
        F: AsyncFnOnce(Chat, ConversationId) -> Result<Option<ConversationId>, ricordo_core::error::Error> + 'static,
    {
        let Some(id) = self.id() else { return };
        if untrack(|| self.is_streaming()) {
            return self.notices.trouble(texts().busy);
        }
        spawn_local(async move {
            let Some(_lock) = self.alone_in(id).await else {
                return self.notices.trouble(texts().busy_elsewhere);
            };
            match step(self, id).await {
                Ok(other) => self.storage.changed(other.unwrap_or(id)),
                Err(error) => self.storage.report(&error),
            }
        });
    }
}

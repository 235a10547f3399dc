//! Where a step is recorded that is not about the open conversation, such as deleting a project. Undo finds it in the open one.
//! A temporary chat is erased with its steps, so while one is open, the step is recorded in a conversation that stays.

use super::{Chat, commands::Done, opening::title_of};
use crate::{
    loaded::Boxed,
    state::PageSession,
    texts::conversations::{conversations, list_notices},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{conversation::Conversation, error::Error, id::ConversationId};

/// A step that is given the conversation in which it is recorded.
type Recorded = Box<dyn FnOnce(ConversationId) -> Boxed<Result<Done, Error>>>;

impl Chat {
    /// Like [`Chat::change_then`], with Undo, for a step that is not about the open conversation.
    pub(super) fn change_recorded<F>(self, step: F, then: impl FnOnce() + 'static)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<String, Error> + 'static,
    {
        let session = self.storage.session();
        let step = move |of: ConversationId| -> Boxed<Result<Done, Error>> {
            Box::pin(self.done(of, Box::pin(async move { step(session, of).await }), true))
        };
        self.record(None, Box::new(step), Box::new(then));
    }

    /// Like [`Chat::change_recorded`], for a step about one conversation that may change nothing. Then it offers no Undo, which
    /// would undo an earlier step.
    pub(super) fn change_if_needed<F>(self, about: ConversationId, step: F, then: impl FnOnce() + 'static)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<Done, Error> + 'static,
    {
        let session = self.storage.session();
        let step = move |of: ConversationId| -> Boxed<Result<Done, Error>> {
            Box::pin(async move { step(session, of).await })
        };
        self.record(Some(about), Box::new(step), Box::new(then));
    }

    /// What both do for every step. Not generic: each step would bring a copy. A step `about` a temporary chat goes with it.
    fn record(self, about: Option<ConversationId>, step: Recorded, then: Box<dyn FnOnce()>) {
        let Some(open) = self.id() else { return };
        spawn_local(async move {
            let recorder = if about == Some(open) { Ok(open) } else { self.recorder(open, &[]).await };
            let of = match recorder {
                Ok(of) => of,
                Err(error) => return self.storage.report(&error),
            };
            let step = step(of);
            let named = async move {
                step.await.map(|done| match done.undo {
                    Some(_) => Done { text: self.with_recorder(of, done.text), undo: done.undo },
                    None => done,
                })
            };
            self.finished(of, Box::pin(named), then).await;
            if of != open {
                self.refresh(open).await;
            }
        });
    }

    /// The conversation in which a step is recorded while `open` is: that one, or if it is temporary, the first in the list
    /// that stays. `gone`: what the step deletes.
    pub(super) async fn recorder(self, open: ConversationId, gone: &[ConversationId]) -> Result<ConversationId, Error> {
        if !self.is_held_temporary(open) {
            return Ok(open);
        }
        let session = self.storage.session();
        match lasting(&session.conversations_but_damaged().await?, gone) {
            Some(lasting) => Ok(lasting),
            None => Ok(session.new_conversation().await?.conversation.id),
        }
    }

    /// Says what a step did that is recorded in `of`, and offers Undo.
    pub(super) async fn say_recorded(self, of: ConversationId, text: impl Into<String>) {
        let text = self.with_recorder(of, text.into());
        self.say_done(of, text).await;
    }

    /// Says what was deleted, and that `/undo` in `of` takes it back.
    pub(super) async fn say_deleted(self, of: ConversationId, text: String) {
        let text = format!("{text} {}", self.named(of, list_notices().undo_in));
        self.say_done(of, text).await;
    }

    /// Adds where a step is recorded, if that is not open.
    fn with_recorder(self, of: ConversationId, text: String) -> String {
        if self.id() == Some(of) { text } else { format!("{text} {}", self.named(of, list_notices().undo_there)) }
    }

    /// A sentence with the title of a conversation.
    fn named(self, of: ConversationId, sentence: &str) -> String {
        let title = self.storage.conversations.with_untracked(|all| title_of(all, of));
        sentence.replace("{}", title.as_deref().unwrap_or(conversations().untitled))
    }
}

/// The first conversation of the list that stays, without its archive.
fn lasting(listed: &[Conversation], gone: &[ConversationId]) -> Option<ConversationId> {
    listed.iter().find(|one| !one.temporary && !one.archived && !gone.contains(&one.id)).map(|one| one.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, conversation_id};
    use ricordo_core::time::Timestamp;

    #[test]
    fn what_is_done_beside_a_temporary_chat_is_recorded_in_a_listed_conversation_that_stays() {
        let mut listed: Vec<Conversation> = (1..=4).map(|number| conversation(number, "", Timestamp(0))).collect();
        (listed[0].temporary, listed[2].archived) = (true, true);
        let lasting = |gone: &[u8]| {
            let gone: Vec<_> = gone.iter().map(|number| conversation_id(*number)).collect();
            lasting(&listed, &gone)
        };
        assert_eq!(lasting(&[4]), Some(conversation_id(2)));
        assert_eq!(lasting(&[2]), Some(conversation_id(4)), "neither the deleted one nor one in the archive");
        assert_eq!(lasting(&[2, 4]), None);
    }
}

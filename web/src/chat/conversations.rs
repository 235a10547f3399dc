//! Operations on whole conversations: renaming, deleting, clearing, erasing. Also opens a message in any conversation.

use super::Chat;
use crate::{
    browser,
    state::{Erasure, PageSession, edits::erase_edits, heading_of, page_read::PAGE},
    texts::{self, answers::answers, choosing::choosing, conversations::list_notices as list_texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    conversation::Conversation, error::Error, id::ConversationId, memory::MemorySource, message::Message,
    session::Kept, snapshot::Snapshot, store::Store,
};

impl Chat {
    /// Renames a conversation, in which the step is recorded.
    pub fn rename(self, id: ConversationId, title: String) {
        let session = self.storage.session();
        let step = async move { session.rename(id, &title).await.map(|()| list_texts().renamed.to_owned()) };
        self.finish_change(id, Box::pin(step), true, Box::new(|| ()));
    }

    /// Deletes a conversation. If it is open, the next one in the list is opened first, because Undo is offered there.
    pub fn delete(self, id: ConversationId) {
        self.composer.save_if_due(self);
        spawn_local(async move {
            match self.deleted(id).await {
                Ok(Some((sentence, of))) => self.say_deleted(of, sentence).await,
                Ok(None) => self.notices.say(list_texts().only_one),
                Err(error) => self.storage.report(&error),
            }
            self.storage.changed(id);
            // The pressed button disappears with its row.
            browser::focus_next_frame("new-conversation");
        });
    }

    /// Deletes a conversation. Returns what to say, and the conversation in which Undo restores it; `None` if it is the only one.
    async fn deleted(self, id: ConversationId) -> Result<Option<(String, ConversationId)>, Error> {
        let session = self.storage.session();
        let listed = session.conversations_but_damaged().await?;
        let title = listed.iter().find(|listed| listed.id == id).map(|listed| listed.title.clone()).unwrap_or_default();
        let (of, next) = match self.id().filter(|open| *open != id) {
            Some(open) => (self.recorder(open, &[id]).await?, None),
            None => {
                let snapshot = match nearest(&listed, id, &[id]) {
                    Some(next) => session.open(next, PAGE).await?,
                    None => session.new_conversation().await?,
                };
                (snapshot.conversation.id, Some(snapshot))
            }
        };
        if of == id {
            return Ok(None);
        }
        session.delete_conversation(id, of).await?;
        self.turns.stop(id);
        if let Some(next) = next {
            self.show(next, false).await;
        }
        Ok(Some((deleted(&title), of)))
    }

    /// Deletes several conversations with one step. If the open one is among them, the next that stays is opened first,
    /// because Undo is offered there.
    pub fn delete_several(self, ids: Vec<ConversationId>) {
        self.composer.save_if_due(self);
        spawn_local(async move {
            match self.several_deleted(&ids).await {
                Ok((0, _)) => self.notices.say(list_texts().only_one),
                Ok((count, of)) => {
                    self.say_deleted(of, choosing().deleted.say(count as u64)).await;
                    self.several_changed().await;
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Deletes conversations. Returns how many, and the conversation in which Undo restores them.
    async fn several_deleted(self, ids: &[ConversationId]) -> Result<(usize, ConversationId), Error> {
        let session = self.storage.session();
        if let Some(open) = self.id().filter(|id| !ids.contains(id)) {
            let of = self.recorder(open, ids).await?;
            let ids: Vec<_> = ids.iter().copied().filter(|id| *id != of).collect();
            return Ok((self.stop_and_delete(&ids, of).await?, of));
        }
        let listed = session.conversations_but_damaged().await?;
        let snapshot = match self.id().and_then(|id| nearest(&listed, id, ids)) {
            Some(next) => session.open(next, PAGE).await?,
            // An empty conversation is used again, even if it was to be deleted.
            None => session.new_conversation().await?,
        };
        let open = snapshot.conversation.id;
        let ids: Vec<_> = ids.iter().copied().filter(|id| *id != open).collect();
        let count = self.stop_and_delete(&ids, open).await?;
        if count > 0 {
            self.show(snapshot, false).await;
        }
        Ok((count, open))
    }

    /// Deletes conversations with one step, which is recorded in `of`. Their replies are stopped: nobody sees them any more.
    async fn stop_and_delete(self, ids: &[ConversationId], of: ConversationId) -> Result<usize, Error> {
        let count = self.storage.session().delete_conversations(ids, of).await?;
        ids.iter().for_each(|id| self.turns.stop(*id));
        Ok(count)
    }

    /// Pins a conversation to the top of the list, or unpins it.
    pub fn pin_conversation(self, id: ConversationId, pinned: bool) {
        let notice = if pinned { list_texts().now_pinned } else { list_texts().now_unpinned };
        self.change_listed(id, notice, async move |session, from| session.pin_conversation(id, pinned, from).await);
    }

    /// Archives a conversation, or moves it back to the list.
    pub fn archive(self, id: ConversationId, archived: bool) {
        let notice = if archived { list_texts().now_archived } else { list_texts().now_restored };
        self.change_listed(id, notice, async move |session, from| session.archive(id, archived, from).await);
    }

    /// Sets the tags of a conversation.
    pub fn tag(self, id: ConversationId, tags: Vec<String>) {
        let listed = self.storage.conversations;
        if listed.with_untracked(|all| all.iter().any(|one| one.id == id && one.tags == tags)) {
            return;
        }
        self.change_listed(id, list_texts().now_tagged, async move |session, from| session.tag(id, tags, from).await);
    }

    /// Changes a conversation's state in the list.
    pub(super) fn change_listed<F>(self, id: ConversationId, notice: impl Into<String>, step: F)
    where
        F: AsyncFnOnce(PageSession, ConversationId) -> Result<(), Error> + 'static,
    {
        let notice = notice.into();
        let step = async move |session, from| step(session, from).await.map(|()| notice);
        self.change_recorded(step, move || self.listed_changed(id));
    }

    /// Shows the list again after a conversation changed in it.
    pub(super) fn listed_changed(self, id: ConversationId) {
        self.storage.announce_change(id);
        spawn_local(async move {
            self.storage.refresh_list().await;
            // The row moves to another group or disappears, and the focused element with it.
            let listed = self.storage.conversations;
            let project = listed.with_untracked(|all| all.iter().find(|one| one.id == id).and_then(|one| one.project));
            let group = project.map(heading_of).unwrap_or_default();
            browser::focus_if_lost([browser::more_actions_of(id), group, "new-conversation".to_owned()]);
        });
    }

    /// Opens the source message of a memory, in whatever conversation it is.
    pub fn show_source(self, source: MemorySource) {
        self.composer.save_if_due(self);
        spawn_local(async move {
            match self.message_of(source).await {
                Ok(Some(message)) => self.loader.go_to(message.id, message.sequence),
                Ok(None) => self.notices.say(answers().source_gone),
                Err(error) => self.storage.report(&error),
            }
        });
    }

    async fn message_of(self, source: MemorySource) -> Result<Option<Message>, Error> {
        let session = self.storage.session();
        let Some(message) = session.store().message(source.message).await? else {
            return Ok(None);
        };
        if self.id() != Some(source.conversation) {
            let snapshot = session.open(source.conversation, PAGE).await?;
            if snapshot.conversation.deleted_at.is_some() || self.is_in_another_tab(&snapshot.conversation) {
                return Ok(None);
            }
            self.show(snapshot, true).await;
        }
        Ok(Some(message))
    }

    /// Removes all messages from the open conversation.
    pub(super) fn clear(self) {
        let Some(id) = self.id() else { return };
        let session = self.storage.session();
        self.finish_alone(id, Box::pin(async move { session.clear(id).await.map(|()| answers().cleared.to_owned()) }));
    }

    /// Starts a new conversation in the project of the open one. Asks first if older ones are to be erased.
    pub(super) fn new_by_command(self, erase: bool) {
        if erase || self.connection.settings.with_untracked(|settings| settings.erase_on_new) {
            self.panels.ask_to_erase(Erasure::All);
        } else {
            self.start_in(untrack(|| self.connection.with_project_of_open(|project| project.id)));
        }
    }

    /// Erases what the user confirmed. `kept` applies to [`Erasure::All`]. It cannot be undone.
    pub fn erase(self, what: Erasure, kept: Kept) {
        if self.waits_for_reply() {
            return;
        }
        if let Erasure::Message(message) = what {
            return self.erase_message(message);
        }
        let Some(id) = self.id() else { return };
        spawn_local(async move {
            // Another tab may be receiving a reply in it.
            let lock = self.alone_in(id).await;
            if lock.is_none() {
                return self.notices.trouble(texts::message::message().busy_elsewhere);
            }
            match self.erased(id, what, kept).await {
                Ok((snapshot, notice)) => {
                    self.show(snapshot, false).await;
                    self.notices.say(notice);
                    self.storage.changed(id);
                    browser::focus_next_frame("composer");
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    async fn erased(self, id: ConversationId, what: Erasure, kept: Kept) -> Result<(Snapshot, &'static str), Error> {
        let session = self.storage.session();
        match what {
            Erasure::Message(message) => {
                session.erase_message(message).await?;
                Ok((session.open(id, PAGE).await?, texts::message::message().erased))
            }
            Erasure::This => {
                session.erase_conversation(id).await?;
                erase_edits(Some(id));
                // The next one may be unreadable. What was erased must not stay on screen because of that.
                let next = match session.open_readable(PAGE).await? {
                    Some(next) => next,
                    None => session.new_conversation().await?,
                };
                Ok((next, answers().erased))
            }
            Erasure::All => {
                let fresh = session.new_and_erase(kept).await?;
                erase_edits(None);
                Ok((fresh, answers().all_erased))
            }
        }
    }

    /// Refuses while a reply is arriving, because it would be written to a conversation that is being erased.
    fn waits_for_reply(self) -> bool {
        let waits = untrack(|| self.turns.is_any());
        if waits {
            self.notices.trouble(answers().reply_coming);
        }
        waits
    }
}

/// What is shown once the conversation with this title was deleted.
fn deleted(title: &str) -> String {
    let texts = list_texts();
    if title.is_empty() { texts.deleted.to_owned() } else { texts.deleted_that.replace("{}", title) }
}

/// The conversation that is opened in place of one that is deleted with `gone`: the nearest below it in the list that stays,
/// or else above it. One in the archive only if all others are there.
fn nearest(listed: &[Conversation], id: ConversationId, gone: &[ConversationId]) -> Option<ConversationId> {
    let at = listed.iter().position(|listed| listed.id == id).unwrap_or(0);
    let find = |archived: bool| {
        let stays = |one: &&Conversation| !one.temporary && one.archived == archived && !gone.contains(&one.id);
        listed[at..].iter().find(stays).or_else(|| listed[..at].iter().rev().find(stays)).map(|one| one.id)
    };
    find(false).or_else(|| find(true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{conversation, conversation_id};
    use ricordo_core::time::Timestamp;

    #[test]
    fn after_a_deletion_the_next_conversation_below_or_above_is_opened() {
        let listed: Vec<Conversation> = (1..=3).map(|number| conversation(number, "", Timestamp(0))).collect();
        let next = |of: u8| nearest(&listed, conversation_id(of), &[conversation_id(of)]);
        assert_eq!([next(1), next(2), next(3)], [2, 3, 2].map(|number| Some(conversation_id(number))));
        assert_eq!(next(9), Some(conversation_id(1)), "a temporary one, which is in no list");
        let only = [conversation_id(1)];
        assert_eq!(nearest(&listed[..1], only[0], &only), None, "the only one");
        assert_eq!(nearest(&[], only[0], &only), None);
    }

    #[test]
    fn after_several_deletions_the_nearest_that_stays_is_opened_and_one_in_the_archive_last() {
        let mut listed: Vec<Conversation> = (1..=5).map(|number| conversation(number, "", Timestamp(0))).collect();
        let nearest = |listed: &[Conversation], of: u8, gone: &[u8]| {
            let gone: Vec<_> = gone.iter().map(|number| conversation_id(*number)).collect();
            nearest(listed, conversation_id(of), &gone)
        };
        assert_eq!(nearest(&listed, 2, &[2, 3]), Some(conversation_id(4)), "below");
        assert_eq!(nearest(&listed, 4, &[3, 4, 5]), Some(conversation_id(2)), "above");
        assert_eq!(nearest(&listed, 3, &[1, 2, 3, 4, 5]), None);
        (listed[2].archived, listed[3].temporary) = (true, true);
        assert_eq!(nearest(&listed, 2, &[2]), Some(conversation_id(5)), "below the archived and the temporary one");
        assert_eq!(nearest(&listed, 5, &[5]), Some(conversation_id(2)), "above them");
        assert_eq!(nearest(&listed, 2, &[1, 2, 5]), Some(conversation_id(3)), "all that stay are in the archive");
    }

    #[test]
    fn a_deleted_conversation_is_named_if_it_has_a_title() {
        use crate::texts::{UiLanguage, speak};
        for language in UiLanguage::all() {
            speak(language);
            let (named, unnamed) = (deleted("Rome {}"), deleted(""));
            assert!(named.contains("Rome {}") && named.matches("{}").count() == 1, "{named}");
            assert_eq!(unnamed, list_texts().deleted, "no empty quotation marks");
        }
    }
}

//! Opens conversations and shows them: at the start, from the list, and again after they changed.

use super::Chat;
use crate::{
    browser, mount,
    state::{
        Connection, PageSession, Step, Unread,
        deferred::{opened, readable},
        known::known,
    },
    texts::conversations::conversations,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{IndexedDbStore, locks};
use ricordo_core::{
    conversation::Conversation,
    error::{Error, StoreError},
    fork::forks,
    id::{ConversationId, ProjectId},
    maintenance::Job,
    message::Message,
    record::Record,
    snapshot::Snapshot,
};
use std::mem::replace;

impl Chat {
    /// Title of the conversation that a background job works on; `None` if that is the open conversation.
    pub fn title_elsewhere(self, job: Job) -> Option<String> {
        let of = job.conversation().filter(|of| self.id() != Some(*of))?;
        self.storage.conversations.with_untracked(|all| title_of(all, of))
    }

    /// Opens the conversation named in the page's address, or the one used last.
    pub async fn open_first(self) {
        let mut opened = self.addressed_or_latest().await;
        let mut damage = None;
        if opened.as_ref().is_err_and(Unread::is_of_a_record) {
            // The rest is stored and can be used: the next conversation that can be read opens.
            let readable = self.readable_or_new().await;
            damage = replace(&mut opened, readable).err();
        }
        if let Err(unread @ (Unread::NotLoaded | Unread::Failed(Error::Store(_)))) = &opened {
            // Nothing can be read, or no conversation created: one in memory is better than none.
            self.storage.go_on_in_memory(self.known(), unread.of_storage()).await;
            damage = None;
            opened = self.latest().await;
        }
        match opened {
            Ok(First { snapshot, is_new }) => {
                let id = snapshot.conversation.id;
                self.show(snapshot, false).await;
                if is_new {
                    // It was created without what else is stored.
                    spawn_local(self.refresh(id));
                }
            }
            Err(unread) => self.storage.report_unread(&unread),
        }
        if let Some(damage) = damage {
            self.storage.report_unread(&damage);
        }
    }

    async fn addressed_or_latest(self) -> Result<First, Unread> {
        if let Some(id) = browser::conversation() {
            let opened = opened(self.storage.session(), id).await;
            if self.may_show(&opened) {
                return opened.map(First::stored);
            }
        }
        self.latest().await
    }

    /// The conversation used last that can be read, or a new one.
    async fn readable_or_new(self) -> Result<First, Unread> {
        let session = self.storage.session();
        match readable(session.clone(), true).await?.opened {
            Some(snapshot) => Ok(First::stored(snapshot)),
            None => self.begun(session).await,
        }
    }

    async fn begun(self, session: PageSession) -> Result<First, Unread> {
        Ok(First { snapshot: session.begin_conversation().await?, is_new: true })
    }

    /// The conversation used last, or a new one, which needs no code that is loaded later.
    async fn latest(self) -> Result<First, Unread> {
        let session = self.storage.session();
        match session.latest().await? {
            Some(latest) => opened(session, latest).await.map(First::stored),
            None => self.begun(session).await,
        }
    }

    /// Opens a conversation.
    pub fn open(self, id: ConversationId) {
        self.panels.close_list();
        if self.id() == Some(id) {
            return;
        }
        self.composer.save_if_due(self);
        spawn_local(async move {
            let opened = opened(self.storage.session(), id).await;
            if !self.may_show(&opened) {
                return self.refuse(id);
            }
            match opened {
                Ok(snapshot) => {
                    self.show(snapshot, true).await;
                    // Idle work asks for consent in the conversation that it concerns. Before the page is idle for the first
                    // time, it is scheduled then.
                    if self.is_whole.get_untracked() {
                        self.step(Step::ScheduleWork);
                    }
                }
                Err(unread) => self.storage.report_unread(&unread),
            }
        });
    }

    /// Whether this tab may show what was opened.
    fn may_show(self, opened: &Result<Snapshot, Unread>) -> bool {
        let is_elsewhere = opened.as_ref().is_ok_and(|snapshot| self.is_in_another_tab(&snapshot.conversation));
        is_there(opened) && !is_elsewhere
    }

    /// Says that a conversation is not there any more. Its address, which "back" may have led to, is replaced.
    fn refuse(self, id: ConversationId) {
        if let Some(open) = self.id()
            && browser::conversation() == Some(id)
        {
            browser::show_conversation(open, false);
        }
        self.storage.report(&Error::NoConversation);
    }

    /// Starts a new conversation in no project.
    pub fn start_new(self) {
        self.start_in(None);
    }

    /// Starts a new conversation in a project, or in none.
    pub fn start_in(self, project: Option<ProjectId>) {
        self.panels.close_list();
        self.composer.save_if_due(self);
        self.step(Step::StartIn(project));
    }

    pub(super) async fn begin_in(self, project: Option<ProjectId>) {
        match self.storage.session().new_conversation_in(project).await {
            Ok(snapshot) => {
                self.show(snapshot, true).await;
                self.storage.refresh_list().await;
                browser::focus_next_frame("composer");
            }
            Err(error) => self.storage.report(&error),
        }
    }

    /// Reloads the conversation `id`, if it is open, and shows what changed.
    pub async fn refresh(self, id: ConversationId) {
        while self.id() == Some(id) {
            let changes = self.transcript.changes();
            match self.loader.read_again(id).await {
                // A turn changed it while it was read, or another conversation was opened.
                Ok(_) if self.transcript.changes() != changes => {}
                Ok((snapshot, messages)) => return self.take(snapshot, messages),
                Err(unread) => return self.storage.report_unread(&unread),
            }
        }
    }

    /// Switches to memory when the browser closes the database.
    pub async fn watch(self, store: IndexedDbStore) {
        store.closed().await;
        // The removed element closed it.
        if mount::has_ended() {
            return;
        }
        self.storage.go_on_in_memory(self.known(), Some(&StoreError::Closed)).await;
        if self.has_queue.get_untracked() || !self.transcript.unsaved().is_empty() {
            self.step(Step::KeepInMemory);
        }
    }

    /// Stores what has arrived so far. Called when the page is about to close.
    pub fn save_now(self) {
        self.composer.leave(self);
        self.loader.keep_place();
        self.turns.save();
    }

    /// Shows a conversation at its end, or at the position where the user left it.
    pub(super) async fn show(self, snapshot: Snapshot, as_new_entry: bool) {
        let left = self.loader.left_at(snapshot.conversation.id).await;
        self.loader.keep_place();
        let Conversation { id, title, temporary, .. } = &snapshot.conversation;
        let before = self
            .conversation
            .with_untracked(|open| open.as_ref().filter(|open| open.temporary && open.id != *id).map(|open| open.id));
        before.into_iter().for_each(|before| self.step(Step::EndTemporary(before)));
        if !temporary {
            // A temporary conversation leaves no trace in the browser's history.
            browser::show_conversation(*id, as_new_entry);
        }
        mount::tell("conversation", &["id", &id.to_string(), "title", title]);
        self.notices.dismiss();
        self.inspection.clear();
        if self.id() != Some(*id) {
            self.panels.dialogs.leave_conversation();
        }
        let (place, messages) = left.unzip();
        self.transcript.begin(&snapshot, place);
        self.loader.read_first(&snapshot);
        // What was typed while the other one was read.
        self.composer.save_if_due(self);
        self.composer.open(*id, snapshot.composer_draft.clone());
        self.actions.edited.set(None);
        self.take(snapshot, messages);
        self.composer.settle(self);
    }

    /// Shows the stored state: `messages`, or the end of the conversation if `None`. Rows that are already loaded stay.
    fn take(self, snapshot: Snapshot, messages: Option<Vec<Message>>) {
        let id = snapshot.conversation.id;
        let is_left_behind = snapshot.reply_draft.is_some() && !self.runs(id);
        self.remember_open(&snapshot);
        self.transcript.show(snapshot, messages, self.turns.row_in(id));
        if is_left_behind {
            self.step(Step::Recover(id));
        }
    }

    /// Waits until no tab receives the reply any more. If its tab was closed, the draft becomes a message.
    pub(super) fn recover_when_free(self, id: ConversationId) {
        if !self.turns.wait_elsewhere(id) {
            return;
        }
        spawn_local(async move {
            let guard = locks::hold(&locks::turn(&self.storage.name.get_value(), id)).await;
            self.turns.ended_elsewhere(id);
            let recovered = self.storage.session().recover(id).await;
            drop(guard);
            match recovered {
                Ok(Some(_)) => self.storage.changed(id),
                Ok(None) => {}
                Err(error) => self.storage.report(&error),
            }
            self.refresh(id).await;
        });
    }

    /// Remembers the stored state of the open conversation, except its messages.
    pub(super) fn remember_shape(self, snapshot: Snapshot) {
        self.remember_open(&snapshot);
        self.transcript.know(snapshot);
    }

    fn remember_open(self, snapshot: &Snapshot) {
        self.conversation.set(Some(snapshot.conversation.clone()));
        let forks = forks(&snapshot.branches, snapshot.conversation.active_branch);
        if self.actions.forks.with_untracked(|known| *known != forks) {
            self.actions.forks.set(forks);
        }
    }

    /// Everything this tab knows about the open conversation and the settings, as records.
    fn known(self) -> Vec<Record> {
        let Connection { settings, providers, projects, .. } = self.connection;
        let open = self.transcript.with_snapshot(Clone::clone).map(|snapshot| Snapshot {
            conversation: self.conversation.get_untracked().unwrap_or(snapshot.conversation),
            ..snapshot
        });
        let messages = self.transcript.rows.with_untracked(|rows| {
            let stored = rows.iter().filter_map(|row| row.message.get_untracked());
            stored.map(|message| (*message).clone()).collect()
        });
        known(settings.get_untracked(), providers.get_untracked(), projects.get_untracked(), open, messages)
    }
}

/// The conversation that is shown at the start.
struct First {
    snapshot: Snapshot,
    /// Whether it was created just now.
    is_new: bool,
}

impl First {
    fn stored(snapshot: Snapshot) -> Self {
        Self { snapshot, is_new: false }
    }
}

/// Title of a conversation as the list shows it; `None` if it is not in the list.
pub(super) fn title_of(listed: &[Conversation], id: ConversationId) -> Option<String> {
    let title = &listed.iter().find(|one| one.id == id)?.title;
    Some(if title.is_empty() { conversations().untitled.to_owned() } else { title.clone() })
}

/// Whether the conversation of an address is shown: if it exists, and if reading it fails, which is reported. A deleted one
/// opens only after it was restored.
fn is_there(opened: &Result<Snapshot, Unread>) -> bool {
    match opened {
        Ok(snapshot) => snapshot.conversation.deleted_at.is_none(),
        Err(unread) => *unread != Unread::Failed(Error::NoConversation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::snapshot;
    use ricordo_core::time::Timestamp;

    #[test]
    fn an_address_opens_its_conversation_unless_that_was_deleted_or_never_existed() {
        let mut deleted = snapshot(Vec::new());
        deleted.conversation.deleted_at = Some(Timestamp(1));
        assert!(is_there(&Ok(snapshot(Vec::new()))));
        assert!(!is_there(&Ok(deleted)) && !is_there(&Err(Error::NoConversation.into())));
        for unread in [StoreError::Closed.into(), Unread::NotLoaded] {
            assert!(is_there(&Err(unread)), "the page goes on in memory and says so");
        }
    }

    #[test]
    fn work_in_another_conversation_is_named_by_its_title_also_where_it_has_none() {
        use crate::{
            state::testing::{conversation, conversation_id},
            texts::{UiLanguage, speak},
        };
        let listed = [conversation(1, "Rome", Timestamp(0)), conversation(2, "", Timestamp(0))];
        for language in UiLanguage::all() {
            speak(language);
            let title = |number| title_of(&listed, conversation_id(number));
            assert_eq!((title(1).as_deref(), title(3)), (Some("Rome"), None));
            assert_eq!(title(2).as_deref(), Some(conversations().untitled), "as in the list");
        }
    }
}

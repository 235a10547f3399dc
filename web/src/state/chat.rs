//! The open conversation: what is on screen, and everything that changes it except a turn (see [`super::turn`]).

use super::{
    Chips, Composer, Connection, Inspection, Notices, Panels, Storage, Upkeep,
    rows::{Row, divider_at, merge},
    turn::Running,
};
use crate::browser;
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{IndexedDbStore, locks};
use ricordo_core::{
    branch::Sequence,
    conversation::Conversation,
    error::{Error, StoreError},
    id::{ConversationId, MessageId},
    mark::{self, Mark, MarkKind},
    message::Message,
    record::Record,
    snapshot::Snapshot,
};

/// How many messages are shown when a conversation is opened, and how many more by each step up.
pub const PAGE: u32 = 50;

/// The open conversation.
#[derive(Clone, Copy)]
pub struct Chat {
    /// The conversation; `None` until the first one is open.
    pub conversation: RwSignal<Option<Conversation>>,
    /// What is on screen, oldest first.
    pub rows: RwSignal<Vec<Row>>,
    /// From which sequence on the model sees messages.
    pub boundary: RwSignal<Option<Sequence>>,
    /// Whether there are messages before those on screen.
    pub has_older: RwSignal<bool>,
    /// The messages that are muted or pinned.
    pub marks: RwSignal<Vec<Mark>>,
    /// What tools did in the open conversation.
    pub chips: Chips,
    /// The turns that run in this tab, in any conversation.
    pub running: RwSignal<Vec<Running>, LocalStorage>,
    /// Raised by one when the stored conversation changed.
    pub version: RwSignal<u64>,
    /// Where it is stored.
    pub storage: Storage,
    /// Who answers.
    pub connection: Connection,
    /// What is typed.
    pub composer: Composer,
    /// What the model sees.
    pub inspection: Inspection,
    /// What just happened.
    pub notices: Notices,
    /// What is open beside it.
    pub panels: Panels,
    /// What is done while nobody waits.
    pub upkeep: Upkeep,
    /// Replies that could not be stored yet.
    pub(super) unsaved: StoredValue<Vec<Message>>,
    snapshot: StoredValue<Option<Snapshot>>,
    next_key: StoredValue<u64>,
    /// Conversations in which this tab waits for another one's reply to end.
    waiting: StoredValue<Vec<ConversationId>>,
    loading_older: StoredValue<bool>,
}

impl Chat {
    /// Nothing open yet.
    pub fn new(storage: Storage, connection: Connection, notices: Notices, panels: Panels) -> Self {
        Self {
            conversation: connection.conversation,
            rows: RwSignal::new(Vec::new()),
            boundary: RwSignal::new(None),
            has_older: RwSignal::new(false),
            marks: RwSignal::new(Vec::new()),
            chips: Chips::new(),
            running: RwSignal::new_local(Vec::new()),
            version: RwSignal::new(0),
            storage,
            connection,
            composer: Composer::new(notices),
            inspection: Inspection::new(),
            notices,
            panels,
            upkeep: Upkeep::new(),
            unsaved: StoredValue::new(Vec::new()),
            snapshot: StoredValue::new(None),
            next_key: StoredValue::new(0),
            waiting: StoredValue::new(Vec::new()),
            loading_older: StoredValue::new(false),
        }
    }

    /// The open conversation's id.
    pub fn id(self) -> Option<ConversationId> {
        self.conversation.with_untracked(|open| open.as_ref().map(|open| open.id))
    }

    /// Whether a reply comes in the open conversation, in this tab.
    pub fn is_streaming(self) -> bool {
        let id = self.conversation.with(|open| open.as_ref().map(|open| open.id));
        self.running.with(|running| running.iter().any(|turn| Some(turn.conversation) == id))
    }

    /// Where the divider of `/forget` stands: before the row of this index.
    pub fn divider(self) -> Option<usize> {
        let sequences = self.rows.with(|rows| rows.iter().map(|row| row.sequence.get()).collect::<Vec<_>>());
        divider_at(&sequences, self.boundary.get())
    }

    /// What the user marked a message as.
    pub fn mark_of(self, message: MessageId) -> Option<MarkKind> {
        self.marks.with(|marks| mark::of(marks, message))
    }

    /// Opens the conversation of the address, or the one that was used last.
    pub async fn open_first(self) {
        match self.first().await {
            Err(Error::Store(reason)) => {
                // No conversation can be read or made there: one in memory is better than none.
                self.storage.go_on_in_memory(self.known(), &reason).await;
                match self.first().await {
                    Ok(snapshot) => self.show(snapshot, false),
                    Err(error) => self.storage.report(&error),
                }
            }
            Ok(snapshot) => self.show(snapshot, false),
            Err(error) => self.storage.report(&error),
        }
    }

    async fn first(self) -> Result<Snapshot, Error> {
        let session = self.storage.session();
        if let Some(id) = browser::conversation() {
            match session.open(id, PAGE).await {
                Err(Error::NoConversation) => {}
                // Deleted ones open only when they were brought back.
                Ok(snapshot) if snapshot.conversation.deleted_at.is_some() => {}
                other => return other,
            }
        }
        session.open_latest(PAGE).await
    }

    /// Opens a conversation.
    pub fn open(self, id: ConversationId) {
        self.panels.list.set(false);
        if self.id() == Some(id) {
            return;
        }
        self.composer.save_if_due(self);
        spawn_local(async move {
            match self.storage.session().open(id, PAGE).await {
                Ok(snapshot) => self.show(snapshot, true),
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Starts a conversation.
    pub fn start_new(self) {
        self.panels.list.set(false);
        self.composer.save_if_due(self);
        spawn_local(async move {
            match self.storage.session().new_conversation().await {
                Ok(snapshot) => {
                    self.show(snapshot, true);
                    self.storage.refresh_list().await;
                    browser::focus_soon("composer");
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Reads the open conversation again and shows what changed.
    pub async fn refresh(self, id: ConversationId) {
        if self.id() != Some(id) {
            return;
        }
        let shown = u32::try_from(self.rows.with_untracked(Vec::len)).unwrap_or(PAGE).max(PAGE);
        match self.storage.session().open(id, shown).await {
            Ok(snapshot) if self.id() == Some(id) => self.take(snapshot),
            Ok(_) => {}
            Err(error) => self.storage.report(&error),
        }
    }

    /// Shows the messages before the first one on screen.
    pub fn load_older(self) {
        self.load_before(PAGE, || ());
    }

    /// Brings a message on screen, and everything between it and what is on screen now.
    pub fn go_to(self, message: MessageId, place: Sequence) {
        let first = self.rows.with_untracked(|rows| rows.first().map(|row| row.sequence.get_untracked()));
        match first {
            Some(first) if first > place => {
                self.load_before((first - place).saturating_add(PAGE / 5), move || browser::scroll_to(message));
            }
            _ => browser::scroll_to(message),
        }
    }

    fn load_before(self, count: u32, then: impl FnOnce() + 'static) {
        let first = self.rows.with_untracked(|rows| rows.first().map(|row| row.sequence.get_untracked()));
        let (Some(id), Some(first), false) = (self.id(), first, self.loading_older.get_value()) else { return };
        self.loading_older.set_value(true);
        spawn_local(async move {
            match self.storage.session().older(id, first, count).await {
                Ok(older) if self.id() == Some(id) => {
                    self.has_older.set(older.first().is_some_and(|message| message.sequence > 0));
                    let older: Vec<Row> = older.into_iter().map(|message| Row::of(self.new_key(), message)).collect();
                    self.rows.update(|rows| drop(rows.splice(0..0, older)));
                    then();
                }
                Ok(_) => {}
                Err(error) => self.storage.report(&error),
            }
            self.loading_older.set_value(false);
        });
    }

    /// Another tab changed a conversation.
    pub fn changed_elsewhere(self, id: ConversationId) {
        spawn_local(async move {
            let runs_here = self.running.with_untracked(|running| running.iter().any(|turn| turn.conversation == id));
            if !runs_here {
                self.refresh(id).await;
            }
            self.storage.refresh_list().await;
        });
    }

    /// Goes on in memory when the browser closes the database.
    pub async fn watch(self, store: IndexedDbStore) {
        store.closed().await;
        self.storage.go_on_in_memory(self.known(), &StoreError::Closed).await;
        self.keep_unsaved().await;
    }

    /// Stores what has arrived, now: the page is about to go.
    pub fn save_now(self) {
        self.composer.save_if_due(self);
        self.running.with_untracked(|running| running.iter().for_each(|turn| turn.control.save.raise()));
    }

    pub(super) fn new_key(self) -> u64 {
        self.next_key.try_update_value(|key| std::mem::replace(key, *key + 1)).unwrap_or_default()
    }

    /// Shows a conversation from its end.
    pub(super) fn show(self, snapshot: Snapshot, as_new_entry: bool) {
        browser::show_conversation(snapshot.conversation.id, as_new_entry);
        self.notices.dismiss();
        self.inspection.clear();
        self.chips.clear();
        self.rows.set(Vec::new());
        self.composer.show(snapshot.composer_draft.as_ref().map(|draft| draft.text.clone()).unwrap_or_default());
        self.take(snapshot);
    }

    /// Shows what is stored now; rows that are on screen stay.
    fn take(self, snapshot: Snapshot) {
        let id = snapshot.conversation.id;
        let mut rows = self.rows.with_untracked(|rows| merge(rows, &snapshot.messages, || self.new_key()));
        let own = self
            .running
            .with_untracked(|running| running.iter().find(|turn| turn.conversation == id).map(|turn| turn.row()));
        let is_stored = |row: &Row| row.id().is_some_and(|id| rows.iter().any(|other| other.id() == Some(id)));
        match (own, &snapshot.reply_draft) {
            (Some(row), _) if !is_stored(&row) => rows.push(row),
            (None, Some(draft)) => {
                rows.push(Row::elsewhere(self.new_key(), draft));
                self.recover_when_free(id);
            }
            _ => {}
        }
        let unsaved = self.unsaved.get_value();
        rows.extend(
            unsaved.into_iter().filter(|reply| reply.conversation == id).map(|reply| Row::of(self.new_key(), reply)),
        );
        let shown_first = snapshot.messages.first().map_or(0, |message| message.sequence);
        self.has_older.set(shown_first > 0);
        self.boundary.set(snapshot.boundary());
        self.rows.set(rows);
        self.remember_shape(snapshot);
        self.version.update(|version| *version += 1);
    }

    /// Waits until no tab receives the reply any more; a reply that its tab left behind becomes a message then.
    fn recover_when_free(self, id: ConversationId) {
        if self.waiting.with_value(|waiting| waiting.contains(&id)) {
            return;
        }
        self.waiting.update_value(|waiting| waiting.push(id));
        spawn_local(async move {
            let guard = locks::hold(&locks::turn(&self.storage.name.get_value(), id)).await;
            self.waiting.update_value(|waiting| waiting.retain(|other| *other != id));
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

    /// Notes how the open conversation is stored now, beside its messages.
    pub(super) fn remember_shape(self, snapshot: Snapshot) {
        self.conversation.set(Some(snapshot.conversation.clone()));
        if self.marks.with_untracked(|marks| *marks != snapshot.marks) {
            self.marks.set(snapshot.marks.clone());
        }
        self.chips.know(&snapshot.memories);
        self.snapshot.set_value(Some(snapshot));
    }

    /// Everything this tab knows of the open conversation and of the settings, as records.
    fn known(self) -> Vec<Record> {
        let mut known = vec![Record::Settings(Box::new(self.connection.settings.get_untracked()))];
        known.extend(self.connection.providers.get_untracked().into_iter().map(Record::Provider));
        if let Some(snapshot) = self.snapshot.get_value() {
            known.push(Record::Conversation(self.conversation.get_untracked().unwrap_or(snapshot.conversation)));
            known.extend(snapshot.branches.into_iter().map(Record::Branch));
            known.extend(snapshot.forgets.into_iter().map(Record::Forget));
            known.extend(snapshot.marks.into_iter().map(Record::Mark));
            known.extend(snapshot.memories.into_iter().map(Record::Memory));
            known.extend(snapshot.summaries.into_iter().map(Record::Summary));
            known.push(Record::UserData(snapshot.user_data));
            known.extend(snapshot.composer_draft.map(Record::ComposerDraft));
        }
        let messages = self.rows.with_untracked(|rows| {
            let stored = rows.iter().filter_map(|row| row.message.get_untracked());
            stored.map(|message| Record::Message(Box::new((*message).clone()))).collect::<Vec<_>>()
        });
        known.extend(messages);
        known
    }
}

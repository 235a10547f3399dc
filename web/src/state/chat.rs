//! The open conversation: what it shows, and everything that changes it except a turn (see [`super::turn`]).

use super::{
    Chips, Composer, Connection, Consent, Inspection, List, Maintenance, MessageActions, Notices, Panels, ScrollTarget,
    Searching, Several, Step, Storage, Voice,
    again::Again,
    loading::PAGE,
    network,
    rows::{Row, divider_at, merge},
    temporary,
    turn::Running,
};
use crate::{browser, dates, mount};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{IndexedDbStore, locks};
use ricordo_core::{
    branch::Sequence,
    conversation::Conversation,
    error::{Error, StoreError},
    fork::forks,
    id::{ConversationId, MessageId, ProjectId},
    maintenance::Job,
    mark::{self, Mark, MarkKind},
    message::Message,
    record::Record,
    snapshot::Snapshot,
    time::Timestamp,
};

/// State of the open conversation, and the parts of the page that work on it.
#[derive(Clone, Copy)]
pub struct Chat {
    /// The conversation; `None` until the first one is open.
    pub conversation: RwSignal<Option<Conversation>>,
    /// Loaded messages, oldest first: a contiguous part of the conversation.
    pub rows: RwSignal<Vec<Row>>,
    /// First sequence that the model sees.
    pub boundary: RwSignal<Option<Sequence>>,
    /// Edges of the loaded part, and the scroll target.
    pub list: List,
    /// Marks of muted and pinned messages.
    pub marks: RwSignal<Vec<Mark>>,
    /// Actions on a single message.
    pub actions: MessageActions,
    /// Tool calls of the open conversation.
    pub chips: Chips,
    /// Turns that run in this tab, in any conversation.
    pub running: RwSignal<Vec<Running>, LocalStorage>,
    /// Whether messages wait in the open conversation.
    pub has_queue: RwSignal<bool>,
    /// Whether all lazily loaded code is loaded.
    pub is_whole: RwSignal<bool>,
    /// Incremented when the stored conversation changes.
    pub version: RwSignal<u64>,
    /// Storage of the page.
    pub storage: Storage,
    /// Providers, models and settings.
    pub connection: Connection,
    /// Text being typed.
    pub composer: Composer,
    /// Search and command palette.
    pub finding: Searching,
    /// State of the inspector.
    pub inspection: Inspection,
    /// Question before an expensive request.
    pub consent: Consent,
    /// Several models for one message.
    pub several: Several,
    /// Notices to the user.
    pub notices: Notices,
    /// Automatic retry of a failed reply.
    pub again: Again,
    /// Whether the browser reports no network.
    pub is_offline: RwSignal<bool>,
    /// Open panels and dialogs.
    pub panels: Panels,
    /// Idle work.
    pub maintenance: Maintenance,
    /// Microphone and reading aloud, once their code is loaded.
    pub voice: StoredValue<Option<Voice>>,
    /// Replies that are not stored yet because storing failed.
    pub(super) unsaved: StoredValue<Vec<Message>>,
    pub(super) snapshot: StoredValue<Option<Snapshot>>,
    next_key: StoredValue<u64>,
    /// Conversations in which this tab waits for a reply in another tab to end.
    pub(super) waiting: RwSignal<Vec<ConversationId>>,
    pub(super) temporary: temporary::Held,
}

impl Chat {
    /// Creates the state with no open conversation.
    pub fn new(storage: Storage, connection: Connection, notices: Notices, panels: Panels) -> Self {
        Self {
            conversation: connection.conversation,
            rows: RwSignal::new(Vec::new()),
            boundary: RwSignal::new(None),
            list: List::new(),
            marks: RwSignal::new(Vec::new()),
            actions: MessageActions::new(),
            chips: Chips::new(),
            running: RwSignal::new_local(Vec::new()),
            has_queue: RwSignal::new(false),
            is_whole: RwSignal::new(false),
            version: RwSignal::new(0),
            storage,
            connection,
            composer: Composer::new(notices),
            finding: Searching::new(),
            inspection: Inspection::new(),
            consent: Consent::new(),
            several: Several::new(),
            notices,
            panels,
            again: Again::new(),
            is_offline: RwSignal::new(network::is_offline()),
            maintenance: Maintenance::new(),
            voice: StoredValue::new(None),
            unsaved: StoredValue::new(Vec::new()),
            snapshot: StoredValue::new(None),
            next_key: StoredValue::new(0),
            waiting: RwSignal::new(Vec::new()),
            temporary: StoredValue::new_local(Vec::new()),
        }
    }

    /// Id of the open conversation.
    pub fn id(self) -> Option<ConversationId> {
        self.conversation.with_untracked(|open| open.as_ref().map(|open| open.id))
    }

    /// Formats a date and time in the time zone of the settings.
    pub fn date_time(self, at: Timestamp) -> String {
        self.connection.settings.with_untracked(|settings| dates::date_time(at, settings.time_zone.as_deref()))
    }

    /// Title of the conversation that a background job works on; `None` if that is the open conversation.
    pub fn title_elsewhere(self, job: Job) -> Option<String> {
        let of = job.conversation().filter(|of| self.id() != Some(*of))?;
        self.storage
            .conversations
            .with_untracked(|all| all.iter().find(|one| one.id == of).map(|one| one.title.clone()))
    }

    /// Whether this tab receives a reply in the open conversation.
    pub fn is_streaming(self) -> bool {
        let id = self.conversation.with(|open| open.as_ref().map(|open| open.id));
        self.running.with(|running| running.iter().any(|turn| Some(turn.conversation) == id))
    }

    /// Index of the row below the `/forget` divider.
    pub fn divider(self) -> Option<usize> {
        let sequences = self.rows.with(|rows| rows.iter().map(|row| row.sequence.get()).collect::<Vec<_>>());
        // After the last loaded row, the divider is shown only if that row is the last of the conversation.
        divider_at(&sequences, self.boundary.get()).filter(|at| *at < sequences.len() || !self.list.has_newer.get())
    }

    /// Mark that the user gave a message.
    pub fn mark_of(self, message: MessageId) -> Option<MarkKind> {
        self.marks.with(|marks| mark::of(marks, message))
    }

    /// Opens the conversation named in the page's address, or the one used last.
    pub async fn open_first(self) {
        match self.first().await {
            Err(Error::Store(reason)) => {
                // Storage cannot read or create a conversation: one in memory is better than none.
                self.storage.go_on_in_memory(self.known(), &reason).await;
                match self.first().await {
                    Ok(snapshot) => self.show(snapshot, false).await,
                    Err(error) => self.storage.report(&error),
                }
            }
            Ok(snapshot) => self.show(snapshot, false).await,
            Err(error) => self.storage.report(&error),
        }
    }

    async fn first(self) -> Result<Snapshot, Error> {
        let session = self.storage.session();
        if let Some(id) = browser::conversation() {
            match session.open(id, PAGE).await {
                Err(Error::NoConversation) => {}
                // A deleted conversation opens only after it was restored.
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
                Ok(snapshot) => {
                    self.show(snapshot, true).await;
                    // Idle work asks for consent in the conversation that it concerns.
                    self.maintenance.schedule(self);
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Starts a new conversation.
    pub fn start_new(self) {
        self.start_in(None);
    }

    /// Starts a new conversation in a project, or in none.
    pub fn start_in(self, project: Option<ProjectId>) {
        self.panels.list.set(false);
        self.composer.save_if_due(self);
        spawn_local(async move {
            match self.storage.session().new_conversation_in(project).await {
                Ok(snapshot) => {
                    self.show(snapshot, true).await;
                    self.storage.refresh_list().await;
                    browser::focus_next_frame("composer");
                }
                Err(error) => self.storage.report(&error),
            }
        });
    }

    /// Reloads the conversation `id`, if it is open, and shows what changed.
    pub async fn refresh(self, id: ConversationId) {
        if self.id() != Some(id) {
            return;
        }
        match self.read_again(id).await {
            Ok((snapshot, messages)) if self.id() == Some(id) => self.take(snapshot, messages),
            Ok(_) => {}
            Err(error) => self.storage.report(&error),
        }
    }

    /// Reads the stored conversation and the messages of its loaded part, or `None` to show the end of the
    /// conversation.
    async fn read_again(self, id: ConversationId) -> Result<(Snapshot, Option<Vec<Message>>), Error> {
        let session = self.storage.session();
        let snapshot = session.open(id, PAGE).await?;
        if self.list.at_end.get_untracked() || self.rows.with_untracked(Vec::is_empty) {
            return Ok((snapshot, None));
        }
        let shown = u32::try_from(self.rows.with_untracked(Vec::len)).unwrap_or(PAGE);
        let new = if self.list.has_newer.get_untracked() { 0 } else { PAGE };
        let messages = session.newer(id, self.loaded_span().0, shown + new).await?;
        // The branch may be shorter than the position that was loaded from another branch.
        Ok((snapshot, Some(messages).filter(|messages| !messages.is_empty())))
    }

    /// Switches to memory when the browser closes the database.
    pub async fn watch(self, store: IndexedDbStore) {
        store.closed().await;
        self.storage.go_on_in_memory(self.known(), &StoreError::Closed).await;
        self.keep_unsaved().await;
    }

    /// Stores what has arrived so far. Called when the page is about to close.
    pub fn save_now(self) {
        self.composer.leave(self);
        self.keep_place();
        self.running.with_untracked(|running| running.iter().for_each(Running::save));
    }

    pub(super) fn new_key(self) -> u64 {
        self.next_key.try_update_value(|key| std::mem::replace(key, *key + 1)).unwrap_or_default()
    }

    /// Shows a conversation at its end, or at the position where the user left it.
    pub(super) async fn show(self, snapshot: Snapshot, as_new_entry: bool) {
        let left = self.left_at(&snapshot).await;
        self.keep_place();
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
        self.chips.clear();
        self.rows.set(Vec::new());
        self.measure_up(&snapshot);
        self.composer.open(*id, snapshot.composer_draft.clone());
        self.actions.edited.set(None);
        self.list.at_end.set(left.is_none());
        self.list.scroll_target.set(Some(
            left.as_ref().map_or(ScrollTarget::End, |(place, _)| ScrollTarget::Place(place.sequence, place.offset)),
        ));
        self.take(snapshot, left.map(|(_, messages)| messages));
        self.composer.settle(self);
    }

    /// Shows the stored state: `messages`, or the end of the conversation if `None`. Rows that are already loaded stay.
    fn take(self, snapshot: Snapshot, messages: Option<Vec<Message>>) {
        let id = snapshot.conversation.id;
        let end = snapshot.next_place().0;
        self.count_unread(&snapshot.messages);
        self.list.set_end(end);
        let messages = messages.as_ref().unwrap_or(&snapshot.messages);
        let mut rows = self.rows.with_untracked(|rows| merge(rows, messages, || self.new_key()));
        let first = messages.first().map_or(0, |message| message.sequence);
        let has_newer = messages.last().is_some_and(|message| message.sequence + 1 < end);
        self.list.set_edges(self.begins_before(first), has_newer);
        self.boundary.set(snapshot.boundary());
        let has_draft = snapshot.reply_draft.is_some();
        self.remember_shape(snapshot);
        if !has_newer {
            self.add_last(&mut rows);
        }
        if has_draft && !self.runs(id) {
            self.step(Step::Recover(id));
        }
        self.rows.set(rows);
        self.version.update(|version| *version += 1);
    }

    /// Waits until no tab receives the reply any more. If its tab was closed, the draft becomes a message.
    pub(super) fn recover_when_free(self, id: ConversationId) {
        if self.waiting.with_untracked(|waiting| waiting.contains(&id)) {
            return;
        }
        self.waiting.update(|waiting| waiting.push(id));
        spawn_local(async move {
            let guard = locks::hold(&locks::turn(&self.storage.name.get_value(), id)).await;
            self.waiting.update(|waiting| waiting.retain(|other| *other != id));
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
        self.conversation.set(Some(snapshot.conversation.clone()));
        if self.marks.with_untracked(|marks| *marks != snapshot.marks) {
            self.marks.set(snapshot.marks.clone());
        }
        let forks = forks(&snapshot.branches, snapshot.conversation.active_branch);
        if self.actions.forks.with_untracked(|known| *known != forks) {
            self.actions.forks.set(forks);
        }
        self.boundary.set(snapshot.boundary());
        self.chips.know(&snapshot.memories);
        self.snapshot.set_value(Some(snapshot));
    }

    /// Everything this tab knows about the open conversation and the settings, as records.
    fn known(self) -> Vec<Record> {
        let mut known = vec![Record::Settings(Box::new(self.connection.settings.get_untracked()))];
        known.extend(self.connection.providers.get_untracked().into_iter().map(Record::Provider));
        known.extend(self.connection.projects.get_untracked().into_iter().map(Record::Project));
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

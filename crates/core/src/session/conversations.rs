//! Whole conversations: creates, renames, deletes and clears them, and handles temporary ones.

use super::{Kept, Session};
use crate::{
    branch::Branch,
    change::Change,
    conversation::{Conversation, MOST_PEOPLE, TitleOrigin},
    error::{Error, StoreError},
    host::Host,
    id::{BranchId, ConversationId, ProjectId},
    message::Author,
    record::{Kind, Record, RecordKey},
    scope::Scope,
    settings::OwnSettings,
    snapshot::Snapshot,
    store::Store,
    undo::UndoneCommand,
};
use std::cmp::Reverse;

/// Whether an error is about one record, so that others may be readable.
fn is_unreadable(error: &Error) -> bool {
    matches!(error, Error::Store(StoreError::Damaged { .. } | StoreError::Failed { .. }))
}

impl<S: Store, H: Host> Session<S, H> {
    /// All conversations that are not deleted, most recently used first.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method of this module.
    pub async fn conversations(&self) -> Result<Vec<Conversation>, Error> {
        let mut conversations = self.store.conversations().await?;
        conversations.retain(|conversation| conversation.deleted_at.is_none());
        Ok(conversations)
    }

    /// Creates a conversation in no project; see [`Session::new_conversation_in`].
    pub async fn new_conversation(&self) -> Result<Snapshot, Error> {
        self.new_conversation_in(None).await
    }

    /// Creates a conversation in a project, or in none. Returns the most recently used one if it is in the same project,
    /// still empty, and has nothing of its own, such as a title, a model or a document.
    ///
    /// # Errors
    /// [`Error::Project`] if the project does not exist.
    pub async fn new_conversation_in(&self, project: Option<ProjectId>) -> Result<Snapshot, Error> {
        if let Some(project) = project {
            self.project(project).await?;
        }
        match self.unused().await {
            Ok(Some(snapshot)) if snapshot.conversation.project == project => return Ok(snapshot),
            Err(error) if !is_unreadable(&error) => return Err(error),
            // One that cannot be read stays as it is.
            Ok(_) | Err(_) => {}
        }
        self.make_conversation(project, false).await
    }

    /// The most recently used conversation, if it is like a new one.
    async fn unused(&self) -> Result<Option<Snapshot>, Error> {
        let Some(latest) = self.latest().await? else { return Ok(None) };
        let snapshot = self.open(latest, 1).await?;
        let is_empty = snapshot.messages.is_empty() && snapshot.reply_draft.is_none();
        if !is_empty || !is_like_new(&snapshot.conversation) {
            return Ok(None);
        }
        let here = Scope::Conversation(latest);
        let is_here = |record: &Record| matches!(record, Record::Document(document) if document.scope == here);
        // One that cannot be read may be here.
        let has_document = self.store.records(Kind::Document).await.map_or(true, |all| all.iter().any(is_here));
        Ok((!has_document).then_some(snapshot))
    }

    /// The conversations that can be read and are not deleted, most recently used first. Slower than
    /// [`Session::conversations`], which fails if one of them cannot be read.
    pub async fn readable_list(&self) -> Result<Vec<Conversation>, Error> {
        let (mut found, _) = self.readable_conversations().await?;
        found.retain(|conversation| conversation.deleted_at.is_none());
        ricordo_text::small_sort::by_key(&mut found, |conversation| {
            Reverse((conversation.updated_at, conversation.id))
        });
        Ok(found)
    }

    /// As [`Session::conversations`], without those that cannot be read.
    pub async fn conversations_but_damaged(&self) -> Result<Vec<Conversation>, Error> {
        match self.conversations().await {
            Err(Error::Store(StoreError::Damaged { .. })) => self.readable_list().await,
            found => found,
        }
    }

    /// The most recently used conversation that can be read, with its last `limit` messages; `None` if none can. Temporary
    /// ones belong to whoever created them, and those in the archive come last.
    pub async fn open_readable(&self, limit: u32) -> Result<Option<Snapshot>, Error> {
        let listed = self.readable_list().await?;
        let of = |archived| listed.iter().filter(move |one| !one.temporary && one.archived == archived);
        for conversation in of(false).chain(of(true)) {
            match self.open(conversation.id, limit).await {
                // It was erased since.
                Err(Error::NoConversation) => {}
                Err(error) if is_unreadable(&error) => {}
                opened => return opened.map(Some),
            }
        }
        Ok(None)
    }

    /// The most recently used conversation, except temporary ones: those belong to whoever created them. One in the archive
    /// only if all are there.
    pub async fn latest(&self) -> Result<Option<ConversationId>, Error> {
        let mut listed = self.conversations().await?;
        listed.retain(|one| !one.temporary);
        Ok(listed.iter().find(|one| !one.archived).or(listed.first()).map(|one| one.id))
    }

    /// Creates a conversation that reads memories and leaves nothing behind; close it with
    /// [`Session::close_temporary`]. [`Session::sweep`] erases those that a closed tab left open.
    pub async fn new_temporary(&self) -> Result<Snapshot, Error> {
        self.make_conversation(None, true).await
    }

    /// Creates a conversation and erases all others, with their messages and everything derived from them except what
    /// `kept` names. Cannot be undone.
    pub async fn new_and_erase(&self, kept: Kept) -> Result<Snapshot, Error> {
        let old = self.store.conversations().await?;
        let fresh = self.make_conversation(None, false).await?;
        let old: Vec<ConversationId> = old.iter().map(|conversation| conversation.id).collect();
        self.erase_several(&old, kept).await?;
        Ok(fresh)
    }

    /// Renames a conversation. An empty title is replaced from its next message.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn rename(&self, id: ConversationId, title: &str) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        if title == conversation.title {
            return Ok(());
        }
        let (title_origin, titled_from) = (TitleOrigin::User, Vec::new());
        let renamed = Conversation { title, title_origin, titled_from, ..conversation };
        let renamed = Change::Put(Record::Conversation(renamed));
        self.apply_with_undo(id, UndoneCommand::Rename, vec![renamed]).await
    }

    /// Removes a conversation from the list. `/undo` in `from` brings it back; it is erased 30 days later.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn delete_conversation(&self, id: ConversationId, from: ConversationId) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        let deleted_at = Some(self.host.now().at);
        let deleted = Change::Put(Record::Conversation(Conversation { deleted_at, ..conversation }));
        self.apply_moved(from, UndoneCommand::Delete, vec![deleted]).await
    }

    /// Pins a conversation to the top of the list, or unpins it. `/undo` in `from` undoes this, as it does for
    /// [`Session::archive`] and [`Session::tag`].
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn pin_conversation(&self, id: ConversationId, pinned: bool, from: ConversationId) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        let changed = Change::Put(Record::Conversation(Conversation { pinned, ..conversation }));
        self.apply_with_undo(from, UndoneCommand::PinConversation, vec![changed]).await
    }

    /// Moves a conversation to the archive, or back to the list.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn archive(&self, id: ConversationId, archived: bool, from: ConversationId) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        let changed = Change::Put(Record::Conversation(Conversation { archived, ..conversation }));
        self.apply_with_undo(from, UndoneCommand::Archive, vec![changed]).await
    }

    /// Replaces the tags of a conversation.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn tag(&self, id: ConversationId, tags: Vec<String>, from: ConversationId) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        if tags == conversation.tags {
            return Ok(());
        }
        let changed = Change::Put(Record::Conversation(Conversation { tags, ..conversation }));
        self.apply_with_undo(from, UndoneCommand::Tags, vec![changed]).await
    }

    /// Removes all messages from a conversation, with its queue, and keeps the conversation. The messages stay on the branch that is
    /// left, so `/undo` brings them back, and keeps what was sent since beside them; [`Session::erase_conversation`] deletes them for good.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn clear(&self, id: ConversationId) -> Result<(), Error> {
        let snapshot = self.snapshot(id, 1).await?;
        let queue = self.without_queue(id).await?;
        if snapshot.messages.is_empty() && queue.is_empty() {
            return Ok(());
        }
        let mut changes = Vec::new();
        if !snapshot.messages.is_empty() {
            let fresh = Branch {
                id: BranchId::new(self.host.now().at, self.host.random()),
                conversation: id,
                parent: None,
                first: 0,
                left_at: None,
            };
            changes.extend(self.reading_moved_change(&snapshot.branches, &snapshot.conversation, fresh.id).await?);
            changes.extend(self.compressed_anew(id).await?);
            let cleared = Conversation { active_branch: fresh.id, ..snapshot.conversation.clone() };
            changes.extend([Change::Add(Record::Branch(fresh)), Change::Put(Record::Conversation(cleared))]);
        }
        changes.extend(queue);
        self.apply_noted(&snapshot, UndoneCommand::Clear, changes).await
    }

    /// Sets the author of the messages sent from now on; `None`: the user. Adds a new person to the list of the
    /// conversation.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn set_speaker(&self, id: ConversationId, speaker: Option<Author>) -> Result<Conversation, Error> {
        let mut conversation = self.conversation(id).await?;
        let speaker = speaker.map(|speaker| as_known(&conversation.people, speaker));
        if let Some(speaker) = &speaker {
            let is_same = |known: &Author| known.key() == speaker.key();
            match conversation.people.iter().position(is_same) {
                Some(at) => conversation.people[at] = speaker.clone(),
                None => conversation.people.push(speaker.clone()),
            }
            let too_many = conversation.people.len().saturating_sub(MOST_PEOPLE);
            conversation.people.drain(..too_many);
        }
        conversation.speaker = speaker;
        self.store.apply(vec![Change::Put(Record::Conversation(conversation.clone()))]).await?;
        Ok(conversation)
    }

    /// Removes a person from the list of speakers. Their messages stay, and so do the facts about them.
    ///
    /// # Errors
    /// As [`Session::set_speaker`].
    pub async fn remove_person(&self, id: ConversationId, person: &Author) -> Result<Conversation, Error> {
        let mut conversation = self.conversation(id).await?;
        conversation.people.retain(|known| known.key() != person.key());
        conversation.speaker = conversation.speaker.filter(|speaker| speaker.key() != person.key());
        self.store.apply(vec![Change::Put(Record::Conversation(conversation.clone()))]).await?;
        Ok(conversation)
    }

    /// Switches the reminders of a conversation on or off, and nothing else. Returns `false` if nothing changed.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn set_reminders(&self, id: ConversationId, reminders: bool) -> Result<bool, Error> {
        let conversation = self.conversation(id).await?;
        if conversation.reminders == reminders {
            return Ok(false);
        }
        let changed = Change::Put(Record::Conversation(Conversation { reminders, ..conversation }));
        self.apply_with_undo(id, UndoneCommand::Reminders, vec![changed]).await?;
        Ok(true)
    }

    /// Erases a temporary conversation and everything derived from it.
    ///
    /// # Errors
    /// [`Error::NoConversation`] when it does not exist or is not temporary.
    pub async fn close_temporary(&self, id: ConversationId) -> Result<(), Error> {
        if !self.conversation(id).await?.temporary {
            return Err(Error::NoConversation);
        }
        self.erase_conversation(id).await
    }

    /// Erases expired conversations: those deleted more than 30 days ago, and temporary ones, except those in `open`
    /// (in this tab or another). Returns their number. One that cannot be erased keeps no other.
    pub async fn sweep(&self, open: &[ConversationId]) -> Result<usize, Error> {
        const KEPT_MS: i64 = 30 * 86_400_000;
        let now = self.host.now().at.0;
        let expires = |conversation: &Conversation| {
            let is_old = conversation.deleted_at.is_some_and(|at| now - at.0 > KEPT_MS);
            (is_old || conversation.temporary) && !open.contains(&conversation.id)
        };
        let conversations = self.all_readable().await?;
        let expired: Vec<ConversationId> =
            conversations.iter().filter(|one| expires(one)).map(|conversation| conversation.id).collect();
        let erased = self.erase_several(&expired, Kept::default()).await;
        // Earlier builds did not note in the shared summaries which conversations were deleted.
        let deleted = conversations.into_iter().filter(|one| one.deleted_at.is_some() && !expired.contains(&one.id));
        let deleted: Vec<Change> = deleted.map(Record::Conversation).map(Change::Put).collect();
        let notes = self.move_notes(&deleted).await?;
        if !notes.is_empty() {
            self.store.apply(notes).await?;
        }
        erased.map(|()| expired.len())
    }

    /// Creates a conversation in no project. The snapshot has nothing else in it, also where there are memories and
    /// summaries: a page can show it before the code that reads conversations is loaded, and [`Session::open`] it then.
    pub async fn begin_conversation(&self) -> Result<Snapshot, Error> {
        self.add_conversation(None, false).await
    }

    async fn make_conversation(&self, project: Option<ProjectId>, temporary: bool) -> Result<Snapshot, Error> {
        let begun = self.add_conversation(project, temporary).await?;
        self.open(begun.conversation.id, 1).await
    }

    /// Creates a conversation. The snapshot has nothing else in it.
    async fn add_conversation(&self, project: Option<ProjectId>, temporary: bool) -> Result<Snapshot, Error> {
        let at = self.host.now().at;
        let branch = BranchId::new(at, self.host.random());
        let conversation = Conversation {
            id: ConversationId::new(at, self.host.random()),
            title: String::new(),
            active_branch: branch,
            provider: None,
            created_at: at,
            updated_at: at,
            template: None,
            own: OwnSettings::default(),
            reminders: false,
            temporary,
            pinned: false,
            archived: false,
            tags: Vec::new(),
            title_origin: TitleOrigin::FirstWords,
            titled_from: Vec::new(),
            deleted_at: None,
            restored_at: None,
            chat: Default::default(),
            people: Vec::new(),
            speaker: None,
            consents: Vec::new(),
            project,
            moved_at: None,
        };
        let branch = Branch { id: branch, conversation: conversation.id, parent: None, first: 0, left_at: None };
        let snapshot = Snapshot::empty(conversation.clone(), vec![branch.clone()]);
        self.store
            .apply(vec![Change::Add(Record::Conversation(conversation)), Change::Add(Record::Branch(branch))])
            .await?;
        Ok(snapshot)
    }

    /// The record of a conversation.
    pub(super) async fn conversation(&self, id: ConversationId) -> Result<Conversation, Error> {
        match self.store.record(RecordKey::Conversation(id)).await? {
            Some(Record::Conversation(conversation)) => Ok(conversation),
            _ => Err(Error::NoConversation),
        }
    }
}

/// Whether what is asked in an empty conversation is answered as in a new one, and is found in the list.
fn is_like_new(one: &Conversation) -> bool {
    let is_listed = !one.archived && one.title.is_empty();
    is_listed && one.template.is_none() && one.provider.is_none() && one.own == OwnSettings::default()
}

/// A speaker given only by name is the known person of that name, regardless of case.
fn as_known(people: &[Author], speaker: Author) -> Author {
    let by_name = |author: &Author| author.id.is_none() && author.username.is_none();
    let is_same = |known: &&Author| by_name(known) && known.name.to_lowercase() == speaker.name.to_lowercase();
    let known = if by_name(&speaker) { people.iter().find(is_same).cloned() } else { None };
    known.unwrap_or(speaker)
}

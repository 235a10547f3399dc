//! Whole conversations: starting, renaming, deleting, clearing them, and those that leave nothing behind.

use super::{Kept, Session};
use crate::{
    branch::Branch,
    change::Change,
    conversation::{Conversation, MOST_PEOPLE, TitleOrigin},
    error::Error,
    host::Host,
    id::{BranchId, ConversationId, TemplateId},
    message::Author,
    record::{Record, RecordKey},
    settings::OwnSettings,
    snapshot::Snapshot,
    store::Store,
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// All conversations that are not deleted, the last used first.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method here.
    pub async fn conversations(&self) -> Result<Vec<Conversation>, Error> {
        let mut conversations = self.store.conversations().await?;
        conversations.retain(|conversation| conversation.deleted_at.is_none());
        Ok(conversations)
    }

    /// Starts a conversation. The one that was used last is given again if nothing was said in it yet.
    pub async fn new_conversation(&self) -> Result<Snapshot, Error> {
        if let Some(latest) = self.latest().await? {
            let snapshot = self.open(latest, 1).await?;
            if snapshot.messages.is_empty() && snapshot.reply_draft.is_none() {
                return Ok(snapshot);
            }
        }
        self.make_conversation(false).await
    }

    /// The conversation that was used last. A temporary one belongs to whoever began it.
    pub(super) async fn latest(&self) -> Result<Option<ConversationId>, Error> {
        Ok(self.conversations().await?.iter().find(|one| !one.temporary).map(|one| one.id))
    }

    /// Starts a conversation that reads memories and leaves nothing behind: close it with
    /// [`Session::close_temporary`]. Those that a closed tab left open are erased by [`Session::sweep`].
    pub async fn new_temporary(&self) -> Result<Snapshot, Error> {
        self.make_conversation(true).await
    }

    /// Starts a conversation and erases all others, with their messages and with what came from them but for what is kept.
    /// It cannot be taken back.
    pub async fn new_and_erase(&self, kept: Kept) -> Result<Snapshot, Error> {
        let old = self.store.conversations().await?;
        let fresh = self.make_conversation(false).await?;
        for conversation in old {
            self.erase_but(conversation.id, kept).await?;
        }
        Ok(fresh)
    }

    /// Gives a conversation another title. An empty one is taken from its next message.
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

    /// Takes a conversation out of the list. `/undo` in `from` brings it back; 30 days later it is erased.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn delete_conversation(&self, id: ConversationId, from: ConversationId) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        let deleted_at = Some(self.host.now().at);
        let deleted = Change::Put(Record::Conversation(Conversation { deleted_at, ..conversation }));
        self.apply_with_undo(from, UndoneCommand::Delete, vec![deleted]).await
    }

    /// Keeps a conversation at the top of the list, or not any more. `/undo` in `from` takes it back, as it does for
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

    /// Gives a conversation these tags, in place of those it had.
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

    /// Takes all messages out of a conversation and keeps it. They stay on the branch that is left, so that `/undo` brings
    /// them back; [`Session::erase_conversation`] deletes them for good.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn clear(&self, id: ConversationId) -> Result<(), Error> {
        let snapshot = self.snapshot(id, 1).await?;
        if snapshot.messages.is_empty() {
            return Ok(());
        }
        let fresh = Branch {
            id: BranchId::new(self.host.now().at, self.host.random()),
            conversation: id,
            parent: None,
            first: 0,
            left_at: None,
        };
        let cleared = Conversation { active_branch: fresh.id, ..snapshot.conversation };
        let changes = vec![Change::Add(Record::Branch(fresh)), Change::Put(Record::Conversation(cleared))];
        self.apply_with_undo(id, UndoneCommand::Clear, changes).await
    }

    /// Says who speaks from now on in a conversation; `None`: the user. A person who was not named there before is from now
    /// on.
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

    /// Takes a person off the list of those who may be chosen. What they wrote stays, and so do the facts about them.
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

    /// Switches the reminders of a conversation on or off, and nothing else. `false`: they were so already.
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

    /// Erases a temporary conversation, with everything it left.
    ///
    /// # Errors
    /// [`Error::NoConversation`] when it is not there, or not temporary.
    pub async fn close_temporary(&self, id: ConversationId) -> Result<(), Error> {
        if !self.conversation(id).await?.temporary {
            return Err(Error::NoConversation);
        }
        self.erase_conversation(id).await
    }

    /// Erases what should not be there any more: conversations that were deleted more than 30 days ago, and temporary ones,
    /// but for those in `open`: in this tab or in another.
    pub async fn sweep(&self, open: &[ConversationId]) -> Result<(), Error> {
        const KEPT_MS: i64 = 30 * 86_400_000;
        let now = self.host.now().at.0;
        for conversation in self.store.conversations().await? {
            let is_old = conversation.deleted_at.is_some_and(|at| now - at.0 > KEPT_MS);
            if (is_old || conversation.temporary) && !open.contains(&conversation.id) {
                self.erase_conversation(conversation.id).await?;
            }
        }
        Ok(())
    }

    async fn make_conversation(&self, temporary: bool) -> Result<Snapshot, Error> {
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
        };
        let branch = Branch { id: branch, conversation: conversation.id, parent: None, first: 0, left_at: None };
        let id = conversation.id;
        self.store
            .apply(vec![Change::Add(Record::Conversation(conversation)), Change::Add(Record::Branch(branch))])
            .await?;
        self.open(id, 1).await
    }

    /// Chooses the template of a conversation's system prompt; `None`: that of the settings.
    ///
    /// # Errors
    /// [`Error::NoConversation`].
    pub async fn choose_template(&self, id: ConversationId, template: Option<TemplateId>) -> Result<(), Error> {
        let conversation = self.conversation(id).await?;
        let changed = Change::Put(Record::Conversation(Conversation { template, ..conversation }));
        self.apply_with_undo(id, UndoneCommand::Template, vec![changed]).await
    }

    /// The record of a conversation.
    pub(super) async fn conversation(&self, id: ConversationId) -> Result<Conversation, Error> {
        match self.store.record(RecordKey::Conversation(id)).await? {
            Some(Record::Conversation(conversation)) => Ok(conversation),
            _ => Err(Error::NoConversation),
        }
    }
}

/// Somebody known by nothing but a name is who has that name already, in whatever case it is typed.
fn as_known(people: &[Author], speaker: Author) -> Author {
    let by_name = |author: &Author| author.id.is_none() && author.username.is_none();
    let is_same = |known: &&Author| by_name(known) && known.name.to_lowercase() == speaker.name.to_lowercase();
    let known = if by_name(&speaker) { people.iter().find(is_same).cloned() } else { None };
    known.unwrap_or(speaker)
}

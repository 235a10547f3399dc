//! The user's commands on memories and user data. Each is one transaction with an undo entry in the conversation where
//! the command was given.

use super::{Session, merging::merged_user_data};
use crate::{
    change::Change,
    error::Error,
    host::Host,
    id::{ConversationId, MemoryId},
    memory::{
        EditedBy, Memories, Memory, MemoryRefusal, MemorySource, MemoryState, NewFact, StatedBy, checked,
        duplicates::{Alike, alike},
        find::{MemoryPage, MemoryQuery, find},
    },
    record::{Kind, Record, RecordKey},
    scope::Scope,
    settings::MemorySettings,
    store::Store,
    time::Timestamp,
    undo::UndoneCommand,
    user_data::UserData,
};

/// A memory after a change, and the memories archived because of it.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptMemory {
    /// The memory after the change.
    pub memory: Memory,
    /// Memories that were archived to make room for it under the cap.
    pub made_room: Vec<Memory>,
}

impl<S: Store, H: Host> Session<S, H> {
    /// One page of the memories: the facts, and the summaries kept as memories.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn memories(&self, query: &MemoryQuery) -> Result<MemoryPage, Error> {
        let records = self.store.records(Kind::Summary).await?.into_iter();
        let all = records.filter_map(|record| if let Record::Summary(found) = record { Some(found) } else { None });
        let summaries = self.in_force(all.collect()).await?;
        Ok(find(&self.all_memories().await?, &summaries, query))
    }

    /// Saves a fact that the user wrote or chose. A fact that is already known is merged with it, and the merged memory
    /// returned.
    ///
    /// # Errors
    /// [`Error::Memory`] with the reason, [`Error::Temporary`], [`Error::NoConversation`], [`Error::Store`]; then
    /// nothing is stored. The same holds for every command of this module.
    pub async fn add_memory(
        &self,
        conversation: ConversationId,
        text: &str,
        source: Option<MemorySource>,
    ) -> Result<KeptMemory, Error> {
        let scope = self.place_of(conversation).await?.scope();
        self.add_memory_in(conversation, text, source, scope).await
    }

    /// As [`Session::add_memory`], with a scope of the user's choice. Otherwise a fact is used in the project of the
    /// conversation, or everywhere if that is in none.
    ///
    /// # Errors
    /// See [`Session::add_memory`]; [`Error::Project`] if the project of the scope does not exist.
    pub async fn add_memory_in(
        &self,
        conversation: ConversationId,
        text: &str,
        source: Option<MemorySource>,
        scope: Scope,
    ) -> Result<KeptMemory, Error> {
        self.check_scope(scope).await?;
        let id = MemoryId::new(self.host.now().at, self.host.random());
        let fact = NewFact { id, text, source, by: StatedBy::User, about: None, scope };
        self.keep_one(conversation, |memories, settings, at| Ok(memories.add(&fact, settings, at)?.id())).await
    }

    /// Edits the text of a memory. Editing a proposal keeps it.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn update_memory(
        &self,
        conversation: ConversationId,
        id: MemoryId,
        text: &str,
    ) -> Result<KeptMemory, Error> {
        self.keep_one(conversation, |memories, settings, at| {
            memories.edit(id, text, EditedBy::User, settings, at).map(|()| id)
        })
        .await
    }

    /// Deletes a memory.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn delete_memory(&self, conversation: ConversationId, id: MemoryId) -> Result<(), Error> {
        self.change_memories(conversation, |memories, _, _| memories.delete(id)).await
    }

    /// Pins a memory, so that the cap never archives it, or unpins it.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn pin_memory(
        &self,
        conversation: ConversationId,
        id: MemoryId,
        pinned: bool,
    ) -> Result<KeptMemory, Error> {
        self.keep_one(conversation, |memories, settings, _| memories.pin(id, pinned, settings).map(|()| id)).await
    }

    /// Keeps a proposal.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn keep_memory(&self, conversation: ConversationId, id: MemoryId) -> Result<KeptMemory, Error> {
        self.keep_one(conversation, |memories, settings, _| memories.keep(id, settings).map(|()| id)).await
    }

    /// Keeps a proposal with a scope of the user's choice.
    ///
    /// # Errors
    /// See [`Session::add_memory`]; [`Error::Project`] if the project of the scope does not exist.
    pub async fn keep_memory_in(
        &self,
        conversation: ConversationId,
        id: MemoryId,
        scope: Scope,
    ) -> Result<KeptMemory, Error> {
        self.scope_one(conversation, id, scope, true).await
    }

    /// Changes where a memory is used.
    ///
    /// # Errors
    /// See [`Session::keep_memory_in`].
    pub async fn set_memory_scope(
        &self,
        conversation: ConversationId,
        id: MemoryId,
        scope: Scope,
    ) -> Result<KeptMemory, Error> {
        self.scope_one(conversation, id, scope, false).await
    }

    /// Sets the key words of a memory: it is then sent only with requests in which one of them stands, in the message, in
    /// what it replies to, or in the exchange before it. Without any it is sent with every request.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn set_key_words(
        &self,
        conversation: ConversationId,
        id: MemoryId,
        words: &[String],
    ) -> Result<KeptMemory, Error> {
        self.keep_one(conversation, |memories, settings, _| memories.set_key_words(id, words, settings).map(|()| id))
            .await
    }

    /// Dismisses a proposal, or archives a memory.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn archive_memory(&self, conversation: ConversationId, id: MemoryId) -> Result<(), Error> {
        self.change_memories(conversation, |memories, _, _| memories.archive(id)).await
    }

    /// Restores a memory from the archive.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn restore_memory(&self, conversation: ConversationId, id: MemoryId) -> Result<KeptMemory, Error> {
        self.keep_memory(conversation, id).await
    }

    /// Pairs of memories that say nearly the same, most similar first. Archived ones are not compared.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn alike_memories(&self) -> Result<Vec<Alike>, Error> {
        Ok(alike(&self.all_memories().await?))
    }

    /// Merges two memories into one: the text of `stays` is kept.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn merge_memories(
        &self,
        conversation: ConversationId,
        stays: MemoryId,
        goes: MemoryId,
    ) -> Result<(), Error> {
        self.change_memories(conversation, |memories, _, _| memories.merge(stays, goes)).await
    }

    /// The user data; empty until some is stored.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn user_data(&self) -> Result<UserData, Error> {
        match self.store.record(RecordKey::UserData).await? {
            Some(Record::UserData(user_data)) => Ok(user_data),
            _ => Ok(UserData::default()),
        }
    }

    /// Stores the user data. Each value obeys the rules of a memory: not too long, and no secret.
    ///
    /// # Errors
    /// See [`Session::add_memory`].
    pub async fn save_user_data(&self, conversation: ConversationId, user_data: &UserData) -> Result<(), Error> {
        self.check_not_temporary(conversation).await?;
        let named = [&user_data.name, &user_data.username, &user_data.pronouns, &user_data.language];
        let of_people = user_data.people.iter().flat_map(|person| &person.fields);
        let free = user_data.fields.iter().chain(of_people.clone()).flat_map(|(name, value)| [name, value]);
        for text in named.into_iter().chain(free) {
            match checked(text) {
                // An empty value is an unfilled field.
                Ok(_) | Err(MemoryRefusal::Empty) => {}
                Err(refusal) => return Err(refusal.into()),
            }
        }
        // The name of a field may reveal a secret: `password` and a word.
        let of_people = of_people.map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in user_data.filled(["name", "pronouns", "language"]).chain(of_people) {
            if let Err(refusal @ MemoryRefusal::Secret { .. }) = checked(&format!("{name}: {value}")) {
                return Err(refusal.into());
            }
        }
        if self.user_data().await? == *user_data {
            return Ok(());
        }
        let changes = vec![Change::Put(Record::UserData(user_data.clone()))];
        self.apply_with_undo(conversation, UndoneCommand::Memory, changes).await
    }

    /// Stores what the user typed into a form that showed the user data `read`. What was not changed in the form stays as
    /// it is stored now: a reply or another tab may have changed it since.
    ///
    /// # Errors
    /// See [`Session::save_user_data`].
    pub async fn change_user_data(
        &self,
        conversation: ConversationId,
        read: &UserData,
        typed: UserData,
    ) -> Result<(), Error> {
        let now = self.user_data().await?;
        let changed = if now == *read { typed } else { merged_user_data(read, typed, now) };
        self.save_user_data(conversation, &changed).await
    }

    /// All memories, in every state.
    pub(super) async fn all_memories(&self) -> Result<Vec<Memory>, Error> {
        let records = self.store.records(Kind::Memory).await?;
        Ok(records
            .into_iter()
            .filter_map(|record| if let Record::Memory(found) = record { Some(found) } else { None })
            .collect())
    }

    /// All memories and the user data, as a copy to change.
    pub(super) async fn copy_of_memories(&self) -> Result<Memories, Error> {
        Ok(Memories::new(self.all_memories().await?).with_user_data(self.user_data().await?))
    }

    /// Rejects temporary conversations: they store nothing.
    pub(super) async fn check_not_temporary(&self, id: ConversationId) -> Result<(), Error> {
        if self.conversation(id).await?.temporary { Err(Error::Temporary) } else { Ok(()) }
    }

    /// Stores changes with an undo entry. Without changes there is nothing to undo.
    pub(super) async fn apply_with_undo(
        &self,
        conversation: ConversationId,
        command: UndoneCommand,
        mut changes: Vec<Change>,
    ) -> Result<(), Error> {
        if changes.is_empty() {
            return Ok(());
        }
        changes.push(Change::AddUndo(self.undo_entry(conversation, command)));
        self.apply_command(changes).await?;
        Ok(())
    }

    /// Applies a change that keeps one memory, and returns that memory.
    async fn keep_one(
        &self,
        conversation: ConversationId,
        change: impl FnOnce(&mut Memories, &MemorySettings, Timestamp) -> Result<MemoryId, MemoryRefusal>,
    ) -> Result<KeptMemory, Error> {
        self.change_memories(conversation, |memories, settings, at| {
            let before = memories.all.clone();
            let id = change(memories, settings, at)?;
            let memory = match memories.get(id) {
                Ok(memory) => memory.clone(),
                Err(refusal) => in_user_data(before, id, memories).ok_or(refusal)?,
            };
            Ok(KeptMemory { memory, made_room: memories.made_room() })
        })
        .await
    }

    /// Changes where a memory is used, and keeps it if `keeps`.
    async fn scope_one(
        &self,
        conversation: ConversationId,
        id: MemoryId,
        scope: Scope,
        keeps: bool,
    ) -> Result<KeptMemory, Error> {
        self.check_not_temporary(conversation).await?;
        self.check_scope(scope).await?;
        let settings = self.settings().await?.memories;
        let mut memories = self.copy_of_memories().await?;
        memories.set_scope(id, scope, &settings)?;
        let scoped = memories.get(id)?.clone();
        if keeps {
            memories.keep(id, &settings)?;
        }
        // A value that is used everywhere is part of the user data now, and no memory any more.
        let memory = memories.get(id).cloned().unwrap_or(Memory { state: MemoryState::Kept, ..scoped });
        let kept = KeptMemory { memory, made_room: memories.made_room() };
        self.apply_with_undo(conversation, UndoneCommand::MemoryScope, memories.changes()).await?;
        Ok(kept)
    }

    async fn change_memories<T>(
        &self,
        conversation: ConversationId,
        change: impl FnOnce(&mut Memories, &MemorySettings, Timestamp) -> Result<T, MemoryRefusal>,
    ) -> Result<T, Error> {
        self.check_not_temporary(conversation).await?;
        let settings = self.settings().await?.memories;
        let mut memories = self.copy_of_memories().await?;
        let result = change(&mut memories, &settings, self.host.now().at)?;
        self.apply_with_undo(conversation, UndoneCommand::Memory, memories.changes()).await?;
        Ok(result)
    }
}

/// A kept memory that became a field of the user data and is no longer a memory.
fn in_user_data(before: Vec<Memory>, id: MemoryId, memories: &Memories) -> Option<Memory> {
    let memory = before.into_iter().find(|memory| memory.id == id)?;
    let text = memories.user_data.get(memory.about.as_ref(), memory.field.as_deref()?)?.to_owned();
    Some(Memory { text, state: MemoryState::Kept, ..memory })
}

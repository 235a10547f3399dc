//! The rules of memories: what is merged, what is proposed, what is archived at the cap.
//!
//! [`Memories`] is a copy that a command or several tool calls change; nothing is stored here. A refused change leaves
//! the copy unchanged.

use super::{
    Memory, MemoryRefusal, MemoryState, checked, key_words,
    stated::{Added, EditedBy, NewFact, StatedBy},
};
use crate::{
    change::{Change, difference},
    id::MemoryId,
    message::Author,
    place::Place,
    record::Record,
    scope::Scope,
    time::Timestamp,
    user_data::UserData,
};
use ricordo_record::settings::MemorySettings;
use ricordo_text::similar::Fingerprint;

/// All memories while a command changes them.
#[derive(Clone, Debug, PartialEq)]
pub struct Memories {
    /// The memories in every state, with the changes applied.
    pub all: Vec<Memory>,
    pub(super) before: Vec<Memory>,
    /// The user data, which takes the values of kept fields.
    pub user_data: UserData,
    user_data_before: UserData,
}

impl Memories {
    /// A copy of all stored memories, in every state.
    pub fn new(all: Vec<Memory>) -> Self {
        Self { before: all.clone(), all, user_data: UserData::default(), user_data_before: UserData::default() }
    }

    /// Adds the stored user data.
    #[must_use]
    pub fn with_user_data(self, user_data: UserData) -> Self {
        Self { user_data_before: user_data.clone(), user_data, ..self }
    }

    /// The changes to store: every changed memory once, and the user data if it changed.
    pub fn changes(&self) -> Vec<Change> {
        fn memories(all: &[Memory]) -> impl Iterator<Item = Record> {
            all.iter().cloned().map(Record::Memory)
        }
        let mut changes = difference(memories(&self.before), memories(&self.all));
        if self.user_data != self.user_data_before {
            changes.push(Change::Put(Record::UserData(self.user_data.clone())));
        }
        changes
    }

    /// The records as they were before the changes.
    pub fn before(&self) -> impl Iterator<Item = Record> {
        let user_data = Record::UserData(self.user_data_before.clone());
        self.before.iter().cloned().map(Record::Memory).chain([user_data])
    }

    /// The memory with this id.
    ///
    /// # Errors
    /// [`MemoryRefusal::NotFound`].
    pub fn get(&self, id: MemoryId) -> Result<&Memory, MemoryRefusal> {
        self.all.iter().find(|memory| memory.id == id).ok_or(MemoryRefusal::NotFound)
    }

    /// A memory about the same person with the same meaning as `text` and the same scope, in any state. Prefers kept
    /// over proposed over archived memories.
    pub fn alike(&self, text: &str, about: Option<&Author>, scope: Scope) -> Option<&Memory> {
        self.alike_but(text, about, |memory| memory.scope == scope)
    }

    /// Whether a memory in scope of a place, in any state, is about the same person and means the same as `text`.
    pub fn knows(&self, text: &str, about: Option<&Author>, place: &Place) -> bool {
        self.alike_but(text, about, |memory| memory.scope.reaches(place)).is_some()
    }

    /// Adds a fact. If it is known, the memory is updated instead: a longer wording replaces a shorter one, and an
    /// archived memory is restored. At the cap a kept memory is archived: one stated by a model if there is any,
    /// otherwise one of the user's own.
    ///
    /// # Errors
    /// The errors of [`checked()`], and [`MemoryRefusal::AllPinned`].
    pub fn add(
        &mut self,
        fact: &NewFact<'_>,
        settings: &MemorySettings,
        at: Timestamp,
    ) -> Result<Added, MemoryRefusal> {
        let text = checked(fact.text)?;
        let wanted = wanted_state(fact.by, settings);
        let known = self.alike(&text, fact.about, fact.scope).map(|memory| memory.id);
        let added = match known {
            Some(id) => {
                self.repeated(id, text, fact, settings, at)?;
                Added::Merged(id)
            }
            None => {
                if wanted == MemoryState::Kept {
                    self.make_room(fact.about, fact.scope, settings)?;
                }
                self.all.push(Memory {
                    id: fact.id,
                    text,
                    state: wanted,
                    source: fact.source,
                    pinned: false,
                    created_at: at,
                    updated_at: at,
                    last_used_at: None,
                    uses: 0,
                    typed: fact.by == StatedBy::User,
                    field: None,
                    about: fact.about.cloned(),
                    scope: fact.scope,
                    key_words: Vec::new(),
                });
                Added::New(fact.id)
            }
        };
        self.archive_old_proposals(added.id());
        Ok(added)
    }

    /// Changes the text, and its source if a model does. A proposal edited by the user is kept. Memories that now mean the
    /// same are merged into it.
    ///
    /// # Errors
    /// The errors of [`checked()`], [`MemoryRefusal::AllPinned`], [`MemoryRefusal::NotFound`].
    pub fn edit(
        &mut self,
        id: MemoryId,
        text: &str,
        by: EditedBy,
        settings: &MemorySettings,
        at: Timestamp,
    ) -> Result<(), MemoryRefusal> {
        let text = checked(text)?;
        let mut edited = self.get(id)?.clone();
        let mut next = self.clone();
        if edited.text != text {
            edited.updated_at = at;
            match by {
                EditedBy::User => edited.typed = true,
                EditedBy::Model(source) => edited.source = Some(source),
            }
        }
        if edited.state == MemoryState::Proposed {
            edited.state = match by {
                EditedBy::User => MemoryState::Kept,
                EditedBy::Model(_) => wanted_state(StatedBy::Model, settings),
            };
        }
        if edited.field.is_some() {
            edited.text = text;
            let keeps = edited.state == MemoryState::Kept;
            *self.get_mut(id)? = edited;
            return if keeps { self.keep(id, settings) } else { Ok(()) };
        }
        let scope = edited.scope;
        let is_other = |memory: &Memory| memory.id != id && memory.scope == scope;
        while let Some(other) = next.alike_but(&text, edited.about.as_ref(), is_other).cloned() {
            absorb(&mut edited, &other);
            next.all.retain(|memory| memory.id != other.id);
        }
        edited.text = text;
        if counts(&edited) && !counts(next.get(id)?) {
            next.make_room(edited.about.as_ref(), edited.scope, settings)?;
        }
        *next.get_mut(id)? = edited;
        *self = next;
        Ok(())
    }

    /// Keeps a proposal or restores an archived memory. The value of a field moves into the user data.
    ///
    /// # Errors
    /// [`MemoryRefusal::AllPinned`], [`MemoryRefusal::UserDataFull`], [`MemoryRefusal::NotFound`].
    pub fn keep(&mut self, id: MemoryId, settings: &MemorySettings) -> Result<(), MemoryRefusal> {
        let memory = self.get(id)?.clone();
        if let Some(field) = &memory.field {
            self.user_data.set(memory.about.as_ref(), field, &memory.text)?;
            return self.delete(id);
        }
        if self.get(id)?.state != MemoryState::Kept {
            if memory.key_words.is_empty() {
                self.make_room(memory.about.as_ref(), memory.scope, settings)?;
            }
            self.get_mut(id)?.state = MemoryState::Kept;
        }
        Ok(())
    }

    /// Pins or unpins a memory. Pinning also keeps it.
    ///
    /// # Errors
    /// As [`Memories::keep`].
    pub fn pin(&mut self, id: MemoryId, pinned: bool, settings: &MemorySettings) -> Result<(), MemoryRefusal> {
        if pinned {
            self.keep(id, settings)?;
            if self.get(id).is_err() {
                // It is part of the user data now, which is never archived automatically.
                return Ok(());
            }
        }
        self.get_mut(id)?.pinned = pinned;
        Ok(())
    }

    /// Sets the key words of a memory; without any it is sent in every request again, and counts under the cap.
    ///
    /// # Errors
    /// [`MemoryRefusal::TooManyKeyWords`], [`MemoryRefusal::WrongKeyWord`], [`MemoryRefusal::AllPinned`],
    /// [`MemoryRefusal::NotFound`].
    pub fn set_key_words(
        &mut self,
        id: MemoryId,
        words: &[String],
        settings: &MemorySettings,
    ) -> Result<(), MemoryRefusal> {
        let words = key_words::checked_words(words)?;
        let memory = self.get(id)?.clone();
        if words.is_empty() && !memory.key_words.is_empty() && memory.state == MemoryState::Kept {
            self.make_room(memory.about.as_ref(), memory.scope, settings)?;
        }
        self.get_mut(id)?.key_words = words;
        Ok(())
    }

    /// Archives a memory at the user's request: a proposal that is dropped, or a kept memory, pinned or not. Extraction
    /// does not propose archived facts again.
    ///
    /// # Errors
    /// [`MemoryRefusal::NotFound`].
    pub fn archive(&mut self, id: MemoryId) -> Result<(), MemoryRefusal> {
        archive(self.get_mut(id)?);
        Ok(())
    }

    /// Deletes a memory.
    ///
    /// # Errors
    /// [`MemoryRefusal::NotFound`].
    pub fn delete(&mut self, id: MemoryId) -> Result<(), MemoryRefusal> {
        self.get(id)?;
        self.all.retain(|memory| memory.id != id);
        Ok(())
    }

    /// Merges two memories: the text of `stays` is kept, and the uses of the other are added to it.
    ///
    /// # Errors
    /// [`MemoryRefusal::NotFound`].
    pub fn merge(&mut self, stays: MemoryId, goes: MemoryId) -> Result<(), MemoryRefusal> {
        let other = self.get(goes).cloned()?;
        let merged = self.get_mut(stays)?;
        if stays != goes {
            absorb(merged, &other);
            self.delete(goes)?;
        }
        Ok(())
    }

    /// Records that the model read all kept memories about a person that are in scope of a place.
    pub fn used(&mut self, about: Option<&Author>, place: &Place, at: Timestamp) {
        let kept = self.all.iter_mut().filter(|memory| memory.state == MemoryState::Kept && memory.is_about(about));
        let kept = kept.filter(|memory| memory.scope.reaches(place));
        for memory in kept {
            use_once(memory, at);
        }
    }

    pub(super) fn get_mut(&mut self, id: MemoryId) -> Result<&mut Memory, MemoryRefusal> {
        self.all.iter_mut().find(|memory| memory.id == id).ok_or(MemoryRefusal::NotFound)
    }

    pub(super) fn alike_but(
        &self,
        text: &str,
        about: Option<&Author>,
        is_wanted: impl Fn(&Memory) -> bool,
    ) -> Option<&Memory> {
        let wanted = Fingerprint::of(text);
        let facts = self.all.iter().filter(|memory| memory.field.is_none() && memory.is_about(about));
        let others = facts.filter(|memory| is_wanted(memory));
        let alike = others.filter(|memory| wanted.is_near_duplicate(&Fingerprint::of(&memory.text)));
        alike.min_by_key(|memory| match memory.state {
            MemoryState::Kept => 0,
            MemoryState::Proposed => 1,
            MemoryState::Archived => 2,
        })
    }

    fn repeated(
        &mut self,
        id: MemoryId,
        text: String,
        fact: &NewFact<'_>,
        settings: &MemorySettings,
        at: Timestamp,
    ) -> Result<(), MemoryRefusal> {
        let wanted = wanted_state(fact.by, settings);
        if wanted == MemoryState::Kept {
            self.keep(id, settings)?;
        }
        let memory = self.get_mut(id)?;
        if memory.state == MemoryState::Archived {
            memory.state = wanted;
        }
        if text.chars().count() > memory.text.chars().count() {
            memory.text = text;
            memory.updated_at = at;
            // The words are those of this message now. What the user types has no source and changes none.
            memory.source = fact.source.or(memory.source);
        }
        memory.typed |= fact.by == StatedBy::User;
        use_once(memory, at);
        Ok(())
    }

    pub(super) fn find_field(&mut self, field: &str, about: Option<&Author>) -> Option<&mut Memory> {
        let is_same = |own: &String| own.to_lowercase() == field.to_lowercase();
        self.all.iter_mut().find(|memory| memory.is_about(about) && memory.field.as_ref().is_some_and(is_same))
    }
}

pub(super) fn wanted_state(by: StatedBy, settings: &MemorySettings) -> MemoryState {
    match by {
        StatedBy::Model if !settings.auto_keep => MemoryState::Proposed,
        StatedBy::User | StatedBy::Model => MemoryState::Kept,
    }
}

/// Whether a memory counts under the cap: one with key words is in few requests.
pub(super) fn counts(memory: &Memory) -> bool {
    memory.state == MemoryState::Kept && memory.key_words.is_empty()
}

pub(super) fn archive(memory: &mut Memory) {
    memory.state = MemoryState::Archived;
    memory.pinned = false;
}

fn use_once(memory: &mut Memory, at: Timestamp) {
    memory.uses = memory.uses.saturating_add(1);
    memory.last_used_at = Some(at);
}

pub(super) fn absorb(memory: &mut Memory, other: &Memory) {
    if other.state == MemoryState::Kept {
        memory.state = MemoryState::Kept;
    }
    memory.pinned |= other.pinned;
    memory.typed |= other.is_the_users();
    memory.uses = memory.uses.saturating_add(other.uses);
    memory.last_used_at = memory.last_used_at.max(other.last_used_at);
    memory.created_at = memory.created_at.min(other.created_at);
    key_words::absorb(memory, other);
}

#[cfg(test)]
mod tests;

//! Fields of the user data that a model wants to set. They are proposed like facts, and become part of the user data
//! when kept.

use super::{Memories, Memory, MemoryRefusal, MemorySource, MemoryState, StatedBy, checked, memories::wanted_state};
use crate::{id::MemoryId, message::Author, scope::Scope, time::Timestamp, user_data::LONGEST_FIELD};
use ricordo_record::settings::MemorySettings;

/// A new value for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewField<'a> {
    /// Id of the proposal, if it becomes one.
    pub id: MemoryId,
    /// Name of the field.
    pub field: &'a str,
    /// Value of the field.
    pub value: &'a str,
    /// The message it came from.
    pub source: Option<MemorySource>,
    /// Who stated it.
    pub by: StatedBy,
    /// The person the field describes; `None` means the user.
    pub about: Option<&'a Author>,
}

/// The outcome of setting a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filled {
    /// The field already had this value.
    Known,
    /// The field has the value now.
    Saved {
        /// Name of the field.
        field: String,
        /// Value of the field.
        value: String,
    },
    /// It became a proposal; the user decides.
    Proposed(MemoryId),
}

impl Memories {
    /// Sets a field of the user data, or proposes it. A field has at most one proposal, the newest.
    ///
    /// # Errors
    /// The errors of [`checked()`], for the name and the value, and [`MemoryRefusal::UserDataFull`].
    pub fn fill(
        &mut self,
        new: &NewField<'_>,
        settings: &MemorySettings,
        at: Timestamp,
    ) -> Result<Filled, MemoryRefusal> {
        let (field, value) = (checked(new.field)?, checked(new.value)?);
        let characters = field.chars().count();
        if characters > LONGEST_FIELD {
            return Err(MemoryRefusal::TooLong { characters });
        }
        // The name of the field may reveal a secret: `password` and a word.
        if let Err(refusal @ MemoryRefusal::Secret { .. }) = checked(&format!("{field}: {value}")) {
            return Err(refusal);
        }
        if self.user_data.get(new.about, &field) == Some(value.as_str()) {
            return Ok(Filled::Known);
        }
        if wanted_state(new.by, settings) == MemoryState::Kept {
            self.user_data.set(new.about, &field, &value)?;
            // An older proposal for the field is obsolete now.
            if let Some(id) = self.find_field(&field, new.about).map(|memory| memory.id) {
                self.delete(id)?;
            }
            return Ok(Filled::Saved { field, value });
        }
        let id = match self.find_field(&field, new.about) {
            Some(memory) => {
                (memory.text, memory.state, memory.source) = (value, MemoryState::Proposed, new.source);
                memory.updated_at = at;
                memory.id
            }
            None => {
                self.all.push(Memory {
                    id: new.id,
                    text: value,
                    state: MemoryState::Proposed,
                    source: new.source,
                    pinned: false,
                    created_at: at,
                    updated_at: at,
                    last_used_at: None,
                    uses: 0,
                    typed: new.by == StatedBy::User,
                    field: Some(field),
                    about: new.about.cloned(),
                    scope: Scope::Everywhere,
                    key_words: Vec::new(),
                });
                new.id
            }
        };
        self.archive_old_proposals(id);
        Ok(Filled::Proposed(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{change::Change, memory::EditedBy, record::Record, user_data::UserData};

    fn id(n: u8) -> MemoryId {
        MemoryId::new(Timestamp(n.into()), [n; 10])
    }

    fn fill(
        memories: &mut Memories,
        n: u8,
        field: &str,
        value: &str,
        auto_keep: bool,
    ) -> Result<Filled, MemoryRefusal> {
        let settings = MemorySettings { auto_keep, ..MemorySettings::default() };
        let new = NewField { id: id(n), field, value, source: None, by: StatedBy::Model, about: None };
        memories.fill(&new, &settings, Timestamp(n.into()))
    }

    #[test]
    fn a_field_is_proposed_and_is_user_data_once_it_is_kept() {
        let mut memories = Memories::new(Vec::new());
        assert_eq!(fill(&mut memories, 1, "City", "Kyiv", false), Ok(Filled::Proposed(id(1))));
        assert_eq!(fill(&mut memories, 2, "city", "Lviv", false), Ok(Filled::Proposed(id(1))), "the newest alone");
        assert_eq!((memories.all[0].words().as_str(), memories.user_data.get(None, "City")), ("City: Lviv", None));
        memories.keep(id(1), &MemorySettings::default()).unwrap();
        assert_eq!((memories.all.len(), memories.user_data.get(None, "City")), (0, Some("Lviv")));
        let stored = UserData { fields: vec![("City".to_owned(), "Lviv".to_owned())], ..UserData::default() };
        assert_eq!(memories.changes(), [Change::Put(Record::UserData(stored))]);
        assert_eq!(fill(&mut memories, 3, "City", "Lviv", false), Ok(Filled::Known));
    }

    #[test]
    fn an_edited_proposal_is_kept_and_an_archived_one_waits_again() {
        let settings = MemorySettings::default();
        let mut memories = Memories::new(Vec::new());
        fill(&mut memories, 1, "City", "Kyiv", false).unwrap();
        memories.edit(id(1), "Lviv", EditedBy::User, &settings, Timestamp(2)).unwrap();
        assert_eq!((memories.all.len(), memories.user_data.get(None, "City")), (0, Some("Lviv")));
        fill(&mut memories, 2, "Job", "Nurse", false).unwrap();
        memories.archive(id(2)).unwrap();
        assert_eq!(fill(&mut memories, 3, "Job", "Doctor", false), Ok(Filled::Proposed(id(2))));
        memories.pin(id(2), true, &settings).unwrap();
        assert_eq!(memories.user_data.get(None, "job"), Some("Doctor"));
    }

    #[test]
    fn it_is_kept_at_once_where_the_user_set_it_so_and_secrets_never() {
        let mut memories = Memories::new(Vec::new());
        let saved = Filled::Saved { field: "City".to_owned(), value: "Kyiv".to_owned() };
        assert_eq!(fill(&mut memories, 1, "City", "Kyiv", true), Ok(saved));
        assert!(memories.all.is_empty());
        for auto_keep in [false, true] {
            assert!(matches!(
                fill(&mut memories, 2, "Password", "hunter2hunter2", auto_keep),
                Err(MemoryRefusal::Secret { .. })
            ));
            assert!(matches!(fill(&mut memories, 2, "", "Kyiv", auto_keep), Err(MemoryRefusal::Empty)));
            let long = "f".repeat(LONGEST_FIELD + 1);
            assert!(matches!(fill(&mut memories, 2, &long, "x", auto_keep), Err(MemoryRefusal::TooLong { .. })));
        }
    }

    #[test]
    fn each_person_has_fields_of_their_own() {
        let mut memories = Memories::new(Vec::new());
        let olena = Author::new("Olena", None, Some("7"));
        let settings = MemorySettings { auto_keep: true, ..MemorySettings::default() };
        for (about, value) in [(olena.as_ref(), "Lviv"), (None, "Kyiv")] {
            let new = NewField { id: id(1), field: "City", value, source: None, by: StatedBy::Model, about };
            memories.fill(&new, &settings, Timestamp(1)).unwrap();
        }
        assert_eq!(memories.user_data.get(olena.as_ref(), "city"), Some("Lviv"));
        assert_eq!(memories.user_data.get(None, "city"), Some("Kyiv"));
    }

    #[test]
    fn a_row_from_before_is_a_fact_of_the_user() {
        let mut old = serde_json::to_value(crate::testing::sample::memory(1)).unwrap();
        for added in ["field", "about"] {
            old.as_object_mut().unwrap().remove(added);
        }
        let read: Memory = serde_json::from_value(old).unwrap();
        assert_eq!(read, crate::testing::sample::memory(1));
    }
}

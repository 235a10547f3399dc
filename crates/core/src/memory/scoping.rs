//! Changes where a memory is used.

use super::{
    Memories, Memory, MemoryRefusal,
    memories::{absorb, counts},
};
use crate::{id::MemoryId, scope::Scope};
use ricordo_record::settings::MemorySettings;

impl Memories {
    /// Changes where a memory is used. Memories of that scope that mean the same are merged into it.
    ///
    /// # Errors
    /// [`MemoryRefusal::AllPinned`], [`MemoryRefusal::NotFound`].
    pub fn set_scope(&mut self, id: MemoryId, scope: Scope, settings: &MemorySettings) -> Result<(), MemoryRefusal> {
        let mut moved = Memory { scope, ..self.get(id)?.clone() };
        if scope != Scope::Everywhere && moved.field.is_some() {
            // The user data is used everywhere, so the value is kept as a fact.
            moved.text = moved.words();
            moved.field = None;
        }
        let mut next = self.clone();
        // The old copy must not be archived to make room for the moved one.
        next.all.retain(|memory| memory.id != id);
        let is_other = |memory: &Memory| memory.scope == scope && moved.field.is_none();
        let mut others = Vec::new();
        while let Some(other) = next.alike_but(&moved.text, moved.about.as_ref(), is_other).cloned() {
            next.all.retain(|memory| memory.id != other.id);
            others.push(other);
        }
        others.iter().for_each(|other| absorb(&mut moved, other));
        if counts(&moved) {
            next.make_room(moved.about.as_ref(), scope, settings)?;
        }
        let place = self.all.iter().position(|memory| memory.id == id).unwrap_or_default().min(next.all.len());
        next.all.insert(place, moved);
        *self = next;
        Ok(())
    }
}

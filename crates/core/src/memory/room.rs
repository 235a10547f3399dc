//! The caps: how many memories are kept, and how many proposals wait. What exceeds a cap is archived.

use super::{
    Memories, Memory, MemoryRefusal, MemoryState,
    memories::{archive, counts},
};
use crate::{id::MemoryId, message::Author, scope::Scope};
use ricordo_record::settings::{Eviction, MemorySettings};

/// Most proposals of models that await the user's decision. Older ones are archived.
pub const MOST_PROPOSALS: usize = 20;

impl Memories {
    /// Memories that were kept and have been archived since the copy was made.
    pub fn made_room(&self) -> Vec<Memory> {
        let was_kept = |id| self.before.iter().any(|before| before.id == id && before.state == MemoryState::Kept);
        let archived = self.all.iter().filter(|memory| memory.state == MemoryState::Archived);
        archived.filter(|memory| was_kept(memory.id)).cloned().collect()
    }

    /// Archives as many memories as needed to keep one more within the cap, which applies to each person and each scope
    /// separately. Memories with key words do not count: they are in few requests. Memories stated by a model go first, and within that group the eviction setting decides.
    pub(super) fn make_room(
        &mut self,
        about: Option<&Author>,
        scope: Scope,
        settings: &MemorySettings,
    ) -> Result<(), MemoryRefusal> {
        let max_facts = settings.max_facts;
        let is_counted = |memory: &&mut Memory| counts(memory) && memory.is_about(about) && memory.scope == scope;
        let mut kept: Vec<&mut Memory> = self.all.iter_mut().filter(is_counted).collect();
        let too_many = (kept.len() + 1).saturating_sub(max_facts as usize);
        kept.retain(|memory| !memory.pinned);
        if kept.len() < too_many {
            return Err(MemoryRefusal::AllPinned { max_facts });
        }
        ricordo_text::small_sort::by_key(&mut kept, |memory| {
            let last_used_at = match settings.eviction {
                // `None`, never used, sorts before any use.
                Eviction::LeastUseful => memory.last_used_at,
                Eviction::Oldest => None,
            };
            (memory.is_the_users(), last_used_at, memory.created_at, memory.id)
        });
        kept.into_iter().take(too_many).for_each(archive);
        Ok(())
    }

    /// Models keep proposing, an import proposes once: its proposals, which have no source, wait until the user decides.
    /// The proposal `newest` stays, whenever it was first made.
    pub(super) fn archive_old_proposals(&mut self, newest: MemoryId) {
        let mut waiting: Vec<&mut Memory> = self.all.iter_mut().filter(|memory| is_proposed_by_model(memory)).collect();
        let too_many = waiting.len().saturating_sub(MOST_PROPOSALS);
        ricordo_text::small_sort::by_key(&mut waiting, |memory| (memory.id == newest, memory.created_at, memory.id));
        waiting.into_iter().take(too_many).for_each(archive);
    }
}

fn is_proposed_by_model(memory: &Memory) -> bool {
    memory.state == MemoryState::Proposed && memory.source.is_some()
}

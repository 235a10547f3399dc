//! What the tools of one reply have to know of where they are called.

use super::answers::{Answers, answers};
use crate::{
    id::{MemoryId, TaskId},
    message::Author,
    time::Now,
};
use ricordo_record::{language::Language, memory::MemorySource, settings::MemorySettings};

/// Where a tool is called.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The rules of the memories.
    pub settings: &'a MemorySettings,
    /// The message that facts and tasks come from.
    pub source: MemorySource,
    /// Who wrote that message; `None`: the user. Facts and fields are about this person.
    pub about: Option<&'a Author>,
    /// The present moment.
    pub now: Now,
    /// The language of the answers.
    pub language: Language,
    /// Whether the conversation leaves nothing behind.
    pub temporary: bool,
    /// Ten bytes that nobody can guess, new for each call.
    pub random: [u8; 10],
}

impl Surroundings<'_> {
    /// Refuses to write in a temporary conversation.
    pub(super) fn check_writing(&self) -> Result<(), String> {
        if self.temporary {
            return Err(self.answers().temporary.to_owned());
        }
        Ok(())
    }

    pub(super) fn answers(&self) -> &'static Answers {
        answers(self.language)
    }

    pub(super) fn memory_id(&self) -> MemoryId {
        MemoryId::new(self.now.at, self.random)
    }

    pub(super) fn task_id(&self) -> TaskId {
        TaskId::new(self.now.at, self.random)
    }
}

//! Context of the tool calls in one reply.

use super::answers::{Answers, answers};
use crate::{
    id::{MemoryId, TaskId},
    message::Author,
    place::Place,
    time::Now,
};
use ricordo_record::{language::Language, memory::MemorySource, settings::MemorySettings};

/// Context of a tool call.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The memory settings.
    pub settings: &'a MemorySettings,
    /// The message that new facts and tasks come from.
    pub source: MemorySource,
    /// What is in scope of its conversation.
    pub place: Place,
    /// The author of that message; `None` means the user. Facts and fields are about this person.
    pub about: Option<&'a Author>,
    /// The current time.
    pub now: Now,
    /// The language of the answers.
    pub language: Language,
    /// Whether the conversation is temporary.
    pub temporary: bool,
    /// Ten unpredictable bytes, new for each call.
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

//! The texts of memories and summaries that their vectors are made of.

use crate::record::Record;
use ricordo_record::memory::{Memory, MemoryState};

/// The text that the vector of a memory or a summary is made of; `None` if it has none.
pub fn derived_text(record: &Record) -> Option<String> {
    match record {
        Record::Memory(memory) => is_fact(memory).then(|| fact_text(memory)),
        Record::Summary(summary) => Some(summary.text.clone()),
        _ => None,
    }
}

/// Whether a memory is a kept fact that may be found. One with key words is included by them alone.
pub fn is_fact(memory: &Memory) -> bool {
    memory.state == MemoryState::Kept && memory.field.is_none() && memory.key_words.is_empty()
}

/// The text of a fact, with the person it is about.
pub fn fact_text(memory: &Memory) -> String {
    let about = memory.about.as_ref().map(|person| format!("{}: ", person.name)).unwrap_or_default();
    format!("{about}{}", memory.text)
}

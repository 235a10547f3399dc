//! The size of a record, and the bytes of images and files in it, which stores and files keep apart from its other
//! fields.

use super::Record;
use crate::{message::Part, record::change::Change};

/// Approximate size of a record besides its texts, in bytes.
const REST: usize = 400;
/// Approximate size of a message reference with its digest in a manifest or a summary, in bytes.
const NAME: usize = 130;

impl Record {
    /// Approximate size in bytes: texts and images, plus a constant for the rest.
    pub fn size(&self) -> u64 {
        let own = match self {
            Self::Message(message) => message.parts.iter().map(length).sum(),
            Self::Summary(summary) | Self::ReplacedSummary(summary) => {
                summary.text.len() + NAME * summary.sources.len()
            }
            Self::QueuedMessage(queued) => queued.draft.text.len() + NAME * queued.draft.images.len(),
            Self::Memory(memory) => memory.text.len(),
            Self::Template(template) => template.text.len() + template.picture.as_ref().map_or(0, String::len),
            Self::Project(project) => project.name.len() + project.instructions.len(),
            Self::Manifest(manifest) => {
                let items = manifest.layers.iter().map(|layer| NAME * (layer.items.len() + 1));
                items.sum::<usize>() + NAME * (manifest.omitted.len() + manifest.shares.len())
            }
            Self::Settings(settings) => 10 * REST + settings.system_prompt.own().map_or(0, str::len),
            Self::Document(document) => document.name.len(),
            Self::Chunk(chunk) => {
                let headings: usize = chunk.place.headings.iter().map(String::len).sum();
                chunk.text.len() + headings + chunk.place.path.as_ref().map_or(0, String::len)
            }
            Self::Blob(blob) => blob.bytes.len(),
            Self::IndexPart(part) | Self::VectorPart(part) => part.bytes.len(),
            Self::Task(task) => task.title.len(),
            Self::Conversation(conversation) => conversation.own.system_prompt.as_ref().map_or(0, String::len),
            Self::UserData(data) => {
                let people = data.people.iter().flat_map(|person| &person.fields);
                people.chain(&data.fields).map(|(name, value)| name.len() + value.len()).sum()
            }
            // Their texts are short, or in no undo entry.
            Self::Provider(_)
            | Self::Calibration(_)
            | Self::Branch(_)
            | Self::Forget(_)
            | Self::Mark(_)
            | Self::Fragment(_)
            | Self::ReplyDraft(_)
            | Self::ComposerDraft(_)
            | Self::Undo(_)
            | Self::DayUsage(_)
            | Self::Maintenance(_) => 0,
        };
        (own + REST) as u64
    }

    /// All byte fields in a fixed order: the record's own, or those in the changes of an undo entry.
    pub fn bytes_mut(&mut self) -> Vec<&mut Vec<u8>> {
        match self {
            Self::Blob(blob) => vec![&mut blob.bytes],
            Self::Undo(undo) => bytes_of_changes(&mut undo.changes),
            _ => Vec::new(),
        }
    }
}

fn length(part: &Part) -> usize {
    match part {
        Part::Text { text } | Part::Reasoning { text } => text.len(),
        Part::ToolCall { arguments, back, .. } => {
            let back = back.iter().flat_map(|back| back.extra_content.iter().chain(&back.reasoning_details));
            NAME + arguments.len() + back.map(String::len).sum::<usize>()
        }
        Part::ToolResult { content, .. } => NAME + content.len(),
        Part::Image { .. } | Part::File { .. } => NAME,
        Part::ToolsUsed { names } => names.iter().map(String::len).sum(),
    }
}

/// All byte fields in a list of changes, in a fixed order.
pub fn bytes_of_changes(changes: &mut [Change]) -> Vec<&mut Vec<u8>> {
    let records = changes.iter_mut().filter_map(|change| match change {
        Change::Add(record) | Change::Put(record) => Some(record),
        Change::Remove(_) | Change::AddUndo(_) => None,
    });
    records.flat_map(Record::bytes_mut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{conversation::Conversation, task::Task, testing::sample, user_data::UserData};

    /// The undo history is limited by size, and each of these is in an undo entry as a whole.
    #[test]
    fn a_longer_text_makes_a_record_larger_by_its_length() {
        let sizes = |task: &Task, conversation: &Conversation, data: &UserData| {
            [Record::Task(task.clone()), Record::Conversation(conversation.clone()), Record::UserData(data.clone())]
                .map(|record| record.size())
        };
        let (mut task, mut conversation, mut data) = (sample::task(1), sample::conversation(1), sample::user_data());
        conversation.own.system_prompt = Some(String::new());
        let before = sizes(&task, &conversation, &data);
        let text = "x".repeat(5_000);
        task.title.push_str(&text);
        conversation.own.system_prompt = Some(text.clone());
        data.fields.push((String::new(), text));
        assert_eq!(sizes(&task, &conversation, &data), before.map(|size| size + 5_000));
    }
}

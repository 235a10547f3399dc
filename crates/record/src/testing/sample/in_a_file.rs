//! The sample of every kind as it is in an exported file.

use super::of_every_kind;
use crate::{conversation::Conversation, record::Record};

/// [`of_every_kind`] as a file holds it: without the index, which is made from the messages. The conversation is not temporary,
/// because no file contains those, and allows nothing, because a permission given here does not apply elsewhere.
pub fn of_every_kind_in_a_file() -> Vec<Record> {
    let stored = of_every_kind().into_iter().filter(|record| !record.kind().is_index());
    let in_a_file = stored.map(|record| match record {
        Record::Conversation(mut one) => {
            if let Some(background) = &mut one.own.background {
                background.leaves_computer = false;
            }
            Record::Conversation(Conversation { temporary: false, consents: Vec::new(), ..one })
        }
        other => other,
    });
    in_a_file.collect()
}

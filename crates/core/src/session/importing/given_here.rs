//! What of a record applies only in the browser that wrote the file.

use crate::{
    change::Change,
    conversation::Conversation,
    record::Record,
    settings::{EmbeddedBy, Embeddings, VectorStoreSettings},
    time::{DAY_MS, Timestamp},
};
use ricordo_record::template::picture;

/// How far the clock of the browser that wrote a file may be ahead, in milliseconds.
const MOST_AHEAD: i64 = DAY_MS;

fn not_later(at: Timestamp, now: Timestamp) -> Timestamp {
    if at.0.saturating_sub(now.0) > MOST_AHEAD { now } else { at }
}

/// Removes permissions that were given in another browser, and replaces times of commands that are later than now: every
/// command here would be dated after them. What was in the trash was put there now: it would soon be erased otherwise, together
/// with the memories and tasks that came with the file.
pub(in crate::session) fn as_given_here(record: &mut Record, now: Timestamp) {
    match record {
        Record::Conversation(Conversation { consents, own, deleted_at, .. }) => {
            consents.clear();
            *deleted_at = deleted_at.map(|_| now);
            if let Some(background) = &mut own.background {
                background.leaves_computer = false;
            }
        }
        Record::Settings(settings) => {
            settings.background.leaves_computer = false;
            // Nobody agreed here to send texts to a connection. The model in the page sends none.
            if settings.embeddings.by != EmbeddedBy::InPage {
                settings.embeddings = Embeddings::default();
            }
            // Two browsers with one collection would remove each other's vectors.
            settings.vector_store = VectorStoreSettings::default();
        }
        Record::Template(template) => template.picture = picture(template.picture.take()),
        Record::Forget(forget) => forget.at = not_later(forget.at, now),
        Record::Undo(undo) => {
            undo.at = not_later(undo.at, now);
            for change in &mut undo.changes {
                if let Change::Add(record) | Change::Put(record) = change {
                    as_given_here(record, now);
                }
            }
            undo.after.iter_mut().for_each(|record| as_given_here(record, now));
        }
        _ => {}
    }
}

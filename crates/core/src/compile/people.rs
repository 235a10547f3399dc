//! The people who write in a conversation, among the loaded messages. `None` is the user.

use crate::labels::labels;
use crate::{
    message::{Author, Role},
    settings::Language,
    snapshot::Snapshot,
};

/// Each person once, including `author`, who writes now: the user first, then by key, so that the order does not depend
/// on who wrote last.
pub(super) fn of<'a>(snapshot: &'a Snapshot, author: Option<&'a Author>) -> Vec<Option<&'a Author>> {
    let wrote = snapshot.messages.iter().filter(|message| message.role == Role::User);
    let mut people: Vec<_> = wrote
        .map(|message| message.author.as_ref())
        .chain([author])
        .map(|person| (person.map(Author::key), person))
        .collect();
    ricordo_text::small_sort::by_key(&mut people, |(key, _)| key.clone());
    people.dedup_by(|(key, _), (before, _)| key == before);
    people.into_iter().map(|(_, person)| person).collect()
}

/// The heading for what is known about a person: the label alone if nobody else writes.
pub(super) fn heading(label: &str, person: Option<&Author>, among: &[Option<&Author>], user: &str) -> String {
    if among.len() < 2 {
        return label.to_owned();
    }
    let name = person.map_or(user, |person| person.name.as_str());
    format!("{} ({name}):", label.trim_end_matches(':'))
}

/// The user's name as shown to the model.
pub(super) fn user_name(snapshot: &Snapshot, language: Language) -> String {
    let name = snapshot.user_data().name.trim();
    if name.is_empty() { labels(language).user.to_owned() } else { name.to_owned() }
}

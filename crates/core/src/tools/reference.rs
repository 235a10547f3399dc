//! Resolves how a model refers to a stored fact or task: by a short id or by its text.

use super::answers::fill;
use ricordo_text::query::Query;
use ricordo_text::similar::is_near_duplicate;
use uuid::Uuid;

/// An item that a model can refer to.
#[derive(Clone, Debug)]
pub(super) struct Named<'a, I> {
    pub(super) id: I,
    /// The id shown to the model.
    pub(super) short: String,
    pub(super) words: &'a str,
}

/// The id shown to a model: a letter for the kind and the last six hex digits. It starts with a letter so that models
/// do not send it as a number.
pub(super) fn short_id(kind: char, id: Uuid) -> String {
    let id = id.simple().to_string();
    format!("{kind}{}", &id[id.len() - 6..])
}

/// The item that the model means: by its short id, otherwise the only item with this text, otherwise the only one that
/// contains its words.
///
/// # Errors
/// The answer for the model if nothing or several items match; `tool` is the tool that lists the ids.
pub(super) fn resolve<I: Copy>(
    given: &str,
    all: &[Named<'_, I>],
    [none, several]: [&str; 2],
    tool: &str,
) -> Result<I, String> {
    let given = given.trim().trim_matches(['[', ']', '"', '#']);
    let query = Query::new(given);
    let is_short = |named: &&Named<'_, I>| named.short.eq_ignore_ascii_case(given);
    let is_same = |named: &&Named<'_, I>| is_near_duplicate(named.words, given);
    let holds = |named: &&Named<'_, I>| !query.is_empty() && query.matches(named.words);
    let fits: [Vec<I>; 3] = [
        all.iter().filter(is_short).map(|named| named.id).collect(),
        all.iter().filter(is_same).map(|named| named.id).collect(),
        all.iter().filter(holds).map(|named| named.id).collect(),
    ];
    let given: String = given.chars().take(60).collect();
    match fits.iter().find(|fits| !fits.is_empty()).map(Vec::as_slice) {
        Some([id]) => Ok(*id),
        fits => {
            let answer = if fits.is_some() { several } else { none };
            Err(fill(answer, &[("given", &given), ("tool", tool)]))
        }
    }
}

//! How a model names a stored fact or task: by a short id, or by its words.

use super::answers::fill;
use ricordo_text::query::Query;
use ricordo_text::similar::is_near_duplicate;
use uuid::Uuid;

/// What a model may name.
#[derive(Clone, Debug)]
pub(super) struct Named<'a, I> {
    pub(super) id: I,
    /// The id that the model is shown.
    pub(super) short: String,
    pub(super) words: &'a str,
}

/// The id that a model is shown: a letter for the kind and the last six digits. It starts with a letter so that no model
/// sends it as a number.
pub(super) fn short_id(kind: char, id: Uuid) -> String {
    let id = id.simple().to_string();
    format!("{kind}{}", &id[id.len() - 6..])
}

/// The one that the model means: by its short id, else the only one of these words, else the only one that holds them.
///
/// # Errors
/// What the model is told where it names none or several; `tool` is the one that lists the ids.
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

//! Reads the conversations.

use crate::conversation::Conversation;
use serde_json::{Value, json};
use std::fs;

const BUILT_IN: &str = include_str!("../../../crates/recall/fixtures/ukrainian.json");
/// The same questions in other languages, for recall by meaning.
const ASKED: &str = include_str!("../../../crates/recall/fixtures/asked_in_other_languages.json");

/// For whoever measures without a file.
pub(crate) const WHERE: &str = "\
Without --data only the built-in set is measured: forty facts in Ukrainian, with questions in Ukrainian, English and Russian.
LoCoMo has ten long conversations in English with about 200 questions each:
  https://github.com/snap-research/locomo/raw/main/data/locomo10.json";

const FORMAT: &str = "\
It is a JSON list of conversations. Each has `conversation`, with lists `session_1`, `session_2` … of turns (`speaker`, `dia_id`, `text`),
and `qa`, a list of questions (`question`, `category`, and `evidence`, a list of such ids of turns).";

/// The conversations of a file, or the built-in one. At least one of them has a question.
pub(crate) fn read(path: Option<&str>) -> Result<Vec<Conversation>, String> {
    let text = match path {
        Some(path) => fs::read_to_string(path).map_err(|error| format!("{path} cannot be read: {error}."))?,
        None => built_in().map_err(|error| error.to_string())?,
    };
    let name = path.unwrap_or("The built-in set");
    let conversations = Conversation::all(&text)
        .map_err(|error| format!("{name} is not in the format of LoCoMo: {error}.\n{FORMAT}"))?;
    if conversations.iter().all(|one| one.questions.is_empty()) {
        return Err(format!("{name} has no question that names a turn as its evidence.\n{FORMAT}"));
    }
    Ok(conversations)
}

/// The built-in conversation, once for each language of the questions.
fn built_in() -> Result<String, serde_json::Error> {
    let mut all: Vec<Value> = serde_json::from_str(BUILT_IN)?;
    let asked: Vec<Value> = serde_json::from_str(ASKED)?;
    for (language, name) in [("en", "Ukrainian, asked in English"), ("ru", "Ukrainian, asked in Russian")] {
        let questions =
            asked.iter().map(|one| json!({ "question": one[language], "evidence": one["evidence"], "category": 1 }));
        let qa: Vec<Value> = questions.collect();
        all.extend(
            all.first().map(|first| json!({ "sample_id": name, "conversation": first["conversation"], "qa": qa })),
        );
    }
    serde_json::to_string(&all)
}

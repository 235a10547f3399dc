//! Reads the conversations.

use crate::conversation::Conversation;
use std::fs;

const BUILT_IN: &str = include_str!("../../../crates/recall/fixtures/ukrainian.json");

const WHERE: &str = "\
Without --data only the built-in set is measured: forty facts and questions in Ukrainian.
LoCoMo has ten long conversations in English with about 200 questions each:
  https://github.com/snap-research/locomo/raw/main/data/locomo10.json";

/// The conversations of a file, or the built-in one.
pub(crate) fn read(path: Option<&str>) -> Result<Vec<Conversation>, String> {
    let text = match path {
        Some(path) => fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?,
        None => {
            println!("{WHERE}\n");
            BUILT_IN.to_owned()
        }
    };
    Conversation::all(&text).map_err(|error| format!("This file is not in the format of LoCoMo: {error}"))
}

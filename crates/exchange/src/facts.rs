//! Memories of other programs, as proposals that the user keeps or drops, and their characters and prompts, as templates.

use crate::{conversation::Names, format::Out, lines::facts};
use ricordo_core::{
    exchange::Why,
    memory::{LONGEST_KEY_WORD, MOST_KEY_WORDS, Memory, MemoryRefusal, MemoryState, checked},
    record::Record,
    scope::Scope,
    template::Template,
    text::{facts::LONGEST_FACT, key_word::is_one, secrets::find_secret, sentences::sentences},
    time::Timestamp,
};
use serde_json::Value;

/// Number of characters that the report shows of a text that is too long.
const BEGINNING: usize = 60;

/// Proposes what a text says as memories: each line, or each group of sentences if a line is too long. `called` stands
/// for the text in the report.
pub(crate) fn propose(text: &str, called: &str, scope: Scope, names: &Names, out: &mut Out) {
    for line in facts(text) {
        for part in short(&line) {
            propose_one(&part, called, scope, names, out);
        }
    }
}

/// Proposes what the user copied out of another program. The page makes such a value of the text.
pub(crate) fn pasted(value: &Value, _: &str, out: &mut Out) {
    propose(
        value["pasted_memories"].as_str().unwrap_or_default(),
        "",
        Scope::Everywhere,
        &Names::of("pasted", ""),
        out,
    );
}

/// Proposes a text as a memory with key words. Returns `false` if it is too long, or has no usable key word: then it has to
/// find another place.
pub(crate) fn propose_with(text: &str, mut key_words: Vec<String>, called: &str, names: &Names, out: &mut Out) -> bool {
    key_words.retain(|word| is_key_word(word));
    key_words.truncate(MOST_KEY_WORDS);
    if key_words.is_empty() || matches!(checked(text), Err(MemoryRefusal::TooLong { .. })) {
        return false;
    }
    if let Some(text) = usable(text, called, out) {
        let memory = proposal(text, Scope::Everywhere, names);
        out.record(Record::Memory(Memory { key_words, ..memory }));
    }
    true
}

/// Whether a key of another program is a word or a phrase. Regular expressions are not.
pub(crate) fn is_key_word(word: &str) -> bool {
    let is_pattern = word.len() > 1 && word.starts_with('/') && word[1..].contains('/');
    !is_pattern && is_one(word) && word.chars().count() <= LONGEST_KEY_WORD
}

/// Proposes a fact.
fn propose_one(text: &str, called: &str, scope: Scope, names: &Names, out: &mut Out) {
    if let Some(text) = usable(text, called, out) {
        out.record(Record::Memory(proposal(text, scope, names)));
    }
}

/// The text of a memory; `None` if it cannot be one, which the report says.
fn usable(text: &str, called: &str, out: &mut Out) -> Option<String> {
    match checked(text) {
        Ok(text) => return Some(text),
        // The secret stays out of the report.
        Err(MemoryRefusal::TooLong { .. }) if find_secret(text).is_some() => out.skip(called, Why::Secret),
        Err(MemoryRefusal::Secret { .. }) => out.skip(called, Why::Secret),
        Err(MemoryRefusal::TooLong { .. }) => out.skip(&beginning(text), Why::TooLong),
        Err(_) => {}
    }
    None
}

/// The beginning of a text, by which the user recognizes it.
fn beginning(text: &str) -> String {
    let begin: String = text.chars().take(BEGINNING).collect();
    let begin = begin.rsplit_once(char::is_whitespace).map_or(begin.as_str(), |(begin, _)| begin);
    format!("{begin} …")
}

fn proposal(text: String, scope: Scope, names: &Names) -> Memory {
    // Exports do not say when a memory was made. The session fills in the time of the import.
    let at = Timestamp(0);
    Memory {
        id: names.memory(at, &text),
        text,
        state: MemoryState::Proposed,
        source: None,
        pinned: false,
        created_at: at,
        updated_at: at,
        last_used_at: None,
        uses: 0,
        typed: false,
        field: None,
        about: None,
        scope,
        key_words: Vec::new(),
    }
}

/// The text in parts that are short enough for a memory, if it has sentences that are.
fn short(line: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    if line.chars().count() <= LONGEST_FACT {
        return vec![line.to_owned()];
    }
    for sentence in sentences(line).into_iter().map(str::trim) {
        match parts.last_mut() {
            Some(last) if last.chars().count() + 1 + sentence.chars().count() <= LONGEST_FACT => {
                last.push(' ');
                last.push_str(sentence);
            }
            _ => parts.push(sentence.to_owned()),
        }
    }
    parts
}

/// Adds a system prompt of another program as a template.
pub(crate) fn template(name: &str, text: &str, names: &Names, out: &mut Out) {
    let (name, text) = (name.trim(), text.trim());
    if text.is_empty() {
        return out.skip(name, Why::Empty);
    }
    let (name, text) = (name.to_owned(), text.to_owned());
    let picture = out.picture.take();
    out.record(Record::Template(Template { id: names.template(), name, text, picture, preset: None }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_names_how_a_text_that_is_too_long_begins() {
        let mut out = Out::default();
        let long = "Anna keeps bees in the garden behind the house where her grandmother lived, ".repeat(6);
        let secret = format!("{long} sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrStUvWxYz");
        propose(&format!("{long}\n{secret}"), "#1", Scope::Everywhere, &Names::of("pasted", ""), &mut out);
        let skipped: Vec<_> = out.skipped.iter().map(|skipped| (skipped.what.as_str(), skipped.why)).collect();
        let begin = "Anna keeps bees in the garden behind the house where her …";
        assert_eq!(skipped, [(begin, Why::TooLong), ("#1", Why::Secret)]);
    }

    #[test]
    fn a_long_paragraph_is_cut_between_sentences() {
        let text = "Anna is an engineer who works on bridges. ".repeat(20);
        let parts = short(text.trim());
        assert!(
            parts.len() > 2 && parts.iter().all(|part| part.chars().count() <= LONGEST_FACT && part.ends_with('.')),
            "{parts:?}"
        );
    }
}

//! Texts of import and export, and the report of an import.

use super::{common::common, errors::Localized, fill};
use ricordo_core::{
    error::StoreError,
    exchange::{Skipped, Why, markdown::Words},
    session::ImportReport,
};
use std::collections::BTreeMap;

include!(concat!(env!("OUT_DIR"), "/texts/exchange.rs"));

/// Texts that a Markdown export adds around the messages of a conversation.
pub fn markdown_words() -> Words {
    let texts = exchange();
    Words {
        untitled: texts.untitled,
        user: texts.you,
        assistant: texts.assistant,
        system: texts.note,
        tool: texts.tool,
        thoughts: texts.thoughts,
        image: texts.image,
        file: texts.file,
        broken_off: texts.broken_off,
    }
}

/// Result of an import of one or more files.
#[derive(Default)]
pub struct Report {
    /// Number of imported conversations.
    pub conversations: u64,
    /// What was not imported.
    pub skipped: Vec<Skipped>,
    /// Sentences about problems with the files.
    pub troubles: Vec<String>,
    /// Whether the user cancelled the import.
    pub was_cancelled: bool,
    imported: Vec<ImportReport>,
}

/// Maximum number of titles that are named; the others are counted.
const NAMED: usize = 6;

impl Report {
    /// Adds the result of a file.
    pub fn add(&mut self, mut imported: ImportReport) {
        self.conversations += imported.conversations;
        self.skipped.append(&mut imported.skipped);
        self.imported.push(imported);
    }

    /// Whether something went wrong, or nothing was imported.
    pub fn is_trouble(&self) -> bool {
        let is_stopped = self.imported.iter().any(|imported| imported.stopped.is_some());
        let is_nothing = !self.is_something() && self.sum(|imported| imported.here) == 0 && !self.was_cancelled;
        is_stopped || is_nothing || !self.troubles.is_empty()
    }

    /// Sentences of the report, most important first.
    pub fn sentences(&self) -> Vec<String> {
        let texts = exchange();
        let here = self.sum(|imported| imported.here);
        let mut sentences = vec![match (self.is_something(), here) {
            (true, _) => fill(
                texts.came_in,
                &[
                    ("conversations", &texts.conversations.say(self.conversations)),
                    ("messages", &common().messages.say(self.sum(|imported| imported.messages))),
                ],
            ),
            (false, 1..) if self.troubles.is_empty() && !self.was_cancelled => texts.nothing_new.to_owned(),
            _ => texts.nothing.to_owned(),
        }];
        // A file of memories, templates or projects alone has no conversations to count.
        let others = self.sum(|imported| imported.others);
        let of_conversations =
            self.sum(|imported| imported.messages + imported.brought_back) + self.conversations + here;
        let is_alone = others > 0 && of_conversations == 0;
        if is_alone {
            sentences[0] = texts.others.say(others);
        }
        sentences.extend(self.troubles.iter().cloned());
        sentences.extend(self.was_cancelled.then(|| texts.cancelled.to_owned()));
        sentences
            .extend(self.imported.iter().find_map(|imported| imported.stopped.as_ref()).map(StoreError::localized));
        let named = [
            (texts.left_over, self.titles(|imported| &imported.left_over)),
            (texts.cut, self.titles(|imported| &imported.cut)),
        ];
        sentences.extend(named.into_iter().filter_map(|(sentence, titles)| about(sentence, &titles)));
        let counted = [
            (&texts.others, if is_alone { 0 } else { others }),
            (&texts.proposed, self.sum(|imported| imported.proposed)),
            (&texts.brought_back, self.sum(|imported| imported.brought_back)),
            (&texts.here, here),
        ];
        sentences
            .extend(counted.into_iter().filter(|(_, count)| *count > 0).map(|(sentence, count)| sentence.say(count)));
        sentences.extend(about(texts.newer_in_file, &self.titles(|imported| &imported.newer_in_file)));
        let kept = self.sum(|imported| imported.kept);
        sentences.extend((kept > 0).then(|| texts.kept.say(kept)));
        sentences.extend(self.skipped_sentences());
        sentences
    }

    fn is_something(&self) -> bool {
        self.imported.iter().any(ImportReport::is_something)
    }

    fn sum(&self, count: impl Fn(&ImportReport) -> u64) -> u64 {
        self.imported.iter().map(count).sum()
    }

    fn titles<'a>(&'a self, of: impl Fn(&'a ImportReport) -> &'a Vec<String>) -> Vec<&'a str> {
        self.imported.iter().flat_map(of).map(String::as_str).collect()
    }

    /// Sentences about what was skipped, one for each reason.
    fn skipped_sentences(&self) -> Vec<String> {
        let texts = exchange();
        let mut by_reason: BTreeMap<Why, Vec<&str>> = BTreeMap::new();
        for Skipped { what, why } in &self.skipped {
            by_reason.entry(*why).or_default().push(what);
        }
        let sentences = by_reason.into_iter().map(|(why, things)| {
            let count = texts.skipped_things.say(things.len() as u64);
            let named: Vec<&str> = things.into_iter().filter(|thing| !thing.is_empty()).collect();
            let why = match why {
                Why::Unreadable => texts.unreadable,
                Why::Empty => texts.empty,
                Why::TooLarge => texts.too_large,
                Why::WithoutConversation => texts.without_conversation,
                Why::Taken => texts.taken,
                Why::NotInFile => texts.not_in_file,
                Why::NoPlace => texts.no_place,
                Why::TooLong => texts.too_long,
                Why::Secret => texts.secret,
            };
            let sentence = if named.is_empty() { texts.skipped_unnamed } else { texts.skipped };
            fill(sentence, &[("things", &count), ("why", why), ("titles", &joined(&named))])
        });
        sentences.collect()
    }
}

/// Sentence about titles; `None` if there are none.
fn about(sentence: &str, titles: &[&str]) -> Option<String> {
    (!titles.is_empty()).then(|| fill(sentence, &[("titles", &joined(titles))]))
}

/// Lists the first titles and counts the rest.
fn joined(titles: &[&str]) -> String {
    let texts = exchange();
    let named = titles.iter().take(NAMED).map(|title| match *title {
        "" => texts.untitled.to_owned(),
        number if number.starts_with('#') => number.to_owned(),
        title => format!("“{title}”"),
    });
    let mut joined = named.collect::<Vec<_>>().join(", ");
    if titles.len() > NAMED {
        joined.push(' ');
        joined.push_str(&texts.more.say((titles.len() - NAMED) as u64));
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported(conversations: u64, here: u64) -> ImportReport {
        ImportReport { conversations, messages: conversations * 2, here, ..ImportReport::default() }
    }

    fn report(imported: ImportReport) -> Report {
        let mut report = Report::default();
        report.add(imported);
        report
    }

    #[test]
    fn what_came_in_and_what_did_not_is_told() {
        let mut report = report(imported(3, 1));
        let skipped = |what: &str, why| Skipped { what: what.to_owned(), why };
        report.skipped = vec![skipped("Rome", Why::Empty), skipped("#7", Why::Empty), skipped("", Why::TooLarge)];
        assert!(!report.is_trouble());
        assert_eq!(
            report.sentences(),
            [
                "Imported 3 conversations (6 messages).",
                "1 conversation was already here and was not changed.",
                "2 skipped (empty): “Rome”, #7.",
                "1 skipped (too large to import).",
            ]
        );
    }

    #[test]
    fn a_file_of_memories_alone_says_that_they_wait() {
        let report = report(ImportReport { others: 2, proposed: 2, ..imported(0, 0) });
        assert!(!report.is_trouble());
        assert_eq!(
            report.sentences(),
            [
                "Imported 2 projects, documents, memories, tasks, personas, connections and settings.",
                "2 memories wait for your decision under Memories."
            ]
        );
    }

    #[test]
    fn nothing_is_an_error_and_the_same_again_is_none() {
        let nothing = report(imported(0, 0));
        assert!(nothing.is_trouble());
        assert_eq!(nothing.sentences(), ["Nothing was imported."]);
        let again = report(imported(0, 2));
        assert!(!again.is_trouble());
        assert_eq!(again.sentences()[0], "Nothing new: everything in the file is already here.");
    }

    #[test]
    fn the_rest_is_named_when_the_room_ends() {
        let left_over = (1..=8).map(|n| format!("Title {n}")).collect();
        let report = report(ImportReport { left_over, stopped: Some(StoreError::Full), ..imported(1, 0) });
        assert!(report.is_trouble());
        let sentences = report.sentences().join("\n");
        assert!(sentences.contains("storage is full"), "{sentences}");
        assert!(sentences.contains("“Title 6” and 2 more. Free up some space"), "{sentences}");
    }
}

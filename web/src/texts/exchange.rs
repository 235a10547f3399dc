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
        project: texts.project,
        persona: texts.persona,
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
        let messages = self.sum(|imported| imported.messages);
        let counted = [
            (&texts.others, self.sum(|imported| imported.others)),
            (&texts.proposed, self.sum(|imported| imported.proposed)),
            (&texts.brought_back, self.sum(|imported| imported.brought_back)),
            (&texts.here, here),
        ];
        let counted = counted.into_iter().filter(|(_, count)| *count > 0);
        let mut counted = counted.map(|(sentence, count)| sentence.say(count)).collect::<Vec<_>>();
        let mut sentences = vec![match (self.is_something(), here) {
            // No conversation came in: what did is said first.
            (true, _) if self.conversations + messages == 0 => counted.remove(0),
            (true, _) => fill(
                texts.came_in,
                &[
                    ("conversations", &texts.conversations.say(self.conversations)),
                    ("messages", &common().messages.say(messages)),
                ],
            ),
            (false, 1..) if self.troubles.is_empty() && !self.was_cancelled => texts.nothing_new.to_owned(),
            _ => texts.nothing.to_owned(),
        }];
        sentences.extend(self.troubles.iter().cloned());
        sentences.extend(self.was_cancelled.then(|| texts.cancelled.to_owned()));
        sentences
            .extend(self.imported.iter().find_map(|imported| imported.stopped.as_ref()).map(StoreError::localized));
        let is_full = self.imported.iter().any(|imported| imported.stopped == Some(StoreError::Full));
        let named = [
            (if is_full { texts.left_over } else { texts.left_out }, self.titles(|imported| &imported.left_over)),
            (texts.cut, self.titles(|imported| &imported.cut)),
        ];
        sentences.extend(named.into_iter().filter_map(|(sentence, titles)| about(sentence, &titles)));
        sentences.append(&mut counted);
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
                Why::WouldChange => texts.would_change,
                Why::NotInFile => texts.not_in_file,
                Why::NoPlace => texts.no_place,
                Why::TooLong => texts.too_long,
                Why::Secret => texts.secret,
                Why::SwitchedOff => texts.switched_off,
                Why::InDocument => texts.in_document,
                Why::OnlyError => texts.only_error,
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
        title => fill(texts.quoted, &[("title", title)]),
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
    use crate::texts::{UiLanguage, speak};

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
                "Imported 2 other records: projects, documents, memories, tasks, personas, connections or settings.",
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

    #[test]
    fn only_where_the_room_ends_is_room_asked_for() {
        speak(UiLanguage::En);
        let damaged = StoreError::Damaged { detail: String::new() };
        for stopped in [None, Some(StoreError::Closed), Some(damaged)] {
            let left_over = vec!["plan.pdf".to_owned()];
            let sentences = report(ImportReport { left_over, stopped, ..imported(1, 0) }).sentences();
            let expected =
                "Not imported: “plan.pdf”. Import the complete file again: only what is missing will be added.";
            assert!(sentences.iter().any(|sentence| sentence == expected), "{sentences:?}");
        }
        let texts_of = |language| {
            speak(language);
            let texts = exchange();
            [texts.left_over, texts.left_out]
        };
        assert!(UiLanguage::all().map(texts_of).all(|[full, other]| full != other && other.contains("{titles}")));
    }

    #[test]
    fn several_files_are_one_report_in_the_order_of_what_matters() {
        speak(UiLanguage::En);
        let mut report = report(ImportReport { cut: vec!["Long".to_owned()], ..imported(1, 2) });
        report.add(ImportReport { brought_back: 1, kept: 3, newer_in_file: vec!["Rome".to_owned()], ..imported(2, 0) });
        report.troubles = vec!["a.zip is empty.".to_owned()];
        report.was_cancelled = true;
        assert!(report.is_trouble());
        assert_eq!(
            report.sentences(),
            [
                "Imported 3 conversations (6 messages).",
                "a.zip is empty.",
                "Stopped. What was imported so far stays.",
                "Imported only the beginning of: “Long”. To get the rest, delete these conversations here and import the \
                 complete file again.",
                "Restored 1 conversation that you had deleted here.",
                "2 conversations were already here and were not changed.",
                "The file has newer versions of: “Rome”. Yours were kept. To use the file's versions, delete these \
                 conversations here and import again.",
                "3 records (settings, memories, tasks, personas or connections) differ from the file; yours were kept.",
            ]
        );
    }

    #[test]
    fn memories_beside_conversations_are_counted_below_them() {
        speak(UiLanguage::En);
        let beside = report(ImportReport { others: 2, ..imported(1, 0) }).sentences();
        assert_eq!(beside[0], "Imported 1 conversation (2 messages).");
        assert!(beside[1].starts_with("Imported 2 other records"), "{beside:?}");
        // An empty count of conversations says nothing.
        let known = report(ImportReport { others: 1, ..imported(0, 3) }).sentences();
        assert!(
            known[0].starts_with("Imported 1 other record") && known[1].starts_with("3 conversations were"),
            "{known:?}"
        );
        let restored = report(ImportReport { brought_back: 2, ..imported(0, 0) });
        assert_eq!(restored.sentences(), ["Restored 2 conversations that you had deleted here."]);
    }

    #[test]
    fn a_stopped_import_is_no_error_and_does_not_say_that_there_was_nothing_new() {
        for language in UiLanguage::all() {
            speak(language);
            let texts = exchange();
            for (imported, first) in [(imported(0, 2), texts.nothing), (imported(0, 0), texts.nothing)] {
                let stopped = Report { was_cancelled: true, ..report(imported) };
                assert!(!stopped.is_trouble());
                assert_eq!(stopped.sentences()[..2], [first, texts.cancelled]);
            }
            let unreadable = Report { troubles: vec!["?".to_owned()], ..report(imported(0, 2)) };
            assert_eq!((unreadable.is_trouble(), unreadable.sentences()[0].as_str()), (true, texts.nothing));
        }
    }

    #[test]
    fn six_titles_are_named_and_the_seventh_is_counted() {
        speak(UiLanguage::En);
        let titles = |count: usize| vec!["x"; count];
        assert_eq!(joined(&titles(1)), "“x”");
        assert_eq!(joined(&titles(6)).matches("“x”").count(), 6);
        assert!(joined(&titles(6)).ends_with("“x”"));
        assert!(joined(&titles(7)).ends_with("“x” and 1 more"), "{}", joined(&titles(7)));
        assert_eq!(joined(&["", "#12", "“quoted”"]), "Untitled, #12, ““quoted””");
        assert_eq!(about("{titles}", &[]), None);
        for language in [UiLanguage::Uk, UiLanguage::Ru] {
            speak(language);
            assert_eq!(joined(&["Рим", "#12"]), "«Рим», #12");
        }
    }

    #[test]
    fn what_was_left_out_is_counted_once_for_each_reason() {
        let reasons = [
            Why::Unreadable,
            Why::Empty,
            Why::TooLarge,
            Why::WithoutConversation,
            Why::Taken,
            Why::WouldChange,
            Why::NotInFile,
            Why::NoPlace,
            Why::TooLong,
            Why::Secret,
            Why::SwitchedOff,
            Why::InDocument,
            Why::OnlyError,
        ];
        for language in UiLanguage::all() {
            speak(language);
            let skipped = |why: &Why| [("", *why), ("Rome", *why), ("", *why)];
            let all = reasons.iter().flat_map(skipped).map(|(what, why)| Skipped { what: what.to_owned(), why });
            let report = Report { skipped: all.collect(), ..Report::default() };
            let sentences = report.skipped_sentences();
            assert_eq!(sentences.len(), reasons.len());
            for (at, sentence) in sentences.iter().enumerate() {
                assert!(sentence.contains('3') && sentence.contains("Rome") && !sentence.contains('{'), "{sentence}");
                assert!(!sentences[..at].contains(sentence), "{sentence}");
                assert!(!sentence.contains(exchange().untitled), "what has no name is only counted: {sentence}");
            }
        }
    }
}

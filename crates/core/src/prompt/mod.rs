//! The prompts for summaries, facts and titles, in three languages. The texts are files in `crates/core/prompts`.
//!
//! When they are sent, and whether a reply is accepted, is decided elsewhere.

mod fill;
mod language;

pub use fill::{Filling, check_template, fill};
pub use language::language_of;
pub use ricordo_record::template::TemplateError;

use crate::shipped_text::shipped_text;
use ricordo_record::language::Language;

/// Version of the prompts, stored with every summary. Increment it with every change to a text that may change replies.
pub const PROMPT_VERSION: u32 = 1;

/// A built-in prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prompt {
    /// Summarize the oldest messages of a conversation. The wording is document D's.
    Compression,
    /// Summarize the messages of some days.
    Summary,
    /// Merge summaries of consecutive parts into one.
    Merge,
    /// Extract facts about the user: lines that begin with `- `, or `NONE`.
    Facts,
    /// Write a title for a conversation.
    Title,
}

/// All prompts.
pub const PROMPTS: [Prompt; 5] = [Prompt::Compression, Prompt::Summary, Prompt::Merge, Prompt::Facts, Prompt::Title];

/// The text of a prompt, to be filled by [`fill()`]. Without the final line end of its file.
pub fn text(prompt: Prompt, language: Language) -> &'static str {
    match prompt {
        Prompt::Compression => shipped_text!("compression.md", language),
        Prompt::Summary => shipped_text!("summary.md", language),
        Prompt::Merge => shipped_text!("merge.md", language),
        Prompt::Facts => shipped_text!("facts.md", language),
        Prompt::Title => shipped_text!("title.md", language),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::{Piece, SHIPPED, pieces, prompts, shipped};

    const LANGUAGES: [Language; 3] = [Language::En, Language::Uk, Language::Ru];

    fn variables(text: &str) -> Vec<&str> {
        let names = pieces(text).filter_map(|piece| match piece {
            Piece::Variable(name) => Some(name),
            Piece::Text(_) => None,
        });
        names.collect()
    }

    #[test]
    fn every_prompt_ships_in_every_language_with_its_variables() {
        for language in LANGUAGES {
            assert_eq!(variables(text(Prompt::Compression, language)), ["history_messages"]);
            assert_eq!(variables(text(Prompt::Summary, language)), ["max_tokens", "history_messages"]);
            assert_eq!(variables(text(Prompt::Merge, language)), ["max_tokens", "history_messages"]);
            assert_eq!(variables(text(Prompt::Facts, language)), ["known_facts", "max_tokens", "history_messages"]);
            assert_eq!(variables(text(Prompt::Title, language)), ["history_messages"]);
            assert!(text(Prompt::Facts, language).contains("NONE"));
            for prompt in PROMPTS {
                assert!(text(prompt, language).contains("\n<HISTORY>\n{history_messages}\n</HISTORY>\n"), "{prompt:?}");
            }
        }
    }

    #[test]
    fn every_prompt_is_in_the_language_it_says() {
        for language in LANGUAGES {
            for prompt in PROMPTS {
                let words = text(prompt, language);
                assert_eq!(language_of([words]), language, "{words}");
            }
            for name in prompts() {
                assert_eq!(language_of([shipped(name, language).unwrap()]), language, "{name}");
            }
        }
    }

    #[test]
    fn all_texts_together_are_a_small_download() {
        let prompts = PROMPTS.iter().flat_map(|prompt| LANGUAGES.map(|language| text(*prompt, language)));
        let templates = SHIPPED.iter().flat_map(|name| LANGUAGES.map(|language| shipped(name, language).unwrap()));
        let sizes: Vec<usize> = prompts.chain(templates).map(str::len).collect();
        assert!(sizes.iter().all(|size| (60..1_000).contains(size)), "{sizes:?}");
        assert!(sizes.iter().sum::<usize>() < 12 * 1024, "{sizes:?}");
    }

    #[test]
    fn the_russian_compression_prompt_is_that_of_document_d() {
        let expected = "Ты - помощник, который сжимает историю диалога. Твоя задача - прочитать предоставленную историю сообщений и создать краткую, связную сводку, которая сохраняет ключевые события, факты, решения и изменения в отношениях или состоянии персонажей. Сводка должна быть максимально лаконичной, но при этом содержательной. Избегай излишних деталей и повторений.\n\nИстория для сжатия:\n<HISTORY>\n{history_messages}\n</HISTORY>\n\nСводка:";
        assert_eq!(text(Prompt::Compression, Language::Ru), expected);
    }
}

//! What a conversation of 300 messages retains with only the in-page model: every decision, name and number that left
//! the window is in the extracts, and everything that fits is in the prompt.
//!
//! The conversations are those of the corpus (`RICORDO_CORPUS`) and, always, a small bundled one.

#![allow(clippy::print_stdout, reason = "the shares that are kept are printed")]

use super::{
    folder::corpus,
    read::{bundled, conversations},
};
use crate::common::Chat;
use ricordo_core::{
    provider::Provider,
    session::MaintainControl,
    text::sentences::{is_code, sentences},
};
use std::collections::BTreeSet;

/// Length of each conversation in messages.
const LENGTH: usize = 300;
/// Beginnings of words that mark a decision.
const SETTLED: [&str; 9] =
    ["decided", "agreed", "must", "deadline", "promised", "plan", "вирішили", "мусимо", "термін"];

/// Statements found in a text.
#[derive(Default)]
struct Stated {
    decisions: BTreeSet<String>,
    names: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

/// The statements of some texts: sentences with a decision, capitalized words inside a sentence, and numbers. Questions
/// and code contain no statements.
fn stated(texts: &[String]) -> Stated {
    let mut found = Stated::default();
    for sentence in texts.iter().flat_map(|text| sentences(text)) {
        let ends = sentence.trim_end_matches(['"', '\'', '»', '”', ')', '*', '_', '!', '.']);
        if ends.ends_with(['?', '？']) || is_code(sentence) || is_greeting(sentence) {
            continue;
        }
        let words: Vec<&str> = words(sentence).collect();
        if words.iter().any(|word| SETTLED.iter().any(|settled| word.to_lowercase().starts_with(settled))) {
            found.decisions.insert(sentence.trim().to_owned());
        }
        found.numbers.extend(words.iter().filter(|word| word.starts_with(char::is_numeric)).map(ToString::to_string));
        let capitals = words.iter().skip(1).filter(|word| word.starts_with(char::is_uppercase) && word.len() > 3);
        found.names.extend(capitals.map(ToString::to_string));
    }
    found
}

fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Names in a greeting or in thanks do not count.
fn is_greeting(sentence: &str) -> bool {
    const GREETINGS: [&str; 22] = [
        "hi",
        "hello",
        "hey",
        "thank",
        "thanks",
        "ok",
        "okay",
        "great",
        "sure",
        "bye",
        "good",
        "you",
        "nice",
        "cool",
        "lol",
        "haha",
        "how",
        "sounds",
        "no",
        "привіт",
        "дякую",
        "гаразд",
    ];
    words(sentence).next().is_some_and(|first| GREETINGS.contains(&first.to_lowercase().as_str()))
}

/// Whether a decision is retained: its sentence, or one with three quarters of its words.
fn is_kept(decision: &str, kept: &str) -> bool {
    let wanted: BTreeSet<String> = words(decision).map(str::to_lowercase).collect();
    let is_near = |line: &str| {
        let found: BTreeSet<String> = words(line).map(str::to_lowercase).collect();
        wanted.intersection(&found).count() * 4 >= wanted.len() * 3
    };
    kept.contains(decision.trim_start_matches(['-', '*', ' '])) || kept.lines().any(is_near)
}

/// Retained shares in thousandths.
#[derive(Debug)]
struct Kept {
    decisions: usize,
    names: usize,
    numbers: usize,
}

fn kept(wanted: &Stated, text: &str) -> Kept {
    let share = |all: &BTreeSet<String>, is_kept: &dyn Fn(&str) -> bool| {
        let lost: Vec<&String> = all.iter().filter(|one| !is_kept(one)).collect();
        if !lost.is_empty() && lost.len() < 9 {
            println!("   not there: {lost:?}");
        }
        (all.len() - lost.len()) * 1_000 / all.len().max(1) + usize::from(all.is_empty()) * 1_000
    };
    Kept {
        decisions: share(&wanted.decisions, &|one| is_kept(one, text)),
        names: share(&wanted.names, &|one| text.contains(one)),
        numbers: share(&wanted.numbers, &|one| text.contains(one)),
    }
}

/// Plays a conversation with the in-page model and checks what is retained.
async fn keeps_what_is_stated(name: &str, texts: &[String]) {
    let chat = Chat::open().await;
    for turns in texts.chunks(10) {
        for text in turns {
            chat.put(chat.id, text).await;
        }
        chat.session.maintain_without_model(&MaintainControl::default(), &|_| ()).await.unwrap();
    }
    let until = chat.covered().await.last().map_or(0, |(_, to)| *to as usize);
    let compiled = chat.session.preview(chat.id, "And now?", &Provider::in_page()).await.unwrap();
    let extracts: String = chat.in_force().await.iter().map(|one| format!("{}\n", one.text)).collect();
    let prompt: String = crate::common::texts(&compiled.request).join("\n");
    let wanted = stated(&texts[..until]);
    println!(
        "{name}: {until} of {} compressed; {} decisions, {} names, {} numbers; {} tokens kept, {} of {} sent",
        texts.len(),
        wanted.decisions.len(),
        wanted.names.len(),
        wanted.numbers.len(),
        ricordo_core::tokens::estimate(&extracts),
        compiled.tokens,
        compiled.budget,
    );
    let stored = kept(&wanted, &extracts);
    println!("   kept {stored:?}");
    let sent = kept(&wanted, &prompt);
    println!("   sent {sent:?}");
    assert!(until + 60 > texts.len() || until > 200, "{name}: the window was full long ago");
    assert_eq!((stored.decisions, stored.names, stored.numbers), (1_000, 1_000, 1_000), "{name}");
    assert!(compiled.tokens <= compiled.budget, "{name}");
}

#[tokio::test]
async fn decisions_names_and_numbers_of_the_bundled_conversation_are_kept() {
    keeps_what_is_stated("bundled", &bundled()).await;
}

#[tokio::test]
async fn decisions_names_and_numbers_of_recorded_conversations_are_kept() {
    let Some(corpus) = corpus() else { return };
    for (name, texts) in conversations(&corpus) {
        for (part, texts) in texts.chunks_exact(LENGTH).take(3).enumerate() {
            keeps_what_is_stated(&format!("{name}, part {part}"), texts).await;
        }
    }
}

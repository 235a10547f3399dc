//! Signs that a text is not a summary. Each function checks one of them.

use crate::clean::{THOUGHT_TAGS, without_fence};
use crate::{
    normal::{normal_word, normalise, words},
    sentences::sentences,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Beginnings of tool calls that a model writes as text.
const TOOL_SIGNS: &[&str] = &[
    "<tool_call",
    "</tool_call",
    "<tool_use",
    "<tool_response",
    "<function_call",
    "<function=",
    "<invoke ",
    "[tool_calls]",
    "```tool",
    "<tools>",
];
/// Beginnings of an echo of the request.
const ECHOES: &[&str] = &[
    "here is the history",
    "here is the conversation history",
    "here is the chat history",
    "here is the conversation",
    "summarize the following",
    "summarise the following",
    "summarize the conversation",
    "summarise the conversation",
    "ось історія",
    "стисни",
    "вот история",
    "сожми ",
    "кратко изложи",
    "коротко виклади",
];
/// Beginnings that only occur in refusals.
const DECLINED: &[&str] = &[
    "as an ai",
    "i'm sorry but",
    "i am sorry but",
    "sorry but i",
    "please provide",
    "please share",
    "please paste",
    "there is no conversation",
    "there is no history",
    "i don't have access",
    "i do not have access",
    "як ші",
    "як штучний інтелект",
    "як мовна модель",
    "вибачте але",
    "перепрошую але",
    "будь ласка надайте",
    "надайте",
    "как ии",
    "как искусственный интеллект",
    "как языковая модель",
    "как большая языковая модель",
    "извините но",
    "простите но",
    "к сожалению я не",
    "на жаль я не",
    "пожалуйста предоставьте",
    "предоставьте",
];
/// Beginnings of a refusal, or of what a speaker said about themselves.
const UNWILLING: &[&str] = &[
    "i can't",
    "i cannot",
    "i can not",
    "i'm unable",
    "i am unable",
    "i'm not able",
    "i am not able",
    "i won't",
    "unfortunately i",
    "i'm sorry",
    "i am sorry",
    "sorry",
    "я не можу",
    "я не зможу",
    "вибачте",
    "я не могу",
    "я не смогу",
    "извините",
    "простите",
];
/// Prefixes of words that show that the model speaks about its task.
const WORK: &[&str] = &[
    "help",
    "assist",
    "summar",
    "provid",
    "comply",
    "fulfil",
    "generat",
    "request",
    "допомог",
    "узагальн",
    "підсум",
    "надати",
    "викон",
    "запит",
    "помочь",
    "обобщ",
    "резюм",
    "предостав",
    "выполн",
    "запрос",
];

/// Whether the text contains a tool call or tokens of a chat template.
pub fn has_tool_protocol(text: &str) -> bool {
    let lower = text.to_lowercase();
    TOOL_SIGNS.iter().any(|sign| holds_unquoted(&lower, sign))
        || has_template_mark(&lower, "<|", "|>")
        || has_template_mark(&lower, "<｜", "｜>")
        || is_call(without_fence(text.trim()))
}

/// Whether the text contains a reasoning tag outside quoted code.
pub fn has_reasoning(text: &str) -> bool {
    let lower = text.to_lowercase();
    let holds = |tag: String| holds_unquoted(&lower, &tag);
    THOUGHT_TAGS.iter().any(|name| holds(format!("<{name}>")) || holds(format!("</{name}>")))
}

/// Whether the text repeats the request.
pub fn is_echo(text: &str) -> bool {
    let lower = text.to_lowercase();
    let normal = beginning(text);
    lower.contains("{history_messages}")
        || holds_unquoted(&lower, "<history>")
        || holds_unquoted(&lower, "</history>")
        || ECHOES.iter().any(|echo| normal.starts_with(echo))
}

/// Whether the model refuses, says that it cannot, or asks for the text.
pub fn is_declined(text: &str) -> bool {
    let normal = beginning(text);
    let begins = |with: &[&str]| with.iter().any(|start| normal.starts_with(start));
    begins(DECLINED)
        || normal.contains(" as an ai language model")
        || (begins(UNWILLING) && normal.split(' ').any(|word| WORK.iter().any(|work| word.starts_with(work))))
}

/// Whether the text has no words, or repeats itself.
pub fn is_junk(text: &str) -> bool {
    let found: Vec<String> = words(text).filter(|word| word.contains(char::is_alphanumeric)).map(normal_word).collect();
    let pairs = found.windows(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
    let lines = text.lines().map(normalise).filter(|line| !line.is_empty());
    found.is_empty()
        || found.iter().any(|word| is_one_letter_over_and_over(word))
        || is_repeated(found.iter().map(String::as_str), 6, 60)
        || is_repeated(lines, 4, 50)
        || is_repeated(sentences(text).into_iter().map(normalise), 4, 50)
        || (found.len() >= 30 && different(pairs) * 4 < found.len())
}

/// Whether there are at least `least` items and one of them makes up `per_cent` of them.
fn is_repeated<T: Ord>(items: impl Iterator<Item = T>, least: usize, per_cent: usize) -> bool {
    let counts = counts(items);
    let all: usize = counts.values().sum();
    all >= least && counts.values().any(|count| count * 100 >= all * per_cent)
}

fn different<T: Ord>(items: impl Iterator<Item = T>) -> usize {
    counts(items).len()
}

fn counts<T: Ord>(items: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

fn is_one_letter_over_and_over(word: &str) -> bool {
    word.chars().count() >= 20 && different(word.chars()) <= 2 && word.contains(char::is_alphabetic)
}

/// The first words, in normal form.
fn beginning(text: &str) -> String {
    let start: Vec<String> = words(text).take(30).map(normal_word).collect();
    start.join(" ")
}

/// Whether the sign occurs outside inline code: a conversation about such signs can be summarized.
fn holds_unquoted(lower: &str, sign: &str) -> bool {
    lower.match_indices(sign).any(|(at, _)| !lower[..at].ends_with('`') || sign.starts_with('`'))
}

/// Matches tokens such as `<|im_end|>`.
fn has_template_mark(lower: &str, open: &str, close: &str) -> bool {
    lower.match_indices(open).any(|(at, _)| {
        let rest =
            lower[at + open.len()..].trim_start_matches(|char: char| char.is_alphanumeric() || "_-▁".contains(char));
        rest.starts_with(close) && !lower[..at].ends_with('`')
    })
}

/// Whether the whole text is one or several JSON tool calls.
fn is_call(text: &str) -> bool {
    let calls = match serde_json::from_str(text) {
        Ok(Value::Array(calls)) => calls,
        Ok(call) => vec![call],
        Err(_) => return false,
    };
    calls.iter().any(|call| {
        let has = |name| call.get(name).is_some();
        (has("name") && (has("arguments") || has("parameters")))
            || has("tool_calls")
            || has("function_call")
            || has("function")
    })
}

//! Strips what models put around a requested text: reasoning, a label, a code fence, quotes.

use crate::normal::{normal_word, words};

/// Names of the tags around reasoning.
pub(crate) const THOUGHT_TAGS: &[&str] = &["think", "thinking", "thought", "reasoning"];

/// Words that make a heading the label of a summary.
const LABELS: &[&str] = &[
    // English
    "summary",
    "recap",
    "tl",
    // Ukrainian
    "підсумок",
    "підсумки",
    "резюме",
    "зміст",
    "саммарі",
    "витяг",
    // Russian
    "сводка",
    "итог",
    "итоги",
    "содержание",
    "саммари",
    "выжимка",
];
/// Other words that such a heading may contain.
const LABEL_COMPANY: &[&str] = &[
    // English
    "here",
    "here's",
    "is",
    "are",
    "a",
    "an",
    "the",
    "of",
    "our",
    "your",
    "this",
    "conversation",
    "conversations",
    "chat",
    "dialogue",
    "history",
    "discussion",
    "messages",
    "previous",
    "context",
    "brief",
    "concise",
    "short",
    "updated",
    "new",
    "final",
    "compressed",
    "so",
    "far",
    "sure",
    "certainly",
    "dr",
    "below",
    "text",
    // Ukrainian
    "ось",
    "це",
    "короткий",
    "стислий",
    "коротко",
    "оновлений",
    "розмови",
    "діалогу",
    "чату",
    "бесіди",
    "листування",
    "історії",
    "попередньої",
    "попереднього",
    "контексту",
    // Russian
    "вот",
    "это",
    "краткая",
    "краткое",
    "краткий",
    "кратко",
    "обновленная",
    "разговора",
    "диалога",
    "чата",
    "беседы",
    "переписки",
    "истории",
    "предыдущего",
    "предыдущей",
    "контекста",
];
/// Longest label, in bytes.
const LONGEST_LABEL: usize = 160;

/// The text after leading reasoning. `None` if the reasoning does not end.
pub fn without_reasoning(text: &str) -> Option<&str> {
    let mut rest = text.trim();
    while let Some((name, inside)) = opening(rest) {
        rest = after_closing(inside, name)?.trim_start();
    }
    // Some chat templates write the opening tag themselves, so that only the closing one arrives.
    for name in THOUGHT_TAGS {
        if let Some(after) = after_closing(rest, name).filter(|_| !rest.contains(&format!("<{name}>"))) {
            rest = after.trim_start();
        }
    }
    Some(rest)
}

fn opening(text: &str) -> Option<(&'static str, &str)> {
    THOUGHT_TAGS.iter().find_map(|name| {
        let inside = text.strip_prefix('<')?;
        let (head, inside) = inside.split_at_checked(name.len())?;
        head.eq_ignore_ascii_case(name).then_some(())?;
        Some((*name, inside.strip_prefix('>')?))
    })
}

/// The text after the closing tag, unless the tag is quoted as code.
fn after_closing<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let tag = format!("</{name}>");
    let at = text.as_bytes().windows(tag.len()).position(|window| window.eq_ignore_ascii_case(tag.as_bytes()))?;
    (!text[..at].ends_with('`')).then(|| &text[at + tag.len()..])
}

/// The text without a surrounding fence, labels and quotes. May be empty.
pub fn summary(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let shorter = without_quotes(without_label(without_fence(rest))).trim();
        if shorter.len() == rest.len() {
            return rest;
        }
        rest = shorter;
    }
}

/// The text inside a fence that contains all of it.
pub fn without_fence(text: &str) -> &str {
    let inside = text.strip_prefix("```").and_then(|rest| rest.trim_end().strip_suffix("```"));
    let body = inside.and_then(|inside| inside.split_once('\n'));
    match body {
        Some((_, body)) if !body.contains("```") => body.trim(),
        _ => text,
    }
}

fn without_label(text: &str) -> &str {
    let end = text.find([':', '\n']).unwrap_or(text.len());
    if end == text.len() || end > LONGEST_LABEL {
        return text;
    }
    let found: Vec<String> = words(&text[..end]).map(normal_word).collect();
    let is_label = |word: &String| LABELS.contains(&word.as_str());
    let is_company = |word: &String| LABEL_COMPANY.contains(&word.as_str());
    if found.iter().any(is_label) && found.iter().all(|word| is_label(word) || is_company(word)) {
        let rest = text[end + 1..].trim_start_matches(['*', '_', ':']);
        return rest.trim_start();
    }
    text
}

fn without_quotes(text: &str) -> &str {
    let pairs = [('"', '"'), ('«', '»'), ('“', '”'), ('„', '“'), ('„', '”'), ('\'', '\''), ('`', '`')];
    let inside = pairs.iter().find_map(|(open, close)| {
        let inside = text.strip_prefix(*open)?.strip_suffix(*close)?;
        // `"One" and "two"` begins and ends with quotes that are not a pair.
        (!inside.contains([*open, *close])).then_some(inside)
    });
    inside.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{summary, without_reasoning};
    use proptest::prelude::*;

    #[test]
    fn thoughts_before_the_text_are_taken_off() {
        assert_eq!(without_reasoning("<think>Hm.</think>\n\nAnna moved."), Some("Anna moved."));
        assert_eq!(without_reasoning("<THINK>a</think><reasoning>b</reasoning>Anna moved."), Some("Anna moved."));
        assert_eq!(without_reasoning("Hm, well.\n</think>\nAnna moved."), Some("Anna moved."));
        assert_eq!(without_reasoning("<think>Hm."), None);
        assert_eq!(without_reasoning("She asked about `</think>`."), Some("She asked about `</think>`."));
    }

    #[test]
    fn labels_and_quotes_are_taken_off() {
        for text in [
            "Summary: Anna moved.",
            "**Summary:** Anna moved.",
            "## Summary of the conversation\n\nAnna moved.",
            "Here is a concise summary of our chat:\n\nAnna moved.",
            "Сводка: Anna moved.",
            "Підсумок розмови:\n«Anna moved.»",
            "Краткое содержание беседы: \"Anna moved.\"",
            "Previous context summary: Anna moved.",
            "```markdown\nSummary:\nAnna moved.\n```",
            "“Anna moved.”",
        ] {
            assert_eq!(summary(text), "Anna moved.", "{text}");
        }
        for text in ["Anna: moved.", "\"One\" and \"two\"", "The summary of Anna's book: it is long."] {
            assert_eq!(summary(text), text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_can_be_cleaned(text in "(<think>|</think>|Summary|Сводка|```|\"|«|»|[:\n a*ї`]){0,20}") {
            let answer = without_reasoning(&text).unwrap_or(&text);
            let once = summary(answer);
            prop_assert_eq!(summary(once), once);
            prop_assert!(text.contains(once));
        }
    }
}

//! Decides whether a model's reply can be used as a title: short, one line, in the script of the conversation, and not
//! a repetition of the messages.

use super::{Refusal, Reply, finished};
use crate::{
    message::{Part, text_of},
    prompt::language_of,
};
use ricordo_record::language::Language;
use ricordo_text::normal::normalise;
use ricordo_text::{clean, signs};

/// Longest title, in characters.
const LONGEST: usize = 80;
/// Labels that models put before a title.
const LABELS: [&str; 5] = ["title", "назва", "название", "заголовок", "тема"];

/// The title in the reply, without leading reasoning, a label, quotes, heading marks or a full stop. `raw` holds the
/// messages to be titled.
///
/// # Errors
/// Why the reply cannot be used; the conversation then keeps the first words of its first message as its title.
pub fn accept_title(reply: &Reply<'_>, raw: &[&str]) -> Result<String, Refusal> {
    finished(reply.finish)?;
    if reply.parts.iter().any(|part| matches!(part, Part::ToolCall { .. } | Part::ToolResult { .. })) {
        return Err(Refusal::ToolCall);
    }
    let whole = text_of(reply.parts);
    let Some(answer) = clean::without_reasoning(&whole) else { return Err(Refusal::Reasoning) };
    let title = bare(answer);
    if title.is_empty() {
        return Err(Refusal::Empty);
    }
    if title.contains('\n') || title.chars().count() > LONGEST {
        return Err(Refusal::TooLong);
    }
    if signs::has_tool_protocol(answer) {
        return Err(Refusal::ToolProtocol);
    }
    if signs::is_declined(title) {
        return Err(Refusal::Declined);
    }
    // A model that continues the conversation instead repeats what it said before.
    let normal = normalise(title);
    if normal.is_empty() || signs::is_echo(title) || raw.iter().any(|text| normalise(text).starts_with(&normal)) {
        return Err(Refusal::Echo);
    }
    let is_cyrillic = |texts: &[&str]| language_of(texts.iter().copied()) != Language::En;
    if is_cyrillic(raw) && !title.chars().any(|char| matches!(char, '\u{400}'..='\u{52f}'))
        || !is_cyrillic(raw) && is_cyrillic(&[title])
    {
        return Err(Refusal::Junk);
    }
    Ok(title.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn bare(answer: &str) -> &str {
    let mut rest = answer;
    loop {
        let shorter = without_label(clean::summary(rest))
            .trim_matches(|char: char| char.is_whitespace() || matches!(char, '#' | '*' | '_' | '.' | '…'));
        if shorter.len() == rest.len() {
            return rest;
        }
        rest = shorter;
    }
}

fn without_label(text: &str) -> &str {
    match text.split_once(':') {
        Some((label, rest)) if LABELS.contains(&label.trim_matches(['*', '_', ' ']).to_lowercase().as_str()) => rest,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Finish;

    fn accepted(text: &str, raw: &[&str]) -> Result<String, Refusal> {
        let parts = [Part::Text { text: text.to_owned() }];
        accept_title(&Reply { finish: &Finish::Complete, parts: &parts }, raw)
    }

    const ASKED: [&str; 2] = ["Where do I walk in Rome for three days?", "Start at the Forum, then see Trastevere."];

    #[test]
    fn a_title_is_taken_out_of_what_models_put_around_it() {
        for text in [
            "Three Days in Rome",
            "\"Three Days in Rome\"",
            "Title: Three Days in Rome.",
            "**Title:** «Three Days in Rome»",
            "# Three Days in Rome\n",
            "<think>What is it about?</think>\nThree Days in Rome",
            "Назва: Three  Days in Rome",
        ] {
            assert_eq!(accepted(text, &ASKED).as_deref(), Ok("Three Days in Rome"), "{text}");
        }
        assert_eq!(
            accepted("Подорож до Риму", &["Куди піти в Римі?", "Почніть із Форуму."]).as_deref(),
            Ok("Подорож до Риму")
        );
    }

    #[test]
    fn what_is_no_title_is_refused() {
        for (text, why) in [
            ("", Refusal::Empty),
            ("\"\"", Refusal::Empty),
            ("<think>What is it", Refusal::Reasoning),
            ("Three Days in Rome\nThis title says it all.", Refusal::TooLong),
            (&"word ".repeat(30), Refusal::TooLong),
            ("Start at the Forum, then see Trastevere.", Refusal::Echo),
            ("Три дня в Риме", Refusal::Junk),
            ("I'm sorry, but I cannot help with that.", Refusal::Declined),
        ] {
            assert_eq!(accepted(text, &ASKED), Err(why), "{text}");
        }
        assert_eq!(accepted("Walking in Rome", &["Куди піти в Римі?"]), Err(Refusal::Junk));
    }
}

//! Fills a prompt: replaces its variables by the messages and limits, in one pass.

use super::TemplateError;
use crate::template::{Piece, pieces};

/// The values for a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filling<'a> {
    /// For `{history_messages}`: the messages, or the summaries to merge, as text.
    pub history: &'a str,
    /// For `{max_tokens}`: the longest reply, in tokens.
    pub max_tokens: u32,
    /// For `{known_facts}`: the facts already stored, one per line.
    pub known_facts: &'a str,
}

/// Fills a built-in prompt or one written by the user. Other variables are left unchanged, and variables inside the
/// messages are not expanded.
///
/// # Errors
/// [`TemplateError::NoHistory`] if `{history_messages}` is missing: the model would invent the messages to summarize.
pub fn fill(template: &str, filling: &Filling<'_>) -> Result<String, TemplateError> {
    check_template(template)?;
    let mut text = String::with_capacity(template.len() + filling.history.len() + filling.known_facts.len());
    for piece in pieces(template) {
        match piece {
            Piece::Variable("history_messages") => text.push_str(filling.history),
            Piece::Variable("max_tokens") => text.push_str(&filling.max_tokens.to_string()),
            Piece::Variable("known_facts") => text.push_str(filling.known_facts),
            Piece::Variable(name) => text.extend(["{", name, "}"]),
            Piece::Text(words) => text.push_str(words),
        }
    }
    Ok(text)
}

/// Checks a prompt written by the user before it is stored.
///
/// # Errors
/// The errors of [`fill`].
pub fn check_template(template: &str) -> Result<(), TemplateError> {
    let has_history = pieces(template).any(|piece| piece == Piece::Variable("history_messages"));
    if has_history { Ok(()) } else { Err(TemplateError::NoHistory) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::{Prompt, text};
    use ricordo_record::language::Language;

    #[test]
    fn the_values_stand_where_the_variables_were() {
        let filling = Filling { history: "user: {max_tokens}", max_tokens: 512, known_facts: "- likes tea" };
        let filled = fill("{max_tokens}|{known_facts}|{history_messages}|{other}|{{max_tokens}}", &filling);
        assert_eq!(filled.unwrap(), "512|- likes tea|user: {max_tokens}|{other}|{{max_tokens}}");
        let filled = fill(text(Prompt::Facts, Language::Uk), &filling).unwrap();
        assert!(filled.contains("відомо:\n- likes tea\n") && filled.contains("не більше 512 токенів"));
        assert!(filled.contains("<HISTORY>\nuser: {max_tokens}\n</HISTORY>"));
    }

    #[test]
    fn a_prompt_without_a_place_for_the_messages_is_refused_with_a_sentence() {
        for template in ["", "Summarise.", "{history}", "{{history_messages}}", "{ history_messages }"] {
            let error = fill(template, &Filling { history: "words", ..Filling::default() }).unwrap_err();
            assert_eq!(error, TemplateError::NoHistory, "{template}");
            assert!(error.to_string().contains("{history_messages}"));
        }
    }
}

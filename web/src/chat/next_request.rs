//! Compiles the next request for the preview. Loaded with the code of turns.

use super::Chat;
use crate::{state::inspection::NotSent, texts::errors::Localized};
use leptos::prelude::*;
use ricordo_core::{compile::Warning, error::Error, session::AskedFor};
use std::sync::Arc;

/// Whether recall was in time for a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recall {
    InTime,
    /// Nothing was recalled, or only by words.
    Late,
}

/// Compiles the next request.
pub(super) async fn compile(chat: Chat, asked_for: AskedFor) -> Recall {
    let Some(id) = chat.id().filter(|_| !untrack(|| chat.is_streaming())) else { return Recall::InTime };
    let text = chat.composer.text.get_untracked().trim().to_owned();
    let provider = untrack(|| chat.connection.provider());
    let outgoing = chat.composer.outgoing(chat, &text);
    let compiled = chat.storage.session().preview_message(id, outgoing, &provider, asked_for).await;
    let is_late = compiled.as_ref().is_ok_and(|compiled| compiled.warnings.iter().any(is_about_recall));
    if chat.id() == Some(id) {
        chat.consent.compiled(chat, compiled.as_ref().ok());
        chat.inspection.compiled(compiled.map(Arc::new).map_err(|error| not_sent(&error)));
    }
    if is_late { Recall::Late } else { Recall::InTime }
}

fn is_about_recall(warning: &Warning) -> bool {
    matches!(warning, Warning::RecallNotReady | Warning::RecalledByWords)
}

fn not_sent(error: &Error) -> NotSent {
    let over = match error {
        Error::OverBudget(over) => Some((over.budget.saturating_add(over.over_by), over.budget)),
        _ => None,
    };
    NotSent { sentence: error.localized(), over }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ricordo_core::error::OverBudget;

    #[test]
    fn a_prompt_that_does_not_fit_has_a_size_and_other_errors_have_none() {
        let over = |budget, over_by| {
            let error = Error::OverBudget(OverBudget { budget, system_prompt: 1, message: 2, over_by });
            not_sent(&error).over
        };
        assert_eq!(over(1_000, 250), Some((1_250, 1_000)));
        assert_eq!(over(1_000, u32::MAX), Some((u32::MAX, 1_000)));
        let other = not_sent(&Error::NoConversation);
        assert!(other.over.is_none() && !other.sentence.is_empty());
    }
}

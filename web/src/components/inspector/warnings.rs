//! Warnings about a request.

use crate::{
    components::icon::{Icon, Picture},
    state::Asked,
    texts::errors::truncated,
    words,
};
use leptos::prelude::*;
use ricordo_core::provider::ProviderKind;

/// Warnings: those of `compile`, and whether the server read less than it was sent.
#[component]
pub fn Warnings(asked: Memo<Option<Asked>>) -> impl IntoView {
    let all = move || asked.with(|asked| asked.as_ref().map(sentences)).unwrap_or_default();
    let row = |sentence: String| {
        view! {
            <li data-testid="inspector-warning"><Icon picture=Picture::Warning/><span>{sentence}</span></li>
        }
    };
    move || {
        let rows: Vec<_> = all().into_iter().map(row).collect();
        (!rows.is_empty()).then(|| view! { <ul class="warnings">{rows}</ul> })
    }
}

fn sentences(asked: &Asked) -> Vec<String> {
    let kind = asked.inspected.provider.unwrap_or(ProviderKind::OpenAiCompatible);
    let truncated = asked.truncation().map(|truncation| truncated(&truncation, kind));
    truncated.into_iter().chain(asked.inspected.warnings.iter().map(words::warning)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{asked as request, message_id},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::{
        compile::{Warning, record::Missing},
        message::Usage,
        tokens::Truncation,
    };
    use std::sync::Arc;

    /// Request of 8,000 tokens with these warnings, of which the server read so many tokens.
    fn asked(read: u32, warnings: Vec<Warning>) -> Asked {
        let usage = Usage { prompt_tokens: read, completion_tokens: 1, cached_tokens: None, written_tokens: None };
        let mut asked = request(8_000, 500, Some(usage));
        let inspected = Arc::make_mut(&mut asked.inspected);
        (inspected.warnings, inspected.provider) = (warnings, Some(ProviderKind::Ollama));
        // The parts are gone, and the stored size is what counts.
        inspected.request = Err(Missing::Message(message_id(1)));
        asked
    }

    #[test]
    fn a_cut_prompt_comes_first_with_the_cure_for_its_server_and_a_whole_one_says_nothing() {
        for language in UiLanguage::all() {
            speak(language);
            let unknown = || Warning::UnknownVariable("mood".to_owned());
            let cut = truncated(&Truncation { sent: 8_000, read: 2_048 }, ProviderKind::Ollama);
            assert_eq!(sentences(&asked(2_048, vec![unknown()])), [cut, words::warning(&unknown())]);
            assert_eq!(sentences(&asked(7_900, vec![unknown()])), [words::warning(&unknown())]);
            assert!(sentences(&asked(7_900, Vec::new())).is_empty());
        }
    }
}

//! Warnings about a request.

use crate::{
    components::icon::{Icon, Picture},
    state::Asked,
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
    let truncated = asked.truncation().map(|truncation| truncation.sentence(kind));
    truncated.into_iter().chain(asked.inspected.warnings.iter().map(words::warning)).collect()
}

//! The model in this browser that recall by meaning uses: its download, with progress, and whether it is on.

use super::{
    super::super::{field::FieldError, model_progress::DownloadView},
    MeaningState,
};
use crate::{chat::use_chat, texts::meaning::meaning, words};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::{HeldWeights, ModelProgress};
use ricordo_core::settings::EmbeddedBy;

/// Downloads the model and turns it on, or says how far it is.
#[component]
pub fn InPagePanel() -> impl IntoView {
    let chat = use_chat();
    let texts = meaning();
    let embedding = chat.storage.embedding;
    let error = RwSignal::new(None::<String>);
    let held = RwSignal::new(None::<HeldWeights>);
    let is_download = Memo::new(move |_| matches!(embedding.loading.get(), ModelProgress::Downloading { .. }));
    let is_loading = Memo::new(move |_| embedding.loading.get() == ModelProgress::Loading);
    let is_on = Memo::new(move |_| chat.connection.settings.with(|now| now.embeddings.by == EmbeddedBy::InPage));
    // What is stored changes when a download ends.
    Effect::new(move |_| {
        is_download.track();
        spawn_local(async move { drop(held.try_set(embedding.held().await)) });
    });
    let is_whole = move || held.with(|held| held.as_ref().is_some_and(|held| held.whole));
    let turn_on = move |_| {
        error.set(None);
        spawn_local(async move {
            let result = chat.embed_in_page().await;
            let _ = error.try_set(result.err());
        });
    };
    let is_busy = move || is_download.get() || is_loading.get();
    view! {
        <div class="status" data-testid="meaning-panel">
            <Show when=move || is_on.get()>
                <div class="head"><span class="badge">{texts.is_on}</span></div>
                <MeaningState/>
                <Show when=move || !is_whole() && !is_busy()><p class="error">{texts.missing}</p></Show>
            </Show>
            <Show when=move || !is_on.get()><p class="hint">{texts.memory}</p></Show>
            <Show when=move || is_download.get()>
                <DownloadView progress=embedding.loading label=texts.downloading bar=texts.bar id="meaning"
                    cancel=Callback::new(move |()| embedding.cancel_download())/>
            </Show>
            <Show when=move || is_loading.get()><p role="status">{texts.preparing}</p></Show>
            <Show when=move || !(is_busy() || is_on.get() && is_whole())>
                <div>
                    <button class="button primary" type="button" data-testid="meaning-turn-on" on:click=turn_on>
                        {move || held.with(|held| label(held.as_ref()))}
                    </button>
                </div>
            </Show>
            <FieldError error id="meaning-error"/>
        </div>
    }
}

/// Label of the button: download, go on with a download, or use what is stored.
fn label(held: Option<&HeldWeights>) -> String {
    let texts = meaning();
    match held {
        None => texts.download.to_owned(),
        Some(HeldWeights { whole: true, .. }) => texts.turn_on.to_owned(),
        Some(HeldWeights { loaded, total, .. }) => texts.resume.replace("{share}", &words::percent(*loaded, *total)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn the_button_says_whether_there_is_something_to_download() {
        for language in UiLanguage::all() {
            speak(language);
            let held = |whole, loaded| HeldWeights { whole, loaded, total: 4, sha256: String::new() };
            assert_eq!(label(None), meaning().download);
            assert_eq!(label(Some(&held(true, 4))), meaning().turn_on);
            let resume = label(Some(&held(false, 1)));
            assert!(resume.contains(&words::percent(25, 100)) && !resume.contains('{'), "{resume}");
        }
    }
}

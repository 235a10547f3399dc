//! Options for the model in this browser: its progress, and a file to use instead.

use super::{catalogue::Catalogue, field::FieldError, model_progress::ModelProgressView};
use crate::{
    chat::use_chat,
    texts::{errors::Localized, in_page::in_page},
    words::model_name,
};
use leptos::{ev::Event, prelude::*, task::spawn_local};
use ricordo_browser::ModelProgress;
use web_sys::HtmlInputElement;

/// Options for the model in this browser.
#[component]
pub fn InPageChoice() -> impl IntoView {
    let connection = use_chat().connection;
    let texts = in_page();
    let error = RwSignal::new(None::<String>);
    let is_download = move || matches!(connection.progress.get(), ModelProgress::Downloading { .. });
    let can_load = move || connection.progress.get() == ModelProgress::NotLoaded;
    let load = move |_| {
        error.set(None);
        spawn_local(async move {
            let loaded = connection.load_in_page().await;
            drop(error.try_set(loaded.err().map(|error| error.localized())));
        });
    };
    let pick = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        error.set(None);
        spawn_local(async move {
            let used = connection.use_file(file).await;
            drop(error.try_set(used.err().map(|error| error.localized())));
        });
    };
    view! {
        <div class="status">
            <div class="head">
                <strong>{move || connection.weights.with(|file| model_name(file, true))}</strong>
                <span class="hint">{move || state_of(connection.progress.get())}</span>
            </div>
            <Show when=is_download>
                <ModelProgressView/>
            </Show>
            <p class="hint">
                {texts.about}
            </p>
            <div class="with-unit">
                <Show when=can_load>
                    <button class="button" type="button" on:click=load>{texts.load}</button>
                </Show>
                <label class="file">
                    <input type="file" accept=".gguf" data-testid="model-file" on:change=pick/>
                    <span class="button" aria-hidden="true">{texts.pick}</span>
                    <span class="visually-hidden">{texts.pick_label}</span>
                </label>
            </div>
            <FieldError error/>
        </div>
        <Catalogue/>
    }
}

fn state_of(progress: ModelProgress) -> &'static str {
    let [not_loaded, downloading, loading, reading, ready] = in_page().states;
    match progress {
        ModelProgress::NotLoaded => not_loaded,
        ModelProgress::Downloading { .. } => downloading,
        ModelProgress::Loading => loading,
        ModelProgress::Reading { .. } => reading,
        ModelProgress::Ready => ready,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn each_state_of_the_model_has_words_of_its_own_in_the_order_in_which_they_come() {
        let states = [
            ModelProgress::NotLoaded,
            ModelProgress::Downloading { loaded: 1, total: 2 },
            ModelProgress::Loading,
            ModelProgress::Reading { done: 1, total: 2 },
            ModelProgress::Ready,
        ];
        speak(UiLanguage::En);
        let english = states.map(state_of);
        assert_eq!(english, ["Not loaded yet", "Downloading…", "Preparing…", "Processing a message…", "Ready"]);
        for language in UiLanguage::all() {
            speak(language);
            let words = states.map(state_of);
            assert!((0..words.len()).all(|at| !words[..at].contains(&words[at])), "{words:?}");
        }
    }
}

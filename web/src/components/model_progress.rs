//! Progress of a model's download, with a button that cancels it.

use crate::{
    floats::decimals,
    state::use_chat,
    texts::{common::common, in_page::in_page},
    words,
};
use leptos::prelude::*;
use ricordo_browser::ModelProgress;

/// Download progress of the model in this browser that replies.
#[component]
pub fn ModelProgressView() -> impl IntoView {
    let connection = use_chat().connection;
    let texts = in_page();
    view! {
        <DownloadView progress=connection.progress label=texts.downloading bar=texts.bar id="model"
            cancel=Callback::new(move |()| connection.cancel_download())/>
    }
}

/// Progress of a download.
#[component]
pub fn DownloadView(
    /// State of the model.
    progress: RwSignal<ModelProgress>,
    /// Words before the bytes.
    label: &'static str,
    /// Name of the bar.
    bar: &'static str,
    /// Beginning of the values of `data-testid`.
    id: &'static str,
    /// Cancels the download.
    cancel: Callback<()>,
) -> impl IntoView {
    let bytes = move || match progress.get() {
        ModelProgress::Downloading { loaded, total } => (loaded, total),
        _ => (0, 0),
    };
    #[allow(clippy::cast_precision_loss, reason = "a bar on the screen")]
    let share = move || {
        let (loaded, total) = bytes();
        if total == 0 { 0.0 } else { loaded as f64 / total as f64 }
    };
    let percent = move || {
        let (loaded, total) = bytes();
        (loaded * 100).checked_div(total).unwrap_or(0)
    };
    let progress_text = move || {
        let (loaded, total) = bytes();
        words::megabytes(loaded, total)
    };
    view! {
        <div class="progress">
            <div class="words">
                <span>{label}<span data-testid=format!("{id}-progress")>{progress_text}</span></span>
                <button class="link-button" type="button" data-testid=format!("{id}-cancel") on:click=move |_| cancel.run(())>
                    {common().cancel}
                </button>
            </div>
            <div
                class="track"
                role="progressbar"
                aria-label=bar
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=move || percent().to_string()
            >
                <div class="fill" style:--share=move || decimals(share())></div>
            </div>
        </div>
    }
}

//! Download progress of the model in this browser, with a button that cancels it.

use crate::{
    floats::decimals,
    state::use_chat,
    texts::{common::common, in_page::in_page},
    words,
};
use leptos::prelude::*;
use ricordo_browser::ModelProgress;

/// Download progress; empty while nothing is downloading.
#[component]
pub fn ModelProgressView() -> impl IntoView {
    let connection = use_chat().connection;
    let bytes = move || match connection.progress.get() {
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
                <span>{in_page().downloading}<span data-testid="model-progress">{progress_text}</span></span>
                <button class="link-button" type="button" data-testid="model-cancel" on:click=move |_| connection.cancel_download()>
                    {common().cancel}
                </button>
            </div>
            <div
                class="track"
                role="progressbar"
                aria-label=in_page().bar
                aria-valuemin="0"
                aria-valuemax="100"
                aria-valuenow=move || percent().to_string()
            >
                <div class="fill" style:--share=move || decimals(share())></div>
            </div>
        </div>
    }
}

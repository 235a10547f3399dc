//! Progress of a model's download, with a button that cancels it.

use crate::{
    chat::use_chat,
    floats::decimals,
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
    let bytes = move || bytes_of(progress.get());
    #[allow(clippy::cast_precision_loss, reason = "a bar on the screen")]
    let share = move || {
        let (loaded, total) = bytes();
        if total == 0 { 0.0 } else { loaded as f64 / total as f64 }
    };
    let percent = move || percent_of(bytes());
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

/// Bytes that are downloaded, and all of them.
fn bytes_of(progress: ModelProgress) -> (u64, u64) {
    match progress {
        ModelProgress::Downloading { loaded, total } => (loaded, total),
        _ => (0, 0),
    }
}

fn percent_of((loaded, total): (u64, u64)) -> u64 {
    (loaded * 100).checked_div(total).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_is_whole_only_with_its_last_byte_and_begins_at_nothing_while_its_size_is_unknown() {
        let percent = |loaded, total| percent_of(bytes_of(ModelProgress::Downloading { loaded, total }));
        assert_eq!([percent(0, 0), percent(5, 0), percent(0, 3), percent(1, 3), percent(3, 3)], [0, 0, 0, 33, 100]);
        assert_eq!(percent(4_999_999_999, 5_000_000_000), 99);
        for other in [ModelProgress::NotLoaded, ModelProgress::Loading, ModelProgress::Ready] {
            assert_eq!(percent_of(bytes_of(other)), 0, "{other:?}");
        }
    }
}

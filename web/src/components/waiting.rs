//! Placeholder for a reply that has not begun: who it waits for, and the progress.

use super::model_progress::ModelProgressView;
use crate::{
    chat::use_chat,
    state::{Arrival, DialogKind, Row},
    texts::{arriving::arriving, fill, number},
};
use leptos::prelude::*;
use ricordo_browser::ModelProgress;
use ricordo_core::provider::{Provider, ProviderKind};

/// Placeholder shown until the first word arrives.
#[component]
pub fn Waiting(row: Row) -> impl IntoView {
    let chat = use_chat();
    let Row { arrival, message, .. } = row;
    let shown = arrival.clone();
    let is_coming = Memo::new(move |_| message.with(Option::is_none) && shown.get() != Arrival::Writing);
    move || {
        is_coming.get().then(|| {
            let arrival = arrival.clone();
            // Another model may be downloaded meanwhile.
            let is_download = move || {
                matches!(chat.connection.progress.get(), ModelProgress::Downloading { .. })
                    && chat.connection.provider().kind == ProviderKind::InPage
            };
            let words = move || {
                chat.connection.progress.with(|progress| sentence(arrival.get(), &chat.connection.provider(), progress))
            };
            view! {
                <div class="waiting">
                    <Show
                        // The connection dialog shows the same progress while it is open.
                        when=move || is_download() && !chat.panels.dialogs.of(DialogKind::Provider).get()
                        fallback=move || view! { <Dots/> <span>{words.clone()}</span> }
                    >
                        <ModelProgressView/>
                    </Show>
                </div>
            }
        })
    }
}

#[component]
fn Dots() -> impl IntoView {
    view! { <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span> }
}

fn sentence(arrival: Arrival, provider: &Provider, progress: &ModelProgress) -> String {
    let texts = arriving();
    match arrival {
        // The heading of the reasoning already says so.
        Arrival::Thinking => return String::new(),
        Arrival::Elsewhere => return texts.elsewhere.to_owned(),
        Arrival::Waiting | Arrival::Writing => {}
    }
    if provider.kind != ProviderKind::InPage {
        return fill(texts.waiting_for, &[("name", &provider.name)]);
    }
    match *progress {
        ModelProgress::Downloading { .. } => texts.downloading.to_owned(),
        ModelProgress::Loading => texts.preparing.to_owned(),
        ModelProgress::Reading { done, total } if total > 0 => {
            fill(texts.reading_of, &[("done", &number(done.into())), ("total", &number(total.into()))])
        }
        _ => texts.reading.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::server,
        texts::{UiLanguage, speak},
    };

    #[test]
    fn the_page_says_who_it_waits_for_and_how_far_the_model_in_it_has_come() {
        for language in UiLanguage::all() {
            speak(language);
            let texts = arriving();
            let here = |progress| sentence(Arrival::Waiting, &Provider::in_page(), &progress);
            assert_eq!(here(ModelProgress::Downloading { loaded: 1, total: 2 }), texts.downloading);
            assert_eq!(here(ModelProgress::Loading), texts.preparing);
            assert_eq!(here(ModelProgress::Ready), texts.reading);
            assert_eq!(here(ModelProgress::Reading { done: 0, total: 0 }), texts.reading, "its size is not known yet");
            let reading = here(ModelProgress::Reading { done: 12, total: 1_345 });
            assert!(reading.contains("12") && reading.contains(&number(1_345)), "{reading}");
            // What the model in the page does is no matter while a server answers.
            let server = sentence(Arrival::Waiting, &server(1, "m"), &ModelProgress::Loading);
            assert!(server.contains("Server 1"), "{server}");
            let other = |arrival| sentence(arrival, &Provider::in_page(), &ModelProgress::Ready);
            assert_eq!(
                (other(Arrival::Elsewhere), other(Arrival::Thinking)),
                (texts.elsewhere.to_owned(), String::new())
            );
        }
    }
}

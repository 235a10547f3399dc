//! Passages of documents that were sent for a reply, numbered as the model was given them. Each opens its document.

use crate::{
    chat::{NumberedSource, use_chat},
    texts::documents::documents as texts,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::message::Message;
use std::sync::Arc;

/// Messages at the end of the list whose sources are read. Those of earlier replies are in the inspector.
const LAST: usize = 10;

/// Line of the sources of a reply. They are read once the page is idle, and only if there is any document.
#[component]
pub fn ReplySources(
    message: Arc<Message>,
    /// Position of the reply in the list.
    index: Signal<usize>,
) -> impl IntoView {
    let chat = use_chat();
    let (conversation, id) = (message.conversation, message.id);
    let sources = RwSignal::new(Vec::<NumberedSource>::new());
    Effect::new(move |was_read: Option<bool>| {
        if was_read == Some(true) {
            return true;
        }
        let is_near = || chat.transcript.rows.with(|rows| is_near_the_end(index.get(), rows.len()));
        let reads = chat.composer.has_documents.get() && is_near();
        if reads {
            spawn_local(async move {
                let found = chat.sources_of(conversation, id).await;
                if !found.is_empty() {
                    let _ = sources.try_set(found);
                }
            });
        }
        reads
    });
    let source = move |NumberedSource { number, name, document, chunk }: NumberedSource| {
        let open = move |_| chat.panels.show_document(document, chunk);
        view! {
            <li>
                <span class="number">{format!("[{number}]")}</span>
                <button class="link-button" dir="auto" data-testid="reply-source" on:click=open>{name}</button>
            </li>
        }
    };
    view! {
        <Show when=move || sources.with(|sources| !sources.is_empty())>
            <div class="reply-sources" data-testid="reply-sources">
                <span class="quiet">{texts().sources}</span>
                <ul aria-label=texts().sources>
                    <For each=move || sources.get() key=|source| source.number children=source/>
                </ul>
            </div>
        </Show>
    }
}

/// Whether a message is among the last of a list.
fn is_near_the_end(index: usize, count: usize) -> bool {
    index.saturating_add(LAST) >= count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_reads_the_sources_of_its_last_replies_alone() {
        let read = (0..1_000).filter(|index| is_near_the_end(*index, 1_000)).count();
        assert_eq!(read, LAST);
        assert!(is_near_the_end(0, 1) && is_near_the_end(usize::MAX, 5));
    }
}

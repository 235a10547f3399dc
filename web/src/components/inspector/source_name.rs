//! Name of a passage of a document, which opens the document there.

use crate::{
    chat::use_chat,
    texts::documents::{documents, source},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{id::DocumentId, manifest::SourceId, session::Source};

/// Link to a passage, or to a whole document.
#[component]
pub fn SourceName(document: DocumentId, number: u32, is_whole: bool, test_id: &'static str) -> impl IntoView {
    let chat = use_chat();
    let name = RwSignal::new(documents().go_to.to_owned());
    spawn_local(async move {
        let found = chat.storage.session().source(SourceId::Chunk(document, number)).await;
        match found {
            Ok(Some(Source::Chunk(found))) => {
                let (document, chunk) = *found;
                let words = if is_whole { document.name } else { source(&document.name, &chunk.place) };
                let _ = name.try_set(words);
            }
            Ok(_) => {}
            Err(error) => chat.storage.report(&error),
        }
    });
    let chunk = (!is_whole).then_some(number);
    view! {
        <button class="link-button" dir="auto" data-testid=test_id on:click=move |_| chat.panels.show_document(document, chunk)>
            {name}
        </button>
    }
}

//! One document in the list, with its actions.

use crate::{
    browser,
    chat::{facts_of, use_chat},
    components::{
        icon::{Icon, Picture},
        row_action::RowAction,
        scope_select::ScopeSelect,
    },
    texts::{documents::documents as texts, fill},
};
use leptos::prelude::*;
use ricordo_core::document::{Document, DocumentKind};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

/// Row of a document.
#[component]
pub fn Row(document: Memo<Document>) -> impl IntoView {
    let chat = use_chat();
    let (id, name, is_folder, added_at) = document.with_untracked(|document| {
        (document.id, document.name.clone(), document.kind == DocumentKind::Repository, document.added_at)
    });
    let facts = move || document.with(|document| facts_of(document, &chat.date_time(added_at)));
    let open = move |_| chat.panels.show_document(id, None);
    let remove = move || chat.remove_document(id, || browser::focus_next_frame("document-list"));
    let picture = if is_folder { Picture::Folder } else { Picture::Page };
    let labels = [texts().open_it, texts().remove_it].map(|label| fill(label, &[("name", &name)]));
    let [open_it, remove_it] = labels;
    view! {
        <li data-testid="document-item">
            <p class="document">
                <Icon picture/>
                <span>
                    <strong dir="auto" data-testid="document-name">{name}</strong>
                    <span class="about-it" data-testid="document-facts">{facts}</span>
                </span>
            </p>
            <span class="actions">
                <ScopeOf document/>
                <button class="button" data-testid="document-open" aria-label=open_it on:click=open>{texts().open}</button>
                <RowAction test_id="document-remove" picture=Picture::Bin name=texts().remove label=remove_it act=remove/>
            </span>
        </li>
    }
}

/// Shows and changes where a document is used. The row moves to another group then, and the focus to the list.
#[component]
fn ScopeOf(document: Memo<Document>) -> impl IntoView {
    let chat = use_chat();
    let id = document.with_untracked(|document| document.id);
    let scope = Memo::new(move |_| document.with(|document| document.scope));
    let choices = Memo::new(move |_| chat.with_scopes(|scopes| scopes.all(Some(scope.get()))));
    let was_chosen = Arc::new(AtomicBool::new(false));
    let choose = {
        let was_chosen = was_chosen.clone();
        Callback::new(move |scope| {
            was_chosen.store(true, Relaxed);
            chat.move_document(id, scope);
        })
    };
    on_cleanup(move || {
        if was_chosen.load(Relaxed) {
            browser::focus_if_lost(["document-list".to_owned()]);
        }
    });
    view! { <ScopeSelect chosen=scope choices choose class="chip scope" test_id="document-scope"/> }
}

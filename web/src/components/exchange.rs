//! Export and import in the storage dialog: the export formats, picking or dropping files, progress, and the report.

use super::{
    add_images::holds_files,
    icon::{Icon, Picture},
};
use crate::{
    browser,
    chat::use_chat,
    images::files,
    state::{Shape, TransferOutcome, transfer},
    texts::exchange::exchange as texts,
};
use leptos::{
    ev::{DragEvent, Event},
    prelude::*,
};
use ricordo_core::session::Scope;
use web_sys::{File, HtmlInputElement};

/// Export and import. `is_over`: whether files are held over the dialog.
#[component]
pub fn Exchange(is_over: RwSignal<bool>) -> impl IntoView {
    view! {
        <Out/>
        <In is_over/>
    }
}

/// Shows with `is_over` whether files are held over an element. Other drags are left to the browser.
pub(super) fn dragged_over(is_over: RwSignal<bool>) -> impl Fn(DragEvent) {
    move |event| {
        if holds_files(&event) {
            event.prevent_default();
            is_over.set(true);
        }
    }
}

/// Gives files that are dropped on an element to `then`.
pub(super) fn dropped(is_over: RwSignal<bool>, then: impl Fn(Vec<File>)) -> impl Fn(DragEvent) {
    move |event| {
        is_over.set(false);
        if holds_files(&event) {
            event.prevent_default();
            then(files(event.data_transfer().and_then(|data| data.files())));
        }
    }
}

/// Buttons that export everything, one for each format.
#[component]
fn Out() -> impl IntoView {
    let storage = use_chat().storage;
    let choice = move |shape: Shape, id: &'static str, name: &'static str, outcome: &'static str| {
        let is_first = matches!(shape, Shape::Backup);
        view! {
            <div class="export-choice">
                <button class="button" class:primary=is_first type="button" data-testid=id aria-describedby=format!("{id}-told")
                    disabled=move || transfer().is_busy()
                    on:click=move |_| storage.export_as(Scope::Everything, shape)>{name}</button>
                <span class="quiet" id=format!("{id}-told")>{outcome}</span>
            </div>
        }
    };
    view! {
        <section class="exchange">
            <h3>{texts().take}</h3>
            {choice(Shape::Backup, "export-backup", texts().backup, texts().backup_help)}
            {choice(Shape::Json, "storage-export", texts().json, texts().json_help)}
            {choice(Shape::Markdown, "export-markdown", texts().markdown, texts().markdown_help)}
            <p class="quiet">{texts().take_help}</p>
        </section>
    }
}

/// Import of files that are picked or dropped.
#[component]
fn In(is_over: RwSignal<bool>) -> impl IntoView {
    let chat = use_chat();
    // Closing the dialog dismisses the report, because the user has read it.
    on_cleanup(move || {
        if !transfer().progress.with_untracked(Option::is_some) {
            transfer().outcome.set(None);
        }
    });
    let picked = move |event: Event| {
        let input: HtmlInputElement = event_target(&event);
        chat.import(files(input.files()));
        // Without this, choosing the same file again would fire no change event.
        input.set_value("");
    };
    view! {
        <section class="exchange">
            <h3>{texts().bring}</h3>
            <p class="quiet">{texts().bring_help}</p>
            <div class="drop-zone" class:over=is_over data-testid="import-drop">
                <label class="file">
                    <input type="file" multiple
                        accept=".json,.jsonl,.zip,.gz,.png,.sealed,application/json,application/zip,application/gzip,image/png"
                        data-testid="import-file" disabled=move || transfer().is_busy() on:change=picked/>
                    <span class="button" aria-hidden="true">{texts().pick}"…"</span>
                    <span class="visually-hidden">{texts().pick}</span>
                </label>
                <span class="quiet">{texts().or_drop}</span>
            </div>
            <details>
                <summary>{texts().where_from}</summary>
                <ul>{texts().sources.iter().map(|source| view! { <li>{*source}</li> }).collect_view()}</ul>
            </details>
            <Pasted/>
            <Underway/>
            <div role="status">
                {move || transfer().outcome.get().map(|outcome| view! { <Came outcome/> })}
            </div>
        </section>
    }
}

/// Memories that were copied out of another program. They are read like a file that holds them.
#[component]
fn Pasted() -> impl IntoView {
    let chat = use_chat();
    let typed = RwSignal::new(String::new());
    let is_empty = move || typed.with(|text| text.trim().is_empty());
    let review = move |_| {
        let text = typed.with_untracked(|text| serde_json::json!({ "pasted_memories": text }).to_string());
        if let Some(file) = browser::text_file(texts().paste_name, &text) {
            // If the import is refused, the text stays.
            transfer().once_begun(move || drop(typed.try_set(String::new())));
            chat.import(vec![file]);
        }
    };
    view! {
        <details>
            <summary data-testid="paste-open">{texts().paste}</summary>
            <p class="quiet" id="paste-told">{texts().paste_help}</p>
            <textarea class="input" rows="4" dir="auto" data-testid="paste-memories" aria-label=texts().paste
                aria-describedby="paste-told" prop:value=typed on:input=move |event| typed.set(event_target_value(&event))></textarea>
            <button class="button" type="button" data-testid="paste-review" on:click=review
                disabled=move || transfer().is_busy() || is_empty()>{texts().paste_do}</button>
        </details>
    }
}

/// Progress of a transfer, with a button that stops it.
#[component]
pub(super) fn Underway() -> impl IntoView {
    let share = move || transfer().progress.with(|now| now.as_ref().map_or(0.0, |(share, _)| *share)).to_string();
    let words =
        move || transfer().progress.with(|now| now.as_ref().map(|(_, words)| words.clone()).unwrap_or_default());
    view! {
        <Show when=move || transfer().is_busy()>
            <div class="transfer-running" data-testid="transfer">
                <progress max="1" value=share aria-label=words></progress>
                <span>{words}</span>
                <button class="button" type="button" data-testid="transfer-stop" on:click=move |_| transfer().cancel()>
                    {texts().stop}
                </button>
            </div>
        </Show>
    }
}

/// Report of an import.
#[component]
pub(super) fn Came(outcome: TransferOutcome) -> impl IntoView {
    let mut sentences = outcome.sentences.into_iter();
    let first = sentences.next();
    let rest: Vec<_> = sentences.map(|sentence| view! { <li dir="auto">{sentence}</li> }).collect();
    let picture = if outcome.is_trouble { Picture::Warning } else { Picture::Check };
    view! {
        <div class="import-outcome" class:trouble=outcome.is_trouble data-testid="import-report" data-trouble=outcome.is_trouble.to_string()>
            <p><Icon picture/><strong>{first}</strong></p>
            {(!rest.is_empty()).then(|| view! { <ul>{rest}</ul> })}
        </div>
    }
}

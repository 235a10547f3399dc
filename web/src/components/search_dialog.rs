//! Search and command palette in one: a field, filters, and a result list that the arrow keys navigate.

use super::{
    dialog::Dialog,
    search_filters::Filters,
    search_list::{List, option_id},
};
use crate::{
    browser,
    state::{Chat, DialogKind, Section, use_chat},
    texts,
};
use leptos::{ev::KeyboardEvent, prelude::*};

const FIELD: &str = "search-field";

/// Search dialog.
#[component]
pub fn SearchDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Search);
    view! {
        <Dialog open title=texts::finding::finding().title id="search-dialog">
            <Search/>
        </Dialog>
    }
}

#[component]
fn Search() -> impl IntoView {
    let chat = use_chat();
    let finding = chat.finding;
    let texts = texts::finding::finding();
    let sections = Memo::new(move |_| finding.sections(chat));
    Effect::new(move |_| {
        finding.opened.track();
        untrack(|| finding.begin(chat));
        browser::focus_next_frame(FIELD);
    });
    // Keep the chosen entry in view.
    Effect::new(move |_| browser::show_element(&option_id(finding.chosen.get())));
    view! {
        <div class="search">
            <input
                class="input"
                id=FIELD
                data-testid=FIELD
                type="text"
                autofocus
                role="combobox"
                aria-label=texts.field
                aria-expanded="true"
                aria-controls="search-list"
                aria-autocomplete="list"
                aria-activedescendant=move || {
                    sections.with(|sections| count(sections) > 0).then(|| option_id(finding.chosen.get()))
                }
                placeholder=texts.placeholder
                autocomplete="off"
                spellcheck="false"
                dir="auto"
                prop:value=move || finding.text.get()
                on:input=move |event| finding.typed(chat, event_target_value(&event))
                on:keydown=move |event| key(chat, sections, &event)
            />
            <Show when=move || !finding.text.with(|text| text.starts_with(['>', '/']))>
                <Filters/>
            </Show>
            <ResultCount sections/>
            <List sections/>
            <p class="keys">
                {texts.keys.iter().map(|[key, what]| view! { <span><kbd>{*key}</kbd>" "{*what}</span> }).collect::<Vec<_>>()}
            </p>
        </div>
    }
}

fn count(sections: &[Section]) -> usize {
    sections.iter().map(|section| section.entries.len()).sum()
}

fn key(chat: Chat, sections: Memo<Vec<Section>>, event: &KeyboardEvent) {
    if event.is_composing() {
        return;
    }
    let finding = chat.finding;
    let all = sections.with_untracked(|sections| count(sections));
    let step = |by: usize| finding.chosen.update(|chosen| *chosen = (*chosen + by).checked_rem(all).unwrap_or(0));
    match event.key().as_str() {
        "ArrowDown" => step(1),
        "ArrowUp" => step(all.saturating_sub(1)),
        "PageDown" => finding.chosen.update(|chosen| *chosen = (*chosen + 8).min(all.saturating_sub(1))),
        "PageUp" => finding.chosen.update(|chosen| *chosen = chosen.saturating_sub(8)),
        "Enter" => {
            let chosen = sections.with_untracked(|sections| {
                let mut entries = sections.iter().flat_map(|section| &section.entries);
                entries.nth(finding.chosen.get_untracked()).map(|entry| entry.action.clone())
            });
            if let Some(action) = chosen {
                finding.run(chat, action);
            }
        }
        _ => return,
    }
    event.prevent_default();
}

/// Number of results, and what is still being read.
#[component]
fn ResultCount(sections: Memo<Vec<Section>>) -> impl IntoView {
    let finding = use_chat().finding;
    let texts = texts::finding::finding();
    let counted = move || {
        let is_empty = sections.with(|sections| count(sections) == 0);
        let is_command = finding.text.with(|text| text.starts_with(['>', '/']));
        let is_asked = finding.text.with(|text| !text.trim().is_empty()) || finding.is_filtered();
        match finding.reading.get() {
            Some(read) if !is_command => texts.reading.say(read as u64),
            _ if is_empty && is_command => texts.no_command.to_owned(),
            _ if is_empty && is_asked => texts.nothing.to_owned(),
            _ if is_command || !is_asked => String::new(),
            _ => {
                let total = finding.found.with(|found| {
                    let groups =
                        [&found.conversations, &found.messages, &found.memories, &found.summaries, &found.tasks];
                    groups.iter().map(|group| group.total).sum::<usize>()
                });
                texts.count.say(total as u64)
            }
        }
    };
    view! { <p class="quiet" role="status" data-testid="search-count">{counted}</p> }
}

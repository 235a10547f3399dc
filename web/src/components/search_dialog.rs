//! Search and command palette in one: a field, filters, and a result list that the arrow keys navigate.

use super::{
    dialog::Dialog,
    field_keys::is_composing,
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
/// Entries that PageUp and PageDown pass.
const A_PAGE: usize = 8;

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
    if is_composing(event) {
        return;
    }
    let finding = chat.finding;
    let all = sections.with_untracked(|sections| count(sections));
    if event.key() == "Enter" {
        let chosen = sections.with_untracked(|sections| {
            let mut entries = sections.iter().flat_map(|section| &section.entries);
            entries.nth(finding.chosen.get_untracked()).map(|entry| entry.action.clone())
        });
        if let Some(action) = chosen {
            finding.run(chat, action);
        }
    } else {
        let Some(to) = moved(&event.key(), finding.chosen.get_untracked(), all) else { return };
        finding.chosen.set(to);
    }
    event.prevent_default();
}

/// Index that a key leads to from the entry at `chosen`, of `all` entries. `None` if the key does nothing here.
fn moved(key: &str, chosen: usize, all: usize) -> Option<usize> {
    let last = all.saturating_sub(1);
    // The list may have become shorter.
    let chosen = chosen.min(last);
    match key {
        "ArrowDown" => Some(if chosen == last { 0 } else { chosen + 1 }),
        "ArrowUp" => Some(chosen.checked_sub(1).unwrap_or(last)),
        "PageDown" => Some((chosen + A_PAGE).min(last)),
        "PageUp" => Some(chosen.saturating_sub(A_PAGE)),
        _ => None,
    }
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
            // Nothing is said before the text of documents is searched, too.
            _ if is_empty && finding.is_looking.get() => String::new(),
            _ if is_empty && is_asked => texts.nothing.to_owned(),
            _ if is_command || !is_asked => String::new(),
            _ => {
                let total = finding.found.with(|found| {
                    let groups = [
                        &found.conversations,
                        &found.messages,
                        &found.memories,
                        &found.summaries,
                        &found.tasks,
                        &found.documents,
                    ];
                    groups.iter().map(|group| group.total).sum::<usize>()
                });
                texts.count.say((total + finding.passages.with(Vec::len)) as u64)
            }
        }
    };
    view! { <p class="quiet" role="status" data-testid="search-count">{counted}</p> }
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn the_arrows_go_around_and_the_pages_stop_at_the_ends() {
        for (key, chosen, all, to) in [
            ("ArrowDown", 0, 20, Some(1)),
            ("ArrowDown", 19, 20, Some(0)),
            ("ArrowUp", 0, 20, Some(19)),
            ("ArrowUp", 5, 20, Some(4)),
            ("PageDown", 0, 20, Some(8)),
            ("PageDown", 15, 20, Some(19)),
            ("PageUp", 15, 20, Some(7)),
            ("PageUp", 3, 20, Some(0)),
            ("ArrowDown", 0, 0, Some(0)),
            ("ArrowUp", 0, 0, Some(0)),
            ("PageDown", 0, 0, Some(0)),
            ("ArrowDown", 0, 1, Some(0)),
            // Fewer entries are left than the chosen one was at.
            ("ArrowUp", 30, 3, Some(1)),
            ("ArrowDown", 30, 3, Some(0)),
            ("Home", 3, 20, None),
            ("a", 3, 20, None),
        ] {
            assert_eq!(moved(key, chosen, all), to, "{key} at {chosen} of {all}");
        }
    }
}

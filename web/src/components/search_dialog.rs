//! Search and command palette in one: a field, filters, and a result list that the arrow keys navigate.

use super::{
    dialog::Dialog,
    field_keys::is_composing,
    search_filters::Filters,
    search_list::{List, option_id},
};
use crate::{
    browser,
    chat::{Chat, Section, use_chat},
    state::DialogKind,
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
    let counted = move || {
        let results = Results {
            shown: sections.with(|sections| count(sections)),
            total: sections.with(|sections| sections.iter().map(|section| section.total).sum()),
            reading: finding.reading.get(),
            is_command: finding.text.with(|text| text.starts_with(['>', '/'])),
            is_asked: finding.text.with(|text| !text.trim().is_empty()) || finding.is_filtered(),
            is_looking: finding.is_looking.get(),
        };
        results.sentence()
    };
    view! { <p class="quiet" role="status" data-testid="search-count">{counted}</p> }
}

/// What a search has found so far.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    /// Entries in the list.
    shown: usize,
    /// Everything that was found; not all of it is listed.
    total: usize,
    /// Messages read so far, while the index is made.
    reading: Option<usize>,
    /// Whether a command is typed.
    is_command: bool,
    /// Whether there is anything to look for.
    is_asked: bool,
    /// Whether the text of documents is still being searched.
    is_looking: bool,
}

impl Results {
    fn sentence(self) -> String {
        let texts = texts::finding::finding();
        let is_empty = self.shown == 0;
        match self.reading {
            Some(read) if !self.is_command => texts.reading.say(read as u64),
            _ if is_empty && self.is_command => texts.no_command.to_owned(),
            // Nothing is said before the text of documents is searched, too.
            _ if is_empty && self.is_looking => String::new(),
            _ if is_empty && self.is_asked => texts.nothing.to_owned(),
            _ if self.is_command || !self.is_asked => String::new(),
            _ => texts.count.say(self.total as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn nothing_is_called_missing_before_everything_was_searched() {
        for language in UiLanguage::all() {
            speak(language);
            let texts = texts::finding::finding();
            let asked = Results { is_asked: true, ..Results::default() };
            let typed = Results { is_command: true, is_asked: true, ..Results::default() };
            for (name, results, sentence) in [
                ("opened", Results::default(), String::new()),
                ("the pages listed without a search", Results { shown: 9, ..Results::default() }, String::new()),
                ("nothing in the index", asked, texts.nothing.to_owned()),
                ("documents to come", Results { is_looking: true, ..asked }, String::new()),
                (
                    "found before the documents",
                    Results { shown: 3, total: 3, is_looking: true, ..asked },
                    texts.count.say(3),
                ),
                ("more than is listed", Results { shown: 8, total: 1_234, ..asked }, texts.count.say(1_234)),
                ("the index is made", Results { reading: Some(500), ..asked }, texts.reading.say(500)),
                (
                    "the index is made, some found",
                    Results { reading: Some(9), shown: 2, total: 2, ..asked },
                    texts.reading.say(9),
                ),
                ("a command", Results { shown: 4, ..typed }, String::new()),
                ("no such command", typed, texts.no_command.to_owned()),
                ("a command needs no index", Results { reading: Some(500), ..typed }, texts.no_command.to_owned()),
            ] {
                assert_eq!(results.sentence(), sentence, "{name}");
            }
        }
    }

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

//! Search results under headings, with the matches highlighted.

use crate::state::{Entry, Section, use_chat};
use leptos::prelude::*;
use std::ops::Range;

/// Element id of the entry at an index.
pub fn option_id(at: usize) -> String {
    format!("found-{at}")
}

/// List of the results.
#[component]
pub fn List(sections: Memo<Vec<Section>>) -> impl IntoView {
    let shown = move || {
        let mut first = 0;
        let draw = |section: Section| {
            let from = first;
            first += section.entries.len();
            let id = format!("found-under-{from}");
            let labelled = id.clone();
            let entries = (from..).zip(section.entries).map(|(at, entry)| view! { <EntryView at entry/> });
            view! {
                <ul role="group" aria-labelledby=labelled>
                    <li class="heading" role="presentation" id=id>
                        {section.title}
                        {section.count.map(|count| view! { <span>{count}</span> })}
                    </li>
                    {entries.collect::<Vec<_>>()}
                </ul>
            }
        };
        sections.get().into_iter().map(draw).collect::<Vec<_>>()
    };
    view! {
        <div class="found" id="search-list" role="listbox" aria-label=crate::texts::finding::finding().list>{shown}</div>
    }
}

#[component]
fn EntryView(at: usize, entry: Entry) -> impl IntoView {
    let chat = use_chat();
    let finding = chat.finding;
    let Entry { text, found, about, mark, action } = entry;
    view! {
        <li
            id=option_id(at)
            role="option"
            class="hit"
            data-testid="search-hit"
            aria-selected=move || (finding.chosen.get() == at).to_string()
            on:pointermove=move |_| if finding.chosen.get_untracked() != at { finding.chosen.set(at) }
            on:click=move |_| finding.run(chat, action.clone())
        >
            <span class="text" dir="auto">{marked(&text, &found)}</span>
            <span class="about" dir="auto">
                {mark.map(|mark| view! { <span class="kind" data-testid="search-mark">{mark}</span> })}
                {about}
            </span>
        </li>
    }
}

/// Text with `<mark>` around the matches.
fn marked(text: &str, found: &[Range<usize>]) -> Vec<AnyView> {
    let mut parts = Vec::new();
    let mut end = 0;
    for place in found {
        parts.push(text[end..place.start].to_owned().into_any());
        parts.push(view! { <mark>{text[place.clone()].to_owned()}</mark> }.into_any());
        end = place.end;
    }
    parts.push(text[end..].to_owned().into_any());
    parts
}

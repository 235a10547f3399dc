//! Search results under headings, with the matches highlighted.

use super::keyed_list::keyed_list;
use crate::chat::{Entry, Section, use_chat};
use leptos::prelude::*;
use std::ops::Range;

/// Element id of the entry at an index.
pub fn option_id(at: usize) -> String {
    format!("found-{at}")
}

/// List of the results.
#[component]
pub fn List(sections: Memo<Vec<Section>>) -> impl IntoView {
    // Keyed: a result that arrives while the pointer is down does not get the press of another one.
    let section =
        move |index: ReadSignal<usize>, section: Section| view! { <SectionView sections index title=section.title/> };
    view! {
        <div class="found" id="search-list" role="listbox" aria-label=crate::texts::finding::finding().list>
            {keyed_list(move || sections.get(), |section| section.title, section)}
        </div>
    }
}

#[component]
fn SectionView(sections: Memo<Vec<Section>>, index: ReadSignal<usize>, title: &'static str) -> impl IntoView {
    let first = Memo::new(move |_| {
        sections.with(|all| all.iter().take(index.get()).map(|section| section.entries.len()).sum::<usize>())
    });
    let own = move |all: &Vec<Section>| all.iter().find(|section| section.title == title).cloned();
    let entries = move || sections.with(own).map(|section| section.entries).unwrap_or_default();
    let count =
        move || sections.with(own).and_then(|section| section.count()).map(|count| view! { <span>{count}</span> });
    let entry = move |index: ReadSignal<usize>, entry: Entry| {
        view! { <EntryView at=Signal::derive(move || first.get() + index.get()) entry/> }
    };
    let id = move || format!("found-under-{}", index.get());
    view! {
        <ul role="group" aria-labelledby=id>
            <li class="heading" role="presentation" id=id>{title}{count}</li>
            {keyed_list(entries, Entry::clone, entry)}
        </ul>
    }
}

#[component]
fn EntryView(at: Signal<usize>, entry: Entry) -> impl IntoView {
    let chat = use_chat();
    let finding = chat.finding;
    let Entry { text, found, about, mark, action } = entry;
    let choose = move |_| {
        let at = at.get_untracked();
        if finding.chosen.get_untracked() != at {
            finding.chosen.set(at);
        }
    };
    view! {
        <li
            id=move || option_id(at.get())
            role="option"
            class="hit"
            data-testid="search-hit"
            aria-selected=move || (finding.chosen.get() == at.get()).to_string()
            on:pointermove=choose
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
    let draw = |(is_found, part): (bool, &str)| {
        let part = part.to_owned();
        if is_found { view! { <mark>{part}</mark> }.into_any() } else { part.into_any() }
    };
    parts(text, found).into_iter().map(draw).collect()
}

/// Splits a text at its matches; `true` marks a match. A match that does not fit the text is left out.
fn parts<'a>(text: &'a str, found: &[Range<usize>]) -> Vec<(bool, &'a str)> {
    let mut parts = Vec::new();
    let mut end = 0;
    for place in found {
        let (Some(before), Some(part)) = (text.get(end..place.start), text.get(place.clone())) else { continue };
        parts.extend([(false, before), (true, part)]);
        end = place.end;
    }
    parts.push((false, &text[end..]));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_at_its_matches_and_nothing_of_it_is_lost() {
        let text = "чай і Tea";
        for (found, parts_of) in [
            (&[][..], &[(false, "чай і Tea")][..]),
            (&[(0, 6)], &[(true, "чай"), (false, " і Tea")]),
            (&[(0, 6), (10, 13)], &[(true, "чай"), (false, " і "), (true, "Tea")]),
            (&[(0, 6), (6, 7)], &[(true, "чай"), (true, " "), (false, "і Tea")]),
            (&[(0, 13)], &[(true, "чай і Tea")]),
            // Places of another text, within a character, or one in another: the page must not end for that.
            (&[(1, 3)], &[(false, "чай і Tea")]),
            (&[(10, 99)], &[(false, "чай і Tea")]),
            (&[(0, 6), (2, 4)], &[(true, "чай"), (false, " і Tea")]),
        ] {
            let ranges: Vec<Range<usize>> = found.iter().map(|(from, to)| *from..*to).collect();
            assert_eq!(parts(text, &ranges), parts_of, "{found:?}");
        }
        assert!(parts("", &[]).is_empty());
    }
}

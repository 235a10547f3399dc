//! Search results under headings, with the matches highlighted.

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
    let shown = move || {
        let mut first = 0;
        let draw = |section: Section| {
            let from = first;
            first += section.entries.len();
            let count = section.count();
            let id = format!("found-under-{from}");
            let labelled = id.clone();
            let entries = (from..).zip(section.entries).map(|(at, entry)| view! { <EntryView at entry/> });
            view! {
                <ul role="group" aria-labelledby=labelled>
                    <li class="heading" role="presentation" id=id>
                        {section.title}
                        {count.map(|count| view! { <span>{count}</span> })}
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

//! What is to say about the files that were added last: why some were not added, and what was left out of a folder.

use crate::{
    components::{
        icon::{Icon, Picture},
        scan::AttachPages,
    },
    state::{AddOutcome, OUTCOMES, adding},
    texts::{documents::adding_documents as texts, fill, number},
};
use leptos::prelude::*;

/// Files named of those that were left out; the others are counted.
const NAMED: usize = 200;

/// Outcomes of the last files, until they are dismissed or the page is closed.
#[component]
pub fn Outcomes() -> impl IntoView {
    on_cleanup(|| {
        if !adding().now.with_untracked(Option::is_some) {
            adding().forget_outcomes();
        }
    });
    let outcomes = move || adding().outcomes.get().into_iter().map(|outcome| view! { <Outcome outcome/> });
    view! {
        <div class="add-outcomes" id=OUTCOMES role="status" tabindex="-1">{move || outcomes().collect::<Vec<_>>()}</div>
    }
}

#[component]
fn Outcome(outcome: AddOutcome) -> impl IntoView {
    let AddOutcome { sentence, is_trouble, left_out, scan } = outcome;
    let picture = if is_trouble { Picture::Warning } else { Picture::Check };
    view! {
        <div class="import-outcome" class:trouble=is_trouble data-testid="document-outcome" data-trouble=is_trouble.to_string()>
            <p><Icon picture/><span dir="auto">{sentence}</span></p>
            {(!left_out.is_empty()).then(|| view! { <LeftOut left_out/> })}
            {scan.map(|scan| view! { <AttachPages scan/> })}
        </div>
    }
}

/// Files that were left out, each with its reason.
#[component]
fn LeftOut(left_out: Vec<(String, &'static str)>) -> impl IntoView {
    let count = left_out.len();
    let rest = count.saturating_sub(NAMED);
    let rows = left_out.into_iter().take(NAMED).map(|(path, reason)| {
        view! { <li><code dir="auto">{path}</code>" "<span class="quiet">{reason}</span></li> }
    });
    let more = (rest > 0).then(|| fill(texts().more, &[("n", &number(rest as u64))]));
    view! {
        <details class="fold" data-testid="document-left-out">
            <summary>{texts().left_out.say(count as u64)}</summary>
            <ul class="left-out-files">
                {rows.collect::<Vec<_>>()}
                {more.map(|more| view! { <li class="quiet">{more}</li> })}
            </ul>
        </details>
    }
}

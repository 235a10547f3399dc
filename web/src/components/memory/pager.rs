//! Pagination controls. The buttons are always mounted, so that they keep the focus. The arrow keys turn pages, too.

use crate::texts::memories::memories;
use leptos::{ev::KeyboardEvent, prelude::*};

/// Pagination controls, shown if there is more than one page.
#[component]
pub fn Pager(
    /// Index of the shown page, number of pages, and the total in words.
    place: Memo<(usize, usize, String)>,
    /// Called with the index of the page to show.
    go: Callback<usize>,
) -> impl IntoView {
    let texts = memories();
    let is_needed = Memo::new(move |_| place.with(|(_, pages, _)| *pages > 1));
    let turn = move |to: Option<usize>| {
        if let Some(to) = to.filter(|to| place.with_untracked(|(at, pages, _)| to < pages && to != at)) {
            go.run(to);
        }
    };
    let by = move |step: isize| place.with_untracked(|(at, ..)| at.checked_add_signed(step));
    let key = move |event: KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowLeft" => by(-1),
            "ArrowRight" => by(1),
            "Home" => Some(0),
            "End" => place.with_untracked(|(_, pages, _)| pages.checked_sub(1)),
            _ => return,
        };
        event.prevent_default();
        turn(to);
    };
    let is_first = move || place.with(|(at, ..)| *at == 0).to_string();
    let is_last = move || place.with(|(at, pages, _)| at + 1 >= *pages).to_string();
    let words = move || {
        place.with(|(at, pages, count)| {
            let words = texts.place.replace("{page}", &(at + 1).to_string()).replace("{pages}", &pages.to_string());
            words.replace("{count}", count)
        })
    };
    view! {
        <Show when=move || is_needed.get()>
            <nav class="pager" aria-label=texts.pager on:keydown=key>
                <button class="button" type="button" data-testid="pager-before" aria-disabled=is_first
                    on:click=move |_| turn(by(-1))>{texts.before}</button>
                <span data-testid="memory-page" role="status">{words}</span>
                <button class="button" type="button" data-testid="pager-next" aria-disabled=is_last
                    on:click=move |_| turn(by(1))>{texts.next}</button>
            </nav>
        </Show>
    }
}

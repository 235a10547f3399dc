//! Pagination controls. The buttons are always mounted, so that they keep the focus. The arrow keys turn pages, too.

use crate::texts::memories::memories;
use leptos::{ev::KeyboardEvent, prelude::*};

/// Where a key or a button leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Back,
    On,
    First,
    Last,
}

impl Turn {
    /// Index of the page to show instead of the page `at`; `None` if there is no other.
    fn page(self, at: usize, pages: usize) -> Option<usize> {
        let to = match self {
            Self::Back => at.checked_sub(1),
            Self::On => at.checked_add(1),
            Self::First => Some(0),
            Self::Last => pages.checked_sub(1),
        };
        to.filter(|to| *to < pages && *to != at)
    }
}

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
    let turn = move |turn: Turn| {
        if let Some(to) = place.with_untracked(|(at, pages, _)| turn.page(*at, *pages)) {
            go.run(to);
        }
    };
    let key = move |event: KeyboardEvent| {
        let by_key = match event.key().as_str() {
            "ArrowLeft" => Turn::Back,
            "ArrowRight" => Turn::On,
            "Home" => Turn::First,
            "End" => Turn::Last,
            _ => return,
        };
        event.prevent_default();
        turn(by_key);
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
                    on:click=move |_| turn(Turn::Back)>{texts.before}</button>
                <span data-testid="memory-page" role="status">{words}</span>
                <button class="button" type="button" data-testid="pager-next" aria-disabled=is_last
                    on:click=move |_| turn(Turn::On)>{texts.next}</button>
            </nav>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::Turn;

    #[test]
    fn a_turn_leads_to_another_page_or_nowhere() {
        for (turn, at, pages, to) in [
            (Turn::On, 0, 3, Some(1)),
            (Turn::On, 2, 3, None),
            (Turn::Back, 2, 3, Some(1)),
            (Turn::Back, 0, 3, None),
            (Turn::First, 2, 3, Some(0)),
            (Turn::First, 0, 3, None),
            (Turn::Last, 0, 3, Some(2)),
            (Turn::Last, 2, 3, None),
            (Turn::Last, 0, 0, None),
            (Turn::On, usize::MAX, 3, None),
            // Entries were deleted, and the page that is shown does not exist any more.
            (Turn::Back, 9, 3, None),
            (Turn::Last, 9, 3, Some(2)),
            (Turn::First, 9, 3, Some(0)),
        ] {
            assert_eq!(turn.page(at, pages), to, "{turn:?} from {at} of {pages}");
        }
    }
}

//! Outline of the open conversation: a rail beside the chat that lists the user's turns, the headings of the replies,
//! summaries and the forget boundary, and shows what of them is in the context. A sheet on phones.

mod line;
mod list;
mod reading;

use super::{
    field_keys::is_composing,
    icon::{Icon, Picture},
};
use crate::{
    browser,
    chat::{Chat, Outline, use_chat},
    mount,
    texts::{common::common, fill, outline::outline as texts},
};
use leptos::{ev::KeyboardEvent, prelude::*};
use list::List;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Element id of the button that opens the outline.
const TOGGLE: &str = "outline-toggle";
/// Headings in an element of a message, in the order of their numbers.
const HEADINGS: &str = ".message-body :is(h3,h4,h5,h6)";
/// Element id of the filter.
const FILTER: &str = "outline-filter";
/// Element id of the list of lines.
const LINES: &str = "outline-lines";
/// Element id of the button that closes the outline.
const CLOSE: &str = "outline-close";
/// Width of the app in pixels from which the inspector and the outline have room beside the chat.
const ROOM_FOR_BOTH: i32 = 1_440;

/// Button in the bar that opens the outline.
#[component]
pub fn OutlineButton() -> impl IntoView {
    let open = use_chat().panels.outline;
    view! {
        <button
            id=TOGGLE
            class="icon-button outline-button"
            data-testid=TOGGLE
            aria-label=texts().title
            title=texts().open
            aria-keyshortcuts="Control+Shift+O Meta+Shift+O"
            aria-expanded=move || open.get().to_string()
            on:click=move |_| open.update(|open| *open = !*open)
        >
            // Not among the pictures of the first load.
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d="M4 6h16M9 12h11M9 18h8M4.5 12h.01M4.5 18h.01"></path>
            </svg>
        </button>
    }
}

/// Outline panel, mounted while it is open.
#[component]
pub fn OutlinePanel() -> impl IntoView {
    let chat = use_chat();
    let outline = Outline::new(chat);
    keep_one_panel(chat);
    go_to_headings(chat, outline);
    view! { <Show when=move || chat.panels.outline.get()><Panel outline/></Show> }
}

/// Closes the outline when the inspector opens, and the other way round, where there is no room for both.
fn keep_one_panel(chat: Chat) {
    let (outline, inspector) = (chat.panels.outline, chat.panels.inspector);
    Effect::new(move |before: Option<(bool, bool)>| {
        let now = (outline.get(), inspector.get());
        let is_wide = mount::mount_root().is_some_and(|root| root.client_width() >= ROOM_FOR_BOTH);
        match gives_way(before, now).filter(|_| !is_wide) {
            Some(Side::Outline) => outline.set(false),
            Some(Side::Inspector) => inspector.set(false),
            None => {}
        }
        now
    });
}

/// A panel beside the chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Outline,
    Inspector,
}

/// Which panel closes where there is room for one: the one that was open before. `before` and `now`: whether the outline
/// and the inspector are open.
fn gives_way(before: Option<(bool, bool)>, now: (bool, bool)) -> Option<Side> {
    let inspector_is_newer = before == Some((true, false));
    (now == (true, true)).then_some(if inspector_is_newer { Side::Outline } else { Side::Inspector })
}

/// Scrolls to the heading that was pressed once its message is shown.
fn go_to_headings(chat: Chat, outline: Outline) {
    Effect::new(move |_| {
        if chat.transcript.list.found.get().is_none() {
            return;
        }
        let Some(number) = outline.heading.try_update_value(Option::take).flatten() else { return };
        // The message gets the focus after this.
        request_animation_frame(move || {
            let message = mount::active().filter(|active| active.tag_name() == "ARTICLE");
            let headings = message.and_then(|message| message.query_selector_all(HEADINGS).ok());
            let heading = headings.and_then(|headings| headings.get(number));
            if let Some(heading) = heading.and_then(|heading| heading.dyn_into::<HtmlElement>().ok()) {
                heading.scroll_into_view();
            }
        });
    });
}

/// Content of the panel.
#[component]
fn Panel(outline: Outline) -> impl IntoView {
    let chat = use_chat();
    let title = texts().title;
    let opener = StoredValue::new_local(mount::active().and_then(|active| active.dyn_into::<HtmlElement>().ok()));
    outline.words.set(String::new());
    browser::focus_next_frame(if mount::is_narrow() { CLOSE } else { FILTER });
    on_cleanup(move || {
        let opener = opener.try_update_value(Option::take).flatten();
        // If the panel had the focus, it is lost with it.
        if mount::active().is_none_or(|active| active.closest(".outline").ok().flatten().is_some()) {
            if let Some(opener) = opener.filter(|opener| opener.is_connected()) {
                let _ = opener.focus();
            }
            browser::focus_if_lost([TOGGLE.to_owned()]);
        }
    });
    let close = move || chat.panels.outline.set(false);
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !event.default_prevented() && !is_composing(&event) {
            event.prevent_default();
            if outline.words.with_untracked(String::is_empty) {
                close();
            } else {
                outline.words.set(String::new());
            }
        }
    };
    view! {
        <aside class="outline" part="outline" data-testid="outline" aria-label=title on:keydown=on_key>
            <header>
                <h2>{title}</h2>
                <button id=CLOSE class="icon-button" aria-label=common().close on:click=move |_| close()>
                    <Icon picture=Picture::Cross/>
                </button>
            </header>
            <Head outline/>
            <Filter outline/>
            <List outline/>
        </aside>
    }
}

/// How much is in the context, and what the bars mean.
#[component]
fn Head(outline: Outline) -> impl IntoView {
    let chat = use_chat();
    let is_refused = move || chat.inspection.next.with(|next| matches!(next, Some(Err(_))));
    let count = move || count_of(outline.turns(), is_refused());
    let meaning = |state: &'static str, name: &'static str| {
        view! { <li data-state=state><i aria-hidden="true"></i>{name}</li> }
    };
    view! {
        <div class="about">
            <p data-testid="outline-count">{count}</p>
            <ul>
                {meaning("message", texts().whole)}
                {meaning("summary", texts().part)}
                {meaning("nothing", texts().none)}
            </ul>
        </div>
    }
}

/// How much is in the context. `turns`: the turns in it and all turns, once known. `is_refused`: there is no next request.
fn count_of(turns: Option<(u64, u64)>, is_refused: bool) -> String {
    match turns {
        Some((held, all)) => {
            fill(texts().count, &[("held", &crate::words::number(held)), ("turns", &texts().turns.say(all))])
        }
        None if is_refused => texts().unknown.to_owned(),
        None => texts().reading.to_owned(),
    }
}

/// Filters the rows by their text.
#[component]
fn Filter(outline: Outline) -> impl IntoView {
    let words = outline.words;
    let on_key = move |event: KeyboardEvent| {
        let is_filtered = words.with_untracked(|words| !words.trim().is_empty());
        match event.key().as_str() {
            _ if is_composing(&event) => return,
            "ArrowDown" => browser::focus_first(LINES, if is_filtered { "button" } else { "[tabindex='0']" }),
            "Enter" if is_filtered => press_first(),
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <input
            id=FILTER
            class="input"
            type="search"
            data-testid=FILTER
            aria-label=texts().filter
            placeholder=texts().filter
            autocomplete="off"
            dir="auto"
            prop:value=move || words.get()
            on:input=move |event| words.set(event_target_value(&event))
            on:keydown=on_key
        />
    }
}

/// Presses the first line.
fn press_first() {
    let first = mount::by_id(LINES).and_then(|lines| lines.query_selector("button").ok().flatten());
    if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
        first.click();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, number, speak};

    #[test]
    fn of_two_panels_the_one_that_was_open_first_gives_way() {
        for (before, now, closed) in [
            (Some((true, false)), (true, true), Some(Side::Outline)),
            (Some((false, true)), (true, true), Some(Side::Inspector)),
            (Some((true, true)), (true, true), Some(Side::Inspector)),
            (None, (true, true), Some(Side::Inspector)),
            (Some((false, false)), (true, false), None),
            (Some((true, false)), (false, true), None),
            (None, (false, false), None),
        ] {
            assert_eq!(gives_way(before, now), closed, "{before:?} {now:?}");
        }
    }

    #[test]
    fn the_head_counts_the_turns_in_the_context_and_says_why_it_cannot() {
        for language in UiLanguage::all() {
            speak(language);
            for is_refused in [true, false] {
                let count = count_of(Some((12, 1_234)), is_refused);
                assert!(count.contains("12") && count.contains(&number(1_234)) && !count.contains('{'), "{count}");
            }
            assert_ne!(count_of(Some((0, 1)), false), count_of(Some((1, 1)), false));
            assert_eq!(
                (count_of(None, true), count_of(None, false)),
                (texts().unknown.to_owned(), texts().reading.to_owned())
            );
        }
    }
}

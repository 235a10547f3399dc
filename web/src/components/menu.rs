//! Menus: a popover beside the button that opens it, and the button. All menus of the page use it.

use super::icon::{Icon, Picture};
use crate::{browser, mount};
use leptos::{
    ev::{self, KeyboardEvent, MouseEvent, PointerEvent},
    html::Div,
    prelude::*,
};
use std::cell::Cell;

const ITEMS: &str = "[role=menuitem]";
/// More steps than any menu has items, so that Home and End reach the first and last.
const TO_THE_END: isize = 1_000;
/// The menu that is open.
const OPEN: &str = ".popup:popover-open";
/// Windows in which an open menu veils the page. The same as in its style sheet.
const VEILED: &str = "(max-width: 48rem)";

thread_local! {
    static BLOCKS_PRESSES: Cell<bool> = const { Cell::new(false) };
    /// Whether the last press began on the veil.
    static IS_ON_VEIL: Cell<bool> = const { Cell::new(false) };
}

/// Popover of a menu. Its children are a list with the role `menu` of [`MenuItem`]s, and anything shown below it.
#[component]
pub fn Menu(
    /// Value of both `id` and `data-testid`.
    id: &'static str,
    /// Id of the button that the menu is open beside; `None` while it is closed.
    #[prop(into)]
    opener: Signal<Option<String>>,
    /// Called when the browser closed the popover.
    closed: impl Fn() + 'static,
    children: Children,
) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    block_presses_on_veil();
    Effect::new(move |_| {
        let (Some(element), Some(opener)) = (place.get(), opener.get()) else { return };
        let _ = element.show_popover();
        browser::place_beside(id, &opener);
        browser::focus_first(id, ITEMS);
    });
    let toggled = move |_| {
        if opener.get_untracked().is_some() && !browser::is_open_popover(id) {
            closed();
        }
    };
    view! {
        <div id=id class="popup" popover="auto" data-testid=id node_ref=place on:toggle=toggled on:keydown=move |event| key(id, &event)>
            {children()}
        </div>
    }
}

/// Makes a press on the veil close the menu and do nothing else. The browser lets it through to what is under the veil.
/// Listens once for all menus.
fn block_presses_on_veil() {
    if BLOCKS_PRESSES.replace(true) {
        return;
    }
    mount::listen_first(ev::pointerdown, |event| {
        let is_on_veil = is_on_veil(&event);
        IS_ON_VEIL.set(is_on_veil);
        if is_on_veil {
            // A long press would select what is under the veil.
            event.stop_propagation();
        }
    });
    // The browser has closed the menu by then. A click by keyboard is not the end of a press.
    mount::listen_first(ev::click, |event| {
        if IS_ON_VEIL.take() && event.detail() > 0 {
            event.prevent_default();
            event.stop_propagation();
        }
    });
}

fn is_on_veil(event: &PointerEvent) -> bool {
    let is_veiled = window().match_media(VEILED).ok().flatten().is_some_and(|query| query.matches());
    let is_open = || mount::mount_root().is_some_and(|root| matches!(root.query_selector(OPEN), Ok(Some(_))));
    is_veiled && browser::closest(event, ".popup").is_none() && is_open()
}

/// Arrow keys move between items and wrap around. Escape and Tab close the menu, but not the dialog around it.
fn key(id: &str, event: &KeyboardEvent) {
    match event.key().as_str() {
        "ArrowDown" => browser::focus_next(id, ITEMS, 1, true),
        "ArrowUp" => browser::focus_next(id, ITEMS, -1, true),
        "Home" => browser::focus_next(id, ITEMS, -TO_THE_END, false),
        "End" => browser::focus_next(id, ITEMS, TO_THE_END, false),
        "Escape" => browser::close_popover(id),
        // Closing returns the focus to the button, and Tab moves on from there.
        "Tab" => return browser::close_popover(id),
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

/// Button and the menu that it opens.
pub struct Opener {
    /// Id of the button.
    pub id: String,
    /// Id of the menu.
    pub menu: &'static str,
    /// Whether the menu is open beside this button.
    pub is_open: Signal<bool>,
}

/// Button that opens a menu. A second press closes the menu.
#[component]
pub fn MenuButton(
    opener: Opener,
    class: &'static str,
    test_id: &'static str,
    /// Accessible name.
    #[prop(into)]
    label: Signal<String>,
    title: &'static str,
    open: impl Fn() + Copy + 'static,
) -> impl IntoView {
    let Opener { id, menu, is_open } = opener;
    // When a press outside the popover ends, the browser closes it before it dispatches the click.
    let was_open = StoredValue::new(false);
    let own_id = id.clone();
    let pressed = move |event: MouseEvent| {
        let is_pointer = event.detail() > 0;
        browser::focus_now(&own_id);
        if !is_pointer || !was_open.get_value() {
            open();
        }
    };
    let key = move |event: KeyboardEvent| {
        if event.key() == "ArrowDown" {
            event.prevent_default();
            event.stop_propagation();
            open();
        }
    };
    view! {
        <button
            id=id
            class=class
            data-testid=test_id
            aria-label=label
            title=title
            aria-haspopup="menu"
            aria-controls=menu
            aria-expanded=move || is_open.get().to_string()
            on:pointerdown=move |_| was_open.set_value(is_open.get_untracked())
            on:click=pressed
            on:keydown=key
        >
            <Icon picture=Picture::More/>
        </button>
    }
}

/// Item of the surrounding [`Menu`]. Choosing it closes the menu.
#[component]
pub fn MenuItem(
    test_id: &'static str,
    picture: Picture,
    label: &'static str,
    /// Tooltip; none if empty.
    #[prop(optional)]
    title: String,
    /// Whether the action cannot be undone; such an item gets a separator above it.
    #[prop(optional)]
    is_danger: bool,
    act: impl Fn() + 'static,
) -> impl IntoView {
    let run = move |event: MouseEvent| {
        // Close first, so that what `act` opens can take the focus.
        browser::close_popover_around(&event);
        act();
    };
    view! {
        {is_danger.then(|| view! { <li role="separator"></li> })}
        <li role="none">
            <button
                role="menuitem"
                tabindex="-1"
                class:danger=is_danger
                data-testid=test_id
                title=(!title.is_empty()).then_some(title)
                on:click=run
            >
                <Icon picture/>
                {label}
            </button>
        </li>
    }
}

//! A menu: a popover beside the button that opens it, and the button. One mechanism for all menus of the page.

use super::icon::{Icon, Picture};
use crate::browser;
use leptos::{
    ev::{KeyboardEvent, MouseEvent},
    html::Div,
    prelude::*,
};

const ITEMS: &str = "[role=menuitem]";
/// More steps than a menu has items.
const TO_THE_END: i32 = 1_000;

/// The menu. Its children are a list with the role `menu` of [`MenuItem`]s, and what stands below it.
#[component]
pub fn Menu(
    /// Its id, and its id for tests.
    id: &'static str,
    /// The id of the button beside which it is open; `None`: it is closed.
    #[prop(into)]
    opener: Signal<Option<String>>,
    /// It was closed.
    closed: impl Fn() + 'static,
    children: Children,
) -> impl IntoView {
    let place = NodeRef::<Div>::new();
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

/// The arrows go from one to the next, around the ends. Escape and Tab close it, and nothing around it.
fn key(id: &str, event: &KeyboardEvent) {
    match event.key().as_str() {
        "ArrowDown" => browser::focus_next(id, ITEMS, 1, true),
        "ArrowUp" => browser::focus_next(id, ITEMS, -1, true),
        "Home" => browser::focus_next(id, ITEMS, -TO_THE_END, false),
        "End" => browser::focus_next(id, ITEMS, TO_THE_END, false),
        "Escape" => browser::close_popover(id),
        // Tab goes on from the button, which has the focus again.
        "Tab" => return browser::close_popover(id),
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

/// A button and the menu that it opens.
pub struct Opener {
    /// The id of the button.
    pub id: String,
    /// The id of the menu.
    pub menu: &'static str,
    /// Whether the menu is open beside this button.
    pub is_open: Signal<bool>,
}

/// The button that opens a menu. A second press closes it.
#[component]
pub fn MenuButton(
    opener: Opener,
    class: &'static str,
    test_id: &'static str,
    /// Its accessible name.
    #[prop(into)]
    label: Signal<String>,
    title: &'static str,
    open: impl Fn() + Copy + 'static,
) -> impl IntoView {
    let Opener { id, menu, is_open } = opener;
    // The browser closes the menu when a press outside of it ends, before the click is told.
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

/// An item of the [`Menu`] around it. Choosing it closes the menu.
#[component]
pub fn MenuItem(
    test_id: &'static str,
    picture: Picture,
    label: &'static str,
    /// More about it.
    #[prop(optional)]
    title: String,
    /// What cannot be taken back stands apart.
    #[prop(optional)]
    is_danger: bool,
    act: impl Fn() + 'static,
) -> impl IntoView {
    let run = move |event: MouseEvent| {
        // First, so that what `act` opens may have the focus.
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

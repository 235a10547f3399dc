//! Root component: the three columns and the dialogs over them.

use crate::{
    browser,
    chat::start,
    components::{
        Composer, Deferred, Lazy, LazyDialogs, LazyPart, Messages, MessagesPart, Sidebar, StorageBanner, TopBar,
        Transcript, is_composing,
    },
    mount,
    scroll::Scroll,
    state::Panels,
};
use leptos::{ev, prelude::*};

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let chat = start();
    let panels = chat.panels;
    let scroll = Scroll::new(chat);
    let is_narrow = watch_width();
    close_on_escape(panels, is_narrow);
    // The chat under an open side panel must not be reachable, by keyboard or touch.
    let is_covered = move || is_narrow.get() && (panels.list.get() || panels.inspector.get() || panels.outline.get());
    view! {
        <div class="app">
            <Deferred><Sidebar/></Deferred>
            <main class="chat" inert=is_covered>
                <TopBar/>
                <StorageBanner/>
                <Lazy open=panels.banners which=LazyPart::Banners/>
                <Transcript scroll/>
                <Deferred>
                    <Composer scroll/>
                    <Messages part=MessagesPart::Overlays/>
                </Deferred>
            </main>
            <Lazy open=panels.outline which=LazyPart::Outline/>
            <Lazy open=panels.inspector which=LazyPart::Inspector/>
        </div>
        <div class="scrim" class:open=move || panels.list.get() on:click=move |_| { panels.close_list(); }></div>
        <p class="visually-hidden" role="status" aria-live="polite">{move || chat.notices.announced.get()}</p>
        <Deferred><LazyDialogs/></Deferred>
    }
}

fn watch_width() -> RwSignal<bool> {
    let is_narrow = RwSignal::new(mount::is_narrow());
    mount::on_resize(move || {
        let now = mount::is_narrow();
        if is_narrow.get_untracked() != now {
            is_narrow.set(now);
        }
    });
    is_narrow
}

fn close_on_escape(panels: Panels, is_narrow: RwSignal<bool>) {
    mount::listen(ev::keydown, move |event| {
        if event.key() != "Escape" || event.default_prevented() || is_composing(&event) || !is_narrow.get_untracked() {
            return;
        }
        // It closes the dialog, and not the drawer that the dialog was opened from.
        if browser::closest(&event, "dialog").is_some() {
            return;
        }
        if !panels.close_list() && panels.inspector.get_untracked() {
            panels.inspector.set(false);
            browser::focus_next_frame("inspector-toggle");
        }
    });
}

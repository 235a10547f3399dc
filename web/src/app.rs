//! The app: the three columns and the dialogs over them.

use crate::{
    browser,
    components::{Composer, Sidebar, Soon, StorageBanner, TopBar, Transcript},
    later::{Later, Which},
    messages::{Messages, Part},
    place,
    scroll::Scroll,
    state::{Panels, start},
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
    // What lies under a sheet is out of reach, for the keyboard as for the finger.
    let is_covered = move || is_narrow.get() && (panels.list.get() || panels.inspector.get());
    view! {
        <div class="app">
            <Soon><Sidebar/></Soon>
            <main class="chat" inert=is_covered>
                <TopBar/>
                <StorageBanner/>
                <Later open=panels.newer which=Which::Newer/>
                <Transcript scroll/>
                <Soon>
                    <Composer scroll/>
                    <Messages part_of=Part::Over/>
                </Soon>
            </main>
            <Later open=panels.inspector which=Which::Inspector/>
        </div>
        <div class="scrim" class:open=move || panels.list.get() on:click=move |_| panels.list.set(false)></div>
        <p class="only-heard" role="status" aria-live="polite">{move || chat.notices.heard.get()}</p>
        <Soon>
            <Later open=panels.provider which=Which::Provider/>
            <Later open=panels.connect which=Which::Connect/>
            <Later open=panels.own which=Which::Own/>
            <Later open=panels.people which=Which::People/>
            <Later open=panels.models which=Which::Models/>
            <Later open=panels.settings which=Which::Settings/>
            <Later open=panels.help which=Which::Help/>
            <Later open=panels.memories which=Which::Memories/>
            <Later open=panels.summaries which=Which::Summaries/>
            <Later open=panels.tasks which=Which::Tasks/>
            <Later open=panels.stats which=Which::Stats/>
            <Later open=panels.presets which=Which::Presets/>
            <Later open=panels.templates which=Which::Templates/>
            <Later open=panels.storage which=Which::Storage/>
            <Later open=panels.forget which=Which::Forget/>
            <Later open=panels.search which=Which::Search/>
            <Later open=panels.erase which=Which::Erase/>
            <Later open=panels.inspection which=Which::Inspection/>
        </Soon>
    }
}

fn watch_width() -> RwSignal<bool> {
    let is_narrow = RwSignal::new(place::is_narrow());
    place::on_resize(move || {
        let now = place::is_narrow();
        if is_narrow.get_untracked() != now {
            is_narrow.set(now);
        }
    });
    is_narrow
}

fn close_on_escape(panels: Panels, is_narrow: RwSignal<bool>) {
    place::listen(ev::keydown, move |event| {
        if event.key() != "Escape" || event.default_prevented() || !is_narrow.get_untracked() {
            return;
        }
        if panels.list.get_untracked() {
            panels.list.set(false);
            browser::focus_soon("menu");
        } else if panels.inspector.get_untracked() {
            panels.inspector.set(false);
            browser::focus_soon("inspector-toggle");
        }
    });
}

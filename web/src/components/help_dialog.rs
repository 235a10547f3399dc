//! Help dialog: what Ricordo is, its commands and shortcuts, and what leaves the browser.

use super::dialog::Dialog;
use crate::{
    chat::use_chat,
    state::DialogKind,
    texts::{commands, help::help, shell::shell},
};
use leptos::prelude::*;
use ricordo_core::command::COMMANDS;

/// Help dialog.
#[component]
pub fn HelpDialog() -> impl IntoView {
    let open = use_chat().panels.dialogs.of(DialogKind::Help);
    view! {
        <Dialog open title=help().title id="help-panel">
            <div class="content help" tabindex="0">
                <section>
                    {paragraphs(help().about)}
                </section>
                <Commands/>
                <Keys/>
                <section>
                    <h3>{help().backups}</h3>
                    <p>
                        {help().backups_text}
                    </p>
                </section>
                <section>
                    <h3>{help().privacy}</h3>
                    {paragraphs(help().privacy_text)}
                    <p>
                        {help().shown_text}
                    </p>
                </section>
            </div>
        </Dialog>
    }
}

/// A text of several paragraphs, each on a line.
fn paragraphs(text: &'static str) -> impl IntoView {
    text.lines().map(|line| view! { <p>{line}</p> }).collect::<Vec<_>>()
}

#[component]
fn Commands() -> impl IntoView {
    let rows = COMMANDS.map(|spec| {
        view! {
            <dt><code>"/"{spec.name}" "{commands::arguments(&spec)}</code></dt>
            <dd>{commands::help(&spec)}</dd>
        }
    });
    view! {
        <section>
            <h3>{shell().commands}</h3>
            <dl>{rows.into_iter().collect::<Vec<_>>()}</dl>
        </section>
    }
}

#[component]
fn Keys() -> impl IntoView {
    let help = help();
    let keys = [
        ("Enter", help.enter),
        ("Shift + Enter", help.shift_enter),
        ("/", help.slash),
        ("↑", help.edit_last),
        ("Ctrl + Z", help.undo),
        ("Ctrl + K", help.search),
        ("Ctrl + Shift + P", help.palette),
        ("Ctrl + Shift + O", help.outline),
        ("↑ ↓", help.messages),
        ("Home, End", help.ends),
        ("Enter, M", help.menu),
        (help.control_click, help.select),
        (help.shift_click, help.select_range),
        ("Shift + ↑ ↓", help.select_next),
        ("Ctrl + A", help.select_all),
        ("?", help.this_help),
        ("Esc", help.escape),
    ];
    let rows = keys.map(|(key, what)| {
        view! {
            <dt><kbd>{key}</kbd></dt>
            <dd>{what}</dd>
        }
    });
    view! {
        <section>
            <h3>{help.keys}</h3>
            <dl>{rows.into_iter().collect::<Vec<_>>()}</dl>
        </section>
    }
}

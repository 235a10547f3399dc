//! The help: what Ricordo is, its commands, its keys, and what leaves the browser.

use super::dialog::Dialog;
use crate::state::use_chat;
use leptos::prelude::*;
use ricordo_core::command::COMMANDS;

const KEYS: [(&str, &str); 5] = [
    ("Enter", "sends the message"),
    ("Shift + Enter", "breaks the line"),
    ("/", "shows the commands; the arrows choose, Tab completes"),
    ("Ctrl + Z", "in an empty field takes the last command back (⌘ Z on a Mac)"),
    ("Esc", "closes what lies over the conversation"),
];

/// The help.
#[component]
pub fn HelpDialog() -> impl IntoView {
    let open = use_chat().panels.help;
    view! {
        <Dialog open title="Help" id="help-panel">
            <div class="content help">
                <section>
                    <p>
                        "Ricordo is a private chat that keeps the thread of a conversation of any length, in your browser alone. It decides what a model sees within a token budget, and shows you exactly that: open the gauge at the top right."
                    </p>
                </section>
                <Commands/>
                <Keys/>
                <section>
                    <h3>"Privacy"</h3>
                    <p>
                        "Conversations are stored in this browser and nowhere else; there is no server of ours. With the model in this page nothing you write leaves the browser. With a server of yours, each message goes to that server together with the part of the conversation that the inspector shows, and your key goes to that server alone. Keys are sealed and are in no export."
                    </p>
                </section>
            </div>
        </Dialog>
    }
}

#[component]
fn Commands() -> impl IntoView {
    let rows = COMMANDS.map(|spec| {
        view! {
            <dt><code>"/"{spec.name}" "{spec.arguments}</code></dt>
            <dd>{spec.help}</dd>
        }
    });
    view! {
        <section>
            <h3>"Commands"</h3>
            <dl>{rows.into_iter().collect::<Vec<_>>()}</dl>
        </section>
    }
}

#[component]
fn Keys() -> impl IntoView {
    let rows = KEYS.map(|(key, what)| {
        view! {
            <dt><kbd>{key}</kbd></dt>
            <dd>{what}</dd>
        }
    });
    view! {
        <section>
            <h3>"Keys"</h3>
            <dl>{rows.into_iter().collect::<Vec<_>>()}</dl>
        </section>
    }
}

//! Startup of the page, and the listeners that run from then on.

use super::{Chat, backup, deferred, inspecting, newer, personas, preview, reminders};
use crate::{
    boot, browser, mount,
    state::{Connection, Notices, Panels, Step, Storage, deferred::load_messages, is_offline, leaving},
    texts::{pick_for, shell::missing_in_all, translated},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::conversation::Conversation;
use std::time::Duration;

/// Delay after the start before the rest of the code is loaded.
const AT_REST: Duration = Duration::from_millis(1_500);

/// Creates the state, provides it to all components and opens the storage.
pub fn start() -> Chat {
    let notices = Notices::new();
    let storage = Storage::new(notices);
    let chat = Chat::new(storage, Connection::new(storage), notices, Panels::new());
    provide_context(chat);
    preview::watch(chat);
    inspecting::watch(chat);
    leaving::watch();
    watch_title(chat);
    if browser::has_sent() {
        // Load what messages are drawn with while the database opens.
        spawn_local(load_messages());
    }
    spawn_local(open(chat));
    chat
}

async fn open(chat: Chat) {
    let store = chat.storage.open().await;
    if let Some(store) = store {
        spawn_local(chat.watch(store));
    }
    let (loaded, ()) = futures_util::future::join(chat.connection.load(), chat.open_first()).await;
    match loaded {
        Ok(()) => {
            chat.take_given().await;
            if mount::has_ended() {
                // Another element may be in its place: nothing is left to do but to close the database.
                return spawn_local(load_rest(chat));
            }
            // A page that is in English for want of texts is no reason to write English prompts.
            match translated::missing() {
                None => chat.follow_language().await,
                Some(missing) => chat.notices.trouble(pick_for(missing, &missing_in_all().texts)),
            }
        }
        Err(error) => chat.storage.report(&error),
    }
    if let Some(kept) = browser::kept_for_reload() {
        deferred::restore(chat, kept);
    }
    if chat.transcript.rows.with_untracked(|rows| !rows.is_empty()) {
        load_messages().await;
    }
    let lift = || {
        boot::lift();
        browser::mark_ready();
    };
    let show = move || {
        // The rows are in the DOM by then: effects run before the next frame.
        request_animation_frame(lift);
        if mount::is_page() && !mount::is_narrow() {
            // On a phone, focus would bring up the keyboard. In an element, the surrounding page decides about the
            // focus.
            browser::focus_next_frame("composer");
        }
    };
    // Runs after the deferred components, whose tasks were queued earlier.
    set_timeout(show, Duration::ZERO);
    listen(chat);
    set_timeout(move || spawn_local(load_rest(chat)), AT_REST);
    chat.storage.refresh_list().await;
}

/// Loads the rest of the code, most of it once the page is used.
async fn load_rest(chat: Chat) {
    deferred::load_until_used(chat).await;
    if !mount::has_ended() {
        chat.step(Step::Rest);
    }
}

/// Starts the work that waits until the page is idle and all its code is loaded.
pub(super) fn rest(chat: Chat) {
    if mount::has_ended() {
        return;
    }
    mount::at_the_end(move || chat.maintenance.end());
    chat.is_whole.set(true);
    reminders::watch(chat);
    if mount::is_page() {
        newer::watch(chat);
        backup::watch(chat);
    } else {
        chat.note_given();
    }
    spawn_local(chat.sweep_temporary());
    spawn_local(async move {
        chat.connection.look_for_keys().await;
        chat.connection.sweep_keys().await;
    });
    chat.watch_embedding();
    chat.watch_documents();
    chat.watch_queue();
    chat.watch_chosen_models();
    personas::watch(chat);
    chat.maintenance.schedule(chat);
}

fn listen(chat: Chat) {
    chat.finding.listen(chat);
    for event in ["online", "offline"] {
        mount::listen_to_window(event, move || chat.is_offline.set(is_offline()));
    }
    let listener = chat.storage.channel().on_message(move |news| chat.follow(news));
    mount::at_the_end(move || drop(listener));
    let go = move || {
        if let Some(id) = browser::conversation() {
            chat.open(id);
        }
    };
    mount::listen_to_window("popstate", go);
    mount::listen_to_window("pagehide", move || chat.save_now());
    mount::listen_to_window("visibilitychange", move || {
        if document().hidden() {
            chat.save_now();
        }
    });
}

/// Sets the document title to the title of the conversation.
fn watch_title(chat: Chat) {
    if !mount::is_page() {
        return;
    }
    Effect::new(move |_| {
        document().set_title(&chat.conversation.with(|open| title_of(open.as_ref())));
    });
}

/// Title of the document. A temporary conversation leaves no trace in the browser's history.
fn title_of(open: Option<&Conversation>) -> String {
    match open {
        Some(open) if !open.temporary && !open.title.is_empty() => format!("{} · Ricordo", open.title),
        _ => "Ricordo".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation;
    use ricordo_core::time::Timestamp;

    #[test]
    fn the_title_of_a_temporary_conversation_is_in_no_history() {
        let open = conversation(1, "My move", Timestamp(0));
        assert_eq!(title_of(Some(&open)), "My move · Ricordo");
        assert_eq!(title_of(Some(&Conversation { temporary: true, ..open.clone() })), "Ricordo");
        assert_eq!(title_of(Some(&Conversation { title: String::new(), ..open })), "Ricordo");
        assert_eq!(title_of(None), "Ricordo");
    }
}

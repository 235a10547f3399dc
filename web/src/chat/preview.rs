//! Keeps the preview of the next request up to date while the user types, without blocking the typing. It is shown as a
//! turn would be sent at that instant; if recall was too late for it, it is made again with what recall finds.

use super::{Chat, deferred, next_request::Recall};
use crate::state::View;
use futures_util::future::{AbortHandle, abortable};
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use ricordo_browser::ModelProgress;
use ricordo_core::session::AskedFor;
use std::time::Duration;

/// Delay between the last change and compilation.
const AFTER: Duration = Duration::from_millis(250);

/// Watches everything that a request is made from.
pub fn watch(chat: Chat) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let pace = StoredValue::new(Pace::default());
    let has_model = Memo::new(move |_| chat.storage.embedding.loading.get() == ModelProgress::Ready);
    Effect::new(move |typed_before: Option<String>| {
        let typed = chat.composer.text.get();
        chat.composer.images.track();
        chat.composer.reply_to.track();
        chat.transcript.version.track();
        chat.several.chosen.track();
        chat.connection.settings.track();
        chat.connection.providers.track();
        // Read, because nothing else computes it.
        has_model.get();
        if !chat.is_whole.get() && typed.is_empty() {
            return typed;
        }
        if typed_before.is_some_and(|before| before != typed) && !typed.is_empty() {
            chat.inspection.view.set(View::Next);
        }
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
        timer.set_value(set_timeout_with_handle(move || spawn_local(keep_up(chat, pace)), AFTER).ok());
        typed
    });
}

/// Only one compilation runs at a time. Changes made meanwhile are compiled when it ends, so a slow store does not
/// build up a queue behind the keyboard.
#[derive(Debug, Default)]
struct Pace {
    is_running: bool,
    is_behind: bool,
    /// Ends the compilation that waits for recall.
    waiting: Option<AbortHandle>,
}

impl Pace {
    /// Something changed. Returns whether to start compiling; otherwise the running compilation is followed by another.
    fn changed(&mut self) -> bool {
        self.is_behind = true;
        if let Some(waiting) = self.waiting.take() {
            waiting.abort();
        }
        !std::mem::replace(&mut self.is_running, true)
    }

    /// Begins the next compilation. Returns `false` and ends if nothing changed since the last one began.
    fn next(&mut self) -> bool {
        self.is_running = std::mem::take(&mut self.is_behind);
        self.is_running
    }
}

async fn keep_up(chat: Chat, pace: StoredValue<Pace>) {
    if !pace.try_update_value(Pace::changed).unwrap_or_default() {
        return;
    }
    while pace.try_update_value(Pace::next).unwrap_or_default() {
        // If the code cannot be loaded, the next change tries again.
        let Ok(work) = deferred::compile(chat, AskedFor::Typing).await else { continue };
        if work.await == Recall::InTime || pace.try_with_value(|pace| pace.is_behind).unwrap_or(true) {
            continue;
        }
        if let Ok(work) = deferred::compile(chat, AskedFor::Typed).await {
            let (work, handle) = abortable(work);
            pace.try_update_value(|pace| pace.waiting = Some(handle));
            // It ends early if something changes, and `is_behind` is set then.
            work.await.ok();
            pace.try_update_value(|pace| pace.waiting = None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_during_a_compilation_are_compiled_once_when_it_ends() {
        let mut pace = Pace::default();
        assert!(pace.changed() && pace.next(), "the first one begins");
        assert!(!pace.changed() && !pace.changed() && !pace.changed(), "three keys meanwhile");
        assert!(pace.next(), "one compilation for all three");
        assert!(!pace.next(), "and no more");
        assert!(pace.changed() && pace.next() && !pace.next(), "the next key begins again");
    }

    #[test]
    fn a_change_ends_the_compilation_that_waits_for_recall() {
        let (waiting, handle) = abortable(std::future::pending::<()>());
        let mut pace = Pace { is_running: true, is_behind: false, waiting: Some(handle) };
        assert!(!pace.changed() && waiting.is_aborted());
        assert!(pace.next() && !pace.next(), "the change is compiled next");
    }
}

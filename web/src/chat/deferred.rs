//! Calls into code that is loaded at its first call (see [`crate::parts`]): turns; commands, steps, files and idle work;
//! what was typed into dialogs before a reload. The initial page contains none of it, so nothing else may call these
//! functions directly.

use super::{
    Chat,
    maintenance_run::Work,
    next_request::{self, Recall},
    removed,
};
use crate::{
    browser,
    loaded::{Boxed, NotLoaded},
    mount::Given,
    parts::loaded_when_called,
    state::{Agreement, Ask, FilesToAdd, Shape, Step, Storage, deferred::spawn},
};
use ricordo_core::{
    error::Error,
    id::ConversationId,
    session::{AskedFor, Scope},
};
use web_sys::File;

loaded_when_called! { turn:
    fn deferred_turn(chat: Chat, ask: Ask, agreed: Option<Box<Agreement>>) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.turn(ask, agreed)))
    }

    /// Compiles the next request.
    pub(super) fn compile(chat: Chat, asked_for: AskedFor) -> Result<Boxed<Recall>, NotLoaded> {
        Ok(Box::pin(next_request::compile(chat, asked_for)))
    }

    fn deferred_use(chat: Chat) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(removed::until_used(chat)))
    }
}

loaded_when_called! { lazy:
    fn deferred_command(chat: Chat, open: Option<ConversationId>, text: String, questioned: Option<String>) -> Result<bool, NotLoaded> {
        Ok(chat.is_still(open) && chat.run_typed(&text, questioned.as_deref()))
    }

    fn deferred_step(chat: Chat, open: Option<ConversationId>, step: Step) -> Result<(), NotLoaded> {
        if !step.is_of_the_open_one() || chat.is_still(open) {
            chat.take_step(step);
        }
        Ok(())
    }

    fn deferred_export(storage: Storage, scope: Scope, shape: Shape) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(storage.save_export(scope, shape)))
    }

    fn deferred_import(chat: Chat, files: Vec<File>) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.take_in(files)))
    }

    fn deferred_documents(chat: Chat, files: FilesToAdd) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.add_now(files)))
    }

    fn deferred_pages(chat: Chat, scan: u32) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.attach_now(scan)))
    }

    fn deferred_given(chat: Chat, given: Given) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.use_given(given)))
    }

    /// Starts one run of idle work.
    pub(super) fn maintain(work: Work) -> Result<Boxed<Result<(), Error>>, NotLoaded> {
        Ok(Box::pin(work.run()))
    }
}

loaded_when_called! { dialogs:
    fn deferred_restore(chat: Chat, kept: String) -> Result<(), NotLoaded> {
        chat.panels.restore(&kept);
        Ok(())
    }
}

/// Restores the input of dialogs that was kept across a reload. Its code comes with the dialogs: it parses JSON, which
/// nothing else in the initial page does.
pub(super) fn restore(chat: Chat, kept: String) {
    let call = async move {
        let restored = deferred_restore(chat, kept.clone()).await;
        if restored.is_err() {
            // The next load of the page restores it.
            browser::keep_for_reload(&kept);
        }
        restored
    };
    spawn(chat.notices, Box::pin(call));
}

/// Loads what a message is sent and drawn with, ahead of its use, and waits until the page is used. A failure is not reported
/// here: the turn that needs it tries again and reports it.
pub(super) async fn load_until_used(chat: Chat) {
    if let Ok(used) = deferred_use(chat).await {
        used.await;
    }
}

/// Runs the command that was typed as `text`, or sends it if it is none. Like a message, it stays in the field until the code
/// of commands is there, so that it is not lost if that cannot be loaded, or if another conversation was opened meanwhile.
pub(super) fn command(chat: Chat, text: String, questioned: Option<String>) {
    let composer = chat.composer;
    let open = chat.id();
    let leaving = open.filter(|_| composer.holds(&text));
    if leaving.is_some_and(|id| !composer.begin_to_send(id, &text)) {
        return;
    }
    let call = async move {
        let is_message = deferred_command(chat, open, text.clone(), questioned).await;
        if let Some(id) = leaving {
            composer.has_left(id, &text);
        }
        if is_message? && open.is_some() {
            composer.send(chat, text);
        }
        Ok(())
    };
    spawn(chat.notices, Box::pin(call));
}

/// Runs a step that the user started.
pub(super) fn step(chat: Chat, step: Step) {
    spawn(chat.notices, Box::pin(deferred_step(chat, chat.id(), step)));
}

/// Runs a turn. `agreed`: what the user has agreed to before; anything else is asked about, or not sent. Does nothing if the
/// button was pressed before, and the request is still being prepared.
pub(super) fn turn(chat: Chat, ask: Ask, agreed: Option<Box<Agreement>>) {
    if chat.turns.is_starting(ask.conversation) && !ask.kind.can_wait() {
        return;
    }
    let number = chat.turns.start(ask.conversation);
    let leaving = ask.kind.new_text().map(|text| (ask.conversation, text));
    let call = async move {
        let turn = async {
            deferred_turn(chat, ask, agreed).await?.await;
            Ok(())
        };
        let ended = turn.await;
        chat.turns.end_start(number);
        // It was stored before, or is not sent.
        if let Some((id, text)) = leaving {
            chat.composer.has_left(id, &text);
        }
        ended
    };
    spawn(chat.notices, Box::pin(call));
}

/// Exports stored data as a file.
pub(super) fn export(storage: Storage, scope: Scope, shape: Shape) {
    let call = async move {
        deferred_export(storage, scope, shape).await?.await;
        Ok(())
    };
    spawn(storage.notices, Box::pin(call));
}

/// Imports files.
pub(super) fn import(chat: Chat, files: Vec<File>) {
    let call = async move {
        deferred_import(chat, files).await?.await;
        Ok(())
    };
    spawn(chat.notices, Box::pin(call));
}

/// Adds documents.
pub(super) fn add_documents(chat: Chat, files: FilesToAdd) {
    let call = async move {
        deferred_documents(chat, files).await?.await;
        Ok(())
    };
    spawn(chat.notices, Box::pin(call));
}

/// Attaches the next pages of a scan.
pub(super) fn attach_pages(chat: Chat, scan: u32) {
    let call = async move {
        deferred_pages(chat, scan).await?.await;
        Ok(())
    };
    spawn(chat.notices, Box::pin(call));
}

/// Connects to the server that the page around the element names.
pub(super) async fn given(chat: Chat, given: Given) {
    match deferred_given(chat, given).await {
        Ok(taken) => taken.await,
        Err(NotLoaded) => chat.notices.not_loaded(),
    }
}

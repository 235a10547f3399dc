//! Calls into code that is loaded at its first call (see [`crate::loaded`]): turns, commands, steps, files and idle
//! work. The initial page contains none of it, so nothing else may call these functions directly.

use super::{
    Agreement, Ask, Chat, Embedding, FilesToAdd, Notices, PageSession, Shape, Step, Storage, maintenance::Work, preview,
};
use crate::{
    loaded::{Boxed, NotLoaded, loaded_when_called},
    markdown,
    mount::Given,
    texts::errors::Localized,
};
use leptos::task::spawn_local;
use ricordo_core::{
    command::Command,
    error::Error,
    search::Filter,
    session::{AskedFor, Asking, Passage, Recalling, Scope},
};
use web_sys::File;

/// A message that something is recalled for, and where to look.
pub(super) struct RecallCall<'a> {
    pub(super) session: &'a PageSession,
    pub(super) embedding: Embedding,
    pub(super) asking: Asking<'a>,
}

/// What the search looks for in the text of documents.
pub(super) struct PassagesCall {
    pub(super) session: PageSession,
    pub(super) text: String,
    pub(super) filter: Filter,
    pub(super) most: usize,
}

impl PassagesCall {
    async fn run(self) -> Result<Vec<Passage>, Error> {
        self.session.find_passages(&self.text, &self.filter, self.most).await
    }
}

loaded_when_called! { lazy:
    fn deferred_command(chat: Chat, command: Command) -> Result<(), NotLoaded> {
        chat.run_command(command);
        Ok(())
    }

    fn deferred_step(chat: Chat, step: Step) -> Result<(), NotLoaded> {
        chat.take_step(step);
        Ok(())
    }

    fn deferred_turn(chat: Chat, ask: Ask, agreed: Option<Box<Agreement>>) -> Result<Boxed<()>, NotLoaded> {
        Ok(Box::pin(chat.turn(ask, agreed)))
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

    fn deferred_trouble(notices: Notices, error: Error) -> Result<(), NotLoaded> {
        notices.trouble(error.localized());
        Ok(())
    }

    /// Compiles the next request.
    pub(super) fn compile(chat: Chat, asked_for: AskedFor) -> Result<Boxed<preview::Recall>, NotLoaded> {
        Ok(Box::pin(preview::compile(chat, asked_for)))
    }

    /// Finds what is recalled for a message.
    pub(super) fn recall(call: RecallCall<'_>) -> Result<Recalling<'_>, NotLoaded> {
        Ok(Box::pin(call.run()))
    }

    /// Finds passages of documents for the search.
    pub(super) fn find_passages(call: PassagesCall) -> Result<Boxed<Result<Vec<Passage>, Error>>, NotLoaded> {
        Ok(Box::pin(call.run()))
    }

    /// Starts one run of idle work.
    pub(super) fn maintain(work: Work) -> Result<Boxed<Result<(), Error>>, NotLoaded> {
        Ok(Box::pin(work.run()))
    }
}

loaded_when_called! { messages:
    fn deferred_words(text: String) -> Result<String, NotLoaded> {
        Ok(markdown::in_words(&text))
    }

    /// Does nothing; calling it loads the `messages` file.
    fn nothing() -> Result<(), NotLoaded> {
        Ok(())
    }
}

/// Runs a command.
pub(super) fn command(chat: Chat, command: Command) {
    spawn(chat.notices, Box::pin(deferred_command(chat, command)));
}

/// Runs a step that the user started.
pub(super) fn step(chat: Chat, step: Step) {
    spawn(chat.notices, Box::pin(deferred_step(chat, step)));
}

/// Runs a turn. `agreed`: what the user has agreed to before; anything else is asked about, or not sent.
pub(super) fn turn(chat: Chat, ask: Ask, agreed: Option<Box<Agreement>>) {
    let call = async move {
        deferred_turn(chat, ask, agreed).await?.await;
        Ok(())
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

/// Shows an error that is not about the storage. Its sentences are not part of the first load.
pub(super) fn trouble(notices: Notices, error: Error) {
    spawn(notices, Box::pin(deferred_trouble(notices, error)));
}

/// Connects to the server that the page around the element names.
pub(super) async fn given(chat: Chat, given: Given) {
    match deferred_given(chat, given).await {
        Ok(taken) => taken.await,
        Err(NotLoaded) => chat.notices.not_loaded(),
    }
}

/// Loads the code that draws messages, ahead of its use. A failure is not reported here: the component that needs the code
/// tries again and reports it.
pub(super) async fn load_messages() {
    let _ = nothing().await;
}

/// Plain text of a Markdown text, for screen readers. Returns the source if the code cannot be loaded.
pub(super) async fn in_words(text: &str) -> String {
    deferred_words(text.to_owned()).await.unwrap_or_else(|_| text.to_owned())
}

/// Runs a call in a separate task, and reports if its code could not be loaded.
fn spawn(notices: Notices, call: Boxed<Result<(), NotLoaded>>) {
    spawn_local(async move {
        if call.await.is_err() {
            notices.not_loaded();
        }
    });
}

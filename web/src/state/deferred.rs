//! Calls of the state into code that is loaded at its first call (see [`crate::loaded`]). The initial page contains none of
//! it, so nothing else may call these functions directly.

use super::{Notices, PageSession};
use crate::{
    loaded::{Boxed, NotLoaded, loaded_when_called},
    markdown,
    texts::errors::Localized,
};
use leptos::task::spawn_local;
use ricordo_core::{error::Error, search::Filter, session::Passage};

/// What the search looks for in the text of documents.
pub struct PassagesCall {
    pub session: PageSession,
    pub text: String,
    pub filter: Filter,
    pub most: usize,
}

impl PassagesCall {
    async fn run(self) -> Result<Vec<Passage>, Error> {
        self.session.find_passages(&self.text, &self.filter, self.most).await
    }
}

loaded_when_called! { lazy:
    fn deferred_trouble(notices: Notices, error: Error) -> Result<(), NotLoaded> {
        notices.trouble(error.localized());
        Ok(())
    }

    /// Finds passages of documents for the search.
    pub(super) fn find_passages(call: PassagesCall) -> Result<Boxed<Result<Vec<Passage>, Error>>, NotLoaded> {
        Ok(Box::pin(call.run()))
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

/// Shows an error that is not about the storage. Its sentences are not part of the first load.
pub(super) fn trouble(notices: Notices, error: Error) {
    spawn(notices, Box::pin(deferred_trouble(notices, error)));
}

/// Loads the code that draws messages, ahead of its use. A failure is not reported here: the component that needs the code
/// tries again and reports it.
pub async fn load_messages() {
    let _ = nothing().await;
}

/// Plain text of a Markdown text, for screen readers. Returns the source if the code cannot be loaded.
pub async fn in_words(text: &str) -> String {
    deferred_words(text.to_owned()).await.unwrap_or_else(|_| text.to_owned())
}

/// Runs a call in a separate task, and reports if its code could not be loaded.
pub fn spawn(notices: Notices, call: Boxed<Result<(), NotLoaded>>) {
    spawn_local(async move {
        if call.await.is_err() {
            notices.not_loaded();
        }
    });
}

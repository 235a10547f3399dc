//! Calls of the state into code that is loaded at its first call (see [`crate::parts`]). The initial page contains none of
//! it, so nothing else may call these functions directly.

use super::{Notices, PageSession, Unread, page_read::PAGE};
use crate::{
    browser,
    loaded::{Boxed, NotLoaded},
    markdown,
    parts::loaded_when_called,
    texts::errors::Localized,
};
use futures_util::future::join;
use leptos::task::spawn_local;
use ricordo_browser::IndexedDbStore;
use ricordo_core::{
    branch::Sequence,
    conversation::Conversation,
    error::{Error, StoreError},
    id::ConversationId,
    message::Message,
    search::Filter,
    session::Passage,
    snapshot::Snapshot,
};

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

/// A read of messages of a conversation.
pub(super) struct MessagesCall {
    pub(super) session: PageSession,
    pub(super) id: ConversationId,
    pub(super) range: MessageRange,
}

/// Messages before or after a sequence, at most as many as given.
#[derive(Clone, Copy)]
pub(super) enum MessageRange {
    Older(Sequence, u32),
    /// From the sequence on.
    Newer(Sequence, u32),
    /// As many before it as from it on.
    Around(Sequence, u32),
}

impl MessagesCall {
    async fn run(self) -> Result<Vec<Message>, Error> {
        let Self { session, id, range } = self;
        match range {
            MessageRange::Older(before, most) => session.older(id, before, most).await,
            MessageRange::Newer(from, most) => session.newer(id, from, most).await,
            MessageRange::Around(at, most) => {
                let (before, after) = join(session.older(id, at, most), session.newer(id, at, most)).await;
                Ok([before?, after?].concat())
            }
        }
    }
}

/// What can be read where a record is damaged.
pub struct Readable {
    /// The conversations that are not deleted, last used first.
    pub listed: Vec<Conversation>,
    /// The first of them that opens, if one is to be opened.
    pub opened: Option<Snapshot>,
}

loaded_when_called! { turn:
    fn deferred_trouble(notices: Notices, error: Error) -> Result<(), NotLoaded> {
        notices.trouble(error.localized());
        Ok(())
    }
}

loaded_when_called! { lazy:
    /// Finds passages of documents for the search.
    pub(super) fn find_passages(call: PassagesCall) -> Result<Boxed<Result<Vec<Passage>, Error>>, NotLoaded> {
        Ok(Box::pin(call.run()))
    }
}

loaded_when_called! { history:
    fn deferred_words(text: String) -> Result<String, NotLoaded> {
        Ok(markdown::in_words(&text))
    }

    fn deferred_upgrade(name: String) -> Result<Boxed<Result<IndexedDbStore, StoreError>>, NotLoaded> {
        Ok(Box::pin(async move { IndexedDbStore::upgrade(&name).await }))
    }

    fn deferred_opened(session: PageSession, id: ConversationId) -> Result<Boxed<Result<Snapshot, Error>>, NotLoaded> {
        Ok(Box::pin(async move { session.open(id, PAGE).await }))
    }

    fn deferred_readable(session: PageSession, opens: bool) -> Result<Boxed<Result<Readable, Error>>, NotLoaded> {
        Ok(Box::pin(async move {
            let opened = if opens { session.open_readable(PAGE).await? } else { None };
            Ok(Readable { listed: session.readable_list().await?, opened })
        }))
    }

    fn deferred_messages(call: MessagesCall) -> Result<Boxed<Result<Vec<Message>, Error>>, NotLoaded> {
        Ok(Box::pin(call.run()))
    }

    /// Does nothing; calling it loads the `history` file.
    fn nothing() -> Result<(), NotLoaded> {
        Ok(())
    }
}

/// Opens a database of an older version, after upgrading it.
pub(super) async fn upgrade(name: &str) -> Result<IndexedDbStore, Unread> {
    Ok(deferred_upgrade(name.to_owned()).await?.await?)
}

/// Reads a conversation with its last messages.
pub async fn opened(session: PageSession, id: ConversationId) -> Result<Snapshot, Unread> {
    Ok(deferred_opened(session, id).await?.await?)
}

/// Reads what can be read where a record is damaged. `opens`: opens a conversation, too.
pub async fn readable(session: PageSession, opens: bool) -> Result<Readable, Unread> {
    Ok(deferred_readable(session, opens).await?.await?)
}

/// Reads messages of a conversation.
pub(super) async fn messages(call: MessagesCall) -> Result<Vec<Message>, Unread> {
    Ok(deferred_messages(call).await?.await?)
}

/// Shows an error that is not about the storage. Its sentences are not part of the first load.
pub(super) fn trouble(notices: Notices, error: Error) {
    spawn(notices, Box::pin(deferred_trouble(notices, error)));
}

/// Loads what messages are drawn with, ahead of its use. A failure is not reported here: the component that needs it tries
/// again and reports it.
pub async fn load_messages() {
    let _ = join(nothing(), browser::later_style()).await;
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

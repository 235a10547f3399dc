//! Recall: its code is loaded when there is something to recall.

use crate::{
    api_error::ApiError,
    host::PageHost,
    loaded::{Boxed, loaded_when_called},
    page_embedder::PageEmbedder,
};
use ricordo_browser::AnyStore;
use ricordo_core::{
    error::{Error, StoreError},
    recall::Embedder,
    search::Searchable,
    session::{Answer, Asking, ByMeaning, Recaller, Recalling, Session},
};
use std::{cell::RefCell, rc::Rc};

/// The session of a manager.
pub(crate) type PageSession = Session<Searchable<AnyStore>, PageHost>;

/// The page's model for recall by meaning, if it has one.
pub(crate) type SharedEmbedder = Rc<RefCell<Option<PageEmbedder>>>;

/// A message that something is recalled for, and where to look.
pub(crate) struct RecallCall<'a> {
    session: &'a PageSession,
    embedder: Option<PageEmbedder>,
    asking: Asking<'a>,
}

loaded_when_called! { turn:
    /// Finds what is recalled for a message.
    fn deferred_recall(call: RecallCall<'_>) -> Result<Boxed<'_, Result<Answer, Error>>, ApiError> {
        Ok(Box::pin(async move { call.session.recall(call.asking, call.embedder.as_ref().map(ByMeaning::here)).await }))
    }
}

/// Loads the code of recall when something is first recalled.
pub(crate) struct LazyRecall {
    pub(crate) session: PageSession,
    pub(crate) embedder: SharedEmbedder,
}

impl Recaller for LazyRecall {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        Box::pin(async move {
            let embedder = self.embedder.borrow().clone();
            match deferred_recall(RecallCall { session: &self.session, embedder, asking }).await {
                Ok(recalling) => recalling.await,
                // The message goes without.
                Err(refused) => Err(StoreError::Failed { detail: refused.to_string() }.into()),
            }
        })
    }

    fn asks_elsewhere(&self) -> bool {
        self.embedder.borrow().as_ref().is_some_and(|embedder| !embedder.is_on_this_computer())
    }
}

//! Recall: its code is loaded when there is something to recall.

use crate::{
    api_error::ApiError,
    host::PageHost,
    loaded::{Boxed, loaded_when_called},
    page_embedder::PageEmbedder,
};
use ricordo_browser::{AnyStore, PageVectorStore};
use ricordo_core::{
    error::{Error, StoreError},
    search::Searchable,
    session::{Answer, Asking, ByMeaning, Recaller, Recalling, Session},
};
use std::{cell::RefCell, rc::Rc};

/// The session of a manager.
pub(crate) type PageSession = Session<Searchable<AnyStore>, PageHost>;

/// What the page gave for recall by meaning.
#[derive(Clone, Default)]
pub(crate) struct PageMeaning {
    /// Its model, if it has one.
    pub(crate) embedder: Option<PageEmbedder>,
    /// Its store of vectors, if it has one.
    pub(crate) elsewhere: Option<PageVectorStore>,
}

impl PageMeaning {
    fn by_meaning(&self) -> Option<ByMeaning<'_, PageEmbedder, PageVectorStore>> {
        let elsewhere = self.elsewhere.as_ref();
        self.embedder.as_ref().map(|embedder| ByMeaning { embedder, elsewhere })
    }
}

/// What the page gave last. Clones share it.
pub(crate) type SharedMeaning = Rc<RefCell<PageMeaning>>;

/// A message that something is recalled for, and where to look.
pub(crate) struct RecallCall<'a> {
    session: &'a PageSession,
    meaning: PageMeaning,
    asking: Asking<'a>,
}

loaded_when_called! { turn:
    /// Finds what is recalled for a message.
    fn deferred_recall(call: RecallCall<'_>) -> Result<Boxed<'_, Result<Answer, Error>>, ApiError> {
        Ok(Box::pin(async move { call.session.recall(call.asking, call.meaning.by_meaning()).await }))
    }
}

/// Loads the code of recall when something is first recalled.
pub(crate) struct LazyRecall {
    pub(crate) session: PageSession,
    pub(crate) meaning: SharedMeaning,
}

impl Recaller for LazyRecall {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        Box::pin(async move {
            let meaning = self.meaning.borrow().clone();
            match deferred_recall(RecallCall { session: &self.session, meaning, asking }).await {
                Ok(recalling) => recalling.await,
                // The message goes without.
                Err(refused) => Err(StoreError::Failed { detail: refused.to_string() }.into()),
            }
        })
    }

    fn asks_elsewhere(&self) -> bool {
        self.meaning.borrow().by_meaning().is_some_and(|by| by.asks_elsewhere())
    }
}

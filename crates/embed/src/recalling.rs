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
    recall::Embedder,
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
    /// The one that it had before, whose vectors are used until those of the other are made.
    pub(crate) earlier: Option<PageEmbedder>,
    /// Its store of vectors, if it has one.
    pub(crate) elsewhere: Option<PageVectorStore>,
}

impl PageMeaning {
    /// Sets the model. The one before gets the questions until the vectors of this one are made, unless there was one before
    /// that whose vectors are `used` still; without a model, none gets any. A model that replaces itself has a new function.
    pub(crate) fn set_embedder(&mut self, embedder: Option<PageEmbedder>, used: Option<&str>) {
        let before = self.embedder.take();
        let earlier = self.earlier.take().filter(|earlier| Some(earlier.id()) == used);
        let is_other = |earlier: &PageEmbedder| embedder.as_ref().is_some_and(|now| now.id() != earlier.id());
        self.earlier = earlier.filter(is_other).or(before.filter(is_other));
        self.embedder = embedder;
    }

    fn by_meaning(&self) -> Option<ByMeaning<'_, PageEmbedder, PageVectorStore>> {
        let (earlier, elsewhere) = (self.earlier.as_ref(), self.elsewhere.as_ref());
        self.embedder.as_ref().map(|embedder| ByMeaning { embedder, earlier, elsewhere })
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

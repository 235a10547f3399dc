//! Recall: its code is loaded when there is something to recall.

use crate::{
    api_error::ApiError,
    host::PageHost,
    loaded::{Boxed, loaded_when_called},
};
use ricordo_browser::AnyStore;
use ricordo_core::{
    error::{Error, StoreError},
    recall::NoEmbedder,
    search::Searchable,
    session::{Answer, Asking, Recaller, Recalling, Session},
};

/// The session of a manager.
pub(crate) type PageSession = Session<Searchable<AnyStore>, PageHost>;

/// A message that something is recalled for, and where to look.
pub(crate) struct RecallCall<'a> {
    session: &'a PageSession,
    asking: Asking<'a>,
}

loaded_when_called! { turn:
    /// Finds what is recalled for a message.
    fn deferred_recall(call: RecallCall<'_>) -> Result<Boxed<'_, Result<Answer, Error>>, ApiError> {
        Ok(Box::pin(call.session.recall(call.asking, None::<&NoEmbedder>)))
    }
}

/// Loads the code of recall when something is first recalled.
pub(crate) struct LazyRecall(pub(crate) PageSession);

impl Recaller for LazyRecall {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        Box::pin(async move {
            match deferred_recall(RecallCall { session: &self.0, asking }).await {
                Ok(recalling) => recalling.await,
                // The message goes without.
                Err(refused) => Err(StoreError::Failed { detail: refused.to_string() }.into()),
            }
        })
    }
}

//! Recall: its code is loaded when there is something to recall, or when the page asks what would be.

use crate::{
    api_error::ApiError,
    cross::{id, to_js},
    given::Fields,
    host::PageHost,
    lazy_calls::Answer,
    loaded::{Boxed, loaded_when_called},
    manager::Manager,
    plain,
};
use ricordo_browser::AnyStore;
use ricordo_core::{
    compile::Recalled,
    error::{Error, StoreError},
    search::Searchable,
    session::{Asking, RecallQuery, Recaller, Recalling, Session},
};
use wasm_bindgen::JsValue;

/// The session of a manager.
pub(crate) type PageSession = Session<Searchable<AnyStore>, PageHost>;

/// A message that something is recalled for, and where to look.
pub(crate) struct RecallCall<'a> {
    session: &'a PageSession,
    asking: Asking<'a>,
}

loaded_when_called! { turn:
    /// Finds what is recalled for a message.
    fn deferred_recall(call: RecallCall<'_>) -> Result<Boxed<'_, Result<Vec<Recalled>, Error>>, ApiError> {
        Ok(Box::pin(call.session.recall(call.asking)))
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

impl Manager {
    /// What recall finds for a query, best first. Sends and stores nothing.
    ///
    /// # Errors
    /// `no-conversation`, `bad-argument`, `not-loaded`, and storage error codes.
    pub(crate) async fn recall(&self, text: String, options: JsValue) -> Answer {
        let options = Fields::of(&options, "The options", &["conversation", "limit", "includeHeld"])?;
        let of = options.text("conversation")?.map(|text| id(&text, "conversation")).transpose()?;
        let of = of.unwrap_or_else(|| self.conversation.get());
        let query =
            RecallQuery { text: &text, most: options.whole("limit")?, finds_held: options.flag("includeHeld", false)? };
        let found = self.session.recall_query(of, query, &self.provider()).await?;
        to_js(&found.iter().map(plain::recalled).collect::<Vec<_>>())
    }
}

//! Recall: its code is in the lazily loaded file that compiles requests.

use super::{
    PageSession,
    deferred::{self, RecallCall},
};
use crate::loaded::NotLoaded;
use ricordo_core::session::{Answer, Asking, Recaller, Recalling};

/// Loads the code of recall when something is first recalled.
pub(super) struct LazyRecall(pub(super) PageSession);

impl Recaller for LazyRecall {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        Box::pin(async move {
            match deferred::recall(RecallCall { session: &self.0, asking }).await {
                Ok(recalling) => recalling.await,
                // The code that compiles the request is in the same file.
                Err(NotLoaded) => Ok(Answer::default()),
            }
        })
    }
}

//! Recall: its code is loaded when there is something to recall, or when the page is idle.

use super::{Embedding, PageSession};
use crate::{browser, loaded::NotLoaded, parts::loaded_when_called};
use ricordo_core::{
    error::{Error, StoreError},
    session::{Answer, AskedFor, Asking, ByMeaning, Recaller, Recalling},
};

/// Loads the code of recall when something is first recalled.
pub(super) struct LazyRecall {
    pub(super) session: PageSession,
    pub(super) embedding: Embedding,
}

impl Recaller for LazyRecall {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        Box::pin(async move {
            match recall(RecallCall { session: &self.session, embedding: self.embedding, asking }).await {
                Ok(recalling) => recalling.await,
                // The message goes without, and the page says so.
                Err(NotLoaded) => Err(StoreError::Failed { detail: "recall could not be loaded".to_owned() }.into()),
            }
        })
    }

    fn asks_elsewhere(&self) -> bool {
        self.embedding.asks_elsewhere()
    }
}

/// A message that something is recalled for, and where to look.
struct RecallCall<'a> {
    session: &'a PageSession,
    embedding: Embedding,
    asking: Asking<'a>,
}

loaded_when_called! { lazy:
    /// Finds what is recalled for a message.
    fn recall(call: RecallCall<'_>) -> Result<Recalling<'_>, NotLoaded> {
        Ok(Box::pin(call.run()))
    }
}

impl RecallCall<'_> {
    /// Recalls by words, and by the model that the settings choose, or chose before.
    async fn run(self) -> Result<Answer, Error> {
        let Self { session, embedding, asking } = self;
        // A mark stays until the page is closed, and a preview is made after each word.
        let mark = |name| {
            if asking.asked_for == AskedFor::Turn {
                browser::mark(name)
            }
        };
        mark("ricordo:recall");
        let embedder = embedding.chosen(session, asking.settings).await?;
        let store = embedding.store(asking.settings).await?;
        let earlier = embedding.earlier(session, asking.settings).await?;
        let (earlier, elsewhere) = (earlier.as_ref(), store.as_ref());
        let by_meaning = embedder.as_ref().map(|embedder| ByMeaning { embedder, earlier, elsewhere });
        let answer = session.recall(asking, by_meaning).await;
        mark("ricordo:recalled");
        answer
    }
}

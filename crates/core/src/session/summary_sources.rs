//! The messages behind a summary.

use super::Session;
use crate::{error::Error, host::Host, message::Message, store::Store, summary::Summary};

impl<S: Store, H: Host> Session<S, H> {
    /// So many of the messages that a summary was made from, from the one of an index on, oldest first. `None`: that one was
    /// erased.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn summary_sources(
        &self,
        summary: &Summary,
        from: usize,
        count: usize,
    ) -> Result<Vec<Option<Message>>, Error> {
        let mut found = Vec::new();
        for source in summary.sources.iter().skip(from).take(count) {
            found.push(self.store.message(source.message).await?);
        }
        Ok(found)
    }
}

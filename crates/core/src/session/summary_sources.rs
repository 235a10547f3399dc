//! The messages behind a summary.

use super::Session;
use crate::{error::Error, host::Host, message::Message, store::Store, summary::Summary};

impl<S: Store, H: Host> Session<S, H> {
    /// Up to `count` of the messages that a summary was made from, starting at index `from`, oldest first. `None`: the
    /// message was erased.
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

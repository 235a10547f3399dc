//! Reads spans of any length one page at a time: background work may read a whole conversation, and typing or scrolling
//! waits for one page at most.

use crate::{
    branch::Sequence, error::StoreError, host::Host, id::ConversationId, message::Message, session::Session,
    store::Store,
};
use std::ops::Range;

/// Messages per page.
const PAGE: u32 = 200;

impl<S: Store, H: Host> Session<S, H> {
    /// Collects what `take` returns for each page of the messages in `span` on the active branch, in order. The last
    /// page is read first.
    ///
    /// # Errors
    /// As [`Store::messages`].
    pub(super) async fn read_span<T>(
        &self,
        id: ConversationId,
        span: Range<Sequence>,
        mut take: impl FnMut(&[Message]) -> Vec<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut pages = Vec::new();
        let mut end = span.end;
        while end > span.start {
            let mut page = self.store.messages(id, end, PAGE).await?;
            page.retain(|message| message.sequence >= span.start);
            let Some(first) = page.first() else { break };
            end = first.sequence;
            pages.push(take(&page));
        }
        Ok(pages.into_iter().rev().flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        memory_store::MemoryStore,
        testing::{ManualHost, sample},
    };

    #[tokio::test]
    async fn a_stretch_is_read_whole_and_in_order_whatever_its_length() {
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        session.store().apply(sample::stored(1, 450)).await.unwrap();
        let id = sample::conversation_id(1);
        for (from, to) in [(0, 450), (0, 1), (199, 401), (7, 7), (440, 9_000), (449, 450)] {
            let mut longest = 0;
            let take = |page: &[Message]| {
                longest = longest.max(page.len());
                page.iter().map(|message| message.sequence).collect()
            };
            let read = session.read_span(id, from..to, take).await.unwrap();
            assert_eq!(read, (from..to.min(450)).collect::<Vec<_>>(), "{from}..{to}");
            assert!(longest <= PAGE as usize);
        }
    }
}

//! Reads all stored data into the search index in batches: the page stays responsive between them, and what is already
//! read can be found.

use super::Session;
use crate::{
    branch::Sequence,
    error::Error,
    host::Host,
    id::{BranchId, ConversationId},
    message::MessageText,
    search::{Index, Searchable},
    store::Store,
};
use ricordo_text::small_sort;
use uuid::Uuid;

/// Messages per read. A browser takes about 10 ms for them.
const BATCH: u32 = 300;

impl<S: Store, H: Host> Session<Searchable<S>, H> {
    /// Reads everything into the index, which follows all writes from the start. Calls `on_batch` with the number of
    /// messages in the index. Stops early when the index is removed meanwhile.
    ///
    /// # Errors
    /// [`Error::Store`]; then there is no index.
    pub async fn load_search(&self, on_batch: &dyn Fn(usize)) -> Result<(), Error> {
        self.store.index().begin();
        let loaded = self.load(on_batch).await;
        if loaded.is_err() {
            self.store.index().end();
        }
        loaded
    }

    /// Reads again what other tabs may have changed: everything except messages, and the messages of these
    /// conversations.
    ///
    /// # Errors
    /// [`Error::Store`]; then there is no index.
    pub async fn renew_search(&self, changed: &[ConversationId]) -> Result<(), Error> {
        let renewed = self.renew(changed).await;
        if renewed.is_err() {
            self.store.index().end();
        }
        renewed
    }

    async fn load(&self, on_batch: &dyn Fn(usize)) -> Result<(), Error> {
        self.read_around().await?;
        let mut from = (BranchId(Uuid::nil()), 0);
        loop {
            let batch = self.store.texts(from, BATCH).await?;
            let Some(count) = self.with_index(|index| {
                index.put_texts(&batch);
                index.messages()
            }) else {
                return Ok(());
            };
            on_batch(count);
            match batch.last() {
                Some(last) => from = place_after(last),
                None => return Ok(()),
            }
            self.host.sleep(0).await;
        }
    }

    async fn renew(&self, changed: &[ConversationId]) -> Result<(), Error> {
        let mut branches: Vec<BranchId> = Vec::new();
        for id in changed {
            branches.extend(self.with_index(|index| index.take_out(*id)).unwrap_or_default());
        }
        self.read_around().await?;
        // There may be new branches.
        for id in changed {
            branches.extend(self.with_index(|index| index.take_out(*id)).unwrap_or_default());
        }
        small_sort::ascending(&mut branches);
        branches.dedup();
        for branch in branches {
            self.read_branch(branch).await?;
        }
        Ok(())
    }

    async fn read_branch(&self, branch: BranchId) -> Result<(), Error> {
        let mut from = (branch, 0);
        loop {
            let mut batch = self.store.texts(from, BATCH).await?;
            batch.retain(|text| text.branch == branch);
            self.with_index(|index| index.put_texts(&batch));
            match batch.last() {
                Some(last) if batch.len() == BATCH as usize => from = place_after(last),
                _ => return Ok(()),
            }
            self.host.sleep(0).await;
        }
    }

    /// Reads everything except messages.
    async fn read_around(&self) -> Result<(), Error> {
        for kind in Index::KINDS {
            let records = self.store.records(kind).await?;
            self.with_index(|index| index.put_records(kind, &records));
        }
        Ok(())
    }

    fn with_index<T>(&self, work: impl FnOnce(&mut Index) -> T) -> Option<T> {
        self.store.index().ask(work)
    }
}

fn place_after(text: &MessageText) -> (BranchId, Sequence) {
    (text.branch, text.sequence.saturating_add(1))
}

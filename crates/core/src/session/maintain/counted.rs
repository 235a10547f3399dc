//! Usage statistics of background work, kept apart from the turns.

use crate::{
    error::Error,
    host::Host,
    id::ConversationId,
    message::Usage,
    provider::Provider,
    record::RecordKey,
    session::Session,
    statistics::{DayUsage, day_of},
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Counts one background request in a conversation, if the conversation still exists.
    pub(super) async fn count_background(
        &self,
        place: ConversationId,
        provider: &Provider,
        usage: Usage,
    ) -> Result<(), Error> {
        if self.store.record(RecordKey::Conversation(place)).await?.is_none() {
            return Ok(());
        }
        let today = day_of(&self.now(&self.settings().await?));
        let empty = DayUsage { background: true, ..DayUsage::new(today, place, &provider.model) };
        let counted = self.added(empty, usage, 0).await?;
        self.store.apply(vec![counted]).await?;
        Ok(())
    }
}

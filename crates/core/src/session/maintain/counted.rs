//! Usage statistics of background work, kept apart from the turns.

use crate::{
    change::Change,
    error::Error,
    host::Host,
    id::ConversationId,
    message::Usage,
    provider::Provider,
    record::{Record, RecordKey},
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
        let mut day = DayUsage { background: true, ..DayUsage::new(today, place, &provider.model) };
        if let Some(Record::DayUsage(known)) = self.store.record(Record::DayUsage(day.clone()).key()).await? {
            day = known;
        }
        day.add(usage, 0);
        self.store.apply(vec![Change::Put(Record::DayUsage(day))]).await?;
        Ok(())
    }
}

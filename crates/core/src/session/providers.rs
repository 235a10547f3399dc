//! Providers: which there are, which of them answers, and what a conversation has of its own over the settings.

use super::Session;
use crate::{
    change::Change,
    conversation::Conversation,
    error::Error,
    host::Host,
    id::{ConversationId, ProviderId},
    provider::Provider,
    record::{Kind, Record, RecordKey},
    settings::{OwnSettings, Settings},
    store::Store,
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// All providers, oldest first.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method here.
    pub async fn providers(&self) -> Result<Vec<Provider>, Error> {
        let records = self.store.records(Kind::Provider).await?;
        Ok(records
            .into_iter()
            .filter_map(|record| if let Record::Provider(found) = record { Some(found) } else { None })
            .collect())
    }

    /// Stores a provider, in place of the one with its id.
    pub async fn save_provider(&self, provider: &Provider) -> Result<(), Error> {
        self.store.apply(vec![Change::Put(Record::Provider(provider.clone()))]).await?;
        Ok(())
    }

    /// Takes a provider out of the list. `/undo` in `from` brings it back. Where it answered, the model in the page
    /// does; conversations that chose it go by the settings as long as it is gone. Its key is not the session's business.
    pub async fn delete_provider(&self, id: ProviderId, from: ConversationId) -> Result<(), Error> {
        let mut changes = vec![Change::Remove(RecordKey::Provider(id))];
        let settings = self.settings().await?;
        if settings.provider == Some(id) {
            changes.push(Change::Put(Record::Settings(Box::new(Settings { provider: None, ..settings }))));
        }
        self.apply_with_undo(from, UndoneCommand::Provider, changes).await
    }

    /// Gives a conversation a provider and settings of its own, in place of those it had. `None`: those of the settings.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NoConversation`]; nothing is stored then.
    pub async fn choose_own(
        &self,
        id: ConversationId,
        provider: Option<ProviderId>,
        own: OwnSettings,
    ) -> Result<(), Error> {
        own.check()?;
        let conversation = self.conversation(id).await?;
        if conversation.provider == provider && conversation.own == own {
            return Ok(());
        }
        let changed = Change::Put(Record::Conversation(Conversation { provider, own, ..conversation }));
        self.apply_with_undo(id, UndoneCommand::OwnSettings, vec![changed]).await
    }
}

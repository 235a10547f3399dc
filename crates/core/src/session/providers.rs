//! Providers, which of them replies, and a conversation's own settings.

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
    /// [`Error::Store`], as from every method of this module.
    pub async fn providers(&self) -> Result<Vec<Provider>, Error> {
        let records = self.store.records(Kind::Provider).await?;
        Ok(records
            .into_iter()
            .filter_map(|record| if let Record::Provider(found) = record { Some(found) } else { None })
            .collect())
    }

    /// Stores a provider, replacing the one with the same id.
    pub async fn save_provider(&self, provider: &Provider) -> Result<(), Error> {
        self.store.apply(vec![Change::Put(Record::Provider(provider.clone()))]).await?;
        Ok(())
    }

    /// Deletes a provider. `/undo` in `from` brings it back. The model in the page replies in its place; conversations
    /// that chose it use the settings while it is missing. The session does not handle its key.
    pub async fn delete_provider(&self, id: ProviderId, from: ConversationId) -> Result<(), Error> {
        let mut changes = vec![Change::Remove(RecordKey::Provider(id))];
        let settings = self.settings().await?;
        if settings.provider == Some(id) {
            changes.push(Change::Put(Record::Settings(Box::new(Settings { provider: None, ..settings }))));
        }
        self.apply_with_undo(from, UndoneCommand::Provider, changes).await
    }

    /// Sets a conversation's own provider and settings, replacing the previous ones. `None`: the provider of the
    /// settings.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::NoConversation`]; then nothing is stored.
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

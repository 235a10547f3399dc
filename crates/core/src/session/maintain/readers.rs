//! Whose words a provider may be shown while nobody looks: a conversation that chose its own provider goes to no other.

use super::super::Session;
use crate::{
    conversation::Conversation, error::Error, host::Host, provider::Provider, settings::Settings, store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// The conversations that are not deleted and whose messages `provider` is sent anyway, the last used first.
    pub(super) async fn readable_by(
        &self,
        provider: &Provider,
        settings: &Settings,
    ) -> Result<Vec<Conversation>, Error> {
        let mut conversations = self.conversations().await?;
        // Where the settings name none, it is the one that answers in conversations without a choice, unless it is
        // the choice of one of them.
        let is_default = match settings.provider {
            Some(default) => default == provider.id,
            None => conversations.iter().all(|conversation| conversation.provider != Some(provider.id)),
        };
        conversations.retain(|conversation| conversation.provider.map_or(is_default, |chosen| chosen == provider.id));
        Ok(conversations)
    }
}

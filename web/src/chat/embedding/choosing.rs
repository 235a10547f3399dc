//! Turns recall by meaning on and off, tries a model first, and deletes what was prepared and the downloaded model.

use crate::{
    chat::{Chat, maintenance_commands::hold},
    state::{Connection, embedding::embedder::has_embeddings},
    texts::{
        answers::maintenance,
        errors::Localized,
        meaning::{meaning, stored_meaning},
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    error::Error,
    id::ProviderId,
    provider::Provider,
    record::Kind,
    session::ToEmbed,
    settings::{EmbeddedBy, Embeddings, Settings},
    store::Store,
};

impl Connection {
    /// Connections whose protocol has embeddings.
    pub fn with_embeddings(self) -> Vec<Provider> {
        self.providers.with(|all| all.iter().filter(|one| has_embeddings(one)).cloned().collect())
    }

    fn address_of(self, provider: ProviderId) -> Option<String> {
        let found = |all: &Vec<Provider>| all.iter().find(|one| one.id == provider).map(|one| one.base_url.clone());
        self.providers.with_untracked(found)
    }

    fn is_here(self, provider: ProviderId) -> bool {
        self.providers.with_untracked(|all| all.iter().any(|one| one.id == provider && one.is_on_this_computer()))
    }
}

impl Chat {
    /// Downloads the model in this browser unless it is stored, loads it, and turns recall by meaning on.
    ///
    /// # Errors
    /// The reason as a sentence. Nothing changes then.
    pub async fn embed_in_page(self) -> Result<(), String> {
        self.storage.embedding.in_page().load().await.map_err(|error| error.localized())?;
        self.embed_by(Embeddings { by: EmbeddedBy::InPage, ..Embeddings::default() }).await
    }

    /// Tries a model of a connection, and turns recall by meaning on if it works.
    ///
    /// # Errors
    /// The reason as a sentence. Nothing changes then.
    pub async fn embed_at(self, provider: ProviderId, model: String) -> Result<(), String> {
        let address = self.connection.address_of(provider);
        self.try_embedder(provider, &model).await?;
        let (by, provider, model) = (EmbeddedBy::Connection, Some(provider), Some(model));
        self.embed_by(Embeddings { by, provider, model, address }).await
    }

    /// Asks a model of a connection for one vector. Returns its dimension.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub async fn try_embedder(self, provider: ProviderId, model: &str) -> Result<usize, String> {
        let connection = self.connection;
        let known = connection.providers.with_untracked(|all| all.iter().find(|one| one.id == provider).cloned());
        let timeout = connection.settings.with_untracked(|settings| settings.response_timeout_seconds);
        let Some(provider) = known else { return Err(meaning().none.to_owned()) };
        let embedder = self.storage.embedding.at(&provider, model, timeout).await.map_err(|error| error.localized())?;
        embedder.check().await.map_err(|error| error.localized())
    }

    /// Turns recall by meaning off. What was prepared stays stored.
    pub fn embed_no_more(self) {
        spawn_local(async move {
            if let Err(why) = self.turn_off().await {
                self.notices.trouble(why);
            }
        });
    }

    async fn embed_by(self, embeddings: Embeddings) -> Result<(), String> {
        let is_on = embeddings.by != EmbeddedBy::Nothing;
        let open = self.id();
        let settings = with_embeddings(self.connection.settings.get_untracked(), embeddings);
        self.change_settings(settings).await.map_err(|error| error.localized())?;
        let texts = meaning();
        let notice = if is_on { texts.turned_on } else { texts.turned_off };
        match open {
            Some(open) => self.say_done(open, notice).await,
            None => self.notices.say(notice),
        }
        self.read_vector_progress().await;
        Ok(())
    }

    /// How much a connection is sent to begin with.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn to_embed(self, provider: ProviderId) -> Result<ToEmbed, Error> {
        let answers = self.connection.answers();
        self.storage.session().to_embed(self.connection.is_here(provider), Some(&answers)).await
    }

    /// Turns recall by meaning off and deletes the vectors. They can be made again.
    pub async fn delete_vectors(self) {
        // A run would store what it has made.
        let Some(_lock) = hold(self).await else { return self.notices.trouble(maintenance().busy) };
        // First, because it may fail, and without the vectors here nothing would know what the store holds.
        if let Err(why) = self.delete_vectors_there().await {
            return self.notices.trouble(why);
        }
        if let Err(why) = self.turn_off().await {
            return self.notices.trouble(why);
        }
        match self.storage.session().delete_vectors().await {
            Ok(()) => {
                self.storage.announce_vectors();
                self.notices.say(stored_meaning().deleted);
            }
            Err(error) => self.storage.report(&error),
        }
    }

    /// Whether there are vectors of any model.
    pub async fn has_vectors(self) -> bool {
        self.storage.session().store().count(Kind::VectorPart).await.is_ok_and(|parts| parts > 0)
    }

    /// Deletes the downloaded model, and turns recall by meaning off if it is in use.
    pub async fn delete_embedding_model(self) {
        let is_in_use = self.connection.settings.with_untracked(|now| now.embeddings.by == EmbeddedBy::InPage);
        self.maintenance.preempt();
        if is_in_use && let Err(why) = self.turn_off().await {
            return self.notices.trouble(why);
        }
        self.storage.embedding.in_page().delete_held().await;
        self.notices.say(stored_meaning().model_deleted);
    }

    async fn turn_off(self) -> Result<(), String> {
        let is_on = self.connection.settings.with_untracked(|now| now.embeddings.by != EmbeddedBy::Nothing);
        if is_on { self.embed_by(Embeddings::default()).await } else { Ok(()) }
    }
}

/// The settings with another model for recall by meaning.
fn with_embeddings(settings: Settings, embeddings: Embeddings) -> Settings {
    let mut recall = settings.recall;
    // A user who turns it on wants recall to use it.
    recall.include_vector |= embeddings.by != EmbeddedBy::Nothing;
    Settings { embeddings, recall, ..settings }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    #[test]
    fn whoever_chooses_a_model_gets_recall_by_meaning_and_turning_it_off_changes_nothing_else() {
        let id = server(1, "m").id;
        let model =
            |by| Embeddings { by, provider: Some(id), model: Some("embed".to_owned()), ..Embeddings::default() };
        let mut before = Settings { bot_name: "Ada".to_owned(), ..Settings::default() };
        for was_used in [true, false] {
            before.recall.include_vector = was_used;
            for by in [EmbeddedBy::InPage, EmbeddedBy::Connection] {
                let after = with_embeddings(before.clone(), model(by));
                assert!(after.recall.include_vector, "{by:?}");
                assert_eq!(after.embeddings, model(by));
                let mut same = after.recall;
                same.include_vector = was_used;
                assert_eq!((same, after.bot_name), (before.recall, before.bot_name.clone()));
            }
            let off = with_embeddings(before.clone(), Embeddings::default());
            assert_eq!(off, Settings { embeddings: Embeddings::default(), ..before.clone() }, "used: {was_used}");
        }
    }
}

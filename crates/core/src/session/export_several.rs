//! Exports some conversations into one file, and what conversations share in such a file.

use super::{Gathered, Session, exporting::Gathering};
use crate::{
    cancel::Cancel,
    conversation::Conversation,
    error::Error,
    exchange::markdown::Words,
    host::Host,
    id::ConversationId,
    record::{Record, RecordKey},
    store::Store,
};
use std::collections::BTreeSet;

impl<S: Store, H: Host> Session<S, H> {
    /// Passes the records of some conversations to `take`, each with what
    /// [`Scope::Conversation`](super::Scope::Conversation) names. Those that no longer exist are passed over.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn export_several(
        &self,
        ids: &[ConversationId],
        cancel: &Cancel,
        take: impl FnMut(Gathered),
    ) -> Result<(), Error> {
        self.export_of(self.these(ids).await?, false, cancel, take).await
    }

    /// Passes some conversations as Markdown to `take`, as [`Session::export_markdown`] does.
    ///
    /// # Errors
    /// As [`Session::export_several`].
    pub async fn export_several_as_markdown(
        &self,
        ids: &[ConversationId],
        words: &Words,
        cancel: &Cancel,
        take: impl FnMut(String),
    ) -> Result<(), Error> {
        self.markdown_of(self.these(ids).await?, words, cancel, take).await
    }

    /// The projects and personas of conversations, each once.
    pub(super) async fn collect_shared_of<F: FnMut(Gathered)>(
        &self,
        conversations: &[Conversation],
        to: &mut Gathering<F>,
    ) -> Result<(), Error> {
        let projects: BTreeSet<_> = conversations.iter().filter_map(|one| one.project).collect();
        let personas: BTreeSet<_> = conversations.iter().filter_map(|one| one.template).collect();
        let projects = projects.into_iter().map(RecordKey::Project);
        for key in projects.chain(personas.into_iter().map(RecordKey::Template)) {
            to.give(self.store.record(key).await?.into_iter().collect::<Vec<Record>>());
        }
        Ok(())
    }
}

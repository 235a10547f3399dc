//! Exports some conversations into one file, and what conversations share in such a file.

use super::{Gathered, Session, exporting::Gathering};
use crate::{
    cancel::Cancel,
    conversation::Conversation,
    error::Error,
    exchange::markdown::{Names, Words},
    host::Host,
    id::ConversationId,
    record::{Record, RecordKey},
    store::Store,
};
use std::collections::BTreeSet;

impl<S: Store, H: Host> Session<S, H> {
    /// Passes the records of some conversations to `take`, each with what
    /// [`Scope::Conversation`](super::Scope::Conversation) names. Those that no longer exist are passed over. Returns the number
    /// of records that cannot be read.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn export_several(
        &self,
        ids: &[ConversationId],
        cancel: &Cancel,
        take: impl FnMut(Gathered),
    ) -> Result<u64, Error> {
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
    ) -> Result<u64, Error> {
        self.markdown_of(self.these(ids).await?, words, cancel, take).await
    }

    /// Names of the project and the persona of a conversation.
    pub(super) async fn names_of(&self, conversation: &Conversation) -> Result<Names, Error> {
        let project = match conversation.project {
            Some(id) => self.store.record(RecordKey::Project(id)).await?,
            None => None,
        };
        let project =
            project.and_then(|record| if let Record::Project(found) = record { Some(found.name) } else { None });
        Ok(Names { project, persona: self.persona_of(conversation).await?.map(|persona| persona.name) })
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
            self.collect_one(key, to).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        change::Change,
        memory_store::MemoryStore,
        testing::{ManualHost, sample},
    };

    #[tokio::test]
    async fn a_conversation_has_the_names_of_its_project_and_its_persona_while_they_exist() {
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        let (project, persona) = (sample::project(1), sample::template(1));
        let own = Conversation { project: Some(project.id), template: Some(persona.id), ..sample::conversation(1) };
        assert_eq!(session.names_of(&own).await, Ok(Names::default()), "both were deleted");
        let records = [Record::Project(project.clone()), Record::Template(persona.clone())];
        session.store().apply(records.into_iter().map(Change::Add).collect()).await.unwrap();
        let names = Names { project: Some(project.name), persona: Some(persona.name) };
        assert_eq!(session.names_of(&own).await, Ok(names));
        assert_eq!(
            session.names_of(&Conversation { project: None, template: None, ..own }).await,
            Ok(Names::default())
        );
    }
}

//! Projects: creates, changes and deletes them, and moves conversations between them.
//!
//! What was learned in a conversation follows it, and nothing is used more widely than before: see [`Scope::moved`].

use super::{
    Session,
    following::{Move, sorted},
};
use crate::{
    change::Change,
    conversation::Conversation,
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, ProjectId},
    maintenance::Job,
    memory::MemoryState,
    place::Place,
    project::{Project, ProjectRefusal, ProjectText},
    record::{Kind, Record, RecordKey},
    scope::Scope,
    store::Store,
    undo::UndoneCommand,
};

impl<S: Store, H: Host> Session<S, H> {
    /// All projects, oldest first.
    ///
    /// # Errors
    /// [`Error::Store`], as from every method of this module.
    pub async fn projects(&self) -> Result<Vec<Project>, Error> {
        let records = self.store.records(Kind::Project).await?;
        Ok(records
            .into_iter()
            .filter_map(|record| if let Record::Project(found) = record { Some(found) } else { None })
            .collect())
    }

    /// Creates a project.
    ///
    /// # Errors
    /// [`Error::Project`] with the reason; then nothing is stored.
    pub async fn create_project(&self, text: ProjectText) -> Result<Project, Error> {
        let at = self.host.now().at;
        let project = Project::new(ProjectId::new(at, self.host.random()), text.checked()?, at);
        self.store.apply(vec![Change::Add(Record::Project(project.clone()))]).await?;
        Ok(project)
    }

    /// Changes what the user wrote and chose for a project. `/undo` in `from` undoes this, as it does for every command
    /// of this module.
    ///
    /// # Errors
    /// [`Error::Project`] with the reason; then nothing is stored.
    pub async fn update_project(
        &self,
        id: ProjectId,
        text: ProjectText,
        from: ConversationId,
    ) -> Result<Project, Error> {
        let (before, text) = (self.project(id).await?, text.checked()?);
        if before.text() == text {
            return Ok(before);
        }
        let project = before.with(text, self.host.now().at);
        let changes = vec![Change::Put(Record::Project(project.clone()))];
        self.apply_with_undo(from, UndoneCommand::EditProject, changes).await?;
        Ok(project)
    }

    /// Deletes a project. Its conversations stay, in no project, with what was learned in them; its other memories are
    /// archived, and its other tasks and its documents are used nowhere until the user chooses another scope for them. The
    /// summaries of its conversations together are removed.
    ///
    /// # Errors
    /// [`Error::Project`] if it does not exist.
    pub async fn delete_project(&self, id: ProjectId, from: ConversationId) -> Result<(), Error> {
        let changes = self.deletion_of(id).await?;
        self.apply_moved(from, UndoneCommand::DeleteProject, changes).await
    }

    /// Deletes a project as [`Session::delete_project`] does, for good: with its undo entries, and with every stored
    /// request that contains its instructions.
    ///
    /// # Errors
    /// [`Error::Project`] if it does not exist.
    pub async fn erase_project(&self, id: ProjectId) -> Result<(), Error> {
        let mut changes = self.deletion_of(id).await?;
        changes.extend(self.move_notes(&changes).await?);
        self.store.apply(changes).await?;
        self.erase_instructions(id).await
    }

    /// The changes that delete a project.
    async fn deletion_of(&self, id: ProjectId) -> Result<Vec<Change>, Error> {
        self.project(id).await?;
        // One that cannot be read keeps no project from being deleted: a project that is gone is none.
        let mut conversations = self.all_readable().await?;
        conversations.retain(|one| one.project == Some(id));
        let mut changes = self.moved(&conversations, None).await?;
        let stays = |key: &RecordKey| changes.iter().all(|change| change.key() != *key);
        let mut archived = Vec::new();
        for mut memory in self.all_memories().await? {
            let is_left = memory.scope == Scope::Project(id) && stays(&RecordKey::Memory(memory.id));
            if is_left && memory.state != MemoryState::Archived {
                memory.state = MemoryState::Archived;
                memory.pinned = false;
                archived.push(Change::Put(Record::Memory(memory)));
            }
        }
        changes.extend(archived);
        for kind in [Kind::Summary, Kind::ReplacedSummary] {
            changes.extend(self.owned(kind, None).await?.into_iter().filter_map(|record| match &record {
                Record::Summary(summary) | Record::ReplacedSummary(summary) if summary.project == Some(id) => {
                    Some(Change::Remove(record.key()))
                }
                _ => None,
            }));
        }
        let jobs = [Job::ProjectRecent(id), Job::ProjectLong(id)];
        changes.extend(jobs.map(|job| Change::Remove(RecordKey::Maintenance(job))));
        changes.push(Change::Remove(RecordKey::Project(id)));
        Ok(changes)
    }

    /// Moves a conversation to a project, or out of one. Returns whether it moved: it may be there already.
    ///
    /// # Errors
    /// [`Error::NoConversation`]; [`Error::Project`] if there is no such project.
    pub async fn move_conversation(
        &self,
        id: ConversationId,
        project: Option<ProjectId>,
        from: ConversationId,
    ) -> Result<bool, Error> {
        let conversation = self.conversation(id).await?;
        if let Some(project) = project {
            self.project(project).await?;
        }
        if conversation.project == project {
            return Ok(false);
        }
        let changes = self.moved(&[conversation], project).await?;
        self.apply_moved(from, UndoneCommand::MoveConversation, changes).await?;
        Ok(true)
    }

    /// The record of a project.
    pub(super) async fn project(&self, id: ProjectId) -> Result<Project, Error> {
        match self.store.record(RecordKey::Project(id)).await? {
            Some(Record::Project(project)) => Ok(project),
            _ => Err(ProjectRefusal::NotFound.into()),
        }
    }

    /// The project of a conversation, if it exists.
    pub(super) async fn project_of(&self, conversation: &Conversation) -> Result<Option<Project>, Error> {
        let Some(id) = conversation.project else { return Ok(None) };
        match self.store.record(RecordKey::Project(id)).await? {
            Some(Record::Project(project)) => Ok(Some(project)),
            _ => Ok(None),
        }
    }

    /// An imported conversation; in no project if its own does not exist, because nobody could open that.
    pub(super) async fn in_known_project(&self, conversation: Conversation) -> Result<Conversation, StoreError> {
        let Some(project) = conversation.project else { return Ok(conversation) };
        let is_here = match self.store.record(RecordKey::Project(project)).await {
            // What was learned in it is used nowhere else, also while it cannot be read.
            Err(StoreError::Damaged { .. }) => true,
            found => found?.is_some(),
        };
        Ok(Conversation { project: is_here.then_some(project), ..conversation })
    }

    /// The place of a conversation, which decides what is in its scope.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn place_of(&self, id: ConversationId) -> Result<Place, Error> {
        let conversation = self.conversation(id).await?;
        Ok(Place::of(&conversation, self.project_of(&conversation).await?.as_ref()))
    }

    /// Checks a scope that a user chose.
    pub(super) async fn check_scope(&self, scope: Scope) -> Result<(), Error> {
        match scope {
            Scope::Everywhere => Ok(()),
            Scope::Project(project) => self.project(project).await.map(drop),
            Scope::Conversation(conversation) => self.conversation(conversation).await.map(drop),
        }
    }

    /// The changes that move conversations, and the memories and tasks that follow them.
    pub(super) async fn moved(
        &self,
        conversations: &[Conversation],
        to: Option<ProjectId>,
    ) -> Result<Vec<Change>, Error> {
        let moved_at = Some(self.moment());
        let moved = conversations.iter().cloned();
        let moved = moved.map(|one| Record::Conversation(Conversation { project: to, moved_at, ..one }));
        let mut changes: Vec<Change> = moved.map(Change::Put).collect();
        let moves: Vec<Move> = conversations.iter().map(|one| Move { of: one.id, from: one.project, to }).collect();
        changes.extend(self.following(&sorted(moves)).await?);
        Ok(changes)
    }
}

//! Projects: opens their dialogs, creates, changes and deletes them, and moves conversations between them.

use super::{Chat, commands::Done};
use crate::{
    browser,
    state::{DialogKind, PageSession},
    texts::{fill, projects},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    conversation::Conversation,
    error::Error,
    id::{ConversationId, ProjectId},
    project::ProjectText,
};

/// What is shown about a conversation that moves to the project of this name, or out of one, or is there already.
fn moved(name: Option<&str>, is_there: bool) -> String {
    let texts = projects::projects();
    match (name, is_there) {
        (Some(name), true) => fill(texts.already, &[("name", name)]),
        (Some(name), false) => fill(texts.moved, &[("name", name)]),
        (None, true) => texts.already_out.to_owned(),
        (None, false) => texts.moved_out.to_owned(),
    }
}

impl Chat {
    /// Opens the dialog of a project.
    pub fn open_project(self, id: ProjectId) {
        self.panels.project.set(Some(id));
        self.panels.moving.set(None);
        self.panels.dialogs.open(DialogKind::Project);
    }

    /// Opens the dialog of a new project. A given conversation moves into it once it is created.
    pub fn new_project(self, moving: Option<ConversationId>) {
        self.panels.project.set(None);
        self.panels.moving.set(moving);
        self.panels.dialogs.open(DialogKind::Project);
    }

    /// Opens the choice of the project to which a conversation moves.
    pub fn choose_project(self, moving: ConversationId) {
        self.panels.moving.set(Some(moving));
        self.panels.dialogs.open(DialogKind::MoveToProject);
    }

    /// Project of a conversation; that of a deleted project is none.
    pub fn project_of(self, id: ConversationId) -> Option<ProjectId> {
        let found = self.conversation.with_untracked(|open| {
            self.storage.conversations.with_untracked(|listed| project_in(id, open.as_ref(), listed))
        });
        found.filter(|project| self.connection.project(*project).is_some())
    }

    /// Moves a conversation to a project, or out of one.
    pub fn move_to_project(self, id: ConversationId, to: Option<ProjectId>) {
        let name = to.and_then(|to| self.connection.project(to)).map(|project| project.name);
        let step = async move |session: PageSession, from| {
            // What is stored decides: the page may not have read the last move yet.
            let has_moved = session.move_conversation(id, to, from).await?;
            let undo = if has_moved { self.last_undo(from).await? } else { None };
            Ok(Done { text: moved(name.as_deref(), !has_moved), undo })
        };
        self.change_if_needed(id, step, move || self.listed_changed(id));
    }

    /// Creates a project, or changes the one with this id, and says so.
    ///
    /// # Errors
    /// [`Error::Project`] with the reason, [`Error::Store`]; then nothing is stored.
    pub async fn save_project(self, id: Option<ProjectId>, text: ProjectText) -> Result<(), Error> {
        let Some(open) = self.id() else { return Ok(()) };
        let (session, texts) = (self.storage.session(), projects::project());
        let Some(id) = id else {
            let project = session.create_project(text).await?;
            self.projects_changed(open).await;
            match self.panels.moving.get_untracked() {
                Some(moving) => self.move_to_project(moving, Some(project.id)),
                None => self.notices.say(fill(texts.created, &[("name", &project.name)])),
            }
            return Ok(());
        };
        let before = self.connection.project(id);
        let of = self.recorder(open, &[]).await?;
        let after = session.update_project(id, text, of).await?;
        // Nothing was stored if nothing changed, so Undo would undo something else.
        if before.as_ref() != Some(&after) {
            self.projects_changed(open).await;
            self.say_recorded(of, texts.changed).await;
        }
        Ok(())
    }

    /// Deletes a project. Its conversations stay.
    pub fn delete_project(self, id: ProjectId) {
        let Some(project) = self.connection.project(id) else { return };
        let notice = fill(projects::project().deleted, &[("name", &project.name)]);
        self.change_recorded(
            async move |session, from| session.delete_project(id, from).await.map(|()| notice),
            move || {
                spawn_local(async move {
                    self.connection.load_again().await;
                    self.storage.refresh_list().await;
                    // The heading disappears, and the focused element with it.
                    browser::focus_if_lost(["new-conversation".to_owned()]);
                });
            },
        );
    }

    /// Shows what became of the projects, here and in the other tabs.
    async fn projects_changed(self, open: ConversationId) {
        self.connection.load_again().await;
        self.refresh(open).await;
        self.storage.changed(open);
    }
}

/// Project of a conversation. The open one is known better than the list, which is read later and has no temporary ones.
fn project_in(id: ConversationId, open: Option<&Conversation>, listed: &[Conversation]) -> Option<ProjectId> {
    let known = open.filter(|open| open.id == id).or_else(|| listed.iter().find(|one| one.id == id));
    known.and_then(|known| known.project)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        state::testing::{conversation, conversation_id},
        texts::{UiLanguage, speak},
    };
    use ricordo_core::{testing::sample, time::Timestamp};

    #[test]
    fn a_conversation_is_in_the_project_that_it_was_moved_to_although_the_list_is_older() {
        let [rome, home] = [1, 2].map(|number| Some(sample::project(number).id));
        let of = |number, project| Conversation { project, ..conversation(number, "", Timestamp(0)) };
        let listed = [of(1, rome), of(2, home)];
        let found = |number, open: Option<&Conversation>| project_in(conversation_id(number), open, &listed);
        assert_eq!([found(1, None), found(2, None), found(3, None)], [rome, home, None]);
        assert_eq!(found(1, Some(&of(1, home))), home, "moved a moment ago");
        assert_eq!(found(1, Some(&of(1, None))), None, "moved out");
        assert_eq!(found(2, Some(&of(1, rome))), home, "another one is open");
        assert_eq!(found(3, Some(&of(3, rome))), rome, "a temporary one is in no list");
    }

    #[test]
    fn a_conversation_that_is_there_already_is_not_shown_to_have_moved() {
        for language in UiLanguage::all() {
            speak(language);
            let sentences = [(Some("Rome"), true), (Some("Rome"), false), (None, true), (None, false)]
                .map(|(name, is_there)| moved(name, is_there));
            for (at, sentence) in sentences.iter().enumerate() {
                assert_eq!(sentence.contains("Rome"), at < 2, "{sentence}");
                assert!(!sentence.contains('{') && !sentences[..at].contains(sentence), "{sentence}");
            }
        }
    }
}

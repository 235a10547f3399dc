//! What other tabs change: read again, and shown.

use super::Chat;
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::channel::News;
use ricordo_core::{conversation::Conversation, id::ConversationId};

impl Chat {
    /// Handles what another tab changed.
    pub fn follow(self, news: News) {
        match news {
            News::Conversation(id) => self.changed_elsewhere(id),
            // How far they are is read where it is shown: the code that counts them is not part of the first load.
            News::Vectors => self.storage.session().vectors_changed(),
        }
    }

    fn changed_elsewhere(self, id: ConversationId) {
        self.finding.changed_elsewhere(id);
        self.storage.session().recall_changed(id);
        spawn_local(async move {
            let runs_here = self.running.with_untracked(|running| running.iter().any(|turn| turn.conversation == id));
            if runs_here {
                // Not the messages, but the queue.
                self.version.update(|version| *version += 1);
            } else {
                self.refresh(id).await;
            }
            // First, so that the list has a group for each of its conversations.
            self.connection.reload_projects().await;
            self.storage.refresh_list().await;
            if let Some(open) = self.moved_elsewhere() {
                self.refresh(open).await;
            }
        });
    }

    /// The open conversation, if it is in another project by now: another model may answer in it.
    fn moved_elsewhere(self) -> Option<ConversationId> {
        let open = self.conversation.with_untracked(|open| open.as_ref().map(|open| (open.id, open.project)))?;
        let is_moved = |one: &Conversation| one.id == open.0 && one.project != open.1;
        self.storage.conversations.with_untracked(|all| all.iter().any(is_moved)).then_some(open.0)
    }
}

//! What other tabs change: read again, and shown.

use super::Chat;
use crate::state::Step;
use leptos::prelude::*;
use ricordo_browser::channel::News;
use ricordo_core::{conversation::Conversation, id::ConversationId};

impl Chat {
    /// Handles what another tab changed.
    pub fn follow(self, news: News) {
        news.note(&self.storage.session());
        if news == News::Everything {
            self.finding.everything_changed_elsewhere();
        }
        let changed = match news {
            News::Conversation(id) => Some(id),
            // The open conversation may be one of them. The search reads the list of all again with it.
            News::Several | News::Everything => self.id(),
            // How far they are is read where it is shown: the code that counts them is not part of the first load.
            News::Vectors => None,
        };
        if let Some(id) = changed {
            self.finding.changed_elsewhere(id);
            self.step(Step::Follow(id));
        }
    }

    /// Reads again what may have changed with a conversation, and shows it.
    pub(super) async fn changed_elsewhere(self, id: ConversationId) {
        if self.runs(id) || self.id() != Some(id) {
            // Not the messages, but the queue, or what belongs to several conversations, such as documents.
            self.transcript.changed();
        } else {
            self.refresh(id).await;
        }
        // First, so that the list has a group for each of its conversations. And a choice in one tab holds in all: what is sent,
        // and where, depends on the settings and the connections.
        self.connection.load_again().await;
        self.storage.refresh_list().await;
        if let Some(open) = self.moved_elsewhere() {
            self.refresh(open).await;
        }
    }

    /// The open conversation, if it is in another project by now: another model may answer in it.
    fn moved_elsewhere(self) -> Option<ConversationId> {
        self.conversation.with_untracked(|open| {
            let open = open.as_ref()?;
            self.storage.conversations.with_untracked(|all| is_moved(open, all)).then_some(open.id)
        })
    }
}

/// Whether the list, which was read later, has the open conversation in another project.
fn is_moved(open: &Conversation, listed: &[Conversation]) -> bool {
    listed.iter().any(|one| one.id == open.id && one.project != open.project)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::conversation;
    use ricordo_core::{id::ProjectId, time::Timestamp};

    #[test]
    fn a_conversation_that_another_tab_moved_is_read_again_because_another_model_may_answer() {
        let of = |number, project: Option<u8>| Conversation {
            project: project.map(|project| ProjectId::new(Timestamp(0), [project; 10])),
            ..conversation(number, "", Timestamp(0))
        };
        for (open, listed, wanted) in [
            (of(1, None), vec![of(1, None)], false),
            (of(1, Some(1)), vec![of(1, Some(1))], false),
            (of(1, None), vec![of(2, Some(1)), of(1, Some(1))], true),
            (of(1, Some(1)), vec![of(1, None)], true),
            (of(1, Some(1)), vec![of(1, Some(2))], true),
            (of(1, Some(1)), vec![of(2, None)], false),
        ] {
            assert_eq!(is_moved(&open, &listed), wanted, "{:?} in {:?}", open.project, listed.len());
        }
    }
}

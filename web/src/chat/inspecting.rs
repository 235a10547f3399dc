//! Actions of the inspector: loads the requests of past replies, opens the sources of a request, and includes what was
//! left out.

use super::Chat;
use crate::{
    mount,
    state::{Asked, DialogKind, Step, View},
    texts::inspector::inspector,
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::http;
use ricordo_core::{
    branch::Sequence,
    error::Error,
    id::{ConversationId, MemoryId, MessageId, SummaryId},
    inspect::{Include, Inspected},
    manifest::SourceId,
    mark::MarkKind,
    memory::MemorySource,
    session::Answered,
    store::Store,
    wire::protocol::RequestOptions,
};
use std::sync::Arc;

/// Loads what the inspector shows while it is open.
pub fn watch(chat: Chat) {
    let Chat { panels, inspection, .. } = chat;
    Effect::new(move |_| {
        chat.transcript.version.track();
        if panels.inspector.get() || panels.dialogs.of(DialogKind::Inspection).get() {
            chat.step(Step::ReadRequests);
        }
    });
    Effect::new(move |_| {
        if let Some(reply) = inspection.chosen.get() {
            chat.step(Step::ReadRequest(reply));
        }
    });
}

/// Loads the last requests of the open conversation.
pub(super) async fn read_stored(chat: Chat) {
    let Some(id) = chat.id() else { return };
    match up_to_two(chat, id, None).await {
        Ok(stored) if chat.id() == Some(id) => {
            if chat.inspection.stored.with_untracked(|known| *known != stored) {
                chat.inspection.stored.set(stored);
            }
        }
        Ok(_) => {}
        Err(error) => chat.storage.report(&error),
    }
}

/// Loads the request of a reply, and the one before it.
pub(super) async fn read_past(chat: Chat, reply: MessageId) {
    let inspection = chat.inspection;
    let found = async {
        let session = chat.storage.session();
        let (Some(message), Some(past)) = (session.store().message(reply).await?, session.past_request(reply).await?)
        else {
            return Ok(Vec::new());
        };
        let id = message.conversation;
        up_to_two(chat, id, Some(Answered { reply: message, past })).await
    };
    match found.await {
        Ok(past) if inspection.chosen.get_untracked() == Some(reply) => {
            inspection.is_unknown.set(past.is_empty());
            inspection.past.set(past);
            inspection.view.set(View::Past);
            chat.panels.dialogs.open(DialogKind::Inspection);
        }
        Ok(_) => {}
        Err(error) => chat.storage.report(&error),
    }
}

/// Loads a request and the one before it, starting with the newest stored one if none is given.
async fn up_to_two(chat: Chat, id: ConversationId, first: Option<Answered>) -> Result<Vec<Asked>, Error> {
    let session = chat.storage.session();
    let first = match first {
        Some(first) => Some(first),
        None => session.answered_before(id, Sequence::MAX).await?,
    };
    let Some(first) = first else { return Ok(Vec::new()) };
    let before = session.answered_before(id, first.reply.sequence).await?;
    Ok([Some(first), before].into_iter().flatten().map(Asked::stored).collect())
}

impl Chat {
    /// Body of a request as it is sent to the provider, with its images. `None` if a part of it was erased.
    pub async fn body_of(self, inspected: Arc<Inspected>) -> Option<String> {
        let request = inspected.request.as_ref().ok()?;
        let images = self.storage.session().images_of(request).await.unwrap_or_else(|error| {
            self.storage.report(&error);
            Vec::new()
        });
        let bytes = inspected.body(self.request_options(&inspected), images).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// How the request is written, as far as the refusals of its server have told.
    pub fn request_options(self, inspected: &Inspected) -> RequestOptions {
        let provider = untrack(|| self.connection.provider());
        let is_same = inspected.provider.is_none_or(|kind| kind == provider.kind);
        if is_same { http::request_options(&provider.base_url, &inspected.model) } else { RequestOptions::default() }
    }

    /// Opens the source of a part of a request.
    pub fn open_source(self, source: SourceId) {
        match source {
            SourceId::Memory(_) => self.panels.dialogs.open(DialogKind::Memories),
            SourceId::Summary(id) => self.panels.show_summaries(Some(id)),
            SourceId::Project(id) => {
                let is_there = self.connection.projects.with_untracked(|all| all.iter().any(|one| one.id == id));
                if is_there { self.open_project(id) } else { self.notices.trouble(inspector().source_gone) }
            }
            SourceId::Chunk(id, number) => self.panels.show_document(id, Some(number)),
            SourceId::Message(id) => spawn_local(async move {
                match self.storage.session().store().message(id).await {
                    Ok(Some(message)) => {
                        self.panels.dialogs.close(DialogKind::Inspection);
                        if mount::is_narrow() {
                            self.panels.inspector.set(false);
                        }
                        self.show_source(MemorySource { conversation: message.conversation, message: id });
                    }
                    Ok(None) => self.notices.trouble(inspector().source_gone),
                    Err(error) => self.storage.report(&error.into()),
                }
            }),
        }
    }

    /// Includes in the next request what was left out. Each step can be undone.
    pub fn include(self, include: Include, source: Option<SourceId>) {
        let texts = inspector();
        match including(include, source) {
            None => return,
            Some(Including::Mark(id, mark)) => self.mark(id, mark),
            Some(Including::PinMemory(id)) => self.keep_one(
                async move |session, open| session.pin_memory(open, id, true).await,
                |_| texts.memory_pinned.to_owned(),
                || (),
            ),
            Some(Including::Remember) => self.undo_forget(),
            Some(Including::Rebuild(id)) => self.rebuild_summary(id),
            // The request stays the same until the settings are saved.
            Some(Including::Settings) => return self.panels.dialogs.open(DialogKind::Settings),
        }
        self.inspection.view.set(View::Next);
    }
}

/// A step that includes what was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Including {
    /// Sets or removes the mark of a message.
    Mark(MessageId, Option<MarkKind>),
    /// Pins a memory.
    PinMemory(MemoryId),
    /// Undoes the last forget.
    Remember,
    /// Makes a summary again.
    Rebuild(SummaryId),
    /// Shows the limits.
    Settings,
}

/// The step for an action; `None` if there is none, or if it is not about a source of this kind.
fn including(include: Include, source: Option<SourceId>) -> Option<Including> {
    match (include, source) {
        (Include::Unmute, Some(SourceId::Message(id))) => Some(Including::Mark(id, None)),
        (Include::Pin, Some(SourceId::Message(id))) => Some(Including::Mark(id, Some(MarkKind::Pinned))),
        (Include::PinMemory, Some(SourceId::Memory(id))) => Some(Including::PinMemory(id)),
        (Include::MakeAgain, Some(SourceId::Summary(id))) => Some(Including::Rebuild(id)),
        (Include::Remember, _) => Some(Including::Remember),
        (Include::MoreRoom, _) => Some(Including::Settings),
        (Include::Unmute | Include::Pin | Include::PinMemory | Include::MakeAgain | Include::Nothing(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::{memory, message_id, summary};
    use ricordo_core::{inspect::Why, memory::MemoryState, summary::SummaryKind};

    #[test]
    fn what_was_left_out_is_included_by_a_step_about_itself() {
        let (message, memory) = (message_id(1), memory(1, "Likes tea", MemoryState::Kept).id);
        let summary = summary(SummaryKind::Compressed, None).id;
        for (include, source, step) in [
            (Include::Unmute, SourceId::Message(message), Including::Mark(message, None)),
            (Include::Pin, SourceId::Message(message), Including::Mark(message, Some(MarkKind::Pinned))),
            (Include::PinMemory, SourceId::Memory(memory), Including::PinMemory(memory)),
            (Include::MakeAgain, SourceId::Summary(summary), Including::Rebuild(summary)),
            (Include::Remember, SourceId::Message(message), Including::Remember),
            (Include::MoreRoom, SourceId::Summary(summary), Including::Settings),
        ] {
            assert_eq!(including(include, Some(source)), Some(step), "{include:?}");
        }
        assert_eq!(including(Include::Remember, None), Some(Including::Remember), "a forget has no source");
        assert_eq!(including(Include::MoreRoom, None), Some(Including::Settings));
    }

    #[test]
    fn nothing_is_done_to_a_source_of_another_kind() {
        let message = SourceId::Message(message_id(1));
        let memory = SourceId::Memory(memory(1, "Likes tea", MemoryState::Kept).id);
        for (include, source) in [
            (Include::Unmute, Some(memory)),
            (Include::Pin, Some(memory)),
            (Include::PinMemory, Some(message)),
            (Include::MakeAgain, Some(message)),
            (Include::Unmute, None),
            (Include::MakeAgain, None),
            (Include::Nothing(Why::IsSent), Some(message)),
        ] {
            assert_eq!(including(include, source), None, "{include:?} {source:?}");
        }
    }
}

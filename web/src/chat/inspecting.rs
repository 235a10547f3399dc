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
    id::{ConversationId, MessageId},
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

    /// Request options, without those that the server has rejected.
    pub fn request_options(self, inspected: &Inspected) -> RequestOptions {
        let provider = untrack(|| self.connection.provider());
        let is_same = inspected.provider.is_none_or(|kind| kind == provider.kind);
        RequestOptions { stream_options: !is_same || http::takes_stream_options(&provider.base_url) }
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
        match (include, source) {
            (Include::Unmute, Some(SourceId::Message(id))) => self.mark(id, None),
            (Include::Pin, Some(SourceId::Message(id))) => self.mark(id, Some(MarkKind::Pinned)),
            (Include::PinMemory, Some(SourceId::Memory(id))) => self.keep_one(
                async move |session, open| session.pin_memory(open, id, true).await,
                |_| texts.memory_pinned.to_owned(),
                || (),
            ),
            (Include::Remember, _) => self.undo_forget(),
            (Include::MakeAgain, Some(SourceId::Summary(id))) => self.rebuild_summary(id),
            (Include::MoreRoom, _) => self.panels.dialogs.open(DialogKind::Settings),
            _ => return,
        }
        if include != Include::MoreRoom {
            self.inspection.view.set(View::Next);
        }
    }
}

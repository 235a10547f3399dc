//! One request to the model: receives events, stores what has arrived every second, and returns what arrived, whatever
//! happens.

use super::{ModelCall, Session, TurnControl, TurnEvent, reply::Reply};
use crate::{
    change::Change,
    draft::ReplyDraft,
    error::{Failure, ModelError, ModelErrorKind},
    host::Host,
    id::BlobId,
    message::{Finish, Message, Part},
    model::{ChatEvent, ChatModel, ChatRequest},
    record::Record,
    store::Store,
};
use futures_util::future::{Either, select};
use std::{cell::RefCell, pin::pin};

/// How often a streaming reply is stored, in milliseconds.
const SAVE_EVERY: u32 = 1_000;
/// How long a model may take to stop after a cancel, in milliseconds. After that it is abandoned.
const STOP_GRACE: u32 = 500;

impl<S: Store, H: Host> Session<S, H> {
    /// Streams one reply.
    pub(super) async fn stream_reply<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        request: &ChatRequest,
        reply: Reply,
    ) -> Message {
        let (control, observer) = (&call.control, call.observer);
        let reply = RefCell::new(reply);
        reply.borrow_mut().sent(self.host.now().at);
        observer(TurnEvent::Sent);
        let streamed = {
            let streaming = pin!(self.stream(call, request, &reply));
            let saving = pin!(self.keep_saving(&reply, control, observer));
            match select(streaming, saving).await {
                Either::Left((streamed, _)) => streamed,
                Either::Right((never, _)) => match never {},
            }
        };
        let ended_at = self.host.now().at;
        if reply.borrow_mut().needs_saving() {
            // Until the message that names the images is stored, the draft names them.
            self.save(&reply, observer).await;
        }
        let mut reply = reply.into_inner();
        reply.tell_thoughts_apart();
        let finish = self.finish_of(&reply, streamed, control);
        reply.into_message(finish, ended_at)
    }

    async fn stream<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        request: &ChatRequest,
        reply: &RefCell<Reply>,
    ) -> Result<(), ModelError> {
        let (control, observer) = (&call.control, call.observer);
        let on_event = |event: ChatEvent| {
            if control.cancel.is_cancelled() {
                return;
            }
            if let ChatEvent::Image { media_type, bytes } = event {
                let id = BlobId::new(self.host.now().at, self.host.random());
                reply.borrow_mut().image(id, media_type, bytes);
                return;
            }
            reply.borrow_mut().take(event.clone());
            match event {
                ChatEvent::Text { text } => {
                    reply.borrow_mut().word(self.host.now().at);
                    observer(TurnEvent::Text(text));
                }
                ChatEvent::SentAgain => reply.borrow_mut().sent(self.host.now().at),
                ChatEvent::Reasoning { text } => observer(TurnEvent::Reasoning(text)),
                ChatEvent::Usage { usage } => observer(TurnEvent::Usage(usage)),
                ChatEvent::ToolCall { .. }
                | ChatEvent::SentBack { .. }
                | ChatEvent::Finish { .. }
                | ChatEvent::Model { .. }
                | ChatEvent::Image { .. } => {}
            }
        };
        let streaming = pin!(call.model.stream(request, &on_event, &control.cancel));
        let stopped = pin!(async {
            control.cancel.cancelled().await;
            self.host.sleep(STOP_GRACE).await;
        });
        match select(streaming, stopped).await {
            Either::Left((streamed, _)) => streamed,
            Either::Right(((), _)) => Ok(()),
        }
    }

    /// Stores what has arrived, every second and on request. Never returns.
    async fn keep_saving(
        &self,
        reply: &RefCell<Reply>,
        control: &TurnControl,
        observer: &dyn Fn(TurnEvent),
    ) -> std::convert::Infallible {
        loop {
            select(pin!(self.host.sleep(SAVE_EVERY)), pin!(control.save.taken())).await;
            self.save(reply, observer).await;
        }
    }

    /// Stores what has arrived since the last save, in one transaction.
    async fn save(&self, reply: &RefCell<Reply>, observer: &dyn Fn(TurnEvent)) {
        let unsaved = reply.borrow_mut().take_unsaved();
        let Some((draft, images)) = unsaved else { return };
        let count = images.len();
        let draft = ReplyDraft { saved_at: self.host.now().at, ..draft };
        let kept = reply.borrow().record(&draft);
        let records = images.into_iter().map(Record::Blob).chain([kept]);
        match self.apply_at_once(draft.conversation, records.map(Change::Put).collect()).await {
            Ok(()) => reply.borrow_mut().stored(count),
            Err(error) => observer(TurnEvent::NotSaved(error)),
        }
    }

    fn finish_of(&self, reply: &Reply, streamed: Result<(), ModelError>, control: &TurnControl) -> Finish {
        if control.cancel.is_cancelled() {
            return Finish::Stopped;
        }
        let error = match streamed {
            Ok(()) if !reply.is_empty() => {
                let calls = reply.draft.parts.iter().any(|part| matches!(part, Part::ToolCall { .. }));
                return match &reply.finish {
                    // Not every server reports tool calls as the finish reason.
                    None | Some(Finish::Complete) if calls => Finish::ToolCalls,
                    finish => finish.clone().unwrap_or(Finish::Complete),
                };
            }
            Ok(()) => ModelError::new(ModelErrorKind::EmptyReply, ""),
            Err(error) => error,
        };
        Finish::Failed { failure: Failure { error, at: self.host.now().at } }
    }
}

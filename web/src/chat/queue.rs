//! Fills the queue while a reply is coming, and sends from it when the reply has ended ([`Chat::has_queue`]).

use super::Chat;
use crate::{
    state::{AskKind, ask::WhileBusy, queue, queue_adding::Ended, queue_pause::Pause},
    texts::{comparing::comparing, fill, queue::queue as texts},
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_core::{
    branch::Sequence,
    change::Change,
    compile::Outgoing,
    draft::ComposerDraft,
    error::Error,
    id::{ConversationId, MessageId},
    message::{Message, Part, Role, text_of},
    queued::QueuedMessage,
    record::Record,
    session::{MOST_QUEUED, QueueError},
    store::Store,
};

/// Messages that are read at a time to see what the last turn consists of.
const OF_TURN: u32 = 20;

impl Chat {
    /// Keeps the queue of the open conversation up to date, also with what other tabs change.
    pub(super) fn watch_queue(self) {
        let open = Memo::new(move |_| self.conversation.with(|open| open.as_ref().map(|open| open.id)));
        Effect::new(move |_| {
            self.transcript.version.track();
            let Some(id) = open.get() else { return };
            spawn_local(async move {
                self.read_queue(id).await;
                let held = queue().pause_of(id);
                let Some(Pause::Held(Some(message))) = held else { return };
                // Not if only another branch is shown: the user decides about the call of this message.
                if !self.is_decided(message).await {
                    return;
                }
                let next = self.held_call(id).await;
                // Only the first of two such tasks goes on.
                if queue().pause_of(id) != held {
                    return;
                }
                match next {
                    Some(next) => queue().pause(id, Some(next)),
                    None => self.go_on_in(id),
                }
            });
        });
    }

    /// Reads the queue of a conversation, and shows it if the conversation is open.
    pub(super) async fn read_queue(self, id: ConversationId) -> Vec<QueuedMessage> {
        let queue = queue();
        let number = queue.begin_read();
        let waiting = match self.storage.session().queue(id).await {
            Ok(waiting) => waiting,
            Err(error) => {
                self.storage.report(&error);
                return Vec::new();
            }
        };
        queue.note(id, &waiting);
        if self.id() == Some(id) {
            if queue.show(waiting.clone(), number) {
                self.take_edits(id, &waiting);
            }
            self.show_queue();
        }
        waiting
    }

    /// Stores what waits in the memory that has taken the place of the database.
    pub(super) async fn keep_queue(self) {
        let waiting = queue().waiting.get_untracked().into_iter();
        let changes = waiting.map(|one| Change::Put(Record::QueuedMessage(one))).collect();
        if let Err(error) = self.storage.session().store().apply(changes).await {
            self.storage.report(&Error::Store(error));
        }
    }

    /// Loads what shows the queue while something waits.
    fn show_queue(self) {
        let has_some = queue().waiting.with_untracked(|waiting| !waiting.is_empty());
        if self.has_queue.get_untracked() != has_some {
            self.has_queue.set(has_some);
        }
    }

    /// Keeps a message that was sent while a reply is coming or is about to be asked for again. `is_several`: it is for several
    /// models. `busy` says why nothing else can be done now.
    pub(super) async fn wait_with(self, id: ConversationId, ask: AskKind, is_several: bool, busy: &'static str) {
        match ask.while_busy(is_several) {
            WhileBusy::Queue(outgoing) => self.enqueue(id, *outgoing).await,
            WhileBusy::Wait => {}
            WhileBusy::Refuse => self.notices.trouble(if is_several { comparing().reply_coming } else { busy }),
        }
    }

    async fn enqueue(self, id: ConversationId, outgoing: Outgoing) {
        queue().adding.begin(id);
        let added = self.add_to_queue(id, outgoing).await;
        if let Some(ended) = queue().adding.end(id) {
            return self.queue_after(&ended).await;
        }
        let Some(message) = added.filter(|_| self.id() == Some(id)) else { return };
        let is_coming = self.runs(id) || untrack(|| self.turns.again.is_in(id) || self.turns.is_elsewhere(id));
        if queue().is_left_behind(id, message, is_coming) {
            return self.ask(AskKind::Queued(message));
        }
        self.notices.announced.set(format!("{} {}", texts().queued, untrack(|| self.queue_state()).0));
    }

    /// Stores a message in the queue. Returns its id.
    async fn add_to_queue(self, id: ConversationId, outgoing: Outgoing) -> Option<MessageId> {
        if !queue().known.borrow().contains(&id) {
            self.read_queue(id).await;
        }
        let images = outgoing.parts.iter().filter(|part| matches!(part, Part::Image { .. })).cloned().collect();
        let text = text_of(&outgoing.parts);
        let draft = ComposerDraft { conversation: id, text, images, reply_to: outgoing.reply_to };
        match self.storage.session().enqueue(draft, outgoing.author.clone()).await {
            Ok(added) => {
                if self.id() == Some(id) {
                    self.left_composer(&outgoing);
                }
                self.read_queue(id).await;
                self.storage.changed(id);
                Some(added.message)
            }
            Err(error) => {
                self.report_queue(&error);
                None
            }
        }
    }

    /// After a reply: sends the next message, or pauses the queue.
    pub(super) async fn queue_after(self, ended: &Ended) {
        let (queue, id) = (queue(), ended.conversation);
        let is_open = || self.id() == Some(id);
        let was_open = is_open();
        if let Some(next) = queue.take_next(id).filter(|_| was_open) {
            return self.ask(AskKind::Queued(next));
        }
        if queue.adding.holds(ended) {
            return;
        }
        if self.read_queue(id).await.is_empty() {
            return;
        }
        let held = self.held_call(id).await;
        // Another conversation may have been opened while the store was read. If it is this one that was opened, what waits in
        // it is not read yet.
        if queue.reply_ended(ended, was_open && is_open(), held) {
            self.send_first(id);
        }
    }

    /// Ends the pause of the open conversation. The next message is sent now, or after the reply that is coming.
    pub fn go_on_with_queue(self) {
        if let Some(id) = self.id() {
            self.go_on_in(id);
        }
    }

    /// Ends the pause of a conversation, if it is still open: what waits in another one is sent when the user goes on there.
    fn go_on_in(self, id: ConversationId) {
        if self.id() != Some(id) {
            return;
        }
        queue().pause(id, None);
        if !self.runs(id) {
            self.send_first(id);
        }
    }

    fn send_first(self, id: ConversationId) {
        if self.id() == Some(id)
            && let Some(next) = queue().next_of(id)
        {
            self.ask(AskKind::Queued(next));
        }
    }

    /// An answer was kept for which the queue has waited.
    pub(super) fn go_on_after_comparison(self, id: ConversationId) {
        if queue().pause_of(id) == Some(Pause::Compared) {
            self.go_on_in(id);
        }
    }

    /// Sends a waiting message at once. A reply that is coming is stopped first, unless it is coming in another tab.
    pub fn send_queued_now(self, message: MessageId) {
        let Some(id) = self.id() else { return };
        if untrack(|| self.turns.is_elsewhere(id)) {
            self.notices.say(texts().elsewhere);
        } else if self.runs(id) {
            queue().next.set(Some((id, message)));
            self.stop();
        } else {
            self.ask(AskKind::Queued(message));
        }
    }

    /// A message of the queue was stored as a message of the conversation.
    pub(super) fn left_queue(self, message: MessageId) {
        queue().sent(message);
        if let Some(id) = self.id() {
            queue().answered(id);
        }
        self.show_queue();
    }

    /// A message of the queue could not be sent.
    pub(super) fn not_sent_from_queue(self, id: ConversationId, message: MessageId, error: &QueueError) {
        // Not if it was sent a moment ago, and two replies that ended asked for it.
        if *error != QueueError::NotWaiting || queue().has(message) {
            queue().pause(id, Some(Pause::NotSent));
            self.report_queue(error);
        }
        spawn_local(async move { drop(self.read_queue(id).await) });
    }

    /// The request of `ask` waits for the user's consent. If it is of the queue, the others wait with it.
    pub(super) fn queue_needs_consent(self, id: ConversationId, ask: &AskKind) {
        if ask.is_queued() {
            queue().pause(id, Some(Pause::Asked));
        }
    }

    pub(super) fn report_queue(self, error: &QueueError) {
        match error {
            QueueError::Full => self.notices.trouble(fill(texts().full, &[("n", &MOST_QUEUED.to_string())])),
            QueueError::NotWaiting => self.notices.say(texts().gone),
            QueueError::Failed(error) => self.storage.report(error),
        }
    }

    /// [`Pause::Held`] if a tool call of the last turn waits for the user's decision. Asks the store, because the end of a long
    /// conversation need not be loaded. If that fails, the queue waits.
    async fn held_call(self, id: ConversationId) -> Option<Pause> {
        let session = self.storage.session();
        let mut before = Sequence::MAX;
        loop {
            let messages = match session.store().messages(id, before, OF_TURN).await {
                Ok(messages) => messages,
                Err(error) => {
                    self.storage.report(&Error::Store(error));
                    return Some(Pause::Held(None));
                }
            };
            if let Some(held) = held_call(&messages) {
                return held.map(|message| Pause::Held(Some(message)));
            }
            before = messages.first()?.sequence;
        }
    }

    /// Whether no tool call of a message waits for the user's decision any more.
    async fn is_decided(self, message: MessageId) -> bool {
        let stored = self.storage.session().store().message(message).await;
        stored.is_ok_and(|stored| stored.is_some_and(|message| !is_held(&message)))
    }

    /// Why the messages wait, as a sentence, and whether nothing is sent until the user goes on.
    pub fn queue_state(self) -> (&'static str, bool) {
        let Some(id) = self.conversation.with(|open| open.as_ref().map(|open| open.id)) else { return ("", false) };
        let queue = queue();
        let coming = if self.turns.is_elsewhere(id) {
            Coming::Elsewhere
        } else if self.is_streaming() {
            Coming::Reply
        } else if self.turns.again.is_in(id) {
            Coming::Retry
        } else {
            Coming::Nothing
        };
        let is_asked = self
            .consent
            .waiting
            .with(|waiting| waiting.as_ref().is_some_and(|asked| asked.conversation == id && asked.ask.is_queued()));
        state_of(queue.pause_of(id), coming, queue.edited.get().is_some(), is_asked)
    }
}

/// What comes in a conversation before the messages that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coming {
    Nothing,
    /// A reply in this tab.
    Reply,
    /// A reply in another tab.
    Elsewhere,
    /// The automatic retry of a reply that failed.
    Retry,
}

/// Why the messages wait, as a sentence, and whether nothing is sent until the user goes on. `is_asked`: the price of the next
/// one is in question.
fn state_of(pause: Option<Pause>, coming: Coming, is_edited: bool, is_asked: bool) -> (&'static str, bool) {
    match pause {
        None | Some(Pause::Loaded) if coming == Coming::Elsewhere => (texts().elsewhere, false),
        // If the retry ends well, it ends this pause.
        None | Some(Pause::Failed) if coming == Coming::Retry => (texts().after_retry, false),
        Some(Pause::Editing) if is_edited => (texts().editing, false),
        Some(Pause::Editing) => (texts().idle, true),
        Some(Pause::Asked) if !is_asked => (texts().idle, true),
        Some(pause) => (pause.sentence(), true),
        None if coming == Coming::Reply => (texts().after_reply, false),
        None => (texts().idle, true),
    }
}

/// The message of the last turn that holds a call, if one does; `None`: the turn began before these messages.
fn held_call(messages: &[Message]) -> Option<Option<MessageId>> {
    let mut of_turn = messages.iter().rev().take_while(|message| message.role != Role::User);
    let is_whole = messages.iter().any(|message| message.role == Role::User);
    let held = of_turn.find(|message| is_held(message)).map(|message| message.id);
    (held.is_some() || is_whole).then_some(held)
}

fn is_held(message: &Message) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::ToolResult { held: true, .. }))
}

#[cfg(test)]
mod tests;

//! Runs one turn on the page: sending, streaming and the end of the reply.

use super::{Chat, deferred};
use crate::{
    browser, mount,
    state::{
        Agreement, Ask, AskKind, PageSession, Row, Step, again::Retry, ask::LOCK_PATIENCE_MS, deferred::in_words,
        edits::end_edit, queue_adding::Ended, spoken::beginning, turns::Running,
    },
    texts::{
        answers::answers,
        errors::{self, Localized},
        message::sent_in_all,
        pick,
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks::{self, Guard};
use ricordo_core::{
    branch::Sequence,
    cancel::Signal,
    compile::{Outgoing, Warning},
    error::Error,
    id::ConversationId,
    message::{Author, Finish, Message, text_of},
    provider::Provider,
    session::{ModelCall, QueueError, TurnEvent, TurnOutcome},
    spending::Spending,
};

impl Chat {
    /// Sends a message with the images and the quoted message of the composer. They stay in the composer until the
    /// message is stored.
    pub fn send(self, text: String) {
        if let Some(sentence) = untrack(|| self.composer.blind(self)) {
            return self.notices.trouble(sentence);
        }
        let Some(id) = self.id() else { return };
        if self.composer.begin_to_send(id, &text) {
            self.ask(AskKind::New(Box::new(self.composer.outgoing(self, &text))));
        }
    }

    /// Answers the last message again.
    pub fn retry(self) {
        self.ask(AskKind::Retry);
    }

    /// Asks the model to continue an interrupted reply. The text in the composer stays.
    pub fn go_on(self) {
        let author = self.conversation.with_untracked(|open| open.as_ref().and_then(|open| open.speaker.clone()));
        self.ask(AskKind::GoOn(Box::new(going_on(author))));
    }

    pub(super) fn ask(self, ask: AskKind) {
        if let Some(conversation) = self.id() {
            deferred::turn(self, Ask { conversation, kind: ask }, None);
        }
    }

    /// Stops the reply in the open conversation. What has arrived stays.
    pub fn stop(self) {
        if let Some(id) = self.id() {
            self.turns.stop(id);
        }
    }

    /// Retries storing the replies that could not be stored when they ended.
    pub(super) async fn keep_unsaved(self) {
        for reply in self.transcript.unsaved() {
            let id = reply.id;
            if self.storage.session().keep_reply(reply).await.is_ok() {
                self.transcript.saved(id);
            }
        }
    }

    /// Runs a turn for [`Chat::send`] or [`Chat::retry`], once its code is loaded. `agreed`: what the user agreed to before.
    pub(super) async fn turn(self, ask: Ask, agreed: Option<Box<Agreement>>) {
        let Ask { conversation: id, kind: ask } = ask;
        // The user may have opened another conversation while the code was being loaded, or the element was removed: a timer
        // or the queue asks then.
        if self.id() != Some(id) || mount::has_ended() {
            return;
        }
        // The user agreed to send it elsewhere.
        if agreed.as_ref().is_some_and(|agreed| !self.is_agreed(&ask, agreed)) {
            return;
        }
        // Now, because another one may be open, or chosen, when the conversation is locked.
        let is_several = matches!(ask, AskKind::New(_)) && self.several.is_chosen();
        let to = self.receivers(&ask);
        let spending = agreed.and_then(|agreed| agreed.spending);
        let agreed = Agreement { to, spending };
        if ask.has_to_wait(self.runs(id), untrack(|| self.turns.again.is_in(id))) {
            return self.wait_with(id, ask, is_several, answers().reply_coming).await;
        }
        let Some(lock) = self.alone_within(id, ask.patience()).await else {
            let is_here = self.turns.is_held(id, 1);
            let busy = if is_here { answers().reply_coming } else { answers().reply_elsewhere };
            return self.wait_with(id, ask, is_several, busy).await;
        };
        self.maintenance.used(id);
        self.maintenance.preempt();
        self.keep_unsaved().await;
        self.turns.again.give_up();
        let is_unasked = matches!(ask, AskKind::RetryUnasked(_));
        self.consent.decline();
        let mut ended = None;
        match self.run_agreed(id, &ask, &agreed, is_several).await {
            Ok(outcome) => {
                // It might add the same task twice.
                if !is_unasked && !is_several && !outcome.repeats_tools {
                    let retry = Retry { by: ask.by().cloned().map(Box::new), agreed: Box::new(agreed) };
                    self.turns.again.begin(self, &outcome.reply, retry);
                }
                ended = Some(outcome.reply.finish.clone());
                self.ended(id, outcome).await;
            }
            Err(QueueError::Failed(Error::NeedsConsent(spending))) => {
                self.queue_needs_consent(id, &ask);
                self.consent.ask(id, ask.clone(), agreed.to, spending);
            }
            Err(error) => match ask {
                AskKind::Queued(message) => self.not_sent_from_queue(id, message, &error),
                _ => self.report_queue(&error),
            },
        }
        self.maintenance.after_turn(self);
        drop(lock);
        if let Some(finish) = ended {
            self.queue_after(&Ended { conversation: id, ask, finish, is_several }).await;
        }
    }

    /// Locks a conversation against replies, in this tab and in others. Returns `None` if a reply is being received.
    ///
    /// It tries for a moment, because this tab may still be ending a turn or recovering a draft.
    pub(super) async fn alone_in(self, id: ConversationId) -> Option<Guard> {
        self.alone_within(id, LOCK_PATIENCE_MS).await
    }

    async fn alone_within(self, id: ConversationId, milliseconds: u32) -> Option<Guard> {
        locks::hold_within(&locks::turn(&self.storage.name.get_value(), id), milliseconds).await
    }

    /// Runs a turn. One that exceeds a limit of the settings, and what the user agreed to, is refused and not stored.
    async fn run_agreed(
        self,
        id: ConversationId,
        ask: &AskKind,
        agreed: &Agreement,
        is_several: bool,
    ) -> Result<TurnOutcome, QueueError> {
        match agreed.to.as_slice() {
            _ if is_several => self.run_several(id, ask, agreed).await,
            [provider, ..] => self.run_turn(id, ask, provider, agreed.spending).await,
            [] => Err(Error::NothingToRetry.into()),
        }
    }

    async fn run_turn(
        self,
        id: ConversationId,
        ask: &AskKind,
        provider: &Provider,
        agreed: Option<Spending>,
    ) -> Result<TurnOutcome, QueueError> {
        let model = self.connection.model(provider).await?;
        let running = self.running(id, Vec::new());
        let session: PageSession = self.storage.session();
        let observer = |event| self.on_event(&running, event, ask);
        let call = ModelCall::new(&model, provider).with_control(&running.control).with_observer(&observer);
        let call = call.agreed(agreed);
        let outcome = match ask {
            AskKind::New(outgoing) | AskKind::GoOn(outgoing) => {
                let outgoing = outgoing.as_ref().clone();
                session.send_message(&call, id, outgoing, Vec::new()).await
            }
            AskKind::Queued(message) => return session.send_queued(&call, id, *message).await,
            AskKind::Retry | AskKind::RetryUnasked(_) => session.retry(&call, id).await,
            AskKind::Compared(sequence, answer, _) => session.retry_answer(&call, id, *sequence, *answer).await,
            AskKind::Again(message) => session.regenerate(&call, id, *message).await,
            AskKind::Edit(message, text) => session.edit(&call, id, *message, text).await,
        };
        Ok(outcome?)
    }

    pub(super) fn on_event(self, turn: &Running, event: TurnEvent, ask: &AskKind) {
        let is_open = || self.id() == Some(turn.conversation);
        match event {
            TurnEvent::Begins(begins) => {
                if is_open() {
                    self.drop_rows(ask, begins);
                    // The active branch has changed.
                    spawn_local(self.renew_title(turn.conversation));
                }
            }
            TurnEvent::Compiled(compiled) => {
                if is_open() {
                    self.inspection.leaves(turn.conversation, &compiled);
                    if compiled.warnings.contains(&Warning::RecallNotReady) {
                        self.step(Step::LoadRecall);
                    }
                }
            }
            TurnEvent::Stored(message) => {
                tell("message", &message);
                if let Some(text) = ask.new_text() {
                    self.composer.has_left(turn.conversation, &text);
                }
                if is_open() {
                    match ask {
                        AskKind::New(outgoing) => self.left_composer(outgoing),
                        AskKind::Edit(message, _) => {
                            end_edit(*message);
                            self.actions.edited.set(None);
                        }
                        AskKind::Queued(message) => self.left_queue(*message),
                        // The user may be typing.
                        _ => {}
                    }
                    turn.answers(message.id);
                    self.transcript.stored(*message);
                    self.scroll_to_new(ask);
                }
                self.storage.changed(turn.conversation);
                spawn_local(self.renew_title(turn.conversation));
                self.storage.ask_to_persist();
            }
            TurnEvent::Sent => self.leaves(turn, is_open(), ask),
            TurnEvent::Text(more) => turn.row().write(&more),
            TurnEvent::Reasoning(more) => turn.row().think(&more),
            TurnEvent::Usage(usage) => self.inspection.counted(turn.conversation, usage),
            TurnEvent::Round { reply, results } => self.next_round(turn, &reply, *results, is_open()),
            TurnEvent::Tool(event) => {
                if is_open() {
                    self.transcript.chips.tell(turn.asked(), *event);
                }
            }
            TurnEvent::ToolsRefused => {
                self.notices.say(answers().no_tools);
                spawn_local(self.connection.load_again());
            }
            TurnEvent::Truncated(truncation, kind) => self.notices.trouble(errors::truncated(&truncation, kind)),
            TurnEvent::NotSaved(error) => self.storage.report(&error),
        }
    }

    /// Clears the composer of a message that is stored now, in its conversation or in the queue.
    pub(super) fn left_composer(self, outgoing: &Outgoing) {
        self.composer.sent(text_of(&outgoing.parts).trim());
        self.composer.went(self, outgoing);
    }

    /// Handles a request being sent: shows the row of the reply. Also called in later rounds of the turn.
    fn leaves(self, turn: &Running, is_open: bool, ask: &AskKind) {
        if mount::has_ended() || !is_open && self.is_held_temporary(turn.conversation) {
            // It was not yet among the turns that were stopped when the element was removed, or the temporary chat left.
            turn.control.cancel.cancel();
        }
        let is_first = self.turns.begin(turn);
        if is_first {
            if !ask.is_queued() {
                self.notices.dismiss();
            }
            self.notices.announced.set(answers().waiting.to_owned());
        }
        // A later round does not move the view of a user who has scrolled up since.
        let has_newer = || self.transcript.list.has_newer.get_untracked();
        if is_open && self.transcript.await_reply(turn.row()) && (is_first || has_newer()) {
            self.scroll_to_new(ask);
        }
    }

    /// Scrolls to the end, unless a message of the queue was sent while the user is reading above.
    fn scroll_to_new(self, ask: &AskKind) {
        if ask.scrolls(self.transcript.list.at_end.get_untracked()) {
            self.loader.go_to_end();
        }
    }

    /// The reply called tools: shows their results below it, and prepares a row for the next reply below those.
    fn next_round(self, turn: &Running, reply: &Message, results: Message, is_open: bool) {
        turn.next_round(reply, Row::coming(self.transcript.new_key(), results.sequence + 1));
        if is_open {
            self.transcript.stored(results);
        }
    }

    pub(super) fn runs(self, id: ConversationId) -> bool {
        self.turns.runs(id)
    }

    /// A turn that is about to run in the open conversation. `beside` stores what arrived of the answers beside its reply.
    pub(super) fn running(self, id: ConversationId, beside: Vec<Signal>) -> Running {
        let asked = self.transcript.last_asked().map(|(asked, _)| asked);
        Running::new(id, Row::coming(self.transcript.new_key(), 0), asked, beside)
    }

    /// Removes the rows that stay behind on the old branch, and the editor with them.
    fn drop_rows(self, ask: &AskKind, begins: Sequence) {
        if ask.adds() {
            return;
        }
        if self.actions.edited.with_untracked(Option::is_some) {
            self.actions.edited.set(None);
            // The focused element is gone. On a phone, moving the focus would bring up the keyboard again.
            if !mount::is_narrow() {
                browser::focus_next_frame("composer");
            }
        }
        self.transcript.leave_branch(begins);
    }

    async fn ended(self, id: ConversationId, outcome: TurnOutcome) {
        // A truncation was reported when it was noticed.
        let TurnOutcome { reply, not_saved, .. } = outcome;
        let place = (reply.branch, reply.sequence);
        if let Some(usage) = reply.usage {
            self.inspection.counted(id, usage);
        }
        tell("reply", &reply);
        self.turns.end(id, &reply);
        self.transcript.ended();
        if self.id() == Some(id) {
            self.transcript.more_unread(1);
            // A reply of another conversation would be taken for one of this conversation.
            self.notices.announced.set(spoken(&reply).await);
        }
        match not_saved {
            None => {
                self.storage.works_again();
                self.storage.changed(id);
            }
            Some(error) => {
                self.storage.report(&error);
                self.transcript.keep_unsaved(reply);
                self.keep_unsaved().await;
            }
        }
        self.renew_title(id).await;
        if self.transcript.is_elsewhere(id, place) {
            self.refresh(id).await;
        }
        self.transcript.changed();
    }

    /// Reloads the conversation: the first message gives it a title, and Retry may have changed its branch.
    async fn renew_title(self, id: ConversationId) {
        if let Ok(snapshot) = self.storage.session().open(id, 1).await
            && self.id() == Some(id)
        {
            self.remember_shape(snapshot);
        }
    }
}

/// The message that asks the model to continue its reply. What the user is typing is another one.
fn going_on(author: Option<Author>) -> Outgoing {
    Outgoing { author, keeps_draft: true, ..Outgoing::text(pick(&sent_in_all().go_on)) }
}

/// Dispatches an event about a message to the page that embeds the element.
fn tell(what: &str, message: &Message) {
    if !mount::is_page() {
        let finish = message.finish.as_ref().map_or("", Finish::name);
        let (conversation, id) = (message.conversation.to_string(), message.id.to_string());
        let details = ["conversation", &conversation, "id", &id, "text", &message.text(), "finish", finish];
        mount::tell(what, &details);
    }
}

/// Text for the screen reader when a reply has ended: its beginning, or the error.
async fn spoken(reply: &Message) -> String {
    if let Some(Finish::Failed { failure }) = &reply.finish {
        return failure.error.localized();
    }
    beginning(&in_words(&reply.text()).await)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    #[test]
    fn continue_sends_a_message_of_its_own_and_leaves_what_is_typed() {
        for language in UiLanguage::all() {
            speak(language);
            let outgoing = going_on(Author::new("Ada", None, None));
            assert_eq!(text_of(&outgoing.parts), pick(&sent_in_all().go_on));
            assert!(outgoing.keeps_draft && outgoing.reply_to.is_none() && outgoing.author.is_some(), "{outgoing:?}");
        }
    }
}

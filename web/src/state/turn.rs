//! One turn as the page lives it: Enter, the request, the words as they come, the end.

use super::{Chat, PageSession, rows::Row};
use crate::{
    later,
    texts::{
        answers::answers,
        errors::{Told, truncated},
        fill,
    },
};
use leptos::{prelude::*, task::spawn_local};
use ricordo_browser::locks;
use ricordo_core::{
    change::Change,
    error::Error,
    id::{ConversationId, MessageId},
    message::{Finish, Message, Role},
    record::{Record, RecordKey},
    session::{TurnControl, TurnEvent, TurnOutcome},
    store::Store,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// How many letters of a reply are read out by themselves; the rest is there to be read.
const SPOKEN: usize = 600;

/// A reply that comes in this tab.
#[derive(Clone)]
pub struct Running {
    /// In which conversation.
    pub conversation: ConversationId,
    /// Stops it, or stores it now.
    pub control: TurnControl,
    /// Where it is on screen: another row in each round of tools.
    row: Rc<RefCell<Row>>,
    /// The message that it answers.
    asked: Rc<Cell<Option<MessageId>>>,
}

impl Running {
    /// Where the reply is on screen.
    pub fn row(&self) -> Row {
        self.row.borrow().clone()
    }
}

impl Chat {
    /// Sends a message. The composer keeps the text until it is stored.
    pub fn send(self, text: String) {
        later::turn(self, Some(text));
    }

    /// Asks again for the reply to the last message.
    pub fn retry(self) {
        later::turn(self, None);
    }

    /// Stops the reply of the open conversation. What has arrived stays.
    pub fn stop(self) {
        let id = self.id();
        self.running.with_untracked(|running| {
            running.iter().filter(|turn| Some(turn.conversation) == id).for_each(|turn| turn.control.cancel.cancel());
        });
    }

    /// Tries again to store the replies that could not be stored when they ended.
    pub(super) async fn keep_unsaved(self) {
        for reply in self.unsaved.get_value() {
            let removal = Change::Remove(RecordKey::ReplyDraft(reply.conversation));
            let id = reply.id;
            let changes = vec![Change::Add(Record::Message(Box::new(reply))), removal];
            if self.storage.session().store().apply(changes).await.is_ok() {
                self.unsaved.update_value(|unsaved| unsaved.retain(|other| other.id != id));
            }
        }
    }

    /// As [`Chat::send`] or [`Chat::retry`], once it is loaded.
    pub async fn turn(self, text: Option<String>) {
        let Some(id) = self.id() else { return };
        if self.runs(id) {
            return self.notices.trouble(format!("{} {}", answers().reply_coming, answers().text_stays));
        }
        let Some(_lock) = locks::try_hold(&locks::turn(&self.storage.name.get_value(), id)).await else {
            return self.notices.trouble(format!("{} {}", answers().reply_elsewhere, answers().text_stays));
        };
        self.upkeep.give_way();
        self.keep_unsaved().await;
        match self.walk(id, text).await {
            Ok(outcome) => self.ended(id, outcome).await,
            Err(error) => self.storage.report(&error),
        }
        self.upkeep.soon(self);
    }

    async fn walk(self, id: ConversationId, text: Option<String>) -> Result<TurnOutcome, Error> {
        let provider = untrack(|| self.connection.provider());
        let model = self.connection.model(&provider).await?;
        let control = TurnControl::default();
        let row = Rc::new(RefCell::new(Row::coming(self.new_key(), 0)));
        let asked = Rc::new(Cell::new(self.last_asked()));
        let running = Running { conversation: id, control: control.clone(), row, asked };
        let session: PageSession = self.storage.session();
        let observer = |event| self.heard(&running, event, text.as_deref());
        match &text {
            Some(text) => session.send(&model, &provider, id, text, &control, &observer).await,
            None => session.retry(&model, &provider, id, &control, &observer).await,
        }
    }

    fn heard(self, turn: &Running, event: TurnEvent, text: Option<&str>) {
        let is_open = || self.id() == Some(turn.conversation);
        match event {
            TurnEvent::Compiled(compiled) => {
                if is_open() {
                    self.inspection.leaves(turn.conversation, *compiled);
                    // Later rounds of the same turn are no replies to drop.
                    if text.is_none() && !self.runs(turn.conversation) {
                        self.drop_replies();
                    }
                }
            }
            TurnEvent::Stored(message) => {
                if is_open() {
                    self.composer.sent(text.unwrap_or_default());
                    turn.asked.set(Some(message.id));
                    self.push(Row::of(self.new_key(), *message));
                    self.go_to_end();
                }
                self.storage.changed(turn.conversation);
                spawn_local(self.renew_title(turn.conversation));
                self.storage.ask_to_persist();
            }
            TurnEvent::Sent => self.leaves(turn, is_open()),
            TurnEvent::Text(more) => turn.row().write(&more),
            TurnEvent::Reasoning(more) => turn.row().think(&more),
            TurnEvent::Usage(usage) => self.inspection.counted(turn.conversation, usage),
            TurnEvent::Round { reply, results } => self.next_round(turn, &reply, *results, is_open()),
            TurnEvent::Tool(event) => {
                if is_open() {
                    self.chips.tell(turn.asked.get(), *event);
                }
            }
            TurnEvent::ToolsRefused => {
                self.notices.say(answers().no_tools);
                spawn_local(self.reload_connection());
            }
            TurnEvent::Truncated(truncation, kind) => self.notices.trouble(truncated(&truncation, kind)),
            TurnEvent::NotSaved(error) => self.storage.report(&error.into()),
        }
    }

    /// The request leaves: the place of the reply opens. In later rounds, too.
    fn leaves(self, turn: &Running, is_open: bool) {
        let row = turn.row();
        let is_first = !self.runs(turn.conversation);
        if is_first {
            self.notices.dismiss();
            self.notices.heard.set(answers().waiting.to_owned());
            self.running.update(|running| running.push(turn.clone()));
        }
        let is_shown = self.rows.with_untracked(|rows| rows.iter().any(|other| other.key == row.key));
        if is_open && !is_shown {
            row.sequence.set(self.list.end());
            self.push(row);
        }
    }

    /// The reply so far asked for tools: what they answered stands below it, and the next reply will stand below that.
    fn next_round(self, turn: &Running, reply: &Message, results: Message, is_open: bool) {
        turn.row().settle(reply);
        turn.row.replace(Row::coming(self.new_key(), results.sequence + 1));
        if is_open {
            self.push(Row::of(self.new_key(), results));
        }
    }

    pub(super) fn runs(self, id: ConversationId) -> bool {
        self.running.with_untracked(|running| running.iter().any(|turn| turn.conversation == id))
    }

    /// The session noted something about the provider.
    async fn reload_connection(self) {
        if let Err(error) = self.connection.load().await {
            self.storage.report(&error);
        }
    }

    /// The last message of the user, which Retry answers again.
    fn last_asked(self) -> Option<MessageId> {
        self.rows.with_untracked(|rows| rows.iter().rfind(|row| row.role == Role::User).and_then(Row::id))
    }

    /// Retry takes what followed the last message of the user off the screen.
    fn drop_replies(self) {
        if self.list.has_newer.get_untracked() {
            return self.go_to_end();
        }
        self.rows.update(|rows| {
            let last = rows.iter().rposition(|row| row.role == Role::User).map_or(0, |at| at + 1);
            rows.truncate(last);
        });
        self.list.set_end(self.stretch().1);
    }

    async fn ended(self, id: ConversationId, outcome: TurnOutcome) {
        // A truncation was told when it was noticed.
        let TurnOutcome { reply, not_saved, truncation: _ } = outcome;
        if let Some(usage) = reply.usage {
            self.inspection.counted(id, usage);
        }
        self.settle(id, &reply);
        if self.id() == Some(id) {
            self.more_unread(1);
        }
        self.notices.heard.set(spoken(&reply));
        match not_saved {
            None => {
                self.storage.works_again();
                self.storage.changed(id);
            }
            Some(error) => {
                self.storage.report(&error.into());
                self.unsaved.update_value(|unsaved| unsaved.push(reply));
                self.keep_unsaved().await;
            }
        }
        self.renew_title(id).await;
        self.version.update(|version| *version += 1);
    }

    fn settle(self, id: ConversationId, reply: &Message) {
        let ended = self.running.try_update(|running| {
            let at = running.iter().position(|turn| turn.conversation == id)?;
            Some(running.remove(at))
        });
        if let Some(turn) = ended.flatten() {
            turn.row().settle(reply);
        }
    }

    /// The first message gives the conversation its title; Retry may have changed its branch.
    async fn renew_title(self, id: ConversationId) {
        if let Ok(snapshot) = self.storage.session().open(id, 1).await
            && self.id() == Some(id)
        {
            self.remember_shape(snapshot);
        }
    }
}

/// What is read out when a reply has ended: its beginning, or what went wrong.
fn spoken(reply: &Message) -> String {
    if let Some(Finish::Failed { failure }) = &reply.finish {
        return failure.error.told();
    }
    let text = reply.text();
    let mut letters = text.chars();
    let beginning: String = letters.by_ref().take(SPOKEN).collect();
    let said = fill(answers().reply, &[("text", &beginning)]);
    if letters.next().is_some() { format!("{said} … {}", answers().reply_goes_on) } else { said }
}

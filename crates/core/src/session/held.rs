//! Held calls: tool calls that were not made, because the request held text of documents. The user's yes makes them, a
//! no dismisses them. Either replaces the result that the model was given.

use super::{
    Session,
    tools::{Answered, result},
};
use crate::{
    cancel::Cancel,
    change::Change,
    compile::{message_tokens, record::manifest_with_copy},
    error::{Error, StoreError},
    host::Host,
    id::{ConversationId, MessageId},
    message::{Message, Part},
    record::{Kind, Record, RecordKey},
    settings::Settings,
    store::Store,
    tools::{Contained, Request, ToolEvent, answers::answers, prepare},
    undo::UndoneCommand,
};

/// What became of a held call.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedCall {
    /// The result that replaces the held one.
    pub result: Part,
    /// What the tool did.
    pub events: Vec<ToolEvent>,
    /// Whether there is an undo entry: not for the program's own tools, whose effects are unknown.
    pub can_be_undone: bool,
}

/// A held call with what it belongs to.
struct Held {
    /// The message with the results.
    results: Message,
    /// Which of its parts holds the result.
    at: usize,
    /// The id of the call.
    id: String,
    /// The call as the model made it.
    call: Part,
    /// The user's message that the model was answering.
    source: MessageId,
}

impl<S: Store, H: Host> Session<S, H> {
    /// Makes a held call, because the user agreed to it. `message` has the results of its round, and `call` is
    /// the position of its own among their parts, because ids of calls may be equal. What it says is kept without asking
    /// once more. `None`: the call is not held any more.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::NoMessage`] when the active branch has no such call; [`Error::Store`]. Then
    /// nothing is stored. A call that fails is no error: its result says why.
    pub async fn allow_call(
        &self,
        conversation: ConversationId,
        message: MessageId,
        call: usize,
    ) -> Result<Option<DecidedCall>, Error> {
        let Some(held) = self.held_call(conversation, message, call).await? else { return Ok(None) };
        let mut settings = self.settings_in(conversation).await?;
        settings.memories.auto_keep = true;
        let Part::ToolCall { name, arguments, .. } = &held.call else { return Err(Error::NoMessage) };
        let request = self.request_of(&held.call, &settings);
        let mut state = self.tool_state(conversation, held.source).await?;
        let Answered { answer, contained } = match &request {
            Ok(request) => state
                .answer(request, &settings, (self.host.now(), self.host.random()))
                .unwrap_or_else(|| Answered::from(Err(answers(settings.language).gone.to_owned()))),
            Err(_) if self.is_own(name, &settings) => {
                Answered::from(self.call_own(name.trim(), arguments, &settings, &Cancel::default()).await)
            }
            Err(answer) => Answered::from(Err(answer.clone())),
        };
        let command = request.ok().and_then(|request| request.command());
        let result = result(held.id.clone(), answer, false);
        let (changes, events) = (state.changes(), state.events);
        self.decide(held, result.clone(), (changes, contained), command).await?;
        Ok(Some(DecidedCall { result, events, can_be_undone: command.is_some() }))
    }

    /// Dismisses a held call: it is not made, and the model reads that the user declined. `None`: the call is not held any
    /// more.
    ///
    /// # Errors
    /// As [`Session::allow_call`].
    pub async fn dismiss_call(
        &self,
        conversation: ConversationId,
        message: MessageId,
        call: usize,
    ) -> Result<Option<DecidedCall>, Error> {
        let Some(held) = self.held_call(conversation, message, call).await? else { return Ok(None) };
        let settings = self.settings_in(conversation).await?;
        let command = self.request_of(&held.call, &settings).ok().and_then(|request| request.command());
        let result = result(held.id.clone(), Ok(answers(settings.language).declined.to_owned()), false);
        self.decide(held, result.clone(), (Vec::new(), Contained::default()), command).await?;
        Ok(Some(DecidedCall { result, events: Vec::new(), can_be_undone: command.is_some() }))
    }

    /// The changes that undo a change of a message; none if it was erased or undone since.
    pub(super) async fn message_undone(&self, before: Message) -> Result<Vec<Change>, Error> {
        match self.store.message(before.id).await? {
            Some(now) if now != before => {
                let mut changes = self.copied_into_requests(&now).await?;
                changes.push(Change::Put(Record::Message(Box::new(before))));
                Ok(changes)
            }
            _ => Ok(Vec::new()),
        }
    }

    async fn held_call(
        &self,
        conversation: ConversationId,
        message: MessageId,
        call: usize,
    ) -> Result<Option<Held>, Error> {
        let snapshot = self.snapshot(conversation, 0).await?;
        let results = self.shown_message(&snapshot, message).await?;
        let id = match results.parts.get(call) {
            Some(Part::ToolResult { call, held: true, .. }) => call.clone(),
            Some(Part::ToolResult { .. }) => return Ok(None),
            _ => return Err(Error::NoMessage),
        };
        let reply = self.store.messages(conversation, results.sequence, 1).await?.pop().ok_or(Error::NoMessage)?;
        let found = reply.call_answered(call, &id).ok_or(Error::NoMessage)?.clone();
        let source = self.asked_by(&reply).await?.ok_or(Error::NoMessage)?.id;
        Ok(Some(Held { results, at: call, id, call: found, source }))
    }

    /// Stores the result of a held call, and in the same transaction what the call changes and what the result holds text of.
    async fn decide(
        &self,
        held: Held,
        result: Part,
        (mut changes, contained): (Vec<Change>, Contained),
        command: Option<UndoneCommand>,
    ) -> Result<(), Error> {
        let Held { mut results, at, .. } = held;
        let copies = self.copied_into_requests(&results).await?;
        // A tool of the program may take its time, and another tab may have decided meanwhile, or erased it.
        if self.store.message(results.id).await?.as_ref() != Some(&results) {
            return Err(StoreError::Conflict.into());
        }
        results.parts[at] = result;
        results.tokens = message_tokens(&results.parts);
        results.exact = None;
        let (id, conversation) = (results.id, results.conversation);
        changes.push(Change::Put(Record::Message(Box::new(results))));
        changes.extend(command.map(|command| Change::AddUndo(self.undo_entry(conversation, command))));
        // They stay when this is undone: what was sent remains sent.
        changes.extend(copies);
        if !contained.is_empty() {
            // It stays, too: if the text is erased, it leads to the requests in which the result was sent.
            let part = u32::try_from(at).unwrap_or(u32::MAX);
            changes.push(Change::Put(Record::Fragment(contained.stored(id, part, conversation))));
        }
        self.apply_command(changes).await?;
        Ok(())
    }

    /// The changes that copy a message into the requests it was sent in, because it is about to change.
    async fn copied_into_requests(&self, message: &Message) -> Result<Vec<Change>, Error> {
        let Some((_, last)) = RecordKey::owned(Kind::Manifest, Some(message.conversation)) else {
            return Ok(Vec::new());
        };
        // Replies that follow the message have later ids.
        let first = RecordKey::Manifest(message.conversation, MessageId::new(message.created_at, [0; 10]));
        let mut changes = Vec::new();
        for record in self.store.records_between(first, last, u32::MAX).await? {
            let Record::Manifest(manifest) = record else { continue };
            if let Some((manifest, copy)) = manifest_with_copy(&manifest, message) {
                changes.extend([Change::Put(Record::Fragment(copy)), Change::Put(Record::Manifest(manifest))]);
            }
        }
        Ok(changes)
    }

    /// The request in a call, whether or not the settings still offer its tool; an error for the program's own tools.
    fn request_of(&self, call: &Part, settings: &Settings) -> Result<Request, String> {
        let Part::ToolCall { name, .. } = call else { return Err(String::new()) };
        let names = if self.is_own(name, settings) { Vec::new() } else { vec![name.trim().to_owned()] };
        let prepared = prepare(std::slice::from_ref(call), &names, settings.language);
        prepared.into_iter().next().map_or_else(|| Err(String::new()), |prepared| prepared.request)
    }

    /// Whether a call is one of the program's own tools: they may have the name of a tool that the settings do not offer.
    fn is_own(&self, name: &str, settings: &Settings) -> bool {
        let name = name.trim();
        settings.tools.iter().all(|offered| offered != name) && self.host.tools().iter().any(|own| own.name == name)
    }
}

//! The rounds of a turn: while the model calls tools, their results are added and it is asked again, until it answers.

use super::{
    ModelCall, Session, ToolContext, TurnEvent, TurnOutcome,
    document_text::{has_document_text, last_source},
    recalling::{AskedFor, Recipient},
    reply::{Reply, unfinished, without_calls},
    tool_refusal::{ToolRefusal, tool_refusal},
    turn::TurnInputs,
};
use crate::{
    change::Change,
    compile::{Compiled, Outgoing, RecallState, Round, WindowFormat, Writer, compile, message_tokens},
    draft::ReplyDraft,
    error::{CompileError, Error, Failure, ModelError, ModelErrorKind, Remark, StoreError},
    forget::Forget,
    host::Host,
    id::MessageId,
    message::{Finish, Message, Part, Role},
    model::ChatModel,
    provider::Provider,
    record::{Record, RecordKey},
    settings::Settings,
    snapshot::Snapshot,
    store::Store,
    time::Now,
};
use ricordo_text::excerpt::cut;

/// The shortest length that tool results are cut to before the turn is given up, in tokens.
const SHORTEST_ANSWER: u32 = 64;

/// A running turn.
pub(super) struct Turn {
    pub(super) settings: Settings,
    pub(super) provider: Provider,
    /// The conversation before the user's message.
    pub(super) snapshot: Snapshot,
    /// The user's message and the rounds so far.
    pub(super) outgoing: Outgoing,
    pub(super) now: Now,
    /// The user's message as it is stored.
    pub(super) user: Message,
    /// The compiled request.
    pub(super) compiled: Compiled,
    /// The tools that were called, in order.
    pub(super) tools_used: Vec<String>,
    /// Whether the reply is on a branch beside the active one, where another answer to the same message arrives.
    pub(super) is_beside: bool,
    rounds: u32,
}

impl Turn {
    pub(super) fn new(inputs: TurnInputs, provider: &Provider, now: Now, user: Message, compiled: Compiled) -> Self {
        let TurnInputs { settings, snapshot, outgoing } = inputs;
        let provider = provider.clone();
        let (tools_used, is_beside, rounds) = (Vec::new(), false, 0);
        Self { settings, provider, snapshot, outgoing, now, user, compiled, tools_used, is_beside, rounds }
    }

    /// Goes on after rounds that were made and stored before: the messages with the calls, and those with the results.
    pub(super) fn resume(&mut self, rounds: &[Message]) -> Result<(), CompileError> {
        if rounds.is_empty() {
            return Ok(());
        }
        let format = self.compiled.format.clone();
        let sent = rounds.iter().map(|message| as_round(message, &format));
        self.outgoing.rounds = sent.collect();
        self.rounds = u32::try_from(rounds.len() / 2).unwrap_or(u32::MAX);
        self.tools_used = rounds.iter().flat_map(called).collect();
        self.end_with_an_answer();
        self.compiled = self.compile()?;
        Ok(())
    }

    /// In the last round the model must answer, so it is offered no tools.
    fn end_with_an_answer(&mut self) {
        if self.rounds >= self.settings.tool_rounds {
            self.outgoing.tools.clear();
        }
    }

    /// The same turn on a branch beside the active one.
    pub(super) fn beside(self) -> Self {
        Self { is_beside: true, ..self }
    }

    /// The change that stores an ended reply of this turn.
    pub(super) fn reply_change(&self, reply: &Message) -> Change {
        let record = Record::Message(Box::new(reply.clone()));
        // Beside the active branch it replaces what was stored while it arrived.
        if self.is_beside { Change::Put(record) } else { Change::Add(record) }
    }

    /// The records of the request, stored before it is sent: what is sent for the reply of `draft`.
    pub(super) fn manifest_changes(&self, draft: &ReplyDraft) -> Vec<Change> {
        let (mut manifest, fragments) = self.compiled.manifest(draft.conversation, draft.message, self.user.id);
        manifest.address = Some(self.provider.base_url.clone());
        let fragments = fragments.into_iter().map(Record::Fragment);
        fragments.chain([Record::Manifest(manifest)]).map(Change::Put).collect()
    }

    /// Compiles the request again.
    pub(super) fn recompile(&mut self) -> Result<(), RoundError> {
        self.compiled = self.compile().map_err(|_| RoundError::TooLong)?;
        Ok(())
    }

    fn compile(&self) -> Result<Compiled, CompileError> {
        compile(&self.snapshot, &self.outgoing, &self.settings, &self.provider, &self.now)
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Runs a turn to its end. The outcome holds what arrived, whatever happens.
    pub(super) async fn run_rounds<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        mut turn: Turn,
        mut draft: ReplyDraft,
    ) -> TurnOutcome {
        let observer = call.observer;
        loop {
            let mut request = turn.compiled.request.clone();
            // A missing image is replaced by a note; the rest of the message is still worth sending.
            if let Err(error @ Error::Store(_)) = self.attach(&mut request).await {
                observer(TurnEvent::NotSaved(error));
            }
            let reply = self
                .stream_reply(call, &request, Reply::new(draft.clone(), turn.is_beside, turn.provider.base_url.clone()))
                .await;
            if let Some(refusal) = refuses_tools(&turn, &reply)
                && let Ok(next) = self.without_tools(&mut turn, &draft, refusal, observer).await
            {
                draft = next;
                continue;
            }
            let asks = reply.finish == Some(Finish::ToolCalls)
                && reply.parts.iter().any(|part| matches!(part, Part::ToolCall { .. }));
            if !asks {
                return self.settle(turn, without_calls(reply), observer).await;
            }
            if turn.rounds >= turn.settings.tool_rounds {
                return self.settle(turn, self.given_up(reply), observer).await;
            }
            match self.next_round(call, &mut turn, &reply).await {
                Ok(next) => draft = next,
                Err(RoundError::NotStored(error)) => {
                    let repeats_tools = !turn.tools_used.is_empty();
                    return TurnOutcome { reply, not_saved: Some(error), truncation: None, repeats_tools };
                }
                Err(RoundError::TooLong) => {
                    let error = ModelError::new(ModelErrorKind::ToolResultsTooLong, "");
                    let finish = Finish::Failed { failure: Failure { error, at: self.host.now().at } };
                    let reply = Message { finish: Some(finish), ..without_calls(reply) };
                    // Neither the calls nor what they brought could be kept.
                    return TurnOutcome { repeats_tools: true, ..self.settle(turn, reply, observer).await };
                }
            }
        }
    }

    /// Answers the tool calls of a reply, stores both, and compiles the next request.
    async fn next_round<M: ChatModel>(
        &self,
        call: &ModelCall<'_, M>,
        turn: &mut Turn,
        reply: &Message,
    ) -> Result<ReplyDraft, RoundError> {
        let observer = call.observer;
        let id = reply.conversation;
        let context = ToolContext {
            conversation: id,
            source: turn.user.id,
            settings: &turn.settings,
            provider: &turn.provider,
            cancel: &call.control.cancel,
            has_document_text: has_document_text(&turn.compiled),
            last_source: last_source(&turn.compiled),
        };
        // The request that was answered. Compiling the next one replaces it.
        let prompt = turn.compiled.tokens;
        let answers = self.answer(&reply.parts, &context).await?;
        turn.rounds += 1;
        turn.tools_used.extend(called(reply));
        turn.end_with_an_answer();
        let contained = (0_u32..).zip(answers.contained).filter(|(_, contained)| !contained.is_empty());
        let mut results = self.results(reply, answers.results);
        self.leave_out_erased(turn).await?;
        self.fit(turn, reply, &mut results)?;
        self.recall_more(turn).await;
        if self.follow(turn).await? {
            self.recall_more(turn).await;
        }
        let mut draft = self.draft_after(&results, reply.branch, &turn.provider);
        draft.conversation = id;
        let mut changes = self.applied_now(id, answers.changes, &answers.read).await?;
        changes.extend([
            turn.reply_change(reply),
            Change::Add(Record::Message(Box::new(results.clone()))),
            Change::Put(unfinished(&draft, turn.is_beside)),
        ]);
        changes.extend(
            contained
                .into_iter()
                .map(|(part, contained)| Change::Put(Record::Fragment(contained.stored(results.id, part, id)))),
        );
        changes.extend(self.forgets_moved(reply, draft.sequence + 2).await?);
        changes.extend(self.usage_changes(turn, reply, prompt, 0).await?);
        changes.extend(turn.manifest_changes(&draft));
        self.apply_in(id, changes).await?;
        observer(TurnEvent::Round { reply: Box::new(reply.clone()), results: Box::new(results) });
        answers.events.into_iter().for_each(|event| observer(TurnEvent::Tool(Box::new(event))));
        observer(TurnEvent::Compiled(Box::new(turn.compiled.clone())));
        Ok(draft)
    }

    /// The message with the results of the tool calls in `reply`.
    fn results(&self, reply: &Message, parts: Vec<Part>) -> Message {
        let now = self.host.now();
        Message {
            id: MessageId::new(now.at, self.host.random()),
            sequence: reply.sequence + 1,
            role: Role::Tool,
            tokens: message_tokens(&parts),
            parts,
            created_at: now.at,
            model: None,
            finish: None,
            usage: None,
            first_word_ms: None,
            total_ms: None,
            tokens_before: reply.tokens_before + u64::from(reply.tokens),
            ..reply.clone()
        }
    }

    /// Compiles the next request, cutting long tool results until it fits.
    fn fit(&self, turn: &mut Turn, reply: &Message, results: &mut Message) -> Result<(), RoundError> {
        let format = turn.compiled.format.clone();
        let mut longest = results.tokens;
        loop {
            let rounds = turn.outgoing.rounds.len();
            let both: [&Message; 2] = [reply, results];
            turn.outgoing.rounds.extend(both.map(|message| as_round(message, &format)));
            if let Ok(compiled) = turn.compile() {
                turn.compiled = compiled;
                return Ok(());
            }
            turn.outgoing.rounds.truncate(rounds);
            longest /= 2;
            if longest < SHORTEST_ANSWER {
                return Err(RoundError::TooLong);
            }
            for part in &mut results.parts {
                if let Part::ToolResult { content, .. } = part {
                    *content = cut(content, longest);
                }
            }
            results.tokens = message_tokens(&results.parts);
        }
    }

    /// Recalls again with the results of the tools. If that takes too long, what was recalled before is sent again.
    async fn recall_more(&self, turn: &mut Turn) {
        if !self.recalls(&turn.settings) && !turn.settings.recall.documents {
            return;
        }
        let before = turn.outgoing.clone();
        let to = Recipient { provider: &turn.provider, now: turn.now, asked_for: AskedFor::Turn };
        self.recall_for(&turn.settings, &turn.snapshot, &mut turn.outgoing, to).await;
        match turn.compile() {
            Ok(compiled) if turn.outgoing.recall != RecallState::Late => turn.compiled = compiled,
            _ => turn.outgoing = before,
        }
    }

    /// Extends a forget that was given during this turn to the messages that follow from the reply: one that covers the reply.
    /// An earlier round may have extended it already. One from before the turn does not reach that far.
    async fn forgets_moved(&self, reply: &Message, end: u32) -> Result<Vec<Change>, RoundError> {
        let snapshot = self.store.snapshot(reply.conversation, 0).await?;
        let forgets = snapshot.map(|snapshot| snapshot.forgets).unwrap_or_default().into_iter();
        let running = forgets.filter(|forget| forget.branch == reply.branch && forget.before > reply.sequence);
        let moved = running.map(|forget| Forget { before: end.max(forget.before), ..forget });
        Ok(moved.map(Record::Forget).map(Change::Put).collect())
    }

    /// The server rejects tools: sends none in this turn, and none to this provider from now on if it takes none.
    async fn without_tools(
        &self,
        turn: &mut Turn,
        draft: &ReplyDraft,
        refusal: ToolRefusal,
        observer: &dyn Fn(TurnEvent),
    ) -> Result<ReplyDraft, RoundError> {
        let is_lasting = refusal == ToolRefusal::Lasting;
        turn.provider.has_tools = false;
        self.leave_out_erased(turn).await?;
        turn.recompile()?;
        let mut changes = turn.manifest_changes(draft);
        let key = RecordKey::Provider(turn.provider.id);
        if is_lasting && let Some(Record::Provider(known)) = self.store.record(key).await? {
            // If the request went to another model than the provider's default, the conversation chose it and records
            // this itself.
            if known.model == turn.provider.model {
                changes.push(Change::Put(Record::Provider(Provider { has_tools: false, ..known })));
            } else {
                changes.extend(self.own_without_tools(turn).await?);
            }
        }
        self.apply_in(draft.conversation, changes).await?;
        if is_lasting {
            observer(TurnEvent::ToolsRefused);
        }
        observer(TurnEvent::Compiled(Box::new(turn.compiled.clone())));
        Ok(draft.clone())
    }

    async fn own_without_tools(&self, turn: &Turn) -> Result<Option<Change>, StoreError> {
        let id = turn.snapshot.conversation.id;
        let Some(Record::Conversation(mut now)) = self.store.record(RecordKey::Conversation(id)).await? else {
            return Ok(None);
        };
        let own = now.own.model.as_mut().filter(|own| own.model == turn.provider.model);
        let is_own = own.map(|own| own.has_tools = false).is_some();
        Ok(is_own.then_some(Change::Put(Record::Conversation(now))))
    }

    /// Ends the reply of a model that keeps calling tools; its text so far is kept.
    fn given_up(&self, reply: Message) -> Message {
        let reply = without_calls(reply);
        let has_words = reply.parts.iter().any(|part| matches!(part, Part::Text { text } if !text.trim().is_empty()));
        let finish = if has_words {
            Finish::Complete
        } else {
            let error = ModelError::new(ModelErrorKind::EmptyReply, Remark::OnlyToolCalls.words());
            Finish::Failed { failure: Failure { error, at: self.host.now().at } }
        };
        Message { finish: Some(finish), ..reply }
    }
}

/// A message of a round as it is sent.
fn as_round(message: &Message, format: &WindowFormat) -> Round {
    Round { id: message.id, message: Writer(format).as_sent(message, None, false) }
}

/// The names of the tools that a message calls.
fn called(message: &Message) -> impl Iterator<Item = String> {
    message.parts.iter().filter_map(|part| match part {
        Part::ToolCall { name, .. } => Some(name.clone()),
        _ => None,
    })
}

/// Why a round was not started.
pub(super) enum RoundError {
    /// The store failed, or the conversation was erased during the turn.
    NotStored(Error),
    /// The tool results do not fit into the budget.
    TooLong,
}

impl From<Error> for RoundError {
    fn from(error: Error) -> Self {
        Self::NotStored(error)
    }
}

impl From<StoreError> for RoundError {
    fn from(error: StoreError) -> Self {
        Self::NotStored(error.into())
    }
}

/// Whether the server rejected tools before the reply began, and for how long.
fn refuses_tools(turn: &Turn, reply: &Message) -> Option<ToolRefusal> {
    let Some(Finish::Failed { failure: Failure { error, .. } }) = &reply.finish else {
        return None;
    };
    let is_first = !turn.compiled.request.tools.is_empty() && turn.rounds == 0 && reply.parts.is_empty();
    if is_first { tool_refusal(error) } else { None }
}

//! One question for several models: the message is stored once, and each answer is a sibling branch. All answers arrive
//! at the same time. The first is on the branch of the message, so it is the one shown until the user keeps another.
//!
//! A conversation has one draft, which is that of the first answer. The others are stored as interrupted messages until
//! they end, so nothing has to be recovered after a crash.

use super::{
    ModelCall, Session, TurnOutcome,
    recalling::{AskedFor, Recipient},
    reply::ended_early,
    rounds::Turn,
    send::{MOST_PLANS, Planned, is_blank},
    turn::TurnInputs,
};
use crate::{
    branch::{Branch, Sequence},
    change::Change,
    compile::{Outgoing, compile},
    error::{CompileError, Error, Failure, ModelError, ModelErrorKind, StoreError},
    fork::forks,
    host::Host,
    id::{BranchId, ConversationId},
    message::{Finish, Message, Role},
    model::ChatModel,
    provider::Provider,
    record::{Record, RecordKey},
    settings::Settings,
    snapshot::Snapshot,
    spending::Spending,
    store::Store,
    time::Now,
    tools::Tool,
};

/// The most models that one question goes to.
pub const MOST_MODELS: usize = 4;
/// Messages of one answer that are read: replies with tool calls and their results come before its text.
const LONGEST_ANSWER: u32 = 64;

/// An answer whose question is stored and that is not received yet. [`Session::receive`] receives it.
pub struct Awaited {
    /// The branch of the answer.
    pub branch: BranchId,
    /// The sequence of its first message.
    pub sequence: Sequence,
    state: State,
}

enum State {
    Planned(Box<Planned>),
    /// The request could not be made: it failed before it was sent.
    Failed(Box<Message>),
}

/// An answer that is planned, with the changes that store it.
struct Answer {
    awaited: Awaited,
    changes: Vec<Change>,
    cost: Option<Spending>,
}

/// A question that is planned for all its models.
struct Question {
    answers: Vec<Answer>,
    settings: Settings,
    /// The conversation before the message.
    snapshot: Snapshot,
    /// The message of the user.
    user: Message,
}

impl Question {
    /// Checks that all requests together may be sent without asking the user first.
    fn check<M>(&self, calls: &[ModelCall<'_, M>]) -> Result<(), Error> {
        let costs = self.answers.iter().filter_map(|answer| answer.cost);
        let all = costs.reduce(Spending::with).filter(|all| self.settings.needs_consent(all));
        let all = all.filter(|all| calls.iter().any(|call| !call.may_spend(all)));
        all.map_or(Ok(()), |all| Err(Error::NeedsConsent(all)))
    }

    fn take_changes(&mut self) -> Vec<Change> {
        self.answers.iter_mut().flat_map(|answer| std::mem::take(&mut answer.changes)).collect()
    }
}

impl<S: Store, H: Host> Session<S, H> {
    /// Stores a message and a branch for the answer of each call, in one transaction. Nothing is sent before
    /// [`Session::receive`] is called for each of them, which may run at the same time. The models may only call tools
    /// that read, so that nothing is changed more than once. A request that does not fit a model other than the first becomes
    /// a failed answer.
    ///
    /// # Errors
    /// As [`Session::send_message`], where the first call asks first: for all requests together.
    pub async fn ask_several<M: ChatModel>(
        &self,
        calls: &[ModelCall<'_, M>],
        id: ConversationId,
        outgoing: Outgoing,
    ) -> Result<Vec<Awaited>, Error> {
        if is_blank(&outgoing) || calls.is_empty() {
            return Err(Error::EmptyMessage);
        }
        let providers: Vec<&Provider> = calls.iter().map(|call| call.provider).collect();
        for _ in 0..MOST_PLANS {
            let mut question = self.plan_question(&providers, id, &outgoing).await?;
            question.check(calls)?;
            let changes = question.take_changes();
            if self.store_turn(&question.snapshot, &question.user, changes).await? {
                return Ok(question.answers.into_iter().map(|answer| answer.awaited).collect());
            }
        }
        Err(StoreError::Conflict.into())
    }

    /// Receives an answer of [`Session::ask_several`]. `call` is the one that it was planned for.
    ///
    /// # Errors
    /// As [`Session::send`].
    pub async fn receive<M: ChatModel>(&self, call: &ModelCall<'_, M>, awaited: Awaited) -> Result<TurnOutcome, Error> {
        match awaited.state {
            State::Planned(planned) => self.begin(call, *planned).await,
            State::Failed(reply) => {
                Ok(TurnOutcome { reply: *reply, not_saved: None, truncation: None, repeats_tools: false })
            }
        }
    }

    /// The answers at a fork of the active branch: for each sibling that begins with a reply, its messages up to the
    /// next one of the user. Empty if there is no fork.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn answers_at(
        &self,
        id: ConversationId,
        sequence: Sequence,
    ) -> Result<Vec<(BranchId, Vec<Message>)>, Error> {
        let snapshot = self.snapshot(id, 0).await?;
        let forks = forks(&snapshot.branches, snapshot.conversation.active_branch);
        let fork = forks.into_iter().find(|fork| fork.sequence == sequence);
        let mut answers = Vec::new();
        for branch in fork.map(|fork| fork.siblings).unwrap_or_default() {
            let (from, to) = (RecordKey::Message(branch, sequence), RecordKey::Message(branch, Sequence::MAX));
            let records = self.store.records_between(from, to, LONGEST_ANSWER).await?;
            let messages = records.into_iter().filter_map(|record| match record {
                Record::Message(message) => Some(*message),
                _ => None,
            });
            let answer: Vec<Message> = messages.take_while(|message| message.role != Role::User).collect();
            if !answer.is_empty() {
                answers.push((branch, answer));
            }
        }
        Ok(answers)
    }

    async fn plan_question(
        &self,
        providers: &[&Provider],
        id: ConversationId,
        outgoing: &Outgoing,
    ) -> Result<Question, Error> {
        let [first, others @ ..] = providers else { return Err(Error::EmptyMessage) };
        let (mut outgoing, mut blobs) = (outgoing.clone(), Vec::new());
        self.with_own_images(id, &mut outgoing.parts, &mut blobs).await?;
        let inputs = self.inputs_that_read(first, id, &outgoing).await?;
        let settings = inputs.settings.clone();
        let before = vec![Change::Remove(RecordKey::ComposerDraft(id))];
        let mut planned = self.plan_message(first, inputs, &blobs, before, self.new_message_id()).await?;
        let (user, now, snapshot) = (planned.turn.user.clone(), planned.turn.now, planned.turn.snapshot.clone());
        let changes = std::mem::take(&mut planned.changes);
        let cost = planned.turn.compiled.cost(&settings);
        let (branch, sequence) = (user.branch, user.sequence + 1);
        let awaited = Awaited { branch, sequence, state: State::Planned(Box::new(planned)) };
        let mut answers = vec![Answer { awaited, changes, cost }];
        for provider in others {
            let inputs = self.inputs_that_read(provider, id, &outgoing).await?;
            answers.push(self.plan_beside(provider, inputs, &user, now).await?);
        }
        Ok(Question { answers, settings, snapshot, user })
    }

    async fn inputs_that_read(
        &self,
        provider: &Provider,
        id: ConversationId,
        outgoing: &Outgoing,
    ) -> Result<TurnInputs, Error> {
        let mut outgoing = outgoing.clone();
        let (mut settings, snapshot) = self.resolve_inputs(id, provider, &mut outgoing).await?;
        let only_reads = |name: &str| Tool::named(name).is_some_and(Tool::only_reads);
        outgoing.tools.retain(|tool| only_reads(&tool.name));
        settings.tools.retain(|name| only_reads(name));
        Ok(TurnInputs { settings, snapshot, outgoing })
    }

    /// Plans an answer on a branch of its own beside the one that `user` is on.
    async fn plan_beside(
        &self,
        provider: &Provider,
        inputs: TurnInputs,
        user: &Message,
        now: Now,
    ) -> Result<Answer, Error> {
        let TurnInputs { settings, snapshot, mut outgoing } = inputs;
        let branch = Branch {
            id: BranchId::new(self.moment(), self.host.random()),
            conversation: user.conversation,
            parent: Some(user.branch),
            first: user.sequence + 1,
            left_at: None,
        };
        let to = Recipient { provider, now, asked_for: AskedFor::Turn };
        self.recall_for(&settings, &snapshot, &mut outgoing, to).await;
        let draft = self.draft_after(user, branch.id, provider);
        let (branch_id, sequence) = (branch.id, branch.first);
        let mut changes = vec![Change::Add(Record::Branch(branch))];
        let mut add = |reply: &Message| changes.push(Change::Add(Record::Message(Box::new(reply.clone()))));
        let (state, cost) = match compile(&snapshot, &outgoing, &settings, provider, &now) {
            Ok(compiled) => {
                add(&ended_early(&draft, Finish::Interrupted));
                let cost = compiled.cost(&settings);
                let inputs = TurnInputs { settings, snapshot, outgoing };
                let turn = Turn::new(inputs, provider, now, user.clone(), compiled).beside();
                changes.extend(turn.manifest_changes(&draft));
                (State::Planned(Box::new(Planned { turn, draft, changes: Vec::new(), is_new: false })), cost)
            }
            Err(error) => {
                let failure = Failure { error: as_model_error(&error), at: now.at };
                let reply = ended_early(&draft, Finish::Failed { failure });
                add(&reply);
                (State::Failed(Box::new(reply)), None)
            }
        };
        Ok(Answer { awaited: Awaited { branch: branch_id, sequence, state }, changes, cost })
    }
}

/// Why a request was not made, as the failure of its answer.
fn as_model_error(error: &CompileError) -> ModelError {
    match error {
        CompileError::OverBudget(error) => ModelError::new(ModelErrorKind::OverBudget, error.over_by.to_string()),
        CompileError::ImagesUnsupported(_) => ModelError::new(ModelErrorKind::ImagesUnsupported, ""),
    }
}

//! Asks before background work sends what the user may not expect: text that this connection never received, a large
//! amount, or anything that costs money. A conversation that is only read starts nothing.

use super::{
    MaintainEvent,
    halt::if_made,
    make::{Order, language, sample},
    run::{ROOM_FOR_THOUGHTS, Run},
};
use crate::{
    change::Change,
    consent::{Answer, Consent, Question, answer, note},
    error::Error,
    host::Host,
    id::ConversationId,
    maintenance::Job,
    message::{Message, Role},
    model::ChatModel,
    prompt::{Prompt, text},
    provider::{Provider, ProviderKind},
    record::{Record, RecordKey},
    session::Session,
    statistics::{Billed, price_of},
    store::Store,
    summary::{Coverage, due::Due, plan::part_limit},
    tokens::estimate,
};

/// What a job is about to send.
pub(super) struct Plan {
    pub(super) job: Job,
    /// The conversation in which the question is asked.
    pub(super) conversation: ConversationId,
    pub(super) messages: u32,
    /// The tokens of all its prompts.
    pub(super) tokens: u64,
    /// The most tokens of all answers.
    pub(super) answer_tokens: u64,
    pub(super) coverage: Vec<Coverage>,
}

/// What a summary of `source` tokens sends, and gets at most, by the model's count. A long source is read in parts, and what
/// they are answered with is read again.
fn planned<M: ChatModel>(run: &Run<'_, M>, order: &Order, source: u64) -> (u64, u64) {
    let sample = sample(&order.inputs);
    let merge = text(Prompt::Merge, language(&order.inputs));
    let room = run.source_tokens(&[&order.template, merge], &sample).max(1);
    let parts = source.div_ceil(room.into()).max(1);
    let part = if parts == 1 { order.max_tokens } else { part_limit(order.max_tokens, room) };
    let of_parts = parts.saturating_mul(part.into());
    let read_again = if parts == 1 { 0 } else { of_parts };
    let merges = read_again.div_ceil(room.into());
    let templates = (parts + merges).saturating_mul(estimate(&order.template).into());
    let prompts = source.saturating_add(read_again).saturating_add(templates);
    (run.counted(prompts, &sample), of_parts.saturating_add(merges.saturating_mul(order.max_tokens.into())))
}

impl<S: Store, H: Host> Session<S, H> {
    /// Stores the answer to a [`MaintainEvent::Asks`], for this conversation and the address that was asked about.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn answer_consent(&self, id: ConversationId, address: &str, answer: Answer) -> Result<(), Error> {
        let mut conversation = self.conversation(id).await?;
        let consent = Consent { address: address.to_owned(), answer, at: self.host.now().at };
        note(&mut conversation.consents, consent);
        self.store.apply(vec![Change::Put(Record::Conversation(conversation))]).await?;
        Ok(())
    }

    /// Withdraws the answer for an address: the question is asked again when there is something to ask.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub async fn forget_consent(&self, id: ConversationId, address: &str) -> Result<(), Error> {
        let mut conversation = self.conversation(id).await?;
        conversation.consents.retain(|consent| consent.address != address);
        self.store.apply(vec![Change::Put(Record::Conversation(conversation))]).await?;
        Ok(())
    }

    /// Whether background work may look at a conversation now, before it reads anything.
    pub(super) async fn may_begin<M: ChatModel>(&self, run: &Run<'_, M>, id: ConversationId) -> Result<bool, Error> {
        let Some(asking) = run.asking() else { return Ok(true) };
        if asking.is_active(id) || asking.open == Some(id) {
            return Ok(true);
        }
        // Work that was allowed and is unfinished goes on.
        Ok(self.consent_to(run, id).await? == Some(Answer::Allowed))
    }

    /// Whether a summary may be made automatically; asks the user where that is required first.
    pub(super) async fn may_make<M: ChatModel>(&self, run: &Run<'_, M>, order: &Order) -> Result<bool, Error> {
        let Some(asking) = run.asking() else { return Ok(true) };
        // An older one may be in use while a newer one is not.
        let mut places = order.parts.iter().map(|part| part.coverage.conversation);
        let used =
            places.clone().find(|id| asking.is_active(*id)).or_else(|| places.find(|id| asking.open == Some(*id)));
        let Some(conversation) = used.or_else(|| order.place()) else { return Ok(true) };
        let (tokens, answer_tokens) = planned(run, order, order.source_tokens());
        let plan = Plan {
            job: order.job,
            conversation,
            messages: u32::try_from(order.inputs.len()).unwrap_or(u32::MAX),
            tokens,
            answer_tokens,
            // Of a shared summary each conversation was asked about by itself: see `not_allowed`.
            coverage: if order.conversation.is_some() { order.coverage.clone() } else { Vec::new() },
        };
        self.may_send(run, &plan).await
    }

    /// The order that makes one daily summary from what may be sent of its conversations.
    pub(super) async fn allowed_day_order<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        due: &Due,
    ) -> Result<Option<Order>, Error> {
        let (reader, settings) = (run.reader(), &run.settings);
        let Some(all) = if_made(self.day_order(Some(reader), settings, due, &[]).await)? else { return Ok(None) };
        let left_out = self.not_allowed(run, &all).await?;
        if left_out.is_empty() {
            return Ok(Some(all));
        }
        if_made(self.day_order(Some(reader), settings, due, &left_out).await)
    }

    /// The conversations of a shared summary that it may not send: their text never went to this address, and the user did
    /// not allow it there. An answer in one conversation says nothing about the others. Asks about those in use.
    async fn not_allowed<M: ChatModel>(&self, run: &Run<'_, M>, order: &Order) -> Result<Vec<ConversationId>, Error> {
        let mut left_out = Vec::new();
        let is_exempt = order.conversation.is_some() || run.provider.kind == ProviderKind::InPage;
        if run.asking().is_none() || is_exempt {
            return Ok(left_out);
        }
        for part in &order.parts {
            let conversation = part.coverage.conversation;
            let is_allowed = self.consent_to(run, conversation).await? == Some(Answer::Allowed);
            if is_allowed || self.was_sent(run.provider, &[part.coverage]).await? {
                continue;
            }
            let (tokens, answer_tokens) = planned(run, order, part.tokens);
            let plan = Plan {
                job: order.job,
                conversation,
                messages: part.messages,
                tokens,
                answer_tokens,
                coverage: vec![part.coverage],
            };
            self.may_send(run, &plan).await?;
            left_out.push(conversation);
        }
        Ok(left_out)
    }

    /// Whether a job may send what it is about to read; asks the user where that is required first.
    pub(super) async fn may_send<M: ChatModel>(&self, run: &Run<'_, M>, plan: &Plan) -> Result<bool, Error> {
        let Some(asking) = run.asking() else { return Ok(true) };
        let is_active = asking.is_active(plan.conversation);
        match self.consent_to(run, plan.conversation).await? {
            Some(Answer::Allowed) => Ok(is_active || !self.maintenance_of(plan.job).await?.finished.is_empty()),
            Some(Answer::NotNow | Answer::Never) => Ok(false),
            None => match self.question(run, plan).await? {
                None => Ok(is_active),
                Some(question) => {
                    if is_active || asking.open == Some(plan.conversation) {
                        run.tell(MaintainEvent::Asks(Box::new(question)));
                    }
                    Ok(false)
                }
            },
        }
    }

    /// The answers in the conversations of an order. None where no answer counts: the user gave a command, or the run does
    /// not ask.
    pub(super) async fn consents<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        order: &Order,
    ) -> Result<Vec<Option<Answer>>, Error> {
        let mut consents = Vec::new();
        if run.asking().is_none() || order.asked.is_some() {
            return Ok(consents);
        }
        for part in &order.parts {
            consents.push(self.consent_to(run, part.coverage.conversation).await?);
        }
        Ok(consents)
    }

    async fn consent_to<M: ChatModel>(&self, run: &Run<'_, M>, id: ConversationId) -> Result<Option<Answer>, Error> {
        let conversation = match self.conversation(id).await {
            // It was erased.
            Err(Error::NoConversation) => return Ok(Some(Answer::Never)),
            found => found?,
        };
        Ok(answer(&conversation.consents, &run.provider.base_url, self.host.now().at))
    }

    /// The question to ask first; `None`: no question is needed.
    async fn question<M: ChatModel>(&self, run: &Run<'_, M>, plan: &Plan) -> Result<Option<Question>, Error> {
        if run.provider.kind == ProviderKind::InPage {
            // Nothing leaves the page, and nothing costs money.
            return Ok(None);
        }
        let price = price_of(&run.settings.prices, &run.provider.model);
        // Such a request puts nothing into a cache, and a model may reason before it answers.
        let completion = plan.answer_tokens.saturating_mul(ROOM_FOR_THOUGHTS.into());
        let billed = Billed { prompt: plan.tokens, completion, ..Billed::default() };
        let cost = price.and_then(|price| price.of(billed)).filter(|cost| *cost > 0);
        let is_much = plan.tokens > u64::from(run.settings.ask_above_tokens) || cost.is_some();
        // A title is read from the turn that was just sent, so neither its size nor its price is worth a question.
        let is_title = matches!(plan.job, Job::Title(_));
        let is_new_there = !self.was_sent(run.provider, &plan.coverage).await?;
        Ok((is_new_there || (is_much && !is_title)).then(|| Question {
            job: plan.job,
            conversation: plan.conversation,
            messages: plan.messages,
            tokens: plan.tokens,
            cost,
            is_new_there,
            name: run.provider.name.clone(),
            address: run.provider.base_url.clone(),
        }))
    }

    /// Whether every reply in these spans was requested at the address of the provider.
    async fn was_sent(&self, provider: &Provider, coverage: &[Coverage]) -> Result<bool, Error> {
        let replies = |page: &[Message]| {
            let replies = page.iter().filter(|message| message.role == Role::Assistant);
            replies.map(|message| message.id).collect()
        };
        for Coverage { conversation, from, to, .. } in coverage {
            let found = self.read_span(*conversation, *from..*to, replies).await?;
            if found.is_empty() {
                return Ok(false);
            }
            for reply in found {
                let sent = match self.store.record(RecordKey::Manifest(*conversation, reply)).await? {
                    // Manifests from before addresses were recorded hold only the kind of the provider.
                    Some(Record::Manifest(manifest)) => match manifest.address {
                        Some(address) => address == provider.base_url,
                        None => manifest.provider == Some(provider.kind),
                    },
                    _ => false,
                };
                if !sent {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

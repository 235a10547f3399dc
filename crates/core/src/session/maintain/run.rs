//! One run of background work: its budget, and how it asks the model.

use super::{BackgroundRequest, Halt, MaintainControl, MaintainEvent, NotMade, readers::Reader};
use crate::{
    accept::{Reply, accept_summary},
    cancel::Cancel,
    change::Change,
    compile::{Counter, Limits, background_request::background_request},
    consent::Asking,
    error::{Error, ModelError},
    host::Host,
    id::ConversationId,
    maintenance::{
        Job, Maintenance,
        sent::{SentRequest, SentResult},
    },
    message::{Finish, Part, Usage},
    model::{ChatEvent, ChatModel, ChatRequest},
    provider::Provider,
    record::{Record, RecordKey},
    session::Session,
    settings::Settings,
    store::Store,
    summary::plan::Question,
    tokens::estimate,
};
use futures_util::future::{Either, select};
use std::{
    cell::{Cell, RefCell},
    pin::pin,
    rc::Rc,
};

/// How long a model may take to stop after a cancel, in milliseconds. After that it is abandoned.
const STOP_GRACE: u32 = 500;
/// The share of the budget that stays unused, because our token count is an estimate.
const RESERVE_DIVISOR: u32 = 8;
/// A model may reason before it answers: it gets this many times the room of the answer.
pub(super) const ROOM_FOR_THOUGHTS: u32 = 2;

/// What a job needs to know about its run.
pub(super) struct Run<'a, M> {
    model: &'a M,
    pub(super) provider: &'a Provider,
    /// The effective settings of the conversation that the job works on.
    pub(super) settings: Settings,
    control: &'a MaintainControl,
    observer: &'a dyn Fn(MaintainEvent),
    counter: Counter,
    spent: Rc<Spent>,
}

/// What one run has spent over all its conversations.
#[derive(Default)]
struct Spent {
    requests: Cell<u32>,
    tokens: Cell<u64>,
    /// The conversation in which the request is counted.
    place: Cell<Option<ConversationId>>,
}

impl<'a, M: ChatModel> Run<'a, M> {
    /// The same run with the settings of another conversation. Shares the limits.
    pub(super) fn under(&self, settings: Settings) -> Self {
        Run { settings, spent: Rc::clone(&self.spent), ..*self }
    }

    pub(super) fn tell(&self, event: MaintainEvent) {
        (self.observer)(event);
    }

    /// Reports that a job is about to ask the model: `done` of about `of` requests are answered. Usage counts in
    /// `place`.
    pub(super) fn begin(&self, job: Job, place: Option<ConversationId>, done: u32, of: u32) {
        self.spent.place.set(place);
        self.tell(MaintainEvent::Running { job, done, of });
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader { provider: self.provider, replying: self.control.replying.as_ref(), asked: None }
    }

    /// How the run asks for consent; `None`: it does not ask.
    pub(super) fn asking(&self) -> Option<&Asking> {
        self.control.asking.as_ref()
    }

    /// Raised when the run has to yield.
    pub(super) fn cancel(&self) -> &Cancel {
        &self.control.cancel
    }

    /// Whether the run has to stop now: cancelled, or over its limits.
    pub(super) fn is_over(&self) -> bool {
        self.control.cancel.is_cancelled()
            || self.spent.requests.get() >= self.control.max_requests
            || self.spent.tokens.get() >= self.control.max_tokens
    }

    /// The model's count of a text of `tokens` by our estimate, which is like the sample.
    pub(super) fn counted(&self, tokens: u64, sample: &str) -> u64 {
        tokens.saturating_mul(self.counter.per_mille(sample).into()).div_ceil(1_000)
    }

    /// The longest source that fits one request beside any of the prompts, in tokens by our estimate. What the model counts
    /// depends on the kind of text, which the sample shows.
    pub(super) fn source_tokens(&self, templates: &[&str], sample: &str) -> u32 {
        let budget = Limits::of(&self.settings, self.provider).budget;
        let prompt = templates.iter().map(|template| estimate(template)).max().unwrap_or(0);
        let budget = budget - budget / RESERVE_DIVISOR - self.counter.margin(budget);
        let budget = u64::from(budget) * 1_000 / u64::from(self.counter.per_mille(sample).max(1));
        u32::try_from(budget).unwrap_or(u32::MAX).saturating_sub(prompt)
    }
}

impl<S: Store, H: Host> Session<S, H> {
    pub(super) async fn begin_run<'a, M: ChatModel>(
        &self,
        model: &'a M,
        provider: &'a Provider,
        settings: Settings,
        control: &'a MaintainControl,
        observer: &'a dyn Fn(MaintainEvent),
    ) -> Result<Run<'a, M>, Error> {
        let calibration = self.calibration(provider).await?.calibration;
        let counter = Counter::of(&provider.model, calibration, None);
        Ok(Run { model, provider, settings, control, observer, counter, spent: Rc::default() })
    }

    /// Asks for a summary and returns it if it is acceptable.
    pub(super) async fn ask<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        maintenance: &mut Maintenance,
        question: &Question,
    ) -> Result<String, Halt> {
        let (finish, parts) = self.answer_to(run, maintenance, &question.prompt, question.max_tokens).await?;
        let reply = Reply { finish: &finish, parts: &parts };
        Ok(accept_summary(&reply, question.source_tokens, question.max_tokens).map_err(NotMade::Answer)?)
    }

    /// The raw answer of the model. The request is recorded in `maintenance` and stored before it is sent; its result
    /// is recorded in `maintenance` only, which the caller stores with the answer.
    ///
    /// # Errors
    /// [`Error::Store`]; [`NotMade::Stopped`], [`NotMade::Model`].
    pub(super) async fn answer_to<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        maintenance: &mut Maintenance,
        prompt: &str,
        max_tokens: u32,
    ) -> Result<(Finish, Vec<Part>), Halt> {
        let request =
            background_request(run.provider, &run.settings, prompt, max_tokens.saturating_mul(ROOM_FOR_THOUGHTS));
        let gathered = RefCell::new(Gathered::default());
        run.spent.requests.set(run.spent.requests.get().saturating_add(1));
        let sent = SentRequest::new(run.provider, estimate(prompt), self.host.now().at);
        maintenance.note_sent(sent.clone());
        self.store_sent(maintenance).await?;
        run.tell(MaintainEvent::Sent(Box::new(BackgroundRequest {
            job: maintenance.job,
            sent,
            prompt: prompt.to_owned(),
        })));
        let streamed = self.stream_background_request(run, &request, &gathered).await;
        let gathered = gathered.into_inner();
        let tokens = u64::from(estimate(prompt)) + u64::from(gathered.tokens());
        run.spent.tokens.set(run.spent.tokens.get().saturating_add(tokens));
        let is_stopped = run.control.cancel.is_cancelled();
        let result = match (&streamed, &gathered.finish) {
            _ if is_stopped => SentResult::Stopped,
            (Err(_), _) | (_, Some(Finish::Failed { .. })) => SentResult::Failed,
            _ => SentResult::Answered,
        };
        maintenance.note_result(result, gathered.usage);
        if let (Some(usage), Some(place)) = (gathered.used(prompt), run.spent.place.get()) {
            self.count_background(place, run.provider, usage).await?;
        }
        if is_stopped {
            // The caller does not store a stopped request. The stop may be due to the conversation being erased.
            if self.store.record(RecordKey::Maintenance(maintenance.job)).await?.is_some() {
                self.store_sent(maintenance).await?;
            }
            return Err(NotMade::Stopped.into());
        }
        streamed.map_err(NotMade::Model)?;
        Ok((gathered.finish.unwrap_or(Finish::Complete), gathered.parts))
    }

    /// Stores only the log of requests: unfinished work may have been erased meanwhile.
    async fn store_sent(&self, maintenance: &Maintenance) -> Result<(), Error> {
        let stored = self.maintenance_of(maintenance.job).await?;
        self.store
            .apply(vec![Change::Put(Record::Maintenance(Maintenance { sent: maintenance.sent.clone(), ..stored }))])
            .await?;
        Ok(())
    }

    async fn stream_background_request<M: ChatModel>(
        &self,
        run: &Run<'_, M>,
        request: &ChatRequest,
        gathered: &RefCell<Gathered>,
    ) -> Result<(), ModelError> {
        let cancel = &run.control.cancel;
        let on_event = |event| {
            if !cancel.is_cancelled() {
                gathered.borrow_mut().take(event);
            }
        };
        let streaming = pin!(run.model.stream(request, &on_event, cancel));
        let stopped = pin!(async {
            cancel.cancelled().await;
            self.host.sleep(STOP_GRACE).await;
        });
        match select(streaming, stopped).await {
            Either::Left((streamed, _)) => streamed,
            Either::Right(((), _)) => Ok(()),
        }
    }
}

/// The streamed answer to a background request. Pieces of tool calls are not assembled: one is enough to refuse the
/// answer.
#[derive(Default)]
struct Gathered {
    parts: Vec<Part>,
    finish: Option<Finish>,
    usage: Option<Usage>,
}

impl Gathered {
    fn take(&mut self, event: ChatEvent) {
        match event {
            ChatEvent::Text { text: more } => match self.parts.last_mut() {
                Some(Part::Text { text }) => text.push_str(&more),
                _ => self.parts.push(Part::Text { text: more }),
            },
            ChatEvent::Reasoning { text: more } => match self.parts.last_mut() {
                Some(Part::Reasoning { text }) => text.push_str(&more),
                _ => self.parts.push(Part::Reasoning { text: more }),
            },
            ChatEvent::ToolCall { id, name, arguments, .. } => self.parts.push(Part::ToolCall {
                id: id.unwrap_or_default(),
                name: name.unwrap_or_default(),
                arguments,
                back: None,
            }),
            ChatEvent::Usage { usage } => self.usage = Some(usage),
            ChatEvent::Finish { finish } => self.finish = Some(finish),
            _ => {}
        }
    }

    /// Usage of the request, as the provider counts it, or else our estimate. `None`: nothing was answered.
    fn used(&self, prompt: &str) -> Option<Usage> {
        let is_answered = !self.parts.is_empty() || self.finish.is_some();
        let estimated = || Usage {
            prompt_tokens: estimate(prompt),
            completion_tokens: self.tokens(),
            cached_tokens: None,
            written_tokens: None,
        };
        // A server sends its final counts at the end.
        let all_that_came = |usage: Usage| match self.finish {
            Some(_) => usage,
            None => Usage { completion_tokens: usage.completion_tokens.max(self.tokens()), ..usage },
        };
        self.usage.map(all_that_came).or_else(|| is_answered.then(estimated))
    }

    fn tokens(&self) -> u32 {
        let sizes = self.parts.iter().map(|part| match part {
            Part::Text { text } | Part::Reasoning { text } => estimate(text),
            _ => 0,
        });
        sizes.fold(0, u32::saturating_add)
    }
}

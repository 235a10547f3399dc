//! Compression, summaries and maintenance.

use crate::{
    api_error::ApiError,
    cross::to_js,
    given::{Fields, Given},
    lazy_calls::Answer,
    manager::{Background, Manager, answering, model_of},
    model::AnyModel,
    plain,
    turns::listen,
};
use futures_util::future::{Either, select};
use js_sys::Function;
use ricordo_browser::locks::{self, Guard};
use ricordo_core::{
    cancel::Cancel,
    consent::{Answer as Consent, Asking},
    id::{ConversationId, SummaryId},
    provider::Provider,
    session::{Halt, MaintainControl, MaintainEnd, MaintainEvent, NotMade, Outcome, maintain::SummaryChange},
};
use serde_json::{Value, json};
use std::pin::pin;
use wasm_bindgen::JsValue;

impl Manager {
    /// Summarizes the older messages of the open conversation and resolves with the summary. Without a model, the
    /// summary is built from sentences of the messages.
    ///
    /// # Errors
    /// Nothing has changed: `nothing-to-compress`, `stopped`, `unusable-summary`, `no-model`, the codes of models and of
    /// storage; `bad-argument` for an unknown option, because messages must not be sent to a model by mistake.
    pub(crate) async fn compress(&self, open: ConversationId, given: Given) -> Answer {
        let by_model = Fields::of(&given.value(0), "compress", &["model"])?.flag("model", true)?;
        let worker = if by_model { Some(self.worker(answering(&given, 2)?).await?) } else { None };
        let (signal, control) = (given.signal(1), MaintainControl::default());
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let _maker = self.make_now(&control.cancel).await?;
        made(match worker {
            Some(Worker { provider, model, answers }) => {
                let control = MaintainControl { replying: answers, ..control };
                self.session.compress(&model, &provider, open, &control, &|_| {}).await?
            }
            None => self.session.compress_without_model(open).await?,
        })
    }

    /// Uncompresses the newest compressed summary: its messages are sent again as far as there is room.
    ///
    /// # Errors
    /// `nothing-compressed`, and storage error codes.
    pub(crate) async fn uncompress(&self, open: ConversationId) -> Answer {
        match self.session.uncompress(open).await {
            Ok(summary) => to_js(&plain::summary(&summary)),
            Err(Halt::NotMade(why)) => Err(ApiError::not_made(&why)),
            Err(Halt::Error(error)) => Err(error.into()),
        }
    }

    /// The summaries of the open conversation and the shared ones, newest first.
    ///
    /// # Errors
    /// Storage error codes.
    pub(crate) async fn summaries(&self, open: ConversationId) -> Answer {
        let listed = self.session.summaries(open).await?;
        to_js(&listed.iter().map(plain::listed).collect::<Vec<_>>())
    }

    /// Changes the text of a summary, its priority, or both.
    ///
    /// # Errors
    /// `summary-refused`, `out-of-range`, and storage error codes.
    pub(crate) async fn edit_summary(&self, open: ConversationId, summary: SummaryId, change: JsValue) -> Answer {
        let fields = Fields::of(&change, "The change", &["text", "priority"])?;
        let text = fields.text("text")?;
        let change = SummaryChange { text: text.as_deref(), priority: fields.whole("priority")? };
        to_js(&plain::summary(&self.session.change_summary(open, summary, &change).await?))
    }

    /// Deletes a summary.
    ///
    /// # Errors
    /// `summary-refused`, and storage error codes.
    pub(crate) async fn remove_summary(&self, open: ConversationId, summary: SummaryId) -> Answer {
        self.session.delete_summary(open, summary).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Summarizes the last days now and resolves with the summary.
    ///
    /// # Errors
    /// As [`Manager::compress`].
    pub(crate) async fn summarize_days(&self, open: ConversationId, given: Given) -> Answer {
        let Worker { provider, model, answers } = self.worker(answering(&given, 1)?).await?;
        let (signal, control) = (given.signal(0), MaintainControl { replying: answers, ..MaintainControl::default() });
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let _maker = self.make_now(&control.cancel).await?;
        made(self.session.summarize_now(&model, &provider, open, &control, &|_| {}).await?)
    }

    /// Erases expired conversations and does the work that is due: compression, titles, facts, daily summaries. Resolves with `true` if no more is due;
    /// `false` if it yielded to a turn, the signal or its limits, or if another tab does the work.
    ///
    /// # Errors
    /// `no-model`, and storage error codes.
    pub(crate) async fn maintain(&self, open: ConversationId, given: Given) -> Answer {
        let (costs, on_event, signal) = (given.value(0), given.function(1)?, given.signal(2));
        let costs = Fields::of(&costs, "maintain", &["maxRequests", "maxTokens", "ask", "answer"])?;
        let (max_requests, max_tokens) = (costs.whole("maxRequests")?, costs.whole("maxTokens")?);
        let asks = costs.flag("ask", false)?;
        let words = [("allowed", Consent::Allowed), ("notNow", Consent::NotNow), ("never", Consent::Never)];
        let worker = self.worker(answering(&given, 3)?).await;
        if let (Ok(worker), Some(answer)) = (&worker, costs.one_of("answer", &words)?) {
            self.session.answer_consent(open, &worker.provider.base_url, answer).await?;
        }
        let Some(_maker) = locks::try_hold(&self.idle_lock()).await else { return Ok(JsValue::FALSE) };
        let tell = |event: Value| {
            if let Ok(event) = to_js(&event) {
                // An exception in the page's callback is the page's own problem.
                let _ = on_event.call1(&JsValue::NULL, &event);
            }
        };
        // Without a model, too: nobody has to have one so that something is erased.
        if self.sweep().await? > 0 {
            tell(json!({ "type": "erased" }));
        }
        let Worker { provider, model, answers } = worker?;
        let usual = MaintainControl::default();
        let control = MaintainControl {
            cancel: Cancel::default(),
            max_requests: max_requests.unwrap_or(usual.max_requests),
            max_tokens: max_tokens.map_or(usual.max_tokens, u64::from),
            asking: asks.then_some(Asking { active: None, open: Some(open) }),
            replying: answers,
        };
        self.idle.replace(control.cancel.clone());
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let observer = |event: MaintainEvent| tell(plain::maintained(&event));
        let before = self.deletions().await?;
        let end = self.session.maintain(&model, &provider, &control, &observer).await;
        // The database may be closed by now.
        for conversation in self.deleted_since(&before).await.unwrap_or_default() {
            tell(json!({ "type": "deleted", "conversation": conversation }));
        }
        Ok((end? == MaintainEnd::Done).into())
    }
}

/// The model that does maintenance now.
struct Worker {
    provider: Provider,
    model: AnyModel,
    /// The provider that answers, if it is another one.
    answers: Option<Provider>,
}

impl Manager {
    /// Sets the model for maintenance; `undefined` for the one that answers.
    ///
    /// # Errors
    /// `bad-argument`.
    #[allow(clippy::unused_async, reason = "it is called as the others are")]
    pub(crate) async fn use_background(
        &self,
        options: JsValue,
        drive: Option<Function>,
        leaves_computer: bool,
    ) -> Answer {
        let background = match options.is_undefined() {
            true => None,
            false => {
                let (provider, model) = model_of(&options, drive)?;
                Some(Background { provider, model, leaves_computer })
            }
        };
        self.background.replace(background);
        Ok(JsValue::UNDEFINED)
    }

    /// Waits for the maintenance lock for a call that makes a summary now. Background work of this manager gives way to it.
    ///
    /// # Errors
    /// `stopped` if it is cancelled meanwhile.
    async fn make_now(&self, cancel: &Cancel) -> Result<Guard, ApiError> {
        self.idle.borrow().cancel();
        match select(pin!(cancel.cancelled()), pin!(locks::hold(&self.idle_lock()))).await {
            Either::Left(_) => Err(ApiError::not_made(&NotMade::Stopped)),
            Either::Right((guard, _)) => Ok(guard),
        }
    }

    /// The model that does maintenance, where these answer.
    ///
    /// # Errors
    /// `no-model`; `bad-argument` if messages to a local model would leave the computer without permission.
    async fn worker(&self, (answers, model): (Provider, AnyModel)) -> Result<Worker, ApiError> {
        let chosen = {
            let background = self.background.borrow();
            background.as_ref().map(|one| (one.provider.clone(), one.model.clone(), one.leaves_computer))
        };
        let Some((provider, background, leaves_computer)) = chosen else {
            return Ok(Worker { provider: answers, model: self.patient(model).await?, answers: None });
        };
        if answers.is_on_this_computer() && !provider.is_on_this_computer() && !leaves_computer {
            let message = "The model that answers runs on this computer, and the one of `background` does not. Give it \
                           `leavesComputer: true` to allow that.";
            return Err(ApiError::bad_argument(message));
        }
        Ok(Worker { provider, model: self.patient(background).await?, answers: Some(answers) })
    }
}

fn made(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::Made(summary) => to_js(&plain::summary(&summary)),
        Outcome::NotMade(why) => Err(ApiError::not_made(&why)),
    }
}

//! Compression, summaries, and the work that is done while nobody waits.

use crate::{cross::to_js, given::Fields, later::Answer, manager::Manager, plain, refusal::Refusal, turns::listen};
use js_sys::Function;
use ricordo_browser::locks;
use ricordo_core::{
    cancel::Cancel,
    consent::{Answer as Consent, Asking},
    id::SummaryId,
    session::{MaintainControl, MaintainEnd, MaintainEvent, Outcome},
};
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

impl Manager {
    /// Makes a summary of the older messages of the open conversation and resolves with it. Without a model it is made of
    /// their own sentences.
    ///
    /// # Errors
    /// Nothing has changed: `nothing-to-compress`, `unusable-summary`, `no-model`, the codes of models and of storage.
    pub(crate) async fn compress(&self, by_model: bool, signal: Option<AbortSignal>) -> Answer {
        let open = self.conversation.get();
        let _maker = locks::hold(&self.idle_lock()).await;
        let outcome = if by_model {
            let control = MaintainControl::default();
            let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
            self.session.compress(&self.model().await?, &self.provider(), open, &control, &|_| {}).await?
        } else {
            self.session.compress_without_model(open).await?
        };
        made(outcome)
    }

    /// Takes the newest compressed summary back: its messages are sent again as far as there is room.
    ///
    /// # Errors
    /// `nothing-compressed`, and the codes of storage.
    pub(crate) async fn uncompress(&self) -> Answer {
        match self.session.uncompress(self.conversation.get()).await? {
            Ok(summary) => to_js(&plain::summary(&summary)),
            Err(why) => Err(Refusal::not_made(&why)),
        }
    }

    /// The summaries of the open conversation and those of all conversations, newest first.
    ///
    /// # Errors
    /// The codes of storage.
    pub(crate) async fn summaries(&self) -> Answer {
        let listed = self.session.summaries(self.conversation.get()).await?;
        to_js(&listed.iter().map(plain::listed).collect::<Vec<_>>())
    }

    /// Gives a summary other words.
    ///
    /// # Errors
    /// `summary-refused`, and the codes of storage.
    pub(crate) async fn edit_summary(&self, summary: SummaryId, text: String) -> Answer {
        to_js(&plain::summary(&self.session.edit_summary(self.conversation.get(), summary, &text).await?))
    }

    /// Deletes a summary.
    ///
    /// # Errors
    /// `summary-refused`, and the codes of storage.
    pub(crate) async fn remove_summary(&self, summary: SummaryId) -> Answer {
        self.session.delete_summary(self.conversation.get(), summary).await?;
        Ok(JsValue::UNDEFINED)
    }

    /// Makes the summary of the last days now and resolves with it.
    ///
    /// # Errors
    /// As [`Manager::compress`].
    pub(crate) async fn summarize_days(&self, signal: Option<AbortSignal>) -> Answer {
        let _maker = locks::hold(&self.idle_lock()).await;
        let control = MaintainControl::default();
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let open = self.conversation.get();
        made(self.session.summarize_now(&self.model().await?, &self.provider(), open, &control, &|_| {}).await?)
    }

    /// Does what is due: compression, titles, facts, summaries of days. `true`: nothing more is due; `false`: it gave way to
    /// a turn, to the signal or to its limits, or another tab does it.
    ///
    /// # Errors
    /// `no-model`, and the codes of storage.
    pub(crate) async fn maintain(&self, costs: JsValue, on_event: Function, signal: Option<AbortSignal>) -> Answer {
        let costs = Fields::of(&costs, "maintain", &["maxRequests", "maxTokens", "ask", "answer"])?;
        let (max_requests, max_tokens) = (costs.whole("maxRequests")?, costs.whole("maxTokens")?);
        let asks = costs.flag("ask", false)?;
        let words = [("allowed", Consent::Allowed), ("notNow", Consent::NotNow), ("never", Consent::Never)];
        if let Some(answer) = costs.one_of("answer", &words)? {
            self.session.answer_consent(self.conversation.get(), &self.provider().base_url, answer).await?;
        }
        let model = self.model().await?;
        let Some(_maker) = locks::try_hold(&self.idle_lock()).await else { return Ok(JsValue::FALSE) };
        let usual = MaintainControl::default();
        let control = MaintainControl {
            cancel: Cancel::default(),
            max_requests: max_requests.unwrap_or(usual.max_requests),
            max_tokens: max_tokens.map_or(usual.max_tokens, u64::from),
            asking: asks.then(|| Asking { active: None, open: Some(self.conversation.get()) }),
        };
        self.idle.replace(control.cancel.clone());
        let _listening = signal.as_ref().map(|signal| listen(signal, &control.cancel));
        let observer = |event: MaintainEvent| {
            if let Ok(event) = to_js(&plain::maintained(&event)) {
                // What the page throws in its own callback is the page's.
                let _ = on_event.call1(&JsValue::NULL, &event);
            }
        };
        let end = self.session.maintain(&model, &self.provider(), &control, &observer).await?;
        Ok((end == MaintainEnd::Done).into())
    }
}

fn made(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::Made(summary) => to_js(&plain::summary(&summary)),
        Outcome::NotMade(why) => Err(Refusal::not_made(&why)),
    }
}

//! State of the inspector: the next request, the last one sent, and the request of any past reply. The modules
//! `inspecting` and `preview` fill it.

use leptos::prelude::*;
use ricordo_core::{
    branch::Sequence,
    compile::{Compiled, Weight},
    id::{ConversationId, MessageId},
    inspect::{Comparison, Inspected, compare},
    message::Usage,
    session::Answered,
    time::Timestamp,
    tokens::{Calibration, Truncation, truncation},
};
use std::{collections::BTreeSet, sync::Arc};

/// Request that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The request that would be sent now.
    Next,
    /// The request that was sent last.
    Sent,
    /// The request of a reply that the user chose.
    Past,
}

/// View of a request on the inspector page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Its text.
    Text,
    /// Its body as JSON.
    Json,
    /// What changed since the previous request.
    Compare,
    /// What was left out.
    LeftOut,
}

/// Why no request can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSent {
    /// Reason as a sentence.
    pub sentence: String,
    /// Required tokens and token budget, if the budget is the reason.
    pub over: Option<(u32, u32)>,
}

/// A request and what is known about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Request.
    pub inspected: Arc<Inspected>,
    /// Stored reply to the request, if there is one.
    pub reply: Option<(MessageId, Sequence)>,
    /// When the reply was started.
    pub at: Option<Timestamp>,
    /// Token usage reported by the provider, once known.
    pub usage: Option<Usage>,
}

impl Asked {
    /// Wraps a request that has no reply yet.
    pub fn of(compiled: &Compiled) -> Self {
        Self { inspected: Arc::new(Inspected::of(compiled)), reply: None, at: None, usage: None }
    }

    /// Wraps the request of a stored reply.
    pub fn stored(answered: Answered) -> Self {
        let Answered { reply, past } = answered;
        Self {
            inspected: Arc::new(Inspected::past(past)),
            reply: Some((reply.id, reply.sequence)),
            at: Some(reply.created_at),
            usage: reply.usage,
        }
    }

    /// Whether the server read less than was sent, judging by its token count.
    pub fn truncation(&self) -> Option<Truncation> {
        let request = self.inspected.request.as_ref().ok();
        let context = request.and_then(|request| request.context_tokens);
        // With an unknown vocabulary, assume the smallest possible count.
        let scale = Calibration::default().scale(&self.inspected.model);
        let least =
            request.map(Weight::of).map(|all| if scale.is_known() { all.tokens(&scale) } else { all.least(&scale) });
        let sent = least.map_or(self.inspected.tokens, |least| least.min(self.inspected.tokens));
        truncation(sent, self.usage?.prompt_tokens, context, &Calibration::default())
    }
}

/// A request sent by this tab.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// Conversation it was sent in.
    pub conversation: ConversationId,
    /// Request.
    pub asked: Asked,
}

/// State of the inspector.
#[derive(Clone, Copy)]
pub struct Inspection {
    /// The next request, or why it cannot be sent.
    pub next: RwSignal<Option<Result<Arc<Compiled>, NotSent>>>,
    /// The last request that this tab sent in the open conversation.
    pub sent: RwSignal<Option<Sent>>,
    /// Requests of the last two stored replies, newest first. Loaded while the inspector is open.
    pub stored: RwSignal<Vec<Asked>>,
    /// Request of the chosen reply, followed by the one before it.
    pub past: RwSignal<Vec<Asked>>,
    /// Chosen reply.
    pub chosen: RwSignal<Option<MessageId>>,
    /// Whether the request of the chosen reply is unknown.
    pub is_unknown: RwSignal<bool>,
    /// Size and budget of the request whose reply is arriving; nothing is compiled meanwhile.
    leaving: RwSignal<Option<(u32, u32)>>,
    /// Request that is shown.
    pub view: RwSignal<View>,
    /// View of that request on the inspector page.
    pub tab: RwSignal<Tab>,
    /// Expanded parts of the panel; they stay expanded when the request changes.
    pub unfolded: RwSignal<BTreeSet<String>>,
    /// The next request as it was last shown. It is made when it is read, not by a signal of this state: only the inspector
    /// needs the code for it, and that is loaded when it is opened.
    next_shown: StoredValue<Option<(Arc<Compiled>, Asked)>>,
}

impl Inspection {
    /// Creates an empty state.
    pub fn new() -> Self {
        Self {
            next: RwSignal::new(None),
            sent: RwSignal::new(None),
            stored: RwSignal::new(Vec::new()),
            past: RwSignal::new(Vec::new()),
            chosen: RwSignal::new(None),
            is_unknown: RwSignal::new(false),
            leaving: RwSignal::new(None),
            view: RwSignal::new(View::Next),
            tab: RwSignal::new(Tab::Text),
            unfolded: RwSignal::new(BTreeSet::new()),
            next_shown: StoredValue::new(None),
        }
    }

    /// Records a request that is being sent.
    pub fn leaves(self, conversation: ConversationId, compiled: &Compiled) {
        self.sent.set(Some(Sent { conversation, asked: Asked::of(compiled) }));
        self.leaving.set(Some((compiled.tokens, compiled.budget)));
        self.view.set(View::Sent);
    }

    /// Records the token usage that the provider reported.
    pub fn counted(self, conversation: ConversationId, usage: Usage) {
        self.sent.update(|sent| {
            if let Some(sent) = sent.as_mut().filter(|sent| sent.conversation == conversation) {
                sent.asked.usage = Some(usage);
            }
        });
    }

    /// Sets the next request.
    pub fn compiled(self, next: Result<Arc<Compiled>, NotSent>) {
        self.leaving.set(None);
        self.next.set(Some(next));
    }

    /// Shows the request of a reply on the inspector page.
    pub fn show_past(self, reply: MessageId) {
        self.chosen.set(Some(reply));
    }

    /// Clears the state for another conversation.
    pub fn clear(self) {
        self.next.set(None);
        self.next_shown.set_value(None);
        self.leaving.set(None);
        self.sent.set(None);
        self.stored.set(Vec::new());
        self.past.set(Vec::new());
        self.chosen.set(None);
        self.view.set(View::Next);
    }

    /// Request that is shown.
    pub fn shown(self) -> Option<Asked> {
        match self.view.get() {
            View::Next => self.next_asked(),
            View::Sent => self.last(),
            View::Past => self.past.with(|past| past.first().cloned()),
        }
    }

    /// The next request, if it can be sent. Made once, however many parts of the inspector read it.
    fn next_asked(self) -> Option<Asked> {
        let Some(Ok(compiled)) = self.next.get() else { return None };
        let known = self.next_shown.with_value(|shown| {
            let shown = shown.as_ref().filter(|(of, _)| Arc::ptr_eq(of, &compiled));
            shown.map(|(_, asked)| asked.clone())
        });
        Some(known.unwrap_or_else(|| {
            let asked = Asked::of(&compiled);
            self.next_shown.set_value(Some((compiled, asked.clone())));
            asked
        }))
    }

    /// Request before the one that is shown.
    pub fn before(self) -> Option<Asked> {
        match self.view.get() {
            View::Next => self.last(),
            View::Past => self.past.with(|past| past.get(1).cloned()),
            View::Sent => {
                let shown = self.last()?.inspected.digest;
                // The shown request may be stored by now.
                self.stored.with(|stored| stored.iter().find(|asked| asked.inspected.digest != shown).cloned())
            }
        }
    }

    /// Differences from the previous request to the shown one.
    pub fn comparison(self) -> Option<Comparison> {
        let (shown, before) = (self.shown()?, self.before()?);
        // Requests with an erased part cannot be compared.
        let is_whole = shown.inspected.request.is_ok() && before.inspected.request.is_ok();
        is_whole.then(|| compare(&before.inspected, &shown.inspected))
    }

    /// Tokens of the shown request that its server has probably cached: what it shares with the previous one, if the server
    /// cached anything of that. Many servers have no cache, or say nothing of it, and charge the whole prompt each time.
    pub fn probably_cached(self) -> u32 {
        let is_cached = |usage: Usage| usage.cached_tokens.max(usage.written_tokens).is_some_and(|tokens| tokens > 0);
        let has_cache = self.before().and_then(|before| before.usage).is_some_and(is_cached);
        self.comparison().filter(|_| has_cache).map_or(0, |comparison| comparison.reused_tokens())
    }

    /// Last request: the one this tab sent, or else the newest stored one.
    fn last(self) -> Option<Asked> {
        let sent = self.sent.with(|sent| sent.as_ref().map(|sent| sent.asked.clone()));
        sent.or_else(|| self.stored.with(|stored| stored.first().cloned()))
    }

    /// Size and budget of the next prompt, in tokens. A prompt that does not fit is larger than its budget.
    pub fn gauge(self) -> Option<(u32, u32)> {
        if let Some(leaving) = self.leaving.get() {
            return Some(leaving);
        }
        self.next.with(|next| match next {
            Some(Ok(compiled)) => Some((compiled.tokens, compiled.budget)),
            Some(Err(not_sent)) => not_sent.over,
            None => None,
        })
    }
}

#[cfg(test)]
mod tests;

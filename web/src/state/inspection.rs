//! What the inspector shows: the request that would be sent now, the one that was sent last, and that of any past reply.
//! How it gets there is in `inspecting` and `preview`.

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

/// Which request is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// What would be sent now.
    Next,
    /// What was sent last.
    Sent,
    /// What was sent for a reply that the user chose.
    Past,
}

/// Which side of a request the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Its words.
    Text,
    /// Its bytes.
    Json,
    /// What changed since the one before.
    Compare,
    /// What is not in it.
    LeftOut,
}

/// Why nothing can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSent {
    /// In a sentence.
    pub sentence: String,
    /// What it would take and the budget, in tokens, where that is the reason.
    pub over: Option<(u32, u32)>,
}

/// A request and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The request.
    pub inspected: Arc<Inspected>,
    /// The reply it was sent for, once that is stored.
    pub reply: Option<(MessageId, Sequence)>,
    /// When that was begun.
    pub at: Option<Timestamp>,
    /// What the provider counted, once it has told.
    pub usage: Option<Usage>,
}

impl Asked {
    /// A request that has no reply yet.
    pub fn of(compiled: &Compiled) -> Self {
        Self { inspected: Arc::new(Inspected::of(compiled)), reply: None, at: None, usage: None }
    }

    /// The request of a stored reply.
    pub fn stored(answered: Answered) -> Self {
        let Answered { reply, past } = answered;
        Self {
            inspected: Arc::new(Inspected::past(past)),
            reply: Some((reply.id, reply.sequence)),
            at: Some(reply.created_at),
            usage: reply.usage,
        }
    }

    /// Whether the server read less than it was sent, as far as its count tells.
    pub fn truncation(&self) -> Option<Truncation> {
        let request = self.inspected.request.as_ref().ok();
        let context = request.and_then(|request| request.context_tokens);
        // Where the vocabulary is not known, the least that it may be.
        let scale = Calibration::default().scale(&self.inspected.model);
        let least = request.filter(|_| !scale.is_known()).map(|request| Weight::of(request).least(&scale));
        let sent = least.map_or(self.inspected.tokens, |least| least.min(self.inspected.tokens));
        truncation(sent, self.usage?.prompt_tokens, context, &Calibration::default())
    }
}

/// A request that was sent in this tab.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// In which conversation.
    pub conversation: ConversationId,
    /// The request.
    pub asked: Asked,
}

/// What the inspector knows.
#[derive(Clone, Copy)]
pub struct Inspection {
    /// What would be sent now, or why it cannot be sent.
    pub next: RwSignal<Option<Result<Arc<Compiled>, NotSent>>>,
    /// What was sent last in the open conversation, by this tab.
    pub sent: RwSignal<Option<Sent>>,
    /// The requests of the last two stored replies, the newest first. Read while somebody looks.
    pub stored: RwSignal<Vec<Asked>>,
    /// The request of the reply that the user chose, and the one before it.
    pub past: RwSignal<Vec<Asked>>,
    /// The reply that the user chose; `None`: no reply is chosen.
    pub chosen: RwSignal<Option<MessageId>>,
    /// Whether it is not known what was sent for the chosen reply.
    pub is_unknown: RwSignal<bool>,
    /// The size and the budget of the request whose reply comes: nothing is compiled meanwhile.
    leaving: RwSignal<Option<(u32, u32)>>,
    /// Which of them is shown.
    pub view: RwSignal<View>,
    /// Which side of it the page shows.
    pub tab: RwSignal<Tab>,
    /// Which parts of the panel are unfolded: they stay so when the request changes.
    pub unfolded: RwSignal<BTreeSet<String>>,
    /// The next request as it is shown; made when somebody looks.
    next_shown: Memo<Option<Asked>>,
}

impl Inspection {
    /// Nothing yet.
    pub fn new() -> Self {
        let next = RwSignal::new(None::<Result<Arc<Compiled>, NotSent>>);
        let next_shown = move |_: Option<&Option<Asked>>| match next.get() {
            Some(Ok(compiled)) => Some(Asked::of(&compiled)),
            _ => None,
        };
        Self {
            next,
            sent: RwSignal::new(None),
            stored: RwSignal::new(Vec::new()),
            past: RwSignal::new(Vec::new()),
            chosen: RwSignal::new(None),
            is_unknown: RwSignal::new(false),
            leaving: RwSignal::new(None),
            view: RwSignal::new(View::Next),
            tab: RwSignal::new(Tab::Text),
            unfolded: RwSignal::new(BTreeSet::new()),
            next_shown: Memo::new(next_shown),
        }
    }

    /// A request leaves.
    pub fn leaves(self, conversation: ConversationId, compiled: &Compiled) {
        self.sent.set(Some(Sent { conversation, asked: Asked::of(compiled) }));
        self.leaving.set(Some((compiled.tokens, compiled.budget)));
        self.view.set(View::Sent);
    }

    /// The provider told what it counted.
    pub fn counted(self, conversation: ConversationId, usage: Usage) {
        self.sent.update(|sent| {
            if let Some(sent) = sent.as_mut().filter(|sent| sent.conversation == conversation) {
                sent.asked.usage = Some(usage);
            }
        });
    }

    /// What would be sent now is known.
    pub fn compiled(self, next: Result<Arc<Compiled>, NotSent>) {
        self.leaving.set(None);
        self.next.set(Some(next));
    }

    /// Shows what was sent for a reply, on the page.
    pub fn show_past(self, reply: MessageId) {
        self.chosen.set(Some(reply));
    }

    /// Another conversation is open.
    pub fn clear(self) {
        self.next.set(None);
        self.leaving.set(None);
        self.sent.set(None);
        self.stored.set(Vec::new());
        self.past.set(Vec::new());
        self.chosen.set(None);
        self.view.set(View::Next);
    }

    /// The request that is shown.
    pub fn shown(self) -> Option<Asked> {
        match self.view.get() {
            View::Next => self.next_shown.get(),
            View::Sent => self.last(),
            View::Past => self.past.with(|past| past.first().cloned()),
        }
    }

    /// The request before the one that is shown.
    pub fn before(self) -> Option<Asked> {
        match self.view.get() {
            View::Next => self.last(),
            View::Past => self.past.with(|past| past.get(1).cloned()),
            View::Sent => {
                let shown = self.last()?.inspected.digest;
                // The one that is shown may be stored by now.
                self.stored.with(|stored| stored.iter().find(|asked| asked.inspected.digest != shown).cloned())
            }
        }
    }

    /// What changed since the request before.
    pub fn comparison(self) -> Option<Comparison> {
        let (shown, before) = (self.shown()?, self.before()?);
        // Nothing can be said of a request of which a part is not there any more.
        let is_whole = shown.inspected.request.is_ok() && before.inspected.request.is_ok();
        is_whole.then(|| compare(&before.inspected, &shown.inspected))
    }

    /// The request that was sent last: by this tab, or the newest that is stored.
    fn last(self) -> Option<Asked> {
        let sent = self.sent.with(|sent| sent.as_ref().map(|sent| sent.asked.clone()));
        sent.or_else(|| self.stored.with(|stored| stored.first().cloned()))
    }

    /// The size of the next prompt and its budget, in tokens. A prompt that does not fit is larger than its budget.
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

//! Change notifications between tabs. A message says only what changed; the receiver reads the change from the store.

use js_sys::Function;
use ricordo_core::{host::Host, id::ConversationId, session::Session, store::Store};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{BroadcastChannel, MessageEvent};

/// What a tab changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A conversation, and what belongs to it.
    Conversation(ConversationId),
    /// What belongs to no single conversation: which conversations exist, their places in the list, the projects, the
    /// connections and the settings.
    Several,
    /// Anything at all: it imported files.
    Everything,
    /// The vectors of messages.
    Vectors,
}

/// The messages about more than one conversation; every other message is the id of one.
const SEVERAL: &str = "several";
const EVERYTHING: &str = "everything";
const VECTORS: &str = "vectors";

impl News {
    /// Makes a session read again for recall what changed.
    pub fn note<S: Store, H: Host>(self, session: &Session<S, H>) {
        match self {
            Self::Conversation(id) => session.recall_changed(id),
            Self::Several => session.recall_several_changed(),
            Self::Everything => session.recall_everything_changed(),
            Self::Vectors => session.vectors_changed(),
        }
    }

    fn text(self) -> String {
        match self {
            Self::Conversation(id) => id.to_string(),
            Self::Several => SEVERAL.to_owned(),
            Self::Everything => EVERYTHING.to_owned(),
            Self::Vectors => VECTORS.to_owned(),
        }
    }

    /// Reads a message; `None`: one of another build, which this one does not know.
    pub fn read(text: &str) -> Option<Self> {
        match text {
            SEVERAL => Some(Self::Several),
            EVERYTHING => Some(Self::Everything),
            VECTORS => Some(Self::Vectors),
            id => id.parse().ok().map(Self::Conversation),
        }
    }
}

/// A broadcast channel to the other tabs with the same database open. A no-op if the browser has no `BroadcastChannel`.
#[derive(Clone, Debug)]
pub struct Channel {
    channel: Option<BroadcastChannel>,
}

/// A subscription; dropping it stops listening.
#[derive(Debug)]
#[must_use = "it stops listening when it is dropped"]
pub struct Listener {
    channel: Option<BroadcastChannel>,
    closure: Closure<dyn FnMut(MessageEvent)>,
}

impl Channel {
    /// Opens the channel of a database.
    pub fn open(db: &str) -> Self {
        // A database without a name is in memory, and not shared with other tabs.
        Self { channel: (!db.is_empty()).then(|| BroadcastChannel::new(&format!("ricordo:{db}")).ok()).flatten() }
    }

    /// Notifies the other tabs of a change. This handle does not receive its own messages.
    pub fn send(&self, news: News) {
        if let Some(channel) = &self.channel {
            // Posting fails only on a closed channel, which has no receivers.
            let _ = channel.post_message(&JsValue::from_str(&news.text()));
        }
    }

    /// Calls back when another tab reports a change.
    pub fn on_message(&self, callback: impl Fn(News) + 'static) -> Listener {
        let closure = Closure::new(move |event: MessageEvent| {
            if let Some(news) = event.data().as_string().and_then(|text| News::read(&text)) {
                callback(news);
            }
        });
        let listener = Listener { channel: self.channel.clone(), closure };
        if let Some(channel) = &listener.channel {
            let _ = channel.add_event_listener_with_callback("message", listener.function());
        }
        listener
    }
}

impl Listener {
    fn function(&self) -> &Function {
        self.closure.as_ref().unchecked_ref()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Some(channel) = &self.channel {
            let _ = channel.remove_event_listener_with_callback("message", self.function());
        }
    }
}

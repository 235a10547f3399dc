//! What tabs tell each other: that something changed in a conversation. What changed is read from the store.

use js_sys::Function;
use ricordo_core::id::ConversationId;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{BroadcastChannel, MessageEvent};

/// A line to the other tabs that have the same database open. Where the browser has none, nothing is sent or heard.
#[derive(Clone, Debug)]
pub struct Channel {
    channel: Option<BroadcastChannel>,
}

/// Listens as long as it is kept.
#[derive(Debug)]
#[must_use = "it stops listening when it is dropped"]
pub struct Listener {
    channel: Option<BroadcastChannel>,
    closure: Closure<dyn FnMut(MessageEvent)>,
}

impl Channel {
    /// The line of a database.
    pub fn open(db: &str) -> Self {
        // What is in memory, where a database has no name, is nobody else's.
        Self { channel: (!db.is_empty()).then(|| BroadcastChannel::new(&format!("ricordo:{db}")).ok()).flatten() }
    }

    /// Tells the others that something changed in a conversation. Not heard on this handle itself.
    pub fn send(&self, conversation: ConversationId) {
        if let Some(channel) = &self.channel {
            // A channel that was closed has nobody to tell.
            let _ = channel.post_message(&JsValue::from_str(&conversation.to_string()));
        }
    }

    /// Calls back when another tab says that something changed in a conversation.
    pub fn on_message(&self, callback: impl Fn(ConversationId) + 'static) -> Listener {
        let closure = Closure::new(move |event: MessageEvent| {
            // Other versions of the page may say things that this one does not know.
            if let Some(conversation) = event.data().as_string().and_then(|id| id.parse().ok()) {
                callback(conversation);
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

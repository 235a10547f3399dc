//! Helpers for stored requests and the next request.

use super::{Chat, provider};
use ricordo_core::{
    compile::{Compiled, record::Missing},
    id::MessageId,
    model::ChatRequest,
    session::{MaintainControl, Outcome},
};

impl Chat {
    /// The next request, compiled.
    pub(crate) async fn compiled(&self) -> Compiled {
        self.session.preview(self.id, "Next", &provider()).await.unwrap()
    }

    /// The request that was sent for a reply.
    pub(crate) async fn sent_for(&self, reply: MessageId) -> Result<ChatRequest, Missing> {
        self.session.past_request(reply).await.unwrap().expect("it was kept").request
    }

    /// The first message that contains a text.
    pub(crate) async fn id_of(&self, text: &str) -> MessageId {
        let messages = self.session.open(self.id, 1_000).await.unwrap().messages;
        messages.iter().find(|message| message.text().contains(text)).expect("the message is there").id
    }

    /// Runs `/compress`.
    pub(crate) async fn compress(&self) -> Outcome {
        let control = MaintainControl::default();
        self.session.compress(&self.model, &provider(), self.id, &control, &|_| ()).await.unwrap()
    }
}

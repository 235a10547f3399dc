//! What is kept of requests, and what would be sent now.

use super::{Chat, provider};
use ricordo_core::{
    compile::{Compiled, record::Missing},
    id::MessageId,
    model::ChatRequest,
    session::{MaintainControl, Outcome},
};

impl Chat {
    /// What would be sent now.
    pub(crate) async fn compiled(&self) -> Compiled {
        self.session.preview(self.id, "Next", &provider()).await.unwrap()
    }

    /// What was sent for a reply.
    pub(crate) async fn sent_for(&self, reply: MessageId) -> Result<ChatRequest, Missing> {
        self.session.past_request(reply).await.unwrap().expect("it was kept").request
    }

    /// `/compress`
    pub(crate) async fn compress(&self) -> Outcome {
        let control = MaintainControl::default();
        self.session.compress(&self.model, &provider(), self.id, &control, &|_| ()).await.unwrap()
    }
}

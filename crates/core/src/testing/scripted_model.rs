//! A model that replies as scripted and records its requests.

use crate::{
    cancel::Cancel,
    error::ModelError,
    message::Finish,
    model::{ChatEvent, ChatModel, ChatRequest},
    testing::ManualHost,
};
use std::{cell::RefCell, collections::VecDeque, fmt, future::poll_fn, rc::Rc, task::Poll};

/// A step of a scripted reply.
#[derive(Clone)]
pub enum Step {
    /// An event arrives.
    Event(ChatEvent),
    /// Time passes, in milliseconds.
    Pause(i64),
    /// A side effect, such as pressing Stop.
    Do(Rc<dyn Fn()>),
    /// The reply fails.
    Fail(ModelError),
    /// Nothing more arrives, and the connection stays open.
    Hang,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event(event) => event.fmt(f),
            Self::Pause(milliseconds) => write!(f, "Pause({milliseconds})"),
            Self::Do(_) => f.write_str("Do"),
            Self::Fail(error) => error.fmt(f),
            Self::Hang => f.write_str("Hang"),
        }
    }
}

impl Step {
    /// Text arrives.
    pub fn text(text: &str) -> Self {
        Self::Event(ChatEvent::Text { text: text.to_owned() })
    }
}

/// A scripted model. Clones share the scripts. Once they are used up it replies `Reply N.`
#[derive(Clone, Debug, Default)]
pub struct ScriptedModel {
    host: ManualHost,
    scripts: Rc<RefCell<VecDeque<Vec<Step>>>>,
    requests: Rc<RefCell<Vec<ChatRequest>>>,
}

impl ScriptedModel {
    /// A model that uses the clock of `host`.
    pub fn new(host: &ManualHost) -> Self {
        Self { host: host.clone(), ..Self::default() }
    }

    /// Queues these steps for the next request without a script.
    pub fn then(&self, steps: Vec<Step>) {
        self.scripts.borrow_mut().push_back(steps);
    }

    /// Queues this reply for the next request without a script.
    pub fn then_say(&self, text: &str) {
        self.then(vec![Step::text(text), Step::Event(ChatEvent::Finish { finish: Finish::Complete })]);
    }

    /// The requests received, oldest first.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.requests.borrow().clone()
    }
}

impl ChatModel for ScriptedModel {
    async fn stream(
        &self,
        request: &ChatRequest,
        on_event: &dyn Fn(ChatEvent),
        cancel: &Cancel,
    ) -> Result<(), ModelError> {
        self.requests.borrow_mut().push(request.clone());
        let number = self.requests.borrow().len();
        let script = self.scripts.borrow_mut().pop_front();
        for step in script.unwrap_or_else(|| vec![Step::text(&format!("Reply {number}."))]) {
            if cancel.is_cancelled() {
                return Ok(());
            }
            match step {
                Step::Event(event) => on_event(event),
                Step::Pause(milliseconds) => self.host.advance(milliseconds),
                Step::Do(action) => action(),
                Step::Fail(error) => return Err(error),
                Step::Hang => cancel.cancelled().await,
            }
            let_others_run().await;
        }
        Ok(())
    }
}

/// Yields once, so that everything else that is ready runs first.
async fn let_others_run() {
    let mut waited = false;
    poll_fn(|context| {
        if waited {
            return Poll::Ready(());
        }
        waited = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

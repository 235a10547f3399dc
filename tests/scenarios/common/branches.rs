//! Helpers for branches: edits, regenerated replies and switches.

use super::{Chat, provider};
use ricordo_core::{
    branch::Sequence,
    error::Error,
    fork::forks,
    id::MessageId,
    message::Finish,
    model::ChatEvent,
    session::{ModelCall, TurnOutcome},
    testing::Step,
};

/// Texts joined into one line.
pub(crate) fn joined(texts: &[String]) -> String {
    texts.join("|")
}

/// A reply that calls one tool.
pub(crate) fn asks(tool: &str) -> Vec<Step> {
    let name = Some(tool.to_owned());
    let call = ChatEvent::ToolCall { index: 0, id: Some("1".to_owned()), name, arguments: "{}".to_owned() };
    vec![Step::Event(call), Step::Event(ChatEvent::Finish { finish: Finish::ToolCalls })]
}

impl Chat {
    /// A chat with this many turns: `Question 0`, `Reply 1.`, `Question 1` and so on.
    pub(crate) async fn with_turns(turns: u32) -> Self {
        let chat = Self::open().await;
        for number in 0..turns {
            chat.say(&format!("Question {number}")).await;
        }
        chat
    }

    /// The texts of the active branch.
    pub(crate) async fn texts(&self) -> Vec<String> {
        let messages = self.session.open(self.id, 1_000).await.unwrap().messages;
        messages.iter().map(ricordo_core::message::Message::text).collect()
    }

    pub(crate) async fn try_edit(&self, message: MessageId, text: &str) -> Result<TurnOutcome, Error> {
        let observer = |event| self.events.borrow_mut().push(event);
        let provider = provider();
        let call = ModelCall::new(&self.model, &provider).with_observer(&observer);
        self.session.edit(&call, self.id, message, text).await
    }

    /// Edits the message that contains `old`.
    pub(crate) async fn edit(&self, old: &str, text: &str) -> TurnOutcome {
        self.try_edit(self.id_of(old).await, text).await.unwrap()
    }

    pub(crate) async fn again(&self, message: MessageId) -> TurnOutcome {
        let observer = |event| self.events.borrow_mut().push(event);
        let provider = provider();
        let call = ModelCall::new(&self.model, &provider).with_observer(&observer);
        self.session.regenerate(&call, self.id, message).await.unwrap()
    }

    /// Regenerates the reply that contains `old`.
    pub(crate) async fn regenerate(&self, old: &str) -> TurnOutcome {
        self.again(self.id_of(old).await).await
    }

    /// The forks on the active branch: sequence number, number of the active sibling (from 1), number of siblings.
    pub(crate) async fn shown(&self) -> Vec<(Sequence, usize, usize)> {
        let snapshot = self.session.open(self.id, 1).await.unwrap();
        let forks = forks(&snapshot.branches, snapshot.conversation.active_branch);
        forks.into_iter().map(|fork| (fork.sequence, fork.shown + 1, fork.siblings.len())).collect()
    }

    /// Switches to a sibling at a fork, counted from 0.
    pub(crate) async fn switch(&self, sequence: Sequence, sibling: usize) {
        let snapshot = self.session.open(self.id, 1).await.unwrap();
        let forks = forks(&snapshot.branches, snapshot.conversation.active_branch);
        let fork = forks.iter().find(|fork| fork.sequence == sequence).expect("there is a fork");
        self.session.switch_branch(self.id, fork.siblings[sibling], sequence).await.unwrap();
    }
}

//! From where a turn is retried that failed after tools were called: their results are sent again, and the tools are not
//! called once more. They may have added a task, or ordered something.

use super::Session;
use crate::{
    compile::turns::{calls_tools, is_paired},
    error::Error,
    fork::forks,
    host::Host,
    mark::MarkKind,
    message::{Finish, Message, Role},
    provider::Provider,
    record::{Record, RecordKey},
    snapshot::Snapshot,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// How many of the messages that follow a message of the user stay when Retry answers it again by `provider`: tool calls
    /// and their results. 0: it is answered from the beginning.
    pub(super) async fn rounds_kept(
        &self,
        provider: &Provider,
        snapshot: &Snapshot,
        replies: &[Message],
    ) -> Result<usize, Error> {
        let kept = rounds_before_an_early_end(replies);
        let ([first, results, ..], true) = (&replies[..kept], provider.has_tools) else { return Ok(0) };
        let forks = forks(&snapshot.branches, snapshot.conversation.active_branch);
        if forks.iter().any(|fork| fork.sequence == first.sequence) {
            // Answers that are compared stand beside each other, each with its own rounds.
            return Ok(0);
        }
        // Another model may refuse calls that it did not make.
        let made = match self.store.record(RecordKey::Manifest(first.conversation, first.id)).await? {
            Some(Record::Manifest(made)) => made,
            _ => return Ok(0),
        };
        let is_the_same = made.model == provider.model && made.address.as_ref() == Some(&provider.base_url);
        let is_forgotten = snapshot.boundary().is_some_and(|boundary| boundary > first.sequence)
            && snapshot.forgets.iter().any(|forget| forget.at > results.created_at);
        let is_muted = snapshot.marks.iter().any(|mark| {
            mark.kind == MarkKind::Muted && replies[..kept].iter().any(|message| message.id == mark.message)
        });
        Ok(if is_the_same && !is_forgotten && !is_muted { kept } else { 0 })
    }
}

/// The number of messages before a reply that failed, was stopped, or is missing, if they are tool calls and their results.
fn rounds_before_an_early_end(replies: &[Message]) -> usize {
    let is_round = |pair: &[Message]| match pair {
        [calls, results] => {
            calls.finish == Some(Finish::ToolCalls)
                && calls_tools(calls)
                && results.role == Role::Tool
                && is_paired(&[calls, results])
        }
        _ => false,
    };
    let rounds = replies.chunks(2).take_while(|pair| is_round(pair)).count() * 2;
    let has_ended_early = |reply: &Message| {
        let early = [Finish::ToolCalls, Finish::Stopped, Finish::Interrupted].map(Some);
        early.contains(&reply.finish) || matches!(reply.finish, Some(Finish::Failed { .. }))
    };
    match replies.get(rounds) {
        None => rounds,
        Some(reply) if reply.role == Role::Assistant && has_ended_early(reply) => rounds,
        Some(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        error::{Failure, ModelError, ModelErrorKind},
        message::Part,
        testing::sample,
        time::Timestamp,
    };

    fn message(role: Role, finish: Option<Finish>) -> Message {
        Message { role, finish, ..sample::message(1, 1, "") }
    }

    fn round(results: &[&str]) -> [Message; 2] {
        let (name, arguments) = (String::new(), String::new());
        let call =
            |id: &str| Part::ToolCall { id: id.into(), name: name.clone(), arguments: arguments.clone(), back: None };
        let result =
            |id: &&str| Part::ToolResult { call: (*id).into(), content: String::new(), is_error: false, held: false };
        let calls = message(Role::Assistant, Some(Finish::ToolCalls));
        let answered = message(Role::Tool, None);
        [
            Message { parts: vec![call("a"), call("b")], ..calls },
            Message { parts: results.iter().map(result).collect(), ..answered },
        ]
    }

    #[test]
    fn complete_rounds_before_a_reply_that_ended_early_stay() {
        let error = ModelError::new(ModelErrorKind::RateLimited, "");
        let ended = |finish| message(Role::Assistant, Some(finish));
        let failed = ended(Finish::Failed { failure: Failure { error, at: Timestamp(1) } });
        let line = || message(Role::System, None);
        let after = |rounds: usize, rest: Vec<Message>| {
            let rounds = (0..rounds).flat_map(|_| round(&["b", "a"]));
            rounds_before_an_early_end(&rounds.chain(rest).collect::<Vec<_>>())
        };
        assert_eq!(after(0, vec![]), 0);
        assert_eq!(after(0, vec![ended(Finish::Stopped)]), 0);
        for early in
            [vec![], vec![failed, line()], vec![ended(Finish::Interrupted)], vec![ended(Finish::Stopped), line()]]
        {
            assert_eq!((after(1, early.clone()), after(3, early.clone())), (2, 6), "{early:?}");
        }
        assert_eq!(after(2, vec![ended(Finish::Complete), line()]), 0, "another answer is wanted");
        assert_eq!(after(1, vec![ended(Finish::ToolCalls)]), 2, "calls without results");
        // A message for each result, as programs append them: the second one would be missing.
        let [calls, one] = round(&["a"]);
        let [_, other] = round(&["b"]);
        assert_eq!(after(0, vec![calls, one, other]), 0);
    }
}

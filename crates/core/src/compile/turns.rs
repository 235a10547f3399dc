//! Units of a history: a completed turn, a tool call with its results.

use crate::{
    message::{Finish, Message, Part, Role},
    snapshot::Snapshot,
    tokens::message_tokens,
};

/// Whether a message belongs to a completed turn and counts for `/forget`: the message of the user and the last reply.
/// Messages between them (tool calls, results, notes) do not count.
pub fn is_counted(messages: &[Message], index: usize) -> bool {
    match messages[index].role {
        Role::Assistant => completes(&messages[index]) && !later_reply(messages, index),
        Role::User => messages[index + 1..].iter().take_while(|message| message.role != Role::User).any(completes),
        Role::Tool | Role::System => false,
    }
}

/// The counter of `/forget` (`active_messages_count`): the number of loaded messages of completed turns after the
/// boundary. `None`: nothing is forgotten, and the counter is not in use.
pub fn active_messages_count(snapshot: &Snapshot) -> Option<u32> {
    let boundary = snapshot.boundary()?;
    let counted = (0..snapshot.messages.len())
        .filter(|&index| snapshot.messages[index].sequence >= boundary && is_counted(&snapshot.messages, index));
    u32::try_from(counted.count()).ok()
}

/// Whether a reply completes its turn. A reply with tool calls does not.
fn completes(message: &Message) -> bool {
    message.role == Role::Assistant
        && message.finish.as_ref().is_some_and(Finish::is_complete)
        && message.finish != Some(Finish::ToolCalls)
}

fn later_reply(messages: &[Message], index: usize) -> bool {
    messages[index + 1..].iter().take_while(|message| message.role != Role::User).any(completes)
}

/// Whether a message contains tool calls.
pub(crate) fn calls_tools(message: &Message) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::ToolCall { .. }))
}

/// A reply without its tool calls.
pub(super) fn without_calls(message: &Message) -> Message {
    let is_call = |part: &&Part| matches!(part, Part::ToolCall { .. });
    let parts: Vec<Part> = message.parts.iter().filter(|part| !is_call(part)).cloned().collect();
    Message { tokens: message_tokens(&parts), parts, exact: None, ..message.clone() }
}

/// The end of the unit that begins at `index`: a call with the results that follow it, any other message alone.
pub(super) fn unit_end(messages: &[&Message], index: usize) -> usize {
    if !calls_tools(messages[index]) {
        return index + 1;
    }
    let results = messages[index + 1..].iter().take_while(|message| message.role == Role::Tool);
    index + 1 + results.count()
}

/// Whether every call of a unit has its result and every result its call.
pub(crate) fn is_paired(unit: &[&Message]) -> bool {
    let parts = || unit.iter().flat_map(|message| &message.parts);
    let mut calls: Vec<&str> = parts()
        .filter_map(|part| if let Part::ToolCall { id, .. } = part { Some(id.as_str()) } else { None })
        .collect();
    let mut results: Vec<&str> = parts()
        .filter_map(|part| if let Part::ToolResult { call, .. } = part { Some(call.as_str()) } else { None })
        .collect();
    ricordo_text::small_sort::ascending(&mut calls);
    ricordo_text::small_sort::ascending(&mut results);
    calls == results
}

/// Whether a message is the line that names the tools of its turn.
pub fn is_tools_line(message: &Message) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::ToolsUsed { .. }))
}

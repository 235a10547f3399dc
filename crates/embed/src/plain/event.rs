//! Events of a turn and of maintenance.

use super::{message as plain_message, message::usage, summary};
use crate::api_error::name_of;
use ricordo_core::{
    error::Error,
    memory::Memory,
    message::Part,
    session::{MaintainEvent, TurnEvent},
    tools::ToolEvent,
};
use serde_json::{Value, json};

/// An event of a turn; `None` for internal events.
pub(crate) fn turn(event: TurnEvent) -> Option<Value> {
    Some(match event {
        TurnEvent::Begins(_) => return None,
        TurnEvent::Compiled(compiled) => {
            json!({ "type": "compiled", "tokens": compiled.tokens, "budget": compiled.budget })
        }
        TurnEvent::Stored(message) => json!({ "type": "stored", "message": plain_message(&message, None) }),
        TurnEvent::Sent => json!({ "type": "sent" }),
        TurnEvent::Text(text) => json!({ "type": "text", "text": text }),
        TurnEvent::Reasoning(text) => json!({ "type": "reasoning", "text": text }),
        TurnEvent::Usage(counted) => json!({ "type": "usage", "usage": usage(counted) }),
        TurnEvent::Round { reply, results } => json!({
            "type": "round",
            "reply": plain_message(&reply, None),
            "calls": calls(&reply.parts, &results.parts),
        }),
        TurnEvent::Tool(event) => json!({ "type": "tool", "event": tool(&event) }),
        TurnEvent::ToolsRefused => json!({ "type": "toolsRefused" }),
        TurnEvent::Truncated(truncation, kind) => json!({ "type": "truncated", "message": truncation.sentence(kind) }),
        TurnEvent::NotSaved(error) => json!({ "type": "notSaved", "message": error.to_string() }),
    })
}

/// The event of a turn whose reply has ended and could not be stored.
pub(crate) fn not_stored(error: &Error) -> Value {
    json!({ "type": "notSaved", "message": error.to_string(), "final": true })
}

/// An event of maintenance.
pub(crate) fn maintained(event: &MaintainEvent) -> Value {
    match event {
        MaintainEvent::Idle => json!({ "type": "idle" }),
        MaintainEvent::Running { job, done, of } => {
            json!({ "type": "running", "job": name_of(job), "done": done, "of": of })
        }
        MaintainEvent::Refused { job, why, again_at } => {
            let mut plain = json!({ "type": "refused", "job": name_of(job), "message": why.to_string() });
            if let Some(at) = again_at {
                plain["againAt"] = at.0.into();
            }
            plain
        }
        MaintainEvent::Asks(asked) => {
            let mut question = json!({
                "job": name_of(&asked.job),
                "conversation": asked.conversation.to_string(),
                "messages": asked.messages,
                "tokens": asked.tokens,
                "isNewThere": asked.is_new_there,
                "to": asked.address,
            });
            if let Some(cost) = asked.cost {
                question["cost"] = cost.into();
            }
            json!({ "type": "asks", "question": question })
        }
        MaintainEvent::Sent(background_request) => json!({
            "type": "sent",
            "job": name_of(&background_request.job),
            "at": background_request.sent.at.0,
            "to": background_request.sent.address,
            "model": background_request.sent.model,
            "tokens": background_request.sent.tokens,
            "prompt": background_request.prompt,
        }),
        MaintainEvent::MadeRoom { conversation, kept, archived } => {
            let named = |memories: &[Memory]| {
                memories.iter().map(|one| json!({ "id": one.id.to_string(), "text": one.text })).collect::<Vec<_>>()
            };
            json!({
                "type": "madeRoom",
                "conversation": conversation.to_string(),
                "kept": named(kept),
                "archived": named(archived),
            })
        }
        MaintainEvent::Finished { job, summary: made } => {
            let mut plain = json!({ "type": "finished", "job": name_of(job) });
            if let Some(made) = made {
                plain["summary"] = summary(made);
            }
            plain
        }
    }
}

fn tool(event: &ToolEvent) -> Value {
    let about = |did: &str, id: String, text: &str| json!({ "did": did, "id": id, "text": text });
    match event {
        ToolEvent::MemoryProposed(memory) => about("memoryProposed", memory.id.to_string(), &memory.words()),
        ToolEvent::UserDataSaved { field, value } => {
            json!({ "did": "userDataSaved", "text": format!("{field}: {value}") })
        }
        ToolEvent::MemoryKept(memory) => about("memoryKept", memory.id.to_string(), &memory.text),
        ToolEvent::MemoryMerged(memory) => about("memoryMerged", memory.id.to_string(), &memory.text),
        ToolEvent::MemoryChanged { memory, .. } => about("memoryChanged", memory.id.to_string(), &memory.text),
        ToolEvent::MemoryArchived(memory) => about("memoryArchived", memory.id.to_string(), &memory.text),
        ToolEvent::MemoryExpired(memory) => about("memoryExpired", memory.id.to_string(), &memory.words()),
        ToolEvent::MemoryDeleted(memory) => about("memoryDeleted", memory.id.to_string(), &memory.text),
        ToolEvent::TaskAdded(task) => about("taskAdded", task.id.to_string(), &task.title),
        ToolEvent::TaskCompleted(task) => about("taskCompleted", task.id.to_string(), &task.title),
        ToolEvent::MemoryRefused(api_error) => json!({ "did": "memoryRefused", "reason": api_error.to_string() }),
        ToolEvent::TaskRefused(api_error) => json!({ "did": "taskRefused", "reason": api_error.to_string() }),
    }
}

/// The tool calls of a reply, each with its result.
fn calls(asked: &[Part], answered: &[Part]) -> Vec<Value> {
    let answer = |wanted: &str| {
        answered.iter().find_map(|part| match part {
            Part::ToolResult { call, content, is_error, .. } if call == wanted => Some((content.clone(), *is_error)),
            _ => None,
        })
    };
    let asked = asked.iter().filter_map(|part| match part {
        Part::ToolCall { id, name, arguments, .. } => {
            let (result, failed) = answer(id).unwrap_or_default();
            Some(json!({ "name": name, "arguments": arguments, "result": result, "failed": failed }))
        }
        _ => None,
    });
    asked.collect()
}

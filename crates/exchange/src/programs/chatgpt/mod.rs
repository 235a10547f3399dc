//! ChatGPT's export: a list of conversations, each a tree of messages under the ids of its nodes.
//!
//! `content` classifies messages. The model's thoughts, tool calls and tool results are folded into the reply that
//! follows them; what ChatGPT hides is left out.

mod content;
mod marks;

use crate::{
    conversation::{Exported, Names, Node},
    dates::{time, time_of},
    facts::propose,
    fields::{flag, full},
    format::Out,
};
use content::meaning;
use ricordo_core::{exchange::Why, scope::Scope};
use serde_json::Value;

/// Whether an element is a conversation.
pub(crate) fn is_conversation(value: &Value) -> bool {
    value["mapping"].is_object()
}

/// Reads a conversation.
pub(crate) fn conversation(value: &Value, unnamed: &str, out: &mut Out) {
    let title = value["title"].as_str().unwrap_or_default().trim();
    let Some(mapping) = value["mapping"].as_object() else {
        return out.skip(unnamed, Why::Unreadable);
    };
    let nodes = mapping.iter().map(|(id, node)| Node {
        id: id.clone(),
        parent: node["parent"].as_str().map(str::to_owned),
        children: node["children"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect(),
        at: time(&node["message"]["create_time"]),
        meaning: meaning(&node["message"]),
    });
    for node in mapping.values() {
        instructions(&node["message"], unnamed, out);
    }
    let exported = Exported {
        program: "chatgpt",
        id: ["conversation_id", "id"].iter().find_map(|name| value[*name].as_str()).map(str::to_owned),
        title: title.to_owned(),
        created_at: time_of(value, &["create_time"]),
        updated_at: time_of(value, &["update_time"]),
        archived: flag(value, "is_archived"),
        pinned: flag(value, "is_starred"),
        nodes: nodes.collect(),
        current: value["current_node"].as_str().map(str::to_owned),
        ..Exported::default()
    };
    exported.write(unnamed, out);
}

/// Proposes what the user wrote for all conversations. Each conversation of the file repeats it.
fn instructions(message: &Value, unnamed: &str, out: &mut Out) {
    let context = &message["metadata"]["user_context_message_data"];
    for field in ["about_user_message", "about_model_message"] {
        let Some(text) = full(context, field).filter(|text| out.seen.insert(text.clone())) else { continue };
        propose(&text, unnamed, Scope::Everywhere, &Names::of("chatgpt", field), out);
    }
}

//! NextChat's backup, with all its stores, and the export of one chat, which holds roles and texts only.

use crate::{
    conversation::{Exported, Meaning, Names, Node, Piece, as_text},
    dates::{time, time_of},
    facts::template,
    fields::{flag, full, id, list, message as texts, part, role, text, values},
    format::Out,
};
use ricordo_core::{
    exchange::Why,
    message::{Finish, Role},
    time::Timestamp,
};
use serde_json::Value;

const PROGRAM: &str = "nextchat";
const CHATS: &str = "chat-next-web-store";
const MASKS: &str = "mask-store";

/// Whether an element is a backup.
pub(crate) fn is_backup(value: &Value) -> bool {
    value[CHATS]["sessions"].is_array()
}

/// Whether an element is a mask, of which an export of masks is a list.
pub(crate) fn is_mask(value: &Value) -> bool {
    value["modelConfig"].is_object() && value["context"].is_array() && value["name"].is_string()
}

/// Reads a mask: what it says first becomes a template.
pub(crate) fn mask(mask: &Value, _: &str, out: &mut Out) {
    let context = || list(mask, "context");
    let has_system = context().any(|message| role(message) == Role::System);
    let is_prompt = |message: &&Value| role(message) == if has_system { Role::System } else { Role::User };
    let prompt = context().filter(is_prompt).map(|message| as_text(&message["content"])).collect::<Vec<_>>();
    let name = text(mask, "name");
    let id = id(mask, "id").unwrap_or_else(|| name.to_owned());
    template(name, &prompt.join("\n\n"), &Names::of(PROGRAM, &id), out);
    if !prompt.is_empty() && prompt.len() < context().count() {
        out.skip(&format!("{name}: context"), Why::NoPlace);
    }
}

/// Whether an element is a chat with nothing but roles and texts.
pub(crate) fn is_chat(value: &Value) -> bool {
    let mut messages = list(value, "messages");
    let is_message = |message: &Value| message["role"].is_string() && !message["content"].is_null();
    messages.next().is_some_and(is_message) && messages.all(is_message)
}

/// Reads a chat with nothing but roles and texts. They are what identifies it.
pub(crate) fn chat(value: &Value, unnamed: &str, out: &mut Out) {
    let nodes = nodes(list(value, "messages"));
    let id = list(value, "messages").map(|message| as_text(&message["content"]) + "\n");
    let title = full(value, "title").or_else(|| full(value, "topic")).unwrap_or_default();
    let mut exported = Exported { program: PROGRAM, id: Some(id.collect()), title, nodes, ..Exported::default() };
    exported.take_instructions();
    exported.write(unnamed, out);
}

/// Reads a backup.
pub(crate) fn backup(value: &Value, unnamed: &str, out: &mut Out) {
    for session in list(&value[CHATS], "sessions") {
        read_session(session, unnamed, out);
    }
    for mask in values(&value[MASKS]["masks"]).into_iter().filter(|mask| !flag(mask, "builtin")) {
        self::mask(mask, unnamed, out);
    }
    let others = value.as_object().into_iter().flatten().filter(|(name, _)| ![CHATS, MASKS].contains(&name.as_str()));
    for (name, _) in others.filter(|(_, store)| !values(store).is_empty()) {
        out.skip(name, Why::NoPlace);
    }
}

fn read_session(session: &Value, unnamed: &str, out: &mut Out) {
    let title = text(session, "topic").trim();
    let updated_at = time_of(session, &["lastUpdate"]);
    let context = list(&session["mask"], "context");
    let mut nodes = nodes(context.chain(list(session, "messages")));
    to_universal(&mut nodes, updated_at);
    let mut exported = Exported {
        program: PROGRAM,
        id: id(session, "id"),
        title: title.to_owned(),
        updated_at,
        nodes,
        ..Exported::default()
    };
    exported.take_instructions();
    exported.write(unnamed, out);
    if full(session, "memoryPrompt").is_some() {
        // A summary of the chat. Ricordo makes its own.
        out.skip(&format!("{}: memoryPrompt", if title.is_empty() { unnamed } else { title }), Why::NoPlace);
    }
}

/// Messages in a row.
fn nodes<'a>(messages: impl Iterator<Item = &'a Value>) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    for (number, message) in messages.enumerate() {
        nodes.push(Node {
            id: id(message, "id").unwrap_or_else(|| format!("#{number}")),
            parent: nodes.last().map(|node| node.id.clone()),
            children: Vec::new(),
            at: time(&message["date"]),
            meaning: meaning(message),
        });
    }
    nodes
}

/// Messages have the time on the writer's clock. The last one was written when the chat was updated, which shows the
/// offset of that clock.
fn to_universal(nodes: &mut [Node], updated_at: Option<Timestamp>) {
    const QUARTER: i64 = 15 * 60_000;
    let Some((last, updated_at)) = nodes.iter().rev().find_map(|node| node.at).zip(updated_at) else { return };
    let offset = (last.0 - updated_at.0 + QUARTER / 2).div_euclid(QUARTER) * QUARTER;
    if offset.abs() <= 14 * 4 * QUARTER {
        for at in nodes.iter_mut().filter_map(|node| node.at.as_mut()) {
            at.0 -= offset;
        }
    }
}

fn meaning(message: &Value) -> Meaning {
    let role = role(message);
    let mut pieces = Vec::new();
    for (number, tool) in list(message, "tools").enumerate() {
        let id = full(tool, "id").unwrap_or_else(|| format!("call_{number}"));
        let function = &tool["function"];
        let (name, arguments) = (text(function, "name").to_owned(), as_text(&function["arguments"]));
        pieces.push(Piece::Call { id: id.clone(), name, arguments });
        let content = full(tool, "content").or_else(|| full(tool, "errorMsg")).unwrap_or_default();
        pieces.push(Piece::Output { call: id, content, is_error: flag(tool, "isError") });
    }
    match &message["content"] {
        Value::Array(parts) => pieces.extend(parts.iter().flat_map(|one| part(role, one))),
        content => pieces.extend(texts(role, &as_text(content))),
    }
    let is_open = flag(message, "streaming") || flag(message, "isError");
    Meaning::of(role, pieces, full(message, "model"), if is_open { Finish::Stopped } else { Finish::Complete })
}

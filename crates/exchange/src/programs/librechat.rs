//! LibreChat's export: one conversation, with its messages in a list or, in a recursive export, inside each other.

use crate::{
    conversation::{Exported, Image, Meaning, Node, Piece, as_text, finish_of},
    dates::time_of,
    fields::{flag, full, list, message as texts, text},
    format::Out,
};
use ricordo_core::message::{Finish, Role};
use serde_json::Value;

/// The types of tools that OpenAI runs for its assistants.
const HOSTED: [&str; 3] = ["code_interpreter", "retrieval", "file_search"];

/// Whether an element is a conversation.
pub(crate) fn is_conversation(value: &Value) -> bool {
    value["conversationId"].is_string() && (value["messages"].is_array() || value["messagesTree"].is_array())
}

/// Reads a conversation.
pub(crate) fn conversation(value: &Value, unnamed: &str, out: &mut Out) {
    let mut nodes: Vec<Node> = Vec::new();
    // Messages that are not read yet, with the one around them.
    let mut waiting: Vec<(&Value, Option<String>)> = list(value, "messagesTree").map(|one| (one, None)).collect();
    waiting.extend(list(value, "messages").map(|one| (one, None)));
    waiting.reverse();
    while let Some((message, around)) = waiting.pop() {
        let id = full(message, "messageId").unwrap_or_else(|| format!("#{}", nodes.len()));
        let inner = list(message, "children").map(|child| (child, Some(id.clone()))).collect::<Vec<_>>();
        waiting.extend(inner.into_iter().rev());
        // Without branches, some versions leave the parents out.
        let is_flat = around.is_none() && message.get("parentMessageId").is_none();
        let before = nodes.last().filter(|_| is_flat).map(|node| node.id.clone());
        nodes.push(Node {
            parent: around.or_else(|| full(message, "parentMessageId")).or(before),
            id,
            children: Vec::new(),
            at: time_of(message, &["createdAt", "updatedAt"]),
            meaning: meaning(message),
        });
    }
    let options = &value["options"];
    let prompt = ["promptPrefix", "system", "instructions"].iter().find_map(|field| full(options, field));
    let exported = Exported {
        program: "librechat",
        id: full(value, "conversationId"),
        title: text(value, "title").trim().to_owned(),
        created_at: time_of(value, &["createdAt"]),
        updated_at: time_of(value, &["updatedAt"]),
        tags: list(value, "tags").chain(list(options, "tags")).filter_map(Value::as_str).map(str::to_owned).collect(),
        system_prompt: prompt.unwrap_or_default(),
        nodes,
        ..Exported::default()
    };
    exported.write(unnamed, out);
}

fn meaning(message: &Value) -> Meaning {
    let is_user =
        message["isCreatedByUser"].as_bool().unwrap_or_else(|| text(message, "sender").eq_ignore_ascii_case("user"));
    let role = if is_user { Role::User } else { Role::Assistant };
    let mut pieces: Vec<Piece> =
        list(message, "content").enumerate().flat_map(|(number, part)| content(part, number)).collect();
    if pieces.is_empty() {
        pieces = texts(role, text(message, "text"));
    }
    let files = list(message, "files").chain(list(message, "attachments")).filter(|file| file["filename"].is_string());
    pieces.extend(files.map(file));
    let is_open = flag(message, "unfinished") || flag(message, "error");
    let finish = if is_open { Finish::Stopped } else { finish_of(text(message, "finish_reason")) };
    let model = full(message, "model").or_else(|| full(message, "sender"));
    Meaning::of(role, pieces, model, finish)
}

fn content(part: &Value, number: usize) -> Vec<Piece> {
    let kind = text(part, "type");
    let inner = |field: &str| as_text(if part[field].is_object() { &part[field]["value"] } else { &part[field] });
    match kind {
        "text" => vec![Piece::Text(inner("text"))],
        "think" => vec![Piece::Reasoning(inner("think"))],
        "error" => vec![Piece::Text(full(part, "error").unwrap_or_else(|| inner("text")))],
        "tool_call" => {
            let call = &part["tool_call"];
            let id = full(call, "id").unwrap_or_else(|| format!("call_{number}"));
            if HOSTED.contains(&text(call, "type")) {
                return hosted(call, id);
            }
            let function = if call["function"].is_object() { &call["function"] } else { call };
            let arguments =
                as_text(if function["args"].is_null() { &function["arguments"] } else { &function["args"] });
            let name = text(function, "name").to_owned();
            let mut pieces = vec![Piece::Call { id: id.clone(), name, arguments }];
            if !function["output"].is_null() {
                pieces.push(Piece::Output { call: id, content: as_text(&function["output"]), is_error: false });
            }
            pieces
        }
        "image_file" => vec![file(&part["image_file"])],
        "image_url" => vec![Piece::Image(Image::at(
            full(&part["image_url"], "url").as_deref().unwrap_or(text(part, "image_url")),
            "",
        ))],
        _ => full(part, "text").map(Piece::Text).into_iter().collect(),
    }
}

/// A call of a tool that OpenAI runs: the name is its type, the field of that name has what was called.
fn hosted(call: &Value, id: String) -> Vec<Piece> {
    let name = text(call, "type").to_owned();
    let inner = &call[&name];
    let outputs = || list(inner, "outputs").chain(list(call, "outputs"));
    let logs = outputs().filter_map(|output| full(output, "logs")).collect::<Vec<_>>().join("\n");
    let content = if logs.is_empty() { as_text(&inner["results"]) } else { logs };
    let images = outputs().filter_map(|output| full(&output["image"], "file_id"));
    let images: Vec<Piece> = images.map(|id| Piece::Image(Image::at(&id, ""))).collect();
    let call = Piece::Call { id: id.clone(), name, arguments: as_text(&inner["input"]) };
    let output = Piece::Output { call: id, content, is_error: false };
    [call, output].into_iter().chain(images).collect()
}

/// A file, which is never in the export; an image may have its data as an address.
fn file(file: &Value) -> Piece {
    let name = text(file, "filename");
    let is_image = text(file, "type").starts_with("image/") || file["width"].is_number();
    if !is_image {
        return Piece::File(name.to_owned());
    }
    let size = |field: &str| file[field].as_u64().and_then(|size| u32::try_from(size).ok());
    let address = text(file, "filepath");
    let address = if address.starts_with("data:") || name.is_empty() { address } else { name };
    Piece::Image(Image { width: size("width"), height: size("height"), ..Image::at(address, name) })
}

//! Open WebUI's export: a list of chats, each a tree of messages.
//!
//! Older versions write reasoning and tool calls into the text of a reply, as `<details>`; newer ones list them in
//! `output`.

mod details;

use crate::{
    conversation::{Exported, Image, Meaning, Node, Piece, as_text, finish_of},
    dates::time_of,
    fields::{fenced, flag, full, list, message as texts, part, role, text, values, with_text},
    format::Out,
};
use ricordo_core::message::{Finish, Role};
use serde_json::Value;

/// Whether an element is a chat.
pub(crate) fn is_chat(value: &Value) -> bool {
    let chat = &value["chat"];
    chat["history"]["messages"].is_object()
        || chat["messages"].is_array()
        || (value["history"]["messages"].is_object() && value["history"].get("currentId").is_some())
}

/// Reads a chat.
pub(crate) fn chat(value: &Value, unnamed: &str, out: &mut Out) {
    // An older export is the chat itself.
    let chat = if value["chat"].is_object() { &value["chat"] } else { value };
    let history = &chat["history"];
    let has_history = history["messages"].as_object().is_some_and(|messages| !messages.is_empty());
    let messages = if has_history { &history["messages"] } else { &chat["messages"] };
    let is_list = messages.is_array();
    let mut nodes: Vec<Node> = Vec::new();
    for (number, message) in values(messages).into_iter().enumerate() {
        let before = nodes.last().filter(|_| is_list).map(|node| node.id.clone());
        nodes.push(Node {
            id: full(message, "id").unwrap_or_else(|| format!("#{number}")),
            parent: full(message, "parentId").or(before),
            children: list(message, "childrenIds").filter_map(Value::as_str).map(str::to_owned).collect(),
            at: time_of(message, &["timestamp"]),
            meaning: meaning(message),
        });
    }
    let title = full(value, "title").or_else(|| full(chat, "title")).unwrap_or_default();
    let tags =
        list(chat, "tags").chain(list(&value["meta"], "tags")).filter_map(|tag| tag.as_str().or(tag["name"].as_str()));
    let mut tags: Vec<String> = tags.map(str::to_owned).collect();
    tags.dedup();
    let exported = Exported {
        program: "open_webui",
        id: full(value, "id").or_else(|| full(chat, "id")),
        title: title.trim().to_owned(),
        created_at: time_of(value, &["created_at"]).or_else(|| time_of(chat, &["timestamp"])),
        updated_at: time_of(value, &["updated_at"]),
        archived: flag(value, "archived"),
        pinned: flag(value, "pinned"),
        tags,
        system_prompt: full(&chat["params"], "system").or_else(|| full(chat, "system")).unwrap_or_default(),
        nodes,
        current: full(history, "currentId"),
        ..Exported::default()
    };
    exported.write(unnamed, out);
}

fn meaning(message: &Value) -> Meaning {
    let role = role(message);
    let mut pieces: Vec<Piece> = list(message, "output").flat_map(item).collect();
    if pieces.is_empty() {
        pieces = match &message["content"] {
            Value::Array(parts) => parts.iter().flat_map(|one| part(role, one)).collect(),
            content if role == Role::Assistant => details::pieces(&as_text(content)),
            content => texts(role, &as_text(content)),
        };
    }
    pieces.extend(full(&message["merged"], "content").map(Piece::Text));
    pieces.extend(sources(message));
    pieces.extend(list(message, "files").map(file));
    let is_open = message["done"].as_bool() == Some(false) || !message["error"].is_null() && message["error"] != false;
    let finish = if is_open { Finish::Stopped } else { finish_of(text(message, "finish_reason")) };
    Meaning::of(role, pieces, full(message, "model"), finish).or_error(&message["error"])
}

/// The sources to which the numbers in the text of a reply refer.
fn sources(message: &Value) -> Option<Piece> {
    let mut lines: Vec<String> = Vec::new();
    for (number, one) in list(message, "sources").chain(list(message, "citations")).enumerate() {
        let (name, url) = (text(&one["source"], "name"), text(&one["source"], "url"));
        let url = if url == name { "" } else { url };
        let name = format!("{name} {url}");
        if !name.trim().is_empty() {
            lines.push(format!("[{}] {}", number + 1, name.trim()));
        }
    }
    (!lines.is_empty()).then(|| Piece::Text(lines.join("\n")))
}

/// A file of a message: an image, a text that the export has, or a name.
fn file(file: &Value) -> Piece {
    let inner = &file["file"];
    let name = full(file, "name").or_else(|| full(inner, "filename")).unwrap_or_default();
    if text(file, "type") == "image" || text(file, "content_type").starts_with("image/") {
        // Newer versions keep an image as a file, at an address whose end is the same for all.
        let url = text(file, "url");
        let url = url.strip_suffix("/content").map_or(url, |id| if name.is_empty() { id } else { &name });
        return Piece::Image(Image::at(url, &name));
    }
    match full(&inner["data"], "content").or_else(|| full(file, "content")) {
        Some(content) => with_text(&name, &content),
        None => Piece::of_file(&name),
    }
}

/// An item of the output of a model.
fn item(item: &Value) -> Vec<Piece> {
    let texts = |field: &str| {
        let Some(parts) = item[field].as_array() else { return as_text(&item[field]) };
        parts.iter().map(|part| text(part, "text")).collect::<Vec<_>>().join("")
    };
    match text(item, "type") {
        "reasoning" => {
            let summary = texts("summary");
            vec![Piece::Reasoning(if summary.is_empty() { texts("content") } else { summary })]
        }
        "function_call" => {
            let id = full(item, "call_id").or_else(|| full(item, "id")).unwrap_or_default();
            vec![Piece::Call { id, name: text(item, "name").to_owned(), arguments: as_text(&item["arguments"]) }]
        }
        "function_call_output" => {
            let call = text(item, "call_id").to_owned();
            let images = list(item, "output").filter_map(|part| full(part, "image_url"));
            let images = images.map(|address| Piece::Image(Image::at(&address, "")));
            let output = Piece::Output { call, content: texts("output"), is_error: text(item, "status") == "failed" };
            std::iter::once(output).chain(images).collect()
        }
        "open_webui:code_interpreter" => {
            let code = fenced(text(item, "lang"), text(item, "code"));
            vec![Piece::Text(code), Piece::Text(fenced("", &as_text(&item["output"])))]
        }
        _ => vec![Piece::Text(texts("content"))],
    }
}

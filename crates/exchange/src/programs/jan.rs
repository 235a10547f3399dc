//! Jan's data folder: a folder for each thread, with `thread.json` and `messages.jsonl`, one message per line.

use crate::{
    conversation::{Exported, Meaning, Node, Piece, as_text, finish_of},
    dates::time_of,
    fields::{self, flag, full, list, message as texts, role, text, with_text},
    format::Out,
};
use ricordo_core::{
    exchange::Why,
    message::{Finish, Role},
    time::Timestamp,
};
use serde_json::Value;

/// Field names of the time of a message in the versions of Jan.
const TIMES: [&str; 3] = ["created_at", "created", "completed_at"];

/// Whether an element is a message.
pub(crate) fn is_message(value: &Value) -> bool {
    value["object"] == "thread.message"
        || (value["thread_id"].is_string() && value["content"].is_array() && value["role"].is_string())
}

/// Whether an element is the content of `thread.json`.
pub(crate) fn is_thread(value: &Value) -> bool {
    value["object"] == "thread" || (value["assistants"].is_array() && value["id"].is_string())
}

/// `thread.json`: it is read with its messages.
pub(crate) fn head(value: &Value, unnamed: &str, out: &mut Out) {
    let messages = out.archive.as_ref().and_then(|archive| archive.beside(&out.path, "messages.jsonl"));
    if messages.is_none() {
        out.skip(full(value, "title").as_deref().unwrap_or(unnamed), Why::Empty);
    }
}

/// Reads the messages of a thread.
pub(crate) fn thread(messages: Vec<Value>, path: &str, out: &mut Out) {
    let head = out.archive.as_ref().and_then(|archive| archive.unpack(archive.beside(path, "thread.json")?));
    let head: Value = head.and_then(|json| serde_json::from_slice(&json).ok()).unwrap_or_default();
    let times: Vec<Option<Timestamp>> = messages.iter().map(|message| time_of(message, &TIMES)).collect();
    // A message without a time stays after the one before it.
    let mut before = None;
    let mut timed: Vec<(Option<Timestamp>, Value)> = Vec::new();
    for (at, message) in times.into_iter().zip(messages) {
        before = at.or(before);
        timed.push((before, message));
    }
    timed.sort_by_key(|(at, _)| *at);
    let assistant = list(&head, "assistants").next().unwrap_or(&Value::Null);
    let model = full(&assistant["model"], "id").or_else(|| full(&head["model"], "id"));
    let mut nodes: Vec<Node> = Vec::new();
    for (number, (at, message)) in timed.iter().enumerate() {
        nodes.push(Node {
            id: full(message, "id").unwrap_or_else(|| format!("#{number}")),
            // Newer versions name the previous message, to which there may be several replies.
            parent: match message["metadata"].get("parentId") {
                Some(Value::String(parent)) if nodes.iter().any(|node| node.id == *parent) => Some(parent.clone()),
                Some(Value::Null) => None,
                _ => nodes.last().map(|node| node.id.clone()),
            },
            children: Vec::new(),
            at: *at,
            meaning: meaning(message, model.as_ref()),
        });
    }
    let id = full(&head, "id").or_else(|| timed.iter().find_map(|(_, message)| full(message, "thread_id")));
    let title = full(&head, "title").or_else(|| full(&head["metadata"], "title")).unwrap_or_default();
    let mut exported = Exported {
        program: "jan",
        id,
        title: title.trim().to_owned(),
        created_at: time_of(&head, &["created"]),
        updated_at: time_of(&head, &["updated"]),
        pinned: flag(&head, "isFavorite") || flag(&head["metadata"], "is_favorite"),
        system_prompt: full(assistant, "instructions").unwrap_or_default(),
        nodes,
        ..Exported::default()
    };
    exported.take_instructions();
    exported.write("#1", out);
}

fn meaning(message: &Value, model: Option<&String>) -> Meaning {
    let role = role(message);
    let metadata = &message["metadata"];
    let mut pieces: Vec<Piece> = list(message, "content").flat_map(|part| content(role, part)).collect();
    if role == Role::Tool {
        let texts = pieces.iter().map(|piece| if let Piece::Text(text) = piece { text.as_str() } else { "" });
        let content = texts.collect::<Vec<_>>().join("\n");
        pieces = vec![Piece::Output { call: text(message, "tool_call_id").to_owned(), content, is_error: false }];
    }
    let calls = list(metadata, "tool_calls").enumerate().flat_map(|(number, one)| {
        let tool = &one["tool"];
        let id = full(tool, "id").unwrap_or_else(|| format!("call_{number}"));
        let (name, arguments) = (text(&tool["function"], "name").to_owned(), as_text(&tool["function"]["arguments"]));
        let results = list(&one["response"], "content").map(|part| text(part, "text")).collect::<Vec<_>>().join("\n");
        let is_error = one["response"]["error"].as_str().is_some_and(|error| !error.is_empty());
        [Piece::Call { id: id.clone(), name, arguments }, Piece::Output { call: id, content: results, is_error }]
    });
    let files = list(metadata, "inline_file_contents").map(|file| with_text(text(file, "name"), text(file, "content")));
    // A file with its text may be among the attachments, too.
    let is_inline = |name: &str| list(metadata, "inline_file_contents").any(|file| text(file, "name") == name);
    let attached = list(message, "attachments").filter_map(|one| full(one, "name").or_else(|| full(one, "file_id")));
    let attached = attached.filter(|name| !is_inline(name)).map(|name| Piece::of_file(&name));
    // The text of a reply comes after the calls.
    let pieces = calls.chain(pieces).chain(files).chain(attached).collect();
    let finish = if text(message, "status") == "error" { Finish::Stopped } else { finish_of(text(message, "status")) };
    let model = full(metadata, "model").or_else(|| full(metadata, "modelId")).or_else(|| model.cloned());
    Meaning::of(role, pieces, model.filter(|_| role == Role::Assistant), finish)
}

fn content(role: Role, part: &Value) -> Vec<Piece> {
    let inner = || as_text(if part["text"].is_object() { &part["text"]["value"] } else { &part["text"] });
    match text(part, "type") {
        _ if !part["image_url"].is_null() || !part["image"].is_null() => fields::part(role, part),
        "reasoning" => vec![Piece::Reasoning(inner())],
        "tool_call" => {
            let id = text(part, "tool_call_id").to_owned();
            let call = Piece::Call {
                id: id.clone(),
                name: text(part, "tool_name").to_owned(),
                arguments: as_text(&part["input"]),
            };
            let output = &part["output"];
            let output =
                (!output.is_null()).then(|| Piece::Output { call: id, content: as_text(output), is_error: false });
            std::iter::once(call).chain(output).collect()
        }
        _ => texts(role, &inner()),
    }
}

//! Chatbox's backup: its storage as one object, with a field for each session.
//!
//! A session has its messages, earlier threads, and the messages that follow each fork on the branches that are not
//! shown.

use crate::{
    conversation::{Exported, Image, Meaning, Names, Node, Piece, as_text, finish_of},
    dates::time_of,
    facts::template,
    fields::{flag, full, id as id_of, list, message as texts, role, text, with_text},
    format::Out,
};
use ricordo_core::{exchange::Why, message::Finish};
use serde_json::Value;

const PROGRAM: &str = "chatbox";
const SESSION: &str = "session:";
const LEGACY: &str = "chat-sessions";
/// The placeholder in a reply that has not begun.
const WAITING: &str = "...";

/// Whether an element is a backup.
pub(crate) fn is_backup(value: &Value) -> bool {
    let is_ours = |(name, field): (&String, &Value)| name.starts_with(SESSION) && field["messages"].is_array();
    value[LEGACY].is_array()
        || value["session"]["messages"].is_array()
        || value["chat-sessions-list"].is_array()
        || value["__exported_items"].is_array()
        || value.as_object().is_some_and(|fields| fields.iter().any(is_ours))
}

/// Reads a backup.
pub(crate) fn backup(value: &Value, unnamed: &str, out: &mut Out) {
    let fields = || value.as_object().into_iter().flatten();
    let sessions = fields().filter(|(name, _)| name.starts_with(SESSION)).map(|(_, session)| session);
    // Reads one session that was exported by itself.
    let alone = Some(&value["session"]).filter(|session| session["messages"].is_array());
    for session in sessions.chain(list(value, LEGACY)).chain(alone) {
        read_session(session, value, unnamed, out);
    }
    for copilot in list(value, "myCopilots") {
        template(text(copilot, "name"), text(copilot, "prompt"), &Names::of(PROGRAM, text(copilot, "id")), out);
    }
    if value["settings"].is_object() {
        out.skip("settings", Why::NoPlace);
    }
}

fn read_session(session: &Value, backup: &Value, unnamed: &str, out: &mut Out) {
    let id = id_of(session, "id");
    // Newer versions list the names and times of all sessions beside them.
    let listed = list(backup, "chat-sessions-list").find(|one| id.is_some() && id_of(one, "id") == id);
    let listed = listed.unwrap_or(&Value::Null);
    let title = full(session, "name").or_else(|| full(listed, "name")).unwrap_or_default();
    let title = title.trim();
    let threads = list(session, "threads").map(|thread| (thread, text(thread, "id"), text(thread, "name").trim()));
    for (number, (thread, thread_id, name)) in std::iter::once((session, "", "")).chain(threads).enumerate() {
        let name = if number == 0 { text(session, "threadName").trim() } else { name };
        let title = if name.is_empty() || name == title { title.to_owned() } else { format!("{title}: {name}") };
        if number > 0 && list(thread, "messages").next().is_none() {
            continue;
        }
        let mut exported = Exported {
            program: PROGRAM,
            id: id.as_ref().map(|id| if number == 0 { id.clone() } else { format!("{id}/{thread_id}") }),
            title,
            created_at: time_of(thread, &["createdAt"])
                .or_else(|| time_of(listed, &["createdAt"]).filter(|_| number == 0)),
            pinned: flag(session, "starred") || flag(listed, "starred"),
            nodes: nodes(thread, session, backup),
            ..Exported::default()
        };
        exported.current = list(thread, "messages").last().and_then(|message| id_of(message, "id"));
        exported.take_instructions();
        exported.write(unnamed, out);
    }
}

/// The messages of a thread, with the branches that fork from them.
fn nodes(thread: &Value, session: &Value, backup: &Value) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut waiting: Vec<(&Value, Option<String>)> = vec![(&thread["messages"], None)];
    let mut forks: Vec<&Value> = Vec::new();
    while let Some((messages, mut parent)) = waiting.pop() {
        for message in messages.as_array().into_iter().flatten() {
            let id = id_of(message, "id").unwrap_or_else(|| format!("#{}", nodes.len()));
            let fork = &session["messageForksHash"][&id];
            // A session may name a fork twice, or in a circle.
            if fork.is_object() && !forks.iter().any(|known| std::ptr::eq(*known, fork)) {
                forks.push(fork);
                waiting.extend(list(fork, "lists").map(|branch| (&branch["messages"], Some(id.clone()))));
            }
            nodes.push(Node {
                id: id.clone(),
                parent: parent.replace(id),
                children: Vec::new(),
                at: time_of(message, &["timestamp"]),
                meaning: meaning(message, backup),
            });
        }
    }
    nodes
}

fn meaning(message: &Value, backup: &Value) -> Meaning {
    let role = role(message);
    let stored = |key: &str| backup[key].as_str();
    let image = |key: &str| {
        let of_base64 = stored(key).and_then(Image::of_base64);
        Piece::Image(of_base64.unwrap_or_else(|| Image::at(stored(key).unwrap_or(key), "")))
    };
    let parts = || list(message, "contentParts");
    // Newer versions have it among the parts, and may have it here, too.
    let thought = full(message, "reasoningContent").filter(|_| parts().all(|part| text(part, "type") != "reasoning"));
    let mut pieces: Vec<Piece> = thought.map(Piece::Reasoning).into_iter().collect();
    pieces.extend(browsed(&message["webBrowsing"]));
    let mut has_image = false;
    let words =
        |part: &Value| Some(text(part, "text")).filter(|words| !words.is_empty() && *words != WAITING).is_some();
    // Messages of older versions have their text here, too, or only here.
    if !parts().any(|part| text(part, "type") == "text" && words(part)) {
        pieces.extend(texts(role, text(message, "content")));
    }
    for part in parts() {
        match text(part, "type") {
            "text" if text(part, "text") == WAITING => {}
            "text" => pieces.extend(texts(role, text(part, "text"))),
            "reasoning" => pieces.push(Piece::Reasoning(text(part, "text").to_owned())),
            "image" => {
                has_image = true;
                pieces.extend(["storageKey", "url"].iter().find_map(|field| full(part, field)).map(|key| image(&key)));
            }
            "tool-call" => pieces.extend(call(part)),
            _ => pieces.extend(full(part, "text").map(Piece::Text)),
        }
    }
    for picture in list(message, "pictures").filter(|_| !has_image) {
        let address = full(picture, "url").or_else(|| full(picture, "storageKey"));
        pieces.extend(address.map(|address| image(&address)));
    }
    pieces.extend(list(message, "files").map(|file| {
        let name = text(file, "name");
        stored(text(file, "storageKey"))
            .map_or_else(|| Piece::File(name.to_owned()), |content| with_text(name, content))
    }));
    pieces.extend(list(message, "links").filter_map(|link| full(link, "url")).map(Piece::Text));
    let is_open = flag(message, "generating") || message["error"].is_string();
    let finish = if is_open { Finish::Stopped } else { finish_of(text(message, "finishReason")) };
    Meaning::of(role, pieces, full(message, "model"), finish).or_error(&message["error"])
}

/// Results that older versions looked up before a reply.
fn browsed(search: &Value) -> Vec<Piece> {
    let words = list(search, "query").filter_map(Value::as_str).collect::<Vec<_>>().join(", ");
    if words.is_empty() {
        return Vec::new();
    }
    let links = list(search, "links").map(|link| format!("{}\n{}", text(link, "title"), text(link, "url")));
    let (name, arguments) = ("web_search".to_owned(), serde_json::json!({ "query": words }).to_string());
    let content = links.collect::<Vec<_>>().join("\n\n");
    vec![
        Piece::Call { id: String::new(), name, arguments },
        Piece::Output { call: String::new(), content, is_error: false },
    ]
}

fn call(part: &Value) -> Vec<Piece> {
    let (id, name) = (text(part, "toolCallId").to_owned(), text(part, "toolName").to_owned());
    let call = Piece::Call { id: id.clone(), name, arguments: as_text(&part["args"]) };
    let state = text(part, "state");
    let output = (state != "call").then(|| Piece::Output {
        call: id,
        content: as_text(&part["result"]),
        is_error: state == "error",
    });
    std::iter::once(call).chain(output).collect()
}

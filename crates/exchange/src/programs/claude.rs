//! Claude's export: conversations, projects and memories, each a list in a file of its own or several files.
//!
//! The export does not name the models, and the project of a conversation only in some versions.

use crate::{
    conversation::{Exported, Image, Meaning, Names, Node, Piece, as_text, finish_of, role_of},
    dates::time_of,
    documents::{Text, document},
    facts::propose,
    fields::{flag, full, list, text, with_text},
    format::Out,
};
use ricordo_core::{
    exchange::Why,
    id::ProjectId,
    message::{Finish, Role},
    project::{LONGEST_NAME, Project, ProjectRefusal, ProjectText},
    record::Record,
    scope::Scope,
};
use serde_json::Value;

const PROGRAM: &str = "claude";

/// Whether an element is a conversation.
pub(crate) fn is_conversation(value: &Value) -> bool {
    value["chat_messages"].is_array()
}

/// Whether an element is a conversation with Claude Design, in which messages are inside of messages.
pub(crate) fn is_design(value: &Value) -> bool {
    value["uuid"].is_string()
        && list(value, "messages").next().is_some_and(|message| message["content"]["role"].is_string())
}

/// Whether an element is a project.
pub(crate) fn is_project(value: &Value) -> bool {
    value["uuid"].is_string() && (value["docs"].is_array() || value["prompt_template"].is_string())
}

/// Whether an element holds Claude's memories.
pub(crate) fn is_memory(value: &Value) -> bool {
    value["conversations_memory"].is_string()
        || value["project_memories"].is_object()
        || (value["account_uuid"].is_string() && value["memory_files"].is_array())
}

/// Reads a conversation.
pub(crate) fn conversation(value: &Value, unnamed: &str, out: &mut Out) {
    let mut nodes: Vec<Node> = Vec::new();
    for (number, message) in list(value, "chat_messages").enumerate() {
        let parent = match message["parent_message_uuid"].as_str() {
            Some(parent) => Some(parent.to_owned()),
            None => nodes.last().map(|node| node.id.clone()),
        };
        let model = full(message, "model").or_else(|| full(value, "model"));
        nodes.push(Node {
            id: full(message, "uuid").unwrap_or_else(|| format!("#{number}")),
            parent,
            children: Vec::new(),
            at: time_of(message, &["created_at", "updated_at"]),
            meaning: Meaning::of(
                role_of(text(message, "sender")),
                pieces(message),
                model,
                finish_of(text(message, "stop_reason")),
            ),
        });
    }
    let project = full(value, "project_uuid").or_else(|| full(&value["project"], "uuid"));
    let exported = Exported {
        program: PROGRAM,
        id: full(value, "uuid"),
        title: full(value, "name").or_else(|| full(value, "title")).unwrap_or_default().trim().to_owned(),
        created_at: time_of(value, &["created_at"]),
        updated_at: time_of(value, &["updated_at"]),
        pinned: flag(value, "is_starred"),
        project: project.map(|id| project_id(&id)),
        nodes,
        current: full(value, "current_leaf_message_uuid"),
        ..Exported::default()
    };
    exported.write(unnamed, out);
}

/// Reads a conversation with Claude Design.
pub(crate) fn design(value: &Value, unnamed: &str, out: &mut Out) {
    let mut nodes: Vec<Node> = Vec::new();
    for (number, message) in list(value, "messages").enumerate() {
        let id = full(message, "uuid").unwrap_or_else(|| format!("#{number}"));
        let at = time_of(message, &["created_at"]).or_else(|| time_of(&message["content"], &["timestamp"]));
        for (part, meaning) in design_parts(message).into_iter().enumerate() {
            nodes.push(Node {
                id: if part == 0 { id.clone() } else { format!("{id}/part/{part}") },
                parent: nodes.last().map(|node| node.id.clone()),
                children: Vec::new(),
                at,
                meaning,
            });
        }
    }
    let title =
        ["title", "name"].iter().find_map(|field| full(value, field)).or_else(|| full(&value["project"], "name"));
    let exported = Exported {
        program: PROGRAM,
        id: full(value, "uuid"),
        title: title.unwrap_or_default().trim().to_owned(),
        created_at: time_of(value, &["created_at"]),
        updated_at: time_of(value, &["updated_at"]),
        nodes,
        ..Exported::default()
    };
    exported.write(unnamed, out);
}

/// A message of Claude Design: what the user wrote while Claude worked divides it, and errors stand beside it.
fn design_parts(message: &Value) -> Vec<Meaning> {
    let (role, content) = (role_of(text(message, "role")), &message["content"]);
    let whole = |role: Role, pieces: Vec<Piece>| Meaning::of(role, pieces, None, Finish::Complete);
    let (mut parts, mut pieces, mut errors): (Vec<Meaning>, Vec<Piece>, Vec<Meaning>) = Default::default();
    let mut has_text = false;
    for block in list(content, "contentBlocks") {
        match text(block, "type") {
            "user_interjection" => {
                let own = &block["message"];
                let own = own.as_str().or(own["content"].as_str()).unwrap_or(text(&own["content"], "content"));
                parts.push(whole(role, std::mem::take(&mut pieces)));
                parts.push(whole(Role::User, vec![Piece::Text(own.to_owned())]));
            }
            "error" => errors.push(Meaning::Nothing.or_error(&block["message"])),
            _ => {
                has_text |= text(block, "type") != "thinking" && full(block, "text").is_some();
                pieces.extend(design_block(block));
            }
        }
    }
    if !has_text {
        pieces.push(Piece::Text(content.as_str().unwrap_or(text(content, "content")).to_owned()));
    }
    pieces.extend(list(content, "attachments").filter(|one| !flag(one, "hidden")).map(|attachment| {
        let (name, kind) = (text(attachment, "name"), text(attachment, "type"));
        let content = full(attachment, "content").filter(|_| kind == "text");
        content.map_or_else(|| Piece::of_file(name), |content| with_text(name, &content))
    }));
    parts.push(whole(role, pieces));
    parts.extend(errors);
    parts
}

fn design_block(block: &Value) -> Vec<Piece> {
    let call = &block["toolCall"];
    let id = text(call, "id").to_owned();
    match text(block, "type") {
        "tool_call" => vec![
            Piece::Call { id: id.clone(), name: text(call, "name").to_owned(), arguments: as_text(&call["input"]) },
            Piece::Output { call: id, content: as_text(&call["output"]), is_error: false },
        ],
        "thinking" => vec![Piece::Reasoning(text(block, "text").to_owned())],
        _ => vec![Piece::Text(text(block, "text").to_owned())],
    }
}

fn pieces(message: &Value) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = list(message, "content").flat_map(block).collect();
    let has_text = pieces.iter().any(|piece| matches!(piece, Piece::Text(text) if !text.trim().is_empty()));
    if !has_text && let Some(text) = full(message, "text") {
        pieces.push(Piece::Text(text));
    }
    for attachment in list(message, "attachments") {
        let name = text(attachment, "file_name");
        match full(attachment, "extracted_content") {
            Some(content) => pieces.push(with_text(name, &content)),
            None => pieces.push(Piece::of_file(name)),
        }
    }
    // An attachment with its text is among the files, too.
    let is_attached = |name: &str| list(message, "attachments").any(|attachment| text(attachment, "file_name") == name);
    let files = list(message, "files").chain(list(message, "files_v2")).map(|file| text(file, "file_name"));
    pieces.extend(files.filter(|name| !is_attached(name)).map(Piece::of_file));
    pieces
}

fn block(block: &Value) -> Option<Piece> {
    Some(match text(block, "type") {
        "text" => Piece::Text(text(block, "text").to_owned()),
        "thinking" => {
            let summaries = || list(block, "summaries").map(|one| text(one, "summary")).collect::<Vec<_>>().join("\n");
            Piece::Reasoning(full(block, "thinking").unwrap_or_else(summaries))
        }
        "tool_use" => Piece::Call {
            id: text(block, "id").to_owned(),
            name: text(block, "name").to_owned(),
            arguments: as_text(&block["input"]),
        },
        "tool_result" => Piece::Output {
            call: text(block, "tool_use_id").to_owned(),
            content: output(&block["content"]),
            is_error: flag(block, "is_error"),
        },
        "image" => {
            let source = &block["source"];
            let address = format!("data:{};base64,{}", text(source, "media_type"), text(source, "data"));
            Piece::Image(Image::at(&address, ""))
        }
        _ => Piece::Text(full(block, "text").or_else(|| full(block, "transcript"))?),
    })
}

/// The result of a tool: a text, or a list of texts and sources.
fn output(content: &Value) -> String {
    let Some(items) = content.as_array() else { return as_text(content) };
    let texts = items.iter().map(|item| {
        let lines = ["title", "name", "url", "text"].map(|field| text(item, field));
        let known = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        if known.is_empty() { as_text(item) } else { known }
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

fn project_id(uuid: &str) -> ProjectId {
    Names::of(PROGRAM, uuid).project()
}

/// Reads a project: its name, instructions and documents.
pub(crate) fn project(value: &Value, unnamed: &str, out: &mut Out) {
    let name = text(value, "name").split_whitespace().collect::<Vec<_>>().join(" ");
    let called = if name.is_empty() { unnamed } else { &name };
    if flag(value, "is_starter_project") {
        // Claude's own example.
        return out.skip(called, Why::NoPlace);
    }
    let at = time_of(value, &["created_at"]).unwrap_or_default();
    let text_of = |instructions: &str| ProjectText {
        name: called.chars().take(LONGEST_NAME).collect(),
        instructions: instructions.to_owned(),
        ..ProjectText::default()
    };
    let checked = text_of(text(value, "prompt_template")).checked();
    if let Err(ProjectRefusal::InstructionsTooLong { .. }) = checked {
        out.skip(called, Why::TooLong);
    }
    if let Ok(found) = checked.or_else(|_| text_of("").checked()) {
        let updated_at = time_of(value, &["updated_at"]).unwrap_or(at);
        let id = project_id(text(value, "uuid"));
        out.record(Record::Project(Project { updated_at, ..Project::new(id, found, at) }));
    }
    if full(value, "description").is_some() {
        out.skip(&format!("{called}: description"), Why::NoPlace);
    }
    let scope = Scope::Project(project_id(text(value, "uuid")));
    for (number, doc) in list(value, "docs").enumerate() {
        let name = ["filename", "file_name"].iter().find_map(|field| doc[*field].as_str()).unwrap_or("text");
        let id = full(doc, "uuid").unwrap_or_else(|| format!("{}/{number}", text(value, "uuid")));
        let called = format!("{called}: {name}");
        let parts = vec![(String::new(), text(doc, "content").to_owned())];
        let doc = Text { name, called: &called, parts, scope, added_at: time_of(doc, &["created_at"]) };
        document(doc, &Names::of(PROGRAM, &id), out);
    }
}

/// Reads Claude's memories.
pub(crate) fn memory(value: &Value, unnamed: &str, out: &mut Out) {
    let names = Names::of(PROGRAM, text(value, "account_uuid"));
    propose(text(value, "conversations_memory"), unnamed, Scope::Everywhere, &names, out);
    for file in list(value, "memory_files") {
        propose(text(file, "content"), unnamed, Scope::Everywhere, &names, out);
    }
    for (project, memory) in value["project_memories"].as_object().into_iter().flatten() {
        let scope = Scope::Project(project_id(project));
        propose(memory.as_str().unwrap_or_default(), unnamed, scope, &Names::of(PROGRAM, project), out);
    }
}

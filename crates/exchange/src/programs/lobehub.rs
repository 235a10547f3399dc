//! LobeHub's exports (formerly LobeChat): everything, in the form of its old and of its new database, or one topic.
//!
//! A conversation is a topic of a session, or what a session has outside of its topics.

use crate::{
    conversation::{Exported, Image, Meaning, Names, Node, Piece, as_text},
    dates::time_of,
    facts::template,
    fields::{flag, full, list, message as texts, part, role, text, values},
    format::Out,
};
use ricordo_core::{
    exchange::Why,
    message::{Finish, Role},
};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const PROGRAM: &str = "lobehub";
/// Field names of times in the versions of LobeHub.
const CREATED: [&str; 3] = ["createdAt", "created_at", "createAt"];
const UPDATED: [&str; 3] = ["updatedAt", "updated_at", "updateAt"];

/// Whether an element is an export.
pub(crate) fn is_export(value: &Value) -> bool {
    let (state, data) = (&value["state"], &value["data"]);
    (value["exportType"].is_string() && state.is_object())
        || (data.is_object() && (value["schemaHash"].is_string() || value["mode"].is_string()))
        || (value["exportedAt"].is_string() && value["version"].is_string() && value["messages"].is_array())
}

/// Whether an element is a message of the simple export of a topic: a list of roles and texts.
pub(crate) fn is_line(value: &Value) -> bool {
    let known = ["role", "content", "tools", "tool_call_id"];
    let fields = value.as_object().filter(|fields| fields.keys().all(|name| known.contains(&name.as_str())));
    fields.is_some() && value["role"].is_string() && (value["content"].is_string() || value["content"].is_array())
}

/// Reads the messages of a simple export. Their texts are what identifies it.
pub(crate) fn lines(lines: Vec<Value>, _: &str, out: &mut Out) {
    let whole = serde_json::json!({ "messages": lines });
    export(&whole, "#1", out);
}

/// The tables of an export by id.
struct Tables<'a> {
    topics: BTreeMap<&'a str, &'a Value>,
    sessions: BTreeMap<&'a str, &'a Value>,
    agents: BTreeMap<&'a str, &'a Value>,
    /// The agent of a session.
    agent_of: BTreeMap<&'a str, &'a str>,
    threads: BTreeMap<&'a str, &'a Value>,
    /// The arguments of a tool call, by the id of its message.
    plugins: BTreeMap<&'a str, &'a Value>,
    files: BTreeMap<&'a str, &'a Value>,
    /// The files of a message.
    files_of: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Tables<'a> {
    fn of(data: &'a Value) -> Self {
        let by_id = |table: &str| values(&data[table]).into_iter().map(|row| (text(row, "id"), row)).collect();
        let mut topics: BTreeMap<&str, &Value> = by_id("topics");
        for session in values(&data["sessions"]) {
            topics.extend(values(&session["topics"]).into_iter().map(|row| (text(row, "id"), row)));
        }
        let mut files_of: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for link in list(data, "messagesFiles") {
            files_of.entry(text(link, "messageId")).or_default().push(text(link, "fileId"));
        }
        let agent_of = list(data, "agentsToSessions").map(|link| (text(link, "sessionId"), text(link, "agentId")));
        Self {
            topics,
            sessions: by_id("sessions"),
            agents: by_id("agents"),
            agent_of: agent_of.collect(),
            threads: by_id("threads"),
            plugins: by_id("messagePlugins"),
            files: by_id("files"),
            files_of,
        }
    }

    /// The system prompt of a session's agent, and the agent's name.
    fn agent(&self, session: &str, agent: &str) -> (String, String) {
        let none = &Value::Null;
        let session_row = self.sessions.get(session).copied().unwrap_or(none);
        let agent = if agent.is_empty() { self.agent_of.get(session).copied().unwrap_or_default() } else { agent };
        let agent = self.agents.get(agent).copied().unwrap_or(none);
        let prompt = full(&session_row["config"], "systemRole").or_else(|| full(agent, "systemRole"));
        let name =
            full(&session_row["meta"], "title").or_else(|| full(session_row, "title")).or_else(|| full(agent, "title"));
        (prompt.unwrap_or_default(), name.unwrap_or_default())
    }
}

/// Reads an export.
pub(crate) fn export(value: &Value, unnamed: &str, out: &mut Out) {
    let data = ["state", "data"].into_iter().map(|field| &value[field]).find(|data| data.is_object()).unwrap_or(value);
    let tables = Tables::of(data);
    let messages = list(data, "messages").map(|message| ("", message));
    // The first version had the messages in their sessions.
    let chats = values(&data["sessions"])
        .into_iter()
        .flat_map(|session| values(&session["chats"]).into_iter().map(move |message| (text(session, "id"), message)));
    let mut by_topic: BTreeMap<(&str, &str), Vec<&Value>> = BTreeMap::new();
    let mut session_of: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    for (session, message) in messages.chain(chats) {
        let named = |field: &str| Some(text(message, field)).filter(|id| !id.is_empty());
        let session = named("sessionId").unwrap_or(session);
        let place = match named("topicId") {
            Some(topic) => ("", topic),
            // The messages that belong to no topic.
            None if session.is_empty() => (named("groupId").or_else(|| named("agentId")).unwrap_or_default(), ""),
            None => (session, ""),
        };
        by_topic.entry(place).or_default().push(message);
        if !session.is_empty() {
            session_of.entry(place).or_insert(session);
        }
    }
    for (place, messages) in by_topic {
        let session = session_of.get(&place).copied().unwrap_or(place.0);
        read_topic(&tables, (session, place.1), messages, value, unnamed, out);
    }
    let agents =
        tables.sessions.keys().map(|session| (*session, "")).chain(tables.agents.keys().map(|agent| ("", *agent)));
    for (session, agent) in agents {
        let (prompt, name) = tables.agent(session, agent);
        let is_linked = agent.is_empty() && tables.agent_of.contains_key(session);
        if !prompt.trim().is_empty() && !is_linked {
            template(
                if name.is_empty() { unnamed } else { &name },
                &prompt,
                &Names::of(PROGRAM, &format!("{session}{agent}")),
                out,
            );
        }
    }
    for table in [
        "settings",
        "userSettings",
        "userInstalledPlugins",
        "aiProviders",
        "aiModels",
        "knowledgeBases",
        "documents",
        "messageTranslates",
    ] {
        let rows = &data[table];
        if rows.as_object().is_some_and(|rows| !rows.is_empty()) || rows.as_array().is_some_and(|rows| !rows.is_empty())
        {
            out.skip(table, Why::NoPlace);
        }
    }
}

fn read_topic(
    tables: &Tables<'_>,
    (session, topic): (&str, &str),
    mut messages: Vec<&Value>,
    whole: &Value,
    unnamed: &str,
    out: &mut Out,
) {
    // The prompt of an export of a topic has the time of the export.
    messages.sort_by_key(|message| (text(message, "id") != "system-role", time_of(message, &CREATED)));
    let row = tables.topics.get(topic).copied().unwrap_or(whole);
    let session = if session.is_empty() { text(row, "sessionId") } else { session };
    let agent = messages.iter().find_map(|message| full(message, "agentId")).or_else(|| full(row, "agentId"));
    let agent = agent.unwrap_or_default();
    let (system_prompt, name) = tables.agent(session, &agent);
    let id = if topic.is_empty() { format!("session/{session}") } else { topic.to_owned() };
    let is_alone = topic.is_empty() && session.is_empty();
    let mut exported = Exported {
        program: PROGRAM,
        // A topic that was exported by itself is identified by its messages.
        id: (!is_alone).then_some(id),
        title: full(row, "title").unwrap_or(name).trim().to_owned(),
        created_at: time_of(row, &CREATED),
        updated_at: time_of(row, &UPDATED),
        pinned: flag(row, "favorite"),
        system_prompt,
        nodes: nodes(tables, &messages),
        ..Exported::default()
    };
    if exported.system_prompt.is_empty() {
        exported.take_instructions();
    }
    exported.write(unnamed, out);
}

/// The messages of a topic, oldest first. The results of tools follow each other in time, whatever their parents are.
fn nodes(tables: &Tables<'_>, messages: &[&Value]) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let ids: BTreeSet<&str> = messages.iter().map(|message| text(message, "id")).collect();
    // The last message of each thread, and whether it is the result of a tool.
    let mut last: BTreeMap<&str, (String, bool)> = BTreeMap::new();
    for (number, message) in messages.iter().enumerate() {
        let id = full(message, "id").unwrap_or_else(|| format!("#{number}"));
        let thread = text(message, "threadId");
        let is_tool = role(message) == Role::Tool;
        let before = last.get(thread).cloned();
        let origin = || tables.threads.get(thread).and_then(|thread| full(thread, "sourceMessageId"));
        let parent = match before {
            Some((before, was_tool)) if was_tool && role(message) != Role::User || is_tool => Some(before),
            // A message that was deleted may still be named.
            before => full(message, "parentId")
                .filter(|parent| ids.contains(parent.as_str()))
                .or(before.map(|(id, _)| id))
                .or_else(origin),
        };
        last.insert(thread, (id.clone(), is_tool));
        nodes.push(Node {
            id,
            parent,
            children: Vec::new(),
            at: time_of(message, &CREATED),
            meaning: meaning(tables, message),
        });
    }
    nodes
}

fn meaning(tables: &Tables<'_>, message: &Value) -> Meaning {
    let mut role = role(message);
    let mut pieces: Vec<Piece> = Vec::new();
    if role == Role::Tool {
        let plugin = tables.plugins.get(text(message, "id")).copied().unwrap_or(message);
        let call = full(message, "tool_call_id").or_else(|| full(plugin, "toolCallId")).unwrap_or_default();
        let is_error =
            [&message["pluginError"], &message["error"], &plugin["error"]].iter().any(|error| error.is_object());
        if call.is_empty() {
            // Older versions had no message that calls: the result names the call.
            role = Role::Assistant;
            pieces.extend(called(message));
        }
        pieces.push(Piece::Output { call, content: as_text(&message["content"]), is_error });
    } else {
        pieces.extend(spoken(role, message));
        // The parts of a reply in which tools were called, in the form of the page.
        pieces.extend(list(message, "children").flat_map(|child| spoken(role, child)));
    }
    for image in list(message, "imageList") {
        pieces.push(Piece::Image(Image::at(text(image, "url"), text(image, "alt"))));
    }
    let linked = tables.files_of.get(text(message, "id")).into_iter().flatten().copied();
    for id in list(message, "files").filter_map(Value::as_str).chain(linked) {
        pieces.push(match tables.files.get(id) {
            Some(file) if text(file, "fileType").starts_with("image/") => {
                Piece::Image(Image::at(text(file, "url"), text(file, "name")))
            }
            Some(file) => Piece::File(text(file, "name").to_owned()),
            None => Piece::File(id.to_owned()),
        });
    }
    let extra = &message["extra"];
    let model = full(message, "model")
        .or_else(|| full(message, "fromModel"))
        .or_else(|| full(extra, "fromModel"))
        .or_else(|| full(extra, "model"));
    let finish = if message["error"].is_object() { Finish::Stopped } else { Finish::Complete };
    Meaning::of(role, pieces, model.filter(|_| role == Role::Assistant), finish).or_error(&message["error"])
}

/// Reasoning, text and calls.
fn spoken(role: Role, message: &Value) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = full(&message["reasoning"], "content").map(Piece::Reasoning).into_iter().collect();
    let content = as_text(&message["content"]);
    let parts: Option<Vec<Value>> =
        flag(&message["metadata"], "isMultimodal").then(|| serde_json::from_str(&content).ok()).flatten();
    match parts {
        Some(parts) => pieces.extend(parts.iter().flat_map(|one| part(role, one))),
        None => pieces.extend(texts(role, &content)),
    }
    for tool in list(message, "tools") {
        let id = text(tool, "id").to_owned();
        let name = full(tool, "apiName").or_else(|| full(tool, "identifier")).unwrap_or_default();
        pieces.push(Piece::Call { id: id.clone(), name, arguments: as_text(&tool["arguments"]) });
        if tool["result"].is_object() {
            let content = as_text(&tool["result"]["content"]);
            pieces.push(Piece::Output { call: id, content, is_error: tool["result"]["error"].is_object() });
        }
    }
    pieces
}

/// The call that a result of older versions names.
fn called(message: &Value) -> Option<Piece> {
    let call = ["plugin", "function_call"].into_iter().map(|field| &message[field]).find(|call| call.is_object())?;
    let name = ["apiName", "name", "identifier"].iter().find_map(|field| full(call, field))?;
    Some(Piece::Call { id: String::new(), name, arguments: as_text(&call["arguments"]) })
}

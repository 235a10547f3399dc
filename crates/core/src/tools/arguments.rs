//! Parses the arguments of tool calls. Models write broken JSON, leave out fields and put numbers in strings: what can
//! be understood is accepted; otherwise an error tells the model in one sentence what to send.

use super::{
    answers::{Answers, answers, fill},
    table::{Field, FieldKind, Tool},
};
use crate::{message::Part, undo::UndoneCommand};
use ricordo_record::language::Language;
use serde_json::{Map, Value};

/// A tool call with parsed arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The provider's id of the call.
    pub call: String,
    /// The request, or the tool error for the model.
    pub request: Result<Request, String>,
}

/// The request in a tool call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A request about facts and user data.
    Memory(MemoryRequest),
    /// A request about tasks.
    Task(TaskRequest),
    /// `search_history`
    SearchHistory {
        /// The search words.
        query: String,
    },
    /// A request about documents.
    Document(DocumentRequest),
}

/// A request about documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentRequest {
    /// `vector_rag`
    Search {
        /// What to look for.
        query: String,
        /// Most quotes.
        limit: Option<u32>,
    },
    /// `search_repos`
    SearchRepos {
        /// What to look for.
        query: String,
        /// Part of the path of the files; empty: all.
        path: String,
    },
    /// `list_documents`
    List,
}

/// A request about facts and user data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryRequest {
    /// `save_user_fact`
    Save {
        /// The fact.
        fact: String,
    },
    /// `get_user_facts`
    Get,
    /// `update_user_fact`
    Update {
        /// The id or the text of the fact.
        id: String,
        /// The new text of the fact.
        fact: String,
    },
    /// `delete_user_fact`
    Delete {
        /// The id or the text of the fact.
        id: String,
    },
    /// `save_user_data`
    Fill {
        /// Name of the field.
        field: String,
        /// Value of the field.
        value: String,
    },
}

/// A request about tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskRequest {
    /// `list_tasks`
    List {
        /// Whether to list completed tasks, too.
        include_done: bool,
    },
    /// `add_task`
    Add {
        /// Title of the task.
        title: String,
        /// Due day.
        due: Option<String>,
    },
    /// `complete_task`
    Complete {
        /// The id or the title of the task.
        id: String,
    },
}

impl Request {
    /// The command that its undo entry reverts; `None`: it only reads.
    pub fn command(&self) -> Option<UndoneCommand> {
        match self {
            Self::Memory(MemoryRequest::Get)
            | Self::Task(TaskRequest::List { .. })
            | Self::SearchHistory { .. }
            | Self::Document(_) => None,
            Self::Memory(_) => Some(UndoneCommand::Memory),
            Self::Task(_) => Some(UndoneCommand::Task),
        }
    }
}

/// Parses the tool calls among `calls`, in order. `enabled` are the names of the tools that may be called.
pub fn prepare(calls: &[Part], enabled: &[String], language: Language) -> Vec<Prepared> {
    let calls = calls.iter().filter_map(|part| match part {
        Part::ToolCall { id, name, arguments, .. } => {
            Some(Prepared { call: id.clone(), request: read(name, arguments, enabled, answers(language)) })
        }
        _ => None,
    });
    calls.collect()
}

fn read(name: &str, arguments: &str, enabled: &[String], answers: &'static Answers) -> Result<Request, String> {
    let may_be_called = |tool: &Tool| enabled.iter().any(|name| name == tool.name());
    let Some(tool) = Tool::named(name.trim()).filter(may_be_called) else {
        let names: Vec<&str> = Tool::all().filter(may_be_called).map(Tool::name).collect();
        let name: String = name.chars().take(60).collect();
        return Err(match names.is_empty() {
            true => fill(answers.no_tools, &[("name", &name)]),
            false => fill(answers.no_such_tool, &[("name", &name), ("names", &names.join(", "))]),
        });
    };
    let given = Given { tool, answers, fields: object(tool, arguments, answers)? };
    Ok(match tool {
        Tool::SaveUserFact => Request::Memory(MemoryRequest::Save { fact: given.text("fact")? }),
        Tool::GetUserFacts => Request::Memory(MemoryRequest::Get),
        Tool::UpdateUserFact => {
            Request::Memory(MemoryRequest::Update { id: given.text("id")?, fact: given.text("fact")? })
        }
        Tool::DeleteUserFact => Request::Memory(MemoryRequest::Delete { id: given.text("id")? }),
        Tool::SearchHistory => Request::SearchHistory { query: given.text("query")? },
        Tool::ListTasks => Request::Task(TaskRequest::List { include_done: given.flag("include_done")? }),
        Tool::AddTask => {
            let due = Some(given.text("due")?).filter(|due| !due.is_empty());
            Request::Task(TaskRequest::Add { title: given.text("title")?, due })
        }
        Tool::SaveUserData => {
            Request::Memory(MemoryRequest::Fill { field: given.text("field")?, value: given.text("value")? })
        }
        Tool::VectorRag => {
            Request::Document(DocumentRequest::Search { query: given.text("query")?, limit: given.number("limit")? })
        }
        Tool::SearchRepos => {
            Request::Document(DocumentRequest::SearchRepos { query: given.text("query")?, path: given.text("path")? })
        }
        Tool::ListDocuments => Request::Document(DocumentRequest::List),
        Tool::CompleteTask => Request::Task(TaskRequest::Complete { id: given.text("id")? }),
    })
}

/// The arguments as an object. Empty arguments are an empty object, and an object inside a JSON string is extracted.
fn object(tool: Tool, arguments: &str, answers: &Answers) -> Result<Map<String, Value>, String> {
    let arguments = if arguments.trim().is_empty() { "{}" } else { arguments };
    let mut value = serde_json::from_str(arguments).ok();
    if let Some(Value::String(inner)) = &value {
        value = serde_json::from_str(inner).ok();
    }
    match value {
        Some(Value::Object(fields)) => Ok(fields),
        Some(Value::Null) => Ok(Map::new()),
        other => {
            let answer = if other.is_some() { answers.not_an_object } else { answers.not_json };
            Err(fill(answer, &[("tool", tool.name()), ("example", &tool.example())]))
        }
    }
}

/// The fields in a call. Fields that the tool does not have are ignored.
struct Given {
    tool: Tool,
    answers: &'static Answers,
    fields: Map<String, Value>,
}

impl Given {
    /// A text field; empty if it is optional and missing.
    fn text(&self, name: &str) -> Result<String, String> {
        let text = match self.fields.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            Some(Value::Bool(flag)) => flag.to_string(),
            Some(Value::Array(_) | Value::Object(_)) => return Err(self.wrong(name)),
        };
        let is_required = self.field(name).is_some_and(|field| field.required);
        if text.is_empty() && is_required {
            let values = [("tool", self.tool.name()), ("field", name), ("example", &self.tool.example())];
            return Err(fill(self.answers.needs_field, &values));
        }
        Ok(text)
    }

    /// A boolean field; false if missing.
    fn flag(&self, name: &str) -> Result<bool, String> {
        let text = match self.fields.get(name) {
            None | Some(Value::Null) => return Ok(false),
            Some(Value::Bool(flag)) => return Ok(*flag),
            Some(Value::String(text)) => text.trim().to_lowercase(),
            Some(other) => other.to_string(),
        };
        match text.as_str() {
            "true" | "1" | "yes" => Ok(true),
            "false" | "0" | "no" | "" => Ok(false),
            _ => Err(self.wrong(name)),
        }
    }

    /// A number; `None` if missing. A negative one is the smallest, 0.
    fn number(&self, name: &str) -> Result<Option<u32>, String> {
        let text = self.text(name)?;
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse::<i64>().map_err(|_| self.wrong(name))?;
        Ok(Some(u32::try_from(number.max(0)).unwrap_or(u32::MAX)))
    }

    fn wrong(&self, name: &str) -> String {
        let answer = match self.field(name).map(|field| field.kind) {
            Some(FieldKind::Flag) => self.answers.needs_flag,
            Some(FieldKind::Number) => self.answers.needs_number,
            Some(FieldKind::Text) | None => self.answers.needs_text,
        };
        fill(answer, &[("tool", self.tool.name()), ("field", name)])
    }

    fn field(&self, name: &str) -> Option<&'static Field> {
        self.tool.fields().iter().find(|field| field.name == name)
    }
}

#[cfg(test)]
mod tests;

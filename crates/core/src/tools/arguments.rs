//! Reading what a model sends to a tool. Models write broken JSON, leave fields out and put numbers into texts: what can be
//! understood is, and for the rest the model is told in one sentence what to send.

use super::{
    answers::{Answers, answers, fill},
    table::{Field, FieldKind, Tool},
};
use crate::message::Part;
use ricordo_record::language::Language;
use serde_json::{Map, Value};

/// A call whose arguments were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// The provider's id of the call.
    pub call: String,
    /// What is asked; or the tool error, for the model.
    pub request: Result<Request, String>,
}

/// What a call asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// About the facts and the user data.
    Memory(MemoryRequest),
    /// About the tasks.
    Task(TaskRequest),
    /// `search_history`
    SearchHistory {
        /// The words.
        query: String,
    },
}

/// What a call asks of the facts and the user data.
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
        /// Which: its id or its words.
        id: String,
        /// The fact as it is now.
        fact: String,
    },
    /// `delete_user_fact`
    Delete {
        /// Which: its id or its words.
        id: String,
    },
    /// `save_user_data`
    Fill {
        /// The field.
        field: String,
        /// Its value.
        value: String,
    },
}

/// What a call asks of the tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskRequest {
    /// `list_tasks`
    List {
        /// Whether those that are done are listed, too.
        include_done: bool,
    },
    /// `add_task`
    Add {
        /// What is to be done.
        title: String,
        /// By which day.
        due: Option<String>,
    },
    /// `complete_task`
    Complete {
        /// Which: its id or its title.
        id: String,
    },
}

/// Reads the tool calls among some parts, in order. `enabled` are the names of the tools that may be called.
pub fn prepare(calls: &[Part], enabled: &[String], language: Language) -> Vec<Prepared> {
    let calls = calls.iter().filter_map(|part| match part {
        Part::ToolCall { id, name, arguments } => {
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
        Tool::CompleteTask => Request::Task(TaskRequest::Complete { id: given.text("id")? }),
    })
}

/// The object that the arguments are. None at all is an empty one, and an object inside a text is taken out of it.
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

/// The fields that a model gave. Those that the tool does not know are passed over.
struct Given {
    tool: Tool,
    answers: &'static Answers,
    fields: Map<String, Value>,
}

impl Given {
    /// A text; empty where it is not required and not there.
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

    /// Yes or no; no where it is not there.
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

    fn wrong(&self, name: &str) -> String {
        let answer = match self.field(name).map(|field| field.kind) {
            Some(FieldKind::Flag) => self.answers.needs_flag,
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

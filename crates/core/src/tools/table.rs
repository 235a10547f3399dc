//! The table of all tools: name, description, arguments. Both the schema for providers and the argument parser are
//! derived from it.

use crate::model::ToolSpec;
use serde_json::{Map, json};

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    /// `save_user_fact`
    SaveUserFact,
    /// `get_user_facts`
    GetUserFacts,
    /// `update_user_fact`
    UpdateUserFact,
    /// `delete_user_fact`
    DeleteUserFact,
    /// `search_history`
    SearchHistory,
    /// `list_tasks`
    ListTasks,
    /// `add_task`
    AddTask,
    /// `complete_task`
    CompleteTask,
    /// `save_user_data`
    SaveUserData,
    /// `vector_rag`
    VectorRag,
    /// `search_repos`
    SearchRepos,
    /// `list_documents`
    ListDocuments,
}

/// Type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    Text,
    Flag,
    Number,
}

/// An argument of a tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: FieldKind,
    pub(super) required: bool,
    pub(super) description: &'static str,
}

struct Row {
    tool: Tool,
    name: &'static str,
    description: &'static str,
    fields: &'static [Field],
}

const fn text(name: &'static str, description: &'static str) -> Field {
    Field { name, kind: FieldKind::Text, required: true, description }
}

const FACT_ID: Field = text("id", "The id of the fact, from get_user_facts, or its exact words.");

const TABLE: [Row; 12] = [
    Row {
        tool: Tool::SaveUserFact,
        name: "save_user_fact",
        description: "Save one lasting fact about the user for all later conversations, such as where they live, what they \
                      like or what they work on. Never passwords, keys or card numbers, nor what matters only today.",
        fields: &[text("fact", "The fact in one short sentence, such as: User lives in Kyiv.")],
    },
    Row {
        tool: Tool::GetUserFacts,
        name: "get_user_facts",
        description: "List all facts saved about the user, each with its id.",
        fields: &[],
    },
    Row {
        tool: Tool::UpdateUserFact,
        name: "update_user_fact",
        description: "Change a saved fact that is no longer right.",
        fields: &[FACT_ID, text("fact", "The fact as it is now, in one short sentence.")],
    },
    Row {
        tool: Tool::DeleteUserFact,
        name: "delete_user_fact",
        description: "Delete a saved fact that the user does not want kept or that is wrong.",
        fields: &[FACT_ID],
    },
    Row {
        tool: Tool::SearchHistory,
        name: "search_history",
        description: "Search earlier messages by words, for what you can no longer see: those of this conversation and, where \
                      the user allows it, of others.",
        fields: &[text("query", "One to three words that the messages likely contain.")],
    },
    Row {
        tool: Tool::ListTasks,
        name: "list_tasks",
        description: "List the user's open tasks, each with its id and due date.",
        fields: &[Field {
            name: "include_done",
            kind: FieldKind::Flag,
            required: false,
            description: "Whether to list those that are done, too.",
        }],
    },
    Row {
        tool: Tool::AddTask,
        name: "add_task",
        description: "Add a task to the user's list when they ask for it.",
        fields: &[
            text("title", "What is to be done, in one line."),
            Field {
                name: "due",
                kind: FieldKind::Text,
                required: false,
                description: "The day by which it is to be done, as YYYY-MM-DD.",
            },
        ],
    },
    Row {
        tool: Tool::CompleteTask,
        name: "complete_task",
        description: "Tick a task of the user's list as done.",
        fields: &[text("id", "The id of the task, from list_tasks, or its exact title.")],
    },
    Row {
        tool: Tool::SaveUserData,
        name: "save_user_data",
        description: "Fill a field of the user's data with what they say of themselves, such as their name, pronouns, \
                      language, city or job. A field that is filled is changed. For all else there is save_user_fact.",
        fields: &[text("field", "The name of the field, such as: City."), text("value", "Its value, such as: Kyiv.")],
    },
    Row {
        tool: Tool::VectorRag,
        name: "vector_rag",
        description: "Search the user's documents and earlier messages. Returns numbered quotes with their sources.",
        fields: &[
            text("query", "What to look for, in a few words or a question."),
            Field { name: "limit", kind: FieldKind::Number, required: false, description: "Most quotes, 1 to 20." },
        ],
    },
    Row {
        tool: Tool::SearchRepos,
        name: "search_repos",
        description: "Search the repositories that the user added. Returns numbered quotes with file and lines.",
        fields: &[
            text("query", "Names or words that the source code likely contains."),
            Field {
                name: "path",
                kind: FieldKind::Text,
                required: false,
                description: "Part of the path of the files to search, such as: src/.",
            },
        ],
    },
    Row {
        tool: Tool::ListDocuments,
        name: "list_documents",
        description: "List the documents that can be searched.",
        fields: &[],
    },
];

impl Tool {
    /// The tool with this name.
    pub fn named(name: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.name == name).map(|row| row.tool)
    }

    /// The tools of documents. They are not in the settings: they are offered where there is a document to search.
    pub const OF_DOCUMENTS: [Self; 3] = [Self::VectorRag, Self::SearchRepos, Self::ListDocuments];

    /// All tools, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.tool)
    }

    /// Whether calling it changes nothing.
    pub const fn only_reads(self) -> bool {
        matches!(
            self,
            Self::GetUserFacts
                | Self::SearchHistory
                | Self::ListTasks
                | Self::VectorRag
                | Self::SearchRepos
                | Self::ListDocuments
        )
    }

    /// Name in the settings and in calls.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub(super) fn fields(self) -> &'static [Field] {
        self.row().fields
    }

    /// Example arguments, with `…` in place of values.
    pub(super) fn example(self) -> String {
        let fields = self.fields().iter().filter(|field| field.required);
        let pairs: Vec<String> = fields.map(|field| format!("\"{}\": \"…\"", field.name)).collect();
        format!("{{{}}}", pairs.join(", "))
    }

    fn row(self) -> &'static Row {
        // The table is in the order of the variants; a test checks it.
        &TABLE[self as usize]
    }
}

impl Row {
    fn spec(&self) -> ToolSpec {
        // Inserted one by one, because collecting into a map would sort first; see `ricordo_text::small_sort`.
        let mut properties = Map::new();
        for field in self.fields {
            let kind = match field.kind {
                FieldKind::Text => "string",
                FieldKind::Flag => "boolean",
                FieldKind::Number => "integer",
            };
            properties.insert(field.name.to_owned(), json!({ "type": kind, "description": field.description }));
        }
        let required: Vec<&str> = self.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
        let parameters = json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        ToolSpec { name: self.name.to_owned(), description: self.description.to_owned(), parameters }
    }
}

/// The specs of these tools, in the order of the table whatever the order of the names. See [`unknown_names`].
pub fn specs(names: &[String]) -> Vec<ToolSpec> {
    TABLE.iter().filter(|row| names.iter().any(|name| name == row.name)).map(Row::spec).collect()
}

/// The names that are not in the table; [`specs`] ignores them.
pub fn unknown_names(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).filter(|name| Tool::named(name).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_tools() {
        for (place, tool) in Tool::all().enumerate() {
            assert_eq!(tool as usize, place);
            assert_eq!(Tool::named(tool.name()), Some(tool));
        }
    }

    #[test]
    fn tools_come_in_one_order_and_unknown_names_are_reported() {
        let names = ["complete_task", "fly", "save_user_fact"].map(str::to_owned);
        let specs = specs(&names);
        assert_eq!(
            specs.iter().map(|spec| spec.name.as_str()).collect::<Vec<_>>(),
            ["save_user_fact", "complete_task"]
        );
        assert_eq!(unknown_names(&names), ["fly"]);
    }

    #[test]
    fn a_schema_is_strict_and_small() {
        let all: Vec<String> = Tool::all().map(|tool| tool.name().to_owned()).collect();
        let specs = specs(&all);
        assert_eq!(specs.len(), 12);
        for spec in &specs {
            assert_eq!(spec.parameters["additionalProperties"], false, "{}", spec.name);
            assert_eq!(spec.parameters["type"], "object", "{}", spec.name);
        }
        assert_eq!(specs[6].parameters["required"], json!(["title"]));
        let size = |specs: &[ToolSpec]| crate::tokens::estimate(&serde_json::to_string(specs).unwrap());
        let (always, with_documents) = (size(&specs[..9]), size(&specs[9..]));
        assert!(always < 900, "all tools take {always} tokens of every prompt");
        assert!(with_documents < 300, "those of documents take {with_documents} tokens where there are any");
    }
}

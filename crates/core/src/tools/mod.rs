//! Tools: their definitions, the parsing of their arguments, and their answers.
//!
//! Plain functions on copies of the memories and the tasks; [`crate::session`] stores the changes. `table` is the
//! single list of all tools, `arguments` parses a call, `memories`, `tasks` and `history` answer it with the texts of
//! `answers`. A call that cannot be answered becomes a tool error that tells the model what to send instead, never a
//! failed turn.

pub(crate) mod answers;
pub mod arguments;
mod contained;
mod event;
pub mod history;
mod memories;
mod reference;
mod surroundings;
mod table;
mod tasks;
mod translated;

pub use arguments::{DocumentRequest, MemoryRequest, Prepared, Request, TaskRequest, prepare};
pub use contained::Contained;
pub use event::ToolEvent;
pub use memories::{adds_beside, answer as answer_memory, fact_named, memory_named, short_memory_id};
pub use surroundings::Surroundings;
pub use table::{Tool, specs, unknown_names};
pub use tasks::answer as answer_task;
pub use translated::in_language;

pub use crate::labels::tools_used_line;

use crate::message::Part;

/// Longest result of one call, in tokens by [`crate::tokens::estimate`].
pub const LONGEST_RESULT: u32 = 4_000;

/// The distinct tools called, in the order of first use; `None` if there are none.
pub(crate) fn tools_used(called: &[String]) -> Option<Part> {
    let mut names: Vec<String> = Vec::new();
    for name in called {
        if !name.is_empty() && !names.contains(name) {
            names.push(name.clone());
        }
    }
    (!names.is_empty()).then_some(Part::ToolsUsed { names })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Language;

    #[test]
    fn each_tool_is_named_once() {
        let called = ["add_task", "", "list_tasks", "add_task"].map(str::to_owned);
        let names = ["add_task", "list_tasks"].map(str::to_owned).to_vec();
        assert_eq!(tools_used_line(&names, Language::En), "Tools used: add_task, list_tasks");
        assert_eq!(tools_used_line(&names, Language::Uk), "Використані інструменти: add_task, list_tasks");
        assert_eq!(tools_used(&called), Some(Part::ToolsUsed { names }));
        assert_eq!(tools_used(&[String::new()]), None);
    }
}

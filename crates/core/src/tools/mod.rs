//! Tools: what the model may ask for, how its arguments are read, and what it is answered.
//!
//! Plain functions on copies of the memories and the tasks; [`crate::session`] stores what they change. `table` is the one
//! list of all tools, `arguments` reads a call, `memories`, `tasks` and
//! `history` answer with the words of `answers`. A call that cannot be answered is
//! a tool error that tells the model what to send instead, never a failed turn.

pub(crate) mod answers;
pub mod arguments;
mod event;
pub mod history;
mod memories;
mod reference;
mod surroundings;
mod table;
mod tasks;
mod translated;

pub use arguments::{MemoryRequest, Prepared, Request, TaskRequest, prepare};
pub use event::ToolEvent;
pub use memories::answer as answer_memory;
pub use surroundings::Surroundings;
pub use table::{Tool, specs, unknown_names};
pub use tasks::answer as answer_task;
pub use translated::in_language;

use crate::labels::TOOLS_USED;

/// The longest result of one call, in tokens by [`crate::tokens::estimate`].
pub const LONGEST_RESULT: u32 = 4_000;

/// The line that tells a provider without tool messages which tools were used: `Tools used: a, b`. Each name once, in the
/// order of first use; empty without any.
pub fn tools_used_line<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut once: Vec<&str> = Vec::new();
    for name in names {
        if !name.is_empty() && !once.contains(&name) {
            once.push(name);
        }
    }
    if once.is_empty() { String::new() } else { format!("{TOOLS_USED}{}", once.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::tools_used_line;

    #[test]
    fn the_line_names_each_tool_once() {
        assert_eq!(tools_used_line(["add_task", "list_tasks", "add_task"]), "Tools used: add_task, list_tasks");
        assert_eq!(tools_used_line([""]), "");
    }
}

//! Pages for memories, summaries, tasks and statistics, and the dialog of `/forget <text>`. Each is a component without
//! arguments that a signal of [`crate::state::Panels`] opens.

mod chart;
mod coming;
mod duplicates;
mod forget_dialog;
mod memories_page;
mod memory_facts;
mod memory_row;
mod once;
mod page;
mod pager;
mod prices;
mod stats_page;
mod summaries_page;
mod summary_edit;
mod summary_row;
mod summary_sources;
mod task_row;
mod tasks_page;
mod today;
mod usage_table;
mod user_data;

pub use forget_dialog::ForgetDialog;
pub use memories_page::MemoriesDialog;
pub use page::{Page, Place};
pub use stats_page::StatsDialog;
pub use summaries_page::SummariesDialog;
pub use tasks_page::TasksDialog;

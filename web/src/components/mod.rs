//! The components, one per file. They draw what [`crate::state`] holds and call its methods.

mod chips;
mod composer;
mod conversation_item;
mod dialog;
mod erase_dialog;
mod field;
mod forget_dialog;
mod help_dialog;
mod icon;
mod in_page_choice;
mod inline_edit;
mod inspector;
<<<<<<< HEAD
=======
mod layers;
pub mod lightbox;
>>>>>>> main
mod marks;
mod memories_dialog;
mod memory_row;
mod message;
mod meta;
mod model_progress;
mod notice;
mod presets_dialog;
mod provider_dialog;
mod row;
mod search_dialog;
mod server_fields;
mod settings_dialog;
mod sidebar;
mod stats_dialog;
mod storage_banner;
mod suggestions;
mod task_row;
mod tasks_dialog;
mod to_end;
mod tool_round;
mod top_bar;
mod transcript;
mod user_data;
mod waiting;
mod welcome;

pub use composer::Composer;
pub use erase_dialog::EraseDialog;
pub use forget_dialog::ForgetDialog;
pub use help_dialog::HelpDialog;
<<<<<<< HEAD
pub use inspector::{InspectionPage, Inspector};
=======
pub use inspector::Inspector;
pub use lightbox::Lightbox;
>>>>>>> main
pub use memories_dialog::MemoriesDialog;
pub use presets_dialog::PresetsDialog;
pub use provider_dialog::ProviderDialog;
pub use search_dialog::SearchDialog;
pub use settings_dialog::SettingsDialog;
pub use sidebar::Sidebar;
pub use stats_dialog::StatsDialog;
pub use storage_banner::StorageBanner;
pub use tasks_dialog::TasksDialog;
pub use top_bar::TopBar;
pub use transcript::Transcript;

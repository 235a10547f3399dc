//! The components, one per file. They draw what [`crate::state`] holds and call its methods.

mod composer;
mod dialog;
mod field;
mod help_dialog;
mod icon;
mod in_page_choice;
mod inspector;
mod layers;
mod message;
mod meta;
mod model_progress;
mod notice;
mod provider_dialog;
mod server_fields;
mod settings_dialog;
mod sidebar;
mod storage_banner;
mod suggestions;
mod top_bar;
mod transcript;
mod waiting;
mod welcome;

pub use composer::Composer;
pub use help_dialog::HelpDialog;
pub use inspector::Inspector;
pub use provider_dialog::ProviderDialog;
pub use settings_dialog::SettingsDialog;
pub use sidebar::Sidebar;
pub use storage_banner::StorageBanner;
pub use top_bar::TopBar;
pub use transcript::Transcript;

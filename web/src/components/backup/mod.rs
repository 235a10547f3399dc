//! Backups: the section on the storage page, the banner, and the dialog that restores one.

mod banner;
mod form;
mod restore_dialog;
mod section;

pub use banner::BackupBanner;
pub use restore_dialog::RestoreDialog;
pub use section::AutomaticBackup;

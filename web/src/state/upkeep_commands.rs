//! The commands that make summaries now: `/compress`, `/uncompress`, `/summarize`.

use super::Chat;

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpkeepCommand {
    /// `/compress`
    Compress,
    /// `/uncompress`
    Uncompress,
    /// `/summarize`
    Summarize,
}

/// Runs one of them in the open conversation.
pub fn run(chat: Chat, command: UpkeepCommand) {
    let name = match command {
        UpkeepCommand::Compress => "/compress",
        UpkeepCommand::Uncompress => "/uncompress",
        UpkeepCommand::Summarize => "/summarize",
    };
    chat.notices.say(format!("{name} comes with the next version: nothing was changed."));
}

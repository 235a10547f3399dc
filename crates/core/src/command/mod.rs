//! Commands: one table from which parsing, help and completion come. A command is never sent to the model.
//!
//! What a command does is done elsewhere: by the session where it changes what is stored, by the page where it opens
//! something.

mod nearest;
mod table;

pub use table::{COMMANDS, CommandSpec};

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Forget all but the last `keep` messages of completed turns.
    Forget {
        /// How many messages stay in the window.
        keep: u32,
    },
    /// Find what is about a text, show it, and mute what the user confirms.
    ForgetAbout {
        /// What it is about. Never empty.
        text: String,
    },
    /// Take the last forget back.
    Remember,
    /// Start a new conversation.
    New {
        /// Whether the conversations before it are erased, which cannot be taken back. The setting `erase_on_new` may
        /// say so, too.
        erase: bool,
    },
    /// Take all messages out of this conversation and keep it.
    Clear,
    /// Erase this conversation and everything derived from it, after asking: it cannot be taken back.
    Erase,
    /// Compress the oldest messages now.
    Compress,
    /// Bring compressed messages back into the window.
    Uncompress,
    /// Make the summaries of days now.
    Summarize,
    /// Open the memories.
    Memories,
    /// Open the tasks.
    Tasks,
    /// Search everything that is stored.
    Search {
        /// What for. Never empty.
        text: String,
    },
    /// Show the statistics.
    Stats,
    /// Switch the reminders of this conversation.
    Mute {
        /// Whether they are silent from now on; `/mute off` switches them on.
        silent: bool,
    },
    /// Open the inspector.
    Context,
    /// Save everything to a file.
    Export,
    /// Read a file that was saved.
    Import,
    /// Choose a preset.
    Preset {
        /// Its name in lower case; `None`: show them all.
        name: Option<String>,
    },
    /// Open the settings.
    Settings,
    /// Greet.
    Start,
    /// Show the help.
    Help,
    /// Take the last command back.
    Undo,
}

/// What a typed text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A message.
    Text,
    /// A command.
    Command(Command),
    /// It looks like a command and is none.
    Unknown {
        /// The nearest command, if one is near.
        suggestion: Option<&'static str>,
    },
    /// A command whose arguments cannot be read.
    BadArguments {
        /// The command as it should be written.
        usage: CommandSpec,
    },
}

/// Reads a typed text. A slash at the very start and a letter after it make a command: a path such as `/usr/bin` has a
/// second slash and is a message.
pub fn parse(text: &str) -> Input {
    let Some(line) = text.strip_prefix('/') else {
        return Input::Text;
    };
    let (name, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if name.contains('/') || !name.starts_with(char::is_alphabetic) {
        return Input::Text;
    }
    let name = name.to_lowercase();
    let Some(spec) = COMMANDS.iter().find(|spec| spec.name == name) else {
        return Input::Unknown { suggestion: nearest::nearest(&name) };
    };
    table::read(spec.name, arguments.trim()).map_or(Input::BadArguments { usage: *spec }, Input::Command)
}

/// The commands that what was typed so far may become, for completion.
pub fn complete(text: &str) -> Vec<&'static CommandSpec> {
    let Some(start) = text.strip_prefix('/').filter(|rest| !rest.contains(char::is_whitespace)) else {
        return Vec::new();
    };
    let start = start.to_lowercase();
    COMMANDS.iter().filter(|spec| spec.name.starts_with(&start)).collect()
}

#[cfg(test)]
mod tests;

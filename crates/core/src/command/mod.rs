//! Commands: a single table that parsing, help and completion are derived from. A command is never sent to the model.
//!
//! Commands are executed elsewhere: by the session if they change stored data, by the page if they open something.

mod nearest;
mod table;

pub use table::{COMMANDS, CommandSpec};

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Forget all but the last `keep` messages of completed turns.
    Forget {
        /// Number of messages that stay in the window.
        keep: u32,
    },
    /// Find the messages about a topic, show them, and mute those that the user confirms.
    ForgetAbout {
        /// The topic. Never empty.
        text: String,
    },
    /// Undo the last forget.
    Remember,
    /// Start a new conversation.
    New {
        /// Whether to erase the previous conversations, which cannot be undone. The setting `erase_on_new` may request
        /// it, too.
        erase: bool,
    },
    /// Remove all messages from this conversation and keep it.
    Clear,
    /// Erase this conversation and everything derived from it, after a confirmation, because it cannot be undone.
    Erase,
    /// Compress the oldest messages now.
    Compress,
    /// Bring compressed messages back into the window.
    Uncompress,
    /// Make the daily summaries now.
    Summarize,
    /// Open the memories.
    Memories,
    /// Open the documents.
    Documents,
    /// Open the tasks.
    Tasks,
    /// Search everything stored.
    Search {
        /// The search text. Never empty.
        text: String,
    },
    /// Show the statistics.
    Stats,
    /// Mute or unmute the reminders of this conversation.
    Mute {
        /// Whether to mute; `/mute off` unmutes.
        silent: bool,
    },
    /// Open the inspector.
    Context,
    /// Save everything to a file.
    Export,
    /// Import an exported file.
    Import,
    /// Apply a preset.
    Preset {
        /// Name in lower case; `None` lists all presets.
        name: Option<String>,
    },
    /// Move this conversation to a project.
    Project {
        /// Name or part of a name, or a word for no project; empty to choose.
        name: String,
    },
    /// Choose several models for the next message.
    Compare,
    /// Choose the persona of this conversation.
    Persona {
        /// Name or the beginning of one, or a word for no persona; empty to choose.
        name: String,
    },
    /// Open the settings.
    Settings,
    /// Show the greeting.
    Start,
    /// Show the help.
    Help,
    /// Undo the last command.
    Undo,
}

/// Kind of a typed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A message.
    Text,
    /// A command.
    Command(Command),
    /// It looks like a command but is not one.
    Unknown {
        /// The most similar command, if one is similar enough.
        suggestion: Option<&'static str>,
    },
    /// A command with invalid arguments.
    BadArguments {
        /// The correct usage.
        usage: CommandSpec,
    },
}

/// Parses a typed text. A command is a slash at the very start followed by a letter, and no second slash in the first
/// word: a path such as `/usr/bin` is a message.
pub fn parse(text: &str) -> Input {
    let Some(line) = text.strip_prefix('/') else {
        return Input::Text;
    };
    let (name, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if name.contains('/') || !name.starts_with(char::is_alphabetic) {
        return Input::Text;
    }
    // The names are ASCII. Lower case of all letters would be 4 KB of the page's first load.
    let name = name.to_ascii_lowercase();
    let Some(spec) = COMMANDS.iter().find(|spec| spec.name == name) else {
        return Input::Unknown { suggestion: nearest::nearest(&name) };
    };
    table::read(spec.name, arguments.trim()).map_or(Input::BadArguments { usage: *spec }, Input::Command)
}

/// The commands that start with the text typed so far, for completion.
pub fn complete(text: &str) -> Vec<&'static CommandSpec> {
    let Some(start) = text.strip_prefix('/').filter(|rest| !rest.contains(char::is_whitespace)) else {
        return Vec::new();
    };
    let start = start.to_ascii_lowercase();
    COMMANDS.iter().filter(|spec| spec.name.starts_with(&start)).collect()
}

#[cfg(test)]
mod tests;

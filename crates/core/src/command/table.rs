//! The table of commands: syntax, help text, and argument parser.

use super::Command;

/// Syntax and help text of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    /// Name without the slash. It never changes, so translations can use it as a key.
    pub name: &'static str,
    /// Arguments as shown in help; empty if there are none.
    pub arguments: &'static str,
    /// Help text: one to three short sentences.
    pub help: &'static str,
}

macro_rules! commands {
    ($($name:literal, $arguments:literal, $read:expr, $help:literal;)*) => {
        /// All commands, in the order of help and completion.
        pub const COMMANDS: [CommandSpec; [$($name),*].len()] =
            [$(CommandSpec { name: $name, arguments: $arguments, help: $help },)*];

        /// The command with this name and these arguments, which must be trimmed; `None` if the arguments are invalid.
        pub(super) fn read(name: &str, arguments: &str) -> Option<Command> {
            let read: fn(&str) -> Option<Command> = match name {
                $($name => $read,)*
                _ => return None,
            };
            read(arguments)
        }
    };
}

commands! {
    "forget", "[N | text]", forget,
        "Start fresh: earlier messages are not sent, except the last N. Memories, documents and what recall finds elsewhere still are; reminders stop. With a text, choose what to stop sending. All is kept.";
    "remember", "", |it| alone(it, Command::Remember),
        "Undo the last /forget or /forget N. What /forget with a text stopped sending comes back with /undo.";
    "new", "[--erase]", new,
        "Start a new conversation. With --erase, all conversations are erased for good, this one included.";
    "clear", "", |it| alone(it, Command::Clear), "Remove all messages from this conversation. You can undo it.";
    "erase", "", |it| alone(it, Command::Erase),
        "Erase this conversation, its documents and what was made from it for good. Asks for confirmation first.";
    "compress", "", |it| alone(it, Command::Compress), "Summarize the oldest messages now.";
    "uncompress", "", |it| alone(it, Command::Uncompress), "Send the full messages again instead of their summary.";
    "summarize", "", |it| alone(it, Command::Summarize), "Create the summaries of the last few days and weeks now.";
    "memories", "", |it| alone(it, Command::Memories), "Show what is remembered about you: search, edit, pin, delete.";
    "documents", "", |it| alone(it, Command::Documents), "Show the documents that the model may use: add, open, remove.";
    "tasks", "", |it| alone(it, Command::Tasks), "Show your tasks.";
    "search", "text", search, "Search everything stored here.";
    "stats", "", |it| alone(it, Command::Stats), "Show messages, tokens and cost by day and model.";
    "mute", "[off]", mute, "Turn off reminders for this conversation; add off to turn them on again.";
    "context", "", |it| alone(it, Command::Context), "Show exactly what is sent to the model.";
    "export", "", |it| alone(it, Command::Export), "Save everything to a JSON file.";
    "import", "", |it| alone(it, Command::Import), "Import a backup or an export.";
    "preset", "[name]", preset, "Show the presets or switch to one.";
    "project", "[name]", |it| Some(Command::Project { name: it.to_owned() }),
        "Move this conversation to a project, or choose one; with none, take it out of its project.";
    "compare", "", |it| alone(it, Command::Compare), "Send the next message to several models and compare the answers.";
    "persona", "[name]", |it| Some(Command::Persona { name: it.to_owned() }),
        "Use one of your personas here; with none, stop using it. Without a name, choose one.";
    "settings", "", |it| alone(it, Command::Settings), "Open the settings.";
    "start", "", |it| alone(it, Command::Start), "Say hello.";
    "help", "", |it| alone(it, Command::Help), "Show what Ricordo can do.";
    "undo", "", |it| alone(it, Command::Undo), "Undo the last command.";
}

fn alone(arguments: &str, command: Command) -> Option<Command> {
    arguments.is_empty().then_some(command)
}

/// Numeric arguments must be a valid count; any other text is a topic to forget.
fn forget(arguments: &str) -> Option<Command> {
    let is_number = |word: &str| {
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if arguments.is_empty() {
        Some(Command::Forget { keep: 0 })
    } else if arguments.split_whitespace().all(is_number) {
        arguments.parse().ok().map(|keep| Command::Forget { keep })
    } else {
        Some(Command::ForgetAbout { text: arguments.to_owned() })
    }
}

fn new(arguments: &str) -> Option<Command> {
    match arguments {
        "" => Some(Command::New { erase: false }),
        "--erase" => Some(Command::New { erase: true }),
        _ => None,
    }
}

fn mute(arguments: &str) -> Option<Command> {
    match arguments.to_ascii_lowercase().as_str() {
        "" => Some(Command::Mute { silent: true }),
        "off" => Some(Command::Mute { silent: false }),
        _ => None,
    }
}

fn search(arguments: &str) -> Option<Command> {
    (!arguments.is_empty()).then(|| Command::Search { text: arguments.to_owned() })
}

/// One word. [`crate::preset::apply`] checks whether the preset exists.
fn preset(arguments: &str) -> Option<Command> {
    let is_one_word = !arguments.contains(char::is_whitespace);
    is_one_word.then(|| Command::Preset { name: (!arguments.is_empty()).then(|| arguments.to_ascii_lowercase()) })
}

//! The table of commands: how each is written, what it does, and how its arguments are read.

use super::Command;

/// How a command is written and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    /// Its name without the slash. It never changes, so translations can go by it.
    pub name: &'static str,
    /// Its arguments as help shows them; empty without any.
    pub arguments: &'static str,
    /// What it does, in one or two sentences.
    pub help: &'static str,
}

macro_rules! commands {
    ($($name:literal, $arguments:literal, $read:expr, $help:literal;)*) => {
        /// All commands, in the order of help and completion.
        pub const COMMANDS: [CommandSpec; [$($name),*].len()] =
            [$(CommandSpec { name: $name, arguments: $arguments, help: $help },)*];

        /// The command of that name with its arguments, which have no white space around them; `None` where it does not
        /// take such.
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
        "The model starts afresh: nothing before this is sent any more, or only the last N messages. With a text, choose what about it is left out. Everything stays stored and visible.";
    "remember", "", |it| alone(it, Command::Remember), "Take the last /forget back, exactly.";
    "new", "[--erase]", new,
        "Start a new conversation. This one is kept in the list; with --erase it and all before it are erased for good.";
    "clear", "", |it| alone(it, Command::Clear), "Take all messages out of this conversation. It can be undone.";
    "erase", "", |it| alone(it, Command::Erase),
        "Erase this conversation and everything made from it, for good. You are asked first.";
    "compress", "", |it| alone(it, Command::Compress), "Turn the oldest messages into a summary now.";
    "uncompress", "", |it| alone(it, Command::Uncompress), "Send compressed messages word for word again.";
    "summarize", "", |it| alone(it, Command::Summarize), "Make the summaries of the last days now.";
    "memories", "", |it| alone(it, Command::Memories), "Show what is remembered of you: search, edit, pin, delete.";
    "tasks", "", |it| alone(it, Command::Tasks), "Show your tasks.";
    "search", "text", search, "Search everything that is stored.";
    "stats", "", |it| alone(it, Command::Stats), "Show messages, tokens and cost, by day and model.";
    "mute", "[off]", mute, "Switch the reminders of this conversation off; with off, on again.";
    "context", "", |it| alone(it, Command::Context), "Show exactly what the model is sent.";
    "export", "", |it| alone(it, Command::Export), "Save everything to a file, as JSON.";
    "import", "", |it| alone(it, Command::Import), "Take in a backup or an export of ChatGPT.";
    "preset", "[name]", preset, "Show the presets, or switch to one.";
    "settings", "", |it| alone(it, Command::Settings), "Open the settings.";
    "start", "", |it| alone(it, Command::Start), "Say hello.";
    "help", "", |it| alone(it, Command::Help), "Show what Ricordo can do.";
    "undo", "", |it| alone(it, Command::Undo), "Take the last command back.";
}

fn alone(arguments: &str, command: Command) -> Option<Command> {
    arguments.is_empty().then_some(command)
}

/// A number is a count, and has to be one; anything else is what to forget about.
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
    match arguments.to_lowercase().as_str() {
        "" => Some(Command::Mute { silent: true }),
        "off" => Some(Command::Mute { silent: false }),
        _ => None,
    }
}

fn search(arguments: &str) -> Option<Command> {
    (!arguments.is_empty()).then(|| Command::Search { text: arguments.to_owned() })
}

/// One word. Whether there is such a preset, [`crate::preset::apply`] says.
fn preset(arguments: &str) -> Option<Command> {
    let is_one_word = !arguments.contains(char::is_whitespace);
    is_one_word.then(|| Command::Preset { name: (!arguments.is_empty()).then(|| arguments.to_lowercase()) })
}

//! Commands: one table from which parsing, help and completion come. A command is never sent to the model.

/// A command with its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Forget all but the last `keep` messages of completed turns.
    Forget {
        /// How many messages stay in the window.
        keep: u32,
    },
    /// Take the last forget back.
    Remember,
    /// Start a new conversation.
    New,
    /// Take the last command back.
    Undo,
    /// Show the help.
    Help,
}

/// How a command is written and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandSpec {
    /// Its name without the slash.
    pub name: &'static str,
    /// Its arguments as help shows them; empty without any.
    pub arguments: &'static str,
    /// What it does, in one sentence.
    pub help: &'static str,
}

/// All commands, in the order of help and completion.
pub const COMMANDS: [CommandSpec; 5] = [
    CommandSpec {
        name: "forget",
        arguments: "[N]",
        help: "The model starts afresh: nothing before this is sent any more, or only the last N messages. Everything stays stored and visible.",
    },
    CommandSpec { name: "remember", arguments: "", help: "Take the last /forget back, exactly." },
    CommandSpec { name: "new", arguments: "", help: "Start a new conversation. This one is kept in the list." },
    CommandSpec { name: "undo", arguments: "", help: "Take the last command back." },
    CommandSpec { name: "help", arguments: "", help: "Show what Ricordo can do." },
];

/// What a typed text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    let mut words = text.split_whitespace();
    let Some(name) = words.next().and_then(|word| word.strip_prefix('/')).filter(|_| text.starts_with('/')) else {
        return Input::Text;
    };
    if name.contains('/') || !name.starts_with(char::is_alphabetic) {
        return Input::Text;
    }
    let name = name.to_lowercase();
    let Some(spec) = COMMANDS.iter().find(|spec| spec.name == name) else {
        return Input::Unknown { suggestion: nearest(&name) };
    };
    let arguments: Vec<&str> = words.collect();
    let command = match (spec.name, arguments.as_slice()) {
        ("forget", []) => Some(Command::Forget { keep: 0 }),
        ("forget", [keep]) => keep.parse().ok().map(|keep| Command::Forget { keep }),
        ("remember", []) => Some(Command::Remember),
        ("new", []) => Some(Command::New),
        ("undo", []) => Some(Command::Undo),
        ("help", []) => Some(Command::Help),
        _ => None,
    };
    command.map_or(Input::BadArguments { usage: *spec }, Input::Command)
}

/// The commands that what was typed so far may become, for completion.
pub fn complete(text: &str) -> Vec<&'static CommandSpec> {
    let Some(start) = text.strip_prefix('/').filter(|rest| !rest.contains(char::is_whitespace)) else {
        return Vec::new();
    };
    COMMANDS.iter().filter(|spec| spec.name.starts_with(&start.to_lowercase())).collect()
}

fn nearest(name: &str) -> Option<&'static str> {
    let near = COMMANDS.iter().map(|spec| (distance(name, spec.name), spec.name));
    near.min().filter(|&(distance, found)| distance <= 2 && distance < found.len()).map(|(_, found)| found)
}

/// The Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let replaced = diagonal + usize::from(a != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_arguments() {
        assert_eq!(parse("/forget"), Input::Command(Command::Forget { keep: 0 }));
        assert_eq!(parse("/Forget  4 "), Input::Command(Command::Forget { keep: 4 }));
        assert_eq!(parse("/remember"), Input::Command(Command::Remember));
        for spec in COMMANDS {
            assert!(matches!(parse(&format!("/{}", spec.name)), Input::Command(_)), "{}", spec.name);
        }
    }

    #[test]
    fn what_only_looks_like_a_command_is_text() {
        for text in ["forget", "", " /forget", "/usr/bin/env", "/", "/ forget", "//", "/1", "a /forget"] {
            assert_eq!(parse(text), Input::Text, "{text:?}");
        }
    }

    #[test]
    fn an_unknown_command_gets_the_nearest_one() {
        assert_eq!(parse("/froget"), Input::Unknown { suggestion: Some("forget") });
        assert_eq!(parse("/hepl"), Input::Unknown { suggestion: Some("help") });
        assert_eq!(parse("/xylophone"), Input::Unknown { suggestion: None });
    }

    #[test]
    fn bad_arguments_get_the_usage() {
        for text in ["/forget all", "/forget -1", "/forget 1 2", "/new now", "/forget 99999999999"] {
            assert!(matches!(parse(text), Input::BadArguments { .. }), "{text}");
        }
    }

    #[test]
    fn completion_follows_what_is_typed() {
        let names = |text| complete(text).iter().map(|spec| spec.name).collect::<Vec<_>>();
        assert_eq!(names("/"), COMMANDS.map(|spec| spec.name));
        assert_eq!(names("/re"), ["remember"]);
        assert!(names("/forget 3").is_empty() && names("x").is_empty());
    }
}

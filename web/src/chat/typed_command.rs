//! What is typed after a slash: a command, which is run, or a text that only looks like one, which is asked about.

use super::Chat;
use crate::texts::{
    commands::{self, command_questions},
    fill,
};
use ricordo_core::command::{Command, Input, parse};

/// What submitting a text does.
#[derive(Clone, Debug, PartialEq)]
enum Submission {
    /// Runs a command.
    Run(Command),
    /// Asks whether the text was meant as a command.
    Ask(String),
    /// Sends the text as a message.
    Send,
}

impl Chat {
    /// Runs the command that was typed as `text`, or asks what it was meant as. Returns whether it is a message. `questioned`:
    /// the text that was asked about last.
    pub(super) fn run_typed(self, text: &str, questioned: Option<&str>) -> bool {
        match submission(text, questioned) {
            Submission::Run(command) => {
                self.composer.sent(text);
                self.composer.save(self);
                self.run_command(command);
            }
            // Something else may have been typed while this code was loaded.
            Submission::Ask(question) if self.composer.holds(text) => self.composer.ask(text, question),
            Submission::Ask(_) => {}
            Submission::Send => return true,
        }
        false
    }
}

/// What submitting `text` does. A text that only looks like a command is sent if the user was asked about it before.
fn submission(text: &str, questioned: Option<&str>) -> Submission {
    let was_asked = questioned == Some(text);
    match parse(text) {
        Input::Command(command) => Submission::Run(command),
        Input::Unknown { suggestion } if !was_asked => {
            let meant = |name| fill(command_questions().did_you_mean, &[("name", name)]);
            let hint = suggestion.map_or_else(|| command_questions().type_slash.to_owned(), meant);
            Submission::Ask(fill(command_questions().no_such_command, &[("hint", &hint)]))
        }
        Input::BadArguments { usage } if !was_asked => {
            let usage = [("name", usage.name), ("arguments", commands::arguments(&usage))];
            Submission::Ask(fill(command_questions().written_so, &usage))
        }
        // The list of commands is about to open, as on a slow connection.
        Input::Text if text == "/" && !was_asked => {
            Submission::Ask(fill(command_questions().no_such_command, &[("hint", command_questions().type_slash)]))
        }
        Input::Text | Input::Unknown { .. } | Input::BadArguments { .. } => Submission::Send,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{UiLanguage, speak};

    fn is_question(text: &str, questioned: Option<&str>) -> bool {
        matches!(submission(text, questioned), Submission::Ask(_))
    }

    #[test]
    fn a_text_is_sent_and_a_command_is_run_whatever_was_asked_before() {
        for text in ["Hello", "a /forget b", "//", "/ not a command", "1/2", "/etc/passwd", "שלום /forget"] {
            assert_eq!(submission(text, None), Submission::Send, "{text}");
        }
        for questioned in [None, Some("/undo"), Some("/undoo")] {
            assert_eq!(submission("/undo", questioned), Submission::Run(Command::Undo));
        }
    }

    #[test]
    fn what_looks_like_a_command_is_asked_about_once_and_then_sent() {
        for language in UiLanguage::all() {
            speak(language);
            for text in ["/forgte", "/mute perhaps", "/qqqqqqq", "/"] {
                assert!(is_question(text, None) && is_question(text, Some("/other")), "{text}");
                assert_eq!(submission(text, Some(text)), Submission::Send, "{text}");
            }
            let Submission::Ask(question) = submission("/forgte", None) else { panic!("no question") };
            assert!(question.contains("/forget") && !question.contains('{'), "{question}");
        }
    }
}

//! Parses the options of a command: flags, options with a value, and the remaining arguments.

use crate::failure::{Failure, Result};

pub(crate) struct Options {
    command: &'static str,
    left: Vec<String>,
}

impl Options {
    pub(crate) fn new(command: &'static str, arguments: Vec<String>) -> Self {
        Self { command, left: arguments }
    }

    /// Takes `--name`, if present.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.left.len();
        self.left.retain(|argument| argument != name);
        self.left.len() < before
    }

    /// Takes `--name value` or `--name=value`. A missing value is empty.
    pub(crate) fn value(&mut self, name: &str) -> Option<String> {
        if let Some(at) = self.left.iter().position(|argument| argument == name) {
            self.left.remove(at);
            return Some(if at < self.left.len() { self.left.remove(at) } else { String::new() });
        }
        let at = self.left.iter().position(|argument| argument.starts_with(&format!("{name}=")))?;
        self.left.remove(at).split_once('=').map(|(_, value)| value.to_owned())
    }

    /// Takes `--name value` or `--name=value`; the value must be one of `choices`.
    pub(crate) fn choice(&mut self, name: &str, choices: &[&str]) -> Result<Option<String>> {
        match self.value(name) {
            Some(value) if !choices.contains(&value.as_str()) => Err(Failure::new(
                format!("`{name}` of `cargo xtask {}` cannot be \"{value}\".", self.command),
                format!("It is one of: {}.", choices.join(", ")),
            )),
            value => Ok(value),
        }
    }

    /// Takes `--name N` or `--name=N`, a whole number of at least 1.
    pub(crate) fn number(&mut self, name: &str) -> Result<Option<usize>> {
        let Some(value) = self.value(name) else { return Ok(None) };
        match value.parse() {
            Ok(number) if number > 0 => Ok(Some(number)),
            _ => Err(Failure::new(
                format!("`{name}` of `cargo xtask {}` cannot be \"{value}\".", self.command),
                "It is a whole number of at least 1.",
            )),
        }
    }

    /// Takes the arguments that are not options, such as file names.
    pub(crate) fn names(&mut self) -> Vec<String> {
        self.left.extract_if(.., |argument| !argument.starts_with('-')).collect()
    }

    /// The remaining arguments, for a program that is called next.
    pub(crate) fn rest(self) -> Vec<String> {
        self.left
    }

    /// Fails if any argument remains.
    pub(crate) fn end(self) -> Result<()> {
        match self.left.first() {
            None => Ok(()),
            Some(unknown) => Err(Failure::new(
                format!("`cargo xtask {}` does not know `{unknown}`.", self.command),
                "`cargo xtask help` lists the commands and their options.",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arguments: &[&str]) -> Options {
        Options::new("test", arguments.iter().map(|&argument| argument.to_owned()).collect())
    }

    #[test]
    fn a_choice_is_taken_in_both_spellings() {
        for spelling in [&["--only", "e2e", "x"][..], &["--only=e2e", "x"][..]] {
            let mut options = options(spelling);
            assert_eq!(options.choice("--only", &["e2e"]).unwrap().as_deref(), Some("e2e"));
            assert_eq!(options.rest(), ["x"]);
        }
    }

    #[test]
    fn an_unknown_value_names_the_choices() {
        let failure = options(&["--only", "all"]).choice("--only", &["native", "e2e"]).unwrap_err();
        assert!(failure.remedy.contains("native, e2e"));
    }

    #[test]
    fn a_number_is_at_least_one_and_names_are_what_is_no_option() {
        let mut several = options(&["a.test.mjs", "--repeat", "3", "--load", "b"]);
        assert_eq!(several.number("--repeat").unwrap(), Some(3));
        assert_eq!(several.names(), ["a.test.mjs", "b"]);
        assert_eq!(several.rest(), ["--load"]);
        for wrong in [&["--repeat", "0"][..], &["--repeat"], &["--repeat=x"]] {
            assert!(options(wrong).number("--repeat").is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_is_left_over_is_an_error() {
        assert!(options(&["--fast"]).end().unwrap_err().cause.contains("--fast"));
    }
}

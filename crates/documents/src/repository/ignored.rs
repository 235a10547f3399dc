//! The rules of `.gitignore` files, also of those in folders.

use fast_glob::{glob_match, validate};
use std::{cell::RefCell, collections::HashMap};

/// The rules of a repository.
#[derive(Debug, Default)]
pub(super) struct Ignored {
    /// Later rules decide before earlier ones.
    rules: Vec<Rule>,
    /// What was decided for folders.
    folders: RefCell<HashMap<String, bool>>,
}

#[derive(Debug)]
struct Rule {
    /// Path of the folder in which it stands, with `/` at its end; empty at the top.
    base: String,
    pattern: String,
    is_for_folders: bool,
    is_negated: bool,
}

impl Ignored {
    /// Adds the rules of a file in a folder. Files of outer folders come first.
    pub(super) fn add(&mut self, folder: &str, text: &str) {
        let base = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        self.rules.extend(text.lines().filter_map(|line| rule(&base, line)));
        self.folders.borrow_mut().clear();
    }

    /// Whether a file or folder is ignored by itself; what is in an ignored folder is asked for separately.
    pub(super) fn is_ignored(&self, path: &str, is_folder: bool) -> bool {
        if !is_folder {
            return self.decide(path, false);
        }
        if let Some(known) = self.folders.borrow().get(path) {
            return *known;
        }
        let ignored = self.decide(path, true);
        self.folders.borrow_mut().insert(path.to_owned(), ignored);
        ignored
    }

    fn decide(&self, path: &str, is_folder: bool) -> bool {
        let matches = |rule: &&Rule| {
            let inner = path.strip_prefix(&rule.base);
            (is_folder || !rule.is_for_folders) && inner.is_some_and(|inner| glob_match(&rule.pattern, inner))
        };
        self.rules.iter().rev().find(matches).is_some_and(|rule| !rule.is_negated)
    }
}

/// The rule of a line; `None` if it has none.
fn rule(base: &str, line: &str) -> Option<Rule> {
    let line = without_spaces(line.strip_suffix('\r').unwrap_or(line));
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (is_negated, line) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
    let (is_for_folders, line) = line.strip_suffix('/').map_or((false, line), |rest| (true, rest));
    let is_anchored = line.contains('/');
    let line = line.strip_prefix('/').unwrap_or(line);
    let glob = escaped(line);
    let pattern = if is_anchored { glob } else { format!("**/{glob}") };
    let is_rule = !line.is_empty() && validate(&pattern).is_ok();
    is_rule.then(|| Rule { base: base.to_owned(), pattern, is_for_folders, is_negated })
}

/// A line without spaces at its end, unless a backslash protects them.
fn without_spaces(line: &str) -> &str {
    let short = line.trim_end_matches(' ');
    if short.len() < line.len() && short.ends_with('\\') { &line[..=short.len()] } else { short }
}

/// A pattern of git as a glob, in which braces and an exclamation mark at the start have a meaning.
fn escaped(line: &str) -> String {
    let (mut glob, mut is_escaped) = (String::with_capacity(line.len() + 2), false);
    for (at, char) in line.char_indices() {
        if !is_escaped && (matches!(char, '{' | '}') || char == '!' && at == 0) {
            glob.push('\\');
        }
        is_escaped = char == '\\' && !is_escaped;
        glob.push(char);
    }
    glob
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignored(rules: &str) -> impl Fn(&str) -> bool {
        let mut ignored = Ignored::default();
        ignored.add("", rules);
        move |path| match path.strip_suffix('/') {
            Some(folder) => ignored.is_ignored(folder, true),
            None => ignored.is_ignored(path, false),
        }
    }

    #[test]
    fn patterns_mean_what_they_mean_to_git() {
        for (rule, yes, no) in [
            ("*.log", &["a.log", "x/y/a.log", "a.log/"][..], &["a.logs", "log"][..]),
            ("/a", &["a", "a/"], &["x/a", "ab"]),
            ("a/b", &["a/b"], &["x/a/b", "a/x/b"]),
            ("out/", &["out/", "x/out/"], &["out", "x/out"]),
            ("doc/*.txt", &["doc/a.txt"], &["doc/x/a.txt", "a.txt"]),
            ("**/foo", &["foo", "a/foo", "a/b/foo"], &["food"]),
            ("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["ab"]),
            ("a/**", &["a/b", "a/x/y"], &["a/", "b"]),
            ("[ab]?.c", &["ax.c", "x/by.c"], &["cx.c", "a.c"]),
            ("a\\ ", &["a "], &["a"]),
            ("a   ", &["a"], &["a   "]),
            ("{a,b}", &["{a,b}"], &["a", "b"]),
            ("\\#x", &["#x"], &["x"]),
            ("\\!x", &["!x"], &["x"]),
            ("# x", &[], &["x", "# x"]),
            ("", &[], &["x"]),
            ("/", &[], &["x"]),
            ("[", &[], &["x", "["]),
        ] {
            let is_ignored = ignored(rule);
            yes.iter().for_each(|path| assert!(is_ignored(path), "{rule} ignores {path}"));
            no.iter().for_each(|path| assert!(!is_ignored(path), "{rule} leaves {path}"));
        }
    }

    #[test]
    fn the_last_rule_that_matches_decides() {
        let is_ignored = ignored("*.txt\n!keep.txt\nold/keep.txt\n");
        assert!(is_ignored("a.txt") && !is_ignored("x/keep.txt") && is_ignored("old/keep.txt"));
    }

    #[test]
    fn rules_of_a_folder_hold_in_it_alone() {
        let mut ignored = Ignored::default();
        ignored.add("", "*.tmp\n");
        ignored.add("a", "!x.tmp\n/only\n");
        assert!(!ignored.is_ignored("a/x.tmp", false) && ignored.is_ignored("x.tmp", false));
        assert!(ignored.is_ignored("a/only", false) && !ignored.is_ignored("a/b/only", false));
        assert!(!ignored.is_ignored("ab/only", false));
    }
}

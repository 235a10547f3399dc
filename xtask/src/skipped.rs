//! Counts the native tests that were skipped because their recorded data is not available.
//!
//! Cargo hides the output of a passing test, so such a test appends its name to a list (`tests/corpus/folder.rs`).

use std::{fs, path::PathBuf};

use crate::{
    failure::{Failure, Result},
    project::{Project, create_folder},
    wasm_module::target_folder,
};

/// Variable that passes the list's path to the tests.
pub(crate) const LIST: &str = "RICORDO_SKIPPED";

/// Path of the list, emptied.
pub(crate) fn fresh_list(project: &Project) -> Result<PathBuf> {
    let list = place(project)?;
    list.parent().map_or(Ok(()), create_folder)?;
    fs::write(&list, "").map_err(|error| Failure::file("write", &list, &error))?;
    Ok(list)
}

/// Prints how many tests were skipped in the last run and how to run them. Prints nothing if there were none.
pub(crate) fn print(project: &Project) -> Result<()> {
    let list = place(project)?;
    let names = fs::read_to_string(&list).map_err(|error| Failure::file("read", &list, &error))?;
    if let Some(line) = line(&names) {
        println!("{line}");
    }
    Ok(())
}

fn place(project: &Project) -> Result<PathBuf> {
    Ok(target_folder(project)?.join("skipped-tests.txt"))
}

fn line(names: &str) -> Option<String> {
    let tests = match names.lines().count() {
        0 => return None,
        1 => "1 test".to_owned(),
        count => format!("{count} tests"),
    };
    Some(format!(
        "Skipped, because RICORDO_CORPUS names no folder of recorded data: {tests}. CONTRIBUTING.md says what it holds."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_skipped_is_counted() {
        assert_eq!(line(""), None);
        assert!(line("ricordo-text: a\n").unwrap().contains(": 1 test. "));
        assert!(line("ricordo-text: a\nricordo-text: b\n").unwrap().contains(": 2 tests. "));
    }
}

//! Counts the tests that were skipped because their recorded data is not available, for the last line of a run.
//!
//! Cargo hides the output of a passing test, so such a native test appends its name to a list (`tests/corpus/folder.rs`).
//! The end-to-end tests have a summary, which stands far above the last line. The runner appends their names to the same
//! list (only `tests/e2e/support/recorded.mjs` skips them).

use std::{fs, io::Write as _, path::PathBuf};

use crate::{
    failure::{Failure, Result},
    project::{Project, create_folder},
    wasm_module::target_folder,
};

/// Variable that passes the list's path to the tests.
pub(crate) const LIST: &str = "RICORDO_SKIPPED";

/// What the line of an end-to-end test begins with; that of a native test begins with its package.
const END_TO_END: &str = "e2e: ";

/// Empties the list: a run counts its own tests only.
pub(crate) fn begin(project: &Project) -> Result<()> {
    let list = list(project)?;
    list.parent().map_or(Ok(()), create_folder)?;
    fs::write(&list, "").map_err(|error| Failure::file("write", &list, &error))
}

/// Adds end-to-end tests to the list.
pub(crate) fn add(project: &Project, names: &[String]) -> Result<()> {
    let list = list(project)?;
    let lines: String = names.iter().map(|name| format!("{END_TO_END}{name}\n")).collect();
    let written = fs::OpenOptions::new().append(true).open(&list).and_then(|mut file| file.write_all(lines.as_bytes()));
    written.map_err(|error| Failure::file("write", &list, &error))
}

/// Prints how many tests were skipped since [`begin`] and how to run them. Prints nothing if there were none.
pub(crate) fn print(project: &Project) -> Result<()> {
    let list = list(project)?;
    let names = fs::read_to_string(&list).map_err(|error| Failure::file("read", &list, &error))?;
    if let Some(line) = line(&names) {
        println!("{line}");
    }
    Ok(())
}

/// Path of the list.
pub(crate) fn list(project: &Project) -> Result<PathBuf> {
    Ok(target_folder(project)?.join("skipped-tests.txt"))
}

fn line(names: &str) -> Option<String> {
    let (end_to_end, native): (Vec<_>, Vec<_>) = names.lines().partition(|name| name.starts_with(END_TO_END));
    let counted = |count: usize, kind: &str| match count {
        0 => None,
        1 => Some(format!("1 {kind} test")),
        _ => Some(format!("{count} {kind} tests")),
    };
    let counts = [counted(native.len(), "native"), counted(end_to_end.len(), "end-to-end")];
    let tests: Vec<String> = counts.into_iter().flatten().collect();
    (!tests.is_empty()).then(|| {
        format!(
            "Skipped, because RICORDO_CORPUS names no folder of recorded data: {}. CONTRIBUTING.md says what it holds.",
            tests.join(" and ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_skipped_is_counted() {
        assert_eq!(line(""), None);
        assert!(line("ricordo-text: a\n").unwrap().contains(": 1 native test. "));
        assert!(line("e2e: a.test.mjs: a\ne2e: a.test.mjs: b\n").unwrap().contains(": 2 end-to-end tests. "));
        let both = line("ricordo-text: a\nricordo-text: b\ne2e: a.test.mjs: c\n").unwrap();
        assert!(both.contains(": 2 native tests and 1 end-to-end test. "), "{both}");
    }
}

//! The folder of recorded data that some tests read. Part of several test binaries, in several crates.

#![allow(clippy::unwrap_used, reason = "a test that cannot say that it was skipped fails")]

use std::{fs::OpenOptions, io::Write as _, path::PathBuf};

/// The folder that `RICORDO_CORPUS` names. If it is not set, the calling test is recorded as skipped; `cargo xtask
/// test` counts those at its end. A file missing from the folder fails the test that reads it.
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("RICORDO_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        note_skipped();
    }
    folder
}

/// Appends the running test's name to the list that `cargo xtask test` reads.
fn note_skipped() {
    let thread = std::thread::current();
    let line = format!("{}: {}\n", env!("CARGO_PKG_NAME"), thread.name().unwrap_or_default());
    eprint!("skipped, because RICORDO_CORPUS is not set: {line}");
    if let Some(list) = std::env::var_os("RICORDO_SKIPPED") {
        let mut list = OpenOptions::new().append(true).create(true).open(list).unwrap();
        list.write_all(line.as_bytes()).unwrap();
    }
}

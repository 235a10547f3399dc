//! Finds programs on PATH and their versions.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::{child, project::Project};

/// The first program with a name on the PATH of children.
pub(crate) fn which(project: &Project, name: &str) -> Option<PathBuf> {
    let path = child::path(project);
    env::split_paths(&path).flat_map(|folder| candidates(&folder, name)).find(|file| file.is_file())
}

/// First line of `program --version`, trimmed; `None` if it cannot be run.
pub(crate) fn version(project: &Project, program: &Path) -> Option<String> {
    let mut command = child::command(project, program);
    command.arg("--version");
    let printed = child::output(&mut command).ok()?;
    printed.lines().next().map(|line| line.trim().to_owned())
}

/// The first run of digits and dots, as in "v20.18.1" or "Chromium 156.0.1 built on …".
pub(crate) fn number(version: &str) -> &str {
    let start = version.find(|c: char| c.is_ascii_digit()).unwrap_or(version.len());
    let rest = &version[start..];
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    &rest[..end]
}

pub(crate) fn major(version: &str) -> Option<u32> {
    number(version).split('.').next()?.parse().ok()
}

fn candidates(folder: &Path, name: &str) -> Vec<PathBuf> {
    if cfg!(windows) {
        ["exe", "cmd", "bat"].iter().map(|extension| folder.join(format!("{name}.{extension}"))).collect()
    } else {
        vec![folder.join(name)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_say() {
        assert_eq!(number("v20.18.1"), "20.18.1");
        assert_eq!(number("wasm-opt version 132 (version_132)"), "132");
        assert_eq!(major("ChromeDriver 156.0.8078.79 (abc)"), Some(156));
        assert_eq!(major("none"), None);
    }
}

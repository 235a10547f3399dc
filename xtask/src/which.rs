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

/// The first program with a name on the PATH of children whose version is exactly `wanted`.
pub(crate) fn in_version(project: &Project, name: &str, wanted: &str) -> Option<PathBuf> {
    let path = child::path(project);
    first_in_version(env::split_paths(&path), name, wanted, |program| version(project, program))
}

fn first_in_version(
    folders: impl Iterator<Item = PathBuf>,
    name: &str,
    wanted: &str,
    version: impl Fn(&Path) -> Option<String>,
) -> Option<PathBuf> {
    let mut programs = folders.flat_map(|folder| candidates(&folder, name)).filter(|file| file.is_file());
    programs.find(|program| version(program).is_some_and(|printed| is_exactly(&printed, wanted)))
}

/// Whether a program that prints this has a version. "1.2.0-beta" is not "1.2.0".
fn is_exactly(printed: &str, wanted: &str) -> bool {
    let found = number(printed);
    let rest = printed.split_once(found).map_or("", |(_, rest)| rest);
    found == wanted && !rest.starts_with(['-', '+'])
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
    use crate::test_folder::TestFolder;
    use std::fs;

    #[test]
    fn versions_are_read_from_what_programs_say() {
        assert_eq!(number("v20.18.1"), "20.18.1");
        assert_eq!(number("wasm-opt version 132 (version_132)"), "132");
        assert_eq!(major("ChromeDriver 156.0.8078.79 (abc)"), Some(156));
        assert_eq!(major("none"), None);
    }

    #[test]
    fn only_the_exact_version_is_the_wanted_one() {
        assert!(is_exactly("trunk 0.21.14", "0.21.14"));
        assert!(is_exactly("wasm-opt version 132 (version_132)", "132"));
        assert!(!is_exactly("trunk 0.21.14-alpha.1", "0.21.14"));
        assert!(!is_exactly("trunk 0.21.1", "0.21.14"));
    }

    #[test]
    fn a_program_in_the_wanted_version_is_found_behind_another_one() {
        let folder = TestFolder::new("which");
        folder.write("old/trunk", "trunk 0.21.13");
        folder.write("own/trunk", "trunk 0.21.14");
        let find = |wanted: &str| {
            let folders = ["none", "old", "own"].map(|name| folder.path().join(name));
            first_in_version(folders.into_iter(), "trunk", wanted, |program| fs::read_to_string(program).ok())
        };
        assert_eq!(find("0.21.14"), Some(folder.path().join("own/trunk")));
        assert_eq!(find("0.21.15"), None);
    }
}

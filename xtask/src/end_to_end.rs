//! Walks the stories of `tests/e2e`: Node, a browser, and the page and the package as they were built.
//!
//! Where `CI` is set the machine is shared, and can be slower than any wait. The files of stories that failed there are
//! walked once more, and the stories are named at the end: one that fails once is a race to be mended. What fails twice
//! fails, and so do more than [`UNLUCKY`] at once.

use std::{
    env,
    fmt::Display,
    fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    browser::{self, Browser},
    child,
    failure::{Failure, Result},
    lazy::target_folder,
    package,
    project::Project,
    setup,
};

/// So many stories may have had bad luck in one run.
const UNLUCKY: usize = 3;

/// One test that failed.
#[derive(Debug, PartialEq)]
struct Story {
    file: PathBuf,
    name: String,
}

/// Walks the stories of these [`files`].
pub(crate) fn walk(project: &Project, files: &[PathBuf]) -> Result<()> {
    let browser = browser::require(project)?;
    let list = target_folder(project)?.join("failed-stories.txt");
    let Err(failure) = walk_files(project, &browser, files, &list) else { return Ok(()) };
    let failed = failed_stories(&list)?;
    if env::var_os("CI").is_none() || !may_be_bad_luck(&failed) {
        return Err(failure);
    }
    println!("\nFAILED, and walked once more with the rest of their files: {}.\n", named(&failed));
    let mut again: Vec<PathBuf> = failed.iter().map(|story| story.file.clone()).collect();
    again.dedup();
    walk_files(project, &browser, &again, &list)?;
    println!("\nFAILED ONCE AND PASSED THEN, each a race to be mended: {}.", named(&failed));
    Ok(())
}

fn walk_files(project: &Project, browser: &Browser, files: &[PathBuf], list: &Path) -> Result<()> {
    fs::write(list, "").map_err(|error| Failure::file("write", list, &error))?;
    let shown = if io::stdout().is_terminal() { "spec" } else { "tap" };
    let reporter = project.root.join("tests/e2e/support/failed-stories.mjs");
    let mut node = node_with_page(project, browser);
    node.args(["--test", "--test-concurrency=1"])
        .args([option("--test-reporter", shown), option("--test-reporter-destination", "stdout")])
        .args([option("--test-reporter", reporter.display()), option("--test-reporter-destination", list.display())])
        .args(files);
    child::run(&mut node)
}

fn option(name: &str, value: impl Display) -> String {
    format!("{name}={value}")
}

fn failed_stories(list: &Path) -> Result<Vec<Story>> {
    let text = fs::read_to_string(list).map_err(|error| Failure::file("read", list, &error))?;
    Ok(stories(&text))
}

/// The lines of `tests/e2e/support/failed-stories.mjs`.
fn stories(lines: &str) -> Vec<Story> {
    let line = |line: &str| {
        let (file, name) = line.split_once('\t')?;
        Some(Story { file: file.into(), name: name.to_owned() })
    };
    lines.lines().filter_map(line).collect()
}

/// A file that could not even be read is named for itself, and no bad luck.
fn may_be_bad_luck(failed: &[Story]) -> bool {
    (1..=UNLUCKY).contains(&failed.len()) && failed.iter().all(|story| story.file != Path::new(&story.name))
}

fn named(stories: &[Story]) -> String {
    let names: Vec<String> = stories.iter().map(|story| format!("\"{}\"", story.name)).collect();
    names.join(", ")
}

/// Node, told where the built page, the browser, the packages and the model are.
/// What the caller has set stays; `RICORDO_MODEL` is absent where the weights could not be had.
pub(crate) fn node_with_page(project: &Project, browser: &Browser) -> Command {
    let mut node = child::command(project, "node");
    let mut tell = |name: &str, value: &Path| {
        if env::var_os(name).is_none() {
            node.env(name, value);
        }
    };
    tell("RICORDO_DIST", &project.dist());
    tell("RICORDO_CHROMIUM", &browser.program);
    tell("RICORDO_NODE_MODULES", &setup::node_modules(project));
    tell("RICORDO_PACKAGE_TOOLS", &setup::package_modules(project));
    if let Ok(folder) = package::folder(project) {
        tell("RICORDO_PACKAGE", &folder);
    }
    if let Some(weights) = setup::weights_file(project) {
        tell("RICORDO_MODEL", &weights);
    }
    node
}

/// The files with stories, named one by one: what a folder means to `node --test` has changed between versions.
pub(crate) fn files(project: &Project) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(project.root.join("tests").join("e2e")) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".test.mjs")));
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    fn story(file: &str, name: &str) -> Story {
        Story { file: file.into(), name: name.to_owned() }
    }

    #[test]
    fn each_line_is_a_story() {
        let read = stories("e2e/a.test.mjs\tthe focus follows\ne2e/b.test.mjs\ta tab: two of them\n");
        assert_eq!(read, [story("e2e/a.test.mjs", "the focus follows"), story("e2e/b.test.mjs", "a tab: two of them")]);
    }

    #[test]
    fn few_stories_may_be_unlucky() {
        let few: Vec<Story> = (0..UNLUCKY).map(|at| story("a.test.mjs", &at.to_string())).collect();
        assert!(may_be_bad_luck(&few));
    }

    #[test]
    fn many_stories_a_file_that_breaks_and_a_runner_that_breaks_are_no_bad_luck() {
        let many: Vec<Story> = (0..=UNLUCKY).map(|at| story("a.test.mjs", &at.to_string())).collect();
        assert!(!may_be_bad_luck(&many));
        assert!(!may_be_bad_luck(&[story("a.test.mjs", "a.test.mjs")]));
        assert!(!may_be_bad_luck(&[]));
    }
}

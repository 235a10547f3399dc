//! Walks the stories of `tests/e2e`: Node, a browser, and the page and the package as they were built.
//!
//! Where `CI` is set the machine is shared, and can be slower than any wait. The files of stories that failed there are
//! walked once more, and the stories are named at the end: one that fails once is a race to be mended. What fails twice
//! fails, and so do a file that breaks off and more than [`UNLUCKY`] at once.

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

/// How the stories of one file ended.
#[derive(Debug)]
struct Walk {
    file: PathBuf,
    stories: Vec<Story>,
    /// What Node said by its exit status.
    result: Result<()>,
}

#[derive(Debug, PartialEq)]
struct Story {
    end: End,
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Passed,
    Skipped,
    Failed,
}

/// Walks the stories of these [`files`].
pub(crate) fn walk(project: &Project, files: &[PathBuf]) -> Result<()> {
    let browser = browser::require(project)?;
    let list = target_folder(project)?.join("stories.txt");
    let walk_all = |files: &[PathBuf]| -> Result<Vec<Walk>> {
        files.iter().map(|file| walk_file(project, &browser, file, &list)).collect()
    };
    let first = walk_all(files)?;
    println!("\n{}", summary(&first));
    if first.iter().all(|walk| walk.result.is_ok()) {
        return Ok(());
    }
    if env::var_os("CI").is_none() || !may_be_bad_luck(&first) {
        return all_well(first);
    }
    println!("The files of those that failed are walked once more.\n");
    let again: Vec<PathBuf> = first.iter().filter(|walk| walk.result.is_err()).map(|walk| walk.file.clone()).collect();
    let second = walk_all(&again)?;
    println!("\n{}", summary(&second));
    all_well(second)?;
    println!("FAILED ONCE AND PASSED THEN, each a race to be mended: {}.", named(&first));
    Ok(())
}

fn all_well(walks: Vec<Walk>) -> Result<()> {
    walks.into_iter().try_for_each(|walk| walk.result)
}

/// One process for each file: how it ended says whether all in it is well, whatever a reporter hears.
fn walk_file(project: &Project, browser: &Browser, file: &Path, list: &Path) -> Result<Walk> {
    fs::write(list, "").map_err(|error| Failure::file("write", list, &error))?;
    let shown = if io::stdout().is_terminal() { "spec" } else { "tap" };
    let reporter = project.root.join("tests/e2e/support/story-list.mjs");
    let mut node = node_with_page(project, browser);
    node.arg("--test")
        .args([option("--test-reporter", shown), option("--test-reporter-destination", "stdout")])
        .args([option("--test-reporter", reporter.display()), option("--test-reporter-destination", list.display())])
        .arg(file);
    let result = child::run(&mut node);
    let stories = stories(&fs::read_to_string(list).map_err(|error| Failure::file("read", list, &error))?);
    Ok(Walk { file: file.to_path_buf(), stories, result })
}

fn option(name: &str, value: impl Display) -> String {
    format!("{name}={value}")
}

/// The lines of `tests/e2e/support/story-list.mjs`.
fn stories(lines: &str) -> Vec<Story> {
    let line = |line: &str| {
        let (end, name) = line.split_once('\t')?;
        let end = match end {
            "passed" => End::Passed,
            "skipped" => End::Skipped,
            _ => End::Failed,
        };
        Some(Story { end, name: name.to_owned() })
    };
    lines.lines().filter_map(line).collect()
}

fn of(walks: &[Walk], end: End) -> Vec<&Story> {
    walks.iter().flat_map(|walk| &walk.stories).filter(|story| story.end == end).collect()
}

fn summary(walks: &[Walk]) -> String {
    let count = |end| of(walks, end).len();
    let files = walks.len();
    let (passed, skipped, failed) = (count(End::Passed), count(End::Skipped), count(End::Failed));
    let failed = if failed == 0 { String::new() } else { format!(", {failed} failed: {}", named(walks)) };
    let broken = walks.iter().filter(|walk| is_broken(walk)).map(|walk| format!(" {} broke off.", walk.file.display()));
    format!("Files: {files}. Stories: {passed} passed, {skipped} skipped{failed}.{}", broken.collect::<String>())
}

/// Whether it failed, and not by a story: it could not be read, or something went wrong outside of all of them.
fn is_broken(walk: &Walk) -> bool {
    let mut failed = walk.stories.iter().filter(|story| story.end == End::Failed).peekable();
    walk.result.is_err() && (failed.peek().is_none() || failed.any(|story| Path::new(&story.name) == walk.file))
}

fn may_be_bad_luck(walks: &[Walk]) -> bool {
    of(walks, End::Failed).len() <= UNLUCKY && !walks.iter().any(is_broken)
}

fn named(walks: &[Walk]) -> String {
    let names: Vec<String> = of(walks, End::Failed).iter().map(|story| format!("\"{}\"", story.name)).collect();
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

    fn walk(lines: &str) -> Walk {
        let is_well = !lines.contains("failed") && !lines.is_empty();
        let result = if is_well { Ok(()) } else { Err(Failure::new("Node failed.", "")) };
        Walk { file: "e2e/a.test.mjs".into(), stories: stories(lines), result }
    }

    #[test]
    fn what_ended_how_is_counted_and_named() {
        let walks = [walk("passed\tthe focus follows\nskipped\ta model\n"), walk("failed\ta tab: two of them\n")];
        assert_eq!(summary(&walks), "Files: 2. Stories: 1 passed, 1 skipped, 1 failed: \"a tab: two of them\".");
        assert_eq!(summary(&walks[..1]), "Files: 1. Stories: 1 passed, 1 skipped.");
    }

    #[test]
    fn few_stories_may_be_unlucky_and_many_may_not() {
        let few: Vec<Walk> = (0..UNLUCKY).map(|at| walk(&format!("passed\tgood\nfailed\t{at}\n"))).collect();
        assert!(may_be_bad_luck(&few));
        let many: Vec<Walk> = (0..=UNLUCKY).map(|at| walk(&format!("failed\t{at}\n"))).collect();
        assert!(!may_be_bad_luck(&many));
    }

    #[test]
    fn a_file_that_breaks_off_is_no_bad_luck_and_is_named() {
        for lines in ["", "failed\te2e/a.test.mjs\n"] {
            assert!(!may_be_bad_luck(&[walk(lines)]));
            assert!(summary(&[walk(lines)]).ends_with(" e2e/a.test.mjs broke off."));
        }
    }
}

//! Runs the tests of `tests/e2e`: Node, a browser, and the page and the package as they were built.
//!
//! Each file has a Node process, a server and a browser of its own. Nothing is run again: a test that fails sometimes is
//! flaky, and is found with `cargo xtask test --repeat`.

use std::{
    env,
    fmt::Display,
    fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use crate::{
    browser::{self, Browser},
    child,
    failure::{Failure, Result},
    lazy::target_folder,
    package,
    project::Project,
    results::{self, FileRun},
    setup,
};

/// Runs these files of tests one after the other, and prints how they ended and what took longest.
pub(crate) fn run(project: &Project, files: &[PathBuf]) -> Result<()> {
    let runs = run_files(project, files)?;
    println!("\n{}", results::summary(&runs));
    runs.into_iter().try_for_each(|run| run.result)
}

/// Runs every file, whatever becomes of those before it.
pub(crate) fn run_files(project: &Project, files: &[PathBuf]) -> Result<Vec<FileRun>> {
    let browser = browser::require(project)?;
    let list = target_folder(project)?.join("end-to-end-tests.txt");
    files.iter().map(|file| run_file(project, &browser, file, &list)).collect()
}

/// One process for each file: its exit status says whether all in it passed, whatever a reporter is told.
fn run_file(project: &Project, browser: &Browser, file: &Path, list: &Path) -> Result<FileRun> {
    fs::write(list, "").map_err(|error| Failure::file("write", list, &error))?;
    let shown = if io::stdout().is_terminal() { "spec" } else { "tap" };
    let reporter = project.root.join("tests/e2e/support/test-list.mjs");
    let mut node = node_with_page(project, browser);
    node.arg("--test")
        .args([option("--test-reporter", shown), option("--test-reporter-destination", "stdout")])
        .args([option("--test-reporter", reporter.display()), option("--test-reporter-destination", list.display())])
        .arg(file);
    let start = Instant::now();
    let result = child::run(&mut node);
    let time = start.elapsed();
    let tests = results::tests(&fs::read_to_string(list).map_err(|error| Failure::file("read", list, &error))?);
    Ok(FileRun { file: file.to_path_buf(), tests, time, result })
}

fn option(name: &str, value: impl Display) -> String {
    format!("{name}={value}")
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

/// The files of tests, named one by one: what a folder means to `node --test` has changed between versions.
pub(crate) fn files(project: &Project) -> Vec<PathBuf> {
    modules(&project.root.join("tests/e2e"), ".test.mjs")
}

/// The files of tests with these names: `search`, `search.test.mjs` and a path mean the same.
pub(crate) fn named(project: &Project, names: &[String]) -> Result<Vec<PathBuf>> {
    let all = files(project);
    let find = |name: &String| {
        let wanted = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let wanted = format!("{}.test.mjs", wanted.trim_end_matches(".test.mjs"));
        let file = all.iter().find(|file| file.file_name().is_some_and(|name| *name == *wanted));
        file.cloned().ok_or_else(|| {
            Failure::new(
                format!("There is no file tests/e2e/{wanted}."),
                "Name a file of tests/e2e, as in `search.test.mjs`.",
            )
        })
    };
    names.iter().map(find).collect()
}

/// The files of a folder whose names end so, in the order of their names.
pub(crate) fn modules(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ending)));
    files.sort();
    files
}

//! The tests of `tests/e2e`: which there are, and what Node, the browser, the page and the package are for them.
//!
//! Nothing is run again: a test that fails sometimes is flaky, and is found with `cargo xtask test --repeat`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    browser::Browser,
    child,
    engines::PROGRAMS,
    failure::{Failure, Result},
    package,
    project::Project,
    setup,
};

/// Node, told where the built page, the browsers, the packages and the model are.
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
    for program in &PROGRAMS {
        if let Some(path) = program.find(project) {
            tell(program.variable, &path);
        }
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

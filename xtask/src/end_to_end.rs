//! The tests of `tests/e2e`: lists them, and passes Node the browser, the page and the package.
//!
//! Failed tests are not retried: a test that fails sometimes is flaky, and `cargo xtask test --repeat` finds it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    child,
    engines::PROGRAMS,
    failure::{Failure, Result},
    package,
    project::Project,
    setup,
};

/// Node, with the paths of the built page, the browsers, the packages and the model in its environment. Variables that
/// the caller has set are kept; `RICORDO_MODEL` is absent if the weights are not available.
pub(crate) fn node_with_page(project: &Project, chromium: &Path) -> Command {
    let mut node = child::command(project, "node");
    let mut tell = |name: &str, value: &Path| child::tell(&mut node, name, value);
    tell("RICORDO_DIST", &project.dist());
    tell("RICORDO_CHROMIUM", chromium);
    tell("RICORDO_NODE_MODULES", &setup::node_modules(project));
    tell("RICORDO_PACKAGE_TOOLS", &setup::package_modules(project));
    // For the vector stores.
    if let Ok(python) = setup::require_python(project) {
        tell("RICORDO_PYTHON", &python);
        tell("RICORDO_PYTHON_MODULES", &setup::python_modules(project));
    }
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

/// The test files, listed one by one, because versions of `node --test` treat a folder differently.
pub(crate) fn files(project: &Project) -> Vec<PathBuf> {
    modules(&project.root.join("tests/e2e"), ".test.mjs")
}

/// The test files with these names: `search`, `search.test.mjs` and a path are equivalent.
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

/// The files of a folder with a name ending, sorted by name.
pub(crate) fn modules(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ending)));
    files.sort();
    files
}

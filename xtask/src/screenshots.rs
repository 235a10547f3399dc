//! `cargo xtask screenshots`: takes pictures of the page's states for people to look at. Nothing compares them, so
//! tests and continuous integration skip them.

use std::{fs, path::PathBuf};

use crate::{
    browser, built, child,
    end_to_end::{modules, node_with_page},
    failure::{Failure, Result},
    options::Options,
    project::Project,
    release,
    setup::{self, Goal},
};

/// Call by which a test file takes pictures.
const TAKES_PICTURES: &str = "shootAll(";

/// `cargo xtask screenshots [--no-build] [NAME…]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("screenshots", arguments);
    let build = !options.flag("--no-build");
    let names = options.names();
    options.end()?;
    let files = files(project, &names);
    if files.is_empty() {
        return Err(Failure::new(
            format!("No file that takes pictures has {} in its name.", names.join(" or ")),
            "They are in tests/screenshots and tests/e2e.",
        ));
    }
    setup::run(project, &[Goal::EndToEnd])?;
    if build {
        release::build(project, false)?;
    } else {
        built::say_if_old(project)?;
    }
    let browser = browser::require(project)?;
    let mut node = node_with_page(project, &browser.program);
    node.env("RICORDO_SCREENSHOTS", "1").args(["--test", "--test-reporter=spec"]);
    child::run(node.arg("--test-concurrency=1").args(files))?;
    println!("\nThe pictures are in tests/e2e/screenshots.");
    Ok(())
}

/// The files that only take pictures, then the tests that also take some; filtered by `names`, if given.
fn files(project: &Project, names: &[String]) -> Vec<PathBuf> {
    let tests = project.root.join("tests");
    let mut files = modules(&tests.join("screenshots"), ".mjs");
    let mut others = modules(&tests.join("e2e"), ".test.mjs");
    others.retain(|file| fs::read_to_string(file).is_ok_and(|text| text.contains(TAKES_PICTURES)));
    files.append(&mut others);
    let is_named = |file: &PathBuf| names.iter().any(|name| file.to_string_lossy().contains(name.as_str()));
    files.retain(|file| names.is_empty() || is_named(file));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_no_file_has_fails_before_anything_is_built() {
        let project = Project::find().unwrap();
        let ask = |name: &str| command(&project, vec!["--no-build".to_owned(), name.to_owned()]);
        let failure = ask("no-such-picture").unwrap_err();
        assert!(failure.to_string().contains("no-such-picture"), "{failure}");
        assert!(!files(&project, &[]).is_empty());
        assert!(files(&project, &["backup".to_owned()]).iter().all(|file| file.to_string_lossy().contains("backup")));
    }
}

//! `cargo xtask bench`: measures the release build in a headless browser.

use crate::{
    browser, child,
    failure::{Failure, Result},
    project::Project,
    serve,
    setup::{self, Goal},
    test,
};

/// `cargo xtask bench [options of benches/run.mjs]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let script = project.root.join("benches").join("run.mjs");
    if !script.is_file() {
        return Err(Failure::new("There is no benches/run.mjs.", "Restore it from the repository."));
    }
    setup::run(project, &[Goal::EndToEnd])?;
    serve::build_release(project)?;
    let browser = browser::require(project)?;
    child::run(test::node_with_page(project, &browser).arg(script).args(arguments))
}

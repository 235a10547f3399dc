//! `cargo xtask ci`: runs everything that continuous integration runs: the tests, then formatting, lints,
//! documentation, and the size limits of the release build.

use crate::{
    built, child, dist,
    failure::Result,
    lints,
    options::Options,
    project::Project,
    release,
    setup::{self, Goal},
    skipped,
    stages::Stages,
    test,
};

/// `cargo xtask ci [--only test|checks] [--no-build]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("ci", arguments);
    let only = options.choice("--only", &["test", "checks"])?;
    let no_build = options.flag("--no-build");
    options.end()?;
    let mut stages = Stages::new();
    let tests = only.as_deref() != Some("checks");
    if tests {
        skipped::begin(project)?;
        test::run_all(project, &mut stages)?;
    }
    if only.as_deref() != Some("test") {
        // The tests already made the release build.
        checks(project, &mut stages, !tests && !no_build)?;
    }
    stages.print();
    println!("\nAll of it passed.");
    if tests { skipped::print(project) } else { Ok(()) }
}

fn checks(project: &Project, stages: &mut Stages, build: bool) -> Result<()> {
    stages.run("set-up for checks", || setup::run(project, &[Goal::Page, Goal::Publish, Goal::Checks]))?;
    stages.run("formatting", || child::run(child::command(project, "cargo").args(["fmt", "--all", "--check"])))?;
    stages.run("lints, host", || lints::on_host(project))?;
    stages.run("lints, wasm32", || lints::on_wasm(project))?;
    stages.run("documentation", || lints::documentation(project))?;
    if build {
        stages.run("release build", || release::build(project, false))?;
    }
    stages.run("sizes", || built::require_current(project).and_then(|()| dist::show(project)))
}

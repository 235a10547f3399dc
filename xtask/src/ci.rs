//! `cargo xtask ci`: runs everything that continuous integration runs: the tests, then formatting, lints,
//! documentation, and the size limits of the release build.

use std::process::Command;

use crate::{
    child, dist,
    failure::Result,
    options::Options,
    project::Project,
    release, serve,
    setup::{self, Goal},
    skipped,
    stages::Stages,
    test::{self, BROWSER_TESTS},
};

/// Crates that are compiled for the browser.
const BROWSER_CRATES: [&str; 4] = ["ricordo-web", "ricordo-browser", "ricordo", BROWSER_TESTS];

/// `cargo xtask ci [--only test|checks] [--no-build]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("ci", arguments);
    let only = options.choice("--only", &["test", "checks"])?;
    let no_build = options.flag("--no-build");
    options.end()?;
    let mut stages = Stages::new();
    let tests = only.as_deref() != Some("checks");
    if tests {
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
    let cargo = |arguments: &[&str]| {
        let mut cargo = child::command(project, "cargo");
        cargo.args(arguments);
        cargo
    };
    stages.run("set-up for checks", || setup::run(project, &[Goal::Page, Goal::Publish, Goal::Checks]))?;
    stages.run("formatting", || child::run(&mut cargo(&["fmt", "--all", "--check"])))?;
    stages.run("lints, host", || {
        child::run(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    })?;
    stages.run("lints, wasm32", || child::run(&mut browser_lints(cargo(&["clippy", "--all-targets"]))))?;
    stages.run("documentation", || {
        child::run(
            cargo(&["doc", "--no-deps", "-p", "ricordo-core", "-p", "ricordo-browser", "-p", "ricordo"])
                .env("RUSTDOCFLAGS", "-D warnings"),
        )
    })?;
    if build {
        stages.run("release build", || release::build(project, false))?;
    }
    stages.run("sizes", || serve::is_current(project).and_then(|()| dist::show(project)))
}

fn browser_lints(mut clippy: Command) -> Command {
    clippy.args(["--target", "wasm32-unknown-unknown"]);
    for name in BROWSER_CRATES {
        clippy.args(["--package", name]);
    }
    clippy.args(["--", "-D", "warnings"]);
    clippy
}

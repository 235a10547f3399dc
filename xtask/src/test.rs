//! `cargo xtask test`: native tests, tests in a headless browser, and the release build end to end with real models.

use crate::{
    browser, child, end_to_end,
    failure::Result,
    lazy,
    options::Options,
    package,
    project::Project,
    serve,
    setup::{self, Goal},
    stages::Stages,
};

/// The crate whose tests run in a browser only.
pub(crate) const BROWSER_TESTS: &str = "ricordo-browser-tests";
/// Seconds; a busy machine with two cores needs a minute to start a browser.
const BROWSER_TEST_SECONDS: &str = "600";
const DRIVER_SECONDS: &str = "60";

/// `cargo xtask test [--only native|browser|e2e]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("test", arguments);
    let only = options.choice("--only", &["native", "browser", "e2e"])?;
    options.end()?;
    let wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    let mut stages = Stages::new();
    stages.run("set-up", || setup::run(project, &goals(only.as_deref())))?;
    if wanted("native") {
        stages.run("native tests", || native(project))?;
    }
    if wanted("browser") {
        stages.run("browser tests", || in_browser(project))?;
    }
    if wanted("e2e") {
        built(project, &mut stages)?;
    }
    stages.print();
    println!("\nAll tests passed.");
    Ok(())
}

fn goals(only: Option<&str>) -> Vec<Goal> {
    match only {
        Some("native") => Vec::new(),
        Some("browser") => vec![Goal::BrowserTests],
        Some("e2e") => vec![Goal::EndToEnd],
        _ => vec![Goal::BrowserTests, Goal::EndToEnd],
    }
}

fn native(project: &Project) -> Result<()> {
    let mut cargo = child::command(project, "cargo");
    child::run(cargo.args(["test", "--workspace", "--exclude", BROWSER_TESTS]))
}

fn in_browser(project: &Project) -> Result<()> {
    lazy::build_files(project)?;
    let browser = browser::require(project)?;
    let settings = browser::write_webdriver_settings(project, &browser)?;
    let mut cargo = child::command(project, "cargo");
    cargo
        .args(["test", "--package", BROWSER_TESTS, "--target", "wasm32-unknown-unknown"])
        .env("CHROMEDRIVER", &browser.driver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings)
        .env("WASM_BINDGEN_TEST_TIMEOUT", BROWSER_TEST_SECONDS)
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", DRIVER_SECONDS);
    child::run(&mut cargo)
}

/// The page and the package as they are built, end to end.
fn built(project: &Project, stages: &mut Stages) -> Result<()> {
    stages.run("release build", || serve::build_release(project))?;
    stages.run("npm package", || package::build(project))?;
    let files = end_to_end::files(project);
    if files.is_empty() {
        stages.empty("end to end", "there are no files tests/e2e/*.test.mjs");
        return Ok(());
    }
    stages.run("end to end", || end_to_end::walk(project, &files))
}

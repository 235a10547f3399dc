//! `cargo xtask test`: native tests, tests in a headless browser, and the release build end to end with real models.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    browser::{self, Browser},
    child,
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
        end_to_end(project, &mut stages)?;
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

fn end_to_end(project: &Project, stages: &mut Stages) -> Result<()> {
    stages.run("release build", || serve::build_release(project))?;
    stages.run("npm package", || package::build(project))?;
    let tests = test_files(&project.root.join("tests").join("e2e"));
    if tests.is_empty() {
        stages.empty("end to end", "there are no files tests/e2e/*.test.mjs");
        return Ok(());
    }
    stages.run("end to end", || {
        let browser = browser::require(project)?;
        let mut node = node_with_page(project, &browser);
        child::run(node.args(["--test", "--test-concurrency=1"]).args(tests))
    })
}

/// Node, told where the built page, the browser, the packages and the model are.
/// What the caller has set stays; `RICORDO_MODEL` is absent where the weights could not be had.
pub(crate) fn node_with_page(project: &Project, browser: &Browser) -> Command {
    let mut node = child::command(project, "node");
    let mut tell = |name: &str, value: &Path| {
        if std::env::var_os(name).is_none() {
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

/// Named one by one: what a folder means to `node --test` has changed between versions.
fn test_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.file_name().is_some_and(|name| name.to_string_lossy().ends_with(".test.mjs")));
    files.sort();
    files
}

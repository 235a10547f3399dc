//! `cargo xtask test`: native tests, tests in a headless browser, and end-to-end tests of the release build with real
//! models.

use std::{env, panic, sync::mpsc, thread};

use crate::{
    beside::Beside,
    browser, built, child, end_to_end,
    failure::{Failure, Result},
    lazy, lints,
    options::Options,
    project::Project,
    release,
    repeat::{self, Plan},
    runner,
    setup::{self, Goal},
    skipped,
    stages::Stages,
    vector_stores::VectorStores,
};

const PARTS: [&str; 3] = ["native", "browser", "e2e"];
/// Timeouts in seconds; a busy machine with two cores needs a minute to start a browser.
const BROWSER_TEST_SECONDS: &str = "600";
const DRIVER_SECONDS: &str = "60";

/// Number of end-to-end files that run side by side unless `--jobs` says otherwise. A file often waits for its
/// browser, so three keep two cores busy. A repeated run takes one at a time, so that a failure is the file's own.
const FILES_AT_A_TIME: usize = 3;

/// `cargo xtask test [--only native|browser|e2e] [--jobs N] [--no-build] [--repeat N] [--load] [FILE…]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("test", arguments);
    let mut only = options.choice("--only", &PARTS)?;
    let (times, jobs) = (options.number("--repeat")?, options.number("--jobs")?);
    let (load, no_build) = (options.flag("--load"), options.flag("--no-build"));
    let names = options.names();
    options.end()?;
    skipped::begin(project)?;
    let mut stages = Stages::new();
    if times.is_some() || jobs.is_some() || load || no_build || !names.is_empty() {
        let chosen = only.get_or_insert_with(|| "e2e".to_owned());
        if chosen != "e2e" {
            return Err(Failure::new(
                format!(
                    "`--only {chosen}` does not go with `--repeat`, `--load`, `--jobs`, `--no-build` or names of files."
                ),
                "They are about the end-to-end tests: `--only e2e`, or nothing.",
            ));
        }
        let files = if names.is_empty() { end_to_end::files(project) } else { end_to_end::named(project, &names)? };
        stages.run("set-up", || setup::run(project, &goals(only.as_deref())))?;
        if no_build {
            built::say_if_old(project)?;
        } else {
            build(project, &mut stages)?;
        }
        stages.run("end to end", || match (times, load) {
            (None, false) => runner::run(project, &files, jobs.unwrap_or(FILES_AT_A_TIME)),
            _ => {
                let plan = Plan { times: times.unwrap_or(1), jobs: jobs.unwrap_or(1), has_load: load };
                repeat::run(project, &files, &plan)
            }
        })?;
    } else if let Some(part) = only.as_deref() {
        stages.run("set-up", || setup::run(project, &goals(Some(part))))?;
        run_part(project, part, &mut stages)?;
    } else {
        run_all(project, &mut stages)?;
    }
    stages.print();
    println!("\nAll tests passed.");
    skipped::print(project)
}

/// Runs all tests, as stages. What the later ones need is made while the earlier ones compile and run: set-up waits for
/// downloads, and a release build ends with one large crate, which keeps one processor busy. Where somebody follows the
/// progress, set-up comes first; the toolchain does in any case, because whatever is compiled before it changes is compiled
/// again.
pub(crate) fn run_all(project: &Project, stages: &mut Stages) -> Result<()> {
    let is_watched = env::var_os("CI").is_none();
    let first = if is_watched { goals(None) } else { vec![Goal::Checks] };
    stages.run("set-up", || setup::run(project, &first))?;
    thread::scope(|scope| {
        let (say_ready, is_ready) = mpsc::channel();
        let making = scope.spawn(move || {
            if !is_watched {
                Beside::start(project, &["setup", "--for", "test"])?.finish()?;
            }
            // Both sides need these files, and only one may write them.
            Beside::start(project, &["modules"])?.finish()?;
            // Nobody waits any more if a test has failed.
            say_ready.send(()).ok();
            Beside::start(project, &["dist"])?.finish()
        });
        run_part(project, "native", stages)?;
        // If it failed, the last stage says so.
        if stages.run("rest of set-up", || Ok(is_ready.recv().is_ok()))? {
            run_part(project, "browser", stages)?;
        }
        stages.run("rest of release build", || making.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
    })?;
    end_to_end(project, stages)
}

fn run_part(project: &Project, part: &str, stages: &mut Stages) -> Result<()> {
    match part {
        "native" => stages.run("native tests", || native(project)),
        "browser" => stages.run("browser tests", || in_browser(project)),
        _ => {
            build(project, stages)?;
            end_to_end(project, stages)
        }
    }
}

fn end_to_end(project: &Project, stages: &mut Stages) -> Result<()> {
    stages.run("end to end", || runner::run(project, &end_to_end::files(project), FILES_AT_A_TIME))
}

fn goals(only: Option<&str>) -> Vec<Goal> {
    match only {
        Some("native") => Vec::new(),
        Some("browser") => vec![Goal::BrowserTests],
        Some("e2e") => vec![Goal::EndToEnd],
        _ => vec![Goal::BrowserTests, Goal::EndToEnd],
    }
}

/// The release build beside it has the processors first. Its last steps keep only one of them busy, and the native tests
/// fill the other.
fn native(project: &Project) -> Result<()> {
    child::run(lints::native_tests(project)?.env(skipped::LIST, skipped::list(project)?))
}

fn in_browser(project: &Project) -> Result<()> {
    lazy::build_files(project)?;
    let browser = browser::require(project)?;
    let settings = browser::write_webdriver_settings(project, &browser)?;
    let stores = VectorStores::start(project)?;
    let mut cargo = lints::browser_tests(project);
    cargo
        .env("CHROMEDRIVER", &browser.driver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings)
        .env("WASM_BINDGEN_TEST_TIMEOUT", BROWSER_TEST_SECONDS)
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", DRIVER_SECONDS);
    let result = child::run(&mut cargo);
    drop(stores);
    result
}

/// Builds the page and the package for publishing.
fn build(project: &Project, stages: &mut Stages) -> Result<()> {
    stages.run("release build", || release::build(project, false))
}

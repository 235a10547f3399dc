//! `cargo xtask setup`: the list of steps, and running them.
//!
//! Each step is skipped if its result exists. Otherwise it prints what it will do, shows the elapsed time, and on
//! failure names the cause and the remedy.

mod browser_driver;
mod browser_shell;
mod cargo_tools;
mod debian;
mod debian_compiler;
pub(crate) mod debian_rust;
mod debian_toolchain;
mod decoration;
mod embedding;
mod engines;
mod installed;
mod links;
mod lints;
mod mermaid;
mod node;
mod npm;
mod packages;
mod pdf;
mod progress;
mod runtime;
mod step;
mod vector_stores;
mod wasm;
mod wasm_opt;
mod weights;
mod wheel;

use std::time::Instant;

pub(crate) use embedding::file as embedding_file;
pub(crate) use packages::{bench_modules, node_modules, package_modules};
pub(crate) use runtime::place;
pub(crate) use step::Goal;
pub(crate) use vector_stores::python_modules;
pub(crate) use wasm_opt::script as wasm_opt_script;
pub(crate) use weights::file as weights_file;
pub(crate) use wheel::require_python;

use crate::{
    failure::{Failure, Result},
    options::Options,
    project::{Project, create_folder, remove_folder},
    stages::shown,
};
use progress::Progress;
use step::{State, Step};

/// `cargo xtask setup [--check] [--for serve|test|all]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let mut options = Options::new("setup", arguments);
    let check = options.flag("--check");
    let goals: &[Goal] = match options.choice("--for", &["serve", "test", "all"])?.as_deref() {
        Some("serve") => &[Goal::Page, Goal::Serve],
        Some("test") => &[Goal::BrowserTests, Goal::EndToEnd],
        _ => &[
            Goal::Page,
            Goal::Serve,
            Goal::Publish,
            Goal::BrowserTests,
            Goal::EndToEnd,
            Goal::Benchmarks,
            Goal::Checks,
        ],
    };
    options.end()?;
    if check { list(project, goals) } else { run(project, goals) }
}

/// Installs everything that the goals need.
pub(crate) fn run(project: &Project, goals: &[Goal]) -> Result<()> {
    // Trunk copies these folders, so they must exist even if nothing can be installed into them.
    create_folder(&project.vendor().join("wllama"))?;
    create_folder(&project.vendor().join("models"))?;
    create_folder(&project.tools_bin())?;
    println!("Set-up:");
    let start = Instant::now();
    let mut has_installed = false;
    for step in steps(goals) {
        match go(project, step.as_ref()) {
            Ok(installed) => has_installed |= installed,
            Err(failure) if step.optional() => println!("  ! {:<22}goes on without. {failure}", step.name()),
            Err(failure) => return Err(failure),
        }
    }
    if has_installed {
        println!("Set-up took {}. Later runs skip what is installed.", shown(start.elapsed()));
    }
    remove_folder(&cargo_tools::build_folder(project))
}

/// Whether everything that the goals need is installed.
pub(crate) fn is_done(project: &Project, goals: &[Goal]) -> bool {
    steps(goals).iter().all(|step| matches!(step.state(project), State::Present(_)))
}

/// The steps for the goals, those that fail quickly first.
fn steps(goals: &[Goal]) -> Vec<Box<dyn Step>> {
    let wanted = |needed: &[Goal]| needed.iter().any(|goal| goals.contains(goal));
    let all: [(Box<dyn Step>, &[Goal]); 21] = [
        (
            Box::new(node::Node),
            &[Goal::Package, Goal::Page, Goal::BrowserTests, Goal::EndToEnd, Goal::Benchmarks, Goal::Embedding],
        ),
        (Box::new(browser_driver::BrowserDriver), &[Goal::BrowserTests, Goal::EndToEnd, Goal::Embedding]),
        (Box::new(browser_shell::BrowserShell), &[Goal::EndToEnd]),
        (Box::new(engines::Engines), &[Goal::EndToEnd]),
        (
            Box::new(wasm::StandardLibrary),
            &[
                Goal::Toolchain,
                Goal::Package,
                Goal::Page,
                Goal::BrowserTests,
                Goal::EndToEnd,
                Goal::Benchmarks,
                Goal::Checks,
            ],
        ),
        (Box::new(lints::Lints), &[Goal::Checks]),
        (
            Box::new(wasm_opt::WasmOpt),
            &[Goal::Package, Goal::Page, Goal::BrowserTests, Goal::EndToEnd, Goal::Benchmarks],
        ),
        (Box::new(runtime::Runtime), &[Goal::Page, Goal::EndToEnd, Goal::Embedding]),
        (Box::new(decoration::Decoration), &[Goal::Page, Goal::EndToEnd]),
        (Box::new(mermaid::Mermaid), &[Goal::Page, Goal::EndToEnd]),
        (Box::new(pdf::Pdf), &[Goal::Page, Goal::EndToEnd]),
        (Box::new(weights::Weights), &[Goal::Page, Goal::EndToEnd]),
        (Box::new(embedding::EmbeddingModel), &[Goal::Page, Goal::EndToEnd, Goal::Embedding]),
        (Box::new(vector_stores::VectorStores), &[Goal::BrowserTests]),
        (Box::new(packages::END_TO_END), &[Goal::EndToEnd, Goal::Embedding]),
        (Box::new(packages::PACKAGE_TOOLS), &[Goal::Package, Goal::Publish, Goal::EndToEnd]),
        (Box::new(packages::BENCHMARKS), &[Goal::Benchmarks]),
        (
            Box::new(cargo_tools::wasm_bindgen()),
            &[Goal::Package, Goal::Page, Goal::BrowserTests, Goal::EndToEnd, Goal::Benchmarks],
        ),
        (Box::new(cargo_tools::wasm_bindgen_tests()), &[Goal::BrowserTests]),
        (Box::new(cargo_tools::wasm_split()), &[Goal::Publish, Goal::EndToEnd]),
        (Box::new(cargo_tools::trunk()), &[Goal::Serve]),
    ];
    all.into_iter().filter(|(_, needed)| wanted(needed)).map(|(step, _)| step).collect()
}

/// Does a step if necessary. Returns whether it was.
fn go(project: &Project, step: &dyn Step) -> Result<bool> {
    let plan = match step.state(project) {
        State::Present(found) => {
            println!("  ✓ {:<22}{found}", step.name());
            return Ok(false);
        }
        State::Missing(plan) => plan,
    };
    println!("  → {:<22}will {plan}", step.name());
    let start = Instant::now();
    step.install(project, &Progress::new(project, step.name())?)?;
    match step.state(project) {
        State::Present(found) => {
            println!("  ✓ {:<22}{found}, in {}", step.name(), shown(start.elapsed()));
            Ok(true)
        }
        State::Missing(_) => Err(Failure::new(
            format!("The step \"{}\" ended without an error, yet what it brings is not there.", step.name()),
            format!("Remove {} and run the command again.", project.tools.display()),
        )),
    }
}

/// Lists what is installed and what is missing without changing anything. Fails if something required is missing.
fn list(project: &Project, goals: &[Goal]) -> Result<()> {
    let mut missing = Vec::new();
    for step in steps(goals) {
        match step.state(project) {
            State::Present(found) => println!("  ✓ {:<22}{found}", step.name()),
            State::Missing(plan) => {
                println!("  ✗ {:<22}missing; set-up will {plan}", step.name());
                if !step.optional() {
                    missing.push(step.name());
                }
            }
        }
    }
    if missing.is_empty() {
        println!("Everything that is required is there.");
        return Ok(());
    }
    Err(Failure::new(format!("Missing: {}.", missing.join(", ")), "`cargo xtask setup` installs what is missing."))
}

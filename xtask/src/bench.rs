//! `cargo xtask bench`: measures the release build, in a headless browser and in Node.

use std::{path::PathBuf, process::Command};

use crate::{
    browser, child, end_to_end,
    failure::{Failure, Result},
    lazy, package, page,
    project::Project,
    recall,
    setup::{self, Goal},
    vector_stores::VectorStores,
    wasm_module::Recipe,
};

/// Benchmarks that need neither the page nor a browser.
const WITHOUT_PAGE: [&str; 6] = ["tokens", "compile", "prefix", PACKAGE, "vectors", WITH_STORES];
/// Benchmark of the npm package, which needs no other build.
const PACKAGE: &str = "embed";
/// Benchmarks that need the npm package.
const WITH_PACKAGE: [&str; 2] = [PACKAGE, "conversations"];
/// Benchmarks that need no module that the page loads later.
const WITHOUT_MODULES: [&str; 2] = ["vectors", WITH_STORES];
/// Benchmark of vectors in a store elsewhere. It takes minutes, so it runs only if it is named.
const WITH_STORES: &str = "vector-stores";

/// Benchmark of recall, with options of its own.
const RECALL: &str = "recall";

/// `cargo xtask bench [options of benches/run.mjs]`, `cargo xtask bench recall [its options]`.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    if let Some((RECALL, options)) = arguments.split_first().map(|(name, options)| (name.as_str(), options)) {
        return recall::command(project, options);
    }
    let script = project.root.join("benches").join("run.mjs");
    if !script.is_file() {
        return Err(Failure::new("There is no benches/run.mjs.", "Restore it from the repository."));
    }
    let mut node = if only_package(&arguments) {
        setup::run(project, &[Goal::Benchmarks])?;
        child::command(project, "node")
    } else {
        let mut node = if needs_page(&arguments) { with_page(project)? } else { without_page(project, &arguments)? };
        let module = build_module(project)?;
        child::tell(&mut node, "RICORDO_BENCH_MODULE", &module);
        child::tell(&mut node, "RICORDO_TOKENIZER", &lazy::tokenizer(project));
        node
    };
    if arguments.is_empty() || arguments.iter().any(|name| WITH_PACKAGE.contains(&name.as_str())) {
        setup::run(project, &[Goal::Package])?;
        package::build_manager(project)?;
        child::tell(&mut node, "RICORDO_PACKAGE", &package::folder(project)?);
    }
    child::tell(&mut node, "RICORDO_BENCH_PACKAGES", &setup::bench_modules(project));
    let stores = with_stores(project, &arguments, &mut node)?;
    let result = child::run(node.arg(script).args(arguments));
    drop(stores);
    result
}

/// Starts the vector stores if they are measured and installed: without them the benchmark says so.
fn with_stores(project: &Project, arguments: &[String], node: &mut Command) -> Result<Option<VectorStores>> {
    if !arguments.iter().any(|name| name == WITH_STORES) || !setup::python_modules(project).is_dir() {
        return Ok(None);
    }
    let (stores, addresses) = VectorStores::start_anywhere(project)?;
    node.env("RICORDO_VECTOR_STORES", addresses);
    Ok(Some(stores))
}

fn needs_page(arguments: &[String]) -> bool {
    arguments.is_empty() || !arguments.iter().all(|name| WITHOUT_PAGE.contains(&name.as_str()))
}

fn only_package(arguments: &[String]) -> bool {
    !arguments.is_empty() && arguments.iter().all(|name| name == PACKAGE)
}

fn with_page(project: &Project) -> Result<Command> {
    setup::run(project, &[Goal::EndToEnd, Goal::Benchmarks])?;
    page::build(project)?;
    let browser = browser::require(project)?;
    Ok(end_to_end::node_with_page(project, &browser.program))
}

fn without_page(project: &Project, arguments: &[String]) -> Result<Command> {
    setup::run(project, &[Goal::Benchmarks])?;
    if !arguments.iter().all(|name| WITHOUT_MODULES.contains(&name.as_str())) {
        lazy::build_files(project)?;
    }
    Ok(child::command(project, "node"))
}

/// Builds the benchmark module like the page, but for Node; returns its folder.
fn build_module(project: &Project) -> Result<PathBuf> {
    let recipe = Recipe {
        krate: "ricordo-bench-module",
        options: &[],
        profile: "release",
        target: "nodejs",
        optimise: "-Oz",
        name: "module",
    };
    let folder = project.tools.join("bench-module");
    recipe.build(project, &folder)?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_built_where_it_is_measured() {
        let needs = |text: &str| needs_page(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert!(needs(""));
        assert!(needs("tokens streaming"));
        assert!(!needs("tokens prefix"));
        assert!(!needs("embed"));
        assert!(!needs("vectors vector-stores"));
        assert!(only_package(&["embed".to_owned()]) && !only_package(&[]));
    }
}

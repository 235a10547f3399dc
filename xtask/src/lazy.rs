//! Builds the WebAssembly files other than the page: the tokenizer (one lazy file per vocabulary), the import parser,
//! the module of the npm package, and the benchmark module.
//!
//! The lazy files go to `web/vendor`, which Trunk copies, and next to the browser tests. Files that are newer than
//! their sources are not rebuilt.

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, create_folder},
    setup,
};

/// Features of `crates/tokenizer`, one file each.
const VOCABULARIES: [&str; 2] = ["o200k", "cl100k"];
/// WebAssembly features that the compiler may use; every current browser has them.
pub(crate) const FEATURES: [&str; 6] =
    ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "reference-types", "multivalue"];

/// Build settings of a WebAssembly crate with its JavaScript.
struct Recipe<'a> {
    krate: &'a str,
    /// Options of `cargo build`, without the profile.
    options: &'a [&'a str],
    profile: &'a str,
    /// wasm-bindgen's target: the environment that loads the file.
    target: &'a str,
    /// Optimisation option of `wasm-opt`.
    optimise: &'a str,
    /// Base name of the files `<name>.js` and `<name>_bg.wasm`.
    name: &'a str,
}

/// The folder of the tokenizer's files.
pub(crate) fn tokenizer(project: &Project) -> PathBuf {
    project.vendor().join("tokenizer")
}

/// Builds the page's lazy files that are missing or older than their sources.
pub(crate) fn build_files(project: &Project) -> Result<()> {
    build_tokenizer(project)?;
    build_exchange(project)
}

/// Builds the import parser.
fn build_exchange(project: &Project) -> Result<()> {
    let folder = project.vendor().join("exchange");
    let sources = [
        "crates/exchange/src",
        "crates/exchange/Cargo.toml",
        "crates/text",
        "crates/record",
        "crates/wire",
        "crates/recall",
        "crates/core",
        "Cargo.toml",
        "Cargo.lock",
    ];
    let changed = sources.iter().filter_map(|name| last_change(&project.root.join(name))).max();
    if last_change(&folder.join("exchange_bg.wasm")) <= changed {
        let recipe = Recipe {
            krate: "ricordo-exchange",
            options: &[],
            profile: "fast",
            target: "web",
            optimise: "-O3",
            name: "exchange",
        };
        build(project, &recipe, &folder)?;
    }
    for name in ["page", "worker"] {
        let script = project.root.join("crates/exchange/js").join(format!("{name}.mjs"));
        setup::place(&script, &folder.join(format!("{name}.js")))?;
    }
    beside_the_tests(project, &folder, "exchange")
}

/// Builds the tokenizer's files that are missing or older than their sources.
///
/// Cargo does not check this: its outputs for the two vocabularies have the same name, so it would link both each time.
fn build_tokenizer(project: &Project) -> Result<()> {
    let folder = tokenizer(project);
    let sources = ["crates/tokenizer", "Cargo.toml", "Cargo.lock"].map(|name| project.root.join(name));
    let changed = sources.iter().filter_map(|path| last_change(path)).max();
    for name in VOCABULARIES {
        if last_change(&folder.join(format!("{name}_bg.wasm"))) > changed {
            continue;
        }
        let options = ["--no-default-features", "--features", name];
        let recipe = Recipe {
            krate: "ricordo-tokenizer",
            options: &options,
            profile: "fast",
            target: "web",
            optimise: "-O3",
            name,
        };
        build(project, &recipe, &folder)?;
    }
    setup::place(&project.root.join("crates/tokenizer/js/worker.mjs"), &folder.join("worker.js"))?;
    beside_the_tests(project, &folder, "tokenizer")
}

/// Builds the benchmark module like the page, but for Node; returns its folder.
pub(crate) fn build_bench_module(project: &Project) -> Result<PathBuf> {
    let folder = project.tools.join("bench-module");
    let recipe = Recipe {
        krate: "ricordo-bench-module",
        options: &[],
        profile: "release",
        target: "nodejs",
        optimise: "-Oz",
        name: "module",
    };
    build(project, &recipe, &folder)?;
    Ok(folder)
}

fn build(project: &Project, recipe: &Recipe<'_>, folder: &Path) -> Result<()> {
    create_folder(folder)?;
    let module = compile(project, recipe)?;
    if last_change(&folder.join(format!("{}_bg.wasm", recipe.name))) > last_change(&module) {
        return Ok(());
    }
    bind(project, recipe, &module, folder)
}

/// Compiles a crate and returns the path of the module.
fn compile(project: &Project, recipe: &Recipe<'_>) -> Result<PathBuf> {
    let mut cargo = child::command(project, "cargo");
    cargo
        .args(["build", "--package", recipe.krate, "--profile", recipe.profile, "--target", "wasm32-unknown-unknown"])
        .args(recipe.options);
    child::run(&mut cargo)?;
    let file = format!("{}.wasm", recipe.krate.replace('-', "_"));
    Ok(target_folder(project)?.join("wasm32-unknown-unknown").join(recipe.profile).join(file))
}

/// Generates the JavaScript and optimises the module. The last step writes the file whose modification time is checked.
fn bind(project: &Project, recipe: &Recipe<'_>, module: &Path, folder: &Path) -> Result<()> {
    let work = project.tools.join("lazy.work");
    create_folder(&work)?;
    let mut bindgen = child::command(project, "wasm-bindgen");
    bindgen
        .args(["--target", recipe.target, "--out-name", recipe.name])
        .args(["--no-typescript", "--out-dir"])
        .arg(&work)
        .arg(module);
    child::output(&mut bindgen)?;
    let bound = format!("{}_bg.wasm", recipe.name);
    let mut optimise = child::command(project, "wasm-opt");
    optimise.arg(recipe.optimise).args(FEATURES.map(|feature| format!("--enable-{feature}")));
    optimise.arg(work.join(&bound)).arg("-o").arg(work.join("optimised.wasm"));
    child::output(&mut optimise)?;
    let script = format!("{}.js", recipe.name);
    copy(&work.join(&script), &folder.join(&script))?;
    copy(&work.join("optimised.wasm"), &folder.join(&bound))
}

/// Copies files next to the browser tests: their runner serves the folder of the crate.
fn beside_the_tests(project: &Project, folder: &Path, name: &str) -> Result<()> {
    let tests = project.root.join("tests/browser/vendor").join(name);
    let entries = fs::read_dir(folder).map_err(|error| Failure::file("read", folder, &error))?;
    entries.flatten().try_for_each(|entry| setup::place(&entry.path(), &tests.join(entry.file_name())))
}

/// Cargo's target folder, whatever the environment and the configuration are.
pub(crate) fn target_folder(project: &Project) -> Result<PathBuf> {
    let mut cargo = child::command(project, "cargo");
    let metadata = child::output(cargo.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let folder = metadata.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split_once('"'));
    let folder = folder.map(|(folder, _)| PathBuf::from(folder.replace("\\\\", "\\")));
    folder.ok_or_else(|| Failure::new("`cargo metadata` does not say where it builds.", ""))
}

/// Last modification of a file, or of any file below a folder; `None` if there is none.
pub(crate) fn last_change(path: &Path) -> Option<SystemTime> {
    if path.is_dir() {
        return fs::read_dir(path).ok()?.flatten().filter_map(|entry| last_change(&entry.path())).max();
    }
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    // Removed first, not overwritten: the old file may be linked from elsewhere.
    if to.exists() {
        fs::remove_file(to).map_err(|error| Failure::file("replace", to, &error))?;
    }
    fs::copy(from, to).map(drop).map_err(|error| Failure::file("copy", from, &error))
}

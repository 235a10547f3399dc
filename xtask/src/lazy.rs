//! Builds the WebAssembly files that are not part of the first load: the tokenizer, one file for each vocabulary.
//!
//! They go to `web/vendor/tokenizer`, which Trunk copies, and beside the tests that run in a browser. What is newer than
//! its parts is left alone.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    child,
    failure::{Failure, Result},
    project::{Project, create_folder},
    setup,
};

/// Features of `crates/tokenizer`: a file each.
const VOCABULARIES: [&str; 2] = ["o200k", "cl100k"];
/// Fast before small: defined in the workspace manifest.
const PROFILE: &str = "fast";
const CRATE: &str = "ricordo-tokenizer";
/// What the compiler may use, and every browser of today has.
const FEATURES: [&str; 6] =
    ["bulk-memory", "mutable-globals", "nontrapping-float-to-int", "sign-ext", "reference-types", "multivalue"];

/// Builds the files of the tokenizer where they are missing or older than the sources.
pub(crate) fn build_tokenizer(project: &Project) -> Result<()> {
    let folder = project.vendor().join("tokenizer");
    create_folder(&folder)?;
    for vocabulary in VOCABULARIES {
        let module = compile(project, vocabulary)?;
        let done = folder.join(format!("{vocabulary}_bg.wasm"));
        if !is_newer(&done, &module) {
            bind(project, &module, vocabulary, &folder)?;
        }
    }
    setup::place(&project.root.join("crates/tokenizer/js/worker.mjs"), &folder.join("worker.js"))?;
    beside_the_tests(project, &folder)
}

/// The file as the compiler makes it.
fn compile(project: &Project, vocabulary: &str) -> Result<PathBuf> {
    let mut cargo = child::command(project, "cargo");
    cargo
        .args(["build", "--package", CRATE, "--profile", PROFILE, "--target", "wasm32-unknown-unknown"])
        .args(["--no-default-features", "--features", vocabulary]);
    child::run(&mut cargo)?;
    let file = format!("{}.wasm", CRATE.replace('-', "_"));
    Ok(target_folder(project)?.join("wasm32-unknown-unknown").join(PROFILE).join(file))
}

/// Gives it its JavaScript, and works it over once more. The last step puts the file in place that [`is_newer`] looks at.
fn bind(project: &Project, module: &Path, vocabulary: &str, folder: &Path) -> Result<()> {
    println!("Tokenizer: makes {vocabulary}");
    let work = project.tools.join("tokenizer.work");
    create_folder(&work)?;
    let mut bindgen = child::command(project, "wasm-bindgen");
    bindgen
        .args(["--target", "web", "--no-typescript", "--out-name", vocabulary, "--out-dir"])
        .arg(&work)
        .arg(module);
    child::output(&mut bindgen)?;
    let bound = format!("{vocabulary}_bg.wasm");
    let mut optimise = child::command(project, "wasm-opt");
    optimise.arg("-O3").args(FEATURES.map(|feature| format!("--enable-{feature}")));
    optimise.arg(work.join(&bound)).arg("-o").arg(work.join("optimised.wasm"));
    child::output(&mut optimise)?;
    let script = format!("{vocabulary}.js");
    copy(&work.join(&script), &folder.join(&script))?;
    copy(&work.join("optimised.wasm"), &folder.join(&bound))
}

/// The runner of the tests in a browser serves the folder of their crate.
fn beside_the_tests(project: &Project, folder: &Path) -> Result<()> {
    let tests = project.root.join("tests/browser/vendor/tokenizer");
    let entries = fs::read_dir(folder).map_err(|error| Failure::file("read", folder, &error))?;
    entries.flatten().try_for_each(|entry| setup::place(&entry.path(), &tests.join(entry.file_name())))
}

/// Where cargo builds, whatever the environment and the configuration say.
fn target_folder(project: &Project) -> Result<PathBuf> {
    let mut cargo = child::command(project, "cargo");
    let told = child::output(cargo.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let folder = told.split_once("\"target_directory\":\"").and_then(|(_, rest)| rest.split_once('"'));
    let folder = folder.map(|(folder, _)| PathBuf::from(folder.replace("\\\\", "\\")));
    folder.ok_or_else(|| Failure::new("`cargo metadata` does not say where it builds.", ""))
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    matches!((changed(file), changed(than)), (Some(file), Some(than)) if file > than)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    // Not onto the old one: it may be linked from elsewhere.
    if to.exists() {
        fs::remove_file(to).map_err(|error| Failure::file("replace", to, &error))?;
    }
    fs::copy(from, to).map(drop).map_err(|error| Failure::file("copy", from, &error))
}
